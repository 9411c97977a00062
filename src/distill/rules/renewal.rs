//! Another value of what an entry tells has changed: `Changed: cache of shop goes from A to B`, `shop has a C cache`.
//!
//! An entry that names an old and a new value tells plainly of what, and that there is one at a time. A text that
//! has all words of that subject and beside them a known value and nothing else has another value for it.

use std::ops::Range;

use super::alternatives::scope;
use super::claim::Claim;
use super::cue::{Cue, VERBAL};
use super::known::Known;
use super::matcher::{Decision, Matcher};
use super::phrasing::LONGEST;
use super::reading::Reading;

/// A word of a subject, and whether it only names a manner.
type Named = (u32, bool);

impl Matcher<'_> {
    /// Another value of what an entry tells has changed.
    pub(super) fn by_renewal(&self, claim: &Claim<'_>, near: &[&Known]) -> Decision {
        let r = &claim.reading;
        let plain = r.naming().is_none() && !r.has(Cue::Additive) && !r.has(Cue::Measure) && !r.is_past();
        if !plain {
            return None;
        }
        let renewed = |known: &&Known| {
            let fits = known.loose && !known.part && (known.section == claim.section || claim.correction);
            fits && known.stated <= claim.day() && known.topic.is_none() && self.may_mean(claim, known)
        };
        let mut found = near.iter().copied().filter(renewed).filter_map(|known| {
            let (subject, old) = changed(known)?;
            let new = self.value_beside(r, &subject)?;
            // Where the text does not name all of it, the value must be one that it had, or that took the place of its own.
            let (a, b) = (r.stems(new.clone()), known.reading.stems(old.clone()));
            let number = self.index.vocabulary.number(&a);
            let had = || {
                known.said.iter().any(|s| self.index.accord.takes(s.phrasing, number))
                    || self.index.alternatives.exclude(scope(&claim.objects, &[&a, &b]), &a, &b)
            };
            if !subject.iter().all(|(w, _)| r.has_stem(*w)) && !had() {
                return None;
            }
            (a != b).then_some((known, old, new))
        });
        let (known, old, new) = found.next()?;
        // Two tell of one change each: nobody can tell which.
        if found.next().is_some() {
            return None;
        }
        let why = format!("“{}” instead of “{}”, of what had changed", r.shown(new), known.reading.shown(old));
        Some(Ok(vec![claim.update(known, &r.text, why)]))
    }

    /// The one known value of a text that is else about a subject.
    fn value_beside(&self, r: &Reading, subject: &[Named]) -> Option<Range<usize>> {
        if !subject.iter().all(|(w, generic)| *generic || r.has_stem(*w)) {
            return None;
        }
        let silent = VERBAL | Cue::Preposition.bit();
        // `About notifications the user said …`
        let told_by = |i: usize| r.hits(Cue::Source).any(|h| (h.from..h.to).contains(&i));
        let of_subject = |i: usize| subject.iter().any(|(w, _)| *w == r.words[i].stem);
        let told: Vec<usize> = r
            .content_in(r.lead..r.head)
            .filter(|i| !of_subject(*i) && r.cues[*i] & silent == 0 && !told_by(*i))
            .collect();
        let (first, last) = (*told.first()?, *told.last()?);
        if last - first >= LONGEST || (first..last).any(|i| r.is_colon(i)) {
            return None;
        }
        // `a Redis cache`: a word of the subject may close the value.
        let mut value = r.trim(first..last + 1);
        let known = |value: &Range<usize>| self.index.vocabulary.number(&r.stems(value.clone())).is_some();
        // `no pings after 18:00`
        if value.start > r.lead && r.is(value.start - 1, Cue::Negation) {
            value.start -= 1;
        }
        while !known(&value) {
            let next = value.end;
            if next >= r.head || !r.words[next].says() || !of_subject(next) {
                return None;
            }
            value.end += 1;
        }
        Some(value)
    }
}

/// The words of what an entry tells has changed (and whether they only name a manner: `style` of `style of commit
/// messages`), and the value that it has since.
fn changed(known: &Known) -> Option<(Vec<Named>, Range<usize>)> {
    let naming = known.naming.as_ref()?;
    let new = naming.new.clone()?;
    let k = &known.reading;
    let words = k.beside(&naming.old, &new).into_iter().filter(|i| *i < k.head);
    let mut subject: Vec<Named> = words.map(|i| (k.words[i].stem, k.is(i, Cue::Generic))).collect();
    subject.dedup();
    let telling = subject.iter().any(|(w, generic)| !generic && !k.objects.contains(w));
    (subject.len() >= 2 && telling).then_some((subject, new))
}
