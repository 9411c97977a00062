//! The desk: what every command that changes the sediment works at.
//!
//! [`Desk::open`] takes the distill lock, reads history and sediment and puts hand edits onto the
//! board; the command then changes the board; [`Desk::close`] prunes to the cap, makes the file
//! say what the board says, and writes: history first, then the file, then the note that the file
//! was written (the crash windows are told in [`crate::history`]).
//!
//! A person may save the file while a run is at work. [`Desk::close`] looks again before it writes; when
//! the bytes differ it writes nothing and answers *busy*, and the run starts over,
//! so that the edit is recognised like any other and the person's side wins.

use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;

use super::prune::{Fill, Scales, prune};
use super::unite::{carry_over, order_days, unite};
use super::{Board, hands};
use crate::error::{Error, Result};
use crate::history::event::Sums;
use crate::history::file::mark_written;
use crate::history::{Event, History, Run, State, Weights, weights};
use crate::memory::lock::DistillLock;
use crate::memory::{Memory, files};
use crate::sediment::edit::skeleton;
use crate::sediment::{self, Edit, EntryId, Head, Sediment};
use crate::stream::RecordId;
use crate::time::{Day, Now};

/// Everything a run works with, under the distill lock.
#[derive(Debug)]
pub struct Desk<'m> {
    memory: &'m Memory,
    lock: Option<&'m DistillLock>,
    /// The history.
    pub history: History,
    /// The state that the history leaves, without hand edits that are not in it yet.
    pub state: State,
    /// The entries, hand edits included.
    pub board: Board,
    /// The sediment file as found.
    pub sediment: Sediment,
    /// How many of the board's events are hand edits.
    pub by_hand: usize,
    /// What the history should tell besides: a rebuilt file, an interrupted run.
    notices: Vec<String>,
    bytes: Vec<u8>,
    path: PathBuf,
    places: Vec<EntryId>,
    at: chrono::DateTime<chrono::FixedOffset>,
}

/// What a run wrote.
#[derive(Debug, Clone, Default)]
pub struct Done {
    /// What it did, in order, hand edits first.
    pub events: Vec<Event>,
    /// The sediment file before and after.
    pub before: String,
    /// The same as `before` when nothing changed.
    pub after: String,
    /// How full the file is now.
    pub fill: Fill,
}

impl<'m> Desk<'m> {
    /// Reads everything. With the lock it may be written; without, [`Desk::close`] only tells what
    /// it would write.
    ///
    /// # Errors
    ///
    /// When a file cannot be read, or the sediment is not UTF-8 or in the middle of a merge.
    pub fn open(memory: &'m Memory, now: &Now, lock: Option<&'m DistillLock>) -> Result<Self> {
        Self::at(memory, now, lock, None, false)
    }

    /// The same after git merged the file: what differs from the merged history because of that is
    /// no hand edit.
    ///
    /// # Errors
    ///
    /// As [`Desk::open`].
    pub fn merged(memory: &'m Memory, now: &Now, lock: Option<&'m DistillLock>) -> Result<Self> {
        Self::at(memory, now, lock, None, true)
    }

    /// The same as if the run of this name had never been, but for what people have done by hand in
    /// it and since.
    ///
    /// # Errors
    ///
    /// As [`Desk::open`].
    pub fn without(
        memory: &'m Memory,
        now: &Now,
        lock: Option<&'m DistillLock>,
        taken_back: Option<Event>,
    ) -> Result<Self> {
        Self::at(memory, now, lock, taken_back, false)
    }

    fn at(
        memory: &'m Memory,
        now: &Now,
        lock: Option<&'m DistillLock>,
        taken_back: Option<Event>,
        merged: bool,
    ) -> Result<Self> {
        let at =
            now.local.and_local_timezone(now.offset).single().unwrap_or_else(|| now.utc.with_timezone(&now.offset));
        if memory.unfinished_forget().exists() {
            return Err(Error::new("a `forget` was interrupted, and what it was to erase is still here")
                .hint("`alluvium forget --again` finishes it"));
        }
        let mut history = History::load(memory)?;
        let path = memory.sediment_file();
        let bytes = files::read(&path)?;
        let missing = bytes.as_deref().is_none_or(|b| b.trim_ascii().is_empty());
        let bytes = bytes.unwrap_or_default();
        let sediment = parse(memory, &path, &bytes)?;
        let state = history.state();
        let today = Day(at.date_naive());
        let mut board = match taken_back {
            Some(event) => {
                let run = Run::new(at, "undo", "", vec![event.clone()]);
                let mut board = Board::of(&State::fold(history.runs.iter().chain([&run])), today);
                board.events.push(event);
                board
            }
            None => Board::of(&state, today),
        };
        let mut notices = Vec::new();
        let mut places = Vec::new();
        if missing {
            if state.living().next().is_some() {
                notices.push(format!(
                    "`{}` was missing or empty and is rebuilt from the history",
                    memory.shown(&path).display()
                ));
            }
        } else {
            let cut_off = history.cut_off(fingerprint(&bytes));
            for run in cut_off {
                notices.push(format!("the {} was interrupted and is finished now", run.name()));
            }
            let kept = history.runs.len() - cut_off.len();
            let before = (!cut_off.is_empty()).then(|| State::fold(&history.runs[..kept]));
            places = hands::recognise(&mut board, before.as_ref().unwrap_or(&state), &sediment, merged);
            if merged {
                carry_over(&mut board, &history);
                order_days(&mut board, &history, memory);
            }
        }
        let was_written = history
            .runs
            .last()
            .is_some_and(|run| !run.written && run.sediment.is_some_and(|s| s.after == fingerprint(&bytes)));
        if let (true, Some(lock), Some(run)) = (was_written, lock, history.runs.last_mut()) {
            mark_written(memory, lock, run)?;
        }
        let by_hand = board.events.len();
        Ok(Self { memory, lock, history, state, board, sediment, by_hand, notices, bytes, path, places, at })
    }

