//! `alluvium feedback`: judge an entry: confirm, deny, correct, used.

use super::{Context, Ui};
use crate::error::{Ended, Error, Result};

/// Judge an entry: confirm, deny, correct, used
#[derive(Debug, clap::Args)]
pub struct Feedback {}

impl Feedback {
    /// Runs the command.
    pub fn run(self, _context: &Context, _ui: &mut Ui) -> Result<Ended> {
        Err(Error::new("`feedback` is not built yet"))
    }
}
