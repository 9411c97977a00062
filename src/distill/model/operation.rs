//! Operations as a model gives them, read from JSON that promises nothing.

use serde_json::Value;

use crate::sediment::head::one_line;

/// What an operation is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Op {
    /// A new entry.
    Add,
    /// An entry stated again.
    Seen,
    /// A new value of an entry.
    Update,
    /// Several entries become one.
    Merge,
    /// An entry that no longer holds.
    Remove,
}

/// One operation, in the types that it should have; nothing is checked against the memory yet.
#[derive(Debug, Clone, PartialEq)]
pub struct Operation {
    /// What to do.
    pub op: Op,
    /// Ids of entries, without `^`.
    pub targets: Vec<String>,
    /// Ids of records, as written.
    pub sources: Vec<String>,
    /// A section's key.
    pub section: Option<String>,
    /// A topic.
    pub topic: Option<String>,
    /// The text.
    pub text: Option<String>,
    /// Why, in the model's words.
    pub reason: String,
}

impl Operation {
    /// Reads one.
    ///
    /// # Errors
    ///
    /// The reason why it is none.
    pub fn read(value: &Value) -> Result<Self, String> {
        let object = value.as_object().ok_or("it is no object")?;
        let text = |key: &str| match object.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.trim().to_owned()).filter(|t| !t.is_empty())),
            Some(_) => Err(format!("its `{key}` is no text")),
        };
        let list = |key: &str| match object.get(key) {
            None | Some(Value::Null) => Ok(Vec::new()),
            Some(Value::Array(items)) => items
                .iter()
                .map(|item| item.as_str().map(|s| s.trim().to_owned()))
                .collect::<Option<Vec<String>>>()
                .ok_or_else(|| format!("its `{key}` are no list of texts")),
            Some(_) => Err(format!("its `{key}` are no list of texts")),
        };
        let op = match text("op")?.unwrap_or_default().to_lowercase().as_str() {
            "add" => Op::Add,
            "seen" => Op::Seen,
            "update" => Op::Update,
            "merge" => Op::Merge,
            "remove" => Op::Remove,
            other => return Err(format!("`{}` is no operation", one_line(other))),
        };
        let targets = list("targets")?.into_iter().map(|id| id.trim_start_matches('^').to_owned()).collect();
        let reason = one_line(&text("reason")?.unwrap_or_default());
        Ok(Self {
            op,
            targets,
            sources: list("sources")?,
            section: text("section")?.map(|s| s.to_lowercase()),
            topic: text("topic")?,
            text: text("text")?,
            reason: reason.chars().take(200).collect(),
        })
    }
}

/// The ids of records that a value names, as far as it can be read: to know whom a broken operation
/// was about.
pub fn named_sources(value: &Value) -> Vec<String> {
    let items = value.get("sources").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    items.iter().filter_map(Value::as_str).map(|s| s.trim().to_owned()).collect()
}
