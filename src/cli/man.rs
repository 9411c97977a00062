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
  alluvium man session update | man -l -           a command of a command's
  alluvium man --dir ~/.local/share/man/man1       all of them, as files")]
pub struct Man {
    /// The command whose page to print [default: the program's own]
    command: Vec<String>,
    /// Write all pages into a folder instead
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    dir: Option<PathBuf>,
}

impl Man {
    /// Runs the command.
    pub fn run(self, context: &Context, ui: &mut Ui) -> Result<Ended> {
        let mut program = <Arguments as clap::CommandFactory>::command();
        program.build();
        if let Some(dir) = self.dir {
            let dir = context.env.cwd.join(dir);
            write(&program, "alluvium", &dir)?;
            ui.status(&format!("wrote the pages to `{}`", dir.display()));
            return Ok(Ended::Done);
        }
        let mut wanted = &program;
        for name in &self.command {
            wanted = below(wanted).find(|c| c.get_name() == name).ok_or_else(|| {
                Error::usage(format!("there is no command `{}`", self.command.join(" ")))
                    .hint("`alluvium --help` lists them")
            })?;
        }
        ui.answer(&String::from_utf8_lossy(&page(wanted.clone())?))?;
        Ok(Ended::Done)
    }
}

/// The commands below one.
fn below(command: &clap::Command) -> impl Iterator<Item = &clap::Command> {
    command.get_subcommands().filter(|c| !c.is_hide_set() && c.get_name() != "help")
}

/// Writes the page of a command and those of the commands below it: pages refer to these by name.
fn write(command: &clap::Command, name: &str, dir: &Path) -> Result<()> {
    files::replace(&dir.join(format!("{name}.1")), &page(command.clone())?)?;
    below(command).try_for_each(|inner| write(inner, &format!("{name}-{}", inner.get_name()), dir))
}

/// A page in roff.
fn page(command: clap::Command) -> Result<Vec<u8>> {
    let mut roff = Vec::new();
    clap_mangen::Man::new(command)
        .render(&mut roff)
        .map_err(|e| Error::io("write", Path::new("the manual page"), e))?;
    // What follows the options are examples; clap knows no section for them, and would fill their lines.
    let text = String::from_utf8_lossy(&roff).replace(".SH EXTRA\nExamples:\n", ".SH EXAMPLES\n.nf\n");
    Ok(text.into_bytes())
}
