//! A text and an entry side by side: which telling words of one the other has as well.

use std::ops::Range;

use super::cue::{CHANGE, Cue, Cues, VERBAL, any};
use super::lexicon::Lexicon;
use super::reading::Reading;
use super::words::{self, Kind, root};

/// Words that tell of a change, of when, or of nothing.
const SILENT: Cues = CHANGE
    | any!(
        Moment
            | Beginning
            | Generic
            | Settled
            | LightVerb
            | Lately
            | Opener
            | Label
            | Herald
            | Fresh
            | Alter
            | AlterPlace
            | AlterOwner
            | AlterWay
            | Turned
            | EndMark
    );

/// Words that relate one thing to another.
pub(super) const RELATES: Cues = VERBAL | Cue::Preposition.bit();

/// A text and an entry.
pub(super) struct Pair<'a> {
    /// The text.
    pub r: &'a Reading,
    /// The entry.
    pub k: &'a Reading,
    /// For each word of the text, where the entry has it.
    there: Vec<Option<usize>>,
    /// For each word of the entry, where the text has it.
    here: Vec<Option<usize>>,
    mine: &'a Forms,
    theirs: &'a Forms,
}

/// The words of a text as they are compared with another's.
#[derive(Debug, Clone)]
pub(super) struct Forms {
    /// For each word one form for all forms of a verb.
    pub of: Vec<u32>,
    /// Words that name something.
    telling: Vec<usize>,
    /// The stems and the forms, a bit of 64 for each: what is in neither of them is no word of the text.
    sets: (u64, u64),
}

impl Forms {
    /// Finds the forms of a text.
    pub fn new(r: &Reading, lexicon: &Lexicon) -> Self {
        let of = forms(r, lexicon);
        let set = |all: &mut dyn Iterator<Item = u32>| all.fold(0, |set, hash| set | bit(hash));
        let sets = (set(&mut r.words.iter().map(|w| w.stem)), set(&mut of.iter().copied()));
        Self { telling: telling(r).collect(), of, sets }
    }

    /// Whether a text may have a word.
    fn may_have(&self, stem: u32, form: u32) -> bool {
        self.sets.0 & bit(stem) | self.sets.1 & bit(form) != 0
    }
}

fn bit(hash: u32) -> u64 {
    1 << (hash & 63)
}

fn forms(r: &Reading, lexicon: &Lexicon) -> Vec<u32> {
    let form = |i: usize| {
        let synonym = lexicon.synonym(&r.words[i..]).filter(|s| s.words == 1).map(|s| s.sense);
        let kept = synonym.or_else(|| lexicon.base(r.words[i].hash));
        kept.unwrap_or_else(|| {
            if r.words[i].kind == Kind::Plain {
                words::hash(trunk(&r.text_of(i).to_lowercase()))
            } else {
                r.words[i].form
            }
        })
    };
    (0..r.words.len()).map(form).collect()
}

/// A word without its endings, and without one that makes a noun of a verb: `insur` of `insured` and `insurance`.
fn trunk(word: &str) -> &str {
    let root = root(word);
    let cut = ["ation", "ment", "ance", "ence", "ant", "er", "or", "ist"].iter().find_map(|end| root.strip_suffix(end));
    cut.filter(|cut| cut.len() >= 4).unwrap_or(root)
}

/// Where a text has the character of another, of a script without spaces: it and its neighbour in a pair, or it alone.
fn glyph_of(r: &Reading, at: usize, k: &Reading) -> Option<usize> {
    let glyph = |t: &Reading, i: usize| t.words.get(i).is_some_and(|w| w.kind == Kind::Glyph);
    let joined = |at: usize| {
        (0..k.words.len().saturating_sub(1)).find(|i| {
            glyph(k, *i)
                && glyph(k, i + 1)
                && k.words[*i].hash == r.words[at].hash
                && k.words[i + 1].hash == r.words[at + 1].hash
        })
    };
    let onward = glyph(r, at + 1).then(|| joined(at)).flatten();
    let back = (at > 0 && glyph(r, at - 1)).then(|| joined(at - 1)).flatten().map(|i| i + 1);
    // A character that stands alone, as a verb may.
    let lone = || {
        let joined = |n: usize| glyph(r, n) && r.is_content(n);
        let alone = !(joined(at + 1) || at > 0 && joined(at - 1));
        let behind = |t: &Reading, i: usize| i.checked_sub(1).filter(|b| !glyph(t, *b)).map(|b| t.words[b].hash);
        let follows = |i: &usize| behind(r, at).is_some() && behind(r, at) == behind(k, *i);
        (0..k.words.len()).find(|i| k.words[*i].hash == r.words[at].hash && (alone || follows(i)))
    };
    onward.or(back).or_else(lone)
}

impl<'a> Pair<'a> {
    /// Puts a text and an entry side by side.
    pub fn new(r: &'a Reading, k: &'a Reading, lexicon: &Lexicon) -> Self {
        let (mine, theirs) = (r.forms(lexicon), k.forms(lexicon));
        let (mut there, mut here) = (vec![None; r.words.len()], vec![None; k.words.len()]);
        for (at, (word, form)) in r.words.iter().zip(&mine.of).enumerate() {
            if !word.says() || !theirs.may_have(word.stem, *form) {
                continue;
            }
            let glyph = word.kind == Kind::Glyph;
            for (i, (other, theirs)) in k.words.iter().zip(&theirs.of).enumerate() {
                if (word.stem == other.stem || form == theirs) && other.says() {
                    there[at] = there[at].or(Some(i)).filter(|_| !glyph);
                    here[i] = here[i].or(Some(at)).filter(|_| other.kind != Kind::Glyph);
                }
            }
        }
        let glyphs = |t: &Reading, i: &usize| t.words[*i].kind == Kind::Glyph;
        for at in (0..r.words.len()).filter(|i| glyphs(r, i)) {
            there[at] = glyph_of(r, at, k);
        }
        for at in (0..k.words.len()).filter(|i| glyphs(k, i)) {
            here[at] = glyph_of(k, at, r);
        }
        Self { r, k, there, here, mine, theirs }
    }

