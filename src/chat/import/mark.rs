//! How far a file was read. What was read once is not read again, so a record that a person deleted
//! does not come back with the next import.

use std::collections::BTreeMap;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};
use crate::memory::{Memory, files};

/// How far a file was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Mark {
    /// Bytes that were read.
    pub end: u64,
    /// A hash over them, or over the last line as far as [`TAIL`] says.
    pub tail: u64,
}

/// The bytes before a mark that must still be there for reading to go on behind it.
pub const TAIL: usize = 4096;

impl Mark {
    /// A mark behind the given last bytes.
    pub fn new(end: u64, tail: &[u8]) -> Self {
        Self { end, tail: xxhash_rust::xxh3::xxh3_64(&tail[tail.len().saturating_sub(TAIL)..]) }
    }

    /// A mark behind the last byte of a source, over all of it.
    ///
    /// # Errors
    /// What reading fails with.
    pub fn whole(source: &mut impl Read) -> std::io::Result<Self> {
        let mut hasher = xxhash_rust::xxh3::Xxh3::new();
        let (mut buffer, mut end) = (vec![0; 1 << 16], 0);
        loop {
            match source.read(&mut buffer)? {
                0 => return Ok(Self { end, tail: hasher.digest() }),
                read => {
                    hasher.update(&buffer[..read]);
                    end += read as u64;
                }
            }
        }
    }

    /// Whether the bytes before the mark are still those that were read.
    pub fn holds(self, source: &mut (impl Read + Seek)) -> bool {
        // The line before the mark may be longer than what is compared, never shorter.
        let mut tail = vec![0; TAIL.min(usize::try_from(self.end).unwrap_or(TAIL))];
        let start = self.end - tail.len() as u64;
        if source.seek(SeekFrom::Start(start)).is_err() || source.read_exact(&mut tail).is_err() {
            return false;
        }
        let line = tail[..tail.len().saturating_sub(1)].iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
        Self::new(self.end, &tail[line..]) == self
    }
}

/// The marks of a memory: a cache; without it everything is read again, and found to be there.
#[derive(Debug)]
pub struct Marks {
    path: PathBuf,
    marks: BTreeMap<String, Mark>,
}

impl Marks {
    /// Reads the marks of a memory; none when `again` is asked for.
    ///
    /// # Errors
    /// When the file cannot be read. One that makes no sense counts as empty.
    pub fn open(memory: &Memory, again: bool) -> Result<Self> {
        let path = memory.cache_dir().join("imports.json");
        let bytes = if again { None } else { files::read(&path)? };
        let marks = bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default();
        Ok(Self { path, marks })
    }

    /// The mark of a file.
    pub fn of(&self, file: &Path) -> Option<Mark> {
        self.marks.get(&key(file)).copied()
    }

    /// Moves the mark of a file.
    ///
    /// # Errors
    /// When the marks cannot be written.
    pub fn set(&mut self, file: &Path, mark: Mark) -> Result<()> {
        if self.marks.insert(key(file), mark) == Some(mark) {
            return Ok(());
        }
        let text = serde_json::to_vec_pretty(&self.marks).map_err(|e| Error::new("cannot write JSON").because(e))?;
        files::replace(&self.path, &text).map(|_| ())
    }
}

fn key(file: &Path) -> String {
    std::fs::canonicalize(file).unwrap_or_else(|_| file.to_path_buf()).to_string_lossy().into_owned()
}
