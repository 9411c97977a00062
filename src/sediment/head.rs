//! The head of an entry: its first paragraph, `text [key:: value]… ^id`, read and written.
//!
//! Reading and writing are each other's inverse for every text: what could be taken for structure
//! (a list marker or fence at the front, a field at the end) is escaped with a backslash, as
//! Markdown itself does, and the escape is taken off again when reading.

use super::EntryId;
use crate::stream::Fields;

/// What the first paragraph of an entry says.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Head {
    /// The text, one line.
    pub text: String,
    /// The trailing fields, in order.
    pub fields: Fields,
    /// The block id.
    pub id: Option<EntryId>,
}

/// Reads a first paragraph; further lines of it are joined by a space.
pub fn read_head(source: &str) -> Head {
    let joined;
    let mut rest = if source.bytes().any(|b| matches!(b, b'\n' | b'\r')) {
        joined = source.split(['\n', '\r']).map(str::trim).filter(|l| !l.is_empty()).collect::<Vec<_>>().join(" ");
        joined.as_str()
    } else {
        source.trim()
    };
    let mut head = Head::default();
    if let Some((before, id)) = split_id(rest) {
        head.id = Some(id);
        rest = before;
    }
    while let Some((before, key, value)) = split_field(rest) {
        head.fields.0.push((key.to_owned(), value));
        rest = before;
    }
    head.fields.0.reverse();
    head.text = unescape(rest);
    head
}

/// Writes a first paragraph; the text is brought onto one line.
pub fn write_head(head: &Head) -> String {
    written(&head.text, &head.fields, head.id.as_ref())
}

/// The same of its parts.
pub fn written(text: &str, fields: &Fields, id: Option<&EntryId>) -> String {
    let mut line = escape(&one_line(text));
    for (key, value) in &fields.0 {
        line.push_str(if line.is_empty() { "[" } else { " [" });
        line.push_str(key);
        line.push_str(":: ");
        line.push_str(&escape_value(&one_line(value)));
        line.push(']');
    }
    if let Some(id) = id {
        line.push_str(if line.is_empty() { "^" } else { " ^" });
        line.push_str(&id.0);
    }
    line
}

/// A text on one line: runs of white space become one space, other control characters go.
pub fn one_line(text: &str) -> String {
    let plain = |b: u8| (b' '..0x7f).contains(&b);
    if text.bytes().all(plain) && !text.contains("  ") && text.trim().len() == text.len() {
        return text.to_owned();
    }
    let mut line = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        let start = line.len();
        if start > 0 {
            line.push(' ');
        }
        line.extend(word.chars().filter(|c| !c.is_control()));
        if line.len() == start + usize::from(start > 0) {
            line.truncate(start);
        }
    }
    line
}

/// The block id at the end: `^` and at least four letters, digits or hyphens, a token of its own.
pub(super) fn split_id(text: &str) -> Option<(&str, EntryId)> {
    let text = text.trim_end();
    let at = text.rfind('^')?;
    let (before, id) = (&text[..at], &text[at + 1..]);
    let fits = id.len() >= 4 && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    let alone = before.is_empty() || before.ends_with([' ', '\t', '\n', '\r']);
    (fits && alone).then(|| (before.trim_end(), EntryId(id.into())))
}

/// The last field, when the text ends in one: what is before it, its key and its value.
fn split_field(text: &str) -> Option<(&str, &str, String)> {
    let inner = text.strip_suffix(']')?;
    if ends_in_odd_backslashes(inner) {
        return None;
    }
    let mut open = inner.len();
    loop {
        open = inner[..open].rfind('[')?;
        let end = inner.as_bytes()[open + 1..].iter().position(|b| *b == b':').map(|n| open + 1 + n);
        if let Some((key, value)) = end.map(|end| (&inner[open + 1..end], &inner[end..]))
            && let Some(value) = value.strip_prefix("::")
            && is_key(key)
            && !has_bare_bracket(value)
        {
            let before = &inner[..open];
            let free = before.is_empty() || before.ends_with(' ');
            return free.then(|| (before.trim_end(), key, unescape_value(value.trim())));
        }
    }
}

/// Whether it can be the key of a field: lower-case letters, digits and hyphens.
pub fn is_key(key: &str) -> bool {
    key.starts_with(|c: char| c.is_ascii_lowercase())
        && key.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

fn ends_in_odd_backslashes(text: &str) -> bool {
    text.bytes().rev().take_while(|b| *b == b'\\').count() % 2 == 1
}

fn has_bare_bracket(value: &str) -> bool {
    value.match_indices(']').any(|(i, _)| !ends_in_odd_backslashes(&value[..i]))
}

/// A value as it stands in its field. A bracket that would begin a field of its own is written `\(`:
/// with a mere backslash before it, it would read like one that was escaped in the text.
fn escape_value(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    for (at, c) in value.char_indices() {
        match c {
            '\\' | ']' => out.extend(['\\', c]),
            '[' if value[at + 1..].split_once("::").is_some_and(|(key, _)| is_key(key)) => out.push_str("\\("),
            c => out.push(c),
        }
    }
    out
}

fn unescape_value(value: &str) -> String {
    if !value.contains('\\') {
        return value.to_owned();
    }
    let mut out = String::with_capacity(value.len());
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some(&next @ ('\\' | ']' | '('))) => {
                out.push(if next == '(' { '[' } else { next });
                chars.next();
            }
            _ => out.push(c),
        }
    }
    out
}

