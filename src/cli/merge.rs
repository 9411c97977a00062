//! `alluvium merge`: git merge driver for the memory's files.

use super::{Context, Ui};
use crate::error::{Ended, Error, Result};

/// Git merge driver for the memory's files
#[derive(Debug, clap::Args)]
pub struct Merge {}

impl Merge {
    /// Runs the command.
    pub fn run(self, _context: &Context, _ui: &mut Ui) -> Result<Ended> {
        Err(Error::new("`merge` is not built yet"))
    }
}
