//! `forget`: erasing what was meant, all of it and nothing else.
//!
//! Three steps: [`Plan::make`] finds what is meant (search may be generous, deletion is strict: ids
//! are exact, texts are literal, nothing is fuzzy); `erase` takes it out; `left` searches every
//! byte below the folder and every git object for what may have stayed, and tells what removes it
//! there.
//!
//! # What a crash leaves
//!
//! The plan is kept beside the caches until all of it is done (`unfinished.rs`), then tombstones are
//! written first and the stream last. Whatever stopped it, [`finish`] does the rest: `distill`, `sync`,
//! `forget` itself and whatever prints what a memory holds call it before they read anything, and stop
//! where it cannot be done; other commands that write refuse until then.
//! Each file is replaced whole.
//!
//! In the history an erased text becomes `[forgotten]`. The lines stay, since the ids in them keep an
//! entry from being taken for a new one.

mod clause;
mod erase;
mod left;
mod months;
mod names;
mod needles;
mod plan;
mod unfinished;

pub(super) use erase::without;
pub use erase::{again, erase, erase_all, finish};
pub use left::{Left, left, left_of_all};
pub use names::names_left;
pub use needles::Needles;
pub use plan::{Hit, Plan, Wanted};
pub use unfinished::unfinished;

use crate::error::{Error, Result};

/// What stands where a text was.
pub const GONE: &str = "[forgotten]";

/// `2 records, 1 entry and 3 lines`: numbers with their words for one and for several.
pub fn counted(counts: &[(usize, &str, &str)]) -> String {
    let parts = counts.iter().filter_map(|(n, one, several)| match n {
        0 => None,
        1 => Some(format!("1 {one}")),
        n => Some(format!("{n} {several}")),
    });
    let parts: Vec<String> = parts.collect();
    match parts.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, before)) => format!("{} and {last}", before.join(", ")),
        None => "nothing".to_owned(),
    }
}

/// A text to be found, literally or by a regular expression.
#[derive(Debug, Clone)]
pub enum Needle {
    /// Exactly these characters, somewhere or, if `whole`, from beginning to end.
    Text {
        /// The characters.
        text: String,
        /// The text must be all that a record or entry says.
        whole: bool,
    },
    /// A regular expression.
    Regex(regex::bytes::Regex),
}

impl Needle {
    /// Reads what was typed.
    ///
    /// # Errors
    ///
    /// A usage error for an empty text, a broken expression, or one that matches the empty text.
    pub fn parse(text: &str, is_regex: bool, whole: bool) -> Result<Self> {
        if text.trim().is_empty() {
            return Err(Error::usage("the text to forget is empty").hint("`--all` erases everything"));
        }
        if !is_regex {
            return Ok(Self::Text { text: text.to_owned(), whole });
        }
        let pattern = if whole { format!("^(?:{text})$") } else { text.to_owned() };
        let regex = regex::bytes::Regex::new(&pattern)
            .map_err(|e| Error::usage(format!("`{text}` is no regular expression")).because(short(&e)))?;
        if regex.is_match(b"") {
            return Err(Error::usage(format!("`{text}` matches everything"))
                .hint("say what must stand there; `--all` erases everything"));
        }
        Ok(Self::Regex(regex))
    }

    /// Whether it is in a text of the memory.
    pub fn is_in(&self, text: &str) -> bool {
        match self {
            Self::Text { text: needle, whole: true } => text.trim() == needle.trim(),
            Self::Text { text: needle, .. } => text.contains(needle.as_str()),
            Self::Regex(regex) => regex.is_match(text.as_bytes()),
        }
    }

    /// A text of the memory with another word in its place.
    fn replaced(&self, text: &str, word: &str) -> String {
        match self {
            Self::Text { whole: true, .. } => word.to_owned(),
            Self::Text { text: needle, .. } => text.replace(needle.as_str(), word),
            Self::Regex(regex) => {
                let bytes = regex.replace_all(text.as_bytes(), regex::bytes::NoExpand(word.as_bytes()));
                String::from_utf8_lossy(&bytes).into_owned()
            }
        }
    }

    /// Where it is in bytes of any sort.
    pub fn at(&self, bytes: &[u8]) -> Option<usize> {
        match self {
            Self::Text { text, whole: false } => memchr::memmem::find(bytes, text.as_bytes()),
            Self::Text { text, whole: true } => memchr::memmem::find_iter(bytes, text.trim().as_bytes())
                .find(|at| is_apart(&bytes[..*at], &bytes[at + text.trim().len()..])),
            Self::Regex(regex) => regex.find(bytes).map(|found| found.start()),
        }
    }
}

/// Whether what stands between is all that a record, an entry or a line of the history says: before it
/// comes the head of one, after it the line's end, a field, an id, sources or a closing bracket.
fn is_apart(before: &[u8], after: &[u8]) -> bool {
    let after = after.strip_prefix(b" ").unwrap_or(after);
    let begins = before.is_empty() || [&b"\n"[..], b"- ", b"] ", b": ", b"  "].iter().any(|b| before.ends_with(b));
    let ends = ["[", "^", "←", "·", "(was", ")", "\n", "\r"].iter().any(|e| after.starts_with(e.as_bytes()));
    begins && (after.is_empty() || ends)
}

/// The last line of a message of several lines says what is wrong.
fn short(e: &regex::Error) -> String {
    e.to_string().lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned()
}
