//! `alluvium inject`: print the context for an agent's prompt.

use super::{Context, Ui};
use crate::error::{Ended, Error, Result};

/// Print the context for an agent's prompt
#[derive(Debug, clap::Args)]
pub struct Inject {}

impl Inject {
    /// Runs the command.
    pub fn run(self, _context: &Context, _ui: &mut Ui) -> Result<Ended> {
        Err(Error::new("`inject` is not built yet"))
    }
}
