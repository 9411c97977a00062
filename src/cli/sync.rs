//! `alluvium sync`: commit, pull and push the memory.

use super::{Context, Ui};
use crate::error::{Ended, Result};
use crate::git::sync;

/// Commit, pull and push the memory
///
/// Commits what is below the memory folder and nothing else, takes in what others pushed (merged by
/// record and by entry), and pushes. Without a remote it only commits.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  alluvium sync                       commit, pull with rebase, push
  alluvium sync -m 'memory: laptop'   with a message of your own
  0 * * * *  alluvium --memory ~/memory sync --quiet    in cron; 75 means try again")]
pub struct Sync {
    /// The message of the commit [default: `memory: DAY`]
    #[arg(long, short, value_name = "TEXT")]
    message: Option<String>,
}

impl Sync {
    /// Runs the command.
    pub fn run(self, context: &Context, ui: &mut Ui) -> Result<Ended> {
        let memory = context.memory_to_show(ui)?;
        let now = context.clock(&memory)?.now()?;
        let done = sync::sync(&memory, &now, self.message.as_deref(), &super::git::program(&context.env)?)?;
        if ui.wants_json() {
            ui.json(&done)?;
            return Ok(Ended::Done);
        }
        if done.committed {
            ui.status("committed");
        }
        if done.pulled > 0 {
            ui.status(&format!("took in {}", commits(done.pulled)));
        }
        if done.pushed > 0 {
            ui.status(&format!("pushed {}", commits(done.pushed)));
            if !done.others.is_empty() {
                let named = done.others.iter().take(NAMED).cloned().collect::<Vec<_>>().join("; ");
                let more = if done.others.len() > NAMED { "; …" } else { "" };
                let yours = commits(done.others.len());
                ui.status(&format!("among them {yours} of yours outside of the memory: {named}{more}"));
            }
        }
        if !done.remote {
            ui.hint("there is no remote to push to: `git remote add origin URL` names one");
        }
        Ok(Ended::Done)
    }
}

/// So many commits are named.
const NAMED: usize = 5;

fn commits(n: usize) -> String {
    if n == 1 { "1 commit".to_owned() } else { format!("{n} commits") }
}
