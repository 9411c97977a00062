//! Comparing two texts: where they differ, whether that is a place for a value, what they share.

use std::ops::Range;

use super::counterpart::differ_twice;
use super::cue::{Cue, Cues, RELATION, any};
use super::lexicon::Lexicon;
use super::reading::{Reading, fold};
use super::words::{Kind, Word};

/// Two texts that read the same but for one place, as ranges of words in each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The place in the new text.
    pub new: Range<usize>,
    /// The place in the old text.
    pub old: Range<usize>,
    /// How many words stand before it in both, fillers aside.
    pub before: usize,
}

impl Reading {
    /// Content words in a range: no fillers, binders or speakers.
    pub fn content_in(&self, range: Range<usize>) -> impl Iterator<Item = usize> + '_ {
        let nothing: Cues = any!(Filler | Binding | Own | Negation);
        range.filter(move |i| self.words[*i].says() && self.cues[*i] & nothing == 0)
    }

    /// Whether a range has a content word.
    pub fn has_content(&self, range: Range<usize>) -> bool {
        self.content_in(range).next().is_some()
    }

    /// Whether a word is a content word.
    pub fn is_content(&self, at: usize) -> bool {
        self.has_content(at..at + 1)
    }

    /// Whether a range bears a number or a code-like word.
    pub fn is_exact(&self, range: Range<usize>) -> bool {
        range.into_iter().any(|i| matches!(self.words[i].kind, Kind::Number | Kind::Code))
    }

    /// The content of the words that are wanted: stems; pairs of glyphs. Sorted.
    pub fn content_where(&self, wanted: impl Fn(usize) -> bool) -> Vec<u32> {
        let nothing = any!(Filler | Binding | Own);
        let counts = |at: usize| self.words[at].says() && self.cues[at] & nothing == 0 && wanted(at);
        let mut content = Vec::with_capacity(self.words.len());
        for at in (0..self.words.len()).filter(|at| counts(*at)) {
            let word = self.words[at];
            if word.kind != Kind::Glyph {
                content.push(word.stem);
                continue;
            }
            let next = self.words.get(at + 1).filter(|n| n.kind == Kind::Glyph && n.start == word.end);
            if let Some(next) = next.filter(|_| counts(at + 1)) {
                content.push(fold(u64::from(word.hash), next.hash) as u32);
            }
        }
        content.sort_unstable();
        content.dedup();
        content
    }

    /// Stems of a range, fillers and marks aside.
    pub fn stems(&self, range: Range<usize>) -> Vec<u32> {
        self.says_in(range).map(|i| self.words[i].stem).collect()
    }

    /// Whether a range reads so, fillers and marks aside.
    pub fn reads(&self, range: &Range<usize>, stems: &[u32]) -> bool {
        self.says_in(range.clone()).map(|i| self.words[i].stem).eq(stems.iter().copied())
    }

    /// Words of a range, fillers and marks aside.
    pub fn says_in(&self, range: Range<usize>) -> impl DoubleEndedIterator<Item = usize> + Clone + '_ {
        range.filter(move |i| self.words[*i].says() && !self.is(*i, Cue::Filler))
    }

    /// Where a run of stems stands, fillers between them allowed. Only the first place.
    pub fn find(&self, stems: &[u32]) -> Option<Range<usize>> {
        let first = *stems.first()?;
        (0..self.words.len()).filter(|i| self.words[*i].stem == first).find_map(|from| self.find_from(stems, from))
    }

    /// The same, beginning at a word.
    pub fn find_from(&self, stems: &[u32], from: usize) -> Option<Range<usize>> {
        let mut at = from;
        for stem in stems {
            while at < self.words.len() && self.words[at].stem != *stem && self.is(at, Cue::Filler) && at > from {
                at += 1;
            }
            if at >= self.words.len() || self.words[at].stem != *stem {
                return None;
            }
            at += 1;
        }
        Some(from..at)
    }

    /// Aspects of the text without some of its words.
    pub fn aspects_without(&self, range: &Range<usize>, lexicon: &Lexicon) -> u128 {
        if range.is_empty() {
            return self.aspects;
        }
        lexicon.aspects(&self.words[..range.start]) | lexicon.aspects(&self.words[range.end..])
    }

    /// Whether the head ends in this word.
    pub fn at_tail(&self, stem: u32) -> bool {
        self.core.last().is_some_and(|i| self.words[*i].stem == stem)
    }

    /// Whether a range ends or begins a clause, words without content aside.
    pub fn at_edge(&self, range: &Range<usize>) -> bool {
        let clause = |i: &usize| self.words[*i].says() || matches!(self.text_of(*i), "'" | "\"" | "`" | "(" | "[");
        let after = (range.end..self.words.len()).take_while(clause);
        let before = (0..range.start).rev().take_while(clause);
        let silent = |i: usize| !self.is_content(i);
        after.clone().all(silent) || before.clone().all(silent)
    }
}

