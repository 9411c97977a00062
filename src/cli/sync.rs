//! `alluvium sync`: commit, pull and push the memory.

use super::{Context, Ui};
use crate::error::{Ended, Error, Result};

/// Commit, pull and push the memory
#[derive(Debug, clap::Args)]
pub struct Sync {}

impl Sync {
    /// Runs the command.
    pub fn run(self, _context: &Context, _ui: &mut Ui) -> Result<Ended> {
        Err(Error::new("`sync` is not built yet"))
    }
}
