//! Kinds of records: which words in brackets are kinds, and how the settings spell them.

use crate::memory::Settings;
use crate::memory::settings::distance;

/// The kinds that the settings know, ready for looking up. Build it once and read many days with it.
#[derive(Debug, Clone)]
pub struct Kinds {
    /// Name or alias as the settings spell it, lower-case form, and the index of its kind in `names`.
    spellings: Vec<(String, String, usize)>,
    names: Vec<String>,
}

/// The longest kind, in bytes.
const LONGEST: usize = 48;

impl Kinds {
    /// The kinds of the settings.
    pub fn of(settings: &Settings) -> Self {
        let names: Vec<String> = settings.kinds.keys().cloned().collect();
        let spellings = settings
            .kinds
            .iter()
            .enumerate()
            .flat_map(|(n, (name, kind))| {
                std::iter::once(name).chain(&kind.aliases).map(move |s| (s.clone(), s.to_lowercase(), n))
            })
            .collect();
        Self { spellings, names }
    }

    /// No kind is known: only what cannot be anything else is a head.
    pub(super) fn none() -> Self {
        Self { spellings: Vec::new(), names: Vec::new() }
    }

    fn find(&self, written: &str) -> Option<&(String, String, usize)> {
        if written.is_ascii() {
            return self.spellings.iter().find(|(s, _, _)| s.eq_ignore_ascii_case(written));
        }
        let lower = written.to_lowercase();
        self.spellings.iter().find(|(_, l, _)| *l == lower)
    }

    /// Whether the settings know the kind, under any of its names.
    pub fn knows(&self, written: &str) -> bool {
        self.find(written).is_some()
    }

    /// The name or alias that may have been meant by an unknown kind: one letter of three to five
    /// is wrong, two of more, or two of four or more changed places.
    pub fn nearest(&self, written: &str) -> Option<&str> {
        let lower = written.to_lowercase();
        let letters = |word: &str| {
            let mut all: Vec<char> = word.chars().collect();
            all.sort_unstable();
            all
        };
        let wrong = |word: &str| match (distance(word, &lower), lower.chars().count()) {
            (2, 4..) if letters(word) == letters(&lower) => Some(2),
            (wrong, length) => (3 * wrong <= length.min(6)).then_some(wrong),
        };
        let near = self.spellings.iter().filter_map(|(spelling, lower, _)| Some((wrong(lower)?, spelling)));
        near.min_by_key(|(wrong, _)| *wrong).map(|(_, spelling)| spelling.as_str())
    }

    /// The kind's name: aliases resolved and case folded; an unknown kind as written.
    pub fn name<'a>(&'a self, written: &'a str) -> &'a str {
        self.find(written).map_or(written, |(_, _, n)| &self.names[*n])
    }

    /// How the program writes the kind: case folded, an alias kept; an unknown kind as given.
    pub fn spelling<'a>(&'a self, written: &'a str) -> &'a str {
        self.find(written).map_or(written, |(s, _, _)| s)
    }
}

/// Whether a word in brackets can be a kind: two characters or more, the first one a letter, no
/// brackets, no line break, no `::`. Task boxes, call-outs, footnotes and time codes are none.
pub fn is_kind(word: &str) -> bool {
    let mut chars = word.chars();
    let letter = match word.as_bytes().first() {
        Some(c) if c.is_ascii() => c.is_ascii_alphabetic(),
        _ => chars.clone().next().is_some_and(char::is_alphabetic),
    };
    letter
        && chars.by_ref().nth(1).is_some()
        && word.len() <= LONGEST
        && !word.bytes().any(|c| matches!(c, b'[' | b']' | b'`' | b'|') || c < b' ')
        && !word.contains("::")
        && !word.ends_with(' ')
        && !word.contains(['【', '】'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_words_of_two_characters_or_more() {
        for kind in ["Decision", "决策", "To do", "ok", "Q&A", "post-mortem"] {
            assert!(is_kind(kind), "{kind}");
        }
        for word in ["", " ", "x", "/", "决", "!info", "^1", "00:02:40", "key:: value", "a[b", "2024", "@ana", "x "] {
            assert!(!is_kind(word), "{word}");
        }
    }

    #[test]
    fn names_are_found_by_case_and_alias() {
        let kinds = Kinds::of(&Settings::default());
        assert_eq!(kinds.name("decision"), "Decision");
        assert_eq!(kinds.name("决策"), "Decision");
        assert_eq!(kinds.name("Deploy"), "Deploy");
        assert_eq!(kinds.spelling("决策"), "决策");
        assert_eq!(kinds.spelling("FACT"), "Fact");
    }
}
