//! The text of a record as it stands in a file: one list item that reads back as what was typed.
//!
//! The first line follows the head and cannot be anything but text. The lines after it are indented,
//! so that nothing in them can end the item or open another one; a backslash keeps what would open a
//! heading, a rule, raw HTML, a fence that is never closed or something in record form from doing so.
//! Fences that are closed, lists and quotes stay what they are.

use super::block::{Blocks, Leaf, Line};
use super::day::escape_at;
use super::head::Head;
use super::{Fields, Kinds, fields, lines};

/// The columns by which continuation lines are indented: the width of `- `.
const INDENT: usize = 2;

/// A record's lines, each ended by `\n`. `head` is `09:14 [Kind]`; the text is clean and not blank.
pub(super) fn lines_of(head: &str, text: &str, fields: &Fields) -> String {
    let mut typed = text.trim_matches(['\n', ' ', '\t']).lines();
    let mut out = format!("- {head} {}", typed.next().unwrap_or_default().trim());
    let body = escaped(&typed.collect::<Vec<_>>());
    for (key, value) in &fields.0 {
        out.push_str(&format!(" [{key}:: {}]", fields::escape(value)));
    }
    if let Some(next) = body.first() {
        let continues = {
            let mut blocks = Blocks::in_item(INDENT);
            blocks.read(indented(next).as_bytes());
            blocks.leaf() == Leaf::Paragraph && blocks.depth() == 1
        };
        let ends = fields::take(&out, &fields::KEYS).1 != Fields::default();
        if continues && !ends {
            out.push('\\');
        }
    }
    out.push('\n');
    for line in body {
        out.push_str(&indented(&line));
        out.push('\n');
    }
    out
}

fn indented(line: &str) -> String {
    if line.trim().is_empty() { String::new() } else { format!("{}{line}", " ".repeat(INDENT)) }
}

/// The continuation lines, with a backslash where one is needed.
fn escaped(typed: &[&str]) -> Vec<String> {
    let mut blocks = Blocks::in_item(INDENT);
    let mut out: Vec<String> = Vec::with_capacity(typed.len());
    for (n, line) in typed.iter().enumerate() {
        let mut line = line.trim_end().to_owned();
        let mut after = blocks.clone();
        after.read(indented(&line).as_bytes());
        if !after.is_verbatim() {
            let opens_fence = matches!(after.leaf(), Leaf::Fence { .. });
            let escape = is_structure(&line) || opens_fence && !closes(after, &typed[n + 1..]);
            if escape || escape_at(&line).is_some() {
                let start = line.len() - line.trim_start().len();
                line.insert(start + digits_before_dot(&line[start..]), '\\');
            }
        }
        blocks.read(indented(&line).as_bytes());
        out.push(line);
    }
    out
}

/// A number's marker is escaped before its dot: `1\. text`.
fn digits_before_dot(text: &str) -> usize {
    let digits = text.bytes().take(9).take_while(u8::is_ascii_digit).count();
    if matches!(text.as_bytes().get(digits), Some(b'.' | b')')) { digits } else { 0 }
}

/// Whether the fence that was just opened is closed by one of the lines.
fn closes(mut blocks: Blocks, rest: &[&str]) -> bool {
    for line in rest {
        blocks.read(indented(line.trim_end()).as_bytes());
        if !blocks.is_verbatim() {
            return false;
        }
        if blocks.leaf() == Leaf::None {
            return true;
        }
    }
    false
}

/// Whether a line would be more than a paragraph's, a list's or a quote's, were it to stand alone:
/// a heading, a rule, an underline, raw HTML, a link's definition, a record, a line of a conflict.
/// Fences are looked at by the caller.
fn is_structure(line: &str) -> bool {
    let text = line.trim();
    let Some(first) = text.bytes().next() else { return false };
    let mut blocks = Blocks::new();
    match blocks.read(text.as_bytes()) {
        Line::Heading { .. } => return true,
        Line::Item { content } => {
            let content = &text[content..];
            return content.is_empty()
                || Head::read(content.as_bytes(), &Kinds::none()).is_some()
                || is_structure(content);
        }
        _ => {}
    }
    match first {
        b'>' => text.starts_with(">>>>>>>") || is_structure(&text[1..]),
        b'<' => true,
        b'=' | b'-' => text.bytes().all(|c| c == first) || blocks.leaf() == Leaf::None,
        b'*' | b'_' => blocks.leaf() == Leaf::None,
        b'[' => text.contains("]:"),
        b'|' => text.starts_with("|||||||"),
        _ => false,
    }
}

