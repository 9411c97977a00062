//! Folding the history into the present state: statistics, versions, what was read.

use std::collections::{BTreeMap, HashSet};

use super::Run;
use crate::sediment::{EntryId, Section};
use crate::stream::{Fields, RecordId};
use crate::time::Day;

/// One value that an entry had.
#[derive(Debug, Clone, PartialEq)]
pub struct Version {
    /// The text.
    pub text: String,
    /// Valid from: the day of the record that stated it.
    pub from: Day,
    /// Valid until, for past values.
    pub until: Option<Day>,
    /// The records behind it.
    pub sources: Vec<RecordId>,
}

/// What the history says of an entry.
#[derive(Debug, Clone, PartialEq)]
pub struct EntryState {
    /// Its section.
    pub section: Section,
    /// The text last written.
    pub text: String,
    /// The fields last written.
    pub fields: Fields,
    /// Confidence without decay, 0…1.
    pub confidence: f64,
    /// Restatements and confirmed uses.
    pub uses: u32,
    /// The newest day on which it was stated or confirmed.
    pub stated: Day,
    /// All values, oldest first; the last one is the present one unless it left.
    pub versions: Vec<Version>,
    /// Why it left the sediment, if it did (`rejected` by hand, `removed` by the program), and the day.
    pub gone: Option<(Gone, Day)>,
    /// A person wrote or reworded it.
    pub by_hand: bool,
}

/// How an entry left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Gone {
    /// A person deleted it.
    Rejected,
    /// The program removed it, for the reason given.
    Removed(String),
}

/// The whole history, folded.
#[derive(Debug, Clone, Default)]
pub struct State {
    /// Every entry that ever was.
    pub entries: BTreeMap<EntryId, EntryState>,
    /// Every record that was read.
    pub read: HashSet<RecordId>,
    /// How many runs there were.
    pub runs: usize,
}

impl State {
    /// Folds runs, oldest first.
    pub fn fold<'r>(_runs: impl IntoIterator<Item = &'r Run>) -> Self {
        unimplemented!("helper C")
    }
}
