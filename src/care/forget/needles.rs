//! Texts that were erased, to be found wherever else they stand.
//!
//! There may be as many as there are records, and every byte of a repository to be searched for them, so
//! that one automaton looks for all at once.

use std::cell::OnceCell;
use std::collections::HashSet;

use aho_corasick::AhoCorasick;

use super::{GONE, Needle, is_apart};

/// Shorter texts say too little to be searched for where no id names them, in bytes.
const TELLING: usize = 12;

/// Texts to be searched for.
#[derive(Debug, Default)]
pub struct Needles {
    /// Texts that must be all that a record, an entry or a line says.
    whole: HashSet<String>,
    /// What a person named.
    named: Vec<Needle>,
    /// Finds the whole texts; none when there are none.
    finder: OnceCell<Option<AhoCorasick>>,
}

impl Needles {
    /// Adds a text that tells enough to be searched for.
    pub(super) fn add(&mut self, text: &str) {
        let text = text.trim();
        if text.len() >= TELLING && text != GONE {
            self.whole.insert(text.to_owned());
            self.finder.take();
        }
    }

    /// Adds what a person named.
    pub(super) fn name(&mut self, needle: Needle) {
        self.named.push(needle);
    }

    /// The whole texts, and what a person named.
    pub(super) fn parts(&self) -> (&HashSet<String>, &[Needle]) {
        (&self.whole, &self.named)
    }

    /// Whether there is nothing to search for.
    pub fn is_empty(&self) -> bool {
        self.whole.is_empty() && self.named.is_empty()
    }

    /// Whether one of them is in a text of the memory.
    pub fn are_in(&self, text: &str) -> bool {
        self.whole.contains(text.trim()) || self.named.iter().any(|needle| needle.is_in(text))
    }

    /// Whether a person named anything.
    pub(super) fn are_named(&self) -> bool {
        !self.named.is_empty()
    }

    /// Whether what a person named is in the name of a file or folder.
    pub(super) fn are_named_in(&self, name: &str) -> bool {
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        self.named.iter().any(|needle| match needle {
            Needle::Text { whole: true, .. } => needle.is_in(stem) || needle.is_in(name),
            _ => needle.is_in(name),
        })
    }

    /// Where the first of them is in bytes of any sort.
    pub fn at(&self, bytes: &[u8]) -> Option<usize> {
        let named = self.named.iter().filter_map(|needle| needle.at(bytes)).min();
        let finder =
            self.finder.get_or_init(|| (!self.whole.is_empty()).then(|| AhoCorasick::new(&self.whole).ok()).flatten());
        let matches = finder.iter().flat_map(|finder| finder.find_overlapping_iter(bytes));
        let apart = matches.filter(|m| is_apart(&bytes[..m.start()], &bytes[m.end()..]));
        apart.map(|m| m.start()).chain(named).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_found_where_it_is_all_that_is_said() {
        let mut needles = Needles::default();
        assert!(needles.is_empty() && needles.at(b"- Queue is Redis.").is_none());
        for text in ["Queue is Redis.", "Queue is Redis. Port is 80.", "short", GONE] {
            needles.add(text);
        }
        assert_eq!(needles.at(b"x\n- 09:00 [Fact] Queue is Redis.\n"), Some(17));
        assert_eq!(needles.at(b"- Queue is Redis. Port is 80.\n"), Some(2));
        for other in ["- Old: no Queue is Redis. now", "the Queue is Redis.", "short", "[forgotten]"] {
            assert_eq!(needles.at(other.as_bytes()), None, "{other}");
        }
        needles.name(Needle::parse("Redis. n", false, false).unwrap());
        assert_eq!(needles.at(b"no Queue is Redis. now"), Some(12));
        assert!(needles.are_in("Queue is Redis.") && !needles.are_in("Queue is Redis. And more."));
    }
}
