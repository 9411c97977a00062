//! `alluvium uninstall`: disconnect an agent host.

use super::{Context, Ui};
use crate::error::{Ended, Error, Result};

/// Disconnect an agent host
#[derive(Debug, clap::Args)]
pub struct Uninstall {}

impl Uninstall {
    /// Runs the command.
    pub fn run(self, _context: &Context, _ui: &mut Ui) -> Result<Ended> {
        Err(Error::new("`uninstall` is not built yet"))
    }
}
