//! `alluvium status`: show sizes, caps and what is unread.

use super::{Context, Ui};
use crate::error::{Ended, Error, Result};

/// Show sizes, caps and what is unread
#[derive(Debug, clap::Args)]
pub struct Status {}

impl Status {
    /// Runs the command.
    pub fn run(self, _context: &Context, _ui: &mut Ui) -> Result<Ended> {
        Err(Error::new("`status` is not built yet"))
    }
}
