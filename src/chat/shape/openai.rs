//! OpenAI Chat Completions messages.

use crate::chat::message::{Answer, Answering, Call, Id, Message, Role};
use crate::chat::raw::Object;

pub(super) fn read<'a>(raw: &'a str, object: &Object<'a>) -> Message<'a> {
    let mut message = Message::plain(raw, role(object.text("role").as_deref()));
    if message.role == Role::Assistant {
        for call in object.elements("tool_calls").into_iter().filter_map(Object::read) {
            let named = call.object("function").or_else(|| call.object("custom"));
            message.calls.push(Call {
                id: Id::read(call.get("id")),
                repeats: Vec::new(),
                name: named.and_then(|f| f.text("name")).unwrap_or_default(),
                kind: Answering::ById,
            });
        }
        if let Some(call) = object.object("function_call") {
            let name = call.text("name").unwrap_or_default();
            message.calls.push(Call { id: None, repeats: Vec::new(), name, kind: Answering::ByName });
        }
    }
    if message.role == Role::Tool {
        let by_name = object.text("role").as_deref() == Some("function");
        message.says = false;
        message.answers.push(Answer {
            id: Id::read(object.get("tool_call_id")).filter(|_| !by_name),
            name: object.text("name").unwrap_or_default(),
            by_name,
            block: None,
            content: object.get("content"),
            lone: false,
        });
    }
    message
}

pub(super) fn role(role: Option<&str>) -> Role {
    match role {
        Some("system" | "developer") => Role::System,
        Some("user" | "human") => Role::User,
        Some("assistant" | "ai" | "model") => Role::Assistant,
        Some("tool" | "function") => Role::Tool,
        _ => Role::Other,
    }
}
