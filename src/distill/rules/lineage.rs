//! What the index takes from the past: what entries said before, into what one was merged, which values took each
//! other's place.

use std::rc::Rc;

use super::alternatives::scope;
use super::compare::difference;
use super::cue::{Cue, RELATION};
use super::index::{Index, note};
use super::known::objects;
use super::lexicon::Lexicon;
use super::reading::{Reading, fold};
use super::readings::Readings;
use crate::distill::Board;
use crate::history::EntryState;
use crate::history::entry::Gone;
use crate::sediment::EntryId;

impl Index {
    /// What an entry rests on and said before.
    pub(super) fn note_versions(&mut self, id: &EntryId, state: &EntryState, lexicon: &Lexicon, readings: &Readings) {
        let mut before: Option<Rc<Reading>> = None;
        for version in &state.versions {
            for source in &version.sources {
                self.records.entry(*source).or_default().push(id.clone());
            }
            let reading = readings.of(&version.text, lexicon);
            if version.text != state.text {
                note(self.pasts.entry(reading.norm).or_default(), id);
            }
            if let Some(before) = &before {
                let objects = objects(&reading, &state.fields, state.fields.get("topic"));
                let learned = exclusive(before, &reading, &objects);
                self.learn(learned);
            }
            before = Some(reading);
        }
    }

    /// Learns that two values took each other's place.
    pub(super) fn learn(&mut self, pair: Option<(u64, Vec<u32>, Vec<u32>)>) {
        if let Some((scope, a, b)) = pair {
            self.vocabulary.learn(&a);
            self.vocabulary.learn(&b);
            self.alternatives.learn(scope, &a, &b);
        }
    }

    /// What an entry that left had said, and who has taken it in.
    pub(super) fn note_gone(
        &mut self,
        id: &EntryId,
        state: &EntryState,
        board: &Board,
        lexicon: &Lexicon,
        readings: &Readings,
    ) {
        let heir = heir(state, board);
        if heir.is_none() {
            self.lefts.entry(readings.of(&state.text, lexicon).norm).or_default().push(id.clone());
        }
        for version in &state.versions {
            if let Some(heir) = &heir {
                self.pasts.entry(readings.of(&version.text, lexicon).norm).or_default().push(heir.clone());
            }
            for source in &version.sources {
                self.records.entry(*source).or_default().push(heir.clone().unwrap_or_else(|| id.clone()));
            }
        }
    }
}

/// The entry into which one that is gone was merged.
pub(super) fn heir(state: &EntryState, board: &Board) -> Option<EntryId> {
    let mut state = state;
    for _ in 0..8 {
        let Some((Gone::Removed(reason), _)) = &state.gone else { return None };
        let id = EntryId(reason.strip_prefix("merged into ^")?.into());
        if board.slots.contains_key(&id) {
            return Some(id);
        }
        state = board.gone.get(&id)?;
    }
    None
}

/// Hashes of the first two, three, … words of the head, fillers aside; the whole of it is left out.
pub(super) fn begins(reading: &Reading) -> Vec<u64> {
    let mut begins = Vec::with_capacity(reading.head);
    let mut hash = 0;
    let mut count = 0;
    for at in 0..reading.head {
        if !reading.words[at].says() || reading.is(at, Cue::Filler) {
            continue;
        }
        if count >= 2 {
            begins.push(hash);
        }
        hash = fold(hash, reading.words[at].hash);
        count += 1;
    }
    begins
}

/// The two values of which one took the other's place, with the scope in which it did.
pub(super) fn exclusive(old: &Reading, new: &Reading, objects: &[u32]) -> Option<(u64, Vec<u32>, Vec<u32>)> {
    // A clause is no value, and with nothing said before it nobody knows of what one is.
    let value = |r: &Reading, range: &std::ops::Range<usize>| {
        range.clone().all(|i| (r.cues[i] & RELATION == 0 || r.is_subordinate(i)) && !r.is_comma(i))
            && !r.after_pause(range.start)
            && r.has_content(r.lead..range.start)
    };
    let place = difference(new, old).filter(|d| value(old, &d.old) && value(new, &d.new));
    let (a, b) = match place {
        Some(d) => (old.stems(d.old), new.stems(d.new)),
        None => old.frames.iter().find_map(|f| {
            let same = new.in_slot(f)?;
            Some((old.stems(f.value.clone()), new.stems(same.value.clone())))
        })?,
    };
    Some((scope(objects, &[&a, &b]), a, b))
}
