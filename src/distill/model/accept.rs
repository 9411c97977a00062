//! Which operations are accepted: the rules of the house, one by one.
//!
//! An operation is refused, with its reason, unless
//!
//! - every target is an entry that the question showed, and every source a record of the batch;
//! - its text is one line within the limit, free of markers, and reads back from the file as itself;
//! - its text is faithful: its literals and its language are those of its sources and targets;
//! - it changes no entry that is pinned or was written by hand (`seen` may name one);
//! - no other operation of the reply changes the same entry;
//! - an `add` does not stand beside an entry on the same single-valued topic;
//! - the run, all batches together, removes or shortens at most the allowed share of the entries;
//! - no other operation that rests on the same record is refused.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde_json::Value;

use super::operation::{Op, Operation, named_sources};
use crate::distill::change::What;
use crate::distill::{Board, Change};
use crate::inject::words::is_constraint;
use crate::memory::Settings;
use crate::model::{faithful, language};
use crate::sediment::edit::skeleton;
use crate::sediment::{self, Edit, EntryId, Head, Section};
use crate::stream::{Fields, Record, RecordId, markers, slot_of};

/// The longest text, in characters, unless a source or target is longer.
const LONGEST: usize = 500;

/// Everything that an operation is held against.
#[derive(Debug)]
pub struct Judge<'j> {
    /// The entries as they stand.
    pub board: &'j Board,
    /// The records of the batch.
    pub records: &'j [Record],
    /// The entries that the question showed.
    pub shown: &'j BTreeSet<EntryId>,
    /// The settings.
    pub settings: &'j Settings,
    /// How many more entries the run may remove or shorten.
    pub may_lose: usize,
}

/// An operation that was refused.
#[derive(Debug, Clone, PartialEq)]
pub struct Refusal {
    /// Which one, from 1, and why.
    pub reason: String,
    /// The records of the batch that it rests on.
    pub records: BTreeSet<RecordId>,
    /// It names an entry that does not exist: what it meant is not known.
    pub unknown_target: bool,
}

/// What came of a complete reply.
#[derive(Debug, Clone, Default)]
pub struct Judged {
    /// Changes to apply, in order.
    pub changes: Vec<Change>,
    /// What was refused.
    pub refused: Vec<Refusal>,
    /// Records that are not settled: something that rests on them was refused.
    pub unsettled: BTreeSet<RecordId>,
    /// How many entries the changes remove or shorten.
    pub lost: usize,
}

/// An operation that passed on its own.
struct Passed {
    at: usize,
    change: Change,
    records: BTreeSet<RecordId>,
    /// Entries whose text it changes or that it removes.
    touches: Vec<EntryId>,
    /// Of these, those removed or shortened.
    loses: Vec<EntryId>,
}