    /// The entries below which a person wrote something in the file.
    pub(super) fn continued(&self) -> BTreeSet<EntryId> {
        let entries = self.places.iter().zip(&self.sediment.entries);
        entries.filter(|(_, entry)| !entry.body.is_empty()).map(|(id, _)| id.clone()).collect()
    }

    /// These records count as read once the run is written.
    pub fn note_read(&mut self, records: &[RecordId]) {
        let at = self.by_hand;
        self.board.events.splice(at..at, super::run::reads(records));
    }

    /// Prunes to the cap, makes the file say what the board says, and writes both history and
    /// file; nothing at all when nothing happened.
    ///
    /// # Errors
    ///
    /// *Busy* when the file was edited since it was read. When pinned text alone exceeds the cap, when the file cannot take the entries (it ends in
    /// an unclosed fence or comment), or when writing fails. Nothing is changed then, or the block
    /// is in the history and the next run writes the file.
    pub fn close(mut self, verb: &str, detail: &str) -> Result<Done> {
        let after = self.settle()?;
        let before = String::from_utf8_lossy(&self.bytes).into_owned();
        let fill = Fill::of(after.entries.len(), &after.text, &self.memory.settings);
        let mut done = Done { events: std::mem::take(&mut self.board.events), before, after: after.text, fill };
        let Some(lock) = self.lock else { return Ok(done) };
        let changed = done.after != done.before;
        if done.events.is_empty() && !changed {
            return Ok(done);
        }
        if files::read(&self.path)?.unwrap_or_default() != self.bytes {
            return Err(Error::busy(format!("`{}` is being edited", self.memory.shown(&self.path).display()))
                .hint("save it, then run the command again"));
        }
        done.events.splice(0..0, self.notices.drain(..).map(Event::Told));
        let mut run = Run::new(self.at, verb, detail, done.events);
        run.sediment = Some(Sums { before: fingerprint(&self.bytes), after: fingerprint(done.after.as_bytes()) });
        self.history.append(self.memory, lock, &mut run)?;
        if changed {
            files::replace(&self.path, done.after.as_bytes())?;
            mark_written(self.memory, lock, &mut run)?;
        }
        let living = self.board.slots.iter().map(|(id, slot)| (id, &slot.state));
        let distilled = if verb == "distill" { Some(run.at) } else { weights::last(&self.history.runs) };
        Weights::keep(self.memory, self.board.today, distilled, living.chain(&self.board.gone));
        done.events = run.events;
        // The process is about to end: to take years of entries apart before would be work for nothing.
        std::mem::forget(self.board);
        Ok(done)
    }

    /// Prunes until the file, as it will really stand there, is within its cap.
    fn settle(&mut self) -> Result<Sediment> {
        let settings = &self.memory.settings;
        let mut scales = Scales::of(&self.board, &self.sediment);
        loop {
            let today = self.board.today;
            self.clear_conflicts();
            unite(&mut self.board, self.memory, None);
            prune(&mut self.board, &mut scales, today, settings).map_err(|reason| self.over_the_cap(&reason))?;
            let after = self.rendered(&self.board)?;
            if Fill::of(after.entries.len(), &after.text, settings).is_over() {
                scales.correct(&after.text);
                continue;
            }
            self.check(&after)?;
            return Ok(after);
        }
    }

    /// A mark of a conflict whose other side has left says nothing any more.
    fn clear_conflicts(&mut self) {
        let marked = self.board.slots.iter().filter_map(|(id, slot)| {
            let newer = EntryId(slot.state.fields.get("conflicts")?.trim_start_matches('^').into());
            (!self.board.slots.contains_key(&newer)).then(|| (id.clone(), newer))
        });
        for (older, newer) in marked.collect::<Vec<_>>() {
            self.board.take(Event::Settled { older, newer, how: "the other one left".to_owned() });
        }
    }

