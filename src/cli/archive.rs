//! `alluvium archive`: move old and routine records to cold storage.

use super::{Context, Ui};
use crate::error::{Ended, Error, Result};

/// Move old and routine records to cold storage
#[derive(Debug, clap::Args)]
pub struct Archive {}

impl Archive {
    /// Runs the command.
    pub fn run(self, _context: &Context, _ui: &mut Ui) -> Result<Ended> {
        Err(Error::new("`archive` is not built yet"))
    }
}
