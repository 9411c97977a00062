//! The board: the entries while a run works on them, and the one place where changes are validated and applied.
//!
//! A change is first checked, then put into events as the history will say them, and the events
//! are folded into the board by the very step that later runs take when they read them
//! ([`EntryState::after`]). So a board and its history cannot drift apart.
//!
//! What the board refuses, whoever proposes it: unknown entries, empty texts, removing or merging
//! away what is pinned or was written by hand, learning again what a person deleted from records
//! not newer than that. A pinned or hand-written entry *can* be updated by a newer record on the
//! same slot: it keeps its id and its pin, and the old text stays in the history.

use std::collections::{BTreeMap, BTreeSet};

use super::Change;
use super::change::What;
use super::gist::says_the_same;
use crate::history::entry::{Gone, judgement};
use crate::history::{EntryState, Event, State};
use crate::sediment::head::{is_key, one_line};
use crate::sediment::{EntryId, Section};
use crate::stream::{Fields, RecordId, base32::base32};
use crate::time::Day;

/// An entry on the board: its state, and what this run did to it.
#[derive(Debug, Clone)]
pub struct Slot {
    /// Its state as the history knows it, with this run's changes in.
    pub state: EntryState,
    /// Pinned, or written or reworded by a person: never removed, never rewritten by a model.
    pub pinned: bool,
    /// Written in this run: never evicted by it.
    pub fresh: bool,
}

/// The entries while a run works on them.
#[derive(Debug, Clone)]
pub struct Board {
    /// The day on which the run takes place.
    pub today: Day,
    /// Living entries.
    pub slots: BTreeMap<EntryId, Slot>,
    /// Entries that left earlier (removed or rejected), by id, so that their values are known.
    pub gone: BTreeMap<EntryId, EntryState>,
    /// Pairs whose conflict was settled: both hold, they are not marked again.
    pub settled: BTreeSet<(EntryId, EntryId)>,
    /// What happened so far, in order, as the history will say it.
    pub events: Vec<Event>,
    /// Which of them, living or gone, bear values that were judged wrong: few of very many.
    judged: BTreeSet<EntryId>,
    /// Which of those gone a person deleted.
    rejected: BTreeSet<EntryId>,
    /// Which were written in this run.
    written: Vec<EntryId>,
}

/// The longest entry, text and fields, in bytes: one that fills a good part of the cap would push out all others.
const LONGEST: usize = 4000;

/// Why a change was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused(pub String);

impl Board {
    /// An empty board.
    pub fn new(today: Day) -> Self {
        Self {
            today,
            slots: BTreeMap::new(),
            gone: BTreeMap::new(),
            settled: BTreeSet::new(),
            events: Vec::new(),
            judged: BTreeSet::new(),
            rejected: BTreeSet::new(),
            written: Vec::new(),
        }
    }

    /// The board as the history leaves it.
    pub fn of(state: &State, today: Day) -> Self {
        let mut board = Self { settled: state.settled.clone(), ..Self::new(today) };
        for (id, entry) in &state.entries {
            board.put(id.clone(), entry.clone(), false);
        }
        board
    }

