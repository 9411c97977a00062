//! `alluvium schedule`: print a nightly job for cron, systemd or launchd.

use super::{Context, Ui};
use crate::error::{Ended, Error, Result};

/// Print a nightly job for cron, systemd or launchd
#[derive(Debug, clap::Args)]
pub struct Schedule {}

impl Schedule {
    /// Runs the command.
    pub fn run(self, _context: &Context, _ui: &mut Ui) -> Result<Ended> {
        Err(Error::new("`schedule` is not built yet"))
    }
}
