//! Checks of the files beside the layers: summaries of conversations and the profile.

use super::Visit;
use super::text::{Text, conflicts};
use crate::error::{Problem, Result};
use crate::memory::files;

/// Every sheet: its bytes, unfinished merges, what hides in it.
pub(super) fn check(visit: &Visit<'_>, text: &Text, problems: &mut Vec<Problem>) -> Result<()> {
    let memory = visit.memory;
    let folder = memory.sessions_dir();
    let names = files::list(&folder)?.into_iter().filter(|name| name.as_encoded_bytes().ends_with(b".md"));
    for path in names.map(|name| folder.join(name)).chain([memory.root.join("profile.md")]) {
        if let Some(said) = text.file(memory, &path, problems)? {
            conflicts(&said, memory.shown(&path), problems);
        }
    }
    Ok(())
}
