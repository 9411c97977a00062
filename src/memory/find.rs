//! Which folder is the memory: the order in which places are looked at.

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

use std::path::{Path, PathBuf};

use super::{Memory, Settings, files};
use crate::env::Env;
use crate::error::{Error, Result};

/// The name of the settings file, by which a memory folder is known.
pub const SETTINGS_FILE: &str = "alluvium.toml";

/// Finds and opens a memory folder: `--memory`, `$ALLUVIUM_MEMORY`, the nearest one in or above the
/// working directory, the user's data folder. A space is the folder's `spaces/<space>`.
pub fn open(flag: Option<&Path>, space: Option<&str>, env: &Env) -> Result<Memory> {
    let (root, found) = locate(flag, env)?;
    let text = files::read(&root.join(SETTINGS_FILE))?.unwrap_or_default();
    let text = String::from_utf8_lossy(&text).into_owned();
    let settings: Settings = toml::from_str(&text)
        .map_err(|e| Error::usage(format!("cannot read `{}`", root.join(SETTINGS_FILE).display())).because(e))?;
    let root = match space {
        Some(space) => root.join("spaces").join(space),
        None => root,
    };
    Ok(Memory { root, space: space.map(str::to_owned), found, settings })
}

fn locate(flag: Option<&Path>, env: &Env) -> Result<(PathBuf, Found)> {
    let is_memory = |folder: &Path| folder.join(SETTINGS_FILE).is_file();
    let named = flag.map(|p| (env.cwd.join(p), Found::Flag));
    if let Some((folder, found)) =
        named.or_else(|| env.path("ALLUVIUM_MEMORY").map(|p| (env.cwd.join(p), Found::Environment)))
    {
        return if is_memory(&folder) {
            Ok((folder, found))
        } else {
            Err(Error::new(format!("no memory folder at `{}`", folder.display()))
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
