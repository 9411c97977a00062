//! A text as a phrasing, the things it is about, and a value: `Wake ‹Lena› at ‹6:10›`.
//!
//! The phrasing is what is left of a text without the names of things and the value. Of a text that says what something
//! is (`Lena's bedtime is 20:00`), and of one that names what changed, it is the subject alone, in any order, so that
//! all ways to change it are one.

use std::ops::Range;
use std::rc::Rc;

use super::alternatives::Value;
use super::cue::{CHANGE, Cue, any};
use super::frame::COPULA;
use super::reading::{Reading, fold};
use super::words::{Kind, Word};

/// The longest value, in words.
pub const LONGEST: usize = 10;

/// What a text that names no thing is about.
pub const NOTHING: u64 = 9;

/// Stands for a thing in the hash of a phrasing.
const THING: u32 = 0x7468_696e;

/// Stands for the value.
const VALUE: u32 = 0x7661_6c75;

/// How much a word says; two characters make one, about.
const WORD: u32 = 2;

/// Begins the hash of a subject.
const SUBJECT: u64 = 5;

/// One way to cut a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// Its words without things and value, hashed.
    pub phrasing: u64,
    /// The things it names, hashed.
    pub about: u64,
    /// Where the value stands.
    pub value: Range<usize>,
    /// The value.
    pub stems: Value,
    /// The value that it says was before.
    pub old: Value,
    /// How many words describe the value: not names, numbers and codes, of which many things have one.
    pub described: u32,
    /// The content words of the phrasing.
    pub words: Vec<Heard>,
}

/// A known value where it stands, with its number; a bare number that is none has no number.
pub(super) type Stated = (Range<usize>, Option<u32>);

/// Some of the values that a text states, a bit for each.
pub(super) type Set = u16;

/// What a text was found to say, kept with its reading for as long as it is so.
#[derive(Debug, Clone)]
pub(super) struct Cut {
    /// When it was found, by the vocabulary's clock and by how many values were known.
    pub at: u32,
    pub values: usize,
    pub stated: Vec<Stated>,
    pub things: Set,
    /// Whether it may be cut another way once more is known of phrasings.
    pub open: bool,
    pub said: Rc<[Said]>,
}

/// A word, and how much it says.
pub type Heard = (u32, u32);

impl Said {
    /// Nothing where the words can be no value: a relation, a character alone, too many.
    fn of(r: &Reading, phrasing: u64, words: Vec<Heard>, mut things: Vec<u32>, value: Range<usize>) -> Option<Self> {
        let relates = any!(Copula | Verb | Many | Means | Having);
        let stems = r.stems(value.clone());
        let glyph = |i: usize| r.words[i].kind == Kind::Glyph;
        let relation = |i: usize| r.cues[i] & relates != 0 && !r.words[i].quoted && !glyph(i) && !r.is_subordinate(i);
        let whole = stems.len() > 1 || stems.len() == 1 && !value.clone().any(glyph);
        things.sort_unstable();
        things.dedup();
        let about = things.into_iter().fold(NOTHING, fold);
        let fits = whole && stems.len() <= LONGEST && !value.clone().any(relation);
        let described = r.described(&value);
        fits.then(|| Self { phrasing, about, value, stems, old: Value::new(), described, words })
    }

    /// The words of a text up to `end`, of which some are a value and some are things.
    pub fn cut(r: &Reading, end: usize, value: &Range<usize>, thing: impl Fn(usize) -> bool) -> Option<Self> {
        let (mut things, mut words) = (Vec::new(), Vec::new());
        let phrasing = walk(r, end, value, thing, |at, word| match word {
            VALUE => {}
            THING => things.push(r.words[at].stem),
            _ if r.is_content(at) => words.push((r.words[at].stem, weight(&r.words[at]))),
            _ => {}
        })?;
        Self::of(r, phrasing, words, things, value.clone())
    }

