//! Records that name their topic: no words decide there, but that the topic has one value or many.

use std::ops::Range;

use super::claim::Claim;
use super::gate;
use super::known::Known;
use super::matcher::{Decision, Matcher};

impl Matcher<'_> {
    /// What is known under the topic of a record is what it concerns.
    pub(super) fn by_topic(&self, claim: &Claim<'_>) -> Decision {
        let topic = claim.topic.as_deref()?;
        let r = &claim.reading;
        let there: Vec<&Known> = self.index.on_topic(topic).collect();
        let many = self.rules.is_many(topic);
        if let Some(same) = there.iter().find(|k| k.reading.norm == r.norm && self.begins_so(claim, k, false)) {
            return Some(Ok(vec![claim.seen(same, format!("topic `{topic}`: stated again"))]));
        }
        let stated = |old: &Range<usize>| there.iter().any(|known| known.states(&r.stems(old.clone())).is_some());
        if gate::asked_away(r).is_some_and(|old| !there.is_empty() && !stated(old)) {
            return Some(Err("a question, which names a value that is not known".to_owned()));
        }
        let restates = || there.iter().any(|known| r.states_behind(known, topic));
        if self.is_withdrawal(claim) && self.is_hollow_by_itself(claim) && !restates() {
            if there.is_empty() {
                return Some(Err(format!("withdraws topic `{topic}`, of which nothing is known")));
            }
            let gone = there.iter().map(|k| claim.remove(k, format!("topic `{topic}`: withdrawn"), "withdrawn"));
            return Some(Ok(gone.collect()));
        }
        if many {
            let flipped = there.iter().find(|k| k.reading.bare == r.bare);
            return Some(Ok(vec![match flipped {
                Some(entry) => claim.update(entry, &r.text, format!("topic `{topic}`: the same, negated")),
                None => claim.add(format!("topic `{topic}` holds many values")),
            }]));
        }
        match there.first() {
            Some(entry) => {
                let mut changes = vec![claim.update(entry, &r.text, format!("topic `{topic}`"))];
                changes.extend(self.merged(claim, entry, &r.text, there[1..].iter().copied()));
                Some(Ok(changes))
            }
            // An entry without a topic may say the same already, or be what this replaces.
            None => {
                let unnamed = |k: &&Known| k.topic.is_none();
                let slot = || self.index.in_slot(r.frames.first().filter(|f| f.functional)?.slot()).find(unnamed);
                Some(Ok(vec![match self.index.worded(r.norm).find(unnamed).or_else(slot) {
                    Some(entry) => claim.update(entry, &r.text, format!("topic `{topic}`, until now unnamed")),
                    None => claim.add(format!("topic `{topic}` is new")),
                }]))
            }
        }
    }
}
