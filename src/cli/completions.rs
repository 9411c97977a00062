//! `alluvium completions`: print a shell's completion script.

use super::{Context, Ui};
use crate::error::{Ended, Error, Result};

/// Print a shell's completion script
#[derive(Debug, clap::Args)]
pub struct Completions {}

impl Completions {
    /// Runs the command.
    pub fn run(self, _context: &Context, _ui: &mut Ui) -> Result<Ended> {
        Err(Error::new("`completions` is not built yet"))
    }
}
