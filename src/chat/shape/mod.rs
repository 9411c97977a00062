//! The shapes in which programs keep a conversation, and what each one's API insists on.
//!
//! | shape | call | result | begins with |
//! |---|---|---|---|
//! | OpenAI Chat | `tool_calls[].id` | messages `role: tool` right after, any order | anything |
//! | OpenAI Responses | item `function_call` | item `function_call_output` | anything |
//! | Anthropic | block `tool_use` | blocks `tool_result`, first in the next message | a user |
//! | LangChain | `tool_calls[].id` | messages `type: tool` | anything |
//! | Gemini | part `functionCall` | as many parts `functionResponse` in the next content | a user |

mod anthropic;
mod gemini;
mod langchain;
mod openai;
mod responses;

use super::message::{Answering, Call, Id, Message};
use super::raw::{Object, quote};

/// A shape of conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// OpenAI Chat Completions, and everything compatible.
    OpenAi,
    /// Items of the OpenAI Responses API.
    Responses,
    /// Anthropic Messages.
    Anthropic,
    /// LangChain messages, in any of their three serialised forms.
    LangChain,
    /// Gemini contents.
    Gemini,
}

impl Shape {
    /// Recognises the shape by the first message that only one shape could hold; OpenAI Chat when none does.
    pub fn recognise<'a>(messages: impl IntoIterator<Item = &'a str>) -> Self {
        messages.into_iter().find_map(|raw| Object::read(raw).and_then(|m| Self::of(&m))).unwrap_or(Self::OpenAi)
    }

    fn of(message: &Object<'_>) -> Option<Self> {
        let kind = message.text("type");
        let kind = kind.as_deref();
        if langchain::is_one(message, kind) {
            return Some(Self::LangChain);
        }
        if message.get("parts").is_some() {
            return Some(Self::Gemini);
        }
        if kind.is_some_and(responses::is_item) {
            return Some(Self::Responses);
        }
        if message.any(&["tool_calls", "function_call", "tool_call_id"]).is_some()
            || matches!(message.text("role").as_deref(), Some("tool" | "function"))
        {
            return Some(Self::OpenAi);
        }
        message.elements("content").into_iter().filter_map(Object::read).find_map(|block| {
            match block.text("type")?.as_str() {
                "input_text" | "output_text" | "input_image" | "input_file" => Some(Self::Responses),
                "image_url" | "input_audio" | "refusal" | "file" => Some(Self::OpenAi),
                kind if anthropic::is_block(kind) || block.get("cache_control").is_some() => Some(Self::Anthropic),
                _ => None,
            }
        })
    }

    /// Reads a message of this shape.
    pub fn read<'a>(self, raw: &'a str) -> Message<'a> {
        let Some(object) = Object::read(raw) else { return Message::plain(raw, super::message::Role::Other) };
        match self {
            Self::OpenAi => openai::read(raw, &object),
            Self::Responses => responses::read(raw, &object),
            Self::Anthropic => anthropic::read(raw, &object),
            Self::LangChain => langchain::read(raw, &object),
            Self::Gemini => gemini::read(raw, &object),
        }
    }

    /// Whether messages of the model that follow each other are one turn.
    pub fn joins_turns(self) -> bool {
        matches!(self, Self::Responses | Self::Anthropic | Self::Gemini)
    }

    /// Whether the API refuses a conversation that does not begin with a user.
    pub fn begins_with_user(self) -> bool {
        matches!(self, Self::Anthropic | Self::Gemini)
    }

    /// Whether an id must be unique in the whole conversation, and a string.
    pub fn wants_unique_ids(self) -> bool {
        self != Self::Gemini
    }

    /// An answer to a call, as a message or, where answers share a message, as a block of one; `None` when
    /// none can be made up. `id` is the call's new id, if it gets one; `like` is any message of the list,
    /// whose form is followed.
    pub fn answer(self, call: &Call<'_>, id: Option<&str>, text: &str, like: &str) -> Option<String> {
        let id = id.or(call.id.as_ref().map(|id| id.text.as_str())).map(quote).unwrap_or_default();
        let (name, text) = (quote(&call.name), quote(text));
        Some(match (self, call.kind) {
            (_, Answering::Never | Answering::Optional) => return None,
            (_, Answering::ById | Answering::Item(_)) if call.id.is_none() => return None,
            (Self::OpenAi, Answering::ByName) => format!(r#"{{"role":"function","name":{name},"content":{text}}}"#),
            (Self::OpenAi, _) => format!(r#"{{"role":"tool","tool_call_id":{id},"content":{text}}}"#),
            (Self::Responses, Answering::Item(kind)) => {
                format!(r#"{{"type":"{kind}","call_id":{id},"output":{text}}}"#)
            }
            (Self::Responses, _) => return None,
            (Self::Anthropic, _) => {
                format!(r#"{{"type":"tool_result","tool_use_id":{id},"content":{text},"is_error":true}}"#)
            }
            (Self::LangChain, Answering::ByName) => {
                langchain::wrap("function", &format!(r#""content":{text},"name":{name}"#), like)
            }
            (Self::LangChain, _) => langchain::wrap(
                "tool",
                &format!(r#""content":{text},"tool_call_id":{id},"name":{name},"status":"error""#),
                like,
            ),
            (Self::Gemini, _) if id.is_empty() => {
                format!(r#"{{"functionResponse":{{"name":{name},"response":{{"error":{text}}}}}}}"#)
            }
            (Self::Gemini, _) => {
                format!(r#"{{"functionResponse":{{"id":{id},"name":{name},"response":{{"error":{text}}}}}}}"#)
            }
        })
    }

    /// Where an answer that has no id would have its call's, and what is written there; `None` in shapes
    /// that find every call by its id.
    pub fn with_id<'a>(self, block: &'a str, id: &Id<'_>) -> Option<(&'a str, String)> {
        if self == Self::Gemini { gemini::with_id(block, id.raw) } else { None }
    }

    /// A message around blocks of answers, where answers are blocks.
    pub fn carrier(self, blocks: &[String]) -> Option<String> {
        match self {
            Self::Anthropic => Some(format!(r#"{{"role":"user","content":[{}]}}"#, blocks.join(","))),
            Self::Gemini => Some(format!(r#"{{"role":"user","parts":[{}]}}"#, blocks.join(","))),
            _ => None,
        }
    }

    /// What takes the place of a result's content.
    pub fn placeholder(self, text: &str) -> String {
        if self == Self::Gemini { format!(r#"{{"result":{}}}"#, quote(text)) } else { quote(text) }
    }

    /// A system message; where the shape has none among its messages, a user's. `like` is the list's own
    /// system message, or any message, whose form is followed.
    pub fn system(self, text: &str, like: Option<&str>) -> String {
        let role = like
            .and_then(Object::read)
            .and_then(|m| m.text("role"))
            .filter(|role| matches!(role.as_str(), "system" | "developer"));
        let quoted = quote(text);
        match self {
            Self::OpenAi | Self::Responses => {
                format!(r#"{{"role":"{}","content":{quoted}}}"#, role.as_deref().unwrap_or("system"))
            }
            Self::Anthropic => format!(r#"{{"role":"{}","content":{quoted}}}"#, role.as_deref().unwrap_or("user")),
            Self::Gemini => {
                format!(r#"{{"role":"{}","parts":[{{"text":{quoted}}}]}}"#, role.as_deref().unwrap_or("user"))
            }
            Self::LangChain => langchain::wrap("system", &format!(r#""content":{quoted}"#), like.unwrap_or("{}")),
        }
    }
}
