//! What the history says of one entry: its values, its statistics, how it left.
//!
//! The board of a running distillation takes the same steps as the folded history, so that what a run
//! believes is what later runs will read.

use super::Event;
use crate::sediment::Section;
use crate::stream::{Fields, RecordId};
use crate::time::Day;

/// One value that an entry had.
#[derive(Debug, Clone, PartialEq)]
pub struct Version {
    /// The text.
    pub text: String,
    /// Valid from: the day of the record that stated it.
    pub from: Day,
    /// Valid until, for past values.
    pub until: Option<Day>,
    /// The records behind it.
    pub sources: Vec<RecordId>,
}

/// What the history says of an entry.
#[derive(Debug, Clone, PartialEq)]
pub struct EntryState {
    /// Its section.
    pub section: Section,
    /// The text last written.
    pub text: String,
    /// The fields last written.
    pub fields: Fields,
    /// Confidence without decay, 0…1.
    pub confidence: f64,
    /// Restatements and confirmed uses.
    pub uses: u32,
    /// The newest day on which it was stated or confirmed.
    pub stated: Day,
    /// All values, oldest first; the last one is the present one unless it left.
    pub versions: Vec<Version>,
    /// Why it left the sediment, if it did (`rejected` by hand, `removed` by the program), and the day.
    pub gone: Option<(Gone, Day)>,
    /// A person wrote or reworded it.
    pub by_hand: bool,
    /// The last judgement on it was *wrong*: stating it again does not raise its confidence.
    pub denied: bool,
    /// Values that were judged wrong or corrected: stated again, they do not come back by that alone.
    pub wrong: Vec<String>,
}

/// How an entry left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Gone {
    /// A person deleted it.
    Rejected,
    /// The program removed it, for the reason given.
    Removed(String),
}

/// Added to the confidence of what is stated again.
pub const SEEN: f64 = 0.05;

/// What a judgement adds to the confidence (design, section 7.2), and whether it counts as a use.
pub fn judgement(how: &str) -> Option<(f64, bool)> {
    match how {
        "confirm" => Some((0.10, true)),
        "deny" => Some((-0.20, false)),
        "used" => Some((0.02, true)),
        "corrected" => Some((-0.10, false)),
        "returned" => Some((0.0, true)),
        _ => None,
    }
}

/// The `origin` of an entry that nobody stated: it was seen on enough days.
pub const RECURRING: &str = "recurring";

/// Its confidence, 0…1: less than that of a statement, and it does not rise by happening again.
pub const RECURRED: f64 = 0.5;

impl EntryState {
    /// Whether nobody stated it: it was seen on enough days.
    pub fn is_recurring(&self) -> bool {
        self.fields.get("origin") == Some(RECURRING)
    }

    /// The state of an entry after an event on it that happened on `day`; `None` before it came
    /// into being, and for events about entries that the history does not know.
    #[must_use]
    pub fn after(before: Option<Self>, event: &Event, day: Day) -> Option<Self> {
        match (before, event) {
            (Some(mut entry), _) => {
                entry.step(event, day);
                Some(entry)
            }
            (None, Event::Added { section, text, fields, confidence, by_hand, .. }) => {
                let mut entry = Self::nothing(*section, event, day);
                entry.add(*section, text, fields, *confidence, *by_hand, event, day);
                Some(entry)
            }
            (None, Event::Restored { section, text, fields, .. }) => {
                let mut entry = Self::nothing(*section, event, day);
                entry.add(*section, text, fields, 0.8, false, event, day);
                Some(entry)
            }
            (None, _) => None,
        }
    }

    /// The same in place, for an entry that has come into being.
    pub fn step(&mut self, event: &Event, day: Day) {
        let said = said(event, day);
        let entry = self;
        match event {
            Event::Added { section, text, fields, confidence, by_hand, .. } => {
                entry.add(*section, text, fields, *confidence, *by_hand, event, day);
            }
            Event::Restored { section, text, fields, .. } => {
                (entry.section, entry.text, entry.fields) = (*section, text.clone(), fields.clone());
                (entry.gone, entry.stated, entry.uses) = (None, entry.stated.max(day), entry.uses + 1);
                match entry.versions.last_mut() {
                    Some(last) if last.text == *text => last.until = None,
                    _ => entry.begin(text, since(fields).unwrap_or(day), &[]),
                }
            }
            Event::Seen { sources, .. } => {
                // That something happens again states nothing: who does a task every week needs no memory of it.
                let stated = !entry.is_recurring();
                if stated && !entry.denied {
                    entry.confidence = within(entry.confidence + SEEN);
                }
                entry.uses += u32::from(stated);
                entry.stated = entry.stated.max(said);
                if let Some(last) = entry.versions.last_mut() {
                    extend(&mut last.sources, sources);
                }
            }
            Event::Updated { text, fields, sources, by_hand: false, .. }
                if since(fields).zip(entry.since()).is_some_and(|(new, old)| new < old) =>
            {
                // Only a merged history says so: elsewhere an older record updated the same entry later.
                let (from, until) = (since(fields).unwrap_or(said), entry.since());
                entry.file(Version { text: text.clone(), from, until, sources: sources.clone() });
            }
            Event::Updated { text, fields, confidence, sources, by_hand, .. } => {
                let reworded = entry.text != *text;
                match confidence {
                    None if !by_hand => {
                        if let Some(last) = entry.versions.last_mut() {
                            last.text.clone_from(text);
                            extend(&mut last.sources, sources);
                        }
                    }
                    _ if !reworded => {}
                    _ => entry.begin(text, if *by_hand { day } else { since(fields).unwrap_or(said) }, sources),
                }
                (entry.text, entry.fields) = (text.clone(), fields.clone());
                // A better wording of what was said is not said on the day of the run.
                if *by_hand || !sources.is_empty() {
                    entry.stated = entry.stated.max(said);
                }
                entry.by_hand |= *by_hand && reworded;
                if let Some(confidence) = confidence {
                    entry.confidence = within(*confidence);
                    entry.denied = false;
                } else if *by_hand && reworded {
                    entry.denied = false;
                }
            }
            Event::Past { text, from, until, sources, .. } => {
                entry.file(Version { text: text.clone(), from: *from, until: *until, sources: sources.clone() });
            }
            Event::Removed { reason, .. } => entry.leave(Gone::Removed(reason.clone()), said, day),
            Event::Rejected { .. } => entry.leave(Gone::Rejected, day, day),
            Event::Moved { section, .. } => entry.section = *section,
            Event::Judged { how, .. } => {
                let (change, use_of_it) = judgement(how).unwrap_or((0.0, false));
                entry.confidence = within(entry.confidence + change);
                entry.uses += u32::from(use_of_it);
                match how.as_str() {
                    "deny" | "corrected" if !entry.wrong.contains(&entry.text) => entry.wrong.push(entry.text.clone()),
                    "confirm" => entry.wrong.retain(|value| *value != entry.text),
                    _ => {}
                }
                match how.as_str() {
                    "confirm" => (entry.denied, entry.stated) = (false, entry.stated.max(said)),
                    "used" => entry.stated = entry.stated.max(said),
                    "deny" => entry.denied = true,
                    _ => {}
                }
            }
            Event::Conflict { newer, .. } => entry.fields.set("conflicts", newer.0.to_string()),
            Event::Settled { .. } => entry.fields.remove("conflicts"),
            Event::Read { .. } | Event::Unread { .. } => {}
            Event::Undone { .. } | Event::Refiled { .. } | Event::Told(_) => {}
        }
    }

