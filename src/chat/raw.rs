//! JSON as source text: where a value stands, never what it would be printed as.
//!
//! A message that was parsed and printed again has lost the spelling of its numbers, its escapes
//! and sometimes its unknown fields. Here a value is the slice of text that it is written in;
//! lone surrogates, big numbers and double keys survive since nobody decodes them.

use std::ops::Range;

use serde_json::value::RawValue;

/// The members of an object, in source order.
#[derive(Debug, Clone)]
pub struct Object<'a>(Vec<(String, &'a str)>);

impl<'a> Object<'a> {
    /// Reads an object; `None` when the text is not one.
    pub fn read(raw: &'a str) -> Option<Self> {
        serde_json::from_str(raw).ok().map(|Members(members)| Self(members))
    }

    /// The source text of a member's value; the last one where a key stands twice, as JSON readers do.
    /// A `null` counts as absent.
    pub fn get(&self, key: &str) -> Option<&'a str> {
        self.0.iter().rev().find(|(k, _)| k == key).map(|(_, v)| *v).filter(|v| *v != "null")
    }

    /// The first of several spellings of a key that is there.
    pub fn any(&self, keys: &[&str]) -> Option<&'a str> {
        keys.iter().find_map(|key| self.get(key))
    }

    /// The decoded text of a string member.
    pub fn text(&self, key: &str) -> Option<String> {
        self.get(key).and_then(string)
    }

    /// A member that is an object.
    pub fn object(&self, key: &str) -> Option<Object<'a>> {
        self.get(key).and_then(Object::read)
    }

    /// The elements of a member that is an array; none when it is absent or something else.
    pub fn elements(&self, key: &str) -> Vec<&'a str> {
        self.get(key).and_then(elements).unwrap_or_default()
    }

    /// Every member.
    pub fn members(&self) -> impl Iterator<Item = (&str, &'a str)> {
        self.0.iter().map(|(k, v)| (k.as_str(), *v))
    }
}

/// The elements of an array as source text; `None` when the text is not an array.
pub fn elements(raw: &str) -> Option<Vec<&str>> {
    let values: Vec<&RawValue> = serde_json::from_str(raw).ok()?;
    Some(values.into_iter().map(RawValue::get).collect())
}

/// The decoded text of a string; `None` when the value is not one.
pub fn string(raw: &str) -> Option<String> {
    serde_json::from_str(raw).ok()
}

/// A string in JSON.
pub fn quote(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Where a slice stands in the text that it was taken from.
pub fn range(outer: &str, inner: &str) -> Range<usize> {
    let start = (inner.as_ptr() as usize).saturating_sub(outer.as_ptr() as usize);
    start..start + inner.len()
}

/// Values one after the other, separated by white space (JSON Lines and its kin), and what was wrong
/// after the last good one.
pub fn values(text: &str) -> (Vec<&str>, Option<serde_json::Error>) {
    let mut found = Vec::new();
    for value in serde_json::Deserializer::from_str(text).into_iter::<&RawValue>() {
        match value {
            Ok(value) => found.push(value.get()),
            Err(error) => return (found, Some(error)),
        }
    }
    (found, None)
}

struct Members<'a>(Vec<(String, &'a str)>);

impl<'de: 'a, 'a> serde::Deserialize<'de> for Members<'a> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = Vec<(String, &'de str)>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some((key, value)) = map.next_entry::<String, &'de RawValue>()? {
                    members.push((key, value.get()));
                }
                Ok(members)
            }
        }
        deserializer.deserialize_map(Visitor).map(Members)
    }
}
