//! Trials: what `Outcome` records say, read from the stream and the archive.

use crate::error::Result;
use crate::memory::{Memory, files};
use crate::stream::{DayFile, Kinds, Record, RecordId};
use crate::time::Day;

/// One trial: what an `Outcome` record says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trial {
    /// In which situation.
    pub trigger: String,
    /// What was done.
    pub action: String,
    /// Whether it worked.
    pub worked: bool,
    /// The objects concerned.
    pub about: Vec<String>,
    /// The record.
    pub record: RecordId,
}

impl Trial {
    /// Reads an `Outcome` record: `When TRIGGER → ACTION: worked`, or `failed`; several of the same
    /// within a minute bear a number, `(trial 2)`.
    pub fn read(record: &Record) -> Option<Self> {
        if record.kind != "Outcome" {
            return None;
        }
        let text = record.text.trim().trim_end_matches('.');
        let text = match text.rsplit_once(" (trial ") {
            Some((text, number)) if number.trim_end_matches(')').parse::<u32>().is_ok() => text,
            _ => text,
        };
        let (trigger, action) = text.split_once(" → ").or_else(|| text.split_once(" -> "))?;
        let trigger = match trigger.get(..5) {
            Some(when) if when.eq_ignore_ascii_case("when ") => &trigger[5..],
            _ => trigger,
        };
        let (action, result) = action.rsplit_once(':')?;
        let worked = match result.trim().trim_end_matches('.').to_lowercase().as_str() {
            "worked" => true,
            "failed" => false,
            _ => return None,
        };
        let about = record.fields.all("about").map(str::to_owned).collect();
        let (trigger, action) = (trigger.trim().to_owned(), action.trim().trim_end_matches('.').to_owned());
        Some(Self { trigger, action, worked, about, record: record.id })
    }
}

/// Every trial in stream and archive up to today, oldest first.
///
/// # Errors
/// When a folder or a file cannot be read.
pub fn load(memory: &Memory, today: Day) -> Result<Vec<Trial>> {
    let kinds = Kinds::of(&memory.settings);
    let mut trials = Vec::new();
    for (day, path) in memory.archive_files()?.days.into_iter().chain(memory.stream_files()?.days) {
        let Some(bytes) = files::read(&path)? else { continue };
        // Few days hold one, and looking at bytes is cheap. What is dated after today waits for its day.
        let holds = |arrow: &str| memchr::memmem::find(&bytes, arrow.as_bytes()).is_some();
        if holds("→") || holds("->") {
            let file = DayFile::read(&bytes, day, memory.shown(&path), &kinds);
            trials.extend(file.records.iter().filter(|r| r.day <= today).filter_map(Trial::read));
        }
    }
    trials.sort_by_key(|trial| trial.record.day);
    Ok(trials)
}
