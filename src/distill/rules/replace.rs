//! What follows from a change: the entry's new text, the entries that said the same in other words, withdrawals.

use std::ops::Range;

use super::claim::Claim;
use super::compare::shared;
use super::compose::{composed, has_facts_beside};
use super::counterpart::{differ_twice, other_thing, says_no_more};
use super::cue::{CHANGE, Cue, RELATION, any};
use super::frame::COPULA;
use super::known::Known;
use super::matcher::{Decision, Matcher};
use super::naming::Naming;
use super::narrower::narrower;
use super::reading::Reading;
use super::sort::Sort;
use super::thing::{Told, differ, other_subject};
use crate::distill::change::What;
use crate::distill::{Board, Change};
use crate::history::entry::Gone;

/// An entry that states an old value.
struct States<'k> {
    known: &'k Known,
    /// Where it states it.
    place: Range<usize>,
    /// The new value in the text, without what the entry says around the old one.
    new: Option<Range<usize>>,
}

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
    pub(super) fn replaced(
        &self,
        claim: &Claim<'_>,
        known: &Known,
        old: Range<usize>,
        new: Range<usize>,
        others: &[&Known],
        why: String,
    ) -> Vec<Change> {
        if claim.day() < known.stated {
            return vec![claim.update(known, &claim.reading.text, why)];
        }
        let more = known.reading.clauses.len() > claim.reading.clauses.len()
            && has_facts_beside(&known.reading, &known.values(&old));
        let text = composed((&claim.reading, &new), (&known.reading, &old)).filter(|_| more);
        let text = text.unwrap_or_else(|| claim.reading.text.clone());
        let mut companions: Vec<&Known> = others.iter().copied().filter(|k| k.id != known.id).collect();
        let stems = known.reading.stems(old.clone());
        let told = Told { text: &known.reading, objects: &known.objects, value: &old, named: false };
        let fresh = claim.reading.stems(new);
        // A value of which nothing is known but itself may be that of anything.
        let k = &known.reading;
        let alone = !k.has_content(k.lead..old.start) && !k.has_content(old.end..k.head);
        for (other, place) in self.stated(&stems).filter(|_| !alone) {
            if other.id != known.id
                && !companions.iter().any(|c| c.id == other.id)
                && other.states(&fresh).is_none()
                && other.things == known.things
                && self.may_meet(claim, other)
                && self.same_subject((&known.reading, &old, None), (&other.reading, &place))
                && self.same_matter(&told, (other, &place), &stems)
            {
                companions.push(other);
            }
        }
        let mut changes = vec![claim.update(known, &text, why)];
        changes.extend(self.merged(claim, known, &text, companions.into_iter()));
        changes
    }

    /// Entries that state a run of stems, and where; found by its rarest word.
    pub(super) fn stated<'s>(&'s self, stems: &[u32]) -> impl Iterator<Item = (&'s Known, Range<usize>)> {
        let counted = stems.iter().map(|w| (self.index.count(*w), *w)).filter(|(count, _)| *count > 0);
        let rarest = counted.min_by_key(|(count, _)| *count);
        let there = rarest.into_iter().flat_map(|(_, w)| self.index.with_word(w));
        there.filter_map(|known| Some((known, known.states(stems)?)))
    }

    /// Merges others into an entry, which has this text then, as far as that is allowed.
    pub(super) fn merged<'k>(
        &self,
        claim: &Claim<'_>,
        into: &Known,
        text: &str,
        others: impl Iterator<Item = &'k Known>,
    ) -> Option<Change> {
        let named = claim.reading.naming().is_some();
        let apart = |k: &Known| if named { self.of_two_things(claim, k) } else { self.apart(claim, k) };
        let from: Vec<_> = others
            .filter(|k| k.loose && k.stated <= claim.day() && k.id != into.id && !apart(k))
            .filter(|k| !differ(&claim.things, &k.things))
            .map(|k| k.id.clone())
            .collect();
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
        let n = r.naming()?;
        let stems = r.stems(n.old.clone());
        let states = |(known, place)| self.states_old(claim, n, &stems, known, place);
        // `Team A went over to NEW` tells who did so, not what it had.
        let switches = r.hits(Cue::Switch).any(|h| h.from == n.old.end);
        let (agents, others): (Vec<_>, Vec<_>) =
            self.stated(&stems).filter_map(states).partition(|s| switches && s.known.reading.is_agent(&s.place));
        let mut concerned: Vec<(usize, States<'_>)> =
            others.into_iter().filter_map(|s| Some((self.weight(claim, n, &stems, &s)?, s))).collect();
        concerned.sort_by(|(a, s), (b, t)| {
            b.cmp(a).then_with(|| t.known.stated.cmp(&s.known.stated)).then_with(|| s.known.id.cmp(&t.known.id))
        });
        match (concerned.split_first(), &n.new) {
            _ if stems.is_empty() => None,
            (Some(((_, first), _)), None) => Some(Ok(vec![taken_back(claim, n, first)])),
            (Some(((_, first), others)), Some(_)) => self.renewed(claim, n, first, others, &stems),
            (None, Some(new)) if agents.is_empty() => self.known_by_new(claim, n, new),
            (None, _) => None,
        }
    }

    /// An entry that states the old value of what a text says changed, and not the new one already.
    fn states_old<'k>(
        &self,
        claim: &Claim<'_>,
        n: &Naming,
        stems: &[u32],
        known: &'k Known,
        place: Range<usize>,
    ) -> Option<States<'k>> {
        let (r, k) = (&claim.reading, &known.reading);
        let new = narrowed(r, n.new.clone(), known, stems);
        let beside = new.as_ref().and_then(|new| complement(r, new, &n.old));
        let new = new.map(|new| new.start..beside.as_ref().map_or(new.end, |b| b.start));
        let fresh = new.clone().map_or_else(Vec::new, |new| r.stems(new));
        let states_new = !fresh.is_empty() && fresh != *stems && known.states(&fresh).is_some();
        let holds_there = |b: Range<usize>| {
            r.content_in(b.clone()).all(|i| k.has_stem(r.words[i].stem))
                || matches!(r.sort(b.start + 1..b.end), Sort::Day | Sort::Clock)
        };
        let values: Vec<_> = [Some(n.old.clone()), new.clone()].into_iter().flatten().collect();
        let fits = !states_new
            && self.may_mean(claim, known)
            && !other_subject(r, k)
            && beside.is_none_or(holds_there)
            && !other_thing((r, &values), (k, std::slice::from_ref(&place)))
            && !narrower((r, &values), (k, std::slice::from_ref(&place)), &self.rules.lexicon);
        fits.then_some(States { known, place, new })
    }

    /// How much speaks for it that an entry which states the old value is concerned; nothing if it is of something else.
    fn weight(&self, claim: &Claim<'_>, n: &Naming, stems: &[u32], s: &States<'_>) -> Option<usize> {
        let (r, known) = (&claim.reading, s.known);
        let slot = self.same_slot(r, &known.reading);
        let rest = without(r, &[Some(&n.old), s.new.as_ref()]);
        let same = || self.same_subject((r, &n.old, s.new.as_ref()), (&known.reading, &s.place));
        let ended = || n.new.is_none() && ends_of_same(r, &n.old, known, stems);
        let matter = || {
            let objects = objects_beside(claim, &[Some(&n.old), s.new.as_ref()]);
            self.same_matter(
                &Told { text: &rest, objects: &objects, value: &(0..0), named: true },
                (known, &s.place),
                stems,
            )
        };
        (slot || same() && (ended() || matter())).then(|| {
            let section = usize::from(known.section == claim.section);
            shared(&rest.content, &known.reading.content) * 2 + usize::from(slot) * 10 + section
        })
    }

    /// The entry has the new value in its own words, or the record's where those say more; others go with it.
    fn renewed(
        &self,
        claim: &Claim<'_>,
        n: &Naming,
        States { known, place, .. }: &States<'_>,
        others: &[(usize, States<'_>)],
        stems: &[u32],
    ) -> Decision {
        let (r, k) = (&claim.reading, &known.reading);
        let new = narrowed(r, n.new.clone(), known, stems)?;
        let why = n.why(r, &new);
        let core = new.start..complement(r, &new, &n.old).map_or(new.end, |b| b.start);
        let listed = k.is_listed(place);
        // The record's own words stand, unless the entry says all that they say.
        let told = r.content_in(core.end..new.end).all(|i| k.has_stem(r.words[i].stem))
            && (listed
                || has_facts_beside(k, &known.values(place))
                || says_no_more((r, &[n.old.clone(), core.clone()]), k));
        let fits = known.naming.is_none() && n.parallel && told;
        let composed = fits.then(|| composed((r, &core), (k, place))).flatten();
        if composed.is_none() && listed {
            return Some(Ok(vec![claim.add(format!("{why}; one of several, of which the others still hold"))]));
        }
        let text = composed.unwrap_or_else(|| r.text.clone());
        let mut changes = vec![claim.update(known, &text, why)];
        let same = others.iter().filter(|(_, s)| self.same_subject((k, place, None), (&s.known.reading, &s.place)));
        changes.extend(self.merged(claim, known, &text, same.map(|(_, s)| s.known)));
        Some(Ok(changes))
    }

    /// Why a text in which nothing known was recognised becomes an entry.
    pub(super) fn why_new(claim: &Claim<'_>) -> String {
        let r = &claim.reading;
        let named = r.naming().and_then(|n| Some(n.why(r, n.new.as_ref()?)));
        named.map_or_else(|| "nothing known matches".to_owned(), |why| format!("{why}; the old value was not known"))
    }

    /// Nothing states the old value: the slot may hold another one, or an entry the new one already.
    fn known_by_new(&self, claim: &Claim<'_>, n: &Naming, new: &Range<usize>) -> Decision {
        let r = &claim.reading;
        let (fresh, stems) = (r.shown(new.clone()), r.stems(new.clone()));
        let why = n.why(r, new);
        if let Some(frame) = r.frames.first().filter(|f| f.functional) {
            let key = (frame.class, frame.subject);
            // `Committee vote: 8 in place of 9 for the lockers` is of the same subject as any other vote.
            let functional = |k: &Known| {
                let same = k.reading.frames.iter().find(|f| (f.class, f.subject) == key && f.functional);
                let beside = |i: &usize| !n.old.contains(i) && !new.contains(i) && r.cues[*i] & CHANGE == 0;
                let own = |i: &usize| !frame.about.contains(&r.words[*i].stem);
                let mut beside = r.content_in(r.lead..r.head).filter(beside).filter(own);
                let there = |i: usize| {
                    let t = &k.reading;
                    (t.lead..t.words.len()).any(|o| t.words[o].stem == r.words[i].stem && t.cues[o] & CHANGE == 0)
                };
                same.is_some_and(|f| !differ_twice((r, &frame.value), (&k.reading, &f.value))) && beside.all(there)
            };
            if let Some(known) = self.index.in_slot(key).find(|k| functional(k) && self.may_meet(claim, k)) {
                return Some(Ok(vec![claim.update(known, &r.text, format!("{why}, of the same subject"))]));
            }
        }
        let values = [Some(&n.old), Some(new)];
        let (rest, objects) = (without(r, &values), objects_beside(claim, &values));
        let told = Told { text: &rest, objects: &objects, value: &(0..0), named: false };
        let same = |(known, place): &(&Known, Range<usize>)| {
            self.may_meet(claim, known)
                && self.same_subject((r, new, None), (&known.reading, place))
                && self.same_matter(&told, (known, place), &stems)
        };
        if let Some((known, _)) = self.stated(&stems).find(same) {
            return Some(Ok(vec![claim.seen(known, format!("names “{fresh}” again as what holds"))]));
        }
        self.in_agreeing_words(claim).or_else(|| self.by_correction(claim)).or_else(|| self.by_shift(claim))
    }
}

/// A value is taken back and nothing put in its place.
fn taken_back(claim: &Claim<'_>, n: &Naming, States { known, place, .. }: &States<'_>) -> Change {
    let old = claim.reading.shown(n.old.clone());
    match known.reading.is_listed(place) {
        true => claim.add(format!("takes back “{old}”, one of several; the others stand")),
        false => claim.update(known, &claim.reading.text, format!("takes back “{old}”")),
    }
}

/// The things that a claim names, its values aside.
fn objects_beside(claim: &Claim<'_>, values: &[Option<&Range<usize>>]) -> Vec<u32> {
    let within = |o: u32| values.iter().flatten().any(|v| (*v).clone().any(|i| claim.reading.words[i].stem == o));
    claim.objects.iter().copied().filter(|o| !within(*o)).collect()
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
    let before = k.says_in(k.lead..place.start).next_back();
    let same = |i: &usize| before.is_some_and(|b| k.words[b].hash == r.words[*i].hash);
    if let Some(at) = (new.start..new.end.saturating_sub(1)).rev().find(same) {
        let inner = r.trim(at + 1..new.end);
        new = if r.has_content(inner.clone()) { inner } else { new };
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
fn without(r: &Reading, ranges: &[Option<&Range<usize>>]) -> Reading {
    let keep: Vec<usize> =
        (0..r.words.len()).filter(|i| !ranges.iter().flatten().any(|range| range.contains(i))).collect();
    let change = CHANGE | any!(To | Label | Opener);
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
