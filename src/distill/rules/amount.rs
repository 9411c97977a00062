//! Another amount, day or time of the same thing: `Our standup is at 9:15`, `As of Monday the standup happens at 10:00`.

use std::ops::Range;

use super::counterpart::owners_differ;
use super::cue::{Cue, any};
use super::pair::{Pair, RELATES, weight};
use super::reading::Reading;
use super::sort::Sort;
use super::span::Span;
use super::words::Kind;

/// The values of a text that can be recognised by themselves, without those that only tell since when.
pub(super) fn spans(t: &Reading) -> &[Span] {
    t.asked.spans.get_or_init(|| find_spans(t))
}

fn find_spans(t: &Reading) -> Vec<Span> {
    let all = t.spans(t.lead..t.words.len()).into_iter();
    let vague = |s: &Span| s.range.clone().all(|i| t.is(i, Cue::DayTime) && !t.is_number(i));
    let owns = |s: &Span| {
        s.range.end < t.words.len() && t.is(s.range.end, Cue::Possessive) && t.words[s.range.end].kind != Kind::Glyph
    };
    all.filter(|s| !since(t, &s.range) && !vague(s) && !owns(s)).collect()
}

/// Whether a day or time tells since or until when something holds: `as of Monday`, 四月起.
pub(super) fn since(t: &Reading, range: &Range<usize>) -> bool {
    let glyph =
        t.words[range.start].kind == Kind::Glyph || t.words.get(range.end).is_some_and(|w| w.kind == Kind::Glyph);
    let behind = |n: usize| t.words.get(range.end + n).map_or("", |w| w.of(&t.text));
    if glyph && matches!((behind(0), behind(1)), ("起", _) | ("开", "始") | ("以" | "之", "后" | "前")) {
        return true;
    }
    let before = (t.lead..range.start).rev().find(|i| t.words[*i].says() && !t.is(*i, Cue::Article));
    let opens = any!(Beginning | Until | Last | Moment);
    // `doesn't open until 10`
    let late = before.is_some_and(|i| t.is(i, Cue::Until) && (t.lead..i).any(|n| t.is(n, Cue::Negation)));
    !late && before.is_some_and(|i| t.cues[i] & opens != 0 && t.words[i].kind != Kind::Glyph)
}

/// Whether two values are of one sort, and count the same.
fn alike(t: &Reading, new: &Span, k: &Reading, old: &Span) -> bool {
    let unit = |t: &Reading, s: &Span| (s.range.end < t.words.len()).then(|| t.is(s.range.end, Cue::Span));
    let spans = unit(t, new) == Some(true) && unit(k, old) == Some(true);
    let counts = new.unit == old.unit && new.unit.is_some() || spans;
    let at = |t: &Reading, s: &Span| s.range.start > t.lead && matches!(t.text_of(s.range.start - 1), "at" | "until");
    let hours = new.unit.is_none() && old.unit.is_none() && at(t, new) && at(k, old);
    new.sort == old.sort && (new.sort != Sort::Number || counts || hours)
}

