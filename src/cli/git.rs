//! `alluvium git`: set up git for this memory.

use super::{Context, Ui};
use crate::error::{Ended, Error, Result};

/// Set up git for this memory
#[derive(Debug, clap::Args)]
pub struct Git {}

impl Git {
    /// Runs the command.
    pub fn run(self, _context: &Context, _ui: &mut Ui) -> Result<Ended> {
        Err(Error::new("`git` is not built yet"))
    }
}
