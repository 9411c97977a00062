//! `doctor`: everything that is wrong in a memory, as problems with path, line and remedy.
//!
//! Reading already finds most of it (bad bytes, conflict markers, near-miss names); the checks here
//! look at what no reader stumbles over. None of them changes a byte or takes a lock.

pub mod fix;
mod folder;
mod layers;

use crate::error::{Problem, Result};
use crate::memory::Memory;
use crate::time::Now;

/// Looks at everything in a memory; problems by path and line. With `secrets`, also scans all stored
/// text for what the redaction rules would not have let in.
///
/// # Errors
///
/// When a folder cannot be listed or a redaction rule of the folder is broken.
pub fn examine(memory: &Memory, now: &Now, secrets: bool) -> Result<Vec<Problem>> {
    let mut problems = Vec::new();
    layers::stream(memory, now, secrets, &mut problems)?;
    layers::history(memory, now, &mut problems)?;
    layers::sediment(memory, now, secrets, &mut problems)?;
    folder::files(memory, &mut problems)?;
    problems.sort_by(|a, b| (&a.path, a.line, a.code, &a.reason).cmp(&(&b.path, b.line, b.code, &b.reason)));
    problems.dedup();
    Ok(problems)
}
