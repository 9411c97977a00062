//! Lines that begin like a record and end before its kind does: what a write leaves that was cut off.

use super::{head, lines};

/// The torn lines of a day file, from 1. Readers take them for text; nothing is lost by leaving them.
pub fn torn_lines(bytes: &[u8]) -> Vec<usize> {
    let mut torn = Vec::new();
    let (mut at, mut line) = (0, 0);
    while at < bytes.len() {
        let (end, next) = lines::end(bytes, at);
        line += 1;
        if let [b'-', b' ', rest @ ..] = &bytes[at..end]
            && is_torn(rest, end == next)
        {
            torn.push(line);
        }
        at = next;
    }
    torn
}

/// `09:14 [Deci` anywhere; at the end of a file without a line end also `09:1`.
fn is_torn(rest: &[u8], unended: bool) -> bool {
    match head::clock_range(rest) {
        Some(time) => match rest[time.end..].trim_ascii_start() {
            [] => unended,
            [b'[', kind @ ..] => kind.iter().all(|c| c.is_ascii_alphabetic()),
            _ => false,
        },
        None => {
            unended && rest.first().is_some_and(u8::is_ascii_digit) && rest.iter().all(|c| matches!(c, b'0'..=b':'))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_can_have_been_a_record_is_torn() {
        let torn = ["- 09:14 [Deci", "- 09:14 [", "- 09:14", "- 09:1", "- 0", "- 09:14+01:00 [F"];
        for text in torn {
            assert_eq!(torn_lines(format!("- 09:00 [Fact] a\n{text}").as_bytes()), [2], "{text}");
        }
        assert_eq!(torn_lines(b"- 09:14 [Deci\n- 09:15 [Fact] a\n"), [1]);
        for text in
            ["- 09:14\n", "- 12\n", "- 09:14 lunch", "- 3 eggs", "- 09:14 [a](b)", "- [Deci", "- 09:14 [Fact] x", ""]
        {
            assert_eq!(torn_lines(text.as_bytes()), [0; 0], "{text}");
        }
    }
}
