//! The memory folder on disk: where it is, its settings, its files and locks, and the spaces inside it.
//!
//! Promises: nothing outside the folder is ever written, no path leads out of a space, every
//! replacement is atomic, every I/O error names its path. Refuses: to create a folder (only
//! `init` does) and to guess one.

pub mod days;
pub mod files;
pub mod find;
pub mod lock;
pub mod settings;

use std::path::{Path, PathBuf};

use crate::time::Day;
pub use settings::Settings;

/// A memory folder that was found, with its settings. For a space, the folder of the space.
#[derive(Debug, Clone)]
pub struct Memory {
    /// The folder, absolute.
    pub root: PathBuf,
    /// The space below the folder that was named, such as `acme/ana`.
    pub space: Option<String>,
    /// How the folder was found.
    pub found: find::Found,
    /// The effective settings.
    pub settings: Settings,
}

impl Memory {
    /// The path of a day's stream file, by `layout.stream`.
    pub fn stream_file(&self, day: Day) -> PathBuf {
        let date = day.to_string();
        let name = self.settings.layout.stream.replace("{date}", &date);
        self.root.join(name.replace("{year}", &date[..4]).replace("{month}", &date[5..7]))
    }

    /// The path of the day's archive file.
    pub fn archive_file(&self, day: Day) -> PathBuf {
        let text = day.to_string();
        self.root.join("archive").join(&text[..4]).join(format!("{text}.md"))
    }

    /// Every stream file with the day its name gives, oldest first, and near-miss names as problems.
    pub fn stream_files(&self) -> crate::error::Result<StreamFiles> {
        days::list(&self.root, &self.settings.layout.stream)
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

    /// The path as shown to people: relative to the folder where it lies in it.
    pub fn shown<'p>(&self, path: &'p Path) -> &'p Path {
        path.strip_prefix(&self.root).unwrap_or(path)
    }
}

/// The stream files of a memory.
#[derive(Debug, Clone, Default)]
pub struct StreamFiles {
    /// Day and path, oldest first.
    pub days: Vec<(Day, PathBuf)>,
    /// Files that look like days but are not read.
    pub problems: Vec<crate::error::Problem>,
}
