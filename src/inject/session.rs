//! The section of a conversation: its running summary, line by line.

use super::line::{Item, Line, Part, Why};
use super::neutral;
use crate::stream::Record;

/// Whether a record is the summary that a conversation left when it ended.
pub fn is_summary_of(record: &Record, id: &str) -> bool {
    let origin = record.fields.get("origin").and_then(|origin| origin.strip_prefix("session/"));
    record.kind.eq_ignore_ascii_case("summary") && origin == Some(id)
}

/// The lines of a summary: its list items and paragraphs, under the words of the heading above them.
/// Front matter is not printed.
pub fn lines(text: &str, id: &str) -> Vec<Item> {
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    let body = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---")).map_or(text.as_str(), |(_, b)| b);
    let mut label = String::new();
    let mut items: Vec<Item> = Vec::new();
    for line in body.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with("<!--")) {
        if line.starts_with('#') {
            label = neutral::line(line.trim_start_matches('#').trim()).into_owned();
            continue;
        }
        let text = ["- ", "* ", "+ "].iter().find_map(|marker| line.strip_prefix(marker)).unwrap_or(line);
        items.push(Item {
            part: Part::Session,
            line: Line {
                kind: "session".into(),
                label: label.clone(),
                text: neutral::line(text).into_owned(),
                ..Line::default()
            },
            value: -(items.len() as f64),
            place: format!("sessions/{id}.md"),
            why: Why::Told("summary of the conversation".into()),
            entry: None,
        });
    }
    items
}
