//! Folding the history into the present state: statistics, versions, what was read.
//!
//! The step that an event makes on an entry is [`EntryState::after`].

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::{EntryState, Event, Run};
use crate::error::{Error, Result};
use crate::sediment::EntryId;
use crate::stream::{RecordId, RecordIds};
use crate::time::Day;

/// Whether records behind an event count for its entry: a statement, or a judgement.
fn is_counted(event: &Event) -> bool {
    matches!(event, Event::Added { .. } | Event::Seen { .. } | Event::Judged { .. } | Event::Updated { .. })
}

/// Whether an event only repeats what an earlier run told: the same records about the same entry.
fn is_told_again(counted: &HashSet<(&EntryId, RecordId)>, event: &Event) -> bool {
    let sources = event.sources();
    is_counted(event)
        && !sources.is_empty()
        && event.entry().is_some_and(|id| sources.iter().all(|record| counted.contains(&(id, *record))))
}

/// The runs whose effect was taken back by later ones, by name.
pub fn taken_back<'r>(runs: impl IntoIterator<Item = &'r Run>) -> HashSet<&'r str> {
    let events = runs.into_iter().flat_map(|run| &run.events);
    events.filter_map(|e| if let Event::Undone { run, .. } = e { Some(run.as_str()) } else { None }).collect()
}

/// The whole history, folded.
#[derive(Debug, Clone, Default)]
pub struct State {
    /// Every entry that ever was.
    pub entries: BTreeMap<EntryId, EntryState>,
    /// Every record that was read.
    pub read: RecordIds,
    /// How many runs there were.
    pub runs: usize,
    /// Pairs of entries whose conflict a person settled as no conflict.
    pub settled: BTreeSet<(EntryId, EntryId)>,
}

impl State {
    /// Folds runs. They are taken by time, equal times in the order given; a run that was taken
    /// back leaves only what people did by hand, in it or later, and its records stay read.
    pub fn fold<'r>(runs: impl IntoIterator<Item = &'r Run>) -> Self {
        let mut runs: Vec<&Run> = runs.into_iter().collect();
        runs.sort_by_key(|run| run.at);
        let undone = taken_back(runs.iter().copied());
        // What a person touched later is theirs: taking a run back does not reach it.
        let mut theirs: HashMap<&str, HashSet<&EntryId>> = HashMap::new();
        let mut touched: HashSet<&EntryId> = HashSet::new();
        for run in runs.iter().rev().filter(|_| !undone.is_empty()) {
            if undone.contains(run.id.as_str()) {
                theirs.insert(&run.id, touched.clone());
            }
            touched.extend(run.events.iter().filter(|e| e.is_by_hand()).filter_map(Event::entry));
        }
        let mut state = Self::default();
        // After a merge two runs may tell of one record: it counts once for an entry, and what left
        // in between does not come back by it.
        let mut counted: HashSet<(&EntryId, RecordId)> = HashSet::new();
        for run in &runs {
            state.runs += 1;
            let undone = theirs.get(run.id.as_str());
            for event in &run.events {
                let stays = match event {
                    Event::Read { .. } | Event::Unread { .. } => true,
                    event => {
                        event.is_by_hand() || event.entry().is_some_and(|id| undone.is_none_or(|t| t.contains(id)))
                    }
                };
                if stays && !is_told_again(&counted, event) {
                    state.take(event, run.day());
                }
            }
            for event in &run.events {
                if let Some(id) = event.entry().filter(|_| is_counted(event)) {
                    counted.extend(event.sources().iter().map(|record| (id, *record)));
                }
            }
        }
        state
    }

    /// Takes one event in.
    pub fn take(&mut self, event: &Event, day: Day) {
        match event {
            Event::Read { day, hashes } => self.read.extend(hashes.iter().map(|h| RecordId { day: *day, hash: *h })),
            Event::Unread { day, hashes } => {
                for hash in hashes {
                    self.read.remove(&RecordId { day: *day, hash: *hash });
                }
            }
            Event::Settled { older, newer, how } if how == "both" => {
                self.settled.insert((older.clone(), newer.clone()));
            }
            _ => {}
        }
        let Some(id) = event.entry() else { return };
        if let Some(entry) = self.entries.get_mut(id) {
            entry.step(event, day);
        } else if let Some(entry) = EntryState::after(None, event, day) {
            self.entries.insert(id.clone(), entry);
        }
    }

    /// The entries that stand in the sediment.
    pub fn living(&self) -> impl Iterator<Item = (&EntryId, &EntryState)> {
        self.entries.iter().filter(|(_, e)| e.gone.is_none())
    }

    /// The entry that an id means, given with or without `^`, in full or shortened.
    ///
    /// # Errors
    ///
    /// When no entry has it, or several begin so.
    pub fn pick(&self, text: &str) -> Result<EntryId> {
        let wanted = EntryId(text.trim().trim_start_matches('^').to_owned());
        if self.entries.contains_key(&wanted) {
            return Ok(wanted);
        }
        let begin = self.entries.range(wanted.clone()..);
        let found: Vec<&EntryId> = begin.map(|(id, _)| id).take_while(|id| id.0.starts_with(&wanted.0)).collect();
        match found.as_slice() {
            [one] if !wanted.0.is_empty() => Ok((*one).clone()),
            [] | [_] => Err(Error::new(format!("there is no entry `{wanted}`"))
                .hint("ids stand at the end of the lines that `alluvium show sediment` prints")),
            several => {
                let names: Vec<String> = several.iter().take(6).map(ToString::to_string).collect();
                Err(Error::new(format!("`{wanted}` may mean {} entries: {}", several.len(), names.join(", ")))
                    .hint("give one more character"))
            }
        }
    }
}
