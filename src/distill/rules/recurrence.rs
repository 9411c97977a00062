//! What only counts when it comes again: anomalies and tasks on several days, claims from the web or a tool.

use std::collections::BTreeSet;

use super::Verdict;
use super::lexicon::ByHash;
use super::matcher::Matcher;
use super::reading::{Reading, fold};
use super::words::Kind;
use crate::distill::Change;
use crate::distill::change::What;
use crate::history::entry::{RECURRED, RECURRING};
use crate::sediment::Section;
use crate::stream::Record;
use crate::time::Day;

/// What was met before, by its words.
#[derive(Debug, Default)]
pub struct Recurrence {
    days: ByHash<u64, BTreeSet<Day>>,
    origins: ByHash<u64, BTreeSet<String>>,
}

/// The words of a text without its numbers and identifiers: two sightings of one thing differ in those.
pub fn gist(r: &Reading) -> u64 {
    r.core.iter().filter(|i| !matches!(r.words[**i].kind, Kind::Number)).fold(3, |h, i| fold(h, r.words[*i].stem))
}

impl Recurrence {
    /// Notes a sighting and counts the days on which there was one, within the days before and on this one.
    pub fn on_days(&mut self, gist: u64, day: Day, window: i64) -> usize {
        let days = self.days.entry(gist).or_default();
        days.insert(day);
        days.range(day.plus(-window)..=day).count()
    }

    /// Notes where a claim came from and counts the sources that made it.
    pub fn sources(&mut self, wording: u64, origin: &str) -> usize {
        let origins = self.origins.entry(wording).or_default();
        origins.insert(origin.to_lowercase());
        origins.len()
    }
}

impl Matcher<'_> {
    /// For how many days before the oldest unread record the matcher wants to be told, by
    /// [`Matcher::recall`], of what was read.
    pub fn window(&self) -> i64 {
        self.rules.lexicon.window
    }

    /// A record that an earlier run read, oldest first, before the unread ones are considered: what recurs counts from there.
    pub fn recall(&mut self, record: &Record) {
        let name = self.rules.kind(&record.kind).map(|(name, _)| name);
        let recurs = matches!(name, Some("Anomaly" | "Task"));
        let origin = record.fields.get("origin");
        if !recurs && origin.is_none() {
            return;
        }
        let reading = self.read(&record.statement());
        if recurs {
            self.met.on_days(gist(&reading), record.day, self.rules.lexicon.window);
        }
        if let Some(origin) = origin {
            self.met.sources(reading.norm, origin);
        }
    }

    /// An anomaly or a task done: on enough days a lesson, a part of the context.
    pub(super) fn recurring(&mut self, record: &Record) -> Option<Verdict> {
        let rules = self.rules;
        let (name, settings) = rules.kind(&record.kind)?;
        let section = match name {
            _ if settings.section.is_some() => return None,
            "Anomaly" => Section::Lessons,
            "Task" if record.fields.get("status").is_none_or(|s| s == "done") => Section::Context,
            _ => return None,
        };
        let reading = self.read(&record.statement());
        let days = self.met.on_days(gist(&reading), record.day, self.rules.lexicon.window);
        let (needed, window) = (self.rules.promote_days, self.rules.lexicon.window);
        let left = |why: String| Some(Verdict { changes: Vec::new(), left_out: Some(why) });
        if let Some(known) = self.index.worded(reading.norm).next() {
            let what = What::Seen { id: known.id.clone(), fuller: None };
            let change =
                Change { what, sources: vec![record.id], day: record.day, why: "it happened again".to_owned() };
            return Some(Verdict { changes: vec![change], left_out: None });
        }
        if days < needed {
            return left(format!("seen on {days} of the {needed} days that make it count"));
        }
        if days > needed {
            return left(format!("was taken in when it was seen on {needed} days"));
        }
        let why = format!("seen on {days} days within {window}");
        let mut fields = record.fields.clone();
        if fields.get("origin").is_none() {
            fields.set("origin", RECURRING);
        }
        let what = What::Add { section, text: record.statement().into_owned(), fields, confidence: RECURRED };
        Some(Verdict { changes: vec![Change { what, sources: vec![record.id], day: record.day, why }], left_out: None })
    }
}
