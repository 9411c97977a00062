//! Distilling: from the stream to the sediment.
//!
//! ```text
//! records ── claims ──▶ match against entries ──▶ changes ──▶ apply ──▶ prune to cap ──▶ write
//!             (rules or model)                     Add Seen Update Remove Merge
//! ```
//!
//! Rules and model only *propose* changes; [`board`] validates and applies them.

pub mod backlog;
pub mod board;
pub mod change;
pub mod desk;
pub mod engine;
pub mod gist;
pub mod hands;
pub mod judge;
pub mod meanings;
pub mod model;
pub mod procedures;
pub mod prune;
pub mod report;
pub mod rules;
pub mod run;
pub mod tails;
pub mod trials;
pub mod unite;

pub use board::{Board, Slot};
pub use change::Change;
pub use desk::Desk;
pub use engine::{Engine, Outcome};
pub use meanings::Meanings;
pub use model::{ask_conflicts, distill_by_model, show_request};
pub use report::Report;
pub use run::{Options, distill, distill_by_rules};
pub use unite::{rivals, settle, unite_all};

#[cfg(test)]
mod board_tests;
#[cfg(test)]
mod prune_tests;