    /// The words of the text in a range that name something.
    pub fn named(&self, range: Range<usize>) -> impl Iterator<Item = usize> + '_ {
        self.mine.telling.iter().copied().filter(move |i| range.contains(i))
    }

    /// Of these, the ones that the entry has.
    pub fn shared(&self, range: Range<usize>) -> Vec<usize> {
        self.named(range).filter(|i| self.there[*i].is_some()).collect()
    }

    /// Of these, the ones that the entry lacks.
    pub fn news(&self, range: Range<usize>) -> Vec<usize> {
        self.named(range).filter(|i| self.there[*i].is_none()).collect()
    }

    /// The words of the entry in a range that name something and that the text lacks.
    pub fn left(&self, range: Range<usize>) -> Vec<usize> {
        self.telling(&range).filter(|i| self.here[*i].is_none()).collect()
    }

    /// The words of the entry in a range that name something and that the text has.
    pub fn kept(&self, range: Range<usize>) -> Vec<usize> {
        self.telling(&range).filter(|i| self.here[*i].is_some()).collect()
    }

    /// The words of the entry in a range that name something.
    fn telling<'s>(&'s self, range: &'s Range<usize>) -> impl Iterator<Item = usize> + 's {
        self.theirs.telling.iter().copied().filter(|i| range.contains(i))
    }

    /// Whether one of the texts names a narrower thing than the other: a word of its own stands right before one that both
    /// have (`student tickets`, `tickets`). A name beside what it names is none (`our cat Pixel`).
    pub fn apart(&self) -> bool {
        let narrows = |t: &Reading, own: &[usize], also: &dyn Fn(usize) -> bool| {
            own.iter().any(|i| {
                let next = i + 1;
                let noun = next < t.words.len() && t.words[next].says() && also(next) && t.is_content(next);
                let named = t.words[next.min(t.words.len() - 1)].capital && !t.words[*i].capital;
                let counts = t.is_number(*i) || t.is_weekday(*i) || t.is(*i, Cue::Functional) || t.is(*i, Cue::Month);
                noun && !named && !counts && t.cues[next] & RELATES == 0
            })
        };
        let (r, k) = (self.r, self.k);
        narrows(r, &self.news(r.lead..r.words.len()), &|i| self.there[i].is_some())
            || narrows(k, &self.left(k.lead..k.words.len()), &|i| self.here[i].is_some())
    }

    /// Whether the texts speak of two of a kind: `the old boiler`, `the new boiler`; 旧锅炉, 新锅炉. Before a word that both
    /// have each has a word of its own that singles out one of several.
    pub fn two_of_a_kind(&self) -> bool {
        let (r, k) = (self.r, self.k);
        let singles = |t: &Reading, i: usize| t.words[i].says() && t.is(i, Cue::Contrast);
        let noun = |t: &Reading, i: usize| t.words[i].says() && t.is_content(i) && t.cues[i] & RELATES == 0;
        (r.lead + 1..r.words.len()).filter(|at| singles(r, at - 1) && noun(r, *at)).any(|at| {
            let there = |o: &usize| noun(k, *o) && r.words[at].stem == k.words[*o].stem && singles(k, o - 1);
            (k.lead + 1..k.words.len()).filter(there).any(|o| r.words[at - 1].form != k.words[o - 1].form)
        })
    }

    /// Where the entry has a word of the text.
    pub fn there(&self, at: usize) -> Option<usize> {
        self.there[at]
    }

    /// Where the text has a word of the entry.
    pub fn here(&self, at: usize) -> Option<usize> {
        self.here[at]
    }
}

/// Words that name something: content that neither relates nor tells of a change.
fn telling(t: &Reading) -> impl Iterator<Item = usize> + '_ {
    t.content_in(0..t.words.len())
        .filter(|i| t.words[*i].quoted || t.cues[*i] & (SILENT | RELATES) == 0 || within(t, *i))
}

/// Whether a character that could tell of a change is but a part of a word: 接 of 连接.
fn within(t: &Reading, at: usize) -> bool {
    let alters = any!(Alter | AlterPlace | AlterOwner | AlterWay);
    if t.words[at].kind != Kind::Glyph || t.cues[at] & alters == 0 || t.cues[at] & (SILENT & !alters | RELATES) != 0 {
        return false;
    }
    let leads = alters | any!(AlterInto | Filler | AlterBare | AlterAct);
    t.words.get(at + 1).is_some_and(|next| next.kind == Kind::Glyph && t.cues[at + 1] & leads == 0)
}

/// How much words say: a word twice as much as a character.
pub(super) fn weight(t: &Reading, words: &[usize]) -> usize {
    words.iter().map(|i| if t.words[*i].kind == Kind::Glyph { 1 } else { 2 }).sum()
}
