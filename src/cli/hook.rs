//! `alluvium hook`: answer an agent host's hook event.

use super::{Context, Ui};
use crate::error::{Ended, Error, Result};

/// Answer an agent host's hook event
#[derive(Debug, clap::Args)]
pub struct Hook {}

impl Hook {
    /// Runs the command.
    pub fn run(self, _context: &Context, _ui: &mut Ui) -> Result<Ended> {
        Err(Error::new("`hook` is not built yet"))
    }
}
