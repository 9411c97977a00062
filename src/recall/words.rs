//! Words: function words, irregular forms, words alike, and stems.
//!
//! Stems are those of the Snowball project (snowballstem.org). English is stemmed always, any other
//! language when a query is written in it, told by its function words or its script; both stems then
//! count. A language without a stemmer is compared word by word, so none is harmed.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::{Range, RangeInclusive};

use rust_stemmers::{Algorithm, Stemmer};

use super::fold::fold;
use crate::script::runs_on;

/// The word lists of `templates/words.txt`.
#[derive(Debug, Default)]
pub struct Lexicon<'t> {
    stops: Vec<(&'t str, HashSet<&'t str>)>,
    base: HashMap<&'t str, &'t str>,
    forms: HashMap<&'t str, Vec<&'t str>>,
    alike: HashMap<&'t str, Vec<&'t str>>,
}

/// Among so many words one function word hints at a language.
const FEW: RangeInclusive<usize> = 2..=5;

/// The built-in word lists.
pub const WORDS: &str = include_str!("../../templates/words.txt");

impl<'t> Lexicon<'t> {
    /// Reads word lists; lines that say nothing known are left out.
    pub fn parse(text: &'t str) -> Self {
        let mut lexicon = Self::default();
        for line in text.lines() {
            let Some((head, words)) = line.split_once(':') else { continue };
            let mut words = words.split_whitespace();
            match head.split_whitespace().collect::<Vec<_>>().as_slice() {
                ["stop", language] => lexicon.stops.push((language, words.collect())),
                ["forms"] => {
                    let Some(base) = words.next() else { continue };
                    let others: Vec<_> = words.collect();
                    for word in &others {
                        lexicon.base.entry(word).or_insert(base);
                    }
                    lexicon.forms.entry(base).or_default().extend(others);
                }
                ["alike"] => {
                    let Some(first) = words.next() else { continue };
                    lexicon.alike.entry(first).or_default().extend(words);
                }
                _ => {}
            }
        }
        lexicon
    }

    /// Whether a folded word is a function word of English or of the given language.
    pub fn is_stop(&self, word: &str, language: Option<&str>) -> bool {
        self.stops
            .iter()
            .any(|(l, words)| (matches!(*l, "english" | "han") || Some(*l) == language) && words.contains(word))
    }

    /// The language besides English that folded words are written in, by their function words: more
    /// than English has among them. Two of them make it sure; among a few words one is a hint (*der*
    /// is German, *war* may be).
    pub fn language(&self, words: &[String]) -> Option<(&'t str, bool)> {
        let count = |list: &HashSet<&str>| words.iter().filter(|w| list.contains(w.as_str())).count();
        let english = self.stops.iter().find(|(l, _)| *l == "english").map_or(0, |(_, list)| count(list));
        // The first of equals: max_by_key would take the last.
        self.stops
            .iter()
            .rev()
            .filter(|(l, _)| !matches!(*l, "english" | "han"))
            .map(|(l, list)| (*l, count(list)))
            .max_by_key(|(_, n)| *n)
            .filter(|(_, n)| *n > english && (*n >= 2 || FEW.contains(&words.len())))
            .map(|(l, n)| (l, n >= 2))
    }

    /// The base of an irregular form, or the word itself.
    pub fn base<'w>(&self, word: &'w str) -> &'w str
    where
        't: 'w,
    {
        self.base.get(word).copied().unwrap_or(word)
    }

    /// The irregular forms, by the stems of their bases.
    pub fn irregular(&self, stems: &Stems) -> HashMap<String, Vec<&'t str>> {
        let mut by_stem: HashMap<String, Vec<&'t str>> = HashMap::new();
        for (base, forms) in &self.forms {
            for stem in stems.of(base) {
                by_stem.entry(stem.into_owned()).or_default().extend(forms);
            }
        }
        by_stem
    }

    /// The word of the list of words alike that has the same stem as a word.
    pub fn alike_key(&self, word: &str, stems: &Stems) -> Option<&'t str> {
        if let Some((key, _)) = self.alike.get_key_value(word) {
            return Some(key);
        }
        let own = stems.of(word);
        let mut same: Vec<&'t str> = self
            .alike
            .keys()
            .copied()
            .filter(|k| k.starts_with(word.get(..1).unwrap_or(word)) && stems.of(k)[0] == own[0])
            .collect();
        same.sort_unstable();
        same.first().copied()
    }

    /// Words that often stand for a word.
    pub fn alike(&self, word: &str) -> &[&'t str] {
        self.alike.get(word).map_or(&[], Vec::as_slice)
    }
}

/// The stemmers that a query calls for.
pub struct Stems {
    latin: Vec<Stemmer>,
    cyrillic: Stemmer,
    greek: Stemmer,
    arabic: Stemmer,
}

