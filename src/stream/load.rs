//! Loading many days from the folder.

use std::path::Path;

use super::{DayFile, Kinds, Record};
use crate::error::{Problem, Result, Severity};
use crate::memory::{Memory, files};
use crate::time::Days;

/// Records of several days with what is wrong in their files.
#[derive(Debug, Clone, Default)]
pub struct Loaded {
    /// The records, by day, then in file order.
    pub records: Vec<Record>,
    /// What is wrong: in the files that were read, and with files that look like days and are not.
    pub problems: Vec<Problem>,
}

/// Reads the records of the days, from files whose *name* or headings give a day in the range.
///
/// For a short closed range, near-miss names are not looked for. A file with several day headings is read when its own day lies in the range. A file that cannot
/// be read is a problem; the others are read. The same record in two files is one record.
pub fn read_days(memory: &Memory, days: Days) -> Result<Loaded> {
    let kinds = Kinds::of(&memory.settings);
    let files = memory.stream_files_of(days)?;
    let mut loaded = Loaded { problems: files.problems, ..Loaded::default() };
    for (day, path) in files.days {
        let shown = memory.shown(&path);
        match read_whole(&path) {
            Ok(None) => {}
            Ok(Some(bytes)) => {
                let file = DayFile::read(&bytes, day, shown, &kinds);
                loaded.records.extend(file.records.into_iter().filter(|r| days.contains(r.day)));
                loaded.problems.extend(file.problems);
            }
            Err(error) => {
                loaded.problems.push(Problem::new(shown, 0, "unreadable", error.to_string()).severity(Severity::Error))
            }
        }
    }
    let mut seen = std::collections::HashSet::new();
    loaded.records.sort_by_key(|r| r.day); // stable: the order within a file stays
    loaded.records.retain(|r| seen.insert(r.id));
    Ok(loaded)
}

/// The bytes of a stream file that may be growing: where the last line has no end, a writer may be
/// in the middle of it, so the file is read until two readings agree.
pub fn read_whole(path: &Path) -> Result<Option<Vec<u8>>> {
    let mut bytes = files::read(path)?;
    for _ in 0..20 {
        match &bytes {
            Some(b) if !b.is_empty() && b.last() != Some(&b'\n') => {}
            _ => break,
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
        let again = files::read(path)?;
        if again == bytes {
            break;
        }
        bytes = again;
    }
    Ok(bytes)
}
