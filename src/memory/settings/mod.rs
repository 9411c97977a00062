//! The settings, `alluvium.toml`: every key optional, unknown keys refused, each value with its origin.
//!
//! Layers, later wins: built in, the folder's file, for a space the space's own file, then environment
//! and flags (which the commands apply where they take them). Reading is pure: text in, settings or the
//! first mistake with its line out.

mod check;
mod keys;
mod kinds;
mod mistake;
pub(crate) use mistake::distance;
mod origin;

pub use keys::*;
pub use origin::{Origin, Value, values};

use std::borrow::Cow;

use crate::error::Result;

/// `alluvium.toml` as `init` writes it: every key, commented out and explained.
pub const TEMPLATE: &str = include_str!("../../../templates/alluvium.toml");

/// A settings file: its path as shown to people, and its text.
#[derive(Debug, Clone)]
pub struct Layer {
    /// The path.
    pub path: String,
    /// The text.
    pub text: String,
}

impl Settings {
    /// Reads the layers, later ones on top. The first mistake is an error that names file, line and key.
    pub fn read(layers: &[Layer]) -> Result<Self> {
        let mut settings = Self::default();
        for (n, layer) in layers.iter().enumerate() {
            settings = parse(&layer.text).map_err(|e| mistake::of(layer, &e))?;
            if n > 0 {
                // Each file is right in itself; what they say together is read from the merged tables.
                settings = merged(&layers[..=n]).map_err(|e| mistake::of(layer, &e))?;
            }
            if let Some((key, wrong)) = check::check(&settings) {
                return Err(mistake::value(&layers[..=n], &key, &wrong));
            }
        }
        Ok(settings)
    }
}

/// Reads one file. Nearly all of what `init` writes explains: that is left out, and a file with a mistake
/// is read once more as it stands, so that the mistake is found on its line.
fn parse(text: &str) -> Result<Settings, toml::de::Error> {
    toml::from_str(&without_comments(text)).or_else(|_| toml::from_str(text))
}

/// The lines that say something. Strings of several lines may hold what looks like a comment: a file with
/// such is left as it is.
fn without_comments(text: &str) -> Cow<'_, str> {
    if [b"\"\"\"", b"'''"].iter().any(|quotes| memchr::memmem::find(text.as_bytes(), *quotes).is_some()) {
        return Cow::Borrowed(text);
    }
    let mut said = String::new();
    let mut start = 0;
    for end in memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1).chain([text.len()]) {
        let line = &text[start..end];
        if !matches!(line.trim_start().as_bytes().first(), None | Some(b'#')) {
            said.push_str(line);
        }
        start = end;
    }
    Cow::Owned(said)
}

fn merged(layers: &[Layer]) -> Result<Settings, toml::de::Error> {
    let mut table = toml::Table::new();
    for layer in layers {
        merge(&mut table, layer.text.parse()?);
    }
    table.try_into()
}

fn merge(below: &mut toml::Table, above: toml::Table) {
    for (key, value) in above {
        match (below.get_mut(&key), value) {
            (Some(toml::Value::Table(below)), toml::Value::Table(above)) => merge(below, above),
            (_, value) => {
                below.insert(key, value);
            }
        }
    }
}

#[cfg(test)]
mod tests;
