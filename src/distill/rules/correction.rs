//! Corrections that name the right value: `Sorry, I meant 15:00`, `8 nodes, not 6`, 生日记错了，是 5 月 21 日.
//!
//! Who corrects names the wrong value, or the thing, or only a value of the same sort. In the last case one recent entry
//! must fit, and one only.

use std::ops::Range;

use super::claim::Claim;
use super::compose::composed;
use super::counterpart::other_thing;
use super::cue::{Cue, RELATION, any};
use super::known::Known;
use super::matcher::{Decision, Matcher};
use super::reading::Reading;
use super::replace::narrowed;
use super::sort::Sort;
use super::words::Kind;
use crate::distill::change::What;

/// For how many days back something said may be what a correction without a subject means.
const RECENT: i64 = 3;

impl Matcher<'_> {
    /// The right value in place of the wrong one.
    pub(super) fn by_correction(&self, claim: &Claim<'_>) -> Decision {
        let r = &claim.reading;
        if !claim.correction && r.naming().is_none() {
            return None;
        }
        if let Some(known) = self.by_denial(claim).filter(|_| claim.correction) {
            return Some(Ok(vec![claim.update(known, &r.text, "denies it, and says what holds")]));
        }
        let found = self.by_contrast(claim);
        let found =
            found.or_else(|| claim.correction.then(|| self.by_subject(claim).or_else(|| self.by_sort(claim)))?);
        let (known, old, new) = found.or_else(|| claim.correction.then(|| self.by_words(claim))?)?;
        let k = &known.reading;
        let why = format!("corrects “{}”: “{}”", k.shown(old.clone()), r.shown(new.clone()));
        // The entry's own wording says more than a correction: of what it is, and what else holds.
        let text = match composed((r, &new), (k, &old)) {
            Some(text) => text,
            None if k.clauses.len() == 1 => r.text.clone(),
            None => return None,
        };
        // Others that state the wrong value in other words go with it.
        let mut changes = self.replaced(claim, known, old, new, &[], why);
        for change in &mut changes {
            if let What::Update { text: said, .. } | What::Merge { text: said, .. } = &mut change.what {
                said.clone_from(&text);
            }
        }
        Some(Ok(changes))
    }

    /// `Noah isn't allergic to nuts, it's eggs`: the entry that says what is denied.
    fn by_denial<'s>(&'s self, claim: &'s Claim<'s>) -> Option<&'s Known> {
        let r = &claim.reading;
        let comma = r.hits(Cue::Cleft).map(|h| h.from).find(|at| r.after_pause(*at))? - 1;
        if !(r.lead..comma).any(|i| r.is(i, Cue::Negation)) {
            return None;
        }
        let denied: Vec<usize> = core(r, 0..comma).into_iter().filter(|i| !r.is(*i, Cue::Negation)).collect();
        only(self.correctable(claim, &denied).filter(|known| {
            let k = &known.reading;
            let theirs = core(k, 0..k.words.len());
            let same =
                denied.iter().all(|i| k.has_word(&r.words[*i])) && theirs.iter().all(|i| r.has_word(&k.words[*i]));
            same && denied.len() >= 2 && !k.negated
        }))
    }

    /// The same words in another order, but for one value: `the Oslo flight leaves from terminal 2`.
    fn by_words<'s>(&'s self, claim: &'s Claim<'s>) -> Option<Found<'s>> {
        let r = &claim.reading;
        let mine = core(r, 0..end(r));
        let exact = |r: &Reading, at: usize| {
            r.is_number(at) || r.words[at].kind == Kind::Code || r.sort(at..at + 1) != Sort::Name
        };
        let lacks = |a: &Reading, words: &[usize], b: &Reading| -> Vec<usize> {
            words.iter().copied().filter(|i| !a.is(*i, Cue::Binding) && !b.has_word(&a.words[*i])).collect()
        };
        only(self.correctable(claim, &mine).filter(|_| mine.len() >= 3).filter_map(|known| {
            let k = &known.reading;
            let theirs = core(k, k.clauses.first()?.clone());
            let [value] = lacks(r, &sourceless(r, &mine, k, &theirs), k).try_into().ok()?;
            let mut old = lacks(k, &theirs, r);
            // `Python 版本 3.8`, `Python 3.10`.
            old.retain(|i| !k.is(*i, Cue::Attribute));
            // What the value counts may be said by one of them only.
            let was = match old.as_slice() {
                [was] => *was,
                [was, unit] if *unit == was + 1 => *was,
                _ => return None,
            };
            let sorts = r.words[value].kind == k.words[was].kind && exact(r, value) && exact(k, was);
            let one = !k.negated && !r.negated && !k.is_listed(&(was..was + 1));
            (sorts && one).then_some((known, was..was + 1, value..value + 1))
        }))
    }

    /// Entries with any of some words of a claim that it may correct.
    fn correctable<'s>(&'s self, claim: &'s Claim<'s>, words: &[usize]) -> impl Iterator<Item = &'s Known> {
        let there = self.index.with_any(words.iter().map(|i| claim.reading.words[*i].form));
        there.into_iter().filter(|known| self.may_correct(claim, known))
    }

    fn may_correct(&self, claim: &Claim<'_>, known: &Known) -> bool {
        known.stated <= claim.day() && self.may_meet(claim, known)
    }

    /// `8 nodes, not 6`: the entry that states the wrong value of the same thing.
    fn by_contrast<'s>(&'s self, claim: &'s Claim<'s>) -> Option<Found<'s>> {
        let r = &claim.reading;
        let n = r.naming()?;
        let whole = n.new.clone()?;
        let denies = |h: super::lexicon::Hit| h.to <= n.old.start && h.to + 2 > n.old.start && negates(r, h.from);
        if !r.hits(Cue::Old).any(denies) {
            return None;
        }
        let stems = r.stems(n.old.clone());
        let mut fits: Vec<Found<'_>> = Vec::new();
        let mut bare = false;
        for (known, place) in self.stated(&stems) {
            let k = &known.reading;
            let Some(new) = narrowed(r, Some(whole.clone()), known, &stems) else { continue };
            let source = r.hits(Cue::Source).filter(|h| h.to <= new.start).map(|h| h.to).max().unwrap_or(0);
            let said = |i: &usize| *i >= source && !n.old.contains(i) && !new.contains(i) && !r.is(*i, Cue::Binding);
            let rest: Vec<usize> = core(r, 0..r.words.len()).into_iter().filter(said).collect();
            let values = [n.old.clone(), new.clone()];
            let long = r.content_in(new.clone()).count() > r.content_in(n.old.clone()).count() + 2;
            let fit = self.may_correct(claim, known)
                && !long
                && known.states(&r.stems(new.clone())).is_none()
                && rest.iter().all(|i| k.has_word(&r.words[*i]))
                && !other_thing((r, &values), (k, std::slice::from_ref(&place)));
            if fit {
                bare |= rest.is_empty();
                fits.push((known, place, new));
            }
        }
        fits.sort_by_key(|(known, ..)| std::cmp::Reverse(known.stated));
        match fits.as_slice() {
            [one] => Some(one.clone()),
            [one, next, ..] if one.0.stated > next.0.stated && bare => Some(one.clone()),
            _ => None,
        }
    }

    /// The same thing, and another value of the same sort: in the whole text, or without what is said around it of
    /// where it comes from (`Mum says …`) or what was wrong (`…, I had read the card wrong`).
    fn by_subject<'s>(&'s self, claim: &'s Claim<'s>) -> Option<Found<'s>> {
        let r = &claim.reading;
        let whole = 0..end(r);
        let found = only(self.with_subject(claim, whole).into_iter());
        found.or_else(|| {
            // The one that differs least, where one does.
            let size = |(_, old, new): &Found<'_>| old.len() + new.len();
            stretches(r).into_iter().find_map(|range| {
                let all = self.with_subject(claim, range.clone());
                let least = all.iter().map(size).min()?;
                let relates = |r: &Reading, words: &Range<usize>| words.clone().any(|i| r.cues[i] & RELATION != 0);
                // Another property is no other value.
                let fits = |(known, old, new): &Found<'_>| !relates(r, new) && !relates(&known.reading, old);
                only(all.into_iter().filter(|f| size(f) == least && fits(f)))
            })
        })
    }

    /// Entries that say another value of what a stretch of a claim says one.
    fn with_subject<'s>(&'s self, claim: &'s Claim<'s>, range: Range<usize>) -> Vec<Found<'s>> {
        let r = &claim.reading;
        let said = core(r, range.clone());
        let fits = |known: &'s Known| {
            let k = &known.reading;
            let theirs = core(k, k.clauses.first()?.clone());
            let mine = sourceless(r, &said, k, &theirs);
            let same = |(a, b): &(&usize, &usize)| r.words[**a].is(&k.words[**b]);
            let before = mine.iter().zip(&theirs).take_while(same).count();
            let room = mine.len().min(theirs.len()) - before;
            let after = mine.iter().rev().zip(theirs.iter().rev()).take(room).take_while(same).count();
            let (a, b) = (&mine[before..mine.len() - after], &theirs[before..theirs.len() - after]);
            let (new, old) = (*a.first()?..*a.last()? + 1, *b.first()?..*b.last()? + 1);
            let glyphs = mine[..before].iter().filter(|i| r.words[**i].kind == Kind::Glyph).count();
            if before - glyphs == 0 && glyphs < 2 || a.len() > 6 || b.len() > 6 {
                return None;
            }
            // A number within the name of the thing is no value: `ticket 101 is blocked`.
            let relates = |mut words: Range<usize>| words.any(|i| r.cues[i] & RELATION != 0);
            let part = relates(new.end..range.end) && !relates(r.lead..new.start);
            let sorts = r.sort(new.clone()) == k.sort(old.clone());
            let scopes = r.scope_of(new.clone()) == k.scope_of(old.clone());
            let one = !k.is_listed(&old) && !r.is_listed(&new) && !k.negated && !r.negated && !k.is_past();
            (sorts && !part && scopes && one).then_some((known, old, new))
        };
        self.correctable(claim, &said).filter_map(fits).collect()
    }

    /// Only a value: it belongs where one of its sort was stated last.
    fn by_sort<'s>(&'s self, claim: &'s Claim<'s>) -> Option<Found<'s>> {
        let r = &claim.reading;
        let mine = core(r, 0..end(r));
        let said = *mine.first()?..*mine.last()? + 1;
        let sort = r.sort(said.clone());
        let values = |r: &Reading| r.spans(r.lead..r.words.len()).into_iter().filter(|v| v.sort == sort);
        let new = only(values(r))?;
        // One word beside the value may tell what it counts.
        if sort == Sort::Name || said.len() > new.range.len() + 1 || r.negated {
            return None;
        }
        let recent = |k: &&Known| k.stated >= claim.day().plus(-RECENT) && self.may_correct(claim, k);
        let stated = self
            .index
            .all()
            .filter(recent)
            .flat_map(|known| values(&known.reading).filter(|v| v.unit == new.unit).map(move |v| (known, v.range)));
        let (known, old) = only(stated)?;
        Some((known, old, new.range))
    }
}

