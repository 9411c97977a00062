//! The board: the entries while a run works on them, and the one place where changes are validated and applied.

use std::collections::BTreeMap;

use super::Change;
use crate::history::{EntryState, Event};
use crate::sediment::EntryId;

/// An entry on the board: its state, and what this run did to it.
#[derive(Debug, Clone)]
pub struct Slot {
    /// Its state as the history knows it, with this run's changes in.
    pub state: EntryState,
    /// Pinned, or written or reworded by a person: never removed, never rewritten by a model.
    pub pinned: bool,
    /// Written in this run: never evicted by it.
    pub fresh: bool,
}

/// The entries while a run works on them.
#[derive(Debug, Clone, Default)]
pub struct Board {
    /// Living entries.
    pub slots: BTreeMap<EntryId, Slot>,
    /// Entries that left earlier (removed or rejected), by id, so that their values are known.
    pub gone: BTreeMap<EntryId, EntryState>,
    /// What happened so far, in order, as the history will say it.
    pub events: Vec<Event>,
}

/// Why a change was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused(pub String);

impl Board {
    /// Applies a change, or refuses it with the reason and changes nothing.
    /// Returns the id of the entry it concerned (the new one's for an `Add`).
    pub fn apply(&mut self, _change: &Change) -> Result<EntryId, Refused> {
        unimplemented!("helper C")
    }
}
