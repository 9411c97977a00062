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

/// How long `add` waits for another one: appends take milliseconds, a slow disk some seconds.
const PATIENCE: Duration = Duration::from_secs(10);

/// The right to append to the stream. Short; never held while a model is asked.
#[derive(Debug)]
pub struct StreamLock(#[expect(dead_code, reason = "held until dropped")] File);

/// The right to change sediment and history.
#[derive(Debug)]
pub struct DistillLock(#[expect(dead_code, reason = "held until dropped")] File);

impl Memory {
    /// Waits up to ten seconds for the stream lock; then *busy* (exit 75), naming the holder.
    pub fn lock_stream(&self) -> Result<StreamLock> {
        lock(&self.cache_dir().join("stream.lock"), PATIENCE).map(StreamLock)
    }

    /// Takes the distill lock at once, or *busy* (exit 75), naming the holder.
    pub fn lock_distill(&self) -> Result<DistillLock> {
        lock(&self.cache_dir().join("distill.lock"), Duration::ZERO).map(DistillLock)
    }
}

fn lock(path: &Path, patience: Duration) -> Result<File> {
    let mut file = files::open_lock(path)?;
    let mut waited = Duration::ZERO;
    let mut pause = Duration::from_micros(200);
    loop {
        match fs2::FileExt::try_lock_exclusive(&file) {
            Ok(()) => break,
            Err(e) if e.kind() == fs2::lock_contended_error().kind() => {
                if waited >= patience {
                    return Err(busy(&mut file, path));
                }
                std::thread::sleep(pause);
                waited += pause;
                pause = (pause * 2).min(Duration::from_millis(20));
            }
            Err(e) if e.kind() == std::io::ErrorKind::Interrupted => {}
            Err(e) => return Err(Error::io("lock", path, e)),
        }
    }
    // Best effort: who holds it, for the message of those who wait.
    let _ = file.set_len(0).and_then(|()| writeln!(file, "{}", std::process::id()));
    Ok(file)
}

fn busy(file: &mut File, path: &Path) -> Error {
    let mut holder = String::new();
    let _ = file.rewind().and_then(|()| file.read_to_string(&mut holder));
    let holder = match holder.trim() {
        pid if !pid.is_empty() && pid.bytes().all(|b| b.is_ascii_digit()) => format!("process {pid}"),
        _ => "another process".to_owned(),
    };
    Error::busy(format!("cannot lock `{}`: {holder} holds it", path.display()))
        .hint("try again when it has finished; a process that was killed holds no lock")
}
