//! Values that are known to exclude each other, and the entries that state one.

use std::ops::Range;

use super::claim::Claim;
use super::compare::differs_in;
use super::cue::Cue;
use super::known::Known;
use super::matcher::{Decision, Matcher};
use super::reading::Reading;
use super::sort::Sort;
use super::thing::Told;
use super::words::Kind;
use crate::distill::Change;
use crate::distill::change::What;

impl Matcher<'_> {
    /// A value that is known to exclude the one of an entry about the same thing.
    pub(super) fn by_alternative(&self, claim: &Claim<'_>) -> Decision {
        let (known, old, new) =
            self.excluded(claim).into_iter().max_by_key(|(k, ..)| (k.section == claim.section, k.stated))?;
        let why = format!(
            "“{}” took the place of “{}” before",
            claim.reading.shown(new.clone()),
            known.reading.shown(old.clone())
        );
        Some(Ok(self.replaced(claim, known, old, new, &[], why)))
    }

    /// Entries about the same thing whose value is known to exclude one that the claim states.
    fn excluded<'s>(&'s self, claim: &'s Claim<'_>) -> Vec<(&'s Known, Range<usize>, Range<usize>)> {
        let mut found: Vec<(&'s Known, Range<usize>, Range<usize>)> = Vec::new();
        if claim.reading.is_past() || claim.reading.has(Cue::Measure) || !self.rules.similarity {
            return found;
        }
        // An entry that was written as a change tells plainly of what it is the value.
        if let Some(frame) = claim.reading.frames.first().filter(|f| f.functional) {
            let value = claim.reading.stems(frame.value.clone());
            let objects: Vec<u32> = claim.objects.iter().copied().filter(|o| !value.contains(o)).collect();
            let about = || claim.reading.aspects_without(&frame.value, &self.rules.lexicon);
            let about = (!objects.is_empty()).then(about);
            for known in about.into_iter().flat_map(|about| self.index.changed_about(about)) {
                let Some(old) = known.naming.as_ref().and_then(|n| n.new.clone()) else { continue };
                if known.stated > claim.day() || known.reading.reads(&old, &value) {
                    continue;
                }
                let theirs = known.reading.stems(old.clone());
                let rest = known.objects.iter().filter(|o| !theirs.contains(o));
                if rest.eq(&objects) && self.may_meet(claim, known) {
                    found.push((known, old, frame.value.clone()));
                }
            }
        }
        let r = &claim.reading;
        let stated = self.index.alternatives.stated(r, &claim.objects);
        if stated.is_empty() {
            return found;
        }
        let things = self.index.things_of(r);
        for (new, value, group) in stated {
            // Of what it speaks is no value, whatever took its place.
            if things.iter().any(|thing| thing.start < new.end && new.start < thing.end) {
                continue;
            }
            // What a remark names is no value of what it stands behind.
            if self.index.in_remark(r, &new) {
                continue;
            }
            let denied =
                r.has(Cue::Negation) && (0..r.words.len()).any(|i| !new.contains(&i) && r.is(i, Cue::Negation));
            if denied || !r.at_edge(&new) {
                continue;
            }
            let told = Told { text: &claim.reading, objects: &claim.objects, value: &new, named: false };
            for other in group.iter().filter(|v| *v != value) {
                for (known, old) in self.stated(other) {
                    // The subjects come last: most entries that state the value speak of other objects, which
                    // is much cheaper to see.
                    let related = known.stated <= claim.day()
                        && !self.index.in_remark(&known.reading, &old)
                        && !self.index.hold_side_by_side(claim, known)
                        && self.may_meet(claim, known)
                        && known.states(value).is_none()
                        && !of_other_sorts((r, &new), (&known.reading, &old))
                        && !count_others((r, &new), (&known.reading, &old))
                        && (self.same_matter(&told, (known, &old), other)
                            || differs_in(&claim.reading, &known.reading, other))
                        && self.same_subject((&claim.reading, &new, None), (&known.reading, &old));
                    if related && !found.iter().any(|(k, ..): &(&'s Known, _, _)| k.id == known.id) {
                        found.push((known, old, new.clone()));
                    }
                }
            }
        }
        found
    }

    /// When an entry is stated (again or anew), others whose value is known to exclude it go with it.
    pub(super) fn sweep(&self, claim: &Claim<'_>, changes: &mut Vec<Change>) {
        let Some(first) = changes.first() else { return };
        let (id, text) = match &first.what {
            What::Seen { id, fuller } => (id, fuller.clone()),
            What::Update { id, text, .. } => (id, Some(text.clone())),
            _ => return,
        };
        let Some(into) = self.index.get(id) else { return };
        let taken: Vec<_> = changes
            .iter()
            .filter_map(|c| if let What::Merge { from, .. } = &c.what { Some(from.clone()) } else { None })
            .flatten()
            .collect();
        let contrary = self.contradicted(claim).map_or_else(Vec::new, |(_, others)| others);
        let mut stale: Vec<&Known> = self.excluded(claim).into_iter().map(|(k, ..)| k).collect();
        let others = contrary.into_iter().map(|(k, _)| k).chain(self.alike(claim).into_iter().map(|a| a.known));
        for other in others {
            if !stale.iter().any(|s| s.id == other.id) {
                stale.push(other);
            }
        }
        stale.retain(|k| k.id != into.id && !taken.contains(&k.id));
        let text = text.unwrap_or_else(|| into.reading.text.clone());
        let merge = self.merged(claim, into, &text, stale.into_iter());
        changes.extend(merge);
    }
}

/// Whether two numbers in words count different things: `two approvals`, `one request`. What follows figures may be a unit.
fn count_others((r, new): (&Reading, &Range<usize>), (k, old): (&Reading, &Range<usize>)) -> bool {
    let bare = |t: &Reading, value: &Range<usize>| {
        value.clone().all(|i| t.is(i, Cue::Numeral) && t.words[i].kind == Kind::Plain)
    };
    let counted = |t: &Reading, value: &Range<usize>| {
        let next = Some(value.end).filter(|i| *i < t.words.len() && t.words[*i].says() && t.is_content(*i));
        next.map(|i| t.words[i].form)
    };
    bare(r, new) && bare(k, old) && counted(r, new).zip(counted(k, old)).is_some_and(|(a, b)| a != b)
}

impl super::index::Index {
    /// Whether a value stands in a remark on what a text says: 何姐 in 保修期是一年（何姐捎来的话）.
    fn in_remark(&self, r: &Reading, value: &Range<usize>) -> bool {
        if value.start < r.head {
            return value.end > self.vocabulary.end(r);
        }
        let open = (r.lead..value.start).rev().find(|i| matches!(r.text_of(*i), "(" | "（" | ")" | "）"));
        open.is_some_and(|i| matches!(r.text_of(i), "(" | "（")) || self.remarks.hold(r, value.start)
    }

    /// Whether a text says again what was said before an entry said something else of the same.
    fn hold_side_by_side(&self, claim: &Claim<'_>, known: &Known) -> bool {
        self.accord.side_by_side(&claim.said, &known.said, |said| self.vocabulary.number(&said.stems))
    }
}

/// Whether one of two values is a day or a time of day and the other is not.
fn of_other_sorts((r, new): (&Reading, &Range<usize>), (k, old): (&Reading, &Range<usize>)) -> bool {
    let (a, b) = (r.sort(new.clone()), k.sort(old.clone()));
    a != b && [a, b].iter().any(|sort| matches!(sort, Sort::Day | Sort::Clock))
}
