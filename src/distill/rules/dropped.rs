//! A value that is dropped beside the one that takes its place: `We've dropped Pylint, so the linter will be Ruff`,
//! `Scrap Pylint, we go with Ruff for the linter`, 食堂的颜色定为绿色，蓝色作废.
//!
//! Nothing is withdrawn there: the thing goes on, with another value.

use std::ops::Range;

use super::cue::{CHANGE, Cue, any};
use super::naming::{Naming, end, value};
use super::reading::Reading;
use super::words::Kind;

/// Words that say who drops something, or only hold a sentence together.
const IDLE: super::cue::Cues = CHANGE | any!(Filler | Own | Pronoun | LeadIn | Opener | Joiner | Idle | Settled);

/// The value that a text drops, and the one that it says holds instead.
pub(super) fn dropped(r: &Reading) -> Option<Naming> {
    if !r.has(Cue::Withdraw) && !r.has(Cue::Ended) {
        return None;
    }
    let hit =
        r.hits.iter().filter(|h| matches!(h.cue, Cue::Withdraw | Cue::Ended) && h.from >= r.lead).min_by_key(|h| {
            // At one place the longest.
            (h.from, std::cmp::Reverse(h.to))
        })?;
    let segment = r.segment(hit.from);
    if (segment.start..hit.from).any(|i| r.is(i, Cue::Negation) || r.is(i, Cue::Future) || r.is(i, Cue::Condition)) {
        return None;
    }
    let says = |range: Range<usize>| range.into_iter().any(|i| r.words[i].says() && r.cues[i] & IDLE == 0);
    let (before, after) = (says(segment.start..hit.from), says(hit.to..segment.end));
    let old = match (before, after) {
        (true, false) => value(r, segment.start..hit.from)?,
        (false, true) => value(r, hit.to..segment.end)?,
        _ => return None,
    };
    let first = !before; // `dropped OLD, …`: what follows is told to come of it
    let new = beside(r, &segment, first).filter(|new| r.stems(new.clone()) != r.stems(old.clone()))?;
    let named = |range: &Range<usize>| {
        let glyph = r.words[range.start].kind == Kind::Glyph;
        glyph || range.clone().any(|i| r.words[i].capital || matches!(r.words[i].kind, Kind::Code | Kind::Number))
    };
    // `…, the newsletter is cancelled` is another matter.
    let thing = r.text_of(segment.start).eq_ignore_ascii_case("the") && !named(&old);
    let property = r.is(old.end - 1, Cue::Attribute) && !r.is(new.end - 1, Cue::Attribute);
    // `Jun`, `April` are people as well.
    let month = |range: &Range<usize>| range.len() == 1 && r.is(range.start, Cue::Month);
    let alike = r.sort(old.clone()) == r.sort(new.clone()) || month(&old) || month(&new);
    (!property && (first || !thing) && alike).then_some(Naming { old, new: Some(new), parallel: false })
}

/// The value that another stretch of the text states: behind what drops one if that stands first, else before it.
fn beside(r: &Reading, segment: &Range<usize>, first: bool) -> Option<Range<usize>> {
    if !first {
        let before = segment.start.checked_sub(1)?;
        let frame = r.frames.iter().rev().find(|f| f.value.start < before && r.segment(f.value.start).end == before)?;
        return (!frame.about.is_empty()).then(|| value(r, frame.value.start..frame.value.end.min(before)))?;
    }
    if segment.end + 1 >= r.words.len() {
        return None;
    }
    let next = r.segment(segment.end + 1);
    if let Some(goes) = r.hits(Cue::NewClause).filter(|h| next.contains(&h.from)).max_by_key(|h| h.to) {
        if (next.start..goes.from).any(|i| r.words[i].says() && r.cues[i] & IDLE == 0) {
            return None;
        }
        let scope = (goes.to + 1..next.end).find(|i| r.is(*i, Cue::Scope)).unwrap_or(next.end);
        return value(r, goes.to..scope.min(end(r, goes.to, true)));
    }
    let tells = next.clone().any(|i| r.is(i, Cue::Future) || r.is(i, Cue::Marker) || r.is(i, Cue::Fresh))
        || r.text_of(next.start).eq_ignore_ascii_case("so");
    let frame = r.frames.iter().find(|f| next.contains(&f.value.start) && !f.about.is_empty()).filter(|_| tells)?;
    value(r, frame.value.start..frame.value.end.min(end(r, frame.value.start, true)))
}
