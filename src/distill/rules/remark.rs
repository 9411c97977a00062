//! Remarks: what explains or comments on what stands before it, states nothing of its own and goes with it.
//!
//! Three lists of `templates/rules.toml` tell where one begins: `words.because` anywhere, `words.reason` at the beginning
//! of a clause or sentence and behind a comma, `words.subordinate` behind a comma only. The phrases of `change.end`
//! are remarks as well, on a change.

use std::ops::Range;

use super::company::Company;
use super::cue::{Cue, any};
use super::lexicon::Hit;
use super::reading::{Reading, fold};
use super::words::Kind;

/// Behind how many different statements a remark must have stood before it is known to say nothing of any of them.
const SEVERAL: u32 = 3;

/// What was said behind statements: the same words behind several different ones are a remark (`Please pass it on`).
#[derive(Debug, Default)]
pub struct Remarks {
    /// Behind how many statements.
    behind: Company,
}

impl Remarks {
    /// Takes in what a text says behind its first statement.
    pub fn hear(&mut self, r: &Reading) {
        for tail in r.pieces(&(r.head..r.words.len())) {
            self.behind.meet(r.hash_of(&tail), r.norm);
        }
    }

    /// Whether some words of a text are remarks that stood behind several statements, and nothing else.
    pub fn are(&self, r: &Reading, range: &Range<usize>) -> bool {
        let known = |tail: &Range<usize>| self.behind.of(r.hash_of(tail)) >= SEVERAL;
        let pieces = r.pieces(range);
        !pieces.is_empty() && pieces.iter().all(known)
    }

    /// Whether a word stands in such a remark, behind the first statement of a text.
    pub fn hold(&self, r: &Reading, at: usize) -> bool {
        let tails = || r.pieces(&(r.head..r.words.len()));
        at >= r.head && tails().iter().any(|tail| tail.contains(&at) && self.are(r, tail))
    }
}

impl Reading {
    /// What stands behind the last comma of the head.
    pub(super) fn behind_comma(&self) -> Option<Range<usize>> {
        let comma = (self.lead + 1..self.head).rev().find(|i| self.is_comma(*i));
        comma.map(|comma| comma..self.head)
    }

    /// Several words in brackets at the end of the head.
    pub(super) fn bracketed(&self) -> Option<Range<usize>> {
        let last = self.head.checked_sub(1).filter(|last| matches!(self.text_of(*last), ")" | "）"))?;
        let open = (self.lead + 1..last).rev().find(|i| matches!(self.text_of(*i), "(" | "（"))?;
        (last - open > 2).then_some(open..self.head)
    }

    /// The first clause behind a head that tells nothing: `Reviewers complained; 200 lines is the limit`.
    pub(super) fn told_behind(&self) -> Option<Range<usize>> {
        if self.head >= self.words.len() || self.tells(&(self.lead..self.head)) {
            return None;
        }
        let clause = self.pieces(&(self.head..self.words.len())).into_iter().next()?;
        (self.tells(&clause) && !self.is_reason(&clause) && !self.is_remark(&clause)).then_some(clause)
    }

    /// Some words, cut at semicolons and at the ends of sentences.
    fn pieces(&self, range: &Range<usize>) -> Vec<Range<usize>> {
        let (mut pieces, mut from) = (Vec::new(), range.start);
        for at in range.clone().chain([range.end]) {
            let cuts = |at: usize| matches!(self.text_of(at), ";" | "；") || self.ends_sentence(at);
            if at == range.end || cuts(at) {
                let piece = self.trim(from..at);
                if !piece.is_empty() {
                    pieces.push(piece);
                }
                from = at + 1;
            }
        }
        pieces
    }

    /// A hash of its words.
    pub(super) fn hash_of(&self, range: &Range<usize>) -> u64 {
        range.clone().filter(|i| self.words[*i].says()).fold(11, |hash, i| fold(hash, self.words[i].hash))
    }

    /// Whether a remark begins at a word or mark within a statement: `because …`, `, which …`, `(said at breakfast)`.
    pub(super) fn begins_remark(&self, at: usize) -> bool {
        let begins = |from: usize, lists: &[Cue]| self.hits.iter().any(|h| h.from == from && lists.contains(&h.cue));
        match self.text_of(at) {
            "," | "，" => begins(at + 1, &[Cue::Because, Cue::Reason, Cue::Subordinate, Cue::End]),
            "(" | "（" => self.is_aside(at),
            _ => self.is(at, Cue::Because) && begins(at, &[Cue::Because]),
        }
    }

    /// Whether a bracket holds a remark (`(said at breakfast)`), not a scope or a unit (`(staging)`).
    fn is_aside(&self, open: usize) -> bool {
        let Some(close) = (open..self.words.len()).find(|i| matches!(self.text_of(*i), ")" | "）")) else {
            return false;
        };
        let inside = || self.words[open + 1..close].iter().enumerate().filter(|(_, w)| w.says());
        let plain = inside().all(|(i, w)| w.kind == Kind::Plain && (!w.capital || i == 0) || w.kind == Kind::Glyph);
        let last = close + 1 == self.words.len() || !self.words[close + 1].says();
        plain && last && inside().count() >= 3
    }

    /// Whether a clause or sentence explains what stands before it: a reason, a remark, how it came about.
    pub fn is_reason(&self, range: &Range<usize>) -> bool {
        let range = self.trim(range.clone());
        let opens = |h: &Hit| {
            range.contains(&h.from) && (range.start..h.from).all(|i| self.is(i, Cue::Filler) || !self.words[i].says())
        };
        // A label is one before its colon only.
        let label = |h: &Hit| h.to < self.words.len() && self.is_colon(h.to);
        self.hits.iter().filter(|h| opens(h)).any(|h| match h.cue {
            Cue::Label => label(h),
            Cue::Reason | Cue::Because | Cue::Settled | Cue::End => true,
            _ => false,
        })
    }

    /// Whether a sentence is a remark on the one before it, of nothing of its own: `Already in the wiki.`, `Please do
    /// not forget.`, `Said at breakfast.`
    pub fn is_remark(&self, range: &Range<usize>) -> bool {
        let range = self.trim(range.clone());
        let idle = Cue::Filler.bit();
        let spoken = any!(Article | Possessive | Additive);
        let opens = |h: Hit| h.from == range.start && h.to <= range.end;
        let idles = self.cues.get(range.start).is_some_and(|cues| cues & idle != 0 && cues & spoken == 0);
        let told = |h: Hit| (range.start..h.from).any(|i| self.words[i].says() && self.cues[i] & idle == 0);
        let aside = idles || self.hits(Cue::Past).any(opens);
        aside && !self.relations(&range).any(told)
    }

    /// Whether a clause compares or judges, as reasons do.
    pub(super) fn weighs(&self, range: &Range<usize>) -> bool {
        self.hits(Cue::Weighing).any(|h| range.contains(&h.from))
    }
}
