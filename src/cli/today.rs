//! `alluvium today`: print today's day key.

use super::{Context, Ui};
use crate::error::{Ended, Result};

/// Print today's day key
#[derive(Debug, clap::Args)]
pub struct Today {}

impl Today {
    /// Runs the command.
    pub fn run(self, context: &Context, ui: &mut Ui) -> Result<Ended> {
        let memory = context.memory()?;
        let day = context.clock(&memory)?.now()?.day.to_string();
        if ui.wants_json() {
            ui.json(&serde_json::json!({ "day": day }))?;
        } else {
            ui.line(&day)?;
        }
        Ok(Ended::Done)
    }
}
