//! Appending records: cleaning the text, writing one whole record under the stream lock.

use super::{Fields, RecordId};
use crate::error::Result;
use crate::memory::Memory;
use crate::time::{Clock, Day};

/// A record to be written.
#[derive(Debug, Clone, Default)]
pub struct NewRecord {
    /// Its kind.
    pub kind: String,
    /// Its text, of one or several lines, as typed.
    pub text: String,
    /// Its fields.
    pub fields: Fields,
    /// The day to file it under, where it is not the present one.
    pub day: Option<Day>,
    /// The instant to file it under (`at` of a batch); decides day and time.
    pub at: Option<chrono::DateTime<chrono::FixedOffset>>,
}

/// What became of a record.
#[derive(Debug, Clone)]
pub struct Appended {
    /// Its identity.
    pub id: RecordId,
    /// False when `if_new` found it there already.
    pub written: bool,
    /// What the user should know (redactions, a long day).
    pub warnings: Vec<String>,
}

/// How to append.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    /// Skip a record whose kind and text the day already has.
    pub if_new: bool,
    /// Do not redact secrets.
    pub allow_secret: bool,
}

/// Appends records, all of them or none, each with its own time from the clock.
pub fn append(_memory: &Memory, _clock: &Clock, _records: &[NewRecord], _options: Options) -> Result<Vec<Appended>> {
    unimplemented!("helper B")
}
