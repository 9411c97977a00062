//! Whether a record and an entry say the same of a thing.

use std::ops::Range;

use super::claim::Claim;
use super::compare::{difference, shared, shared_edge};
use super::cue::Cue;
use super::known::Known;
use super::matcher::Matcher;
use super::reading::Reading;
use super::thing::identities_differ;
use super::words::Kind;
use crate::sediment::Section;

impl Matcher<'_> {
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

    /// Whether an entry says the same as the claim in other words: why, and whether the fuller wording may stay.
    pub(super) fn says_same(&self, claim: &Claim<'_>, known: &Known) -> Option<(String, bool)> {
        let (r, k) = (&claim.reading, &known.reading);
        let (small, large) = if r.content.len() <= k.content.len() { (r, k) } else { (k, r) };
        if is_filled(small, large) {
            return Some(("the same, with fewer or more words".to_owned(), true));
        }
        let (a, b) = shared_edge(r, k).filter(|_| !self.subjects_differ(r, k))?;
        let outside = |objects: &[u32], r: &Reading, value: &Range<usize>| -> Vec<u32> {
            objects.iter().copied().filter(|o| !value.clone().any(|i| r.words[i].stem == *o)).collect()
        };
        let of_one_thing = || {
            outside(&claim.objects, r, &a) == outside(&known.objects, k, &b)
                && known.states(&k.stems(b.clone())).is_some_and(|at| self.same_subject((r, &a, None), (k, &at)))
                && !identities_differ((r, &a), (k, &b))
        };
        let lexicon = &self.rules.lexicon;
        let aspects = r.aspects_without(&a, lexicon);
        let of_one_matter = aspects & k.aspects_without(&b, lexicon) != 0 && aspects.count_ones() <= 2;
        let exact = |r: &Reading, value: &Range<usize>| {
            (0..r.words.len()).any(|i| !value.contains(&i) && r.words[i].kind == Kind::Number)
        };
        // Two lessons may tell of one effect with two causes.
        let two_causes = || {
            let said = |r: &Reading, value: &Range<usize>| r.content_where(|i| !value.contains(&i));
            let (p, q) = (said(r, &a), said(k, &b));
            p.iter().any(|w| !q.contains(w)) && q.iter().any(|w| !p.contains(w))
        };
        let apart = exact(r, &a) || exact(k, &b) || r.is_past() || k.is_past();
        // Of what thing they speak comes last: it costs most to see.
        let same = of_one_matter && !apart && (claim.section != Section::Lessons || !two_causes()) && of_one_thing();
        same.then(|| (format!("the same aspect and value: “{}”", r.shown(a)), false))
    }

    /// Whether two texts fill one slot: the same relation of the same subject.
    pub(super) fn same_slot(&self, a: &Reading, b: &Reading) -> bool {
        a.frames.iter().any(|f| b.in_slot(f).is_some())
    }
}

/// Whether one of two texts says what the other does, with no more than filling beside it: all content in the same
/// order, nothing exact, no other subject.
fn is_filled(small: &Reading, large: &Reading) -> bool {
    let common = shared(&small.content, &large.content);
    if common < small.content.len() || common < 2 || small.frames.len() > 1 || large.frames.len() > 1 {
        return false;
    }
    let left: Vec<usize> =
        (0..large.words.len()).filter(|i| large.words[*i].says() && !small.has_stem(large.words[*i].stem)).collect();
    // `The user lives …`, `The user's sister lives …`.
    let subject = large.whole_subject().is_some_and(|s| s.words.iter().any(|w| !small.has_stem(*w)));
    let harmless = |i: &usize| {
        let word = large.words[*i];
        !matches!(word.kind, Kind::Number | Kind::Code)
            && !large.is(*i, Cue::Negation)
            && !large.objects.contains(&word.stem)
    };
    // The `and` of a list moves when the list grows.
    let said = |r: &Reading| -> Vec<u32> {
        r.core.iter().filter(|i| !r.is(**i, Cue::Binding)).map(|i| r.words[*i].stem).collect()
    };
    let in_order = || said(small).into_iter().eq(said(large).into_iter().filter(|w| small.has_stem(*w)));
    // `leaves from Ghent`, `leaves for Ghent`.
    let leads = |a: &Reading, b: &Reading| {
        let bare = |i: &usize| a.is(*i, Cue::Preposition) && !a.is(*i, Cue::Idle) && a.words[*i].kind != Kind::Glyph;
        (a.lead..a.head).filter(bare).any(|i| !b.has_stem(a.words[i].stem))
    };
    let elsewhere = || leads(small, large) && leads(large, small);
    !subject && left.len() <= 4 && left.iter().all(harmless) && in_order() && !elsewhere()
}
