//! Scanning a day file: every record with its id and place, nothing copied.
//!
//! [`Scan`] is the fast door to the stream. It yields borrowed [`Raw`] records; whoever wants to
//! know only which records there are (distill with nothing new, counting, duplicates) looks at
//! `raw.id` and is done, and calls [`Raw::record`] for the few that it needs in full:
//!
//! ```ignore
//! let kinds = Kinds::of(&memory.settings);            // once
//! let mut scan = Scan::new(&bytes, day, &kinds);      // for each file
//! for raw in scan.by_ref().filter(|raw| !read.contains(&raw.id)) {
//!     records.push(raw.record(&path, &kinds));
//! }
//! problems.extend(scan.problems(&path));              // what is wrong, after the last record
//! ```
//!
//! A record ends where CommonMark ends its list item, with two exceptions that keep a slip of the
//! pen from hiding a day: a fence or comment at the margin that is never closed ends at the next
//! record at column 0, and the lines of git's conflict markers end everything.

use std::ops::Range;
use std::path::Path;

use super::RecordId;
use super::block::{Blocks, Leaf, Line};
use super::head::{Head, offset};
use super::id;
use super::kind::Kinds;
use super::lines;
use super::notes::{Note, Notes};
use crate::error::{Problem, Severity};
use crate::time::Day;

/// A record as it stands in a file, borrowed from its text.
#[derive(Debug, Clone)]
pub struct Raw<'t> {
    /// Derived identity; its day is that of the nearest heading above, else of the file's name.
    pub id: RecordId,
    /// The line of its first line, from 1.
    pub line: usize,
    /// Its bytes in the file, line end included, blank lines after it left out.
    pub range: Range<usize>,
    /// The whole file.
    pub(super) file: &'t [u8],
    pub(super) head: Head<'t>,
    /// Where the text begins in the file.
    pub(super) text: usize,
    /// The columns by which its continuation is indented.
    pub(super) indent: usize,
    /// The heading's offset, in minutes east.
    pub(super) offset: Option<i16>,
}

/// An iterator over the records of a day file, in file order; the same record twice comes once.
#[derive(Debug)]
pub struct Scan<'t> {
    /// The whole file.
    file: &'t [u8],
    /// What is scanned of it: nothing of a file that is no text.
    bytes: &'t [u8],
    kinds: &'t Kinds,
    /// Where the next line begins, and its number.
    at: usize,
    line: usize,
    day: Day,
    offset: Option<i16>,
    blocks: Blocks,
    /// The fence or comment at the margin is never closed.
    unclosed: bool,
    /// What was looked for to the end of the file in vain.
    endless: Vec<Leaf>,
    conflict: Conflict,
    valid: bool,
    open: Option<Raw<'t>>,
    seen: Vec<u64>,
    buffer: Vec<u8>,
    notes: Notes,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Conflict {
    None,
    Side,
    Base,
}

impl<'t> Scan<'t> {
    /// Begins at the start of a file, which is the file of `day`.
    pub fn new(bytes: &'t [u8], day: Day, kinds: &'t Kinds) -> Self {
        let mut scan = Self {
            file: bytes,
            bytes,
            kinds,
            at: 0,
            line: 0,
            day,
            offset: None,
            blocks: Blocks::new(),
            unclosed: false,
            endless: Vec::new(),
            conflict: Conflict::None,
            valid: true,
            open: None,
            seen: Vec::with_capacity(64),
            buffer: Vec::with_capacity(256),
            notes: Notes::default(),
        };
        if lines::is_utf16(bytes) {
            scan.bytes = b"";
            scan.note(0, Severity::Error, "utf-16", "is UTF-16, not UTF-8, and is not read".into(), "");
            return scan;
        }
        scan.valid = std::str::from_utf8(bytes).is_ok();
        if !scan.valid || memchr::memchr(0, bytes).is_some() {
            scan.bad_bytes();
        }
        (scan.at, scan.line) = lines::front_matter(bytes);
        scan
    }

    /// What is wrong in the file, by line. Complete once the iterator has ended.
    pub fn problems(&self, path: &Path) -> Vec<Problem> {
        self.notes.problems(path, self.file)
    }

    /// What of the file's bytes cannot be read as text, in words that follow its name; none for nearly
    /// every file.
    pub fn unread(&self) -> Option<String> {
        self.notes.unread()
    }

    /// The day of the last heading, else of the file, and the offset that the heading gives, in
    /// minutes east of Greenwich.
    pub(super) fn heading(&self) -> (Day, Option<i16>) {
        (self.day, self.offset)
    }

    /// Whether a list item at column 0 that follows the last line would not be read by other
    /// Markdown programs as one, since raw HTML is open there that a blank line ends.
    pub(super) fn needs_blank_line(&self) -> bool {
        self.blocks.leaf() == Leaf::Html { end: b"" }
    }

