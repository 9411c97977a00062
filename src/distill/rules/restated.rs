//! The same said in another order or voice: `We write our docs in AsciiDoc`, `Docs are written in AsciiDoc`.
//!
//! Both texts have the same words, forms aside; days and times of day are read (`July 9` is `9 July`, `8 pm` is `20:00`).
//! Where two names change places, it is the same only between active and passive, or around a form of being.

use super::cue::{Cue, Cues, any};
use super::lexicon::Lexicon;
use super::reading::Reading;
use super::words::{Kind, hash};

/// Words that may come and go.
const LIGHT: Cues = any!(
    Filler | Article | Own | Idle | LightVerb | Having | Auxiliary | Generic | Possessive | Demonstrative | Pronoun
);

/// What a text says, whatever its order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Gist {
    words: Vec<u32>,
    ways: Vec<u32>,
    denied: bool,
}

/// The words of a text, forms and order aside; nothing where that is too little, or of a script without spaces.
pub(super) fn gist(r: &Reading, lexicon: &Lexicon) -> Option<Gist> {
    let forms = &r.forms(lexicon).of;
    let mut gist = Gist { words: Vec::new(), ways: Vec::new(), denied: false };
    let mut at = r.lead;
    while at < r.words.len() {
        let word = r.words[at];
        if word.kind == Kind::Glyph {
            return None;
        }
        let here = at;
        at += 1;
        if !word.says() {
            continue;
        }
        if let Some((time, next)) = r.time_of_day(here) {
            gist.words.push(time);
            at = next;
            continue;
        }
        let forbids =
            r.is(here, Cue::Negation) || r.is(here, Cue::Forbid) || r.text_of(here).eq_ignore_ascii_case("nobody");
        gist.denied |= forbids;
        let permitted = r.hits(Cue::Permit).any(|h| h.from <= here && here < h.to);
        if forbids || permitted || r.cues[here] & LIGHT != 0 && !word.quoted && !r.is_number(here) {
            continue;
        }
        let synonym = lexicon.synonym(&r.words[here..]);
        if let Some(synonym) = synonym {
            at = here + synonym.words;
            gist.words.push(synonym.sense);
        } else if r.is(here, Cue::Preposition) {
            if matches!(r.text_of(here), "from" | "before" | "after" | "under" | "until" | "against" | "over") {
                gist.ways.push(word.hash);
            }
        } else if r.is(here, Cue::Copula) && r.cues[here] & (Cue::Binding.bit() | Cue::Being.bit()) != 0
            || r.is(here, Cue::Binding)
        {
        } else if r.is_number(here) {
            gist.words.push(number(r.text_of(here)));
        } else {
            gist.words.push(forms[here]);
        }
    }
    gist.words.sort_unstable();
    gist.words.dedup();
    gist.ways.sort_unstable();
    (gist.words.len() >= 2).then_some(gist)
}

/// Whether two texts of one gist have their names in the same order, or in another voice.
pub(super) fn same_order(r: &Reading, k: &Reading) -> bool {
    let names = |t: &Reading| -> Vec<u32> {
        let name = |i: &usize| {
            t.words[*i].kind == Kind::Plain
                && t.words[*i].capital
                && (*i > t.lead || t.objects.contains(&t.words[*i].stem))
                || t.words[*i].kind == Kind::Code
        };
        (t.lead..t.words.len()).filter(name).map(|i| t.words[i].stem).collect()
    };
    let (mut a, mut b) = (names(r), names(k));
    // A name may stand first, where its capital tells nothing.
    let opens = |t: &Reading| t.words.get(t.lead).map(|w| w.stem);
    if let Some(first) = opens(r).filter(|w| b.contains(w) && !a.contains(w)) {
        a.insert(0, first);
    }
    if let Some(first) = opens(k).filter(|w| a.contains(w) && !b.contains(w)) {
        b.insert(0, first);
    }
    let by = |t: &Reading| t.words.iter().any(|w| w.of(&t.text) == "by");
    let being = |t: &Reading| {
        let copula = (t.lead..t.head).any(|i| t.is(i, Cue::Copula) && t.is(i, Cue::Binding));
        copula && !(t.lead..t.head).any(|i| t.cues[i] & any!(Verb | Many | Over) != 0)
    };
    a == b || a.len() < 2 || by(r) != by(k) || being(r) && being(k) && a.len() <= 2
}

/// A number as a word: `three` is `3`, `3rd` is `3`.
fn number(shown: &str) -> u32 {
    let digits = shown.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let names = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    match names.iter().position(|n| n.eq_ignore_ascii_case(shown)) {
        Some(n) => hash(&(n + 1).to_string()),
        None if digits.is_empty() => hash(shown),
        None => hash(digits),
    }
}

impl Reading {
    /// A time of day as minutes, and the word behind it: `8 pm`, `20:00`.
    fn time_of_day(&self, at: usize) -> Option<(u32, usize)> {
        if self.words[at].kind != Kind::Number {
            return None;
        }
        let shown = self.text_of(at);
        let next = self.words.get(at + 1).map(|w| w.of(&self.text).to_lowercase());
        let half = next.as_deref().filter(|n| matches!(*n, "am" | "pm"));
        let (hours, minutes) = shown.split_once(':').or_else(|| half.map(|_| (shown, "0")))?;
        let (hours, minutes): (u32, u32) = (hours.parse().ok()?, minutes.parse().ok()?);
        let hours = match half {
            Some("pm") if hours < 12 => hours + 12,
            Some("am") if hours == 12 => 0,
            _ => hours,
        };
        Some((hash(&format!("{hours}:{minutes:02} o'clock")), at + 1 + usize::from(half.is_some())))
    }
}
