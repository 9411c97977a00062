//! `alluvium review`: list open conflicts and settle them.

use super::{Context, Ui};
use crate::error::{Ended, Error, Result};

/// List open conflicts and settle them
#[derive(Debug, clap::Args)]
pub struct Review {}

impl Review {
    /// Runs the command.
    pub fn run(self, _context: &Context, _ui: &mut Ui) -> Result<Ended> {
        Err(Error::new("`review` is not built yet"))
    }
}
