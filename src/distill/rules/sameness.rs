//! Whether a record and an entry speak of the same thing, and whether they say the same of it.

use std::ops::Range;

use super::claim::Claim;
use super::compare::{difference, shared, shared_edge};
use super::cue::{Cue, PROPERTY};
use super::known::Known;
use super::matcher::Matcher;
use super::reading::Reading;
use super::words::Kind;
use crate::sediment::Section;

impl Matcher<'_> {
    /// Whether claim and entry may be about the same thing at all: no different topics, no different objects.
    pub(super) fn may_meet(&self, claim: &Claim<'_>, known: &Known) -> bool {
        match (&claim.topic, &known.topic) {
            (Some(a), Some(b)) if a != b => return false,
            _ => {}
        }
        fn about<'a>(named: &'a [u32], r: &'a Reading) -> impl Iterator<Item = u32> + Clone + 'a {
            named.iter().copied().filter(|o| !r.objects.contains(o))
        }
        let (mut a, mut b) = (about(&claim.objects, &claim.reading), about(&known.objects, &known.reading));
        a.clone().next().is_none() || b.clone().next().is_none() || a.any(|o| b.any(|other| other == o))
    }

    /// Whether two texts share a value at an edge.
    pub(super) fn same_value(&self, claim: &Claim<'_>, known: &Known) -> bool {
        for (_, value, group) in self.index.alternatives.stated(&claim.reading, &claim.objects) {
            if known.states(value).is_some() {
                return true;
            }
            if group.iter().any(|v| known.states(v).is_some()) {
                return false;
            }
        }
        difference(&claim.reading, &known.reading).is_none() && shared_edge(&claim.reading, &known.reading).is_some()
    }

    /// Whether an entry that states the same old value does so of the same thing: the same objects, and an aspect
    /// or a topic word in common, or a value long enough to be a sentence of its own.
    pub(super) fn speaks_of_the_same(
        &self,
        r: &Reading,
        objects: &[u32],
        old: &Range<usize>,
        other: &Known,
        stems: &[u32],
        named: bool,
    ) -> bool {
        if !other.loose {
            return false;
        }
        let mine = |o: u32| r.says_in(old.clone()).any(|i| r.words[i].stem == o);
        let outside = |o: &&u32| !stems.contains(o) && !mine(**o);
        let alone = !objects.iter().any(|o| outside(&o));
        // `Jenkins was replaced by Buildkite` holds wherever Jenkins was.
        let everywhere = named && alone && r.content.is_empty();
        if !everywhere && !objects.iter().filter(outside).eq(other.objects.iter().filter(outside)) {
            return false;
        }
        let Some(place) = other.states(stems) else { return false };
        if everywhere && other.reading.at_edge(&place) {
            return true;
        }
        if self.subjects_differ(r, &other.reading) || identities_differ((r, old), (&other.reading, &place)) {
            return false;
        }
        let lexicon = &self.rules.lexicon;
        let (a, b) = (r.aspects_without(old, lexicon), other.reading.aspects_without(&place, lexicon));
        if a != 0 && b != 0 && a & b == 0 {
            return false;
        }
        if a & b != 0 {
            return true;
        }
        // `cache of project-a: …` speaks of what `project-a has no cache` says.
        let topic = |w: &u32| stems.contains(w) && !objects.contains(w);
        if named && !alone && r.content.iter().any(topic) && other.reading.at_edge(&place) {
            return true;
        }
        let long = other.reading.content_in(place.clone()).count() >= 2;
        if long && (named || other.reading.at_edge(&place)) {
            return true;
        }
        // Who or what is spoken of is no topic: both may say quite different things of it.
        let sole = r.frames.iter().filter(|f| f.about.len() == 1 && !named).flat_map(|f| f.about.iter().copied());
        let names = r.words.iter().filter(|w| w.capital).map(|w| w.stem);
        let spoken: Vec<u32> = sole.chain(names).collect();
        // Whose it is neither, unless the old value is named: `Slack for chat`, `from Slack to Zulip for chat`.
        let owners = if named { Vec::new() } else { [anchors(r, old), anchors(&other.reading, &place)].concat() };
        let topical =
            |w: &u32| !stems.contains(w) && !objects.contains(w) && !spoken.contains(w) && !owners.contains(w);
        let mine: Vec<u32> = r.content.iter().copied().filter(topical).collect();
        let theirs: Vec<u32> = other.reading.content.iter().copied().filter(topical).collect();
        let past = other.reading.is_past();
        if shared(&mine, &theirs) > 0 {
            return !past;
        }
        let liking = other
            .reading
            .hits(Cue::Many)
            .any(|h| !other.reading.is(h.from, Cue::Means) && !other.reading.is(h.from, Cue::Choice));
        // What the claim speaks of beside its values is something that the entry speaks of as well.
        let k = &other.reading;
        let meets = |i: usize| (0..k.words.len()).any(|o| !place.contains(&o) && k.words[o].is(&r.words[i]));
        let met = mine.is_empty() || r.content_in(0..r.words.len()).any(meets);
        named && met && !past && !liking && other.reading.at_edge(&place)
    }

    /// Whether an entry says the same as the claim in other words: why, and whether the fuller wording may stay.
    pub(super) fn says_same(&self, claim: &Claim<'_>, known: &Known) -> Option<(String, bool)> {
        let (r, k) = (&claim.reading, &known.reading);
        // All content of one in the other, nothing exact left over.
        let (small, large) = if r.content.len() <= k.content.len() { (r, k) } else { (k, r) };
        let common = shared(&small.content, &large.content);
        if common == small.content.len() && common >= 2 && r.frames.len() <= 1 && k.frames.len() <= 1 {
            let left = (0..large.words.len())
                .filter(|i| large.words[*i].says() && !small.words.iter().any(|w| w.stem == large.words[*i].stem));
            // What tells the subject is no filling: `The user lives …`, `The user's sister lives …`.
            let subject = large
                .whole_subject()
                .is_some_and(|s| s.words.iter().any(|w| !small.words.iter().any(|o| o.stem == *w)));
            let harmless = !subject
                && left.clone().all(|i| {
                    !matches!(large.words[i].kind, Kind::Number | Kind::Code)
                        && !large.is(i, Cue::Negation)
                        && !large.objects.contains(&large.words[i].stem)
                });
            // The `and` of a list moves when the list grows.
            let said = |r: &Reading| -> Vec<u32> {
                r.core.iter().filter(|i| !r.is(**i, Cue::Binding)).map(|i| r.words[*i].stem).collect()
            };
            let order = said(small)
                .into_iter()
                .eq(said(large).into_iter().filter(|w| small.words.iter().any(|s| s.stem == *w)));
            // `leaves from Ghent`, `leaves for Ghent`.
            let leads = |a: &Reading, b: &Reading| {
                let bare =
                    |i: &usize| a.is(*i, Cue::Preposition) && !a.is(*i, Cue::Idle) && a.words[*i].kind != Kind::Glyph;
                (a.lead..a.head).filter(bare).any(|i| !b.words.iter().any(|w| w.stem == a.words[i].stem))
            };
            let other = leads(r, k) && leads(k, r);
            if harmless && order && !other && left.count() <= 4 {
                return Some(("the same, with fewer or more words".to_owned(), true));
            }
        }
        if self.subjects_differ(r, k) {
            return None;
        }
        let (a, b) = shared_edge(r, k)?;
        let outside = |objects: &[u32], r: &Reading, range: &Range<usize>| -> Vec<u32> {
            let inside: Vec<u32> = range.clone().map(|i| r.words[i].stem).collect();
            objects.iter().copied().filter(|o| !inside.contains(o)).collect()
        };
        if outside(&claim.objects, r, &a) != outside(&known.objects, k, &b) {
            return None;
        }
        if !self.of_same_subject((r, &a), known, &k.stems(b.clone())) {
            return None;
        }
        if identities_differ((r, &a), (k, &b)) {
            return None;
        }
        let lexicon = &self.rules.lexicon;
        let (x, y) = (r.aspects_without(&a, lexicon), k.aspects_without(&b, lexicon));
        let exact = |r: &Reading, value: &Range<usize>| {
            (0..r.words.len()).any(|i| !value.contains(&i) && r.words[i].kind == Kind::Number)
        };
        let rare = r.content_in(a.clone()).count() >= 2
            || r.is_exact(a.clone())
            || a.clone().any(|i| r.words[i].capital && i > 0)
            || x & y != 0;
        // Two lessons may tell of one effect with two causes.
        let apart = claim.section == Section::Lessons && {
            let said = |r: &Reading, value: &Range<usize>| r.content_where(|i| !value.contains(&i));
            let (p, q) = (said(r, &a), said(k, &b));
            p.iter().any(|w| !q.contains(w)) && q.iter().any(|w| !p.contains(w))
        };
        if !apart
            && x & y != 0
            && x.count_ones() <= 2
            && rare
            && !exact(r, &a)
            && !exact(k, &b)
            && !r.is_past()
            && !k.is_past()
        {
            return Some((format!("the same aspect and value: “{}”", r.shown(a)), false));
        }
        None
    }

    pub(super) fn same_slot(&self, a: &Reading, b: &Reading) -> bool {
        a.frames.iter().any(|f| b.frames.iter().any(|g| (f.class, f.subject) == (g.class, g.subject)))
    }

    /// Whether the subjects of two texts each name something that the other text does not.
    fn subjects_differ(&self, a: &Reading, b: &Reading) -> bool {
        let own = |r: &Reading, other: &Reading| {
            r.frames.first().is_some_and(|f| {
                f.about.iter().any(|w| {
                    !other.words.iter().any(|o| o.stem == *w)
                        && !self.rules.lexicon.is_aspect(*w)
                        && !r.attributes.contains(w)
                })
            })
        };
        own(a, b) && own(b, a)
    }
}

