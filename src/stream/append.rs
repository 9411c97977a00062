//! Appending records: cleaning the text, writing whole records under the stream lock.
//!
//! A record's identity is derived from what it says, so the same kind and text twice within a minute
//! is one record: the second time it is reported as being there already, and nothing is written. That
//! also makes a batch repeatable: after a crash between two days, run it again.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::forgotten::Forgotten;
use super::plan::{self, Plan};
use super::redact::Redactor;
use super::{Fields, Kinds, RecordId, clean, fields, kind, markers};
use crate::error::{Error, Result};
use crate::memory::{Memory, Settings};
use crate::time::{Clock, Day};

/// A record to be written.
#[derive(Debug, Clone, Default)]
pub struct NewRecord {
    /// Its kind.
    pub kind: String,
    /// Its text, of one or several lines, as typed.
    pub text: String,
    /// Its fields.
    pub fields: Fields,
    /// The day to file it under, where it is not the present one.
    pub day: Option<Day>,
    /// The instant to file it under (`at` of a batch); decides day and time.
    pub at: Option<chrono::DateTime<chrono::FixedOffset>>,
    /// Whether nobody knows the clock time: the record is written without one.
    pub untimed: bool,
}

/// What became of a record.
#[derive(Debug, Clone)]
pub struct Appended {
    /// Its identity.
    pub id: RecordId,
    /// False when it was there already (the same record, or with `if_new` its kind and text) or was forgotten.
    pub written: bool,
    /// Whether it was not written because it was forgotten; a warning says so as well.
    pub forgotten: bool,
    /// Its file, relative to the memory folder.
    pub path: PathBuf,
    /// The line of its first line, from 1.
    pub line: usize,
    /// What the user should know (redactions, a long day).
    pub warnings: Vec<String>,
}

/// How to append.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    /// Skip a record whose kind and text the day already has.
    pub if_new: bool,
    /// Do not redact secrets.
    pub allow_secret: bool,
    /// Write nothing, only tell what would become of the records.
    pub dry_run: bool,
}

/// Appends records, all of them or none, each with its own time from the clock.
///
/// Every record is checked before the first is written. If a later file of a batch that spans days
/// cannot be written, the earlier ones are cut back.
pub fn append(memory: &Memory, clock: &Clock, records: &[NewRecord], options: Options) -> Result<Vec<Appended>> {
    let kinds = Kinds::of(&memory.settings);
    let secrets = if options.allow_secret { None } else { Some(Redactor::of(memory)?) };
    let ready: Vec<Ready> =
        records.iter().map(|r| Ready::of(r, &memory.settings, &kinds, secrets.as_ref())).collect::<Result<_>>()?;
    let _lock = if options.dry_run { None } else { Some(memory.lock_stream()?) };
    let forgotten = Forgotten::load(memory)?;
    let mut plans: BTreeMap<PathBuf, Plan> = BTreeMap::new();
    let mut appended = Vec::with_capacity(ready.len());
    for (record, ready) in records.iter().zip(ready) {
        // After the lock is held: the records of a file stay in the order of their times.
        let now = match record.at {
            Some(instant) => clock.at(instant.to_utc())?,
            None => clock.now()?,
        };
        let day = record.day.unwrap_or(now.day);
        let path = memory.stream_file(day);
        let plan = match plans.entry(path) {
            std::collections::btree_map::Entry::Occupied(plan) => plan.into_mut(),
            std::collections::btree_map::Entry::Vacant(place) => {
                let plan = Plan::of(memory, place.key(), day, &kinds, options.if_new)?;
                place.insert(plan)
            }
        };
        appended.push(plan.add(ready, day, &now, record.untimed, &kinds, &forgotten)?);
    }
    if !options.dry_run {
        plan::write_all(&plans, memory.settings.stream.sync)?;
    }
    for (path, plan) in &plans {
        if let Some(warning) = plan.long_day(memory.settings.stream.warn_lines)
            && let Some(last) = appended.iter_mut().rfind(|a| a.written && a.path == memory.shown(path))
        {
            last.warnings.push(warning);
        }
    }
    Ok(appended)
}

/// Checks a record as [`append`] would, without writing it.
pub fn check(record: &NewRecord, settings: &Settings) -> Result<()> {
    Ready::of(record, settings, &Kinds::of(settings), None).map(|_| ())
}

