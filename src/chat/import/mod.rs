//! Import: what people said in conversations elsewhere, and what other memories hold.
//!
//! A reader for each format turns its source into what somebody [`said`]; [`strip`] takes out what
//! the person did not say; [`rules`] decide which sentences are worth a record. Transcripts are read
//! line by line, so memory is bounded by the longest line; a line that is torn or unknown is counted
//! and skipped. Calls, results and the model's words are not learned from: only what a person states.
//! A model can decide in the place of the rules; what it answers is held against the words ([`stated`]).

pub mod asked;
mod chat;
mod chatgpt;
mod claude;
mod codex;
pub mod feed;
pub mod format;
mod gemini;
pub mod mark;
mod mem0;
pub mod notes;
pub mod own;
mod request;
pub mod rules;
pub mod said;
pub mod stated;
pub mod statement;
pub mod strip;

pub use asked::Asked;
pub use feed::{Count, feed};
pub use format::Format;
pub use mark::{Mark, Marks};
pub use rules::Rules;
pub use said::{Said, When, Who};
pub use statement::{Statement, statements};
