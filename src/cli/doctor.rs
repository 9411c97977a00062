//! `alluvium doctor`: find and repair problems.

use super::{Context, Ui};
use crate::error::{Ended, Error, Result};

/// Find and repair problems
#[derive(Debug, clap::Args)]
pub struct Doctor {}

impl Doctor {
    /// Runs the command.
    pub fn run(self, _context: &Context, _ui: &mut Ui) -> Result<Ended> {
        Err(Error::new("`doctor` is not built yet"))
    }
}