/// An entry, the wrong value in it, and the right one in the text.
type Found<'k> = (&'k Known, Range<usize>, Range<usize>);

/// What is found, if it is one.
fn only<T>(mut found: impl Iterator<Item = T>) -> Option<T> {
    found.next().filter(|_| found.next().is_none())
}

/// Where what a correction says ends: before a remark, or what it says is wrong.
fn end(r: &Reading) -> usize {
    let ends = |h: &super::lexicon::Hit| h.from > r.lead && matches!(h.cue, Cue::Correction) && r.after_pause(h.from);
    r.hits.iter().filter(|h| ends(h)).map(|h| h.from).min().unwrap_or(r.head)
}

/// What is left of a text without its first or last thoughts, where they are remarks.
fn stretches(r: &Reading) -> Vec<Range<usize>> {
    let mut segments: Vec<Range<usize>> = Vec::new();
    let mut at = r.lead;
    while at < r.words.len() {
        let segment = r.segment(at);
        at = segment.end + 1;
        segments.push(segment);
    }
    let mut stretches: Vec<Range<usize>> = Vec::new();
    // A remark tells where it comes from or that something was wrong, and names nothing.
    let remark = |range: Range<usize>| {
        let named =
            |i: usize| r.words[i].capital && i > range.start || matches!(r.words[i].kind, Kind::Code | Kind::Number);
        let tells = |h: &super::lexicon::Hit| {
            matches!(h.cue, Cue::Source | Cue::Correction | Cue::Label) && range.contains(&h.from)
        };
        !range.clone().any(named) && r.hits.iter().any(tells)
    };
    for n in 1..segments.len() {
        let (first, last) = (segments[0].start, segments[segments.len() - 1 - n].end);
        if remark(first..segments[n - 1].end) {
            stretches.push(segments[n].start..r.words.len());
        }
        if remark(last..r.words.len()) {
            stretches.push(first..last);
        }
    }
    stretches
}