/// The bytes to append to a file that holds `before`: on a line of their own, with the file's line
/// ends, set apart where the file's end would swallow them.
pub(super) fn bytes_after(before: &[u8], apart: bool, records: &str) -> Vec<u8> {
    let ending = lines::ending(before);
    let mut out = String::with_capacity(records.len() + 8);
    if !before.is_empty() && !matches!(before.last(), Some(b'\n' | b'\r')) && before != b"\xef\xbb\xbf" {
        out.push('\n');
    }
    if apart {
        out.push('\n');
    }
    out.push_str(records);
    if ending == "\n" { out.into_bytes() } else { out.replace('\n', ending).into_bytes() }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::sync::Arc;

    use proptest::prelude::*;
    use pulldown_cmark::{Event, Parser, Tag};

    use super::super::Scan;
    use super::*;
    use crate::memory::Settings;
    use crate::time::Day;

    /// Writes the text, reads it back, and gives what a reader is told it was.
    fn back(text: &str, fields: &Fields) -> (String, String, Fields) {
        let item = lines_of("09:14 [Note]", text, fields);
        let kinds = Kinds::of(&Settings::default());
        let file = format!("{item}- 09:15 [Fact] next\n");
        let mut scan = Scan::new(file.as_bytes(), Day::parse("2025-03-14").unwrap(), &kinds);
        let raws: Vec<_> = scan.by_ref().collect();
        assert_eq!(raws.len(), 2, "{file}");
        assert_eq!(raws[0].range, 0..item.len(), "{file}");
        assert_eq!(scan.problems(std::path::Path::new("x")), [], "{file}");
        let record = raws[0].record(&Arc::new(PathBuf::new()), &kinds);
        (item, record.whole(), record.fields)
    }

    fn expect(text: &str, item: &str) {
        let (written, read, _) = back(text, &Fields::default());
        assert_eq!(written, item);
        assert_eq!(read, text);
    }

    #[test]
    fn a_text_is_written_so_that_it_reads_back() {
        expect("Ship on Friday.", "- 09:14 [Note] Ship on Friday.\n");
        expect(
            "Standup notes:\n- 10:00 [Decision] from the old log\n## Sediment",
            "- 09:14 [Note] Standup notes:\\\n  \\- 10:00 [Decision] from the old log\n  \\## Sediment\n",
        );
        expect("before\n---\nafter", "- 09:14 [Note] before\\\n  \\---\n  after\n");
        expect("one\n<!-- open\ntwo", "- 09:14 [Note] one\\\n  \\<!-- open\n  two\n");
        expect("step one\\nstep two", "- 09:14 [Note] step one\\nstep two\n");
        expect(
            "log:\n```\n- 10:00 [Fact] x\n```\nend",
            "- 09:14 [Note] log:\n  ```\n  - 10:00 [Fact] x\n  ```\n  end\n",
        );
        expect("log:\n```\nnever closed", "- 09:14 [Note] log:\\\n  \\```\n  never closed\n");
        expect("found:\n- a\n- b", "- 09:14 [Note] found:\n  - a\n  - b\n");
        expect("a\n\nb\n\n    code", "- 09:14 [Note] a\n\n  b\n\n      code\n");
        expect("1. [Fact] x\n2. [Fact] y", "- 09:14 [Note] 1. [Fact] x\\\n  2\\. [Fact] y\n");
        expect("C:\\\nD:\\", "- 09:14 [Note] C:\\\\\n  D:\\\n");
        expect("a\n\\- b\n\\\\- c", "- 09:14 [Note] a\\\n  \\\\- b\n  \\\\\\- c\n");
        expect("[x]: http://a\n[x]: http://b", "- 09:14 [Note] [x]: http://a\\\n  \\[x]: http://b\n");
    }

    #[test]
    fn fields_end_the_first_line() {
        let fields = Fields(vec![("status".into(), "open".into())]);
        let (item, whole, read) = back("Queue full.\nSeen at 15:31.", &fields);
        assert_eq!(item, "- 09:14 [Note] Queue full. [status:: open]\n  Seen at 15:31.\n");
        assert_eq!((whole.as_str(), read), ("Queue full.\nSeen at 15:31.", fields));
    }

    fn line() -> impl Strategy<Value = String> {
        let starts = ["", "", "", "- ", "> ", "  ", "    ", "\t", "1. ", "\\", "- > "];
        let contents = [
            "",
            "text",
            "# head",
            "---",
            "===",
            "```",
            "~~~~",
            "<!--",
            "-->",
            "<div>",
            "[Fact] x",
            "09:14 [Fact] y",
            "\\",
            "x\\",
            "- a",
            "12) b",
            "<<<<<<< a",
            "=======",
            "[a]: b",
            "* * *",
            "`",
            "| a | b |",
            "word - word",
            "+",
        ];
        (prop::sample::select(starts.to_vec()), prop::sample::select(contents.to_vec()))
            .prop_map(|(s, c)| format!("{s}{c}"))
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn whatever_is_typed_is_one_record_with_that_text(lines in prop::collection::vec(line(), 1..9), field: bool) {
            let typed = lines.join("\n");
            prop_assume!(!typed.trim().is_empty());
            let fields = Fields(if field { vec![("topic".into(), "a]b\\".into())] } else { vec![] });
            let (item, read, read_fields) = back(&typed, &fields);
            let trimmed: Vec<&str> = typed.trim_matches(['\n', ' ', '\t']).lines().map(str::trim_end).collect();
            prop_assert_eq!(read, trimmed.join("\n"), "{}", item);
            prop_assert_eq!(read_fields, fields);
            let structure = Parser::new(&item).find(|e| matches!(e, Event::Start(Tag::Heading { .. } | Tag::HtmlBlock)));
            prop_assert_eq!(structure, None, "{}", item);
        }
    }
}
