//! Which phrasings mean one thing, learned from what they say.
//!
//! No list of words knows that two sentences mean the same, but a memory shows it: each time the one gets another
//! value, the other does too. Two phrasings mean one thing when they came to have one value of the same things at least
//! `MEETINGS` times, with more than one value, when one said what the other had said last at least `AGREEMENTS`
//! times, and something else at most once in `PER_CONTRADICTION`. Of phrasings that stood for different values at one
//! time, or never take each other's, it is known that they mean two things.
//!
//! All is learned from the records of a run and the versions of entries, so from the history; nothing is kept elsewhere.

use super::lexicon::{ByHash, HashesOf};
use super::phrasing::Said;
use super::vocabulary::{Vocabulary, both, pair};
use crate::sediment::EntryId;
use crate::time::Day;

/// How often two phrasings must have come to have one value before they are taken for one.
const MEETINGS: u32 = 3;

/// How often the one must have said what the other had said last.
const AGREEMENTS: u32 = 5;

/// Of this many agreements one may be contradicted.
const PER_CONTRADICTION: u32 = 5;

/// A value that a phrasing has of something, until it has another.
#[derive(Debug, Clone, Copy)]
struct Run {
    value: u32,
    /// The newest day on which it was stated.
    day: Day,
    /// The place of that among all statements.
    at: u32,
    /// The place of the first one.
    from: u32,
}

/// What speaks for and against two phrasings meaning one thing.
#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    /// How often both came to have one value.
    met: u32,
    /// How often one said what the other had said since it spoke itself.
    agreed: u32,
    /// How often one said something else than the other had said since it spoke itself, of which that was no news.
    contradicted: u32,
    /// The first value on which they agreed.
    first: Option<u32>,
    /// Whether they agreed on another one.
    several: bool,
}

impl Tally {
    fn means_one(self) -> bool {
        let often = self.several && self.met >= MEETINGS && self.agreed >= AGREEMENTS;
        often && self.contradicted * PER_CONTRADICTION <= self.agreed
    }
}

/// How a phrasing is used.
#[derive(Debug, Clone, Default)]
struct Use {
    /// How often it had the same value as before, and how often another.
    repeated: u32,
    changed: u32,
    /// Its values, of whatever.
    values: Vec<u32>,
    /// Of what it was used.
    abouts: Vec<u64>,
    /// With which phrasings it came to agree at least once.
    met: Vec<u64>,
}

/// What is known of phrasings.
#[derive(Debug, Default)]
pub struct Accord {
    uses: ByHash<u64, Use>,
    /// By phrasing and things.
    runs: ByHash<u64, Run>,
    /// How many statements were heard.
    heard: u32,
    /// By things and value: which phrasings have it now.
    holding: ByHash<u64, Vec<u64>>,
    tallies: ByHash<u64, Tally>,
    /// Pairs of runs that are counted.
    counted: HashesOf<u64>,
    /// Pairs that came to mean one thing.
    fresh: Vec<(u64, u64)>,
    /// Living entries by phrasing and things.
    entries: ByHash<u64, Vec<EntryId>>,
    keys: ByHash<EntryId, Vec<u64>>,
}

impl Accord {
    /// Takes in that something was said on a day.
    pub fn hear(&mut self, said: &[Said], day: Day, vocabulary: &mut Vocabulary) {
        // Who says what was before says two things, one after the other.
        for (s, stems) in said.iter().flat_map(|s| [(s, &s.old), (s, &s.stems)]) {
            vocabulary.learn(stems);
            let Some(value) = vocabulary.number(stems) else { continue };
            let key = pair(s.phrasing, s.about);
            let before = self.runs.get(&key).copied();
            if before.is_some_and(|run| day < run.day) {
                continue;
            }
            self.heard += 1;
            let from = before.filter(|run| run.value == value).map_or(self.heard, |run| run.from);
            let run = Run { value, day, at: self.heard, from };
            self.runs.insert(key, run);
            self.note_use(s, before, run);
            let other = |p: &u64| !said.iter().any(|s| s.phrasing == *p);
            let there = self.holding.get(&pair(s.about, u64::from(value)));
            for agreeing in there.into_iter().flatten().copied().filter(other).collect::<Vec<_>>() {
                self.agree(s, agreeing, before, run);
            }
            let met = self.uses.get(&s.phrasing).map(|used| &used.met);
            for partner in met.into_iter().flatten().copied().filter(other).collect::<Vec<_>>() {
                self.contradict(s, partner, before, run);
            }
        }
    }

