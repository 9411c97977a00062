//! What day it is: the one function that answers, and the only place that asks the clock.

mod date;
mod zone;

use std::fmt;

use chrono::{DateTime, Datelike as _, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, Utc};

use crate::env::Env;
use crate::error::{Error, Result};
pub use date::{parse_day, parse_days, parse_end};
pub use zone::Zone;

/// A calendar day: a label, not 24 hours. Written `2025-03-14`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(pub NaiveDate);

impl Day {
    /// Reads `YYYY-MM-DD`, zero-padded, nothing else.
    pub fn parse(text: &str) -> Option<Self> {
        let b = text.as_bytes();
        if b.len() != 10 || b[4] != b'-' || b[7] != b'-' {
            return None;
        }
        let digits = |r: std::ops::Range<usize>| {
            b[r].iter().try_fold(0u32, |n, c| c.is_ascii_digit().then(|| n * 10 + u32::from(c - b'0')))
        };
        NaiveDate::from_ymd_opt(digits(0..4)?.cast_signed(), digits(5..7)?, digits(8..10)?).map(Self)
    }

    /// `2025-03-14`; none of a year without four digits.
    pub(crate) fn digits(self) -> Option<[u8; 10]> {
        let year = u32::try_from(self.0.year()).ok().filter(|year| *year <= 9999)?;
        let digit = |n: u32| b'0' + (n % 10) as u8;
        let (y, m, d) = (year, self.0.month(), self.0.day());
        let year = [digit(y / 1000), digit(y / 100), digit(y / 10), digit(y)];
        let [a, b, c, e] = year;
        Some([a, b, c, e, b'-', digit(m / 10), digit(m), b'-', digit(d / 10), digit(d)])
    }

    /// The day `n` days later (earlier when negative), by the calendar.
    #[must_use]
    pub fn plus(self, n: i64) -> Self {
        Self(self.0.checked_add_signed(chrono::TimeDelta::days(n)).unwrap_or(self.0))
    }

    /// How many days `self` is after `other`; negative when before.
    pub fn since(self, other: Self) -> i64 {
        i64::from(self.0.num_days_from_ce()) - i64::from(other.0.num_days_from_ce())
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // By hand: reading a pattern costs more than all the digits, and a history is full of days.
        match self.digits() {
            Some(digits) => f.write_str(std::str::from_utf8(&digits).unwrap_or_default()),
            None => write!(f, "{}", self.0.format("%Y-%m-%d")),
        }
    }
}

/// A range of days, both ends included, either end open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Days {
    /// The first day.
    pub from: Option<Day>,
    /// The last day.
    pub to: Option<Day>,
}

impl Days {
    /// Whether the day lies in the range.
    pub fn contains(&self, day: Day) -> bool {
        self.from.is_none_or(|f| f <= day) && self.to.is_none_or(|t| day <= t)
    }
}

/// The present instant, seen from the zone. Taken once and passed down.
#[derive(Debug, Clone)]
pub struct Now {
    /// The instant.
    pub utc: DateTime<Utc>,
    /// The wall clock in the zone.
    pub local: NaiveDateTime,
    /// The zone's offset at the instant.
    pub offset: FixedOffset,
    /// The day key: the pinned day, or the local date minus `day-starts`.
    pub day: Day,
    /// The zone's name.
    pub zone: String,
}

impl Now {
    /// The clock time that a record carries.
    pub fn time(&self) -> NaiveTime {
        self.local.time()
    }
}

/// The present instant in UTC, to the second, for notes to people that no command reads (who holds a lock).
#[expect(clippy::disallowed_methods, reason = "the one place that asks the clock")]
pub(crate) fn stamp() -> String {
    Utc::now().format("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// Where time comes from: the system or `$ALLUVIUM_NOW`, the zone, the start of the day, a pinned day.
#[derive(Debug, Clone)]
pub struct Clock {
    /// The zone.
    pub zone: Zone,
    /// When a new day starts on the wall clock; midnight by default.
    pub day_starts: NaiveTime,
    /// `$ALLUVIUM_NOW`.
    pub fixed: Option<DateTime<Utc>>,
    /// `$ALLUVIUM_DAY`.
    pub pinned: Option<Day>,
}

impl Clock {
    /// The clock for a zone (`--zone`, else `$ALLUVIUM_ZONE`, else the setting, else the system's) and a
    /// start of the day (`HH:MM`), with `$ALLUVIUM_NOW` and `$ALLUVIUM_DAY` from the environment.
    pub fn new(flag: Option<&str>, setting: Option<&str>, day_starts: &str, env: &Env) -> Result<Self> {
        let zone = match flag.or_else(|| env.get("ALLUVIUM_ZONE")).or(setting) {
            Some(name) => Zone::named(name, env)?,
            None => Zone::system(env)?,
        };
        let day_starts = NaiveTime::parse_from_str(day_starts, "%H:%M").map_err(|e| {
            Error::usage(format!("cannot read `day-starts = \"{day_starts}\"`")).because(e).hint("write it as `HH:MM`")
        })?;
        let fixed = match env.get("ALLUVIUM_NOW") {
            Some(text) => Some(
                DateTime::parse_from_rfc3339(text)
                    .map_err(|e| {
                        Error::usage(format!("cannot read `$ALLUVIUM_NOW` (`{text}`)"))
                            .because(e)
                            .hint("write it as RFC 3339, such as `2025-03-14T09:14:00+01:00`")
                    })?
                    .to_utc(),
            ),
            None => None,
        };
        let pinned = match env.get("ALLUVIUM_DAY") {
            Some(text) => Some(Day::parse(text).ok_or_else(|| {
                Error::usage(format!("cannot read `$ALLUVIUM_DAY` (`{text}`)"))
                    .hint("set it with `export ALLUVIUM_DAY=$(alluvium today)`")
            })?),
            None => None,
        };
        Ok(Self { zone, day_starts, fixed, pinned })
    }

    /// The present instant. Batches call it once a record.
    #[expect(clippy::disallowed_methods, reason = "the one place that asks the clock")]
    pub fn now(&self) -> Result<Now> {
        let mut now = self.at(self.fixed.unwrap_or_else(Utc::now))?;
        if let Some(day) = self.pinned {
            now.day = day;
        }
        Ok(now)
    }

    /// The present as it would be at the given instant (for `at` in `add --jsonl`); never pinned.
    pub fn at(&self, instant: DateTime<Utc>) -> Result<Now> {
        let offset = self.zone.offset(instant)?;
        let local = instant.with_timezone(&offset).naive_local();
        // The hours are taken from the wall clock: four absolute hours before 04:00 may be another day.
        let day = Day((local - (self.day_starts - NaiveTime::MIN)).date());
        if !(0..=9999).contains(&day.0.year()) {
            return Err(Error::usage(format!("the day {day} has no name of the form YYYY-MM-DD"))
                .hint("days from 0000-01-01 to 9999-12-31 can be written"));
        }
        Ok(Now { utc: instant, local, offset, day, zone: self.zone.name().to_owned() })
    }
}

#[cfg(test)]
mod tests;
