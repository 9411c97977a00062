//! Where words of one text stand in another, in whatever form.
//!
//! What ended must be there as a whole, and a character may be all that is left of a word: 附 of 附上 (`covered`). Of
//! what changed an entry may lack a word, so that characters count in pairs only (`cover`).

use std::ops::Range;

use super::reading::Reading;
use super::words::{self, Kind, Word};

impl Reading {
    /// Where a range has a word, in whatever form.
    pub(super) fn find_word(&self, word: &Word, mut range: Range<usize>) -> Option<usize> {
        range.find(|i| self.words[*i].is(word))
    }

    /// Whether the text has a word by its stem.
    pub(super) fn has_stem(&self, stem: u32) -> bool {
        self.words.iter().any(|w| w.stem == stem)
    }

    /// Whether the text has a word, in whatever form.
    pub(super) fn has_word(&self, word: &Word) -> bool {
        self.words.iter().any(|w| w.is(word))
    }
}

/// The words of a range of `k` that say what the given words of `r` say; nothing unless it has all of them.
pub(super) fn covered(r: &Reading, words: &[usize], k: &Reading, range: Range<usize>) -> Option<Vec<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut lonely = 0;
    let mut from = range.start;
    while at < words.len() {
        let word = r.words[words[at]];
        if word.kind != Kind::Glyph {
            found.push(counterpart(r, words[at], k, range.clone())?);
            at += 1;
            continue;
        }
        // The longest run of characters that goes on in the entry.
        let run = |from: usize| {
            (0..words.len() - at)
                .take_while(|n| {
                    let (mine, theirs) = (words[at + n], from + n);
                    theirs < range.end
                        && r.words[mine].kind == Kind::Glyph
                        && r.words[mine].hash == k.words[theirs].hash
                })
                .count()
        };
        let (start, len) =
            (from..range.end).map(|i| (i, run(i))).max_by_key(|(i, len)| (*len, std::cmp::Reverse(*i)))?;
        if len == 0 {
            return None;
        }
        lonely += usize::from(len == 1);
        found.extend(start..start + len);
        from = start + len;
        at += len;
    }
    (lonely <= 1).then_some(found)
}

/// The forms by which a word may stand in another text: its own, and those of the parts of a compound, as in `the
/// no-deploys-on-Friday rule`; what stands between them says little.
pub(super) fn forms(r: &Reading, at: usize) -> Vec<u32> {
    let shown = r.text_of(at);
    let parts = shown.split('-').filter(|part| part.len() > 2 && part.len() < shown.len());
    std::iter::once(r.words[at].form).chain(parts.map(|part| words::hash(words::root(&part.to_lowercase())))).collect()
}

/// A word in whatever form, or the last one where all parts of it stand.
fn counterpart(r: &Reading, at: usize, k: &Reading, range: Range<usize>) -> Option<usize> {
    k.find_word(&r.words[at], range.clone()).or_else(|| {
        let of = |form: &u32| range.clone().find(|i| k.words[*i].form == *form);
        let parts: Option<Vec<usize>> = forms(r, at)[1..].iter().map(of).collect();
        parts?.last().copied()
    })
}

/// For each word of a subject where the entry has it: by stem or root, characters in pairs.
pub(super) fn cover(r: &Reading, subject: &[usize], k: &Reading) -> Vec<(usize, Option<usize>)> {
    let pair = |r: &Reading, at: usize| {
        let next = r.words.get(at + 1).filter(|n| n.kind == Kind::Glyph && n.start == r.words[at].end)?;
        (r.words[at].kind == Kind::Glyph).then_some((r.words[at].hash, next.hash))
    };
    let pairs: Vec<(usize, (u32, u32))> = (0..k.words.len()).filter_map(|at| Some((at, pair(k, at)?))).collect();
    let there = |p: (u32, u32)| pairs.iter().find(|(_, q)| *q == p).map(|(at, _)| *at);
    let covered = |at: usize| match r.words[at].kind {
        Kind::Glyph => {
            let onward = pair(r, at).and_then(there);
            let back = at.checked_sub(1).and_then(|b| pair(r, b)).and_then(there);
            onward.or(back.map(|at| at + 1))
        }
        _ => counterpart(r, at, k, 0..k.words.len()),
    };
    subject.iter().map(|at| (*at, covered(*at))).collect()
}
