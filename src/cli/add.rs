//! `alluvium add`: append a record to today's stream.

use super::{Context, Ui};
use crate::error::{Ended, Error, Result};

/// Append a record to today's stream
#[derive(Debug, clap::Args)]
pub struct Add {}

impl Add {
    /// Runs the command.
    pub fn run(self, _context: &Context, _ui: &mut Ui) -> Result<Ended> {
        Err(Error::new("`add` is not built yet"))
    }
}
