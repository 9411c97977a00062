//! Inline fields at the end of a text: `[key:: value]`.

use std::borrow::Cow;

use super::Fields;

/// The fields that a record may carry.
pub const KEYS: [&str; 12] =
    ["topic", "about", "because", "status", "until", "importance", "replaces", "ends", "ref", "origin", "pin", "valid"];

/// Takes the fields with one of the keys off the end of a text; gives what is left and the fields
/// in the order in which they stand, their keys in lower case, their values unescaped.
///
/// Other inline fields among them stay in the text. So does every other bracket, and what stands
/// before it.
pub fn take<'t>(text: &'t str, keys: &[&str]) -> (Cow<'t, str>, Fields) {
    let mut fields = Vec::new();
    let mut kept: Vec<&str> = Vec::new();
    let mut rest = text.trim_end();
    while let Some((before, inner)) = last_bracket(rest) {
        let Some((key, value)) = inner.split_once("::") else { break };
        let key = key.trim();
        if keys.iter().any(|k| k.eq_ignore_ascii_case(key)) {
            fields.push((key.to_ascii_lowercase(), unescape(value.trim())));
        } else if !key.is_empty() && key.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'-' || c == b'_') {
            kept.push(&rest[before.len()..]);
        } else {
            break;
        }
        rest = before.trim_end();
    }
    if fields.is_empty() {
        return (Cow::Borrowed(text.trim_end()), Fields::default());
    }
    fields.reverse();
    let mut left = Cow::Borrowed(rest);
    for bracket in kept.iter().rev() {
        let left = left.to_mut();
        if !left.is_empty() {
            left.push(' ');
        }
        left.push_str(bracket);
    }
    (left, Fields(fields))
}

/// Splits `before [inner]` at the bracket that the last character closes. Brackets in it may be
/// nested or escaped.
fn last_bracket(text: &str) -> Option<(&str, &str)> {
    let bytes = text.as_bytes();
    if bytes.last() != Some(&b']') || escaped(bytes, bytes.len() - 1) {
        return None;
    }
    let mut depth = 0;
    for at in (0..bytes.len()).rev() {
        match bytes[at] {
            b']' if !escaped(bytes, at) => depth += 1,
            b'[' if !escaped(bytes, at) => {
                depth -= 1;
                if depth == 0 {
                    return Some((&text[..at], &text[at + 1..text.len() - 1]));
                }
            }
            _ => {}
        }
    }
    None
}

/// Whether an odd number of backslashes stands before the byte.
fn escaped(bytes: &[u8], at: usize) -> bool {
    bytes[..at].iter().rev().take_while(|c| **c == b'\\').count() % 2 == 1
}

const ESCAPED: [char; 5] = ['\\', '[', ']', '<', '>'];

fn unescape(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        match chars.peek() {
            Some(next) if c == '\\' && ESCAPED.contains(next) => out.extend(chars.next()),
            _ => out.push(c),
        }
    }
    out
}

/// A value as it stands in a file: on one line, with nothing that could end the field, begin
/// another one or open a comment.
pub fn escape(value: &str) -> String {
    let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut out = String::with_capacity(value.len());
    let mut last = ' ';
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        let escape = match c {
            '[' | ']' => true,
            '\\' => chars.peek().is_none_or(|n| ESCAPED.contains(n)),
            '<' => chars.peek() == Some(&'!'),
            '>' => last == '-',
            _ => false,
        };
        if escape {
            out.push('\\');
        }
        out.push(c);
        last = c;
    }
    out
}

/// What is wrong with the value of a field that is to be written, in words that follow the value.
pub fn mistake(key: &str, value: &str) -> Option<&'static str> {
    let value = value.trim();
    let id = |v: &str| {
        let entry = v.strip_prefix('^').unwrap_or(v);
        super::IdPattern::parse(v).is_some()
            || (2..=12).contains(&entry.len()) && entry.bytes().all(|c| c.is_ascii_digit() || c.is_ascii_lowercase())
    };
    match key {
        _ if value.is_empty() => Some("is empty"),
        "importance" if !value.parse::<f64>().is_ok_and(|n| (0.0..=1.0).contains(&n)) => {
            Some("is no number from 0 to 1")
        }
        "status" if !matches!(value, "open" | "done") => Some("is neither `open` nor `done`"),
        "until" | "valid" if crate::time::Day::parse(value).is_none() => Some("is no day such as 2025-03-14"),
        "replaces" | "ends" | "ref" if !id(value) => Some("is no id such as `2025-03-14#k7q2m9` or `^k3f9`"),
        "pin" if !matches!(value, "true" | "yes") => Some("is not `true`"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (String, Vec<(String, String)>) {
        let (left, fields) = take(text, &KEYS);
        (left.into_owned(), fields.0)
    }

    fn pairs(fields: &[(&str, &str)]) -> Vec<(String, String)> {
        fields.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect()
    }

    #[test]
    fn fields_are_taken_off_the_end() {
        for (text, left, fields) in [
            ("A. [topic:: a/b]", "A.", &[("topic", "a/b")][..]),
            ("A. [topic:: a/b] [status::open]  ", "A.", &[("topic", "a/b"), ("status", "open")]),
            ("A. [Topic:: a][about:: b]", "A.", &[("topic", "a"), ("about", "b")]),
            ("A. [because:: see [[Page]] there]", "A.", &[("because", "see [[Page]] there")]),
            ("A. [topic:: a] [mood:: good] [pin:: true]", "A. [mood:: good]", &[("topic", "a"), ("pin", "true")]),
            ("A [topic:: a] b", "A [topic:: a] b", &[]),
            ("A [x]", "A [x]", &[]),
            ("A [mood:: good]", "A [mood:: good]", &[]),
            ("A [topic:: a\\]", "A [topic:: a\\]", &[]),
            ("[topic:: a]", "", &[("topic", "a")]),
            ("A ]", "A ]", &[]),
        ] {
            assert_eq!(read(text), (left.to_owned(), pairs(fields)), "{text}");
        }
    }

    #[test]
    fn a_value_of_any_characters_comes_back() {
        for value in ["a]b", "a[b", "]]", "a\\", "a\\]", "C:\\dir\\x", "<!-- x -->", "-->", "] [status:: done", "\\\\"]
        {
            let text = format!("A. [topic:: {}] [status:: open]", escape(value));
            assert_eq!(read(&text), ("A.".to_owned(), pairs(&[("topic", value), ("status", "open")])), "{text}");
        }
        assert_eq!(escape("two\nlines"), "two lines");
    }
}
