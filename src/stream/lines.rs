//! Lines of a file: where they end, whatever ends them, and what stands before the first.

use std::path::Path;

use super::head::Head;
use super::kind::Kinds;

/// Where the line that begins at `at` ends, without and with its line end (`\n`, `\r\n`, `\r`).
pub(super) fn end(bytes: &[u8], at: usize) -> (usize, usize) {
    match memchr::memchr2(b'\n', b'\r', &bytes[at..]) {
        None => (bytes.len(), bytes.len()),
        Some(n) if bytes[at + n] == b'\r' && bytes.get(at + n + 1) == Some(&b'\n') => (at + n, at + n + 2),
        Some(n) => (at + n, at + n + 1),
    }
}

/// The lines of a text, without their ends.
pub(super) fn split(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut at = 0;
    std::iter::from_fn(move || {
        (at < bytes.len()).then(|| {
            let (end, next) = end(bytes, at);
            let line = &bytes[at..end];
            at = next;
            line
        })
    })
}

/// Whether the bytes are UTF-16, by their mark or, where it is missing, by the zero bytes of Latin text.
pub fn is_utf16(bytes: &[u8]) -> bool {
    match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => true,
        [a, b, c, d, ..] => (*a == 0 && *c == 0 && *b != 0 && *d != 0) || (*b == 0 && *d == 0 && *a != 0 && *c != 0),
        _ => false,
    }
}

/// The command that makes UTF-8 of a file in UTF-16.
pub fn conversion(path: &Path, bytes: &[u8]) -> String {
    let form = match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "UTF-16",
        [0, ..] => "UTF-16BE",
        _ => "UTF-16LE",
    };
    let path = path.display();
    format!("make it UTF-8: `iconv -f {form} -t UTF-8 '{path}' > '{path}.new' && mv '{path}.new' '{path}'`")
}

/// What the writer ends its lines with: the file's majority, `\n` when it is even or there are none.
pub(super) fn ending(bytes: &[u8]) -> &'static str {
    let all = memchr::memchr_iter(b'\n', bytes).count();
    let windows = memchr::memmem::find_iter(bytes, b"\r\n").count();
    if windows * 2 > all { "\r\n" } else { "\n" }
}

/// Byte and number of lines after the byte-order mark and the front matter, where there are any.
///
/// Front matter begins at the first byte and is closed by `---` or `...`. Two rules with records
/// between them are none, whatever other programs say: nothing may hide a record.
pub(super) fn front_matter(bytes: &[u8]) -> (usize, usize) {
    let start = if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    let is = |line: &[u8], rule: &[u8]| line.trim_ascii_end() == rule;
    let (mut stop, mut at) = end(bytes, start);
    if !is(&bytes[start..stop], b"---") {
        return (start, 0);
    }
    let none = Kinds::none();
    let mut lines = 1;
    while at < bytes.len() {
        let from = at;
        (stop, at) = end(bytes, from);
        let line = &bytes[from..stop];
        lines += 1;
        if is(line, b"---") || is(line, b"...") {
            return (at, lines);
        }
        if let [b'-' | b'*' | b'+', b' ', content @ ..] = line
            && Head::read(content, &none).is_some_and(|head| head.time.is_some())
        {
            break;
        }
    }
    (start, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_three_ways() {
        let lines: Vec<&[u8]> = split(b"a\nb\r\nc\rd\n\ne").collect();
        assert_eq!(lines, [b"a" as &[u8], b"b", b"c", b"d", b"", b"e"]);
    }

    #[test]
    fn the_majority_decides_the_line_end() {
        assert_eq!(ending(b""), "\n");
        assert_eq!(ending(b"a\r\nb\nc\n"), "\n");
        assert_eq!(ending(b"a\r\nb\r\nc\n"), "\r\n");
        assert_eq!(ending(b"a\rb"), "\n");
    }

    #[test]
    fn front_matter_stands_at_the_first_byte_and_hides_no_record() {
        assert_eq!(front_matter(b"---\na: b\n---\ntext"), (13, 3));
        assert_eq!(front_matter(b"\xef\xbb\xbf---\r\na: b\r\n...\r\n"), (19, 3));
        assert_eq!(front_matter(b"\n---\na: b\n---\n"), (0, 0));
        assert_eq!(front_matter(b"---\na: b\n"), (0, 0));
        assert_eq!(front_matter(b"---\n- 09:14 [Fact] x\n---\n"), (0, 0));
    }
}
