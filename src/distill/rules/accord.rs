//! Which phrasings mean one thing, learned from what they say.
//!
//! No list of words knows that two sentences mean the same, but a memory shows it: each time the one gets another
//! value, the other does too. What speaks for it and against it is weighed by [`super::odds`]. Phrasings that mean the
//! same as a third one mean the same. Of phrasings that stood for different values at one time, or never take each
//! other's, it is known that they mean two things.
//!
//! All is learned from the records of a run and the versions of entries, so from the history; nothing is kept elsewhere.

use super::lexicon::ByHash;
use super::odds::{Joined, Odds};
use super::phrasing::Said;
use super::reading::{both, pair};
use super::vocabulary::Vocabulary;
use crate::sediment::EntryId;
use crate::time::Day;

/// How often one must have said what the other had said last, before they are taken for one at all.
const AGREEMENTS: u32 = 3;

/// How many phrasings that mean one thing are looked at.
const MOST: usize = 24;

/// A value that a phrasing has of something, until it has another.
#[derive(Debug, Clone, Copy)]
struct Run {
    value: u32,
    /// The newest day on which it was stated.
    day: Day,
    /// The place of that among all statements.
    at: u32,
    /// The place of the first statement since which it is so.
    from: u32,
}

/// How often two phrasings agreed.
#[derive(Debug, Clone, Default)]
struct Tally {
    /// How often one said what the other had said since it spoke itself.
    agreed: u32,
    /// How often one said something else than the other had said since it spoke itself, of which that was no news.
    contradicted: u32,
    /// What that says of their meaning.
    odds: Odds,
}

