//! Folding the history into the present state: statistics, versions, what was read.
//!
//! The step that an event makes on an entry is [`EntryState::after`].

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::entry::Gone;
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

/// The entry whose value an event changed, and to what; to nothing where it left.
fn change_of(event: &Event) -> Option<(&EntryId, Option<&str>)> {
    match event {
        Event::Updated { id, text, .. } => Some((id, Some(text))),
        Event::Removed { id, .. } => Some((id, None)),
        _ => None,
    }
}

/// The runs whose effect was taken back by later ones, by name.
pub fn taken_back<'r>(runs: impl IntoIterator<Item = &'r Run>) -> HashSet<&'r str> {
    runs.into_iter().flat_map(undone_by).collect()
}

/// The names of the runs that a run took back.
fn undone_by(run: &Run) -> impl Iterator<Item = &str> {
    run.events.iter().filter_map(|e| if let Event::Undone { run, .. } = e { Some(run.as_str()) } else { None })
}

/// Why an entry is gone whose run was taken back.
pub const TAKEN_BACK: &str = "taken back by `undo`";

/// A value that came back to an entry, since the run was taken back that had changed it.
#[derive(Debug, Clone, PartialEq)]
pub struct Return {
    /// The day on which it came back.
    pub on: Day,
    /// The run that brought it back ([`Run::name`]).
    pub by: String,
    /// The run that was taken back.
    pub undone: String,
    /// The value that came back.
    pub text: String,
    /// The value that it took the place of; none where the entry had left.
    pub instead_of: Option<String>,
}

/// Of each run that was taken back, the entries that a person touched later: they are theirs, and taking
/// the run back does not reach them.
fn touched_later<'r>(runs: &[&'r Run], undone: &HashMap<&str, Day>) -> HashMap<&'r str, HashSet<&'r EntryId>> {
    let mut theirs = HashMap::new();
    let mut touched: HashSet<&EntryId> = HashSet::new();
    for run in runs.iter().rev().filter(|_| !undone.is_empty()) {
        if undone.contains_key(run.id.as_str()) {
            theirs.insert(run.id.as_str(), touched.clone());
        }
        touched.extend(run.events.iter().filter(|e| e.is_by_hand()).filter_map(Event::entry));
    }
    theirs
}

/// The whole history, folded.
#[derive(Debug, Clone, Default)]
pub struct State {
    /// Every entry that ever was.
    pub entries: BTreeMap<EntryId, EntryState>,
    /// Entries that only runs told of which were taken back: they never were, but can be restored.
    pub undone: BTreeMap<EntryId, EntryState>,
    /// Every record that was read.
    pub read: RecordIds,
    /// How many runs there were.
    pub runs: usize,
    /// Pairs of entries whose conflict a person settled as no conflict.
    pub settled: BTreeSet<(EntryId, EntryId)>,
    /// Values that came back to entries, in the order of time.
    pub returns: Vec<(EntryId, Return)>,
}

