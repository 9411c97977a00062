//! Whether two texts speak of one thing: what one says of Ana never changes what is known of Ben.
//!
//! A text may name what it speaks of by a field, in its subject, behind its value or not at all. So there are several
//! questions, each of what can be seen at one place, and an entry is concerned only where none of those asked says no:
//!
//! | question | what it looks at | asked |
//! |---|---|---|
//! | `may_meet` | topics, what fields name, what was said before ([`super::accord`]) | first, of every entry, whatever the step |
//! | `things_of` | names of what has several properties or values ([`super::owners`], [`super::vocabulary`]) | within the one above, and of values |
//! | `are_values` | whether values are things, or not those that the two name | before an entry is succeeded |
//! | `other_thing` | the words around two values, side by side | where a text names the value that an entry states |
//! | `same_subject` | of what each value is said, and whose it is | the same, and wherever one value excludes another |
//! | `same_matter` | named things, aspects, words for the topic | where an entry shares no more than a value with the text |
//! | `identities_differ` | to what each belongs: subject, place, owner | within the one above, and before a text counts as a repetition |
//! | `other_subject` | subjects of the same relation | where texts read alike but for one place, or name an old value |
//!
//! `subject` finds what a text speaks of, `counterpart` lays two texts side by side.

use std::ops::Range;

use super::claim::Claim;
use super::compare::shared;
use super::counterpart::other_thing;
use super::cue::{Cue, PROPERTY, SAID_OF};
use super::index::Index;
use super::known::Known;
use super::matcher::Matcher;
use super::reading::{Reading, fold};
use super::subject::Subject;
use super::succession::both_ends_told;
use super::words::Kind;
use crate::sediment::EntryId;

/// What a text says beside a value.
pub(super) struct Told<'a> {
    /// The text, or what is left of it without the values that it names.
    pub text: &'a Reading,
    /// The things that it names.
    pub objects: &'a [u32],
    /// The words of the value; none where they are left out.
    pub value: &'a Range<usize>,
    /// Whether it names the value as the one that was.
    pub named: bool,
}

impl Index {
    /// The things of which a text speaks, as the memory has shown.
    pub(super) fn things(&self, r: &Reading) -> Vec<u64> {
        let things = self.things_of(r).into_iter();
        let mut things: Vec<u64> = things.map(|t| r.stems(t).into_iter().fold(3, fold)).collect();
        things.sort_unstable();
        things.dedup();
        things
    }

    /// Where they are named. What a text names as a value is none.
    pub(super) fn things_of(&self, r: &Reading) -> Vec<Range<usize>> {
        let mut things = self.vocabulary.things_of(r);
        let names = self.owners.named(r);
        if names.is_empty() {
            return things;
        }
        let values = r.stated_values();
        let last = (r.lead..r.head).rev().find(|i| r.is_content(*i));
        let meets = |a: &Range<usize>, b: &Range<usize>| a.start < b.end && b.start < a.end;
        // `Payments are handled by Ben`: what comes last may be the value, unless it is said whose something is.
        let ends = |t: &Range<usize>| {
            let before = (r.lead..t.start).rev().find(|i| !r.is(*i, Cue::Article));
            Some(t.end - 1) == last
                && r.words[t.start].kind != Kind::Glyph
                && !before.is_some_and(|i| r.is(i, Cue::Whose))
        };
        for name in names {
            if !values.contains(&name) && !ends(&name) && !things.iter().any(|t| meets(t, &name)) {
                things.push(name);
            }
        }
        things
    }

    /// Looks of which things an entry speaks.
    pub(super) fn look(&mut self, id: &EntryId) {
        for number in self.numbers.get(id).cloned().unwrap_or_default() {
            let Some(known) = self.known[number].as_deref() else { continue };
            let things = self.things(&known.reading);
            self.known[number].iter_mut().for_each(|known| known.things.clone_from(&things));
        }
    }

    /// Looks again of which things the entries speak, once much was learned since.
    pub(super) fn look_again(&mut self) {
        let size = self.vocabulary.size() + self.owners.size();
        if size <= self.looked + self.looked / 10 + 20 {
            return;
        }
        self.looked = size;
        let all: Vec<EntryId> = self.numbers.keys().cloned().collect();
        all.iter().for_each(|id| self.look(id));
    }
}

