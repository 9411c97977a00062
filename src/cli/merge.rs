//! `alluvium merge`: git's merge driver for the memory's files.

use std::path::PathBuf;

use super::{Context, Ui};
use crate::error::{Ended, Error, Result};
use crate::git::{merge, work};
use crate::memory::{Settings, files, find};

/// Git merge driver for the memory's files
///
/// Git calls it with three versions of a file and its path; the result replaces the second version.
/// `alluvium git setup` configures it.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  git config merge.alluvium.driver 'alluvium merge %O %A %B %P'    what `alluvium git setup` does")]
pub struct Merge {
    /// The common ancestor (%O)
    base: PathBuf,
    /// Our version, which is overwritten with the result (%A)
    ours: PathBuf,
    /// Their version (%B)
    theirs: PathBuf,
    /// The path of the file in the work tree (%P)
    path: PathBuf,
}

impl Merge {
    /// Runs the command: exit code 0 when merged, 1 when git's own merge left conflict markers.
    pub fn run(self, context: &Context, _ui: &mut Ui) -> Result<Ended> {
        let read = |path: &PathBuf| {
            let path = context.env.cwd.join(path);
            files::read(&path)?.ok_or_else(|| Error::new(format!("there is no file `{}`", path.display())))
        };
        let (base, ours, theirs) = (read(&self.base)?, read(&self.ours)?, read(&self.theirs)?);
        let settings = self.settings(context);
        if let Some(merged) = merge::merge(&self.path, &base, &ours, &theirs, &settings) {
            files::replace(&context.env.cwd.join(&self.ours), &merged)?;
            return Ok(Ended::Done);
        }
        Ok(if work::merge_file(&context.env.cwd, &self.ours, &self.base, &self.theirs)? {
            Ended::Done
        } else {
            Ended::Found
        })
    }

    /// The settings of the memory that the file lies in; the built-in ones when they cannot be read,
    /// since a merge must not stop for them.
    fn settings(&self, context: &Context) -> Settings {
        let path = context.env.cwd.join(&self.path);
        let memory = path.ancestors().find(|folder| find::is_memory(folder));
        memory
            .and_then(|folder| find::open(Some(folder), None, &context.env).ok())
            .map_or_else(Settings::default, |m| m.settings)
    }
}
