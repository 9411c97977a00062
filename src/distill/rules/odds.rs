//! How likely it is that two phrasings mean one thing: the odds, from what each said after the other.
//!
//! Of two explanations, that both speak of one thing, or that each speaks of a thing of its own, each statement makes
//! one more likely, by the ratio of how probable it is under the one and under the other (Good, *Probability and the
//! Weighing of Evidence*, 1950, chapter 6; the ratios are multiplied, so their logarithms are added):
//!
//! - A phrasing *follows* when it gives up its value for the one that the other came to have since. Of one thing it does
//!   so nearly always; of two only if it changes just now, and to just that value.
//! - It *starts* with the value that the other has: of two things by chance of the value alone.
//! - It *parts* when it says again what it said before, although the other says something else since: of one thing that
//!   was a slip or an old tale.
//! - What both repeat, and what changes where the other has not spoken since, is equally likely either way.
//!
//! The chance of a value is the share of phrasings in which it was heard, and not less than what a value of its kind
//! has: that two things share a name, a number or a day is nothing rare, that they share a description in several words
//! is. The odds must outweigh that nearly all pairs of phrasings speak of two things.

/// How often a phrasing follows another that means the same, where that has news.
const FOLLOWS: f64 = 0.75;

/// By how much two things become more likely when one parts from the other: it does in 15 of 100 cases of one thing, in
/// 90 of two.
const PARTS: f64 = 6.0;

/// The odds, as a natural logarithm, from which on two phrasings are one: 3000 to 1.
const ONE: f64 = 8.0;

/// The least chance of a value by how many words describe it: none or one, two, more.
const LEAST: [f64; 3] = [0.05, 0.02, 0.01];

/// The greatest chance of a value.
const GREATEST: f64 = 0.7;

/// How much is remembered; then half of it fades.
const MOST: usize = 32;

/// A phrasing came to have the value of another.
#[derive(Debug, Clone, Copy)]
pub struct Joined {
    /// The phrasing that did so.
    pub by: u64,
    /// The value.
    pub value: u32,
    /// Whether it had another one before.
    pub news: bool,
}

/// What speaks for and against two phrasings meaning one thing.
#[derive(Debug, Clone, Default)]
pub struct Odds {
    joined: Vec<Joined>,
    parted: u32,
}

impl Odds {
    /// They have different values of so many things.
    pub fn against(parted: u32) -> Self {
        Self { joined: Vec::new(), parted }
    }

    /// One came to have the value of the other.
    pub fn join(&mut self, joined: Joined) {
        if self.joined.len() == MOST {
            self.joined.drain(..MOST / 2);
            self.parted /= 2;
        }
        self.joined.push(joined);
    }

    /// One said again what it had said before the other said something else.
    pub fn part(&mut self) {
        self.parted += 1;
    }

    /// Whether they mean one thing. `chance` tells how likely it is that a phrasing came to a value by itself. One value
    /// alone shows nothing.
    pub fn are_one(&self, chance: impl Fn(&Joined) -> f64) -> bool {
        let first = self.joined.first().map(|joined| joined.value);
        let several = self.joined.iter().any(|joined| Some(joined.value) != first);
        let most: f64 = self.joined.len() as f64 * (FOLLOWS / (LEAST[2] * LEAST[2])).ln() - self.lost();
        several
            && most >= ONE
            && self.joined.iter().map(|j| (FOLLOWS / chance(j)).ln()).sum::<f64>() - self.lost() >= ONE
    }

    /// Whether they joined so much more often than they parted that a parting is a slip.
    pub fn are_sure(&self) -> bool {
        self.joined.len() >= 3 && self.joined.len() as u32 > self.parted * 4
    }

    /// Whether they parted so often that nobody else's word makes them one.
    pub fn are_two(&self) -> bool {
        self.joined.len() as f64 * (FOLLOWS / LEAST[0]).ln() < self.lost()
    }

    fn lost(&self) -> f64 {
        f64::from(self.parted) * PARTS.ln()
    }
}

/// The chance that a phrasing has another value when it speaks, from how often it had; a rule of succession.
pub fn change(changed: u32, repeated: u32) -> f64 {
    (f64::from(changed + 1) / f64::from(changed + repeated + 3)).max(0.1)
}

/// The chance of a value that `users` of `all` other phrasings had, and that `described` words describe.
pub fn value(users: u32, all: u32, described: u32) -> f64 {
    let least = LEAST[(described.clamp(1, 3) - 1) as usize];
    (2.0 * f64::from(users) / f64::from(all.max(20))).max(least).min(GREATEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(value: u32, news: bool) -> Joined {
        Joined { by: 1, value, news }
    }

    /// Whether phrasings that joined so often, and parted so often, are one; values are described by so many words.
    fn one(joins: &[(u32, bool)], parted: u32, described: u32) -> bool {
        let mut odds = Odds::against(parted);
        joins.iter().for_each(|(value, news)| odds.join(joined(*value, *news)));
        odds.are_one(|j| if j.news { change(1, 8) } else { 1.0 } * value(2, 200, described))
    }

    #[test]
    fn two_descriptions_tell_what_three_names_tell() {
        assert!(one(&[(1, false), (2, true)], 0, 3));
        assert!(!one(&[(1, false), (2, true)], 0, 1));
        assert!(one(&[(1, false), (2, true), (3, true)], 0, 1));
    }

    #[test]
    fn one_value_shows_nothing() {
        assert!(!one(&[(1, true); 12], 0, 3));
    }

    #[test]
    fn who_parts_as_often_as_joins_is_another() {
        assert!(one(&[(1, true), (2, true), (1, true), (2, true)], 2, 1));
        assert!(!one(&[(1, true), (2, true), (1, true), (2, true)], 8, 1));
        assert!(Odds::against(2).are_two() && !Odds::against(0).are_two());
    }

    #[test]
    fn chances_are_chances() {
        for (users, all) in [(0, 0), (5, 5), (1, 1_000), (900, 1_000)] {
            assert!((0.0..=1.0).contains(&value(users, all, users)) && (0.0..=1.0).contains(&change(users, all)));
        }
    }
}
