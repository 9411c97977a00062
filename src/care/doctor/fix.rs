//! `doctor --fix`: what can be repaired without losing a byte of content.
//!
//! Each repair is a value that says what it would do; nothing else is touched. What it changes is saved
//! below `.alluvium/backup/` first. A torn line is text that no reader takes for a record: it stays.
//!
//! One repair may make the next one possible: two sides of a merge, once united, may fill one slot
//! twice. So the caller plans again until nothing is left, and shows each plan before it is carried out.

use std::path::{Path, PathBuf};

use super::Visit;
use super::folder::UNFINISHED_FORGET;
use super::halves::{HALF_MOVED, Half};
use super::refiling::Refiling;
use crate::care::forget::{self, unfinished};
use crate::distill::report::diff;
use crate::distill::unite_all;
use crate::error::{Problem, Result};
use crate::git::merge::conflict;
use crate::history::Event;
use crate::memory::{Memory, files};

/// A repair. Paths are relative to the memory folder.
#[derive(Debug, Clone)]
pub enum Fix {
    /// Both sides of an unfinished merge are united, record by record, entry by entry, run by run.
    Unite {
        /// The file.
        path: PathBuf,
        /// The bytes as found.
        before: Vec<u8>,
        /// The bytes with what both sides have, without the marker lines.
        after: Vec<u8>,
    },
    /// An erasure that was stopped is finished.
    Forget {
        /// Its plan.
        path: PathBuf,
        /// How much it has still to erase.
        what: String,
    },
    /// Records that stand in the stream as well leave the archive.
    Halve(Half),
    /// Records go to the day to which their offset says that they belong.
    Refile(Refiling),
    /// A temporary file that a stopped command left goes.
    Remove(PathBuf),
    /// Others may not write it any more.
    Mode(PathBuf),
    /// Entries of one topic become one, by the rules of merging.
    Settle {
        /// The sediment file.
        path: PathBuf,
        /// The sediment as found.
        before: String,
        /// The sediment as it will be.
        after: String,
    },
}

impl Fix {
    /// What it does, for people: unified diffs, or a line.
    pub fn shown(&self, memory: &Memory) -> String {
        let name = |path: &Path| path.display().to_string();
        match self {
            Self::Unite { path, before, after } => {
                diff(&String::from_utf8_lossy(before), &String::from_utf8_lossy(after), &name(path))
            }
            Self::Settle { path, before, after } => diff(before, after, &name(path)),
            Self::Forget { path, what } => format!("finish the `forget` of `{}`: {what}\n", name(path)),
            Self::Halve(half) => half.shown(),
            Self::Refile(refiling) => refiling.shown(memory),
            Self::Remove(path) => format!("remove {}\n", name(path)),
            Self::Mode(path) => format!("chmod o-w {}\n", name(path)),
        }
    }

    /// The files that it touches.
    fn paths<'f>(&'f self, memory: &'f Memory) -> Vec<&'f Path> {
        match self {
            Self::Unite { path, .. } | Self::Settle { path, .. } | Self::Remove(path) | Self::Mode(path) => vec![path],
            // What is erased is not saved.
            Self::Forget { .. } => Vec::new(),
            Self::Halve(half) => vec![&half.path],
            Self::Refile(refiling) => refiling.paths().map(|path| memory.shown(path)).collect(),
        }
    }
}

impl Visit<'_> {
    /// The repairs that the problems call for; nothing is changed.
    ///
    /// # Errors
    ///
    /// When a file cannot be read.
    pub fn plan(&self, problems: &[Problem]) -> Result<Vec<Fix>> {
        let memory = self.memory;
        let first = |code: &str| {
            let mut paths: Vec<&PathBuf> = problems.iter().filter(|p| p.code == code).map(|p| &p.path).collect();
            paths.dedup();
            paths
        };
        // Whatever else is repaired must not rest on what is about to go.
        if let Some(path) = first(UNFINISHED_FORGET).first() {
            let what = unfinished(memory)?.unwrap_or_default();
            return Ok(vec![Fix::Forget { path: path.to_path_buf(), what }]);
        }
        let mut fixes: Vec<Fix> = Vec::new();
        let conflicts = first("conflict-marker");
        let mut uniting = false;
        for path in &conflicts {
            let before = files::read(&memory.root.join(path))?.unwrap_or_default();
            match conflict::unite(path, &before, &memory.settings) {
                Some(after) if after != before => {
                    fixes.push(Fix::Unite { path: path.to_path_buf(), before, after });
                    uniting = true;
                }
                _ => {}
            }
        }
        fixes.extend(first("temporary").into_iter().map(|path| Fix::Remove(path.clone())));
        fixes.extend(first("mode").into_iter().map(|path| Fix::Mode(path.clone())));
        // What follows rests on files that are whole. Markers that do not pair up are a person's to delete.
        if !uniting {
            if !first(HALF_MOVED).is_empty() {
                fixes.extend(Half::all(memory)?.into_iter().map(Fix::Halve));
            }
            fixes.extend(Refiling::plan(self)?.map(Fix::Refile));
            if let Some(path) = first("duplicate-topic").first().filter(|path| !conflicts.contains(path)) {
                let done = unite_all(memory, self.now, None)?;
                // An id for a line that a person wrote is no repair.
                if done.events.iter().any(|event| matches!(event, Event::Removed { .. })) {
                    fixes.push(Fix::Settle { path: path.to_path_buf(), before: done.before, after: done.after });
                }
            }
        }
        Ok(fixes)
    }

    /// Repairs what was planned, each file saved before. Returns the folder with what was saved; none when
    /// nothing may be.
    ///
    /// # Errors
    ///
    /// When something cannot be saved or written; what was repaired until then stays repaired.
    pub fn apply(&self, fixes: &[Fix]) -> Result<Option<PathBuf>> {
        let Visit { memory, now, .. } = *self;
        if fixes.iter().any(|fix| matches!(fix, Fix::Forget { .. })) {
            forget::finish(memory, now)?;
            return Ok(None);
        }
        let backup = memory.cache_dir().join("backup").join(now.utc.format("%Y%m%dT%H%M%SZ").to_string());
        let (distill, stream) = (memory.lock_distill()?, memory.lock_stream()?);
        for path in fixes.iter().flat_map(|fix| fix.paths(memory)) {
            let saved = backup.join(path);
            if memory.root.join(path).is_dir() {
                continue; // only its mode changes
            }
            // What a first round saved is what was there before.
            if let Some(bytes) = files::read(&memory.root.join(path))?.filter(|_| !saved.exists()) {
                files::replace(&saved, &bytes)?;
            }
        }
        for fix in fixes {
            match fix {
                Fix::Forget { .. } => {}
                Fix::Halve(half) => half.apply(memory, &stream)?,
                // What changed since the preview is left for the next one.
                Fix::Unite { path, before, after } => {
                    let path = memory.root.join(path);
                    if files::read(&path)?.as_ref() == Some(before) {
                        files::replace(&path, after)?;
                    }
                }
                Fix::Refile(refiling) => refiling.apply(memory, now, &distill, &stream)?,
                Fix::Remove(path) => files::remove(&memory.root.join(path))?,
                Fix::Mode(path) => files::take_from_others(&memory.root.join(path))?,
                Fix::Settle { .. } => drop(unite_all(memory, now, Some(&distill))?),
            }
        }
        Ok(Some(memory.shown(&backup).to_path_buf()))
    }
}