    /// `SUBJECT is VALUE`, by the words of the subject.
    pub fn of_subject(
        r: &Reading,
        words: impl Iterator<Item = u32>,
        value: Range<usize>,
        thing: impl Fn(u32) -> bool,
    ) -> Option<Self> {
        let (things, mut rest): (Vec<u32>, Vec<u32>) = words.partition(|w| thing(*w));
        rest.sort_unstable();
        rest.dedup();
        let phrasing = rest.iter().copied().fold(SUBJECT, fold);
        let weighed = |stem: u32| (stem, r.words.iter().find(|w| w.stem == stem).map_or(WORD, weight));
        let found = Self::of(r, phrasing, rest.into_iter().map(weighed).collect(), things, value)?;
        (!found.words.is_empty()).then_some(found)
    }

    /// Whether two phrasings read alike but at one place, where each names something else: `Backups are kept on …`,
    /// `Invoices are kept on …`. Whatever else they have in common, they speak of two things.
    pub fn is_twin_of(&self, other: &Self) -> bool {
        let (a, b) = (&self.words, &other.words);
        let same = |pairs: &mut dyn Iterator<Item = (&Heard, &Heard)>| pairs.take_while(|(x, y)| x == y).count();
        let front = same(&mut a.iter().zip(b));
        let back = same(&mut a[front..].iter().rev().zip(b[front..].iter().rev()));
        let weight = |words: &[Heard]| words.iter().map(|(_, weight)| weight).sum::<u32>();
        let common = weight(&a[..front]) + weight(&a[a.len() - back..]);
        let own = [a, b].map(|words| weight(&words[front..words.len() - back]));
        common >= WORD && own.iter().all(|own| (1..=common).contains(own))
    }
}

/// The phrasing alone of a text that is cut in this way.
pub fn phrasing_of(r: &Reading, end: usize, value: &Range<usize>, thing: impl Fn(usize) -> bool) -> Option<u64> {
    walk(r, end, value, thing, |_, _| {})
}

/// Takes the words of a text up to `end` one by one, [`VALUE`] and [`THING`] in place of value and things. Gives the hash
/// of the phrasing; nothing where no word is left.
fn walk(
    r: &Reading,
    end: usize,
    value: &Range<usize>,
    thing: impl Fn(usize) -> bool,
    mut take: impl FnMut(usize, u32),
) -> Option<u64> {
    let (mut phrasing, mut left, mut last) = (1, false, 0);
    for at in r.core.iter().copied().filter(|i| (r.lead..end).contains(i)) {
        let word = match () {
            () if value.contains(&at) => VALUE,
            () if thing(at) => THING,
            () => r.words[at].hash,
        };
        take(at, word);
        left |= word != THING && word != VALUE;
        // What takes several words is one hole.
        if word != last {
            phrasing = fold(phrasing, word);
        }
        last = word;
    }
    left.then_some(phrasing)
}

fn weight(word: &Word) -> u32 {
    if word.kind == Kind::Glyph { 1 } else { WORD }
}

impl Reading {
    /// The colon of a label, of which what follows says something: `Availability: pings at any hour`.
    pub(super) fn label_end(&self) -> Option<usize> {
        let colon = (self.lead..self.head).find(|i| self.is_colon(*i))?;
        let told = self.frames.first().is_some_and(|f| f.class == COPULA && f.value.start > colon);
        (told && self.words[colon - 1].kind != Kind::Glyph).then_some(colon)
    }

    /// How many words of a value describe something; two characters make a word, about.
    pub(super) fn described(&self, value: &Range<usize>) -> u32 {
        let of = |kind| value.clone().filter(|i| self.words[*i].kind == kind && !self.words[*i].capital).count();
        let plain = self.content_in(value.clone()).filter(|i| self.words[*i].kind == Kind::Plain);
        plain.filter(|i| !self.words[*i].capital).count() as u32 + of(Kind::Glyph) as u32 / 2
    }

