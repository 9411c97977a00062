//! Which entry a record concerns, and what follows.

use super::gate::{self, Stance};
use super::index::{Index, Known};
use super::lexicon::Cue;
use super::reading::Reading;
use super::{Rules, Verdict};
use crate::distill::change::What;
use crate::distill::{Board, Change};
use crate::sediment::{EntryId, Section};
use crate::stream::{Fields, Record};
use crate::time::Day;

/// Matches records against the board; keeps an index of its entries.
#[derive(Debug)]
pub struct Matcher<'r> {
    rules: &'r Rules,
    index: Index,
}

/// A record that may say something new: its text read, and where it belongs.
struct Claim<'a> {
    record: &'a Record,
    section: Section,
    correction: bool,
    topic: Option<String>,
    reading: Reading,
    fields: Fields,
}

impl Claim<'_> {
    fn day(&self) -> Day {
        self.record.day
    }

    fn confidence(&self) -> f64 {
        if self.correction { 0.9 } else { 0.8 }
    }

    fn change(&self, what: What, why: impl Into<String>) -> Change {
        Change { what, sources: vec![self.record.id], day: self.day(), why: why.into() }
    }

    fn add(&self, why: impl Into<String>) -> Change {
        let what = What::Add {
            section: self.section,
            text: self.reading.text.clone(),
            fields: self.fields.clone(),
            confidence: self.confidence(),
        };
        self.change(what, why)
    }

    fn seen(&self, id: &EntryId, why: impl Into<String>) -> Change {
        self.change(What::Seen { id: id.clone(), fuller: None }, why)
    }

    /// The entry's new value; a past one when the entry was stated since.
    fn update(&self, entry: &Known, text: &str, why: impl Into<String>) -> Change {
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

impl<'r> Matcher<'r> {
    /// Indexes the living entries of the board (and the values of those that left).
    pub fn new(rules: &'r Rules, board: &Board) -> Self {
        Self { rules, index: Index::new(board, &rules.lexicon) }
    }

    /// Tells the index that an entry was added, changed or left.
    pub fn changed(&mut self, id: &EntryId, board: &Board) {
        self.index.changed(id, board, &self.rules.lexicon);
    }

    /// What follows from a record, given the board as it is now. Records come oldest first
    /// (day, then file order), except those that arrive late in a later run.
    pub fn consider(&mut self, record: &Record, _board: &Board) -> Verdict {
        match self.claim(record) {
            Err(why) => Verdict { changes: Vec::new(), left_out: Some(why) },
            Ok(claim) => Verdict { changes: self.decide(&claim), left_out: None },
        }
    }

    /// The claim of a record, or why it has none.
    fn claim<'a>(&self, record: &'a Record) -> Result<Claim<'a>, String> {
        let Some((kind, settings)) = self.rules.kind(&record.kind) else {
            return Err(format!("kind `{}` is kept in the stream only", record.kind));
        };
        let section = settings.section.as_deref().and_then(Section::of);
        let Some(mut section) = section else {
            return Err(format!("kind `{kind}` is kept in the stream only"));
        };
        let reading = Reading::of(&record.text, &self.rules.lexicon);
        let stance = match section {
            Section::Lessons | Section::Procedures => Stance::Lesson,
            Section::Decisions => Stance::Rule,
            _ if kind == "Constraint" => Stance::Rule,
            _ => Stance::Statement,
        };
        let correction = kind == "Correction" || reading.has(Cue::Correction);
        if let Some(why) = gate::reason(&reading, &record.body, stance, record.fields.get("until").is_some()) {
            return Err(why);
        }
        if matches!(kind, "Fact" | "Correction") && section == Section::Context && reading.has(Cue::Preference) {
            section = Section::Preferences;
        }
        let topic = record.fields.get("topic").map(|t| t.trim_matches('/').to_lowercase()).filter(|t| !t.is_empty());
        Ok(Claim { record, section, correction, topic, reading, fields: record.fields.clone() })
    }

    fn decide(&self, claim: &Claim<'_>) -> Vec<Change> {
        if let Some(topic) = &claim.topic {
            return self.by_topic(claim, topic);
        }
        if let Some(same) = self.index.worded(claim.reading.norm).next() {
            return vec![claim.seen(&same.id, "stated again")];
        }
        for frame in claim.reading.frames.iter().filter(|f| f.functional) {
            let slot = self.index.in_slot((frame.class, frame.subject)).next();
            if let Some(entry) = slot {
                return vec![claim.update(entry, &claim.reading.text, "the same subject and relation, another value")];
            }
        }
        vec![claim.add("nothing known matches")]
    }

    fn by_topic(&self, claim: &Claim<'_>, topic: &str) -> Vec<Change> {
        let there: Vec<&Known> = self.index.on_topic(topic).collect();
        if let Some(same) = there.iter().find(|k| k.reading.norm == claim.reading.norm) {
            return vec![claim.seen(&same.id, format!("topic `{topic}`: stated again"))];
        }
        if self.rules.is_many(topic) {
            return vec![claim.add(format!("topic `{topic}` holds many values"))];
        }
        match there.first() {
            Some(entry) => vec![claim.update(entry, &claim.reading.text, format!("topic `{topic}`"))],
            None => vec![claim.add(format!("topic `{topic}` is new"))],
        }
    }
}
