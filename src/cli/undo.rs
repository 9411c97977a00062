//! `alluvium undo`: take back the last run.

use super::{Context, Ui};
use crate::error::{Ended, Error, Result};

/// Take back the last run
#[derive(Debug, clap::Args)]
pub struct Undo {}

impl Undo {
    /// Runs the command.
    pub fn run(self, _context: &Context, _ui: &mut Ui) -> Result<Ended> {
        Err(Error::new("`undo` is not built yet"))
    }
}
