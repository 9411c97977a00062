//! `alluvium today`: print today's day key.

use super::{Context, Ui};
use crate::error::{Ended, Result};

/// Print today's day key
///
/// The day is that of the zone and of `day-starts`. A session that runs past midnight pins it.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  export ALLUVIUM_DAY=$(alluvium today)    pin the day of this session")]
pub struct Today {}

impl Today {
    /// Runs the command.
    pub fn run(self, context: &Context, ui: &mut Ui) -> Result<Ended> {
        let memory = context.memory()?;
        let now = context.clock(&memory)?.now()?;
        if ui.wants_json() {
            ui.json(&serde_json::json!({
                "day": now.day.to_string(),
                "now": now.utc.with_timezone(&now.offset).to_rfc3339(),
                "zone": now.zone,
            }))?;
        } else {
            ui.line(&now.day.to_string())?;
        }
        Ok(Ended::Done)
    }
}
