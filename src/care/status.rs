//! `status`: how big everything is, how full the sediment, what waits, what ran last.

use serde::Serialize;

use super::metrics::Metrics;
use crate::distill::prune::Fill;
use crate::error::Result;
use crate::history::{Event, History, Run};
use crate::memory::{Memory, files};
use crate::sediment;
use crate::stream::{Kinds, Scan, read_whole};
use crate::time::{Day, Now};

/// Days over which the growth of the sediment is measured.
const WINDOW: i64 = 30;

/// Days of history without which there is no forecast.
const LEAST: i64 = 7;

/// How a memory is doing.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Status {
    /// The folder.
    pub memory: String,
    /// The space, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub space: Option<String>,
    /// The day files.
    pub stream: Size,
    /// How full the sediment is.
    pub sediment: Fill,
    /// The fuller of its two caps, in per cent.
    pub full: usize,
    /// Days until the cap at the growth of the last 30 days; none when it does not grow.
    pub days_to_cap: Option<i64>,
    /// The history.
    pub history: Size,
    /// Records in cold storage.
    pub archive: Size,
    /// Summaries of conversations.
    pub sessions: Size,
    /// Records that no distillation has read, up to today.
    pub unread: usize,
    /// The oldest day with such a record.
    pub oldest_unread: Option<String>,
    /// The last distillation.
    pub last_run: Option<LastRun>,
    /// Days that could not be read, so that their records are not counted.
    pub unreadable: usize,
}

/// Files and bytes, and the records in them where they hold any.
#[derive(Debug, Default, Serialize)]
pub struct Size {
    /// How many files.
    pub files: usize,
    /// Their bytes.
    pub bytes: u64,
    /// Records in them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub records: Option<usize>,
}

/// A distillation, as its heading in the history tells.
#[derive(Debug, Serialize)]
pub struct LastRun {
    /// When, RFC 3339.
    pub at: String,
    /// What it was made by: `rules`, or provider and model.
    pub engine: String,
    /// Records that it read.
    pub records: usize,
    /// Changes that it made.
    pub changes: usize,
    #[serde(skip)]
    epoch: i64,
}

impl Status {
    /// Looks at everything; changes nothing.
    ///
    /// # Errors
    ///
    /// When a folder cannot be listed, or history or sediment not be read.
    pub fn of(memory: &Memory, now: &Now) -> Result<Self> {
        let kinds = Kinds::of(&memory.settings);
        let history = History::load(memory)?;
        let read = history.state().read;
        let mut status = Self {
            memory: memory.root.display().to_string(),
            space: memory.space.clone(),
            stream: Size { records: Some(0), ..Size::default() },
            sediment: Fill::default(),
            full: 0,
            days_to_cap: None,
            history: size_of(&memory.history_dir(), 0)?,
            archive: size_of(&memory.root.join("archive"), 1)?,
            sessions: size_of(&memory.sessions_dir(), 0)?,
            unread: 0,
            oldest_unread: None,
            last_run: history.runs.iter().rev().find(|run| run.verb == "distill").map(LastRun::of),
            unreadable: 0,
        };
        for (day, path) in memory.stream_files()?.days {
            let Ok(Some(bytes)) = read_whole(&path) else {
                status.unreadable += 1;
                continue;
            };
            status.stream.files += 1;
            status.stream.bytes += bytes.len() as u64;
            for raw in Scan::new(&bytes, day, &kinds) {
                status.stream.records = status.stream.records.map(|n| n + 1);
                if !read.contains(&raw.id) && raw.id.day <= now.day {
                    status.unread += 1;
                    let day = raw.id.day.to_string();
                    status.oldest_unread = status.oldest_unread.take().filter(|old| *old <= day).or(Some(day));
                }
            }
        }
        let bytes = files::read(&memory.sediment_file())?.unwrap_or_default();
        let (text, _) = sediment::read::decode(&bytes);
        let entries = sediment::read(&text, &memory.sediment_file(), &memory.settings).entries.len();
        let fill = Fill::of(entries, &text, &memory.settings);
        status.sediment = fill;
        let share = |n: usize, max: usize| n * 100 / max.max(1);
        status.full = share(fill.entries, fill.max_entries).max(share(fill.tokens, fill.max_tokens));
        status.days_to_cap = forecast(&history.runs, &fill, now.day);
        Ok(status)
    }

