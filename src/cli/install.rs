//! `alluvium install`: connect an agent host.

use std::path::{Path, PathBuf};

use super::{Context, Ui};
use crate::chat::host::place::{self, Place, Scope};
use crate::chat::host::{Host, block, settings};
use crate::distill::report::diff;
use crate::error::{Ended, Error, Result};
use crate::memory::files;

/// Connect an agent host: its hooks, and a skill or instructions
///
/// Shows the difference and asks before it writes. Only entries that run `alluvium hook`, the skill
/// `alluvium` and the fenced block in `AGENTS.md` are ever touched. A file that is changed is kept
/// beside it as `NAME.alluvium.bak`, from which `uninstall` restores it to the byte.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  alluvium install claude              in this folder, for everyone who works in it
  alluvium install codex --user        in your own settings, for every folder
  alluvium install cursor --dry-run    only show the difference")]
pub struct Install {
    #[command(flatten)]
    arguments: Arguments,
}

/// What `install` and `uninstall` take.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// claude, codex, gemini, cursor, copilot or goose
    #[arg(value_name = "HOST", value_parser = host_of)]
    host: Host,
    /// In this folder [default, but for goose]
    #[arg(long, conflicts_with = "user")]
    project: bool,
    /// In your own settings
    #[arg(long)]
    user: bool,
    /// Do not ask
    #[arg(long, short)]
    yes: bool,
    /// Show the difference and write nothing
    #[arg(long, conflicts_with = "yes")]
    dry_run: bool,
}

fn host_of(name: &str) -> std::result::Result<Host, String> {
    let names = Host::ALL.map(Host::name).join(", ");
    Host::of(name).ok_or_else(|| format!("one of {names}"))
}

impl Install {
    /// Runs the command.
    pub fn run(self, context: &Context, ui: &mut Ui) -> Result<Ended> {
        let (place, root, scope) = self.arguments.place(context)?;
        let host = self.arguments.host;
        let program = program(scope, context)?;
        let mut changes = Vec::new();
        for file in places(&place, &root, context) {
            let before = files::read_text(&file.path)?;
            let text = before.as_deref().unwrap_or_default();
            let after = file.install(text, host, &program).map_err(|reason| refused(&file.path, &reason))?;
            let first = file.uninstall(text, host).is_ok_and(|without| without == text);
            let root = root.clone();
            changes.push(Change { root, path: file.path, before, after: Some(after), keep: first, restored: false });
        }
        let done = self.arguments.carry_out(changes, "install", ui)?;
        if done && !ui.wants_json() {
            place.by_hand.into_iter().for_each(|step| ui.hint(step));
            ui.hint("what is recorded becomes long-term memory by `alluvium distill`; `alluvium schedule cron|systemd|launchd` prints a nightly job");
        }
        Ok(Ended::Done)
    }
}

/// How the hooks call the program. Settings of a project are shared: there it is wherever the others have it.
pub(super) fn program(scope: Scope, context: &Context) -> Result<String> {
    match scope {
        Scope::Project => Ok("alluvium".to_owned()),
        Scope::User => {
            let path = context.env.program();
            let path = path.map_err(|e| Error::new("cannot tell where the program is").because(e))?;
            Ok(path.to_str().unwrap_or("alluvium").to_owned())
        }
    }
}

/// A file that is written for a host.
pub(super) struct Target {
    pub path: PathBuf,
    pub what: What,
}

/// What is in it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum What {
    Settings,
    Skill,
    Instructions,
}

const SKILL: &str = include_str!("../../templates/SKILL.md");

impl Target {
    /// The text with ours in it.
    pub fn install(&self, text: &str, host: Host, program: &str) -> std::result::Result<String, String> {
        match self.what {
            What::Settings => settings::install(text, host, program),
            What::Skill => Ok(SKILL.to_owned()),
            What::Instructions => block::install(text),
        }
    }

    /// The text without ours; a skill that somebody rewrote is theirs.
    pub fn uninstall(&self, text: &str, host: Host) -> std::result::Result<String, String> {
        match self.what {
            What::Settings => settings::uninstall(text, host),
            What::Skill if text == SKILL => Ok(String::new()),
            What::Skill => Ok(text.to_owned()),
            What::Instructions => block::uninstall(text),
        }
    }
}

/// The files of a place.
pub(super) fn places(place: &Place, root: &Path, context: &Context) -> Vec<Target> {
    let own = Some(root) == context.env.home().as_deref();
    let settings = match place.moved_by.filter(|_| own) {
        Some((variable, folder)) => match (context.env.path(variable), place.settings.strip_prefix(folder)) {
            (Some(moved), Some(rest)) => moved.join(rest),
            _ => root.join(place.settings),
        },
        None => root.join(place.settings),
    };
    let others = [(place.skill, What::Skill), (place.instructions, What::Instructions)];
    let others = others.into_iter().filter_map(|(path, what)| Some(Target { path: root.join(path?), what }));
    std::iter::once(Target { path: settings, what: What::Settings }).chain(others).collect()
}