impl Stems {
    /// English, and the given language.
    pub fn new(language: Option<&str>) -> Self {
        let other = language.and_then(|l| {
            Some(match l {
                "german" => Algorithm::German,
                "french" => Algorithm::French,
                "spanish" => Algorithm::Spanish,
                "portuguese" => Algorithm::Portuguese,
                "italian" => Algorithm::Italian,
                "dutch" => Algorithm::Dutch,
                "swedish" => Algorithm::Swedish,
                "danish" => Algorithm::Danish,
                "norwegian" => Algorithm::Norwegian,
                "finnish" => Algorithm::Finnish,
                "hungarian" => Algorithm::Hungarian,
                "romanian" => Algorithm::Romanian,
                "turkish" => Algorithm::Turkish,
                _ => return None,
            })
        });
        Self {
            latin: std::iter::once(Algorithm::English).chain(other).map(Stemmer::create).collect(),
            cyrillic: Stemmer::create(Algorithm::Russian),
            greek: Stemmer::create(Algorithm::Greek),
            arabic: Stemmer::create(Algorithm::Arabic),
        }
    }

    /// The stems of a folded word, one for each language at hand; the word itself where there is none.
    pub fn of<'w>(&self, word: &'w str) -> Vec<Cow<'w, str>> {
        let stem = |s: &Stemmer| s.stem(word);
        match word.chars().next() {
            _ if word.bytes().any(|b| b.is_ascii_digit()) => vec![Cow::Borrowed(word)],
            Some('a'..='z') => self.latin.iter().map(stem).collect(),
            Some('\u{0400}'..='\u{052f}') => vec![stem(&self.cyrillic)],
            Some('\u{0370}'..='\u{03ff}') => vec![stem(&self.greek)],
            Some('\u{0600}'..='\u{06ff}') => vec![stem(&self.arabic)],
            _ => vec![Cow::Borrowed(word)],
        }
    }
}

/// The stems of a text's content words, in their order; pairs of characters for scripts without spaces.
pub fn content(text: &str, lexicon: &Lexicon<'_>, stems: &Stems) -> Vec<String> {
    let folded = fold(text);
    let mut found = Vec::new();
    for run in runs(&folded) {
        let chars: Vec<char> = run.chars().collect();
        if chars.len() > 1 && runs_on(chars[0]) {
            found.extend(chars.windows(2).map(String::from_iter));
        } else if !lexicon.is_stop(&run, None) {
            found.extend(stems.of(lexicon.base(&run)).first().map(|s| s.to_string()));
        }
    }
    found
}

/// Runs of word characters of one sort in folded text: words, and stretches of scripts without spaces.
pub fn runs(folded: &str) -> Vec<String> {
    spans(folded).into_iter().map(|span| folded[span].to_owned()).collect()
}

/// Where they stand.
pub fn spans(folded: &str) -> Vec<Range<usize>> {
    let mut spans: Vec<Range<usize>> = Vec::new();
    let mut last = None;
    for (at, c) in folded.char_indices() {
        let sort = if runs_on(c) { Some(true) } else { c.is_alphanumeric().then_some(false) };
        let end = at + c.len_utf8();
        match (sort, spans.last_mut()) {
            (Some(_), Some(span)) if sort == last => span.end = end,
            (Some(_), _) => spans.push(at..end),
            (None, _) => {}
        }
        last = sort;
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_read() {
        let lexicon = Lexicon::parse(WORDS);
        assert!(lexicon.is_stop("the", None));
        assert!(!lexicon.is_stop("der", None));
        assert!(lexicon.is_stop("der", Some("german")));
        assert_eq!(lexicon.base("went"), "go");
        assert_eq!(lexicon.base("deploy"), "deploy");
        assert!(lexicon.irregular(&Stems::new(None))["run"].contains(&"ran"));
        assert!(lexicon.alike("toddler").is_empty(), "alike goes from the first word to the others");
        assert!(lexicon.alike("child").contains(&"kid"));
    }

    #[test]
    fn a_language_shows_in_its_function_words() {
        let lexicon = Lexicon::parse(WORDS);
        let of = |text: &str| lexicon.language(&text.split(' ').map(String::from).collect::<Vec<_>>());
        assert_eq!(of("wann wurde die datenbank auf den neuen host verschoben"), Some(("german", true)));
        assert_eq!(of("quelle est la base de donnees du projet"), Some(("french", true)));
        assert_eq!(of("where do we keep the logs"), None);
        assert_eq!(of("deploy"), None);
        assert_eq!(of("sicherung der datenbank"), Some(("german", false)));
        assert_eq!(of("der"), None);
    }

    #[test]
    fn stems_join_forms_and_leave_identifiers_alone() {
        let stems = Stems::new(Some("german"));
        let same = |a: &str, b: &str| stems.of(a).iter().any(|s| stems.of(b).contains(s));
        assert!(same("deployments", "deployment") && same("studies", "studying") && same("datenbanken", "datenbank"));
        assert!(same("развертывания", "развертывание"));
        assert!(!same("k8s", "k8"));
        assert!(!same("cat", "category"));
    }
}
