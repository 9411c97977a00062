//! `alluvium forget`: erase something everywhere.

use super::{Context, Ui};
use crate::error::{Ended, Error, Result};

/// Erase something everywhere
#[derive(Debug, clap::Args)]
pub struct Forget {}

impl Forget {
    /// Runs the command.
    pub fn run(self, _context: &Context, _ui: &mut Ui) -> Result<Ended> {
        Err(Error::new("`forget` is not built yet"))
    }
}
