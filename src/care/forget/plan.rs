//! What is meant: records, entries and what stands elsewhere of them, found without changing anything.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::names::renamed;
use super::{GONE, Needle, Needles, clause};
use crate::care::stats::day_files;
use crate::error::{Error, Result};
use crate::history::{Event, History};
use crate::memory::{Memory, files};
use crate::recall::{below, is_about};
use crate::sediment::{self, EntryId};
use crate::stream::{Fields, IdPattern, Kinds, Record, RecordId, Scan, read_whole};
use crate::time::Days;

/// What the user named.
#[derive(Debug, Default)]
pub struct Wanted {
    /// Ids of records and entries; with them nothing else.
    pub ids: Vec<String>,
    /// An object that it concerns.
    pub about: Option<String>,
    /// A topic, or what lies below it.
    pub topic: Option<String>,
    /// A text in it.
    pub needle: Option<Needle>,
    /// Days of records.
    pub days: Option<Days>,
}

/// Something that is to be erased.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Hit {
    /// `record`, `entry`, `name` of a summary, or `line` of a summary, the profile or the history.
    pub sort: &'static str,
    /// Its id; none for an entry that a person wrote and no distillation has seen.
    pub id: Option<String>,
    /// The file, relative to the memory folder; empty for an entry that only the history tells of.
    pub path: PathBuf,
    /// The line, from 1.
    pub line: usize,
    /// What it says.
    pub text: String,
    /// What stays of it, when only a clause is erased; of a name, the new one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keeps: Option<String>,
}

/// Everything that is to be erased.
#[derive(Debug, Default)]
pub struct Plan {
    /// What people are shown.
    pub hits: Vec<Hit>,
    /// Records that go.
    pub records: BTreeSet<RecordId>,
    /// Records that count as unread again, since the entry that they went into goes, but not they.
    pub unread: BTreeSet<RecordId>,
    /// Entries that go.
    pub entries: BTreeSet<EntryId>,
    /// Entries of which a clause goes, with what stays.
    pub kept: BTreeMap<EntryId, String>,
    /// Places in the sediment of items without an id that go.
    pub nameless: BTreeSet<usize>,
    /// Summaries that get another name, relative to the memory folder.
    pub renamed: BTreeMap<PathBuf, PathBuf>,
    /// The erased texts, to be searched for everywhere else.
    pub needles: Needles,
}

