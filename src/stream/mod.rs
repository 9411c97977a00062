//! The stream: what happened, in append-only daily Markdown files of typed records.
//!
//! Promises: reading never fails on content, what is wrong becomes a problem with its line, and
//! no byte that is already in a file is changed. Refuses: to understand what it does not need to.
//!
//! Reading, from the bottom up: `block` and `head` say what a line is, [`Scan`] finds the
//! records and their ids without copying, [`read_day`](day::read_day) makes them whole,
//! [`read_days`] does so for many files. Writing: [`append`] cleans, redacts and escapes a text,
//! so that whatever is typed reads back as one record with the same text.

#[cfg(test)]
mod agreement;
pub mod append;
pub mod base32;
mod block;
pub mod clean;
mod cursor;
pub mod day;
pub mod fields;
pub mod forgotten;
mod head;
mod html;
pub mod id;
pub mod kind;
mod lines;
pub mod load;
pub mod markers;
mod notes;
pub mod place;
mod plan;
pub mod record;
pub mod redact;
pub mod refile;
pub mod scan;
mod torn;
mod write;

pub use day::DayFile;
pub use id::IdPattern;
pub use kind::Kinds;
pub use lines::{conversion, is_utf16};
pub use load::{Loaded, read_days, read_whole};
pub use record::{Fields, Record, RecordId, RecordIds, lies_below, slot_of};
pub use scan::{Raw, Scan};
pub use torn::torn_lines;
