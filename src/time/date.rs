//! What `--date` takes: days and ranges of days, relative to the day key. Steps are made on dates.

use chrono::{Datelike as _, Weekday};

use super::{Day, Days};
use crate::error::{Error, Result};

/// Reads a single day: `YYYY-MM-DD`, `today`, `yesterday`, `tomorrow`, `-3d`, `+1d`, `-2w`, or a weekday
/// (`monday`, `mon`): the latest such day, today included.
pub fn parse_day(text: &str, today: Day) -> Result<Day> {
    one(text.trim(), today, |weekday| -i64::from(today.0.weekday().days_since(weekday)))
        .ok_or_else(|| unreadable(text).hint("dates are `2025-03-14`, `today`, `yesterday`, `-3d`, `-2w` or `monday`"))
}

/// Reads the last day on which something holds: like [`parse_day`], but a weekday is the coming one,
/// today included.
pub fn parse_end(text: &str, today: Day) -> Result<Day> {
    one(text.trim(), today, |weekday| i64::from(weekday.days_since(today.0.weekday())))
        .ok_or_else(|| unreadable(text).hint("dates are `2025-03-14`, `today`, `tomorrow`, `+3d`, `+2w` or `friday`"))
}

fn unreadable(text: &str) -> Error {
    Error::usage(format!("cannot read the date `{text}`"))
}

/// Reads a day or a range of days, both ends included: `2025-03-01..2025-03-14`, `-7d..`, `..yesterday`.
pub fn parse_days(text: &str, today: Day) -> Result<Days> {
    let Some((from, to)) = text.split_once("..") else {
        let day = parse_day(text, today)?;
        return Ok(Days { from: Some(day), to: Some(day) });
    };
    let end = |t: &str| if t.trim().is_empty() { Ok(None) } else { parse_day(t, today).map(Some) };
    let days = Days { from: end(from)?, to: end(to)? };
    match days {
        Days { from: Some(from), to: Some(to) } if from > to => {
            Err(Error::usage(format!("the range `{text}` ends before it begins")).hint("write the earlier day first"))
        }
        _ => Ok(days),
    }
}

fn one(text: &str, today: Day, to_weekday: impl Fn(Weekday) -> i64) -> Option<Day> {
    match text.to_ascii_lowercase().as_str() {
        "today" => return Some(today),
        "yesterday" => return Some(today.plus(-1)),
        "tomorrow" => return Some(today.plus(1)),
        _ => {}
    }
    if let Some(steps) = text.strip_prefix(['-', '+']) {
        let (number, days) = match steps.strip_suffix(['d', 'D']) {
            Some(number) => (number, 1),
            None => (steps.strip_suffix(['w', 'W'])?, 7),
        };
        if number.is_empty() || number.len() > 6 || !number.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let n = number.parse::<i64>().ok()? * days;
        let day = today.plus(if text.starts_with('-') { -n } else { n });
        return (0..=9999).contains(&day.0.year()).then_some(day); // others have no name that is read back
    }
    if let Ok(weekday) = text.parse::<Weekday>() {
        return Some(today.plus(to_weekday(weekday)));
    }
    Day::parse(text)
}
