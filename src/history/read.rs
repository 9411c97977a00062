//! Reading the history; what is not an event of ours is kept as it stands and skipped.
