//! `alluvium about`: show everything about one object.

use super::{Context, Ui};
use crate::error::{Ended, Error, Result};

/// Show everything about one object
#[derive(Debug, clap::Args)]
pub struct About {}

impl About {
    /// Runs the command.
    pub fn run(self, _context: &Context, _ui: &mut Ui) -> Result<Ended> {
        Err(Error::new("`about` is not built yet"))
    }
}
