//! Another value by the same relation: `I ride my bike to work`, `I take the tram to the office these days`.
//!
//! The subject is the same in full, the text tells that something changed, and what relates subject and value is of one
//! group of `[relation.*]`, the same verb, or a verb that only says that it changed.

use std::ops::Range;

use super::counterpart::{differ_twice, owners_differ};
use super::cue::{Cue, Cues, any};
use super::lexicon::Lexicon;
use super::pair::{Pair, RELATES};
use super::reading::Reading;
use super::words::Kind;

/// Verbs that only say that something changed.
const GENERAL: Cues = any!(Alter | Switch | Turned | AlterPlace);

/// A stretch of a text, cut where its relation stands.
struct Said {
    subject: Range<usize>,
    relation: Range<usize>,
    value: Range<usize>,
    own: bool,
}

/// The value in an entry and the one that has taken its place.
pub(super) fn turned(p: &Pair<'_>, lexicon: &Lexicon) -> Option<(Range<usize>, Range<usize>)> {
    let (r, k) = (p.r, p.k);
    let theirs = said(k, k.segment(k.lead), p, false)?;
    let mut at = r.lead;
    while at < r.words.len() {
        let segment = r.segment(at);
        at = segment.end + 1;
        let Some(mine) = said(r, segment, p, true) else { continue };
        if let Some(found) = follows(p, &mine, &theirs, lexicon) {
            return Some(found);
        }
    }
    None
}

fn follows(p: &Pair<'_>, mine: &Said, theirs: &Said, lexicon: &Lexicon) -> Option<(Range<usize>, Range<usize>)> {
    let (r, k) = (p.r, p.k);
    if r.segment(mine.value.start).any(|i| r.is(i, Cue::Negation)) || k.negated || !same_subject(p, mine, theirs) {
        return None;
    }
    let (new, old) = (undated(r, mine.value.clone()), undated(k, theirs.value.clone()));
    let (lost, fresh) = (p.left(old.clone()), p.news(new.clone()));
    let own = k.content_in(old.clone()).next().is_none();
    if lost.is_empty() && !own || fresh.is_empty() || k.is_listed(&old) || r.is_listed(&new) {
        return None;
    }
    let (a, b) = (r.sort(new.clone()), k.sort(old.clone()));
    let scopes = (r.scope_of(new.clone()), k.scope_of(old.clone()));
    if a != b || !scopes.0.is_empty() && !scopes.1.is_empty() && scopes.0 != scopes.1 {
        return None;
    }
    let group = |t: &Reading, s: &Said| -> Vec<u16> {
        let within = |f: &super::phrases::Found| f.range.start >= s.subject.start && f.range.end <= s.value.end;
        lexicon.relations.found(&t.words).into_iter().filter(within).map(|f| f.group).collect()
    };
    let (x, y) = (group(r, mine), group(k, theirs));
    let related = x.iter().any(|g| y.contains(g));
    let plain = |t: &Reading, i: usize| {
        t.words[i].says() && t.cues[i] & any!(Preposition | Filler | Copula | Having | Auxiliary | Binding) == 0
    };
    let verb = mine
        .relation
        .clone()
        .filter(|i| plain(r, *i))
        .any(|i| theirs.relation.clone().any(|o| plain(k, o) && r.forms(lexicon).of[i] == k.forms(lexicon).of[o]));
    let proper = r.is_proper(&new) == k.is_proper(&old);
    let led =
        |t: &Reading, s: &Said| s.relation.clone().rev().find(|i| t.is(*i, Cue::Preposition)).map(|i| t.words[i].stem);
    let same_way = led(r, mine) == led(k, theirs);
    let glyphs = r.words[new.start].kind == Kind::Glyph;
    let others = owners_differ((r, std::slice::from_ref(&new)), (k, std::slice::from_ref(&old)));
    // `switched to`, `is back on`: any relation may be meant, but not who does it.
    // `is set up in` tells what is.
    let is = |t: &Reading, i: usize| matches!(t.text_of(i), "is" | "are");
    let general = |t: &Reading, s: &Said| {
        s.relation.clone().any(|i| t.cues[i] & GENERAL != 0) && !s.relation.clone().any(|i| is(t, i))
    };
    let agent = |t: &Reading, s: &Said| s.relation.clone().any(|i| t.is(i, Cue::Passive) || t.text_of(i) == "by");
    let general = (general(r, mine) || general(k, theirs))
        && !agent(r, mine)
        && !agent(k, theirs)
        && k.is_proper(&old)
        && (!glyphs || theirs.relation.clone().any(|i| k.cues[i] & (Cue::Copula.bit() | Cue::Means.bit()) != 0));
    let named = p.named(mine.subject.clone()).next().is_some();
    // Both values are of one kind: `dry food`, `wet food`.
    // But not `lends books for three weeks`, `lends films for one week`.
    let apart = !p.news(mine.relation.clone()).is_empty() && !p.left(theirs.relation.clone()).is_empty();
    let kind = (glyphs || !apart)
        && head(r, &new).zip(head(k, &old)).is_some_and(|(a, b)| p.there(a) == Some(b) && !r.words[a].capital);
    let many = theirs.relation.clone().any(|i| k.is(i, Cue::Many)) && !related;
    let verbs = |t: &Reading, v: &Range<usize>| {
        v.clone().any(|i| t.cues[i] & (Cue::Copula.bit() | Cue::Means.bit()) != 0 && t.words[i].kind != Kind::Glyph)
    };
    if many || verbs(r, &new) || verbs(k, &old) || differ_twice((r, &new), (k, &old)) {
        return None;
    }
    let fits = related || kind && (named || theirs.own) || named && proper && (verb && (same_way || glyphs) || general);
    (fits && !others).then_some((old, new))
}

