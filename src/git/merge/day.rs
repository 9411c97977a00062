//! Day files: the union of both sides' records, in time order where both were appended.

use super::units::{self, Unit, join, lines};
use crate::memory::Settings;
use crate::stream::{Kinds, Scan};
use crate::time::Day;

/// Merges three versions of a day file. A record that a side edited is another record, so that of
/// two edits of one record both stay.
pub fn merge(base: &[u8], ours: &[u8], theirs: &[u8], day: Day, settings: &Settings) -> Vec<u8> {
    let kinds = Kinds::of(settings);
    let cut = |bytes| cut(bytes, day, &kinds);
    join(&units::merge(&cut(base), &cut(ours), &cut(theirs), Unit::clone_of_later))
}

impl Unit {
    /// The same record may stand with other blanks or line ends: either will do, the same for both clones.
    pub(super) fn clone_of_later(a: &Self, b: &Self) -> Self {
        if a.bytes >= b.bytes { a.clone() } else { b.clone() }
    }
}

fn cut(bytes: &[u8], day: Day, kinds: &Kinds) -> Vec<Unit> {
    let path = std::sync::Arc::new(std::path::PathBuf::new());
    let mut units = Vec::new();
    let mut at = 0;
    for raw in Scan::new(bytes, day, kinds) {
        units.extend(lines(&bytes[at..raw.range.start]));
        let time = raw.record(&path, kinds).time.map_or_else(String::new, |t| t.format("%H:%M:%S").to_string());
        units.push(Unit::named(raw.id.to_string(), time, &bytes[raw.range.clone()]));
        at = raw.range.end;
    }
    units.extend(lines(&bytes[at..]));
    units
}