/// The old value in an entry and the new one in a text that speaks of the same.
pub(super) fn amount(p: &Pair<'_>, changed: bool) -> Option<(Range<usize>, Range<usize>)> {
    let (r, k) = (p.r, p.k);
    let (mine, theirs) = (spans(r), spans(k));
    // `back on Mondays, hardly anyone came on Saturdays`
    let again = |s: &Span| theirs.iter().any(|o| r.stems(s.range.clone()) == k.stems(o.range.clone()));
    let fresh: Vec<&Span> = mine.iter().filter(|s| !again(s) || theirs.len() > 1).collect();
    let mut pairs = fresh.iter().flat_map(|a| theirs.iter().map(move |b| (*a, b))).filter(|(a, b)| alike(r, a, k, b));
    let (new, old) = pairs.next().filter(|_| pairs.next().is_none())?;
    let (new, old) = (with_unit(r, new), with_unit(k, old));
    if r.stems(new.clone()) == k.stems(old.clone()) || k.is_listed(&old) || k.is_part(&old) || r.is_part(&new) {
        return None;
    }
    let around = |i: usize, value: &Range<usize>| !value.contains(&i);
    // Who says no more than another amount says all else alike.
    let property = |t: &Reading| {
        (t.lead..t.head).any(|i| t.cues[i] & (Cue::Attribute.bit() | Cue::Generic.bit()) != 0 || t.is_colon(i))
    };
    let others = property(r) == property(k)
        || mine.len() > 1
        || theirs.len() > 1
        || r.is_past()
        || r.negated != k.negated
        || p.apart();
    if !changed && others || scopes_differ(p, &new, &old) {
        return None;
    }
    let functional = |t: &Reading, value: &Range<usize>| {
        (t.lead..t.head).find(|i| around(*i, value) && t.is(*i, Cue::Functional)).map(|i| t.words[i].stem)
    };
    if functional(r, &new).zip(functional(k, &old)).is_some_and(|(a, b)| a != b) {
        return None;
    }
    // What the text names beside the value, and the entry lacks, is another thing, unless it is the verb.
    let segment = with_label(r, r.segment(new.start));
    let bounds = |t: &Reading, i: usize| t.hits(Cue::Least).any(|h| h.from <= i && i < h.to);
    let plain = |i: &usize| {
        !r.is(*i, Cue::Functional) && !bounds(r, *i) && !r.is_number(*i) && !r.is_weekday(*i) && around(*i, &new)
    };
    let news: Vec<usize> = p.news(segment.clone()).into_iter().filter(plain).collect();
    let shared: Vec<usize> = p.kept(0..k.words.len()).into_iter().filter(|i| around(*i, &old)).collect();
    let left: Vec<usize> =
        p.left(0..k.words.len()).into_iter().filter(|i| around(*i, &old) && !bounds(k, *i)).collect();
    let last = shared.iter().copied().filter(|i| *i < old.start).max();
    let named = p.shared(segment.start..new.start).last().copied();
    let my_verb = |i: &usize| named.is_some_and(|n| n < *i) && is_verb(r, *i, new.start);
    let timed = matches!(r.sort(new.clone()), Sort::Day | Sort::Clock);
    let excused = |i: &usize| {
        // The verb, right before the value; where or how, behind a time; the rest of what is counted.
        let verb = last.is_some_and(|l| l < *i) && is_verb(k, *i, old.start);
        let detail = timed && *i > old.end && (old.end..*i).any(|w| k.is(w, Cue::Preposition));
        let counted = *i == old.end && k.words[*i].kind == Kind::Plain && !k.words[*i].capital;
        verb || counted || changed && detail || k.is(*i, Cue::Functional)
    };
    let verbs = left.iter().filter(|i| **i < old.start && !k.is(**i, Cue::Functional)).count() + news.len();
    let enough = weight(k, &shared) >= 2
        && (weight(k, &shared) >= 3 || left.is_empty() || r.words[new.start].kind != Kind::Glyph);
    if !left.iter().all(excused) || !news.iter().all(my_verb) || verbs > 1 || !enough {
        return None;
    }
    let (a, b) = (r.scope_of(new.clone()), k.scope_of(old.clone()));
    let scoped = !a.is_empty() && !b.is_empty() && a != b;
    let others = owners_differ((r, std::slice::from_ref(&new)), (k, std::slice::from_ref(&old)));
    (!scoped && !others).then_some((old, new))
}

/// Whether a word may be the verb before a value: a plain one that names no property.
fn is_verb(t: &Reading, at: usize, value: usize) -> bool {
    let led = (t.lead..at).rev().find(|i| t.words[*i].says() && !t.is(*i, Cue::Article));
    at < value
        && t.words[at].kind == Kind::Plain
        && !t.words[at].capital
        && !t.is(at, Cue::Attribute)
        && led.is_some_and(|i| !t.is(i, Cue::Preposition) && !t.is(i, Cue::Possessive))
        && !t.has_content(at + 1..value)
        && !(at + 1..value).any(|i| t.is(i, Cue::Copula))
}