/// Words without those before what an entry begins with, where they name a source: `According to the deed …`, 护士说….
fn sourceless(r: &Reading, mine: &[usize], k: &Reading, theirs: &[usize]) -> Vec<usize> {
    let begins = theirs.first().and_then(|first| mine.iter().position(|i| r.words[*i].is(&k.words[*first])));
    let named = |n: usize| {
        r.hits(Cue::Source)
            .any(|h| mine[..n].iter().any(|i| h.from <= *i && *i < h.to) || h.to <= mine[n] && h.from >= r.lead)
    };
    mine[begins.filter(|n| *n > 0 && named(*n)).unwrap_or(0)..].to_vec()
}

/// The words of a range that say of what a value is which: without forms of being, speakers, and what only says that
/// something is corrected.
fn core(r: &Reading, range: Range<usize>) -> Vec<usize> {
    let idle = any!(Filler | Article | Own | Idle | Correction | Opener | LeadIn | Label | Old);
    // `The user's`: of whoever speaks.
    let owned = |i: usize| r.text_of(i) == "'s" && i > 0 && r.is(i - 1, Cue::Own);
    let being = |i: usize| r.is(i, Cue::Copula) && (r.is(i, Cue::Binding) || r.is(i, Cue::Normative));
    range
        .filter(|i| r.words[*i].says() && (r.words[*i].quoted || r.cues[*i] & idle == 0 && !being(*i) && !owned(*i)))
        .collect()
}

/// Whether a phrase for an old value denies it, rather than tells of a change.
fn negates(r: &Reading, at: usize) -> bool {
    (at..(at + 2).min(r.words.len())).any(|i| r.is(i, Cue::Negation))
}
