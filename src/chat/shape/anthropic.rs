//! Anthropic messages: calls and results are blocks of a message.

use crate::chat::message::{Answer, Answering, Call, Id, Message, Role};
use crate::chat::raw::{Object, elements};

use super::openai::role;

/// Whether a block of this type is found in no other shape.
pub(super) fn is_block(kind: &str) -> bool {
    matches!(
        kind,
        "tool_use"
            | "tool_result"
            | "thinking"
            | "redacted_thinking"
            | "server_tool_use"
            | "mcp_tool_use"
            | "mcp_tool_result"
            | "image"
            | "document"
            | "search_result"
            | "container_upload"
    ) || kind.ends_with("_tool_result")
}

pub(super) fn read<'a>(raw: &'a str, object: &Object<'a>) -> Message<'a> {
    let mut message = Message::plain(raw, role(object.text("role").as_deref()));
    let Some(content) = object.get("content") else { return message };
    let Some(blocks) = elements(content) else { return message };
    message.blocks = Some(content);
    message.says = blocks.is_empty();
    for raw in blocks {
        let block = Object::read(raw);
        match (message.role, block.as_ref().and_then(|b| b.text("type")).as_deref(), block) {
            (Role::Assistant, Some("tool_use"), Some(block)) => message.calls.push(Call {
                id: Id::read(block.get("id")),
                repeats: Vec::new(),
                name: block.text("name").unwrap_or_default(),
                kind: Answering::ById,
            }),
            (Role::User, Some("tool_result"), Some(block)) => message.answers.push(Answer {
                id: Id::read(block.get("tool_use_id")),
                name: String::new(),
                by_name: false,
                block: Some(raw),
                content: block.get("content"),
                lone: false,
            }),
            (Role::Assistant, Some(kind), Some(block)) if kind.ends_with("_tool_use") => {
                message.half(Id::read(block.get("id")), raw, false);
            }
            (Role::Assistant, Some(kind), Some(block)) if kind.ends_with("_tool_result") => {
                message.half(Id::read(block.get("tool_use_id")), raw, true);
            }
            _ => message.says = true,
        }
    }
    message
}
