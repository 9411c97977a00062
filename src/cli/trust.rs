//! `alluvium trust`: allow hooks to use a memory folder.

use std::path::PathBuf;

use super::{Context, Ui};
use crate::error::{Ended, Error, Result};
use crate::memory::find;
use crate::memory::trust::Trusted;

/// Allow hooks to use a memory folder
///
/// A folder that is merely found in or above the working directory may have come with a cloned
/// repository. Hooks use it only when it is trusted; one that `--memory` or `$ALLUVIUM_MEMORY` names,
/// or that `init` made here, needs no more.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  alluvium trust                  trust the memory that is found here
  alluvium trust ~/work/memory    trust another one
  alluvium trust --list           show what is trusted
  alluvium trust --remove         trust it no more")]
pub struct Trust {
    /// The memory folder, or the folder that holds `memory` [default: the one that is found]
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Show the trusted folders
    #[arg(long, conflicts_with_all = ["folder", "remove"])]
    list: bool,
    /// Trust the folder no more
    #[arg(long)]
    remove: bool,
}

impl Trust {
    /// Runs the command.
    pub fn run(self, context: &Context, ui: &mut Ui) -> Result<Ended> {
        let mut trusted = Trusted::open(&context.env)?;
        if self.list {
            if ui.wants_json() {
                ui.json(&trusted.folders())?;
            } else {
                trusted.folders().iter().try_for_each(|folder| ui.line(folder))?;
            }
            return Ok(Ended::Done);
        }
        let folder = self.folder(context)?;
        let changed = if self.remove { trusted.remove(&folder)? } else { trusted.add(&folder)? };
        if ui.wants_json() {
            let shown = folder.display().to_string();
            ui.json(&serde_json::json!({ "folder": shown, "trusted": !self.remove, "changed": changed }))?;
            return Ok(Ended::Done);
        }
        let what = match (self.remove, changed) {
            (false, true) => "hooks may use",
            (false, false) => "nothing to do: hooks may already use",
            (true, true) => "hooks use no more:",
            (true, false) => "nothing to do: not on the list:",
        };
        ui.status(&format!("{what} `{}`", folder.display()));
        Ok(Ended::Done)
    }

    fn folder(&self, context: &Context) -> Result<PathBuf> {
        let Some(named) = &self.folder else { return Ok(context.memory_of(None)?.home) };
        let named = context.env.cwd.join(named);
        // What is on the list and is gone can be taken off it.
        let candidates = [named.clone(), named.join("memory")];
        match candidates.into_iter().find(|folder| find::is_memory(folder)) {
            Some(folder) => Ok(folder),
            None if self.remove => Ok(named),
            None => Err(Error::new(format!("no memory folder at `{}`", named.display()))
                .hint(format!("`alluvium init {}` makes one", named.display()))),
        }
    }
}
