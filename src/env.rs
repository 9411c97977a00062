//! The environment of the process, captured once in `main` and passed down as a value.
#![expect(clippy::disallowed_methods, reason = "the one place that reads the environment")]

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;

/// Environment variables, working directory and home, as they were when the program started.
#[derive(Debug, Clone, Default)]
pub struct Env {
    vars: BTreeMap<OsString, OsString>,
    /// The working directory; empty when it no longer exists.
    pub cwd: PathBuf,
}

impl Env {
    /// Asks the process. Called once, by `main`.
    pub fn capture() -> Self {
        Self { vars: std::env::vars_os().collect(), cwd: std::env::current_dir().unwrap_or_default() }
    }

    /// An environment of the given variables, for tests.
    pub fn of<'a>(vars: impl IntoIterator<Item = (&'a str, &'a str)>, cwd: impl Into<PathBuf>) -> Self {
        Self { vars: vars.into_iter().map(|(k, v)| (k.into(), v.into())).collect(), cwd: cwd.into() }
    }

    /// A variable that is set, not empty and valid UTF-8.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.vars.get(std::ffi::OsStr::new(name)).and_then(|v| v.to_str()).filter(|v| !v.is_empty())
    }

    /// A variable that holds a path, of any bytes, set and not empty.
    pub fn path(&self, name: &str) -> Option<PathBuf> {
        self.vars.get(std::ffi::OsStr::new(name)).filter(|v| !v.is_empty()).map(PathBuf::from)
    }

    /// The program itself, absolute: as `PATH` names it, where it does. What that name leads to may be a
    /// folder of one version, which the next one replaces.
    ///
    /// # Errors
    /// When the system does not tell.
    pub fn program(&self) -> std::io::Result<PathBuf> {
        let real = std::env::current_exe()?;
        let name = real.file_name().map(std::ffi::OsStr::to_owned).unwrap_or_default();
        let path = self.path("PATH").unwrap_or_default();
        // A link may have a name of its own: the one that it is called by.
        let names = [name.as_os_str(), std::ffi::OsStr::new("alluvium")];
        let folders: Vec<PathBuf> = std::env::split_paths(&path).filter(|folder| folder.is_absolute()).collect();
        let mut named = names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
        let is_this = |file: &PathBuf| {
            std::fs::canonicalize(file).is_ok_and(|f| std::fs::canonicalize(&real).is_ok_and(|r| r == f))
        };
        Ok(named.find(is_this).unwrap_or(real))
    }

    /// The user's home folder (`$HOME`).
    pub fn home(&self) -> Option<PathBuf> {
        self.path("HOME")
    }
}
