//! What a search returns: hits with the place where they stand and the parts of their score.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::error::Problem;
use crate::sediment::{Entry, EntryId};
use crate::stream::{Record, RecordId};
use crate::time::Day;

/// Where a hit comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Layer {
    /// What is confirmed.
    Sediment,
    /// What happened.
    Stream,
    /// What was confirmed once.
    History,
    /// What happened long ago.
    Archive,
}

impl Layer {
    /// All layers, in the order in which they are listed.
    pub const ALL: [Self; 4] = [Self::Sediment, Self::Stream, Self::History, Self::Archive];

    /// The name on the command line and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sediment => "sediment",
            Self::Stream => "stream",
            Self::History => "history",
            Self::Archive => "archive",
        }
    }
}

/// Why a statement of the history no longer holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// A newer value took its place.
    Superseded,
    /// It left the sediment for want of room, or since nobody spoke of it any more.
    Forgotten,
    /// A person deleted it.
    Rejected,
}

impl Mark {
    /// The word that is printed.
    pub fn word(self) -> &'static str {
        match self {
            Self::Superseded => "superseded",
            Self::Forgotten | Self::Rejected => "forgotten",
        }
    }

    /// Whether the statement was replaced, withdrawn or deleted, rather than only left out.
    pub fn is_untrue(self) -> bool {
        self != Self::Forgotten
    }
}

/// The thing that was found.
#[derive(Debug, Clone, PartialEq)]
pub enum Found {
    /// A record of the stream or the archive.
    Record(Record),
    /// An entry of the sediment.
    Entry(Entry),
    /// A statement of the history that no longer holds.
    Past {
        /// The entry that it was a value of.
        id: EntryId,
        /// The statement.
        text: String,
        /// Why it no longer holds.
        mark: Mark,
        /// The day since when it no longer holds.
        until: Day,
    },
    /// A line that is neither: prose that a person wrote into a file.
    Line(String),
}

/// The parts of a score `S = α·sim + β·exp(−λ·age) + γ·ln(1 + uses)`, weights already applied.
#[derive(Debug, Clone, Copy, PartialEq, Default, serde::Serialize)]
pub struct Score {
    /// The sum.
    pub total: f64,
    /// α·sim; sim lies in 0…1, where 1 is the best match of the query.
    pub similarity: f64,
    /// β·exp(−λ·age in days).
    pub recency: f64,
    /// γ·ln(1 + uses).
    pub uses: f64,
}

/// One thing that was found.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// Where it comes from.
    pub layer: Layer,
    /// The file, relative to the memory folder.
    pub path: PathBuf,
    /// The line, from 1.
    pub line: usize,
    /// The day it belongs to: a record's day, an entry's `since`, the end of a past statement.
    pub day: Option<Day>,
    /// The thing itself.
    pub found: Found,
    /// Its score.
    pub score: Score,
    /// False when it is here only because it stands next to a hit.
    pub direct: bool,
    /// What each term of the query gave to its similarity, before scaling.
    pub terms: Vec<(String, f64)>,
    /// Of a record whose statement no longer holds: why, and since when.
    pub past: Option<(Mark, Day)>,
    /// Of an entry: the records that say the same, which are no hits of their own.
    pub records: Vec<RecordId>,
    /// The line of a record's body that fits better than its first one.
    pub inside: Option<String>,
    /// Lines around it, when they were asked for: line number and text.
    pub around: Vec<(usize, String)>,
}

impl Hit {
    /// What identifies it: `2025-03-14#k7q2m9`, `^k3f9`; nothing for a line.
    pub fn id(&self) -> Option<String> {
        match &self.found {
            Found::Record(record) => Some(record.id.to_string()),
            Found::Entry(entry) => entry.id.as_ref().map(ToString::to_string),
            Found::Past { id, .. } => Some(id.to_string()),
            Found::Line(_) => None,
        }
    }

    /// The kind of a record, the section of an entry, `superseded` or `forgotten`, or `text`.
    pub fn kind(&self) -> &str {
        match &self.found {
            Found::Record(record) => &record.kind,
            Found::Entry(entry) => entry.section.key(),
            Found::Past { mark, .. } => mark.word(),
            Found::Line(_) => "text",
        }
    }

    /// The text, on one line, without fields.
    pub fn text(&self) -> &str {
        match &self.found {
            Found::Record(record) => &record.text,
            Found::Entry(entry) => &entry.text,
            Found::Past { text, .. } | Found::Line(text) => text,
        }
    }

    /// The file, relative to the memory folder.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// What a query found, best first.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Ranked {
    /// The hits, best first; equal scores by day (newest first), then place.
    pub hits: Vec<Hit>,
    /// Files that could not be read as text.
    pub problems: Vec<Problem>,
    /// What the user should know: an enhancement that was not at hand, near spellings that were used.
    pub notices: Vec<String>,
}

impl Ranked {
    /// The entries among the hits.
    pub fn entries(&self) -> Vec<EntryId> {
        let entry = |hit: &Hit| match &hit.found {
            Found::Entry(entry) => entry.id.clone(),
            _ => None,
        };
        self.hits.iter().filter_map(entry).collect()
    }
}

/// Makes one hit of an entry and the records that say it in the same words.
pub(super) fn unite(hits: &mut Vec<Hit>) {
    let mut entries: BTreeMap<String, usize> = BTreeMap::new();
    for (i, hit) in hits.iter().enumerate() {
        if let Found::Entry(entry) = &hit.found {
            entries.entry(entry.text.clone()).or_insert(i);
        }
    }
    let mut said: Vec<(usize, RecordId)> = Vec::new();
    let mut at = 0;
    let mut is_said = |hit: &Hit| {
        let Found::Record(record) = &hit.found else { return false };
        let entry = entries.get(&record.text).filter(|_| record.body.is_empty());
        said.extend(entry.map(|entry| (*entry, record.id)));
        entry.is_some()
    };
    let gone: Vec<bool> = hits.iter().map(&mut is_said).collect();
    for (entry, record) in said {
        hits[entry].records.push(record);
    }
    hits.retain(|_| {
        at += 1;
        !gone[at - 1]
    });
}
