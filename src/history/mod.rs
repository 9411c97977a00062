//! The history: how the sediment changed, one readable block a run, append-only, one file a month.
//!
//! It is the audit trail, the versions of every fact, the source of the statistics, the set of
//! records already read, the base for recognising hand edits, and what `undo` works from.
//!
//! # What a crash leaves
//!
//! A run (1) appends its block, closed by an `end` line, and syncs it, (2) replaces the sediment
//! file, (3) appends `written`. Killed
//!
//! - before or within (1): the block has no `end` line and does not count; its records are still
//!   unread, the sediment is the old one. The next run does the work again. A torn last line
//!   harms nobody, since blocks begin on a line of their own.
//! - between (1) and (2), or within (2), whose rename is atomic: the block counts, the sediment is
//!   the old one. The `end` line bears the fingerprints of the file before and after; without
//!   `written` the next run does not take entries that are missing for deletions by hand, but
//!   compares the file with the state *before* that block, and then writes what the block says.
//!   (If it is killed at the same point, there are two such blocks; all of them are left out.)
//! - between (2) and (3): the file's fingerprint is the one that the `end` line promises, so it
//!   was written.
//!
//! Why not tell (2) by the fingerprint alone: a person who deletes the one entry that a run added
//! leaves exactly the old bytes, and what a person deletes must stay deleted.

pub mod entry;
pub mod event;
pub mod file;
pub mod fold;
pub mod lifecycle;
pub mod read;
pub mod weights;
pub mod write;

pub use entry::EntryState;
pub use event::{Event, Run};
pub use file::History;
pub use fold::State;
pub use weights::Weights;

#[cfg(test)]
mod tests;
