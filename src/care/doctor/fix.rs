//! `doctor --fix`: what can be repaired without losing a byte of content.
//!
//! Each repair is a value that says what it would do; nothing else is touched. What it changes is saved
//! below `.alluvium/backup/` first. A torn line is text that no reader takes for a record: it stays.

use std::path::PathBuf;

use crate::distill::report::diff;
use crate::distill::{Desk, settle};
use crate::error::{Problem, Result};
use crate::git::merge::merge;
use crate::memory::{Memory, files};
use crate::time::Now;

/// A repair of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// The file, relative to the memory folder.
    pub path: PathBuf,
    /// What it does.
    pub action: Action,
}

/// What a repair does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Both sides of an unfinished merge are united, record by record.
    Unite {
        /// The bytes as found.
        before: Vec<u8>,
        /// The bytes with what both sides have, without the marker lines.
        after: Vec<u8>,
    },
    /// A temporary file that a stopped command left goes.
    Remove,
    /// Others may not write it any more.
    Mode,
    /// Entries of one topic become one, by the rules of merging.
    Settle {
        /// The sediment as found.
        before: String,
        /// The sediment as it will be.
        after: String,
    },
}

impl Fix {
    /// What it does, for people: a unified diff, or a line.
    pub fn shown(&self) -> String {
        let name = self.path.display().to_string();
        match &self.action {
            Action::Unite { before, after } => {
                diff(&String::from_utf8_lossy(before), &String::from_utf8_lossy(after), &name)
            }
            Action::Settle { before, after } => diff(before, after, &name),
            Action::Remove => format!("remove {name}\n"),
            Action::Mode => format!("chmod o-w {name}\n"),
        }
    }
}

/// The repairs that the problems call for; nothing is changed.
///
/// # Errors
///
/// When a file cannot be read.
pub fn plan(memory: &Memory, now: &Now, problems: &[Problem]) -> Result<Vec<Fix>> {
    let mut fixes: Vec<Fix> = Vec::new();
    for problem in problems {
        let path = problem.path.clone();
        let action = match problem.code {
            "conflict-marker" => {
                let before = files::read(&memory.root.join(&path))?.unwrap_or_default();
                let united = sides(&before)
                    .and_then(|[base, ours, theirs]| merge(&path, &base, &ours, &theirs, &memory.settings));
                match united {
                    Some(after) if after != before => Action::Unite { before, after },
                    _ => continue,
                }
            }
            "temporary" => Action::Remove,
            "mode" => Action::Mode,
            "duplicate-topic" => {
                // An unfinished merge in the file is settled first.
                if problems.iter().any(|p| p.path == path && p.code == "conflict-marker") {
                    continue;
                }
                let done = Desk::merged(memory, now, None)?.close("doctor", "")?;
                if done.before == done.after {
                    continue;
                }
                Action::Settle { before: done.before, after: done.after }
            }
            _ => continue,
        };
        let fix = Fix { path, action };
        if !fixes.contains(&fix) {
            fixes.push(fix);
        }
    }
    Ok(fixes)
}

/// Repairs what was planned, each file saved before. Returns the folder with what was saved.
///
/// # Errors
///
/// When something cannot be saved or written; what was repaired until then stays repaired.
pub fn apply(memory: &Memory, now: &Now, fixes: &[Fix]) -> Result<PathBuf> {
    let backup = memory.cache_dir().join("backup").join(now.utc.format("%Y%m%dT%H%M%SZ").to_string());
    for fix in fixes {
        if let Some(bytes) = files::read(&memory.root.join(&fix.path))? {
            files::replace(&backup.join(&fix.path), &bytes)?;
        }
    }
    {
        let _locks = (memory.lock_distill()?, memory.lock_stream()?);
        for fix in fixes {
            let path = memory.root.join(&fix.path);
            match &fix.action {
                // What changed since the preview is left for the next one.
                Action::Unite { before, after } if files::read(&path)?.as_ref() == Some(before) => {
                    files::replace(&path, after)?;
                }
                Action::Remove => files::remove(&path)?,
                Action::Mode => files::take_from_others(&path)?,
                Action::Unite { .. } | Action::Settle { .. } => {}
            }
        }
    }
    if fixes.iter().any(|fix| matches!(fix.action, Action::Settle { .. })) {
        settle(memory, now, true)?;
    }
    Ok(memory.shown(&backup).to_path_buf())
}

/// What both sides of every conflict share, and each side; none when the markers do not pair up.
///
/// The old text that some markers show stands in neither side and is left out of all: what a side
/// deleted is not brought back, and what it kept is in it.
fn sides(bytes: &[u8]) -> Option<[Vec<u8>; 3]> {
    #[derive(PartialEq)]
    enum At {
        Both,
        Ours,
        Old,
        Theirs,
    }
    let [mut base, mut ours, mut theirs] = [Vec::new(), Vec::new(), Vec::new()];
    let mut at = At::Both;
    for line in bytes.split_inclusive(|b| *b == b'\n') {
        let is = |marker: &[u8]| {
            let rest = line.strip_prefix(marker);
            rest.is_some_and(|rest| rest.is_empty() || matches!(rest[0], b' ' | b'\r' | b'\n'))
        };
        match at {
            At::Both if is(b"<<<<<<<") => at = At::Ours,
            At::Ours if is(b"|||||||") => at = At::Old,
            At::Ours | At::Old if is(b"=======") => at = At::Theirs,
            At::Theirs if is(b">>>>>>>") => at = At::Both,
            _ if is(b"<<<<<<<") || is(b">>>>>>>") => return None,
            At::Both => {
                for side in [&mut base, &mut ours, &mut theirs] {
                    side.extend_from_slice(line);
                }
            }
            At::Ours => ours.extend_from_slice(line),
            At::Theirs => theirs.extend_from_slice(line),
            At::Old => {}
        }
    }
    (at == At::Both).then_some([base, ours, theirs])
}
