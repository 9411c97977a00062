//! The word lists of `templates/rules.toml`, ready for matching: phrases as hashed words.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::cue::{Cue, Cues, any};
use super::frame::{COPULA, Class, Pattern, plain};
use super::inflection;
use super::lists::{Lists, Misread, Packed, Phrase as Listed, hashes};
use super::opposites::Opposites;
use super::phrases::Phrases;
use super::reading::fold;
use super::words::{self, Word};
use crate::error::{Error, Result};

/// The lists of `templates/rules.toml`, as `build.rs` read them.
const BUILT_IN: Packed = include!(concat!(env!("OUT_DIR"), "/rules.rs"));

/// Hashes that are hashes already.
#[derive(Debug, Default, Clone, Copy)]
pub struct AsIs(u64);

impl Hasher for AsIs {
    fn finish(&self) -> u64 {
        // A table takes the lower bits, which names that end alike would share.
        self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(26)
    }
    fn write(&mut self, bytes: &[u8]) {
        for &b in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(b);
        }
    }
    fn write_u32(&mut self, n: u32) {
        self.0 = self.0.rotate_left(32) ^ u64::from(n);
    }
    fn write_u64(&mut self, n: u64) {
        self.0 = self.0.rotate_left(17) ^ n;
    }
}

/// A map whose keys are hashes, or as short as the names of entries. In no order: nothing may come of going through it.
pub type ByHash<K, V> = HashMap<K, V, BuildHasherDefault<AsIs>>;

/// A set of hashes.
pub type HashesOf<K> = std::collections::HashSet<K, BuildHasherDefault<AsIs>>;

/// What a phrase stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// A cue.
    Cue(Cue),
    /// An aspect, by number.
    Aspect(u8),
}

/// A phrase found in a text: words `from..to`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hit {
    /// What it signals.
    pub cue: Cue,
    /// Its first word.
    pub from: usize,
    /// The word after its last.
    pub to: usize,
}

#[derive(Debug, Clone, Default)]
struct Starts {
    alone: Cues,
    aspects: u128,
    /// Cues that a word has alone and does not bear.
    unborne: Vec<Cue>,
    /// Whether longer phrases begin with the word.
    leads: bool,
}

/// A phrase of `[synonym.*]` or `[quality.*]` that begins a run of words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Synonym {
    /// What all phrases of the group stand for.
    pub sense: u32,
    /// How many words it has.
    pub words: usize,
    /// Whether it says the same wherever it stands: `short answers`, `answers are short`.
    pub free: bool,
}

/// The other words of a phrase that has synonyms, and what it stands for.
type Phrase = (Box<[u32]>, Synonym);

/// The words of a longer phrase after its first two, and what it means.
type Longer = (Box<[u32]>, Meaning);

/// All lists, compiled.
#[derive(Debug, Clone, Default)]
pub struct Lexicon {
    starts: ByHash<u32, Starts>,
    /// Longer phrases by their first two words: the other ones, the longest first.
    longer: ByHash<u64, Vec<Longer>>,
    /// By the first word: the other ones.
    synonyms: ByHash<u32, Vec<Phrase>>,
    /// Phrases that are each other's opposite.
    pub opposites: Opposites,
    /// The classes of relations.
    pub classes: Vec<Class>,
    /// Patterns by the first word of their rarest literal.
    pub patterns: ByHash<u32, Vec<Pattern>>,
    /// Phrases that relate in one way: `[relation.*]`.
    pub relations: Phrases,
    /// States of which one holds at a time: `[state.*]`.
    pub states: Phrases,
    /// The forms of irregular words and the root of each: `written` and `writ`.
    bases: ByHash<u32, u32>,
    /// Days within which recurrence counts.
    pub window: i64,
}

/// More words than the lists begin with, so that their map is made once.
const MANY: usize = 3000;

