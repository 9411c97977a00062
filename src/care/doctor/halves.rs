//! Days of which a stopped `archive` left records in both places, and their way back.
//!
//! The copy in the stream stays: it is what every command reads, and it stood there before an `archive`
//! and was to stand there after a `--restore`, which leave the same behind. The copy in the archive goes
//! where it is the same to the byte; whatever else the archive holds of the day stays there.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use crate::care::forget::without;
use crate::care::plural;
use crate::distill::report::diff;
use crate::error::{Problem, Result};
use crate::memory::lock::StreamLock;
use crate::memory::{Memory, files};
use crate::stream::{Kinds, RecordId, Scan, read_whole};
use crate::time::Day;

/// The code of the problem.
pub(super) const HALF_MOVED: &str = "half-moved";

/// Names an archived day of which so many records stand in the stream as well.
pub(super) fn half_moved(archive: &Path, stream: &Path, records: usize) -> Problem {
    let (noun, verb) = (plural(records as i64, "record"), if records == 1 { "stands" } else { "stand" });
    let reason = format!(
        "{records} {noun} {verb} in {} as well, as when an `archive` or `archive --restore` was interrupted",
        stream.display()
    );
    Problem::new(archive, 0, HALF_MOVED, reason).remedy(
        "each counts once; `alluvium doctor --fix` leaves them in the stream alone, the same `archive` in the archive",
    )
}

/// An archived day, with and without what stands in the stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Half {
    day: Day,
    /// The file in the archive, relative to the memory folder.
    pub(super) path: PathBuf,
    before: Vec<u8>,
    /// Empty when nothing is left of it.
    after: Vec<u8>,
}

impl Half {
    /// Every such day that can be repaired.
    ///
    /// # Errors
    ///
    /// When a file cannot be read.
    pub(super) fn all(memory: &Memory) -> Result<Vec<Self>> {
        let days = memory.archive_files()?.days.into_iter();
        days.filter_map(|(day, path)| Self::of(memory, day, &path).transpose()).collect()
    }

    /// What an archived day holds that the stream has as well, if it does.
    fn of(memory: &Memory, day: Day, path: &Path) -> Result<Option<Self>> {
        let Some(before) = files::read(path)? else { return Ok(None) };
        let stream = read_whole(&memory.stream_file(day))?.unwrap_or_default();
        let after = only_archived(&before, &stream, day, &Kinds::of(&memory.settings));
        Ok((after != before).then(|| Self { day, path: memory.shown(path).to_path_buf(), before, after }))
    }

    /// How the file changes, as a unified diff.
    pub(super) fn shown(&self) -> String {
        let [before, after] = [&self.before, &self.after].map(|bytes| String::from_utf8_lossy(bytes));
        diff(&before, &after, &self.path.to_string_lossy())
    }

    /// Takes the copies out, unless a file changed since.
    pub(super) fn apply(&self, memory: &Memory, _: &StreamLock) -> Result<()> {
        let path = memory.root.join(&self.path);
        if Self::of(memory, self.day, &path)?.as_ref() != Some(self) {
            return Ok(());
        }
        if self.after.is_empty() {
            return files::remove(&path);
        }
        files::replace(&path, &self.after).map(drop)
    }
}

/// What of an archived day does not stand in the stream; empty when all of it does.
fn only_archived(archive: &[u8], stream: &[u8], day: Day, kinds: &Kinds) -> Vec<u8> {
    let records = |bytes: &[u8]| -> HashSet<(RecordId, Vec<u8>)> {
        Scan::new(bytes, day, kinds).map(|raw| (raw.id, bytes[raw.range].trim_ascii_end().to_vec())).collect()
    };
    let hot = records(stream);
    let both: HashSet<RecordId> = records(archive).intersection(&hot).map(|(id, _)| *id).collect();
    if both.is_empty() {
        return archive.to_vec();
    }
    let rest = without(archive, day, kinds, &|id| both.contains(&id));
    // The heading is the program's own, or stands in the stream like every other line that both have.
    let lines: HashSet<&[u8]> = stream.split(|b| *b == b'\n').map(<[u8]>::trim_ascii_end).collect();
    let heading = format!("## {day}");
    let says_more = rest
        .split(|b| *b == b'\n')
        .map(<[u8]>::trim_ascii_end)
        .any(|line| !line.is_empty() && line != heading.as_bytes() && !lines.contains(line));
    if says_more { rest } else { Vec::new() }
}
