//! `alluvium trust`: allow hooks to use a memory folder.

use super::{Context, Ui};
use crate::error::{Ended, Error, Result};

/// Allow hooks to use a memory folder
#[derive(Debug, clap::Args)]
pub struct Trust {}

impl Trust {
    /// Runs the command.
    pub fn run(self, _context: &Context, _ui: &mut Ui) -> Result<Ended> {
        Err(Error::new("`trust` is not built yet"))
    }
}