    fn note(&mut self, line: usize, severity: Severity, code: &'static str, reason: String, remedy: &'static str) {
        self.notes.0.push(Note { line, severity, code, reason, remedy });
    }

    fn warn(&mut self, code: &'static str, reason: impl Into<String>, remedy: &'static str) {
        self.note(self.line, Severity::Warning, code, reason.into(), remedy);
    }

    fn bad_bytes(&mut self) {
        let (mut at, mut line) = (0, 0);
        while at < self.bytes.len() {
            let (end, next) = lines::end(self.bytes, at);
            let content = &self.bytes[at..end];
            line += 1;
            if let Err(e) = std::str::from_utf8(content) {
                let byte = content[e.valid_up_to()];
                let reason = format!("byte 0x{byte:02X} is not UTF-8; the line is not read");
                self.note(line, Severity::Warning, "bad-bytes", reason, "save the file as UTF-8");
            } else if content.contains(&0) {
                self.note(line, Severity::Warning, "nul-bytes", "holds NUL bytes".into(), "delete them");
            }
            at = next;
        }
    }

    /// Reads the next line. Gives the record that it ended, if it ended one.
    fn step(&mut self) -> Option<Raw<'t>> {
        let start = self.at;
        let (end, next) = lines::end(self.bytes, start);
        let mut line = &self.bytes[start..end];
        if line.first() == Some(&0) && line.iter().all(|c| *c == 0) {
            line = b""; // what a crash of the machine leaves of bytes that never reached the disk
        }
        self.at = next;
        self.line += 1;

