//! The sediment: by entry. Both sides' additions are kept, a deletion stays a deletion, and of an
//! entry that both sides changed the later `since` wins. Two entries that now fill one slot are
//! left to the next distillation, which settles them in the open, with a line in the history.

use std::path::Path;

use super::units::{self, Unit, join, lines};
use crate::memory::Settings;
use crate::sediment;

/// Merges three versions of the sediment; `None` when one of them is not UTF-8.
pub fn merge(base: &[u8], ours: &[u8], theirs: &[u8], settings: &Settings) -> Option<Vec<u8>> {
    let cut = |bytes| cut(bytes, settings);
    Some(join(&units::merge(&cut(base)?, &cut(ours)?, &cut(theirs)?, |a, b| {
        if (&a.order, &a.bytes) >= (&b.order, &b.bytes) { a.clone() } else { b.clone() }
    })))
}

fn cut(bytes: &[u8], settings: &Settings) -> Option<Vec<Unit>> {
    let text = std::str::from_utf8(bytes).ok()?;
    let read = sediment::read(text, Path::new(""), settings);
    let mut units = Vec::new();
    let mut at = 0;
    for entry in &read.entries {
        units.extend(lines(&bytes[at..entry.range.start]));
        let name = match &entry.id {
            Some(id) => id.to_string(),
            None => format!("new {}", entry.text),
        };
        let since = entry.fields.get("since").unwrap_or("").to_owned();
        units.push(Unit::named(name, since, &bytes[entry.range.clone()]));
        at = entry.range.end;
    }
    units.extend(lines(&bytes[at..]));
    Some(units)
}
