//! Whether a value of an entry is one that a change told of the same thing replaces.

use std::ops::Range;

use super::cue::{Cue, PROPERTY};
use super::reading::Reading;
use super::shift::{Shift, Turn};
use super::words::Kind;

/// A value as far as the next pause.
pub(super) fn clipped(k: &Reading, value: &Range<usize>) -> Range<usize> {
    // 无锡 begins with what looks like a negation.
    let glyph = |i: usize| k.words[i].kind == Kind::Glyph && k.is(i, Cue::Negation);
    let start = value.start - usize::from(value.start > 0 && glyph(value.start - 1));
    start..value.end.min(k.segment(value.start).end)
}

/// Whether the stretch around a word is negated.
pub(super) fn denied(r: &Reading, at: usize) -> bool {
    r.segment(at).any(|i| r.is(i, Cue::Negation))
}

/// Whether an entry says something behind or before a pause that the change does not say: no reason, no remark.
pub(super) fn says_more_beside(k: &Reading, old: &Range<usize>, r: &Reading) -> bool {
    let own = k.segment(old.start);
    let mut at = k.lead;
    while at < k.words.len() {
        let segment = k.segment(at);
        at = segment.end + 1;
        let remark = k.is_reason(&segment);
        let fresh = |i: &usize| !r.has_stem(k.words[*i].stem);
        if segment != own && !remark && k.content_in(segment).filter(fresh).count() >= 2 {
            return true;
        }
    }
    false
}

/// `the back office` in place of `Brussels`.
pub(super) fn common(r: &Reading, new: &Range<usize>, k: &Reading, old: &Range<usize>) -> bool {
    k.words[old.start].kind == Kind::Plain && k.is_proper(old) && !r.is_proper(new)
}

/// Whether two names are names in the same way: both proper, or neither. Scripts without capitals tell nothing.
pub(super) fn alike(r: &Reading, new: &Range<usize>, k: &Reading, old: &Range<usize>) -> bool {
    let spaced = |r: &Reading, range: &Range<usize>| r.words[range.start].kind != Kind::Glyph;
    !spaced(r, new) || !spaced(k, old) || r.is_proper(new) == k.is_proper(old)
}

/// What follows a relation of the entry: `We use npm for the web client`, CI 跑在 Jenkins 上, 结算模块由何静负责.
pub(super) fn related(
    r: &Reading,
    shift: &Shift,
    k: &Reading,
    covered: &[(usize, Option<usize>)],
) -> Option<Range<usize>> {
    if !shift.altered {
        return None;
    }
    let matched = || covered.iter().filter_map(|(_, there)| *there);
    let (first, last) = (matched().min()?, matched().max()?);
    let segment = k.segment(last);
    let glyph = |i: usize| k.words[i].kind == Kind::Glyph;
    let relates = |i: usize| match (glyph(i), shift.turn) {
        (true, _) if shift.act.is_some_and(|act| r.words[act].hash == k.words[i].hash) => true,
        (true, Turn::Owner) => matches!(k.text_of(i), "由" | "归"),
        (true, Turn::Place) => k.text_of(i) == "在" || k.is(i, Cue::Means),
        (true, Turn::Value) => k.is(i, Cue::Means),
        // `looks after`, `asked for` tell of no place.
        (false, Turn::Place) => {
            let place = k.is(i, Cue::Where) && !k.is(i, Cue::Scope) || k.is(i, Cue::Beside);
            k.is(i, Cue::Preposition) && place
        }
        // `Deploys go to AWS`, `majoring in chemistry`: right behind the name.
        (false, Turn::Value) => k.is(i, Cue::Means) || k.is(i, Cue::Preposition) && i > last && i <= last + 3,
        (false, Turn::Owner) => k.is(i, Cue::Passive) || k.text_of(i) == "by",
    };
    let at = segment.clone().find(|i| relates(*i) && (*i > segment.start || k.is(*i, Cue::Means)))?;
    let mut from = at + 1;
    while from < segment.end
        && (glyph(from) && k.cues[from] & (Cue::Means.bit() | Cue::Copula.bit()) != 0 || k.is(from, Cue::Filler))
    {
        from += 1;
    }
    let apart = |i: &usize| !glyph(*i) && *i > from && k.cues[*i] & (Cue::Preposition.bit() | Cue::Scope.bit()) != 0;
    let tail = |i: &usize| {
        glyph(*i) && *i > from && shift.turn == Turn::Owner && k.cues[*i] & (Cue::Verb.bit() | Cue::Aspect.bit()) != 0
    };
    let named = |i: &usize| *i > from && matched().any(|m| m == *i);
    let end = (from..segment.end).find(|i| apart(i) || tail(i) || named(i)).unwrap_or(segment.end);
    let value = k.trim(from..end);
    // In English many things are used by one: the subject is what it is for, or a topic.
    let purpose = first >= end;
    let topic = shift.subject.iter().any(|i| r.cues[*i] & (PROPERTY | Cue::Aspect.bit()) != 0);
    let single = glyph(at) || purpose || topic || shift.turn != Turn::Value || k.is(at, Cue::Preposition);
    (single && !value.is_empty() && (first < at || purpose)).then_some(value)
}
