//! The command line: arguments, one file a command, and `ui`, the only place that prints.

mod about;
mod add;
mod archive;
mod completions;
mod config;
mod distill;
mod doctor;
mod feedback;
mod forget;
mod git;
mod history;
mod hook;
mod import;
mod init;
mod inject;
mod install;
mod man;
mod merge;
mod outcome;
mod profile;
mod restore;
mod review;
mod schedule;
mod search;
mod session;
mod show;
mod space;
mod stats;
mod status;
mod sync;
mod today;
mod trim;
mod trust;
mod ui;
mod undo;
mod uninstall;
mod why;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args as _, CommandFactory as _, FromArgMatches as _};

use crate::env::Env;
use crate::error::{Ended, Result};
use crate::memory::Memory;
use crate::time::Clock;
pub use ui::Ui;

/// Plain-text memory for AI agents: what happened, what is confirmed, and a context within a budget.
#[derive(Debug, clap::Parser)]
#[command(name = "alluvium", version, max_term_width = 100, disable_help_subcommand = true)]
pub struct Arguments {
    #[command(flatten)]
    globals: Globals,
    #[command(subcommand)]
    command: Command,
}

/// Options that every command takes.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Globals {
    /// The memory folder [default: $ALLUVIUM_MEMORY, else the nearest one above, else the user's own]
    #[arg(long, global = true, value_name = "DIR", help_heading = "Everywhere")]
    pub memory: Option<PathBuf>,
    /// A space of the folder, such as `acme/ana` [default: $ALLUVIUM_SPACE]
    #[arg(long, global = true, value_name = "SPACE", help_heading = "Everywhere")]
    pub space: Option<String>,
    /// The time zone, an IANA name [default: $ALLUVIUM_ZONE, else the settings', else the system's]
    #[arg(long, global = true, value_name = "ZONE", help_heading = "Everywhere")]
    pub zone: Option<String>,
    /// Print JSON
    #[arg(long, global = true, help_heading = "Everywhere")]
    pub json: bool,
    /// Say nothing but the answer and errors
    #[arg(long, short, global = true, help_heading = "Everywhere")]
    pub quiet: bool,
}

/// The commands, of which each is a file that defines its arguments and runs them.
macro_rules! commands {
    ($($module:ident::$name:ident),* $(,)?) => {
        /// The commands, in the order in which a memory meets them.
        #[derive(Debug, clap::Subcommand)]
        enum Command {
            $($name($module::$name),)*
        }

        impl Command {
            fn run(self, context: &Context, ui: &mut Ui) -> Result<Ended> {
                match self {
                    $(Self::$name(command) => command.run(context, ui),)*
                }
            }

            /// The definition of the command of this name alone.
            fn definition(name: &str) -> Option<clap::Command> {
                let command = |name| clap::Command::new(name);
                match name {
                    $(stringify!($module) => Some($module::$name::augment_args(command(stringify!($module)))),)*
                    _ => None,
                }
            }
        }
    };
}

commands! {
    init::Init,
    config::Config,
    space::Space,
    add::Add,
    today::Today,
    show::Show,
    distill::Distill,
    review::Review,
    history::History,
    why::Why,
    undo::Undo,
    restore::Restore,
    inject::Inject,
    profile::Profile,
    search::Search,
    about::About,
    feedback::Feedback,
    outcome::Outcome,
    trim::Trim,
    session::Session,
    import::Import,
    hook::Hook,
    install::Install,
    uninstall::Uninstall,
    trust::Trust,
    schedule::Schedule,
    doctor::Doctor,
    forget::Forget,
    archive::Archive,
    git::Git,
    merge::Merge,
    sync::Sync,
    status::Status,
    stats::Stats,
    completions::Completions,
    man::Man,
}

/// What every command is given: the environment and the global options.
#[derive(Debug, Clone)]
pub struct Context {
    /// The environment.
    pub env: Env,
    /// The global options.
    pub globals: Globals,
    /// The name of the command.
    pub verb: String,
}

impl Context {
    /// Finds and opens the memory folder (and space) that the options and the environment name.
    pub fn memory(&self) -> Result<Memory> {
        self.memory_of(self.globals.space.as_deref().or_else(|| self.env.get("ALLUVIUM_SPACE")))
    }

