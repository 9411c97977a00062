//! Entries in other words that are known to mean what a record means, since both said the same again and again.

use std::ops::Range;
use std::rc::Rc;

use super::claim::Claim;
use super::counterpart::other_thing;
use super::cue::Cue;
use super::index::Index;
use super::known::Known;
use super::lexicon::Lexicon;
use super::matcher::{Decision, Matcher};
use super::phrasing::Said;
use super::reading::Reading;
use super::readings::Readings;
use super::sort::Sort;
use super::thing::differ;
use crate::distill::change::What;
use crate::distill::{Board, Change};
use crate::history::EntryState;
use crate::sediment::EntryId;
use crate::time::Day;

/// Days between two looks for entries that say one thing.
const WEEK: i64 = 7;

/// An entry that says something of what a record speaks of.
pub(super) struct Alike<'s> {
    pub known: &'s Known,
    /// The places of the values.
    old: Range<usize>,
    new: Range<usize>,
    /// Whether they are the same.
    same: bool,
    /// How often the phrasings agreed.
    agreed: u32,
}

impl Matcher<'_> {
    /// Whether what was said before shows that a record and an entry speak of two things.
    pub(super) fn apart(&self, claim: &Claim<'_>, known: &Known) -> bool {
        self.index.accord.apart(&claim.said, &known.said)
    }

    /// The same of a text that names a value which the entry states: that says more than what was learned of phrasings.
    pub(super) fn of_two_things(&self, claim: &Claim<'_>, known: &Known) -> bool {
        self.index.accord.of_two_things(&claim.said, &known.said)
    }

    /// Entries that say in other words what the record says, or what it replaces.
    pub(super) fn alike<'s>(&'s self, claim: &Claim<'_>) -> Vec<Alike<'s>> {
        let mut found: Vec<Alike<'s>> = Vec::new();
        let r = &claim.reading;
        if !self.rules.similarity || r.has(Cue::Additive) || r.has(Cue::Measure) {
            return found;
        }
        for said in claim.said.iter() {
            let meant = self.index.accord.meaning_the_same(said.phrasing);
            let alone = meant.is_empty().then_some((said.phrasing, 1));
            for (phrasing, agreed) in meant.into_iter().chain(alone) {
                let entries =
                    self.index.accord.entries(phrasing, said.about).iter().filter_map(|id| self.index.get(id));
                for known in entries.filter(|k| self.may_meet(claim, k) && k.stated <= claim.day()) {
                    let theirs = known.said.iter().find(|s| s.phrasing == phrasing && s.about == said.about);
                    let Some(theirs) = theirs.filter(|_| !found.iter().any(|f| f.known.id == known.id)) else {
                        continue;
                    };
                    if alone.is_none() && said.is_twin_of(theirs) {
                        continue;
                    }
                    // Of a phrasing of which nothing else is known all words count.
                    let values = |s: &Said, t: &Reading| {
                        std::iter::once(s.value.clone()).chain(t.naming().map(|n| n.old.clone())).collect::<Vec<_>>()
                    };
                    let (mine, its) = (values(said, r), values(theirs, &known.reading));
                    if alone.is_some() && other_thing((r, &mine), (&known.reading, &its)) {
                        continue;
                    }
                    let same = theirs.stems == said.stems;
                    if same || self.may_replace((said, r), (theirs, &known.reading), alone.is_some()) {
                        let (old, new) = (theirs.value.clone(), said.value.clone());
                        found.push(Alike { known, old, new, same, agreed });
                    }
                }
            }
        }
        found
    }

    /// Whether a value may take the place of another in a phrasing: it did so before, or is of the same sort. Of a
    /// phrasing of which nothing else is known, only where the text says itself that something changed.
    fn may_replace(&self, (said, r): (&Said, &Reading), (theirs, k): (&Said, &Reading), alone: bool) -> bool {
        let sorts = (r.sort(said.value.clone()), k.sort(theirs.value.clone()));
        let changed = !said.old.is_empty();
        let taken = || self.index.accord.takes(theirs.phrasing, self.index.vocabulary.number(&said.stems));
        (changed || !alone)
            && (changed && !theirs.old.is_empty() || sorts.0 == sorts.1 && sorts.0 != Sort::Name || taken())
    }

    /// A statement that entries make in other words, or of which they state another value.
    pub(super) fn by_phrasing(&self, claim: &Claim<'_>) -> Decision {
        // What names the old value is looked for by that first.
        let names_old = claim.said.iter().any(|said| !said.old.is_empty());
        if names_old { None } else { self.in_agreeing_words(claim) }
    }

    /// The same whether or not the record names the old value.
    pub(super) fn in_agreeing_words(&self, claim: &Claim<'_>) -> Decision {
        let found = self.alike(claim);
        let best =
            found.iter().max_by_key(|f| (f.known.section == claim.section, f.known.stated, f.same, &f.known.id))?;
        let why = match best.agreed {
            1 => "in the same words but for names and values".to_owned(),
            n => format!("in words that agreed with these {n} times"),
        };
        if best.same {
            return Some(Ok(vec![claim.seen(best.known, format!("the same {why}"))]));
        }
        let (old, new) = (best.known.reading.shown(best.old.clone()), claim.reading.shown(best.new.clone()));
        let why = format!("“{new}” instead of “{old}”, {why}");
        // What else is known to say the same goes with it, and what states the old value in other words.
        let others: Vec<&Known> = found.iter().filter(|f| !f.same).map(|f| f.known).collect();
        Some(Ok(self.replaced(claim, best.known, best.old.clone(), best.new.clone(), &others, why)))
    }

    /// Entries that say one thing, as was found out of late. Looked for once a week at most.
    pub fn settle(&mut self, day: Day, board: &Board) -> Vec<Change> {
        let lately = self.settled.is_some_and(|last| day.since(last) < WEEK);
        if lately || !self.index.accord.had_news() {
            return Vec::new();
        }
        self.settled = Some(day);
        self.gathered(board)
    }

    /// Of entries that say one thing the one that was stated last takes the others in.
    pub fn gathered(&mut self, board: &Board) -> Vec<Change> {
        if !self.rules.similarity {
            return Vec::new();
        }
        self.follow(board);
        self.index.cut_again();
        let mut changes: Vec<Change> = Vec::new();
        let mut gone: Vec<EntryId> = Vec::new();
        for said in self.index.all().flat_map(|known| known.said.iter()) {
            let meant = self.index.accord.meaning_the_same(said.phrasing);
            let Some(latest) = self.index.accord.latest(&meant, said.about) else { continue };
            let there = meant.iter().flat_map(|(p, _)| self.index.accord.entries(*p, said.about));
            let mut known: Vec<&Known> = there.filter_map(|id| self.index.get(id)).collect();
            known.retain(|k| !gone.contains(&k.id));
            let states = |k: &Known| k.said.iter().any(|s| self.index.vocabulary.number(&s.stems) == Some(latest));
            known.sort_by_key(|k| (std::cmp::Reverse((states(k), k.stated)), &k.id));
            known.dedup_by_key(|k| &k.id);
            let Some((into, others)) = known.split_first().filter(|(into, _)| states(into)) else { continue };
            let cut = |k: &Known| k.said.iter().find(|s| meant.iter().any(|(p, _)| *p == s.phrasing)).cloned();
            let twins = |k: &Known| cut(into).zip(cut(k)).is_some_and(|(a, b)| a.is_twin_of(&b));
            let of_one = |k: &Known| !differ(&into.things, &k.things) && !names_differ(into, k, &meant);
            let loose = others.iter().filter(|k| k.loose && k.topic == into.topic && !twins(k) && of_one(k));
            let from: Vec<EntryId> = loose.map(|k| k.id.clone()).collect();
            let version = board.slots.get(&into.id).and_then(|slot| slot.state.versions.last());
            let Some(version) = version.filter(|_| !from.is_empty()) else { continue };
            gone.extend(from.iter().cloned());
            let what = What::Merge { into: into.id.clone(), from, text: into.reading.text.clone() };
            let sources = version.sources.last().copied().into_iter().collect();
            let why = "their words have come to agree".to_owned();
            changes.push(Change { what, sources, day: into.stated, why });
        }
        changes
    }
}