impl Lexicon {
    /// Reads the built-in lists with the folder's own on top.
    pub fn parse(overriding: Option<&str>) -> Result<Self> {
        let mut lists = BUILT_IN.lists();
        if let Some(text) = overriding {
            lists.merge(Lists::read(text).map_err(misread)?);
        }
        let Lists { by_key: lists, window } = lists;
        let mut lexicon = Self { window: window.unwrap_or(45), ..Self::default() };
        lexicon.starts.reserve(MANY);
        lexicon.longer.reserve(MANY);
        // Patterns come last: fillers are dropped from them as from the texts.
        let (classes, words): (Vec<_>, Vec<_>) = lists.iter().partition(|(key, _)| key.starts_with("class."));
        let mut verbs = Vec::new();
        let mut groups = 0;
        for (key, languages) in words.into_iter().chain(classes) {
            let phrases = || languages.iter().flat_map(|(_, list)| list);
            if let Some(name) = key.strip_prefix("class.") {
                // `[class.is]`: other ways to say that something is something.
                let class = if name == "is" { COPULA } else { lexicon.classes.len() };
                if class != COPULA {
                    lexicon.classes.push(Class { name: name.to_owned() });
                }
                phrases().for_each(|p| lexicon.pattern(class, &p.text, &mut verbs));
            } else if key == "words.opposites" || key == "words.antonyms" {
                phrases().for_each(|p| lexicon.opposites.learn(&p.text, key == "words.antonyms"));
            } else if key.starts_with("relation.") || key.starts_with("state.") {
                groups += 1;
                let list = if key.starts_with("state.") { &mut lexicon.states } else { &mut lexicon.relations };
                for (_, phrases) in languages {
                    (0..).zip(phrases).for_each(|(member, phrase)| list.learn(&phrase.text, groups, member));
                }
            } else if key == "words.family" {
                phrases().for_each(|family| lexicon.kin(&family.text));
            } else if key.starts_with("synonym.") || key.starts_with("quality.") {
                phrases().for_each(|p| lexicon.same_as(&p.words, words::hash(key), key.starts_with("quality.")));
            } else if key.starts_with("aspect.") {
                let number = lists.iter().filter(|(k, _)| k.starts_with("aspect.")).position(|(k, _)| k == key);
                let number = number.and_then(|n| u8::try_from(n).ok()).filter(|n| *n < 128);
                let number = number.ok_or_else(|| Error::usage("`templates/rules.toml` has more than 128 aspects"))?;
                phrases().for_each(|p| lexicon.phrase(&p.words, Meaning::Aspect(number)));
            } else {
                let cue = Cue::KEYS.iter().find(|(k, _)| k == key).map(|(_, c)| *c);
                let cue = cue.ok_or_else(|| {
                    Error::usage(format!("`templates/rules.toml` has an unknown list `[{key}]`"))
                        .hint("`docs/rules.md` names all lists")
                })?;
                if key.starts_with("change.alter") && matches!(cue, Cue::Alter | Cue::AlterPlace | Cue::AlterOwner) {
                    languages.iter().for_each(|(language, list)| lexicon.alter(cue, language == "en", list));
                    continue;
                }
                phrases().for_each(|p| lexicon.phrase(&p.words, Meaning::Cue(cue)));
            }
        }
        verbs.iter().for_each(|verb| lexicon.phrase(&hashes(verb), Meaning::Cue(Cue::Verb)));
        let negations = |hash: u32| lexicon.cues_of(hash) & Cue::Negation.bit() != 0;
        let denying = lexicon.opposites.denying(negations);
        lexicon.opposites.settle(&denying);
        for phrases in lexicon.longer.values_mut() {
            phrases.sort_by_key(|(rest, _)| std::cmp::Reverse(rest.len()));
        }
        Ok(lexicon)
    }