impl State {
    /// Folds runs. They are taken by time, equal times in the order given; a run that was taken
    /// back leaves only what people did by hand, in it or later, and its records stay read.
    pub fn fold<'r>(runs: impl IntoIterator<Item = &'r Run>) -> Self {
        let mut runs: Vec<&Run> = runs.into_iter().collect();
        runs.sort_by_key(|run| run.at);
        let undone: HashMap<&str, Day> = runs.iter().flat_map(|run| undone_by(run).map(|id| (id, run.day()))).collect();
        let theirs = touched_later(&runs, &undone);
        let mut state = Self::default();
        // After a merge two runs may tell of one record: it counts once for an entry, and what left
        // in between does not come back by it.
        let mut counted: HashSet<(&EntryId, RecordId)> = HashSet::new();
        let mut changed: HashMap<&str, Vec<(&EntryId, Option<&str>)>> = HashMap::new();
        for run in &runs {
            state.runs += 1;
            let kept = theirs.get(run.id.as_str());
            for event in &run.events {
                let stays = match event {
                    Event::Read { .. } | Event::Unread { .. } => true,
                    event => event.is_by_hand() || event.entry().is_some_and(|id| kept.is_none_or(|t| t.contains(id))),
                };
                if stays && !is_told_again(&counted, event) {
                    state.take(event, run.day());
                } else if let Some(on) = undone.get(run.id.as_str()) {
                    state.set_aside(event, run.day(), *on);
                    changed.entry(&run.id).or_default().extend(change_of(event));
                }
                // What counts as unread will be told anew, and counts then.
                if let Event::Unread { day, hashes } = event {
                    counted.retain(|(_, record)| record.day != *day || !hashes.contains(&record.hash));
                }
            }
            for name in undone_by(run) {
                let taken_back = changed.remove(name).unwrap_or_default();
                state.bring_back(&taken_back, runs.iter().find(|run| run.id == name), run);
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
        // Told anew or restored, it is no longer what was taken back; anything else cannot begin an entry.
        let begins = matches!(event, Event::Added { .. } | Event::Restored { .. });
        let was = if begins { self.undone.remove(id) } else { None };
        if let (Some(was), Event::Restored { .. }) = (was, event) {
            self.entries.entry(id.clone()).or_insert(was);
        }
        if let Some(entry) = self.entries.get_mut(id) {
            entry.step(event, day);
        } else if let Some(entry) = EntryState::after(None, event, day) {
            self.entries.insert(id.clone(), entry);
        }
    }

    /// Notes what stands in place of the changes of a run that another one took back.
    fn bring_back(&mut self, changes: &[(&EntryId, Option<&str>)], undone: Option<&&Run>, by: &Run) {
        let undone = undone.map(|run| run.name()).unwrap_or_default();
        for (id, instead_of) in changes {
            let Some(entry) = self.entries.get(id).filter(|e| e.gone.is_none() && Some(&*e.text) != *instead_of) else {
                continue;
            };
            let (text, instead_of) = (entry.text.clone(), instead_of.map(str::to_owned));
            let returned = Return { on: by.day(), by: by.name(), undone: undone.clone(), text, instead_of };
            self.returns.push(((*id).clone(), returned));
        }
    }

    /// Takes in an event that was taken back, when it tells of an entry that nothing else knows.
    fn set_aside(&mut self, event: &Event, day: Day, taken_back: Day) {
        let Some(id) = event.entry().filter(|id| !self.entries.contains_key(id)) else { return };
        if let Some(mut entry) = EntryState::after(self.undone.remove(id), event, day) {
            entry.leave(Gone::Removed(TAKEN_BACK.to_owned()), taken_back, taken_back);
            self.undone.insert(id.clone(), entry);
        }
    }

    /// Every entry that can be named: those that ever were, and those that were taken back.
    pub fn known(&self) -> impl Iterator<Item = (&EntryId, &EntryState)> {
        self.entries.iter().chain(&self.undone)
    }

    /// One of them.
    pub fn known_entry(&self, id: &EntryId) -> Option<&EntryState> {
        self.entries.get(id).or_else(|| self.undone.get(id))
    }

    /// The entries that stand in the sediment.
    pub fn living(&self) -> impl Iterator<Item = (&EntryId, &EntryState)> {
        self.entries.iter().filter(|(_, e)| e.gone.is_none())
    }

    /// The entry that an id means, given with or without `^`, in full or shortened; one that was
    /// taken back as well ([`State::known_entry`] has it).
    ///
    /// # Errors
    ///
    /// When no entry has it, or several begin so.
    pub fn pick(&self, text: &str) -> Result<EntryId> {
        let wanted = EntryId(text.trim().trim_start_matches('^').into());
        if self.known_entry(&wanted).is_some() {
            return Ok(wanted);
        }
        let begin = [&self.entries, &self.undone].map(|entries| entries.range(wanted.clone()..));
        let begins = |id: &&EntryId| id.0.starts_with(&*wanted.0);
        let found: Vec<&EntryId> = begin.into_iter().flat_map(|ids| ids.map(|(id, _)| id).take_while(begins)).collect();
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
