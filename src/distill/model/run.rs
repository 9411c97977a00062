//! A distillation by a model: the backlog batch by batch, each one run of its own.

use super::batch::{Batch, Batches};
use super::question::Asker;
use super::talk::{Asking, Stopped, Talk, Talked};
use crate::distill::backlog::Backlog;
use crate::distill::desk::Desk;
use crate::distill::engine::{ByRules, Engine as _, Outcome, apply};
use crate::distill::report::{Line, diff};
use crate::distill::rules::Rules;
use crate::distill::run::{is_settled, lost_until};
use crate::distill::{Meanings, Options, Report, judge, procedures, trials};
use crate::error::{Error, ErrorKind, Result};
use crate::history::Event;
use crate::history::file::glance;
use crate::inject::composed::refresh_by_model;
use crate::inject::profile;
use crate::memory::Memory;
use crate::memory::lock::DistillLock;
use crate::model::Model;
use crate::stream::{Record, RecordId};
use crate::time::{Day, Now};

/// How often a batch starts over because the file was being edited meanwhile.
const PATIENCE: u32 = 5;

/// Merges the unread records into the sediment by a model's operations. The report tells what was
/// written; the error, if there is one, why something stays unread.
///
/// # Errors
///
/// As [`crate::distill::distill`], before anything was written.
pub fn distill_by_model(
    memory: &Memory,
    now: &Now,
    model: &dyn Model,
    options: Options,
    meanings: Option<Meanings>,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<(Report, Option<Error>)> {
    let lock = if options.dry_run { None } else { Some(memory.lock_distill()?) };
    let glance = glance(memory)?;
    let mut backlog = Backlog::find(memory, now, glance.read, options, |_| true)?;
    let mut report = Report { dry_run: options.dry_run, ..Report::default() };
    report.notices.append(&mut backlog.notices);
    if backlog.total == 0 && is_settled(memory, now, glance.sediment)? {
        return Ok((report, None));
    }
    let own = memory.template("rules.toml")?;
    let rules = Rules::parse(own.as_ref().map(|(_, text)| text.as_str()), &memory.settings)?.with_meanings(meanings);
    let total = backlog.total;
    // Only for what earlier runs read; its files are never taken.
    let read = Backlog::find(memory, now, self::glance(memory)?.read, options, |_| true)?;
    let mut run = Run {
        memory,
        now,
        lock: lock.as_ref(),
        options,
        rules: &rules,
        asker: Asker::new(memory)?,
        asking: Asking::new(model),
        read,
        may_lose: may_lose(memory, now)?,
        report,
        unread: Vec::new(),
    };
    let stopped = run.go(Batches::of(&mut backlog, &memory.settings), total, progress);
    let Run { mut report, unread, .. } = run;
    let error = match stopped {
        Err(error) => Some(error),
        Ok(()) if unread.is_empty() => None,
        Ok(()) => Some(stays_unread(&unread)),
    };
    if !options.dry_run
        && report.changes_entries()
        && let Err(error) = refresh_profile(memory, now, model)
    {
        report.notices.push(format!("the profile was not updated: {error}"));
    }
    // An error before anything was done is all there is to tell.
    match error {
        Some(error) if report.records == 0 && report.changes.is_empty() => Err(error),
        error => Ok((report, error)),
    }
}

/// A profile that a model wrote is written by it again, any other by the rules.
fn refresh_profile(memory: &Memory, now: &Now, model: &dyn Model) -> Result<()> {
    let by_model = memory.settings.features.profile && profile::stored(memory)?.is_some_and(|p| p.is_composed());
    let refreshed = if by_model { refresh_by_model(memory, now, model) } else { profile::refresh(memory, now, false) };
    refreshed.map(drop)
}

/// What would be sent for the first batch, without the key.
///
/// # Errors
///
/// When the memory cannot be read.
pub fn show_request(memory: &Memory, now: &Now, model: &dyn Model, options: Options) -> Result<Option<String>> {
    let mut backlog = Backlog::find(memory, now, glance(memory)?.read, options, |_| true)?;
    let mut batches = Batches::of(&mut backlog, &memory.settings);
    loop {
        let batch = batches.cut()?;
        if batch.is_empty() {
            return Ok(None);
        }
        if !batch.sent.is_empty() {
            let desk = Desk::open(memory, now, None)?;
            let asked = Asker::new(memory)?.ask(&batch.sent, &desk.board)?;
            return Ok(Some(model.shown(&asked.question)));
        }
    }
}

struct Run<'r> {
    memory: &'r Memory,
    now: &'r Now,
    lock: Option<&'r DistillLock>,
    options: Options,
    rules: &'r Rules,
    asker: Asker<'r>,
    asking: Asking<'r>,
    read: Backlog<'r>,
    may_lose: usize,
    report: Report,
    /// Records that stay unread, with the reason.
    unread: Vec<(RecordId, String)>,
}

