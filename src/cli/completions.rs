//! `alluvium completions`: print a shell's completion script.

use clap::builder::PossibleValuesParser;

use super::{Arguments, Context, Ui};
use crate::chat::host::Host;
use crate::error::{Ended, Result};
use crate::inject::plan::{SECTIONS, TASKS};
use crate::memory::Settings;
use crate::recall::Layer;
use crate::sediment::Section;

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
        let mut command = with_values(<Arguments as clap::CommandFactory>::command());
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, "alluvium", &mut script);
        ui.answer(&String::from_utf8_lossy(&script))?;
        Ok(Ended::Done)
    }
}

/// The definitions with the values that are known beforehand. While a command runs these arguments take
/// other values, too: kinds and tasks of the settings, and hosts that a hook must not fail for.
fn with_values(mut program: clap::Command) -> clap::Command {
    // Names live as long as the definitions, which is to the end of the program.
    let kinds: Vec<&'static str> = Settings::default().kinds.into_keys().map(|kind| &*kind.leak()).collect();
    let hosts: Vec<&'static str> = Host::ALL.map(Host::name).into();
    let layers: Vec<&'static str> = Layer::ALL.map(Layer::name).into();
    let sections: Vec<&'static str> = Section::ALL.map(Section::key).into_iter().chain(SECTIONS).collect();
    for (name, argument, values) in [
        ("add", "kind", &kinds),
        ("show", "kind", &kinds),
        ("search", "kind", &kinds),
        ("archive", "kind", &kinds),
        ("install", "host", &hosts),
        ("uninstall", "host", &hosts),
        ("hook", "host", &hosts),
        ("inject", "host", &hosts),
        ("inject", "task", &TASKS.to_vec()),
        ("inject", "sections", &sections),
        ("search", "layers", &layers),
    ] {
        let parser = || PossibleValuesParser::new(values.iter().copied());
        // In their order, which that of positional arguments follows.
        let known = |a: clap::Arg| if a.get_id() == argument { a.value_parser(parser()) } else { a };
        program = program.mut_subcommand(name, |c| c.mut_args(known));
    }
    program
}
