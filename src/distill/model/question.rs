//! The question: entries and records as JSON data, after instructions from a template.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::distill::Board;
use crate::distill::prune::Fill;
use crate::error::Result;
use crate::memory::Memory;
use crate::model::{Question, Schema, Template};
use crate::sediment::{EntryId, Section};
use crate::stream::Record;
use crate::stream::redact::Redactor;
use crate::tokens;

const BUILT_IN: &str = include_str!("../../../templates/distill.prompt");
const HOLES: [&str; 5] = ["schema", "sections", "room", "entries", "records"];

/// How records are put to a model.
#[derive(Debug)]
pub struct Asker<'m> {
    memory: &'m Memory,
    template: Template,
    redactor: Redactor,
}

/// A question, and which entries it shows: only these may be named in the reply.
#[derive(Debug, Clone)]
pub struct Asked {
    /// What is sent.
    pub question: Question,
    /// The entries in it.
    pub shown: BTreeSet<EntryId>,
}

impl<'m> Asker<'m> {
    /// With the folder's template `distill.prompt`, else the built-in one.
    ///
    /// # Errors
    ///
    /// When a template or the folder's redaction rules cannot be read.
    pub fn new(memory: &'m Memory) -> Result<Self> {
        let template = Template::load(memory, "distill.prompt", BUILT_IN, &HOLES)?;
        Ok(Self { memory, template, redactor: Redactor::of(memory)? })
    }

    /// The question about these records. Private entries are not in it, nor is a secret.
    ///
    /// # Errors
    ///
    /// On a mistake in the folder's redaction rules.
    pub fn ask(&self, records: &[Record], board: &Board) -> Result<Asked> {
        let settings = &self.memory.settings;
        let shown = self.choose(records, board);
        let mut entries = Vec::new();
        for id in &shown {
            entries.push(self.entry(id, board)?);
        }
        let records: Vec<String> = records.iter().map(|r| self.record(r)).collect::<Result<_>>()?;
        let sections = Section::ALL.map(|s| format!("- {}: {}", s.key(), s.heading(settings))).join("\n");
        let fill = Fill::of(board.slots.len(), "", settings);
        let room = match fill.max_entries.saturating_sub(fill.entries) {
            0 => "none; merge or leave out".to_owned(),
            n => format!("for {n} more entries"),
        };
        let schema = schema();
        let lines = |lines: &[String]| if lines.is_empty() { "none".to_owned() } else { lines.join("\n") };
        let question = self.template.question(
            &|hole| match hole {
                "schema" => schema.form.to_string(),
                "sections" => sections.clone(),
                "room" => room.clone(),
                "entries" => lines(&entries),
                _ => lines(&records),
            },
            Some(schema.clone()),
        );
        Ok(Asked { question, shown: shown.into_iter().collect() })
    }

    /// The entries that the records may concern: all of them where they fit into as many tokens as a
    /// batch has, else those that share most words with a record. In the order of their ids, so that
    /// equal ones make equal questions.
    fn choose(&self, records: &[Record], board: &Board) -> Vec<EntryId> {
        let settings = &self.memory.settings;
        let public = board.slots.iter().filter(|(_, s)| !is_kept_back(&s.state.fields));
        let theirs: BTreeSet<String> = records.iter().flat_map(|r| words(&searched(&r.whole(), &r.fields))).collect();
        let mut ranked: Vec<(usize, usize, &EntryId)> = public
            .map(|(id, slot)| {
                let mine = words(&searched(&slot.state.text, &slot.state.fields));
                let shared = mine.iter().filter(|w| theirs.contains(*w)).count();
                (shared, tokens::count(&slot.state.text, &settings.tokens) + 30, id)
            })
            .collect();
        ranked.sort_by(|a, b| b.0.cmp(&a.0).then(a.2.cmp(b.2)));
        let mut room = settings.distill.batch_tokens;
        let mut chosen = Vec::new();
        for (_, weight, id) in ranked {
            if weight > room {
                break;
            }
            room -= weight;
            chosen.push(id.clone());
        }
        chosen.sort();
        chosen
    }

    fn entry(&self, id: &EntryId, board: &Board) -> Result<String> {
        let slot = &board.slots[id];
        let mut object = Map::new();
        object.insert("id".into(), json!(*id.0));
        object.insert("section".into(), json!(slot.state.section.key()));
        for key in ["topic", "since", "until"] {
            if let Some(value) = slot.state.fields.get(key) {
                object.insert(key.into(), json!(self.clean(value)?));
            }
        }
        object.insert("text".into(), json!(self.clean(&slot.state.text)?));
        if slot.pinned {
            object.insert("fixed".into(), json!(true));
        }
        Ok(Value::Object(object).to_string())
    }

    fn record(&self, record: &Record) -> Result<String> {
        let mut object = Map::new();
        object.insert("id".into(), json!(record.id.to_string()));
        if let Some(time) = record.time {
            object.insert("time".into(), json!(time.format("%H:%M").to_string()));
        }
        object.insert("kind".into(), json!(record.kind));
        object.insert("text".into(), json!(self.clean(&record.whole())?));
        for key in ["topic", "because", "until", "origin"] {
            if let Some(value) = record.fields.get(key) {
                object.insert(key.into(), json!(self.clean(value)?));
            }
        }
        let about: Vec<&str> = record.fields.all("about").collect();
        if !about.is_empty() {
            object.insert("about".into(), json!(about));
        }
        Ok(Value::Object(object).to_string())
    }

    fn clean(&self, text: &str) -> Result<String> {
        Ok(self.redactor.redact(text)?.0)
    }
}

/// Whether an entry must not be sent: it is private, or was made of text from the web or a tool.
pub fn is_kept_back(fields: &crate::stream::Fields) -> bool {
    let kept = |origin: &str| ["private", "web", "tool"].iter().any(|k| origin.trim().eq_ignore_ascii_case(k));
    fields.all("origin").any(kept)
}

fn searched(text: &str, fields: &crate::stream::Fields) -> String {
    let mut all = text.to_owned();
    for key in ["topic", "about"] {
        for value in fields.all(key) {
            all.push(' ');
            all.push_str(value);
        }
    }
    all
}

/// Words of three letters and more in lower case; pairs of characters where there are no spaces.
fn words(text: &str) -> BTreeSet<String> {
    let lower = text.to_lowercase();
    let mut words = BTreeSet::new();
    for word in lower.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()) {
        if word.is_ascii() {
            if word.len() > 2 {
                words.insert(word.to_owned());
            }
            continue;
        }
        let chars: Vec<char> = word.chars().collect();
        words.extend(chars.windows(2).map(|pair| pair.iter().collect::<String>()));
    }
    words
}

/// The form of the reply.
pub fn schema() -> Schema {
    let list = json!({"type": "array", "items": {"type": "string"}});
    let maybe = json!({"type": ["string", "null"]});
    let sections: Vec<Value> = Section::ALL.iter().map(|s| json!(s.key())).chain([Value::Null]).collect();
    let form = json!({
        "type": "object",
        "properties": {
            "operations": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "op": {"type": "string", "enum": ["add", "seen", "update", "merge", "remove"]},
                        "targets": list,
                        "sources": list,
                        "section": {"type": ["string", "null"], "enum": sections},
                        "topic": maybe,
                        "text": maybe,
                        "reason": {"type": "string"},
                    },
                    "required": ["op", "targets", "sources", "section", "topic", "text", "reason"],
                    "additionalProperties": false,
                },
            },
        },
        "required": ["operations"],
        "additionalProperties": false,
    });
    Schema { name: "operations", form }
}