    /// Applies a change, or refuses it with the reason and changes nothing.
    /// Returns the id of the entry it concerned (the new one's for an `Add`).
    ///
    /// An `Update` to the text that the entry already has counts as `Seen`; an `Update` from a
    /// record older than the day on which the entry was last stated is filed as `Past`.
    pub fn apply(&mut self, change: &Change) -> Result<EntryId, Refused> {
        let sources = change.sources.clone();
        let why = change.why.clone();
        match &change.what {
            What::Add { section, text, fields, confidence } => {
                let text = checked(text)?;
                check_small(&text, &kept(fields))?;
                self.check_not_rejected(&text, change.day)?;
                if *confidence < CORRECTED {
                    self.check_not_wrong(&text)?;
                }
                let id = self.new_id(*section, &text, sources.first());
                let mut fields = kept(fields);
                fields.set("since", change.day.to_string());
                in_order(&mut fields);
                let confidence = confidence.clamp(0.0, 1.0);
                let (section, by_hand) = (*section, false);
                self.take(Event::Added { id: id.clone(), section, text, fields, confidence, sources, by_hand, why });
                Ok(id)
            }
            What::Seen { id, fuller } => {
                let slot = self.slot(id)?;
                let fuller = match fuller {
                    Some(text) => Some(checked(text)?).filter(|t| *t != slot.state.text),
                    None => None,
                };
                let fuller = fuller.map(|text| Event::Updated {
                    id: id.clone(),
                    text,
                    fields: slot.state.fields.clone(),
                    was: slot.state.text.clone(),
                    confidence: None,
                    sources: Vec::new(),
                    by_hand: false,
                    why: "the fuller wording".to_owned(),
                });
                self.take(Event::Seen { id: id.clone(), sources, why });
                if let Some(fuller) = fuller {
                    self.take(fuller);
                }
                Ok(id.clone())
            }
            What::Update { id, text, fields, confidence } => {
                let slot = self.slot(id)?;
                let text = checked(text)?;
                check_small(&text, &kept(fields))?;
                if change.day < slot.state.stated {
                    return self.file_past(id, text, change);
                }
                if text == slot.state.text && fields.0.iter().all(|(k, v)| slot.state.fields.get(k) == Some(v)) {
                    self.take(Event::Seen { id: id.clone(), sources, why });
                    return Ok(id.clone());
                }
                if *confidence < CORRECTED {
                    self.check_not_wrong(&text)?;
                }
                let was = slot.state.text.clone();
                let mut merged = slot.state.fields.clone();
                for of_old_value in ["until", "because", "conflicts", "origin"] {
                    merged.remove(of_old_value);
                }
                set_all(&mut merged, &kept(fields));
                merged.set("since", change.day.to_string());
                in_order(&mut merged);
                let (id, fields, by_hand) = (id.clone(), merged, false);
                let confidence = Some(confidence.clamp(0.0, 1.0));
                self.take(Event::Updated { id: id.clone(), text, fields, was, confidence, sources, by_hand, why });
                Ok(id)
            }
            What::Past { id, text } => {
                let text = checked(text)?;
                self.file_past(id, text, change)
            }
            What::Merge { into, from, text } => {
                let target = self.slot(into)?;
                let text = checked(text)?;
                let (was, fields) = (target.state.text.clone(), target.state.fields.clone());
                if text != target.state.text {
                    self.check_not_wrong(&text)?;
                }
                for id in from {
                    if id == into {
                        return Err(Refused(format!("{id} cannot be merged into itself")));
                    }
                    self.check_removable(id)?;
                }
                for id in from {
                    let text = self.slot(id)?.state.text.clone();
                    let (id, reason) = (id.clone(), format!("merged into {into}"));
                    self.take(Event::Removed { id, reason, text, sources: sources.clone() });
                }
                let (id, confidence, by_hand) = (into.clone(), None, false);
                self.take(Event::Updated { id, text, fields, was, confidence, sources, by_hand, why });
                Ok(into.clone())
            }
            What::Remove { id, reason } => {
                self.check_removable(id)?;
                let state = &self.slot(id)?.state;
                if change.day < state.stated {
                    return Err(Refused(format!("{id} was stated again on {}, after this record", state.stated)));
                }
                let text = state.text.clone();
                self.take(Event::Removed { id: id.clone(), reason: one_line(reason), text, sources });
                Ok(id.clone())
            }
            What::Conflict { older, newer } => {
                self.slot(newer)?;
                let slot = self.slot(older)?;
                if older == newer {
                    return Err(Refused(format!("{older} cannot contradict itself")));
                }
                if self.settled.contains(&(older.clone(), newer.clone()))
                    || self.settled.contains(&(newer.clone(), older.clone()))
                {
                    return Err(Refused(format!("that {older} and {newer} both hold was settled")));
                }
                if slot.state.fields.get("conflicts") != Some(&newer.0) {
                    self.take(Event::Conflict { older: older.clone(), newer: newer.clone(), sources, why });
                }
                Ok(older.clone())
            }
            What::Judge { id, how } => {
                self.slot(id)?;
                if judgement(how).is_none() {
                    return Err(Refused(format!("`{how}` is no judgement")));
                }
                self.take(Event::Judged { id: id.clone(), how: how.clone(), sources });
                Ok(id.clone())
            }
        }
    }

