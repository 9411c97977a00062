//! Reading the sediment by source ranges.

use std::ops::Range;
use std::path::Path;

use super::{Entry, Section};
use crate::error::Problem;
use crate::memory::Settings;

/// The sediment file as read: the text itself and where its parts lie in it.
#[derive(Debug, Clone, Default)]
pub struct Sediment {
    /// The whole text, BOM and line ends as they are.
    pub text: String,
    /// Entries in file order.
    pub entries: Vec<Entry>,
    /// The program's section headings: section, and the bytes from its heading to the next heading of the same or a higher level.
    pub sections: Vec<(Section, Range<usize>)>,
    /// Prose, comments, other headings: bytes that belong to the person, in file order.
    pub foreign: Vec<Range<usize>>,
    /// What is wrong.
    pub problems: Vec<Problem>,
}

/// Reads the text of a sediment file; `path` only labels problems.
pub fn read(_text: &str, _path: &Path, _settings: &Settings) -> Sediment {
    unimplemented!("helper C")
}