impl Matcher<'_> {
    /// Whether claim and entry may be about the same thing at all: no different topics, no different objects.
    pub(super) fn may_meet(&self, claim: &Claim<'_>, known: &Known) -> bool {
        self.fields_meet(claim, known) && !both_ends_told(&claim.reading, &known.reading) && !self.apart(claim, known)
    }

    /// The same where the text names a value that the entry states.
    pub(super) fn may_mean(&self, claim: &Claim<'_>, known: &Known) -> bool {
        self.fields_meet(claim, known) && !self.of_two_things(claim, known)
    }

    /// Whether neither their topics nor what their fields name keep them apart.
    fn fields_meet(&self, claim: &Claim<'_>, known: &Known) -> bool {
        match (&claim.topic, &known.topic) {
            (Some(a), Some(b)) if a != b => return false,
            _ => {}
        }
        let (a, b) = (&claim.about, &known.about);
        let met = a.is_empty() || b.is_empty() || a.iter().any(|o| b.contains(o));
        met && !differ(&claim.things, &known.things)
    }

    /// Whether a text (which states or names a value at `old`, and perhaps a new one) and an entry that states the value
    /// at `place` may speak of the same: neither subject has a name that the other text lacks, nor both words of their own.
    pub(super) fn same_subject(
        &self,
        (r, old, new): (&Reading, &Range<usize>, Option<&Range<usize>>),
        (k, place): (&Reading, &Range<usize>),
    ) -> bool {
        let values: Vec<_> = std::iter::once(old).chain(new).cloned().collect();
        if k.is_part(place) || other_thing((r, &values), (k, std::slice::from_ref(place))) {
            return false;
        }
        let lexicon = &self.rules.lexicon;
        let matter = r.aspects_without(old, lexicon) & k.aspects_without(place, lexicon) != 0;
        let (mut mine, theirs) = (r.subject_of(old), k.subject_of(place));
        let fresh = new.map_or_else(Vec::new, |new| r.stems(new.clone()));
        mine.words.retain(|w| !fresh.contains(w));
        let (a, b) = (r.own_words(&mine, k, place, matter), k.own_words(&theirs, r, old, matter));
        let named = a.iter().any(|w| r.names(&mine, *w)) || b.iter().any(|w| k.names(&theirs, *w));
        let long = is_sentence(k, place);
        if named || !a.is_empty() && !b.is_empty() && !long {
            return false;
        }
        // `my sister`, and I
        let anothers = |one: &Subject, other: &Subject, own: &[u32]| {
            !own.is_empty() && one.possessed && other.words.is_empty() && other.own
        };
        if anothers(&mine, &theirs, &a) || anothers(&theirs, &mine, &b) {
            return false;
        }
        let meets = || mine.words.iter().any(|w| k.has_stem(*w));
        a.is_empty() || !theirs.words.is_empty() || matter || long || meets()
    }

    /// Whether an entry that states the same value does so of the same matter: the same things are named, and an aspect
    /// or a word for the topic is shared, or the value is long enough to be a sentence of its own.
    pub(super) fn same_matter(&self, told: &Told<'_>, (known, place): (&Known, &Range<usize>), stems: &[u32]) -> bool {
        let (r, k) = (told.text, &known.reading);
        let said = r.stems(told.value.clone());
        let outside = |o: &&u32| !stems.contains(o) && !said.contains(o);
        let alone = !told.objects.iter().any(|o| outside(&o));
        // `Jenkins was replaced by Buildkite` holds wherever Jenkins was.
        let everywhere = told.named && alone && r.content.is_empty();
        let same_objects = || told.objects.iter().filter(outside).eq(known.objects.iter().filter(outside));
        if !known.loose || !everywhere && !same_objects() {
            return false;
        }
        let edge = k.at_edge(place);
        if everywhere && edge {
            return true;
        }
        if self.subjects_differ(r, k) || identities_differ((r, told.value), (k, place)) {
            return false;
        }
        let lexicon = &self.rules.lexicon;
        let (a, b) = (r.aspects_without(told.value, lexicon), k.aspects_without(place, lexicon));
        if a != 0 && b != 0 {
            return a & b != 0;
        }
        // `cache of project-a: …` speaks of what `project-a has no cache` says.
        let topic = |w: &u32| stems.contains(w) && !told.objects.contains(w);
        let of_value = told.named && !alone && r.content.iter().any(topic);
        // Two characters make a word, about.
        let size = |i: usize| if k.words[i].kind == Kind::Glyph { 1 } else { 2 };
        let long = k.content_in(place.clone()).map(size).sum::<usize>() >= 4;
        if of_value && edge || long && (told.named || edge) {
            return true;
        }
        let (mut mine, mut theirs) = told.topics(k, place, stems);
        // That both are of one thing tells not that they are of one matter.
        let things = self.index.things_of(k);
        let spoken = k.content_where(|i| things.iter().any(|thing| thing.contains(&i)));
        mine.retain(|w| !spoken.contains(w));
        theirs.retain(|w| !spoken.contains(w));
        if shared(&mine, &theirs) > 0 {
            return !k.is_past();
        }
        // What the claim speaks of beside its values is something that the entry speaks of as well.
        let meets = |i: usize| (0..k.words.len()).any(|o| !place.contains(&o) && k.words[o].is(&r.words[i]));
        let likes = || k.hits(Cue::Many).any(|h| !k.is(h.from, Cue::Means) && !k.is(h.from, Cue::Choice));
        let met = || mine.is_empty() || r.content_in(0..r.words.len()).any(meets);
        told.named && edge && !k.is_past() && !likes() && met()
    }

    /// Whether the values by which a text would succeed an entry are values: those that the two name as what holds, where
    /// they tell of a change, and no things of which this and that is said.
    pub(super) fn are_values(&self, (r, new): (&Reading, &Range<usize>), (k, old): (&Reading, &Range<usize>)) -> bool {
        let meets = |a: &Range<usize>, b: &Range<usize>| a.start < b.end && b.start < a.end;
        let told = |t: &Reading, value: &Range<usize>| {
            let new = t.naming().and_then(|n| n.new.as_ref());
            new.is_none_or(|new| value.is_empty() || meets(new, value))
        };
        let thing = |t: &Reading, value: &Range<usize>| self.index.things_of(t).iter().any(|thing| meets(thing, value));
        [(r, new), (k, old)].into_iter().all(|(t, value)| told(t, value) && !thing(t, value))
    }

    /// Whether the subjects of two texts each name something that the other text does not.
    pub(super) fn subjects_differ(&self, a: &Reading, b: &Reading) -> bool {
        let own = |r: &Reading, other: &Reading| {
            let told = |w: &u32| !other.has_stem(*w) && !self.rules.lexicon.is_aspect(*w) && !r.attributes.contains(w);
            r.frames.first().is_some_and(|f| f.about.iter().any(told))
        };
        own(a, b) && own(b, a)
    }
}

