//! Near spellings, for words of a query that nothing has: words that share most of their pairs of
//! characters, longer words that begin or end with them, and two words that are them together.
//!
//! Dice's coefficient over pairs of characters, with the word's edges marked, finds letters that were
//! swapped, left out or doubled (`postgers`, `kubernets`).

use std::collections::BTreeMap;
use std::ops::Range;

use super::fold::Folded;
use super::met::Met;
use super::words::spans;
use crate::script::runs_on;

/// From this coefficient on two spellings are near, 0…1.
const NEAR: f64 = 0.6;
/// How near a longer word is that begins or ends with the word, and from which length on that is looked for.
const COMPOUND: f64 = 0.5;
const LONG: usize = 5;
/// How much longer it is at least: less is an ending.
const LONGER: usize = 3;
/// How near two words are that are the word when they are written together.
const APART: f64 = 0.9;
/// Spellings and longer words kept for each word.
const KEPT: usize = 3;
const KEPT_COMPOUNDS: usize = 6;

/// Another way in which a word is written.
#[derive(Debug, Clone, PartialEq)]
pub struct Spelling {
    /// As it is written, folded; with what stands between them when these are two words.
    pub text: String,
    /// How near it is, 0…1.
    pub nearness: f64,
}

/// The pairs of characters of a word, its edges marked, sorted.
type Pairs = Vec<(char, char)>;

/// The words that are looked for.
pub struct Near {
    wanted: Vec<Wanted>,
}

/// A word that is looked for.
struct Wanted {
    word: String,
    pairs: Pairs,
    /// The characters of each pair, as bits.
    bits: Vec<u64>,
}

impl Wanted {
    fn new(word: &str) -> Self {
        let pairs = pairs(word);
        let bits = pairs.iter().map(|(a, b)| bit(*a) | bit(*b)).collect();
        Self { word: word.to_owned(), pairs, bits }
    }

    /// Whether a longer word begins or ends with this one.
    fn is_part_of(&self, longer: &[u8]) -> bool {
        let word = self.word.as_bytes();
        word.len() >= LONG
            && longer.len() >= word.len() + LONGER
            && (longer.starts_with(word) || longer.ends_with(word))
    }

    /// How many bytes of the second of two words, ending left out, are this one together with the first.
    fn is_both(&self, first: &[u8], second: &[u8]) -> Option<usize> {
        let rest = self.word.as_bytes().strip_prefix(first)?;
        let fits = first.len() > 1 && rest.len() > 2 && second.starts_with(rest) && second.len() - rest.len() < LONGER;
        fits.then_some(rest.len())
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
        gathered.found.resize_with(self.wanted.len(), BTreeMap::new);
        let bytes = folded.bytes.as_slice();
        let mut last = 0..0;
        if bytes.is_ascii() {
            let mut at = 0;
            for word in bytes.split(|b| !b.is_ascii_alphanumeric()) {
                let span = at..at + word.len();
                at = span.end + 1;
                if word.is_empty() {
                    continue;
                }
                let characters = word.iter().fold(0, |bits, b| bits | 1 << (b % 64));
                self.meet(word, characters, word.len() + 1, gathered);
                self.meet_both(bytes, &last, &span, gathered);
                last = span;
            }
        } else {
            let text = String::from_utf8_lossy(bytes);
            for span in spans(&text) {
                let word = &text[span.clone()];
                let characters = word.chars().fold(0, |bits, c| bits | bit(c));
                self.meet(word.as_bytes(), characters, word.chars().count() + 1, gathered);
                self.meet_both(text.as_bytes(), &last, &span, gathered);
                last = span;
            }
        }
        gathered.folded = folded;
    }

    fn meet(&self, word: &[u8], characters: u64, pairs: usize, gathered: &mut Gathered) {
        let may_be = |wanted: &Wanted| wanted.may_be_near(characters, pairs) || wanted.is_part_of(word);
        if !self.wanted.iter().any(may_be) || gathered.known.contains_key(word) {
            return;
        }
        gathered.known.insert(word.to_vec(), ());
        let text = String::from_utf8_lossy(word);
        let own = self::pairs(&text);
        for (wanted, found) in self.wanted.iter().zip(&mut gathered.found) {
            let dice = dice(&wanted.pairs, &own);
            if dice >= NEAR {
                found.insert(text.clone().into_owned(), dice);
            } else if wanted.is_part_of(word) {
                found.insert(text.clone().into_owned(), COMPOUND);
            }
        }
    }

    /// Takes in a word together with the one before it, when one sign stands between them on their line.
    fn meet_both(&self, text: &[u8], first: &Range<usize>, second: &Range<usize>, gathered: &mut Gathered) {
        if second.start != first.end + 1 || text[first.end] == b'\n' {
            return;
        }
        for (wanted, found) in self.wanted.iter().zip(&mut gathered.found) {
            if let Some(length) = wanted.is_both(&text[first.clone()], &text[second.clone()]) {
                let both = &text[first.start..second.start + length];
                found.insert(String::from_utf8_lossy(both).into_owned(), APART);
            }
        }
    }

    /// How the words that were looked for are spelt in all that was gathered, the nearest first.
    pub fn spellings(&self, gathered: Vec<Gathered>) -> Vec<(String, Vec<Spelling>)> {
        let spelt = |(n, wanted): (usize, &Wanted)| {
            let all: BTreeMap<&String, &f64> = gathered.iter().filter_map(|g| g.found.get(n)).flatten().collect();
            let (mut near, mut longer): (Vec<_>, Vec<_>) =
                all.into_iter().partition(|(_, nearness)| **nearness >= NEAR);
            near.sort_by(|a, b| b.1.total_cmp(a.1).then_with(|| a.0.cmp(b.0)));
            longer.sort_by_key(|(text, _)| (text.len(), *text));
            let kept = near.into_iter().take(KEPT).chain(longer.into_iter().take(KEPT_COMPOUNDS));
            let spellings = kept.map(|(text, nearness)| Spelling { text: text.clone(), nearness: *nearness });
            (wanted.word.clone(), spellings.collect::<Vec<_>>())
        };
        self.wanted.iter().enumerate().map(spelt).filter(|(_, spellings)| !spellings.is_empty()).collect()
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
            let spellings = near.spellings(vec![gathered]).into_iter().flat_map(|(_, spellings)| spellings);
            spellings.map(|spelling| spelling.text).collect::<Vec<_>>()
        };
        assert_eq!(near("postgers", "We moved to Postgres, not a pastry"), ["postgres"]);
        assert_eq!(near("kubernets", "kubernetes cubes"), ["kubernetes"]);
        assert!(near("deployment", "employee deposit").is_empty());
        assert!(near("cat", "cats").is_empty());
        assert_eq!(near("sicherung", "Die Datenbanksicherung ist da"), ["datenbanksicherung"]);
        assert_eq!(
            near("timestamp", "Time stamps, über time-stamp. Time, time\nstamped"),
            ["time stamp", "time-stamp", "stamp"]
        );
        assert!(near("light", "enlightenment").is_empty());
    }
}
