//! Two texts that say the same but for a name each: `Package manager: yarn`, `We use pnpm as package manager now`.
//!
//! All that either says beside the name the other says as well, in whatever order and form; both names are proper ones,
//! and stand where a value stands: by a relation, not within a longer name.

use std::ops::Range;

use super::counterpart::owners_differ;
use super::cue::{Cue, Cues, any};
use super::glyphs::marked;
use super::pair::{Pair, RELATES, weight};
use super::reading::Reading;
use super::words::Kind;

/// Words beside which a value stands.
const BESIDE: Cues =
    RELATES | any!(Alter | AlterPlace | AlterOwner | AlterInto | Switch | Turned | Swap | OldBefore | Old | Away);

/// The name in an entry and the one that has taken its place. `changed`: whether the text tells of a change.
pub(super) fn exchanged(p: &Pair<'_>, changed: bool, wish: bool) -> Option<(Range<usize>, Range<usize>)> {
    let (r, k) = (p.r, p.k);
    let lost = p.left(k.lead..k.words.len());
    // `the treasurer of the club`: of which, where the text leaves it out.
    let of = |i: &usize| {
        let led = (k.lead..*i).rev().find(|w| k.words[*w].says() && !k.is(*w, Cue::Filler));
        let whose = led.filter(|w| k.is(*w, Cue::Whose) && *w > k.lead && p.here(w - 1).is_some());
        changed && whose.is_some() && !k.words[*i].capital
    };
    let lost: Vec<usize> = lost.into_iter().filter(|i| !of(i)).collect();
    let old = chunk(k, &lost)?;
    let new = r_chunk(p)?;
    // In a script without spaces a name tells by where it stands only.
    let glyphs = r.words[new.start].kind == Kind::Glyph || k.words[old.start].kind == Kind::Glyph;
    if glyphs && (!marked(r, &r.segment(new.start)) || role(k, &old) == Role::Agent || role(r, &new) == Role::Agent) {
        return None;
    }
    let shared: Vec<usize> = p.kept(k.lead..k.words.len()).into_iter().filter(|i| !old.contains(i)).collect();
    let held = |t: &Reading, among: &[usize]| {
        among.iter().any(|i| t.cues[*i] & (Cue::Attribute.bit() | Cue::Functional.bit()) != 0)
    };
    if weight(k, &shared) < 2 || !changed && !held(k, &shared) && !wish || k.negated {
        return None;
    }
    // Of a property any word is a value, and of a wish.
    let single = |t: &Reading, v: &Range<usize>| t.words[v.start].kind != Kind::Glyph && v.len() == 1;
    let named =
        r.is_proper(&new) && k.is_proper(&old) || (held(k, &shared) || wish) && single(r, &new) && single(k, &old);
    let names = |t: &Reading, v: &Range<usize>| t.spans(v.clone()).is_empty() && !part(t, v);
    if !named
        || !names(r, &new)
        || !names(k, &old)
        || k.is_listed(&old)
        || r.is_listed(&new) && !whole(r, &new)
        || !wish && (!stands(r, &new) || !stands(k, &old))
    {
        return None;
    }
    // Alone the thing that both name says nothing of what relates it to the name.
    let led = |t: &Reading, v: &Range<usize>| {
        (t.lead..v.start).rev().find(|i| t.words[*i].says() && !t.is(*i, Cue::Filler)).map(|i| t.words[i].hash)
    };
    let means = |t: &Reading| t.has(Cue::Means);
    let general = r.segment(new.start).any(|i| r.cues[i] & any!(Alter | AlterPlace | Switch) != 0) && means(k);
    let purpose = |i: &usize| {
        (k.lead..*i).rev().find(|w| k.words[*w].says() && !k.is(*w, Cue::Filler)).is_some_and(|w| k.is(w, Cue::Scope))
    };
    let general = general || changed && means(k) && shared.iter().all(purpose);
    // `is written in Rust`, `stores its data in PostgreSQL`: a preposition alone relates nothing where the verbs differ.
    let verbs = any!(Verb | Many | Means | LightVerb);
    let verb = |t: &Reading, i: &usize| t.cues[*i] & verbs != 0 && t.is_content(*i);
    let own = r.segment(new.start).filter(|i| verb(r, i)).any(|i| p.there(i).is_none());
    let theirs = k.segment(old.start).filter(|i| verb(k, i)).any(|i| p.here(i).is_none());
    let related = led(r, &new) == led(k, &old) && !(own && theirs) || means(r) && means(k);
    // Any verb may tell of a change, but not of `B0.04` where there was `Ingrid`.
    let exact = |t: &Reading, v: &Range<usize>| v.clone().any(|i| matches!(t.words[i].kind, Kind::Code | Kind::Number));
    // Nor where the text tells what to do in a case.
    let case = r.hits.iter().any(|h| h.to <= new.start && matches!(h.cue, Cue::Condition | Cue::Circumstance));
    let general = general && exact(r, &new) == exact(k, &old) && !case;
    let alone = !(wish || general || weight(k, &shared) >= 4 || held(k, &shared) || related);
    // `Savings are 300`, `Food is 300`: what is before a form of being is what is spoken of, unless a name has a property.
    let spoken = |t: &Reading, v: &Range<usize>| {
        role(t, v) == Role::Agent
            && !held(k, &shared)
            && (v.end..t.head).find(|i| !t.is(*i, Cue::Filler)).is_some_and(|i| t.is(i, Cue::Copula))
    };
    if spoken(r, &new) || spoken(k, &old) || !changed && role(k, &old) == Role::Agent {
        return None;
    }
    // What it belongs to or is said of is no value.
    let whose = |t: &Reading, v: &Range<usize>| {
        let before = (t.lead..v.start).rev().find(|i| !t.is(*i, Cue::Article));
        // `Ravi's home town`, `Vera's home town`; but `watering the plants is Abdi's job` now.
        let owns = v.end < t.words.len() && t.is(v.end, Cue::Possessive) && t.words[v.start].kind != Kind::Glyph;
        let both = |i: usize| if std::ptr::eq(t, r) { p.there(i).is_some() } else { p.here(i).is_some() };
        owns && t.content_in(v.end + 1..t.head).next().is_some_and(both) || before.is_some_and(|i| t.is(i, Cue::Whose))
    };
    if alone || !wish && !fits(role(r, &new), role(k, &old)) || whose(r, &new) || whose(k, &old) {
        return None;
    }
    // Of what there are many side by side another one is no other value.
    let many = |t: &Reading| t.hits(Cue::Many).any(|h| !t.is(h.from, Cue::Means) && !t.is(h.from, Cue::Choice));
    let others = owners_differ((r, std::slice::from_ref(&new)), (k, std::slice::from_ref(&old)));
    (!many(k) && !others && r.segment(new.start).all(|i| !r.is(i, Cue::Negation))).then_some((old, new))
}

