//! What rules and model propose: changes to entries.

use crate::sediment::{EntryId, Section};
use crate::stream::{Fields, RecordId};
use crate::time::Day;

/// A proposed change with the records it rests on and the rule or reason that led to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// What to do.
    pub what: What,
    /// The records it rests on.
    pub sources: Vec<RecordId>,
    /// The day from which it holds (the newest source's day).
    pub day: Day,
    /// One line for people: which rule fired and on what.
    pub why: String,
}

/// What to do.
#[derive(Debug, Clone, PartialEq)]
pub enum What {
    /// A new entry. Its id is given by the board.
    Add {
        /// The section.
        section: Section,
        /// The text, one line.
        text: String,
        /// The fields (`topic`, `about`, `until`, `because`, `origin`, `pin`); `since` is set by the board.
        fields: Fields,
        /// First confidence, 0…1: 0.8, or 0.9 for a correction.
        confidence: f64,
    },
    /// The entry was stated again (confidence +0.05).
    Seen {
        /// The entry.
        id: EntryId,
        /// A fuller wording to keep instead, when the new one says the same and more.
        fuller: Option<String>,
    },
    /// The entry has a new value; the old one goes to the history as superseded.
    Update {
        /// The entry.
        id: EntryId,
        /// The new text, one line.
        text: String,
        /// Fields to set on top of the entry's own.
        fields: Fields,
        /// Confidence of the new value, 0…1.
        confidence: f64,
    },
    /// An older value that arrived late: filed as past, nothing present changes.
    Past {
        /// The entry whose slot it filled.
        id: EntryId,
        /// The value.
        text: String,
    },
    /// Several entries become one.
    Merge {
        /// The entry that stays.
        into: EntryId,
        /// Those that go.
        from: Vec<EntryId>,
        /// The text of the one that stays.
        text: String,
    },
    /// The entry no longer holds.
    Remove {
        /// The entry.
        id: EntryId,
        /// Why, as it will stand in the history.
        reason: String,
    },
    /// Two entries may contradict each other; both stand, the older one marked.
    Conflict {
        /// The older entry.
        older: EntryId,
        /// The newer entry.
        newer: EntryId,
    },
    /// A judgement of a person or agent: `confirm`, `deny`, `used`, `corrected`.
    Judge {
        /// The entry.
        id: EntryId,
        /// The judgement.
        how: String,
    },
}

impl What {
    /// The entry that it changes, if it is one that is there.
    pub fn entry(&self) -> Option<&EntryId> {
        match self {
            Self::Add { .. } => None,
            Self::Seen { id, .. }
            | Self::Update { id, .. }
            | Self::Past { id, .. }
            | Self::Remove { id, .. }
            | Self::Judge { id, .. } => Some(id),
            Self::Merge { into, .. } => Some(into),
            Self::Conflict { older, .. } => Some(older),
        }
    }
}