impl Judge<'_> {
    /// Judges the operations of a reply.
    pub fn judge(&self, operations: &[Value]) -> Judged {
        let ids: HashMap<String, &Record> = self.records.iter().map(|r| (r.id.to_string(), r)).collect();
        let mut judged = Judged::default();
        let mut passed = Vec::new();
        for (at, value) in operations.iter().enumerate() {
            let of_batch = named_sources(value).iter().filter_map(|id| ids.get(id)).map(|r| r.id).collect();
            match Operation::read(value).and_then(|op| self.check(at, &op, &ids)) {
                Ok(one) => passed.push(one),
                Err(reason) => {
                    let unknown_target = reason.starts_with(UNKNOWN);
                    let reason = format!("operation {}: {reason}", at + 1);
                    judged.refused.push(Refusal { reason, records: of_batch, unknown_target });
                }
            }
        }
        self.check_doubles(&mut passed, &mut judged);
        self.check_losses(&mut passed, &mut judged);
        cascade(&mut passed, &mut judged);
        // A refused operation that names no record may have been about any that is not accounted for.
        if judged.refused.iter().any(|r| r.records.is_empty()) {
            let accounted: BTreeSet<RecordId> = passed.iter().flat_map(|p| p.records.iter().copied()).collect();
            let rest = self.records.iter().map(|r| r.id).filter(|id| !accounted.contains(id));
            judged.unsettled.extend(rest);
        }
        judged.lost = passed.iter().flat_map(|p| &p.loses).collect::<BTreeSet<_>>().len();
        judged.changes = passed.into_iter().map(|p| p.change).collect();
        judged
    }

    fn check(&self, at: usize, op: &Operation, ids: &HashMap<String, &Record>) -> Result<Passed, String> {
        let mut targets = Vec::new();
        for id in &op.targets {
            let id = EntryId(id.as_str().into());
            if !self.shown.contains(&id) || !self.board.slots.contains_key(&id) {
                return Err(format!("{UNKNOWN} {}", shortened(&id.to_string())));
            }
            if !targets.contains(&id) {
                targets.push(id);
            }
        }
        let mut sources: Vec<&Record> = Vec::new();
        for id in &op.sources {
            let record = ids.get(id).ok_or_else(|| format!("there is no record {} in the batch", shortened(id)))?;
            if !sources.iter().any(|s| s.id == record.id) {
                sources.push(record);
            }
        }
        if sources.is_empty() && op.op != Op::Merge {
            return Err("it names no record that it rests on".to_owned());
        }
        let expected = match op.op {
            Op::Add => targets.is_empty(),
            Op::Merge => targets.len() >= 2,
            _ => targets.len() == 1,
        };
        if !expected {
            return Err(format!("it names {} entries", targets.len()));
        }
        let changes_text = matches!(op.op, Op::Add | Op::Update | Op::Merge);
        if op.op != Op::Seen && op.op != Op::Add {
            for id in &targets {
                let slot = &self.board.slots[id];
                if slot.pinned {
                    let how = if slot.state.by_hand { "was written by hand" } else { "is pinned" };
                    return Err(format!("{id} {how}"));
                }
            }
        }
        let text = match &op.text {
            Some(text) if changes_text => self.checked_text(text, &sources, &targets)?,
            None if changes_text => return Err("it has no text".to_owned()),
            _ => String::new(),
        };
        let records = sources.iter().map(|r| r.id).collect();
        let change = self.change(op, text, &sources, &targets)?;
        let (mut touches, mut loses) = (Vec::new(), Vec::new());
        if op.op != Op::Seen {
            touches.clone_from(&targets);
        }
        match &change.what {
            What::Remove { id, .. } => loses.push(id.clone()),
            What::Merge { into, from, text } => {
                loses.clone_from(from);
                loses.extend(self.is_shorter(into, text).then(|| into.clone()));
            }
            What::Update { id, text, .. } => loses.extend(self.is_shorter(id, text).then(|| id.clone())),
            _ => {}
        }
        Ok(Passed { at, change, records, touches, loses })
    }

    /// One that has lost more than a third of its characters.
    fn is_shorter(&self, id: &EntryId, text: &str) -> bool {
        text.chars().count() * 3 < self.board.slots[id].state.text.chars().count() * 2
    }

    fn checked_text(&self, text: &str, sources: &[&Record], targets: &[EntryId]) -> Result<String, String> {
        let old = || targets.iter().map(|id| self.board.slots[id].state.text.as_str());
        let wholes: Vec<String> = sources.iter().map(|r| r.whole()).collect();
        if text.contains(['\n', '\r']) {
            return Err("its text has several lines".to_owned());
        }
        let length = text.chars().count();
        let longest = old().chain(wholes.iter().map(String::as_str)).map(|t| t.chars().count()).max();
        if length > longest.unwrap_or(0).max(LONGEST) {
            return Err(format!("its text has {length} characters, {LONGEST} are allowed"));
        }
        if let Some(marker) = markers::find(text).or_else(|| markers::MARKERS.into_iter().find(|m| text.contains(m))) {
            return Err(format!("its text has the marker {marker}"));
        }
        let bracketed = text.starts_with(['[', '(', '<', '…']) && text.ends_with([']', ')', '>', '…']);
        let is_told = wholes.iter().any(|w| w.contains(text)) || old().any(|o| o == text);
        if (bracketed || text.ends_with("...") || text.ends_with('…')) && !is_told {
            return Err("its text is a remark in place of a statement".to_owned());
        }
        let mut all: Vec<String> = old().map(str::to_owned).collect();
        for (record, whole) in sources.iter().zip(&wholes) {
            let fields: Vec<&str> = record.fields.0.iter().map(|(_, v)| v.as_str()).collect();
            let time = record.time.map(|t| t.format("%H:%M").to_string()).unwrap_or_default();
            all.push(format!("{whole}\n{}\n{} {time}", fields.join("\n"), record.day));
        }
        if let Some(what) = faithful::unsupported(text, &all.join("\n")) {
            return Err(format!("{what} stands in none of its sources"));
        }
        let texts = old().chain(wholes.iter().map(String::as_str));
        if let Some(how) = language::differs(text, texts) {
            return Err(format!("its text is not in the language of its sources: {how}"));
        }
        if !reads_back(text, self.settings) {
            return Err("its text cannot stand in a list item".to_owned());
        }
        Ok(sediment::head::one_line(text))
    }

    fn change(&self, op: &Operation, text: String, sources: &[&Record], targets: &[EntryId]) -> Result<Change, String> {
        let confidence = if sources.iter().any(|r| r.kind == "Correction") { 0.9 } else { 0.8 };
        let what = match op.op {
            Op::Add => self.add(op, text, sources, confidence)?,
            Op::Seen => What::Seen { id: targets[0].clone(), fuller: None },
            Op::Update => {
                let mut fields = fields_of(sources);
                fields.remove("topic");
                What::Update { id: targets[0].clone(), text, fields, confidence }
            }
            Op::Merge => What::Merge { into: targets[0].clone(), from: targets[1..].to_vec(), text },
            Op::Remove => {
                let reason = if op.reason.is_empty() { "no longer holds" } else { &op.reason };
                What::Remove { id: targets[0].clone(), reason: reason.to_owned() }
            }
        };
        let day = sources.iter().map(|r| r.day).max().unwrap_or(self.board.today);
        let why = if op.reason.is_empty() { "model".to_owned() } else { format!("model: {}", op.reason) };
        Ok(Change { what, sources: sources.iter().map(|r| r.id).collect(), day, why })
    }

    fn add(&self, op: &Operation, text: String, sources: &[&Record], confidence: f64) -> Result<What, String> {
        if let Some((id, _)) = self.board.slots.iter().find(|(_, s)| s.state.text.to_lowercase() == text.to_lowercase())
        {
            return Ok(What::Seen { id: id.clone(), fuller: None });
        }
        let of_kind = || {
            let kinds = sources.iter().filter_map(|r| self.settings.kinds.get(&r.kind));
            kinds.filter_map(|k| k.section.as_deref().and_then(Section::of)).next()
        };
        let section = match op.section.as_deref() {
            Some(key) => Some(Section::of(key).ok_or_else(|| format!("there is no section `{}`", shortened(key)))?),
            None => of_kind(),
        };
        let section = section.ok_or("it names no section")?;
        let mut fields = fields_of(sources);
        if fields.get("topic").is_none()
            && let Some(topic) = op.topic.as_deref().and_then(topic)
        {
            fields.set("topic", topic);
        }
        if let Some(topic) = fields.get("topic").filter(|t| !self.settings.topics.holds_many(t)) {
            let slot = Some(slot_of(topic));
            let there = self.board.slots.iter().find(|(_, s)| s.state.fields.slot() == slot);
            if let Some((id, _)) = there {
                return Err(format!("{id} is the entry on topic `{topic}`: update that one"));
            }
        }
        if section == Section::Preferences && sources.iter().any(|r| r.kind == "Constraint") && !is_constraint(&text) {
            fields.set("kind", "constraint");
        }
        Ok(What::Add { section, text, fields, confidence })
    }

    /// Two operations that change the same entry contradict each other.
    fn check_doubles(&self, passed: &mut Vec<Passed>, judged: &mut Judged) {
        let mut touched: BTreeMap<EntryId, usize> = BTreeMap::new();
        for id in passed.iter().flat_map(|p| &p.touches) {
            *touched.entry(id.clone()).or_default() += 1;
        }
        refuse(passed, judged, |p| {
            let twice = p.touches.iter().find(|id| touched[*id] > 1)?;
            Some(format!("{twice} is changed by several operations"))
        });
    }

    /// A reply that loses too much is not to be trusted in any of its losses.
    fn check_losses(&self, passed: &mut Vec<Passed>, judged: &mut Judged) {
        let losses: BTreeSet<&EntryId> = passed.iter().flat_map(|p| &p.loses).collect();
        if losses.len() <= self.may_lose {
            return;
        }
        let reason = format!(
            "the reply removes or shortens {} entries, and the run may lose {} more (`distill.max-loss`)",
            losses.len(),
            self.may_lose
        );
        refuse(passed, judged, |p| (!p.loses.is_empty()).then(|| reason.clone()));
    }
}

