//! What the APIs refuse, as a checker: exactly their rules about order and pairing, nothing more.

use serde_json::Value;
use std::collections::HashSet;

use crate::script::role_of;

/// Why the API would answer 400; none when it takes the list.
pub fn refuses(shape: &str, list: &[Value]) -> Option<String> {
    match shape.split('-').next() {
        Some("openai") => chat(list, |m| m),
        Some("langchain") => chat(list, |m| m.get("data").or(m.get("kwargs")).unwrap_or(m)),
        Some("responses") => responses(list),
        Some("anthropic") => anthropic(list),
        Some("gemini") => gemini(list),
        _ => panic!("{shape}"),
    }
}

fn text(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or_default().to_owned()
}

fn id(value: &Value, at: usize) -> Result<String, String> {
    match value.as_str() {
        Some(id) if !id.is_empty() && id.len() <= 64 => Ok(id.to_owned()),
        _ => Err(format!("message {at}: invalid id {value}")),
    }
}

fn chat(list: &[Value], inner: fn(&Value) -> &Value) -> Option<String> {
    let role = role_of;
    let mut seen = HashSet::new();
    let mut at = 0;
    while at < list.len() {
        let message = inner(&list[at]);
        match role(&list[at]).as_str() {
            "tool" | "function" => return Some(format!("message {at}: 'tool' without a preceding 'tool_calls'")),
            "assistant" | "ai" => {
                let own = message["tool_calls"].as_array().filter(|calls| !calls.is_empty());
                let calls = own.or(message["additional_kwargs"]["tool_calls"].as_array()).cloned().unwrap_or_default();
                let mut open = HashSet::new();
                for call in &calls {
                    match id(&call["id"], at) {
                        Err(why) => return Some(why),
                        Ok(id) if !seen.insert(id.clone()) => return Some(format!("message {at}: id {id} used twice")),
                        Ok(id) => open.insert(id),
                    };
                }
                let call = [&message["function_call"], &message["additional_kwargs"]["function_call"]];
                let by_name = call.into_iter().find(|c| !c.is_null());
                while let Some(next) = list.get(at + 1).filter(|n| role(n) == "tool") {
                    match id(&inner(next)["tool_call_id"], at + 1) {
                        Err(why) => return Some(why),
                        Ok(id) if !open.remove(&id) => return Some(format!("message {}: no call {id}", at + 1)),
                        Ok(_) => at += 1,
                    }
                }
                if !open.is_empty() {
                    return Some(format!("message {at}: tool_call_ids did not have response messages: {open:?}"));
                }
                if let Some(call) = by_name {
                    if list.get(at + 1).is_none_or(|n| role(n) != "function" || inner(n)["name"] != call["name"]) {
                        return Some(format!("message {at}: function_call without its function message"));
                    }
                    at += 1;
                }
            }
            "system" | "developer" | "user" | "human" => {}
            other => return Some(format!("message {at}: role {other:?}")),
        }
        at += 1;
    }
    None
}

/// Calls of the client's tools; those of the API's own want no answer, and other sorts are nobody's business.
const CALLS: [&str; 6] =
    ["function_call", "custom_tool_call", "local_shell_call", "shell_call", "apply_patch_call", "computer_call"];

fn responses(list: &[Value]) -> Option<String> {
    let (mut calls, mut outputs, mut requests) = (HashSet::new(), HashSet::new(), HashSet::new());
    let mut refers = false;
    for (at, item) in list.iter().enumerate() {
        let kind = text(item, "type");
        refers |= kind == "item_reference";
        if kind == "reasoning" {
            let next = list.get(at + 1).map(|n| (text(n, "type"), text(n, "role")));
            if next.is_none_or(|(kind, role)| kind.ends_with("_output") || role == "user" || role == "system") {
                return Some(format!("item {at}: reasoning without its required following item"));
            }
        } else if CALLS.contains(&kind.as_str()) {
            match id(&item["call_id"], at) {
                Err(why) => return Some(why),
                Ok(id) if !calls.insert(id.clone()) => return Some(format!("item {at}: duplicate call {id}")),
                Ok(_) => {}
            }
        } else if kind.strip_suffix("_output").is_some_and(|call| CALLS.contains(&call)) {
            match id(item.get("call_id").unwrap_or(&item["id"]), at) {
                Err(why) => return Some(why),
                Ok(id) if !calls.contains(&id) && !refers => {
                    return Some(format!("No tool call found for call_id {id}"));
                }
                Ok(id) => outputs.insert(id),
            };
        } else if kind == "mcp_approval_request" {
            requests.insert(text(item, "id"));
        } else if kind == "mcp_approval_response" && !requests.contains(&text(item, "approval_request_id")) {
            return Some(format!("item {at}: an approval of nothing"));
        }
    }
    calls.difference(&outputs).next().map(|id| format!("No tool output found for function call {id}"))
}