pub(super) fn refused(path: &Path, reason: &str) -> Error {
    Error::new(format!("cannot edit `{}`: {reason}", path.display()))
        .hint("nothing was written; put it right, or see docs/hosts.md for what to write by hand")
}

/// Where a file's first state is kept.
pub(super) fn kept(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{name}.alluvium.bak"))
}

/// A change of a file.
pub(super) struct Change {
    /// The folder of the project, or the user's home.
    pub root: PathBuf,
    pub path: PathBuf,
    pub before: Option<String>,
    /// None removes it.
    pub after: Option<String>,
    /// Keep the first state beside it.
    pub keep: bool,
    /// The first state was restored: what was kept may go.
    pub restored: bool,
}

impl Arguments {
    /// What the host reads, from which folder on, and whose it is.
    pub fn place(&self, context: &Context) -> Result<(Place, PathBuf, Scope)> {
        let only_user = place::place(self.host, Scope::Project).is_none();
        let scope = if self.user || (only_user && !self.project) { Scope::User } else { Scope::Project };
        let place = place::place(self.host, scope).ok_or_else(|| {
            Error::usage(format!("{} has no hooks of a project", self.host.name())).hint("give `--user`")
        })?;
        let root = match scope {
            Scope::Project => context.env.cwd.clone(),
            Scope::User => context.env.home().ok_or_else(|| Error::new("no home folder: `$HOME` is not set"))?,
        };
        Ok((place, root, scope))
    }

    /// The host.
    pub fn host(&self) -> Host {
        self.host
    }

    /// Shows the changes, asks, and writes. False when nothing was to be written.
    pub fn carry_out(&self, changes: Vec<Change>, verb: &str, ui: &mut Ui) -> Result<bool> {
        let changes: Vec<Change> = changes.into_iter().filter(|change| change.before != change.after).collect();
        let shown: Vec<String> = changes.iter().map(|change| change.path.display().to_string()).collect();
        if ui.wants_json() {
            let differences: Vec<String> = changes.iter().map(Change::difference).collect();
            ui.json(&serde_json::json!({ "host": self.host.name(), "files": shown, "dry-run": self.dry_run, "diff": differences.concat() }))?;
        } else if changes.is_empty() {
            ui.status(&format!("nothing to do: {} is {verb}ed already", self.host.name()));
        } else if ui.talks() || self.dry_run || !self.yes {
            changes.iter().try_for_each(|change| ui.answer(&change.difference()))?;
        }
        if changes.is_empty() || self.dry_run {
            return Ok(false);
        }
        if !self.yes && !ui.confirm(&format!("write {}?", shown.join(", ")))? {
            return Err(Error::new("nothing was written").hint("answer `y` on a terminal, or give `--yes`"));
        }
        changes.iter().try_for_each(Change::check)?;
        for change in &changes {
            change.write()?;
        }
        if !ui.wants_json() {
            for (change, path) in changes.iter().zip(&shown) {
                ui.status(&format!("{} `{path}`", if change.after.is_some() { "wrote" } else { "removed" }));
            }
        }
        Ok(true)
    }
}

impl Change {
    fn difference(&self) -> String {
        let name = self.path.strip_prefix(&self.root).unwrap_or(&self.path).display().to_string();
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        diff(&text(&self.before), &text(&self.after), name.trim_start_matches('/'))
    }

    /// Whether it may be made: before the first one is. A file that somebody made read-only stays as it is.
    fn check(&self) -> Result<()> {
        files::check_writable(&self.path)?;
        let is_fixed = std::fs::metadata(&self.path).is_ok_and(|meta| meta.permissions().readonly());
        if is_fixed { Err(refused(&self.path, "it is read-only")) } else { Ok(()) }
    }

    fn write(&self) -> Result<()> {
        // The host, or its user, may have changed it while the question stood.
        if files::read_text(&self.path)? != self.before {
            return Err(Error::new(format!("`{}` has just been changed by somebody else", self.path.display()))
                .hint("nothing was written to it; run the command again"));
        }
        let bak = kept(&self.path);
        if let (true, Some(before)) = (self.keep, &self.before) {
            files::replace(&bak, before.as_bytes())?;
        }
        match &self.after {
            Some(after) => files::replace(&self.path, after.as_bytes()).map(drop)?,
            None => {
                files::remove(&self.path)?;
                self.leave_no_empty_folder()?;
            }
        }
        if self.restored { files::remove(&bak) } else { Ok(()) }
    }

    /// Removes the folders below the root that hold nothing any more.
    fn leave_no_empty_folder(&self) -> Result<()> {
        let below = |folder: &&Path| folder.starts_with(&self.root) && *folder != self.root;
        for folder in self.path.ancestors().skip(1).take_while(below) {
            if !files::list(folder)?.is_empty() || folder.is_symlink() {
                break;
            }
            files::remove_folder(folder)?;
        }
        Ok(())
    }
}
