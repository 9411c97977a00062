//! Items of the OpenAI Responses API.

use crate::chat::message::{Answer, Answering, Call, Id, Message, Role};
use crate::chat::raw::Object;

use super::openai::role;

/// Calls that a client answers, with the type of the answer; `None` where no answer can be made up.
const CALLS: [(&str, &str, bool); 6] = [
    ("function_call", "function_call_output", true),
    ("custom_tool_call", "custom_tool_call_output", true),
    ("local_shell_call", "local_shell_call_output", true),
    ("shell_call", "shell_call_output", false),
    ("apply_patch_call", "apply_patch_call_output", false),
    ("computer_call", "computer_call_output", false),
];

/// Items of the model that want no answer; a `reasoning` item belongs to the item after it.
const ALONE: [&str; 9] = [
    "reasoning",
    "web_search_call",
    "file_search_call",
    "code_interpreter_call",
    "image_generation_call",
    "mcp_call",
    "mcp_list_tools",
    "mcp_approval_request",
    "tool_search_call",
];

pub(super) fn is_item(kind: &str) -> bool {
    kind == "message"
        || kind == "compaction"
        || kind == "item_reference"
        || kind == "mcp_approval_response"
        || ALONE.contains(&kind)
        || CALLS.iter().any(|(call, answer, _)| *call == kind || *answer == kind)
}

pub(super) fn read<'a>(raw: &'a str, object: &Object<'a>) -> Message<'a> {
    let kind = object.text("type");
    let kind = kind.as_deref().unwrap_or("message");
    if let Some((_, answer, can_answer)) = CALLS.iter().find(|(call, ..)| *call == kind) {
        let mut message = Message::plain(raw, Role::Assistant);
        message.calls.push(Call {
            id: Id::read(object.any(&["call_id", "id"])),
            repeats: Vec::new(),
            name: object.text("name").unwrap_or_else(|| kind.to_owned()),
            kind: if *can_answer { Answering::Item(answer) } else { Answering::Never },
        });
        return message;
    }
    if let Some((.., can_answer)) = CALLS.iter().find(|(_, answer, _)| *answer == kind) {
        let mut message = Message::plain(raw, Role::Tool);
        message.says = false;
        message.answers.push(Answer {
            id: Id::read(object.any(&["call_id", "id"])),
            name: String::new(),
            by_name: false,
            block: None,
            content: object.get("output").filter(|_| *can_answer),
        });
        return message;
    }
    match kind {
        "message" => Message::plain(raw, role(object.text("role").as_deref())),
        "compaction" => Message::plain(raw, Role::System), // it stands for all that came before
        kind if ALONE.contains(&kind) => Message::plain(raw, Role::Assistant),
        _ => Message::plain(raw, Role::Other),
    }
}
