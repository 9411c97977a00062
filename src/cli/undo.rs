//! `alluvium undo`: take back the last run.

use super::{Context, Ui};
use crate::distill::Desk;
use crate::distill::report::Line;
use crate::error::{Ended, Error, Result};
use crate::history::fold::taken_back;
use crate::history::{Event, History, Run, State};

/// Take back the last run: the sediment becomes what it was before, but for what was edited by hand
///
/// The run and the undo both stay in the history. The records that the run read stay read, so that
/// the next distillation does not learn the same again.
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
        let run = last(&history)?;
        let what = format!("{} of {}", run.verb, run.at.format("%Y-%m-%d %H:%M"));
        let taken = Event::Undone { run: run.id.clone(), what };
        let mut desk = Desk::without(&memory, &now, lock.as_ref(), Some(taken))?;
        if self.reread {
            for event in &run.events {
                if let Event::Read { day, hashes } = event {
                    desk.board.events.push(Event::Unread { day: *day, hashes: hashes.clone() });
                }
            }
        }
        let before = history.state();
        let done = desk.close("undo", "")?;
        let mut after = history;
        after.runs.push(Run::new(run_time(&now), "undo", "", done.events.clone()));
        let mut lines: Vec<Line> = done.events.into_iter().filter_map(Line::of).collect();
        lines.extend(difference(&before, &State::fold(&after.runs)));
        super::distill::print_changes(&lines, ui)?;
        Ok(Ended::Done)
    }
}

fn run_time(now: &crate::time::Now) -> chrono::DateTime<chrono::FixedOffset> {
    now.utc.with_timezone(&now.offset)
}

/// The last run that changed an entry and was not taken back already.
fn last(history: &History) -> Result<Run> {
    let undone = taken_back(&history.runs);
    let changes = |run: &Run| run.events.iter().any(|e| e.entry().is_some() && !e.is_by_hand());
    let run =
        history.runs.iter().rev().find(|run| {
            run.verb != "undo" && !undone.contains(run.id.as_str()) && (changes(run) || run.verb == "forget")
        });
    match run {
        Some(run) if run.verb == "forget" => Err(Error::new("the last run was a `forget`, which cannot be taken back")),
        Some(run) => Ok(run.clone()),
        None => Err(Error::new("there is no run to take back")
            .hint("`alluvium distill` makes one, when there are unread records")),
    }
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
