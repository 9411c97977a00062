//! Frames: subject, relation, value. `X lives in V`, `V is my name`, `Y moved X to V`.

use super::cue::{Cue, Cues};
use super::lexicon::Hit;
use super::reading::Reading;
use super::sort::Sort;
use super::words::{Kind, Word};

/// The class of frames made by an equals sign of language or a label: `X is V`, `X: V`.
pub const COPULA: usize = usize::MAX;

/// The subject of frames about whoever speaks.
pub const SELF: u64 = 1;

/// Subject, relation, value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// The class of the relation, or [`COPULA`].
    pub class: usize,
    /// The subject's content, order and fillers aside.
    pub subject: u64,
    /// The subject's words.
    pub about: Vec<u32>,
    /// The words of the value.
    pub value: std::ops::Range<usize>,
    /// Whether the subject holds one value at a time (of a class: always).
    pub functional: bool,
}

impl Frame {
    /// Its slot: frames of one relation and subject exclude each other.
    pub fn slot(&self) -> SlotKey {
        (self.class, self.subject)
    }
}

/// A frame's slot: class and subject.
pub type SlotKey = (usize, u64);

/// A class of relations: frames of one class with one subject fill one slot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Class {
    /// Its name in the rule file.
    pub name: String,
}

/// A part of a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Literal(Box<[u32]>),
    Subject,
    Value,
    Any,
}

/// A frame as the rule file writes it: `{s} lives in {v}`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    /// The class, by number.
    pub class: usize,
    /// How many literal words it has: of several that fit, the most specific one counts.
    pub weight: usize,
    /// `{d}`: the value is a day or a time of day; `{n}`: a bare number.
    pub sort: Option<Hole>,
    pieces: Vec<Piece>,
}

/// What a hole asks of its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hole {
    /// A day or a time of day.
    When,
    /// A number.
    Number,
}

impl Hole {
    /// Whether a value of that sort goes in.
    pub fn takes(self, r: &Reading, value: std::ops::Range<usize>) -> bool {
        match (self, r.sort(value.clone())) {
            (Self::When, Sort::Day | Sort::Clock) => r.begins_with_time(value),
            (Self::Number, sort) => sort == Sort::Number,
            _ => false,
        }
    }
}

/// Where subject and value stand, as positions in the list of words that was matched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fit {
    /// The subject; none where whoever speaks is meant.
    pub subject: Option<std::ops::Range<usize>>,
    /// The value.
    pub value: std::ops::Range<usize>,
}

impl Pattern {
    /// Reads a pattern; `plain` cuts its literals into words as it does the texts. `None` without a value or literal.
    pub fn parse(class: usize, text: &str, plain: impl Fn(&str) -> Vec<u32>) -> Option<Self> {
        let mut pieces = Vec::new();
        let mut sort = None;
        let mut weight = 0;
        for part in text.split_inclusive('}') {
            let (literal, hole) = match part.find('{') {
                Some(i) => (&part[..i], Some(&part[i..])),
                None => (part, None),
            };
            let literal: Box<[u32]> = plain(literal).into();
            weight += literal.len();
            if !literal.is_empty() {
                pieces.push(Piece::Literal(literal));
            }
            match hole {
                Some("{s}") => pieces.push(Piece::Subject),
                Some("{v}") => pieces.push(Piece::Value),
                Some("{d}") => {
                    sort = Some(Hole::When);
                    pieces.push(Piece::Value);
                }
                Some("{n}") => {
                    sort = Some(Hole::Number);
                    pieces.push(Piece::Value);
                }
                Some(_) => pieces.push(Piece::Any),
                None => {}
            }
        }
        (weight > 0 && pieces.contains(&Piece::Value)).then_some(Self { class, weight, sort, pieces })
    }

    /// The first literal word, by which patterns are looked up.
    pub fn first(&self) -> u32 {
        self.pieces.iter().find_map(|p| if let Piece::Literal(l) = p { Some(l[0]) } else { None }).unwrap_or(0)
    }

