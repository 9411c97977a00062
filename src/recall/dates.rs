//! Days that a question names: `2023-05-07`, `7 May 2023`, `May 7th`, `in May 2023`, `yesterday`.

use chrono::Datelike as _;

use crate::time::Day;

/// What a question says of a day; a part that is absent may be anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Named {
    /// The year.
    pub year: Option<i32>,
    /// The month, 1…12.
    pub month: u32,
    /// The day of the month.
    pub day: Option<u32>,
}

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

impl Named {
    /// How well a day fits, 0…1: less for the day before and after, since people misremember and
    /// conversations pass midnight.
    pub fn fits(self, day: Day) -> f64 {
        let is = |d: Day| {
            self.year.is_none_or(|y| d.0.year() == y)
                && self.month == d.0.month()
                && self.day.is_none_or(|n| d.0.day() == n)
        };
        if is(day) {
            1.0
        } else if self.day.is_some() && (is(day.plus(1)) || is(day.plus(-1))) {
            0.4
        } else {
            0.0
        }
    }
}

/// The days that a question names.
pub fn named(text: &str, today: Day) -> Vec<Named> {
    let exact = |d: Day| Named { year: Some(d.0.year()), month: d.0.month(), day: Some(d.0.day()) };
    let words: Vec<String> = text
        .split(|c: char| !(c.is_alphanumeric() || c == '-'))
        .filter(|w| !w.is_empty())
        .map(str::to_lowercase)
        .collect();
    let mut found = Vec::new();
    for (i, word) in words.iter().enumerate() {
        let at = |n: usize| words.get(n).map(String::as_str).unwrap_or("");
        let before = |n: usize| i.checked_sub(n).map(at).unwrap_or("");
        match word.as_str() {
            "today" => found.push(exact(today)),
            "yesterday" => found.push(exact(today.plus(-1))),
            _ => {}
        }
        if let Some(day) = Day::parse(word) {
            found.push(exact(day));
        }
        let Some(month) = month(word) else { continue };
        let (after, of) = (day_of_month(at(i + 1)), if before(1) == "of" { before(2) } else { before(1) });
        let (day, year) = match (day_of_month(of), after) {
            (Some(day), _) => (Some(day), year(at(i + 1))),
            (None, Some(day)) => (Some(day), year(at(i + 2))),
            (None, None) => (None, year(at(i + 1))),
        };
        // `may` alone is a verb, `march` too: a month without day and year needs a preposition.
        let stated = day.is_some()
            || year.is_some()
            || matches!(before(1), "in" | "during" | "last" | "since" | "early" | "late");
        if stated {
            found.push(Named { year, month, day });
        }
    }
    found.dedup();
    found
}

fn month(word: &str) -> Option<u32> {
    let long = MONTHS.iter().position(|m| *m == word);
    let short =
        || MONTHS.iter().position(|m| word.len() == 3 && m.starts_with(word) || word == "sept" && *m == "september");
    long.or_else(short).map(|m| m as u32 + 1)
}

fn day_of_month(word: &str) -> Option<u32> {
    let digits = word.trim_end_matches("st").trim_end_matches("nd").trim_end_matches("rd").trim_end_matches("th");
    digits.parse().ok().filter(|d| digits.len() <= 2 && (1..=31).contains(d))
}

fn year(word: &str) -> Option<i32> {
    word.parse().ok().filter(|y| word.len() == 4 && (1900..=2999).contains(y))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<(Option<i32>, u32, Option<u32>)> {
        let today = Day::parse("2025-03-14").unwrap();
        named(text, today).into_iter().map(|n| (n.year, n.month, n.day)).collect()
    }

    #[test]
    fn days_are_read_in_the_ways_people_write_them() {
        let day = (Some(2023), 5, Some(7));
        for text in ["on 2023-05-07?", "on 7 May 2023", "May 7, 2023", "the 7th of May 2023", "May 7th 2023"] {
            assert_eq!(of(text), [day], "{text}");
        }
        assert_eq!(of("what happened in May 2023"), [(Some(2023), 5, None)]);
        assert_eq!(of("in June"), [(None, 6, None)]);
        assert_eq!(of("on 3 July"), [(None, 7, Some(3))]);
        assert_eq!(of("what did I do yesterday"), [(Some(2025), 3, Some(13))]);
        assert_eq!(of("it may march on, said April"), []);
    }
}
