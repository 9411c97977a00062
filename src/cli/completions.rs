//! `alluvium completions`: print a shell's completion script.

use super::{Arguments, Context, Ui};
use crate::error::{Ended, Result};

/// Print a shell's completion script
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  alluvium completions bash > ~/.local/share/bash-completion/completions/alluvium
  alluvium completions fish > ~/.config/fish/completions/alluvium.fish
  alluvium completions zsh > ~/.zfunc/_alluvium")]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: clap_complete::Shell,
}

impl Completions {
    /// Runs the command.
    pub fn run(self, _context: &Context, ui: &mut Ui) -> Result<Ended> {
        let mut command = <Arguments as clap::CommandFactory>::command();
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, "alluvium", &mut script);
        ui.answer(&String::from_utf8_lossy(&script))?;
        Ok(Ended::Done)
    }
}
