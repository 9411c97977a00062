//! Lists of chat messages, in any of the shapes that `trim` knows, as an array, in lines or in the
//! body of a request. They rarely carry a time. Transcripts of Cursor (`{role, message}`) and of the
//! Copilot CLI (`{type: "user.message", data}`) are such lists, too.

use super::format::{Entry, Reader, text_of};
use super::{Said, When, Who};
use crate::chat::raw::{self, Object};

#[derive(Debug)]
pub(super) struct Chat;

impl Reader for Chat {
    fn value(&mut self, value: &Object<'_>, said: &mut Vec<Said>) -> Entry {
        if let Some(list) = value.any(&["messages", "contents", "input"]).and_then(raw::elements) {
            list.into_iter().filter_map(Object::read).for_each(|message| {
                self.value(&message, said);
            });
            return Entry::Known;
        }
        let fields = ["kwargs", "data", "message"].into_iter().find_map(|key| value.object(key));
        let fields = fields.as_ref().unwrap_or(value);
        let class = value.elements("id").last().and_then(|c| raw::string(c));
        let role = value.text("role").or_else(|| fields.text("type")).or(class).or_else(|| value.text("type"));
        match role.as_deref() {
            Some("user" | "human" | "HumanMessage" | "user.message") => {
                let content = fields.any(&["content", "parts"]).map(text_of).unwrap_or_default();
                if !content.trim().is_empty() {
                    let stamp = ["timestamp", "created_at", "createdAt", "create_time", "date", "time", "ts"];
                    said.push(Said::new(Who::User, content, When::of(fields.any(&stamp).or(value.any(&stamp)))));
                }
                Entry::Known
            }
            Some(_) => Entry::Known,
            None => Entry::Unknown,
        }
    }
}
