//! How many tokens a message is, about: its keys and values, decoded, and a fixed share for its frame.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use crate::tokens::estimate_centi;

/// What a message costs beside its content (role, separators), in hundredths of a token.
const FRAME: usize = 400;

/// What a picture or another attached file counts as, in hundredths of a token: about the most that a
/// picture costs after the hosts have scaled it down. Its base64 text is not what the model reads.
const ATTACHMENT: usize = 160_000;

/// From this length on, in bytes, a string of nothing but base64 characters is an attachment.
const ATTACHMENT_BYTES: usize = 1024;

/// About how many tokens a message is, in hundredths of a token.
pub fn message(raw: &str) -> usize {
    FRAME + value(raw)
}

/// About how many tokens the keys and values of some JSON are, in hundredths of a token.
pub fn value(raw: &str) -> usize {
    let mut sum = 0;
    let mut deserializer = serde_json::Deserializer::from_str(raw);
    match (Count { key: "", sum: &mut sum }).deserialize(&mut deserializer) {
        Ok(()) => sum,
        Err(_) => estimate_centi(raw), // a lone surrogate, or nested too deeply to walk: its source is longer
    }
}

struct Count<'s> {
    key: &'s str,
    sum: &'s mut usize,
}

impl Count<'_> {
    fn text(&mut self, text: &str) {
        *self.sum += match self.key {
            "signature" | "thoughtSignature" | "thought_signature" => 0, // not part of what the model reads
            "encrypted_content" => text.len() * 20,                      // base64 of hidden reasoning
            _ if is_attachment(text) => ATTACHMENT,
            _ => estimate_centi(text),
        };
    }
}

fn is_attachment(text: &str) -> bool {
    let base64 = match text.get(..256).unwrap_or(text).split_once(";base64,") {
        Some((head, _)) if head.starts_with("data:") => return true,
        _ => text.len() >= ATTACHMENT_BYTES,
    };
    base64 && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=' | b'-' | b'_'))
}

impl<'de> DeserializeSeed<'de> for Count<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Count<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_str<E>(mut self, text: &str) -> Result<(), E> {
        self.text(text);
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        *self.sum += 100;
        Ok(())
    }

    fn visit_i64<E>(mut self, n: i64) -> Result<(), E> {
        self.text(&n.to_string());
        Ok(())
    }

    fn visit_u64<E>(mut self, n: u64) -> Result<(), E> {
        self.text(&n.to_string());
        Ok(())
    }

    fn visit_f64<E>(mut self, n: f64) -> Result<(), E> {
        self.text(&n.to_string());
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        while seq.next_element_seed(Count { key: self.key, sum: self.sum })?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            *self.sum += estimate_centi(&key);
            map.next_value_seed(Count { key: &key, sum: self.sum })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_count_as_what_they_stand_for() {
        assert_eq!(value(r#"{"content":"\u4f60\u597d"}"#), value(r#"{"content":"你好"}"#));
    }

    #[test]
    fn a_picture_counts_as_a_picture() {
        let picture = format!(r#"{{"url":"data:image/png;base64,{}"}}"#, "A".repeat(100_000));
        assert!(value(&picture) < 2 * ATTACHMENT);
        let bare = format!(r#"{{"data":"{}"}}"#, "iVBORw0KGgo".repeat(1000));
        assert!(value(&bare) < 2 * ATTACHMENT);
    }

    #[test]
    fn a_lone_surrogate_is_no_obstacle() {
        assert!(value(r#"{"content":"\ud83d"}"#) > 0);
    }
}
