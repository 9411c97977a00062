//! Conversations: trimming message lists, running summaries, import of transcripts, hooks of agent hosts.
//!
//! [`trim`] cuts a list of messages to a token limit without splitting what the APIs want whole.
//! It reads five shapes ([`shape`]) as source text ([`raw`]): what it does not change, it prints
//! byte for byte, unknown fields and spellings of numbers included.

pub mod count;
pub mod edit;
pub mod host;
pub mod import;
pub mod list;
pub mod message;
pub mod pair;
pub mod raw;
pub mod repair;
pub mod session;
pub mod shape;
pub mod summary;
pub mod trim;
