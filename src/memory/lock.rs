//! Locks: a value that grants the right to write. Held by the kernel, so a killed process frees them.
//!
//! The lock is on a file of its own that is never renamed or removed: a lock on a file that is itself
//! replaced protects nothing. What stands in the file only tells people who holds it; a stale or
//! garbled text never matters. Whoever needs both takes the distill lock first.
//!
//! fs2 is named in full: std's `File` has had methods of the same names since Rust 1.89, which win
//! without a warning.

use std::fs::File;
use std::io::{Read as _, Seek as _, Write as _};
use std::path::Path;
use std::time::Duration;

use super::{Memory, files};
use crate::error::{Error, Result};

/// Characters of the line that names the holder, which are always the same number.
const HOLDER: usize = 79;

/// The right to append to the stream. Short; never held while a model is asked.
#[derive(Debug)]
pub struct StreamLock(#[expect(dead_code, reason = "held until dropped")] File);

/// The right to change sediment and history.
#[derive(Debug)]
pub struct DistillLock(#[expect(dead_code, reason = "held until dropped")] File);

/// The right to change what hooks have heard. Held for a moment.
#[derive(Debug)]
pub struct HooksLock(#[expect(dead_code, reason = "held until dropped")] File);

impl Memory {
    /// Waits a moment for the lock on what hooks have heard; then *busy*.
    pub fn lock_hooks(&self) -> Result<HooksLock> {
        self.lock("hooks.lock", Duration::from_millis(200)).map(HooksLock)
    }

    /// Waits up to `stream.lock-seconds` for the stream lock; then *busy* (exit 75), naming the holder.
    pub fn lock_stream(&self) -> Result<StreamLock> {
        let patience = Duration::from_secs(self.settings.stream.lock_seconds);
        self.lock("stream.lock", patience).map(StreamLock)
    }

    /// Takes the distill lock at once, or *busy* (exit 75), naming the holder.
    pub fn lock_distill(&self) -> Result<DistillLock> {
        self.lock("distill.lock", Duration::ZERO).map(DistillLock)
    }

    /// The same where the holder is about to be done: waits as long as for the stream lock.
    pub fn lock_distill_soon(&self) -> Result<DistillLock> {
        let patience = Duration::from_secs(self.settings.stream.lock_seconds);
        self.lock("distill.lock", patience).map(DistillLock)
    }

    fn lock(&self, name: &str, patience: Duration) -> Result<File> {
        let path = self.cache_dir().join(name);
        let mut pause = Duration::from_micros(200);
        let mut waited = Duration::ZERO;
        let open = || {
            if self.root.is_dir() {
                files::open_lock(&path).map_err(|e| e.hint("only reading commands work on a read-only memory"))
            } else {
                Err(Error::new(format!("the memory `{}` is gone", self.root.display())))
            }
        };
        let mut file = open()?;
        loop {
            match fs2::FileExt::try_lock_exclusive(&file) {
                Ok(()) if is_at(&file, &path) => break,
                // Somebody cleared `.alluvium/` (or removed the space) while we waited: what we hold is
                // a lock on a file that nobody else will find.
                Ok(()) => file = open()?,
                Err(e) if e.kind() == fs2::lock_contended_error().kind() => {
                    if waited >= patience {
                        return Err(busy(&mut file, &path));
                    }
                    std::thread::sleep(pause);
                    waited += pause;
                    pause = (pause * 2).min(Duration::from_millis(20));
                }
                Err(e) if e.kind() == std::io::ErrorKind::Interrupted => {}
                Err(e) => return Err(Error::io("lock", &path, e)),
            }
        }
        // Best effort: who holds it, for the message of those who wait. Over what stands there, since
        // cutting a file costs more than all the rest of a lock.
        let holder = format!("{} {} {}", std::process::id(), self.verb, crate::time::stamp());
        let _ = file.write_all(format!("{holder:<HOLDER$}\n").as_bytes());
        Ok(file)
    }
}

/// Whether the file is still the one at the path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let id = |m: std::io::Result<std::fs::Metadata>| m.ok().map(|m| (m.dev(), m.ino()));
    let held = id(file.metadata());
    held.is_some() && held == id(std::fs::metadata(path))
}

#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

fn busy(file: &mut File, path: &Path) -> Error {
    let mut text = Vec::new();
    let _ = file.rewind().and_then(|()| file.take(200).read_to_end(&mut text));
    let holder = holder(&String::from_utf8_lossy(&text)).unwrap_or_else(|| "another process holds it".to_owned());
    Error::busy(format!("cannot lock `{}`: {holder}", path.display()))
        .hint("try again when it has finished; a process that was killed holds no lock")
}

/// ``process 4711 (`distill`) has held it since 2025-03-14T08:14:00Z``, when the text is whole.
fn holder(text: &str) -> Option<String> {
    let (line, _) = text.split_once('\n')?;
    let mut words = line.trim_end().split(' ');
    let (pid, verb, since) = (words.next()?, words.next()?, words.next()?);
    let whole = words.next().is_none()
        && pid.bytes().all(|b| b.is_ascii_digit())
        && verb.bytes().all(|b| b.is_ascii_lowercase())
        && chrono::DateTime::parse_from_rfc3339(since).is_ok();
    whole.then(|| format!("process {pid} (`{verb}`) has held it since {since}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_holder_is_named_only_when_the_text_is_whole() {
        for text in ["4711 distill 2025-03-14T08:14:00Z\n", "4711 distill 2025-03-14T08:14:00Z     \nrest of"] {
            let named = holder(text);
            assert_eq!(named.as_deref(), Some("process 4711 (`distill`) has held it since 2025-03-14T08:14:00Z"));
        }
        for torn in ["", "\n", "4711", "4711 distill 2025-03-1", "x y z\n", "1 \x1b[31m 2025-03-14T08:14:00Z\n"] {
            assert_eq!(holder(torn), None, "{torn:?}");
        }
    }
}
