//! The word lists as a file has them: phrases by key (`words.filler`) and language, each with the hashes of its words.
//!
//! `build.rs` reads the built-in file with this module when the program is built, so that no run has to; a folder's own
//! `templates/rules.toml` is read by the run that finds it.

use std::borrow::Cow;

use toml::de::{DeTable, DeValue};

use super::words;

/// A phrase of a list.
#[derive(Debug, Clone)]
pub struct Phrase<'t> {
    /// As it is written.
    pub text: Cow<'t, str>,
    /// The hashes of its words.
    pub words: Cow<'t, [u32]>,
}

/// The phrases of a list by language.
pub type ByLanguage<'t> = Vec<(Cow<'t, str>, Vec<Phrase<'t>>)>;

/// Lists by key, in the order of their file.
#[derive(Debug, Default)]
pub struct Lists<'t> {
    /// All lists.
    pub by_key: Vec<(Cow<'t, str>, ByLanguage<'t>)>,
    /// Days within which recurrence counts, where the file says so.
    pub window: Option<i64>,
}

/// Why a file holds no lists.
#[derive(Debug)]
pub enum Misread {
    /// It is no TOML.
    Syntax(String),
    /// Something else than a list of phrases stands at a key.
    Misplaced(String),
}

/// Lists as the program is built with them: a line of `text` for each key, language and phrase, in `words` before the
/// hashes of each phrase their number.
#[derive(Debug, Clone, Copy)]
pub struct Packed {
    /// Keys, languages and phrases.
    pub text: &'static str,
    /// The hashes.
    pub words: &'static [u32],
    /// Days within which recurrence counts.
    pub window: Option<i64>,
}

/// Before a key.
pub const KEY: char = '\u{1}';

/// Before a language.
pub const LANGUAGE: char = '\u{2}';

impl<'t> Phrase<'t> {
    fn new(text: Cow<'t, str>) -> Self {
        let words = hashes(&text).into();
        Self { text, words }
    }
}

/// The hashes of the words of a phrase; `'s` is one, which a text has only at the end of another word.
pub fn hashes(phrase: &str) -> Vec<u32> {
    if phrase.starts_with('\'') { vec![words::hash(phrase)] } else { words::hashes(phrase) }
}

impl<'t> Lists<'t> {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// When it is no TOML, or holds something else than lists of phrases.
    pub fn read(text: &'t str) -> Result<Self, Misread> {
        let table = DeTable::parse(text).map_err(|e| Misread::Syntax(e.message().to_owned()))?;
        let mut lists = Self::default();
        for (outer, inner) in table.into_inner() {
            let outer = outer.into_inner();
            let DeValue::Table(inner) = inner.into_inner() else { return Err(Misread::Misplaced(outer.into_owned())) };
            if outer == "recurrence" {
                lists.window = inner.get("window-days").and_then(|days| match days.get_ref() {
                    DeValue::Integer(days) => i64::from_str_radix(days.as_str(), days.radix()).ok(),
                    _ => None,
                });
                continue;
            }
            for (name, languages) in inner {
                let key = format!("{outer}.{name}");
                let DeValue::Table(languages) = languages.into_inner() else { return Err(Misread::Misplaced(key)) };
                let mut by_language = Vec::with_capacity(languages.len());
                for (language, list) in languages {
                    let list = phrases(list.into_inner());
                    let list = list.ok_or_else(|| Misread::Misplaced(format!("{key}.{language}")))?;
                    by_language.push((language.into_inner(), list));
                }
                lists.by_key.push((key.into(), by_language));
            }
        }
        Ok(lists)
    }

    /// Puts a file's lists in the place of those of the same key and language.
    pub fn merge(&mut self, own: Self) {
        self.window = own.window.or(self.window);
        for (key, languages) in own.by_key {
            match self.by_key.iter_mut().find(|(k, _)| *k == key) {
                None => self.by_key.push((key, languages)),
                Some((_, there)) => {
                    for (language, list) in languages {
                        match there.iter_mut().find(|(l, _)| *l == language) {
                            Some((_, old)) => *old = list,
                            None => there.push((language, list)),
                        }
                    }
                }
            }
        }
    }
}

impl Packed {
    /// The lists.
    pub fn lists(self) -> Lists<'static> {
        let mut lists = Lists { by_key: Vec::new(), window: self.window };
        let mut words = self.words;
        for line in self.text.lines() {
            if let Some(key) = line.strip_prefix(KEY) {
                lists.by_key.push((key.into(), Vec::new()));
                continue;
            }
            let Some((_, languages)) = lists.by_key.last_mut() else { continue };
            if let Some(language) = line.strip_prefix(LANGUAGE) {
                languages.push((language.into(), Vec::new()));
                continue;
            }
            let Some((count, rest)) = words.split_first() else { continue };
            let (hashes, rest) = rest.split_at(*count as usize);
            words = rest;
            if let Some((_, list)) = languages.last_mut() {
                list.push(Phrase { text: line.into(), words: hashes.into() });
            }
        }
        lists
    }
}

/// The phrases of one list.
fn phrases(list: DeValue<'_>) -> Option<Vec<Phrase<'_>>> {
    let DeValue::Array(list) = list else { return None };
    let phrase = |value| if let DeValue::String(phrase) = value { Some(Phrase::new(phrase)) } else { None };
    list.into_iter().map(|value| phrase(value.into_inner())).collect()
}
