//! Another value of the same thing in a script without spaces: 孩子由外婆带, 外婆回老家了，孩子现在由阿姨带.
//!
//! Such a text names what it speaks of first. Where one stretch of it tells that something is not as it was, begins with
//! what the entry speaks of, and goes on by the same verb (由…带, 点…, 放到…), to a place or to an amount of the same sort, the
//! rest is the new value.

use std::ops::Range;

use super::amount::spans;
use super::cue::Cue;
use super::lexicon::Lexicon;
use super::pair::{Pair, weight};
use super::reading::Reading;
use super::sort::Sort;
use super::words::Kind;

/// The value in an entry and the one in a text that has taken its place.
pub(super) fn succeeded(p: &Pair<'_>, lexicon: &Lexicon) -> Option<(Range<usize>, Range<usize>)> {
    let r = p.r;
    let mut at = r.lead;
    while at < r.words.len() {
        let segment = r.segment(at);
        at = segment.end + 1;
        if marked(r, &segment)
            && let Some(found) = stretch(p, &segment, lexicon)
        {
            return Some(found);
        }
    }
    None
}

/// Whether a stretch tells that something is not as it was.
pub(super) fn marked(r: &Reading, segment: &Range<usize>) -> bool {
    let cue =
        |cue: Cue| matches!(cue, Cue::Marker | Cue::Turning | Cue::Turned | Cue::OldBefore | Cue::Switch | Cue::New);
    let hit = r.hits.iter().any(|h| cue(h.cue) && segment.start <= h.from && h.to <= segment.end);
    hit || r.hits(Cue::EndMark).any(|h| h.to == segment.end && segment.contains(&h.from))
}

fn glyph(t: &Reading, at: usize) -> bool {
    t.words.get(at).is_some_and(|w| w.kind == Kind::Glyph)
}

fn stretch(p: &Pair<'_>, segment: &Range<usize>, lexicon: &Lexicon) -> Option<(Range<usize>, Range<usize>)> {
    let (r, k) = (p.r, p.k);
    let clause = k.segment(k.lead);
    if segment.clone().any(|i| r.is(i, Cue::Negation)) || k.negated || k.is_past() {
        return None;
    }
    let named: Vec<usize> = p.named(segment.clone()).collect();
    let first =
        *named.iter().find(|i| r.cues[**i] & (Cue::Moment.bit() | Cue::Habit.bit()) == 0).filter(|i| glyph(r, **i))?;
    // What the text speaks of, as far as the entry has it.
    let end = (first..segment.end).find(|i| p.there(*i).is_none()).unwrap_or(segment.end);
    let topic: Vec<usize> = named.iter().copied().filter(|i| *i >= first && *i < end).collect();
    let there: Vec<usize> = topic.iter().filter_map(|i| p.there(*i)).filter(|i| clause.contains(i)).collect();
    if there.len() < topic.len()
        || weight(r, &topic) < 2
        || topic.iter().all(|i| r.cues[*i] & (Cue::Moment.bit() | Cue::Habit.bit()) != 0)
    {
        return None;
    }
    let (from, to) = (*there.iter().min()?, *there.iter().max()? + 1);
    let before: Vec<usize> = p.left(clause.start..from);
    let timed = spans(k).iter().any(|s| s.range.start < from);
    let somebody = k.is(clause.start, Cue::Somebody) || before.is_empty();
    if before.iter().any(|i| k.is(*i, Cue::Contrast)) || !(before.len() <= 2 || timed && somebody) {
        return None;
    }
    let own = |t: &Reading, i: usize, known: bool| !known && t.is_content(i);
    let old: Vec<usize> = clause
        .clone()
        .filter(|i| (*i >= to || timed) && !there.contains(i) && own(k, *i, p.here(*i).is_some()))
        .collect();
    let new: Vec<usize> = (end..segment.end).filter(|i| own(r, *i, p.there(*i).is_some())).collect();
    // A verb of one character that both have, beside the values.
    let verb = new.iter().copied().find(|i| {
        glyph(r, *i)
            && !r.is_number(*i)
            && !r.is(*i, Cue::Measured)
            && old.iter().any(|o| k.words[*o].hash == r.words[*i].hash && edge(k, *o, &old))
            && edge(r, *i, &new)
    });
    let same = |t: &Reading, i: usize| verb.is_some_and(|v| t.words[i].hash == r.words[v].hash);
    let old: Vec<usize> = old.into_iter().filter(|i| !same(k, *i)).collect();
    let new: Vec<usize> = new.into_iter().filter(|i| !same(r, *i)).collect();
    // 工单101, 服务器甲: what follows what is spoken of at once is a part of its name.
    let joined = old.first() == Some(&to) && new.first() == Some(&end) && verb.is_none();
    if joined {
        return None;
    }
    let (old, new) = (*old.first()?..*old.last()? + 1, *new.first()?..*new.last()? + 1);
    let further = p.shared(end..segment.end).into_iter().filter(|i| p.there(*i).is_some_and(|o| o >= to)).count() >= 2;
    let place = |t: &Reading, range: &Range<usize>| range.clone().any(|i| t.text_of(i) == "在");
    let moves = segment.clone().any(|i| r.is(i, Cue::AlterPlace)) && place(k, &(to..clause.end));
    let relates = |t: &Reading, range: Range<usize>| -> Vec<u16> {
        let within = |f: &super::phrases::Found| range.contains(&f.range.start);
        lexicon.relations.found(&t.words).into_iter().filter(within).map(|f| f.group).collect()
    };
    let group = relates(r, end..segment.end).into_iter().any(|g| relates(k, clause.clone()).contains(&g));
    let sorts = (spans_of(r, segment), spans_of(k, &clause));
    let amounts = sorts.0.is_some() && sorts.0 == sorts.1;
    if sorts.0.is_some() != sorts.1.is_some() && !group {
        return None;
    }
    let fits = verb.is_some() || further || moves || group || amounts;
    (fits && old.len() <= 12 && new.len() <= 12 && !k.is_listed(&old)).then_some((old, new))
}

/// Whether a character stands at the beginning or end of others.
fn edge(t: &Reading, at: usize, all: &[usize]) -> bool {
    let first = all.first() == Some(&at) || all.first().is_some_and(|f| f + 1 == at && t.is(*f, Cue::AlterBare));
    first || all.last() == Some(&at)
}

/// The sort of the day, time or number in a stretch, where there is one.
fn spans_of(t: &Reading, range: &Range<usize>) -> Option<(Sort, Option<u32>)> {
    let mut within = spans(t).iter().filter(|s| range.contains(&s.range.start));
    let first = within.next()?;
    Some((first.sort, first.unit))
}
