//! Git: how a memory spans machines. A merge driver for our files, the setup, and `sync`.
//!
//! [`merge`] is pure: three texts in, one out, the same whichever side is *ours*, so that two clones
//! that merge the same commits end with the same bytes. [`work`] spawns `git`; everything it changes
//! is limited to the memory's own paths. There is no server of our own.

pub mod merge;
pub mod objects;
pub mod setup;
pub mod sync;
pub mod work;

pub use work::Work;
