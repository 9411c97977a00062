//! `alluvium undo`: take back the last run.

use super::{Context, Ui};
use crate::care::archive;
use crate::distill::Desk;
use crate::distill::report::Line;
use crate::error::{Ended, Error, Result};
use crate::history::fold::taken_back;
use crate::history::{Event, History, Run, State};
use crate::memory::Memory;
use crate::stream::RecordId;
use crate::time::Day;

/// Take back the last run: the sediment becomes what it was before, but for what was edited by hand
///
/// The last run is the newest one that changed an entry and was not taken back yet. A run that only
/// took over what a person did in the file is passed over: that is not taken back.
///
/// The run and the undo both stay in the history, so that `restore ID` brings single entries back. The
/// records that the run read stay read, and the next distillation does not learn the same again; with
/// --reread it does. Right after an `undo`, `undo --reread` is about that same run.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  alluvium undo --dry-run    show what the last run did
  alluvium undo              take it back; its records stay read
  alluvium undo --reread     take it back and distill its records again")]
pub struct Undo {
    /// Count the run's records as unread, so that the next distillation reads them again
    #[arg(long)]
    reread: bool,
    /// Write nothing, only say what would be taken back
    #[arg(long)]
    dry_run: bool,
}

impl Undo {
    /// Runs the command.
    pub fn run(self, context: &Context, ui: &mut Ui) -> Result<Ended> {
        let memory = context.memory()?;
        let now = context.clock(&memory)?.now()?;
        let lock = if self.dry_run { None } else { Some(memory.lock_distill()?) };
        let history = History::load(&memory)?;
        let only_reread = if self.reread { just_taken_back(&history) } else { None };
        let (run, passed_over) = match only_reread.clone() {
            Some(run) => (run, None),
            None => last(&history)?,
        };
        let taken = only_reread.is_none().then(|| Event::Undone { run: run.id.clone(), what: story(&run) });
        let mut desk = Desk::without(&memory, &now, lock.as_ref(), taken)?;
        if self.reread {
            let unread = unread(&memory, &run)?;
            desk.board.events.extend(unread);
            if only_reread.is_some() {
                desk.board.events.push(Event::Told(format!("unread again: the records of the {}", run.name())));
            }
        }
        let before = history.state();
        let done = desk.close("undo", "")?;
        let mut after = history;
        after.runs.push(Run::new(run_time(&now), "undo", "", done.events.clone()));
        let after = State::fold(&after.runs);
        let mut lines: Vec<Line> = done.events.into_iter().filter_map(Line::of).collect();
        lines.extend(difference(&before, &after));
        super::distill::print_changes(&lines, ui)?;
        if ui.talks() && !ui.wants_json() {
            if let Some(run) = passed_over {
                ui.line(&format!("passed over: the {}, which only took over edits by hand", run.name()))?;
            }
            if !self.reread && !self.dry_run {
                let one = lines.iter().filter_map(|l| l.id.as_ref()).find(|id| after.undone.contains_key(id));
                let restore = one.map(|id| format!("`alluvium restore {id}`, or ")).unwrap_or_default();
                ui.line(&format!("to have it back: {restore}`alluvium undo --reread` and `alluvium distill`"))?;
            }
        }
        Ok(Ended::Done)
    }
}

/// The events that make the records unread which a run read.
///
/// # Errors
///
/// When some are in the archive, where no distillation reads: what they say would be gone without a word.
fn unread(memory: &Memory, run: &Run) -> Result<Vec<Event>> {
    let read = |event: &Event| match event {
        Event::Read { day, hashes } => Some((*day, hashes.clone())),
        _ => None,
    };
    let read: Vec<(Day, Vec<u32>)> = run.events.iter().filter_map(read).collect();
    let records = read.iter().flat_map(|(day, hashes)| hashes.iter().map(|hash| RecordId { day: *day, hash: *hash }));
    let days = archive::days_holding(memory, &records.collect())?;
    if let (Some(first), Some(last)) = (days.first(), days.last()) {
        return Err(Error::new(format!("the records of the {} cannot be read again: they are archived", run.name()))
            .hint(format!(
                "`alluvium archive --restore {first}..{last}` first, or `alluvium undo` without `--reread`"
            )));
    }
    Ok(read.into_iter().map(|(day, hashes)| Event::Unread { day, hashes }).collect())
}

/// A run with what it did: `distill of 2025-03-14 23:50 (2 added, 1 updated)`.
fn story(run: &Run) -> String {
    let mut did: Vec<(&str, usize)> = Vec::new();
    for event in run.events.iter().filter(|e| e.entry().is_some() && !e.is_by_hand()) {
        match did.iter_mut().find(|(verb, _)| *verb == event.verb()) {
            Some((_, count)) => *count += 1,
            None => did.push((event.verb(), 1)),
        }
    }
    let did: Vec<String> = did.iter().map(|(verb, count)| format!("{count} {verb}")).collect();
    format!("{} ({})", run.name(), did.join(", "))
}

/// The run that the newest one took back, when its records stayed read.
fn just_taken_back(history: &History) -> Option<Run> {
    let undo = history.runs.last()?;
    let undone = taken_back([undo]);
    if undo.events.iter().any(|event| matches!(event, Event::Unread { .. })) {
        return None;
    }
    let read = |run: &&Run| run.events.iter().any(|event| matches!(event, Event::Read { .. }));
    history.runs.iter().find(|run| undone.contains(run.id.as_str())).filter(read).cloned()
}

fn run_time(now: &crate::time::Now) -> chrono::DateTime<chrono::FixedOffset> {
    now.utc.with_timezone(&now.offset)
}

/// The last run that changed an entry and was not taken back already, and the newest one after it
/// that a person's edits alone made.
fn last(history: &History) -> Result<(Run, Option<Run>)> {
    let undone = taken_back(&history.runs);
    let mut by_hand = None;
    for run in history.runs.iter().rev().filter(|run| run.verb != "undo" && !undone.contains(run.id.as_str())) {
        if run.verb == "forget" {
            return Err(Error::new("the last run was a `forget`, which cannot be taken back"));
        }
        if run.events.iter().any(|e| e.entry().is_some() && !e.is_by_hand()) {
            return Ok((run.clone(), by_hand));
        }
        if by_hand.is_none() && run.events.iter().any(Event::is_by_hand) {
            by_hand = Some(run.clone());
        }
    }
    Err(Error::new("there is no run to take back").hint("`alluvium distill` makes one, when there are unread records"))
}

/// How the entries differ, told as changes.
fn difference(before: &State, after: &State) -> Vec<Line> {
    let mut lines = Vec::new();
    for (id, was) in before.living() {
        let line = match after.entries.get(id).filter(|e| e.gone.is_none()) {
            None => Line { event: "removed", text: was.text.clone(), why: "taken back".into(), ..Line::default() },
            Some(is) if is.text != was.text => {
                Line { event: "updated", text: is.text.clone(), was: was.text.clone(), ..Line::default() }
            }
            Some(_) => continue,
        };
        lines.push(Line { id: Some(id.clone()), ..line });
    }
    for (id, is) in after.living() {
        if before.entries.get(id).is_none_or(|e| e.gone.is_some()) {
            let (id, section, text) = (Some(id.clone()), Some(is.section), is.text.clone());
            lines.push(Line { event: "restored", id, section, text, ..Line::default() });
        }
    }
    lines
}
