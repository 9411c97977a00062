//! The sediment: one capped Markdown file of what stays true.
//!
//! Promises: a byte that the program did not write survives every edit, since entries are located
//! by source range and replaced there; Markdown is never rendered again from a parse.

mod conflict;
pub mod edit;
pub mod entry;
pub mod head;
pub mod name;
pub mod read;

pub use edit::{Edit, edit};
pub use entry::{Entry, EntryId, Section};
pub use head::Head;
pub use read::{Sediment, read};

#[cfg(test)]
mod tests;
