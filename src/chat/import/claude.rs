//! Transcripts of Claude Code: JSON Lines, an internal format that changes between versions.
//!
//! Lines form a tree, with parallel calls on branches; since only what a person says is taken, every
//! line is read by itself and no branch can be missed. Side chains, teams and lines that the host wrote
//! in the user's name are left out; a line that a fork copied is taken once.

use std::collections::HashSet;

use super::format::{Entry, Reader, text_of};
use super::{Said, When, Who};
use crate::chat::raw::Object;

#[derive(Debug, Default)]
pub(super) struct Claude {
    seen: HashSet<u64>,
}

/// Lines that hold no words of a conversation.
const BOOKKEEPING: [&str; 15] = [
    "summary",
    "file-history-snapshot",
    "queue-operation",
    "permission-mode",
    "mode",
    "last-prompt",
    "ai-title",
    "custom-title",
    "tag",
    "cost-state",
    "agent-name",
    "pr-link",
    "progress",
    "attachment",
    "system",
];

impl Reader for Claude {
    fn value(&mut self, line: &Object<'_>, said: &mut Vec<Said>) -> Entry {
        let kind = line.text("type").unwrap_or_default();
        match kind.as_str() {
            "user" => {}
            "assistant" => return Entry::Known,
            kind if BOOKKEEPING.contains(&kind) => return Entry::Known,
            _ => return Entry::Unknown,
        }
        let is = |key: &str| line.get(key) == Some("true");
        if is("isSidechain") || is("isMeta") || is("isApiErrorMessage") || line.get("teamName").is_some() {
            return Entry::Known;
        }
        let uuid = line.text("uuid").unwrap_or_default();
        if !uuid.is_empty() && !self.seen.insert(xxhash_rust::xxh3::xxh3_64(uuid.as_bytes())) {
            return Entry::Known;
        }
        let Some(content) = line.object("message").and_then(|m| m.get("content")) else { return Entry::Unknown };
        let text = text_of(content);
        if text.trim().is_empty() || text.starts_with("[Request interrupted by user") {
            return Entry::Known;
        }
        let who = if is("isCompactSummary") { Who::Summary } else { Who::User };
        let mut words = Said::new(who, text, When::of(line.get("timestamp")));
        words.session = line.text("sessionId");
        said.push(words);
        Entry::Known
    }
}
