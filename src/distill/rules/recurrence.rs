//! What only counts when it comes again: anomalies and tasks on several days, claims from the web or a tool.

use std::collections::BTreeSet;

use super::lexicon::ByHash;
use super::reading::{Reading, fold};
use super::words::Kind;
use crate::time::Day;

/// What was met before, by its words.
#[derive(Debug, Default)]
pub struct Recurrence {
    days: ByHash<u64, BTreeSet<Day>>,
    origins: ByHash<u64, BTreeSet<String>>,
}

/// The words of a text without its numbers and identifiers: two sightings of one thing differ in those.
pub fn gist(r: &Reading) -> u64 {
    r.core.iter().filter(|i| !matches!(r.words[**i].kind, Kind::Number)).fold(3, |h, i| fold(h, r.words[*i].stem))
}

impl Recurrence {
    /// Notes a sighting and counts the days on which there was one, within the days before and on this one.
    pub fn on_days(&mut self, gist: u64, day: Day, window: i64) -> usize {
        let days = self.days.entry(gist).or_default();
        days.insert(day);
        days.range(day.plus(-window)..=day).count()
    }

    /// Notes where a claim came from and counts the sources that made it.
    pub fn sources(&mut self, wording: u64, origin: &str) -> usize {
        let origins = self.origins.entry(wording).or_default();
        origins.insert(origin.to_lowercase());
        origins.len()
    }
}
