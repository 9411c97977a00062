//! LangChain messages in their three serialised forms: plain (`{"type":"ai",…}`), `messages_to_dict`
//! (`{"type":"ai","data":{…}}`) and `dumpd` (`{"lc":1,"type":"constructor","id":[…],"kwargs":{…}}`).

use crate::chat::message::{Answer, Answering, Call, Id, Message, Role};
use crate::chat::raw::{Object, quote, string};

use super::openai::role;

pub(super) fn is_one(message: &Object<'_>, kind: Option<&str>) -> bool {
    message.get("lc").is_some()
        || message.get("role").is_none()
            && matches!(
                kind.map(|k| k.trim_end_matches("MessageChunk")),
                Some("human" | "ai" | "system" | "tool" | "function" | "chat" | "developer" | "remove")
                    | Some("Human" | "AI" | "System" | "Tool" | "Function" | "Chat")
            )
}

pub(super) fn read<'a>(raw: &'a str, object: &Object<'a>) -> Message<'a> {
    let class = object.elements("id").last().and_then(|name| string(name));
    let inner = object.object("kwargs").or_else(|| object.object("data"));
    let fields = inner.as_ref().unwrap_or(object);
    let kind = match class.filter(|_| object.get("lc").is_some()) {
        Some(class) => class.trim_end_matches("Chunk").trim_end_matches("Message").to_lowercase(),
        None => object.text("type").unwrap_or_default().trim_end_matches("MessageChunk").to_lowercase(),
    };
    let kind = if kind == "chat" { fields.text("role").unwrap_or_default() } else { kind };
    let mut message = Message::plain(raw, role(Some(&kind)));
    if message.role == Role::Assistant {
        let more = fields.object("additional_kwargs");
        let raw_calls: Vec<Object<'a>> = objects(more.as_ref(), "tool_calls");
        let places: Vec<Object<'a>> =
            objects(Some(fields), "content").into_iter().chain(raw_calls.iter().cloned()).collect();
        for list in ["tool_calls", "invalid_tool_calls"] {
            for call in objects(Some(fields), list) {
                let id = Id::read(call.get("id"));
                let same =
                    |raw: &&str| id.as_ref().is_some_and(|id| Id::read(Some(raw)).is_some_and(|i| i.text == id.text));
                let repeats = places.iter().filter_map(|place| place.get("id")).filter(same).collect();
                let name = call.text("name").unwrap_or_default();
                message.calls.push(Call { id, repeats, name, kind: Answering::ById });
            }
        }
        // Older messages have their calls only as the provider sent them.
        for call in raw_calls.iter().filter(|_| message.calls.is_empty()).collect::<Vec<_>>() {
            let name = call.object("function").and_then(|f| f.text("name")).unwrap_or_default();
            let id = Id::read(call.get("id"));
            message.calls.push(Call { id, repeats: Vec::new(), name, kind: Answering::ById });
        }
        if let Some(call) = more.and_then(|more| more.object("function_call")).filter(|_| message.calls.is_empty()) {
            let name = call.text("name").unwrap_or_default();
            message.calls.push(Call { id: None, repeats: Vec::new(), name, kind: Answering::ByName });
        }
    }
    if message.role == Role::Tool {
        let by_name = kind == "function";
        message.says = false;
        message.answers.push(Answer {
            id: Id::read(fields.get("tool_call_id")).filter(|_| !by_name),
            name: fields.text("name").unwrap_or_default(),
            by_name,
            block: None,
            content: fields.get("content"),
            lone: false,
        });
    }
    message
}

fn objects<'a>(fields: Option<&Object<'a>>, key: &str) -> Vec<Object<'a>> {
    fields.map(|f| f.elements(key)).unwrap_or_default().into_iter().filter_map(Object::read).collect()
}

/// A message of the given type in the form that `like` has.
pub(super) fn wrap(kind: &str, members: &str, like: &str) -> String {
    let like = Object::read(like);
    let class = match kind {
        "tool" => "ToolMessage",
        "function" => "FunctionMessage",
        _ => "SystemMessage",
    };
    match like {
        Some(like) if like.get("lc").is_some() => {
            let mut path: Vec<String> = like.elements("id").into_iter().map(str::to_owned).collect();
            path.pop();
            if path.is_empty() {
                path = ["langchain", "schema", "messages"].map(quote).to_vec();
            }
            path.push(quote(class));
            format!(
                r#"{{"lc":1,"type":"constructor","id":[{}],"kwargs":{{{members},"type":"{kind}"}}}}"#,
                path.join(",")
            )
        }
        Some(like) if like.get("data").is_some() => {
            format!(r#"{{"type":"{kind}","data":{{{members},"type":"{kind}"}}}}"#)
        }
        _ => format!(r#"{{"type":"{kind}",{members}}}"#),
    }
}
