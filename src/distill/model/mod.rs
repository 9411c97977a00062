//! Distilling by a language model: it proposes operations on entries, the code disposes.
//!
//! ```text
//! unread records ─▶ batch ─▶ question ─▶ model ─▶ operations ─▶ accepted ─▶ board ─▶ one run
//!        │                                            └ refused: asked again, then fallback
//!        └ private, from the web, not for the sediment: by the rules, never sent
//! ```
//!
//! Promises:
//!
//! - Each batch is one run: written as a whole when it is done, or not at all. A run that is stopped
//!   goes on with the next batch.
//! - Operations that share a record stand or fall together. A record counts as read when the model
//!   gave a complete reply and nothing that rests on it was refused, or when the rules took it over;
//!   otherwise it stays unread. Never both.
//! - The stream lock is not held while waiting. A sediment that was edited meanwhile makes the batch
//!   start over.
//!
//! [`batch`] cuts the backlog, [`question`] puts it into words, [`operation`] and [`accept`] judge
//! the reply, [`talk`] asks, asks again and splits, [`run`] does it for a whole backlog.

pub mod accept;
pub mod batch;
pub mod conflict;
pub mod operation;
pub mod question;
pub mod run;
pub mod talk;

pub use conflict::ask_conflicts;
pub use run::{distill_by_model, show_request};

#[cfg(test)]
mod tests;