/// A record that may be written: its text clean and free of secrets.
pub(super) struct Ready {
    pub kind: String,
    pub text: String,
    pub fields: Fields,
    pub warnings: Vec<String>,
}

impl Ready {
    fn of(record: &NewRecord, settings: &Settings, kinds: &Kinds, secrets: Option<&Redactor>) -> Result<Self> {
        let mut fields = record.fields.clone();
        let typed = record.kind.trim();
        let mut kind = kinds.spelling(typed).to_owned();
        if !kind::is_kind(&kind) {
            return Err(Error::usage(format!("`{}` cannot be a kind", kind.escape_debug())).hint(
                "a kind has two characters or more, begins with a letter and holds no brackets: `Fact`, `决策`",
            ));
        }
        // A kind of that name with a section of its own is the user's.
        if kinds.name(&kind) == "Done" && settings.kinds.get("Done").is_none_or(|done| done.section.is_none()) {
            kind = kinds.spelling("Task").to_owned();
            fields.set("status", "done");
        }
        let mut text = clean::clean(&record.text).into_owned();
        if fields::take(&text, &fields::KEYS).0.trim().is_empty() {
            return Err(Error::usage("the text is empty")
                .hint("`alluvium add Fact \"…\"`, or `alluvium add Fact -` to read standard input"));
        }
        let (limit, field) = (settings.stream.max_bytes, |(key, value): &(String, String)| key.len() + value.len());
        let beside: usize = fields.0.iter().map(field).sum();
        if text.len() + beside > limit {
            let what = if beside > text.len() { "fields have" } else { "text has" };
            let bytes = beside.max(text.len());
            return Err(Error::new(format!("the {what} {bytes} bytes; a record holds at most {limit}"))
                .hint("split it, keep the log in a file of its own, or raise `stream.max-bytes` in `alluvium.toml`"));
        }
        if let Some(marker) = markers::find(&text) {
            return Err(Error::new(format!("the text carries the context marker `{marker}` on a line of its own"))
                .hint("a memory does not store its own output; leave the injected context out"));
        }
        for (key, value) in &mut fields.0 {
            if !fields::KEYS.contains(&key.as_str()) {
                return Err(Error::usage(format!("`{key}` is no field of a record"))
                    .hint(format!("fields: {}", fields::KEYS.join(", "))));
            }
            if let Some(mistake) = fields::mistake(key, value) {
                return Err(Error::usage(format!("{key}: `{}` {mistake}", value.escape_debug())));
            }
            *value = clean::clean(value).into_owned();
        }
        let mut warnings = Vec::new();
        let meant = if kinds.knows(&kind) { None } else { kinds.nearest(&kind) };
        if let Some(meant) = meant {
            warnings.push(format!("unknown kind `{kind}`, did you mean `{meant}`?"));
        }
        if let Some(secrets) = secrets {
            if let Some(rule) = secrets.redact(&kind)?.1.first() {
                return Err(
                    Error::usage(format!("the kind looks like a secret ({rule})")).hint("kind first, then the text")
                );
            }
            let mut rules = Vec::new();
            for part in std::iter::once(&mut text).chain(fields.0.iter_mut().map(|(_, v)| v)) {
                let (redacted, fired) = secrets.redact(part)?;
                *part = redacted;
                rules.extend(fired);
            }
            rules.sort();
            rules.dedup();
            warnings.extend(
                rules
                    .iter()
                    .map(|r| format!("a secret was replaced by `[redacted:{r}]` (keep it with `--allow-secret`)")),
            );
        }
        Ok(Self { kind, text, fields, warnings })
    }
}

/// Reads `[Kind] text` in any form in which a record may stand in a file, with or without its list
/// marker: kind and text. A time is left out, since the writer takes its own.
pub fn read_item(input: &str, kinds: &Kinds) -> Option<(String, String)> {
    let input = input.trim_start_matches('\u{feff}').trim();
    let content = ["- ", "* ", "+ "].iter().find_map(|m| input.strip_prefix(m)).unwrap_or(input).trim_start();
    let head = super::head::Head::read(content.as_bytes(), kinds)?;
    Some((String::from_utf8_lossy(head.kind).into_owned(), content[head.text..].to_owned()))
}
