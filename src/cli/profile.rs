//! `alluvium profile`: show the profile of the user.

use super::{Context, Ui};
use crate::error::{Ended, Error, Result};
use crate::inject::composed::refresh_by_model;
use crate::inject::profile::{self, Refreshed};
use crate::model;

/// Show the profile of the user
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  alluvium profile             show it
  alluvium profile --update    make it again and store it")]
pub struct Profile {
    /// Make it again from the sediment and store it in `profile.md`
    #[arg(long)]
    update: bool,
    /// In the words of the configured model
    #[arg(long, requires = "update")]
    llm: bool,
}

impl Profile {
    /// Runs the command.
    pub fn run(self, context: &Context, ui: &mut Ui) -> Result<Ended> {
        let memory = context.memory_to_show(ui)?;
        let now = context.clock(&memory)?.now()?;
        if !memory.settings.features.profile {
            return Err(Error::new("profiles are switched off").hint("set `features.profile = true` in the settings"));
        }
        if self.update {
            let refreshed = if self.llm {
                refresh_by_model(&memory, &now, &*model::open(&memory, &context.env)?)?
            } else {
                profile::refresh(&memory, &now, true)?
            };
            match refreshed {
                Refreshed::Written => ui.status("wrote profile.md"),
                Refreshed::Unchanged => ui.status("profile.md is up to date"),
                Refreshed::ByHand => ui.status("profile.md was rewritten by hand and stays as it is"),
                Refreshed::Nothing => ui.status("nothing in the sediment tells about the user yet"),
            }
        }
        let stored = profile::stored(&memory)?;
        if ui.wants_json() {
            return print_json(&memory, &now, stored, ui);
        }
        match stored {
            Some(stored) => ui.line(&stored.body)?,
            None => {
                let made = profile::make(&memory, &now)?;
                for (facet, text, id) in &made.lines {
                    ui.line(format!("- {}: {text} {id}", facet.name()).trim_end())?;
                }
                if made.lines.is_empty() && !self.update {
                    ui.status("nothing in the sediment tells about the user yet");
                } else if !self.update {
                    ui.hint("this is not stored yet: `alluvium profile --update`");
                }
            }
        }
        Ok(Ended::Done)
    }
}

fn print_json(
    memory: &crate::memory::Memory,
    now: &crate::time::Now,
    stored: Option<profile::Stored>,
    ui: &mut Ui,
) -> Result<Ended> {
    let made = profile::make(memory, now)?;
    let lines: Vec<serde_json::Value> = made
        .lines
        .iter()
        .map(|(facet, text, id)| serde_json::json!({ "facet": facet, "text": text, "entry": id }))
        .collect();
    ui.json(&serde_json::json!({
        "version": made.version,
        "stored": stored.is_some(),
        "by-hand": stored.as_ref().is_some_and(profile::Stored::is_by_hand),
        "text": stored.map(|s| s.body),
        "lines": lines,
    }))?;
    Ok(Ended::Done)
}
