//! Entries that are near a record in meaning, by an embedding model. Nearness only names them: what
//! they say of things, numbers and negations decides, as it does among entries that share words.

use super::claim::Claim;
use super::compare::{Difference, difference, shared};
use super::cue::{Cue, WEEK};
use super::known::Known;
use super::matcher::{Decision, Matcher};
use super::place::{Place, place};
use super::reading::Reading;
use super::words::Kind;
use crate::distill::change::What;

impl Matcher<'_> {
    /// Entries of the claim's section that may be about the same thing, with their cosine, the nearest first.
    fn near(&self, claim: &Claim<'_>) -> Vec<(f64, &Known)> {
        let Some(meanings) = self.rules.meanings.as_ref().filter(|_| self.rules.similarity) else { return Vec::new() };
        let met = self.index.all().filter(|k| k.section == claim.section && self.may_meet(claim, k));
        let cosine = |known: &Known| meanings.cosine(&claim.record.statement(), &known.reading.text);
        let mut near: Vec<(f64, &Known)> = met.filter_map(|known| Some((cosine(known)?, known))).collect();
        near.retain(|(cosine, known)| *cosine >= meanings.related && self.of_the_same_things(claim, known));
        near.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.id.cmp(&b.1.id)));
        near
    }

    /// The same in quite other words, or the same but for one value at a place where the words alone did not look.
    pub(super) fn by_meaning(&self, claim: &Claim<'_>) -> Decision {
        let same = self.rules.meanings.as_ref()?.same;
        for (cosine, known) in self.near(claim) {
            let (r, k) = (&claim.reading, &known.reading);
            if r.negated == k.negated
                && let Some((why, _)) = self.says_same(claim, known)
            {
                return Some(Ok(vec![claim.seen(known, format!("{why}; near in meaning ({cosine:.2})"))]));
            }
            match one_place(r, k) {
                Some(d)
                    if place(r, k, &d, claim.section, &self.rules.lexicon) == Place::Single
                        && !self.tells_apart(claim, known, &d) =>
                {
                    let (old, new) = (k.shown(d.old.clone()), r.shown(d.new.clone()));
                    let why = format!("near in meaning ({cosine:.2}), “{new}” instead of “{old}”");
                    return Some(Ok(self.replaced(claim, known, d.old, d.new, &[], why)));
                }
                None if cosine >= same && self.nothing_differs(claim, known) => {
                    let what = What::Seen { id: known.id.clone(), fuller: None };
                    return Some(Ok(vec![claim.change(what, format!("the same meaning ({cosine:.2})"))]));
                }
                _ => {}
            }
        }
        None
    }

    /// The nearest entry that the claim may contradict, and what speaks for it: a change that it tells of, a
    /// negation, or one differing value where all else means the same.
    pub(super) fn doubtful_by_meaning(&self, claim: &Claim<'_>) -> Option<(&Known, String)> {
        let same = self.rules.meanings.as_ref()?.same;
        let (cosine, known) = self.near(claim).into_iter().find(|(_, known)| known.stated <= claim.day())?;
        let (r, k) = (&claim.reading, &known.reading);
        // Where the texts differ at their beginnings, nothing tells what the place is for.
        let many = one_place(r, k)
            .is_some_and(|d| d.before > 0 && place(r, k, &d, claim.section, &self.rules.lexicon) == Place::Several);
        let what = if self.opposed(r, k) {
            "the one negated"
        } else if r.has(Cue::Marker) || claim.correction {
            "it tells of a change"
        } else if cosine >= same && !many && !self.nothing_differs(claim, known) {
            "the same but for a value"
        } else {
            return None;
        };
        Some((known, format!("near in meaning ({cosine:.2}), {what}")))
    }

    /// Whether neither text names a thing that the other one does not.
    fn of_the_same_things(&self, claim: &Claim<'_>, known: &Known) -> bool {
        let lacks = |objects: &[u32], other: &Reading| objects.iter().any(|object| !other.has_stem(*object));
        // A name that begins the text is only known as one when other entries name it elsewhere.
        let stranger = |r: &Reading, other: &Reading| {
            let first = r.core.first().map(|i| r.words[*i]);
            first.is_some_and(|w| w.capital && self.index.is_named(w.stem) && lacks(&[w.stem], other))
        };
        let (r, k) = (&claim.reading, &known.reading);
        !(lacks(&r.objects, k) || lacks(&k.objects, r) || stranger(r, k) || stranger(k, r))
    }

    /// Whether two texts of one meaning leave no room for a contradiction: the same numbers, identifiers,
    /// weekdays and polarity, no change told of, and not just one word that takes the place of another.
    fn nothing_differs(&self, claim: &Claim<'_>, known: &Known) -> bool {
        let (r, k) = (&claim.reading, &known.reading);
        let common = shared(&r.content, &k.content);
        let swapped = r.content.len() == common + 1 && k.content.len() == common + 1;
        // They are values although they are no numbers.
        let weekdays = |r: &Reading| WEEK.map(|day| r.has(day));
        let told = |r: &Reading| r.has(Cue::Marker) || r.is_past();
        exact(r) == exact(k)
            && weekdays(r) == weekdays(k)
            && !(told(r) || told(k) || claim.correction)
            && !self.opposed(r, k)
            && !swapped
            && !self.frames_differ(r, k)
    }

    /// Whether one of two texts is negated, or has the opposite of a word of the other.
    fn opposed(&self, a: &Reading, b: &Reading) -> bool {
        let negations = |r: &Reading| r.hits(Cue::Negation).count() % 2;
        let sides = |r: &Reading| self.rules.lexicon.opposites.sides(r);
        let (x, y) = (sides(a), sides(b));
        let opposite = x.iter().any(|(group, second)| y.iter().any(|(g, s)| g == group && s != second));
        negations(a) != negations(b) || opposite
    }

    /// Whether two texts say of the same subject, by the same relation, something else.
    fn frames_differ(&self, a: &Reading, b: &Reading) -> bool {
        a.frames.iter().any(|f| b.in_slot(f).is_some_and(|g| a.stems(f.value.clone()) != b.stems(g.value.clone())))
    }
}

/// Where two texts that share some content differ, if in one place only.
fn one_place(new: &Reading, old: &Reading) -> Option<Difference> {
    difference(new, old).filter(|_| shared(&new.content, &old.content) > 0)
}

/// Numbers and identifiers of a text, sorted.
fn exact(r: &Reading) -> Vec<u32> {
    let mut exact: Vec<u32> =
        r.words.iter().filter(|w| matches!(w.kind, Kind::Number | Kind::Code)).map(|w| w.hash).collect();
    exact.sort_unstable();
    exact
}
