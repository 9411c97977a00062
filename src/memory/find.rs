//! Which folder is the memory: the order in which places are looked at.

use std::path::{Path, PathBuf};

use super::settings::Layer;
use super::space::Space;
use super::{Memory, Settings, files};
use crate::env::Env;
use crate::error::{Error, Result};

/// The name of the settings file, by which a memory folder is known.
pub const SETTINGS_FILE: &str = "alluvium.toml";

/// How a memory folder was found. Only a folder that was *walked up to* needs trust for hooks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Found {
    /// `--memory DIR`.
    Flag,
    /// `$ALLUVIUM_MEMORY`.
    Environment,
    /// The nearest folder in or above the working directory.
    WalkedUp,
    /// The user's data folder.
    UserData,
}

/// Finds and opens a memory folder: `--memory`, `$ALLUVIUM_MEMORY`, the nearest one in or above the
/// working directory, the user's data folder. A space is the folder's `spaces/<space>`.
pub fn open(flag: Option<&Path>, space: Option<&str>, env: &Env) -> Result<Memory> {
    let space = space.map(Space::parse).transpose()?;
    let (home, found) = locate(flag, env)?;
    let root = match &space {
        Some(space) => space.open(&home)?,
        None => home.clone(),
    };
    let mut layers = Vec::new();
    for folder in std::iter::once(&home).chain((root != home).then_some(&root)) {
        let path = folder.join(SETTINGS_FILE);
        if let Some(text) = files::read_text(&path)? {
            layers.push(Layer { path: path.display().to_string(), text });
        }
    }
    let settings = Settings::read(&layers)?;
    let space = space.map(|space| space.to_string());
    Ok(Memory { root, home, space, found, settings, layers, verb: String::new() })
}

/// The folder that `init` makes or finds when none is named: whether the working directory is inside
/// of a memory already, and which.
pub fn around(env: &Env) -> Option<PathBuf> {
    let own = ["stream", "history", "sessions", "archive", "templates", "spaces", ".alluvium"];
    env.cwd.ancestors().filter(|folder| is_memory(folder)).find_map(|folder| {
        let below = env.cwd.strip_prefix(folder).ok()?;
        let inside = below.components().next().is_none_or(|c| own.iter().any(|name| c.as_os_str() == *name));
        inside.then(|| folder.to_path_buf())
    })
}

/// Whether a folder is a memory: it holds an `alluvium.toml`.
pub fn is_memory(folder: &Path) -> bool {
    folder.join(SETTINGS_FILE).is_file()
}

fn locate(flag: Option<&Path>, env: &Env) -> Result<(PathBuf, Found)> {
    let named = flag.map(|p| (env.cwd.join(p), Found::Flag));
    if let Some((folder, found)) =
        named.or_else(|| env.path("ALLUVIUM_MEMORY").map(|p| (env.cwd.join(p), Found::Environment)))
    {
        return if is_memory(&folder) {
            Ok((folder, found))
        } else {
            let place = if found == Found::Flag { "--memory" } else { "$ALLUVIUM_MEMORY" };
            Err(Error::new(format!("no memory folder at `{}`, which `{place}` names", folder.display()))
                .hint(format!("`alluvium init {}` makes one", folder.display())))
        };
    }
    let mut looked = Vec::new();
    for above in env.cwd.ancestors() {
        for folder in [above.join("memory"), above.to_path_buf()] {
            if is_memory(&folder) {
                return Ok((folder, Found::WalkedUp));
            }
            looked.push(folder);
        }
    }
    let data = env.path("XDG_DATA_HOME").or_else(|| env.home().map(|h| h.join(".local/share")));
    if let Some(folder) = data.map(|d| d.join("alluvium")) {
        if is_memory(&folder) {
            return Ok((folder, Found::UserData));
        }
        looked.push(folder);
    }
    let looked: Vec<String> = looked.iter().map(|p| format!("`{}`", p.display())).collect();
    Err(Error::new(format!("no memory folder; looked at {}", looked.join(", ")))
        .hint("`alluvium init` makes one in `./memory`; `--memory DIR` or `$ALLUVIUM_MEMORY` names one elsewhere"))
}
