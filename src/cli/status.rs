//! `alluvium status`: show sizes, caps and what is unread.

use super::{Context, Ui};
use crate::care::status::Status as State;
use crate::error::{Ended, Error, Result};

/// Show sizes, caps and what is unread
///
/// Days until the cap are told at the growth of the last 30 days. Nothing is changed.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  alluvium status
  alluvium status --check --max-unread 200 --max-cap 90
  alluvium status --prometheus > /var/lib/node_exporter/alluvium.prom")]
pub struct Status {
    /// Print only what is beyond the limits; exit code 1 when anything is
    #[arg(long)]
    check: bool,
    /// With --check: at most so many unread records
    #[arg(long, value_name = "N", requires = "check")]
    max_unread: Option<usize>,
    /// With --check: the sediment filled to at most so many per cent of its cap
    #[arg(long, value_name = "PERCENT", requires = "check", default_value_t = 90)]
    max_cap: usize,
    /// Print metrics for the textfile collector of a Prometheus node exporter
    #[arg(long, conflicts_with = "check")]
    prometheus: bool,
}

impl Status {
    /// Runs the command.
    pub fn run(self, context: &Context, ui: &mut Ui) -> Result<Ended> {
        if self.prometheus && ui.wants_json() {
            return Err(Error::usage("`--prometheus` and `--json` cannot be used together").hint("choose one of them"));
        }
        let memory = context.memory()?;
        let now = context.clock(&memory)?.now()?;
        let state = State::of(&memory, &now)?;
        let findings = if self.check { state.findings(self.max_unread, self.max_cap) } else { Vec::new() };
        if self.prometheus {
            ui.answer(&state.metrics())?;
        } else if ui.wants_json() {
            let mut value = serde_json::to_value(&state).map_err(|e| Error::new("cannot write JSON").because(e))?;
            if self.check {
                value["findings"] = findings.clone().into();
            }
            ui.json(&value)?;
        } else {
            let lines = if self.check { findings.clone() } else { state.lines() };
            lines.iter().try_for_each(|line| ui.line(line))?;
        }
        Ok(if findings.is_empty() { Ended::Done } else { Ended::Found })
    }
}
