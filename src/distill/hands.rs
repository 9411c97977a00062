//! Hand edits: what a person did to the sediment file since the program last wrote it.
//!
//! A three-way comparison, entry by entry: the history knows what was last written, the file is
//! what stands there now, the board is what the program would write. Where a person changed
//! something the person wins:
//!
//! | in the file now | event | effect |
//! |---|---|---|
//! | an entry is missing | rejected | not learned again from records of that day or older |
//! | its text differs | updated by hand | keeps id and statistics, is pinned, wins over older records |
//! | only its fields differ | updated by hand | keeps everything else |
//! | its `conflicts` field is gone | settled | both entries hold |
//! | it stands in another section | moved by hand | stays there |
//! | an item without an id | added by hand | gets an id, is pinned |
//! | an id that stands twice (copy and paste) | added by hand | the copy gets an id of its own |
//!
//! An item without an id is first taken for an entry that lost its id: one with the same text or
//! topic, or in the same section a reworded one.

use std::collections::{BTreeMap, BTreeSet};

use super::Board;
use crate::history::{EntryState, Event, State};
use crate::sediment::{Entry, EntryId, Sediment};
use crate::time::Day;

/// From this share of common characters on, an item without an id is taken for a reworded entry.
const REWORDED: f32 = 0.55;

/// Confidence of what a person wrote into the file.
const BY_HAND: f64 = 0.9;

/// Puts what people did to the file onto the board, as events. `written` is the state that the
/// file was last written from. Returns the id of each of the file's entries, in file order.
///
/// After a merge (`merged`) the file may also say what the history of one side said, without a
/// person's doing: an earlier value, or an entry that the other side has seen leave. There the
/// merged history decides.
pub fn recognise(board: &mut Board, written: &State, sediment: &Sediment, merged: bool) -> Vec<EntryId> {
    let ids = identify(written, sediment);
    let mut places = Vec::with_capacity(ids.len());
    for (entry, id) in sediment.entries.iter().zip(&ids) {
        let id = match id {
            Known::Entry(id) if merged && is_of_one_side(&written.entries[id], entry) => id.clone(),
            Known::Entry(id) => {
                compare(board, id, &written.entries[id], entry);
                id.clone()
            }
            Known::Named(id) if merged && written.entries.contains_key(id) => id.clone(),
            Known::Named(id) => {
                add(board, id.clone(), entry, !is_adopted(written, entry));
                id.clone()
            }
            Known::Nothing => {
                let id = board.new_id(entry.section, &entry.text, None);
                add(board, id.clone(), entry, true);
                id
            }
        };
        // The continuation of an entry is always a person's: taking the entry out would take it too.
        if !entry.body.is_empty()
            && let Some(slot) = board.slots.get_mut(&id)
        {
            slot.pinned = true;
        }
        places.push(id);
    }
    let present: BTreeSet<&EntryId> = places.iter().collect();
    for (id, entry) in written.living() {
        if !present.contains(id) {
            // The board may have removed it already (a run that was cut off): that is no rejection.
            let now = board.slots.get(id).map(|slot| slot.state.text.clone());
            if let Some(text) = now {
                let text = if text.is_empty() { entry.text.clone() } else { text };
                board.take(Event::Rejected { id: id.clone(), text });
            }
        }
    }
    places
}

/// What is known of an item in the file.
enum Known {
    /// It is this entry of the history.
    Entry(EntryId),
    /// It bears an id that the history does not know as living.
    Named(EntryId),
    /// It bears no id of its own.
    Nothing,
}

