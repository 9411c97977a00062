//! `alluvium archive`: move old days and logs out of the stream.

use super::{Context, Ui};
use crate::care::archive::{self, What};
use crate::care::plural;
use crate::error::{Ended, Error, Result};
use crate::time::{Days, parse_days};

/// Move old days and logs out of the stream
///
/// Only what was distilled goes, and only from days that are over. `search` finds it in the archive,
/// `inject` does not read it, and --restore brings it back.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  alluvium archive --older-than 180d
  alluvium archive --kind Log
  alluvium archive --routine --older-than 7d
  alluvium archive --restore 2024-09-01..2024-09-30")]
pub struct Archive {
    /// Days older than this: 180d, 26w
    #[arg(long, value_name = "AGE")]
    older_than: Option<String>,
    /// Only records of these kinds, from all days that are over or those of --older-than
    #[arg(long, value_name = "KIND", value_delimiter = ',')]
    kind: Vec<String>,
    /// Only routine records that a day holds several times: one counted line stays in the stream
    #[arg(long)]
    routine: bool,
    /// Bring archived days back: all of them, a day or a range
    #[arg(long, value_name = "RANGE", num_args = 0..=1,
          conflicts_with_all = ["older_than", "kind", "routine"])]
    restore: Option<Option<String>>,
    /// Write nothing, only say what would be moved
    #[arg(long)]
    dry_run: bool,
}

impl Archive {
    /// Runs the command.
    pub fn run(self, context: &Context, ui: &mut Ui) -> Result<Ended> {
        if self.restore.is_none() && self.older_than.is_none() && self.kind.is_empty() && !self.routine {
            return Err(Error::usage("nothing was named to be archived")
                .hint("`--older-than 180d`, `--kind Log`, `--routine`, or `--restore`"));
        }
        let memory = context.memory()?;
        let now = context.clock(&memory)?.now()?;
        let age = |text: &String| {
            archive::parse_age(text)
                .ok_or_else(|| Error::usage(format!("`{}` is no age", text.escape_debug())).hint("`180d` or `26w`"))
        };
        let before = self.older_than.as_ref().map(age).transpose()?.map(|days| now.day.plus(-days));
        let locks = (memory.lock_distill()?, memory.lock_stream()?);
        let locks = (&locks.0, &locks.1);
        let moved = match &self.restore {
            Some(days) => {
                let days =
                    days.as_deref().map(|text| parse_days(text, now.day)).transpose()?.unwrap_or(Days::default());
                archive::restore(&memory, days, self.dry_run, locks)?
            }
            None => {
                let what = What { before, kinds: self.kind.clone(), routine: self.routine };
                archive::archive(&memory, &now, &what, self.dry_run, locks)?
            }
        };
        if ui.wants_json() {
            ui.json(&moved)?;
            return Ok(Ended::Done);
        }
        let stay = |days: usize| format!("{days} {}", if days == 1 { "day stays" } else { "days stay" });
        if !moved.open.is_empty() {
            ui.status(&format!("{}, with to-dos that are open", stay(moved.open.len())));
        }
        if !moved.waiting.is_empty() {
            ui.status(&format!("{}, with records that are not distilled yet", stay(moved.waiting.len())));
            ui.hint("`alluvium distill` first");
        }
        let verb = match (self.restore.is_some(), self.dry_run) {
            (false, false) => "archived",
            (true, false) => "restored",
            (false, true) => "would archive",
            (true, true) => "would restore",
        };
        if moved.days.is_empty() {
            ui.status("nothing to do");
        } else {
            let (records, days) = (moved.records, moved.days.len());
            let lines = if moved.merged > 0 {
                format!(", {} counted {} left", moved.merged, plural(moved.merged as i64, "line"))
            } else {
                String::new()
            };
            ui.status(&format!(
                "{verb} {records} {} of {days} {}{lines}",
                plural(records as i64, "record"),
                plural(days as i64, "day")
            ));
        }
        Ok(Ended::Done)
    }
}
