//! Two entries for one slot become one: what merging two clones, or a person's copy, may leave.
//!
//! The later `since` stays; the other leaves for the history, where its value is filed as a past
//! value of the one that stays. What a person pinned or wrote is never taken out: then both stand.

use std::collections::BTreeMap;

use super::Board;
use super::desk::{Desk, Done};
use crate::error::Result;
use crate::history::Event;
use crate::memory::lock::DistillLock;
use crate::memory::{Memory, Settings};
use crate::sediment::{EntryId, Section};
use crate::time::{Day, Now};

/// Brings file and history to one without reading any record: notes hand edits and, after a merge,
/// unites entries of one slot. Writes nothing when there is nothing to say.
///
/// # Errors
///
/// *Busy* when another process distills; else as [`Desk::open`] and [`Desk::close`].
pub fn settle(memory: &Memory, now: &Now, merged: bool) -> Result<Done> {
    let lock = memory.lock_distill()?;
    let desk = if merged { Desk::merged(memory, now, Some(&lock))? } else { Desk::open(memory, now, Some(&lock))? };
    if !merged && desk.board.events.is_empty() {
        return Ok(Done::default());
    }
    desk.close("sync", if merged { "merged" } else { "by hand" })
}

/// The same where a person asked for it and has seen how the file would change: of entries of one slot
/// that are pinned, too, the later one stays, pinned. Without the lock it only tells.
///
/// # Errors
///
/// As [`Desk::open`] and [`Desk::close`].
pub fn unite_all(memory: &Memory, now: &Now, lock: Option<&DistillLock>) -> Result<Done> {
    let mut desk = Desk::merged(memory, now, lock)?;
    unite(&mut desk.board, &memory.settings, true);
    desk.close("doctor", "")
}

/// What only one entry may fill: a topic, or a text within a section.
type Place = (Option<Section>, String);

/// Unites living entries that fill one single-valued topic, or say the same in one section. Those that
/// a person pinned or wrote only where `pinned` says so.
pub(super) fn unite(board: &mut Board, settings: &Settings, pinned: bool) {
    let mut slots: BTreeMap<Place, Vec<(Option<Day>, EntryId)>> = BTreeMap::new();
    for (id, slot) in &board.slots {
        let state = &slot.state;
        let key = match state.fields.get("topic") {
            Some(topic) if settings.topics.holds_many(topic) => {
                (Some(state.section), format!("{topic}\n{}", state.text.to_lowercase()))
            }
            Some(topic) => (None, topic.to_lowercase()),
            None => (Some(state.section), state.text.to_lowercase()),
        };
        slots.entry(key).or_default().push((state.since(), id.clone()));
    }
    for mut rivals in slots.into_values().filter(|rivals| rivals.len() > 1) {
        rivals.sort();
        let Some((until, winner)) = rivals.pop() else { continue };
        for (from, id) in rivals {
            let Some(slot) = board.slots.get(&id).filter(|slot| pinned || !slot.pinned) else { continue };
            let (text, sources, was_pinned) = (slot.state.text.clone(), Vec::new(), slot.pinned);
            let same = board.slots.get(&winner).is_some_and(|w| w.state.text == text);
            if let Some(from) = from.filter(|_| !same) {
                let (id, text, why) = (winner.clone(), text.clone(), format!("was {id}, in the same slot"));
                board.take(Event::Past { id, text, from, until, sources: Vec::new(), why });
            }
            let reason = format!("superseded by {winner}");
            board.take(Event::Removed { id, reason, text, sources });
            if was_pinned {
                pin(board, &winner);
            }
        }
    }
}

/// The pin of the entry that left goes on to the one that stays.
fn pin(board: &mut Board, id: &EntryId) {
    let Some(state) = board.slots.get(id).filter(|slot| !slot.pinned).map(|slot| &slot.state) else { return };
    let (text, mut fields) = (state.text.clone(), state.fields.clone());
    fields.set("pin", "true");
    let (id, was, by_hand, confidence, sources) = (id.clone(), text.clone(), false, None, Vec::new());
    let why = "pinned like the one that it supersedes".to_owned();
    board.take(Event::Updated { id, text, fields, was, confidence, sources, by_hand, why });
}