    /// Fits the pattern on words whose first literal stands at `at`. Holes take at least one word.
    pub fn fit(&self, words: &[u32], at: usize) -> Option<Fit> {
        let mut subject = None;
        let mut value = None;
        let mut hole: Option<&Piece> = None;
        let mut from = 0;
        let mut first = true;
        for piece in &self.pieces {
            let Piece::Literal(literal) = piece else {
                hole = Some(piece);
                continue;
            };
            let found = if first {
                words[at..].starts_with(literal).then_some(at)
            } else if hole.is_some() {
                (from + 1..=words.len().checked_sub(literal.len())?).find(|i| words[*i..].starts_with(literal))
            } else {
                words[from..].starts_with(literal).then_some(from)
            }?;
            match hole.take() {
                Some(_) if found == from => return None,
                Some(Piece::Subject) => subject = Some(from..found),
                Some(Piece::Value) => value = Some(from..found),
                _ => {}
            }
            first = false;
            from = found + literal.len();
        }
        match hole {
            Some(_) if from >= words.len() => return None,
            Some(Piece::Subject) => subject = Some(from..words.len()),
            Some(Piece::Value) => value = Some(from..words.len()),
            _ if from < words.len() => return None,
            _ => {}
        }
        Some(Fit { subject, value: value? })
    }
}

/// Words of a clause as patterns see them.
#[derive(Debug, Default)]
pub struct Plain {
    /// Where each stands.
    pub places: Vec<std::ops::Range<usize>>,
    /// Their hashes.
    pub hashes: Vec<u32>,
}

impl Plain {
    fn push(&mut self, place: std::ops::Range<usize>, hash: u32) {
        self.places.push(place);
        self.hashes.push(hash);
    }

    /// Puts the subject of another clause before all words.
    pub fn lead(&mut self, at: usize) {
        self.places.insert(0, at..at);
        self.hashes.insert(0, 0);
    }
}

/// The words of a range that say what is related to what: without fillers and negations, all forms of plain being
/// (`is now`, `was changed to`, `应为`) as one, and each compound that only looks like a relation (`负责人`) as one.
pub fn plain(words: &[Word], cues: &[Cues], hits: &[Hit], range: std::ops::Range<usize>) -> Plain {
    let dropped = Cue::Filler.bit() | Cue::Negation.bit();
    let bound = |h: &Hit| hits.iter().any(|b| b.cue == Cue::Bound && b.from <= h.from && h.to <= b.to);
    let colon = |hash: u32| [":", "："].iter().any(|colon| super::words::hash(colon) == hash);
    let mut plain = Plain { places: Vec::with_capacity(range.len() + 1), hashes: Vec::with_capacity(range.len() + 1) };
    let mut at = range.start;
    while at < range.end {
        let compound = hits.iter().filter(|h| h.cue == Cue::Bound && h.from == at && h.to <= range.end);
        if words[at].kind == Kind::Glyph
            && let Some(to) = compound.map(|h| h.to).max()
        {
            plain.push(at..to, words[at..to].iter().fold(3, |h: u32, w| h.rotate_left(7) ^ w.hash));
            at = to;
            continue;
        }
        let being = hits.iter().filter(|h| h.cue == Cue::Being && h.from == at && h.to <= range.end && !bound(h));
        if let Some(to) = being.map(|h| h.to).max() {
            plain.push(at..to, Cue::Being as u32);
            at = to;
            continue;
        }
        // A colon behind a topic says `is`.
        let is_colon = words[at].kind == Kind::Mark && colon(words[at].hash);
        let label = || cues[range.start] & Cue::Label.bit() != 0 || plain.hashes.contains(&(Cue::Being as u32));
        if is_colon && !plain.hashes.is_empty() && at + 1 < range.end && !label() {
            plain.push(at..at + 1, Cue::Being as u32);
            at += 1;
            continue;
        }
        if words[at].says() && cues[at] & dropped == 0 {
            plain.push(at..at + 1, words[at].hash);
        }
        at += 1;
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distill::rules::words;

    #[test]
    fn patterns_fit_where_their_words_stand() {
        for (pattern, text, want) in [
            ("{s} lives in {v}", "Ana lives in Berlin", Some((Some(0..1), 3..4))),
            ("{v} is my name", "Abigail is my name", Some((None, 0..1))),
            ("{_} moved {s} to {v}", "Ethan moved belt to cupboard", Some((Some(2..3), 4..5))),
            ("{s} lives in {v}", "lives in Berlin", None),
            ("{s}住在{v}", "李娜住在上海", Some((Some(0..2), 4..6))),
            ("{v} is my name", "Abigail is my name now", None),
        ] {
            let words: Vec<u32> = words::split(text).iter().map(|w| w.hash).collect();
            let plain = |text: &str| words::split(text).iter().map(|w| w.hash).collect();
            let pattern = Pattern::parse(0, pattern, plain).unwrap();
            let fit = words.iter().position(|w| *w == pattern.first()).and_then(|at| pattern.fit(&words, at));
            assert_eq!(fit.map(|f| (f.subject, f.value)), want, "{text}");
        }
    }
}
