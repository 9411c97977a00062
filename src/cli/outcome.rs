//! `alluvium outcome`: record that an action worked or failed in a situation.

use super::add::distill_on;
use super::feedback::{check_switched_on, numbered};
use super::{Context, Ui};
use crate::distill::procedures::{self, ENOUGH, Procedure};
use crate::distill::trials;
use crate::error::{Ended, Error, Result};
use crate::stream::Fields;
use crate::stream::append::{self, NewRecord, Options};

/// Record that an action worked or failed in a situation
///
/// An action that was tried five times and worked in more than three of five becomes a procedure of
/// the sediment, the best one for each situation; until then it is only counted.
#[derive(Debug, clap::Args)]
#[command(group(clap::ArgGroup::new("result").required(true)), after_help = "\
Examples:
  alluvium outcome --when \"the export job times out\" --did \"lower the batch size to 200\" --worked")]
pub struct Outcome {
    /// The situation
    #[arg(long, value_name = "TRIGGER", allow_hyphen_values = true)]
    when: String,
    /// What was done
    #[arg(long, value_name = "ACTION", allow_hyphen_values = true)]
    did: String,
    /// It worked
    #[arg(long, group = "result")]
    worked: bool,
    /// It failed
    #[arg(long, group = "result")]
    failed: bool,
    /// An object that it concerns (repeatable)
    #[arg(long, value_name = "OBJECT")]
    about: Vec<String>,
}

impl Outcome {
    /// Runs the command.
    pub fn run(self, context: &Context, ui: &mut Ui) -> Result<Ended> {
        let memory = context.memory()?;
        check_switched_on(&memory)?;
        let clock = context.clock(&memory)?;
        let mut record = self.record()?;
        let text = record.text.clone();
        record.text = numbered(&memory, &clock, "Outcome", text.clone(), |n| format!("{text} (trial {n})"))?;
        let appended = append::append(&memory, &clock, &[record], Options::default())?;
        let counted = trials::load(&memory, clock.now()?.day)?;
        for record in &appended {
            let folded = procedures::fold(counted.iter().cloned());
            let procedure = folded.iter().flatten().find(|p| p.sources.contains(&record.id));
            report(&record.id.to_string(), procedure, ui)?;
            record.warnings.iter().for_each(|warning| ui.warn(warning));
        }
        distill_on(&memory, &clock, ["Outcome"].into_iter(), ui);
        Ok(Ended::Done)
    }

    fn record(self) -> Result<NewRecord> {
        let clean = |text: &str, flag: &str| {
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ").replace(" → ", " ");
            let text = text.trim_end_matches('.').to_owned();
            if text.is_empty() { Err(Error::usage(format!("--{flag} is empty"))) } else { Ok(text) }
        };
        let when = clean(&self.when, "when")?;
        let when = match when.get(..5) {
            Some(start) if start.eq_ignore_ascii_case("when ") => when[5..].to_owned(),
            _ => when,
        };
        let result = if self.worked { "worked" } else { "failed" };
        let text = format!("When {when} → {}: {result}", clean(&self.did, "did")?);
        let fields = Fields(self.about.iter().map(|object| ("about".to_owned(), object.clone())).collect());
        Ok(NewRecord { kind: "Outcome".to_owned(), text, fields, ..NewRecord::default() })
    }
}

fn report(id: &str, procedure: Option<&Procedure>, ui: &mut Ui) -> Result<()> {
    let (worked, tried) = procedure.map_or((0, 0), |p| (p.worked, p.tried));
    let recommended = procedure.is_some_and(Procedure::is_recommended);
    if ui.wants_json() {
        return ui.json(&serde_json::json!({
            "id": id, "worked": worked, "tried": tried, "recommended": recommended
        }));
    }
    ui.line(id)?;
    let then = match (recommended, tried < ENOUGH) {
        (true, _) => "recommended".to_owned(),
        (false, true) => format!("counted; recommended from {ENOUGH} on"),
        (false, false) => "not recommended".to_owned(),
    };
    ui.status(&format!("worked {worked} of {tried} times: {then}"));
    Ok(())
}
