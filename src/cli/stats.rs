//! `alluvium stats`: show counts, confidence and token use.

use super::{Context, Ui};
use crate::error::{Ended, Error, Result};

/// Show counts, confidence and token use
#[derive(Debug, clap::Args)]
pub struct Stats {}

impl Stats {
    /// Runs the command.
    pub fn run(self, _context: &Context, _ui: &mut Ui) -> Result<Ended> {
        Err(Error::new("`stats` is not built yet"))
    }
}
