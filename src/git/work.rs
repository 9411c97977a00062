//! Spawning `git` in the work tree that holds a memory.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::error::{Error, Result};

/// The work tree that a memory folder lies in.
#[derive(Debug, Clone)]
pub struct Work {
    /// The top of the work tree.
    pub top: PathBuf,
    /// The memory folder.
    pub folder: PathBuf,
}

impl Work {
    /// The work tree around a folder; `None` when there is none.
    ///
    /// # Errors
    ///
    /// When `git` cannot be run.
    pub fn around(folder: &Path) -> Result<Option<Self>> {
        let output = run(folder, &["rev-parse", "--show-toplevel"])?;
        if !output.status.success() {
            return Ok(None);
        }
        let top = String::from_utf8_lossy(&output.stdout).trim_end_matches(['\r', '\n']).to_owned();
        Ok((!top.is_empty()).then(|| Self { top: top.into(), folder: folder.to_path_buf() }))
    }

    /// The work tree, or why there is nothing to do.
    ///
    /// # Errors
    ///
    /// When the folder is in no work tree, or `git` cannot be run.
    pub fn need(folder: &Path) -> Result<Self> {
        Self::around(folder)?.ok_or_else(|| {
            Error::new(format!("`{}` is not in a git repository", folder.display()))
                .hint("`git init` there, then `alluvium git setup`")
        })
    }

    /// Runs git in the memory folder; what it printed, or the error it gave.
    ///
    /// # Errors
    ///
    /// *Busy* when the index is locked; else what git said.
    pub fn git(&self, args: &[&str]) -> Result<String> {
        let output = self.try_git(args)?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
        Err(failure(args, &output))
    }

    /// Runs git in the memory folder and leaves judging to the caller.
    ///
    /// # Errors
    ///
    /// When `git` cannot be run.
    pub fn try_git(&self, args: &[&str]) -> Result<Output> {
        run(&self.folder, args)
    }

    /// A path of git's own folder, such as `rebase-merge`, wherever worktrees keep it.
    ///
    /// # Errors
    ///
    /// What git said.
    pub fn private(&self, name: &str) -> Result<PathBuf> {
        let path = self.git(&["rev-parse", "--git-path", name])?;
        Ok(self.folder.join(path.trim_end_matches(['\r', '\n'])))
    }
}

/// The error of a git command that failed.
pub(super) fn failure(args: &[&str], output: &Output) -> Error {
    let said = String::from_utf8_lossy(&output.stderr);
    let line = said.lines().find(|l| !l.trim().is_empty()).unwrap_or("it said nothing");
    let line = line.trim_start_matches("fatal: ").trim_start_matches("error: ");
    let message = format!("`git {}` failed: {line}", args.first().unwrap_or(&""));
    if said.contains("index.lock") || said.contains("cannot lock ref") {
        return Error::busy(message).hint("another git command is at work; try again when it has finished");
    }
    Error::new(message)
}

/// Hooks and signing belong to the person's own commits; an editor or a question would hang a cron job.
pub(super) fn command(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new("git");
    command.args(["-c", "core.hooksPath=/dev/null", "-c", "commit.gpgsign=false", "-c", "core.quotePath=false"]);
    command.args(args).current_dir(folder).stdin(Stdio::null());
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_OBJECT_DIRECTORY"] {
        command.env_remove(name);
    }
    command.env("GIT_TERMINAL_PROMPT", "0").env("GIT_EDITOR", "true").env("LC_ALL", "C");
    command
}

fn run(folder: &Path, args: &[&str]) -> Result<Output> {
    command(folder, args)
        .output()
        .map_err(|e| Error::new("cannot run `git`").because(e).hint("install git, or put it on the path"))
}

/// Git's own merge of three files, into the second; false when it left conflict markers.
///
/// # Errors
///
/// When `git` cannot be run or cannot merge such files.
pub fn merge_file(folder: &Path, ours: &Path, base: &Path, theirs: &Path) -> Result<bool> {
    let [ours, base, theirs] = [ours, base, theirs].map(|p| p.to_string_lossy().into_owned());
    let args = ["merge-file", "--quiet", &ours, &base, &theirs];
    let output = run(folder, &args)?;
    match output.status.code() {
        Some(0) => Ok(true),
        Some(1..=127) => Ok(false),
        _ => Err(failure(&args, &output)),
    }
}
