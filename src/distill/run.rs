//! A distillation: from unread records to a written sediment.
//!
//! The common case, an evening with nothing new, must cost little more than reading the bytes: the
//! stream is only scanned for ids, of the history only the `read` lines are looked at, and when
//! everything was read and the sediment file is the one that was last written, nothing is folded.
//!
//! A long backlog is distilled a day file at a time, each like an evening of its own, so that
//! pruning sees what a nightly run would have seen; it is written once, at the end.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::backlog::{Backlog, Waiting};
use super::desk::{Desk, fingerprint};
use super::engine::{ByRules, Engine, Outcome, apply};
use super::judge;
use super::meanings::Meanings;
use super::procedures;
use super::prune::{Fill, Scales, prune};
use super::report::{Line, Report, diff};
use super::rules::Rules;
use super::trials;
use crate::error::{ErrorKind, Result};
use crate::history::Event;
use crate::history::file::glance;
use crate::inject::profile;
use crate::memory::lock::DistillLock;
use crate::memory::{Memory, files};
use crate::sediment;
use crate::stream::{Record, RecordId};
use crate::time::{Day, Now};

/// How often a run starts over because the file was being edited meanwhile.
const PATIENCE: u32 = 5;

/// How to distill.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    /// Only records of this day and later; older ones stay unread.
    pub since: Option<Day>,
    /// Write nothing; tell how the file would change.
    pub dry_run: bool,
    /// Tell what came of every record.
    pub explain: bool,
}

/// Told of progress: records done, records in all.
pub type Progress<'p> = &'p mut dyn FnMut(usize, usize);

/// Merges the unread records into the sediment.
///
/// # Errors
///
/// *Busy* when another process distills. Otherwise when a file cannot be read or written, when the
/// sediment is no text that may be edited, when pinned text alone exceeds the cap, or what the
/// engine reports. Records that were not distilled stay unread.
pub fn distill(
    memory: &Memory,
    now: &Now,
    engine: &mut dyn Engine,
    options: Options,
    progress: Progress<'_>,
) -> Result<Report> {
    let lock = if options.dry_run { None } else { Some(memory.lock_distill()?) };
    let glance = glance(memory)?;
    let mut backlog = Backlog::find(memory, now, glance.read, options, |kind| is_wanted(engine, kind))?;
    let mut report = Report { dry_run: options.dry_run, ..Report::default() };
    report.notices.append(&mut backlog.notices);
    report.remarks.append(&mut backlog.remarks);
    if backlog.total == 0 && is_settled(memory, now, glance.sediment)? {
        return Ok(report);
    }
    let sitting = Sitting { memory, now, lock: lock.as_ref(), options };
    let most = if options.dry_run { usize::MAX } else { engine.at_once() };
    loop {
        let files = backlog.next(most);
        let read = sitting.hold(&files, &backlog, engine, &mut report, progress)?;
        backlog.mark(read);
        if backlog.files.is_empty() {
            // The sediment is written: a profile that cannot be is no reason to fail.
            if !options.dry_run
                && report.changes_entries()
                && let Err(error) = profile::refresh(memory, now, false)
            {
                report.notices.push(format!("the profile was not updated: {error}"));
            }
            return Ok(report);
        }
    }
}

/// The same by the rules of the folder, its `templates/rules.toml` or the built-in ones, and by meanings as
/// far as they were fetched.
pub fn distill_by_rules(
    memory: &Memory,
    now: &Now,
    options: Options,
    meanings: Option<Meanings>,
    progress: Progress<'_>,
) -> Result<Report> {
    let own = memory.template("rules.toml")?;
    let rules = Rules::parse(own.as_ref().map(|(_, text)| text.as_str()), &memory.settings)?.with_meanings(meanings);
    let mut engine = ByRules::new(&rules, options.explain);
    let report = distill(memory, now, &mut engine, options, progress);
    // The process is about to end: to take years of entries apart before would be work for nothing.
    std::mem::forget(engine);
    std::mem::forget(rules);
    report
}

/// Whether the file is the one that was last written, with nothing that has expired since, within
/// its cap: then there is nothing to do.
pub(super) fn is_settled(memory: &Memory, now: &Now, written: Option<u64>) -> Result<bool> {
    let path = memory.sediment_file();
    let bytes = files::read(&path)?.unwrap_or_default();
    if written != Some(fingerprint(&bytes)) {
        return Ok(false);
    }
    let Ok(text) = std::str::from_utf8(&bytes) else { return Ok(false) };
    let sediment = sediment::read(text, &path, &memory.settings);
    let today = Day(now.local.date());
    let expired = |e: &sediment::Entry| e.fields.get("until").and_then(Day::parse).is_some_and(|day| day < today);
    Ok(!sediment.entries.iter().any(expired) && !Fill::of(sediment.entries.len(), text, &memory.settings).is_over())
}

