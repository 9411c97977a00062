//! `alluvium outcome`: record that an action worked or failed in a situation.

use super::{Context, Ui};
use crate::error::{Ended, Error, Result};

/// Record that an action worked or failed in a situation
#[derive(Debug, clap::Args)]
pub struct Outcome {}

impl Outcome {
    /// Runs the command.
    pub fn run(self, _context: &Context, _ui: &mut Ui) -> Result<Ended> {
        Err(Error::new("`outcome` is not built yet"))
    }
}
