//! What `inject` and `search` need to know of the history, kept ready: what every entry weighs, which
//! records of recent days no longer hold, and when the last distillation was.
//!
//! `inject` runs at every start of an agent's session; to fold years of history for that would take
//! longer than everything else it does. The file is a cache, `.alluvium/weights`: its first line names
//! the history files with their sizes and times, its second the sum of all that follows. When the
//! files are others now, or the sum is wrong, the history is folded as if there were no cache, and
//! the cache is written anew.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::hash::BuildHasherDefault;
use std::path::PathBuf;

use chrono::{DateTime, FixedOffset};

use super::entry::{Gone, Version};
use super::file::months;
use super::{EntryState, History, Run};
use crate::error::Result;
use crate::memory::{Memory, files};
use crate::sediment::EntryId;
use crate::stream::record::Mixed;
use crate::stream::{RecordId, RecordIds};
use crate::time::Day;

/// The cache names records of so many days: those that recent activity and carried to-dos may show.
const RECENT_DAYS: i64 = 31;

/// What the history says of an entry that stands in the sediment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weight {
    /// Confidence without decay, 0…1.
    pub confidence: f64,
    /// Restatements and confirmed uses.
    pub uses: u32,
    /// The newest day on which it was stated or confirmed.
    pub stated: Day,
    /// It never gives way: pinned, or a person's.
    pub pinned: bool,
    /// The last judgement on it was *wrong*.
    pub denied: bool,
    /// A hash of its text.
    text: u64,
}

impl From<&EntryState> for Weight {
    fn from(e: &EntryState) -> Self {
        Self {
            pinned: e.is_pinned(),
            denied: e.denied,
            text: hash(&e.text),
            ..Self::new(e.confidence, e.uses, e.stated)
        }
    }
}

impl Weight {
    /// What an entry weighs that nobody pinned or judged.
    pub fn new(confidence: f64, uses: u32, stated: Day) -> Self {
        Self { confidence, uses, stated, pinned: false, denied: false, text: 0 }
    }

    /// Whether this is the text that the entry had when the history was last written.
    pub fn is_of(&self, text: &str) -> bool {
        self.text == hash(text)
    }
}

/// What the history says of the entries that stand, and of the records behind them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Weights {
    /// The entries that stand in the sediment.
    pub entries: BTreeMap<EntryId, Weight>,
    /// Records that state the present value of an entry.
    pub rests: HashMap<RecordId, EntryId, BuildHasherDefault<Mixed>>,
    /// Records that state only what no longer holds: former values, and entries that were rejected,
    /// withdrawn, merged or expired. What left for want of room was not wrong.
    pub over: RecordIds,
    /// The last distillation.
    pub distilled: Option<DateTime<FixedOffset>>,
}

impl Weights {
    /// What entries weigh, living and gone ones, and the records since `from` behind them.
    pub fn of<'s>(from: Day, entries: impl IntoIterator<Item = (&'s EntryId, &'s EntryState)>) -> Self {
        Self::by(from, entries, |entry| entry.versions.last().filter(|_| !has_left(entry)))
    }

    /// The same by the values that held on a day.
    pub fn on<'s>(day: Day, from: Day, entries: impl IntoIterator<Item = (&'s EntryId, &'s EntryState)>) -> Self {
        Self::by(from, entries, |entry| entry.on(day))
    }

    fn by<'s>(
        from: Day,
        entries: impl IntoIterator<Item = (&'s EntryId, &'s EntryState)>,
        present: impl Fn(&'s EntryState) -> Option<&'s Version>,
    ) -> Self {
        let mut weights = Self::default();
        for (id, entry) in entries {
            if entry.gone.is_none() {
                weights.entries.insert(id.clone(), Weight::from(entry));
            }
            let present = present(entry);
            for version in &entry.versions {
                let sources = version.sources.iter().copied().filter(|record| record.day >= from);
                if present.is_some_and(|present| std::ptr::eq(present, version)) {
                    weights.rests.extend(sources.map(|record| (record, id.clone())));
                } else {
                    weights.over.extend(sources);
                }
            }
        }
        weights.over.retain(|record| !weights.rests.contains_key(record));
        weights
    }

    /// Reads the cache where it is there and true, else folds the history and keeps what comes of it.
    /// Records are known from `from` on at least.
    ///
    /// # Errors
    /// When the history cannot be read.
    pub fn load(memory: &Memory, from: Day, today: Day) -> Result<Self> {
        let stamp = stamp(memory)?;
        if stamp == VERSION {
            return Ok(Self::default());
        }
        if let Some(ready) = ready(memory, &stamp, from) {
            return Ok(ready);
        }
        let history = History::load(memory)?;
        let from = from.min(today.plus(-RECENT_DAYS));
        let weights = Self { distilled: last(&history.runs), ..Self::of(from, &history.state().entries) };
        weights.write(memory, &stamp, from);
        Ok(weights)
    }

    /// Keeps what a run leaves. A cache that cannot be written is no failure.
    pub fn keep<'s>(
        memory: &Memory,
        today: Day,
        distilled: Option<DateTime<FixedOffset>>,
        entries: impl IntoIterator<Item = (&'s EntryId, &'s EntryState)>,
    ) {
        let from = today.plus(-RECENT_DAYS);
        if let Ok(stamp) = stamp(memory) {
            Self { distilled, ..Self::of(from, entries) }.write(memory, &stamp, from);
        }
    }

    fn write(&self, memory: &Memory, stamp: &str, from: Day) {
        let distilled = self.distilled.map_or_else(String::new, |at| at.to_rfc3339());
        let mut text = format!("{from} {distilled}\n");
        for (id, w) in &self.entries {
            let flags = (u8::from(w.pinned), u8::from(w.denied));
            let _ = write!(text, "{} {} {} {} {} {}", id.0, w.confidence, w.uses, w.stated, flags.0, flags.1);
            let _ = writeln!(text, " {:x}", w.text);
        }
        let mut rests: Vec<_> = self.rests.iter().collect();
        rests.sort();
        for (record, id) in rests {
            let _ = writeln!(text, "+ {record} {}", id.0);
        }
        let mut over: Vec<_> = self.over.iter().collect();
        over.sort();
        for record in over {
            let _ = writeln!(text, "- {record}");
        }
        let text = format!("{stamp}\n{:x}\n{text}", hash(&text));
        let _ = files::keep_cache(&path(memory), text.as_bytes());
    }
}

