//! Reading and writing files: atomic replacement, synced appends, modes and links kept.
//!
//! The only place that writes below the memory folder.
#![expect(clippy::disallowed_methods, reason = "the one place that writes files")]

use std::path::Path;

use crate::error::{Error, Result};

/// The bytes of a file; `None` when it does not exist.
pub fn read(path: &Path) -> Result<Option<Vec<u8>>> {
    match std::fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(e) if matches!(e.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory) => Ok(None),
        Err(e) => Err(Error::io("read", path, e)),
    }
}

/// Replaces a file: temporary file in the same folder, sync, rename, sync of the folder; through
/// symbolic links, keeping mode and owner; not at all if the bytes are equal. True when it wrote.
pub fn replace(_path: &Path, _bytes: &[u8]) -> Result<bool> {
    unimplemented!("helper A")
}

/// Appends in one write, synced when asked; creates the file (0600) and its folders (0700).
/// The caller holds the lock and has made sure that the bytes begin on a line of their own.
pub fn append(_path: &Path, _bytes: &[u8], _sync: bool) -> Result<()> {
    unimplemented!("helper A")
}

/// Removes a file; a missing one is no error.
pub fn remove(_path: &Path) -> Result<()> {
    unimplemented!("helper A")
}
