//! Names that hold a text. The summary of a conversation is called by the conversation's id and gets another
//! name; it is found by that from then on. Any other name is somebody's own, or that of a space, which is a
//! memory of its own: such are named, with the command that changes them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::{Left, Needle, Needles};
use crate::chat::session;
use crate::error::Result;
use crate::memory::{Memory, files, space};

/// What stands in a name where a text was; the second one where the text is in the first.
const INSTEAD: [&str; 2] = ["forgotten", "x"];

/// Summaries whose names hold the text, and the names that they get; relative to the memory folder.
///
/// # Errors
///
/// When the folder cannot be listed.
pub(super) fn renamed(memory: &Memory, needle: &Needle) -> Result<BTreeMap<PathBuf, PathBuf>> {
    let ids = session::list(memory)?;
    let mut taken: BTreeSet<String> = ids.iter().cloned().collect();
    let mut renamed = BTreeMap::new();
    for id in ids.iter().filter(|id| needle.is_in(id)) {
        let free = INSTEAD.map(|word| needle.replaced(id, word)).into_iter().find(|new| !needle.is_in(new));
        let free = free.filter(|new| session::file(memory, new).is_ok()).unwrap_or_else(|| INSTEAD[1].to_owned());
        let numbered = (2..).map(|n| format!("{free}-{n}"));
        let Some(new) = std::iter::once(free.clone()).chain(numbered).find(|new| !taken.contains(new)) else {
            continue;
        };
        let path = |id: &str| session::file(memory, id).map(|path| memory.shown(&path).to_path_buf());
        renamed.insert(path(id)?, path(&new)?);
        taken.insert(new);
    }
    Ok(renamed)
}

/// Every other name below the folder that holds one of the texts, those of spaces and of the space itself
/// included; `renamed` are changed anyway.
///
/// # Errors
///
/// When a folder cannot be listed.
pub fn names_left(memory: &Memory, needles: &Needles, renamed: &BTreeMap<PathBuf, PathBuf>) -> Result<Vec<Left>> {
    if !needles.are_named() {
        return Ok(Vec::new());
    }
    let spaces = space::list(&memory.root)?.into_iter().map(|space| space.to_string()).chain(memory.space.clone());
    let held = spaces.filter(|space| space.split('/').any(|name| needles.are_named_in(name)));
    let mut left: Vec<Left> = held.map(|space| of_space(&space)).collect();
    let mut paths = Vec::new();
    let own = own_names(memory)?;
    let mut folders = vec![PathBuf::new()];
    while let Some(rel) = folders.pop() {
        for name in files::list(&memory.root.join(&rel))? {
            let path = rel.join(&name);
            if OTHERS.iter().any(|other| path == Path::new(other)) {
                continue;
            }
            if needles.are_named_in(&name.to_string_lossy()) && !own.contains(&path) && !renamed.contains_key(&path) {
                paths.push(path.clone());
            }
            if std::fs::symlink_metadata(memory.root.join(&path)).is_ok_and(|found| found.is_dir()) {
                folders.push(path);
            }
        }
    }
    paths.sort();
    left.extend(paths.iter().map(|path| Left {
        place: format!("the name of {}", path.display()),
        remedy: format!("rename it: `mv '{}' NAME`", path.display()),
    }));
    Ok(left)
}

/// Folders whose names are not looked at: git's and the program's own, and memories of their own.
const OTHERS: [&str; 4] = [".git", ".alluvium", "templates", "spaces"];

fn of_space(space: &str) -> Left {
    Left {
        place: format!("the name of the space {space}"),
        remedy: format!("`alluvium space remove {space}` removes it with all that it holds; else rename its folder"),
    }
}

/// Files that are called by the program, and the folders in which they lie.
fn own_names(memory: &Memory) -> Result<BTreeSet<PathBuf>> {
    let mut files: Vec<PathBuf> = memory.stream_files()?.days.into_iter().map(|(_, path)| path).collect();
    files.extend(memory.archive_files()?.days.into_iter().map(|(_, path)| path));
    let history = memory.history_dir();
    files.extend(files::list(&history)?.into_iter().map(|name| history.join(name)));
    files.push(memory.sediment_file());
    let known = ["profile.md", "alluvium.toml", ".gitattributes", ".gitignore", "sessions/x"];
    let all = files.iter().map(|path| memory.shown(path)).chain(known.iter().map(Path::new));
    Ok(all.flat_map(Path::ancestors).map(Path::to_path_buf).collect())
}
