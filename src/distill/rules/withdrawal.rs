//! Records that take something back.

use super::claim::Claim;
use super::compare::{shared, shared_edge};
use super::known::Known;
use super::lexicon::Cue;
use super::matcher::{Decision, Matcher};
use super::naming::naming;

impl Matcher<'_> {
    /// Whether a text takes something back.
    pub(super) fn is_withdrawal(&self, claim: &Claim<'_>) -> bool {
        claim.reading.has(Cue::Withdraw)
    }

    /// Whether a withdrawal says nothing but what it withdraws.
    pub(super) fn is_hollow_by_itself(&self, claim: &Claim<'_>) -> bool {
        naming(&claim.reading).is_none_or(|n| {
            n.new.is_none() || claim.reading.content_in(n.old).all(|i| claim.reading.is(i, Cue::Hollow))
        })
    }

    /// Whether a text says nothing beyond ending an entry.
    pub(super) fn is_hollow(&self, claim: &Claim<'_>, known: &Known) -> bool {
        let r = &claim.reading;
        let said = (0..r.words.len()).filter(|i| r.words[*i].says() && !r.is(*i, Cue::Hollow));
        let mut own = said.flat_map(|i| r.content_in(i..i + 1)).map(|i| r.words[i].stem);
        own.all(|w| known.reading.content.contains(&w))
    }

    /// Something is dropped: a text that names a value states so; one that names a topic only removes.
    pub(super) fn withdrawal(&self, claim: &Claim<'_>) -> Decision {
        let r = &claim.reading;
        if !self.is_withdrawal(claim) || !self.is_hollow_by_itself(claim) {
            return None;
        }
        let topic: Vec<u32> = {
            let head = (0..r.words.len()).filter(|i| r.words[*i].says() && !r.is(*i, Cue::Hollow));
            let mut words: Vec<u32> = head.flat_map(|i| r.content_in(i..i + 1)).map(|i| r.words[i].stem).collect();
            words.sort_unstable();
            words.dedup();
            words
        };
        if topic.is_empty() {
            return None;
        }
        let mut best: Vec<(usize, &Known)> = Vec::new();
        for known in self.index.all() {
            let stated = values(known);
            let objects = claim.objects.iter().all(|o| known.objects.contains(o) || known.reading.content.contains(o))
                && known
                    .objects
                    .iter()
                    .all(|o| claim.objects.contains(o) || stated.contains(o) || known.reading.at_tail(*o));
            if !objects || !self.may_meet(claim, known) {
                continue;
            }
            let covered = shared(&topic, &known.reading.content);
            let (mine, theirs) = (r.aspects, known.reading.aspects);
            let aspect = mine != 0 && (mine == theirs || (mine.count_ones() == 1 && mine & theirs != 0));
            // Words that are no aspect name the thing concerned: the entry bears them all.
            let lexicon = &self.rules.lexicon;
            let specific = topic.iter().all(|w| known.reading.content.contains(w) || lexicon.is_aspect(*w));
            if covered == topic.len() || (aspect && specific && covered >= claim.objects.len()) {
                best.push((covered, known));
            }
        }
        let most = best.iter().map(|(n, _)| *n).max()?;
        best.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| b.1.stated.cmp(&a.1.stated)).then_with(|| a.1.id.cmp(&b.1.id)));
        let (_, first) = best[0];
        let named = values(first);
        if topic.iter().any(|w| named.contains(w)) && most == topic.len() {
            return Some(Ok(vec![claim.update(first, &r.text, "takes back a value that it names")]));
        }
        // Removed: those that cover the topic best, and those that state the same value in other words.
        let mut gone: Vec<&Known> = best.iter().filter(|(n, _)| *n == most).map(|(_, k)| *k).collect();
        for (_, other) in &best {
            let same = gone.iter().any(|k| shared_edge(&k.reading, &other.reading).is_some());
            if same && !gone.iter().any(|k| k.id == other.id) {
                gone.push(other);
            }
        }
        Some(Ok(gone.into_iter().map(|k| claim.remove(k, "withdraws it".to_owned(), "withdrawn")).collect()))
    }
}

/// The content words of an entry's values.
fn values(known: &Known) -> Vec<u32> {
    let r = &known.reading;
    r.frames.iter().flat_map(|f| r.content_in(f.value.clone())).map(|i| r.words[i].stem).collect()
}
