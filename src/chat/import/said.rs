//! What somebody said: the form that every reader of a transcript or memory gives.

use chrono::{DateTime, FixedOffset, NaiveTime, TimeZone as _};

use crate::stream::Fields;
use crate::time::Day;

/// When it was said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum When {
    /// At this instant.
    At(DateTime<FixedOffset>),
    /// On this day, at this time of the wall clock where the memory lives.
    Clock(Day, NaiveTime),
    /// On this day, nobody knows when.
    On(Day),
    /// Nobody knows.
    #[default]
    Unknown,
}

impl When {
    /// Reads a time stamp: RFC 3339, or seconds or milliseconds since 1970.
    pub fn read(text: &str) -> Self {
        if let Ok(at) = DateTime::parse_from_rfc3339(text) {
            return Self::At(at);
        }
        let Ok(number) = text.parse::<f64>() else {
            return Day::parse(text).map_or(Self::Unknown, Self::On);
        };
        let seconds = if number > 1e11 { number / 1000.0 } else { number };
        let at = chrono::Utc.timestamp_opt(seconds as i64, 0).single().filter(|_| seconds > 0.0);
        at.map_or(Self::Unknown, |at| Self::At(at.fixed_offset()))
    }

    /// Reads a member that is a string or a number.
    pub fn of(raw: Option<&str>) -> Self {
        raw.map_or(Self::Unknown, |raw| Self::read(&crate::chat::raw::string(raw).unwrap_or_else(|| raw.to_owned())))
    }
}

/// Whose words they are, and what may be made of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    /// A person's, in a conversation: only plain statements are taken.
    User,
    /// The gist of a conversation, made when the host compacted it.
    Summary,
    /// Somebody's notes: all of it is taken, as a note when no rule knows better.
    Notes,
    /// A memory that another program kept: all of it is taken, as a fact when no rule knows better.
    Memory,
}

/// Something said.
#[derive(Debug, Clone, PartialEq)]
pub struct Said {
    /// Whose words.
    pub who: Who,
    /// The words.
    pub text: String,
    /// When.
    pub when: When,
    /// The conversation, by the host's own id.
    pub session: Option<String>,
    /// The kind of record, where it is known.
    pub kind: Option<String>,
    /// Fields that it carries already.
    pub fields: Fields,
}

impl Said {
    /// Words with nothing else known about them.
    pub fn new(who: Who, text: String, when: When) -> Self {
        Self { who, text, when, session: None, kind: None, fields: Fields::default() }
    }
}
