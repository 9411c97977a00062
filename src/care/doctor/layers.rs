//! Checks of the three layers of text.

use std::collections::BTreeMap;
use std::path::Path;

use crate::distill::prune::Fill;
use crate::error::{Problem, Result, Severity};
use crate::history::{Event, History};
use crate::memory::{Memory, files};
use crate::sediment;
use crate::stream::forgotten::Forgotten;
use crate::stream::redact::Redactor;
use crate::stream::{DayFile, Kinds, clean, read_whole};
use crate::time::{Day, Days, Now};

/// The day files: what reading finds, days that are not over yet, records that stand twice,
/// characters that hide something.
pub(super) fn stream(memory: &Memory, now: &Now, secrets: bool, problems: &mut Vec<Problem>) -> Result<()> {
    let kinds = Kinds::of(&memory.settings);
    let found = memory.stream_files_of(Days::default())?;
    problems.extend(found.problems);
    let mut seen = BTreeMap::new();
    let forgotten = Forgotten::load(memory)?;
    for (day, path) in found.days {
        let shown = memory.shown(&path).to_path_buf();
        let bytes = match read_whole(&path) {
            Ok(Some(bytes)) => bytes,
            Ok(None) => continue,
            Err(error) => {
                problems.push(
                    Problem::new(&shown, 0, "unreadable", error.to_string())
                        .severity(Severity::Error)
                        .remedy("make the file readable for you"),
                );
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
        for record in file.records {
            if forgotten.records.contains(&record.id) {
                problems.push(came_back(&shown, record.source.line));
            }
            if record.day != day && record.day <= now.day {
                let reason = format!("a record of {} in the file of {day}", record.day);
                problems.push(
                    Problem::new(&shown, record.source.line, "misfiled", reason)
                        .severity(Severity::Note)
                        .remedy("it is read under the day of the heading above it; nothing needs to be done"),
                );
            }
            if let Some(first) = seen.insert(record.id, (shown.clone(), record.source.line)) {
                let reason = format!("the record {} stands in {}:{} already", record.id, first.0.display(), first.1);
                problems.push(
                    Problem::new(&shown, record.source.line, "duplicate-record", reason)
                        .severity(Severity::Note)
                        .remedy("it counts once; delete one of the two if you like"),
                );
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        lines(&text, &shown, secrets.then_some(memory), problems)?;
    }
    Ok(())
}

fn came_back(shown: &Path, line: usize) -> Problem {
    Problem::new(shown, line, "forgotten", "was forgotten and has come back, as by a merge with an old copy")
        .severity(Severity::Error)
        .remedy("`alluvium forget --again` erases it")
}

/// Invisible characters and, where asked for, secrets, line by line.
fn lines(text: &str, shown: &Path, secrets: Option<&Memory>, problems: &mut Vec<Problem>) -> Result<()> {
    let text = text.trim_start_matches('\u{feff}');
    if !text.is_ascii() || text.bytes().any(|b| b < b' ' && !matches!(b, b'\n' | b'\r' | b'\t')) {
        for (i, line) in text.split('\n').enumerate() {
            let line = line.trim_end_matches('\r');
            if !line.contains('\r') && clean::clean(line) != line {
                problems.push(
                    Problem::new(shown, i + 1, "invisible", "characters that cannot be seen and may hide something")
                        .remedy("retype the line; `add` takes such characters out"),
                );
            }
        }
    }
    let Some(memory) = secrets else { return Ok(()) };
    for finding in Redactor::of(memory)?.scan(text)? {
        let line = text[..finding.range.start].matches('\n').count() + 1;
        problems.push(
            Problem::new(shown, line, "secret", format!("looks like a secret ({})", finding.rule))
                .severity(Severity::Error)
                .remedy("revoke it, then erase it with `alluvium forget`"),
        );
    }
    Ok(())
}

/// The history: what reading finds, and whether it is there at all.
pub(super) fn history(memory: &Memory, now: &Now, problems: &mut Vec<Problem>) -> Result<()> {
    let history = History::load(memory)?;
    problems.extend(history.problems.iter().cloned());
    if let Some(run) = history.runs.iter().find(|run| run.at.to_utc() > now.utc) {
        let path = format!("history/{}.md", run.at.format("%Y-%m"));
        let reason = format!("a run of {}, which is yet to come", run.at.format("%Y-%m-%d %H:%M"));
        problems.push(Problem::new(Path::new(&path), 0, "future-run", reason).remedy("check the clock of the machine"));
    }
    let read = history.runs.iter().flat_map(|run| &run.events).any(|e| matches!(e, Event::Read { .. }));
    let bytes = files::read(&memory.sediment_file())?.unwrap_or_default();
    let (text, _) = sediment::read::decode(&bytes);
    let entries = sediment::read(&text, Path::new(""), &memory.settings).entries;
    if !read && entries.iter().any(|e| e.id.is_some()) {
        problems.push(
            Problem::new(Path::new("history"), 0, "lost-history", "the sediment has entries, but no history tells of them")
                .severity(Severity::Error)
                .remedy("bring the folder back from a backup or from git; else the next distillation starts a new one and keeps the sediment"),
        );
    }
    Ok(())
}

/// The sediment: what reading finds, slots that are filled twice, the cap.
pub(super) fn sediment(memory: &Memory, now: &Now, secrets: bool, problems: &mut Vec<Problem>) -> Result<()> {
    let path = memory.sediment_file();
    let shown = memory.shown(&path);
    let Some(bytes) = files::read(&path)? else {
        problems.push(
            Problem::new(shown, 0, "no-sediment", "there is no sediment file")
                .severity(Severity::Note)
                .remedy("`alluvium distill` writes it, from the history if there is one"),
        );
        return Ok(());
    };
    let (text, faithful) = sediment::read::decode(&bytes);
    let read = sediment::read(&text, shown, &memory.settings);
    problems.extend(read.problems.iter().cloned());
    if !faithful && !read.problems.iter().any(|p| p.code == "bad-bytes") {
        let line = text.split('\u{fffd}').next().map_or(1, |before| before.matches('\n').count() + 1);
        problems.push(
            Problem::new(shown, line, "bad-bytes", "bytes that are not UTF-8; the file is read but cannot be changed")
                .severity(Severity::Error)
                .remedy("save it as UTF-8"),
        );
    }
    let mut slots: BTreeMap<String, usize> = BTreeMap::new();
    let forgotten = Forgotten::load(memory)?;
    for entry in &read.entries {
        if entry.id.as_ref().is_some_and(|id| forgotten.entries.contains(&id.0)) {
            problems.push(came_back(shown, entry.line));
        }
        if let Some(topic) = entry.fields.get("topic").filter(|t| !memory.settings.topics.holds_many(t)) {
            if let Some(first) = slots.get(&topic.to_lowercase()) {
                let reason = format!("the topic `{topic}` is filled by line {first} already");
                problems.push(
                    Problem::new(shown, entry.line, "duplicate-topic", reason)
                        .remedy("`alluvium distill` keeps the later one unless both are pinned; or delete one"),
                );
            } else {
                slots.insert(topic.to_lowercase(), entry.line);
            }
        }
        let until = entry.fields.get("until").and_then(Day::parse);
        if until.is_some_and(|day| day < now.day) {
            problems.push(
                Problem::new(shown, entry.line, "expired", "held only until a day that has passed")
                    .severity(Severity::Note)
                    .remedy("`alluvium distill` takes it out"),
            );
        }
    }
    let fill = Fill::of(read.entries.len(), &text, &memory.settings);
    if let Some(warning) = fill.warning() {
        let severity = if fill.is_over() { Severity::Warning } else { Severity::Note };
        problems.push(Problem::new(shown, 0, "cap", warning).severity(severity).remedy(
            "raise `sediment.max-entries` or `sediment.max-tokens`, or let `distill` forget what is worth least",
        ));
    }
    lines(&text, shown, secrets.then_some(memory), problems)
}