/// Whether a value in a script without spaces is but the beginning of a longer name: 前端 of 前端负责人.
fn part(t: &Reading, value: &Range<usize>) -> bool {
    let glyph = |i: usize| t.words.get(i).is_some_and(|w| w.kind == Kind::Glyph && w.says());
    glyph(value.end - 1)
        && glyph(value.end)
        && t.cues[value.end] & (RELATES | Cue::Filler.bit() | Cue::AlterTail.bit()) == 0
}

/// What a name is to the relation beside which it stands.
#[derive(PartialEq, Eq)]
enum Role {
    Agent,
    Value,
    Any,
}

fn fits(mine: Role, theirs: Role) -> bool {
    mine == theirs || mine == Role::Any || theirs == Role::Any
}

fn role(t: &Reading, value: &Range<usize>) -> Role {
    let segment = t.segment(value.start);
    let before = (segment.start..value.start).rev().find(|i| t.words[*i].says() && !t.is(*i, Cue::Filler));
    match before {
        Some(i) if t.is(i, Cue::Passive) || t.text_of(i) == "by" => Role::Agent,
        Some(i) if t.is(i, Cue::Copula) => Role::Any,
        Some(_) => Role::Value,
        None if segment.start > t.lead => Role::Any,
        None => Role::Agent,
    }
}

/// What the text says that the entry does not, where that is one name; a remark behind a pause aside.
fn r_chunk(p: &Pair<'_>) -> Option<Range<usize>> {
    let r = p.r;
    let near = |i: usize| i + 1 < r.words.len() && p.there(i + 1).is_some() || i > r.lead && p.there(i - 1).is_some();
    // `New email address`, of an email.
    let news: Vec<usize> =
        p.news(r.lead..r.head).into_iter().filter(|i| !(r.is(*i, Cue::Attribute) && near(*i))).collect();
    let first = r.segment(*news.first()?);
    let within: Vec<usize> = news.iter().copied().filter(|i| first.contains(i)).collect();
    let named = |i: &usize| r.words[*i].capital || r.words[*i].kind == Kind::Code;
    // What stands behind the colon of a label is what is said, no remark.
    let colon = (r.lead..r.head).find(|i| r.is_colon(*i));
    let said = |i: &usize| colon.is_some_and(|colon| *i > colon);
    let beside = news.iter().filter(|i| !first.contains(i)).any(|i| named(i) || said(i));
    let chunk = chunk(r, &within)?;
    (!beside).then_some(chunk)
}

/// Words that stand together, articles and the like between them aside.
fn chunk(t: &Reading, words: &[usize]) -> Option<Range<usize>> {
    let (first, last) = (*words.first()?, *words.last()?);
    let together = (first..=last)
        .all(|i| words.contains(&i) || t.words[i].says() && t.is(i, Cue::Filler) || t.text_of(i) == "." && i < last);
    // 王芳的处方: whose it is belongs to what is spoken of.
    let owned = (first..=last).any(|i| t.words[i].kind == Kind::Glyph && t.is(i, Cue::Possessive));
    let together = together && !owned;
    let size = words.len() <= 5 || t.words[first].kind == Kind::Glyph && words.len() <= 8;
    (together && size).then_some(first..last + 1)
}

/// Whether a value is all that stands between two pauses.
fn whole(t: &Reading, value: &Range<usize>) -> bool {
    let segment = t.segment(value.start);
    segment.start > t.lead && t.content_in(segment).all(|i| value.contains(&i))
}

/// Whether a value stands beside a relation, or behind a colon.
fn stands(t: &Reading, value: &Range<usize>) -> bool {
    let silent = |i: &usize| {
        t.is(*i, Cue::Filler) && t.cues[*i] & BESIDE == 0 || t.is(*i, Cue::Moment) || t.is(*i, Cue::Abbreviation)
    };
    let before = (t.lead..value.start).rev().find(|i| !silent(i));
    let after = (value.end..t.words.len()).find(|i| !silent(i));
    // `has a new lead, Viktor`
    if whole(t, value) {
        return true;
    }
    let relates = |i: usize| t.cues[i] & BESIDE != 0 || t.is_colon(i);
    before.is_some_and(relates) || before.is_none() && after.is_some_and(relates)
}
