//! Records in the file of another day than the one to which their own offset says that they belong.
//!
//! `23:30-05:00` in the file of the 14th of a memory that counts its days in Berlin happened at 05:30
//! on the 15th. Only an offset that the record itself bears speaks against the file: times without one
//! are those of the heading, and whoever writes on a journey lives by the days of the place.

use chrono::{NaiveTime, TimeDelta};

use super::head::{self, east};
use super::place::Placing;
use super::plan::offset_text;
use super::{Kinds, Raw, RecordId, Scan};
use crate::time::{Clock, Day, Now};

/// A record that belongs to another day.
#[derive(Debug, Clone)]
pub struct Misfiled {
    /// The line of its first line, from 1.
    pub line: usize,
    /// Its id where it stands.
    pub from: RecordId,
    /// Its id where it belongs.
    pub to: RecordId,
    /// The moment, seen from the zone of the memory.
    pub now: Now,
    /// Its bytes before and after the time.
    around: [Vec<u8>; 2],
    /// The time as it is written there, without an offset.
    time: String,
    /// When a day starts on the wall clock.
    starts: NaiveTime,
}

/// The records of a day file that belong to other days, in file order.
pub fn misfiled(bytes: &[u8], day: Day, kinds: &Kinds, clock: &Clock) -> Vec<Misfiled> {
    Scan::new(bytes, day, kinds).filter_map(|raw| Misfiled::of(&raw, bytes, kinds, clock)).collect()
}

impl Misfiled {
    fn of(raw: &Raw<'_>, bytes: &[u8], kinds: &Kinds, clock: &Clock) -> Option<Self> {
        let written = raw.head.time?;
        let (time, offset) = (written.time()?, east(written.offset?)?);
        // The hours before the day starts belong to the calendar's next day.
        let date = if time < clock.day_starts { raw.id.day.plus(1) } else { raw.id.day };
        let instant = date.0.and_time(time).checked_sub_signed(TimeDelta::seconds(offset.local_minus_utc().into()))?;
        let now = clock.at(instant.and_utc()).ok()?;
        if now.day == raw.id.day {
            return None;
        }
        let content = raw.text - raw.head.text;
        let token = head::clock_range(&bytes[content..raw.range.end])?;
        let token = content + token.start..content + token.end;
        let around = [bytes[raw.range.start..token.start].to_vec(), bytes[token.end..raw.range.end].to_vec()];
        let form = if written.second.is_some() { "%H:%M:%S" } else { "%H:%M" };
        let time = now.local.format(form).to_string();
        let to = Scan::new(&[&around[0], time.as_bytes(), &around[1]].concat(), now.day, kinds).next()?.id;
        Some(Self { line: raw.line, from: raw.id, to, now, around, time, starts: clock.day_starts })
    }

    /// The record where the heading above it gives this offset, in minutes east.
    fn item(&self, heading: Option<i16>) -> Vec<u8> {
        let minutes = minutes(&self.now);
        let offset = if heading == Some(minutes) { String::new() } else { offset_text(minutes) };
        let mut item = [&self.around[0], self.time.as_bytes(), offset.as_bytes(), &self.around[1]].concat();
        if !item.ends_with(b"\n") {
            item.push(b'\n');
        }
        item
    }

    /// The file of its day with the record in it, in its place by time; the same bytes when it is
    /// there already. None when it cannot stand there as it is.
    pub fn put_into(&self, there: &[u8], day: Day, kinds: &Kinds) -> Option<Vec<u8>> {
        let minutes = minutes(&self.now);
        let heading = format!("## {} ({}, UTC{})", self.to.day, self.now.zone, offset_text(minutes));
        let time = Some(self.now.local.time());
        let item = |heading| self.item(heading);
        let placing =
            Placing { id: self.to, time, starts: self.starts, item: &item, heading: (heading, Some(minutes)) };
        placing.put_into(there, day, kinds)
    }
}