/// A stretch with the label before it.
fn with_label(t: &Reading, range: Range<usize>) -> Range<usize> {
    let colon = range.start.checked_sub(1).filter(|i| t.is_colon(*i) && *i > t.lead);
    let label = |at: usize| {
        Some(t.segment(at - 1)).filter(|l| {
            l.len() <= 4
                && !l.clone().any(|i| t.words[i].kind != Kind::Glyph && t.cues[i] & (RELATES | Cue::Altered.bit()) != 0)
        })
    };
    colon.and_then(label).map_or(range.clone(), |label| label.start..range.end)
}

/// Whether two texts say of two things what they hold for: `for reads`, `for writes`.
fn scopes_differ(p: &Pair<'_>, new: &Range<usize>, old: &Range<usize>) -> bool {
    let behind = |t: &Reading, value: &Range<usize>| -> Vec<u32> {
        let segment = t.segment(value.start);
        let leads = |i: &usize| t.is(*i, Cue::Scope) && t.words[*i].kind != Kind::Glyph && !value.contains(i);
        let scope = segment
            .clone()
            .filter(leads)
            .filter_map(|i| (i + 1..segment.end).find(|w| t.words[*w].says() && !t.is(*w, Cue::Filler)));
        scope.map(|i| t.words[i].stem).collect()
    };
    let (a, b) = (behind(p.r, new), behind(p.k, old));
    !a.is_empty() && !b.is_empty() && a != b
}

/// A number with what it counts.
fn with_unit(t: &Reading, span: &Span) -> Range<usize> {
    let glyph = |i: usize| t.words.get(i).is_some_and(|w| w.kind == Kind::Glyph) && t.is_content(i);
    let size = match span.unit {
        None => 0,
        Some(_) if glyph(span.range.end) && glyph(span.range.end + 1) => 2,
        Some(_) => 1,
    };
    span.range.start..(span.range.end + size).min(t.words.len())
}

/// An amount without a subject, or of whoever speaks: `Down to 79 kilos`, where one entry states an amount of that unit.
pub(super) fn own_amount(p: &Pair<'_>) -> Option<(Range<usize>, Range<usize>)> {
    let (r, k) = (p.r, p.k);
    let (mine, theirs) = (spans(r), spans(k));
    let [new] = mine else { return None };
    let [old] = theirs else { return None };
    let unit = |t: &Reading, s: &Span| s.unit.is_some() && s.sort == Sort::Number && !t.is(s.range.end, Cue::Span);
    if !unit(r, new) || !unit(k, old) || new.unit != old.unit {
        return None;
    }
    let (new, old) = (with_unit(r, new), with_unit(k, old));
    let nothing = |t: &Reading, range: Range<usize>, value: &Range<usize>| {
        t.content_in(range).all(|i| {
            let altered = t.cues[i] & any!(Alter | AlterWay | Turned | Moment | AlterInto) != 0;
            value.contains(&i) || altered || t.cues[i] & RELATES != 0 || t.is(i, Cue::Attribute)
        })
    };
    let own = k.segment(old.start).any(|i| k.is(i, Cue::Own));
    let verb = |i: usize| k.words[i].kind == Kind::Plain && !k.words[i].capital;
    let theirs: Vec<usize> =
        p.left(0..k.words.len()).into_iter().filter(|i| !old.contains(i) && !k.is(*i, Cue::Attribute)).collect();
    let silent = nothing(r, r.segment(new.start), &new);
    let stems = r.stems(new.clone()) != k.stems(old.clone());
    (silent && own && stems && theirs.len() <= 1 && theirs.iter().all(|i| *i < old.start && verb(*i)))
        .then_some((old, new))
}
