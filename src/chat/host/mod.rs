//! Agent hosts: what their hooks say, what they accept as an answer, and what belongs in their settings.
//!
//! Every host has its own names for the same few moments, and one shape of answer that it takes; the
//! shape of another is refused, or shown to the user as an error. So the host is named on the command
//! line, and what arrives only corrects that where hosts run each other's hooks. Everything here is
//! pure: text in, value out. An event that makes no sense is no event.

pub mod block;
pub mod event;
pub mod heard;
pub mod place;
pub mod reply;
pub mod settings;
pub mod turn;

pub use event::{Event, Moment};
pub use heard::Heard;
pub use reply::reply;

use crate::chat::import::Format;

/// An agent host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Host {
    /// Claude Code.
    Claude,
    /// Codex CLI.
    Codex,
    /// Gemini CLI.
    Gemini,
    /// Cursor.
    Cursor,
    /// GitHub Copilot CLI, and the agent hooks of VS Code.
    Copilot,
    /// goose.
    Goose,
}

impl Host {
    /// Every host, in the order of their names in messages.
    pub const ALL: [Self; 6] = [Self::Claude, Self::Codex, Self::Gemini, Self::Cursor, Self::Copilot, Self::Goose];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Claude => "claude",
            Self::Codex => "codex",
            Self::Gemini => "gemini",
            Self::Cursor => "cursor",
            Self::Copilot => "copilot",
            Self::Goose => "goose",
        }
    }

    /// The host of a name.
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|host| host.name() == name)
    }

    /// The format of its transcripts, where it is known.
    pub fn transcript(self) -> Option<Format> {
        match self {
            Self::Claude => Some(Format::ClaudeCode),
            Self::Codex => Some(Format::Codex),
            Self::Gemini => Some(Format::Gemini),
            Self::Cursor | Self::Copilot | Self::Goose => None,
        }
    }
}
