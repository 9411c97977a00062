//! Everything about one object: what holds, what is open, what happened.

use super::is_about;
use crate::error::Result;
use crate::inject::recent;
use crate::memory::{Memory, files};
use crate::script::runs_on;
use crate::sediment::{self, Entry, Section};
use crate::stream::{DayFile, Kinds, Record};

/// What is known about an object.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct About {
    /// Entries of the sediment, in file order.
    pub entries: Vec<Entry>,
    /// To-dos and anomalies that nobody closed, oldest first.
    pub open: Vec<Record>,
    /// All records, oldest first.
    pub timeline: Vec<Record>,
}

/// Gathers what concerns an object: by `about`, by the first segments of its topic, or by its name in the text.
///
/// # Errors
/// When a folder or the sediment cannot be read.
pub fn about(memory: &Memory, object: &str) -> Result<About> {
    let settings = &memory.settings;
    let mut found = About::default();
    let name = object.trim().to_lowercase();
    let path = memory.sediment_file();
    let bytes = files::read(&path)?.unwrap_or_default();
    let sediment = sediment::read(&String::from_utf8_lossy(&bytes), memory.shown(&path), settings);
    let concerns = |fields: &_, text: &str| is_about(fields, &name) || names(text, &name);
    found.entries = sediment.entries.into_iter().filter(|e| concerns(&e.fields, &e.text)).collect();
    found.entries.sort_by_key(|e| Section::ALL.iter().position(|s| *s == e.section));
    let kinds = Kinds::of(settings);
    let mut seen = std::collections::HashSet::new();
    let days = memory.archive_files()?.days.into_iter().chain(memory.stream_files()?.days);
    for (day, path) in days {
        let Some(bytes) = files::read(&path).ok().flatten() else { continue };
        // A file that does not hold the name at all need not be read properly.
        if name.is_ascii() && bytes.is_ascii() {
            let lower = bytes.to_ascii_lowercase();
            if memchr::memmem::find(&lower, name.as_bytes()).is_none() {
                continue;
            }
        }
        let records = DayFile::read(&bytes, day, memory.shown(&path), &kinds).records.into_iter();
        found.timeline.extend(records.filter(|r| concerns(&r.fields, &r.text) && seen.insert(r.id)));
    }
    found.timeline.sort_by_key(|r| r.day);
    found.open = open(&found.timeline);
    Ok(found)
}

/// Whether a text names an object as a word of its own; `name` is in lower case.
fn names(text: &str, name: &str) -> bool {
    let text = text.to_lowercase();
    let inner = |c: Option<char>| c.is_some_and(|c| (c.is_alphanumeric() || c == '_') && !runs_on(c));
    !name.is_empty()
        && text
            .match_indices(name)
            .any(|(at, _)| !inner(text[..at].chars().next_back()) && !inner(text[at + name.len()..].chars().next()))
}

/// Records that are still open, as `inject` carries them.
fn open(timeline: &[Record]) -> Vec<Record> {
    let closed: std::collections::HashSet<usize> =
        recent::closed(timeline).into_iter().map(|closed| closed.at).collect();
    let still = timeline.iter().enumerate().filter(|(at, record)| recent::is_open(record) && !closed.contains(at));
    still.map(|(_, record)| record.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_is_named_as_a_word() {
        assert!(names("Deploy Project-A today", "project-a"));
        assert!(!names("the party", "art"));
        assert!(names("使用redis缓存", "redis"));
    }
}