/// Whether two texts, values aside, each speak of something that the other does not name: `the region of X`, `Y is
/// hosted at`. A value of three words and more, without names, is a sentence of its own: whoever states it means the
/// same, unless one of them says to what it belongs.
fn identities_differ((r, a): (&Reading, &Range<usize>), (k, b): (&Reading, &Range<usize>)) -> bool {
    let lacks = |other: &Reading, w: u32| !other.words.iter().any(|o| o.stem == w);
    let subject = |r: &Reading, value: &Range<usize>, other: &Reading| {
        let common = Cue::Aspect.bit() | PROPERTY;
        let telling = |w: u32| (0..r.words.len()).any(|i| r.words[i].stem == w && r.cues[i] & common == 0);
        r.subject_of(value).words.into_iter().any(|w| telling(w) && lacks(other, w))
    };
    let anchor =
        |r: &Reading, value: &Range<usize>, other: &Reading| anchors(r, value).iter().any(|w| lacks(other, *w));
    let (mine, theirs) = (anchor(r, a, k), anchor(k, b, r));
    let plain = |i: usize| !k.words[i].capital && matches!(k.words[i].kind, Kind::Plain);
    let long = k.content_in(b.clone()).count() >= 3 && b.clone().all(plain);
    (mine || theirs || !long) && (mine || subject(r, a, k)) && (theirs || subject(k, b, r))
}

/// What a statement belongs to, its value aside: the first word behind a preposition, with the rest of its name, and
/// whoever has something (`Ana's`). Words for a matter or a property are none.
fn anchors(r: &Reading, value: &Range<usize>) -> Vec<u32> {
    let common = Cue::Aspect.bit() | PROPERTY | Cue::Verb.bit();
    let end = if r.head == 0 { r.words.len() } else { r.head };
    let mut found = Vec::new();
    let (mut behind, mut named) = (false, false);
    for at in (r.lead..end).filter(|i| !value.contains(i)) {
        let word = r.words[at];
        if !word.says() || r.is(at, Cue::Preposition) {
            (behind, named) = (word.says(), false);
        } else if r.content_in(at..at + 1).next().is_some() {
            let further = named && (word.capital || matches!(word.kind, Kind::Code | Kind::Number | Kind::Glyph));
            if (behind || further) && r.cues[at] & common == 0 {
                found.push(word.stem);
            }
            (behind, named) = (false, behind || further);
        }
        let has = at > r.lead && r.is(at, Cue::Possessive) && r.words[at - 1].says();
        if has && !value.contains(&(at - 1)) {
            found.push(r.words[at - 1].stem);
        }
    }
    found
}
