//! Making a memory folder: the only way in which one comes into being.

use std::path::Path;

use super::find::SETTINGS_FILE;
use super::settings::{Layout, TEMPLATE};
use super::{Settings, files};
use crate::error::{Error, Result};

/// The settings file of a new space.
pub(super) const SPACE_SETTINGS: &str =
    "# Settings of this space. What is not set here is inherited from the folder's alluvium.toml.\n";

/// What became of a file of a new memory.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Made {
    /// Its path, relative to the folder.
    pub file: String,
    /// False when it was there already and was left as it is.
    pub written: bool,
}

/// Makes a memory of a folder, in place when there are files in it already: no existing file is
/// changed. Nothing is made where a memory is already; then the list is empty.
pub fn make(folder: &Path, layout: &Layout) -> Result<Vec<Made>> {
    if folder.join(SETTINGS_FILE).exists() {
        return Ok(Vec::new());
    }
    if folder.components().any(|c| c.as_os_str() == ".git") {
        return Err(Error::new(format!("`{}` lies in git's own folder", folder.display()))
            .hint("name a folder beside it: `alluvium init DIR`"));
    }
    let settings = Settings { layout: layout.clone(), ..Settings::default() };
    let mut made = vec![Made { file: layout.sediment.clone(), written: sediment(folder, &settings)? }];
    for (name, text) in [
        (".gitattributes", git_attributes(layout)),
        (".gitignore", IGNORED.to_owned()),
        // Last, since a folder is a memory from then on: what a crash leaves is made whole by a second run.
        (SETTINGS_FILE, settings_text(layout)),
    ] {
        let path = folder.join(name);
        let written = !path.exists() && files::replace(&path, text.as_bytes())?;
        made.push(Made { file: name.to_owned(), written });
    }
    Ok(made)
}

/// What `.gitignore` must hold: locks and caches are never versioned.
pub const IGNORED: &str = ".alluvium/\n.*.alluvium-*.tmp\n";

/// The merge rules of a memory, for `.gitattributes`.
pub fn git_attributes(layout: &Layout) -> String {
    let stream = layout.stream.replace("{date}", "*").replace("{year}", "*").replace("{month}", "*");
    let mut text =
        "# Merged by record and by entry once `alluvium git setup` has run; else by git's own rules.\n".to_owned();
    for files in
        [&stream, &layout.sediment, "history/*.md", "sessions/*.md", "profile.md", "archive/*/*.md", "spaces/**/*.md"]
    {
        let anchored = if files.contains('/') { "" } else { "/" };
        text.push_str(&format!("{anchored}{} merge=alluvium\n", files.replace(' ', "[[:space:]]")));
    }
    text
}

/// Writes an empty sediment with its headings, where there is none. True when it wrote.
pub(super) fn sediment(folder: &Path, settings: &Settings) -> Result<bool> {
    let path = folder.join(&settings.layout.sediment);
    if path.exists() {
        return Ok(false);
    }
    let h = &settings.sediment.sections;
    let mut text = "# Long-term memory\n".to_owned();
    for heading in [&h.preferences, &h.context, &h.decisions, &h.lessons, &h.procedures] {
        text.push_str(&format!("\n## {heading}\n"));
    }
    files::replace(&path, text.as_bytes())
}

/// The template with the layout set where it is not the built-in one.
fn settings_text(layout: &Layout) -> String {
    let built_in = Layout::default();
    let mut text = TEMPLATE.to_owned();
    for (key, own, other) in
        [("stream", &layout.stream, &built_in.stream), ("sediment", &layout.sediment, &built_in.sediment)]
    {
        if own != other {
            text = text.replacen(&format!("#{key} = \"{other}\""), &format!("{key} = \"{own}\""), 1);
        }
    }
    text
}
