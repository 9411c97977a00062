//! `alluvium space`: list, make and remove spaces.

use super::{Context, Ui};
use crate::error::{Ended, Error, Result};

/// List, make and remove spaces
#[derive(Debug, clap::Args)]
pub struct Space {}

impl Space {
    /// Runs the command.
    pub fn run(self, _context: &Context, _ui: &mut Ui) -> Result<Ended> {
        Err(Error::new("`space` is not built yet"))
    }
}
