//! Checks of the folder itself: modes, temporaries that a crash left, days that only a copy holds.

use std::path::{Path, PathBuf};

use super::text::unreadable;
use crate::care::forget::unfinished;
use crate::error::{Problem, Result, Severity};
use crate::memory::{Memory, files};

/// An erasure that was stopped and waits to be finished.
pub(super) fn forgetting(memory: &Memory, problems: &mut Vec<Problem>) {
    let path = memory.unfinished_forget();
    let shown = memory.shown(&path);
    match unfinished(memory) {
        Ok(None) => {}
        Ok(Some(_)) => problems.push(
            Problem::new(
                shown,
                0,
                UNFINISHED_FORGET,
                "a `forget` was interrupted, and what it was to erase is still here",
            )
            .severity(Severity::Error)
            .remedy("`alluvium doctor --fix` finishes it, as does whatever shows or distills next"),
        ),
        Err(error) => problems.push(unreadable(shown, &error)),
    }
}

/// The code of that problem.
pub(super) const UNFINISHED_FORGET: &str = "unfinished-forget";

/// Every file below the memory, other spaces and git's own folder left out.
pub(super) fn files(memory: &Memory, problems: &mut Vec<Problem>) -> Result<()> {
    let mut folders: Vec<PathBuf> = vec![PathBuf::new()];
    while let Some(rel) = folders.pop() {
        if let Ok(found) = std::fs::metadata(memory.root.join(&rel)) {
            mode(if rel.as_os_str().is_empty() { Path::new(".") } else { &rel }, &found, problems);
        }
        for name in files::list(&memory.root.join(&rel))? {
            let path = rel.join(&name);
            if [".git", ".alluvium", "spaces"].iter().any(|own| path == Path::new(own)) {
                continue;
            }
            let full = memory.root.join(&path);
            let Ok(found) = std::fs::symlink_metadata(&full) else { continue };
            if found.file_type().is_symlink() {
                if !full.exists() {
                    problems.push(
                        Problem::new(&path, 0, "dangling-link", "a link that leads nowhere")
                            .severity(Severity::Error)
                            .remedy("make its target, or remove the link"),
                    );
                }
                continue;
            }
            if found.is_dir() {
                folders.push(path);
                continue;
            }
            if files::is_temporary(&name.to_string_lossy()) {
                problems.push(
                    Problem::new(&path, 0, "temporary", "a temporary file that a stopped command left behind")
                        .remedy("delete it; its content never became memory"),
                );
            } else {
                mode(&path, &found, problems);
            }
        }
    }
    Ok(())
}

#[cfg(unix)]
fn mode(path: &Path, found: &std::fs::Metadata, problems: &mut Vec<Problem>) {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = found.permissions().mode() & 0o1777;
    // In a sticky folder nobody takes away what another one owns.
    if mode & 0o002 != 0 && !(found.is_dir() && mode & 0o1000 != 0) {
        problems.push(
            Problem::new(path, 0, "mode", format!("everybody on this machine may write it (mode {mode:03o})"))
                .remedy(format!("`chmod o-w {}`", path.display())),
        );
    }
}

#[cfg(not(unix))]
fn mode(_path: &Path, _found: &std::fs::Metadata, _problems: &mut Vec<Problem>) {}
