//! `alluvium history`: show every value that a topic or entry had.

use super::{Context, Ui};
use crate::error::{Ended, Error, Result};

/// Show every value that a topic or entry had
#[derive(Debug, clap::Args)]
pub struct History {}

impl History {
    /// Runs the command.
    pub fn run(self, _context: &Context, _ui: &mut Ui) -> Result<Ended> {
        Err(Error::new("`history` is not built yet"))
    }
}