/// How a phrasing is used.
#[derive(Debug, Clone, Default)]
struct Use {
    /// How often it had the same value as before, and how often another.
    repeated: u32,
    changed: u32,
    /// How often it named the old value beside the new one: who does so has one at a time.
    told: u32,
    /// Its values, of whatever.
    values: Vec<u32>,
    /// Of what it was used.
    abouts: Vec<u64>,
    /// With which phrasings it came to agree at least once.
    met: Vec<u64>,
    /// Those of them that mean the same by themselves.
    linked: Vec<u64>,
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
    /// Of each value in how many phrasings it was heard, and how many words describe it.
    values: ByHash<u32, (u32, u32)>,
    /// Whether some came to mean one thing of late.
    news: bool,
    /// Living entries by phrasing and things.
    entries: ByHash<u64, Vec<EntryId>>,
    keys: ByHash<EntryId, Vec<u64>>,
    /// Lists of entries to which one was added since they were put in order.
    entered: Vec<u64>,
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
            if !s.old.is_empty() && *stems == s.stems {
                vocabulary.note_taking(value, s.described);
            }
            let described = self.values.entry(value).or_default();
            described.1 = described.1.max(if *stems == s.stems { s.described } else { 0 });
            let other = |p: &u64| !said.iter().any(|s| s.phrasing == *p);
            let there = self.holding.get(&pair(s.about, u64::from(value)));
            for agreeing in there.into_iter().flatten().copied().filter(other).collect::<Vec<_>>() {
                self.agree(s, agreeing, before);
            }
            let telling = !vocabulary.is_thing(value);
            let met = self.uses.get_mut(&s.phrasing).map(|used| std::mem::take(&mut used.met)).unwrap_or_default();
            met.iter().filter(|p| other(p)).for_each(|partner| self.weigh(s, *partner, before, run, telling));
            if let Some(used) = self.uses.get_mut(&s.phrasing) {
                used.met = met;
            }
        }
    }

    fn note_use(&mut self, s: &Said, before: Option<Run>, run: Run) {
        let used = self.uses.entry(s.phrasing).or_default();
        used.told += u32::from(!s.old.is_empty());
        if !used.values.contains(&run.value) {
            used.values.push(run.value);
            self.values.entry(run.value).or_default().0 += 1;
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

    /// Another phrasing has the same value of the same.
    fn agree(&mut self, s: &Said, other: u64, before: Option<Run>) {
        let Some(&theirs) = self.runs.get(&pair(other, s.about)) else { return };
        let key = both(s.phrasing, other);
        if !self.tallies.contains_key(&key) {
            // Of other things they said something else all the while.
            let value = |phrasing: u64, about: u64| self.runs.get(&pair(phrasing, about)).map(|run| run.value);
            let abouts = self.uses.get(&s.phrasing).into_iter().flat_map(|used| &used.abouts);
            let apart = abouts.filter_map(|about| value(s.phrasing, *about).zip(value(other, *about)));
            let contradicted = apart.filter(|(a, b)| a != b).count() as u32;
            let odds = Odds::against(contradicted);
            self.tallies.insert(key, Tally { contradicted, odds, ..Tally::default() });
            self.uses.entry(s.phrasing).or_default().met.push(other);
            self.uses.entry(other).or_default().met.push(s.phrasing);
        }
        let Some(tally) = self.tallies.get_mut(&key) else { return };
        // What names the old value as well agrees on two.
        let weight = if s.old.is_empty() { 1 } else { 2 };
        tally.agreed += if before.is_none_or(|before| before.at < theirs.at) { weight } else { 0 };
    }

    /// What a statement says of its phrasing and another one that had spoken of the same: whether it follows that, or
    /// says what it had said before.
    fn weigh(&mut self, s: &Said, other: u64, before: Option<Run>, run: Run, telling: bool) {
        let Some(&theirs) = self.runs.get(&pair(other, s.about)) else { return };
        let key = both(s.phrasing, other);
        let Some(tally) = self.tallies.get_mut(&key) else { return };
        match before {
            None if theirs.value == run.value && telling => {
                tally.odds.join(Joined { by: s.phrasing, value: run.value, news: false });
            }
            Some(before) if theirs.at > before.at && theirs.value != before.value => {
                tally.contradicted += u32::from(theirs.value != run.value);
                if run.value == before.value {
                    tally.odds.part();
                } else if theirs.value == run.value && telling {
                    tally.odds.join(Joined { by: s.phrasing, value: run.value, news: true });
                }
            }
            _ => return,
        }
        let odds = std::mem::take(&mut tally.odds);
        let one = tally.agreed >= AGREEMENTS && odds.are_one(|joined| self.chance(joined, s.phrasing, other));
        if let Some(tally) = self.tallies.get_mut(&key) {
            tally.odds = odds;
        }
        let linked = self.uses.get(&other).is_some_and(|used| used.linked.contains(&s.phrasing));
        for (a, b) in [(s.phrasing, other), (other, s.phrasing)].into_iter().filter(|_| linked != one) {
            let links = &mut self.uses.entry(a).or_default().linked;
            if one { links.push(b) } else { links.retain(|p| *p != b) }
        }
        self.news |= one && !linked;
    }

    /// How likely a phrasing is to come to a value by itself, whatever the other says.
    fn chance(&self, joined: &Joined, a: u64, b: u64) -> f64 {
        let of = |p: u64| self.uses.get(&p);
        let changes = of(joined.by).map_or(1.0, |used| super::odds::change(used.changed, used.repeated));
        let own = [a, b].iter().filter(|p| of(**p).is_some_and(|used| used.values.contains(&joined.value))).count();
        let (users, described) = self.values.get(&joined.value).copied().unwrap_or_default();
        let value = super::odds::value(users.saturating_sub(own as u32), self.uses.len() as u32, described);
        if joined.news { changes * value } else { value }
    }

    /// Whether two phrasings mean one thing, and each has one value at a time.
    fn mean_one(&self, a: u64, b: u64) -> bool {
        let links = self.uses.get(&b).map_or(&[][..], |used| &used.linked);
        if links.is_empty() || !self.is_steady(a) || !self.is_steady(b) || self.have_parted(a, b) {
            return false;
        }
        links.contains(&a) || self.meaning_the_same(a).iter().any(|(p, _)| *p == b)
    }

    /// Whether a phrasing has one value at a time.
    fn is_steady(&self, phrasing: u64) -> bool {
        self.uses.get(&phrasing).is_none_or(|used| (used.repeated + used.told + 1) * 3 >= used.changed * 2)
    }

    /// Whether it is known of two phrasings that they mean two things.
    fn have_parted(&self, a: u64, b: u64) -> bool {
        self.tallies.get(&both(a, b)).is_some_and(|tally| tally.odds.are_two())
    }

    /// The phrasings that mean what one means, and it itself when there are any; with how often they agreed.
    pub fn meaning_the_same(&self, phrasing: u64) -> Vec<(u64, u32)> {
        // Most mean what no other one does.
        if self.uses.get(&phrasing).is_none_or(|used| used.linked.is_empty()) {
            return Vec::new();
        }
        let mut found: Vec<(u64, u32)> = Vec::with_capacity(MOST);
        found.push((phrasing, 0));
        let mut at = 0;
        while let Some((from, _)) = found.get(at).copied().filter(|(p, _)| found.len() < MOST && self.is_steady(*p)) {
            at += 1;
            for other in self.uses.get(&from).into_iter().flat_map(|used| &used.linked) {
                let met = found.iter().any(|(p, _)| p == other);
                if !met && self.is_steady(*other) && !self.have_parted(phrasing, *other) {
                    found.push((*other, self.tallies.get(&both(from, *other)).map_or(0, |tally| tally.agreed)));
                }
            }
        }
        let most = found.iter().map(|(_, n)| *n).max().unwrap_or_default();
        found.rotate_left(1);
        found.pop();
        if !found.is_empty() {
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
        self.of_two_things(a, b) || of_one().any(|(x, y)| self.mean_two(x.phrasing, y.phrasing))
    }

    /// Whether two texts say in one phrasing, which is known, something of two things.
    pub fn of_two_things(&self, a: &[Said], b: &[Said]) -> bool {
        let pairs = || a.iter().flat_map(|x| b.iter().map(move |y| (x, y)));
        let known = |x: &Said| self.uses.get(&x.phrasing).is_some_and(|used| used.repeated >= 2);
        !pairs().any(|(x, y)| x.about == y.about && x.phrasing == y.phrasing)
            && pairs().any(|(x, y)| x.phrasing == y.phrasing && known(x))
    }

    /// Whether two texts say in different phrasings, of the same, what was said side by side: the one again, after the
    /// other had said something else. Of one thing that would be a return; of two it tells nothing.
    pub fn side_by_side(&self, a: &[Said], b: &[Said], number: impl Fn(&Said) -> Option<u32>) -> bool {
        let run = |s: &Said| self.runs.get(&pair(s.phrasing, s.about));
        let pairs = || a.iter().flat_map(|x| b.iter().map(move |y| (x, y)));
        pairs().filter(|(x, y)| x.about == y.about && x.phrasing != y.phrasing).any(|(x, y)| {
            let Some((mine, theirs)) = run(x).zip(run(y)) else { return false };
            mine.value != theirs.value
                && number(x) == Some(mine.value)
                && mine.from < theirs.at
                && !self.tallies.get(&both(x.phrasing, y.phrasing)).is_some_and(|tally| tally.odds.are_sure())
        })
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

    /// Whether phrasings came to mean one thing since this was last asked.
    pub fn had_news(&mut self) -> bool {
        std::mem::take(&mut self.news)
    }

    /// The value that was stated last of something, in any of some phrasings.
    pub fn latest(&self, phrasings: &[(u64, u32)], about: u64) -> Option<u32> {
        let runs = phrasings.iter().filter_map(|(phrasing, _)| self.runs.get(&pair(*phrasing, about)));
        runs.max_by_key(|run| run.at).map(|run| run.value)
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
            self.entered.push(key);
        }
    }

    /// Puts entries that say one thing in the order of their places.
    pub fn order(&mut self, place: impl Fn(&EntryId) -> usize) {
        for key in std::mem::take(&mut self.entered) {
            let there = self.entries.get_mut(&key).filter(|there| there.len() > 1);
            there.into_iter().for_each(|there| there.sort_by_key(&place));
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
        Said { phrasing, about, value: 0..1, stems: vec![value], old: Vec::new(), described: 1, words: Vec::new() }
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
