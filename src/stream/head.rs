//! The head of a record: `09:14 [Decision]`, in every form in which people write it.

use chrono::{FixedOffset, NaiveTime};

use super::kind::{Kinds, is_kind};

/// What stands before the text of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Head<'t> {
    /// The clock time and the offset that it carries itself.
    pub time: Option<Clock>,
    /// The kind as written.
    pub kind: &'t [u8],
    /// Where the text begins, in bytes from the head.
    pub text: usize,
    /// A word before the kind that looks like a time and cannot be read as one.
    pub odd_time: bool,
}

/// A clock time as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Clock {
    pub hour: u8,
    pub minute: u8,
    /// None where the seconds are not written.
    pub second: Option<u8>,
    /// Minutes east of Greenwich.
    pub offset: Option<i16>,
}

impl Clock {
    /// As chrono's value.
    pub(super) fn time(self) -> Option<NaiveTime> {
        NaiveTime::from_hms_opt(self.hour.into(), self.minute.into(), self.second.unwrap_or(0).into())
    }
}

/// Minutes east of Greenwich as chrono's offset.
pub(super) fn east(minutes: i16) -> Option<FixedOffset> {
    FixedOffset::east_opt(i32::from(minutes) * 60)
}

impl<'t> Head<'t> {
    /// Reads the head at the start of an item's content.
    pub(super) fn read(content: &'t [u8], kinds: &Kinds) -> Option<Self> {
        let mut at = 0;
        let mut time = None;
        let mut odd_time = false;
        if content.first()?.is_ascii_digit() {
            if let Some((clock, length)) = clock(content) {
                time = Some(clock);
                at = length;
            } else {
                // `14h30 [Note]`: only a word, and only before a kind that is known.
                at = content.iter().position(|c| matches!(c, b' ' | b'\t' | b'['))?;
                odd_time = true;
            }
            at += spaces(&content[at..]);
        }
        let (kind, length, full_width) = bracketed(&content[at..])?;
        let known = || std::str::from_utf8(kind).is_ok_and(|k| kinds.knows(k));
        at += length;
        if odd_time && !known() {
            return None;
        }
        match content.get(at) {
            None | Some(b' ' | b'\t') => {}
            Some(b'(' | b'[') if !full_width => return None, // a link
            Some(b':') if !full_width => {
                if !known() {
                    return None; // a link's definition
                }
                at += 1;
            }
            Some(_) if full_width || known() => {}
            Some(_) => return None,
        }
        at += spaces(&content[at..]);
        if time.is_none()
            && !odd_time
            && let Some((clock, length)) = clock(&content[at..])
        {
            time = Some(clock);
            at += length;
            at += spaces(&content[at..]);
        }
        Some(Self { time, kind, text: at, odd_time })
    }
}

/// Where the clock time stands in a head that has one, in bytes from the head.
pub(super) fn clock_range(content: &[u8]) -> Option<std::ops::Range<usize>> {
    if let Some((_, length)) = clock(content) {
        return Some(0..length);
    }
    let (_, length, _) = bracketed(content)?;
    let at = length + usize::from(content.get(length) == Some(&b':'));
    let at = at + spaces(&content[at..]);
    clock(&content[at..]).map(|(_, length)| at..at + length)
}

fn spaces(text: &[u8]) -> usize {
    text.iter().take_while(|c| matches!(c, b' ' | b'\t')).count()
}

/// `[Kind]` or `【Kind】`: the kind, the length of it all, and whether the brackets are full-width.
fn bracketed(text: &[u8]) -> Option<(&[u8], usize, bool)> {
    let (open, close): (&[u8], &[u8]) =
        if text.first() == Some(&b'[') { (b"[", b"]") } else { ("【".as_bytes(), "】".as_bytes()) };
    let inner = text.strip_prefix(open)?;
    let window = &inner[..inner.len().min(64)];
    let length = if open.len() == 1 { memchr::memchr(b']', window)? } else { memchr::memmem::find(window, close)? };
    let kind = &inner[..length];
    let plain = kind.len() > 1 && kind.iter().all(u8::is_ascii_alphabetic);
    (plain || std::str::from_utf8(kind).is_ok_and(is_kind)).then_some((
        kind,
        open.len() + length + close.len(),
        open.len() > 1,
    ))
}

