//! `doctor`: everything that is wrong in a memory, as problems with path, line and remedy.
//!
//! Reading already finds most of it (bad bytes, conflict markers, near-miss names); the checks here
//! look at what no reader stumbles over. None of them changes a byte or takes a lock. What can be
//! repaired is in [`fix`].

mod days;
pub mod fix;
mod folder;
mod halves;
mod layers;
mod refiling;
mod sheets;
mod text;

use text::Text;

use crate::error::{Problem, Result};
use crate::memory::Memory;
use crate::time::{Clock, Now};

/// One visit: what an examination and its repairs go by.
#[derive(Debug, Clone, Copy)]
pub struct Visit<'m> {
    /// The memory.
    pub memory: &'m Memory,
    /// The present.
    pub now: &'m Now,
    /// The clock, which knows to which day a moment belongs.
    pub clock: &'m Clock,
    /// Whether the zone was named (`--zone`, `$ALLUVIUM_ZONE`, `zone`): then all days are counted in it.
    /// The system's zone says nothing of days that were written on a journey.
    pub zone_is_named: bool,
    /// Whether all stored text is scanned for what the redaction rules would not have let in.
    pub secrets: bool,
}

impl Visit<'_> {
    /// Looks at everything in a memory; problems by path and line.
    ///
    /// # Errors
    ///
    /// When a folder cannot be listed or a redaction rule of the folder is broken.
    pub fn examine(&self) -> Result<Vec<Problem>> {
        let mut problems = Vec::new();
        // What is about to be erased is not told of, and the rest may look otherwise afterwards.
        folder::forgetting(self.memory, &mut problems);
        if !problems.is_empty() {
            return Ok(problems);
        }
        let text = Text::of(self)?;
        days::check(self, &text, &mut problems)?;
        layers::history(self, &text, &mut problems)?;
        layers::sediment(self, &text, &mut problems)?;
        sheets::check(self, &text, &mut problems)?;
        folder::files(self.memory, &mut problems)?;
        problems.sort_by(|a, b| (&a.path, a.line, a.code, &a.reason).cmp(&(&b.path, b.line, b.code, &b.reason)));
        problems.dedup();
        Ok(problems)
    }
}
