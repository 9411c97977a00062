//! The history's files: reading all of them, appending a block, noting that the sediment was written.

use std::path::PathBuf;

use super::read::{Glance, read_history};
use super::write::{WRITTEN, write_run};
use super::{Event, Run, State};
use crate::error::{Problem, Result};
use crate::memory::lock::DistillLock;
use crate::memory::{Memory, files};

/// The history as read.
#[derive(Debug, Clone, Default)]
pub struct History {
    /// Closed runs, in file order, months oldest first.
    pub runs: Vec<Run>,
    /// What is wrong in the files.
    pub problems: Vec<Problem>,
    /// There is a file, be it empty.
    pub exists: bool,
}

impl History {
    /// Reads every month.
    pub fn load(memory: &Memory) -> Result<Self> {
        let mut history = Self::default();
        for path in months(memory)? {
            let Some(bytes) = files::read(&path)? else { continue };
            let (runs, problems) = read_history(&String::from_utf8_lossy(&bytes), memory.shown(&path));
            history.runs.extend(runs);
            history.problems.extend(problems);
            history.exists = true;
        }
        // Two months may hold the same run after a merge by hand.
        let mut names = std::collections::HashSet::new();
        history.runs.retain(|run| names.insert(run.id.clone()));
        history.follow_refiled();
        Ok(history)
    }

    /// Sources that were moved to another day are known by the ids that they have now.
    fn follow_refiled(&mut self) {
        let moves = self.runs.iter().flat_map(|run| &run.events).filter_map(|event| match event {
            Event::Refiled { from, to } => Some((*from, *to)),
            _ => None,
        });
        let moves: Vec<_> = moves.collect();
        let mut now = std::collections::HashMap::new();
        for (from, to) in moves.into_iter().rev() {
            // What was moved on later is known already.
            let last = now.get(&to).copied().unwrap_or(to);
            now.insert(from, last);
        }
        if now.is_empty() {
            return;
        }
        for source in self.runs.iter_mut().flat_map(|run| &mut run.events).flat_map(Event::sources_mut) {
            *source = now.get(source).copied().unwrap_or(*source);
        }
    }

    /// The state that the history leaves.
    pub fn state(&self) -> State {
        State::fold(&self.runs)
    }

    /// The last runs whose result never reached the sediment file, which now has this fingerprint:
    /// each of them was killed before it had replaced the file.
    pub fn cut_off(&self, now: u64) -> &[Run] {
        let reached = |run: &Run| run.sediment.is_some_and(|s| run.written || s.after == now);
        let from = self.runs.iter().rposition(reached).map_or(0, |i| i + 1);
        let lost = self.runs[from..].iter().position(|run| !run.written).map_or(self.runs.len(), |i| from + i);
        &self.runs[lost..]
    }

    /// Appends a run as a closed block to the file of its month, and gives it its name. It never
    /// bears an earlier time than the run before it, even if the clock was set back.
    pub fn append(&self, memory: &Memory, _lock: &DistillLock, run: &mut Run) -> Result<()> {
        if let Some(last) = self.runs.last()
            && run.at < last.at
        {
            run.at = last.at.with_timezone(run.at.offset());
        }
        let path = month(memory, run);
        let before = files::read(&path)?.unwrap_or_default();
        let (block, id) = write_run(run, before.len() as u64);
        files::append(&path, format!("{}{block}", gap(&before)).as_bytes(), true)?;
        (run.id, run.written) = (id, run.sediment.is_none_or(|s| s.before == s.after));
        Ok(())
    }
}

/// Notes that the sediment file is now as the run, the last one, says.
pub fn mark_written(memory: &Memory, _lock: &DistillLock, run: &mut Run) -> Result<()> {
    if !run.written {
        files::append(&month(memory, run), WRITTEN.as_bytes(), false)?;
        run.written = true;
    }
    Ok(())
}

/// The file in which the run stands.
fn month(memory: &Memory, run: &Run) -> PathBuf {
    memory.history_dir().join(format!("{}.md", run.at.format("%Y-%m")))
}

/// What a run with nothing new needs to know of the history.
pub fn glance(memory: &Memory) -> Result<Glance> {
    let mut glance = Glance::default();
    for path in months(memory)? {
        if let Some(bytes) = files::read(&path)? {
            match std::str::from_utf8(&bytes) {
                Ok(text) => glance.take(text),
                Err(_) => glance.take(&String::from_utf8_lossy(&bytes)),
            }
        }
    }
    Ok(glance)
}

/// The files `YYYY-MM.md`, oldest first.
pub(super) fn months(memory: &Memory) -> Result<Vec<PathBuf>> {
    let folder = memory.history_dir();
    let names = files::list(&folder)?;
    let months = names.iter().filter_map(|name| name.to_str()).filter(|name| is_month(name));
    Ok(months.map(|name| folder.join(name)).collect())
}

fn is_month(name: &str) -> bool {
    let b = name.as_bytes();
    b.len() == 10 && b[4] == b'-' && b[..4].iter().chain(&b[5..7]).all(u8::is_ascii_digit) && name.ends_with(".md")
}

/// What must stand before a block so that it begins on a line of its own, after a blank one.
fn gap(before: &[u8]) -> &'static str {
    match before {
        [] => "",
        [.., b'\n', b'\n'] => "",
        [.., b'\n'] => "\n",
        _ => "\n\n",
    }
}
