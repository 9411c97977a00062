//! What a stopped `forget` leaves behind: its plan in `.alluvium/forgetting.jsonl`, one a line.
//!
//! It is written before anything is erased and goes when everything is, so that whoever comes next
//! finishes it before reading anything. A line that is cut off belongs to a `forget` that had erased
//! nothing yet.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::{Needle, Plan, counted};
use crate::error::Result;
use crate::memory::{Memory, files};
use crate::sediment::{EntryId, Sediment};
use crate::stream::RecordId;

/// A [`Plan`] as it is kept.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Note {
    /// Everything goes; the rest says nothing then.
    pub all: bool,
    records: Vec<String>,
    entries: Vec<String>,
    kept: BTreeMap<String, String>,
    /// What the items without an id say: their places may be others by then.
    nameless: Vec<String>,
    whole: Vec<String>,
    named: Vec<Named>,
    renamed: BTreeMap<PathBuf, PathBuf>,
}

/// A [`Needle`] as it is kept.
#[derive(Debug, Serialize, Deserialize)]
enum Named {
    Text { text: String, whole: bool },
    Regex(String),
}

impl Note {
    /// Of an erasure of everything.
    pub fn of_all() -> Self {
        Self { all: true, ..Self::default() }
    }

    /// Of a plan for this sediment.
    pub fn of(plan: &Plan, sediment: &Sediment) -> Self {
        let says = |at: &usize| sediment.entries.get(*at).map(|entry| entry.text.clone());
        let (whole, named) = plan.needles.parts();
        let named = named.iter().map(|needle| match needle {
            Needle::Text { text, whole } => Named::Text { text: text.clone(), whole: *whole },
            Needle::Regex(regex) => Named::Regex(regex.as_str().to_owned()),
        });
        Self {
            all: false,
            records: plan.records.iter().map(ToString::to_string).collect(),
            entries: plan.entries.iter().map(|id| id.0.to_string()).collect(),
            kept: plan.kept.iter().map(|(id, rest)| (id.0.to_string(), rest.clone())).collect(),
            nameless: plan.nameless.iter().filter_map(says).collect(),
            whole: whole.iter().cloned().collect(),
            named: named.collect(),
            renamed: plan.renamed.clone(),
        }
    }

    /// The plan again, for the sediment as it is now.
    ///
    /// # Errors
    ///
    /// When somebody broke a regular expression in it.
    pub fn plan(self, sediment: &Sediment) -> Result<Plan> {
        let mut plan = Plan::default();
        plan.records.extend(self.records.iter().filter_map(|id| RecordId::parse(id)));
        plan.entries.extend(self.entries.into_iter().map(|id| EntryId(id.into())));
        plan.kept.extend(self.kept.into_iter().map(|(id, rest)| (EntryId(id.into()), rest)));
        let nameless = sediment.entries.iter().enumerate().filter(|(_, entry)| entry.id.is_none());
        plan.nameless.extend(nameless.filter(|(_, entry)| self.nameless.contains(&entry.text)).map(|(at, _)| at));
        plan.renamed = self.renamed;
        self.whole.iter().for_each(|text| plan.needles.add(text));
        for named in self.named {
            plan.needles.name(match named {
                Named::Text { text, whole } => Needle::Text { text, whole },
                Named::Regex(pattern) => Needle::parse(&pattern, true, false)?,
            });
        }
        Ok(plan)
    }

    /// Keeps it, beside others that wait.
    ///
    /// # Errors
    ///
    /// When it cannot be written: nothing is erased then.
    pub fn keep(&self, memory: &Memory) -> Result<()> {
        let path = memory.unfinished_forget();
        let apart = files::read(&path)?.is_some_and(|bytes| !bytes.is_empty() && !bytes.ends_with(b"\n"));
        let line = serde_json::to_string(self).unwrap_or_default();
        files::append(&path, format!("{}{line}\n", if apart { "\n" } else { "" }).as_bytes(), true)
    }
}

/// What an erasure that was stopped has still to erase, for people: `2 records and 1 entry`. None when
/// none was stopped.
///
/// # Errors
///
/// When the plan cannot be read.
pub fn unfinished(memory: &Memory) -> Result<Option<String>> {
    if !memory.unfinished_forget().exists() {
        return Ok(None);
    }
    let notes = waiting(memory)?;
    if notes.iter().any(|note| note.all) {
        return Ok(Some("everything".to_owned()));
    }
    let (mut records, mut entries, mut texts, mut names) = (BTreeSet::new(), BTreeSet::new(), 0, 0);
    for note in &notes {
        records.extend(&note.records);
        entries.extend(note.entries.iter().chain(note.kept.keys()).chain(&note.nameless));
        texts += note.named.len();
        names += note.renamed.len();
    }
    Ok(Some(counted(&[
        (records.len(), "record", "records"),
        (entries.len(), "entry", "entries"),
        (texts, "text", "texts"),
        (names, "name", "names"),
    ])))
}

/// What waits to be finished, oldest first.
pub(super) fn waiting(memory: &Memory) -> Result<Vec<Note>> {
    let bytes = files::read(&memory.unfinished_forget())?.unwrap_or_default();
    let lines = bytes.split(|b| *b == b'\n').filter(|line| !line.is_empty());
    Ok(lines.filter_map(|line| serde_json::from_slice(line).ok()).collect())
}