/// Whether two entries that say one thing by their phrasings each name things, values aside, and none in common.
fn names_differ(a: &Known, b: &Known, meant: &[(u64, u32)]) -> bool {
    let named = |k: &Known| -> Vec<u32> {
        let said = k.said.iter().filter(|s| meant.iter().any(|(p, _)| *p == s.phrasing));
        let values: Vec<u32> = said.flat_map(|s| s.stems.iter().chain(&s.old)).copied().collect();
        k.objects.iter().copied().filter(|o| !values.contains(o)).collect()
    };
    let (a, b) = (named(a), named(b));
    !a.is_empty() && !b.is_empty() && !a.iter().any(|o| b.contains(o))
}

impl Index {
    /// What a text says, cut into phrasing, things and value. Nothing of a text of several statements.
    pub fn said(&self, r: &Reading) -> Rc<[Said]> {
        let clause = |s: &Range<usize>| s.clone().find(|i| matches!(r.text_of(*i), ";" | "；")).unwrap_or(s.end);
        if r.head < r.words.len() && r.sentences().iter().skip(1).any(|s| r.tells(&(s.start..clause(s)))) {
            return Rc::default();
        }
        let named = |stem| self.named.contains_key(&stem);
        self.vocabulary.said(r, named, &self.accord)
    }

