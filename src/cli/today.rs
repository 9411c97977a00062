//! `alluvium today`: print today's day key.

use super::{Context, Ui};
use crate::error::{Ended, Error, Result};

/// Print today's day key
#[derive(Debug, clap::Args)]
pub struct Today {}

impl Today {
    /// Runs the command.
    pub fn run(self, _context: &Context, _ui: &mut Ui) -> Result<Ended> {
        Err(Error::new("`today` is not built yet"))
    }
}
