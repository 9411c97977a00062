//! Of what sort a value is: a day never takes the place of a time of day, nor a number that of a name.

use std::ops::Range;

use super::lexicon::{Cue, Cues};
use super::reading::Reading;
use super::words::Kind;

/// The sort of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// A date, a weekday, a month, a day relative to another.
    Day,
    /// A time of day.
    Clock,
    /// Any other number, with or without its unit.
    Number,
    /// Anything else.
    Name,
}

const WEEKDAY: Cues = Cue::Monday.bit()
    | Cue::Tuesday.bit()
    | Cue::Wednesday.bit()
    | Cue::Thursday.bit()
    | Cue::Friday.bit()
    | Cue::Saturday.bit()
    | Cue::Sunday.bit();
const RELATIVE: Cues =
    Cue::Tomorrow.bit() | Cue::AfterTomorrow.bit() | Cue::Yesterday.bit() | Cue::BeforeYesterday.bit();

impl Reading {
    /// Whether a word names a day of the week.
    pub fn is_weekday(&self, at: usize) -> bool {
        self.cues[at] & WEEKDAY != 0
    }

    /// Whether a word is a number: `2`, `two`.
    pub fn is_number(&self, at: usize) -> bool {
        self.words[at].kind == Kind::Number || self.is(at, Cue::Numeral)
    }

    /// The sort of a value.
    pub fn sort(&self, range: Range<usize>) -> Sort {
        let number = |at: usize| self.words[at].kind == Kind::Number;
        let day = |at: usize| {
            let shown = self.text_of(at);
            let marks = |mark: char| shown.matches(mark).count();
            let month = self.is(at, Cue::Month)
                && match self.words[at].kind {
                    // `may`, `march` are months with a capital only; `5月` needs its number.
                    Kind::Glyph => at > 0 && number(at - 1),
                    _ => self.words[at].capital,
                };
            month
                || self.cues[at] & (WEEKDAY | RELATIVE) != 0
                || number(at) && (marks('-') == 2 || marks('/') == 2 || marks('.') == 2)
        };
        let clock = |at: usize| {
            number(at) && self.text_of(at).contains(':')
                || self.is(at, Cue::DayPart) && (self.words[at].kind != Kind::Glyph || at > 0 && number(at - 1))
        };
        if range.len() > 10 {
            return Sort::Name;
        }
        if range.clone().any(day) {
            return Sort::Day;
        }
        if range.clone().any(clock) {
            return Sort::Clock;
        }
        match range.into_iter().find(|i| self.words[*i].says() && !self.is(*i, Cue::Filler)) {
            Some(first) if self.is_number(first) => Sort::Number,
            _ => Sort::Name,
        }
    }

    /// Whether a value begins with a day or time, perhaps behind a word such as `next` or `the end of`.
    pub fn begins_with_time(&self, range: Range<usize>) -> bool {
        let first = range.clone().find(|i| !self.is(*i, Cue::Filler) && !self.is(*i, Cue::Binding));
        let near = Cue::Next.bit() | Cue::Last.bit();
        first.is_some_and(|i| self.cues[i] & near != 0 || self.sort(i..(i + 2).min(range.end)) != Sort::Name)
    }

    /// Of a value, the words that say of what it holds: `per file` of `20 MB per file`,
    /// `during the summer` of `Rome during the summer`.
    pub fn scope_of(&self, range: Range<usize>) -> Vec<u32> {
        let from = range.clone().find(|i| self.is(*i, Cue::Scope));
        from.map_or_else(Vec::new, |from| self.content_in(from..range.end).map(|i| self.words[i].stem).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distill::rules::lexicon::Lexicon;

    #[test]
    fn days_times_numbers_and_names_are_told_apart() {
        let lexicon = Lexicon::parse(None).unwrap();
        for (text, want) in [
            ("2025-04-15", Sort::Day),
            ("next Friday", Sort::Day),
            ("Tuesdays", Sort::Day),
            ("the end of March", Sort::Day),
            ("4 May", Sort::Day),
            ("周四上午", Sort::Day),
            ("5月3日", Sort::Day),
            ("9:30", Sort::Clock),
            ("9 pm", Sort::Clock),
            ("8点", Sort::Clock),
            ("8443", Sort::Number),
            ("20 MB", Sort::Number),
            ("Porto", Sort::Name),
            ("what we may do", Sort::Name),
            ("日志", Sort::Name),
        ] {
            let r = Reading::of(text, &lexicon);
            assert_eq!(r.sort(0..r.words.len()), want, "{text}");
        }
    }
}
