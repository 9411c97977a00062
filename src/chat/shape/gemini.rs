//! Gemini contents: calls and results are parts, found by id where they have one, else by name and place.

use crate::chat::message::{Answer, Answering, Call, Id, Message, Role};
use crate::chat::raw::{Object, elements};

use super::openai::role;

const RESPONSE: [&str; 2] = ["functionResponse", "function_response"];

pub(super) fn read<'a>(raw: &'a str, object: &Object<'a>) -> Message<'a> {
    // A content without a role is a user's.
    let mut message = Message::plain(raw, object.text("role").map_or(Role::User, |r| role(Some(&r))));
    let Some(list) = object.get("parts") else { return message };
    let Some(parts) = elements(list) else { return message };
    message.blocks = Some(list);
    message.says = parts.is_empty();
    for raw in parts {
        let Some(part) = Object::read(raw) else { continue };
        let of = |keys: &[&str]| part.any(keys).and_then(Object::read);
        if let Some(call) = of(&["functionCall", "function_call"]) {
            message.calls.push(Call {
                id: Id::read(call.get("id")),
                repeats: Vec::new(),
                name: call.text("name").unwrap_or_default(),
                kind: Answering::ByName,
            });
        } else if let Some(response) = of(&RESPONSE) {
            message.answers.push(Answer {
                by_name: true,
                id: Id::read(response.get("id")),
                name: response.text("name").unwrap_or_default(),
                block: Some(raw),
                content: response.get("response"),
                lone: false,
            });
        } else {
            message.says = true;
        }
    }
    message
}

/// The value that stands where the id should, or the brace behind which it is missing, and what to write there.
pub(super) fn with_id<'a>(part: &'a str, id: &str) -> Option<(&'a str, String)> {
    let raw = Object::read(part)?.any(&RESPONSE)?;
    let response = Object::read(raw)?;
    // The last of several, as JSON readers take it; a null is one of them.
    let unusable = response.members().filter(|(key, _)| *key == "id").last();
    Some(match unusable {
        Some((_, value)) => (value, id.to_owned()),
        None if response.members().next().is_none() => (&raw[..1], format!(r#"{{"id":{id}"#)),
        None => (&raw[..1], format!(r#"{{"id":{id},"#)),
    })
}
