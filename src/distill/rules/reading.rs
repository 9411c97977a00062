//! Reading a text: its words, what they signal, its clauses and frames.

use std::cell::{OnceCell, RefCell};

use super::cue::{Cue, Cues, PROPERTY, any};
use super::frame::Frame;
use super::lexicon::{Hit, Lexicon};
use super::naming::{Naming, naming};
use super::pair::Forms;
use super::phrasing::Cut;
use super::restated::{Gist, gist};
use super::span::Span;
use super::words::{self, Kind, Word};

/// A text, read.
#[derive(Debug, Clone, Default)]
pub struct Reading {
    /// The text.
    pub text: String,
    /// Its words.
    pub words: Vec<Word>,
    /// What each word signals.
    pub cues: Vec<Cues>,
    /// Phrases found.
    pub hits: Vec<Hit>,
    /// Of which lists: most are asked for in vain.
    pub found: [Cues; 2],
    /// What it is about, as bits.
    pub aspects: u128,
    /// Its clauses, as ranges of words without marks at the ends.
    pub clauses: Vec<std::ops::Range<usize>>,
    /// Its frames.
    pub frames: Vec<Frame>,
    /// Content words (stems; pairs of glyphs), sorted.
    pub content: Vec<u32>,
    /// Words that name things, sorted.
    pub objects: Vec<u32>,
    /// Words for properties that things have: `port`, `owner`, parts of an aspect's phrase.
    pub attributes: Vec<u32>,
    /// Its first word behind an opening such as `Actually,` that says nothing of the matter.
    pub lead: usize,
    /// Word after the last of the head: what stands before the first semicolon or end of a sentence.
    pub head: usize,
    /// The words of the head, fillers and marks aside.
    pub core: Vec<usize>,
    /// Hash of the head, fillers aside.
    pub norm: u64,
    /// Hash of the head with negations taken out and opposites made one.
    pub bare: u64,
    /// Hash of the head whatever the order of its words.
    pub bag: u64,
    /// Hash of what it says in whatever synonyms; 0 where that is too little.
    pub sense: u64,
    /// Whether the head is negated, seen from `bare`.
    pub negated: bool,
    /// What is asked of some texts only, and of those again and again: found when it is asked first.
    pub(super) asked: Asked,
}

#[derive(Debug, Clone, Default)]
pub(super) struct Asked {
    pub(super) sentences: OnceCell<Vec<std::ops::Range<usize>>>,
    naming: OnceCell<Option<Naming>>,
    forms: OnceCell<Forms>,
    gist: OnceCell<Option<Gist>>,
    pub(super) spans: OnceCell<Vec<Span>>,
    /// What it says, as far as was known when it was asked last.
    pub(super) cut: RefCell<Option<Cut>>,
}

/// Folds a hash into a running one; order counts.
pub fn fold(into: u64, hash: u32) -> u64 {
    (into ^ u64::from(hash)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
}

/// Mixes two hashes, of which the first one is first.
pub fn pair(a: u64, b: u64) -> u64 {
    (a ^ 0x517c_c1b7_2722_0a95).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31) ^ b
}

/// Mixes two hashes, whichever is first.
pub fn both(a: u64, b: u64) -> u64 {
    pair(a.min(b), a.max(b))
}

impl Reading {
    /// Reads a text.
    pub fn of(text: &str, lexicon: &Lexicon) -> Self {
        let words = words::split(text);
        let (mut cues, hits, aspects) = lexicon.scan(&words);
        // `用` in `用户` is no means, `叫` in `叫醒` no name.
        let within = any!(Copula | Normative | Means | Preposition);
        for bound in hits.iter().filter(|h| h.cue == Cue::Bound) {
            cues[bound.from..bound.to].iter_mut().for_each(|c| *c &= !within);
        }
        let mut found = [0; 2];
        for (part, bit) in hits.iter().map(|h| h.cue.place()) {
            found[part] |= bit;
        }
        let mut r = Self { text: text.to_owned(), words, cues, hits, found, aspects, ..Self::default() };
        r.find_opening();
        r.head = (r.lead..r.words.len()).find(|at| r.ends_head(*at)).unwrap_or(r.words.len());
        r.hash_head(lexicon);
        r.sense = r.sense_of(lexicon);
        r.find_clauses();
        r.content = r.content_where(|_| true);
        r.attributes = (0..r.words.len())
            .filter(|i| r.cues[*i] & (PROPERTY | Cue::Copula.bit()) != 0)
            .map(|i| r.words[i].stem)
            .collect();
        r.find_objects(lexicon);
        r.find_frames(lexicon);
        r
    }

    /// The old and new value that it names, if it names an old one.
    pub fn naming(&self) -> Option<&Naming> {
        self.asked.naming.get_or_init(|| naming(self)).as_ref()
    }

    /// Its words as they are compared with another text's.
    pub(super) fn forms(&self, lexicon: &Lexicon) -> &Forms {
        self.asked.forms.get_or_init(|| Forms::new(self, lexicon))
    }

    /// What it says, whatever its order; nothing where that is too little.
    pub(super) fn gist(&self, lexicon: &Lexicon) -> Option<&Gist> {
        self.asked.gist.get_or_init(|| gist(self, lexicon)).as_ref()
    }

    /// Whether a word has a cue.
    pub fn is(&self, at: usize, cue: Cue) -> bool {
        self.cues[at] & cue.bit() != 0
    }

    /// Whether any phrase of a list occurs.
    pub fn has(&self, cue: Cue) -> bool {
        let (part, bit) = cue.place();
        self.found[part] & bit != 0
    }

