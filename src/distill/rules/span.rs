//! Values that can be recognised by themselves: days, times of day, numbers with what they count, versions.

use std::ops::Range;

use super::cue::{Cue, any};
use super::reading::Reading;
use super::sort::Sort;
use super::words::Kind;

/// A value, and of what sort it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// Its words.
    pub range: Range<usize>,
    /// Its sort.
    pub sort: Sort,
    /// What a number counts: the word behind it.
    pub unit: Option<u32>,
}

impl Span {
    /// Whether one may stand in the place of the other: of one sort, counting the same as far as both say what.
    pub fn takes_place_of(&self, other: &Self) -> bool {
        let counts = self.unit.is_none() || other.unit.is_none() || self.unit == other.unit;
        self.sort == other.sort && counts
    }
}

impl Reading {
    /// The days, times and numbers in a range, from left to right.
    pub fn spans(&self, range: Range<usize>) -> Vec<Span> {
        let mut spans = Vec::new();
        let mut at = range.start;
        while at < range.end {
            let end = self.span_end(at, range.end);
            if end == at {
                at += 1;
                continue;
            }
            let words = at..end;
            let sort = self.sort_of_span(words.clone());
            // `the evening college`: a part of the day alone is no time.
            let vague = words.clone().all(|i| self.is(i, Cue::DayTime) && self.words[i].kind != Kind::Glyph);
            if vague {
                at = end;
                continue;
            }
            if sort != Sort::Number {
                spans.push(Span { range: words, sort, unit: None });
            } else if self.counts(at, range.end) {
                spans.push(Span { range: words, sort, unit: self.unit(end, range.end) });
            }
            at = end;
        }
        spans
    }

    /// The word after the last of the numbers and names of days and times that stand together from a word on.
    fn span_end(&self, at: usize, limit: usize) -> usize {
        let timely = |i: usize| {
            let glyph = self.words[i].kind == Kind::Glyph;
            let month = self.is(i, Cue::Month) && (self.words[i].capital || glyph && i > at);
            self.is_weekday(i)
                || self.is(i, Cue::DayTime)
                || self.is(i, Cue::DayPart) && (!glyph || i > at && self.is_number(i - 1))
                || month
        };
        let part = |i: usize| i < limit && !self.words[i].quoted && (self.is_number(i) || timely(i));
        let mut end = at;
        while part(end) {
            end += 1;
            // `Tuesdays at 2 pm`, `周二的 9:00`: one moment.
            let joint = end + 1 < limit && self.is(end, Cue::Binding) && (at..end).any(timely);
            if joint && part(end + 1) {
                end += 1;
            }
        }
        end
    }

    fn sort_of_span(&self, range: Range<usize>) -> Sort {
        let marks = |i: usize, mark: char| self.text_of(i).matches(mark).count();
        let date = |i: usize| {
            let number = self.words[i].kind == Kind::Number;
            number && (marks(i, '-') == 2 || marks(i, '/') == 2 || marks(i, '.') == 2 && self.text_of(i).len() >= 8)
        };
        let day = |i: usize| self.is_weekday(i) || self.is(i, Cue::Month) || date(i);
        let clock = |i: usize| self.is(i, Cue::DayPart) || self.is(i, Cue::DayTime) || marks(i, ':') > 0;
        match () {
            () if range.clone().any(day) => Sort::Day,
            () if range.clone().any(clock) => Sort::Clock,
            () => Sort::Number,
        }
    }

    /// Whether a number is one, and no address, version or part of a word (统一).
    fn counts(&self, at: usize, limit: usize) -> bool {
        match self.words[at].kind {
            Kind::Glyph => {
                let next = (at + 1..limit).find(|i| !self.is(*i, Cue::Numeral));
                next.is_some_and(|i| self.is(i, Cue::Measured))
            }
            _ => self.text_of(at).matches('.').count() < 2,
        }
    }

    fn unit(&self, at: usize, limit: usize) -> Option<u32> {
        let word = self.words.get(at).filter(|_| at < limit)?;
        let silent = any!(Filler | Binding | Preposition);
        let word = Some(word).filter(|w| w.says() && self.cues[at] & silent == 0 || self.text_of(at) == "%")?;
        Some(word.stem)
    }

    /// Versions in a range: a name and its number (`PostgreSQL 16`, `Vue3`, `v2.4`), with a hash of the name.
    pub fn versions(&self, range: Range<usize>) -> Vec<(u32, Range<usize>)> {
        let mut found = Vec::new();
        for at in range.clone() {
            let shown = self.text_of(at);
            let digits = shown.find(|c: char| c.is_ascii_digit());
            match self.words[at].kind {
                Kind::Code if digits.is_some_and(|n| n > 0) => {
                    let digits = digits.unwrap_or(0);
                    let number = shown[digits..].bytes().all(|b| b.is_ascii_digit() || b == b'.');
                    if number && shown[..digits].chars().all(char::is_alphabetic) {
                        found.push((super::words::hash(&shown[..digits]), at..at + 1));
                    }
                }
                Kind::Number if at > range.start => {
                    let name = self.words[at - 1];
                    let named = matches!(name.kind, Kind::Plain | Kind::Code) && name.capital;
                    if named && !self.is(at - 1, Cue::Month) && !self.is_weekday(at - 1) {
                        found.push((name.stem, at - 1..at + 1));
                    } else if shown.contains('.') {
                        found.push((0, at..at + 1));
                    }
                }
                Kind::Number if shown.contains('.') => found.push((0, at..at + 1)),
                _ => {}
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distill::rules::lexicon::Lexicon;

    #[test]
    fn values_are_found_by_their_form() {
        let lexicon = Lexicon::parse(None).unwrap();
        for (text, want) in [
            ("Choir practice is on Tuesday at 19:00", &[("Tuesday at 19:00", Sort::Day)][..]),
            ("评审会定在周二上午九点。", &[("周二上午九点", Sort::Day)]),
            ("备份每天凌晨两点跑", &[("凌晨两点", Sort::Clock)]),
            ("体重 78 公斤，目标 70。", &[("78", Sort::Number), ("70", Sort::Number)]),
            ("统一用四个空格", &[("四", Sort::Number)]),
            ("The pool has 8 threads of 2 MB", &[("8", Sort::Number), ("2", Sort::Number)]),
            ("The host is 10.0.3.12", &[]),
            ("体验课推迟到 6 月 15 日", &[("6 月 15 日", Sort::Day)]),
        ] {
            let r = Reading::of(text, &lexicon);
            let spans = r.spans(0..r.words.len());
            let shown: Vec<_> = spans.iter().map(|s| (r.shown(s.range.clone()), s.sort)).collect();
            assert_eq!(shown, want, "{text}");
        }
        let r = Reading::of("主库从 MySQL 5.7 升到 Vue3 和 v2.4.0", &lexicon);
        let versions = r.versions(0..r.words.len());
        let shown: Vec<_> = versions.iter().map(|(_, v)| r.shown(v.clone())).collect();
        assert_eq!(shown, ["MySQL 5.7", "Vue3", "v2.4.0"]);
    }
}
