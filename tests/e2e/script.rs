//! Made-up conversations, told once and written in every shape.

#![allow(clippy::unwrap_used)]

use serde_json::{Value, json};

/// A turn of a conversation.
#[derive(Debug, Clone)]
pub enum Turn {
    System(&'static str),
    User(&'static str),
    Says(&'static str),
    /// The model calls tools: text, thinking, ids.
    Calls(&'static str, Vec<String>),
    /// Results of the given ids, in one message where the shape puts them in one, with a text.
    Results(Vec<String>, String),
    /// A person speaks before results, in the same message where the shape can hold both.
    Mixed(&'static str, Vec<String>),
}

pub const SHAPES: [&str; 9] = [
    "openai",
    "openai-functions",
    "responses",
    "anthropic",
    "langchain",
    "langchain-dict",
    "langchain-dumpd",
    "gemini",
    "gemini-names",
];

/// Who a message is from, whatever its form: `system`, `user`, `human`, `assistant` …
pub fn role_of(message: &Value) -> String {
    let class = message["id"].as_array().and_then(|path| path.last()).and_then(Value::as_str);
    let role = message["role"].as_str().or(message["type"].as_str()).unwrap_or_default();
    class.map_or_else(|| role.to_owned(), |class| class.trim_end_matches("Message").to_lowercase())
}

/// Where a message has its text.
pub fn text_of(message: &mut Value) -> &mut Value {
    if message.get("parts").is_some() {
        return &mut message["parts"][0]["text"];
    }
    let inner = ["kwargs", "data"].into_iter().find(|key| message.get(key).is_some());
    match inner {
        Some(key) => &mut message[key]["content"],
        None => &mut message["content"],
    }
}

pub fn calls(text: &'static str, ids: &[&str]) -> Turn {
    Turn::Calls(text, ids.iter().map(|s| (*s).to_owned()).collect())
}

pub fn results(ids: &[&str], text: &str) -> Turn {
    Turn::Results(ids.iter().map(|s| (*s).to_owned()).collect(), text.to_owned())
}

/// Writes the conversation; Anthropic and Gemini have no system message in the list.
pub fn write(shape: &str, turns: &[Turn]) -> Vec<Value> {
    let plain = shape.split('-').next().unwrap();
    let messages = turns.iter().flat_map(|turn| one(plain, turn));
    match shape {
        "openai-functions" => messages.flat_map(functions).collect(),
        "langchain-dict" => messages.map(|m| json!({"type": m["type"], "data": m})).collect(),
        "langchain-dumpd" => messages.map(constructor).collect(),
        "gemini-names" => messages.map(without_ids).collect(),
        _ => messages.collect(),
    }
}

/// As before there were tools: one call a message, no ids.
fn functions(message: Value) -> Vec<Value> {
    let name = |id: &Value| format!("look_{}", id.as_str().unwrap());
    if let Some(calls) = message["tool_calls"].as_array() {
        let call = |c: &Value| json!({"role":"assistant","content":null,"function_call":{"name":name(&c["id"]),"arguments":"{}"}});
        return calls.iter().map(call).collect();
    }
    match message["role"].as_str() {
        Some("tool") => {
            vec![json!({"role":"function","name":name(&message["tool_call_id"]),"content":message["content"]})]
        }
        _ => vec![message],
    }
}

fn constructor(message: Value) -> Value {
    let class = match message["type"].as_str() {
        Some("ai") => "AIMessage",
        Some("human") => "HumanMessage",
        Some("tool") => "ToolMessage",
        _ => "SystemMessage",
    };
    json!({"lc":1,"type":"constructor","id":["langchain","schema","messages",class],"kwargs":message})
}

fn without_ids(mut message: Value) -> Value {
    for part in message["parts"].as_array_mut().unwrap() {
        for key in ["functionCall", "functionResponse"] {
            if let Some(object) = part.get_mut(key).and_then(Value::as_object_mut) {
                object.remove("id");
            }
        }
    }
    message
}

fn one(shape: &str, turn: &Turn) -> Vec<Value> {
    match (shape, turn) {
        ("anthropic" | "gemini", Turn::Mixed(t, ids)) => {
            let list = if shape == "gemini" { "parts" } else { "content" };
            let said = if shape == "gemini" { json!({"text":t}) } else { json!({"type":"text","text":t}) };
            let mut message = one(shape, &Turn::Results(ids.clone(), "late".into())).remove(0);
            message[list].as_array_mut().unwrap().insert(0, said);
            vec![message]
        }
        (_, Turn::Mixed(t, ids)) => {
            [one(shape, &Turn::User(t)), one(shape, &Turn::Results(ids.clone(), "late".into()))].concat()
        }
        ("anthropic" | "gemini", Turn::System(_)) => vec![],
        ("gemini", Turn::User(t)) => vec![json!({"role":"user","parts":[{"text":t}]})],
        ("gemini", Turn::Says(t)) => vec![json!({"role":"model","parts":[{"text":t}]})],
        ("gemini", Turn::Calls(t, ids)) => {
            let mut parts = vec![json!({"text":t,"thoughtSignature":"c2ln"})];
            parts.extend(ids.iter().map(|id| json!({"functionCall":{"id":id,"name":"look","args":{"n":1.50}}})));
            vec![json!({"role":"model","parts":parts})]
        }
        ("gemini", Turn::Results(ids, t)) => vec![json!({"role":"user","parts":ids.iter().map(|id|
            json!({"functionResponse":{"id":id,"name":"look","response":{"output":t}}})).collect::<Vec<_>>()})],
        ("anthropic", Turn::User(t)) => vec![json!({"role":"user","content":t})],
        ("anthropic", Turn::Says(t)) => {
            vec![json!({"role":"assistant","content":[{"type":"text","text":t,"citations":null}]})]
        }
        ("anthropic", Turn::Calls(t, ids)) => {
            let mut blocks =
                vec![json!({"type":"thinking","thinking":t,"signature":"c2ln"}), json!({"type":"text","text":t})];
            blocks.extend(ids.iter().map(|id| json!({"type":"tool_use","id":id,"name":"look","input":{"n":1}})));
            vec![json!({"role":"assistant","content":blocks})]
        }
        ("anthropic", Turn::Results(ids, t)) => vec![json!({"role":"user","content":ids.iter().map(|id|
            json!({"type":"tool_result","tool_use_id":id,"content":[{"type":"text","text":t}],"cache_control":{"type":"ephemeral"}})).collect::<Vec<_>>()})],
        ("langchain", Turn::System(t)) => vec![json!({"type":"system","content":t})],
        ("langchain", Turn::User(t)) => vec![json!({"type":"human","content":t,"additional_kwargs":{}})],
        ("langchain", Turn::Says(t)) => vec![json!({"type":"ai","content":t})],
        ("langchain", Turn::Calls(t, ids)) => vec![json!({"type":"ai","content":t,"tool_calls":ids.iter().map(|id|
            json!({"name":"look","args":{"n":1},"id":id,"type":"tool_call"})).collect::<Vec<_>>()})],
        ("langchain", Turn::Results(ids, t)) => {
            ids.iter().map(|id| json!({"type":"tool","content":t,"tool_call_id":id,"artifact":null})).collect()
        }
        (_, Turn::System(t)) => vec![json!({"role":"system","content":t})],
        ("responses", Turn::User(t)) => {
            vec![json!({"type":"message","role":"user","content":[{"type":"input_text","text":t}]})]
        }
        ("responses", Turn::Says(t)) => vec![
            json!({"type":"reasoning","id":"rs_1","summary":[]}),
            json!({"type":"message","role":"assistant","content":[{"type":"output_text","text":t,"annotations":[]}]}),
        ],
        ("responses", Turn::Calls(_, ids)) => {
            let mut items = vec![json!({"type":"reasoning","id":"rs_2","summary":[],"encrypted_content":"Z3g="})];
            items.extend(
                ids.iter().map(|id| json!({"type":"function_call","call_id":id,"name":"look","arguments":"{\"n\":1}"})),
            );
            items
        }
        ("responses", Turn::Results(ids, t)) => {
            ids.iter().map(|id| json!({"type":"function_call_output","call_id":id,"output":t})).collect()
        }
        (_, Turn::User(t)) => vec![json!({"role":"user","content":t,"name":"ana"})],
        (_, Turn::Says(t)) => vec![json!({"role":"assistant","content":t,"refusal":null,"annotations":[]})],
        (_, Turn::Calls(t, ids)) => vec![json!({"role":"assistant","content":t,"tool_calls":ids.iter().map(|id|
            json!({"id":id,"type":"function","function":{"name":"look","arguments":"{\"n\": 1.0}"}})).collect::<Vec<_>>()})],
        (_, Turn::Results(ids, t)) => {
            ids.iter().map(|id| json!({"role":"tool","tool_call_id":id,"content":t})).collect()
        }
    }
}
