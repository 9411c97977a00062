//! Sessions of the Gemini CLI: JSON Lines of messages and of `$set` and `$rewindTo`, or, in older
//! versions, one object with a list of messages. A message that stands twice is the later one. What was rewound was unsaid, so words wait for the end.

use super::format::{Entry, Reader, text_of};
use super::{Said, When, Who};
use crate::chat::raw::Object;

#[derive(Debug, Default)]
pub(super) struct Gemini {
    session: Option<String>,
    /// Ids of messages, with the words of those that a person said.
    held: Vec<(String, Option<Said>)>,
}

impl Reader for Gemini {
    fn value(&mut self, value: &Object<'_>, _said: &mut Vec<Said>) -> Entry {
        if let Some(id) = value.text("sessionId") {
            self.session = Some(id);
        }
        if let Some(messages) = value.get("messages") {
            let messages = crate::chat::raw::elements(messages).unwrap_or_default();
            messages.into_iter().filter_map(Object::read).for_each(|m| {
                self.message(&m);
            });
            return Entry::Known;
        }
        if let Some(id) = value.text("$rewindTo") {
            let keep = self.held.iter().position(|(held, _)| *held == id).unwrap_or(self.held.len());
            self.held.truncate(keep);
            return Entry::Known;
        }
        // A conversation that goes on elsewhere begins with the messages so far.
        if let Some(messages) = value.object("$set").and_then(|set| set.get("messages")) {
            let messages = crate::chat::raw::elements(messages).unwrap_or_default();
            messages.into_iter().filter_map(Object::read).for_each(|m| {
                self.message(&m);
            });
            return Entry::Known;
        }
        if value.get("$set").is_some() || value.get("type").is_none() && self.session.is_some() {
            return Entry::Known;
        }
        self.message(value)
    }

    fn end(&mut self) -> Vec<Said> {
        std::mem::take(&mut self.held).into_iter().filter_map(|(_, said)| said).collect()
    }
}

impl Gemini {
    fn message(&mut self, message: &Object<'_>) -> Entry {
        let known = match message.text("type").as_deref() {
            Some("user") => {
                let text = message.get("content").map(text_of).unwrap_or_default();
                let mut words = Said::new(Who::User, text, When::of(message.get("timestamp")));
                words.session.clone_from(&self.session);
                Some(words)
            }
            Some("gemini" | "info" | "error" | "warning") => None,
            _ => return Entry::Unknown,
        };
        let id = message.text("id").unwrap_or_default();
        match self.held.iter_mut().find(|(held, _)| !id.is_empty() && *held == id) {
            Some(held) => held.1 = known,
            None => self.held.push((id, known)),
        }
        Entry::Known
    }
}
