//! Two entries for one slot become one: what merging two clones, or a person's copy, may leave.
//!
//! The later `since` stays; the other leaves for the history, where its value is filed as a past
//! value of the one that stays. What a person pinned or wrote is never taken out: then both stand.

use std::collections::BTreeMap;

use super::Board;
use super::desk::{Desk, Done};
use crate::error::Result;
use crate::history::Event;
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

/// What only one entry may fill: a topic, or a text within a section.
type Place = (Option<Section>, String);

/// Unites living entries that fill one single-valued topic, or say the same in one section.
pub(super) fn unite(board: &mut Board, settings: &Settings) {
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
            let Some(slot) = board.slots.get(&id).filter(|slot| !slot.pinned) else { continue };
            let (text, sources) = (slot.state.text.clone(), Vec::new());
            let same = board.slots.get(&winner).is_some_and(|w| w.state.text == text);
            if let Some(from) = from.filter(|_| !same) {
                let (id, text, why) = (winner.clone(), text.clone(), format!("was {id}, in the same slot"));
                board.take(Event::Past { id, text, from, until, sources: Vec::new(), why });
            }
            let reason = format!("superseded by {winner}");
            board.take(Event::Removed { id, reason, text, sources });
        }
    }
}
