//! What the user said in the last turn, from the end of a transcript.

use crate::chat::import::{Format, Said, Who, feed};

/// So many bytes of the end of a transcript are looked at: enough for a turn with its results.
pub const TAIL_BYTES: u64 = 2 << 20;

/// The last thing that the user said. `tail` is the transcript or its end; then its first line is
/// likely torn, and is left out.
pub fn last_said(mut tail: &[u8], format: Format, torn: bool) -> Option<Said> {
    if torn {
        let line_end = tail.iter().position(|b| *b == b'\n')?;
        tail = &tail[line_end + 1..];
    }
    let mut last = None;
    let mut each = |said: Said| {
        if said.who == Who::User {
            last = Some(said);
        }
        Ok::<(), std::io::Error>(())
    };
    feed(&mut tail, format, 0, "", &mut each).ok()?;
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> String {
        format!("{{\"type\":\"user\",\"sessionId\":\"s\",\"message\":{{\"role\":\"user\",\"content\":\"{text}\"}}}}\n")
    }

    #[test]
    fn the_last_of_the_users_words_is_found_behind_a_torn_line() {
        let text = format!("{}{}", line("first"), line("second"));
        let last = |from: usize, torn| last_said(&text.as_bytes()[from..], Format::ClaudeCode, torn).map(|s| s.text);
        assert_eq!(last(0, false).as_deref(), Some("second"));
        assert_eq!(last(10, true).as_deref(), Some("second"));
        assert_eq!(last(text.len() - 9, true), None);
        assert_eq!(last_said(b"\xff\xfe", Format::ClaudeCode, false), None);
    }
}