/// Messages of one role that follow each other are one turn.
fn turns(list: &[Value], blocks: impl Fn(&Value) -> Vec<Value>) -> Vec<(String, Vec<Value>)> {
    let mut turns: Vec<(String, Vec<Value>)> = Vec::new();
    for message in list {
        let role = text(message, "role");
        match turns.last_mut() {
            Some((last, all)) if *last == role => all.extend(blocks(message)),
            _ => turns.push((role, blocks(message))),
        }
    }
    turns
}

fn anthropic(list: &[Value]) -> Option<String> {
    let turns = turns(list, |m| match &m["content"] {
        Value::Array(blocks) => blocks.clone(),
        content => vec![serde_json::json!({"type": "text", "text": content})],
    });
    if turns.first().is_some_and(|(role, _)| role != "user") {
        return Some("messages: first message must use the \"user\" role".into());
    }
    let (mut ids, mut open, mut own) = (HashSet::new(), HashSet::new(), HashSet::new());
    for (at, (role, blocks)) in turns.iter().enumerate() {
        for block in blocks.iter().filter(|_| role == "assistant") {
            let kind = text(block, "type");
            if kind.ends_with("_tool_use") {
                own.insert(text(block, "id"));
            } else if kind.ends_with("_tool_result") && !own.remove(&text(block, "tool_use_id")) {
                return Some(format!("messages.{at}: a {kind} without its tool use"));
            }
        }
        // A turn that only waits for a client's tool goes on later; so does the last one.
        let waits = blocks.iter().any(|b| b["type"] == "tool_use") || at + 1 == turns.len();
        if role == "assistant" && !waits && !own.is_empty() {
            return Some(format!("messages.{at}: tool use was found without its result block: {own:?}"));
        }
        let results = blocks.iter().take_while(|b| b["type"] == "tool_result").count();
        for block in &blocks[..results] {
            let id = text(block, "tool_use_id");
            if !open.remove(&id) {
                return Some(format!("messages.{at}: unexpected `tool_use_id` {id}"));
            }
        }
        if !open.is_empty() {
            return Some(format!("messages.{at}: `tool_use` ids were found without `tool_result`: {open:?}"));
        }
        if blocks.is_empty() || blocks[results..].iter().any(|b| b["type"] == "tool_result") {
            return Some(format!("messages.{at}: `tool_result` blocks must come first"));
        }
        for block in blocks.iter().filter(|b| b["type"] == "tool_use") {
            match id(&block["id"], at) {
                Err(why) => return Some(why),
                Ok(_) if role != "assistant" => return Some(format!("messages.{at}: tool_use of a {role}")),
                Ok(id) if !ids.insert(id.clone()) => return Some(format!("`tool_use` ids must be unique: {id}")),
                Ok(id) => open.insert(id),
            };
        }
    }
    (!open.is_empty()).then(|| format!("`tool_use` ids were found without `tool_result`: {open:?}"))
}

fn gemini(list: &[Value]) -> Option<String> {
    let turns = turns(list, |m| m["parts"].as_array().cloned().unwrap_or_default());
    if turns.first().is_some_and(|(role, _)| role != "user") {
        return Some("the first content must be of the user".into());
    }
    let mut calls: Vec<Value> = Vec::new();
    for (at, (role, parts)) in turns.iter().enumerate() {
        let of = |key: &str| parts.iter().filter_map(|p| p.get(key)).cloned().collect::<Vec<_>>();
        let responses = of("functionResponse");
        let (asked, answered) = (calls.len(), responses.len());
        if asked != answered {
            return Some(format!("content {at}: {asked} function calls, {answered} function responses"));
        }
        // An empty id is no id. Equal ids belong together; what is left goes by name and order.
        let id = |v: &Value| v["id"].as_str().filter(|id| !id.is_empty()).map(str::to_owned);
        let mut unnamed = Vec::new();
        for response in responses {
            match calls.iter().position(|call| id(&response).is_some() && id(call) == id(&response)) {
                Some(call) if calls[call]["name"] == response["name"] => drop(calls.remove(call)),
                _ => unnamed.push(response),
            }
        }
        for response in unnamed {
            let apart = |call: &Value| id(call).is_some() && id(&response).is_some();
            match calls.iter().position(|call| call["name"] == response["name"] && !apart(call)) {
                Some(call) => drop(calls.remove(call)),
                None => return Some(format!("content {at}: a response to no call: {response}")),
            }
        }
        calls = of("functionCall");
        if !calls.is_empty() && role != "model" {
            return Some(format!("content {at}: a function call of {role}"));
        }
    }
    (!calls.is_empty()).then(|| "function calls without responses".into())
}
