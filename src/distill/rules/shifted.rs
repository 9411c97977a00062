//! What a change told by its verb concerns: the one entry that states a value of the same sort, of the same thing.
//!
//! Nothing gives way unless every word that names the thing stands in the entry as well, and no word of the entry
//! singles out another one; where two entries fit, both stand.

use std::ops::Range;

use super::claim::Claim;
use super::compose::{composed, exchanged};
use super::cover::cover;
use super::cue::{Cue, Cues, PROPERTY, VERBAL, any};
use super::fitting::{alike, clipped, common, denied, related, says_more_beside};
use super::frame::COPULA;
use super::known::Known;
use super::matcher::{Decision, Matcher};
use super::reading::Reading;
use super::shift::{Shift, Turn};
use super::sort::{Sort, scopes_differ};
use super::words::Kind;
use crate::sediment::Section;

/// Entries looked at, at most.
const LOOKED_AT: usize = 48;

/// Words that relate, in a subject or before a value.
const LINK: Cues = VERBAL | Cue::Preposition.bit();

/// A value and the one that takes its place.
struct Value {
    old: Range<usize>,
    new: Range<usize>,
    /// Whether they are versions of one thing.
    version: bool,
    /// Whether they are known by their form: versions, days, times, numbers.
    formal: bool,
}

/// How an entry fits.
struct Fit<'k> {
    known: &'k Known,
    old: Range<usize>,
    new: Range<usize>,
    exact: bool,
    formal: bool,
}

