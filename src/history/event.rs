//! What a run did: events, as they are written in the history.

use chrono::{DateTime, FixedOffset};

use crate::sediment::{EntryId, Section};
use crate::stream::{Fields, RecordId};
use crate::time::Day;

/// One block of the history.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// The name of the run: eight characters, given when it is written; empty before.
    pub id: String,
    /// When it ran, to the second.
    pub at: DateTime<FixedOffset>,
    /// The verb: `distill`, `undo`, `restore`, `review`, `forget`, `recall` …
    pub verb: String,
    /// What stands in brackets after the verb: `rules`, `openai gpt-x`, a count of tokens …
    pub detail: String,
    /// What it did, in order.
    pub events: Vec<Event>,
    /// The sediment file that it found and the one that it left; none for a run that does not look at it.
    pub sediment: Option<Sums>,
    /// The file was written after the block was: what the block says is what the file held.
    pub written: bool,
}

/// Fingerprints of the sediment file's bytes before and after a run; equal when it did not change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sums {
    /// As found.
    pub before: u64,
    /// As left.
    pub after: u64,
}

impl Run {
    /// A run that has not been written yet.
    pub fn new(at: DateTime<FixedOffset>, verb: &str, detail: &str, events: Vec<Event>) -> Self {
        let (verb, detail) = (verb.to_owned(), detail.to_owned());
        Self { id: String::new(), at, verb, detail, events, sediment: None, written: false }
    }

    /// What it is called: its verb and its time, `distill of 2025-03-14 23:50`.
    pub fn name(&self) -> String {
        format!("{} of {}", self.verb, self.at.format("%Y-%m-%d %H:%M"))
    }

    /// The calendar day on which it ran.
    pub fn day(&self) -> Day {
        Day(self.at.date_naive())
    }
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
    /// Records of a day that count as unread again (`undo --reread`).
    Unread {
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
        /// Its first confidence, 0…1.
        confidence: f64,
        /// The records behind it; empty for one that a person wrote.
        sources: Vec<RecordId>,
        /// A person wrote it into the file.
        by_hand: bool,
        /// The rule that fired; empty when there is nothing to tell.
        why: String,
    },
    /// An entry that had left came back as it was.
    Restored {
        /// Its id.
        id: EntryId,
        /// Its section.
        section: Section,
        /// Its text.
        text: String,
        /// Its fields.
        fields: Fields,
    },
    /// An entry was stated again.
    Seen {
        /// Its id.
        id: EntryId,
        /// The records.
        sources: Vec<RecordId>,
        /// The rule that fired.
        why: String,
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
        /// Confidence of a new value, 0…1; none when it is the same value in other words.
        confidence: Option<f64>,
        /// The records.
        sources: Vec<RecordId>,
        /// A person changed it in the file.
        by_hand: bool,
        /// The rule that fired.
        why: String,
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
        /// The rule that fired.
        why: String,
    },
    /// An entry left the sediment.
    Removed {
        /// Its id.
        id: EntryId,
        /// Why: `expired`, `stale`, `over the cap`, `merged into ^…`, `withdrawn` …
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
    /// Two entries may contradict each other; both stand until a person settles it.
    Conflict {
        /// The older entry, which bears the mark.
        older: EntryId,
        /// The newer entry.
        newer: EntryId,
        /// The records.
        sources: Vec<RecordId>,
        /// The rule that fired.
        why: String,
    },
    /// A conflict was settled (`keep`, `replace`, `both`); it is not raised again for these two.
    Settled {
        /// The older entry.
        older: EntryId,
        /// The newer entry.
        newer: EntryId,
        /// How.
        how: String,
    },
    /// An earlier run was taken back: what it did, but for what people had done by hand, never happened.
    Undone {
        /// The run's name.
        run: String,
        /// What it was, for people.
        what: String,
    },
    /// A record was moved to the day to which its offset says that it belongs, which changed its id.
    Refiled {
        /// Its id before.
        from: RecordId,
        /// Its id from then on.
        to: RecordId,
    },
    /// Something else worth telling, kept as text: what was left out and why, a trial of a procedure.
    Told(String),
}

impl Event {
    /// What happened, in one word, as it begins the line: `added`, `seen`, `updated` …
    pub fn verb(&self) -> &'static str {
        match self {
            Self::Read { .. } => "read",
            Self::Unread { .. } => "unread",
            Self::Added { .. } => "added",
            Self::Restored { .. } => "restored",
            Self::Seen { .. } => "seen",
            Self::Updated { .. } => "updated",
            Self::Past { .. } => "past",
            Self::Removed { .. } => "removed",
            Self::Rejected { .. } => "rejected",
            Self::Moved { .. } => "moved",
            Self::Judged { .. } => "judged",
            Self::Conflict { .. } => "conflict",
            Self::Settled { .. } => "settled",
            Self::Undone { .. } => "undone",
            Self::Refiled { .. } => "refiled",
            Self::Told(_) => "note",
        }
    }

    /// The entry that it concerns; of a conflict the older one.
    pub fn entry(&self) -> Option<&EntryId> {
        match self {
            Self::Added { id, .. }
            | Self::Restored { id, .. }
            | Self::Seen { id, .. }
            | Self::Updated { id, .. }
            | Self::Past { id, .. }
            | Self::Removed { id, .. }
            | Self::Rejected { id, .. }
            | Self::Moved { id, .. }
            | Self::Judged { id, .. } => Some(id),
            Self::Conflict { older, .. } | Self::Settled { older, .. } => Some(older),
            Self::Read { .. } | Self::Unread { .. } | Self::Undone { .. } | Self::Refiled { .. } | Self::Told(_) => {
                None
            }
        }
    }

    /// The records that it rests on.
    pub fn sources(&self) -> &[RecordId] {
        match self {
            Self::Added { sources, .. }
            | Self::Seen { sources, .. }
            | Self::Updated { sources, .. }
            | Self::Past { sources, .. }
            | Self::Removed { sources, .. }
            | Self::Judged { sources, .. }
            | Self::Conflict { sources, .. } => sources,
            _ => &[],
        }
    }

    /// The same, to be changed.
    pub(super) fn sources_mut(&mut self) -> &mut [RecordId] {
        match self {
            Self::Added { sources, .. }
            | Self::Seen { sources, .. }
            | Self::Updated { sources, .. }
            | Self::Past { sources, .. }
            | Self::Removed { sources, .. }
            | Self::Judged { sources, .. }
            | Self::Conflict { sources, .. } => sources,
            _ => &mut [],
        }
    }

    /// Whether a person did it in the file.
    pub fn is_by_hand(&self) -> bool {
        match self {
            Self::Added { by_hand, .. } | Self::Updated { by_hand, .. } | Self::Moved { by_hand, .. } => *by_hand,
            Self::Rejected { .. } => true,
            _ => false,
        }
    }
}
