//! `alluvium init`: make a memory folder.

use std::path::PathBuf;

use super::{Context, Ui};
use crate::error::{Ended, Result};
use crate::memory::files;

/// Make a memory folder
#[derive(Debug, clap::Args)]
pub struct Init {
    /// The folder to make [default: `--memory`, else `./memory`]
    folder: Option<PathBuf>,
}

impl Init {
    /// Runs the command.
    pub fn run(self, context: &Context, ui: &mut Ui) -> Result<Ended> {
        let named = self.folder.or_else(|| context.globals.memory.clone()).unwrap_or_else(|| "memory".into());
        let folder = context.env.cwd.join(named);
        let mut made = false;
        for (name, text) in [
            ("alluvium.toml", "# settings\n"),
            (".gitignore", ".alluvium/\n"),
            (
                "sediment.md",
                "# Long-term memory\n\n## Preferences and constraints\n\n## Context\n\n## Decisions\n\n## Lessons learned\n\n## Procedures\n",
            ),
        ] {
            let path = folder.join(name);
            if files::read(&path)?.is_none() {
                files::replace(&path, text.as_bytes())?;
                made = true;
            }
        }
        if made {
            ui.status(&format!("made `{}`", folder.display()));
            ui.hint("`alluvium add Note \"hello\"` writes the first record");
        }
        Ok(Ended::Done)
    }
}