    /// Takes an event in: into the entries, and onto the list.
    pub fn take(&mut self, event: Event) {
        if let Some(id) = event.entry() {
            self.step(id, &event);
        }
        if let Event::Settled { older, newer, how } = &event
            && how == "both"
        {
            self.settled.insert((older.clone(), newer.clone()));
        }
        self.events.push(event);
    }

    /// A new day of a backlog begins: what was written before may be evicted again.
    pub fn forget_what_is_fresh(&mut self) {
        for id in self.written.drain(..) {
            if let Some(slot) = self.slots.get_mut(&id) {
                slot.fresh = false;
            }
        }
    }

    /// A new id that no entry has or ever had: four characters of a hash, more on a collision.
    pub fn new_id(&self, section: Section, text: &str, source: Option<&RecordId>) -> EntryId {
        let seed = format!("{}\n{text}\n{}", section.key(), source.map(ToString::to_string).unwrap_or_default());
        let mut round = 0u64;
        loop {
            let hash = xxhash_rust::xxh3::xxh3_64_with_seed(seed.as_bytes(), round);
            for len in 4..=6 {
                let id = EntryId(base32(hash >> (64 - 5 * len), len).into());
                if !self.slots.contains_key(&id) && !self.gone.contains_key(&id) {
                    return id;
                }
            }
            round += 1;
        }
    }

    /// The step that an event makes on an entry. Most events restate a living one: that stays in its place.
    fn step(&mut self, id: &EntryId, event: &Event) {
        let Some(slot) = self.slots.get_mut(id) else {
            if let Some(after) = EntryState::after(self.gone.remove(id), event, self.today) {
                self.put(id.clone(), after, writes_text(event));
            }
            return;
        };
        // What is pinned for what a person wrote below it stays so.
        let held = slot.pinned && !slot.state.is_pinned();
        slot.state.step(event, self.today);
        if writes_text(event) && !slot.fresh {
            slot.fresh = true;
            self.written.push(id.clone());
        }
        slot.pinned = held || slot.state.is_pinned();
        if !slot.state.wrong.is_empty() {
            self.judged.insert(id.clone());
        }
        if slot.state.gone.is_some()
            && let Some(slot) = self.slots.remove(id)
        {
            self.put(id.clone(), slot.state, slot.fresh);
        }
    }

    fn put(&mut self, id: EntryId, state: EntryState, fresh: bool) {
        if !state.wrong.is_empty() {
            self.judged.insert(id.clone());
        }
        if matches!(state.gone, Some((Gone::Rejected, _))) {
            self.rejected.insert(id.clone());
        }
        if state.gone.is_some() {
            self.gone.insert(id, state);
        } else {
            let pinned = state.is_pinned();
            if fresh {
                self.written.push(id.clone());
            }
            self.slots.insert(id, Slot { state, pinned, fresh });
        }
    }

    fn slot(&self, id: &EntryId) -> Result<&Slot, Refused> {
        self.slots.get(id).ok_or_else(|| Refused(format!("there is no entry {id}")))
    }

    fn check_removable(&self, id: &EntryId) -> Result<(), Refused> {
        match self.slot(id)? {
            slot if slot.state.by_hand => Err(Refused(format!("{id} was written by hand"))),
            slot if slot.pinned => Err(Refused(format!("{id} is pinned"))),
            _ => Ok(()),
        }
    }

