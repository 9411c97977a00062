//! `alluvium config`: show the effective settings and where each comes from.

use super::{Context, Ui};
use crate::error::{Ended, Error, Result};
use crate::memory::settings::{Origin, TEMPLATE, Value, values};

/// Show the effective settings and where each comes from
///
/// The text is valid TOML: `key = value  # origin`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  alluvium config                   every key, its value and its origin
  alluvium config inject.budget     one value
  alluvium config --default         the settings file as `init` writes it")]
pub struct Config {
    /// Print the value of this key only, or of all keys below it
    #[arg(value_name = "KEY")]
    key: Option<String>,
    /// Print the built-in settings file, every key explained
    #[arg(long, conflicts_with = "key")]
    default: bool,
}

impl Config {
    /// Runs the command.
    pub fn run(self, context: &Context, ui: &mut Ui) -> Result<Ended> {
        if self.default {
            ui.answer(TEMPLATE)?;
            return Ok(Ended::Done);
        }
        let memory = context.memory()?;
        let mut values = values(&memory.settings, &memory.layers);
        overlay_zone(&mut values, context);
        // A zone that does not exist is said here, too.
        let clock = context.clock(&memory)?;
        if let Some(key) = &self.key {
            let below = format!("{key}.");
            values.retain(|v| v.key == *key || v.key.starts_with(&below));
            if values.is_empty() {
                return Err(
                    Error::usage(format!("there is no setting `{key}`")).hint("`alluvium config` lists all of them")
                );
            }
        }
        if ui.wants_json() {
            ui.json(&values)?;
            return Ok(Ended::Done);
        }
        if let ([value], Some(_)) = (values.as_slice(), &self.key) {
            match &value.value {
                Some(toml::Value::String(text)) => ui.line(text)?,
                Some(other) => ui.line(&other.to_string())?,
                None if value.key == "zone" => {
                    ui.line(&format!("# zone is not set; the system's is used: {}", clock.zone.name()))?;
                }
                None => ui.line(&format!("# {} is not set", value.key))?,
            }
            return Ok(Ended::Done);
        }
        for Value { key, value, origin } in &values {
            match value {
                Some(value) => ui.line(&format!("{key} = {value}  # {origin}"))?,
                None => ui.line(&format!("# {key} is not set"))?,
            }
        }
        Ok(Ended::Done)
    }
}

/// The one setting that the environment and the command line set.
fn overlay_zone(values: &mut [Value], context: &Context) {
    let flag = context.globals.zone.as_deref().map(|zone| (zone, Origin::Flag { name: "--zone" }));
    let variable = || Some((context.env.get("ALLUVIUM_ZONE")?, Origin::Environment { name: "$ALLUVIUM_ZONE" }));
    if let Some((zone, origin)) = flag.or_else(variable)
        && let Some(value) = values.iter_mut().find(|v| v.key == "zone")
    {
        (value.value, value.origin) = (Some(zone.into()), origin);
    }
}
