//! `alluvium distill`: merge unread records into the sediment.

use super::{Context, Ui};
use crate::error::{Ended, Error, Result};

/// Merge unread records into the sediment
#[derive(Debug, clap::Args)]
pub struct Distill {}

impl Distill {
    /// Runs the command.
    pub fn run(self, _context: &Context, _ui: &mut Ui) -> Result<Ended> {
        Err(Error::new("`distill` is not built yet"))
    }
}