fn minutes(now: &Now) -> i16 {
    i16::try_from(now.offset.local_minus_utc() / 60).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::env::Env;
    use crate::memory::Settings;

    fn clock(zone: &str, starts: &str) -> Clock {
        Clock::new(Some(zone), None, starts, &Env::default()).unwrap()
    }

    fn kinds() -> Kinds {
        Kinds::of(&Settings::default())
    }

    fn day(text: &str) -> Day {
        Day::parse(text).unwrap()
    }

    /// `day time` of each record that belongs elsewhere.
    fn found(text: &str, clock: &Clock) -> Vec<String> {
        let all = misfiled(text.as_bytes(), day("2025-03-14"), &kinds(), clock);
        all.iter().map(|m| format!("{} {}", m.to.day, m.time)).collect()
    }

    #[test]
    fn only_an_offset_of_its_own_speaks_against_the_file() {
        let berlin = clock("Europe/Berlin", "00:00");
        let text = "## 2025-03-14 (Europe/Berlin, UTC+01:00)\n\n- 00:10 [Fact] a\n- 23:59 [Fact] b\n- 05:00Z [Fact] c\n\
                    - 23:30-05:00 [Fact] d\n- [Fact] 00:30:15+09:00 e\n- 23:59+01:00 [Fact] f\n- [Fact] g\n";
        assert_eq!(found(text, &berlin), ["2025-03-15 05:30", "2025-03-13 16:30:15"]);
        let utc = text.replace("(Europe/Berlin, UTC+01:00)", "(UTC)");
        assert_eq!(found(&utc, &berlin), ["2025-03-15 05:30", "2025-03-13 16:30:15"]);
    }

    #[test]
    fn the_hours_before_the_day_starts_belong_to_it() {
        let night = clock("Europe/Berlin", "04:00");
        // Half past one on the 15th, in the file of the 14th: at home, and by the offset.
        assert_eq!(
            found("- 01:30+01:00 [Fact] a\n- 00:30Z [Fact] b\n- 03:30Z [Fact] c\n", &night),
            ["2025-03-15 04:30"]
        );
        // The night in which summer begins.
        let file = misfiled(b"- 03:30+02:00 [Fact] a\n", day("2025-03-29"), &kinds(), &night);
        assert_eq!(file.len(), 0);
    }

    fn put(text: &str, there: &str, clock: &Clock) -> String {
        let all = misfiled(text.as_bytes(), day("2025-03-14"), &kinds(), clock);
        let after = all[0].put_into(there.as_bytes(), all[0].to.day, &kinds()).unwrap();
        // Put twice, it stands once, and where it stands now it belongs.
        assert_eq!(all[0].put_into(&after, all[0].to.day, &kinds()).unwrap(), after);
        assert_eq!(misfiled(&after, all[0].to.day, &kinds(), clock).len(), 0);
        String::from_utf8(after).unwrap()
    }

    #[test]
    fn it_stands_in_its_place_by_time_and_says_the_same() {
        let berlin = clock("Europe/Berlin", "00:00");
        let text = "- 23:30-05:00 [Fact] x [topic:: a/b]\n  more\n\n  ```\n  code\n  ```";
        let body = " [Fact] x [topic:: a/b]\n  more\n\n  ```\n  code\n  ```\n";
        assert_eq!(put(text, "", &berlin), format!("## 2025-03-15 (Europe/Berlin, UTC+01:00)\n\n- 05:30{body}"));
        let head = "## 2025-03-15 (Europe/Berlin, UTC+01:00)\n\nprose\n\n";
        assert_eq!(
            put(text, &format!("{head}- 04:00 [Fact] a\n- [Fact] b\n- 09:00 [Fact] c\n"), &berlin),
            format!("{head}- 04:00 [Fact] a\n- [Fact] b\n- 05:30{body}- 09:00 [Fact] c\n")
        );
        assert_eq!(
            put(text, &format!("{head}- 04:00 [Fact] a\n\nThe end"), &berlin),
            format!("{head}- 04:00 [Fact] a\n- 05:30{body}\nThe end")
        );
        assert_eq!(put(text, "Only prose", &berlin), format!("Only prose\n- 05:30+01:00{body}"));
        assert_eq!(
            put(text, "## 2025-03-15 (UTC)\n- 07:00 [Fact] a\n", &berlin),
            format!("## 2025-03-15 (UTC)\n- 05:30+01:00{body}- 07:00 [Fact] a\n")
        );
        assert_eq!(
            put(text, "## 2025-03-10\n- 07:00 [Fact] a\n", &berlin),
            format!("## 2025-03-10\n- 07:00 [Fact] a\n\n## 2025-03-15 (Europe/Berlin, UTC+01:00)\n\n- 05:30{body}")
        );
    }
}
