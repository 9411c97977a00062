//! The settings, `alluvium.toml`: every key optional, unknown keys refused, each value with its origin.
//!
//! Layers, later wins: built in, the folder's file, for a space the space's own file, then environment
//! and flags (which the commands apply where they take them). Reading is pure: text in, settings or the
//! first mistake with its line out.

mod check;
mod keys;
mod kinds;
mod mistake;
mod origin;

pub use keys::*;
pub use origin::{Origin, Value, values};

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
            settings = toml::from_str(&layer.text).map_err(|e| mistake::of(layer, &e))?;
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