/// The last distillation among some runs.
pub fn last(runs: &[Run]) -> Option<DateTime<FixedOffset>> {
    runs.iter().rev().find(|run| run.verb == "distill").map(|run| run.at)
}

/// Whether an entry left because it does not hold; what left for want of room was not wrong.
fn has_left(entry: &EntryState) -> bool {
    entry.gone.as_ref().is_some_and(|(gone, _)| match gone {
        Gone::Rejected => true,
        Gone::Removed(reason) => !reason.starts_with("over the cap") && !reason.starts_with("stale"),
    })
}

/// The cache, when it is there, true, and knows the records of the days that are wanted.
fn ready(memory: &Memory, stamp: &str, wanted: Day) -> Option<Weights> {
    let text = files::read_text(&path(memory)).ok()??;
    let (first, rest) = text.split_once('\n')?;
    let (sum, rest) = rest.split_once('\n')?;
    if first != stamp || u64::from_str_radix(sum, 16) != Ok(hash(rest)) {
        return None;
    }
    let (head, rest) = rest.split_once('\n')?;
    let (from, distilled) = head.split_once(' ')?;
    if Day::parse(from)? > wanted {
        return None;
    }
    let mut weights = Weights { distilled: DateTime::parse_from_rfc3339(distilled).ok(), ..Weights::default() };
    for line in rest.lines() {
        if let Some(record) = line.strip_prefix("- ") {
            weights.over.insert(RecordId::parse(record)?);
        } else if let Some((record, id)) = line.strip_prefix("+ ").and_then(|line| line.split_once(' ')) {
            weights.rests.insert(RecordId::parse(record)?, EntryId(id.into()));
        } else {
            let mut parts = line.split(' ');
            let id = EntryId(parts.next()?.into());
            let weight = Weight {
                confidence: parts.next()?.parse().ok()?,
                uses: parts.next()?.parse().ok()?,
                stated: Day::parse(parts.next()?)?,
                pinned: parts.next()? == "1",
                denied: parts.next()? == "1",
                text: u64::from_str_radix(parts.next()?, 16).ok()?,
            };
            weights.entries.insert(id, weight);
        }
    }
    Some(weights)
}

fn path(memory: &Memory) -> PathBuf {
    memory.cache_dir().join("weights")
}

/// The form of the cache; alone it is the stamp of a memory without a history.
const VERSION: &str = "3";

/// The history files, each with size and time of change: what the weights were counted from.
fn stamp(memory: &Memory) -> Result<String> {
    let mut stamp = VERSION.to_owned();
    for path in months(memory)? {
        let Ok(found) = std::fs::metadata(&path) else { continue };
        let changed = found.modified().ok().and_then(|t| t.duration_since(std::time::UNIX_EPOCH).ok());
        let _ = write!(stamp, " {}:{}", found.len(), changed.map_or(0, |t| t.as_nanos()));
    }
    Ok(stamp)
}

fn hash(text: &str) -> u64 {
    xxhash_rust::xxh3::xxh3_64(text.as_bytes())
}
