//! Checks of the day files, in the stream and in the archive.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::halves::half_moved;
use super::text::{Text, unreadable};
use super::{Visit, refiling};
use crate::error::{Problem, Result, Severity};
use crate::stream::forgotten::Forgotten;
use crate::stream::{DayFile, Kinds, RecordId, is_utf16, read_whole, torn_lines};
use crate::time::Days;

/// What reading finds, days that are not over yet, records that stand twice or in the wrong file, torn
/// lines, characters that hide something.
pub(super) fn check(visit: &Visit<'_>, text: &Text, problems: &mut Vec<Problem>) -> Result<()> {
    let Visit { memory, now, .. } = *visit;
    let kinds = Kinds::of(&memory.settings);
    let found = memory.stream_files_of(Days::default())?;
    let archive = memory.archive_files()?;
    problems.extend(found.problems.into_iter().chain(archive.problems));
    let mut seen: BTreeMap<RecordId, (PathBuf, usize, bool)> = BTreeMap::new();
    let forgotten = Forgotten::load(memory)?;
    let hot = found.days.into_iter().map(|(day, path)| (day, path, true));
    let cold = archive.days.into_iter().map(|(day, path)| (day, path, false));
    for (day, path, is_hot) in hot.chain(cold) {
        let shown = memory.shown(&path).to_path_buf();
        let bytes = match read_whole(&path) {
            Ok(Some(bytes)) => bytes,
            Ok(None) => continue,
            Err(error) => {
                problems.push(unreadable(&shown, &error));
                continue;
            }
        };
        if day > now.day {
            problems.push(Problem::new(&shown, 0, "future-day", format!("is dated after today ({})", now.day)).remedy(
                "move its records to the day on which they were written; they are not distilled before it comes",
            ));
        }
        let file = DayFile::read(&bytes, day, &shown, &kinds);
        problems.extend(file.problems);
        let mut in_both: BTreeMap<PathBuf, usize> = BTreeMap::new();
        for record in file.records {
            if forgotten.records.contains(&record.id) {
                problems.push(came_back(&shown, record.source.line));
            }
            if record.day != day && record.day <= now.day {
                let reason = format!("a record of {} in the file of {day}", record.day);
                problems.push(
                    Problem::new(&shown, record.source.line, "other-day", reason)
                        .severity(Severity::Note)
                        .remedy("it is read under the day of the heading above it; nothing needs to be done"),
                );
            }
            let Some((first, line, was_hot)) = seen.insert(record.id, (shown.clone(), record.source.line, is_hot))
            else {
                continue;
            };
            if was_hot && !is_hot {
                *in_both.entry(first).or_default() += 1;
            } else {
                let reason = format!("the record {} stands in {}:{line} already", record.id, first.display());
                problems.push(
                    Problem::new(&shown, record.source.line, "duplicate-record", reason)
                        .severity(Severity::Note)
                        .remedy("it counts once; delete one of the two if you like"),
                );
            }
        }
        problems.extend(in_both.into_iter().map(|(stream, n)| half_moved(&shown, &stream, n)));
        if is_hot {
            refiling::problems(visit, &bytes, day, &shown, &kinds, problems);
        }
        if is_utf16(&bytes) {
            continue; // said once, by the reader
        }
        for line in torn_lines(&bytes) {
            let remedy = "complete it or delete it; it is text until then, and `add` begins on a line of its own";
            problems.push(Problem::new(&shown, line, "torn-line", "a record that was cut off").remedy(remedy));
        }
        text.lines(&String::from_utf8_lossy(&bytes), &shown, problems)?;
    }
    Ok(())
}

/// Something that was forgotten stands there again.
pub(super) fn came_back(shown: &Path, line: usize) -> Problem {
    Problem::new(shown, line, "forgotten", "was forgotten and has come back, as by a merge with an old copy")
        .severity(Severity::Error)
        .remedy("`alluvium forget --again` erases it")
}
