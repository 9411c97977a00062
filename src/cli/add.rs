//! `alluvium add`: append a record to today's stream.

use std::collections::BTreeSet;
use std::io::Read as _;
use std::path::Path;

use super::{Context, Ui};
use crate::care::forget;
use crate::distill;
use crate::error::{Ended, Error, ErrorKind, Result};
use crate::history::History;
use crate::memory::Memory;
use crate::sediment::EntryId;
use crate::stream::append::{self, Appended, NewRecord, Options};
use crate::stream::{Fields, IdPattern, Kinds, RecordId, fields, read_days};
use crate::time::{self, Clock, Day, Days};

/// Append a record to today's stream
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  alluvium add Decision \"Deployments are containerised\" --topic project-a/deployment
  alluvium add Todo \"Verify the alert chain\" --about alerts --until +3d
  git log -1 --format=%B | alluvium add Log -
  echo '[Fact] Reports are tables by default' | alluvium add -
  alluvium add --jsonl < records.jsonl
  alluvium add Note -- --force is risky here")]
pub struct Add {
    /// The kind: Decision, Fact, Preference, Constraint, Lesson, Task, Todo, Anomaly, Correction, Note, Log, or your own; `-` reads `[Kind] text` from standard input
    #[arg(value_name = "KIND")]
    kind: Option<String>,
    /// What happened, one or several words; `-` reads it from standard input
    #[arg(value_name = "TEXT", allow_hyphen_values = true)]
    text: Option<String>,
    /// Further words of the text
    #[arg(value_name = "TEXT", hide = true)]
    words: Vec<String>,
    /// Text that begins with a dash
    #[arg(last = true, value_name = "TEXT", hide = true)]
    rest: Vec<String>,
    /// The slot that a fact fills, such as `project-a/deployment`
    #[arg(long)]
    topic: Option<String>,
    /// An object that it concerns (repeatable)
    #[arg(long)]
    about: Vec<String>,
    /// The reason
    #[arg(long, allow_hyphen_values = true)]
    because: Option<String>,
    /// The last day on which it holds, in any form of --date; a weekday is the coming one
    #[arg(long, value_name = "DAY", allow_hyphen_values = true)]
    until: Option<String>,
    /// Whether it is still to do: `open` or `done`
    #[arg(long)]
    status: Option<String>,
    /// How important it is, 0…1
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    importance: Option<String>,
    /// Where it comes from: user, agent, tool, web, …
    #[arg(long)]
    origin: Option<String>,
    /// The record or entry that it replaces
    #[arg(long, value_name = "ID")]
    replaces: Option<String>,
    /// The record or entry that it ends
    #[arg(long, value_name = "ID")]
    ends: Option<String>,
    /// The record or entry that it is about
    #[arg(long, value_name = "ID")]
    r#ref: Option<String>,
    /// Never prune the entry that comes of it
    #[arg(long)]
    pin: bool,
    /// The day to file it under: 2025-03-14, today, yesterday, -3d, monday
    #[arg(long, value_name = "DAY", allow_hyphen_values = true)]
    date: Option<String>,
    /// Read a batch from standard input, one object a line: kind, text, any field, and `at`; all of it or nothing
    #[arg(long, conflicts_with_all = ["kind", "text", "words", "rest", "topic", "about", "because", "until", "status", "importance", "origin", "replaces", "ends", "ref", "pin", "date"])]
    jsonl: bool,
    /// Skip it when the day has the same kind and text already
    #[arg(long)]
    if_new: bool,
    /// Write it although it looks like a secret
    #[arg(long)]
    allow_secret: bool,
}

impl Add {
    /// Runs the command.
    pub fn run(self, context: &Context, ui: &mut Ui) -> Result<Ended> {
        let memory = context.memory()?;
        let clock = context.clock(&memory)?;
        let options = Options { if_new: self.if_new, allow_secret: self.allow_secret, dry_run: false };
        let is_single = !self.jsonl;
        let records =
            if self.jsonl { batch(&read_input()?, &memory, &clock)? } else { vec![self.record(&memory, &clock)?] };
        let appended = append::append(&memory, &clock, &records, options)?;
        if is_single && appended.iter().any(|record| record.forgotten) {
            let said = appended.into_iter().flat_map(|record| record.warnings).next_back().unwrap_or_default();
            return Err(Error::new(said).hint("in other words it is another record, which is written"));
        }
        report(&appended, ui)?;
        warn_of_loose_ends(&memory, &records, ui);
        let written = records.iter().zip(&appended).filter(|(_, a)| a.written).map(|(r, _)| r.kind.as_str());
        distill_on(&memory, &clock, written, ui);
        Ok(Ended::Done)
    }

