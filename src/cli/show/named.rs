//! One record or entry, by its id.

use crate::cli::Ui;
use crate::error::{Ended, Error, Result};
use crate::history::History;
use crate::memory::{Memory, files};
use crate::sediment::{self, Entry, Sediment};
use crate::stream::{DayFile, IdPattern, Kinds, Record, load, read_days};
use crate::time::Days;

/// What an argument of `show` names, when it is no day.
pub(super) enum Named {
    /// A record, `2025-03-14#k7q2m9` or shorter.
    Record(IdPattern),
    /// An entry, `^k3f9` or shorter.
    Entry(String),
    /// Either, by some characters alone.
    Either(IdPattern, String),
}

impl Named {
    /// Reads an id that can be nothing else.
    ///
    /// # Errors
    /// When what has the mark of an id is none: usage.
    pub fn certain(text: &str) -> Result<Option<Self>> {
        match text.strip_prefix('^') {
            Some(id) if !id.is_empty() => return Ok(Some(Self::Entry(id.to_owned()))),
            None if !text.contains('#') => return Ok(None),
            _ => {}
        }
        IdPattern::parse(text).map(|pattern| Some(Self::Record(pattern))).ok_or_else(|| {
            Error::usage(format!("cannot read the id `{text}`")).hint("write `2025-03-14#k7q2m9`, `#k7q` or `^k3f9`")
        })
    }

    /// Reads what may be an id without its mark.
    pub fn perhaps(text: &str) -> Option<Self> {
        Some(Self::Either(IdPattern::parse(text)?, text.to_ascii_lowercase()))
    }

    /// Prints it: as it stands in its file, or a list of one.
    pub fn show(&self, memory: &Memory, ui: &mut Ui) -> Result<Ended> {
        match self {
            Self::Record(pattern) => record(memory, pattern, ui)?.ok_or_else(|| no_record(pattern)),
            Self::Entry(id) => entry(memory, id, ui)?.ok_or_else(|| no_entry(memory, id)),
            Self::Either(pattern, id) => match record(memory, pattern, ui)? {
                Some(ended) => Ok(ended),
                None => entry(memory, id, ui)?.ok_or_else(|| no_record(pattern)),
            },
        }
    }
}

/// Shows the one record that a pattern means, in the stream or the archive, if there is one.
fn record(memory: &Memory, pattern: &IdPattern, ui: &mut Ui) -> Result<Option<Ended>> {
    let days = Days { from: pattern.day(), to: pattern.day() };
    let mut found = read_days(memory, days)?.records;
    let kinds = Kinds::of(&memory.settings);
    for (day, path) in memory.archive_files()?.days.into_iter().filter(|(day, _)| days.contains(*day)) {
        if let Some(bytes) = load::read_whole(&path)? {
            found.extend(DayFile::read(&bytes, day, memory.shown(&path), &kinds).records);
        }
    }
    match pattern.pick(found.iter().map(|record| record.id)) {
        Ok(id) => {
            let record: Vec<&Record> = found.iter().filter(|record| record.id == id).take(1).collect();
            super::print(memory, &record, ui).map(Some)
        }
        Err(0) => Ok(None),
        Err(_) => {
            let ids = found.iter().map(|record| record.id).filter(|id| pattern.matches(*id));
            Err(several(&pattern.to_string(), "records", ids.map(|id| id.to_string()).collect()))
        }
    }
}

/// Shows the one entry of the sediment whose id begins so, if there is one.
fn entry(memory: &Memory, id: &str, ui: &mut Ui) -> Result<Option<Ended>> {
    let path = memory.sediment_file();
    let bytes = files::read(&path)?.unwrap_or_default();
    let (text, _) = sediment::read::decode(&bytes);
    let sediment = sediment::read(&text, memory.shown(&path), &memory.settings);
    let of = |fits: &dyn Fn(&str) -> bool| -> Vec<&Entry> {
        sediment.entries.iter().filter(|e| e.id.as_ref().is_some_and(|i| fits(&i.0))).collect()
    };
    let mut found = of(&|i| i == id);
    if found.is_empty() {
        found = of(&|i| i.starts_with(id));
    }
    match found.as_slice() {
        [] => Ok(None),
        [entry] => print(memory, &sediment, entry, ui).map(Some),
        many => {
            let ids = many.iter().filter_map(|e| e.id.as_ref()).map(ToString::to_string).collect();
            Err(several(&format!("^{id}"), "entries", ids))
        }
    }
}

fn print(memory: &Memory, sediment: &Sediment, entry: &Entry, ui: &mut Ui) -> Result<Ended> {
    if ui.wants_json() {
        ui.json(&serde_json::json!([{
            "id": entry.id,
            "section": entry.section,
            "text": entry.text,
            "body": entry.body,
            "fields": entry.fields,
            "path": memory.shown(&memory.sediment_file()),
            "line": entry.line,
        }]))?;
    } else {
        ui.line(sediment.text[entry.range.clone()].trim_end())?;
    }
    Ok(Ended::Done)
}

fn no_record(pattern: &IdPattern) -> Error {
    let list = pattern.day().map_or_else(|| "DATE".to_owned(), |day| day.to_string());
    Error::new(format!("there is no record `{pattern}`"))
        .hint(format!("`alluvium show {list} --json` lists a day's records with their ids"))
}

/// Why there is no such entry: it may have left.
fn no_entry(memory: &Memory, id: &str) -> Error {
    match History::load(memory).and_then(|history| history.state().pick(id)) {
        Ok(id) => Error::new(format!("{id} is no longer in the sediment"))
            .hint(format!("`alluvium why {id}` tells its story, `alluvium restore {id}` brings it back")),
        Err(error) => error,
    }
}

fn several(name: &str, what: &str, mut ids: Vec<String>) -> Error {
    ids.sort();
    ids.dedup();
    let (count, first) = (ids.len(), ids.iter().take(6).cloned().collect::<Vec<_>>().join(", "));
    Error::new(format!("`{name}` may mean {count} {what}: {first}")).hint("give one more character")
}
