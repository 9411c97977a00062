//! Near spellings, for when no word of a query is there: words that share most of their pairs of characters.
//!
//! Dice's coefficient over pairs of characters, with the word's edges marked, finds letters that were
//! swapped, left out or doubled (`postgers`, `kubernets`).

use std::collections::BTreeMap;

use super::fold::{Folded, is_unspaced};
use super::words::runs;

/// From this coefficient on two spellings are near, 0…1.
const NEAR: f64 = 0.6;
/// Spellings kept for each word.
const KEPT: usize = 3;

/// The pairs of characters of a word, its edges marked, sorted.
type Pairs = Vec<(char, char)>;

/// Collects spellings near the words that are looked for.
pub struct Near {
    wanted: Vec<(Pairs, BTreeMap<String, f64>)>,
    known: std::collections::HashSet<String>,
    folded: Folded,
}

impl Near {
    /// Looks for these folded words; short ones are near too much.
    pub fn to<'w>(words: impl Iterator<Item = &'w str>) -> Self {
        let long = words.filter(|w| w.chars().count() >= 4 && !w.chars().any(is_unspaced));
        let wanted = long.map(|w| (pairs(w), BTreeMap::new())).collect();
        Self { wanted, known: std::collections::HashSet::new(), folded: Folded::default() }
    }

    /// Whether there is nothing to look for.
    pub fn is_idle(&self) -> bool {
        self.wanted.is_empty()
    }

    /// Takes in the words of a text.
    pub fn read(&mut self, text: &[u8]) {
        self.folded.set(text);
        for word in runs(&String::from_utf8_lossy(&self.folded.bytes)) {
            if self.known.contains(&word) {
                continue;
            }
            let own = pairs(&word);
            for (wanted, found) in &mut self.wanted {
                let dice = dice(wanted, &own);
                if dice >= NEAR {
                    found.insert(word.clone(), dice);
                }
            }
            self.known.insert(word);
        }
    }

    /// The nearest spellings of all words.
    pub fn spellings(self) -> Vec<String> {
        let mut spellings = Vec::new();
        for (_, found) in self.wanted {
            let mut found: Vec<(String, f64)> = found.into_iter().collect();
            found.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
            spellings.extend(found.into_iter().take(KEPT).map(|(word, _)| word));
        }
        spellings.dedup();
        spellings
    }
}

/// The pairs of characters of a word, its edges marked, sorted.
fn pairs(word: &str) -> Pairs {
    let chars: Vec<char> = std::iter::once('^').chain(word.chars()).chain(std::iter::once('$')).collect();
    let mut pairs: Vec<_> = chars.windows(2).map(|w| (w[0], w[1])).collect();
    pairs.sort_unstable();
    pairs
}

fn dice(a: &[(char, char)], b: &[(char, char)]) -> f64 {
    let (mut i, mut j, mut shared) = (0, 0, 0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        match x.cmp(y) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => (i, j, shared) = (i + 1, j + 1, shared + 1),
        }
    }
    2.0 * f64::from(shared) / (a.len() + b.len()) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_the_finger_are_near_and_other_words_are_not() {
        let near = |word: &str, text: &str| {
            let mut near = Near::to([word].into_iter());
            near.read(text.as_bytes());
            near.spellings()
        };
        assert_eq!(near("postgers", "We moved to Postgres, not a pastry"), ["postgres"]);
        assert_eq!(near("kubernets", "kubernetes cubes"), ["kubernetes"]);
        assert!(near("deployment", "employee deposit").is_empty());
        assert!(near("cat", "cats").is_empty());
    }
}
