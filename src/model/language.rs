//! Whether a text is in the language of its sources: users search in the language they wrote in.
//!
//! Scripts are told apart by their letters. Languages that share the Latin script are told apart by
//! function words, from the same lists that search uses; where these do not know a language, a text
//! of which no content word occurs in the sources is taken for a translation.

use std::collections::BTreeSet;

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

const WORDS: &str = include_str!("../../templates/words.txt");

/// From this share of its letters on, a script is one that a text is written in, in hundredths.
const WRITTEN: usize = 20;
/// From this share on it occurs at all.
const OCCURS: usize = 10;

/// Why the text is not in the language of any of the sources; `None` when it is, or cannot be told.
pub fn differs<'s>(text: &str, sources: impl IntoIterator<Item = &'s str>) -> Option<String> {
    let sources: Vec<&str> = sources.into_iter().filter(|s| s.chars().any(char::is_alphabetic)).collect();
    if sources.is_empty() || !text.chars().any(char::is_alphabetic) {
        return None;
    }
    let shares = shares(text);
    let theirs: Vec<Vec<(Script, usize)>> = sources.iter().map(|s| self::shares(s)).collect();
    let have = |script: Script, least: usize| {
        theirs.iter().any(|shares| shares.iter().any(|(s, share)| *s == script && *share >= least))
    };
    if let Some((script, _)) = shares.iter().find(|(s, share)| *share >= WRITTEN && !have(*s, 1)) {
        return Some(format!("it is written in {}, its sources are not", script.name()));
    }
    let foreign = |shares: &[(Script, usize)]| -> BTreeSet<Script> {
        shares.iter().filter(|(s, share)| *s != Script::Latin && *share >= WRITTEN).map(|(s, _)| *s).collect()
    };
    let wanted: BTreeSet<Script> = theirs.iter().flat_map(|s| foreign(s)).collect();
    if theirs.iter().all(|s| !foreign(s).is_empty())
        && !shares.iter().any(|(s, share)| wanted.contains(s) && *share >= OCCURS)
    {
        let names: Vec<&str> = wanted.iter().map(|s| s.name()).collect();
        return Some(format!("its sources are written in {}, it is not", names.join(" and ")));
    }
    let latin = |shares: &[(Script, usize)]| shares.iter().any(|(s, share)| *s == Script::Latin && *share > 50);
    if latin(&shares) && theirs.iter().all(|s| latin(s)) { latin_differs(text, &sources.join(" ")) } else { None }
}

fn latin_differs(text: &str, sources: &str) -> Option<String> {
    let (text, sources) = (words(text), words(sources));
    let lists: Vec<(&str, BTreeSet<&str>)> = WORDS
        .lines()
        .filter_map(|line| line.strip_prefix("stop ")?.split_once(':'))
        .map(|(language, words)| (language, words.split_whitespace().collect()))
        .collect();
    let hits = |of: &BTreeSet<String>, list: &BTreeSet<&str>| of.iter().filter(|w| list.contains(w.as_str())).count();
    let (own, mine) = lists.iter().max_by_key(|(_, list)| hits(&text, list))?;
    let only = |of: &BTreeSet<String>, a: &BTreeSet<&str>, b: &BTreeSet<&str>| {
        of.iter().filter(|w| a.contains(w.as_str()) && !b.contains(w.as_str())).count()
    };
    for (language, list) in lists.iter().filter(|(l, _)| l != own) {
        let is_its = only(&text, mine, list) >= 2 && only(&text, list, mine) == 0;
        if is_its && only(&sources, list, mine) >= 1 && only(&sources, mine, list) == 0 {
            return Some(format!("it is in {own}, its sources in {language}"));
        }
    }
    let content: Vec<&String> = text.iter().filter(|w| w.len() > 3 && !mine.contains(w.as_str())).collect();
    let shared = content.iter().filter(|w| sources.iter().any(|s| alike(s, w))).count();
    let foreign = match hits(&text, mine) {
        0 => false,
        1 => content.len() >= 3 && shared == 0,
        _ => content.len() >= 2 && shared * 3 < content.len(),
    };
    let translated = foreign && hits(&sources, mine) == 0;
    translated.then(|| format!("it is in {own}, its sources are not"))
}

/// Whether two words have the same beginning: forms of one word.
fn alike(a: &str, b: &str) -> bool {
    let common = a.bytes().zip(b.bytes()).take_while(|(x, y)| x == y).count();
    common >= 4 || a == b
}

