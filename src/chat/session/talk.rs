//! A conversation as talk: who said what, in how many rounds.

use xxhash_rust::xxh3::Xxh3;

use crate::chat::import::format::text_of;
use crate::chat::list::List;
use crate::chat::message::Role;
use crate::chat::raw::Object;
use crate::chat::shape::Shape;
use crate::stream::markers;

/// A message that says something, or nothing that matters here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Talk {
    /// Who.
    pub role: Role,
    /// The words; empty for calls and results.
    pub text: String,
}

impl Talk {
    /// Whether a round begins here.
    pub fn begins_round(&self) -> bool {
        self.role == Role::User
            && !self.text.trim().is_empty()
            && !self.text.lines().next().is_some_and(markers::is_summary)
    }
}

/// Reads a list of messages as talk, one for each message.
pub fn talk(list: &List<'_>, shape: Option<Shape>) -> Vec<Talk> {
    let shape = shape.or(list.hint).unwrap_or_else(|| Shape::recognise(list.messages.iter().copied()));
    let one = |raw: &&str| {
        let message = shape.read(raw);
        let object = Object::read(raw);
        let inner = object.as_ref().and_then(|o| o.object("kwargs").or_else(|| o.object("data")));
        let content = inner.as_ref().or(object.as_ref()).and_then(|o| o.any(&["content", "parts"]));
        let text = if message.says { content.map(text_of).unwrap_or_default() } else { String::new() };
        Talk { role: message.role, text }
    };
    list.messages.iter().map(one).collect()
}

/// How many rounds some talk has.
pub fn rounds(talk: &[Talk]) -> usize {
    talk.iter().filter(|t| t.begins_round()).count()
}

/// A digest of some talk: who said what, not how it was written.
pub fn digest(talk: &[Talk]) -> String {
    let mut hasher = Xxh3::new();
    for t in talk {
        hasher.update(&[t.role as u8]);
        hasher.update(&(t.text.len() as u64).to_le_bytes());
        hasher.update(t.text.as_bytes());
    }
    format!("{:016x}", hasher.digest())
}
