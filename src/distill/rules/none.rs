//! None of a thing, and one: `project-a has no cache at all`, `Caching in project-a was settled: a Redis cache`.
//!
//! That there is none excludes any, in whatever words it is said of the same thing.

use std::ops::Range;

use super::claim::Claim;
use super::cue::Cue;
use super::known::Known;
use super::matcher::{Decision, Matcher};
use super::reading::Reading;

/// What a text says there is, or is not: `a Redis cache`, `no cache at all`.
struct Stock {
    noun: u32,
    value: Range<usize>,
    none: bool,
}

/// An entry, and the words in which it states a value.
type Stated<'a> = (&'a Known, Range<usize>);

impl Matcher<'_> {
    /// There is none where there was one, or one where there was none.
    pub(super) fn by_none(&self, claim: &Claim<'_>) -> Decision {
        let (mine, others) = self.contradicted(claim)?;
        let (first, old) = others.first().cloned()?;
        let why = format!("“{}” excludes “{}”", claim.reading.shown(mine.clone()), first.reading.shown(old.clone()));
        let rest: Vec<&Known> = others[1..].iter().map(|(k, _)| *k).collect();
        Some(Ok(self.replaced(claim, first, old, mine, &rest, why)))
    }

    /// What a claim says there is or is not, and the entries that say the contrary of the same thing, with the place.
    pub(super) fn contradicted(&self, claim: &Claim<'_>) -> Option<(Range<usize>, Vec<Stated<'_>>)> {
        let r = &claim.reading;
        let mine = stock(r).filter(|_| !claim.objects.is_empty() && !r.is_past() && !r.has(Cue::Additive))?;
        let bare = |objects: &[u32], r: &Reading, value: &Range<usize>| -> Vec<u32> {
            let said = r.stems(value.clone());
            objects.iter().copied().filter(|o| !said.contains(o)).collect()
        };
        let objects = bare(&claim.objects, r, &mine.value);
        let mut others: Vec<Stated<'_>> = Vec::new();
        for known in self.index.with_word(mine.noun) {
            let k = &known.reading;
            let may = known.loose && known.stated <= claim.day() && !k.is_past() && self.may_meet(claim, known);
            // What the claim speaks of, the entry speaks of.
            if !may || objects.is_empty() || objects.iter().any(|o| !known.objects.contains(o)) {
                continue;
            }
            let Some(theirs) = stock(k).filter(|t| t.noun == mine.noun && t.none != mine.none) else { continue };
            if bare(&known.objects, k, &theirs.value) == objects {
                others.push((known, theirs.value));
            }
        }
        others.sort_by_key(|(k, _)| (k.section != claim.section, std::cmp::Reverse(k.stated), k.id.clone()));
        Some((mine.value, others))
    }
}

/// The thing that the head of a text says there is one or none of, at its end.
fn stock(r: &Reading) -> Option<Stock> {
    let noun = r.content_in(0..r.head).last()?;
    let having =
        |at: usize| at == 0 || r.cues[at - 1] & (Cue::Having.bit() | Cue::Copula.bit()) != 0 || r.is_colon(at - 1);
    let start = (noun.saturating_sub(5)..noun).rev().find(|at| having(*at))?;
    let value = start..noun + 1;
    let none = r.is(start, Cue::None);
    let other = |at: usize| r.is(at, Cue::Preposition) || r.is(at, Cue::Negation) || !r.words[at].says();
    let inner = (start + usize::from(none)..noun).any(other);
    // `no Redis cache` leaves room for other caches.
    let narrow = none && r.has_content(start + 1..noun);
    let plain = !none && !r.has_content(start..noun);
    (start > 0 && !inner && !narrow && !plain).then_some(Stock { noun: r.words[noun].stem, value, none })
}