/// Which entry each item of the file is.
fn identify(written: &State, sediment: &Sediment) -> Vec<Known> {
    let living: BTreeMap<&EntryId, &EntryState> = written.living().collect();
    // Of several items with one id, the one that still says the same is the entry; else the first.
    let mut owner: BTreeMap<&EntryId, usize> = BTreeMap::new();
    for (i, entry) in sediment.entries.iter().enumerate() {
        let Some(id) = &entry.id else { continue };
        let says_the_same = living.get(id).is_some_and(|e| e.text == entry.text);
        match owner.get(id) {
            Some(first) if !says_the_same || sediment.entries[*first].text == entry.text => {}
            _ => {
                owner.insert(id, i);
            }
        }
    }
    let mut known: Vec<Known> = Vec::with_capacity(sediment.entries.len());
    for (i, entry) in sediment.entries.iter().enumerate() {
        known.push(match &entry.id {
            Some(id) if owner.get(id) == Some(&i) => {
                if living.contains_key(id) {
                    Known::Entry(id.clone())
                } else {
                    Known::Named(id.clone())
                }
            }
            _ => Known::Nothing,
        });
    }
    let mut missing: BTreeMap<&EntryId, &EntryState> = living;
    missing.retain(|id, _| !owner.contains_key(id));
    let mut pairs: Vec<(f32, usize, &EntryId)> = Vec::new();
    for (i, entry) in sediment.entries.iter().enumerate() {
        if matches!(known[i], Known::Nothing) {
            pairs.extend(
                missing.iter().map(|(id, was)| (likeness(entry, was), i, *id)).filter(|(l, ..)| *l >= REWORDED),
            );
        }
    }
    pairs.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)).then(a.2.cmp(b.2)));
    for (_, i, id) in pairs {
        if matches!(known[i], Known::Nothing) && missing.remove(id).is_some() {
            known[i] = Known::Entry(id.clone());
        }
    }
    known
}

/// Whether an item is the entry as it once was in the history, its section aside.
fn is_of_one_side(was: &EntryState, entry: &Entry) -> bool {
    let since = entry.fields.get("since").and_then(Day::parse);
    entry.text == was.text && entry.section == was.section
        || was.versions.iter().any(|v| v.text == entry.text && since.is_none_or(|day| day == v.from))
}

/// How likely an item is what became of an entry, 0…1.
fn likeness(entry: &Entry, was: &EntryState) -> f32 {
    if entry.text == was.text {
        return 1.0;
    }
    if entry.section != was.section {
        return 0.0;
    }
    match (entry.fields.get("topic"), was.fields.get("topic")) {
        (Some(a), Some(b)) if a == b => return 0.99,
        (Some(_), Some(_)) => return 0.0,
        _ => {}
    }
    similar::TextDiff::from_chars(was.text.as_str(), entry.text.as_str()).ratio()
}

/// What a person did to an entry that is still there.
fn compare(board: &mut Board, id: &EntryId, was: &EntryState, entry: &Entry) {
    let changed = entry.text != was.text || entry.fields != was.fields;
    let moved = entry.section != was.section;
    if !changed && !moved {
        return;
    }
    if !board.slots.contains_key(id) {
        // A run that was cut off had removed it; the person's edit says that it is wanted.
        add(board, id.clone(), entry, true);
        return;
    }
    if changed {
        if let (Some(newer), None) = (was.fields.get("conflicts"), entry.fields.get("conflicts")) {
            let newer = EntryId(newer.trim_start_matches('^').into());
            board.take(Event::Settled { older: id.clone(), newer, how: "both".to_owned() });
        }
        let state = &board.slots[id].state;
        if entry.text != state.text || entry.fields != state.fields {
            let was = state.text.clone();
            let (id, text, fields, by_hand) = (id.clone(), entry.text.clone(), entry.fields.clone(), true);
            let (confidence, sources, why) = (None, Vec::new(), String::new());
            board.take(Event::Updated { id, text, fields, was, confidence, sources, by_hand, why });
        }
    }
    if moved {
        board.take(Event::Moved { id: id.clone(), section: entry.section, by_hand: true });
    }
}

fn add(board: &mut Board, id: EntryId, entry: &Entry, by_hand: bool) {
    let (section, text, fields) = (entry.section, entry.text.clone(), entry.fields.clone());
    let (confidence, why) =
        if by_hand { (BY_HAND, String::new()) } else { (0.8, "found in the file, its history is lost".to_owned()) };
    board.take(Event::Added { id, section, text, fields, confidence, sources: Vec::new(), by_hand, why });
}

/// Whether the program itself wrote the item, in a history that is lost: no run is known, and it
/// bears what the program gives to every entry, a day and an id.
fn is_adopted(written: &State, entry: &Entry) -> bool {
    written.runs == 0 && entry.id.is_some() && entry.fields.get("since").is_some()
}