    /// The record that the arguments describe.
    fn record(mut self, memory: &Memory, clock: &Clock) -> Result<NewRecord> {
        if let Some(typo) = self.text.as_ref().filter(|t| is_option(t)) {
            return Err(Error::usage(format!("unknown option `{typo}`")).hint(format!(
                "a text that begins with dashes goes after `--`: `alluvium add {} -- {typo} …`",
                self.kind.as_deref().unwrap_or("Note")
            )));
        }
        let mut words = self.text.take().into_iter().chain(self.words.drain(..)).chain(self.rest.drain(..));
        let Some(kind) = self.kind.take().or_else(|| words.next()) else {
            return Err(Error::usage("the kind and the text are missing").hint("`alluvium add Fact \"…\"`"));
        };
        let text = words.collect::<Vec<_>>().join(" ");
        let today = clock.now()?.day;
        let day = self.date.as_deref().map(|d| time::parse_day(d, today)).transpose()?;
        let fields = self.fields(today)?;
        let (kind, text) = match (kind.as_str(), text.as_str()) {
            ("-", "") => append::read_item(&read_input()?, &Kinds::of(&memory.settings)).ok_or_else(|| {
                Error::usage("standard input does not begin with a kind in brackets")
                    .hint("`[Fact] …`, or name the kind: `alluvium add Fact -`")
            })?,
            (_, "-") => (kind, read_input()?),
            _ => (kind, text),
        };
        Ok(NewRecord { kind, text, fields, day, ..NewRecord::default() })
    }

    fn fields(&self, today: Day) -> Result<Fields> {
        let mut fields = Fields::default();
        let mut add = |key: &str, value: &str| fields.0.push((key.to_owned(), value.to_owned()));
        let one = |value: &Option<String>| value.clone().into_iter();
        one(&self.topic).for_each(|v| add("topic", &v));
        self.about.iter().for_each(|v| add("about", v));
        one(&self.because).for_each(|v| add("because", &v));
        if let Some(until) = &self.until {
            add("until", &time::parse_end(until, today)?.to_string());
        }
        one(&self.status).for_each(|v| add("status", &v));
        one(&self.importance).for_each(|v| add("importance", &v));
        one(&self.origin).for_each(|v| add("origin", &v));
        one(&self.replaces).for_each(|v| add("replaces", &v));
        one(&self.ends).for_each(|v| add("ends", &v));
        one(&self.r#ref).for_each(|v| add("ref", &v));
        if self.pin {
            add("pin", "true");
        }
        Ok(fields)
    }
}

/// Whether a word of the text is rather an option that does not exist: no text looks like that.
fn is_option(word: &str) -> bool {
    word.strip_prefix("--").is_some_and(|name| {
        let name = name.split('=').next().unwrap_or_default();
        !name.is_empty() && name.bytes().all(|c| c.is_ascii_lowercase() || c == b'-')
    })
}

fn read_input() -> Result<String> {
    let failed = |e| Error::io("read", Path::new("standard input"), e);
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes).map_err(failed)?;
    String::from_utf8(bytes).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        Error::new(format!("cannot read `standard input`: byte {} is not UTF-8", at + 1)).hint("nothing was written")
    })
}

/// The records of a batch. Every bad line is named; one of them stops all.
fn batch(input: &str, memory: &Memory, clock: &Clock) -> Result<Vec<NewRecord>> {
    let today = clock.now()?.day;
    let mut records = Vec::new();
    let mut wrong = Vec::new();
    for (n, line) in input.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let record = object(line.trim_start_matches('\u{feff}'), today)
            .and_then(|r| append::check(&r, &memory.settings).map(|()| r).map_err(|e| e.to_string()));
        match record {
            Ok(record) => records.push(record),
            Err(reason) => wrong.push(format!("line {}: {reason}", n + 1)),
        }
    }
    if wrong.is_empty() {
        return Ok(records);
    }
    let count = wrong.len();
    let mut error = Error::new(format!("nothing was written; {}", wrong.remove(0)));
    error = wrong.into_iter().take(20).fold(error, Error::hint);
    Err(if count > 21 { error.hint(format!("and {} more", count - 21)) } else { error })
}

