//! Recall: finding what matters to a question, in text, without an index to operate.
//!
//! ```text
//! query ──▶ terms ──scan──▶ lines that hold them ──BM25──▶ best lines ──read──▶ hits ──score──▶ ranked
//! ```
//!
//! A query reads every file once, but only as bytes: a multi-pattern search finds the places where a
//! word of the query may begin, and only those words are looked at. Records and entries are read
//! properly only in the files that hold the best lines. So ten years of days cost about as much as
//! `grep`, and there is nothing to rebuild or to go stale.
//!
//! Promises: a query is never an error, whatever characters it holds; reading changes no byte.

pub mod about;
mod blocks;
mod bm25;
mod dates;
mod fold;
mod han;
pub mod hit;
pub mod meaning;
mod met;
mod near;
mod page;
pub mod query;
mod rank;
mod scan;
pub mod search;
mod sheets;
mod stale;
mod terms;
pub mod words;

pub use hit::{Found, Hit, Layer, Mark, Ranked, Score};
pub use meaning::{Wishes, enhanced};
pub use page::{below, is_about};
pub use query::Query;
pub use search::{search, track};