/// Words in lower case, without accents.
fn words(text: &str) -> BTreeSet<String> {
    let folded: String = text.nfd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase).collect();
    folded.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_owned).collect()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Script {
    Latin,
    Greek,
    Cyrillic,
    Armenian,
    Hebrew,
    Arabic,
    Indic,
    Thai,
    Georgian,
    Hangul,
    Kana,
    Han,
    Other,
}

impl Script {
    fn of(c: char) -> Self {
        match c {
            '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => Self::Greek,
            '\u{400}'..='\u{52f}' => Self::Cyrillic,
            '\u{530}'..='\u{58f}' => Self::Armenian,
            '\u{590}'..='\u{5ff}' => Self::Hebrew,
            '\u{600}'..='\u{77f}' | '\u{8a0}'..='\u{8ff}' | '\u{fb50}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}' => {
                Self::Arabic
            }
            '\u{900}'..='\u{dff}' => Self::Indic,
            '\u{e00}'..='\u{eff}' => Self::Thai,
            '\u{10a0}'..='\u{10ff}' => Self::Georgian,
            '\u{1100}'..='\u{11ff}' | '\u{3130}'..='\u{318f}' | '\u{ac00}'..='\u{d7af}' => Self::Hangul,
            '\u{3041}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' => Self::Kana,
            '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{20000}'..='\u{3ffff}' => Self::Han,
            'a'..='z' | 'A'..='Z' | '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' => Self::Latin,
            _ => Self::Other,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Latin => "Latin letters",
            Self::Greek => "Greek",
            Self::Cyrillic => "Cyrillic",
            Self::Armenian => "Armenian",
            Self::Hebrew => "Hebrew",
            Self::Arabic => "Arabic",
            Self::Indic => "an Indic script",
            Self::Thai => "Thai or Lao",
            Self::Georgian => "Georgian",
            Self::Hangul => "Hangul",
            Self::Kana => "kana",
            Self::Han => "Han characters",
            Self::Other => "another script",
        }
    }
}

/// The scripts of a text with their share of its letters, in hundredths. A letter that is a syllable
/// or a word counts three times.
fn shares(text: &str) -> Vec<(Script, usize)> {
    let mut counts: Vec<(Script, usize)> = Vec::new();
    for c in text.chars().filter(|c| c.is_alphabetic()) {
        let script = Script::of(c);
        let weight = if matches!(script, Script::Han | Script::Kana | Script::Hangul) { 3 } else { 1 };
        match counts.iter_mut().find(|(s, _)| *s == script) {
            Some((_, count)) => *count += weight,
            None => counts.push((script, weight)),
        }
    }
    let all: usize = counts.iter().map(|(_, n)| n).sum::<usize>().max(1);
    counts.into_iter().map(|(s, n)| (s, n * 100 / all)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_translation_is_found_out() {
        for (text, source) in [
            ("Deployment of project-a is containerised.", "project-a 的部署采用容器化"),
            ("The deployment uses Docker Compose and GitHub Actions.", "部署使用 Docker Compose 和 GitHub Actions"),
            ("The reports are sent on Fridays.", "Die Berichte werden freitags verschickt."),
            ("The user works from home.", "المستخدم يعمل من المنزل"),
            ("The user prefers short answers.", "Użytkownik woli krótkie odpowiedzi."),
            ("用户喜欢简短的回答", "The user prefers short answers."),
            ("L'utilisateur préfère les réponses courtes et claires.", "The user prefers short answers."),
            ("ユーザーは短い回答を好む", "用户喜欢简短的回答"),
        ] {
            assert!(differs(text, [source]).is_some(), "{text} ← {source}");
        }
    }

    #[test]
    fn the_same_language_in_other_words_is_none() {
        for (text, sources) in [
            ("Reports are tables by default.", &["The user asks for reports as tables by default"][..]),
            ("The reports are tables by default.", &["Reports: tables, default"]),
            ("部署使用 Docker Compose。", &["部署使用 Docker Compose 和 GitHub Actions"]),
            ("Berichte gehen freitags an das Team.", &["Die Berichte werden freitags ans Team verschickt."]),
            ("Use ripgrep.", &["rg (ripgrep) replaces grep"]),
            ("The user prefers short answers.", &["The user prefers short answers.", "用户喜欢简短的回答"]),
            ("Docker", &["Docker"]),
            ("短い回答を好む", &["ユーザーは短い回答を好む"]),
            ("Użytkownik woli krótkie odpowiedzi i tabele.", &["Użytkownik woli krótkie odpowiedzi."]),
        ] {
            assert_eq!(differs(text, sources.iter().copied()), None, "{text}");
        }
    }
}
