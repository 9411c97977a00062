//! Injecting: rendering sediment and stream, set apart, within a token budget, for one day.

pub mod fit;
pub mod neutral;
