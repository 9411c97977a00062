//! Values known by their form, and what each is one of: `berth 17`, `the third floor`, `half past four`, `815 a month`.
//!
//! Where two texts have a figure of one form, one can stand in the place of the other; that they do is for others to say.

use std::ops::Range;

use super::amount::{since, spans};
use super::cue::{Cue, WEEK, any};
use super::reading::Reading;
use super::sort::Sort;
use super::words::Kind;

/// What a figure is one of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Of {
    /// A day, perhaps with its time.
    Day,
    /// A time of day.
    Clock,
    /// How often something is: `every two weeks`, `twice a day`.
    Often,
    /// So much in a span of time: `740 a month`.
    Rate(u32),
    /// So many of what is counted: `40 chairs`.
    Count(u32),
    /// How long: `three weeks`.
    Lasting,
    /// A number or letter behind its name: `berth 17`, `hall D`.
    Named(u32),
    /// A rank: `the third floor`.
    Rank(u32),
    /// A year.
    Year,
}

/// A value known by its form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Figure {
    /// Its words, a name before it and what it counts aside.
    pub range: Range<usize>,
    /// The same with them.
    pub whole: Range<usize>,
    /// What it is one of.
    pub of: Of,
}

/// The figures of a text.
pub(super) fn figures(t: &Reading) -> Vec<Figure> {
    let mut found: Vec<Figure> = Vec::new();
    let mut at = t.lead;
    while at < t.words.len() {
        let end = spoken_hour(t, at);
        if end > at && !since(t, &(at..end)) {
            found.push(Figure { range: at..end, whole: at..end, of: Of::Clock });
        }
        at = end.max(at + 1);
    }
    found.extend(t.hits(Cue::Often).filter(|h| h.from >= t.lead).map(|h| {
        let range = h.from..h.to;
        Figure { whole: range.clone(), range, of: Of::Often }
    }));
    let apart = |range: &Range<usize>, found: &[Figure]| {
        !found.iter().any(|f| f.range.start < range.end && range.start < f.range.end)
    };
    for span in spans(t) {
        if !apart(&span.range, &found) {
            continue;
        }
        let range = span.range.clone();
        let told = |of: Of, whole: Range<usize>| Figure { range: range.clone(), whole, of };
        match span.sort {
            Sort::Day => found.push(told(Of::Day, range.clone())),
            Sort::Clock => found.push(told(Of::Clock, range.clone())),
            Sort::Number => numbers(t, &range, span.unit, &mut found),
            Sort::Name => {}
        }
    }
    for at in t.lead..t.words.len() {
        if !apart(&(at..at + 1), &found) {
            continue;
        }
        if t.hits(Cue::Rank).any(|h| h.from == at) && t.words.get(at + 1).is_some_and(|w| w.kind == Kind::Plain) {
            let of = at + 1;
            if t.is_content(of) && !t.is(of, Cue::Span) && !WEEK.iter().any(|d| t.is(of, *d)) {
                found.push(Figure { range: at..of, whole: at..of + 1, of: Of::Rank(t.words[of].stem) });
            }
        } else if is_mark(t, at)
            && let Some(name) = named(t, at)
        {
            found.push(Figure { range: at..at + 1, whole: at - 1..at + 1, of: Of::Named(name) });
        }
    }
    found
}

/// What a number may be one of.
fn numbers(t: &Reading, range: &Range<usize>, unit: Option<u32>, found: &mut Vec<Figure>) {
    let glyphs =
        t.words[range.end - 1].kind == Kind::Glyph || t.words.get(range.end).is_some_and(|w| w.kind == Kind::Glyph);
    let counted = range.end + usize::from(unit.is_some());
    let mut told = |of: Of, whole: Range<usize>| found.push(Figure { range: range.clone(), whole, of });
    // `815 a month`, `12 euros an hour`
    let per = |at: usize| {
        let by = at + 1 < t.words.len() && matches!(t.text_of(at), "a" | "an" | "per" | "each" | "every");
        (by && t.is(at + 1, Cue::Span)).then_some(at + 1)
    };
    if let Some(span) = per(range.end).or_else(|| per(counted)) {
        told(Of::Rate(t.words[span].stem), range.start..span + 1);
        return;
    }
    if let Some(unit) = unit {
        let lasting = t.is(range.end, Cue::Span) && !glyphs;
        told(if lasting { Of::Lasting } else { Of::Count(unit) }, range.start..counted);
    }
    if let Some(name) = named(t, range.start).filter(|_| !glyphs) {
        told(Of::Named(name), range.start - 1..range.end);
    }
    let shown = t.text_of(range.start);
    let before = range.start.checked_sub(1).map_or("", |i| t.text_of(i));
    if unit.is_none() && range.len() == 1 && !glyphs {
        if shown.len() == 4 && matches!(before, "in" | "year") && ("1500".."2200").contains(&shown) {
            told(Of::Year, range.clone());
        } else if before == "at" {
            told(Of::Clock, range.clone());
        }
    }
}

/// The name before a number: a word that says what is numbered.
fn named(t: &Reading, at: usize) -> Option<u32> {
    let name = at.checked_sub(1).filter(|i| *i >= t.lead && t.words[*i].kind == Kind::Plain && t.is_content(*i))?;
    let silent = any!(
        Preposition | Copula | Having | Auxiliary | Alter | AlterPlace | AlterInto | Moment | Month | Marker | Many
    );
    (t.cues[name] & silent == 0 && !t.is_number(name) && !t.is_weekday(name)).then(|| t.words[name].stem)
}

/// A letter alone, or with a number: `D`, `B7`.
fn is_mark(t: &Reading, at: usize) -> bool {
    let shown = t.text_of(at);
    let letter = shown.len() == 1 && shown.bytes().all(|b| b.is_ascii_uppercase()) && shown != "I";
    let first = shown.bytes().next().is_some_and(|b| b.is_ascii_alphanumeric());
    let mixed =
        shown.len() <= 4 && first && shown.bytes().any(|b| b.is_ascii_digit()) && t.words[at].kind == Kind::Code;
    letter || mixed
}

/// The word after an hour told in words that begins here: `half past four`, `ten to six`, `quarter to 5 pm`.
fn spoken_hour(t: &Reading, at: usize) -> usize {
    let part = |i: usize| t.is_number(i) || t.hits(Cue::PartOfHour).any(|h| h.from == i);
    if at + 2 >= t.words.len() || !part(at) || !matches!(t.text_of(at + 1), "past" | "to") || !t.is_number(at + 2) {
        return at;
    }
    // `9 to 5` is a span.
    if t.words[at].kind == Kind::Number && t.text_of(at + 1) == "to" {
        return at;
    }
    let daytime = t.words.get(at + 3).is_some_and(|w| w.says()) && t.is(at + 3, Cue::DayPart);
    at + 3 + usize::from(daytime)
}
