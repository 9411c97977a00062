//! An entry: one confirmed thing.

use std::fmt;
use std::ops::Range;

use super::name::Name;
use crate::stream::Fields;

/// The block id of an entry, without the `^`: given by the program, never changed while it lives.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntryId(pub Name);

/// As it is written, `^k3f9`.
impl serde::Serialize for EntryId {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl fmt::Display for EntryId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("^")?;
        f.write_str(&self.0)
    }
}

/// The five sections that the program knows; headings come from the settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Section {
    /// Preferences and constraints.
    Preferences,
    /// Context.
    Context,
    /// Decisions.
    Decisions,
    /// Lessons learned.
    Lessons,
    /// Procedures.
    Procedures,
}

impl Section {
    /// All of them, in the order in which they stand in the file.
    pub const ALL: [Self; 5] = [Self::Preferences, Self::Context, Self::Decisions, Self::Lessons, Self::Procedures];

    /// The key in the settings: `preferences`, `context`, `decisions`, `lessons`, `procedures`.
    pub fn key(self) -> &'static str {
        match self {
            Self::Preferences => "preferences",
            Self::Context => "context",
            Self::Decisions => "decisions",
            Self::Lessons => "lessons",
            Self::Procedures => "procedures",
        }
    }

    /// The heading in the settings.
    pub fn heading(self, settings: &crate::memory::Settings) -> &str {
        let headings = &settings.sediment.sections;
        match self {
            Self::Preferences => &headings.preferences,
            Self::Context => &headings.context,
            Self::Decisions => &headings.decisions,
            Self::Lessons => &headings.lessons,
            Self::Procedures => &headings.procedures,
        }
    }

    /// The section of a settings key.
    pub fn of(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|s| s.key() == key)
    }
}

/// One confirmed thing, as read from the sediment file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its block id; none while a person's item has not been distilled yet.
    pub id: Option<EntryId>,
    /// Its section.
    pub section: Section,
    /// Its text without fields and id, on one line.
    pub text: String,
    /// Continuation lines below the first paragraph, without the indent; empty for most.
    pub body: String,
    /// `topic`, `about`, `since`, `until`, `because`, `conflicts`, `pin`, `origin`.
    pub fields: Fields,
    /// The line of its first line, from 1.
    pub line: usize,
    /// The bytes of its first paragraph: text, fields and id, without marker and line end.
    pub head: Range<usize>,
    /// Its bytes in the file: from the list marker to the end of its last line, line end included.
    pub range: Range<usize>,
}
