//! What the index asks of the past: into what an entry was merged, which values took each other's place.

use super::alternatives::scope;
use super::compare::difference;
use super::cue::{Cue, RELATION};
use super::reading::{Reading, fold};
use crate::distill::Board;
use crate::history::EntryState;
use crate::history::entry::Gone;
use crate::sediment::EntryId;

/// The entry into which one that is gone was merged.
pub(super) fn heir(state: &EntryState, board: &Board) -> Option<EntryId> {
    let mut state = state;
    for _ in 0..8 {
        let Some((Gone::Removed(reason), _)) = &state.gone else { return None };
        let id = EntryId(reason.strip_prefix("merged into ^")?.to_owned());
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
        range.clone().all(|i| r.cues[i] & RELATION == 0 && !r.is_comma(i))
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
