//! Reading and writing files: atomic replacement, synced appends, modes and links kept.
//!
//! The only place that writes below the memory folder. Two promises carry the rest of the program:
//!
//! - [`replace`] leaves the old or the new content, never a part: the new bytes go to a temporary file
//!   in the same folder, are synced, and take the old name in one step.
//! - [`append`] leaves the whole addition or none of it: when the disk fills up in the middle, the file
//!   is cut back to its old length before the error is reported. The caller holds the stream lock, so
//!   nobody else's bytes can be cut.
#![expect(clippy::disallowed_methods, reason = "the one place that writes files")]

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};

/// What is in the names of our temporary files: `.NAME.alluvium-XXXXXX.tmp`.
const TEMPORARY: (&str, &str) = (".alluvium-", ".tmp");

/// Whether a file's name is that of one of our temporary files. One that stays is what a killed
/// process left behind; its content was never taken for memory and may go.
pub fn is_temporary(name: &str) -> bool {
    name.starts_with('.') && name.ends_with(TEMPORARY.1) && name.contains(TEMPORARY.0)
}

/// The bytes of a file; `None` when it does not exist. Pipes and devices are refused: reading them may
/// never end.
pub fn read(path: &Path) -> Result<Option<Vec<u8>>> {
    let Some((file, length)) = open(path)? else { return Ok(None) };
    // One byte more, so that a file of that length is known to end there.
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length + 1).map_err(|e| Error::io("read", path, e.into()))?;
    bytes.resize(length + 1, 0);
    let filled = fill(file, length, path, &mut bytes)?;
    bytes.truncate(filled);
    Ok(Some(bytes))
}

/// Reads a file into a buffer that grows as needed; how many bytes it has, none when it does not exist. For
/// many files one after the other: nothing is allocated or zeroed again.
pub fn read_into(path: &Path, buffer: &mut Vec<u8>) -> Result<usize> {
    match open(path)? {
        Some((file, length)) => fill(file, length, path, buffer),
        None => Ok(0),
    }
}

/// Opens a file to be read, with its length; `None` when it does not exist. What was opened is asked for its
/// kind, not its name beforehand: that is quicker, and nobody can put a pipe in its place in between.
fn open(path: &Path) -> Result<Option<(File, usize)>> {
    let mut options = OpenOptions::new();
    options.read(true);
    // Otherwise a pipe is opened only when somebody opens its other end.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NONBLOCK | libc::O_NOCTTY);
    #[cfg(not(unix))]
    check_regular(path)?;
    let file = match options.open(path) {
        Ok(file) => file,
        Err(e) if matches!(e.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => return Ok(None),
        Err(e) => {
            // A socket cannot be opened at all.
            check_regular(path)?;
            // Another program has a lease on the file, and gives it up when it is waited for.
            let again = if e.kind() == ErrorKind::WouldBlock { File::open(path) } else { Err(e) };
            again.map_err(|e| Error::io("read", path, e))?
        }
    };
    let found = file.metadata().map_err(|e| Error::io("read", path, e))?;
    // To read a folder fails by itself.
    if !found.is_file() && !found.is_dir() {
        return Err(irregular(path));
    }
    Ok(Some((file, usize::try_from(found.len()).unwrap_or(0))))
}

/// A pipe, a socket or a device is no file of a memory.
fn check_regular(path: &Path) -> Result<()> {
    match std::fs::metadata(path) {
        Ok(found) if !found.is_file() && !found.is_dir() => Err(irregular(path)),
        _ => Ok(()),
    }
}

fn irregular(path: &Path) -> Error {
    Error::new(format!("cannot read `{}`: it is no regular file", path.display()))
}

/// Reads to the end of a file that is said to be so long, into a buffer that grows as needed; how many bytes
/// these were.
fn fill(mut file: File, length: usize, path: &Path, buffer: &mut Vec<u8>) -> Result<usize> {
    let mut filled = 0;
    loop {
        if filled == buffer.len() {
            buffer.resize((2 * filled).max(1 << 16), 0);
        }
        match file.read(&mut buffer[filled..]) {
            Ok(0) => return Ok(filled),
            Ok(n) => filled += n,
            Err(e) if e.kind() == ErrorKind::Interrupted => {}
            Err(e) => return Err(Error::io("read", path, e)),
        }
        // There was room for more, and none came: the end, as expected.
        if filled == length && filled < buffer.len() && filled > 0 {
            return Ok(filled);
        }
    }
}

/// The text of a file; `None` when it does not exist. Bytes that are not UTF-8 are an error.
pub fn read_text(path: &Path) -> Result<Option<String>> {
    let text = read(path)?.map(String::from_utf8).transpose();
    text.map_err(|e| Error::new(format!("cannot read `{}`: it is not UTF-8", path.display())).because(e.utf8_error()))
}

/// The names in a folder, sorted; none when it does not exist.
pub fn list(folder: &Path) -> Result<Vec<std::ffi::OsString>> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(e) if matches!(e.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => return Ok(Vec::new()),
        Err(e) => return Err(Error::io("read", folder, e)),
    };
    let mut names = Vec::new();
    for entry in entries {
        names.push(entry.map_err(|e| Error::io("read", folder, e))?.file_name());
    }
    names.sort();
    Ok(names)
}

