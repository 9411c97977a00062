//! Injecting: rendering sediment and stream, set apart, within a token budget, for one day.
