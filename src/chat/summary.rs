//! The message that stands for an earlier part of a conversation, and how it is told from a person's words.
//!
//! Its first line names its text by a checksum. So a message counts as one that an earlier run put
//! there only if all of its text is what was put there: what a person writes is never replaced, be it
//! under the same title, be it a summary that they completed.

use super::message::{Message, Role};
use super::raw::Object;
use super::shape::Shape;
use crate::chat::import::format::text_of;
use crate::stream::markers::{SUMMARY, is_summary};

/// The text of the message for a summary.
pub fn write(text: &str) -> String {
    let text = text.trim();
    format!("{SUMMARY}, {}]\n{text}", sum(text))
}

/// Whether a message is one that [`write()`] made, and nothing else.
pub fn is_ours(message: &Message<'_>, shape: Shape) -> bool {
    let role = if shape.begins_with_user() { Role::User } else { Role::System };
    if !matches!(message.role, Role::System) && message.role != role
        || !message.answers.is_empty()
        || !message.raw.contains(SUMMARY)
    {
        return false;
    }
    let object = Object::read(message.raw);
    let inner = object.as_ref().and_then(|o| o.object("kwargs").or_else(|| o.object("data")));
    let Some(content) = inner.as_ref().or(object.as_ref()).and_then(|o| o.any(&["content", "parts"])) else {
        return false;
    };
    let alone = super::raw::elements(content).is_none_or(|blocks| blocks.len() == 1);
    alone && is_written(&text_of(content))
}

/// Whether a text is a summary whose checksum is that of the text below it.
fn is_written(text: &str) -> bool {
    let Some((first, rest)) = text.split_once('\n') else { return false };
    is_summary(first) && first.trim().strip_prefix(SUMMARY) == Some(&format!(", {}]", sum(rest.trim())))
}

fn sum(text: &str) -> String {
    format!("{:08x}", xxhash_rust::xxh3::xxh3_64(text.as_bytes()) >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_written_counts() {
        let text = write("They repair a build.\n- One.\n");
        assert!(is_written(&text) && is_written(&format!("{text}\n")));
        for other in [
            "[Summary of the earlier conversation]\nThey repair a build.",
            "[Summary of the earlier conversation, 00000000]\nThey repair a build.",
            &format!("{text}\nAnd I say: no."),
            &text.replace("repair", "break"),
            "",
        ] {
            assert!(!is_written(other), "{other}");
        }
    }
}
