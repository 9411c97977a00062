//! `alluvium man`: print the manual pages.

use super::{Context, Ui};
use crate::error::{Ended, Error, Result};

/// Print the manual pages
#[derive(Debug, clap::Args)]
pub struct Man {}

impl Man {
    /// Runs the command.
    pub fn run(self, _context: &Context, _ui: &mut Ui) -> Result<Ended> {
        Err(Error::new("`man` is not built yet"))
    }
}