/// `09:14`, `9:14`, `09:14:30`, each with or without an offset, up to white space or a bracket.
fn clock(text: &[u8]) -> Option<(Clock, usize)> {
    let number = |at: usize, max: u8| {
        let digits = text.get(at..at + 2).filter(|d| d.iter().all(u8::is_ascii_digit))?;
        let value = (digits[0] - b'0') * 10 + (digits[1] - b'0');
        (value <= max).then_some(value)
    };
    let (hour, mut at) = match number(0, 23) {
        Some(hour) => (hour, 2),
        None => (text.first().filter(|c| c.is_ascii_digit())? - b'0', 1),
    };
    if text.get(at) != Some(&b':') {
        return None;
    }
    let minute = number(at + 1, 59)?;
    at += 3;
    let mut second = None;
    if text.get(at) == Some(&b':') {
        second = Some(number(at + 1, 59)?);
        at += 3;
    }
    let mut offset = None;
    if let Some((minutes, length)) = self::offset(&text[at..]) {
        offset = Some(minutes);
        at += length;
    }
    let ends = matches!(text.get(at), None | Some(b' ' | b'\t' | b'[')) || text[at..].starts_with("【".as_bytes());
    ends.then_some((Clock { hour, minute, second, offset }, at))
}

/// `Z`, `+01:00`, `-0330`: minutes east of Greenwich, and the length.
pub(super) fn offset(text: &[u8]) -> Option<(i16, usize)> {
    let sign = match text.first()? {
        b'Z' => return Some((0, 1)),
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    let number = |at: usize, max: i16| {
        let digits = text.get(at..at + 2).filter(|d| d.iter().all(u8::is_ascii_digit))?;
        let value = i16::from(digits[0] - b'0') * 10 + i16::from(digits[1] - b'0');
        (value <= max).then_some(value)
    };
    let hours = number(1, 15)?;
    let colon = usize::from(text.get(3) == Some(&b':'));
    let minutes = number(3 + colon, 59)?;
    Some((sign * (hours * 60 + minutes), 5 + colon))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::Settings;

    fn read(content: &str) -> Option<(Option<String>, String, String)> {
        let kinds = Kinds::of(&Settings::default());
        let head = Head::read(content.as_bytes(), &kinds)?;
        let time = head.time.map(|c| {
            let seconds = c.second.map(|s| format!(":{s:02}")).unwrap_or_default();
            let offset = c.offset.map(|m| format!("{m:+}")).unwrap_or_default();
            format!("{:02}:{:02}{seconds}{offset}", c.hour, c.minute)
        });
        Some((time, String::from_utf8_lossy(head.kind).into_owned(), content[head.text..].to_owned()))
    }

    #[test]
    fn every_form_of_a_head_is_read() {
        for (content, time, kind, text) in [
            ("09:14 [Decision] Ship", Some("09:14"), "Decision", "Ship"),
            ("9:14 [decision] Ship", Some("09:14"), "decision", "Ship"),
            ("[Decision] 09:14 Ship", Some("09:14"), "Decision", "Ship"),
            ("[Decision] Ship", None, "Decision", "Ship"),
            ("09:14:30 [Fact] x", Some("09:14:30"), "Fact", "x"),
            ("09:14+02:00 [Fact] x", Some("09:14+120"), "Fact", "x"),
            ("09:14-0330 [Fact] x", Some("09:14-210"), "Fact", "x"),
            ("09:14Z [Fact] x", Some("09:14+0"), "Fact", "x"),
            ("09:14 【决策】使用", Some("09:14"), "决策", "使用"),
            ("【决策】 09:14 使用", Some("09:14"), "决策", "使用"),
            ("[Deploy] x", None, "Deploy", "x"),
            ("[Decision]: x", None, "Decision", "x"),
            ("[Decision]x", None, "Decision", "x"),
            ("14h30 [Note] x", None, "Note", "x"),
            ("[Note] 25:61 x", None, "Note", "25:61 x"),
            ("09:14 [Note] 10:30 x", Some("09:14"), "Note", "10:30 x"),
        ] {
            assert_eq!(read(content), Some((time.map(String::from), kind.into(), text.into())), "{content}");
        }
    }

    #[test]
    fn other_brackets_are_no_heads() {
        for content in [
            "[ ] buy cable",
            "[x] done",
            "[/] half done",
            "[[Roadmap]] is out of date",
            "[spec](https://example.org) moved",
            "[spec][ref] moved",
            "[spec]: https://example.org",
            "[!info] a call-out",
            "[^1]: a note",
            "[00:02:40] Guest: good morning",
            "[key:: value] x",
            "[optional]argument",
            "3 [things] to do",
            "09:14 buy [milk]",
            "**bold** [Fact]",
            "",
        ] {
            assert_eq!(read(content), None, "{content}");
        }
    }
}
