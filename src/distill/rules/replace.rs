//! What follows from a change: the entry's new text, the entries that said the same in other words, withdrawals.

use std::ops::Range;

use super::claim::Claim;
use super::compare::shared;
use super::compose::{composed, has_facts_beside};
use super::counterpart::{other_thing, says_no_more};
use super::cue::{CHANGE, Cue, RELATION};
use super::known::Known;
use super::matcher::{Decision, Matcher};
use super::naming::naming;
use super::reading::{COPULA, Reading};
use super::sort::Sort;
use super::subject::same_subject;
use crate::distill::change::What;
use crate::distill::{Board, Change};
use crate::history::entry::Gone;

impl Matcher<'_> {
    /// Why a record must not be learned: a person deleted what it says, or it was withdrawn since.
    pub(super) fn blocked(&self, claim: &Claim<'_>, board: &Board) -> Option<String> {
        if board.gone.is_empty() || self.index.worded(claim.reading.norm).next().is_some() {
            return None;
        }
        let (id, state) = self.index.left(claim.reading.norm).find_map(|id| board.gone.get_key_value(id))?;
        if claim.reading.adds(&self.read(&state.text)) {
            return None; // the same, and more
        }
        match &state.gone {
            Some((Gone::Rejected, on)) if claim.day() <= *on => {
                Some(format!("{id} said the same and was deleted by hand on {on}"))
            }
            Some((Gone::Removed(reason), _)) if reason.starts_with("withdrawn") || reason.starts_with("ended") => {
                let until = state.versions.last().and_then(|v| v.until)?;
                (claim.day() < until).then(|| format!("{id} said the same and was withdrawn on {until}"))
            }
            _ => None,
        }
    }

    /// Whether the new text says the same as the entry and more besides.
    pub(super) fn says_more(&self, claim: &Claim<'_>, known: &Known) -> bool {
        let frames = |r: &Reading| r.frames.iter().filter(|f| f.class != COPULA).count();
        claim.reading.text.len() > known.reading.text.len() && frames(&claim.reading) > frames(&known.reading)
    }

    /// A new value: the entry's text, and what becomes of the others that stated the old one.
    pub(super) fn replaced<'k>(
        &self,
        claim: &Claim<'_>,
        known: &Known,
        old: Range<usize>,
        new: Range<usize>,
        others: impl Iterator<Item = &'k Known>,
        why: String,
    ) -> Vec<Change> {
        if claim.day() < known.stated {
            return vec![claim.update(known, &claim.reading.text, why)];
        }
        let more = known.reading.clauses.len() > claim.reading.clauses.len()
            && has_facts_beside(&known.reading, &known.values(&old));
        let text = composed((&claim.reading, &new), (&known.reading, &old)).filter(|_| more);
        let text = text.unwrap_or_else(|| claim.reading.text.clone());
        let mut companions: Vec<&Known> = others.filter(|k| k.id != known.id).collect();
        let stems = known.reading.stems(old.clone());
        for other in self.stating(&stems) {
            if other.id != known.id
                && !companions.iter().any(|c| c.id == other.id)
                && other.states(&claim.reading.stems(new.clone())).is_none()
                && self.of_same_subject((&known.reading, &old), other, &stems)
                && self.speaks_of_the_same(&known.reading, &known.objects, &old, other, &stems, false)
            {
                companions.push(other);
            }
        }
        let mut changes = vec![claim.update(known, &text, why)];
        changes.extend(self.merged_as(claim, known, &text, companions.into_iter()));
        changes
    }

    /// Entries that state a run of stems, found by its rarest word.
    pub(super) fn stating<'s>(&'s self, stems: &'s [u32]) -> impl Iterator<Item = &'s Known> + 's {
        self.stated(stems).map(|(known, _)| known)
    }

    /// The same with the place where each states them.
    pub(super) fn stated<'s>(&'s self, stems: &'s [u32]) -> impl Iterator<Item = (&'s Known, Range<usize>)> + 's {
        let counted = stems.iter().map(|w| (self.index.count(*w), *w)).filter(|(count, _)| *count > 0);
        let rarest = counted.min_by_key(|(count, _)| *count);
        let there = rarest.into_iter().flat_map(|(_, w)| self.index.with_word(w));
        there.filter_map(|known| Some((known, known.states(stems)?)))
    }

    /// Merges others into an entry, as far as that is allowed.
    pub(super) fn merged<'k>(
        &self,
        claim: &Claim<'_>,
        into: &Known,
        others: impl Iterator<Item = &'k Known>,
    ) -> Option<Change> {
        self.merged_as(claim, into, &claim.reading.text, others)
    }

    pub(super) fn merged_as<'k>(
        &self,
        claim: &Claim<'_>,
        into: &Known,
        text: &str,
        others: impl Iterator<Item = &'k Known>,
    ) -> Option<Change> {
        let from: Vec<_> =
            others.filter(|k| k.loose && k.stated <= claim.day() && k.id != into.id).map(|k| k.id.clone()).collect();
        if from.is_empty() || claim.day() < into.stated {
            return None;
        }
        let why = format!(
            "{} stated the old value in other words",
            from.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
        );
        Some(claim.change(What::Merge { into: into.id.clone(), from, text: text.to_owned() }, why))
    }

    /// The text names the value that it replaces.
    pub(super) fn by_naming(&self, claim: &Claim<'_>) -> Decision {
        let r = &claim.reading;
        let n = naming(r)?;
        let stems = r.stems(n.old.clone());
        if stems.is_empty() {
            return None;
        }
        let objects = |new: &Option<Range<usize>>| -> Vec<u32> {
            let spoken = |range: &Range<usize>| range.clone().map(|i| r.words[i].stem).collect::<Vec<_>>();
            let values: Vec<u32> = spoken(&n.old).into_iter().chain(new.iter().flat_map(spoken)).collect();
            claim.objects.iter().copied().filter(|o| !values.contains(o)).collect()
        };
        let said = |new: &Option<Range<usize>>| new.clone().map(|new| r.stems(new)).unwrap_or_default();
        let whole = said(&n.new);
        let mut concerned: Vec<(usize, &Known)> = Vec::new();
        let mut agents = false;
        for known in self.stating(&stems) {
            let new = narrowed(r, n.new.clone(), known, &stems);
            let beside = new.as_ref().and_then(|new| complement(r, new, &n.old));
            let new = new.map(|new| new.start..beside.as_ref().map_or(new.end, |b| b.start));
            let new_stems = said(&new);
            let states_new = !new_stems.is_empty() && new_stems != stems && known.states(&new_stems).is_some();
            if states_new || !self.may_meet(claim, known) || !self.names_subject(claim, known) {
                continue;
            }
            let place = known.states(&stems).unwrap_or_default();
            let values: Vec<_> = [Some(n.old.clone()), new.clone()].into_iter().flatten().collect();
            let holds_there = |b: &Range<usize>| {
                r.content_in(b.clone()).all(|i| known.reading.words.iter().any(|w| w.stem == r.words[i].stem))
                    || matches!(r.sort(b.start + 1..b.end), Sort::Day | Sort::Clock)
            };
            if !beside.as_ref().is_none_or(holds_there)
                || other_thing((r, &values), (&known.reading, std::slice::from_ref(&place)))
            {
                continue;
            }
            // `Team A went over to NEW` tells who did so, not what it had.
            if known.reading.is_agent(&place) && r.hits(Cue::Switch).any(|h| h.from == n.old.end) {
                agents = true;
                continue;
            }
            let slot = self.same_slot(r, &known.reading);
            let rest = without(r, &[Some(n.old.clone()), new.clone()]);
            let ended = n.new.is_none() && ends_of_same(r, &n.old, known, &stems);
            let lexicon = &self.rules.lexicon;
            let matter = rest.aspects & known.reading.aspects_without(&place, lexicon) != 0;
            if !slot && !same_subject((r, &n.old, new.as_ref()), (&known.reading, &place), matter) {
                continue;
            }
            if slot || ended || self.speaks_of_the_same(&rest, &objects(&new), &(0..0), known, &stems, true) {
                let weight = shared(&rest.content, &known.reading.content) * 2
                    + usize::from(slot) * 10
                    + usize::from(known.section == claim.section);
                concerned.push((weight, known));
            }
        }
        if concerned.is_empty() && agents {
            return None;
        }
        concerned
            .sort_by(|a, b| b.0.cmp(&a.0).then_with(|| b.1.stated.cmp(&a.1.stated)).then_with(|| a.1.id.cmp(&b.1.id)));
        let old = r.shown(n.old.clone());
        if n.new.is_none() {
            let (_, known) = concerned.first()?;
            if known.states(&stems).is_some_and(|place| known.reading.is_listed(&place)) {
                return Some(Ok(vec![claim.add(format!("takes back “{old}”, one of several; the others stand"))]));
            }
            return Some(Ok(vec![claim.update(known, &r.text, format!("takes back “{old}”"))]));
        }
        let first = concerned.first().map(|(_, known)| *known);
        let new = match first {
            Some(known) => narrowed(r, n.new.clone(), known, &stems)?,
            None => n.new.clone()?,
        };
        let fresh = r.shown(new.clone());
        let why = format!("names what changed: “{old}” → “{fresh}”");
        if let Some(known) = first {
            let place = known.states(&stems)?;
            let core = new.start..complement(r, &new, &n.old).map_or(new.end, |b| b.start);
            let told =
                r.content_in(core.end..new.end).all(|i| known.reading.words.iter().any(|w| w.stem == r.words[i].stem));
            let more = has_facts_beside(&known.reading, &known.values(&place)) || known.reading.is_listed(&place);
            // The record's own words stand, unless the entry says all that they say.
            let told = told && (more || says_no_more((r, &[n.old.clone(), core.clone()]), &known.reading));
            let composed = (known.naming.is_none() && n.parallel && told)
                .then(|| composed((r, &core), (&known.reading, &place)))
                .flatten();
            if composed.is_none() && known.reading.is_listed(&place) {
                return Some(Ok(vec![claim.add(format!("{why}; one of several, of which the others still hold"))]));
            }
            let text = composed.unwrap_or_else(|| r.text.clone());
            let mut changes = vec![claim.update(known, &text, why)];
            let same = |k: &&Known| self.of_same_subject((&known.reading, &place), k, &stems);
            let others = concerned[1..].iter().map(|(_, k)| *k).filter(same);
            changes.extend(self.merged_as(claim, known, &text, others));
            return Some(Ok(changes));
        }
        // Nothing states the old value: the slot may hold another one, or the new one already.
        for frame in r.frames.iter().take(1) {
            let functional = |k: &&Known| {
                k.reading.frames.iter().any(|f| (f.class, f.subject) == (frame.class, frame.subject) && f.functional)
            };
            let mut slot = self.index.in_slot((frame.class, frame.subject)).filter(functional);
            if let Some(known) = slot.find(|k| frame.functional && self.may_meet(claim, k)) {
                return Some(Ok(vec![claim.update(known, &r.text, format!("{why}, of the same subject"))]));
            }
        }
        let rest = without(r, &[Some(n.old.clone()), n.new.clone()]);
        for known in self.stating(&whole) {
            if self.may_meet(claim, known)
                && n.new.as_ref().is_some_and(|new| self.of_same_subject((r, new), known, &whole))
                && self.speaks_of_the_same(&rest, &objects(&n.new), &(0..0), known, &whole, false)
            {
                return Some(Ok(vec![claim.seen(known, format!("names “{fresh}” again as what holds"))]));
            }
        }
        let told = self.by_correction(claim).or_else(|| self.by_shift(claim));
        told.or_else(|| Some(Ok(vec![claim.add(format!("{why}; the old value was not known"))])))
    }

    /// Whether an entry states a value of the same subject of which a text states the one at `value`.
    pub(super) fn of_same_subject(&self, (r, value): (&Reading, &Range<usize>), known: &Known, stems: &[u32]) -> bool {
        let Some(place) = known.states(stems) else { return false };
        let lexicon = &self.rules.lexicon;
        let matter = r.aspects_without(value, lexicon) & known.reading.aspects_without(&place, lexicon) != 0;
        same_subject((r, value, None), (&known.reading, &place), matter)
    }

    /// Where the claim's subject is a name, the entry bears it too.
    fn names_subject(&self, claim: &Claim<'_>, known: &Known) -> bool {
        let Some(frame) = claim.reading.frames.first() else { return true };
        let single = frame.about.len() == 1 && frame.class != COPULA || frame.about.len() == 1;
        let theirs = known.reading.frames.first();
        !single || !theirs.is_some_and(|t| t.about.len() == 1 && t.about != frame.about && t.class == frame.class)
    }
}