    /// Verbs of altering. In English each is `base` or `base / past / participle`, regular forms are made; the past ones tell
    /// of what happened. In other languages a phrase stands for itself and tells so.
    fn alter(&mut self, cue: Cue, inflected: bool, list: &[Listed<'_>]) {
        for verb in list {
            if !inflected {
                [cue, Cue::Altered].iter().for_each(|cue| self.phrase(&verb.words, Meaning::Cue(*cue)));
                continue;
            }
            let (plain, past) = inflection::forms(&verb.text);
            plain.iter().chain(&past).for_each(|form| self.phrase(&hashes(form), Meaning::Cue(cue)));
            past.iter().for_each(|form| self.phrase(&hashes(form), Meaning::Cue(Cue::Altered)));
        }
    }

    fn phrase(&mut self, words: &[u32], meaning: Meaning) {
        let Some((first, rest)) = words.split_first() else { return };
        let starts = self.starts.entry(*first).or_default();
        if let [second, rest @ ..] = rest {
            starts.leads = true;
            self.longer.entry(two(*first, *second)).or_default().push((rest.into(), meaning));
            return;
        }
        match meaning {
            Meaning::Cue(cue) if !cue.is_borne() => starts.unborne.push(cue),
            Meaning::Cue(cue) => starts.alone |= cue.bit(),
            Meaning::Aspect(n) => starts.aspects |= 1 << n,
        }
    }

    fn same_as(&mut self, words: &[u32], sense: u32, free: bool) {
        let Some((first, rest)) = words.split_first() else { return };
        let synonym = Synonym { sense, words: words.len(), free };
        self.synonyms.entry(*first).or_default().push((rest.into(), synonym));
    }

    /// The longest phrase with synonyms with which a run of words begins.
    pub fn synonym(&self, words: &[Word]) -> Option<Synonym> {
        let (first, rest) = words.split_first().filter(|(first, _)| !first.quoted)?;
        let fits = |phrase: &[u32]| phrase.len() <= rest.len() && rest.iter().zip(phrase).all(|(w, h)| w.hash == *h);
        let phrases = self.synonyms.get(&first.hash)?.iter();
        phrases.filter(|(phrase, _)| fits(phrase)).map(|(_, synonym)| *synonym).max_by_key(|s| s.words)
    }

    fn pattern(&mut self, class: usize, text: &str, verbs: &mut Vec<String>) {
        let plain = |literal: &str| {
            let words = words::split(literal);
            let (cues, hits, _) = self.scan(&words);
            plain(&words, &cues, &hits, 0..words.len()).hashes
        };
        if let Some(pattern) = Pattern::parse(class, text, plain) {
            let verb = text.strip_prefix("{s}").and_then(|rest| rest.split('{').next()).map(str::trim);
            if let Some(verb) = verb.filter(|v| !v.is_empty() && class != COPULA) {
                verbs.push(verb.to_owned());
            }
            self.patterns.entry(pattern.first()).or_default().push(pattern);
        }
    }

    /// Words of one family: `write / wrote / written`.
    fn kin(&mut self, family: &str) {
        let root = |word: &str| words::hash(words::root(word));
        let base = family.split(" / ").next().map_or(0, root);
        self.bases.extend(family.split(" / ").map(|word| (words::hash(word), base)));
    }

    /// The root of an irregular word.
    pub fn base(&self, hash: u32) -> Option<u32> {
        self.bases.get(&hash).copied()
    }

    /// The cues of a word standing alone.
    pub fn cues_of(&self, hash: u32) -> Cues {
        self.starts.get(&hash).map_or(0, |s| s.alone)
    }

    /// Whether a word alone tells what a text is about.
    pub fn is_aspect(&self, hash: u32) -> bool {
        self.starts.get(&hash).is_some_and(|s| s.aspects != 0)
    }

    /// Finds all phrases: cues per word (all words of a phrase bear its cue), hits, aspects.
    pub fn scan(&self, words: &[Word]) -> (Vec<Cues>, Vec<Hit>, u128) {
        let mut cues = vec![0; words.len()];
        let mut hits = Vec::with_capacity(words.len());
        let mut aspects = 0;
        for (at, word) in words.iter().enumerate() {
            if word.quoted {
                continue;
            }
            let Some(starts) = self.starts.get(&word.hash) else { continue };
            cues[at] |= starts.alone | if starts.aspects == 0 { 0 } else { Cue::Aspect.bit() };
            aspects |= starts.aspects;
            let mut alone = starts.alone & !Self::SILENT;
            while alone != 0 {
                let bit = alone.trailing_zeros();
                alone &= alone - 1;
                hits.push(Hit { cue: Cue::KEYS[bit as usize].1, from: at, to: at + 1 });
            }
            for (to, meaning) in self.longer(words, at, starts) {
                match meaning {
                    Meaning::Aspect(n) => {
                        aspects |= 1 << n;
                        cues[at..to].iter_mut().for_each(|c| *c |= Cue::Aspect.bit());
                    }
                    Meaning::Cue(cue) => {
                        let bit = if cue.is_borne() { cue.bit() } else { 0 };
                        cues[at..to].iter_mut().for_each(|c| *c |= bit);
                        hits.push(Hit { cue, from: at, to });
                    }
                }
            }
        }
        (cues, hits, aspects)
    }

    /// The aspects of some words alone, as [`Lexicon::scan`] finds them.
    pub fn aspects(&self, words: &[Word]) -> u128 {
        let mut aspects = 0;
        for (at, word) in words.iter().enumerate().filter(|(_, word)| !word.quoted) {
            let Some(starts) = self.starts.get(&word.hash) else { continue };
            aspects |= starts.aspects;
            for (_, meaning) in self.longer(words, at, starts) {
                if let Meaning::Aspect(n) = meaning {
                    aspects |= 1 << n;
                }
            }
        }
        aspects
    }

    /// The phrases that begin at a word and are longer, the longest first, and what it stands for alone but does not bear;
    /// each with the word behind it.
    fn longer<'s>(
        &'s self,
        words: &'s [Word],
        at: usize,
        starts: &'s Starts,
    ) -> impl Iterator<Item = (usize, Meaning)> + 's {
        let next = words.get(at + 1).filter(|next| starts.leads && !next.quoted);
        let phrases = next.and_then(|next| self.longer.get(&two(words[at].hash, next.hash))).into_iter().flatten();
        let found = phrases.filter(move |(rest, _)| follows(words, at + 2, rest));
        let alone = starts.unborne.iter().map(move |cue| (at + 1, Meaning::Cue(*cue)));
        found.map(move |(rest, meaning)| (at + 2 + rest.len(), *meaning)).chain(alone)
    }

    /// Cues that are asked for word by word only.
    const SILENT: Cues = any!(Filler | Compound | Article | Binding | Own | Preposition | Hollow);
}

