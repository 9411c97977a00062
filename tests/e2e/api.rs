//! What the APIs refuse, as a checker: exactly their rules about order and pairing, nothing more.

use serde_json::Value;
use std::collections::HashSet;

/// Why the API would answer 400; none when it takes the list.
pub fn refuses(shape: &str, list: &[Value]) -> Option<String> {
    match shape {
        "openai" => chat(list, "role", |m| m),
        "langchain" => chat(list, "type", |m| m.get("data").or(m.get("kwargs")).unwrap_or(m)),
        "responses" => responses(list),
        "anthropic" => anthropic(list),
        "gemini" => gemini(list),
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

fn chat(list: &[Value], role_key: &str, inner: fn(&Value) -> &Value) -> Option<String> {
    let role = |m: &Value| {
        let class = m["id"].as_array().and_then(|p| p.last()).and_then(Value::as_str);
        class.map_or_else(|| text(m, role_key), |c| c.trim_end_matches("Message").to_lowercase())
    };
    let mut seen = HashSet::new();
    let mut at = 0;
    while at < list.len() {
        let message = inner(&list[at]);
        match role(&list[at]).as_str() {
            "tool" | "function" => return Some(format!("message {at}: 'tool' without a preceding 'tool_calls'")),
            "assistant" | "ai" => {
                let calls = message["tool_calls"].as_array().cloned().unwrap_or_default();
                let mut open = HashSet::new();
                for call in &calls {
                    match id(&call["id"], at) {
                        Err(why) => return Some(why),
                        Ok(id) if !seen.insert(id.clone()) => return Some(format!("message {at}: id {id} used twice")),
                        Ok(id) => open.insert(id),
                    };
                }
                let by_name = message.get("function_call").is_some_and(|c| !c.is_null());
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
                if by_name {
                    if list
                        .get(at + 1)
                        .is_none_or(|n| role(n) != "function" || n["name"] != message["function_call"]["name"])
                    {
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

fn responses(list: &[Value]) -> Option<String> {
    let (mut calls, mut outputs) = (HashSet::new(), HashSet::new());
    for (at, item) in list.iter().enumerate() {
        let kind = text(item, "type");
        if kind == "reasoning" {
            let next = list.get(at + 1).map(|n| (text(n, "type"), text(n, "role")));
            if next.is_none_or(|(kind, role)| kind.ends_with("_output") || role == "user" || role == "system") {
                return Some(format!("item {at}: reasoning without its required following item"));
            }
        } else if kind.ends_with("_call") {
            match id(&item["call_id"], at) {
                Err(why) => return Some(why),
                Ok(id) if !calls.insert(id.clone()) => return Some(format!("item {at}: duplicate call {id}")),
                Ok(_) => {}
            }
        } else if kind.ends_with("_call_output") {
            match id(&item["call_id"], at) {
                Err(why) => return Some(why),
                Ok(id) if !calls.contains(&id) => return Some(format!("No tool call found for call_id {id}")),
                Ok(id) => outputs.insert(id),
            };
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
    let (mut ids, mut open) = (HashSet::new(), HashSet::new());
    for (at, (role, blocks)) in turns.iter().enumerate() {
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
    let mut calls = 0;
    for (at, (role, parts)) in turns.iter().enumerate() {
        let responses = parts.iter().filter(|p| p.get("functionResponse").is_some()).count();
        if responses != calls {
            return Some(format!("content {at}: {calls} function calls, {responses} function responses"));
        }
        calls = parts.iter().filter(|p| p.get("functionCall").is_some()).count();
        if calls > 0 && role != "model" {
            return Some(format!("content {at}: a function call of {role}"));
        }
    }
    (calls > 0).then(|| "function calls without responses".into())
}
