//! `alluvium feedback`: judge an entry: confirm, deny, correct, used.

use super::add::distill_on;
use super::{Context, Ui};
use crate::error::{Ended, Error, Result};
use crate::history::{History, State};
use crate::memory::{Memory, files};
use crate::sediment::EntryId;
use crate::stream::append::{self, NewRecord, Options};
use crate::stream::{DayFile, Fields, Kinds, RecordId};
use crate::time::Clock;

/// Judge an entry: confirm, deny, correct, used
///
/// Writes a record; the next distillation applies it, exactly once. An entry may also be named by the
/// record on which it rests.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  alluvium feedback confirm ^k3f9
  alluvium feedback deny k3f9
  alluvium feedback correct ^k3f9 \"Reports are charts by default\"
  alluvium feedback used ^k3f9        # it helped, and nobody objected in the next two turns")]
pub struct Feedback {
    #[command(subcommand)]
    judgement: Judgement,
}

#[derive(Debug, clap::Subcommand)]
enum Judgement {
    /// It is right (confidence + 0.10)
    Confirm(Named),
    /// It is wrong (confidence − 0.20); it is not deleted by that, nor brought back by repetition
    Deny(Named),
    /// It helped, and nobody objected (confidence + 0.02)
    Used(Named),
    /// It is wrong, and this is right (confidence 0.9)
    Correct {
        #[command(flatten)]
        named: Named,
        /// What is right
        #[arg(value_name = "TEXT", required = true)]
        text: Vec<String>,
    },
}

/// The entry that is judged.
#[derive(Debug, clap::Args)]
struct Named {
    /// The entry's id, such as ^k3f9, or a record that it rests on
    #[arg(value_name = "ID")]
    id: String,
}

/// Judgements and outcomes are taken only while the switch is on.
pub(super) fn check_switched_on(memory: &Memory) -> Result<()> {
    if memory.settings.features.feedback {
        return Ok(());
    }
    Err(Error::new("feedback is switched off").hint("set `features.feedback = true` in `alluvium.toml`"))
}

impl Feedback {
    /// Runs the command.
    pub fn run(self, context: &Context, ui: &mut Ui) -> Result<Ended> {
        let memory = context.memory()?;
        check_switched_on(&memory)?;
        let clock = context.clock(&memory)?;
        let (word, id, correction) = match self.judgement {
            Judgement::Confirm(named) => ("confirm", named.id, None),
            Judgement::Deny(named) => ("deny", named.id, None),
            Judgement::Used(named) => ("used", named.id, None),
            Judgement::Correct { named, text } => ("correct", named.id, Some(text.join(" "))),
        };
        let (id, present) = entry(&History::load(&memory)?.state(), &id)?;
        let (kind, text) = match correction {
            Some(text) => ("Correction", text),
            None => {
                let plain = format!("{word}: {present}");
                let again = |n| format!("{word} ({n}): {present}");
                ("Feedback", numbered(&memory, &clock, "Feedback", plain, again)?)
            }
        };
        let fields = Fields(vec![("ref".to_owned(), id.0.to_string())]);
        let record = NewRecord { kind: kind.to_owned(), text, fields, ..NewRecord::default() };
        let appended = append::append(&memory, &clock, &[record], Options::default())?;
        for record in &appended {
            let name = record.id.to_string();
            if ui.wants_json() {
                ui.json(&serde_json::json!({ "id": name, "entry": id, "judgement": word }))?;
            } else {
                ui.line(&name)?;
            }
            record.warnings.iter().for_each(|warning| ui.warn(warning));
        }
        distill_on(&memory, &clock, [kind].into_iter(), ui);
        Ok(Ended::Done)
    }
}

/// The living entry of a name, and what it says.
fn entry(state: &State, name: &str) -> Result<(EntryId, String)> {
    let id = match RecordId::parse(name.trim()) {
        Some(record) => resting_on(state, record, name)?,
        None => state.pick(name)?,
    };
    match state.entries.get(&id).filter(|entry| entry.gone.is_none()) {
        Some(entry) => Ok((id, entry.text.clone())),
        None => Err(Error::new(format!("{id} is no longer in the sediment"))
            .hint(format!("`alluvium restore {id}` brings it back"))),
    }
}

fn resting_on(state: &State, record: RecordId, name: &str) -> Result<EntryId> {
    let rests = |sources: &[RecordId]| sources.contains(&record);
    let mut found = state.living().filter(|(_, e)| e.versions.last().is_some_and(|v| rests(&v.sources)));
    match (found.next(), found.next()) {
        (Some((id, _)), None) => Ok(id.clone()),
        (None, _) => Err(Error::new(format!("no entry rests on `{name}`"))
            .hint("name an entry; ids stand at the end of the lines that `alluvium show sediment` prints")),
        _ => Err(Error::new(format!("several entries rest on `{name}`")).hint("name one of them")),
    }
}

/// The text as it is, or with a number where today has a record of the kind that says just that:
/// judging the same twice within a minute is meant twice, but would be one record.
pub(super) fn numbered(
    memory: &Memory,
    clock: &Clock,
    kind: &str,
    text: String,
    number: impl Fn(usize) -> String,
) -> Result<String> {
    let day = clock.now()?.day;
    let path = memory.stream_file(day);
    let bytes = files::read(&path)?.unwrap_or_default();
    let file = DayFile::read(&bytes, day, memory.shown(&path), &Kinds::of(&memory.settings));
    let is_free = |text: &String| !file.records.iter().any(|r| r.kind == kind && r.text == *text);
    Ok(if is_free(&text) { text } else { (2..).map(number).find(is_free).unwrap_or(text) })
}
