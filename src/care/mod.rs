//! Keeping a memory healthy: doctor, forget, archive, status.
//!
//! `doctor` looks and changes no byte; what it repairs it names first and saves before. `forget` and
//! `archive` are the only commands that take something out of the stream, each on an explicit word.

pub mod archive;
pub mod doctor;
pub mod forget;
mod metrics;
pub mod stats;
pub mod status;

pub use status::plural;