/// Whether a text gives up (`Maya gave up the cello`) what an entry says of the same subject (`Maya plays the cello`).
fn ends_of_same(r: &Reading, old: &Range<usize>, known: &Known, stems: &[u32]) -> bool {
    let k = &known.reading;
    let Some(cue) = r.hits(Cue::GivenUp).filter(|h| h.to <= old.start).map(|h| h.from).min() else { return false };
    let subject = r.stems(r.lead..cue);
    let place = known.states(stems);
    !subject.is_empty()
        && k.stems(k.lead..k.head).starts_with(&subject)
        && place.is_some_and(|p| k.at_edge(&p) && p.start > subject.len())
        && !k.negated
        && !k.is_past()
}

/// The new value without the words that stand around the old one as well: `from Slack to Zulip for chat`, of an entry
/// `We use Slack for chat`; `Flights leave from Munich instead of Frankfurt`, of `Flights leave from Frankfurt`.
pub(super) fn narrowed(r: &Reading, new: Option<Range<usize>>, known: &Known, old: &[u32]) -> Option<Range<usize>> {
    let mut new = new?;
    let k = &known.reading;
    let Some(place) = known.states(old) else { return Some(new) };
    let tail = k.stems(place.end..k.head);
    let own = r.stems(new.clone());
    if !tail.is_empty() && own.len() > tail.len() && own.ends_with(&tail) {
        let mut left = tail.len();
        while left > 0 {
            new.end -= 1;
            left -= usize::from(r.words[new.end].says() && !r.is(new.end, Cue::Filler));
        }
        new = r.trim(new);
    }
    let before = (k.lead..place.start).rev().find(|i| k.words[*i].says() && !k.is(*i, Cue::Filler));
    let same = |i: &usize| before.is_some_and(|b| k.words[b].hash == r.words[*i].hash);
    if let Some(at) = (new.start..new.end.saturating_sub(1)).rev().find(same) {
        let inner = r.trim(at + 1..new.end);
        new = if r.content_in(inner.clone()).next().is_some() { inner } else { new };
    }
    Some(new)
}

