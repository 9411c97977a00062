//! The sediment: one capped Markdown file of what stays true.
//!
//! Promises: a byte that the program did not write survives every edit, since entries are located
//! by source range and replaced there; Markdown is never rendered again from a parse.

pub mod edit;
pub mod entry;
pub mod read;

pub use entry::{Entry, EntryId, Section};
pub use read::{Sediment, read};
