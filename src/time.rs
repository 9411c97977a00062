//! What day it is: the one function that answers, and the only place that asks the clock.

use std::fmt;

use chrono::{DateTime, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, Utc};

use crate::error::Result;

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

    /// The day `n` days later (earlier when negative), by the calendar.
    #[must_use]
    pub fn plus(self, n: i64) -> Self {
        Self(self.0.checked_add_signed(chrono::TimeDelta::days(n)).unwrap_or(self.0))
    }

    /// How many days `self` is after `other`; negative when before.
    pub fn since(self, other: Self) -> i64 {
        (self.0 - other.0).num_days()
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.format("%Y-%m-%d"))
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

/// A time zone with its rules.
#[derive(Debug, Clone)]
pub struct Zone {
    name: String,
}

impl Zone {
    /// The IANA name, such as `Europe/Berlin`.
    pub fn name(&self) -> &str {
        &self.name
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
    /// The present instant. Batches call it once a record.
    pub fn now(&self) -> Result<Now> {
        unimplemented!("helper A")
    }

    /// The present as it would be at the given instant (for `at` in `add --jsonl`); never pinned.
    pub fn at(&self, _instant: DateTime<Utc>) -> Result<Now> {
        unimplemented!("helper A")
    }
}

/// Reads what `--date` takes: a day or a range (`2025-03-14`, `today`, `-3d`, `monday`, `2025-03-01..`, `-7d..`).
pub fn parse_days(_text: &str, _today: Day) -> Result<Days> {
    unimplemented!("helper A")
}

/// Reads a single day in any form of `--date`.
pub fn parse_day(_text: &str, _today: Day) -> Result<Day> {
    unimplemented!("helper A")
}
