//! Alluvium gives AI agents a memory made of plain text files.
//!
//! ```text
//! agent, person ──add──▶ stream ──distill──▶ sediment ──inject──▶ prompt
//!                                    │
//!                                    └──▶ history
//! ```
//!
//! What happened is appended to a **stream** of daily Markdown files; what has been confirmed is
//! distilled into one capped **sediment** file; how that file changed is the **history**; and a
//! **context** for an agent's prompt is rendered from all of them.
//!
//! The modules in reading order, each knowing only those above it in this list:
//!
//! - [`error`], [`mod@env`], [`time`]: why a command stops, the captured environment, what day it is;
//! - [`memory`]: the folder on disk, its settings, files and locks;
//! - [`script`], [`tokens`]: which characters need no spaces, how long a text is for a model;
//! - [`stream`], [`sediment`], [`history`]: the three layers of text, each with a pure core;
//! - [`model`]: language and embedding models behind one small trait;
//! - [`distill`], [`inject`], [`recall`], [`chat`], [`care`], [`git`]: what the program does;
//! - [`cli`]: arguments, one file a command, and the only place that prints.

pub mod care;
pub mod chat;
pub mod cli;
pub mod distill;
pub mod env;
pub mod error;
pub mod git;
pub mod history;
pub mod inject;
pub mod memory;
pub mod model;
pub mod recall;
pub mod script;
pub mod sediment;
pub mod stream;
pub mod time;
pub mod tokens;