impl Plan {
    /// Finds what is meant.
    ///
    /// # Errors
    ///
    /// When an id names nothing or several things, or a file cannot be read: what cannot be read
    /// cannot be erased.
    pub fn make(memory: &Memory, wanted: &Wanted) -> Result<Self> {
        let history = History::load(memory)?;
        let state = history.state();
        let path = memory.sediment_file();
        let text = files::read_text(&path)?.unwrap_or_default();
        let sediment = sediment::read(&text, memory.shown(&path), &memory.settings);
        let records = all_records(memory)?;
        let mut plan = Self::default();

        if wanted.ids.is_empty() {
            plan.records.extend(records.iter().filter(|(r, raw)| wanted.means_record(r, raw)).map(|(r, _)| r.id));
            // Days name records; an entry goes with them when it rests on nothing else.
            if wanted.days.is_none() {
                for (id, entry) in state.entries.iter().filter(|(_, e)| wanted.means(&e.text, &e.fields, "")) {
                    if entry.text == GONE {
                        continue;
                    }
                    // What left, or has been changed by hand, is judged by the file below.
                    let stands = sediment.entries.iter().any(|e| e.id.as_ref() == Some(id));
                    if !stands && wanted.needle.is_none() {
                        plan.entries.insert(id.clone());
                    }
                }
                for (at, entry) in sediment.entries.iter().enumerate() {
                    if !wanted.means(&entry.text, &entry.fields, &entry.body) {
                        continue;
                    }
                    let in_fields = |n: &Needle| entry.fields.0.iter().any(|(_, v)| n.is_in(v)) || n.is_in(&entry.body);
                    let rest =
                        wanted.needle.as_ref().filter(|n| !in_fields(n)).and_then(|n| clause::keep(&entry.text, n));
                    match (&entry.id, rest) {
                        (Some(id), Some(rest)) => drop(plan.kept.insert(id.clone(), rest)),
                        (Some(id), None) => drop(plan.entries.insert(id.clone())),
                        (None, _) => drop(plan.nameless.insert(at)),
                    }
                }
            }
        }
        for id in &wanted.ids {
            if id.starts_with('^') {
                plan.entries.insert(state.pick(id)?);
            } else {
                plan.records.insert(pick(id, &records)?);
            }
        }
        // With an entry go the records that it rests on: its text is theirs.
        if wanted.needle.is_none() {
            for event in history.runs.iter().flat_map(|run| &run.events) {
                let stated = matches!(
                    event,
                    Event::Added { .. } | Event::Updated { .. } | Event::Seen { .. } | Event::Past { .. }
                );
                if stated && event.entry().is_some_and(|id| plan.entries.contains(id)) {
                    let there = event.sources().iter().filter(|id| records.iter().any(|(r, _)| r.id == **id));
                    plan.records.extend(there.copied());
                }
            }
            // With records goes an entry that rests on nothing else and that no person wrote.
            for (id, entry) in state.entries.iter().filter(|(_, e)| !e.by_hand && e.text != GONE) {
                let sources = entry.versions.last().map(|v| v.sources.as_slice()).unwrap_or_default();
                if !sources.is_empty() && sources.iter().all(|r| plan.records.contains(r)) {
                    plan.entries.insert(id.clone());
                }
                for version in entry.versions.iter().filter(|v| !v.sources.is_empty()) {
                    if version.sources.iter().all(|r| plan.records.contains(r)) {
                        plan.needles.add(&version.text);
                    }
                }
            }
        }

        for (record, raw) in records.iter().filter(|(r, _)| plan.records.contains(&r.id)) {
            plan.hits.push(Hit {
                sort: "record",
                id: Some(record.id.to_string()),
                path: record.source.path.to_path_buf(),
                line: record.source.line,
                text: format!("[{}] {}", record.kind, record.text),
                keeps: None,
            });
            if wanted.needle.is_none() {
                plan.needles.add(&record.text);
                raw.lines().skip(1).for_each(|line| plan.needles.add(line));
            }
        }
        for (at, entry) in sediment.entries.iter().enumerate() {
            let id = entry.id.as_ref();
            let keeps = id.and_then(|id| plan.kept.get(id)).cloned();
            if keeps.is_some() || plan.nameless.contains(&at) || id.is_some_and(|id| plan.entries.contains(id)) {
                plan.hits.push(Hit {
                    sort: "entry",
                    id: id.map(ToString::to_string),
                    path: memory.shown(&path).to_path_buf(),
                    line: entry.line,
                    text: entry.text.clone(),
                    keeps,
                });
                if wanted.needle.is_none() {
                    plan.needles.add(&entry.text);
                }
            }
        }
        for (id, entry) in state.entries.iter().filter(|(id, _)| plan.entries.contains(id)) {
            if wanted.needle.is_none() {
                entry.versions.iter().for_each(|v| plan.needles.add(&v.text));
            }
            if !sediment.entries.iter().any(|e| e.id.as_ref() == Some(id)) && entry.text != GONE {
                let (id, text) = (Some(id.to_string()), entry.text.clone());
                plan.hits.push(Hit { sort: "entry", id, path: PathBuf::new(), line: 0, text, keeps: None });
            }
        }
        if let Some(needle) = &wanted.needle {
            plan.needles.name(needle.clone());
        }
        let lines: Vec<Hit> = sheets(memory)?.iter().flat_map(|path| plan.lines(memory, path)).collect();
        plan.hits.extend(lines);
        // What the history tells goes with its record or entry; where both are long gone, it is all there is.
        if plan.hits.is_empty() {
            let months = files::list(&memory.history_dir())?.into_iter().map(|name| memory.history_dir().join(name));
            plan.hits = months.flat_map(|path| plan.lines(memory, &path)).collect();
        }
        // A name has neither object nor topic nor day.
        if let Some(needle) = wanted.needle.as_ref().filter(|_| wanted.names_only_a_text()) {
            plan.renamed = renamed(memory, needle)?;
            plan.hits.extend(plan.renamed.iter().map(|(path, new)| Hit {
                sort: "name",
                id: None,
                path: path.clone(),
                line: 0,
                text: path.display().to_string(),
                keeps: Some(new.display().to_string()),
            }));
        }
        Ok(plan)
    }

