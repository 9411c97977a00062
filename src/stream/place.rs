//! Putting a record into a day file where it belongs by time, without touching anything else in it.

use chrono::NaiveTime;

use super::{Kinds, Raw, RecordId, Scan, lines};
use crate::time::Day;

/// A record that is to stand in a file, and what decides where.
pub struct Placing<'p> {
    /// Its id there; its day is the one below whose heading it goes.
    pub id: RecordId,
    /// Its clock time; one without goes last.
    pub time: Option<NaiveTime>,
    /// When a day starts on the wall clock: the hours before come last in it.
    pub starts: NaiveTime,
    /// Its lines, below a heading that gives this offset in minutes east.
    pub item: &'p dyn Fn(Option<i16>) -> Vec<u8>,
    /// The heading that it needs where its day has none in the file, and the offset that it gives.
    pub heading: (String, Option<i16>),
}

impl Placing<'_> {
    /// The file of `day` with the record in it; the same bytes when it is there already. None when it
    /// cannot stand there without changing what other records are.
    pub fn put_into(&self, there: &[u8], day: Day, kinds: &Kinds) -> Option<Vec<u8>> {
        let mut scan = Scan::new(there, day, kinds);
        let raws: Vec<Raw<'_>> = scan.by_ref().collect();
        if raws.iter().any(|raw| raw.id == self.id) {
            return Some(there.to_vec());
        }
        let mine: Vec<&Raw<'_>> = raws.iter().filter(|raw| raw.id.day == self.id.day).collect();
        let order = |time: NaiveTime| (time < self.starts, time);
        let is_later = |raw: &&&Raw<'_>| {
            raw.head.time.and_then(|t| t.time()).zip(self.time).is_some_and(|(there, own)| order(there) > order(own))
        };
        let (place, item) = match (mine.iter().find(is_later), mine.last()) {
            (Some(next), _) => (next.range.start, (self.item)(next.offset)),
            (None, Some(last)) => (last.range.end, (self.item)(last.offset)),
            (None, None) => (there.len(), self.with_heading(there, scan.heading(), scan.needs_blank_line())),
        };
        let after = inserted(there, place, &item);
        let old: Vec<RecordId> = raws.iter().map(|raw| raw.id).collect();
        let new: Vec<RecordId> = Scan::new(&after, day, kinds).map(|raw| raw.id).collect();
        let kept: Vec<RecordId> = new.iter().copied().filter(|id| *id != self.id).collect();
        (kept == old && new.len() == old.len() + 1).then_some(after)
    }

    /// The record at the end of a file, below a heading of its day.
    fn with_heading(&self, there: &[u8], (day, offset): (Day, Option<i16>), apart: bool) -> Vec<u8> {
        let (heading, given) = &self.heading;
        let empty = there.trim_ascii().is_empty();
        if !empty && day == self.id.day {
            return [if apart { b"\n" } else { &b""[..] }, &(self.item)(offset)].concat();
        }
        let gap = if empty { "" } else { "\n" };
        [format!("{gap}{heading}\n\n").as_bytes(), &(self.item)(*given)].concat()
    }
}

fn inserted(there: &[u8], place: usize, item: &[u8]) -> Vec<u8> {
    let mut after = there[..place].to_vec();
    if !after.is_empty() && !after.ends_with(b"\n") {
        after.extend_from_slice(lines::ending(there).as_bytes());
    }
    after.extend_from_slice(item);
    if !item.ends_with(b"\n") {
        after.extend_from_slice(lines::ending(there).as_bytes());
    }
    after.extend_from_slice(&there[place..]);
    after
}

/// Both day files in one: where one of them is nothing but records below headings, they go into the
/// other, each into its place by time. None when both hold more than that.
pub fn join(a: &[u8], b: &[u8], day: Day, starts: NaiveTime, kinds: &Kinds) -> Option<Vec<u8>> {
    let (mut into, from) = if is_plain(b, day, kinds) {
        (a.to_vec(), b)
    } else if is_plain(a, day, kinds) {
        (b.to_vec(), a)
    } else {
        return None;
    };
    for raw in Scan::new(from, day, kinds) {
        let bytes = &from[raw.range.clone()];
        let heading = from
            .split_inclusive(|b| *b == b'\n')
            .rfind(|line| line.starts_with(format!("## {}", raw.id.day).as_bytes()));
        let heading =
            heading.map_or_else(|| format!("## {}", raw.id.day), |h| String::from_utf8_lossy(h).trim_end().to_owned());
        let item = |_: Option<i16>| bytes.to_vec();
        let placing = Placing {
            id: raw.id,
            time: raw.head.time.and_then(|t| t.time()),
            starts,
            item: &item,
            heading: (heading, raw.offset),
        };
        into = placing.put_into(&into, day, kinds)?;
    }
    Some(into)
}

/// Whether a day file holds nothing but headings of days, records and blank lines.
fn is_plain(bytes: &[u8], day: Day, kinds: &Kinds) -> bool {
    let mut at = 0;
    let mut rest = Vec::new();
    for raw in Scan::new(bytes, day, kinds) {
        rest.extend_from_slice(&bytes[at..raw.range.start]);
        at = raw.range.end;
    }
    rest.extend_from_slice(&bytes[at..]);
    lines::split(&rest).all(|line| {
        let line = line.trim_ascii();
        line.is_empty() || line.strip_prefix(b"## ").is_some_and(|title| title.first().is_some_and(u8::is_ascii_digit))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::Settings;

    fn joined(a: &str, b: &str) -> Option<String> {
        let day = Day::parse("2025-03-14").unwrap();
        let kinds = Kinds::of(&Settings::default());
        let join = |a: &str, b: &str| join(a.as_bytes(), b.as_bytes(), day, NaiveTime::MIN, &kinds);
        join(a, b).map(|bytes| {
            let text = String::from_utf8(bytes.clone()).unwrap();
            let cold = if a.contains("---") { b } else { a };
            assert_eq!(join(&text, cold), Some(bytes), "twice is once");
            text
        })
    }

    #[test]
    fn records_go_into_their_place_and_nothing_else_moves() {
        let day = "\u{feff}---\r\ntags: x\r\n---\r\n- 09:10 [Fact] b\r\nprose\r\n\r\n- 09:30 [Fact] d";
        let cold = "## 2025-03-14\n\n- 09:00 [Log] a\n  more\n- 09:20 [Log] c\n- 09:40 [Log] e\n- [Log] f\n";
        let expected = "\u{feff}---\r\ntags: x\r\n---\r\n- 09:00 [Log] a\n  more\n- 09:10 [Fact] b\r\nprose\r\n\r\n\
                        - 09:20 [Log] c\n- 09:30 [Fact] d\r\n- 09:40 [Log] e\n- [Log] f\n";
        assert_eq!(joined(day, cold).as_deref(), Some(expected));
        assert_eq!(joined(cold, day).as_deref(), Some(expected));
        assert_eq!(joined("words\n- 09:00 [Log] a\n", "other words\n- 09:10 [Log] b\n"), None);
        let heading = "## 2025-03-14 (Europe/Berlin, UTC+01:00)\n\n- 09:00 [Log] a\n";
        assert_eq!(joined("", heading).as_deref(), Some(heading));
    }
}
