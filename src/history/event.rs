//! What a run did: events, as they are written in the history.

use chrono::{DateTime, FixedOffset};

use crate::sediment::{EntryId, Section};
use crate::stream::{Fields, RecordId};
use crate::time::Day;

/// One block of the history.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// When it ran.
    pub at: DateTime<FixedOffset>,
    /// The verb: `distill`, `undo`, `restore`, `review`, `forget`, `recall` …
    pub verb: String,
    /// What stands in brackets after the verb: `rules`, `openai gpt-x`, a count of tokens …
    pub detail: String,
    /// What it did, in order.
    pub events: Vec<Event>,
}

/// One line of a block. The forms on disk are fixed by `write` and `read`, which are each other's inverse.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// Records of a day that are read from now on.
    Read {
        /// The day.
        day: Day,
        /// Their hashes.
        hashes: Vec<u32>,
    },
    /// An entry came into being.
    Added {
        /// Its id.
        id: EntryId,
        /// Its section.
        section: Section,
        /// Its text.
        text: String,
        /// Its fields.
        fields: Fields,
        /// The records behind it; empty for one that a person wrote.
        sources: Vec<RecordId>,
    },
    /// An entry was stated again.
    Seen {
        /// Its id.
        id: EntryId,
        /// The records.
        sources: Vec<RecordId>,
    },
    /// An entry's text or fields changed.
    Updated {
        /// Its id.
        id: EntryId,
        /// The new text.
        text: String,
        /// The new fields.
        fields: Fields,
        /// The old text.
        was: String,
        /// The records.
        sources: Vec<RecordId>,
        /// A person changed it in the file.
        by_hand: bool,
    },
    /// A value that held in the past only (an older record that arrived late).
    Past {
        /// The entry whose slot it filled.
        id: EntryId,
        /// The value.
        text: String,
        /// Valid from.
        from: Day,
        /// Valid until.
        until: Option<Day>,
        /// The records.
        sources: Vec<RecordId>,
    },
    /// An entry left the sediment.
    Removed {
        /// Its id.
        id: EntryId,
        /// Why: `expired`, `stale`, `over the cap`, `superseded by ^…`, `withdrawn` …
        reason: String,
        /// Its last text.
        text: String,
        /// The records that made it leave.
        sources: Vec<RecordId>,
    },
    /// A person deleted it; its value is not learned again from older records.
    Rejected {
        /// Its id.
        id: EntryId,
        /// Its last text.
        text: String,
    },
    /// An entry moved to another section.
    Moved {
        /// Its id.
        id: EntryId,
        /// The section where it now stands.
        section: Section,
        /// A person moved it.
        by_hand: bool,
    },
    /// A judgement: `confirm`, `deny`, `used`, `corrected`, `returned`.
    Judged {
        /// The entry.
        id: EntryId,
        /// The judgement.
        how: String,
        /// The records.
        sources: Vec<RecordId>,
    },
    /// Something else worth telling, kept as text: what was left out and why, a trial of a procedure.
    Told(String),
}