/// Replaces a file: temporary file in the same folder, sync, rename, sync of the folder; through
/// symbolic links, keeping mode and owner; not at all if the bytes are equal. True when it wrote.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<bool> {
    let path = &resolve(path)?;
    if read(path)?.is_some_and(|old| old == bytes) {
        return Ok(false);
    }
    let folder = parent(path);
    make_folder(folder)?;
    let failed = |e| Error::io("write", path, plain(e));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let prefix = format!(".{name}{}", TEMPORARY.0);
    // From here on the temporary file removes itself when a step fails.
    let mut temporary =
        tempfile::Builder::new().prefix(&prefix).suffix(TEMPORARY.1).tempfile_in(folder).map_err(failed)?;
    temporary.write_all(bytes).map_err(failed)?;
    match OpenOptions::new().write(true).open(path).and_then(|file| file.metadata()) {
        // Opened for writing: a file that its owner made read-only is not replaced behind their back.
        Ok(old) => keep(&old, temporary.as_file()).map_err(failed)?,
        Err(e) if e.kind() == ErrorKind::NotFound => {}
        Err(e) => return Err(failed(e)),
    }
    temporary.as_file().sync_all().map_err(failed)?;
    temporary.persist(path).map_err(|e| failed(e.error))?;
    sync_folder(folder)?;
    Ok(true)
}

/// Replaces a cache in one step, without syncing: after a crash it is old or missing, and made anew.
pub fn keep_cache(path: &Path, bytes: &[u8]) -> Result<()> {
    let folder = parent(path);
    make_folder(folder)?;
    let failed = |e| Error::io("write", path, plain(e));
    let mut temporary =
        tempfile::Builder::new().prefix(".cache").suffix(TEMPORARY.1).tempfile_in(folder).map_err(failed)?;
    temporary.write_all(bytes).map_err(failed)?;
    temporary.persist(path).map_err(|e| failed(e.error))?;
    Ok(())
}

/// The reason without the temporary file's path, which nobody can look at any more.
fn plain(e: std::io::Error) -> std::io::Error {
    let inner = e.get_ref().and_then(std::error::Error::source).and_then(|s| s.downcast_ref::<std::io::Error>());
    match e.raw_os_error().or_else(|| inner?.raw_os_error()) {
        Some(code) => std::io::Error::from_raw_os_error(code),
        None => e,
    }
}

/// Whether [`replace`] may write a file that exists: an error before anything is changed.
pub fn check_writable(path: &Path) -> Result<()> {
    let path = &resolve(path)?;
    match OpenOptions::new().write(true).open(path) {
        Err(e) if e.kind() != ErrorKind::NotFound => Err(Error::io("write", path, e)),
        _ => Ok(()),
    }
}