    /// The file as the board wants it.
    fn rendered(&self, board: &Board) -> Result<Sediment> {
        let settings = &self.memory.settings;
        let blank = self.sediment.text.trim().is_empty();
        if blank && board.slots.is_empty() {
            return parse(self.memory, &self.path, &self.bytes);
        }
        let skeleton = blank.then(|| sediment::read(&skeleton(settings), &self.path, settings));
        let base = skeleton.as_ref().unwrap_or(&self.sediment);
        let places: &[EntryId] = if blank { &[] } else { &self.places };
        let text = sediment::edit(base, &edits(board, base, places), settings);
        Ok(sediment::read(&text, self.memory.shown(&self.path), settings))
    }

    /// What is read again must be what the board says.
    fn check(&self, after: &Sediment) -> Result<()> {
        let fits = after.entries.len() == self.board.slots.len()
            && after.entries.iter().all(|entry| {
                let slot = entry.id.as_ref().and_then(|id| self.board.slots.get(id));
                slot.is_some_and(|s| {
                    s.state.text == entry.text && s.state.fields == entry.fields && s.state.section == entry.section
                })
            });
        if fits {
            return Ok(());
        }
        Err(Error::new(format!("cannot add entries to `{}`", self.memory.shown(&self.path).display()))
            .because("what follows its last entries is an unclosed fence, comment or HTML block")
            .hint("close it, then run `alluvium distill` again"))
    }

    /// Why a run must stop when pinned text alone is over the cap.
    pub fn over_the_cap(&self, reason: &str) -> Error {
        Error::new(format!("cannot bring `{}` within its cap", self.memory.shown(&self.path).display()))
            .because(reason.to_owned())
            .hint("unpin or shorten what you no longer need, or raise `sediment.max-entries` or `sediment.max-tokens`")
    }
}

/// Edits that make the file say what the board says.
fn edits(board: &Board, base: &Sediment, places: &[EntryId]) -> Vec<Edit> {
    let head = |id: &EntryId| {
        let state = &board.slots[id].state;
        Head { text: state.text.clone(), fields: state.fields.clone(), id: Some(id.clone()) }
    };
    let mut edits = Vec::new();
    for (at, (entry, id)) in base.entries.iter().zip(places).enumerate() {
        match board.slots.get(id) {
            None => edits.push(Edit::Remove { at }),
            Some(slot) if slot.state.section != entry.section => {
                edits.push(Edit::Remove { at });
                edits.push(Edit::Add { section: slot.state.section, head: head(id), body: entry.body.clone() });
            }
            Some(slot) => {
                let same =
                    entry.id.as_ref() == Some(id) && entry.text == slot.state.text && entry.fields == slot.state.fields;
                if !same {
                    edits.push(Edit::Rewrite { at, head: head(id) });
                }
            }
        }
    }
    let mut new: Vec<&EntryId> = board.slots.keys().filter(|id| !places.contains(id)).collect();
    let mut came: HashMap<&EntryId, usize> = HashMap::new();
    for (at, id) in board.events.iter().enumerate().filter_map(|(at, event)| Some((at, event.entry()?))) {
        came.entry(id).or_insert(at);
    }
    new.sort_by_cached_key(|id| (came.get(id).copied(), board.slots[*id].state.since(), (*id).clone()));
    edits.extend(new.into_iter().map(|id| Edit::Add {
        section: board.slots[id].state.section,
        head: head(id),
        body: String::new(),
    }));
    edits
}

/// Reads the file for editing: it must be UTF-8 and no unfinished merge.
fn parse(memory: &Memory, path: &std::path::Path, bytes: &[u8]) -> Result<Sediment> {
    let shown = memory.shown(path);
    let text = std::str::from_utf8(bytes).map_err(|e| {
        let line = bytes[..e.valid_up_to()].iter().filter(|b| **b == b'\n').count() + 1;
        Error::new(format!("cannot change `{}`: it is not UTF-8 (line {line})", shown.display()))
            .hint("save it as UTF-8; `alluvium doctor` names every such line")
    })?;
    let sediment = sediment::read(text, shown, &memory.settings);
    if let Some(problem) = sediment.problems.iter().find(|p| p.code == "conflict-marker") {
        return Err(Error::new(format!("cannot change `{}`: it is in the middle of a merge", shown.display()))
            .hint(format!("line {}: `alluvium doctor --fix` unites both sides", problem.line)));
    }
    Ok(sediment)
}

/// The fingerprint of a file's bytes, as `end` lines of the history bear it.
pub fn fingerprint(bytes: &[u8]) -> u64 {
    xxhash_rust::xxh3::xxh3_64(bytes)
}
