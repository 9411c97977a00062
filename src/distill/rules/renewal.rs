//! Another value of what an entry tells has changed: `Changed: cache of shop goes from A to B`, `shop has a C cache`.
//!
//! An entry that names an old and a new value tells plainly of what, and that there is one at a time. A text that
//! has all words of that subject and beside them a known value and nothing else has another value for it.

use std::ops::Range;

use super::claim::Claim;
use super::cue::{Cue, VERBAL, any};
use super::known::Known;
use super::matcher::{Decision, Matcher};
use super::phrasing::LONGEST;
use super::reading::Reading;

impl Matcher<'_> {
    /// Another value of what an entry tells has changed.
    pub(super) fn by_renewal(&self, claim: &Claim<'_>, near: &[&Known]) -> Decision {
        let r = &claim.reading;
        let plain = r.naming().is_none() && !r.has(Cue::Additive) && !r.has(Cue::Measure) && !r.is_past();
        if !plain {
            return None;
        }
        let renewed = |known: &&Known| {
            let fits = known.loose && !known.part && known.section == claim.section || claim.correction;
            fits && known.stated <= claim.day() && known.topic.is_none() && self.may_mean(claim, known)
        };
        let mut found = near.iter().copied().filter(renewed).filter_map(|known| {
            let (subject, old) = changed(known)?;
            let new = self.value_beside(r, &subject)?;
            (r.stems(new.clone()) != known.reading.stems(old.clone())).then_some((known, old, new))
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
    fn value_beside(&self, r: &Reading, subject: &[u32]) -> Option<Range<usize>> {
        if !subject.iter().all(|w| r.has_stem(*w)) {
            return None;
        }
        let silent = VERBAL | any!(Own | Preposition | Having);
        let of_subject = |i: usize| subject.contains(&r.words[i].stem);
        let told: Vec<usize> =
            r.content_in(r.lead..r.head).filter(|i| !of_subject(*i) && r.cues[*i] & silent == 0).collect();
        let (first, last) = (*told.first()?, *told.last()?);
        if told.len() > LONGEST || last - first >= LONGEST {
            return None;
        }
        // `a Redis cache`: a word of the subject may close the value.
        let mut value = r.trim(first..last + 1);
        let known = |value: &Range<usize>| self.index.vocabulary.number(&r.stems(value.clone())).is_some();
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

/// What an entry tells has changed, and the value that it has since.
fn changed(known: &Known) -> Option<(Vec<u32>, Range<usize>)> {
    let naming = known.naming.as_ref()?;
    let new = naming.new.clone()?;
    let k = &known.reading;
    let mut subject: Vec<u32> =
        k.beside(&naming.old, &new).into_iter().filter(|i| *i < k.head).map(|i| k.words[i].stem).collect();
    subject.dedup();
    (subject.len() >= 2).then_some((subject, new))
}
