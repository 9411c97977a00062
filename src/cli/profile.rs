//! `alluvium profile`: show the profile of the user.

use super::{Context, Ui};
use crate::error::{Ended, Error, Result};

/// Show the profile of the user
#[derive(Debug, clap::Args)]
pub struct Profile {}

impl Profile {
    /// Runs the command.
    pub fn run(self, _context: &Context, _ui: &mut Ui) -> Result<Ended> {
        Err(Error::new("`profile` is not built yet"))
    }
}
