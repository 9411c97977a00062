//! Reading a day file: from its text to records and problems.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::block::{Blocks, Leaf};
use super::head::east;
use super::record::Source;
use super::{Fields, Kinds, Raw, Record, Scan, fields, lines};
use crate::error::Problem;
use crate::memory::Settings;
use crate::time::Day;

/// What a day file holds.
#[derive(Debug, Clone, Default)]
pub struct DayFile {
    /// The records in file order; the same line twice is one record.
    pub records: Vec<Record>,
    /// What is wrong with the rest.
    pub problems: Vec<Problem>,
}

/// Reads the text of a day file. `path` (relative to the memory folder) only labels what is found.
///
/// For many days, build [`Kinds`] once and use [`DayFile::read`]; for ids alone, use [`Scan`].
pub fn read_day(bytes: &[u8], day: Day, path: &Path, settings: &Settings) -> DayFile {
    DayFile::read(bytes, day, path, &Kinds::of(settings))
}

impl DayFile {
    /// Reads the text of a day file with kinds that were prepared once.
    pub fn read(bytes: &[u8], day: Day, path: &Path, kinds: &Kinds) -> Self {
        Self::read_those(bytes, day, path, kinds, |_| true)
    }

    /// The same with those records alone that are wanted, by a look at their bytes.
    pub fn read_those(
        bytes: &[u8],
        day: Day,
        path: &Path,
        kinds: &Kinds,
        wanted: impl FnMut(&Raw<'_>) -> bool,
    ) -> Self {
        let shared = Arc::new(path.to_path_buf());
        let mut scan = Scan::new(bytes, day, kinds);
        let records = scan.by_ref().filter(wanted).map(|raw| raw.record(&shared, kinds)).collect();
        Self { records, problems: scan.problems(path) }
    }
}

impl<'t> Raw<'t> {
    /// The name of its kind as it stands there.
    pub fn written_kind(&self) -> &'t [u8] {
        self.head.kind
    }

    /// The end of its first line, without the line end.
    pub(super) fn first_line_end(&self) -> usize {
        lines::end(self.file, self.range.start).0
    }

    /// The name of its kind: aliases resolved and case folded.
    pub fn kind<'k>(&'k self, kinds: &'k Kinds) -> Cow<'k, str> {
        match std::str::from_utf8(self.head.kind) {
            Ok(written) => Cow::Borrowed(kinds.name(written)),
            Err(_) => Cow::Owned(kinds.name(&String::from_utf8_lossy(self.head.kind)).to_owned()),
        }
    }

    /// Whether it may bear fields: a quick look, never wrong when it says no.
    pub fn may_bear_fields(&self) -> bool {
        memchr::memmem::find(&self.file[self.text..self.range.end], b"::").is_some()
    }

    /// The record in full. `path` is shared by all records of a file.
    pub fn record(&self, path: &Arc<PathBuf>, kinds: &Kinds) -> Record {
        let (text, fields, body) = self.parts();
        Record { kind: self.kind(kinds).into_owned(), text, fields, body, ..self.outline(path) }
    }

    /// The record without what it says: kind, text, fields and body are empty.
    pub fn outline(&self, path: &Arc<PathBuf>) -> Record {
        Record {
            id: self.id,
            day: self.id.day,
            time: self.head.time.and_then(|c| c.time()),
            offset: self.head.time.and_then(|c| c.offset).or(self.offset).and_then(east),
            kind: String::new(),
            text: String::new(),
            body: String::new(),
            fields: Fields::default(),
            source: Source { path: path.clone(), line: self.line, range: self.range.clone() },
        }
    }

    /// Text, fields and body.
    ///
    /// The text is the first paragraph on one line, up to the first line that ends in fields or in
    /// a hard break (`\`, which the writer uses to keep the lines of a text apart). What follows is
    /// the body, its indent taken off and its escapes undone.
    fn parts(&self) -> (String, Fields, String) {
        let mut lines = lines::split(&self.file[self.text..self.range.end]).peekable();
        let first = lines.next().map(String::from_utf8_lossy).unwrap_or_default();
        let mut text = first.trim().to_owned();
        let mut blocks = Blocks::in_item(self.indent);
        while let Some(line) = lines.peek() {
            let mut next = blocks.clone();
            next.read(line);
            if next.leaf() != Leaf::Paragraph || next.depth() != 1 || ends_in_fields(&text) {
                break;
            }
            if text.ends_with('\\') {
                text.pop();
                break;
            }
            if let Ok(line) = std::str::from_utf8(line) {
                if !text.is_empty() {
                    text.push(' ');
                }
                text.push_str(line.trim());
            }
            blocks = next;
            lines.next();
        }
        let mut body: Vec<String> = Vec::new();
        for line in lines {
            blocks.read(line);
            let Ok(line) = std::str::from_utf8(line) else { continue };
            let line = outdent(line, self.indent);
            body.push(if blocks.is_verbatim() { line } else { unescape_start(line) });
        }
        let (text, fields) = if text.ends_with(']') {
            let (left, fields) = fields::take(&text, &fields::KEYS);
            (left.into_owned(), fields)
        } else {
            (text, Fields::default())
        };
        (text, fields, body.join("\n"))
    }
}

