//! `alluvium search`: find records and entries.

use super::{Context, Ui};
use crate::error::{Ended, Error, Result};

/// Find records and entries
#[derive(Debug, clap::Args)]
pub struct Search {}

impl Search {
    /// Runs the command.
    pub fn run(self, _context: &Context, _ui: &mut Ui) -> Result<Ended> {
        Err(Error::new("`search` is not built yet"))
    }
}
