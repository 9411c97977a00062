//! Switches: a text says what something goes over to, and not what it had: `We switched to Zulip for chat`, `缓存改用Memcached`.
//!
//! Most things use several others side by side. The entry concerned is the one of the same subject whose value
//! is of the same sort: it serves the same purpose (`for chat`), it is another version of the same (`Python 3.10`,
//! `Python 3.13`), or the subject is a thing of which there is one (`the cache uses …`).

use std::ops::Range;

use super::claim::Claim;
use super::cue::{Cue, PROPERTY, any};
use super::known::Known;
use super::matcher::{Decision, Matcher};
use super::reading::Reading;
use super::words::Kind;

/// Who uses what, and what for.
struct Use {
    subject: Vec<u32>,
    value: Range<usize>,
    purpose: Vec<u32>,
}

impl Matcher<'_> {
    /// What the text goes over to takes the place of what there was of the same sort.
    pub(super) fn by_switch(&self, claim: &Claim<'_>) -> Decision {
        let r = &claim.reading;
        let mine = using(r, &[Cue::Switch])?;
        let topical = (r.lead..mine.value.start).any(|i| r.cues[i] & (PROPERTY | Cue::Aspect.bit()) != 0);
        let words = r.content_where(|i| i < mine.value.start && !r.is(i, Cue::Switch));
        let of_value = r.content_where(|i| mine.value.contains(&i));
        let rarest = words.iter().chain(&mine.purpose).chain(&of_value).filter(|w| self.index.count(**w) > 0);
        let rarest = *rarest.min_by_key(|w| self.index.count(**w))?;
        let mut found: Option<(&Known, Range<usize>)> = None;
        for known in self.index.with_word(rarest) {
            let k = &known.reading;
            let Some(theirs) = using(k, &[Cue::Switch, Cue::Means, Cue::Copula]) else { continue };
            let fits = known.stated <= claim.day()
                && (known.section == claim.section || claim.correction)
                && !k.negated
                && theirs.subject == mine.subject
                && theirs.purpose == mine.purpose
                && self.may_meet(claim, known)
                && k.stems(theirs.value.clone()) != r.stems(mine.value.clone());
            let versions = || {
                let name = |r: &Reading, value: &Range<usize>| {
                    r.words[value.start].kind != Kind::Number && value.len() > 1 && r.is_exact(value.clone())
                };
                name(r, &mine.value)
                    && name(k, &theirs.value)
                    && r.words[mine.value.start].stem == k.words[theirs.value.start].stem
            };
            if !fits || !(topical || !mine.purpose.is_empty() || versions()) {
                continue;
            }
            if found.is_some() {
                return None; // two of the sort: nobody can tell which one
            }
            found = Some((known, theirs.value));
        }
        let (known, old) = found?;
        let why = format!("goes over to “{}” from “{}”", r.shown(mine.value.clone()), known.reading.shown(old.clone()));
        Some(Ok(self.replaced(claim, known, old, mine.value, &[], why)))
    }
}

/// Subject, value and purpose around the first relation of some lists.
fn using(r: &Reading, relations: &[Cue]) -> Option<Use> {
    let clause = r.clauses.first()?;
    let within = |h: &super::lexicon::Hit| relations.contains(&h.cue) && clause.contains(&h.from) && h.to < clause.end;
    let first = r.hits.iter().filter(|h| within(h)).map(|h| h.from).min()?;
    let to = r.hits.iter().filter(|h| within(h) && h.from == first).map(|h| h.to).max()?;
    // `用的是`, `is now using`: the rest of the relation.
    let goes_on = |at: usize| r.cues[at] & any!(Filler | Copula | Means) != 0;
    let to = (to..clause.end).find(|at| !goes_on(*at))?;
    let end = r.value_end(to..clause.end);
    let purpose = (to + 1..end).find(|i| r.words[*i].kind != Kind::Glyph && r.is(*i, Cue::Preposition)).unwrap_or(end);
    let value = r.trim(to..purpose);
    let value = (value.start..value.end).find(|i| !r.is(*i, Cue::Filler)).map(|from| from..value.end)?;
    let subject = r.stems(r.lead..first);
    let subject = if !r.has_content(r.lead..first) { Vec::new() } else { subject };
    Some(Use { subject, value, purpose: r.content_where(|i| (purpose..end).contains(&i)) })
}
