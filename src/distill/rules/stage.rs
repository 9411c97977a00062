//! States of which one holds at a time: who is engaged is no longer dating, who is vegan no vegetarian.

use std::ops::Range;

use super::counterpart::owners_differ;
use super::cue::{Cue, any};
use super::lexicon::Lexicon;
use super::pair::Pair;
use super::phrases::Found;
use super::reading::Reading;

/// The state in an entry and the one in a text that has taken its place, of the same thing or person.
pub(super) fn stage(p: &Pair<'_>, lexicon: &Lexicon) -> Option<(Range<usize>, Range<usize>)> {
    let (r, k) = (p.r, p.k);
    let (mine, theirs) = (lexicon.states.found(&r.words), lexicon.states.found(&k.words));
    let [old] = theirs.as_slice() else { return None };
    let mut other = mine.iter().filter(|f| f.group == old.group && f.member != old.member);
    let new = other.next().filter(|f| other.all(|o| o.member == f.member))?;
    if denied(r, new) || denied(k, old) || modifies(p, r, new, true) || modifies(p, k, old, false) {
        return None;
    }
    let mut left = p
        .left(k.segment(old.range.start).start..old.range.start)
        .into_iter()
        .filter(|i| !(placed(k, *i) || k.words[*i].kind == super::words::Kind::Glyph && *i + 1 == old.range.start));
    let timely = |i: &usize| r.is_weekday(*i) || r.is_number(*i) || r.is(*i, Cue::Today);
    let manner = |i: &usize| r.text_of(*i).ends_with("ly") && !r.words[*i].capital;
    let clause = r.clauses.iter().filter(|c| c.contains(&new.range.start)).map(|c| c.start).max().unwrap_or(0);
    let from = r.segment(new.range.start).start.max(clause);
    // `HR made my contract permanent`: who made it so is nobody of whom it is said.
    let made =
        r.hits(Cue::Making).filter(|h| h.from > from && h.to < new.range.start).map(|h| h.to).min().unwrap_or(from);
    let mut news = p.news(made..new.range.start).into_iter().filter(|i| !timely(i) && !manner(i));
    if left.next().is_some() || news.next().is_some() {
        return None;
    }
    let own = |t: &Reading, f: &Found| t.segment(f.range.start).start..f.range.start;
    let speaks = |t: &Reading, f: &Found| own(t, f).any(|i| t.is(i, Cue::Own));
    let shared = !p.kept(0..old.range.start).is_empty();
    let others = owners_differ((r, std::slice::from_ref(&new.range)), (k, std::slice::from_ref(&old.range)));
    let same = shared || speaks(k, old) && (speaks(r, new) || own(r, new).is_empty());
    (same && !others).then(|| (old.range.clone(), new.range.clone()))
}

/// Whether a character says where: 在超市上班.
fn placed(t: &Reading, at: usize) -> bool {
    let segment = t.segment(at);
    t.words[at].kind == super::words::Kind::Glyph && (segment.start..at).any(|i| t.is(i, Cue::Preposition))
}

fn denied(t: &Reading, f: &Found) -> bool {
    let segment = t.segment(f.range.start);
    (segment.start..f.range.start).any(|i| t.is(i, Cue::Negation) || t.is(i, Cue::Future) || t.is(i, Cue::Condition))
}

/// Whether a state only tells which one of a thing that is spoken of: `a vegan restaurant`.
fn modifies(p: &Pair<'_>, t: &Reading, f: &Found, new: bool) -> bool {
    let next = f.range.end;
    let said = next < t.words.len() && t.words[next].says() && t.words[next].kind == super::words::Kind::Plain;
    // 大学出版社 is no 大学.
    let part = |i: usize| t.words[i].kind == super::words::Kind::Glyph && t.is_content(i);
    let goes_on = any!(Turned | Alter | EndMark | Measured | Numeral | Copula);
    if next < t.words.len() && part(f.range.start) && part(next) && t.cues[next] & goes_on == 0 {
        return new;
    }
    let led = f.range.start > t.lead && t.cues[f.range.start - 1] & any!(Article | Possessive | Preposition) != 0;
    let known = |i: usize| if new { p.there(i).is_some() } else { p.here(i).is_some() };
    led && said && t.is_content(next) && !known(next)
}
