//! A line of a context: what is printed, and what it is worth.

use std::borrow::Cow;
use std::fmt;

use super::neutral;
use super::plan::Format;
use crate::time::Day;

/// One line, made of text that is already on one line (see [`neutral::line`]).
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Line {
    /// What sort of line it is, for JSON and XML: `preference`, `todo`, `anomaly` …
    pub kind: String,
    /// How it begins: `User preference`, `Open to-do (since 2025-03-12)`; nothing when empty.
    pub label: String,
    /// The text.
    pub text: String,
    /// Remarks in brackets after the text: `since 2025-03-14`.
    pub notes: Vec<String>,
    /// The record or entry that it rests on, when asked for.
    pub cite: Option<String>,
    /// The day of what it shows: a record's own, the one since which an entry holds.
    pub day: Option<Day>,
    /// What it shows: `2025-03-14#k7q2m9`, `^k3f9`.
    pub id: Option<String>,
}

impl Line {
    /// The line in a format, without its line end.
    pub fn print(&self, format: Format) -> String {
        let mut plain = String::with_capacity(self.label.len() + self.text.len() + 32);
        match format {
            Format::Text | Format::Markdown => {
                let safe = if format == Format::Text { neutral::text } else { neutral::markdown };
                plain.push_str("- ");
                if self.label.is_empty() {
                    plain.push_str(&safe(&self.text));
                } else {
                    plain.push_str(&safe(&self.label));
                    plain.push_str(": ");
                    // Behind a label no block can begin, and an escape at its start would only be read as text.
                    let guarded = if format == Format::Text { self.text.clone() } else { format!(" {}", self.text) };
                    plain.push_str(safe(&guarded).trim_start());
                }
                plain.push_str(&safe(&self.remarks()));
                if let Some(cite) = &self.cite {
                    plain.push_str(&format!(" ({cite})"));
                }
            }
            Format::Xml => {
                plain.push_str(&format!("<line kind=\"{}\"", neutral::xml(&self.kind)));
                if let Some(cite) = &self.cite {
                    plain.push_str(&format!(" source=\"{}\"", neutral::xml(cite)));
                }
                let label = if self.label.is_empty() { String::new() } else { format!("{}: ", self.label) };
                plain
                    .push_str(&format!(">{}</line>", neutral::xml(&format!("{label}{}{}", self.text, self.remarks()))));
            }
            Format::Json => plain = serde_json::to_string(&self.json()).unwrap_or_default(),
        }
        plain
    }

    /// ` (since 2025-03-14; until 2025-04-01)`.
    fn remarks(&self) -> String {
        if self.notes.is_empty() { String::new() } else { format!(" ({})", self.notes.join("; ")) }
    }

    /// The line as it stands in JSON.
    pub fn json(&self) -> serde_json::Value {
        let mut object = serde_json::Map::new();
        object.insert("kind".into(), self.kind.clone().into());
        object.insert("label".into(), self.label.clone().into());
        object.insert("text".into(), self.text.clone().into());
        if !self.notes.is_empty() {
            object.insert("notes".into(), self.notes.clone().into());
        }
        let day = self.day.map(|day| day.to_string());
        for (key, value) in [("day", &day), ("id", &self.id), ("source", &self.cite)] {
            if let Some(value) = value {
                object.insert(key.into(), value.clone().into());
            }
        }
        object.into()
    }
}

/// The parts of a context, in the order in which they stand by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// The profile, at the head of the long-term section.
    Profile,
    /// What the sediment holds.
    LongTerm,
    /// The running summary of a conversation.
    Session,
    /// What the stream holds.
    Recent,
    /// What was searched for.
    Relevant,
}

impl Part {
    /// The name in templates and JSON. The profile stands in the long-term section.
    pub fn name(self) -> &'static str {
        match self {
            Self::Profile | Self::LongTerm => "long-term",
            Self::Session => "session",
            Self::Recent => "recent",
            Self::Relevant => "relevant",
        }
    }
}

/// How the value of a line came about; put into words only when asked for.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Why {
    /// Nothing was weighed.
    #[default]
    Unweighed,
    /// In words.
    Told(Cow<'static, str>),
    /// An entry's value, by the history.
    Entry {
        /// 0…1.
        importance: f64,
        /// 0…1.
        confidence: f64,
        /// Restatements and confirmed uses.
        uses: u32,
        /// Days since it was stated.
        age: i64,
        /// Whether it stands above all others for its importance.
        first: bool,
    },
    /// A record's value.
    Record {
        /// 0…1.
        importance: f64,
        /// 0.1…1.
        recency: f64,
        /// Whether it stands above all others: of today, or still to do.
        first: bool,
    },
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unweighed => Ok(()),
            Self::Told(words) => f.write_str(words),
            Self::Entry { importance, confidence, uses, age, first } => {
                let first = if *first { ", kept first" } else { "" };
                write!(f, "importance {importance:.2}, confidence {confidence:.2}, {uses} uses, {age} days old{first}")
            }
            Self::Record { importance, recency, first } => {
                let first = if *first { ", kept first" } else { "" };
                write!(f, "importance {importance:.2} × recency {recency:.2}{first}")
            }
        }
    }
}

/// A line that may be printed, with what decides whether it is.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// Where it belongs.
    pub part: Part,
    /// What is printed.
    pub line: Line,
    /// The higher value stays where not all fit.
    pub value: f64,
    /// Where it comes from: `sediment.md:12`, `2025-03-14#k7q2m9`.
    pub place: String,
    /// How the value came about, for `--explain`.
    pub why: Why,
    /// The entry that the line shows, for weighing by the history and for `--cite`.
    pub entry: Option<crate::sediment::EntryId>,
}

/// Something that was looked at and is not a candidate, for `--explain`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// Where it comes from.
    pub place: String,
    /// Its text.
    pub text: String,
    /// Why it is not in the context.
    pub reason: String,
    /// Whether another section says it.
    pub elsewhere: bool,
}
