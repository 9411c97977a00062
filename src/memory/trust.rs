//! Which folders hooks may use: a list that the user keeps, `alluvium/trusted` in their settings folder.
//!
//! A memory that is merely found by walking up may have come with a cloned repository, and what stands
//! in it would speak to the agent. Such a folder is used by hooks only once it is on this list; one
//! that the user named, or made, needs no further consent.

use std::path::{Path, PathBuf};

use super::find::Found;
use super::{Memory, files};
use crate::env::Env;
use crate::error::{Error, Result};

/// The list, one canonical path a line.
#[derive(Debug, Clone)]
pub struct Trusted {
    file: PathBuf,
    folders: Vec<String>,
}

impl Trusted {
    /// Reads the list; it is empty where there is no file.
    ///
    /// # Errors
    /// When the user has no settings folder, or the file cannot be read.
    pub fn open(env: &Env) -> Result<Self> {
        let own = env.path("XDG_CONFIG_HOME").filter(|folder| folder.is_absolute());
        let Some(config) = own.or_else(|| env.home().map(|home| home.join(".config"))) else {
            return Err(Error::new("no settings folder: neither `$XDG_CONFIG_HOME` nor `$HOME` is set"));
        };
        let file = config.join("alluvium/trusted");
        let text = files::read_text(&file)?.unwrap_or_default();
        let folders = text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect();
        Ok(Self { file, folders })
    }

    /// The folders, in the order in which they were added.
    pub fn folders(&self) -> &[String] {
        &self.folders
    }

    /// Whether hooks may use a memory: it was named, or it is on the list.
    pub fn allows(memory: &Memory, env: &Env) -> Result<bool> {
        Ok(memory.found != Found::WalkedUp || Self::open(env)?.holds(&memory.home))
    }

    /// Whether the folder is on the list.
    pub fn holds(&self, folder: &Path) -> bool {
        line_of(folder).is_ok_and(|line| self.folders.contains(&line))
    }

    /// Puts a folder on the list. False when it was there.
    pub fn add(&mut self, folder: &Path) -> Result<bool> {
        let line = line_of(folder)?;
        if self.folders.contains(&line) {
            return Ok(false);
        }
        self.folders.push(line);
        self.write().map(|()| true)
    }

    /// Takes a folder off the list, also one that exists no more. False when it was not there.
    pub fn remove(&mut self, folder: &Path) -> Result<bool> {
        let line = line_of(folder).unwrap_or_else(|_| folder.display().to_string());
        let before = self.folders.len();
        self.folders.retain(|f| *f != line);
        if self.folders.len() == before {
            return Ok(false);
        }
        self.write().map(|()| true)
    }

    fn write(&self) -> Result<()> {
        let text: String = self.folders.iter().flat_map(|folder| [folder.as_str(), "\n"]).collect();
        files::replace(&self.file, text.as_bytes()).map(drop)
    }
}

/// The folder as it stands on the list. Links are followed: what they lead to is what is trusted.
fn line_of(folder: &Path) -> Result<String> {
    let real = std::fs::canonicalize(folder).map_err(|e| Error::io("read", folder, e))?;
    let line = real.to_str().filter(|line| !line.contains('\n'));
    line.map(str::to_owned).ok_or_else(|| {
        Error::new(format!("cannot trust `{}`: its path is no line of text", folder.display()))
            .hint("name it with `--memory` or `$ALLUVIUM_MEMORY`, which needs no trust")
    })
}
