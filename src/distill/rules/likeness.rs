//! Entries that are like a record: the same subject and relation, the same but for one place, the same in other words.

use std::ops::Range;

use super::alternatives::scope;
use super::claim::Claim;
use super::compare::{Difference, difference};
use super::counterpart::differ_twice;
use super::cue::Cue;
use super::frame::{COPULA, Frame};
use super::known::Known;
use super::matcher::{Decision, Matcher};
use super::place::{Place, place};
use super::reading::Reading;
use super::sort::{Sort, kind_and_name, relations_differ, scopes_differ};
use super::thing::other_subject;
use super::words::Kind;
use crate::distill::change::What;
use crate::sediment::EntryId;

impl Matcher<'_> {
    /// The same subject and relation.
    pub(super) fn by_frame(&self, claim: &Claim<'_>) -> Decision {
        let r = &claim.reading;
        // Of what names its old value it was asked already whether it is of this subject.
        let named = r.naming().is_some_and(|n| n.new.is_some());
        // A remark that was said of other things as well is of none of them.
        let frames = r.frames.iter().filter(|f| !named || f.class != COPULA);
        for frame in frames.filter(|f| !self.index.remarks.hold(r, f.value.start)) {
            let there: Vec<&Known> = self.index.in_slot(frame.slot()).filter(|k| self.may_meet(claim, k)).collect();
            let Some(first) = there.iter().max_by_key(|k| (k.section == claim.section, k.stated)).copied() else {
                continue;
            };
            let Some(theirs) = first.reading.in_slot(frame) else { continue };
            if r.stems(frame.value.clone()) == first.reading.stems(theirs.value.clone())
                && r.negated == first.reading.negated
            {
                // What is left over names something that the entry does not: no mere restatement.
                let news = (r.lead..r.head).any(|i| {
                    let word = r.words[i];
                    let exact = matches!(word.kind, Kind::Number | Kind::Code) || r.objects.contains(&word.stem);
                    exact && !first.reading.has_stem(word.stem)
                });
                if news || r.frames.len() > 1 || r.head < r.words.len() && first.reading.text.len() > r.text.len() {
                    continue;
                }
                return Some(Ok(vec![claim.seen(first, format!("the same {}", self.relation(frame)))]));
            }
            match self.frames_exclude(claim, frame, first, theirs) {
                Place::Several => continue,
                Place::Unclear => return Some(Ok(vec![claim.add("the same subject, another value; both may hold")])),
                Place::Single => {}
            }
            let why = format!(
                "{}: “{}” instead of “{}”",
                self.relation(frame),
                r.shown(frame.value.clone()),
                first.reading.shown(theirs.value.clone())
            );
            let (old, new) = (theirs.value.clone(), frame.value.clone());
            let excludes = |k: &&Known| {
                let other = k.reading.in_slot(frame);
                other.is_some_and(|f| self.frames_exclude(claim, frame, k, f) == Place::Single)
            };
            let there: Vec<&Known> = there.into_iter().filter(excludes).collect();
            return Some(Ok(self.replaced(claim, first, old, new, &there, why)));
        }
        None
    }

    /// The same words with two of them in each other's place: `tea over coffee`, `coffee over tea`.
    pub(super) fn by_order(&self, claim: &Claim<'_>) -> Decision {
        let r = &claim.reading;
        if !r.has(Cue::Over) {
            return None;
        }
        let found = self.index.in_any_order(r.bag).find(|k| {
            k.section == claim.section
                && k.reading.has(Cue::Over)
                && k.reading.norm != r.norm
                && self.may_meet(claim, k)
        })?;
        Some(Ok(vec![claim.update(found, &r.text, "the same the other way round")]))
    }

    /// Whether two frames of one slot exclude each other.
    fn frames_exclude(&self, claim: &Claim<'_>, frame: &Frame, known: &Known, theirs: &Frame) -> Place {
        let (r, k) = (&claim.reading, &known.reading);
        if r.has(Cue::Measure) || r.negated != k.negated && frame.class != COPULA {
            return Place::Several;
        }
        // `Committee vote: tea in place of coffee for the hall`, `Committee vote: 8 in place of 9 for the lockers`
        if differ_twice((r, &frame.value), (k, &theirs.value)) {
            return Place::Several;
        }
        let functional = frame.functional && (theirs.functional || r.has(Cue::Marker));
        if frame.class == COPULA && !functional {
            return Place::Several; // by_place looks closer
        }
        // `Captain is allergic to nuts`, `Captain is kept in cage 3`
        if frame.class == COPULA && relations_differ((r, &frame.value), (k, &theirs.value)) {
            return Place::Several;
        }
        let (a, b) = (r.sort(frame.value.clone()), k.sort(theirs.value.clone()));
        if scopes_differ((r, &frame.value), (k, &theirs.value)) || r.has(Cue::Additive) {
            return Place::Several;
        }
        // `lives in Madrid`, `moved to the window seat`: a name does not give way to a common noun.
        let plain = r.words[frame.value.start].kind != Kind::Glyph;
        let named = k.is_proper(&theirs.value) && k.words[theirs.value.start].kind == Kind::Plain;
        let common = a == Sort::Name && plain && named && !r.is_proper(&frame.value);
        let inside = r.is_site(&frame.value) && k.is_glyphs(&theirs.value) && !k.is_site(&theirs.value);
        if frame.class != COPULA && (common || inside) {
            return Place::Unclear;
        }
        if frame.class != COPULA && kind_and_name((r, &frame.value), (k, &theirs.value)) {
            return Place::Several;
        }
        if a != b && matches!((a, b), (Sort::Day | Sort::Clock, Sort::Day | Sort::Clock)) {
            return Place::Several; // `meets on Thursday`, `meets at 9:30`
        }
        if a == b && matches!(a, Sort::Day | Sort::Clock) {
            return Place::Single;
        }
        // `lives in Salzburg`, `should be in bed by 22:30`
        let name = |r: &Reading, f: &Frame, sort: Sort| sort == Sort::Name && r.is_name(&f.value);
        let timed = |sort: Sort| matches!(sort, Sort::Day | Sort::Clock);
        if frame.class != COPULA && (timed(a) && name(k, theirs, b) || timed(b) && name(r, frame, a)) {
            return Place::Several;
        }
        // A number does not take the place of a name, nor the other way round.
        if frame.class != COPULA && (a == Sort::Number) != (b == Sort::Number) && !r.has(Cue::Marker) {
            return Place::Several;
        }
        Place::Single
    }

    fn relation(&self, frame: &Frame) -> String {
        match self.rules.lexicon.classes.get(frame.class) {
            Some(class) => format!("relation `{}` of the same subject", class.name),
            None => "the same subject".to_owned(),
        }
    }

    /// The same but for the value at one place.
    pub(super) fn by_place(&self, claim: &Claim<'_>) -> Decision {
        // Of two things that are taken back each is, though both are in the same words.
        if !self.rules.similarity || self.is_withdrawal(claim) {
            return None;
        }
        for known in self.index.beginning(&claim.reading).take(24).chain(self.doing_the_same(claim)) {
            if !self.may_meet(claim, known) || known.section != claim.section && !claim.correction {
                continue;
            }
            let Some(d) = difference(&claim.reading, &known.reading) else { continue };
            if self.tells_apart(claim, known, &d) {
                continue;
            }
            let (a, b) = (claim.reading.stems(d.new.clone()), known.reading.stems(d.old.clone()));
            let excluded = self.index.alternatives.exclude(scope(&claim.objects, &[&a, &b]), &a, &b);
            let meant = if excluded {
                Place::Single
            } else {
                place(&claim.reading, &known.reading, &d, claim.section, &self.rules.lexicon)
            };
            let (new, old) = (claim.reading.shown(d.new.clone()), known.reading.shown(d.old.clone()));
            let why = match meant {
                Place::Unclear if claim.correction => format!("corrects “{old}”: “{new}”"),
                Place::Single => format!("the same but for “{new}” instead of “{old}”"),
                _ => continue,
            };
            return Some(Ok(self.replaced(claim, known, d.old, d.new, &[], why)));
        }
        None
    }

    /// Wishes that begin with a means, in a script without spaces, and end with what is done: 用中文回复, 用英文回复.
    fn doing_the_same(&self, claim: &Claim<'_>) -> impl Iterator<Item = &Known> {
        let r = &claim.reading;
        let means = r.core.first().is_some_and(|i| r.words[*i].kind == Kind::Glyph && r.is(*i, Cue::Means));
        let last = r.core.last().copied().filter(|_| means && claim.section == crate::sediment::Section::Preferences);
        last.into_iter().flat_map(|at| self.index.with_word(r.words[at].stem)).take(24)
    }

    /// Whether the texts differ in the thing they speak of: names that stand before the end, or that other
    /// entries speak of.
    pub(super) fn tells_apart(&self, claim: &Claim<'_>, known: &Known, d: &Difference) -> bool {
        let (r, k) = (&*claim.reading, &*known.reading);
        let names = |r: &Reading, at: &Range<usize>| -> Vec<u32> {
            at.clone().map(|i| r.words[i].stem).filter(|w| r.objects.contains(w)).collect()
        };
        // `New code in project-d: TypeScript`, `New code in project-e: Go`: the value stands behind the name.
        let label = |r: &Reading, at: &Range<usize>| {
            let (names, content) =
                (names(r, at), r.content_in(at.clone()).map(|i| r.words[i].stem).collect::<Vec<_>>());
            let last = content.last().is_some_and(|w| !names.contains(w) || names.len() > 1);
            last && content.first().is_some_and(|w| names.contains(w)) && at.clone().any(|i| r.is_colon(i))
        };
        let (a, b) = (names(r, &d.new), names(k, &d.old));
        let goes_on = r.has_content(d.new.end..r.head);
        other_subject(r, k)
            || label(r, &d.new) && label(k, &d.old)
            || !a.is_empty() && !b.is_empty() && (goes_on || a.iter().chain(&b).all(|o| self.index.is_named(*o)))
    }

    /// The same subject, aspect and value in other words.
    pub(super) fn by_paraphrase(&self, claim: &Claim<'_>) -> Decision {
        if !self.rules.similarity {
            return None;
        }
        let r = &claim.reading;
        let rarest = r.content.iter().copied().min_by_key(|w| self.index.count(*w))?;
        let mut words: Vec<u32> = vec![rarest];
        words.extend(r.content.iter().copied().filter(|w| *w != rarest && self.index.count(*w) <= 12));
        let mut tried: Vec<&EntryId> = Vec::new();
        for word in words {
            for known in self.index.with_word(word).take(24) {
                if tried.contains(&&known.id)
                    || !self.may_meet(claim, known)
                    || known.section != claim.section
                    || known.reading.negated != r.negated
                {
                    continue;
                }
                tried.push(&known.id);
                if let Some(why) = self.says_same(claim, known) {
                    let fuller = (why.1 && r.content.len() > known.reading.content.len()).then(|| r.text.clone());
                    let what = What::Seen { id: known.id.clone(), fuller };
                    return Some(Ok(vec![claim.change(what, why.0)]));
                }
            }
        }
        None
    }
}
