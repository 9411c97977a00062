//! `alluvium space`: list, make and remove spaces.

use super::{Context, Ui};
use crate::care::forget::{self, Needles};
use crate::error::{Ended, Error, Result};
use crate::memory::space::{self, Space as Name};

/// List, make and remove spaces
///
/// A space is a complete memory of its own below the folder, for a tenant or a user. No command reads
/// across spaces.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  alluvium space add acme/ana                      make a space
  alluvium --space acme/ana add Fact \"…\"           use it
  alluvium space list")]
pub struct Space {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    /// List the spaces
    List,
    /// Make a space
    Add {
        /// One or two parts of `a-z`, `0-9`, `.`, `_`, `-`, such as `acme/ana`
        #[arg(value_name = "NAME", allow_hyphen_values = true)]
        name: String,
    },
    /// Remove a space with everything in it
    Remove {
        /// The space
        #[arg(value_name = "NAME", allow_hyphen_values = true)]
        name: String,
        /// Do not ask
        #[arg(long)]
        yes: bool,
    },
}

impl Space {
    /// Runs the command.
    pub fn run(self, context: &Context, ui: &mut Ui) -> Result<Ended> {
        if context.globals.space.is_some() {
            return Err(Error::usage("`space` works on the folder, not in a space").hint("leave `--space` out"));
        }
        match self.action {
            Action::List => list(context, ui),
            Action::Add { name } => add(&name, context, ui),
            Action::Remove { name, yes } => remove(&name, yes, context, ui),
        }
    }
}

fn list(context: &Context, ui: &mut Ui) -> Result<Ended> {
    let names: Vec<String> = space::list(&context.memory_of(None)?.root)?.iter().map(Name::to_string).collect();
    if ui.wants_json() {
        ui.json(&names)?;
    } else {
        names.iter().try_for_each(|name| ui.line(name))?;
    }
    Ok(Ended::Done)
}

fn add(name: &str, context: &Context, ui: &mut Ui) -> Result<Ended> {
    let name = Name::parse(name)?;
    let memory = context.memory_of(None)?;
    let made = name.add(&memory.root, &memory.settings)?;
    if ui.wants_json() {
        let folder = name.folder(&memory.root).display().to_string();
        ui.json(&serde_json::json!({ "space": name.to_string(), "folder": folder, "made": made }))?;
    } else if made {
        ui.status(&format!("made the space `{name}`"));
        ui.hint(&format!("use it with `--space {name}` or `ALLUVIUM_SPACE={name}`"));
    } else {
        ui.status(&format!("nothing to do: there is a space `{name}` already"));
    }
    Ok(Ended::Done)
}

fn remove(name: &str, yes: bool, context: &Context, ui: &mut Ui) -> Result<Ended> {
    let name = Name::parse(name)?;
    let memory = context.memory_of(Some(&name.to_string()))?;
    let question = format!("remove the space `{name}` with everything in `{}`?", memory.root.display());
    if !yes && !ui.confirm(&question)? {
        return Err(
            Error::new(format!("the space `{name}` was not removed")).hint("answer `y` on a terminal, or give `--yes`")
        );
    }
    // Nobody is writing now; whoever waits for the locks finds that the memory is gone.
    let locks = (memory.lock_distill()?, memory.lock_stream()?);
    // A file that cannot be read is no reason to keep it; git is asked for the space's paths besides.
    let needles = Needles::of_all(&memory).unwrap_or_default();
    name.remove(&memory.home)?;
    drop(locks);
    let left = forget::left_of_all(&memory, &needles)?;
    if ui.wants_json() {
        ui.json(&serde_json::json!({ "space": name.to_string(), "removed": true, "left": left }))?;
    } else {
        ui.status(&format!("removed the space `{name}`"));
        super::forget::tell(&left, ui);
        ui.hint("copies may remain in backups outside of the folder");
    }
    Ok(if left.is_empty() { Ended::Done } else { Ended::Found })
}
