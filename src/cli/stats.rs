//! `alluvium stats`: count what the memory holds.

use super::{Context, Ui};
use crate::care::stats;
use crate::error::{Ended, Error, Result};
use crate::inject::{Request, inject};
use crate::memory::files;
use crate::time::{Days, parse_days};
use crate::tokens;

/// Count records, entries and changes, and what models cost
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  alluvium stats
  alluvium stats --date -30d.. --json
  alluvium stats --prometheus > /var/lib/node_exporter/alluvium-stats.prom")]
pub struct Stats {
    /// Only records and runs of these days: a day or a range
    #[arg(long, value_name = "RANGE", allow_hyphen_values = true)]
    date: Option<String>,
    /// Print metrics for the textfile collector of a Prometheus node exporter
    #[arg(long, conflicts_with = "date")]
    prometheus: bool,
    /// Count the tokens of the sediment and of today's context by the tokenizer itself (builds with `exact`)
    #[arg(long, conflicts_with = "prometheus")]
    exact: bool,
}

impl Stats {
    /// Runs the command.
    pub fn run(self, context: &Context, ui: &mut Ui) -> Result<Ended> {
        if self.prometheus && ui.wants_json() {
            return Err(Error::usage("`--prometheus` and `--json` cannot be used together").hint("choose one of them"));
        }
        let memory = context.memory()?;
        let now = context.clock(&memory)?.now()?;
        let days = match &self.date {
            Some(text) => parse_days(text, now.day)?,
            None => Days::default(),
        };
        let mut stats = stats::Stats::of(&memory, &now, days)?;
        if self.exact {
            let sediment = files::read(&memory.sediment_file())?.unwrap_or_default();
            let context = inject(&memory, &Request::default(), &now)?.context.text;
            for (name, text) in [("sediment", String::from_utf8_lossy(&sediment)), ("context", context.into())] {
                let exact = tokens::exact::count(&text).ok_or_else(|| {
                    Error::new("cannot count exactly: this build has no tokenizer")
                        .hint("`cargo install alluvium --features exact` builds one that has")
                })?;
                let estimated = tokens::estimate_centi(&text).div_ceil(100);
                stats.tokens.insert(name, stats::Tokens { exact, estimated });
            }
        }
        if self.prometheus {
            ui.answer(&stats.metrics())?;
        } else if ui.wants_json() {
            ui.json(&stats)?;
        } else {
            stats.lines().iter().try_for_each(|line| ui.line(line))?;
        }
        Ok(Ended::Done)
    }
}