    /// The lines of a file that bear an erased text.
    fn lines(&self, memory: &Memory, path: &Path) -> Vec<Hit> {
        if self.needles.is_empty() {
            return Vec::new();
        }
        let bytes = files::read(path).ok().flatten().unwrap_or_default();
        let lines = bytes.split(|b| *b == b'\n').enumerate().filter(|(_, line)| self.needles.at(line).is_some());
        let hit = |(n, line): (usize, &[u8])| Hit {
            sort: "line",
            id: None,
            path: memory.shown(path).to_path_buf(),
            line: n + 1,
            text: String::from_utf8_lossy(line).trim().to_owned(),
            keeps: None,
        };
        lines.map(hit).collect()
    }
}

/// Files whose lines go as they are: summaries of conversations, and the profile.
pub(super) fn sheets(memory: &Memory) -> Result<Vec<PathBuf>> {
    let sessions = memory.sessions_dir();
    let names = files::list(&sessions)?.into_iter().map(|name| sessions.join(name));
    Ok(names.chain([memory.root.join("profile.md")]).filter(|path| path.is_file()).collect())
}

impl Needles {
    /// Everything that a memory says, to be searched for once all of it is erased.
    ///
    /// # Errors
    ///
    /// When a file cannot be read: what cannot be read cannot be erased.
    pub fn of_all(memory: &Memory) -> Result<Self> {
        let mut needles = Self::default();
        for (record, raw) in all_records(memory)? {
            needles.add(&record.text);
            raw.lines().skip(1).for_each(|line| needles.add(line));
        }
        for entry in History::load(memory)?.state().entries.values() {
            entry.versions.iter().for_each(|version| needles.add(&version.text));
        }
        let text = files::read(&memory.sediment_file())?.unwrap_or_default();
        let sediment = sediment::read(&String::from_utf8_lossy(&text), Path::new(""), &memory.settings);
        sediment.entries.iter().for_each(|entry| needles.add(&entry.text));
        Ok(needles)
    }
}

impl Wanted {
    fn means_record(&self, record: &Record, raw: &str) -> bool {
        self.days.is_none_or(|days| days.contains(record.day))
            && self.needle.as_ref().is_none_or(|n| match n {
                Needle::Text { whole: true, .. } => n.is_in(&record.whole()),
                _ => n.is_in(raw) || n.is_in(&record.whole()),
            })
            && self.fits(&record.fields)
    }

    fn means(&self, text: &str, fields: &Fields, body: &str) -> bool {
        let bears = |n: &Needle| match n {
            Needle::Text { whole: true, .. } => n.is_in(text),
            _ => n.is_in(text) || n.is_in(body) || fields.0.iter().any(|(_, v)| n.is_in(v)),
        };
        self.needle.as_ref().is_none_or(bears) && self.fits(fields)
    }

    fn names_only_a_text(&self) -> bool {
        self.about.is_none() && self.topic.is_none() && self.days.is_none()
    }

    fn fits(&self, fields: &Fields) -> bool {
        self.about.as_ref().is_none_or(|object| is_about(fields, object))
            && self.topic.as_ref().is_none_or(|above| fields.get("topic").is_some_and(|topic| below(topic, above)))
    }
}

/// Every record of stream and archive with its text as it stands there. What cannot be read is an error.
pub(super) fn all_records(memory: &Memory) -> Result<Vec<(Record, String)>> {
    let kinds = Kinds::of(&memory.settings);
    let mut all = Vec::new();
    for (_, day, path) in day_files(memory)? {
        let Some(bytes) = read_whole(&path)? else { continue };
        let shown = std::sync::Arc::new(memory.shown(&path).to_path_buf());
        for raw in Scan::new(&bytes, day, &kinds) {
            all.push((raw.record(&shown, &kinds), String::from_utf8_lossy(&bytes[raw.range.clone()]).into_owned()));
        }
    }
    Ok(all)
}

fn pick(id: &str, records: &[(Record, String)]) -> Result<RecordId> {
    let hint = "ids are `2025-03-14#k7q2m9` for records and `^k3f9` for entries; `--match` takes a text";
    let pattern =
        IdPattern::parse(id).ok_or_else(|| Error::usage(format!("`{}` is no id", id.escape_debug())).hint(hint))?;
    let ids: BTreeSet<RecordId> = records.iter().map(|(r, _)| r.id).collect();
    match pattern.pick(ids) {
        Ok(id) => Ok(id),
        Err(0) => {
            Err(Error::new(format!("there is no record `{id}`")).hint("`alluvium search` and `show --json` print ids"))
        }
        Err(n) => Err(Error::new(format!("`{id}` may mean {n} records")).hint("give the day and all six characters")),
    }
}
