//! `alluvium config`: show the effective settings and where each comes from.

use super::{Context, Ui};
use crate::error::{Ended, Error, Result};

/// Show the effective settings and where each comes from
#[derive(Debug, clap::Args)]
pub struct Config {}

impl Config {
    /// Runs the command.
    pub fn run(self, _context: &Context, _ui: &mut Ui) -> Result<Ended> {
        Err(Error::new("`config` is not built yet"))
    }
}
