//! What was forbidden is allowed, or the other way round, in words of its own: `Never push to main directly`,
//! `Pushing to main directly is allowed now`; `Don't use emojis`, `Emojis are fine now`.

use super::claim::Claim;
use super::cue::{Cue, any};
use super::known::Known;
use super::matcher::{Decision, Matcher};
use super::pair::{Pair, weight};
use super::reading::{Reading, fold};

impl Reading {
    /// What a permission or prohibition is about, whatever the order and form of its words. Nothing for other texts.
    pub fn matter(&self) -> Option<u64> {
        let permits = self.has(Cue::Permit);
        let head = 0..self.head;
        if permits == head.clone().any(|i| self.is(i, Cue::Negation)) {
            return None; // neither, or `not allowed`, whose sides are told by the words alone
        }
        let silent = any!(Permit | Negation | Means | Auxiliary | Copula | Preference);
        let said: Vec<u64> = self
            .content_in(head)
            .filter(|i| self.cues[*i] & silent == 0)
            .map(|i| fold(5, self.words[i].form))
            .collect();
        (!said.is_empty()).then(|| said.into_iter().fold(11, u64::wrapping_add))
    }
}

impl Matcher<'_> {
    /// What was forbidden is allowed now, or what was allowed forbidden.
    pub(super) fn by_permission(&self, claim: &Claim<'_>) -> Decision {
        let matter = claim.reading.matter()?;
        let permits = claim.reading.has(Cue::Permit);
        let found = self.index.about(matter).find(|known| {
            known.section == claim.section
                && known.objects == claim.objects
                && known.reading.has(Cue::Permit) != permits
                && self.may_meet(claim, known)
        })?;
        let why = if permits { "it is allowed now" } else { "it is forbidden now" };
        Some(Ok(vec![claim.update(found, &claim.reading.text, why)]))
    }
}

impl Matcher<'_> {
    /// What was forbidden is fine again, told in fewer words: `The baby sleeps through, so ringing me before nine is fine`.
    pub(super) fn by_leave(&self, claim: &Claim<'_>, near: &[&Known]) -> Decision {
        let r = &claim.reading;
        let hit = r.hits(Cue::Permit).find(|h| r.has_content(r.segment(h.from).start..h.from))?;
        let segment = r.segment(hit.from);
        if segment.clone().any(|i| r.is(i, Cue::Negation)) || !r.tells_of_change() || r.has(Cue::Condition) {
            return None;
        }
        let lifted = |known: &&Known| {
            let k = &known.reading;
            let forbids = (k.lead..k.head).any(|i| k.cues[i] & any!(Negation | Forbid) != 0) && !k.has(Cue::Permit);
            if !forbids || k.clauses.len() > 1 || known.section != claim.section || !self.may_change(claim, known) {
                return false;
            }
            let p = Pair::new(r, k, &self.rules.lexicon);
            let named = segment.start..hit.from;
            let (kept, left) = (p.shared(named.clone()), p.left(k.lead..k.head));
            // Nothing of which the prohibition does not speak; of what it says more, only when.
            let timely = |i: &usize| k.is(*i, Cue::DayTime);
            p.news(named).is_empty() && weight(r, &kept) >= 4 && left.iter().all(timely)
        };
        let mut found = near.iter().copied().filter(lifted);
        let known = found.next().filter(|_| found.next().is_none())?;
        Some(Ok(vec![claim.update(known, &r.text, "it is allowed now, in other words")]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distill::rules::lexicon::Lexicon;

    #[test]
    fn permissions_and_prohibitions_of_one_matter_meet() {
        let lexicon = Lexicon::parse(None).unwrap();
        let matter = |text: &str| Reading::of(text, &lexicon).matter();
        for (a, b) in [
            ("Never push to main directly", "Pushing to main directly is allowed now"),
            ("Don't use emojis", "Emojis are fine now"),
            ("Do not touch the legacy folder", "The legacy folder may be touched again"),
            ("No meetings before 10 am", "Meetings before 10 am are fine"),
        ] {
            assert!(matter(a).is_some() && matter(a) == matter(b), "{a} / {b}");
        }
        assert_ne!(matter("Never push to main"), matter("Pushing to develop is allowed"));
        assert_eq!(matter("The sky is blue"), None);
    }
}
