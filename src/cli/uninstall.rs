//! `alluvium uninstall`: disconnect an agent host.

use std::path::Path;

use super::install::{Arguments, Change, Target, What, kept, places, program, refused};
use super::{Context, Ui};
use crate::chat::host::Host;
use crate::chat::host::place::{self, Scope};
use crate::error::{Ended, Result};
use crate::memory::files;

/// Disconnect an agent host: take out what `install` put in
///
/// A file that nobody changed since is restored to the byte, or removed if `install` made it. From
/// another, only our own entries are taken.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  alluvium uninstall claude            from this folder
  alluvium uninstall codex --user      from your own settings
  alluvium uninstall cursor --dry-run  only show the difference")]
pub struct Uninstall {
    #[command(flatten)]
    arguments: Arguments,
}

impl Uninstall {
    /// Runs the command.
    pub fn run(self, context: &Context, ui: &mut Ui) -> Result<Ended> {
        let (place, root, scope) = self.arguments.place(context)?;
        let program = program(scope, context)?;
        let host = self.arguments.host();
        let mut changes = Vec::new();
        for file in places(&place, &root, context) {
            let Some(before) = files::read_text(&file.path)? else { continue };
            if is_shared(&file, host, scope, &root, context) {
                continue;
            }
            let without = file.uninstall(&before, host).map_err(|reason| refused(&file.path, &reason))?;
            let bak = files::read_text(&kept(&file.path))?;
            // What was kept is the first state only if nothing else has changed since.
            let first = bak.filter(|first| file.install(first, host, &program).is_ok_and(|text| text == before));
            let restored = first.is_some();
            let after = match first {
                Some(first) => Some(first),
                None if is_empty(&without) && without != before => None,
                None => Some(without),
            };
            let root = root.clone();
            changes.push(Change { root, path: file.path, before: Some(before), after, keep: false, restored });
        }
        self.arguments.carry_out(changes, "uninstall", ui)?;
        Ok(Ended::Done)
    }
}

/// Whether another host that is installed reads the same skill or instructions.
fn is_shared(file: &Target, host: Host, scope: Scope, root: &Path, context: &Context) -> bool {
    let others = Host::ALL.into_iter().filter(|other| *other != host);
    let mut places = others.filter_map(|other| Some((other, places(&place::place(other, scope)?, root, context))));
    places.any(|(other, targets)| {
        targets.iter().any(|target| target.path == file.path)
            && targets.iter().filter(|target| target.what == What::Settings).any(|settings| {
                let text = files::read_text(&settings.path).ok().flatten().unwrap_or_default();
                settings.uninstall(&text, other).is_ok_and(|without| without != text)
            })
    })
}

/// Whether nothing is left of a file but what `install` itself begins one with.
fn is_empty(text: &str) -> bool {
    let dense: String = text.split_whitespace().collect();
    matches!(dense.as_str(), "" | "{}" | "{\"version\":1}")
}
