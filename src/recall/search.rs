//! Searching: reading the files, ranking their lines, returning hits.

use super::{Query, Ranked};
use crate::error::Result;
use crate::memory::Memory;
use crate::time::Now;

/// Finds what a query asks for. Changes nothing.
///
/// # Errors
/// Only when a file cannot be read at all; what is wrong inside one is a problem in the answer.
pub fn search(_memory: &Memory, _query: &Query, _now: &Now) -> Result<Ranked> {
    unimplemented!("helper F")
}
