//! Remarks: what explains or comments on what stands before it, states nothing of its own and goes with it.
//!
//! Three lists of `templates/rules.toml` tell where one begins: `words.because` anywhere, `words.reason` at the beginning
//! of a clause or sentence and behind a comma, `words.subordinate` behind a comma only. The phrases of `change.end`
//! are remarks as well, on a change.

use std::ops::Range;

use super::cue::{Cue, any};
use super::lexicon::Hit;
use super::reading::Reading;
use super::words::Kind;

impl Reading {
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