    /// The hits of a list.
    pub fn hits(&self, cue: Cue) -> impl Iterator<Item = Hit> + '_ {
        let hits = if self.has(cue) { self.hits.as_slice() } else { &[] };
        hits.iter().copied().filter(move |h| h.cue == cue)
    }

    /// The text of some words, for people.
    pub fn shown(&self, range: std::ops::Range<usize>) -> &str {
        match (self.words.get(range.start), range.end.checked_sub(1).and_then(|e| self.words.get(e))) {
            (Some(a), Some(b)) if a.start <= b.end => &self.text[a.start as usize..b.end as usize],
            _ => "",
        }
    }

    /// Its frame in the slot of another one.
    pub fn in_slot(&self, frame: &Frame) -> Option<&Frame> {
        self.frames.iter().find(|f| f.slot() == frame.slot())
    }

    /// Whether the head tells of the past, rather than reports in the past what was settled.
    pub fn is_past(&self) -> bool {
        let settled = |at: usize| at < self.words.len() && self.is(at, Cue::Settled);
        self.hits(Cue::Past).any(|h| h.to <= self.head && !settled(h.to) && !settled(h.from))
    }

    /// `negated` is a negation or the second side of a pair of opposites; both together cancel out.
    fn hash_head(&mut self, lexicon: &Lexicon) {
        self.core.reserve(self.head);
        let core = (0..self.head).filter(|i| self.words[*i].says() && self.cues[*i] & Cue::Filler.bit() == 0);
        self.core.extend(core);
        let (mut denied, mut turned, mut past) = (false, false, 0);
        for i in 0..self.core.len() {
            let at = self.core[i];
            let word = self.words[at];
            self.norm = fold(self.norm, word.hash);
            self.bag = self.bag.wrapping_add(fold(1, word.hash));
            if at < past {
                continue;
            }
            if let Some(side) = lexicon.opposites.at(self, at) {
                past = side.to;
                match side.group {
                    Some(group) => {
                        turned ^= side.second;
                        self.bare = fold(self.bare, group);
                    }
                    None => denied |= side.second,
                }
            } else if self.is(at, Cue::Negation) {
                denied = true;
            } else if !self.is(at, Cue::Auxiliary) {
                self.bare = fold(self.bare, word.stem);
            }
        }
        self.negated = denied ^ turned;
    }

    /// The characters of a word.
    pub fn text_of(&self, at: usize) -> &str {
        self.words[at].of(&self.text)
    }

    /// Words that name things: code-like ones, compounds such as `project-a`, capitals inside a sentence.
    fn find_objects(&mut self, lexicon: &Lexicon) {
        let mut starts = true;
        for (at, word) in self.words.iter().enumerate() {
            starts |= at == self.lead;
            let shown = word.of(&self.text);
            let names = match word.kind {
                Kind::Code => true,
                Kind::Plain if shown.contains('-') => is_name(shown, lexicon),
                Kind::Plain => {
                    let acronym = shown.len() <= 4 && shown.len() > 1 && shown.bytes().all(|b| b.is_ascii_uppercase());
                    word.capital
                        && !acronym
                        && !starts
                        && self.cues[at] & (Cue::Own.bit() | Cue::Binding.bit()) == 0
                        && !self.is_weekday(at)
                }
                _ => false,
            };
            if names && !word.quoted {
                self.objects.push(word.stem);
            }
            starts = word.kind == Kind::Mark && !matches!(shown, "," | "，" | "(" | "'" | "\"" | "`");
        }
        self.objects.sort_unstable();
        self.objects.dedup();
    }
}

/// Whether a compound names a thing: not one with a particle or ending that makes it an ordinary word.
fn is_name(shown: &str, lexicon: &Lexicon) -> bool {
    let particle = any!(Binding | Filler | Preposition | Own);
    let mut parts = shown.split('-').peekable();
    while let Some(part) = parts.next() {
        let last = parts.peek().is_none();
        let single = part.chars().count() == 1 && last;
        let cues = lexicon.cues_of(words::hash(part));
        let ordinary = cues & particle != 0 && !single || last && cues & Cue::Compound.bit() != 0;
        if ordinary || (last && (part.ends_with("ed") || part.ends_with("ing") || part.ends_with("er"))) {
            return false;
        }
    }
    !shown.starts_with('-')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Reading {
        Reading::of(text, &Lexicon::parse(None).unwrap())
    }

    fn frame(text: &str) -> Option<(u64, String)> {
        let r = read(text);
        r.frames.first().map(|f| (f.subject, r.shown(f.value.clone()).to_owned()))
    }

    #[test]
    fn wordings_of_one_relation_fill_one_slot() {
        for group in [
            &[
                ("My favourite colour is Purple.", "Purple"),
                ("White is my favourite colour.", "White"),
                ("The name of my favourite colour is Blue", "Blue"),
                ("My favourite colour could be described as Tan", "Tan"),
            ][..],
            &[
                ("Refer to me as Gary.", "Gary"),
                ("Mitchel is what I am called.", "Mitchel"),
                ("My name is Melvin", "Melvin"),
                ("My name has changed to Michael.", "Michael"),
                ("Start calling me by my name which is Conal.", "Conal"),
            ],
            &[("The belt is in the pantry.", "pantry"), ("Ethan moved the belt to the cupboard.", "cupboard")],
            &[("project-a listens on port 8080", "8080"), ("The port of project-a is 9000", "9000")],
            &[("数据库是PostgreSQL", "PostgreSQL"), ("数据库改为SQLite", "SQLite")],
        ] {
            let slots: Vec<_> = group.iter().map(|(text, _)| read(text).frames.first().map(|f| f.slot())).collect();
            assert!(slots[0].is_some() && slots.iter().all(|s| *s == slots[0]), "{group:?} {slots:?}");
            for (text, value) in group {
                assert_eq!(frame(text).map(|f| f.1).as_deref(), Some(*value), "{text}");
            }
        }
    }
}
