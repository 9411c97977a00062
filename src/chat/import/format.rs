//! The formats that can be imported, and how one is recognised.

use std::path::Path;

use super::{chat, chatgpt, claude, codex, gemini, mem0};
use crate::chat::raw::{self, Object};

/// A format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Transcripts of Claude Code.
    ClaudeCode,
    /// Rollouts of Codex.
    Codex,
    /// Sessions of the Gemini CLI.
    Gemini,
    /// Lists of chat messages in any of the shapes that `trim` knows.
    Chat,
    /// Conversations exported from ChatGPT.
    ChatGpt,
    /// Memories exported from mem0.
    Mem0,
    /// Markdown notes.
    Markdown,
}

impl Format {
    /// The name that records carry as their origin.
    pub fn name(self) -> &'static str {
        match self {
            Self::ClaudeCode => "claude-code",
            Self::Codex => "codex",
            Self::Gemini => "gemini",
            Self::Chat => "chat",
            Self::ChatGpt => "chatgpt",
            Self::Mem0 => "mem0",
            Self::Markdown => "notes",
        }
    }

    /// Whether reading can go on where it stopped, when lines were added since.
    pub fn goes_on(self) -> bool {
        matches!(self, Self::ClaudeCode | Self::Codex)
    }

    /// Recognises a format by the file's name and its first bytes.
    pub fn recognise(path: &Path, head: &[u8]) -> Option<Self> {
        if path.extension().is_some_and(|e| e.eq_ignore_ascii_case("md") || e.eq_ignore_ascii_case("markdown")) {
            return Some(Self::Markdown);
        }
        let text = String::from_utf8_lossy(head);
        let text = text.trim_start_matches('\u{feff}').trim_start();
        if text.starts_with('[') {
            return Some(Self::by_keys(text).unwrap_or(Self::Chat));
        }
        // Objects in lines, as far as the head holds them whole; else one large object.
        let lines = text.lines().filter_map(Object::read);
        lines
            .take(50)
            .find_map(|line| Self::of_line(&line))
            .or_else(|| Self::by_keys(text))
            .or_else(|| text.starts_with('{').then_some(Self::Chat))
    }

    fn of_line(line: &Object<'_>) -> Option<Self> {
        let kind = line.text("type");
        let has = |key: &str| line.get(key).is_some();
        match kind.as_deref() {
            _ if has("payload") && has("timestamp") => Some(Self::Codex),
            _ if has("parentUuid") || has("uuid") && has("sessionId") || has("leafUuid") => Some(Self::ClaudeCode),
            Some("file-history-snapshot" | "queue-operation" | "permission-mode" | "ai-title" | "last-prompt") => {
                Some(Self::ClaudeCode)
            }
            _ if has("instructions") && has("timestamp") && has("id") => Some(Self::Codex),
            Some("session.start" | "user.message" | "assistant.message") if has("data") => Some(Self::Chat),
            _ if has("$set") || has("$rewindTo") || has("projectHash") => Some(Self::Gemini),
            Some("gemini") => Some(Self::Gemini),
            Some("user") if has("timestamp") && has("content") && has("id") => Some(Self::Gemini),
            _ if has("mapping") => Some(Self::ChatGpt),
            _ if has("results") || has("memories") || has("memory") => Some(Self::Mem0),
            _ if has("role") || has("messages") || has("contents") || has("input") => Some(Self::Chat),
            _ => None,
        }
    }

    /// By the first key that one format alone has, where the head is cut off inside a value.
    fn by_keys(text: &str) -> Option<Self> {
        let keys = [
            ("\"mapping\"", Self::ChatGpt),
            ("\"parentUuid\"", Self::ClaudeCode),
            ("\"uuid\"", Self::ClaudeCode),
            ("\"payload\"", Self::Codex),
            ("\"memory\"", Self::Mem0),
            ("\"projectHash\"", Self::Gemini),
            ("\"sessionId\"", Self::Gemini),
            ("\"role\"", Self::Chat),
            ("\"parts\"", Self::Chat),
        ];
        keys.into_iter()
            .filter_map(|(key, format)| text.find(key).map(|at| (at, format)))
            .min_by_key(|(at, _)| *at)
            .map(|(_, f)| f)
    }

    /// A reader of its lines or elements; `None` for Markdown, which is read whole.
    pub(super) fn reader(self) -> Option<Box<dyn Reader>> {
        Some(match self {
            Self::ClaudeCode => Box::<claude::Claude>::default(),
            Self::Codex => Box::<codex::Codex>::default(),
            Self::Gemini => Box::<gemini::Gemini>::default(),
            Self::Chat => Box::new(chat::Chat),
            Self::ChatGpt => Box::new(chatgpt::ChatGpt),
            Self::Mem0 => Box::new(mem0::Mem0),
            Self::Markdown => return None,
        })
    }
}

/// What came of a line or element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Entry {
    /// It is of a known sort.
    Known,
    /// It is JSON of a sort that nobody told us about.
    Unknown,
    /// It is no JSON object.
    Unreadable,
}

/// Reads a source line by line, or element by element.
pub(super) trait Reader {
    /// Reads one value, which may say something.
    fn value(&mut self, value: &Object<'_>, said: &mut Vec<super::Said>) -> Entry;

    /// What was held back until the end.
    fn end(&mut self) -> Vec<super::Said> {
        Vec::new()
    }
}

/// The text of a message's content: a string, or its blocks of text. Calls, results and files are left out.
pub fn text_of(content: &str) -> String {
    if let Some(text) = raw::string(content) {
        return text;
    }
    let blocks = raw::elements(content).unwrap_or_default();
    let texts = blocks.into_iter().filter_map(|raw| {
        let Some(block) = Object::read(raw) else { return raw::string(raw) };
        let kind = block.text("type");
        let is_text = matches!(kind.as_deref(), None | Some("text" | "input_text" | "output_text"));
        if is_text { block.text("text") } else { None }
    });
    texts.collect::<Vec<_>>().join("\n")
}