    /// What a person deleted is not learned again from records that are not newer.
    fn check_not_rejected(&self, text: &str, day: Day) -> Result<(), Refused> {
        let rejected = self.rejected.iter().filter_map(|id| self.gone.get_key_value(id)).find(|(_, e)| {
            matches!(&e.gone, Some((Gone::Rejected, on)) if day <= *on) && e.text.to_lowercase() == text.to_lowercase()
        });
        match rejected {
            Some((id, _)) => Err(Refused(format!("{id} said the same and was deleted by hand"))),
            None => Ok(()),
        }
    }

    /// What was judged wrong is not brought back by stating it again, in these or nearly these words.
    fn check_not_wrong(&self, text: &str) -> Result<(), Refused> {
        let state = |id| self.slots.get(id).map(|slot| &slot.state).or_else(|| self.gone.get(id));
        match self.judged.iter().find(|id| state(id).is_some_and(|state| is_wrong(state, text))) {
            Some(id) => Err(Refused(format!("{id} said the same and was judged wrong"))),
            None => Ok(()),
        }
    }

    fn file_past(&mut self, id: &EntryId, text: String, change: &Change) -> Result<EntryId, Refused> {
        let state = self.slots.get(id).map(|s| &s.state).or_else(|| self.gone.get(id));
        let state = state.ok_or_else(|| Refused(format!("there is no entry {id}")))?;
        let from = change.day;
        let next = state.versions.iter().map(|v| v.from).filter(|f| *f > from).min();
        let until = next.unwrap_or(state.stated.max(from));
        let (sources, why) = (change.sources.clone(), change.why.clone());
        self.take(Event::Past { id: id.clone(), text, from, until: Some(until), sources, why });
        Ok(id.clone())
    }
}

/// From this confidence on, a value comes from a correction, which may bring back what was judged wrong.
const CORRECTED: f64 = 0.9;

fn is_wrong(state: &EntryState, text: &str) -> bool {
    state.wrong.iter().any(|value| says_the_same(value, text))
}

/// Whether an event wrote the entry's text, so that this run must not evict it.
fn writes_text(event: &Event) -> bool {
    matches!(event, Event::Added { .. } | Event::Updated { .. } | Event::Restored { .. })
}

fn checked(text: &str) -> Result<String, Refused> {
    let text = one_line(text);
    if text.is_empty() {
        return Err(Refused("the text is empty".to_owned()));
    }
    check_small(&text, &Fields::default()).map(|()| text)
}

fn check_small(text: &str, fields: &Fields) -> Result<(), Refused> {
    let bytes = text.len() + fields.0.iter().map(|(key, value)| key.len() + value.len()).sum::<usize>();
    if bytes > LONGEST {
        return Err(Refused(format!("too long for an entry ({bytes} of {LONGEST} bytes); it stays in the stream")));
    }
    Ok(())
}

/// The fields of a record that stay with the entry it becomes.
fn kept(fields: &Fields) -> Fields {
    const OF_THE_RECORD: [&str; 7] = ["since", "replaces", "ends", "ref", "status", "conflicts", "confidence"];
    let kept = fields.0.iter().filter(|(key, _)| is_key(key) && !OF_THE_RECORD.contains(&key.as_str()));
    Fields(kept.map(|(key, value)| (key.clone(), one_line(value))).collect())
}

/// Sets keys to what another list says; a key that stands several times there replaces them all.
fn set_all(fields: &mut Fields, other: &Fields) {
    for (key, _) in &other.0 {
        fields.remove(key);
    }
    fields.0.extend(other.0.iter().cloned());
}

/// Brings the fields into the order in which entries bear them.
fn in_order(fields: &mut Fields) {
    const ORDER: [&str; 10] =
        ["topic", "about", "kind", "since", "until", "because", "origin", "importance", "pin", "conflicts"];
    fields.0.sort_by_key(|(key, _)| ORDER.iter().position(|known| known == key).unwrap_or(ORDER.len()));
}
