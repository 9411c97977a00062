//! The stream: what happened, in append-only daily Markdown files of typed records.
//!
//! Promises: reading never fails on content, what is wrong becomes a problem with its line, and
//! no byte that is already in a file is changed. Refuses: to understand what it does not need to.

pub mod append;
pub mod day;
pub mod record;
pub mod redact;

pub use day::DayFile;
pub use record::{Fields, Record, RecordId};