    /// The same for a command that shows what the memory holds: an erasure that was stopped half-way is
    /// finished first, at the cost of one look for its plan.
    pub fn memory_to_show(&self, ui: &mut Ui) -> Result<Memory> {
        let memory = self.memory()?;
        if memory.unfinished_forget().exists() {
            forget::finish_waiting(&memory, &self.clock(&memory)?.now()?, ui)?;
        }
        Ok(memory)
    }

    /// The same for a space of the caller's choice; none is the folder itself.
    pub fn memory_of(&self, space: Option<&str>) -> Result<Memory> {
        let memory = crate::memory::find::open(self.globals.memory.as_deref(), space, &self.env)?;
        Ok(Memory { verb: self.verb.clone(), ..memory })
    }

    /// Whether somebody said in which zone this memory counts its days, be it here or in the settings.
    pub fn zone_is_named(&self, memory: &Memory) -> bool {
        self.globals.zone.is_some() || self.env.get("ALLUVIUM_ZONE").is_some() || memory.settings.zone.is_some()
    }

    /// The clock for this memory: zone, start of day, pinned day, `$ALLUVIUM_NOW`.
    pub fn clock(&self, memory: &Memory) -> Result<Clock> {
        let settings = &memory.settings;
        Clock::new(self.globals.zone.as_deref(), settings.zone.as_deref(), &settings.day_starts, &self.env)
    }
}

/// Parses the command line, runs the command, reports, and says how it ended.
pub fn main(args: impl IntoIterator<Item = OsString>, env: Env) -> ExitCode {
    outlive_file_limits();
    let args: Vec<OsString> = asked_for_help(args.into_iter().collect());
    let is_hook = args.get(1).is_some_and(|arg| arg == "hook");
    let (verb, arguments) = match parsed(&args) {
        Ok(parsed) => parsed,
        // A hook that an older or newer version installed must not disturb its host either.
        Err(error) if is_hook => {
            ui::usage(&error);
            return ExitCode::SUCCESS;
        }
        Err(error) => return ui::usage(&error),
    };
    let mut ui = Ui::new(&arguments.globals, &env);
    let context = Context { env, globals: arguments.globals, verb };
    match arguments.command.run(&context, &mut ui).and_then(|outcome| ui.finish().map(|()| outcome)) {
        Ok(Ended::Done) => ExitCode::SUCCESS,
        Ok(Ended::Found) => ExitCode::from(1),
        Err(error) if error.is_broken_pipe() => ExitCode::SUCCESS,
        Err(error) => {
            ui.error(&error);
            ExitCode::from(error.exit_code())
        }
    }
}

/// `help add` is what `add --help` is. A command of that name would be one more in every list.
fn asked_for_help(mut args: Vec<OsString>) -> Vec<OsString> {
    if args.get(1).is_some_and(|arg| arg == "help") {
        args.remove(1);
        args.push("--help".into());
    }
    args
}

/// The name of the command and the arguments.
///
/// To define forty commands takes longer than most of them run, so that at first only the one is defined
/// whose name stands among the arguments. That definition is trusted with command lines that it accepts (the
/// full one reads those alike) and with `--version`; help and mistakes are left to the full one.
fn parsed(args: &[OsString]) -> std::result::Result<(String, Arguments), clap::Error> {
    let named = args.iter().skip(1).find_map(|arg| Command::definition(arg.to_str()?));
    let program = Globals::augment_args(clap::Command::new("alluvium").version(env!("CARGO_PKG_VERSION")));
    let matches = match program.subcommands(named).try_get_matches_from(args) {
        Ok(matches) if matches.subcommand_name().is_some() => matches,
        Err(error) if error.kind() == clap::error::ErrorKind::DisplayVersion => return Err(error),
        _ => Arguments::command().try_get_matches_from(args)?,
    };
    let verb = matches.subcommand_name().unwrap_or_default().to_owned();
    Ok((verb, Arguments::from_arg_matches(&matches)?))
}

/// A file-size limit (`ulimit -f`) would end the process in the middle of a write; with the signal taken
/// note of, the write fails with an error instead, and what was written of a record is taken back.
#[cfg(unix)]
fn outlive_file_limits() {
    // Where this cannot be had, the signal does what it did before.
    let noted = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, noted);
}

#[cfg(not(unix))]
fn outlive_file_limits() {}
