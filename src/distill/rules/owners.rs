//! Names of what has several properties: who is told to have a doctor, a school and a bedtime is a thing of which this
//! and that is said, wherever the name stands.
//!
//! No list knows names, and not every script spells them with a capital. But `Vera's dentist`, `the port of mailroom`,
//! 网关的负责人 tell of what a property is, and what was told to have several of them is no property and no value.

use std::ops::Range;

use super::alternatives::Value;
use super::company::Company;
use super::cue::{CHANGE, Cue, Cues, VERBAL, any};
use super::lexicon::ByHash;
use super::reading::{Reading, fold};
use super::words::Kind;

/// How many properties show a thing.
const SEVERAL: u32 = 3;

/// The longest name, in words; a character counts half.
const LONGEST: usize = 4;

/// What a name does not hold.
const NO_NAME: Cues = VERBAL
    | CHANGE
    | any!(
        Preposition | Own | Demonstrative | Pronoun | Possessive | Moment | Whose | Joiner | Article | Opener | Label
    );

/// What was told to have which properties.
#[derive(Debug, Default)]
pub struct Owners {
    /// How many properties each has.
    told: Company,
    /// Names of what has several, by their first stem.
    names: ByHash<u32, Vec<Value>>,
}

impl Owners {
    /// Learns from a text.
    pub fn hear(&mut self, r: &Reading) {
        for (name, property) in r.owned() {
            let stems: Value = name.map(|i| r.words[i].stem).collect();
            let hash = stems.iter().fold(23, |hash, stem| fold(hash, *stem));
            if self.told.meet(hash, property) == Some(SEVERAL) {
                self.names.entry(stems[0]).or_default().push(stems);
            }
        }
    }

    /// How much was learned.
    pub fn size(&self) -> usize {
        self.told.pairs()
    }

    /// Where a text names things that have several properties.
    pub fn named(&self, r: &Reading) -> Vec<Range<usize>> {
        let (mut found, mut at) = (Vec::new(), r.lead);
        while at < r.head {
            let there = self.names.get(&r.words[at].stem).into_iter().flatten();
            let reads = |name: &&Value| {
                name.iter()
                    .enumerate()
                    .all(|(n, stem)| r.words.get(at + n).is_some_and(|w| w.says() && w.stem == *stem))
            };
            match there.filter(reads).map(Vec::len).max() {
                Some(len) => {
                    found.push(at..at + len);
                    at += len;
                }
                None => at += 1,
            }
        }
        found
    }
}

impl Reading {
    /// What a text says that something is or was.
    pub(super) fn stated_values(&self) -> Vec<Range<usize>> {
        let named = self.naming().into_iter().flat_map(|n| std::iter::once(&n.old).chain(&n.new));
        named.chain(self.frames.iter().map(|f| &f.value)).map(|value| self.trim(value.clone())).collect()
    }

    /// Names before a possessive and behind `of` or `for`, each with a hash of the property.
    fn owned(&self) -> Vec<(Range<usize>, u64)> {
        let name = |i: usize| self.words[i].says() && self.cues[i] & NO_NAME == 0 && !self.is_weekday(i);
        let half = |i: usize| if self.words[i].kind == Kind::Glyph { 1 } else { 2 };
        let fits = |range: &Range<usize>| {
            let weight: usize = range.clone().map(half).sum();
            (2..=LONGEST * 2).contains(&weight) && !range.clone().all(|i| self.is_number(i))
        };
        let stem = |i: &usize| self.words[*i].stem;
        let mut found = Vec::new();
        for at in self.lead..self.head {
            if self.is(at, Cue::Possessive) && !self.is(at, Cue::Own) {
                let glyph = self.words[at].kind == Kind::Glyph;
                let mut from = at;
                while from > self.lead && name(from - 1) {
                    from -= 1;
                }
                // `and then Aunt Vera's dentist`: a name with a capital begins with it.
                if !glyph {
                    let capital = (from..at).rev().take_while(|i| self.words[*i].capital).last();
                    from = capital.unwrap_or(at.saturating_sub(1).max(from));
                }
                let size = if glyph { 2 } else { 1 };
                let property: Vec<u32> =
                    (at + 1..self.head).take_while(|i| name(*i)).map(|i| stem(&i)).take(size).collect();
                if fits(&(from..at)) && property.len() == size {
                    found.push((from..at, property.into_iter().fold(29, fold)));
                }
            } else if self.is(at, Cue::Whose) && at > self.lead && name(at - 1) {
                let from = (at + 1..self.head).find(|i| !self.is(*i, Cue::Article)).unwrap_or(self.head);
                let to = (from..self.head).find(|i| !name(*i)).unwrap_or(self.head);
                if fits(&(from..to)) && to < self.words.len() && to - from <= 3 {
                    found.push((from..to, fold(29, stem(&(at - 1)))));
                }
            }
        }
        found
    }
}