/// How a batch is dealt with.
enum Way<'w> {
    /// The model is asked.
    Model,
    /// It was, to no avail, for this reason.
    Fallback(&'w str),
}

impl Run<'_> {
    fn go(&mut self, mut batches: Batches<'_, '_>, total: usize, progress: &mut dyn FnMut(usize, usize)) -> Result<()> {
        if self.options.dry_run {
            let mut all = Vec::new();
            loop {
                match batches.cut()? {
                    batch if batch.is_empty() => break,
                    batch => all.push(batch),
                }
            }
            return match self.sit(&all, &Way::Model)? {
                Some(stopped) => Err(stopped.error),
                None => Ok(()),
            };
        }
        // A batch of which every request failed waits until another one shows that the model lives.
        let mut aside: Option<(Batch, Error)> = None;
        let mut first = true;
        loop {
            let batch = batches.cut()?;
            if batch.is_empty() && !first {
                return aside.map_or(Ok(()), |(_, error)| Err(error));
            }
            first = false;
            progress(self.report.records, total);
            let size = batch.len();
            match self.sit(std::slice::from_ref(&batch), &Way::Model)? {
                None => {
                    if let Some((batch, error)) = aside.take_if(|_| !batch.sent.is_empty()) {
                        self.sit(&[batch], &Way::Fallback(&error.to_string()))?;
                    }
                }
                Some(stopped) if stopped.perhaps_the_batch && aside.is_none() => aside = Some((batch, stopped.error)),
                Some(stopped) => return Err(stopped.error),
            }
            if size == 0 {
                return Ok(());
            }
        }
    }

    /// One run: asks, applies, writes. Why it was stopped, if it was; what was done until then is written.
    fn sit(&mut self, batches: &[Batch], way: &Way<'_>) -> Result<Option<Stopped>> {
        let mut attempt = 0;
        loop {
            attempt += 1;
            let mut desk = Desk::open(self.memory, self.now, self.lock)?;
            let lost = lost_until(&desk);
            let mut rules = ByRules::new(self.rules, true);
            let mut done = Done::default();
            for batch in batches {
                rules.begin(&desk.board);
                self.read.recall(&batch.files, rules.window(), |record| rules.recall(record))?;
                let stopped = self.deal(batch, way, lost, &mut rules, &mut desk, &mut done)?;
                if stopped.is_some() {
                    done.stopped = stopped;
                    break;
                }
            }
            if done.stopped.is_some() && !done.by_model && way.asks() {
                return Ok(done.stopped);
            }
            let read: Vec<RecordId> = done.outcomes.iter().filter(|o| o.read).map(|o| o.record).collect();
            if done.tried && self.memory.settings.features.feedback {
                for change in procedures::changes(trials::load(self.memory, desk.board.today)?, &read, &desk.board) {
                    let what = apply(&mut desk.board, &change);
                    done.outcomes.extend(change.sources.last().map(|&record| Outcome { record, what, read: true }));
                }
            }
            desk.note_read(&read);
            for note in &done.notes {
                desk.board.take(Event::Told(note.clone()));
            }
            let usage = self.asking.used();
            let mut detail = if done.asked { self.asking.name() } else { "rules".to_owned() };
            if !usage.is_empty() {
                detail = format!("{detail}, {usage}");
            }
            let written = match desk.close("distill", &detail) {
                Err(error) if error.kind() == ErrorKind::Busy && attempt < PATIENCE => continue,
                written => written?,
            };
            self.asking.settle();
            self.may_lose = self.may_lose.saturating_sub(done.lost);
            self.report.records += read.len();
            self.read.mark(read.iter().copied());
            self.report.changes.extend(written.events.into_iter().filter_map(Line::of).filter(|l| l.event != "note"));
            self.report.notices.extend(written.fill.warning());
            self.report.notices.extend(done.notes);
            self.report.fill = Some(written.fill);
            if self.options.explain {
                self.report.outcomes.extend(done.outcomes);
            }
            self.unread.extend(done.unread);
            if self.options.dry_run {
                let path = self.memory.sediment_file();
                let name = self.memory.shown(&path).to_string_lossy().into_owned();
                self.report.diff = Some(diff(&written.before, &written.after, &name));
            }
            return Ok(done.stopped);
        }
    }

    /// Deals with one batch on the desk.
    fn deal(
        &self,
        batch: &Batch,
        way: &Way<'_>,
        lost: Option<Day>,
        rules: &mut ByRules<'_>,
        desk: &mut Desk<'_>,
        done: &mut Done,
    ) -> Result<Option<Stopped>> {
        let is_known = |r: &Record| lost >= Some(r.day);
        let known = batch.sent.iter().chain(&batch.by_rules).filter(|r| is_known(r));
        let what = "taken as read, since the history is lost";
        done.outcomes.extend(known.map(|r| Outcome { record: r.id, what: what.to_owned(), read: true }));
        let new = |records: &[Record]| -> Vec<Record> { records.iter().filter(|r| !is_known(r)).cloned().collect() };
        let by_rules = new(&batch.by_rules);
        done.tried |= by_rules.iter().any(|r| r.kind == "Outcome");
        done.outcomes.extend(judge::consider(rules, &by_rules, &mut desk.board, &self.memory.settings)?);
        let sent = new(&batch.sent);
        if sent.is_empty() {
            return Ok(None);
        }
        let talked = match way {
            Way::Model => {
                let may_lose = self.may_lose.saturating_sub(done.lost);
                let (asking, asker, memory) = (&self.asking, &self.asker, self.memory);
                Talk { asking, asker, memory, may_lose }.over(sent, &mut desk.board)?
            }
            Way::Fallback(reason) => {
                let failed = sent.into_iter().map(|r| (r, (*reason).to_owned())).collect();
                Talked { failed, ..Talked::default() }
            }
        };
        done.asked = true;
        done.by_model |= !talked.settled.is_empty() || !talked.failed.is_empty();
        done.lost += talked.lost;
        done.outcomes.extend(talked.settled);
        let keep = self.memory.settings.distill.fallback == "keep";
        let (by_rules, mut stay) = if keep { (Vec::new(), talked.failed) } else { (talked.failed, Vec::new()) };
        stay.extend(talked.pending);
        if !by_rules.is_empty() {
            let (records, reasons): (Vec<Record>, Vec<String>) = by_rules.into_iter().unzip();
            done.notes.push(format!("{} by the rules, since {}", count(records.len()), of(&reasons)));
            // The model changed the board behind the rules' back.
            rules.begin(&desk.board);
            let outcomes = rules.consider(&records, &mut desk.board)?;
            let told = outcomes.into_iter().zip(&reasons);
            done.outcomes
                .extend(told.map(|(o, reason)| Outcome { what: format!("{reason}; by the rules: {}", o.what), ..o }));
        }
        for (record, reason) in stay {
            let what = format!("stays unread: {reason}");
            done.outcomes.push(Outcome { record: record.id, what, read: false });
            done.unread.push((record.id, reason));
        }
        Ok(talked.stopped)
    }
}