/// Where in a new value the words begin that say of what it holds: `Biome in the CLI repo`, `gRPC between services`.
/// Not of an old value that has such words itself.
fn complement(r: &Reading, new: &Range<usize>, old: &Range<usize>) -> Option<Range<usize>> {
    let relation = RELATION | Cue::Preposition.bit();
    let before = (0..new.start).rev().find(|i| !r.is(*i, Cue::Article));
    let follows = new.start >= old.end || before.is_some_and(|i| r.cues[i] & relation != 0);
    let within = |range: &Range<usize>| (range.start + 1..range.end).find(|i| r.is(*i, Cue::Where));
    let from = within(new).filter(|_| follows && within(old).is_none())?;
    Some(from..new.end)
}

/// A reading without some of its words: what is left tells what it is about.
fn without(r: &Reading, ranges: &[Option<Range<usize>>]) -> Reading {
    let keep: Vec<usize> =
        (0..r.words.len()).filter(|i| !ranges.iter().flatten().any(|range| range.contains(i))).collect();
    let change = CHANGE | Cue::To.bit() | Cue::Label.bit() | Cue::Opener.bit();
    let mut rest = Reading { text: r.text.clone(), ..Reading::default() };
    for i in keep {
        if r.cues[i] & change == 0 {
            rest.words.push(r.words[i]);
            rest.cues.push(r.cues[i]);
        }
    }
    rest.content = rest.content_where(|i| !rest.is(i, Cue::Negation));
    rest.aspects = r.aspects;
    rest.frames = r.frames.iter().take(1).cloned().collect();
    rest.attributes.clone_from(&r.attributes);
    rest
}
