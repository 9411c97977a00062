//! A record: one thing that happened.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use chrono::{FixedOffset, NaiveTime};
use serde::ser::SerializeMap as _;
use unicode_normalization::UnicodeNormalization as _;

use super::base32::{base32, six};
use crate::script;
use crate::time::Day;

/// The derived identity of a record: its day and 30 bits of a hash, written `2025-03-14#k7q2m9`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordId {
    /// The day of the record's file or heading.
    pub day: Day,
    /// The lowest 30 bits: a hash over day, time, kind and normalised text.
    pub hash: u32,
}

/// A set of record ids. Their hash is one already, so that only the day is mixed in.
pub type RecordIds = std::collections::HashSet<RecordId, std::hash::BuildHasherDefault<Mixed>>;

/// Mixes words that are hashes already.
#[derive(Debug, Default, Clone, Copy)]
pub struct Mixed(u64);

impl std::hash::Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|b| self.write_u32(u32::from(*b)));
    }
    fn write_u32(&mut self, n: u32) {
        self.0 = (self.0 ^ u64::from(n)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }
}

/// Inline fields in the order in which they stand: `[key:: value]`. Keys are lower-case.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Fields(pub Vec<(String, String)>);

/// As an object; `about`, which may stand several times, is always a list.
impl serde::Serialize for Fields {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut keys: Vec<&str> = self.0.iter().map(|(key, _)| key.as_str()).collect();
        keys.sort_unstable();
        keys.dedup();
        let mut object = to.serialize_map(Some(keys.len()))?;
        for key in keys {
            match key {
                "about" => object.serialize_entry(key, &self.all(key).collect::<Vec<_>>())?,
                _ => object.serialize_entry(key, &self.get(key))?,
            }
        }
        object.end()
    }
}

impl Fields {
    /// The first value of a key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|(k, _)| k == key).map(|(_, v)| v.as_str())
    }

    /// All values of a key (`about` may stand several times).
    pub fn all<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(k, _)| k == key).map(|(_, v)| v.as_str())
    }

    /// The slot that the topic names, in one spelling: lower-case, composed (NFC), without slashes at
    /// its ends. None without a topic.
    pub fn slot(&self) -> Option<String> {
        self.get("topic").map(slot_of).filter(|slot| !slot.is_empty())
    }

    /// Whether they pin what bears them: any value of `pin` does but `no` and `false`.
    pub fn pins(&self) -> bool {
        self.get("pin").is_some_and(|value| !matches!(value, "no" | "false"))
    }

    /// Replaces the first value of a key, or adds it.
    pub fn set(&mut self, key: &str, value: impl Into<String>) {
        match self.0.iter_mut().find(|(k, _)| k == key) {
            Some((_, v)) => *v = value.into(),
            None => self.0.push((key.to_owned(), value.into())),
        }
    }

    /// Removes a key.
    pub fn remove(&mut self, key: &str) {
        self.0.retain(|(k, _)| k != key);
    }
}

/// The slot that a topic names, as [`Fields::slot`] spells it.
pub fn slot_of(topic: &str) -> String {
    topic.trim().trim_matches('/').nfc().collect::<String>().to_lowercase()
}

/// Whether a slash path is another one or lies below it, both in one spelling.
pub fn lies_below(path: &str, above: &str) -> bool {
    path.strip_prefix(above).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Where a record stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The file, relative to the memory folder.
    pub path: Arc<PathBuf>,
    /// The line of its first line, from 1.
    pub line: usize,
    /// Its bytes in the file, line end included.
    pub range: Range<usize>,
}

/// Whether a line can be the last of its sentence: it ends in a full stop or the like, whatever
/// closing marks follow, or in a colon, behind which something else begins.
fn ends_a_sentence(text: &str) -> bool {
    let text = text.trim_end_matches(['"', '\'', ')', ']', '*', '_', '`', '”', '’', '」', '）']);
    text.is_empty() || text.ends_with(['.', '!', '?', ':', '…', '。', '！', '？', '：', '；'])
}

/// Whether a line begins a list, a quote, a heading, a table or code.
fn opens_a_block(line: &str) -> bool {
    let marker = ["- ", "* ", "+ ", "> ", "#", "```", "~~~", "|", "<"].iter().any(|m| line.starts_with(m));
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    marker || digits > 0 && (line[digits..].starts_with(". ") || line[digits..].starts_with(") "))
}

/// One thing that happened, as read from a day file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// Derived identity.
    pub id: RecordId,
    /// The calendar day: of the nearest heading above, else of the file's name.
    pub day: Day,
    /// The clock time, when it has one.
    pub time: Option<NaiveTime>,
    /// The offset of the clock time: its own, else the heading's, when either is given.
    pub offset: Option<FixedOffset>,
    /// The kind as the settings spell it (aliases resolved, case folded); unknown kinds as written.
    pub kind: String,
    /// The first paragraph without its fields, on one line; where a line of it ends in fields or a
    /// hard break (`\`), only up to there.
    pub text: String,
    /// What follows (further lines, lists, fences) without the item's indent; empty for most. It
    /// begins with a line break where a blank line sets it apart.
    pub body: String,
    /// Fields at the end of the first paragraph.
    pub fields: Fields,
    /// Where it stands.
    pub source: Source,
}

impl Record {
    /// The text as a sentence of its own: where it breaks off at the end of its line, the lines that
    /// follow it directly complete it. What stands apart, or is a list, a quote or code, does not.
    pub fn statement(&self) -> Cow<'_, str> {
        let mut whole = Cow::Borrowed(self.text.as_str());
        for line in self.body.lines().map(str::trim) {
            let line = line.strip_suffix('\\').unwrap_or(line);
            if ends_a_sentence(&whole) || line.is_empty() || opens_a_block(line) {
                break;
            }
            let met = whole.chars().next_back().zip(line.chars().next()).is_some_and(|(a, b)| script::meet(a, b));
            let glue = if met { "" } else { " " };
            whole = Cow::Owned(format!("{whole}{glue}{line}"));
        }
        whole
    }

    /// Whether it concerns an object: one of its `about`, the head of its topic or the whole of it,
    /// regardless of case.
    pub fn concerns(&self, object: &str) -> bool {
        let object = object.trim().to_lowercase();
        lies_below(&self.fields.slot().unwrap_or_default(), &object)
            || self.fields.all("about").any(|o| o.to_lowercase() == object)
    }

    /// Text and body as they were typed, without the fields.
    pub fn whole(&self) -> String {
        if self.body.is_empty() { self.text.clone() } else { format!("{}\n{}", self.text, self.body) }
    }
}

impl fmt::Display for RecordId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A history names one on nearly every line.
        let Some(day) = self.day.digits() else { return write!(f, "{}#{}", self.day, base32(self.hash, 6)) };
        let mut text = [b'#'; 17];
        text[..10].copy_from_slice(&day);
        text[11..].copy_from_slice(&six(self.hash));
        f.write_str(std::str::from_utf8(&text).unwrap_or_default())
    }
}