/// One sitting: some files of the backlog, one block in the history.
struct Sitting<'m> {
    memory: &'m Memory,
    now: &'m Now,
    lock: Option<&'m DistillLock>,
    options: Options,
}

impl Sitting<'_> {
    /// Distills the files and adds to the report; starts over when the sediment was edited
    /// meanwhile. Returns the records that count as read now.
    fn hold(
        &self,
        files: &[Waiting],
        backlog: &Backlog<'_>,
        engine: &mut dyn Engine,
        report: &mut Report,
        progress: Progress<'_>,
    ) -> Result<Vec<RecordId>> {
        let mut attempt = 0;
        loop {
            attempt += 1;
            let mut desk = Desk::open(self.memory, self.now, self.lock)?;
            let lost = lost_until(&desk);
            engine.begin(&desk.board);
            backlog.recall(files, engine.window(), |record| engine.recall(record))?;
            let mut scales = Scales::of(&desk.board, &desk.sediment);
            let mut outcomes = Vec::new();
            let mut read = Vec::new();
            let mut tried = false;
            for file in files {
                desk.board.forget_what_is_fresh();
                let records = backlog.load_those(file, |kind| is_wanted(engine, kind))?;
                let (known, new) = match lost {
                    None => (Vec::new(), records),
                    Some(day) => {
                        let of_lost = |record: &Record| record.day <= day;
                        let (known, new) = records.into_owned().into_iter().partition(of_lost);
                        (known, Cow::Owned(new))
                    }
                };
                let last = new.last().map(|r| r.day);
                tried |= new.iter().any(|r| r.kind == "Outcome");
                let what = "taken as read, since the history is lost".to_owned();
                let known = known.into_iter().map(|r| Outcome { record: r.id, what: what.clone(), read: true });
                let told: Vec<Outcome> =
                    known.chain(judge::consider(engine, &new, &mut desk.board, &self.memory.settings)?).collect();
                read.extend(told.iter().filter(|o| o.read).map(|o| o.record));
                if self.options.explain {
                    outcomes.extend(told);
                }
                // Each day of a backlog ends like an evening of its own, with the file within its cap.
                if let Some(day) = last.filter(|_| files.len() > 1) {
                    let day = day.min(desk.board.today);
                    prune(&mut desk.board, &mut scales, day, &self.memory.settings)
                        .map_err(|reason| desk.over_the_cap(&reason))?;
                }
                progress(report.records + read.len(), backlog.total);
            }
            engine.conclude(&mut desk.board);
            if self.memory.settings.features.feedback && tried {
                let trials = trials::load(self.memory, desk.board.today)?;
                for change in procedures::changes(trials, &read, &desk.board) {
                    let what = apply(&mut desk.board, &change);
                    if self.options.explain {
                        outcomes.extend(change.sources.last().map(|&record| Outcome { record, what, read: true }));
                    }
                }
            }
            desk.note_read(&read);
            let done = match desk.close("distill", &engine.name()) {
                Err(error) if error.kind() == ErrorKind::Busy && attempt < PATIENCE => continue,
                closed => closed?,
            };
            report.records += read.len();
            report.outcomes.append(&mut outcomes);
            report
                .notices
                .extend(lost.map(|day| format!("the history is lost: records up to {day} are taken as read")));
            report.changes.reserve(done.events.len());
            report.changes.extend(done.events.into_iter().filter_map(Line::of));
            report.notices.extend(done.fill.warning());
            report.fill = Some(done.fill);
            if self.options.dry_run {
                let path = self.memory.sediment_file();
                report.diff = Some(diff(&done.before, &done.after, &self.memory.shown(&path).to_string_lossy()));
            }
            return Ok(read);
        }
    }
}

/// Whether a run reads records of a kind: for the engine, or because they judge or count whatever the engine.
fn is_wanted(engine: &dyn Engine, kind: &str) -> bool {
    engine.wants(kind) || judge::JUDGING.contains(&kind) || kind == "Outcome"
}

/// The newest day of the sediment when the history is lost: there are entries that the program
/// wrote, and no history file.
pub(super) fn lost_until(desk: &Desk<'_>) -> Option<Day> {
    if desk.history.exists {
        return None;
    }
    let written = desk.sediment.entries.iter().filter(|e| e.id.is_some());
    written.filter_map(|e| e.fields.get("since").and_then(Day::parse)).max()
}

/// Records by day, as `read` events.
pub(super) fn reads(records: &[RecordId]) -> Vec<Event> {
    let mut days: BTreeMap<Day, Vec<u32>> = BTreeMap::new();
    for of_a_day in records.chunk_by(|a, b| a.day == b.day) {
        days.entry(of_a_day[0].day).or_default().extend(of_a_day.iter().map(|record| record.hash));
    }
    days.into_iter().map(|(day, hashes)| Event::Read { day, hashes }).collect()
}
