//! Pages: a sheet read properly, once it is known to hold something.

use std::path::PathBuf;

use super::sheets::Sheet;
use super::{Found, Layer, Mark, Query};
use crate::history::{Event, read::read_event, read::read_heading};
use crate::memory::{Settings, files};
use crate::sediment::{self, Section};
use crate::stream::{DayFile, Fields, Kinds, lies_below};
use crate::time::Day;

/// One thing on a page, and the lines that it takes.
#[derive(Debug, Clone)]
pub struct Item {
    /// Its first line, from 1.
    pub line: usize,
    /// Its last line.
    pub last: usize,
    /// The day it belongs to.
    pub day: Option<Day>,
    /// The thing.
    pub found: Found,
}

/// A sheet with what stands on it.
pub struct Page {
    /// Its path, relative to the memory folder.
    pub path: PathBuf,
    /// Its layer.
    pub layer: Layer,
    /// Records or entries, by line. Of the history only those that were asked for.
    pub items: Vec<Item>,
    text: String,
    /// Where the lines begin.
    starts: Vec<u32>,
    /// The headings of the history, with the days that they name.
    headings: Vec<(usize, Option<Day>)>,
}

impl Page {
    /// Reads a sheet again, properly this time. One that is gone since the scan has nothing.
    pub fn read(sheet: &Sheet, shown: PathBuf, settings: &Settings, kinds: &Kinds) -> Self {
        let bytes = files::read(&sheet.path).ok().flatten().unwrap_or_default();
        let items = match (sheet.layer, sheet.day) {
            (Layer::Stream | Layer::Archive, Some(day)) => records(&bytes, day, &shown, kinds),
            _ => Vec::new(),
        };
        let text = String::from_utf8(bytes).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned());
        let starts = starts(&text);
        let mut page = Self { path: shown, layer: sheet.layer, items, text, starts, headings: Vec::new() };
        match page.layer {
            Layer::Sediment => page.items = entries(&page.text, &page.path, settings),
            // A month may hold thousands of events, of which few are asked for.
            Layer::History => page.headings = page.headings(),
            Layer::Stream | Layer::Archive => {}
        }
        page
    }

    /// A line, from 1, without its end.
    fn line(&self, n: usize) -> Option<&str> {
        let start = *self.starts.get(n.checked_sub(1)?)? as usize;
        self.text[start..].lines().next()
    }

    fn headings(&self) -> Vec<(usize, Option<Day>)> {
        let lines = self.starts.iter().enumerate();
        let heads = lines.filter(|(_, start)| self.text[**start as usize..].starts_with("## "));
        let day = |n: usize| read_heading(self.line(n)?.strip_prefix("## ")?).map(|run| run.day());
        heads.map(|(i, _)| (i + 1, day(i + 1))).collect()
    }

    /// The statement of the history on a line, if that is one that no longer holds.
    fn past(&self, line: usize) -> Option<Item> {
        let heading = self.headings.partition_point(|(n, _)| *n <= line).checked_sub(1)?;
        past(self.line(line)?, line, self.headings[heading].1?)
    }

    /// The index of the item that a line belongs to. A line of prose becomes an item of its own;
    /// headings, and lines that stand on the page a second time, are nothing.
    pub fn item_at(&mut self, line: usize) -> Option<usize> {
        let next = self.items.partition_point(|i| i.line <= line);
        if let Some(i) = next.checked_sub(1)
            && line <= self.items[i].last
        {
            return Some(i);
        }
        if self.layer == Layer::History {
            let item = self.past(line)?;
            self.items.insert(next, item);
            return Some(next);
        }
        let text = self.line(line)?.trim();
        let twice = || self.text.lines().take(line - 1).any(|l| l.trim() == text);
        if text.is_empty() || text.starts_with('#') || twice() {
            return None;
        }
        let day = self.items.first().filter(|_| self.layer != Layer::Sediment).and_then(|i| i.day);
        let found = Found::Line(text.to_owned());
        self.items.insert(next, Item { line, last: line, day, found });
        Some(next)
    }

    /// Up to `n` lines before and after an item, blank ones left out.
    pub fn around(&self, item: &Item, n: usize) -> Vec<(usize, String)> {
        let first = item.line.saturating_sub(n).max(1);
        let last = (item.last + n).min(self.starts.len());
        (first..=last)
            .filter(|l| *l < item.line || *l > item.last)
            .filter_map(|l| Some((l, self.line(l)?.to_owned())))
            .filter(|(_, text)| !text.trim().is_empty())
            .collect()
    }
}