fn ends_in_fields(text: &str) -> bool {
    text.ends_with(']') && !fields::take(text, &fields::KEYS).1.0.is_empty()
}

/// Takes so many columns of white space off the start of a line.
fn outdent(line: &str, columns: usize) -> String {
    let mut column = 0;
    for (at, c) in line.bytes().enumerate() {
        if column >= columns {
            return format!("{}{}", " ".repeat(column - columns), &line[at..]);
        }
        match c {
            b' ' => column += 1,
            b'\t' => column += 4 - column % 4,
            _ => return line[at..].to_owned(),
        }
    }
    String::new()
}

/// Where the backslash stands that keeps the start of a line from opening a block, if one does.
pub(super) fn escape_at(line: &str) -> Option<usize> {
    let bytes = line.as_bytes();
    let start = bytes.iter().take_while(|c| matches!(c, b' ' | b'\t')).count();
    let digits = bytes[start..].iter().take(9).take_while(|c| c.is_ascii_digit()).count();
    let at = start + digits;
    let next = bytes.get(at + 1)?;
    let undoes = if digits > 0 { matches!(next, b'.' | b')') } else { next.is_ascii_punctuation() };
    (bytes[at] == b'\\' && undoes).then_some(at)
}

fn unescape_start(mut line: String) -> String {
    if let Some(at) = escape_at(&line) {
        line.remove(at);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: impl AsRef<[u8]>) -> DayFile {
        let day = Day::parse("2025-03-14").unwrap();
        read_day(text.as_ref(), day, Path::new("stream/2025/2025-03-14.md"), &Settings::default())
    }

    /// `time|kind|text|fields|body` of each record.
    fn shown(file: &DayFile) -> Vec<String> {
        let show = |r: &Record| {
            let time = r.time.map(|t| t.format("%H:%M").to_string()).unwrap_or_default();
            let fields: Vec<String> = r.fields.0.iter().map(|(k, v)| format!("{k}={v}")).collect();
            format!("{time}|{}|{}|{}|{}", r.kind, r.text, fields.join(","), r.body)
        };
        file.records.iter().map(show).collect()
    }

    fn problems(file: &DayFile) -> Vec<String> {
        file.problems.iter().map(|p| format!("{} {}", p.line, p.code)).collect()
    }

    #[test]
    fn the_example_of_the_format_is_read() {
        let file = read(
            "## 2025-03-14 (Europe/Berlin, UTC+01:00)\n\n\
             - 09:14 [Decision] Deployment is containerised. [topic:: project-a/deployment]\n\
             - 09:20+02:00 [task] Integrated it.\n\
             - 15:47 [Anomaly] Batch jobs queue. [status:: open]\n  First seen at 15:31.\n  ```\n  queue=x\n  ```\n",
        );
        assert_eq!(
            shown(&file),
            [
                "09:14|Decision|Deployment is containerised.|topic=project-a/deployment|",
                "09:20|Task|Integrated it.||",
                "15:47|Anomaly|Batch jobs queue.|status=open|First seen at 15:31.\n```\nqueue=x\n```",
            ]
        );
        assert_eq!(problems(&file), [""; 0]);
        let offsets: Vec<i32> = file.records.iter().map(|r| r.offset.unwrap().local_minus_utc()).collect();
        assert_eq!(offsets, [3600, 7200, 3600]);
        assert_eq!(file.records[2].source.line, 5);
        assert_eq!(file.records[2].source.range.end, 254);
    }

    #[test]
    fn brackets_that_are_no_kinds_make_no_records() {
        let file = read(
            "- [ ] buy cable\n- [x] done\n- [/] half done\n- [[Roadmap]] is out of date\n\
             - [spec](https://example.org) moved\n> [!info] a call-out\n[00:02:40] Guest: good morning\n\
             [00:02:50] Host: hello\n\n- 09:14 [Decision] Ship on Friday\n",
        );
        assert_eq!(shown(&file), ["09:14|Decision|Ship on Friday||"]);
        assert_eq!(problems(&file), [""; 0]);
    }

    #[test]
    fn an_unclosed_fence_hides_no_record() {
        let inside = read("- 09:00 [Note] a\n  ```\n  code\n- 09:30 [Fact] b\n- 10:00 [Fact] c\n");
        assert_eq!(shown(&inside), ["09:00|Note|a||```\ncode", "09:30|Fact|b||", "10:00|Fact|c||"]);
        let margin = read("- 09:00 [Note] a\n```\ncode\n- 09:30 [Fact] b\n  more\n- 10:00 [Fact] c\n");
        assert_eq!(shown(&margin), ["09:00|Note|a||", "09:30|Fact|b more||", "10:00|Fact|c||"]);
        assert_eq!(problems(&margin), ["2 unclosed-fence"]);
        let comment = read("<!-- never closed\n- 09:30 [Fact] b\n");
        assert_eq!((shown(&comment).len(), problems(&comment)), (1, vec!["1 unclosed-html".to_owned()]));
    }

    #[test]
    fn a_closed_fence_or_comment_hides_what_it_holds_and_says_so() {
        let file = read("```\n- 09:00 [Fact] a\n```\n<!--\n- 09:30 [Fact] b\n-->\n- 10:00 [Fact] c\n");
        assert_eq!(shown(&file), ["10:00|Fact|c||"]);
        assert_eq!(problems(&file), ["2 hidden-record", "5 hidden-record"]);
    }

    #[test]
    fn every_line_end_and_a_mark_give_the_same_records() {
        let text = "---\ntags: [a]\n---\n## 2025-03-14\n\n- 09:14 [Fact] a\n  b\n\n  c\n- 09:15 [Fact] d\n";
        let expected = ["09:14|Fact|a b||\nc", "09:15|Fact|d||"];
        let ids: Vec<_> = read(text).records.iter().map(|r| r.id).collect();
        let crlf = text.replace('\n', "\r\n");
        for variant in [
            text.to_owned(),
            crlf.clone(),
            format!("\u{feff}{crlf}"),
            text.replace('\n', "\r"),
            text.replacen("a\n", "a\r\n", 1),
            text.trim_end().to_owned(),
        ] {
            let file = read(&variant);
            assert_eq!(shown(&file), expected, "{variant:?}");
            assert_eq!(file.records.iter().map(|r| r.id).collect::<Vec<_>>(), ids, "{variant:?}");
        }
    }

    #[test]
    fn a_bad_byte_costs_its_line() {
        let mut text = b"- 09:00 [Fact] a\n- 09:01 [Fact] b \xfc\n- 09:02 [Fact] c\n  x\n  y\xfc\n  z\n".to_vec();
        let file = read(&text);
        assert_eq!(shown(&file), ["09:00|Fact|a||", "09:02|Fact|c x z||"]);
        assert_eq!(problems(&file), ["2 bad-bytes", "5 bad-bytes"]);
        text.push(0);
        assert_eq!(problems(&read(&text)).last().unwrap(), "7 nul-bytes");
    }

    #[test]
    fn utf16_is_refused_by_name() {
        for bytes in [&b"\xff\xfe-\0 \0"[..], b"\xfe\xff\0-\0 ", b"-\0 \0[\0"] {
            let file = read(bytes);
            assert_eq!((file.records.len(), problems(&file)), (0, vec!["0 utf-16".to_owned()]));
        }
    }

    #[test]
    fn both_sides_of_a_conflict_are_read_once_and_its_base_is_not() {
        let file = read(
            "- 09:00 [Fact] a\n<<<<<<< ours\n- 09:01 [Fact] b\n- 09:02 [Fact] c\n||||||| base\n- 09:09 [Fact] old\n\
             =======\n- 09:02 [Fact] c\n- 09:03 [Fact] d\n>>>>>>> theirs\n- 09:04 [Fact] e\n",
        );
        let texts: Vec<&str> = file.records.iter().map(|r| r.text.as_str()).collect();
        assert_eq!(texts, ["a", "b", "c", "d", "e"]);
        assert_eq!(problems(&file), ["2 conflict-marker", "8 duplicate-record"]);
    }

    #[test]
    fn the_nearest_day_heading_counts() {
        let file = read(
            "- [Fact] a\n# 2025-03-10\n- [Fact] b\n## Notes\n- [Fact] c\n## 2025-03-11 (UTC-03:30)\n- 9:00 [Fact] d\n",
        );
        let days: Vec<String> = file.records.iter().map(|r| r.day.to_string()).collect();
        assert_eq!(days, ["2025-03-14", "2025-03-10", "2025-03-10", "2025-03-11"]);
        assert_eq!(file.records[3].offset, FixedOffset::east_opt(-12_600));
    }

    #[test]
    fn odd_times_are_reported_and_read() {
        let file = read("- 14h30 [Note] other style\n- 9:05 [Note] short hour\n- 09:14 [Fact]\n");
        assert_eq!(shown(&file), ["|Note|other style||", "09:05|Note|short hour||"]);
        assert_eq!(problems(&file), ["1 odd-time", "3 empty-record"]);
    }

    #[test]
    fn the_same_line_twice_is_one_record() {
        let file = read("- 9:14 [fact] a  b\n- 09:14 [Fact] a b\n- 09:15 [Fact] a b\n");
        assert_eq!(shown(&file).len(), 2);
    }

    use chrono::FixedOffset;
}
