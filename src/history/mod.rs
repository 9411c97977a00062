//! The history: how the sediment changed, one readable block a run, append-only, one file a month.
//!
//! It is the audit trail, the versions of every fact, the source of the statistics, the set of
//! records already read, the base for recognising hand edits, and what `undo` works from.

pub mod event;
pub mod fold;
pub mod read;
pub mod write;

pub use event::{Event, Run};
pub use fold::{EntryState, State};
