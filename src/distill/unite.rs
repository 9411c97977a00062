//! Two entries for one slot become one: what merging two clones, or a person's copy, may leave.
//!
//! The later `since` stays, of one day the record that stands later in it; the other leaves for the history, where its value is filed as a past
//! value of the one that stays. What a person pinned or wrote is never taken out: then both stand, and
//! `doctor` and `review` name them.

use std::collections::{BTreeMap, BTreeSet};

use super::Board;
use super::desk::{Desk, Done};
use crate::error::Result;
use crate::history::entry::Version;
use crate::history::{Event, History};
use crate::memory::Memory;
use crate::memory::lock::DistillLock;
use crate::memory::settings::Topics;
use crate::sediment::{EntryId, Section};
use crate::stream::{Fields, read_days};
use crate::time::{Day, Days, Now};

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
/// those stay that a person pinned or wrote, but for a line that says the very same as another one;
/// else the later one. Without the lock it only tells.
///
/// # Errors
///
/// As [`Desk::open`] and [`Desk::close`].
pub fn unite_all(memory: &Memory, now: &Now, lock: Option<&DistillLock>) -> Result<Done> {
    let mut desk = Desk::merged(memory, now, lock)?;
    let continued = desk.continued();
    unite(&mut desk.board, memory, Some(&continued));
    desk.close("doctor", "")
}

/// What only one entry may fill: a topic, or a text within a section.
type Place = (Option<Section>, String);

/// Unites living entries that fill one single-valued topic, or say the same in one section. What a person
/// pinned or wrote stays; where the person asked for it (`asked`, with the entries below which something
/// stands), it holds against what the program wrote later, and goes where it stands twice.
pub(super) fn unite(board: &mut Board, memory: &Memory, asked: Option<&BTreeSet<EntryId>>) {
    let mut slots: BTreeMap<Place, Vec<(Option<Day>, EntryId)>> = BTreeMap::new();
    for (id, slot) in &board.slots {
        let state = &slot.state;
        let key = match state.fields.slot() {
            Some(topic) if memory.settings.topics.holds_many(&topic) => {
                (Some(state.section), format!("{topic}\n{}", state.text.to_lowercase()))
            }
            Some(topic) => (None, topic),
            None => (Some(state.section), state.text.to_lowercase()),
        };
        slots.entry(key).or_default().push((state.since(), id.clone()));
    }
    for mut rivals in slots.into_values().filter(|rivals| rivals.len() > 1) {
        rivals.sort();
        let last = rivals.last().and_then(|(since, _)| *since);
        let of_one_day = rivals.iter().filter(|(since, _)| *since == last).count() > 1;
        if of_one_day {
            let stated = |id: &EntryId| position(memory, board.slots[id].state.versions.last());
            rivals.sort_by_cached_key(|(since, id)| (*since, stated(id), id.clone()));
        }
        if let Some(continued) = asked {
            // A person's words hold against the program's, whichever came later.
            rivals.sort_by_key(|(_, id)| (board.slots[id].pinned, continued.contains(id)));
        }
        let Some((until, last)) = rivals.pop() else { continue };
        for (from, id) in rivals {
            let slot = &board.slots[&id];
            let winner = match asked {
                _ if !slot.pinned => last.clone(),
                Some(continued) if !continued.contains(&id) => match twin(board, &id) {
                    Some(twin) => twin,
                    None => continue,
                },
                _ => continue,
            };
            let (text, sources) = (slot.state.text.clone(), Vec::new());
            let same = board.slots.get(&winner).is_some_and(|w| w.state.text == text);
            if let Some(from) = from.filter(|_| !same) {
                let (id, text, why) = (winner.clone(), text.clone(), format!("was {id}, in the same slot"));
                board.take(Event::Past { id, text, from, until, sources: Vec::new(), why });
            }
            let reason = format!("{SUPERSEDED}{winner}");
            board.take(Event::Removed { id, reason, text, sources });
        }
    }
}

/// Another living entry that stands there in the very same words.
fn twin(board: &Board, id: &EntryId) -> Option<EntryId> {
    let line = |id: &EntryId| board.slots.get(id).map(|s| (s.state.section, &s.state.text, &s.state.fields));
    board.slots.keys().find(|other| *other != id && line(other) == line(id)).cloned()
}

