//! Keeping a memory healthy: doctor, forget, archive, status.
