//! Near spellings, for when no word of a query is there: words that share most of their pairs of characters.
//!
//! Dice's coefficient over pairs of characters, with the word's edges marked, finds letters that were
//! swapped, left out or doubled (`postgers`, `kubernets`).

use std::collections::BTreeMap;

use super::fold::Folded;
use super::met::Met;
use super::words::runs;
use crate::script::runs_on;

/// From this coefficient on two spellings are near, 0…1.
const NEAR: f64 = 0.6;
/// Spellings kept for each word.
const KEPT: usize = 3;

/// The pairs of characters of a word, its edges marked, sorted.
type Pairs = Vec<(char, char)>;

/// The words that are looked for.
pub struct Near {
    wanted: Vec<Wanted>,
}

/// A word that is looked for.
struct Wanted {
    pairs: Pairs,
    /// The characters of each pair, as bits.
    bits: Vec<u64>,
}

impl Wanted {
    fn new(word: &str) -> Self {
        let pairs = pairs(word);
        let bits = pairs.iter().map(|(a, b)| bit(*a) | bit(*b)).collect();
        Self { pairs, bits }
    }

    /// Whether a word of these characters and this many pairs may be near: a quick look, never wrong when
    /// it says no.
    fn may_be_near(&self, characters: u64, pairs: usize) -> bool {
        let shared = self.bits.iter().filter(|bits| *bits & !characters == 0).count();
        2.0 * shared as f64 >= NEAR * (self.bits.len() + pairs) as f64
    }
}

/// A bit for a character, shared with few others; none for the edge of a word.
fn bit(c: char) -> u64 {
    if matches!(c, '^' | '$') { 0 } else { 1 << (c as u32 % 64) }
}

/// Spellings near each of the words, of the texts read so far.
#[derive(Default)]
pub struct Gathered {
    found: Vec<BTreeMap<String, f64>>,
    known: Met<()>,
    folded: Folded,
}

impl Near {
    /// Looks for these folded words; short ones are near too much.
    pub fn to<'w>(words: impl Iterator<Item = &'w str>) -> Self {
        let long = words.filter(|w| w.chars().count() >= 4 && !w.chars().any(runs_on));
        Self { wanted: long.map(Wanted::new).collect() }
    }

    /// Whether there is nothing to look for.
    pub fn is_idle(&self) -> bool {
        self.wanted.is_empty()
    }

    /// Takes in the words of a text.
    pub fn read(&self, text: &[u8], gathered: &mut Gathered) {
        let mut folded = std::mem::take(&mut gathered.folded);
        folded.set(text);
        if folded.bytes.is_ascii() {
            let words = folded.bytes.split(|b| !b.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
            for word in words {
                let characters = word.iter().fold(0, |bits, b| bits | 1 << (b % 64));
                self.meet(word, characters, word.len() + 1, gathered);
            }
        } else {
            let text = String::from_utf8_lossy(&folded.bytes);
            for word in runs(&text) {
                let characters = word.chars().fold(0, |bits, c| bits | bit(c));
                self.meet(word.as_bytes(), characters, word.chars().count() + 1, gathered);
            }
        }
        gathered.folded = folded;
    }

    fn meet(&self, word: &[u8], characters: u64, pairs: usize, gathered: &mut Gathered) {
        if !self.wanted.iter().any(|wanted| wanted.may_be_near(characters, pairs)) || gathered.known.contains_key(word)
        {
            return;
        }
        gathered.known.insert(word.to_vec(), ());
        gathered.found.resize_with(self.wanted.len(), BTreeMap::new);
        let word = String::from_utf8_lossy(word);
        let own = self::pairs(&word);
        for (wanted, found) in self.wanted.iter().zip(&mut gathered.found) {
            let dice = dice(&wanted.pairs, &own);
            if dice >= NEAR {
                found.insert(word.clone().into_owned(), dice);
            }
        }
    }

    /// The nearest spellings of all words, of all that was gathered.
    pub fn spellings(&self, gathered: Vec<Gathered>) -> Vec<String> {
        let mut spellings = Vec::new();
        for n in 0..self.wanted.len() {
            let all: BTreeMap<&String, &f64> = gathered.iter().filter_map(|g| g.found.get(n)).flatten().collect();
            let mut all: Vec<(&String, &f64)> = all.into_iter().collect();
            all.sort_by(|a, b| b.1.total_cmp(a.1).then_with(|| a.0.cmp(b.0)));
            spellings.extend(all.into_iter().take(KEPT).map(|(word, _)| word.clone()));
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
            let (near, mut gathered) = (Near::to([word].into_iter()), Gathered::default());
            near.read(text.as_bytes(), &mut gathered);
            near.spellings(vec![gathered])
        };
        assert_eq!(near("postgers", "We moved to Postgres, not a pastry"), ["postgres"]);
        assert_eq!(near("kubernets", "kubernetes cubes"), ["kubernetes"]);
        assert!(near("deployment", "employee deposit").is_empty());
        assert!(near("cat", "cats").is_empty());
    }
}
