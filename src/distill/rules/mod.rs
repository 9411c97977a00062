//! The rules: what a record claims, which entry it concerns, what changes.
//!
//! Word lists and frames live in `templates/rules.toml` (overridable in the folder), not in code.

use super::{Board, Change};
use crate::error::Result;
use crate::memory::Settings;
use crate::sediment::EntryId;
use crate::stream::Record;

/// The rules, read from `templates/rules.toml`.
#[derive(Debug, Clone)]
pub struct Rules(());

impl Rules {
    /// Reads the rule file: the folder's override when given, else the built-in one.
    pub fn parse(_overriding: Option<&str>, _settings: &Settings) -> Result<Self> {
        unimplemented!("helper D")
    }
}

/// What the rules make of one record.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Verdict {
    /// Changes, to be applied in order.
    pub changes: Vec<Change>,
    /// Why nothing came of it, for `--explain`.
    pub left_out: Option<String>,
}

/// Matches records against the board; keeps an index of its entries.
#[derive(Debug)]
pub struct Matcher<'r> {
    rules: &'r Rules,
}

impl<'r> Matcher<'r> {
    /// Indexes the living entries of the board (and the values of those that left).
    pub fn new(rules: &'r Rules, _board: &Board) -> Self {
        Self { rules }
    }

    /// What follows from a record, given the board as it is now. Records come oldest first
    /// (day, then file order), except those that arrive late in a later run.
    pub fn consider(&mut self, _record: &Record, _board: &Board) -> Verdict {
        let _ = self.rules;
        unimplemented!("helper D")
    }

    /// Tells the index that an entry was added, changed or left.
    pub fn changed(&mut self, _id: &EntryId, _board: &Board) {
        unimplemented!("helper D")
    }
}