/// Appends in one write, synced when asked; creates the file (0600) and its folders (0700).
/// The caller holds the lock and has made sure that the bytes begin on a line of their own.
pub fn append(path: &Path, bytes: &[u8], sync: bool) -> Result<()> {
    let mut resolved = None;
    // Nearly always it is there, and a link to it is followed by itself.
    let (mut file, new) = match OpenOptions::new().append(true).open(path) {
        Ok(file) => (file, false),
        Err(e) if matches!(e.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            let path = resolved.insert(resolve(path)?);
            make_folder(parent(path))?;
            let mut options = OpenOptions::new();
            options.append(true).create(true);
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            (options.open(&*path).map_err(|e| Error::io("append to", path, e))?, true)
        }
        Err(e) => return Err(Error::io("append to", path, e)),
    };
    let path = resolved.as_deref().unwrap_or(path);
    let failed = |e| Error::io("append to", path, e);
    let length = file.metadata().map_err(failed)?.len();
    let written = file.write_all(bytes).and_then(|()| if sync { file.sync_data() } else { Ok(()) });
    if let Err(e) = written {
        let cut = file.set_len(length);
        if new && length == 0 {
            let _ = std::fs::remove_file(path);
        }
        return Err(failed(e).hint(match cut {
            Ok(()) => "nothing was added; the file is as it was before",
            // Readers survive a torn line, and say where it is.
            Err(_) => "the file may end in a part of what was to be added; `alluvium doctor` shows it",
        }));
    }
    if new && sync { sync_folder(parent(path)) } else { Ok(()) }
}

/// Cuts a file back to a length, to take back an append of the same locked section.
pub fn truncate(path: &Path, length: u64) -> Result<()> {
    let path = &resolve(path)?;
    let file = OpenOptions::new().write(true).open(path).map_err(|e| Error::io("open", path, e))?;
    file.set_len(length).map_err(|e| Error::io("truncate", path, e))
}

/// Removes a file; a missing one is no error.
pub fn remove(path: &Path) -> Result<()> {
    match std::fs::remove_file(path) {
        Err(e) if e.kind() != ErrorKind::NotFound => Err(Error::io("remove", path, e)),
        _ => Ok(()),
    }
}

/// Takes the right to write a file from those who neither own it nor are in its group.
pub fn take_from_others(path: &Path) -> Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let failed = |e| Error::io("change the mode of", path, e);
        let mode = std::fs::metadata(path).map_err(failed)?.permissions().mode();
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode & !0o002)).map_err(failed)?;
    }
    let _ = path;
    Ok(())
}

/// Removes a folder with all that is in it, without following links out of it; a missing one is no error.
pub fn remove_folder(folder: &Path) -> Result<()> {
    match std::fs::remove_dir_all(folder) {
        Err(e) if e.kind() != ErrorKind::NotFound => Err(Error::io("remove the folder", folder, e)),
        _ => Ok(()),
    }
}

/// Makes a folder and those above it (0700); an existing one is left as it is.
pub fn make_folder(folder: &Path) -> Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).map_err(|e| Error::io("create the folder", folder, e))
}

/// Opens a lock file for reading and writing, making it (0600) and its folder when they are missing.
pub(super) fn open_lock(path: &Path) -> Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let missing = |e: &std::io::Error| matches!(e.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory);
    let opened = match options.open(path) {
        Err(e) if missing(&e) => make_folder(parent(path)).map(|()| options.open(path))?,
        opened => opened,
    };
    opened.map_err(|e| Error::io("open the lock", path, e))
}

/// The path behind a chain of symbolic links. A link that leads nowhere is an error: creating its
/// target could write anywhere.
fn resolve(path: &Path) -> Result<PathBuf> {
    match std::fs::symlink_metadata(path) {
        Ok(m) if m.file_type().is_symlink() => std::fs::canonicalize(path)
            .map_err(|e| Error::io("follow the link", path, e).hint("make its target, or remove the link")),
        _ => Ok(path.to_path_buf()),
    }
}

fn parent(path: &Path) -> &Path {
    path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Gives a new file the mode and, where we may, the owner of the old one.
#[cfg(unix)]
fn keep(old: &std::fs::Metadata, file: &File) -> std::io::Result<()> {
    use std::os::unix::fs::MetadataExt as _;
    let now = file.metadata()?;
    if (now.uid(), now.gid()) != (old.uid(), old.gid()) {
        // Only root may give files away; anyone else keeps its own.
        let _ = std::os::unix::fs::fchown(file, Some(old.uid()), Some(old.gid()));
    }
    file.set_permissions(old.permissions())
}

#[cfg(not(unix))]
fn keep(old: &std::fs::Metadata, file: &File) -> std::io::Result<()> {
    file.set_permissions(old.permissions())
}

fn sync_folder(folder: &Path) -> Result<()> {
    #[cfg(unix)]
    File::open(folder).and_then(|f| f.sync_all()).map_err(|e| Error::io("sync the folder", folder, e))?;
    let _ = folder;
    Ok(())
}
