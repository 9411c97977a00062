//! What a record claims, ready for matching.

use std::rc::Rc;

use super::known::Known;
use super::phrasing::Said;
use super::reading::Reading;
use crate::distill::Change;
use crate::distill::change::What;
use crate::sediment::Section;
use crate::stream::{Fields, Record};
use crate::time::Day;

/// A record that may say something new: its text read, and where it belongs.
pub struct Claim<'a> {
    /// The record.
    pub record: &'a Record,
    /// Where it goes as a new entry.
    pub section: Section,
    /// Whether it corrects something.
    pub correction: bool,
    /// Its topic, lower-case.
    pub topic: Option<String>,
    /// Its text, read.
    pub reading: Rc<Reading>,
    /// Objects it names, in text and fields.
    pub objects: Vec<u32>,
    /// Those that its fields name and its text does not.
    pub about: Vec<u32>,
    /// Its fields.
    pub fields: Fields,
    /// What it says, cut into phrasing, things and value.
    pub said: Rc<[Said]>,
    /// The things of which it speaks, as the memory has shown, hashed.
    pub things: Vec<u64>,
}

impl Claim<'_> {
    /// Its day.
    pub fn day(&self) -> Day {
        self.record.day
    }

    /// Whether it names the entry or record that it concerns.
    pub fn names_entry(&self) -> bool {
        ["replaces", "ends", "ref"].iter().any(|key| self.fields.get(key).is_some())
    }

    /// The first confidence of what it says, 0…1.
    pub fn confidence(&self) -> f64 {
        if self.correction { 0.9 } else { 0.8 }
    }

    /// A change that rests on it.
    pub fn change(&self, what: What, why: impl Into<String>) -> Change {
        Change { what, sources: vec![self.record.id], day: self.day(), why: why.into() }
    }

    /// It becomes a new entry.
    pub fn add(&self, why: impl Into<String>) -> Change {
        let what = What::Add {
            section: self.section,
            text: self.reading.text.clone(),
            fields: self.fields.clone(),
            confidence: self.confidence(),
        };
        self.change(what, why)
    }

    /// It says what an entry says.
    pub fn seen(&self, entry: &Known, why: impl Into<String>) -> Change {
        self.change(What::Seen { id: entry.id.clone(), fuller: None }, why)
    }

    /// The entry no longer holds.
    pub fn remove(&self, entry: &Known, why: String, reason: &str) -> Change {
        let reason = format!("{reason} by {}", self.record.id);
        self.change(What::Remove { id: entry.id.clone(), reason }, why)
    }

    /// The entry's new value; a past one when the entry was stated since.
    pub fn update(&self, entry: &Known, text: &str, why: impl Into<String>) -> Change {
        if self.day() < entry.stated {
            let what = What::Past { id: entry.id.clone(), text: self.reading.text.clone() };
            return self.change(
                what,
                format!("{}; older than {}, when {} was last stated", why.into(), entry.stated, entry.id),
            );
        }
        let what = What::Update {
            id: entry.id.clone(),
            text: text.to_owned(),
            fields: self.fields.clone(),
            confidence: self.confidence(),
        };
        self.change(what, why)
    }
}