/// Entries that people pinned or wrote and that fill one single-valued topic between them, the older one
/// first: nothing unites them but a person's word, and of pairs that have it nothing is said.
pub fn rivals(board: &Board, topics: &Topics) -> Vec<(EntryId, EntryId)> {
    let mut slots: BTreeMap<String, Vec<&EntryId>> = BTreeMap::new();
    for (id, slot) in board.slots.iter().filter(|(_, slot)| slot.pinned) {
        if let Some(topic) = slot.state.fields.slot().filter(|topic| !topics.holds_many(topic)) {
            slots.entry(topic).or_default().push(id);
        }
    }
    let mut pairs = Vec::new();
    for ids in slots.values_mut() {
        ids.sort_by_key(|id| (board.slots[*id].state.since(), *id));
        pairs.extend(ids.windows(2).map(|pair| (pair[0].clone(), pair[1].clone())));
    }
    pairs.retain(|pair| !board.settled.contains(pair));
    pairs
}

/// A clone that did not know of an update may have taken the entry out for another one of its slot: a
/// value that came later than the other one's goes on there.
pub(super) fn carry_over(board: &mut Board, history: &History) {
    let mut taken_out: BTreeMap<&EntryId, &str> = BTreeMap::new();
    for event in history.runs.iter().flat_map(|run| &run.events) {
        if let Event::Removed { id, reason, text, .. } = event
            && reason.starts_with(SUPERSEDED)
        {
            taken_out.insert(id, text);
        }
    }
    for (id, known) in taken_out {
        let Some(gone) = board.gone.get(id).filter(|gone| gone.text != known) else { continue };
        let Some(topic) = gone.fields.slot() else { continue };
        let same = |fields: &Fields| fields.slot().is_some_and(|slot| slot == topic);
        let living = board.slots.iter().find(|(_, slot)| same(&slot.state.fields));
        let Some((winner, slot)) = living.filter(|(_, slot)| slot.state.since() < gone.since()) else { continue };
        let (id, text, fields, was) = (winner.clone(), gone.text.clone(), gone.fields.clone(), slot.state.text.clone());
        let (confidence, sources, by_hand) = (Some(gone.confidence), Vec::new(), false);
        let why = "stated later, in an entry that was taken out meanwhile".to_owned();
        board.take(Event::Updated { id, text, fields, was, confidence, sources, by_hand, why });
    }
}

/// How the reason begins for which an entry leaves for another one of its slot.
const SUPERSEDED: &str = "superseded by ";

/// Two clones may have updated one entry on one day. Which of them distilled later says nothing: the
/// record that stands later in the day holds.
pub(super) fn order_days(board: &mut Board, history: &History, memory: &Memory) {
    let mut later = Vec::new();
    for (id, slot) in &board.slots {
        let Some((last, before)) = slot.state.versions.split_last() else { continue };
        let rivals = before.iter().filter(|v| v.from == last.from && v.text != last.text && !v.sources.is_empty());
        let mut rivals = rivals.peekable();
        // What a person wrote stays.
        if last.sources.is_empty() || rivals.peek().is_none() {
            continue;
        }
        let now = position(memory, Some(last));
        let best = rivals.map(|v| (position(memory, Some(v)), v)).max_by_key(|(at, _)| *at);
        later.extend(best.filter(|(at, _)| *at > now).map(|(_, version)| (id.clone(), version.text.clone())));
    }
    for (id, text) in later {
        let state = &board.slots[&id].state;
        let told = history.runs.iter().rev().flat_map(|run| &run.events).find_map(|event| match event {
            Event::Updated { id: of, text: said, fields, .. } | Event::Added { id: of, text: said, fields, .. } => {
                (*of == id && *said == text).then(|| fields.clone())
            }
            _ => None,
        });
        let (was, fields) = (state.text.clone(), told.unwrap_or_else(|| state.fields.clone()));
        // Without sources: its record is told of already, and counts once.
        let (sources, by_hand, why) = (Vec::new(), false, "stated later on that day".to_owned());
        let confidence = Some(state.confidence);
        board.take(Event::Updated { id, text, fields, was, confidence, sources, by_hand, why });
    }
}

/// Where in its day the last record behind a value stands; none when it is not there.
fn position(memory: &Memory, version: Option<&Version>) -> Option<usize> {
    let sources = &version?.sources;
    let day = sources.iter().map(|record| record.day).max()?;
    let records = read_days(memory, Days { from: Some(day), to: Some(day) }).ok()?.records;
    records.iter().rposition(|record| sources.contains(&record.id))
}
