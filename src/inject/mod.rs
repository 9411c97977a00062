//! Injecting: rendering sediment and stream, set apart, within a token budget, for one day.
//!
//! ```text
//! request ──plan──▶ gather ──select──▶ lines ──fit──▶ lines within the budget ──render──▶ context
//!           files ─────┘
//! ```
//!
//! [`gather`] reads the files that the plan needs and no others; everything after it is a function
//! of what was read, the plan and the day. Promises: the budget holds for the whole output; the same
//! memory on the same day gives the same bytes; no text in the memory can look like the structure
//! around it; nothing is written. Refuses: to fold the history unless not everything fits.

pub mod blank;
mod compose;
pub mod composed;
pub mod facets;
mod fit;
pub mod gather;
pub mod line;
pub mod longterm;
pub mod neutral;
mod pairs;
pub mod plan;
pub mod profile;
pub mod recent;
pub mod relevant;
pub mod route;
pub mod session;
pub mod template;
pub mod words;

pub use compose::Context;
pub use gather::{Injected, inject};
pub use line::Why;
pub use plan::{Format, Order, Request};