    /// What is beyond the limits, a sentence each.
    pub fn findings(&self, max_unread: Option<usize>, max_cap: usize) -> Vec<String> {
        let mut findings = Vec::new();
        if let Some(max) = max_unread.filter(|max| self.unread > *max) {
            findings.push(format!("unread records: {}, more than {max}", self.unread));
        }
        if self.full > max_cap {
            findings.push(format!("the sediment is full to {} %, more than {max_cap} %", self.full));
        }
        if self.unreadable > 0 {
            findings.push(format!("{} day files cannot be read; `alluvium doctor` names them", self.unreadable));
        }
        findings
    }

    /// For people: one line each.
    pub fn lines(&self) -> Vec<String> {
        let space = self.space.as_ref().map(|s| format!(" (space {s})")).unwrap_or_default();
        let fill = &self.sediment;
        let forecast = match self.days_to_cap {
            Some(0) => ", at its cap".to_owned(),
            Some(days) => format!(", full in about {days} {}", plural(days, "day")),
            None => String::new(),
        };
        let mut lines = vec![
            format!("memory    {}{space}", self.memory),
            format!("stream    {}", self.stream),
            format!(
                "sediment  {} of {} entries, {} of {} tokens ({} %{forecast})",
                fill.entries, fill.max_entries, fill.tokens, fill.max_tokens, self.full
            ),
            format!("history   {}", self.history),
        ];
        lines.extend((self.archive.files > 0).then(|| format!("archive   {}", self.archive)));
        lines.extend((self.sessions.files > 0).then(|| format!("sessions  {}", self.sessions)));
        lines.push(match &self.oldest_unread {
            Some(day) => {
                format!("unread    {} {}, the oldest of {day}", self.unread, plural(self.unread as i64, "record"))
            }
            None => "unread    nothing".to_owned(),
        });
        lines.push(match &self.last_run {
            Some(run) => format!(
                "last run  {} by {}: {} {} read, {} {}",
                run.at,
                run.engine,
                run.records,
                plural(run.records as i64, "record"),
                run.changes,
                plural(run.changes as i64, "change")
            ),
            None => "last run  none".to_owned(),
        });
        lines
    }

    /// For the textfile collector of a Prometheus node exporter.
    pub fn metrics(&self) -> String {
        let mut m = Metrics::of(self.space.as_deref());
        let layers = [
            ("stream", &self.stream),
            ("history", &self.history),
            ("archive", &self.archive),
            ("sessions", &self.sessions),
        ];
        m.gauge("files", "Files of a layer.", layers.iter().map(|(l, s)| (Some(("layer", *l)), s.files as f64)));
        m.gauge("bytes", "Bytes of a layer.", layers.iter().map(|(l, s)| (Some(("layer", *l)), s.bytes as f64)));
        m.one("stream_records", "Records in the stream.", self.stream.records.unwrap_or(0) as f64);
        m.one("unread_records", "Records that no distillation has read.", self.unread as f64);
        m.one("sediment_entries", "Entries of the sediment.", self.sediment.entries as f64);
        m.one("sediment_entries_max", "The most entries.", self.sediment.max_entries as f64);
        m.one("sediment_tokens", "Tokens of the sediment.", self.sediment.tokens as f64);
        m.one("sediment_tokens_max", "The most tokens.", self.sediment.max_tokens as f64);
        if let Some(days) = self.days_to_cap {
            m.one("sediment_days_to_cap", "Days until the cap at the growth of the last 30 days.", days as f64);
        }
        m.one("unreadable_days", "Day files that cannot be read.", self.unreadable as f64);
        if let Some(run) = &self.last_run {
            m.one("last_distill_timestamp_seconds", "When the last distillation ran.", run.epoch as f64);
        }
        m.text
    }
}

impl LastRun {
    fn of(run: &Run) -> Self {
        let read = run.events.iter().map(|e| if let Event::Read { hashes, .. } = e { hashes.len() } else { 0 });
        Self {
            at: run.at.format("%Y-%m-%dT%H:%M:%S%:z").to_string(),
            engine: if run.detail.is_empty() { "rules".to_owned() } else { run.detail.clone() },
            records: read.sum(),
            changes: run.events.iter().filter(|e| e.entry().is_some()).count(),
            epoch: run.at.timestamp(),
        }
    }
}

