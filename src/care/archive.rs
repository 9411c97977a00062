//! `archive`: cold storage. Whole days, records of a kind, or the originals of repeated routine lines.
//!
//! Only what was distilled goes, and only from days that are over; what `inject` still carries stays. The archive is written before the
//! stream shrinks, so that a crash between the two leaves a record in both; it is recognised by its id
//! and the same command, or `--restore`, brings it back to one. A whole day keeps its bytes both ways.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

use chrono::NaiveTime;
use serde::Serialize;

use super::forget::without;
use crate::error::Result;
use crate::git::merge::day::merge;
use crate::history::{Event, History, Run};
use crate::inject::recent;
use crate::memory::lock::{DistillLock, StreamLock};
use crate::memory::{Memory, files};
use crate::stream::place::join;
use crate::stream::{Kinds, Record, RecordId, Scan, read_days, read_whole};
use crate::time::{Day, Days, Now};

/// What to move.
#[derive(Debug, Clone, Default)]
pub struct What {
    /// Days before this one; all that are over when none is given.
    pub before: Option<Day>,
    /// Only records of these kinds; whole days when there are none.
    pub kinds: Vec<String>,
    /// Only repeated routine records, which leave one counted line.
    pub routine: bool,
}

/// What was moved, or would be.
#[derive(Debug, Default, Serialize)]
pub struct Moved {
    /// Days that were touched.
    pub days: Vec<String>,
    /// Records that went to the archive or came back.
    pub records: usize,
    /// Counted lines that stand for several records now.
    pub merged: usize,
    /// Days that stay, since records in them are not distilled yet.
    pub waiting: Vec<String>,
    /// Days that stay, since there are to-dos in them that `inject` still carries.
    pub open: Vec<String>,
}

/// What `inject` still needs, as far back as it carries to-dos.
#[derive(Debug, Default)]
struct Carried {
    /// To-dos that are open.
    open: HashSet<RecordId>,
    /// Records that close or replace others.
    closing: HashSet<RecordId>,
}

impl Carried {
    fn of(memory: &Memory, now: &Now) -> Result<Self> {
        let days = Days { from: Some(now.day.plus(-memory.settings.inject.todo_days)), to: None };
        let records = read_days(memory, days)?.records;
        let closed = recent::closed(&records);
        let gone: HashSet<usize> = closed.iter().map(|closed| closed.at).collect();
        let open = records.iter().enumerate().filter(|(at, r)| recent::is_open(r) && !gone.contains(at));
        Ok(Self {
            open: open.map(|(_, record)| record.id).collect(),
            closing: closed.iter().map(|closed| records[closed.by].id).collect(),
        })
    }
}

/// Moves what is meant to the archive. With `dry_run` nothing is written.
///
/// # Errors
///
/// When a file cannot be read or written. The days before it are done, the others as they were.
pub fn archive(
    memory: &Memory,
    now: &Now,
    what: &What,
    dry_run: bool,
    locks: (&DistillLock, &StreamLock),
) -> Result<Moved> {
    let history = History::load(memory)?;
    let read = history.state().read;
    let kinds = Kinds::of(&memory.settings);
    let wanted: HashSet<String> = what.kinds.iter().map(|k| kinds.name(k).to_lowercase()).collect();
    let carried = Carried::of(memory, now)?;
    let mut moved = Moved::default();
    let mut lines: Vec<RecordId> = Vec::new();
    let until = what.before.unwrap_or(now.day).min(now.day);
    for (day, path) in memory.stream_files()?.days.into_iter().filter(|(day, _)| *day < until) {
        let Some(bytes) = read_whole(&path)? else { continue };
        let shown = Arc::new(memory.shown(&path).to_path_buf());
        let found: Vec<Found> = Scan::new(&bytes, day, &kinds)
            .map(|raw| Found { record: raw.record(&shown, &kinds), bytes: bytes[raw.range.clone()].to_vec() })
            .collect();
        let whole = wanted.is_empty() && !what.routine;
        if whole && found.iter().any(|f| carried.open.contains(&f.record.id)) {
            moved.open.push(day.to_string());
            continue;
        }
        if whole && found.iter().any(|f| !read.contains(&f.record.id)) {
            moved.waiting.push(day.to_string());
            continue;
        }
        let (goes, after) = if whole {
            (found.iter().collect(), None)
        } else {
            let known = |f: &&Found| read.contains(&f.record.id) && f.record.day == day;
            let of_kind = |f: &&Found| wanted.is_empty() || wanted.contains(&f.record.kind.to_lowercase());
            let free = |f: &&Found| ![&carried.open, &carried.closing].iter().any(|ids| ids.contains(&f.record.id));
            let candidates: Vec<&Found> = found.iter().filter(known).filter(of_kind).filter(free).collect();
            if what.routine {
                routine(&bytes, day, candidates, memory, &kinds)
            } else {
                let ids: BTreeSet<RecordId> = candidates.iter().map(|f| f.record.id).collect();
                let rest = without(&bytes, day, &kinds, &|id| ids.contains(&id));
                (candidates, Some(rest))
            }
        };
        if goes.is_empty() && !whole {
            continue;
        }
        moved.days.push(day.to_string());
        moved.records += goes.len();
        let before: HashSet<RecordId> = found.iter().map(|f| f.record.id).collect();
        let new = after.as_deref().map(|after| {
            Scan::new(after, day, &kinds).map(|r| r.id).filter(|id| !before.contains(id)).collect::<Vec<_>>()
        });
        let new = new.unwrap_or_default();
        moved.merged += new.len();
        lines.extend(&new);
        if dry_run {
            continue;
        }
        let cold = memory.archive_file(day);
        let there = files::read(&cold)?.unwrap_or_default();
        let incoming = if whole { bytes.clone() } else { sheet(&bytes, day, &goes) };
        let together = if there.is_empty() { incoming } else { joined(&there, &incoming, day, memory, &kinds) };
        files::replace(&cold, &together)?;
        note_read(memory, now, &new, locks.0)?;
        match after {
            None => files::remove(&path)?,
            Some(after) => drop(files::replace(&path, &after)?),
        }
    }
    Ok(moved)
}

