//! The effective settings, one value a key, each with the place where it was set.

use std::collections::BTreeMap;

use serde::Serialize;

use super::mistake::{all_keys, dotted, line_of, visit};
use super::{Layer, Settings};

/// Where a value comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "from")]
pub enum Origin {
    /// The program.
    BuiltIn,
    /// A settings file.
    File {
        /// Its path.
        path: String,
        /// The line, from 1.
        line: usize,
    },
    /// An environment variable.
    Environment {
        /// Its name, with `$`.
        name: &'static str,
    },
    /// An option of the command line.
    Flag {
        /// Its name, with `--`.
        name: &'static str,
    },
}

impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::BuiltIn => f.write_str("built in"),
            Self::File { path, line } => write!(f, "{path}:{line}"),
            Self::Environment { name } | Self::Flag { name } => f.write_str(name),
        }
    }
}

/// The value of a setting.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Value {
    /// The dotted key.
    pub key: String,
    /// The value; none when it is not set and has no default.
    pub value: Option<toml::Value>,
    /// Where it comes from.
    #[serde(flatten)]
    pub origin: Origin,
}

/// Every key, in the order of the built-in file, then the user's own (kinds, tasks, line forms).
pub fn values(settings: &Settings, layers: &[Layer]) -> Vec<Value> {
    let mut set = BTreeMap::new();
    if let Ok(toml::Value::Table(table)) = toml::Value::try_from(settings) {
        flatten(&table, "", &mut set);
    }
    let mut origins = BTreeMap::new();
    for layer in layers {
        visit(&layer.text, |key, span, leaf| {
            if leaf.is_some() {
                let line = line_of(&layer.text, span.start);
                origins.insert(key.to_lowercase(), Origin::File { path: layer.path.clone(), line });
            }
        });
    }
    let mut keys = all_keys();
    let known: std::collections::BTreeSet<String> = keys.iter().cloned().collect();
    keys.retain(|key| set.contains_key(key) || !is_example(key));
    keys.extend(set.keys().filter(|key| !known.contains(*key)).cloned());
    keys.into_iter()
        .map(|key| Value {
            value: set.remove(&key),
            origin: origins.remove(&key.to_lowercase()).unwrap_or(Origin::BuiltIn),
            key,
        })
        .collect()
}

/// Whether the key stands in a table of the user's own names, where the built-in file shows examples.
pub(super) fn is_example(key: &str) -> bool {
    ["kinds.", "inject.tasks.", "inject.lines."].iter().any(|map| key.starts_with(map))
}

fn flatten(table: &toml::Table, prefix: &str, set: &mut BTreeMap<String, toml::Value>) {
    for (key, value) in table {
        let key = dotted(prefix, key);
        match value {
            toml::Value::Table(table) => flatten(table, &key, set),
            value => drop(set.insert(key, value.clone())),
        }
    }
}