/// The last word of what a value names: `food` of `wet food for the cat`.
fn head(t: &Reading, value: &Range<usize>) -> Option<usize> {
    let end = (value.start + 1..value.end).find(|i| t.is(*i, Cue::Preposition)).unwrap_or(value.end);
    t.content_in(value.start..end).filter(|i| !t.is(*i, Cue::Manner) && t.cues[*i] & Cue::Moment.bit() == 0).last()
}

/// A value without the day since or on which it holds: `fifth grade in September`.
fn undated(t: &Reading, value: Range<usize>) -> Range<usize> {
    let spans = t.spans(value.clone());
    let last = spans.last().filter(|s| s.range.end == value.end && s.range.start > value.start + 1);
    let led =
        last.filter(|s| t.is(s.range.start - 1, Cue::Preposition) && t.words[s.range.start - 1].kind != Kind::Glyph);
    led.map_or(value.clone(), |s| value.start..s.range.start - 1)
}

fn same_subject(p: &Pair<'_>, mine: &Said, theirs: &Said) -> bool {
    let (r, k) = (p.r, p.k);
    if !p.news(mine.subject.clone()).is_empty() {
        return false;
    }
    let named: Vec<usize> = p.named(mine.subject.clone()).collect();
    let kept = p.kept(theirs.subject.clone());
    // `Our cat Pixel`, `Pixel`
    let beside = |i: &usize| {
        let proper = |o: usize| kept.contains(&o) && k.words[o].capital;
        k.words[*i].kind == Kind::Plain && !k.words[*i].capital && (proper(i + 1) || *i > 0 && proper(i - 1))
    };
    if p.left(theirs.subject.clone()).iter().any(|i| !beside(i)) {
        return false;
    }
    match named.is_empty() {
        true => kept.is_empty() && theirs.own && (mine.own || mine.subject.is_empty()),
        false => {
            named.iter().all(|i| p.there(*i).is_some_and(|o| o < theirs.value.start || r.words[*i].kind == Kind::Glyph))
        }
    }
}

/// Cuts a stretch where its relation stands: behind the subject, up to the value.
fn said(t: &Reading, segment: Range<usize>, p: &Pair<'_>, new: bool) -> Option<Said> {
    let relates = RELATES | any!(Alter | AlterPlace | Switch | Turned | AlterAct);
    let silent = |i: usize| t.cues[i] & any!(Filler | Moment | Marker | AlterWay | AlterInto | Fresh) != 0;
    let own = |i: usize| t.is(i, Cue::Own);
    let known = |i: usize| if new { p.there(i).is_some() } else { p.here(i).is_some() };
    let first =
        segment.clone().find(|i| t.words[*i].says() && !silent(*i) && t.cues[*i] & Cue::Preposition.bit() == 0)?;
    // The subject: words of whoever speaks, or names that both have; then the first word that relates.
    let mut at = first;
    while at < segment.end
        && (own(at) || silent(at) || t.cues[at] & relates == 0 && known(at) || t.is(at, Cue::Possessive))
    {
        at += 1;
    }
    let subject = first..at;
    let mut to = at;
    let owned = |i: usize| own(i) && t.is(i, Cue::Possessive);
    while to < segment.end && (t.cues[to] & relates != 0 || silent(to) || owned(to)) {
        to += 1;
    }
    // A verb that no list has: `subscribes to`, `trains with`.
    let follows = any!(Preposition | Article | Possessive);
    let verb = |i: usize| {
        t.words[i].kind == Kind::Plain
            && !t.words[i].capital
            && (t.cues[i + 1] & follows != 0 || t.is_number(i + 1))
            && t.text_of(i + 1) != "'s"
    };
    if to == at && at > first && at + 1 < segment.end && verb(at) && !t.is(at - 1, Cue::Possessive) {
        to = at + 1;
        while to < segment.end && (t.cues[to] & (Cue::Preposition.bit() | Cue::Filler.bit()) != 0 || owned(to)) {
            to += 1;
        }
    }
    // `is done with`, `got moved to`
    let plain = |i: usize| t.words[i].kind == Kind::Plain && !t.words[i].capital && t.is_content(i);
    if to > at
        && to + 2 < segment.end
        && plain(to)
        && t.is(to + 1, Cue::Preposition)
        && t.words[to + 1].kind != Kind::Glyph
    {
        to += 2;
    }
    // `Orders from Spain ship with …`: the preposition belongs to the subject.
    if to == at {
        return None;
    }
    if t.words[at].kind != Kind::Glyph
        && (at..to).all(|i| t.is(i, Cue::Preposition) || silent(i))
        && t.cues[at] & relates & !Cue::Preposition.bit() == 0
    {
        return None;
    }
    let value = t.trim(to..segment.end);
    let speaks = subject.clone().any(own);
    (to > at && !value.is_empty()).then_some(Said { own: speaks, relation: at..to, subject, value })
}
