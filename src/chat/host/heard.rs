//! What hooks have heard lately: hosts run each other's hooks, and fire one event twice.

use std::collections::VecDeque;

/// So many things are remembered.
const KEPT: usize = 128;

/// The same event again within so many seconds is the same event.
const TWICE_SECONDS: i64 = 5;

/// A short memory of events. A cache: without it, an event may be answered twice.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Heard(VecDeque<(u64, i64)>);

impl Heard {
    /// Reads the cache, skipping every line that is none of its own.
    pub fn read(text: &str) -> Self {
        let line = |line: &str| {
            let (key, at) = line.split_once(' ')?;
            Some((u64::from_str_radix(key, 16).ok()?, at.parse().ok()?))
        };
        Self(text.lines().filter_map(line).collect())
    }

    /// The text of the cache.
    pub fn text(&self) -> String {
        self.0.iter().map(|(key, at)| format!("{key:016x} {at}\n")).collect()
    }

    /// Hears an event at an instant, in seconds. False when it was heard a moment ago.
    pub fn event(&mut self, key: u64, at: i64) -> bool {
        let again = self.0.iter().any(|(k, t)| *k == key && (at - t).abs() <= TWICE_SECONDS);
        self.0.retain(|(k, _)| *k != key);
        self.keep(key, at);
        !again
    }

    /// Hears something that happens once. False when it was heard before.
    pub fn once(&mut self, key: u64, at: i64) -> bool {
        let new = !self.has(key);
        if new {
            self.keep(key, at);
        }
        new
    }

    /// Whether it was heard.
    pub fn has(&self, key: u64) -> bool {
        self.0.iter().any(|(k, _)| *k == key)
    }

    /// Forgets it.
    pub fn forget(&mut self, key: u64) {
        self.0.retain(|(k, _)| *k != key);
    }

    fn keep(&mut self, key: u64, at: i64) {
        self.0.push_back((key, at));
        while self.0.len() > KEPT {
            self.0.pop_front();
        }
    }
}

/// The key of what several words name together.
pub fn key(words: &[&str]) -> u64 {
    xxhash_rust::xxh3::xxh3_64(words.join("\0").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_heard_again_only_after_a_while() {
        let mut heard = Heard::default();
        assert!(heard.event(7, 100));
        assert!(!heard.event(7, 103));
        assert!(heard.event(8, 103));
        assert!(heard.event(7, 109));
        assert_eq!(Heard::read(&format!("garbage\n{}\u{fffd} x\n", heard.text())), heard);
    }

    #[test]
    fn the_cache_stays_small() {
        let mut heard = Heard::default();
        (0..1000).for_each(|n| assert!(heard.once(n, 0)));
        assert!(heard.has(999) && !heard.has(1));
        assert_eq!(heard.text().lines().count(), KEPT);
    }
}
