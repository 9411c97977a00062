//! `alluvium import`: read transcripts and other memories into the stream.

use super::{Context, Ui};
use crate::error::{Ended, Error, Result};

/// Read transcripts and other memories into the stream
#[derive(Debug, clap::Args)]
pub struct Import {}

impl Import {
    /// Runs the command.
    pub fn run(self, _context: &Context, _ui: &mut Ui) -> Result<Ended> {
        Err(Error::new("`import` is not built yet"))
    }
}
