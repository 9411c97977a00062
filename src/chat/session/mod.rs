//! Sessions: the running summary of one conversation, `sessions/<id>.md`.
//!
//! Every few rounds the messages that came since are summarised and merged with what was there, so a
//! long conversation costs a prompt as much as a short one. The file says how far the conversation was
//! read and carries a digest of that part: the same messages twice change nothing, and a history that
//! was rewritten is noticed and read again from its beginning.

pub mod composed;
pub mod gist;
pub mod sheet;
pub mod talk;

use std::path::PathBuf;

use crate::error::{Error, Result};
use crate::memory::{Memory, files};
pub use sheet::Sheet;

/// The longest id of a session, in bytes.
const LONGEST_ID: usize = 100;

/// The file of a session.
///
/// # Errors
/// Usage, when the id could be anything but the name of a file in that folder.
pub fn file(memory: &Memory, id: &str) -> Result<PathBuf> {
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_');
    if id.is_empty() || id.len() > LONGEST_ID || id.starts_with(['.', '-']) || !id.bytes().all(plain) {
        let shown: String = id.chars().take(40).collect();
        return Err(Error::usage(format!("`{}` cannot be the id of a session", shown.escape_debug()))
            .hint("an id has up to 100 letters, digits, `.`, `_` or `-`, and begins with a letter or digit"));
    }
    Ok(memory.sessions_dir().join(format!("{id}.md")))
}

/// A session's sheet; `None` when there is none.
///
/// # Errors
/// An id that is none, a file that cannot be read or does not say how far it goes.
pub fn read(memory: &Memory, id: &str) -> Result<Option<Sheet>> {
    let path = file(memory, id)?;
    let Some(bytes) = files::read(&path)? else { return Ok(None) };
    let sheet = Sheet::read(&String::from_utf8_lossy(&bytes)).map_err(|reason| {
        Error::new(format!("cannot read `{}`: {reason}", memory.shown(&path).display()))
            .hint("repair its front matter, or remove the file to begin a new summary")
    })?;
    Ok(Some(sheet))
}

/// The text of a session's summary, for a context; `None` when there is no such session.
///
/// # Errors
/// As [`read`].
pub fn summary(memory: &Memory, id: &str) -> Result<Option<String>> {
    Ok(read(memory, id)?.map(|sheet| sheet.body.trim().to_owned()))
}

/// The ids of all sessions, sorted.
///
/// # Errors
/// When the folder cannot be read.
pub fn list(memory: &Memory) -> Result<Vec<String>> {
    let names = files::list(&memory.sessions_dir())?;
    let ids = names.into_iter().filter_map(|name| name.to_str()?.strip_suffix(".md").map(str::to_owned));
    Ok(ids.filter(|id| file(memory, id).is_ok()).collect())
}