impl Told<'_> {
    /// Of what a text and an entry tell by words that are no value, no name, no owner and not whom they speak of: both
    /// may say quite different things of somebody.
    fn topics(&self, k: &Reading, place: &Range<usize>, stems: &[u32]) -> (Vec<u32>, Vec<u32>) {
        let r = self.text;
        let sole = r.frames.iter().filter(|f| f.about.len() == 1 && !self.named).flat_map(|f| f.about.iter().copied());
        let names = r.words.iter().filter(|w| w.capital).map(|w| w.stem);
        let mut spoken: Vec<u32> = sole.chain(names).collect();
        // Whose it is tells, where the old value is named: `Slack for chat`, `from Slack to Zulip for chat`.
        if !self.named {
            spoken.extend(r.anchors(self.value));
            spoken.extend(k.anchors(place));
        }
        let topical = |w: &u32| !stems.contains(w) && !self.objects.contains(w) && !spoken.contains(w);
        let of = |r: &Reading| r.content.iter().copied().filter(topical).collect();
        (of(r), of(k))
    }
}

/// Whether two texts each speak of things, and of none in common.
pub(super) fn differ(a: &[u64], b: &[u64]) -> bool {
    !a.is_empty() && !b.is_empty() && !a.iter().any(|thing| b.contains(thing))
}

/// Whether a value of three words and more, without names and a verb, is a sentence of its own: whoever states it means
/// the same, as with `one approval before merging`.
fn is_sentence(k: &Reading, value: &Range<usize>) -> bool {
    let plain = |i: usize| !k.words[i].capital && k.words[i].kind != Kind::Code;
    let glyphs = k.content_in(value.clone()).filter(|i| k.words[*i].kind == Kind::Glyph).count();
    // Two characters make a word, about.
    let size = k.content_in(value.clone()).count() - glyphs / 2;
    size >= 3 && value.clone().all(plain) && k.cues[value.start] & (SAID_OF & !Cue::Preposition.bit()) == 0
}

/// Whether two texts, values aside, each speak of something that the other does not name: `the region of X`, `Y is
/// hosted at`. A long value without names is a sentence of its own, unless one of them says to what it belongs.
pub(super) fn identities_differ((r, a): (&Reading, &Range<usize>), (k, b): (&Reading, &Range<usize>)) -> bool {
    let subject = |r: &Reading, value: &Range<usize>, other: &Reading| {
        let common = Cue::Aspect.bit() | PROPERTY;
        let telling = |w: u32| (0..r.words.len()).any(|i| r.words[i].stem == w && r.cues[i] & common == 0);
        r.subject_of(value).words.into_iter().any(|w| telling(w) && !other.has_stem(w))
    };
    let anchor =
        |r: &Reading, value: &Range<usize>, other: &Reading| r.anchors(value).iter().any(|w| !other.has_stem(*w));
    let (mine, theirs) = (anchor(r, a, k), anchor(k, b, r));
    let plain = |i: usize| !k.words[i].capital && matches!(k.words[i].kind, Kind::Plain);
    let long = k.content_in(b.clone()).count() >= 3 && b.clone().all(plain);
    (mine || theirs || !long) && (mine || subject(r, a, k)) && (theirs || subject(k, b, r))
}

/// Whether two texts state the same of two subjects (`Ken owns repo-a`, `Ken owns repo-b`), or by the same relation
/// something of two that are named by a word each (`Lunch is at 12:00`, `Dinner is at 19:00 instead of 12:00`).
pub(super) fn other_subject(r: &Reading, k: &Reading) -> bool {
    let (Some(a), Some(b)) = (r.frames.first(), k.frames.first()) else { return false };
    let named = || a.about.len() == 1 && b.about.len() == 1;
    a.class == b.class && a.subject != b.subject && (named() || r.stems(a.value.clone()) == k.stems(b.value.clone()))
}
