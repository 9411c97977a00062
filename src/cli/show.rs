//! `alluvium show`: show records of a day or range, or the sediment.

use super::{Context, Ui};
use crate::error::{Ended, Error, Result};

/// Show records of a day or range, or the sediment
#[derive(Debug, clap::Args)]
pub struct Show {}

impl Show {
    /// Runs the command.
    pub fn run(self, _context: &Context, _ui: &mut Ui) -> Result<Ended> {
        Err(Error::new("`show` is not built yet"))
    }
}
