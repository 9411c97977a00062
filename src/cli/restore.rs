//! `alluvium restore`: bring a forgotten entry back.

use super::{Context, Ui};
use crate::error::{Ended, Error, Result};

/// Bring a forgotten entry back
#[derive(Debug, clap::Args)]
pub struct Restore {}

impl Restore {
    /// Runs the command.
    pub fn run(self, _context: &Context, _ui: &mut Ui) -> Result<Ended> {
        Err(Error::new("`restore` is not built yet"))
    }
}