/// Whether two heads differ in one place only, where the old one states these stems.
pub fn differs_in(new: &Reading, old: &Reading, stems: &[u32]) -> bool {
    let ends = |r: &Reading| r.core.first().zip(r.core.last()).map(|(a, b)| (r.words[*a].hash, r.words[*b].stem));
    let Some((a, b)) = ends(new).zip(ends(old)) else { return false };
    // Most have neither end in common: then they differ as wholes.
    if a.0 != b.0 && a.1 != b.1 && old.core.len() != stems.len() {
        return false;
    }
    // Beside the value, the old one must say nothing that the new one does not.
    let stands = |word: &Word| new.words.iter().any(|w| w.hash == word.hash || w.stem == word.stem);
    if !old.core.iter().map(|i| &old.words[*i]).all(|word| stems.contains(&word.stem) || stands(word)) {
        return false;
    }
    difference(new, old).is_some_and(|d| old.says_in(d.old).map(|i| old.words[i].stem).eq(stems.iter().copied()))
}

/// Where two heads differ, if in one place only, with something on both sides of it.
pub fn difference(new: &Reading, old: &Reading) -> Option<Difference> {
    let (a, b) = (&new.core, &old.core);
    let same = |x: usize, y: usize| new.words[x].hash == old.words[y].hash;
    let before = a.iter().zip(b).take_while(|(x, y)| same(**x, **y)).count();
    let room = a.len().min(b.len()) - before;
    let after = a.iter().rev().zip(b.iter().rev()).take(room).take_while(|(x, y)| same(**x, **y)).count();
    let (mut from, mut a_to, mut b_to) = (before, a.len() - after, b.len() - after);
    if from == a_to || from == b_to {
        return None;
    }
    // `30 s` and `30 ms` differ as wholes.
    let number = |r: &Reading, at: &[usize], i: usize| r.words[at[i]].kind == Kind::Number;
    if from > 0 && number(new, a, from - 1) && !number(new, a, from) {
        from -= 1;
    }
    // `two reviewers` and `one reviewer` differ in the number.
    let counts = |r: &Reading, at: &[usize]| r.is_number(at[from]);
    let alike = |x: usize, y: usize| new.words[a[x]].stem == old.words[b[y]].stem;
    while a_to > from + 1 && b_to > from + 1 && counts(new, a) && counts(old, b) && alike(a_to - 1, b_to - 1) {
        (a_to, b_to) = (a_to - 1, b_to - 1);
    }
    // So do words of a script without spaces: 小本 and 小卡, not 本 and 卡.
    let joined = |r: &Reading, at: &[usize], i: usize| {
        let edges = RELATION | Cue::Preposition.bit() | Cue::Binding.bit();
        let inner = |word: usize| r.words[word].kind == Kind::Glyph && r.cues[word] & edges == 0;
        i > 0
            && i < at.len()
            && at[i] == at[i - 1] + 1
            && r.words[at[i]].start == r.words[at[i - 1]].end
            && inner(at[i])
            && inner(at[i - 1])
    };
    while joined(new, a, from) && joined(old, b, from) {
        from -= 1;
    }
    while joined(new, a, a_to) && joined(old, b, b_to) {
        (a_to, b_to) = (a_to + 1, b_to + 1);
    }
    // So does what stands in quotation marks.
    let quoted = |r: &Reading, at: &[usize], i: usize| r.words[at[i]].quoted;
    let one_quote = |r: &Reading, at: &[usize], i: usize| {
        i > 0 && i < at.len() && (at[i - 1]..=at[i]).all(|word| r.words[word].quoted)
    };
    while quoted(new, a, from) && quoted(old, b, from) && one_quote(new, a, from) && one_quote(old, b, from) {
        from -= 1;
    }
    while one_quote(new, a, a_to) && one_quote(old, b, b_to) {
        (a_to, b_to) = (a_to + 1, b_to + 1);
    }
    let (fresh, stale) = (a[from]..a[a_to - 1] + 1, b[from]..b[b_to - 1] + 1);
    if differ_twice((new, &fresh), (old, &stale)) {
        return None;
    }
    Some(Difference { new: fresh, old: stale, before: from })
}