const UNKNOWN: &str = "there is no entry";

/// Moves those with a reason to the refused ones.
fn refuse(passed: &mut Vec<Passed>, judged: &mut Judged, reason: impl Fn(&Passed) -> Option<String>) {
    let (mut stay, mut go) = (Vec::new(), Vec::new());
    for one in passed.drain(..) {
        match reason(&one) {
            Some(reason) => go.push(Refusal {
                reason: format!("operation {}: {reason}", one.at + 1),
                records: one.records,
                unknown_target: false,
            }),
            None => stay.push(one),
        }
    }
    *passed = stay;
    judged.refused.append(&mut go);
}

/// Operations that share a record stand or fall together, so that a record is settled or is not.
fn cascade(passed: &mut Vec<Passed>, judged: &mut Judged) {
    loop {
        let bad: BTreeSet<RecordId> = judged.refused.iter().flat_map(|r| r.records.iter().copied()).collect();
        let before = passed.len();
        refuse(passed, judged, |p| {
            let shared = p.records.iter().find(|id| bad.contains(id))?;
            Some(format!("another operation that rests on {shared} was refused"))
        });
        if passed.len() == before {
            judged.unsettled = bad;
            return;
        }
    }
}

/// What an entry inherits from its records: their topic if they agree, all they are about, and of
/// the other fields the newest record's. An origin always stays: what is made of several is not
/// more trusted than the least trusted of them.
fn fields_of(sources: &[&Record]) -> Fields {
    let mut fields = Fields::default();
    let topics: BTreeSet<String> = sources.iter().filter_map(|r| r.fields.slot()).collect();
    if topics.len() == 1 {
        fields.0.extend(topics.into_iter().map(|t| ("topic".to_owned(), t)));
    }
    for record in sources {
        for object in record.fields.all("about") {
            if !fields.all("about").any(|o| o == object) {
                fields.0.push(("about".to_owned(), object.to_owned()));
            }
        }
    }
    let mut newest: Vec<&&Record> = sources.iter().collect();
    newest.sort_by_key(|r| std::cmp::Reverse((r.day, r.time)));
    for key in ["until", "because", "origin", "importance", "pin"] {
        if let Some(value) = newest.iter().find_map(|r| r.fields.get(key)) {
            fields.set(key, value);
        }
    }
    fields
}

