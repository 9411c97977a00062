//! What every entry weighs, kept ready: confidence, uses and day, as the last run left them.
//!
//! `inject` needs them to choose when not everything fits, at every start of an agent's session; to
//! fold years of history for that would take longer than everything else it does. The file is a
//! cache, `.alluvium/weights`: its first line names the history files with their sizes and times,
//! and when these are others now the history is folded as if there were no cache.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use super::file::months;
use super::{EntryState, State};
use crate::error::Result;
use crate::memory::{Memory, files};
use crate::sediment::EntryId;
use crate::time::Day;

/// Keeps the weights of living entries. A cache that cannot be written is no failure.
pub fn keep<'s>(memory: &Memory, entries: impl IntoIterator<Item = (&'s EntryId, &'s EntryState)>) {
    let Ok(stamp) = stamp(memory) else { return };
    let mut text = stamp + "\n";
    for (id, e) in entries {
        let _ = writeln!(text, "{} {} {} {} {}", id.0, e.confidence, e.uses, e.stated, u8::from(e.by_hand));
    }
    let _ = files::keep_cache(&path(memory), text.as_bytes());
}

/// What an entry weighs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weight {
    /// Confidence without decay, 0…1.
    pub confidence: f64,
    /// Restatements and confirmed uses.
    pub uses: u32,
    /// The newest day on which it was stated or confirmed.
    pub stated: Day,
    /// Whether it never gives way: pinned, or a person's.
    pub pinned: bool,
}

impl From<&EntryState> for Weight {
    fn from(e: &EntryState) -> Self {
        Self { confidence: e.confidence, uses: e.uses, stated: e.stated, pinned: e.is_pinned() }
    }
}

/// Weights by entry.
pub type Weights = BTreeMap<EntryId, Weight>;

/// The weights in a folded history.
pub fn of(state: &State) -> Weights {
    state.entries.iter().map(|(id, entry)| (id.clone(), Weight::from(entry))).collect()
}

/// The weights that were kept, when the cache is there and true.
pub fn ready(memory: &Memory) -> Option<Weights> {
    let text = files::read_text(&path(memory)).ok()??;
    let (first, rest) = text.split_once('\n')?;
    if first != stamp(memory).ok()? {
        return None;
    }
    let weight = |line: &str| {
        let mut parts = line.split(' ');
        let id = EntryId(parts.next()?.to_owned());
        let confidence = parts.next()?.parse().ok()?;
        let uses = parts.next()?.parse().ok()?;
        let stated = Day::parse(parts.next()?)?;
        Some((id, Weight { confidence, uses, stated, pinned: parts.next()? == "1" }))
    };
    rest.lines().map(weight).collect()
}

fn path(memory: &Memory) -> PathBuf {
    memory.cache_dir().join("weights")
}

/// The history files, each with size and time of change: what the weights were counted from.
fn stamp(memory: &Memory) -> Result<String> {
    let mut stamp = "1".to_owned();
    for path in months(memory)? {
        let Ok(found) = std::fs::metadata(&path) else { continue };
        let changed = found.modified().ok().and_then(|t| t.duration_since(std::time::UNIX_EPOCH).ok());
        let _ = write!(stamp, " {}:{}", found.len(), changed.map_or(0, |t| t.as_nanos()));
    }
    Ok(stamp)
}
