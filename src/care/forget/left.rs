//! What may still hold an erased text: every byte below the folder, and every object of git.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::{Needles, names_left};
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
    if needles.is_empty() {
        return Ok(Vec::new());
    }
    let mut left = in_files(memory, needles)?;
    left.extend(names_left(memory, needles, &BTreeMap::new())?);
    left.extend(in_git(memory, needles, false));
    Ok(left)
}

/// The same once everything was erased, or the folder itself removed: what git holds of its files is
/// left, too, whatever it says.
///
/// # Errors
///
/// As [`left`].
pub fn left_of_all(memory: &Memory, needles: &Needles) -> Result<Vec<Left>> {
    let mut left = in_files(memory, needles)?;
    left.extend(in_git(memory, needles, true));
    Ok(left)
}

fn in_files(memory: &Memory, needles: &Needles) -> Result<Vec<Left>> {
    let mut left = Vec::new();
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
                Ok(bytes) => left.extend(bytes.iter().flat_map(|bytes| places(&path, bytes, needles))),
                Err(error) => left.push(Left {
                    place: format!("{}: not searched ({error})", path.display()),
                    remedy: "make it readable and run the command again".to_owned(),
                }),
            }
        }
    }
    left.sort_by_cached_key(|left| left.place.split(':').next().map(str::to_owned)); // the lines stay in order
    Ok(left)
}

/// Every line of a file that holds one of the texts; of git's own files, the first.
fn places(path: &Path, bytes: &[u8], needles: &Needles) -> Vec<Left> {
    let Some(first) = needles.at(bytes) else { return Vec::new() };
    let first = memchr::memchr_iter(b'\n', &bytes[..first]).count() + 1;
    let told = |line: usize, remedy: String| Left { place: format!("{}:{line}", path.display()), remedy };
    if path == Path::new(".git/index") {
        return vec![told(first, "a commit writes it anew: `git add -A && git commit`".to_owned())];
    }
    if path.starts_with(".git") {
        return vec![told(first, "`git gc --prune=now` may remove it; else delete the file".to_owned())];
    }
    let lines = bytes.split(|b| *b == b'\n').enumerate().filter(|(_, line)| needles.at(line).is_some());
    let mut lines: Vec<usize> = lines.map(|(n, _)| n + 1).collect();
    if lines.is_empty() {
        lines.push(first); // a text of several lines
    }
    let edit = |line| format!("delete the line in an editor: `$EDITOR +{line} {}`", path.display());
    lines.into_iter().map(|line| told(line, edit(line))).collect()
}

/// What git holds. A space that was removed is looked for from the folder above it.
fn in_git(memory: &Memory, needles: &Needles, all: bool) -> Vec<Left> {
    let Some(folder) = memory.root.ancestors().find(|folder| folder.is_dir()) else { return Vec::new() };
    if !folder.ancestors().any(|folder| folder.join(".git").exists()) {
        return Vec::new();
    }
    objects_left(memory, folder, needles, all).unwrap_or_else(|error| {
        vec![Left {
            place: format!("git's objects: not searched ({error})"),
            remedy: "run the command again where `git` works".to_owned(),
        }]
    })
}

fn objects_left(memory: &Memory, folder: &Path, needles: &Needles, all: bool) -> Result<Vec<Left>> {
    let Some(work) = Work::around(folder)? else { return Ok(Vec::new()) };
    let below = memory.root.strip_prefix(folder).unwrap_or(Path::new(""));
    let ours = Path::new(work.git(&["rev-parse", "--show-prefix"])?.trim_end_matches('\n')).join(below);
    let paths = objects::reachable(&work)?;
    // A folder that is gone is gone as a whole.
    let is_gone = !below.as_os_str().is_empty();
    let top = |path: &str| {
        let rest = Path::new(path).strip_prefix(&ours).ok()?;
        let first = Path::new(rest.components().next()?.as_os_str()).to_owned();
        let kept = KEPT.iter().any(|kept| first == Path::new(kept)) && !is_gone;
        (!kept).then(|| if is_gone { ours.clone() } else { ours.join(first) })
    };
    let mut hits = Vec::new();
    objects::each(&work, &mut |name, bytes| {
        if all && paths.get(name).is_some_and(|path| top(path).is_some()) || needles.at(bytes).is_some() {
            hits.push(name.to_owned());
        }
    })?;
    let (known, lost): (Vec<_>, Vec<_>) = hits.iter().partition(|name| paths.contains_key(*name));
    let mut left = Vec::new();
    if !known.is_empty() {
        let mut names: Vec<&str> = known.iter().filter_map(|n| paths.get(*n)).map(String::as_str).collect();
        names.sort_unstable();
        names.dedup();
        names.retain(|name| !name.is_empty());
        let objects = crate::care::plural(known.len() as i64, "object");
        left.push(Left {
            place: format!("git history: {} {objects} ({})", known.len(), listed(&names)),
            remedy: if all && !names.is_empty() {
                let tops: BTreeSet<PathBuf> =
                    names.iter().map(|name| top(name).unwrap_or_else(|| PathBuf::from(name))).collect();
                let paths: Vec<String> = tops.iter().map(|path| format!(" --path '{}'", path.display())).collect();
                format!("commit, then rewrite it: `git filter-repo --invert-paths{}`", paths.concat())
            } else {
                "commit, then rewrite it: `git filter-repo --replace-text FILE`, where FILE holds the text".to_owned()
            },
        });
        for remote in objects::remotes(&work)? {
            left.push(Left {
                place: format!("git remote `{remote}` and its clones, if it was pushed"),
                remedy: format!("after rewriting: `git push --force --all {remote}`, and clone again elsewhere"),
            });
        }
    }
    let names = objects::names(&work)?;
    let ours = |name: &str| Path::new(name).strip_prefix(&ours).ok().map(Path::to_path_buf);
    let named = |path: PathBuf| path.iter().any(|part| needles.are_named_in(&part.to_string_lossy()));
    let held: Vec<&str> = names.iter().map(String::as_str).filter(|name| ours(name).is_some_and(named)).collect();
    if !held.is_empty() && !all {
        let paths: Vec<String> = held.iter().map(|name| format!(" --path '{name}'")).collect();
        left.push(Left {
            place: format!("git history: the {} of {}", crate::care::plural(held.len() as i64, "name"), listed(&held)),
            remedy: format!("commit, then rewrite it: `git filter-repo --invert-paths{}`", paths.concat()),
        });
    }
    if !lost.is_empty() {
        left.push(Left {
            place: format!("git objects that nothing refers to: {}", lost.len()),
            remedy: "`git reflog expire --expire=now --all && git gc --prune=now`".to_owned(),
        });
    }
    Ok(left)
}

/// What stays when everything is erased, and spaces, which are memories of their own.
const KEPT: [&str; 5] = ["alluvium.toml", "templates", "spaces", ".gitattributes", ".gitignore"];

/// The first few names.
fn listed(names: &[&str]) -> String {
    match names {
        [] => "messages of commits".to_owned(),
        [first @ .., _, _] if first.len() > 4 => format!("{} and {} more", names[..5].join(", "), names.len() - 5),
        names => names.join(", "),
    }
}
