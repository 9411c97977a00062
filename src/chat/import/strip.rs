//! Taking out of a message what the person did not say: injected context, tags, code, quotations.
//!
//! Hosts put system reminders, files, command output and our own context into the user's messages,
//! between tags or under their titles. Learned from there, a memory would eat its own output.

use std::borrow::Cow;

use super::own;
use crate::stream::markers;

/// The words of a message that are its author's.
pub fn strip(text: &str) -> Cow<'_, str> {
    if !text.contains(['<', '[', '#', '`', '~', '>', '*', '_']) && !text.contains(markers::OPENING) {
        return Cow::Borrowed(text);
    }
    // Cursor puts what its user says between tags, beside what it adds itself.
    if text.contains("<user_query>") {
        let text = text.replace("<user_query>", "\n").replace("</user_query>", "\n");
        return Cow::Owned(strip(&text).into_owned());
    }
    let mut kept = String::with_capacity(text.len());
    let mut lines = text.lines().zip(own::lines(text));
    while let Some((line, is_own)) = lines.next() {
        let trimmed = line.trim_start();
        if is_own {
            continue;
        }
        if let Some(fence) = ["```", "~~~"].into_iter().find(|f| trimmed.starts_with(f)) {
            lines.by_ref().find(|(l, _)| l.trim_start().starts_with(fence));
        } else if let Some(tag) = tag(trimmed) {
            let end = format!("</{tag}>");
            if !trimmed.contains(&end) {
                let mut ahead = lines.clone();
                if ahead.any(|(l, _)| l.contains(&end)) {
                    lines = ahead;
                }
            }
        } else if markers::is_summary(trimmed) {
            break;
        } else if !trimmed.starts_with('>') && !trimmed.starts_with('#') {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    Cow::Owned(kept)
}

/// The name of the tag that a line opens with: `<system-reminder>`, `<memory day="…">`.
fn tag(line: &str) -> Option<&str> {
    let rest = line.strip_prefix('<')?;
    let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':')))?;
    (end > 0 && rest[end..].contains('>')).then(|| &rest[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn injected_text_goes_and_what_was_said_stays() {
        let text = "<system-reminder>\nAlways use tabs.\n</system-reminder>\n[Long-term memory]\n- User preference: tabs.\n\n[Recent activity]\n- Today's decision: tabs.\n  more\n(2 more)\nI prefer spaces.\n```\nI always lie.\n```\n> I never quote.\n<b>x</b>\nThe block [Recent activity] is empty.\n";
        assert_eq!(strip(text), "I prefer spaces.\nThe block [Recent activity] is empty.\n");
    }

    #[test]
    fn an_unclosed_tag_costs_its_line() {
        assert_eq!(strip("<oops>\nI prefer tea.\n"), "I prefer tea.\n");
    }

    #[test]
    fn what_a_user_says_between_tags_stays() {
        let text = "<attached_files>\nI always lie.\n</attached_files>\n<user_query>\nI prefer tea.\n</user_query>";
        assert_eq!(strip(text).trim(), "I prefer tea.");
        assert_eq!(strip("<user_query>I prefer tea.</user_query>").trim(), "I prefer tea.");
    }

    #[test]
    fn plain_text_is_not_copied() {
        assert!(matches!(strip("I prefer tea."), Cow::Borrowed(_)));
    }
}
