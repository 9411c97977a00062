//! `alluvium git`: set up git for this memory.

use super::{Context, Ui};
use crate::env::Env;
use crate::error::{Ended, Error, Result};
use crate::git::{Work, setup};

/// Set up git for this memory
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  alluvium git setup    write .gitattributes and .gitignore, configure the merge driver
  alluvium sync         then commit, pull and push")]
pub struct Git {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// Write .gitattributes and .gitignore, and configure the merge driver of the repository
    Setup,
}

impl Git {
    /// Runs the command.
    pub fn run(self, context: &Context, ui: &mut Ui) -> Result<Ended> {
        let What::Setup = self.what;
        let memory = context.memory()?;
        let work = Work::need(&memory.root)?;
        let done = setup::setup(&memory, &work, &program(&context.env)?)?;
        if ui.wants_json() {
            ui.json(&done)?;
            return Ok(Ended::Done);
        }
        for file in &done.files {
            ui.status(&format!("wrote `{file}`"));
        }
        if done.configured {
            ui.status("configured the merge driver of this repository; every clone needs `alluvium git setup` once");
        }
        if done.files.is_empty() && !done.configured {
            ui.status("nothing to do");
        }
        Ok(Ended::Done)
    }
}

/// The path by which git can call this program.
pub(super) fn program(env: &Env) -> Result<String> {
    let path = env.program().map_err(|e| Error::new("cannot tell where this program is").because(e))?;
    Ok(path.to_string_lossy().into_owned())
}
