//! `alluvium distill`: merge unread records into the sediment.

use super::{Context, Ui};
use crate::distill::report::Line;
use crate::distill::{Meanings, Options, Report, ask_conflicts, distill_by_model, distill_by_rules, show_request};
use crate::error::{Ended, Error, Result};
use crate::memory::Memory;
use crate::model;
use crate::time::{Now, parse_day};

/// Merge unread records into the sediment
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  alluvium distill                  by the rules, or by the model where the settings say so
  alluvium distill --dry-run        show how the sediment would change
  alluvium distill --explain        tell of every record what came of it
  alluvium distill --llm            let the configured model propose")]
pub struct Distill {
    /// By the rules, whatever the settings say
    #[arg(long, conflicts_with = "llm")]
    rules: bool,
    /// By the configured language model
    #[arg(long)]
    llm: bool,
    /// Write nothing, show how the sediment would change
    #[arg(long)]
    dry_run: bool,
    /// Tell what came of every unread record, and why
    #[arg(long)]
    explain: bool,
    /// Print what would be sent to the model, without the key, and send nothing
    #[arg(long, conflicts_with = "rules")]
    show_request: bool,
    /// Only records of this day and later; older ones stay unread
    #[arg(long, value_name = "DATE", allow_hyphen_values = true)]
    since: Option<String>,
}

impl Distill {
    /// Runs the command.
    pub fn run(self, context: &Context, ui: &mut Ui) -> Result<Ended> {
        let memory = context.memory()?;
        let now = context.clock(&memory)?.now()?;
        let since = self.since.as_deref().map(|text| parse_day(text, now.day)).transpose()?;
        let options = Options { since, dry_run: self.dry_run, explain: self.explain };
        if self.show_request {
            let model = model::open(&memory, &context.env)?;
            match show_request(&memory, &now, &*model, options)? {
                Some(request) => ui.answer(&request)?,
                None => ui.status("nothing would be sent"),
            }
            return Ok(Ended::Done);
        }
        if !self.dry_run {
            super::forget::finish_waiting(&memory, &now, ui)?;
        }
        let (report, error) = self.distill(&memory, &now, options, context, ui)?;
        print(&report, ui)?;
        // As little as what the rules knew is the report, of thousands of lines, taken apart.
        std::mem::forget(report);
        error.map_or(Ok(Ended::Done), Err)
    }

    /// The report, and why some records stay unread.
    fn distill(
        &self,
        memory: &Memory,
        now: &Now,
        options: Options,
        context: &Context,
        ui: &Ui,
    ) -> Result<(Report, Option<Error>)> {
        let by_model = self.llm || (!self.rules && memory.settings.distill.engine == "llm");
        let asked = if by_model { Some(model::open(memory, &context.env)?) } else { None };
        let bar = ui.shows_progress().then(|| indicatif::ProgressBar::new(0));
        let mut progress = |done: usize, total: usize| {
            // A bar for an evening's records would only flicker.
            if let Some(bar) = bar.as_ref().filter(|_| by_model || total > 2000) {
                bar.set_length(total as u64);
                bar.set_position(done as u64);
            }
        };
        let (meanings, notice) = Meanings::fetch(memory, now, &context.env, options)?;
        let report = match &asked {
            Some(model) => distill_by_model(memory, now, &**model, options, meanings, &mut progress),
            None => distill_by_rules(memory, now, options, meanings, &mut progress).map(|report| (report, None)),
        };
        if let Some(bar) = bar {
            bar.finish_and_clear();
        }
        let (mut report, error) = report?;
        report.notices.extend(notice);
        let pairs: Vec<_> = report.changes.iter().filter_map(Line::conflict).collect();
        if memory.settings.distill.ask_conflicts && !options.dry_run && !pairs.is_empty() {
            match asked.map_or_else(|| model::open(memory, &context.env), Ok) {
                Ok(model) => {
                    let (changes, notices) = ask_conflicts(memory, now, &*model, &pairs)?;
                    report.changes.extend(changes);
                    report.notices.extend(notices);
                }
                Err(error) => report.notices.push(format!("open conflicts were not settled: {error}")),
            }
        }
        Ok((report, error))
    }
}

/// Prints a report: with `--explain` one line a record and one for each change without one, else one line a change.
pub(super) fn print(report: &Report, ui: &mut Ui) -> Result<()> {
    if ui.wants_json() {
        ui.json(report)?;
    } else {
        for outcome in &report.outcomes {
            ui.line(&format!("{}  {}", outcome.record, outcome.what))?;
        }
        // What a person did to the file, and what left it, follows from no record.
        let recordless = |line: &&Line| line.by_hand || line.sources.is_empty() && line.event == "removed";
        for change in report.changes.iter().filter(recordless).filter(|_| !report.outcomes.is_empty()) {
            ui.line(&change.to_string())?;
        }
        if let Some(diff) = &report.diff {
            ui.answer(diff)?;
        } else if report.outcomes.is_empty() && ui.talks() {
            for change in &report.changes {
                ui.line(&change.to_string())?;
            }
        }
    }
    let remarks = if ui.talks() { report.remarks.as_slice() } else { &[] };
    for notice in report.notices.iter().chain(remarks) {
        ui.warn(notice);
    }
    Ok(())
}

/// Prints what a command other than `distill` changed.
pub(super) fn print_changes(changes: &[Line], ui: &mut Ui) -> Result<()> {
    if ui.wants_json() {
        return ui.json(&serde_json::json!({ "changes": changes }));
    }
    for change in changes {
        ui.line(&change.to_string())?;
    }
    Ok(())
}
