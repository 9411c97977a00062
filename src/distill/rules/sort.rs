//! Of what sort a value is: a day never takes the place of a time of day, nor a number that of a name.

use std::ops::Range;

use super::cue::{Cue, Cues, any};
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

/// Stands for any preposition: `at the lake` and `in Lisbon` may be two values of one thing.
const AT: u32 = 0;

const WEEKDAY: Cues = any!(Monday | Tuesday | Wednesday | Thursday | Friday | Saturday | Sunday);
const RELATIVE: Cues = any!(Tomorrow | AfterTomorrow | Yesterday | BeforeYesterday);

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
            let marks = |mark: char| self.text_of(at).matches(mark).count();
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
        // `a few hours before breakfast`, `half a day`: so long.
        let before = range.start.checked_sub(1).into_iter();
        let articled = before.chain(range.clone()).any(|i| self.is(i, Cue::Article));
        let spans = articled && self.named_by(&range).is_some_and(|i| self.is(i, Cue::Span));
        match self.says_in(range.clone()).next() {
            Some(first) if spans || self.is_number(first) => Sort::Number,
            _ => Sort::Name,
        }
    }

    /// The last word of what a value names, what holds of it aside: `window seat` of `the window seat by the door`.
    fn named_by(&self, value: &Range<usize>) -> Option<usize> {
        let aside = any!(Preposition | Scope | Next | Last);
        let ends = |i: &usize| *i > value.start && (self.cues[*i] & aside != 0 || self.is_weekday(*i));
        let end = value.clone().find(ends).unwrap_or(value.end);
        (value.start..end).rev().find(|i| self.words[*i].says())
    }

    /// What else than a value is said by a word behind a form of being: `allergic` of `allergic to nuts`, `checked`; `AT` for
    /// any preposition.
    fn said_of(&self, value: &Range<usize>) -> Option<u32> {
        let first = value.start;
        let plain = |at: usize| self.words[at].kind == Kind::Plain && !self.words[at].capital;
        if value.is_empty() || !plain(first) || self.is(first, Cue::Article) || self.is_number(first) {
            return None;
        }
        if self.is(first, Cue::Preposition) {
            return Some(AT);
        }
        let next = first + 1;
        let led = next + 1 < value.end && plain(next) && self.is(next, Cue::Preposition);
        let done = next < value.end && self.text_of(first).ends_with("ed");
        (led || done).then(|| self.words[first].stem)
    }

    /// Whether a value is a name, or what can only be one: a number, code, words of a script without capitals.
    pub fn is_proper(&self, value: &Range<usize>) -> bool {
        self.named_by(value).is_some_and(|i| self.words[i].capital || self.words[i].kind != Kind::Plain)
    }

    /// Whether a value is a name in plain letters.
    pub fn is_name(&self, value: &Range<usize>) -> bool {
        self.words[value.start].kind == Kind::Plain
            && self.named_by(value).is_some_and(|i| self.words[i].capital && self.words[i].kind == Kind::Plain)
    }

    /// Whether a value is of a kind, and not a particular one: `a houseboat`.
    pub fn is_kind(&self, value: &Range<usize>) -> bool {
        let article = value.start.checked_sub(1).filter(|i| self.is(*i, Cue::Article));
        let open = |i: usize| self.is(i, Cue::Article) && !self.is_definite(i);
        (article.is_some_and(open) || open(value.start)) && !self.is_proper(value)
    }

    /// Whether a value in a script without capitals ends in a kind of place: 二楼办公室.
    pub fn is_site(&self, value: &Range<usize>) -> bool {
        self.is_glyphs(value) && self.hits(Cue::Site).any(|h| h.to == value.end && h.from >= value.start)
    }

    /// Whether a value is written in a script without spaces.
    pub fn is_glyphs(&self, value: &Range<usize>) -> bool {
        value.clone().all(|i| self.words[i].kind == Kind::Glyph)
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

/// Whether two values say of what they hold, and not of the same: `20 MB per file`, `2 GB per account`.
pub fn scopes_differ((r, a): (&Reading, &Range<usize>), (k, b): (&Reading, &Range<usize>)) -> bool {
    let (mine, theirs) = (r.scope_of(a.clone()), k.scope_of(b.clone()));
    !mine.is_empty() && !theirs.is_empty() && mine != theirs
}

/// Whether two values are said in two relations: `allergic to nuts`, `kept in cage 3`.
pub fn relations_differ((r, a): (&Reading, &Range<usize>), (k, b): (&Reading, &Range<usize>)) -> bool {
    r.said_of(a).zip(k.said_of(b)).is_some_and(|(mine, theirs)| mine != theirs)
}

/// Whether the name of a place takes nothing away from a kind of place: `in a houseboat`, and `in Rotterdam`; 二楼办公室,
/// and 北京. Unless the text tells of a change.
pub fn kind_and_name((r, new): (&Reading, &Range<usize>), (k, old): (&Reading, &Range<usize>)) -> bool {
    let glyphs = k.is_site(old) && r.is_glyphs(new) && !r.is_site(new);
    !r.has(Cue::Marker) && (k.is_kind(old) && r.is_name(new) || glyphs)
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
