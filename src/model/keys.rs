//! Keys: from a command, a file, or the usual environment variable; never from the settings file.

use std::path::PathBuf;

use crate::env::Env;
use crate::error::{Error, Result};
use crate::memory::{Memory, files};

/// Where a key may come from.
#[derive(Debug, Clone, Copy)]
pub struct Places<'a> {
    /// A command that prints it.
    pub command: Option<&'a [String]>,
    /// A file that holds it; relative to the memory folder, `~` is the home folder.
    pub file: Option<&'a str>,
    /// Environment variables, the first that is set counts.
    pub vars: &'a [&'a str],
}

/// The key, if there is one: the command's first, then the file's, then a variable's.
///
/// # Errors
///
/// When the command fails or the file cannot be read, or either gives nothing. What they gave is
/// not repeated.
pub fn find(places: Places<'_>, memory: &Memory, env: &Env) -> Result<Option<String>> {
    if let Some([program, arguments @ ..]) = places.command {
        let failed = || Error::new(format!("cannot get the key: `{program}` failed"));
        let ran = std::process::Command::new(program)
            .args(arguments)
            .stdin(std::process::Stdio::null())
            .stderr(std::process::Stdio::inherit())
            .output()
            .map_err(|e| failed().because(e).hint("see `api-key-command` in `alluvium.toml`"))?;
        if !ran.status.success() {
            return Err(failed().because(ran.status.to_string()).hint("see `api-key-command` in `alluvium.toml`"));
        }
        return key(&ran.stdout, &format!("`{program}` printed")).map(Some);
    }
    if let Some(file) = places.file {
        let path = match (file.strip_prefix("~/"), env.home()) {
            (Some(rest), Some(home)) => home.join(rest),
            _ => memory.root.join(PathBuf::from(file)),
        };
        if memory.is_of_another_space(&path) {
            return Err(Error::usage(format!("`{file}` leads into another space")).hint(
                "see `api-key-file` in `alluvium.toml`; keep the key outside of the folder, or in the space itself",
            ));
        }
        let bytes = files::read(&path)?.ok_or_else(|| {
            Error::new(format!("cannot read `{}`: there is no such file", path.display()))
                .hint("see `api-key-file` in `alluvium.toml`")
        })?;
        return key(&bytes, &format!("`{}` holds", path.display())).map(Some);
    }
    Ok(places.vars.iter().find_map(|name| env.get(name)).map(|key| key.trim().to_owned()).filter(|k| !k.is_empty()))
}

fn key(bytes: &[u8], whence: &str) -> Result<String> {
    let text = String::from_utf8_lossy(bytes);
    let key = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    if key.is_empty() { Err(Error::new(format!("{whence} no key"))) } else { Ok(key.to_owned()) }
}