        let margin = self.blocks.depth() == 0;
        let raw = margin && matches!(self.blocks.leaf(), Leaf::Fence { .. } | Leaf::Html { .. });
        if let [b'-' | b'*' | b'+', b' ', b'0'..=b'9' | b'[' | 0xe3, ..] = line
            && (!raw || self.unclosed)
            && self.conflict != Conflict::Base
            && let Some(head) = Head::read(&line[2..], self.kinds)
        {
            self.unclosed = false;
            self.blocks.open_item(2);
            return self.begin(head, start + 2, start..next, 2);
        }
        if (!raw || self.unclosed) && self.conflict_marker(line) {
            return self.open.take();
        }
        if self.conflict == Conflict::Base {
            return None;
        }
        match self.blocks.read(line) {
            Line::Inside => {
                if let Some(open) = &mut self.open
                    && !line.trim_ascii().is_empty()
                {
                    open.range.end = next;
                }
                None
            }
            Line::Item { content } => match Head::read(&line[content..], self.kinds) {
                Some(head) => self.begin(head, start + content, start..next, self.blocks.item_indent()),
                None => self.open.take(),
            },
            Line::Heading { text } => {
                self.read_heading(&line[text..]);
                self.open.take()
            }
            Line::Opens => {
                self.look_ahead();
                self.open.take()
            }
            Line::Other => {
                if raw && self.blocks.leaf() != Leaf::None {
                    self.hidden(line);
                }
                self.open.take()
            }
        }
    }

    /// Begins a record, which ends the one before it.
    fn begin(&mut self, head: Head<'t>, at: usize, range: Range<usize>, indent: usize) -> Option<Raw<'t>> {
        if head.odd_time {
            let word = String::from_utf8_lossy(&self.bytes[at..at + head.text]);
            let word = word.split(['[', '【', ' ']).next().unwrap_or_default().to_owned();
            self.warn(
                "odd-time",
                format!("`{word}` is no time; the record is read without one"),
                "write it as `09:14`",
            );
        }
        let id = RecordId { day: self.day, hash: 0 };
        let text = at + head.text;
        let file = self.bytes;
        self.open.replace(Raw { id, line: self.line, range, file, head, text, indent, offset: self.offset })
    }

    /// Gives the record its id; none when it cannot be read or came already.
    fn finish(&mut self, mut raw: Raw<'t>) -> Option<Raw<'t>> {
        use chrono::Datelike as _;
        let rest = &self.bytes[raw.text..raw.range.end];
        if !self.valid && std::str::from_utf8(&self.bytes[raw.range.start..raw.first_line_end()]).is_err() {
            return None; // named by its bad bytes
        }
        if rest.trim_ascii().is_empty() {
            let severity = Severity::Warning;
            self.note(
                raw.line,
                severity,
                "empty-record",
                "a record without text".into(),
                "write its text or delete it",
            );
            return None;
        }
        let day = text_of(raw.id.day);
        raw.id.hash = id::hash(&mut self.buffer, &day, raw.head.time, raw.head.kind, rest);
        let key = u64::from(raw.id.hash) | u64::from(raw.id.day.0.num_days_from_ce().unsigned_abs()) << 32;
        if self.seen.contains(&key) {
            let reason = "the same record stands above; it counts once";
            self.note(raw.line, Severity::Note, "duplicate-record", reason.into(), "delete one of them, or leave it");
            return None;
        }
        self.seen.push(key);
        Some(raw)
    }

    /// `## 2025-03-14 (Europe/Berlin, UTC+01:00)` and shorter forms; another heading changes nothing.
    fn read_heading(&mut self, text: &[u8]) {
        let Some(day) = text.get(..10).and_then(|d| std::str::from_utf8(d).ok()).and_then(Day::parse) else { return };
        let rest = &text[10..];
        if rest.first().is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, b'-' | b'_' | b'.')) {
            return;
        }
        self.day = day;
        let utc = memchr::memmem::find(rest, b"UTC");
        self.offset = match utc {
            Some(at) => Some(offset(&rest[at + 3..]).map_or(0, |(minutes, _)| minutes)),
            None => rest.iter().position(|c| matches!(c, b'+')).and_then(|at| offset(&rest[at..])).map(|(m, _)| m),
        };
    }

    /// The lines of git's conflict markers: they end everything and belong to nothing.
    fn conflict_marker(&mut self, line: &[u8]) -> bool {
        let is = |char: u8| {
            line.first() == Some(&char)
                && line.iter().take_while(|c| **c == char).count() == 7
                && matches!(line.get(7), None | Some(b' '))
        };
        let next = match self.conflict {
            Conflict::None if is(b'<') => {
                self.warn(
                    "conflict-marker",
                    "a conflict of a merge; both sides are read",
                    "`alluvium doctor --fix` unites both sides; a marker that stands alone is yours to delete",
                );
                Conflict::Side
            }
            Conflict::Side if is(b'|') && memchr::memmem::find(&self.bytes[self.at..], b"\n=======").is_some() => {
                Conflict::Base
            }
            Conflict::Side | Conflict::Base if is(b'=') => Conflict::Side,
            Conflict::Side | Conflict::Base if is(b'>') => Conflict::None,
            _ => return false,
        };
        self.conflict = next;
        self.blocks.close();
        self.unclosed = false;
        true
    }

    /// Whether the fence or comment that was just opened at the margin is ever closed.
    fn look_ahead(&mut self) {
        let leaf = self.blocks.leaf();
        let same = |seen: &Leaf| match (seen, &leaf) {
            (Leaf::Fence { char: a, length: n }, Leaf::Fence { char: b, length: m }) => a == b && n <= m,
            (a, b) => a == b,
        };
        if !self.endless.iter().any(same) {
            let mut blocks = self.blocks.clone();
            let mut at = self.at;
            while at < self.bytes.len() {
                let (end, next) = lines::end(self.bytes, at);
                blocks.read(&self.bytes[at..end]);
                if blocks.leaf() != leaf {
                    return;
                }
                at = next;
            }
            self.endless.push(leaf);
        }
        self.unclosed = true;
        let (code, what) = match leaf {
            Leaf::Fence { .. } => ("unclosed-fence", "a code fence"),
            _ => ("unclosed-html", "a comment or raw HTML"),
        };
        self.warn(code, format!("{what} is never closed; it ends before the next record at the margin"), "close it");
    }

    /// Points out a record in the program's own form within a closed fence or comment.
    fn hidden(&mut self, line: &[u8]) {
        if let [b'-', b' ', b'0'..=b'9', ..] = line
            && let Some(head) = Head::read(&line[2..], self.kinds)
            && head.time.is_some()
        {
            let reason = "a record within a code fence or comment is not read";
            self.note(
                self.line,
                Severity::Note,
                "hidden-record",
                reason.into(),
                "close the fence above it, if it is one",
            );
        }
    }
}

impl<'t> Iterator for Scan<'t> {
    type Item = Raw<'t>;

    fn next(&mut self) -> Option<Raw<'t>> {
        while self.at < self.bytes.len() {
            if let Some(ended) = self.step()
                && let Some(raw) = self.finish(ended)
            {
                return Some(raw);
            }
        }
        let last = self.open.take()?;
        self.finish(last)
    }
}

fn text_of(day: Day) -> [u8; 10] {
    use chrono::Datelike as _;
    let (y, m, d) = (day.0.year().unsigned_abs() % 10_000, day.0.month(), day.0.day());
    let digit = |n: u32| b'0' + (n % 10) as u8;
    [
        digit(y / 1000),
        digit(y / 100),
        digit(y / 10),
        digit(y),
        b'-',
        digit(m / 10),
        digit(m),
        b'-',
        digit(d / 10),
        digit(d),
    ]
}
