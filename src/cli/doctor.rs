//! `alluvium doctor`: find and repair problems.

use super::{Context, Ui};
use crate::care::doctor::Visit;
use crate::error::{Ended, Error, Result, Severity};

/// One repair may make another one possible; each is shown and asked for. More rounds than ever needed.
const ROUNDS: usize = 6;

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
        let clock = context.clock(&memory)?;
        let now = clock.now()?;
        let visit = Visit {
            memory: &memory,
            now: &now,
            clock: &clock,
            zone_is_named: context.zone_is_named(&memory),
            secrets: self.secrets,
        };
        let mut problems = visit.examine()?;
        let (mut repaired, mut saved) = (false, None);
        let mut fixes = if self.fix { visit.plan(&problems)? } else { Vec::new() };
        for _ in 0..ROUNDS {
            if fixes.is_empty() {
                break;
            }
            if !ui.wants_json() {
                fixes.iter().try_for_each(|fix| ui.answer(&fix.shown(&memory)))?;
            }
            if !self.yes && !ui.confirm("repair this?")? {
                return Err(Error::new("nothing was repaired").hint("answer `y` on a terminal, or give `--yes`"));
            }
            saved = visit.apply(&fixes)?.or(saved);
            repaired = true;
            problems = visit.examine()?;
            fixes = visit.plan(&problems)?;
        }
        match saved {
            Some(saved) => ui.status(&format!("repaired; what was there before is in `{}`", saved.display())),
            None if repaired => ui.status("repaired"),
            None => {}
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
