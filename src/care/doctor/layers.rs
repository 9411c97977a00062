//! Checks of history and sediment.

use std::collections::BTreeMap;
use std::path::Path;

use super::Visit;
use super::days::came_back;
use super::text::{Text, unreadable, utf16};
use crate::distill::prune::Fill;
use crate::error::{Problem, Result, Severity};
use crate::history::{EntryState, Event, History, State};
use crate::memory::files;
use crate::sediment::{self, Entry};
use crate::stream::forgotten::Forgotten;
use crate::stream::is_utf16;
use crate::time::Day;

/// The history: what reading finds, and whether it is there at all.
pub(super) fn history(visit: &Visit<'_>, text: &Text, problems: &mut Vec<Problem>) -> Result<()> {
    let Visit { memory, now, .. } = *visit;
    let folder = memory.history_dir();
    for name in files::list(&folder)? {
        text.file(memory, &folder.join(name), problems)?;
    }
    let history = match History::load(memory) {
        Ok(history) => history,
        Err(_) => return Ok(()), // the file that cannot be read is named
    };
    problems.extend(history.problems.iter().cloned());
    if let Some(run) = history.runs.iter().find(|run| run.at.to_utc() > now.utc) {
        let path = format!("history/{}.md", run.at.format("%Y-%m"));
        let reason = format!("a run of {}, which is yet to come", run.at.format("%Y-%m-%d %H:%M"));
        problems.push(Problem::new(Path::new(&path), 0, "future-run", reason).remedy("check the clock of the machine"));
    }
    let tells = |e: &Event| matches!(e, Event::Read { .. }) || e.entry().is_some();
    let told = history.runs.iter().flat_map(|run| &run.events).any(tells);
    let bytes = files::read(&memory.sediment_file()).ok().flatten().unwrap_or_default();
    let (sediment, _) = sediment::read::decode(&bytes);
    let entries = sediment::read(&sediment, Path::new(""), &memory.settings).entries;
    if !told && entries.iter().any(|e| e.id.is_some()) {
        problems.push(
            Problem::new(Path::new("history"), 0, "lost-history", "the sediment has entries, but no history tells of them")
                .severity(Severity::Error)
                .remedy("bring the folder back from a backup or from git; else the next distillation starts a new one and keeps the sediment"),
        );
    }
    Ok(())
}

/// The sediment: what reading finds, slots that are filled twice, the cap.
pub(super) fn sediment(visit: &Visit<'_>, checks: &Text, problems: &mut Vec<Problem>) -> Result<()> {
    let Visit { memory, now, .. } = *visit;
    let path = memory.sediment_file();
    let shown = memory.shown(&path);
    let bytes = match files::read(&path) {
        Ok(bytes) => bytes,
        Err(error) => {
            problems.push(unreadable(shown, &error));
            return Ok(());
        }
    };
    let Some(bytes) = bytes else {
        problems.push(
            Problem::new(shown, 0, "no-sediment", "there is no sediment file")
                .severity(Severity::Note)
                .remedy("`alluvium distill` writes it, from the history if there is one"),
        );
        return Ok(());
    };
    if is_utf16(&bytes) {
        problems.push(utf16(shown, &bytes));
        return Ok(());
    }
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
    let mut slots: BTreeMap<String, &Entry> = BTreeMap::new();
    let mut state: Option<State> = None;
    let forgotten = Forgotten::load(memory)?;
    for entry in &read.entries {
        if entry.id.as_ref().is_some_and(|id| forgotten.entries.contains(&*id.0)) {
            problems.push(came_back(shown, entry.line));
        }
        if let Some(topic) = entry.fields.slot().filter(|t| !memory.settings.topics.holds_many(t)) {
            let first = *slots.entry(topic.clone()).or_insert(entry);
            let told = || History::load(memory).map(|history| history.state()).unwrap_or_default();
            let state = (first.line != entry.line).then(|| state.get_or_insert_with(told));
            if let Some(state) = state.filter(|state| !are_settled(state, first, entry)) {
                let reason = format!("the topic `{topic}` is filled by line {} already", first.line);
                problems.push(Problem::new(shown, entry.line, "duplicate-topic", reason).remedy(
                    if is_a_persons(state, first) && is_a_persons(state, entry) && !are_one_line(first, entry) {
                        "people wrote both, so no command takes one away by itself: change or delete one, or settle it by `alluvium review`"
                    } else {
                        "`alluvium doctor --fix` unites them (what a person wrote holds, else the later one); or delete one"
                    },
                ));
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
    checks.lines(&text, shown, problems)
}

/// Whether a person said of two entries that both hold.
fn are_settled(state: &State, a: &Entry, b: &Entry) -> bool {
    let pair = |a: &Entry, b: &Entry| Some((a.id.clone()?, b.id.clone()?));
    [pair(a, b), pair(b, a)].into_iter().flatten().any(|pair| state.settled.contains(&pair))
}

/// Whether a person pinned or wrote an entry, or something below it.
fn is_a_persons(state: &State, entry: &Entry) -> bool {
    let known = entry.id.as_ref().and_then(|id| state.entries.get(id));
    known.is_none_or(EntryState::is_pinned) || entry.fields.pins() || !entry.body.is_empty()
}

/// Whether two entries stand there in the very same words.
fn are_one_line(a: &Entry, b: &Entry) -> bool {
    a.section == b.section && a.text == b.text && a.fields == b.fields && (a.body.is_empty() || b.body.is_empty())
}
