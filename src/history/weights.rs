//! What every entry weighs, kept ready: confidence, uses and day, as the last run left them.
//!
//! `inject` needs them to choose when not everything fits, at every start of an agent's session; to
//! fold years of history for that would take longer than everything else it does. The file is a
//! cache, `.alluvium/weights`: its first line names the history files with their sizes and times,
//! and when these are others now the history is folded as if there were no cache.

use std::fmt::Write as _;
use std::path::PathBuf;

use super::file::months;
use super::{EntryState, State};
use crate::error::Result;
use crate::memory::{Memory, files};
use crate::sediment::{EntryId, Section};
use crate::stream::Fields;
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

/// A state that holds the weights alone, when the cache is there and true.
pub fn ready(memory: &Memory) -> Option<State> {
    let text = files::read_text(&path(memory)).ok()??;
    let (first, rest) = text.split_once('\n')?;
    if first != stamp(memory).ok()? {
        return None;
    }
    let mut state = State::default();
    for line in rest.lines() {
        let mut parts = line.split(' ');
        let id = EntryId(parts.next()?.to_owned());
        let confidence = parts.next()?.parse().ok()?;
        let uses = parts.next()?.parse().ok()?;
        let stated = Day::parse(parts.next()?)?;
        let by_hand = parts.next()? == "1";
        let entry = EntryState {
            section: Section::Context,
            text: String::new(),
            fields: Fields::default(),
            confidence,
            uses,
            stated,
            versions: Vec::new(),
            gone: None,
            by_hand,
            denied: false,
            wrong: Vec::new(),
        };
        state.entries.insert(id, entry);
    }
    Some(state)
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