/// The byte at which a text needs a backslash so that it starts no block of its own.
fn block_start(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let first = *bytes.first()?;
    let run = bytes.iter().take_while(|b| **b == first).count();
    let spaced = |at: usize| matches!(bytes.get(at), None | Some(b' '));
    let rule = || text.len() >= 3 && bytes.iter().filter(|b| **b == first).count() >= 3;
    let only = || bytes.iter().all(|b| *b == first || *b == b' ');
    let starts = match first {
        b'>' => true,
        b'<' => matches!(bytes.get(1), Some(b'!' | b'/' | b'?' | b'a'..=b'z' | b'A'..=b'Z')),
        b'#' => run <= 6 && spaced(run),
        b'-' | b'*' | b'+' => spaced(1) || (rule() && only()),
        b'_' => rule() && only(),
        b'`' | b'~' => run >= 3,
        b'[' => text.contains("]:"),
        b'0'..=b'9' => {
            let digits = bytes.iter().take_while(|b| b.is_ascii_digit()).count();
            let marker = digits <= 9 && matches!(bytes.get(digits), Some(b'.' | b')')) && spaced(digits + 1);
            return marker.then_some(digits);
        }
        _ => false,
    };
    starts.then_some(0)
}

/// The byte at which a text needs a backslash so that its end is not taken for a field or an id.
fn tail_start(text: &str) -> Option<usize> {
    if let Some((before, ..)) = split_field(text) {
        return Some(text[before.len()..].find('[').map_or(before.len(), |i| before.len() + i));
    }
    split_id(text).map(|_| text.rfind('^').unwrap_or(0))
}

/// Where the escapes of a text stand, were it written without: the front and the end.
fn escape(text: &str) -> String {
    let mut out = text.to_owned();
    // Most texts begin with a letter and hold nothing that could be taken for anything else.
    if text.starts_with(|c: char| c.is_ascii_alphabetic()) && !text.bytes().any(|b| matches!(b, b'[' | b'^' | b'\\')) {
        return out;
    }
    // A backslash already standing where an escape could be read is doubled by one more.
    if let Some(at) = tail_start(&bare_tail(text)) {
        out.insert(tail_at(text).unwrap_or(at), '\\');
    }
    if let Some(at) = block_start(&bare_front(text)) {
        out.insert(at, '\\');
    }
    out
}

fn unescape(text: &str) -> String {
    let mut out = text.to_owned();
    if !text.contains('\\') {
        return out;
    }
    let front = bare_front(text);
    if front.len() < text.len()
        && let Some(at) = block_start(&front)
    {
        out.remove(at);
    }
    if let Some(at) = tail_at(&out)
        && at > 0
        && out.as_bytes()[at - 1] == b'\\'
    {
        out.remove(at - 1);
    }
    out
}

/// The text without the backslashes at its front escape position.
fn bare_front(text: &str) -> String {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let slashes = text[digits..].bytes().take_while(|b| *b == b'\\').count();
    format!("{}{}", &text[..digits], &text[digits + slashes..])
}

/// The text without the backslashes before what looks like its last field or id.
fn bare_tail(text: &str) -> String {
    match tail_at(text) {
        Some(at) => format!("{}{}", text[..at].trim_end_matches('\\'), &text[at..]),
        None => text.to_owned(),
    }
}

/// Where the last thing that looks like a field or an id begins, escaped or not.
fn tail_at(text: &str) -> Option<usize> {
    let candidates = text.rmatch_indices(['[', '^']).map(|(i, _)| i);
    for at in candidates {
        let before = text[..at].trim_end_matches('\\');
        let bare = format!("{before}{}", &text[at..]);
        if tail_start(&bare) == Some(before.len()) {
            return Some(at);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn fields_and_id_stand_at_the_end() {
        let head = read_head("Reports are [by default] tables. [topic:: user/report] [since:: 2025-03-14] ^k3f9");
        assert_eq!(head.text, "Reports are [by default] tables.");
        assert_eq!(head.fields.get("topic"), Some("user/report"));
        assert_eq!(head.fields.get("since"), Some("2025-03-14"));
        assert_eq!(head.id, Some(EntryId("k3f9".into())));
    }

    #[test]
    fn what_only_looks_like_structure_stays_text() {
        for text in ["n ^2", "see [[Page]]", "a [link](url)", "[Key:: x]", "x [a: b]", "**bold** start", "^k3f9 first"]
        {
            assert_eq!(read_head(text).text, text);
            assert_eq!(write_head(&read_head(text)), text);
        }
    }

    #[test]
    fn a_text_cannot_forge_structure() {
        for (text, written) in [
            ("# Orders", "\\# Orders"),
            ("- item", "\\- item"),
            ("12. item", "12\\. item"),
            ("```sh", "\\```sh"),
            ("x [topic:: y]", "x \\[topic:: y]"),
            ("see ^abcd", "see \\^abcd"),
            ("\\# as typed", "\\\\# as typed"),
        ] {
            let head = Head { text: text.to_owned(), ..Head::default() };
            assert_eq!(write_head(&head), written);
            assert_eq!(read_head(written), head);
        }
    }

    proptest! {
        #[test]
        fn reading_is_the_inverse_of_writing(
            text in "([#>*`~0-9.)-]{0,4} ?)?[a-z \\\\\\[\\]:^()<>*]{0,20}( ?\\\\?\\[[a-z]{1,2}:: ?[a-z\\\\\\] ]{0,4}\\])?( \\\\?\\^[a-z]{4})?",
            value in "[a-z\\\\\\]\\[ :^]{0,8}", id in proptest::option::of("[a-z0-9]{4,6}"), with in any::<bool>(),
        ) {
            let fields = Fields(if with { vec![("topic".into(), one_line(&value))] } else { Vec::new() });
            let head = Head { text: one_line(&text), fields, id: id.map(|id| EntryId(id.into())) };
            prop_assert_eq!(read_head(&write_head(&head)), head, "{}", write_head(&Head { text, ..Head::default() }));
        }
    }
}
