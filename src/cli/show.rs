//! `alluvium show`: show records of a day or range, one record or entry, or the sediment.

mod named;

use self::named::Named;
use super::{Context, Ui};
use crate::error::{Ended, Error, Problem, Result, Severity};
use crate::history::History;
use crate::inject::longterm;
use crate::memory::{Memory, files};
use crate::sediment::head::write_head;
use crate::sediment::{Entry, Head};
use crate::stream::{self, Kinds, Record};
use crate::time;

/// Show records of a day or range, a record or entry by its id, or the sediment
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  alluvium show
  alluvium show yesterday --kind decision
  alluvium show -7d.. --about project-a --json
  alluvium show 2025-03-14#k7q2m9
  alluvium show ^k3f9
  alluvium show sediment")]
pub struct Show {
    /// A day or range (2025-03-14, yesterday, -3d, monday, 2025-03-01..2025-03-14, -7d..), the id of a record or
    /// entry, in full or shortened (2025-03-14#k7q2m9, #k7q, ^k3f9), or `sediment` [default: today]
    #[arg(value_name = "DATE|RANGE|ID|sediment", allow_hyphen_values = true)]
    what: Option<String>,
    /// Only records of this kind (repeatable)
    #[arg(long)]
    kind: Vec<String>,
    /// Only records about this object: their `about`, or a part of their topic (repeatable)
    #[arg(long, value_name = "OBJECT")]
    about: Vec<String>,
    /// The sediment as it held on a day, by the history
    #[arg(long, value_name = "DATE")]
    as_of: Option<String>,
}

impl Show {
    /// Runs the command.
    pub fn run(self, context: &Context, ui: &mut Ui) -> Result<Ended> {
        let memory = context.memory_to_show(ui)?;
        let of_the_sediment = self.what.as_deref() == Some("sediment");
        if of_the_sediment && self.as_of.is_none() {
            return sediment(&memory, ui);
        }
        let today = context.clock(&memory)?.now()?.day;
        if let Some(day) = &self.as_of {
            if !of_the_sediment {
                return Err(Error::usage("`--as-of` is for `alluvium show sediment`")
                    .hint("`alluvium show DATE` shows the records of a day"));
            }
            return sediment_as_of(&memory, time::parse_day(day, today)?, ui);
        }
        let what = self.what.as_deref().unwrap_or("today");
        if let Some(named) = Named::certain(what)? {
            return named.show(&memory, ui);
        }
        let days = match (time::parse_days(what, today), Named::perhaps(what)) {
            (Err(_), Some(named)) => return named.show(&memory, ui),
            (days, _) => days?,
        };
        let loaded = stream::read_days(&memory, days)?;
        loaded.problems.iter().filter(|p| p.severity > Severity::Note).for_each(|p| warn(p, ui));
        let kinds = Kinds::of(&memory.settings);
        let wanted: Vec<&str> = self.kind.iter().map(|k| kinds.name(k)).collect();
        let records: Vec<&Record> = loaded
            .records
            .iter()
            .filter(|r| wanted.is_empty() || wanted.iter().any(|k| k.eq_ignore_ascii_case(&r.kind)))
            .filter(|r| self.about.is_empty() || self.about.iter().any(|o| r.concerns(o)))
            .collect();
        print(&memory, &records, ui)
    }
}

fn print(memory: &Memory, records: &[&Record], ui: &mut Ui) -> Result<Ended> {
    if ui.wants_json() {
        return ui.json(&records.iter().map(|r| json(r)).collect::<Vec<_>>()).map(|()| Ended::Done);
    }
    text(memory, records, ui)
}

/// The records as they stand in their files, with a heading for each day where there are several.
fn text(memory: &Memory, records: &[&Record], ui: &mut Ui) -> Result<Ended> {
    let several = records.first().map(|r| r.day) != records.last().map(|r| r.day);
    let mut day = None;
    let mut file = (None, Vec::new());
    for record in records {
        if several && day != Some(record.day) {
            let gap = if day.is_some() { "\n" } else { "" };
            ui.answer(&format!("{gap}## {}\n\n", record.day))?;
            day = Some(record.day);
        }
        if file.0 != Some(&record.source.path) {
            let bytes = stream::load::read_whole(&memory.root.join(&*record.source.path))?.unwrap_or_default();
            file = (Some(&record.source.path), bytes);
        }
        let source = String::from_utf8_lossy(file.1.get(record.source.range.clone()).unwrap_or_default());
        ui.line(source.trim_end_matches(['\r', '\n']))?;
    }
    Ok(Ended::Done)
}

fn sediment(memory: &Memory, ui: &mut Ui) -> Result<Ended> {
    let path = memory.sediment_file();
    let bytes = files::read(&path)?.unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    if ui.wants_json() {
        ui.json(&serde_json::json!({ "path": memory.shown(&path), "text": text }))?;
    } else {
        ui.answer(&text)?;
    }
    Ok(Ended::Done)
}

/// The entries that held on a day, under their headings.
fn sediment_as_of(memory: &Memory, day: time::Day, ui: &mut Ui) -> Result<Ended> {
    let entries = longterm::as_of(&History::load(memory)?.state(), day).entries;
    if ui.wants_json() {
        let entry =
            |e: &Entry| serde_json::json!({ "id": e.id, "section": e.section, "text": e.text, "fields": e.fields });
        ui.json(
            &serde_json::json!({ "day": day.to_string(), "entries": entries.iter().map(entry).collect::<Vec<_>>() }),
        )?;
        return Ok(Ended::Done);
    }
    let mut section = None;
    for entry in entries {
        if section != Some(entry.section) {
            let gap = if section.is_some() { "\n" } else { "" };
            ui.answer(&format!("{gap}## {}\n\n", entry.section.heading(&memory.settings)))?;
            section = Some(entry.section);
        }
        let head = Head { text: entry.text, fields: entry.fields, id: entry.id };
        ui.line(&format!("- {}", write_head(&head)))?;
    }
    Ok(Ended::Done)
}

fn json(record: &Record) -> serde_json::Value {
    serde_json::json!({
        "id": record.id.to_string(),
        "day": record.day.to_string(),
        "time": record.time.map(clock_time),
        "offset": record.offset.map(|o| o.to_string()),
        "kind": record.kind,
        "text": record.text,
        "body": record.body,
        "fields": record.fields,
        "path": *record.source.path,
        "line": record.source.line,
    })
}

/// `09:14`, with seconds only where there are some.
pub(super) fn clock_time(time: chrono::NaiveTime) -> String {
    use chrono::Timelike as _;
    time.format(if time.second() == 0 { "%H:%M" } else { "%H:%M:%S" }).to_string()
}

fn warn(problem: &Problem, ui: &mut Ui) {
    ui.warn(&problem.to_string());
}
