//! The memory folder on disk: where it is, its settings, its files and locks, and the spaces inside it.
//!
//! Promises: nothing outside the folder is ever written but the list of trusted folders, no path
//! leads out of a space, every replacement is atomic, every I/O error names its path. Refuses: to
//! create a folder (only `init` does) and to guess one.

pub mod days;
pub mod files;
pub mod find;
pub mod lock;
pub mod make;
pub mod settings;
pub mod space;
pub mod trust;

use std::path::{Path, PathBuf};

use crate::error::Result;
use crate::time::{Day, Days};
pub use settings::Settings;

/// Where the archive keeps its days.
const ARCHIVE: &str = "archive/{year}/{date}.md";

/// A memory folder that was found, with its settings. For a space, the folder of the space.
#[derive(Debug, Clone)]
pub struct Memory {
    /// The folder, absolute.
    pub root: PathBuf,
    /// The folder that was found: the same, or for a space the one that holds the spaces.
    pub home: PathBuf,
    /// The space below the folder that was named, such as `acme/ana`.
    pub space: Option<String>,
    /// How the folder was found.
    pub found: find::Found,
    /// The effective settings.
    pub settings: Settings,
    /// The settings files that were read, earlier ones first.
    pub layers: Vec<settings::Layer>,
    /// The command that uses the memory, for the message of those whom its locks keep waiting.
    pub verb: String,
}

impl Memory {
    /// The path of a day's stream file, by `layout.stream`.
    pub fn stream_file(&self, day: Day) -> PathBuf {
        self.root.join(days::path_of(&self.settings.layout.stream, day))
    }

    /// The path of the day's archive file.
    pub fn archive_file(&self, day: Day) -> PathBuf {
        self.root.join(days::path_of(ARCHIVE, day))
    }

    /// Every archive file with the day its name gives, oldest first, and near-miss names as problems.
    pub fn archive_files(&self) -> Result<DayFiles> {
        days::list(&self.root, ARCHIVE)
    }

    /// Every stream file with the day its name gives, oldest first, and near-miss names as problems.
    pub fn stream_files(&self) -> Result<DayFiles> {
        days::list(&self.root, &self.settings.layout.stream)
    }

    /// The stream files of some days, oldest first. For a short closed range they are looked up by
    /// path, at a cost that does not grow with the stream; near-miss names are then not looked for.
    pub fn stream_files_of(&self, days: Days) -> Result<DayFiles> {
        days::find(&self.root, &self.settings.layout.stream, days)
    }

    /// The user's own version of a built-in template: `templates/NAME` of the space, else of the
    /// folder, with its path; none when there is none.
    pub fn template(&self, name: &str) -> Result<Option<(PathBuf, String)>> {
        let spaced = (self.root != self.home).then_some(&self.root);
        for folder in spaced.into_iter().chain([&self.home]) {
            let path = folder.join("templates").join(name);
            if let Some(text) = files::read_text(&path)? {
                return Ok(Some((path, text)));
            }
        }
        Ok(None)
    }

    /// The sediment file, by `layout.sediment`.
    pub fn sediment_file(&self) -> PathBuf {
        self.root.join(&self.settings.layout.sediment)
    }

    /// The history folder.
    pub fn history_dir(&self) -> PathBuf {
        self.root.join("history")
    }

    /// The sessions folder.
    pub fn sessions_dir(&self) -> PathBuf {
        self.root.join("sessions")
    }

    /// The folder for locks and caches.
    pub fn cache_dir(&self) -> PathBuf {
        self.root.join(".alluvium")
    }

    /// Where an erasure that was stopped says what it was about to erase; there is no such file else.
    pub fn unfinished_forget(&self) -> PathBuf {
        self.cache_dir().join("forgetting.jsonl")
    }

    /// Whether a path that somebody wrote into a space's settings leads into another space.
    pub fn is_of_another_space(&self, path: &Path) -> bool {
        let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        let path = real(path);
        self.space.is_some() && path.starts_with(real(&self.home).join("spaces")) && !path.starts_with(real(&self.root))
    }

    /// The path as shown to people: relative to the folder where it lies in it.
    pub fn shown<'p>(&self, path: &'p Path) -> &'p Path {
        path.strip_prefix(&self.root).unwrap_or(path)
    }
}

/// The day files of the stream, or of the archive.
#[derive(Debug, Clone, Default)]
pub struct DayFiles {
    /// Day and path, oldest first.
    pub days: Vec<(Day, PathBuf)>,
    /// Files that look like days but are not read.
    pub problems: Vec<crate::error::Problem>,
}
