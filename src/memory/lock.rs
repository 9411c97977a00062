//! Locks: a value that grants the right to write. Held by the kernel, so a killed process frees them.

use super::Memory;
use crate::error::Result;

/// The right to append to the stream. Short; never held while a model is asked.
#[derive(Debug)]
pub struct StreamLock(());

/// The right to change sediment and history.
#[derive(Debug)]
pub struct DistillLock(());

impl Memory {
    /// Waits up to a few seconds for the stream lock; then *busy* (exit 75), naming the holder.
    pub fn lock_stream(&self) -> Result<StreamLock> {
        unimplemented!("helper A")
    }

    /// Takes the distill lock at once, or *busy* (exit 75), naming the holder.
    pub fn lock_distill(&self) -> Result<DistillLock> {
        unimplemented!("helper A")
    }
}
