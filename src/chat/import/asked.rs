//! Which words a model was asked about. It may say the same otherwise the second time, so what it was
//! asked once it is not asked again, also where a file is read again as a whole.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::{Format, Said};
use crate::error::Result;
use crate::memory::{Memory, files};

/// Keys of what was asked: a cache; without it, words of which the stream has a record are left alone.
#[derive(Debug)]
pub struct Asked {
    path: PathBuf,
    keys: BTreeSet<u64>,
    changed: bool,
}

impl Asked {
    /// Reads the cache of a memory; empty when everything is to be read again.
    ///
    /// # Errors
    /// When the file cannot be read. Lines that make no sense are skipped.
    pub fn open(memory: &Memory, again: bool) -> Result<Self> {
        let path = memory.cache_dir().join("imports.asked");
        let bytes = if again { None } else { files::read(&path)? };
        let text = String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned();
        let keys = text.lines().filter_map(|line| u64::from_str_radix(line.trim(), 16).ok()).collect();
        Ok(Self { path, keys, changed: false })
    }

    /// Whether a model was asked about it.
    pub fn has(&self, key: u64) -> bool {
        self.keys.contains(&key)
    }

    /// Notes that it was.
    pub fn add(&mut self, key: u64) {
        self.changed |= self.keys.insert(key);
    }

    /// Writes the cache, if it changed.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn save(&mut self) -> Result<()> {
        if !std::mem::take(&mut self.changed) {
            return Ok(());
        }
        let text: String = self.keys.iter().map(|key| format!("{key:016x}\n")).collect();
        files::replace(&self.path, text.as_bytes()).map(drop)
    }
}

/// The key of some words: where and when they were said. Not the session: a fork has its own, and the
/// same words.
pub fn key(said: &Said, format: Format) -> u64 {
    xxhash_rust::xxh3::xxh3_64(format!("{}\0{:?}\0{}", format.name(), said.when, said.text).as_bytes())
}