    fn note_use(&mut self, s: &Said, before: Option<Run>, run: Run) {
        let used = self.uses.entry(s.phrasing).or_default();
        if !used.values.contains(&run.value) {
            used.values.push(run.value);
        }
        match before {
            Some(before) if before.value == run.value => used.repeated += 1,
            Some(_) => used.changed += 1,
            None => used.abouts.push(s.about),
        }
        if before.is_none_or(|before| before.value != run.value) {
            let old = before.and_then(|before| self.holding.get_mut(&pair(s.about, u64::from(before.value))));
            old.into_iter().for_each(|there| there.retain(|p| *p != s.phrasing));
            self.holding.entry(pair(s.about, u64::from(run.value))).or_default().push(s.phrasing);
        }
    }

    fn agree(&mut self, s: &Said, other: u64, before: Option<Run>, run: Run) {
        let Some(&theirs) = self.runs.get(&pair(other, s.about)) else { return };
        let key = both(s.phrasing, other);
        if !self.tallies.contains_key(&key) {
            // Of other things they said something else all the while.
            let value = |phrasing: u64, about: u64| self.runs.get(&pair(phrasing, about)).map(|run| run.value);
            let abouts = self.uses.get(&s.phrasing).into_iter().flat_map(|used| &used.abouts);
            let apart = abouts.filter_map(|about| value(s.phrasing, *about).zip(value(other, *about)));
            let contradicted = apart.filter(|(a, b)| a != b).count() as u32;
            self.tallies.insert(key, Tally { contradicted, ..Tally::default() });
            self.uses.entry(s.phrasing).or_default().met.push(other);
            self.uses.entry(other).or_default().met.push(s.phrasing);
        }
        let Some(tally) = self.tallies.get_mut(&key) else { return };
        let was = tally.means_one();
        tally.met += u32::from(self.counted.insert(both(u64::from(run.from), u64::from(theirs.from))));
        // What names the old value as well agrees on two.
        let weight = if s.old.is_empty() { 1 } else { 2 };
        tally.agreed += if before.is_none_or(|before| before.at < theirs.at) { weight } else { 0 };
        tally.several |= tally.first.is_some_and(|first| first != run.value);
        tally.first = tally.first.or(Some(run.value));
        if tally.means_one() && !was {
            self.fresh.push((s.phrasing, other));
        }
    }

    fn contradict(&mut self, s: &Said, other: u64, before: Option<Run>, run: Run) {
        let Some((before, theirs)) = before.zip(self.runs.get(&pair(other, s.about))) else { return };
        if theirs.at > before.at && theirs.value != before.value && theirs.value != run.value {
            self.tallies.entry(both(s.phrasing, other)).or_default().contradicted += 1;
        }
    }

    /// Whether two phrasings mean one thing, and each has one value at a time.
    fn mean_one(&self, a: u64, b: u64) -> bool {
        let steady = |p: u64| self.uses.get(&p).is_none_or(|used| used.repeated * 3 >= used.changed * 2);
        self.tallies.get(&both(a, b)).is_some_and(|tally| tally.means_one()) && steady(a) && steady(b)
    }

    /// The phrasings that mean what one means, and it itself when there are any; with how often they agreed.
    pub fn meaning_the_same(&self, phrasing: u64) -> Vec<(u64, u32)> {
        let met = self.uses.get(&phrasing).into_iter().flat_map(|used| &used.met);
        let mut found: Vec<(u64, u32)> = met
            .filter(|other| self.mean_one(phrasing, **other))
            .filter_map(|other| Some((*other, self.tallies.get(&both(phrasing, *other))?.agreed)))
            .collect();
        if let Some(most) = found.iter().map(|(_, n)| *n).max() {
            found.push((phrasing, most));
        }
        found
    }

    /// Whether two texts speak of two things: in one phrasing of different ones, or of one in phrasings that mean two.
    pub fn apart(&self, a: &[Said], b: &[Said]) -> bool {
        let pairs = || a.iter().flat_map(|x| b.iter().map(move |y| (x, y)));
        let of_one = || pairs().filter(|(x, y)| x.about == y.about);
        if of_one().any(|(x, y)| x.phrasing == y.phrasing || self.mean_one(x.phrasing, y.phrasing)) {
            return false;
        }
        let known = |x: &Said| self.uses.get(&x.phrasing).is_some_and(|used| used.repeated >= 2);
        pairs().any(|(x, y)| x.phrasing == y.phrasing && known(x))
            || of_one().any(|(x, y)| self.mean_two(x.phrasing, y.phrasing))
    }

    /// Whether two phrasings contradicted each other more often than not, or have values that are all different.
    fn mean_two(&self, a: u64, b: u64) -> bool {
        if let Some(tally) = self.tallies.get(&both(a, b)) {
            return tally.contradicted >= 3 && tally.contradicted > tally.agreed;
        }
        let values = |p: u64| self.uses.get(&p).map(|used| &used.values).filter(|values| values.len() > 1);
        values(a).zip(values(b)).is_some_and(|(x, y)| !x.iter().any(|v| y.contains(v)))
    }

