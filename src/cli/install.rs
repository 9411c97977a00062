//! `alluvium install`: connect an agent host to this memory.

use super::{Context, Ui};
use crate::error::{Ended, Error, Result};

/// Connect an agent host to this memory
#[derive(Debug, clap::Args)]
pub struct Install {}

impl Install {
    /// Runs the command.
    pub fn run(self, _context: &Context, _ui: &mut Ui) -> Result<Ended> {
        Err(Error::new("`install` is not built yet"))
    }
}
