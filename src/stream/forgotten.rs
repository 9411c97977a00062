//! What was forgotten and must not come back: `history/forgotten.md`, ids without content.
//!
//! A record's id is a hash of what it says, so re-importing it gives the same id, and it is not
//! written again. The file is small and read by every append; where nothing was ever forgotten it
//! does not exist.

use std::collections::BTreeSet;

use super::RecordId;
use crate::error::Result;
use crate::memory::{Memory, files};

/// What the file begins with.
const HEAD: &str = "# Forgotten\n\nIds of what was erased and must not come back, without any content.\n\n";

/// Ids that must not come back.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Forgotten {
    /// Records.
    pub records: BTreeSet<RecordId>,
    /// Entries, without the `^`.
    pub entries: BTreeSet<String>,
}

impl Forgotten {
    /// Reads the file of a memory; empty where there is none.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    pub fn load(memory: &Memory) -> Result<Self> {
        let bytes = files::read(&memory.history_dir().join("forgotten.md"))?;
        Ok(bytes.map_or_else(Self::default, |bytes| Self::parse(&String::from_utf8_lossy(&bytes))))
    }

    fn parse(text: &str) -> Self {
        let mut forgotten = Self::default();
        for id in text.lines().filter_map(|line| line.trim_end().strip_prefix("- ")) {
            if let Some(entry) = id.strip_prefix('^') {
                forgotten.entries.insert(entry.to_owned());
            } else if let Some(record) = RecordId::parse(id) {
                forgotten.records.insert(record);
            }
        }
        forgotten
    }

    /// Whether nothing was forgotten.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty() && self.entries.is_empty()
    }

    /// Adds to the file what is not in it.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn note(memory: &Memory, more: &Self) -> Result<()> {
        let path = memory.history_dir().join("forgotten.md");
        let known = Self::load(memory)?;
        let records = more.records.difference(&known.records).map(|id| format!("- {id}\n"));
        let entries = more.entries.difference(&known.entries).map(|id| format!("- ^{id}\n"));
        let lines: String = records.chain(entries).collect();
        if lines.is_empty() {
            return Ok(());
        }
        let before = files::read(&path)?.unwrap_or_default();
        let head = match before.last() {
            None => HEAD,
            Some(b'\n') => "",
            Some(_) => "\n",
        };
        files::append(&path, format!("{head}{lines}").as_bytes(), true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_read_and_everything_else_is_passed_over() {
        let forgotten = Forgotten::parse(&format!("{HEAD}- 2025-03-14#k7q2m9\n- ^k3f9\r\n- nonsense\n<<<<<<< x\n"));
        assert_eq!(forgotten.records.iter().map(ToString::to_string).collect::<Vec<_>>(), ["2025-03-14#k7q2m9"]);
        assert_eq!(forgotten.entries.iter().collect::<Vec<_>>(), ["k3f9"]);
    }
}
