//! Rollouts of Codex: JSON Lines of `{timestamp, type, payload}`. What is said stands twice, as
//! `response_item` and as `event_msg`; the first is read.

use super::format::{Entry, Reader, text_of};
use super::{Said, When, Who};
use crate::chat::raw::Object;

#[derive(Debug, Default)]
pub(super) struct Codex {
    session: Option<String>,
    started: When,
}

impl Reader for Codex {
    fn value(&mut self, line: &Object<'_>, said: &mut Vec<Said>) -> Entry {
        let payload = line.object("payload");
        let kind = line.text("type").unwrap_or_default();
        let when = When::of(line.get("timestamp"));
        match (kind.as_str(), payload) {
            ("session_meta", Some(meta)) => {
                self.session = meta.text("id");
                self.started = when;
                Entry::Known
            }
            ("turn_context" | "event_msg" | "ghost_snapshot" | "world_state" | "token_usage_record", _) => Entry::Known,
            ("compacted", Some(summary)) => {
                let text = summary.text("message").unwrap_or_default();
                self.say(Who::Summary, text, when, said);
                Entry::Known
            }
            ("response_item", Some(item)) => self.item(&item, when, said),
            // Older rollouts: a header, then bare items without a time.
            ("", None) if line.get("id").is_some() && line.get("timestamp").is_some() => {
                self.session = line.text("id");
                self.started = when;
                Entry::Known
            }
            ("", None) if line.get("record_type").is_some() => Entry::Known,
            (_, None) => self.item(line, self.started, said),
            _ => Entry::Unknown,
        }
    }
}

impl Codex {
    fn item(&self, item: &Object<'_>, when: When, said: &mut Vec<Said>) -> Entry {
        match item.text("type").as_deref() {
            Some("message") if item.text("role").as_deref() == Some("user") => {
                let text = item.get("content").map(text_of).unwrap_or_default();
                self.say(Who::User, text, when, said);
                Entry::Known
            }
            Some("message" | "reasoning" | "compaction" | "other") => Entry::Known,
            Some(kind) if kind.ends_with("_call") || kind.ends_with("_output") => Entry::Known,
            _ => Entry::Unknown,
        }
    }

    fn say(&self, who: Who, text: String, when: When, said: &mut Vec<Said>) {
        if !text.trim().is_empty() {
            let mut words = Said::new(who, text, when);
            words.session.clone_from(&self.session);
            said.push(words);
        }
    }
}
