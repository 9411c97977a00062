//! `alluvium init`: make a memory folder.

use std::path::PathBuf;

use super::{Context, Ui};
use crate::error::{Ended, Error, Result};
use crate::git::{Work, setup};
use crate::memory::settings::Layout;
use crate::memory::trust::Trusted;
use crate::memory::{find, make};

/// Make a memory folder
///
/// Files that are there already are left as they are; where a memory is already, nothing is done.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  alluvium init                        make ./memory
  alluvium init ~/notes/agent          make one elsewhere
  alluvium init --git                  and configure the merge driver
  alluvium init --layout openclaw .    use MEMORY.md and memory/YYYY-MM-DD.md in place")]
pub struct Init {
    /// The folder to make [default: `--memory`, else `$ALLUVIUM_MEMORY`, else `./memory`]
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Use the files of another program in place
    #[arg(long, value_enum, value_name = "NAME")]
    layout: Option<Known>,
    /// Also configure the merge driver of the repository that the folder lies in
    #[arg(long)]
    git: bool,
}

/// Layouts of other programs.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Known {
    /// An agent workspace: `MEMORY.md` and `memory/YYYY-MM-DD.md`.
    Openclaw,
    /// A vault with daily notes: `YYYY-MM-DD.md`.
    Obsidian,
}

impl Init {
    /// Runs the command.
    pub fn run(self, context: &Context, ui: &mut Ui) -> Result<Ended> {
        if context.globals.space.is_some() {
            return Err(
                Error::usage("`init` makes a folder, not a space").hint("`alluvium space add NAME` makes a space")
            );
        }
        let named =
            self.folder.or_else(|| context.globals.memory.clone()).or_else(|| context.env.path("ALLUVIUM_MEMORY"));
        let folder = match named {
            Some(folder) => context.env.cwd.join(folder),
            // A memory in a memory is never what was meant.
            None => match find::around(&context.env) {
                Some(memory) => memory,
                None if self.layout.is_some() => context.env.cwd.clone(),
                None => context.env.cwd.join("memory"),
            },
        };
        let layout = match self.layout {
            None => Layout::default(),
            Some(Known::Openclaw) => Layout { stream: "memory/{date}.md".into(), sediment: "MEMORY.md".into() },
            Some(Known::Obsidian) => Layout { stream: "{date}.md".into(), ..Layout::default() },
        };
        let made = make::make(&folder, &layout)?;
        if self.git {
            let memory = find::open(Some(&folder), None, &context.env)?;
            if let Some(work) = Work::around(&memory.root)? {
                setup::setup(&memory, &work, &super::git::program(&context.env)?)?;
            } else {
                ui.warn("there is no repository here; after `git init`, run `alluvium git setup`");
            }
        }
        if !made.is_empty() {
            // Whoever makes a memory means it to be used. Where no list can be kept, hooks will say so.
            let _ = Trusted::open(&context.env).and_then(|mut trusted| trusted.add(&folder));
        }
        if ui.wants_json() {
            ui.json(&serde_json::json!({ "folder": folder.display().to_string(), "files": made }))?;
            return Ok(Ended::Done);
        }
        if made.is_empty() {
            ui.status(&format!("nothing to do: `{}` is a memory already", folder.display()));
            return Ok(Ended::Done);
        }
        ui.status(&format!("made `{}`", folder.display()));
        for kept in made.iter().filter(|m| !m.written) {
            ui.status(&format!("kept `{}` as it is", kept.file));
            if kept.file == ".gitignore" {
                ui.hint("add `.alluvium/` to `.gitignore`: locks and caches are not to be versioned");
            }
        }
        ui.hint("write the first record: `alluvium add Decision \"…\"`");
        ui.hint("merge what was written: `alluvium distill` (every night: `alluvium schedule cron`)");
        ui.hint("print it for an agent: `alluvium inject`");
        ui.hint("connect an agent host: `alluvium install HOST`");
        Ok(Ended::Done)
    }
}