/// `3 files, 12 records, 4.1 kB`.
impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}, ", self.files, plural(self.files as i64, "file"))?;
        if let Some(n) = self.records {
            write!(f, "{n} {}, ", plural(n as i64, "record"))?;
        }
        match self.bytes {
            b if b < 1000 => write!(f, "{b} bytes"),
            b if b < 1_000_000 => write!(f, "{:.1} kB", b as f64 / 1e3),
            b => write!(f, "{:.1} MB", b as f64 / 1e6),
        }
    }
}

/// `record` or `records`.
pub fn plural(n: i64, word: &str) -> String {
    if n == 1 { word.to_owned() } else { format!("{word}s") }
}

/// The Markdown files of a folder and of so many levels of folders in it.
fn size_of(folder: &std::path::Path, levels: usize) -> Result<Size> {
    let mut size = Size::default();
    for name in files::list(folder)? {
        let path = folder.join(&name);
        let Ok(found) = std::fs::metadata(&path) else { continue };
        if found.is_dir() && levels > 0 {
            let below = size_of(&path, levels - 1)?;
            size.files += below.files;
            size.bytes += below.bytes;
        } else if found.is_file() && name.as_encoded_bytes().ends_with(b".md") {
            size.files += 1;
            size.bytes += found.len();
        }
    }
    Ok(size)
}

/// Days until one of the caps, at the growth of the last [`WINDOW`] days (or since the first run,
/// where that is later): room in entries over new entries a day. Room in tokens is counted in
/// entries of the present average size.
fn forecast(runs: &[Run], fill: &Fill, today: Day) -> Option<i64> {
    let first = runs.first()?.day();
    let days = (today.since(first) + 1).clamp(1, WINDOW);
    // The first days of a memory, in which everything is new, say nothing of what follows.
    if days < LEAST {
        return None;
    }
    let recent = runs.iter().filter(|run| today.since(run.day()) < days).flat_map(|run| &run.events);
    let grown: i64 = recent
        .map(|event| match event {
            Event::Added { .. } | Event::Restored { .. } => 1,
            Event::Removed { .. } | Event::Rejected { .. } => -1,
            _ => 0,
        })
        .sum();
    if grown <= 0 || fill.entries == 0 {
        return None;
    }
    let by_entries = fill.max_entries.saturating_sub(fill.entries) as f64;
    let each = (fill.tokens as f64 / fill.entries as f64).max(1.0);
    let by_tokens = fill.max_tokens.saturating_sub(fill.tokens) as f64 / each;
    Some((by_entries.min(by_tokens) * days as f64 / grown as f64) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sediment::{EntryId, Section};
    use crate::stream::Fields;

    fn run(day: &str, added: usize) -> Run {
        let at = chrono::DateTime::parse_from_rfc3339(&format!("{day}T23:00:00+01:00")).unwrap();
        let event = Event::Added {
            id: EntryId("aaaa".into()),
            section: Section::Context,
            text: "x".into(),
            fields: Fields::default(),
            confidence: 0.8,
            sources: Vec::new(),
            by_hand: false,
            why: String::new(),
        };
        Run::new(at, "distill", "rules", vec![event; added])
    }

    #[test]
    fn the_forecast_is_room_over_growth() {
        let today = Day::parse("2025-03-14").unwrap();
        let fill = Fill { entries: 100, max_entries: 300, tokens: 1000, max_tokens: 6000 };
        // Two entries a day and room for two hundred.
        assert_eq!(forecast(&[run("2025-03-05", 10), run("2025-03-14", 10)], &fill, today), Some(100));
        // Tokens are scarcer: room for fifty entries of ten tokens.
        let tight = Fill { tokens: 1000, max_tokens: 1500, ..fill };
        assert_eq!(forecast(&[run("2025-03-05", 10), run("2025-03-14", 10)], &tight, today), Some(25));
        // What came before the window is no growth any more.
        assert_eq!(forecast(&[run("2024-03-05", 10)], &fill, today), None);
        assert_eq!(forecast(&[], &fill, today), None);
        // A memory of some days has no growth that can be told.
        assert_eq!(forecast(&[run("2025-03-10", 10)], &fill, today), None);
        assert!(forecast(&[run("2025-03-08", 10)], &fill, today).is_some());
    }
}