/// The days whose archive holds one of these records.
///
/// # Errors
///
/// When the archive cannot be read.
pub fn days_holding(memory: &Memory, records: &HashSet<RecordId>) -> Result<Vec<Day>> {
    let (kinds, mut days) = (Kinds::of(&memory.settings), Vec::new());
    for (day, path) in memory.archive_files()?.days {
        // Headings may give a file's records other days than its name: all of it is looked at.
        let bytes = files::read(&path)?.unwrap_or_default();
        if Scan::new(&bytes, day, &kinds).any(|raw| records.contains(&raw.id)) {
            days.push(day);
        }
    }
    Ok(days)
}

/// Brings archived days back: the stream is written before the archive shrinks.
///
/// # Errors
///
/// As [`archive`].
pub fn restore(memory: &Memory, days: Days, dry_run: bool, _locks: (&DistillLock, &StreamLock)) -> Result<Moved> {
    let kinds = Kinds::of(&memory.settings);
    let mut moved = Moved::default();
    for (day, cold) in memory.archive_files()?.days.into_iter().filter(|(day, _)| days.contains(*day)) {
        let Some(bytes) = files::read(&cold)? else { continue };
        moved.days.push(day.to_string());
        moved.records += Scan::new(&bytes, day, &kinds).count();
        if dry_run {
            continue;
        }
        let path = memory.stream_file(day);
        let there = read_whole(&path)?.unwrap_or_default();
        // The counted lines stand for what comes back now.
        let shown = Arc::new(PathBuf::new());
        let found: Vec<Found> = Scan::new(&bytes, day, &kinds)
            .map(|raw| Found { record: raw.record(&shown, &kinds), bytes: bytes[raw.range.clone()].to_vec() })
            .collect();
        let counted: BTreeSet<RecordId> = groups(found.iter().collect(), memory)
            .iter()
            .filter_map(|group| Scan::new(&line(group), day, &kinds).next().map(|raw| raw.id))
            .collect();
        let rest = without(&there, day, &kinds, &|id| counted.contains(&id));
        let together = if rest.is_empty() { bytes } else { joined(&rest, &bytes, day, memory, &kinds) };
        files::replace(&path, &together)?;
        files::remove(&cold)?;
    }
    Ok(moved)
}

/// Both files in one, each record in its place by time; where both hold more than records, as a merge.
fn joined(a: &[u8], b: &[u8], day: Day, memory: &Memory, kinds: &Kinds) -> Vec<u8> {
    let starts = NaiveTime::parse_from_str(&memory.settings.day_starts, "%H:%M").unwrap_or(NaiveTime::MIN);
    join(a, b, day, starts, kinds).unwrap_or_else(|| merge(b"", a, b, day, &memory.settings))
}

