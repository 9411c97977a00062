//! Gists: by which two phrases count as one although they differ in forms, order and function words.

use std::collections::BTreeSet;

use crate::recall::words::{Lexicon, Stems, WORDS, content};

/// Function words that turn a meaning round, or narrow it.
const DECISIVE: [&str; 24] = [
    "not", "never", "no", "none", "without", "don't", "doesn't", "isn't", "aren't", "can't", "cannot", "won't", "on",
    "off", "up", "down", "before", "after", "over", "under", "more", "less", "only", "except",
];
/// The same in scripts without spaces.
const DECISIVE_SIGNS: [&str; 5] = ["不", "没", "無", "ない", "ไม่"];

/// Which of them a text has.
fn decisive(text: &str) -> Vec<&'static str> {
    let lower = text.to_lowercase().replace('’', "'");
    let words: BTreeSet<&str> = lower.split(|c: char| !c.is_alphanumeric() && c != '\'').collect();
    let said = DECISIVE.into_iter().filter(|word| words.contains(word));
    let signs = DECISIVE_SIGNS.into_iter().filter(|sign| lower.contains(sign));
    said.chain(signs).collect()
}

/// Whether a text turns a meaning round, or narrows it.
pub fn is_decisive(text: &str) -> bool {
    !decisive(text).is_empty()
}

/// What a phrase says: the stems of its content words, and what must not differ.
pub struct Gist {
    words: BTreeSet<String>,
    strict: BTreeSet<String>,
}

impl Gist {
    /// The gist of a phrase.
    pub fn of(text: &str, lexicon: &Lexicon<'_>) -> Self {
        let (mut words, mut strict) = (BTreeSet::new(), BTreeSet::new());
        for word in content(text, lexicon, &Stems::new(None)) {
            if word.bytes().any(|b| b.is_ascii_digit()) {
                strict.insert(word.clone());
            }
            words.insert(word);
        }
        strict.extend(decisive(text).into_iter().map(str::to_owned));
        Self { words, strict }
    }

    /// Equal, or the words of one among those of the other with at least two shared.
    pub fn is_same(&self, other: &Self) -> bool {
        let within = |a: &Self, b: &Self| a.words.len() >= 2 && a.words.is_subset(&b.words);
        self.strict == other.strict && (self.words == other.words || within(self, other) || within(other, self))
    }
}

/// Whether two texts say the same in other forms or order.
pub fn says_the_same(a: &str, b: &str) -> bool {
    if a.to_lowercase() == b.to_lowercase() {
        return true;
    }
    // Most texts have nothing in common: no word list is read for these.
    let known: BTreeSet<&str> = beginnings(a).collect();
    if a.is_ascii() && b.is_ascii() && !beginnings(b).any(|begin| known.contains(begin)) {
        return false;
    }
    let lexicon = Lexicon::parse(WORDS);
    Gist::of(a, &lexicon).is_same(&Gist::of(b, &lexicon))
}

/// How the longer words of a text begin, as they stand.
fn beginnings(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter_map(|word| word.get(1..4))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_order_and_function_words_do_not_matter_and_what_decides_does() {
        for (a, b, same) in [
            ("Reports are tables by default.", "By default, the reports are tables", true),
            ("Reports are tables by default.", "The user's reports are tables by default", true),
            ("Reports are tables by default.", "Reports are charts by default.", false),
            ("Reports are tables by default.", "Reports are not tables by default.", false),
            ("The cache is on.", "The cache is off.", false),
            ("The timeout is 30 s.", "The timeout is 60 s.", false),
            ("默认用表格汇报", "默认不用表格汇报", false),
            ("默认用表格汇报。", "默认用表格汇报", true),
        ] {
            assert_eq!(says_the_same(a, b), same, "{a} / {b}");
        }
    }
}