/// A topic as entries bear it, if a model's can be one.
fn topic(given: &str) -> Option<String> {
    let topic = given.trim().trim_matches('/').to_lowercase().replace(' ', "-");
    let fits = topic.chars().all(|c| c.is_alphanumeric() || matches!(c, '/' | '-' | '_' | '.'));
    (fits && !topic.is_empty() && topic.chars().count() <= 80 && !topic.contains("//")).then_some(topic)
}

/// Whether the text, written into an empty file, is read again as itself.
fn reads_back(text: &str, settings: &Settings) -> bool {
    let path = std::path::Path::new("sediment.md");
    let empty = sediment::read(&skeleton(settings), path, settings);
    let id = Some(EntryId("zzzz".into()));
    let head = |text: &str| Head { text: text.to_owned(), fields: Fields::default(), id: id.clone() };
    let adds = [text, "after"].map(|t| Edit::Add { section: Section::Context, head: head(t), body: String::new() });
    let written = sediment::edit(&empty, &adds, settings);
    let read = sediment::read(&written, path, settings);
    let texts: Vec<&str> = read.entries.iter().map(|e| e.text.as_str()).collect();
    texts == [sediment::head::one_line(text).as_str(), "after"] && read.entries.iter().all(|e| e.fields.0.is_empty())
}

fn shortened(text: &str) -> String {
    let line = sediment::head::one_line(text);
    if line.chars().count() > 40 {
        format!("`{}…`", line.chars().take(39).collect::<String>())
    } else {
        format!("`{line}`")
    }
}
