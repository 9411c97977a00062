//! What was forbidden is allowed, or the other way round, in words of its own: `Never push to main directly`,
//! `Pushing to main directly is allowed now`; `Don't use emojis`, `Emojis are fine now`.

use super::claim::Claim;
use super::cue::{Cue, any};
use super::matcher::{Decision, Matcher};
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