/// One line of a batch.
fn object(line: &str, today: Day) -> Result<NewRecord, String> {
    use serde_json::Value;
    let value: Value = serde_json::from_str(line).map_err(|e| format!("no JSON: {e}"))?;
    let Value::Object(object) = value else { return Err("no JSON object".into()) };
    let mut record = NewRecord::default();
    for (key, value) in object {
        let text = match &value {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            Value::Bool(true) => "true".into(),
            Value::Bool(false) | Value::Null => continue,
            Value::Array(values) if key == "about" => {
                for value in values {
                    let object = value.as_str().ok_or("`about` holds something that is no text")?;
                    record.fields.0.push((key.clone(), object.to_owned()));
                }
                continue;
            }
            _ => return Err(format!("`{key}` is no text")),
        };
        match key.as_str() {
            "kind" => record.kind = text,
            "text" => record.text = text,
            "at" => {
                let at = chrono::DateTime::parse_from_rfc3339(&text);
                record.at = Some(at.map_err(|_| format!("at: `{text}` is no time such as 2025-03-14T09:14:00+01:00"))?);
            }
            "until" => {
                let day = time::parse_end(&text, today).map_err(|e| e.to_string())?;
                record.fields.0.push((key, day.to_string()));
            }
            _ if fields::KEYS.contains(&key.as_str()) => record.fields.0.push((key, text)),
            _ => return Err(format!("`{key}` is no field of a record")),
        }
    }
    Ok(record)
}

fn report(appended: &[Appended], ui: &mut Ui) -> Result<()> {
    for record in appended {
        let id = record.id.to_string();
        if ui.wants_json() {
            ui.json(&serde_json::json!({
                "id": id,
                "day": record.id.day.to_string(),
                "path": record.path,
                "line": record.line,
                "written": record.written,
                "warnings": record.warnings,
            }))?;
        } else if !record.forgotten {
            ui.line(&id)?;
        }
        for warning in &record.warnings {
            ui.warn(warning);
        }
        if !record.written && !record.forgotten {
            ui.status(&format!("{id} is there already; nothing was written"));
        }
    }
    Ok(())
}

/// Names what the records refer to and nobody has: a slip of the keyboard, or not synced yet. The
/// record stands already, and only one that refers to something pays for the look.
fn warn_of_loose_ends(memory: &Memory, records: &[NewRecord], ui: &mut Ui) {
    let named = |r: &NewRecord| ["replaces", "ends", "ref"].map(|key| r.fields.get(key).map(str::to_owned));
    let ids: BTreeSet<String> = records.iter().flat_map(named).flatten().collect();
    for id in loose(memory, ids).unwrap_or_default() {
        ui.warn(&format!("nothing here has the id `{id}`; the record stands and stays without effect on it"));
    }
}

/// The ids that no entry has, living, gone or taken back, no record behind one, and no record of the stream.
/// The history is read once for all of them, and of the stream only the days that they name.
fn loose(memory: &Memory, mut ids: BTreeSet<String>) -> Result<BTreeSet<String>> {
    if ids.is_empty() {
        return Ok(ids);
    }
    let state = History::load(memory)?.state();
    ids.retain(|id| state.known_entry(&EntryId(id.trim_start_matches('^').into())).is_none());
    let behind = state.known().flat_map(|(_, entry)| &entry.versions).flat_map(|version| &version.sources);
    drop_known(&mut ids, behind.copied());
    let days: BTreeSet<Option<Day>> = ids.iter().filter_map(|id| Some(IdPattern::parse(id)?.day())).collect();
    // An id without a day may be met on any, and then every day is read.
    let days = if days.contains(&None) { BTreeSet::from([None]) } else { days };
    for day in days {
        let loaded = read_days(memory, Days { from: day, to: day })?;
        drop_known(&mut ids, loaded.records.iter().map(|record| record.id));
    }
    Ok(ids)
}

/// Takes away the ids that may mean one of these records.
fn drop_known(ids: &mut BTreeSet<String>, known: impl Iterator<Item = RecordId>) {
    let known: Vec<RecordId> = known.collect();
    ids.retain(|id| IdPattern::parse(id).is_none_or(|pattern| !known.iter().any(|known| pattern.matches(*known))));
}

/// Distills by the rules when a record of one of these kinds is what `distill.on` waits for. The
/// record stands already: what goes wrong here is a warning, and a run by somebody else will do.
pub(super) fn distill_on<'k>(memory: &Memory, clock: &Clock, mut written: impl Iterator<Item = &'k str>, ui: &mut Ui) {
    let kinds = Kinds::of(&memory.settings);
    let waits_for = |kind: &str| memory.settings.distill.on.iter().any(|on| kinds.name(on) == kinds.name(kind));
    if !written.any(waits_for) {
        return;
    }
    let distilled = clock
        .now()
        .and_then(|now| forget::finish(memory, &now).map(|_| now))
        .and_then(|now| distill::distill_by_rules(memory, &now, distill::Options::default(), None, &mut |_, _| {}));
    match distilled {
        Ok(report) => report.notices.iter().for_each(|notice| ui.warn(notice)),
        Err(error) if error.kind() == ErrorKind::Busy => {}
        Err(error) => ui.warn(&format!("the record is written, but was not distilled: {error}")),
    }
}
