//! What a run tells: its changes one a line, what came of each record, how full the file is.

use super::engine::Outcome;
use super::prune::Fill;
use crate::history::Event;
use crate::history::write::section_name;
use crate::sediment::{EntryId, Section};
use crate::stream::{Fields, RecordId};

/// What a run did, or with a dry run would do.
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Report {
    /// Nothing was written.
    pub dry_run: bool,
    /// How many records were read.
    pub records: usize,
    /// What changed, in order, hand edits first.
    pub changes: Vec<Line>,
    /// What came of each unread record.
    pub outcomes: Vec<Outcome>,
    /// What people should know.
    pub notices: Vec<String>,
    /// What is no news when a run is one of many: not said with `--quiet`.
    pub remarks: Vec<String>,
    /// How full the file is; none when the run had nothing to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fill: Option<Fill>,
    /// With a dry run: how the file would change, as a unified diff.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diff: Option<String>,
}

/// One change as it is told.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Line {
    /// `added`, `seen`, `updated`, `removed`, `rejected`, `moved`, …
    pub event: &'static str,
    /// The entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<EntryId>,
    /// The section, where it was added, restored or moved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub section: Option<Section>,
    /// The text.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// The text before.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub was: String,
    /// The fields.
    #[serde(skip_serializing_if = "is_empty")]
    pub fields: Fields,
    /// The other entry of a conflict.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<EntryId>,
    /// The records behind it.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "records")]
    pub sources: Vec<RecordId>,
    /// A person did it in the file.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub by_hand: bool,
    /// Why: the rule that fired, or the reason for leaving.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub why: String,
}

impl Report {
    /// Whether entries came, left, moved or read otherwise: not when they were only stated again or judged.
    pub fn changes_entries(&self) -> bool {
        self.changes.iter().any(|line| !matches!(line.event, "seen" | "judged" | "note"))
    }
}

impl Line {
    /// The older and the newer entry of a conflict that was found.
    pub fn conflict(&self) -> Option<(EntryId, EntryId)> {
        let (older, newer) = self.id.as_ref().zip(self.other.as_ref()).filter(|_| self.event == "conflict")?;
        Some((older.clone(), newer.clone()))
    }

    /// The line of an event; none for what only concerns the reading of records.
    pub fn of(event: Event) -> Option<Self> {
        let mut line = Self {
            event: event.verb(),
            id: event.entry().cloned(),
            sources: event.sources().to_vec(),
            by_hand: event.is_by_hand(),
            ..Self::default()
        };
        match event {
            Event::Read { .. } | Event::Unread { .. } | Event::Refiled { .. } => return None,
            Event::Added { section, text, fields, why, .. } => {
                (line.section, line.text, line.fields, line.why) = (Some(section), text, fields, why);
            }
            Event::Restored { section, text, fields, .. } => {
                (line.section, line.text, line.fields) = (Some(section), text, fields);
            }
            Event::Seen { why, .. } => line.why = why,
            Event::Updated { text, was, fields, why, .. } => {
                (line.text, line.was, line.fields, line.why) = (text, was, fields, why);
            }
            Event::Past { text, from, until, why, .. } => {
                let until = until.map(|d| d.to_string()).unwrap_or_default();
                (line.text, line.was, line.why) = (text, format!("{from}..{until}"), why);
            }
            Event::Removed { reason, text, .. } => (line.text, line.why) = (text, reason),
            Event::Moved { section, .. } => line.section = Some(section),
            Event::Conflict { newer, why, .. } => (line.other, line.why) = (Some(newer), why),
            Event::Settled { newer, how, .. } => (line.other, line.text) = (Some(newer), how),
            Event::Undone { run, what } => (line.text, line.was) = (what, run),
            Event::Rejected { text, .. } | Event::Judged { how: text, .. } | Event::Told(text) => line.text = text,
        }
        Some(line)
    }
}

/// The change in one line, as `distill` prints it.
impl std::fmt::Display for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { event, text, was, why, .. } = self;
        let id = self.id.as_ref().map(|id| format!(" {id}")).unwrap_or_default();
        let hand = if self.by_hand { " by hand" } else { "" };
        let section = self.section.map(section_name).unwrap_or_default();
        let other = self.other.as_ref().map(ToString::to_string).unwrap_or_default();
        match *event {
            "added" | "restored" => write!(f, "{event}{id}{hand} to {section}: {text}"),
            "seen" => write!(f, "seen again{id}"),
            "updated" if text == was => write!(f, "updated{id}{hand}: fields of: {text}"),
            "updated" => write!(f, "updated{id}{hand}: {text} (was: {was})"),
            "past" => write!(f, "filed as past{id}, {was}: {text}"),
            "removed" => write!(f, "removed{id}, {why}: {text}"),
            "rejected" => write!(f, "rejected{id}{hand}: {text}"),
            "moved" => write!(f, "moved{id}{hand} to {section}"),
            "judged" => write!(f, "judged{id}: {text}"),
            "conflict" => write!(f, "open conflict{id} with {other}: `alluvium review` settles it"),
            "settled" => write!(f, "settled{id} with {other}: {text}"),
            "undone" => write!(f, "taken back: {text}"),
            _ => write!(f, "{text}"),
        }
    }
}

/// An event without its texts, for a line about a record.
pub fn in_short(event: &Event) -> String {
    let id = event.entry().map(|id| format!(" {id}")).unwrap_or_default();
    match event {
        Event::Added { section, .. } => format!("added{id} to {}", section_name(*section)),
        event => format!("{}{id}", event.verb()),
    }
}

/// A unified diff of the sediment file; empty when nothing changes.
pub fn diff(before: &str, after: &str, name: &str) -> String {
    if before == after {
        return String::new();
    }
    similar::TextDiff::from_lines(before, after)
        .unified_diff()
        .context_radius(3)
        .header(&format!("a/{name}"), &format!("b/{name}"))
        .to_string()
}

fn is_empty(fields: &Fields) -> bool {
    fields.0.is_empty()
}

/// A record as its id is written.
pub fn record<S: serde::Serializer>(id: &RecordId, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(id)
}

fn records<S: serde::Serializer>(ids: &[RecordId], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(ids.iter().map(ToString::to_string))
}