    /// Whether a phrasing is used of several things.
    pub fn is_of_several(&self, phrasing: u64) -> bool {
        self.uses.get(&phrasing).is_some_and(|used| used.abouts.len() > 1)
    }

    /// Whether a phrasing was met before, of the same thing.
    pub fn is_known(&self, phrasing: u64) -> bool {
        self.uses.get(&phrasing).is_some_and(|used| used.repeated + used.changed > 0)
    }

    /// Whether a phrasing had a value, of whatever.
    pub fn takes(&self, phrasing: u64, value: Option<u32>) -> bool {
        let values = self.uses.get(&phrasing).map(|used| &used.values);
        values.zip(value).is_some_and(|(values, value)| values.contains(&value))
    }

    /// Whether phrasings came to mean one thing since it was last asked what follows.
    pub fn has_news(&self) -> bool {
        !self.fresh.is_empty()
    }

    /// Groups of entries that say one thing, as was found out since this was last asked.
    pub fn news(&mut self) -> Vec<Vec<EntryId>> {
        let mut groups = Vec::new();
        for (a, b) in std::mem::take(&mut self.fresh) {
            let abouts = self.uses.get(&a).filter(|_| self.mean_one(a, b)).into_iter().flat_map(|used| &used.abouts);
            for about in abouts {
                let group: Vec<EntryId> =
                    self.entries(a, *about).iter().chain(self.entries(b, *about)).cloned().collect();
                groups.extend(Some(group).filter(|group| group.len() > 1));
            }
        }
        groups
    }

    /// Entries in a phrasing about some things.
    pub fn entries(&self, phrasing: u64, about: u64) -> &[EntryId] {
        self.entries.get(&pair(phrasing, about)).map_or(&[], Vec::as_slice)
    }

    /// An entry says this, and nothing else any more.
    pub fn enter(&mut self, id: &EntryId, said: &[Said]) {
        self.leave(id);
        for s in said {
            let key = pair(s.phrasing, s.about);
            self.entries.entry(key).or_default().push(id.clone());
            self.keys.entry(id.clone()).or_default().push(key);
        }
    }

    /// An entry left.
    pub fn leave(&mut self, id: &EntryId) {
        for key in self.keys.remove(id).into_iter().flatten() {
            self.entries.entry(key).or_default().retain(|e| e != id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BED: u64 = 100;
    const LIGHTS: u64 = 200;
    const HOME: u64 = 300;

    /// What was said, day by day: phrasing, thing, value.
    fn heard(statements: &[(u64, u64, u32)]) -> (Accord, Vocabulary) {
        let (mut accord, mut vocabulary) = (Accord::default(), Vocabulary::default());
        let first = Day::parse("2026-01-01").unwrap();
        for (n, (phrasing, about, value)) in statements.iter().enumerate() {
            let said = said(*phrasing, *about, *value);
            accord.hear(&[said], first.plus(n as i64), &mut vocabulary);
        }
        (accord, vocabulary)
    }

    fn said(phrasing: u64, about: u64, value: u32) -> Said {
        Said { phrasing, about, value: 0..1, stems: vec![value], old: Vec::new() }
    }

    #[test]
    fn phrasings_that_change_their_value_together_mean_one_thing() {
        let all: Vec<_> = (0..24).map(|n| (if n % 2 == 0 { BED } else { LIGHTS }, 1, 20 + n / 6 % 2)).collect();
        let (accord, _) = heard(&all);
        assert!(accord.mean_one(BED, LIGHTS));
        assert_eq!(accord.meaning_the_same(BED).iter().map(|(p, _)| *p).collect::<Vec<_>>(), [LIGHTS, BED]);
    }

    #[test]
    fn one_common_value_shows_nothing_however_often_it_is_said() {
        let all: Vec<_> = (0..40).map(|n| (if n % 2 == 0 { BED } else { LIGHTS }, 1, 20)).collect();
        let (accord, _) = heard(&all);
        assert!(!accord.mean_one(BED, LIGHTS));
    }

    #[test]
    fn phrasings_that_hold_different_values_at_one_time_mean_two_things() {
        let mut all = Vec::new();
        for about in 1..6 {
            all.extend([(BED, about, 20), (HOME, about, 20 + about as u32 % 2), (BED, about, 20), (HOME, about, 21)]);
        }
        let (accord, _) = heard(&[all.clone(), all].concat());
        assert!(!accord.mean_one(BED, HOME));
    }

    #[test]
    fn one_phrasing_of_two_things_says_two_things() {
        let (accord, _) = heard(&[(BED, 1, 20), (BED, 1, 20), (BED, 1, 20), (BED, 2, 21)]);
        assert!(accord.apart(&[said(BED, 1, 20)], &[said(BED, 2, 20)]));
        assert!(!accord.apart(&[said(BED, 1, 20)], &[said(BED, 1, 21)]));
    }
}
