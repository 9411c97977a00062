//! Merging three versions of one of our files without ever losing what a side added.
//!
//! Each file is cut into *units*: a record, an entry, a block of the history, or a line that is none
//! of these. Units with a name (a record's or entry's id, a run's) stand for themselves wherever they
//! are: one that both sides have comes once, one that a side deleted stays deleted. The order of
//! units is merged three ways like lines of text; where both sides changed the same place, both
//! sides' units are kept, named ones in time order.
//!
//! The result does not depend on which side is called ours.

pub mod conflict;
pub mod day;
pub mod history;
pub mod sediment;
pub mod session;
mod units;

use std::path::Path;

use crate::memory::Settings;
use crate::time::Day;
pub use units::Unit;

/// Merges by what the path says the file is; `None` for a file that is none of ours.
pub fn merge(path: &Path, base: &[u8], ours: &[u8], theirs: &[u8], settings: &Settings) -> Option<Vec<u8>> {
    if ours == theirs || theirs == base {
        return Some(ours.to_vec());
    }
    if ours == base {
        return Some(theirs.to_vec());
    }
    let name = path.file_name()?.to_str()?;
    let folder = path.parent().and_then(Path::file_name).and_then(|f| f.to_str()).unwrap_or("");
    if folder == "history" {
        return Some(history::merge(base, ours, theirs));
    }
    if folder == "sessions" {
        return session::merge(ours, theirs);
    }
    if name == "profile.md" {
        return session::profile(ours, theirs);
    }
    if Path::new(&settings.layout.sediment).file_name().is_some_and(|n| n == name) {
        return sediment::merge(base, ours, theirs, settings);
    }
    let stem = name.strip_suffix(".md").unwrap_or(name);
    let ends = [stem.get(..10), stem.len().checked_sub(10).and_then(|at| stem.get(at..))];
    let day = ends.into_iter().flatten().find_map(Day::parse)?;
    Some(day::merge(base, ours, theirs, day, settings))
}

#[cfg(test)]
mod tests;
