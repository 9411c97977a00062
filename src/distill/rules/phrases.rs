//! Groups of phrases: what a phrase stands for is the group that it is in, and which of its members it is.

use std::ops::Range;

use super::lexicon::ByHash;
use super::words::{self, Word};

/// The other words of a phrase, its group and its member.
type Phrase = (Box<[u32]>, (u16, u16));

/// Phrases by their first word.
#[derive(Debug, Clone, Default)]
pub struct Phrases {
    starts: ByHash<u32, Vec<Phrase>>,
}

/// A phrase found in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Its words.
    pub range: Range<usize>,
    /// Its group.
    pub group: u16,
    /// Which of the group it is; phrases joined by `/` are one.
    pub member: u16,
}

impl Phrases {
    /// Takes in a member of a group: one phrase, or several that say the same (`divorced / split up`).
    pub fn learn(&mut self, phrases: &str, group: u16, member: u16) {
        for phrase in phrases.split(" / ") {
            let hashes: Vec<u32> = words::split(phrase).iter().map(|w| w.hash).collect();
            if let Some((first, rest)) = hashes.split_first() {
                self.starts.entry(*first).or_default().push((rest.into(), (group, member)));
            }
        }
    }

    /// The phrases of a text, from left to right; of several that begin at one word the longest.
    pub fn found(&self, words: &[Word]) -> Vec<Found> {
        let mut found: Vec<Found> = Vec::new();
        let mut at = 0;
        while at < words.len() {
            let starts = self.starts.get(&words[at].hash).map_or(&[][..], Vec::as_slice);
            let fits = |(rest, _): &&Phrase| {
                let follows = words.get(at + 1..at + 1 + rest.len());
                !words[at].quoted && follows.is_some_and(|w| w.iter().zip(rest.iter()).all(|(w, h)| w.hash == *h))
            };
            let longest = starts.iter().filter(fits).map(|(rest, _)| rest.len()).max().unwrap_or(0);
            let all = starts.iter().filter(fits).filter(|(rest, _)| rest.len() == longest);
            found.extend(all.map(|(_, (group, member))| Found {
                range: at..at + 1 + longest,
                group: *group,
                member: *member,
            }));
            at += 1 + longest;
        }
        found
    }
}
