//! Conversations exported from ChatGPT (`conversations.json`): an array of trees of messages. Edited
//! messages leave branches behind; the one that ends in `current_node` is what was said in the end.

use std::collections::HashMap;

use super::format::{Entry, Reader};
use super::{Said, When, Who};
use crate::chat::raw::{Object, string};

#[derive(Debug)]
pub(super) struct ChatGpt;

impl Reader for ChatGpt {
    fn value(&mut self, conversation: &Object<'_>, said: &mut Vec<Said>) -> Entry {
        let Some(mapping) = conversation.object("mapping") else { return Entry::Unknown };
        let nodes: HashMap<&str, Object<'_>> =
            mapping.members().filter_map(|(id, raw)| Object::read(raw).map(|node| (id, node))).collect();
        let session = conversation.text("conversation_id").or_else(|| conversation.text("id"));
        let mut branch = Vec::new();
        let mut at = conversation.text("current_node");
        while let Some(node) = at.as_deref().and_then(|id| nodes.get(id)) {
            if branch.len() > nodes.len() {
                break; // a ring
            }
            branch.push(node);
            at = node.text("parent");
        }
        for message in branch.into_iter().rev().filter_map(|node| node.object("message")) {
            let by_user = message.object("author").and_then(|a| a.text("role")).as_deref() == Some("user");
            let Some(content) = message.object("content").filter(|_| by_user) else { continue };
            let texts: Vec<String> = content.elements("parts").into_iter().filter_map(string).collect();
            let when = When::of(message.get("create_time").or(conversation.get("create_time")));
            let mut words = Said::new(Who::User, texts.join("\n"), when);
            words.session.clone_from(&session);
            said.push(words);
        }
        Entry::Known
    }
}
