//! Distilling: from the stream to the sediment.
//!
//! ```text
//! records ── claims ──▶ match against entries ──▶ changes ──▶ apply ──▶ prune to cap ──▶ write
//!             (rules or model)                     Add Seen Update Remove Merge
//! ```
//!
//! Rules and model only *propose* changes; [`board`] validates and applies them.

pub mod board;
pub mod change;
pub mod rules;

pub use board::{Board, Slot};
pub use change::Change;
