//! What of an entry may stay when a clause of it is erased.

use super::Needle;
use crate::script::is_unspaced;

/// Words that lean on what was said before: a sentence that begins so does not stand alone.
const LEANING: &str = "she he it they we this that these those her his its their and but or so which who also then \
                       there therefore however because instead otherwise both either";

/// The sentences that do not bear the text, when they can stand alone; none when the whole must go.
///
/// Sentences end in `.`, `!`, `?` or `;` before a space, or in `。`, `！`, `？`, `；`. The rest is safe
/// when every sentence of it has three words or more (six characters in a script without spaces) and
/// does not begin with a word that leans on another sentence, and when the text is in none of it.
pub fn keep(text: &str, needle: &Needle) -> Option<String> {
    let parts = sentences(text);
    let (gone, kept): (Vec<&str>, Vec<&str>) = parts.iter().copied().partition(|part| needle.is_in(part));
    if gone.is_empty() || kept.is_empty() || !kept.iter().all(|part| stands_alone(part)) {
        return None;
    }
    let rest = kept.join(" ");
    let rest = rest.trim_end_matches([';', '；']).to_owned();
    (!needle.is_in(&rest)).then_some(rest)
}

fn sentences(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let full = matches!(c, '。' | '！' | '？' | '；');
        let spaced = matches!(c, '.' | '!' | '?' | ';') && chars.peek().is_some_and(|(_, next)| *next == ' ');
        if full || spaced {
            let end = at + c.len_utf8();
            parts.push(text[start..end].trim());
            start = end;
        }
    }
    parts.push(text[start..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

fn stands_alone(part: &str) -> bool {
    let words: Vec<&str> = part.split_whitespace().collect();
    let long = words.len() >= 3 || part.chars().filter(|c| is_unspaced(*c)).count() >= 6;
    let first =
        words.first().map(|w| w.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()).unwrap_or_default();
    let leans = LEANING.split(' ').any(|w| w == first)
        || ["它", "他", "她", "这", "那", "但", "而", "并", "所以", "因此"].iter().any(|w| part.starts_with(w));
    long && !leans
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(text: &str) -> Option<String> {
        keep(text, &Needle::parse("555-0100", false, false).unwrap())
    }

    #[test]
    fn only_whole_sentences_that_stand_alone_stay() {
        let rest = |text: &str| kept(text).unwrap_or_default();
        assert_eq!(rest("Ana's number is 555-0100. Reports are tables by default."), "Reports are tables by default.");
        assert_eq!(rest("Reports are tables by default; Ana's number is 555-0100."), "Reports are tables by default");
        assert_eq!(rest("报告默认使用表格。安娜的电话是 555-0100。"), "报告默认使用表格。");
        for whole in [
            "Ana's number is 555-0100.",
            "Ana's number is 555-0100. She prefers to be called at noon.",
            "Ana's number is 555-0100 and reports are tables by default.",
            "555-0100. Call first.",
        ] {
            assert_eq!(kept(whole), None, "{whole}");
        }
    }
}
