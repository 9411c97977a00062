//! `alluvium distill`: merge unread records into the sediment.

use super::{Context, Ui};
use crate::distill::report::Line;
use crate::distill::{Options, Report, distill_by_rules};
use crate::error::{Ended, Error, Result};
use crate::memory::Memory;
use crate::time::{Now, parse_day};

/// Merge unread records into the sediment
#[derive(Debug, clap::Args)]
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
        let report = self.distill(&memory, &now, options, ui)?;
        print(&report, ui)?;
        Ok(Ended::Done)
    }

    fn distill(&self, memory: &Memory, now: &Now, options: Options, ui: &Ui) -> Result<Report> {
        let by_model = self.llm || (!self.rules && memory.settings.distill.engine == "llm");
        let bar = ui.shows_progress().then(|| indicatif::ProgressBar::new(0));
        let mut progress = |done: usize, total: usize| {
            // A bar for an evening's records would only flicker.
            if let Some(bar) = bar.as_ref().filter(|_| total > 2000) {
                bar.set_length(total as u64);
                bar.set_position(done as u64);
            }
        };
        let report = if by_model {
            Err(Error::new("distilling with a model is not built yet"))
        } else {
            distill_by_rules(memory, now, options, &mut progress)
        };
        if let Some(bar) = bar {
            bar.finish_and_clear();
        }
        report
    }
}

/// Prints a report: one line a record with `--explain`, else one line a change.
pub(super) fn print(report: &Report, ui: &mut Ui) -> Result<()> {
    if ui.wants_json() {
        ui.json(report)?;
    } else {
        for outcome in &report.outcomes {
            ui.line(&format!("{}  {}", outcome.record, outcome.what))?;
        }
        if let Some(diff) = &report.diff {
            ui.answer(diff)?;
        } else if report.outcomes.is_empty() && ui.talks() {
            for change in &report.changes {
                ui.line(&change.to_string())?;
            }
        }
    }
    for notice in &report.notices {
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
