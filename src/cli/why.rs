//! `alluvium why`: tell the whole story of an entry.

use super::{Context, Ui};
use crate::error::{Ended, Error, Result};

/// Tell the whole story of an entry
#[derive(Debug, clap::Args)]
pub struct Why {}

impl Why {
    /// Runs the command.
    pub fn run(self, _context: &Context, _ui: &mut Ui) -> Result<Ended> {
        Err(Error::new("`why` is not built yet"))
    }
}
