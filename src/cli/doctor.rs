//! `alluvium doctor`: find and repair problems.

use super::{Context, Ui};
use crate::care::doctor;
use crate::error::{Ended, Error, Result, Severity};

/// Find and repair problems
///
/// Prints every problem as `path:line: reason` with what helps against it, and changes nothing.
/// Exit code 1 when there is any but notes. With --fix, first shows as a diff what can be repaired
/// without losing anything, asks, and saves what it touches below `.alluvium/backup/`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  alluvium doctor
  alluvium doctor --secrets
  alluvium doctor --fix
  alluvium doctor --json --quiet")]
pub struct Doctor {
    /// Scan all stored text for secrets as well
    #[arg(long)]
    secrets: bool,
    /// Repair what can be repaired
    #[arg(long)]
    fix: bool,
    /// With --fix: do not ask
    #[arg(long, short, requires = "fix")]
    yes: bool,
}

impl Doctor {
    /// Runs the command.
    pub fn run(self, context: &Context, ui: &mut Ui) -> Result<Ended> {
        let memory = context.memory()?;
        let now = context.clock(&memory)?.now()?;
        let mut problems = doctor::examine(&memory, &now, self.secrets)?;
        if self.fix {
            let fixes = doctor::fix::plan(&memory, &now, &problems)?;
            if !fixes.is_empty() {
                if !ui.wants_json() {
                    fixes.iter().try_for_each(|fix| ui.answer(&fix.shown()))?;
                }
                if !self.yes && !ui.confirm("repair this?")? {
                    return Err(Error::new("nothing was repaired").hint("answer `y` on a terminal, or give `--yes`"));
                }
                let saved = doctor::fix::apply(&memory, &now, &fixes)?;
                ui.status(&format!("repaired; what was there before is in `{}`", saved.display()));
                problems = doctor::examine(&memory, &now, self.secrets)?;
            }
        }
        if ui.wants_json() {
            ui.json(&problems)?;
        } else {
            for problem in &problems {
                let severity = match problem.severity {
                    Severity::Note => "note: ",
                    Severity::Warning => "",
                    Severity::Error => "error: ",
                };
                ui.line(&format!("{}{problem}", severity))?;
                if let Some(remedy) = problem.remedy.as_deref().filter(|_| ui.talks()) {
                    ui.line(&format!("  {remedy}"))?;
                }
            }
        }
        if problems.is_empty() {
            ui.status("nothing is wrong");
        }
        Ok(if problems.iter().any(|p| p.severity > Severity::Note) { Ended::Found } else { Ended::Done })
    }
}
