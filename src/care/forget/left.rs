//! What may still hold an erased text: every byte below the folder, and every object of git.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::Needles;
use crate::error::Result;
use crate::git::objects;
use crate::git::work::Work;
use crate::memory::{Memory, files};

/// A place that still holds it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Left {
    /// Where: `path:line` of a file, or objects of git.
    pub place: String,
    /// What removes it there.
    pub remedy: String,
}

/// Searches everything for the texts.
///
/// # Errors
///
/// When a folder cannot be listed. A file that cannot be read is told as a place.
pub fn left(memory: &Memory, needles: &Needles) -> Result<Vec<Left>> {
    let mut left = Vec::new();
    if needles.0.is_empty() {
        return Ok(left);
    }
    let mut folders = vec![PathBuf::new()];
    while let Some(rel) = folders.pop() {
        for name in files::list(&memory.root.join(&rel))? {
            let path = rel.join(&name);
            let full = memory.root.join(&path);
            let Ok(found) = std::fs::symlink_metadata(&full) else { continue };
            // Spaces are memories of their own; objects of git are packed and looked at below.
            if found.is_symlink() || path == Path::new("spaces") || path == Path::new(".git/objects") {
                continue;
            }
            if found.is_dir() {
                folders.push(path);
                continue;
            }
            match files::read(&full) {
                Ok(bytes) => left.extend(bytes.and_then(|bytes| place(&path, &bytes, needles))),
                Err(error) => left.push(Left {
                    place: format!("{}: not searched ({error})", path.display()),
                    remedy: "make it readable and run the command again".to_owned(),
                }),
            }
        }
    }
    left.sort_by(|a, b| a.place.cmp(&b.place));
    if memory.root.ancestors().any(|folder| folder.join(".git").exists()) {
        match in_git(memory, needles) {
            Ok(found) => left.extend(found),
            Err(error) => left.push(Left {
                place: format!("git's objects: not searched ({error})"),
                remedy: "run the command again where `git` works".to_owned(),
            }),
        }
    }
    Ok(left)
}

fn place(path: &Path, bytes: &[u8], needles: &Needles) -> Option<Left> {
    let at = needles.at(bytes)?;
    let line = memchr::memchr_iter(b'\n', &bytes[..at]).count() + 1;
    let remedy = if path.starts_with(".git") {
        "`git gc --prune=now` may remove it; else delete the file".to_owned()
    } else {
        format!("delete the line in an editor: `$EDITOR +{line} {}`", path.display())
    };
    Some(Left { place: format!("{}:{line}", path.display()), remedy })
}

fn in_git(memory: &Memory, needles: &Needles) -> Result<Vec<Left>> {
    let Some(work) = Work::around(&memory.root)? else { return Ok(Vec::new()) };
    let mut hits = Vec::new();
    objects::each(&work, &mut |name, bytes| {
        if needles.at(bytes).is_some() {
            hits.push(name.to_owned());
        }
    })?;
    if hits.is_empty() {
        return Ok(Vec::new());
    }
    let paths = objects::reachable(&work)?;
    let (known, lost): (Vec<_>, Vec<_>) = hits.iter().partition(|name| paths.contains_key(*name));
    let mut left = Vec::new();
    if !known.is_empty() {
        let mut names: Vec<&str> = known.iter().filter_map(|n| paths.get(*n)).map(String::as_str).collect();
        names.sort_unstable();
        names.dedup();
        names.retain(|name| !name.is_empty());
        let shown = if names.is_empty() { "messages of commits".to_owned() } else { names.join(", ") };
        left.push(Left {
            place: format!(
                "git history: {} {} ({shown})",
                known.len(),
                crate::care::plural(known.len() as i64, "object")
            ),
            remedy: "commit, then rewrite it: `git filter-repo --replace-text FILE`, where FILE holds the text"
                .to_owned(),
        });
        for remote in objects::remotes(&work)? {
            left.push(Left {
                place: format!("git remote `{remote}` and its clones, if it was pushed"),
                remedy: format!("after rewriting: `git push --force --all {remote}`, and clone again elsewhere"),
            });
        }
    }
    if !lost.is_empty() {
        left.push(Left {
            place: format!("git objects that nothing refers to: {}", lost.len()),
            remedy: "`git reflog expire --expire=now --all && git gc --prune=now`".to_owned(),
        });
    }
    Ok(left)
}
