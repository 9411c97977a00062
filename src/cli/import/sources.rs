//! What is to be read: files, and those below folders.

use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::Ui;
use crate::error::{Error, Result};
use crate::memory::{Memory, files};

/// The files below the paths, each folder's in the order of their names.
pub(super) fn sources(paths: &[PathBuf], memory: &Memory) -> Result<Vec<Source>> {
    let own = std::fs::canonicalize(&memory.root).unwrap_or_else(|_| memory.root.clone());
    let mut found = Vec::new();
    for path in paths {
        let real = std::fs::canonicalize(path).map_err(|e| Error::io("read", path, e))?;
        if real.starts_with(&own) {
            return Err(Error::new(format!("cannot import `{}`: it lies in the memory itself", path.display()))
                .hint("import reads other memories; `alluvium doctor` looks after this one"));
        }
        if real.is_dir() {
            walk(path, &own, &mut found)?;
        } else {
            found.push(Source { path: path.clone(), named: true });
        }
    }
    Ok(found)
}

/// A file to be read, and whether the user named it.
pub(super) struct Source {
    pub path: PathBuf,
    pub named: bool,
}

/// What a memory holds beside its records and entries: its history, what is made of them, other people's spaces.
const NOTED: [&str; 5] = ["history", "sessions", "spaces", "templates", "profile.md"];

fn walk(folder: &Path, own: &Path, found: &mut Vec<Source>) -> Result<()> {
    // Of another memory of this program the records and entries, not what it noted about them.
    let is_memory = folder.join("alluvium.toml").is_file();
    for name in files::list(folder)? {
        let path = folder.join(&name);
        let noted = is_memory && NOTED.iter().any(|own| name == *own);
        let hidden = name.to_string_lossy().starts_with('.') || noted;
        let is_folder = std::fs::symlink_metadata(&path).is_ok_and(|m| m.is_dir());
        let extension = path.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default();
        if hidden {
            continue;
        }
        if is_folder {
            // What sub-agents said among themselves is no conversation with a person.
            let is_own = std::fs::canonicalize(&path).is_ok_and(|real| real == own);
            if !is_own && name != "subagents" && name != "node_modules" {
                walk(&path, own, found)?;
            }
        } else if matches!(extension.as_str(), "jsonl" | "json" | "md" | "markdown") && path.is_file() {
            found.push(Source { path, named: false });
        }
    }
    Ok(())
}

pub(super) fn progress(files: &[Source], ui: &Ui) -> ProgressBar {
    if !ui.shows_progress() {
        return ProgressBar::hidden();
    }
    let bytes = files.iter().filter_map(|f| std::fs::metadata(&f.path).ok()).map(|m| m.len()).sum();
    let style = ProgressStyle::with_template("{wide_bar} {bytes} of {total_bytes}, {eta} left");
    ProgressBar::new(bytes).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