impl Way<'_> {
    fn asks(&self) -> bool {
        matches!(self, Self::Model)
    }
}

/// What a sitting has come to so far.
#[derive(Default)]
struct Done {
    outcomes: Vec<Outcome>,
    unread: Vec<(RecordId, String)>,
    notes: Vec<String>,
    /// An action was tried: procedures may follow.
    tried: bool,
    asked: bool,
    by_model: bool,
    lost: usize,
    stopped: Option<Stopped>,
}

/// How many entries a run may lose: the share of the settings, one at least.
fn may_lose(memory: &Memory, now: &Now) -> Result<usize> {
    let entries = Desk::open(memory, now, None)?.board.slots.len();
    Ok(((entries as f64 * memory.settings.distill.max_loss) as usize).max(1))
}

fn count(n: usize) -> String {
    if n == 1 { "1 record was distilled".to_owned() } else { format!("{n} records were distilled") }
}

/// The first reason, and how many others there are.
fn of(reasons: &[String]) -> String {
    let distinct: std::collections::BTreeSet<&String> = reasons.iter().collect();
    let first = reasons.first().cloned().unwrap_or_default();
    if distinct.len() > 1 { format!("{first} (and {} more reasons)", distinct.len() - 1) } else { first }
}

fn stays_unread(unread: &[(RecordId, String)]) -> Error {
    let ids: Vec<String> = unread.iter().take(5).map(|(id, _)| id.to_string()).collect();
    let more = if unread.len() > 5 { format!(" and {} more", unread.len() - 5) } else { String::new() };
    let reasons: Vec<String> = unread.iter().map(|(_, reason)| reason.clone()).collect();
    let verb = if unread.len() == 1 { "stays" } else { "stay" };
    Error::busy(format!("{}{more} {verb} unread: {}", ids.join(", "), of(&reasons)))
        .hint("the next run asks again; `alluvium distill --rules` does without the model")
}