impl Matcher<'_> {
    /// The value that a verb of altering brings takes the place of the one that was.
    pub(super) fn by_shift(&self, claim: &Claim<'_>) -> Decision {
        let r = &claim.reading;
        if r.has(Cue::Additive) || r.has(Cue::Measure) || claim.section == Section::Lessons {
            return None;
        }
        let shift = r.shift().filter(|s| !denied(r, s.value.start))?;
        let mut fits: Vec<Fit<'_>> = Vec::new();
        if shift.subject.is_empty() {
            fits.extend(self.own_residence(claim, &shift));
        } else {
            let naming = shift.subject.iter().filter(|i| !r.is(**i, Cue::Generic));
            let mut words = r.content_where(|i| naming.clone().any(|n| *n == i));
            if words.is_empty() {
                words = naming.map(|i| r.words[*i].stem).collect();
            }
            let rarest = words.iter().filter(|w| self.index.count(**w) > 0).min_by_key(|w| self.index.count(**w))?;
            for known in self.index.with_word(*rarest).take(LOOKED_AT) {
                if self.may_change(claim, known) {
                    fits.extend(self.fit(r, &shift, known));
                }
            }
        }
        let exact = fits.iter().filter(|f| f.exact).count();
        if exact > 0 {
            fits.retain(|f| f.exact);
        }
        let first = fits.iter().max_by_key(|f| f.known.stated)?;
        let old = first.known.reading.stems(first.old.clone());
        if fits.iter().any(|f| f.known.reading.stems(f.old.clone()) != old) {
            return None; // two things: nobody can tell which one
        }
        let (from, to) = (first.known.reading.shown(first.old.clone()), r.shown(first.new.clone()));
        let why = format!("tells of a change to “{to}” from “{from}”");
        let more = says_more_beside(&first.known.reading, &first.old, r);
        if more && claim.day() >= first.known.stated {
            let (new, old) = ((&**r, &first.new), (&*first.known.reading, &first.old));
            let text = if first.formal { Some(exchanged(new, old)) } else { composed(new, old) };
            return Some(Ok(vec![claim.update(first.known, text.as_deref().unwrap_or(&r.text), why)]));
        }
        let others: Vec<&Known> = fits.iter().map(|f| f.known).collect();
        Some(Ok(self.replaced(claim, first.known, first.old.clone(), first.new.clone(), &others, why)))
    }

    pub(super) fn may_change(&self, claim: &Claim<'_>, known: &Known) -> bool {
        let personal = |section: Section| matches!(section, Section::Preferences | Section::Lessons);
        let k = &known.reading;
        let same = known.section == claim.section || claim.correction;
        known.stated <= claim.day()
            && (same || !personal(known.section) && !personal(claim.section))
            && (!k.is_past() || k.shift().is_some())
            && self.may_meet(claim, known)
    }

    /// 上个月搬到重庆了: who moves and is not named is the memory's owner.
    fn own_residence(&self, claim: &Claim<'_>, shift: &Shift) -> Option<Fit<'_>> {
        let r = &claim.reading;
        let sort = r.sort(shift.value.clone());
        if shift.turn != Turn::Place || sort != Sort::Name || !r.spans(shift.value.clone()).is_empty() {
            return None;
        }
        let class = self.rules.lexicon.classes.iter().position(|c| c.name == "residence")?;
        let mut there = self.index.in_slot((class, super::frame::SELF)).filter(|k| self.may_change(claim, k));
        let known = there.next().filter(|_| there.next().is_none())?;
        let frame = known.reading.frames.iter().find(|f| f.class == class)?;
        Some(Fit {
            known,
            old: clipped(&known.reading, &frame.value),
            new: shift.value.clone(),
            exact: true,
            formal: false,
        })
    }

    /// Whether an entry states the old value of what a change is about, and where.
    fn fit<'k>(&self, r: &Reading, shift: &Shift, known: &'k Known) -> Option<Fit<'k>> {
        let k = &known.reading;
        let covered = cover(r, &shift.subject, k);
        let Value { old, new, version, formal } = self.place(r, shift, k, &covered)?;
        if denied(k, old.start) {
            return None;
        }
        let matched: Vec<usize> = covered.iter().filter_map(|(_, there)| *there).filter(|i| !old.contains(i)).collect();
        let lost =
            |(at, there): &(usize, Option<usize>)| there.is_none_or(|i| old.contains(&i)) && !r.is(*at, Cue::Generic);
        // A name of the thing that the entry lacks.
        if matched.is_empty() || covered.iter().any(lost) || !formal && k.is_listed(&old) {
            return None;
        }
        let generic = covered.iter().any(|(_, there)| there.is_none());
        if scopes_differ((r, &new), (k, &old)) {
            return None;
        }
        let weight = |at: &usize| if k.words[*at].kind == Kind::Glyph { 1 } else { 2 };
        let weight: usize = matched.iter().map(weight).sum();
        let sentence = k.clauses.iter().find(|c| c.contains(&old.start)).cloned().unwrap_or(0..k.head);
        let segment = k.segment(old.start);
        let last = matched.iter().copied().filter(|i| sentence.contains(i)).max()?;
        let silent = any!(Moment | Generic | Beginning | Measured | DayTime);
        let begins = if segment.contains(&last) { segment.start } else { sentence.start };
        let left: Vec<usize> = k
            .content_in(begins..old.start)
            .filter(|i| !matched.contains(i) && k.cues[*i] & (LINK | silent) == 0 && !k.is_number(*i))
            .collect();
        // Where the name stands behind the value, what is before it is who or what has it.
        let named_before = matched.iter().any(|i| (begins..old.start).contains(i));
        let inner: Vec<usize> = left.iter().copied().filter(|i| *i < last && named_before).collect();
        let behind: Vec<usize> = left.iter().copied().filter(|i| *i > last || !named_before).collect();
        // Behind the name stands what is said of it, but not a property of it that the change does not name.
        let of = |i: usize| {
            i > last
                && i < old.start
                && k.words[i].kind != Kind::Glyph
                && matches!(k.text_of(i), "of" | "for" | "in" | "'s")
        };
        let owned =
            (last + 1..old.start).next().is_some_and(|i| k.words[i].kind == Kind::Glyph && k.text_of(i) == "的")
                && !behind.is_empty();
        // `the API review is on May 3` is about the review, whatever becomes of the API.
        let relation = Cue::Copula.bit() | Cue::Auxiliary.bit();
        let relates = |from: usize| {
            (from + 1..old.start).any(|i| k.cues[i] & relation != 0 && k.text_of(i - 1) != "的" && !k.is(i, Cue::Bound))
        };
        if behind.iter().any(|i| named_before && relates(*i)) && !version {
            return None;
        }
        if !version && behind.iter().any(|i| k.cues[*i] & PROPERTY != 0 && !k.is(*i, Cue::Generic))
            || owned
            || generic && behind.iter().any(|i| of(i.saturating_sub(1)))
        {
            return None;
        }
        let named = |i: &usize| {
            k.words[*i].capital
                || matches!(k.words[*i].kind, Kind::Code | Kind::Number)
                || k.objects.contains(&k.words[*i].stem)
        };
        let apart = |i: &usize| {
            named(i) || k.is(*i, Cue::Contrast) || (*i + 1 < k.words.len() && k.is(*i + 1, Cue::Possessive))
        };
        let foreign =
            behind.iter().any(|i| (last + 1..*i).any(of) || k.is(*i, Cue::Contrast) && k.words[*i].kind != Kind::Glyph);
        if inner.iter().any(apart) || foreign || !named_before && behind.iter().any(apart) {
            return None;
        }
        // A bare number takes the place of one that counts something only of a thing named in full; never that of a port.
        let counted = self.is_counted(k, &old, r, &new).filter(|_| formal);
        let short = weight < 4 && !left.is_empty();
        if short && counted == Some(false) || formal && self.is_numbered(k, &old) {
            return None;
        }
        // What the entry says more of the thing: only where the change names it by more than a word.
        let glyphs = inner.iter().all(|i| k.words[*i].kind == Kind::Glyph);
        let names = shift.subject.iter().any(|i| r.objects.contains(&r.words[*i].stem));
        let enough = inner.is_empty() || glyphs && weight >= 3 || names && weight >= 4;
        if !enough {
            return None;
        }
        Some(Fit { known, old, new, exact: inner.is_empty(), formal })
    }

    /// Of two numbers whether both say what they count, or neither; nothing of other values.
    fn is_counted(&self, k: &Reading, old: &Range<usize>, r: &Reading, new: &Range<usize>) -> Option<bool> {
        let unit = |r: &Reading, at: &Range<usize>| {
            let span = r.spans(at.start..r.head).into_iter().next().filter(|s| s.range == *at)?;
            (span.sort == Sort::Number).then_some(span.unit)
        };
        Some(unit(k, old)?.is_some() == unit(r, new)?.is_some())
    }

    /// Whether a number is a name (`listens on 8080`) of which a change of amount says nothing.
    fn is_numbered(&self, k: &Reading, old: &Range<usize>) -> bool {
        k.frames.iter().any(|f| f.value.start <= old.start && old.end <= f.value.end && self.is_class(f.class, "port"))
    }

    /// The old value in the entry and the new one in the text, of one sort.
    fn place(&self, r: &Reading, shift: &Shift, k: &Reading, covered: &[(usize, Option<usize>)]) -> Option<Value> {
        let taken = |range: &Range<usize>| covered.iter().any(|(_, there)| there.is_some_and(|i| range.contains(&i)));
        let whole = 0..k.head;
        // A version of the same.
        if let Some((name, new)) = r.versions(shift.value.clone()).into_iter().next() {
            let mut same = k.versions(whole.clone()).into_iter().filter(|(n, _)| *n == name);
            if let Some((_, old)) = same.next().filter(|_| same.next().is_none()) {
                return Some(Value { old, new, version: true, formal: true });
            }
            return self.named(r, shift, k, covered);
        }
        let new = r.spans(shift.value.clone()).into_iter().next();
        let led = |new: &super::span::Span| r.content_in(shift.value.start..new.range.start).count() <= 2;
        // What is done again and again tells of no change, unless it is a day or time that moves.
        let moves = |new: &super::span::Span| shift.told || shift.turn == Turn::Place && new.sort != Sort::Number;
        if let Some(new) = new.filter(led) {
            if !moves(&new) {
                return None;
            }
            let there: Vec<_> =
                k.spans(whole).into_iter().filter(|old| !taken(&old.range) && new.takes_place_of(old)).collect();
            let alike: Vec<_> = there.iter().filter(|old| old.unit == new.unit).collect();
            let follows = |old: &&super::span::Span| {
                let before = old.range.start.checked_sub(1);
                before.is_some_and(|b| covered.iter().any(|(_, there)| *there == Some(b)))
            };
            let next: Vec<_> = alike.iter().copied().filter(follows).collect();
            // `was A, is B now`
            let told = k.shift().map_or(0..0, |s| s.value);
            let present: Vec<_> = there.iter().filter(|old| told.contains(&old.range.start)).collect();
            let old = match (alike.as_slice(), there.as_slice(), next.as_slice()) {
                _ if present.len() == 1 => present[0].clone(),
                ([old], ..) | (.., [old]) => (*old).clone(),
                (_, [old], _) => old.clone(),
                _ => return None,
            };
            return Some(Value { old: old.range, new: new.range, version: false, formal: true });
        }
        self.named(r, shift, k, covered)
    }

    /// The same for a value that is a name: where the entry says by a relation that fits the change what the thing has.
    fn named(&self, r: &Reading, shift: &Shift, k: &Reading, covered: &[(usize, Option<usize>)]) -> Option<Value> {
        if !shift.told {
            return None;
        }
        let new = shift.value.clone();
        let matched: Vec<usize> = covered.iter().filter_map(|(_, there)| *there).collect();
        let place = k.shift().filter(|s| s.turn == shift.turn || shift.turn == Turn::Value).map(|s| s.value);
        let old = place.or_else(|| self.framed(r, shift, k, &matched)).or_else(|| related(r, shift, k, covered))?;
        let name = |r: &Reading, range: &Range<usize>| {
            let first = r.content_in(range.clone()).next();
            first.is_some_and(|i| r.spans(i..range.end).first().is_none_or(|s| s.range.start != i))
        };
        let stems = (r.stems(new.clone()), k.stems(old.clone()));
        let old = clipped(k, &old);
        let fits = name(r, &new) && k.has_content(old.clone()) && stems.0 != stems.1;
        (fits && !common(r, &new, k, &old) && (shift.turn != Turn::Value || alike(r, &new, k, &old))).then_some(Value {
            old,
            new,
            version: false,
            formal: false,
        })
    }

    /// The value of a frame whose relation fits the change.
    fn framed(&self, r: &Reading, shift: &Shift, k: &Reading, matched: &[usize]) -> Option<Range<usize>> {
        let property = shift.subject.iter().any(|i| r.cues[*i] & PROPERTY != 0);
        let both_proper = |f: &super::frame::Frame| r.is_proper(&shift.value) && k.is_proper(&f.value);
        let fits = |f: &&super::frame::Frame| match (f.class == COPULA, shift.turn) {
            (true, Turn::Place) => false,
            (true, Turn::Owner) => f.functional,
            (true, Turn::Value) => f.functional || property || shift.altered || both_proper(f),
            (false, Turn::Place) => self.is_class(f.class, "residence"),
            (false, Turn::Owner) => self.is_class(f.class, "owner"),
            (false, Turn::Value) => false,
        };
        let frame = k.frames.iter().find(fits)?;
        // `Alice is the PM of billing`: what the change names stands behind.
        let inverse = frame.class == COPULA && !matched.is_empty() && matched.iter().all(|i| frame.value.contains(i));
        if !inverse {
            return Some(frame.value.clone());
        }
        let segment = k.segment(frame.value.start);
        let copula = (segment.start + 1..frame.value.start).find(|i| k.is(*i, Cue::Copula))?;
        Some(k.trim(segment.start..copula))
    }

    fn is_class(&self, class: usize, name: &str) -> bool {
        self.rules.lexicon.classes.get(class).is_some_and(|c| c.name == name)
    }
}