fn records(bytes: &[u8], day: Day, shown: &std::path::Path, kinds: &Kinds) -> Vec<Item> {
    let records = DayFile::read(bytes, day, shown, kinds).records.into_iter();
    records
        .map(|record| {
            let lines = memchr::memchr_iter(b'\n', &bytes[record.source.range.clone()]).count().max(1);
            let line = record.source.line;
            Item { line, last: line + lines - 1, day: Some(record.day), found: Found::Record(record) }
        })
        .collect()
}

fn entries(text: &str, shown: &std::path::Path, settings: &Settings) -> Vec<Item> {
    let entries = sediment::read(text, shown, settings).entries.into_iter();
    entries
        .map(|entry| {
            let lines = text[entry.range.clone()].lines().count().max(1);
            let day = entry.fields.get("since").and_then(Day::parse);
            Item { line: entry.line, last: entry.line + lines - 1, day, found: Found::Entry(entry) }
        })
        .collect()
}

/// Where the lines of a text begin, as `str::lines` tells them apart.
fn starts(text: &str) -> Vec<u32> {
    let mut starts = vec![0];
    starts.extend(memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at as u32 + 1));
    starts.pop_if(|last| *last as usize == text.len());
    starts
}

/// The statement that an event of a day's run took away.
fn past(text: &str, line: usize, day: Day) -> Option<Item> {
    let superseded = |reason: &str| {
        let no_longer = ["superseded", "withdrawn", "ended"].iter().any(|why| reason.starts_with(why));
        if no_longer { Mark::Superseded } else { Mark::Forgotten }
    };
    let (id, text, mark, until) = match read_event(text.strip_prefix("- ")?)? {
        // A fuller wording of the same value, which brings no confidence of its own, supersedes nothing.
        Event::Updated { confidence: None, by_hand: false, .. } => return None,
        Event::Updated { id, was, text, .. } if was != text => (id, was, Mark::Superseded, day),
        Event::Past { id, text, until, .. } => (id, text, Mark::Superseded, until.unwrap_or(day)),
        Event::Removed { id, text, reason, .. } => (id, text, superseded(&reason), day),
        Event::Rejected { id, text } => (id, text, Mark::Rejected, day),
        _ => return None,
    };
    Some(Item { line, last: line, day: Some(until), found: Found::Past { id, text, mark, until } })
}

/// Whether an item is of the kinds, objects, topics and days that a query asks for.
pub fn passes(item: &Item, query: &Query, kinds: &Kinds, settings: &Settings) -> bool {
    let none = Fields::default();
    let fields = match &item.found {
        Found::Record(record) => &record.fields,
        Found::Entry(entry) => &entry.fields,
        Found::Past { .. } | Found::Line(_) => &none,
    };
    // A judgement repeats the entry that it is about, which is a hit itself.
    if query.kinds.is_empty() && matches!(&item.found, Found::Record(record) if record.kind == "Feedback") {
        return false;
    }
    let any_day = query.days.from.is_none() && query.days.to.is_none();
    (any_day || item.day.is_some_and(|d| query.days.contains(d)))
        && (query.kinds.is_empty() || query.kinds.iter().any(|kind| is_kind(&item.found, kind, kinds, settings)))
        && (query.about.is_empty() || query.about.iter().any(|object| is_about(fields, object)))
        && (query.topics.is_empty() || fields.get("topic").is_some_and(|t| query.topics.iter().any(|q| below(t, q))))
}

fn is_kind(found: &Found, wanted: &str, kinds: &Kinds, settings: &Settings) -> bool {
    let name = kinds.name(wanted);
    match found {
        Found::Record(record) => record.kind.to_lowercase() == name.to_lowercase(),
        Found::Entry(entry) => {
            let section = settings.kinds.get(name).and_then(|k| k.section.as_deref()).and_then(Section::of);
            entry.section.key() == wanted.to_lowercase() || section == Some(entry.section)
        }
        Found::Past { mark, .. } => mark.word() == wanted.to_lowercase(),
        Found::Line(_) => wanted == "text",
    }
}

/// Whether fields concern an object: `about` names it, or the topic begins with it.
pub fn is_about(fields: &Fields, object: &str) -> bool {
    fields.all("about").chain(fields.get("topic")).any(|value| below(value, object))
}

/// Whether a slash path is another one or lies below it; case does not matter.
pub fn below(path: &str, above: &str) -> bool {
    lies_below(&path.to_lowercase(), &above.trim_end_matches('/').to_lowercase())
}
