//! `alluvium man`: print the manual pages, made from the same definitions as `--help`.

use std::path::{Path, PathBuf};

use super::{Arguments, Context, Ui};
use crate::error::{Ended, Error, Result};
use crate::memory::files;

/// Print the manual pages
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  alluvium man | man -l -                          the program's page
  alluvium man distill | man -l -                  a command's
  alluvium man --dir ~/.local/share/man/man1       all of them, as files")]
pub struct Man {
    /// The command whose page to print [default: the program's own]
    command: Option<String>,
    /// Write all pages into a folder instead
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    dir: Option<PathBuf>,
}

impl Man {
    /// Runs the command.
    pub fn run(self, context: &Context, ui: &mut Ui) -> Result<Ended> {
        let mut program = <Arguments as clap::CommandFactory>::command();
        program.build();
        let commands: Vec<clap::Command> = program.get_subcommands().filter(|c| !c.is_hide_set()).cloned().collect();
        if let Some(dir) = self.dir {
            let dir = context.env.cwd.join(dir);
            files::replace(&dir.join("alluvium.1"), &page(program)?)?;
            for command in commands {
                files::replace(&dir.join(format!("alluvium-{}.1", command.get_name())), &page(command)?)?;
            }
            ui.status(&format!("wrote the pages to `{}`", dir.display()));
            return Ok(Ended::Done);
        }
        let wanted = match self.command {
            None => program,
            Some(name) => commands.into_iter().find(|c| c.get_name() == name).ok_or_else(|| {
                Error::usage(format!("there is no command `{name}`")).hint("`alluvium --help` lists them")
            })?,
        };
        ui.answer(&String::from_utf8_lossy(&page(wanted)?))?;
        Ok(Ended::Done)
    }
}

/// A page in roff.
fn page(command: clap::Command) -> Result<Vec<u8>> {
    let mut roff = Vec::new();
    clap_mangen::Man::new(command)
        .render(&mut roff)
        .map_err(|e| Error::io("write", Path::new("the manual page"), e))?;
    Ok(roff)
}