/// A run of words at an edge of both heads: the value that two wordings share. In words of each.
pub fn shared_edge(a: &Reading, b: &Reading) -> Option<(Range<usize>, Range<usize>)> {
    let (x, y) = (&a.core, &b.core);
    let stem = |r: &Reading, i: usize| r.words[i].stem;
    let mut best: Option<(usize, Range<usize>, Range<usize>)> = None;
    let mut offer = |len: usize, xs: &[usize], ys: &[usize]| {
        if len == 0 || len == x.len() || len == y.len() || best.as_ref().is_some_and(|(l, ..)| *l >= len) {
            return;
        }
        let ranges = (xs[0]..xs[len - 1] + 1, ys[0]..ys[len - 1] + 1);
        // A single word behind other content is only a part of the value: `own runners`, `self-hosted runner`.
        let partial = |r: &Reading, at: usize| at > 0 && r.has_content(at - 1..at);
        let torn = |r: &Reading, at: usize| {
            let relation = any!(Copula | Many | Means | Preposition | Binding);
            let glyph = |i: usize| r.words[i].kind == Kind::Glyph;
            at > 0 && glyph(at) && glyph(at - 1) && r.cues[at - 1] & (relation | Cue::Filler.bit()) == 0
        };
        if torn(a, ranges.0.start) || torn(b, ranges.1.start) {
            return;
        }
        let content = a.content_in(ranges.0.clone()).count();
        let alone = content == 1 && !a.is_exact(ranges.0.clone());
        if content > 0 && !(alone && (partial(a, ranges.0.start) || partial(b, ranges.1.start))) {
            best = Some((len, ranges.0, ranges.1));
        }
    };
    let tail = x.iter().rev().zip(y.iter().rev()).take_while(|(i, j)| stem(a, **i) == stem(b, **j)).count();
    offer(tail, &x[x.len() - tail..], &y[y.len() - tail..]);
    for len in (1..x.len().min(y.len())).rev() {
        let (tx, hy) = (&x[x.len() - len..], &y[..len]);
        if tx.iter().zip(hy).all(|(i, j)| stem(a, *i) == stem(b, *j)) {
            offer(len, tx, hy);
        }
        let (hx, ty) = (&x[..len], &y[y.len() - len..]);
        if hx.iter().zip(ty).all(|(i, j)| stem(a, *i) == stem(b, *j)) {
            offer(len, hx, ty);
        }
    }
    best.map(|(_, x, y)| (x, y))
}

/// How many elements two sorted lists share.
pub fn shared(a: &[u32], b: &[u32]) -> usize {
    let (mut i, mut j, mut n) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        match a[i].cmp(&b[j]) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => {
                n += 1;
                i += 1;
                j += 1;
            }
        }
    }
    n
}
