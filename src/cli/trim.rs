//! `alluvium trim`: cut a list of chat messages to a token limit.

use super::{Context, Ui};
use crate::error::{Ended, Error, Result};

/// Cut a list of chat messages to a token limit
#[derive(Debug, clap::Args)]
pub struct Trim {}

impl Trim {
    /// Runs the command.
    pub fn run(self, _context: &Context, _ui: &mut Ui) -> Result<Ended> {
        Err(Error::new("`trim` is not built yet"))
    }
}