    /// Learns from a text, and says what it says.
    pub fn cut(&mut self, r: &Reading) -> Rc<[Said]> {
        self.remarks.hear(r);
        self.owners.hear(r);
        let named = &self.named;
        self.vocabulary.hear(r, |stem| named.contains_key(&stem));
        self.said(r)
    }

    /// Takes in what a record says.
    pub fn hear(&mut self, said: &[Said], day: Day) {
        self.accord.hear(said, day, &mut self.vocabulary);
    }

    /// Takes in what an entry says now.
    pub(super) fn note_said(&mut self, id: &EntryId, state: &EntryState) {
        let known = self.get(id).filter(|_| !state.is_recurring());
        if let Some(reading) = known.map(|known| Rc::clone(&known.reading)) {
            let said = self.cut(&reading);
            self.hold(id, said);
        }
    }

    /// Takes in what all entries said, in the order of time.
    pub(super) fn note_phrasings(&mut self, board: &Board, lexicon: &Lexicon, readings: &Readings) {
        let living = board.slots.iter().map(|(id, slot)| (id, &slot.state));
        let mut spoken: Vec<(Day, &EntryId, &str)> = Vec::new();
        for (id, state) in living.chain(&board.gone).filter(|(_, state)| !state.is_recurring()) {
            spoken.extend(state.versions.iter().map(|version| (version.from, id, version.text.as_str())));
            spoken.push((state.stated, id, state.text.as_str()));
        }
        spoken.sort_unstable();
        for (day, id, text) in spoken {
            let reading = readings.of(text, lexicon);
            let said = self.cut(&reading);
            self.hear(&said, day);
            if board.slots.get(id).is_some_and(|slot| slot.state.text == text) {
                self.hold(id, said);
            }
        }
        // What follows from it is looked at when the run ends.
        self.accord.had_news();
    }

    /// Cuts the texts of all entries again, after more has been learned.
    fn cut_again(&mut self) {
        let again = |known: &Known| (known.id.clone(), Rc::clone(&known.said), self.said(&known.reading));
        let mut all: Vec<_> = self.all().map(again).collect();
        all.retain(|(_, before, now)| !Rc::ptr_eq(before, now));
        all.into_iter().for_each(|(id, _, said)| self.hold(&id, said));
        let numbers = &self.numbers;
        self.accord.order(|id| numbers.get(id).and_then(|numbers| numbers.first()).copied().unwrap_or_default());
    }

    fn hold(&mut self, id: &EntryId, said: Rc<[Said]>) {
        self.accord.enter(id, &said);
        let number = self.numbers.get(id).and_then(|numbers| numbers.first());
        if let Some(known) = number.and_then(|n| self.known[*n].as_mut()) {
            known.said = said;
        }
        self.look(id);
    }
}
