//! `alluvium init`: make a memory folder.

use super::{Context, Ui};
use crate::error::{Ended, Error, Result};

/// Make a memory folder
#[derive(Debug, clap::Args)]
pub struct Init {}

impl Init {
    /// Runs the command.
    pub fn run(self, _context: &Context, _ui: &mut Ui) -> Result<Ended> {
        Err(Error::new("`init` is not built yet"))
    }
}