    /// Whether something around a value is denied.
    pub(super) fn denies_around(&self, value: &Range<usize>) -> bool {
        (self.lead..self.head).any(|i| !value.contains(&i) && self.is(i, Cue::Negation))
    }

    /// Words of a text that names an old and a new value, which may be the subject of both.
    pub(super) fn beside(&self, old: &Range<usize>, new: &Range<usize>) -> Vec<usize> {
        let silent = CHANGE | any!(To | Away | Label | Copula | Verb);
        let phrase = |i: usize| {
            self.hits.iter().any(|h| (h.from..h.to).contains(&i) && h.cue.is_borne() && h.cue.bit() & silent != 0)
        };
        let tells = |i: &usize| !old.contains(i) && !new.contains(i) && self.cues[*i] & silent == 0 && !phrase(*i);
        self.content_in(self.lead..self.words.len()).filter(tells).collect()
    }

    /// Whether the words of a subject stand together among some of a text's words, and belong to no longer name: not
    /// `doctor` of `Ana's family doctor`.
    pub(super) fn stands_alone(&self, subject: &[u32], words: &[usize], thing: impl Fn(u32) -> bool) -> bool {
        let stem = |i: usize| self.words[i].stem;
        let inside = |i: &&usize| subject.contains(&stem(**i)) || thing(stem(**i));
        let Some(from) = words.iter().position(|i| subject.contains(&stem(*i))) else { return false };
        let to = from + words[from..].iter().take_while(inside).count();
        let span = &words[from..to];
        // `Ana's doctor`, `the port of the shop`
        let touches = |i: usize, other: usize| {
            let mut between = i.min(other) + 1..i.max(other);
            let owned = between.clone().all(|b| self.is(b, Cue::Possessive));
            (owned || between.any(|b| self.text_of(b).eq_ignore_ascii_case("of"))) && !thing(stem(other))
        };
        let whole = subject.iter().all(|w| span.iter().any(|i| stem(*i) == *w));
        let before = from.checked_sub(1).is_some_and(|b| touches(words[from], words[b]));
        let after = words.get(to).is_some_and(|a| touches(words[to - 1], *a));
        whole && !before && !after
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distill::rules::lexicon::Lexicon;
    use crate::distill::rules::words;

    fn read(text: &str) -> Reading {
        Reading::of(text, &Lexicon::parse(None).unwrap())
    }

    fn cut(text: &str, value: &str, thing: &str) -> Said {
        let r = read(text);
        let within = |i: &usize| value.split(' ').any(|w| r.text_of(*i) == w);
        let at: Vec<usize> = (0..r.words.len()).filter(within).collect();
        Said::cut(&r, r.head, &(at[0]..at[at.len() - 1] + 1), |i| thing.split(' ').any(|w| r.text_of(i) == w)).unwrap()
    }

    #[test]
    fn a_phrasing_is_what_is_left_without_things_and_value() {
        let (a, b) = (cut("Wake Lena at 6:10", "6:10", "Lena"), cut("Wake Aunt Vera at 7:30", "7:30", "Aunt Vera"));
        assert_eq!(a.phrasing, b.phrasing);
        assert_ne!(a.about, b.about);
        assert_ne!(a.phrasing, cut("Call Lena at 6:10", "6:10", "Lena").phrasing);
    }

    #[test]
    fn a_subject_stands_alone_or_is_another_one() {
        let subject = |text: &str, subject: &str| {
            let r = read(text);
            let words: Vec<usize> = r.content_in(0..r.words.len()).collect();
            let stems: Vec<u32> = subject.split(' ').map(words::hash).collect();
            r.stands_alone(&stems, &words, |w| w == words::hash("Ana"))
        };
        assert!(subject("Ana's dentist", "dentist"));
        assert!(subject("My note was mistaken, Ana's family doctor", "family doctor"));
        assert!(!subject("Ana's family doctor", "doctor"));
        assert!(!subject("The owner of the backup region", "region"));
    }
}
