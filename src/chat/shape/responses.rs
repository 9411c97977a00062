//! Items of the OpenAI Responses API.

use crate::chat::message::{Answer, Answering, Call, Id, Message, Part, Role};
use crate::chat::raw::Object;

use super::openai::role;

/// Calls that a client answers, with the type of the answer, and whether one can be made up.
const CALLS: [(&str, &str, bool); 6] = [
    ("function_call", "function_call_output", true),
    ("custom_tool_call", "custom_tool_call_output", true),
    ("local_shell_call", "local_shell_call_output", true),
    ("shell_call", "shell_call_output", false),
    ("apply_patch_call", "apply_patch_call_output", false),
    ("computer_call", "computer_call_output", false),
];

/// Items of the model that want no answer.
const ALONE: [&str; 7] = [
    "reasoning",
    "web_search_call",
    "file_search_call",
    "code_interpreter_call",
    "image_generation_call",
    "mcp_call",
    "mcp_list_tools",
];

/// Items that answer each other where both are there, with the members that name the call.
const LOOSE: [(&str, &str, &str, &str); 2] = [
    ("mcp_approval_request", "id", "mcp_approval_response", "approval_request_id"),
    ("tool_search_call", "call_id", "tool_search_output", "call_id"),
];

pub(super) fn is_item(kind: &str) -> bool {
    matches!(kind, "message" | "compaction" | "item_reference")
        || ALONE.contains(&kind)
        || CALLS.iter().any(|(call, answer, _)| *call == kind || *answer == kind)
        || LOOSE.iter().any(|(call, _, answer, _)| *call == kind || *answer == kind)
}

pub(super) fn read<'a>(raw: &'a str, object: &Object<'a>) -> Message<'a> {
    let kind = object.text("type");
    let kind = kind.as_deref().unwrap_or("message");
    if let Some((_, answer, can_answer)) = CALLS.iter().find(|(call, ..)| *call == kind) {
        let kind_of_answer = if *can_answer { Answering::Item(answer) } else { Answering::Never };
        let id = Id::read(object.any(&["call_id", "id"]));
        return call(raw, id, object.text("name").unwrap_or_else(|| kind.to_owned()), kind_of_answer);
    }
    if let Some((.., can_answer)) = CALLS.iter().find(|(_, answer, _)| *answer == kind) {
        let content = object.get("output").filter(|_| *can_answer);
        return answer(raw, Id::read(object.any(&["call_id", "id"])), content, false);
    }
    for (call_kind, call_key, answer_kind, answer_key) in LOOSE {
        if kind == call_kind {
            return call(raw, Id::read(object.get(call_key)), kind.to_owned(), Answering::Optional);
        }
        if kind == answer_kind {
            return answer(raw, Id::read(object.get(answer_key)), None, false);
        }
    }
    match kind {
        "message" => Message::plain(raw, role(object.text("role").as_deref())),
        "compaction" => Message::plain(raw, Role::System), // it stands for all that came before
        "reasoning" => Message { part: Part::Reasoning, ..Message::plain(raw, Role::Assistant) },
        "item_reference" => Message { part: Part::Reference, ..Message::plain(raw, Role::Assistant) },
        kind if ALONE.contains(&kind) => Message::plain(raw, Role::Assistant),
        // Sorts that came later are kept as they are, and together where they share the id of a call.
        kind if kind.ends_with("_output") => answer(raw, Id::read(object.get("call_id")), None, true),
        kind if kind.ends_with("_call") => {
            call(raw, Id::read(object.get("call_id")), kind.to_owned(), Answering::Optional)
        }
        _ => Message::plain(raw, Role::Other),
    }
}

fn call<'a>(raw: &'a str, id: Option<Id<'a>>, name: String, kind: Answering) -> Message<'a> {
    let mut message = Message::plain(raw, Role::Assistant);
    message.calls.push(Call { id, repeats: Vec::new(), name, kind });
    message
}

fn answer<'a>(raw: &'a str, id: Option<Id<'a>>, content: Option<&'a str>, lone: bool) -> Message<'a> {
    let mut message = Message::plain(raw, Role::Tool);
    message.says = false;
    message.answers.push(Answer { id, name: String::new(), by_name: false, block: None, content, lone });
    message
}
