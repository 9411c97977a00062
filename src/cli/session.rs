//! `alluvium session`: keep the running summary of a conversation.

use super::{Context, Ui};
use crate::error::{Ended, Error, Result};

/// Keep the running summary of a conversation
#[derive(Debug, clap::Args)]
pub struct Session {}

impl Session {
    /// Runs the command.
    pub fn run(self, _context: &Context, _ui: &mut Ui) -> Result<Ended> {
        Err(Error::new("`session` is not built yet"))
    }
}