/// The first two words of a phrase.
fn two(first: u32, second: u32) -> u64 {
    fold(u64::from(first) << 32, second)
}

/// Whether the rest of a phrase stands at a word, unquoted.
fn follows(words: &[Word], at: usize, rest: &[u32]) -> bool {
    words.get(at..at + rest.len()).is_some_and(|there| there.iter().zip(rest).all(|(w, h)| w.hash == *h && !w.quoted))
}

fn misread(misread: Misread) -> Error {
    match misread {
        Misread::Syntax(message) => {
            Error::usage("cannot read `templates/rules.toml`").because(std::io::Error::other(message))
        }
        Misread::Misplaced(key) => Error::usage(format!("`templates/rules.toml`: `{key}` is not a list of phrases"))
            .hint("lists look like `[words.filler]` with a line `de = [\"der\", \"die\", \"das\"]`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_lists_are_sound() {
        let lexicon = Lexicon::parse(None).unwrap();
        let file = include_str!("../../../templates/rules.toml");
        assert!((Cue::Sunday as u32) < Cues::BITS);
        assert!(lexicon.classes.len() > 5);
        for (key, _) in Cue::KEYS {
            let made = matches!(*key, "frame.verb" | "frame.aspect" | "change.altered");
            assert!(made || file.contains(&format!("[{key}]")), "{key}");
        }
    }

    #[test]
    fn a_third_language_joins_without_code() {
        let lexicon =
            Lexicon::parse(Some("[words.negation]\nde = [\"nicht\", \"kein\"]\n[words.filler]\nen = [\"uh\"]\n"))
                .unwrap();
        assert_ne!(lexicon.cues_of(words::hash("nicht")) & Cue::Negation.bit(), 0);
        assert_ne!(lexicon.cues_of(words::hash("not")) & Cue::Negation.bit(), 0);
        assert_eq!(lexicon.cues_of(words::hash("the")) & Cue::Filler.bit(), 0, "a list given again replaces");
    }

    #[test]
    fn mistakes_are_named() {
        for (text, want) in [
            ("[words.fillers]\nde = []", "`templates/rules.toml` has an unknown list `[words.fillers]`"),
            ("[words]\nfiller = 3", "`templates/rules.toml`: `words.filler` is not a list of phrases"),
            ("[words.filler]\nde = [3]", "`templates/rules.toml`: `words.filler.de` is not a list of phrases"),
            ("[words", "cannot read `templates/rules.toml`"),
        ] {
            let error = Lexicon::parse(Some(text)).unwrap_err();
            assert!(error.to_string().starts_with(want), "{error}");
        }
    }
}
