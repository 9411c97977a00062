//! Setting git up for a memory: which files merge how, and the driver that does it.

use super::Work;
use crate::error::Result;
use crate::memory::make::{IGNORED, git_attributes};
use crate::memory::{Memory, files};

/// The name of the merge driver in `.gitattributes` and in git's configuration.
const DRIVER: &str = "alluvium";

/// What `git setup` changed.
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Done {
    /// Files that were written, relative to the memory folder.
    pub files: Vec<String>,
    /// Whether the repository's configuration was changed.
    pub configured: bool,
}

/// Writes the missing lines of `.gitattributes` and `.gitignore` and configures the driver in the
/// repository. `program` is how git calls us. A second time changes nothing.
///
/// # Errors
///
/// When a file cannot be written or git refuses.
pub fn setup(memory: &Memory, work: &Work, program: &str) -> Result<Done> {
    let mut done = Done::default();
    let rules = git_attributes(&memory.settings.layout);
    for (name, wanted) in [(".gitattributes", rules.as_str()), (".gitignore", IGNORED)] {
        let path = memory.root.join(name);
        let old = files::read(&path)?.unwrap_or_default();
        let text = String::from_utf8_lossy(&old);
        let missing: Vec<&str> = wanted.lines().filter(|l| !text.lines().any(|t| t.trim() == *l)).collect();
        if missing.is_empty() {
            continue;
        }
        let mut new = old.clone();
        if !new.is_empty() && !new.ends_with(b"\n") {
            new.push(b'\n');
        }
        for line in missing {
            new.extend_from_slice(line.as_bytes());
            new.push(b'\n');
        }
        files::replace(&path, &new)?;
        done.files.push(name.to_owned());
    }
    let quoted = format!("'{}'", program.replace('\'', r"'\''"));
    for (key, value) in [
        ("name", "alluvium merges records, entries and history".to_owned()),
        ("driver", format!("{quoted} merge %O %A %B %P")),
    ] {
        let key = format!("merge.{DRIVER}.{key}");
        let now = work.try_git(&["config", "--local", "--get", &key])?;
        if String::from_utf8_lossy(&now.stdout).trim_end() != value {
            work.git(&["config", "--local", &key, &value])?;
            done.configured = true;
        }
    }
    Ok(done)
}