    /// An entry before it came into being.
    fn nothing(section: Section, event: &Event, day: Day) -> Self {
        Self {
            section,
            text: String::new(),
            fields: Fields::default(),
            confidence: 0.0,
            uses: 0,
            stated: said(event, day),
            versions: Vec::new(),
            gone: None,
            by_hand: false,
            denied: false,
            wrong: Vec::new(),
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one event")]
    fn add(
        &mut self,
        section: Section,
        text: &str,
        fields: &Fields,
        confidence: f64,
        by_hand: bool,
        event: &Event,
        day: Day,
    ) {
        let said = said(event, day);
        self.begin(text, since(fields).unwrap_or(said), event.sources());
        (self.section, self.text, self.fields) = (section, text.to_owned(), fields.clone());
        self.confidence = within(confidence);
        self.stated = self.stated.max(said);
        self.gone = None;
        self.by_hand |= by_hand;
    }

    /// A new present value; the former one ends where it begins, and it begins no earlier than that one.
    fn begin(&mut self, text: &str, from: Day, sources: &[RecordId]) {
        let from = self.versions.last().map_or(from, |last| from.max(last.from));
        if let Some(last) = self.versions.last_mut() {
            last.until = Some(last.until.map_or(from, |u| u.min(from)));
        }
        self.versions.push(Version { text: text.to_owned(), from, until: None, sources: sources.to_vec() });
    }

    /// Files a past value in its place: it cuts the value before it short, and is itself over when
    /// the next one begins. One that falls into the time of the present value divides it in two.
    fn file(&mut self, mut past: Version) {
        let at = self.versions.iter().rposition(|v| v.from <= past.from).map_or(0, |i| i + 1);
        let next = self.versions.get(at).map(|v| v.from);
        let until = past.until.unwrap_or(past.from).max(past.from);
        let until = next.map_or(until, |next| until.min(next));
        past.until = Some(until);
        let Some(before) = at.checked_sub(1).map(|i| &mut self.versions[i]) else {
            return self.versions.insert(at, past);
        };
        let goes_on = before.until.is_none().then(|| Version { from: until, ..before.clone() });
        before.until = Some(before.until.map_or(past.from, |u| u.min(past.from)));
        self.versions.insert(at, past);
        self.versions.extend(goes_on);
    }

    /// It left the sediment: its present value held until a day.
    pub(super) fn leave(&mut self, how: Gone, until: Day, day: Day) {
        if let Some(last) = self.versions.last_mut() {
            last.until = Some(until.max(last.from));
        }
        self.gone = Some((how, day));
    }

    /// Pinned by a field, or written or reworded by a person: never removed by the program.
    pub fn is_pinned(&self) -> bool {
        self.by_hand || self.fields.pins()
    }

    /// The day since which its present value holds.
    pub fn since(&self) -> Option<Day> {
        since(&self.fields).or_else(|| self.versions.last().map(|v| v.from))
    }

    /// The value that held on a day, if any did.
    pub fn on(&self, day: Day) -> Option<&Version> {
        self.versions.iter().rev().find(|v| v.from <= day && v.until.is_none_or(|u| day < u))
    }
}

/// The newest day of the records behind an event, else the day on which it happened.
fn said(event: &Event, day: Day) -> Day {
    event.sources().iter().map(|r| r.day).max().unwrap_or(day)
}

fn since(fields: &Fields) -> Option<Day> {
    fields.get("since").and_then(Day::parse)
}

fn extend(all: &mut Vec<RecordId>, more: &[RecordId]) {
    for record in more {
        if !all.contains(record) {
            all.push(*record);
        }
    }
}

/// Confidence stays within 0…1.
fn within(confidence: f64) -> f64 {
    // Sums of hundredths are rounded, so that 0.8 + 0.05 + 0.05 is 0.9 and prints so.
    ((confidence * 1e6).round() / 1e6).clamp(0.0, 1.0)
}