/// A record with its bytes.
struct Found {
    record: Record,
    bytes: Vec<u8>,
}

/// Repeated routine records, and the day with one counted line in the place of the first of each.
fn routine<'f>(
    bytes: &[u8],
    day: Day,
    all: Vec<&'f Found>,
    memory: &Memory,
    kinds: &Kinds,
) -> (Vec<&'f Found>, Option<Vec<u8>>) {
    let groups = groups(all, memory);
    let first: BTreeMap<RecordId, Vec<u8>> = groups.iter().map(|g| (g[0].record.id, line(g))).collect();
    let later: BTreeSet<RecordId> = groups.iter().flat_map(|g| &g[1..]).map(|f| f.record.id).collect();
    let rest = without(bytes, day, kinds, &|id| later.contains(&id));
    let mut after = Vec::with_capacity(rest.len());
    let mut at = 0;
    for raw in Scan::new(&rest, day, kinds) {
        if let Some(line) = first.get(&raw.id) {
            after.extend_from_slice(&rest[at..raw.range.start]);
            after.extend_from_slice(line);
            at = raw.range.end;
        }
    }
    after.extend_from_slice(&rest[at..]);
    (groups.into_iter().flatten().collect(), Some(after))
}

/// Routine records that say the same, two or more, each group in the order of the file.
fn groups<'f>(all: Vec<&'f Found>, memory: &Memory) -> Vec<Vec<&'f Found>> {
    let is_routine = |f: &&Found| {
        let kind = memory.settings.kinds.get(&f.record.kind);
        kind.is_some_and(|k| k.routine) && f.record.body.is_empty() && f.record.time.is_some()
    };
    let mut groups: BTreeMap<(String, String, String), Vec<&Found>> = BTreeMap::new();
    for found in all.into_iter().filter(is_routine) {
        let record = &found.record;
        let key = (record.kind.clone(), record.text.clone(), format!("{:?}", record.fields.0));
        groups.entry(key).or_default().push(found);
    }
    groups.into_values().filter(|group| group.len() > 1).collect()
}

/// The line that stands for a group: the first record with a count and the time of the last.
fn line(group: &[&Found]) -> Vec<u8> {
    let text = String::from_utf8_lossy(&group[0].bytes);
    let (item, end) = text.split_at(text.trim_end_matches(['\r', '\n']).len());
    let last = group.last().and_then(|f| f.record.time).map(|t| t.format("%H:%M").to_string()).unwrap_or_default();
    let count = format!(" ({} times, until {last})", group.len());
    // Fields end a record, so the count goes before them.
    let said = &group[0].record.text;
    let at = item.find(said.as_str()).map_or(item.len(), |at| at + said.len());
    format!("{}{count}{}{}", &item[..at], &item[at..], if end.is_empty() { "\n" } else { end }).into_bytes()
}

/// A day file of some records: the heading of their day, then their bytes.
fn sheet(bytes: &[u8], day: Day, records: &[&Found]) -> Vec<u8> {
    let heading = format!("## {day}");
    let own = bytes.split_inclusive(|b| *b == b'\n').find(|line| line.starts_with(heading.as_bytes()));
    let mut out = own.map_or_else(|| format!("{heading}\n").into_bytes(), <[u8]>::to_vec);
    out.extend_from_slice(if out.ends_with(b"\r\n") { b"\r\n" } else { b"\n" });
    for found in records {
        out.extend_from_slice(&found.bytes);
        if !out.ends_with(b"\n") {
            out.push(b'\n');
        }
    }
    out
}

/// What the counted lines say was distilled before.
fn note_read(memory: &Memory, now: &Now, new: &[RecordId], lock: &DistillLock) -> Result<()> {
    let Some(first) = new.first() else { return Ok(()) };
    let event = Event::Read { day: first.day, hashes: new.iter().map(|id| id.hash).collect() };
    let mut run = Run::new(now.utc.with_timezone(&now.offset), "archive", "routine", vec![event]);
    History::load(memory)?.append(memory, lock, &mut run)
}

/// `180d`, `26w` or a number of days.
pub fn parse_age(text: &str) -> Option<i64> {
    let (number, days) = match text.strip_suffix(['d', 'w']) {
        Some(number) if text.ends_with('w') => (number, 7),
        Some(number) => (number, 1),
        None => (text, 1),
    };
    number.parse::<i64>().ok().filter(|n| (0..=100_000).contains(n)).map(|n| n * days)
}
