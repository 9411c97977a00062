//! Openings: what a text begins with and says nothing of the matter, such as `Actually,` or `From the morning round.`
//!
//! An opening stands before many statements of many things. Taken for the statement itself, it would make all of them
//! one; so what follows it is the text.

use std::ops::Range;

use super::claim::Claim;
use super::cue::{Cue, any};
use super::known::Known;
use super::lexicon::Hit;
use super::matcher::Matcher;
use super::reading::Reading;
use super::words::Kind;

/// The longest sentence that is passed over, in words.
const LONGEST: usize = 12;

/// The longest one that only tells of a place or a time.
const PLACED: usize = 6;

impl Reading {
    /// Passes over an opening: its words are fillers, what follows is the text.
    pub(super) fn find_opening(&mut self) {
        let mut at = 0;
        loop {
            while self.words.get(at).is_some_and(|w| !w.says() && !matches!(w.of(&self.text), "[" | "\"" | "`")) {
                at += 1;
            }
            let label = || self.opening_label(at).or_else(|| self.opening_message(at));
            match self.opening_phrase(at).or_else(label).or_else(|| self.opening_sentence(at)) {
                Some(to) => at = to,
                None => break,
            }
        }
        let said = self.words[at..].iter().any(|w| w.says());
        if !said || at == 0 || self.words[..at].iter().all(|w| !w.says()) {
            return;
        }
        self.lead = at;
        self.cues[..at].iter_mut().for_each(|cues| *cues |= Cue::Filler.bit());
    }

    /// Behind a phrase of the lists: `Actually`, `Since yesterday`, 其实.
    fn opening_phrase(&self, from: usize) -> Option<usize> {
        let opens = |h: &&Hit| h.from == from && matches!(h.cue, Cue::Opener | Cue::LeadIn);
        self.hits.iter().filter(opens).map(|h| h.to).max()
    }

    /// Behind a sentence that only tells where or when the next one was said: `From the morning round.`,
    /// `Agreed at the standup.`, 早上碰头时说的. It states nothing, and the next one can be understood by itself.
    fn opening_sentence(&self, from: usize) -> Option<usize> {
        let mark = (from..self.words.len().min(from + LONGEST * 2)).find(|i| self.ends_sentence(*i))?;
        let words: Vec<usize> = (from..mark).filter(|i| self.words[*i].says()).collect();
        let (first, last) = (*words.first()?, *words.last()?);
        let glyphs = self.words[first].kind == Kind::Glyph;
        let reported = |h: Hit| if glyphs { h.from >= from && h.to == last + 1 } else { h.from == first };
        // `After the screening the director wanted a trio` has a relation that no list knows.
        let short = words.len() <= PLACED && !words.iter().any(|i| self.is_speaker(*i));
        let placed = !glyphs && short && self.is(first, Cue::Preposition) && !self.relates_any(&(from..mark));
        let firm = |i: &usize| {
            let word = self.words[*i];
            word.quoted || matches!(word.kind, Kind::Number | Kind::Code) || self.is(*i, Cue::Negation)
        };
        let idle = words.len() <= LONGEST
            && (placed || self.hits(Cue::Reported).any(reported))
            && !words.iter().any(firm)
            && !(from..mark).any(|i| self.is_colon(i) || self.text_of(i) == ";");
        let end = (mark + 1..self.words.len()).find(|i| self.ends_sentence(*i)).unwrap_or(self.words.len());
        let referring = any!(Pronoun | Demonstrative | Additive);
        let next = mark + 1..end;
        let depends = next.clone().any(|i| self.cues[i] & referring != 0);
        (idle && !depends && self.content_in(next).count() >= 2).then_some(mark + 1)
    }

    /// Behind the colon of a label in which somebody speaks of themselves, before a whole statement: `Before I forget: …`,
    /// `Let me put this right: …`. `Staging: …` may be what the statement is about.
    fn opening_label(&self, from: usize) -> Option<usize> {
        let colon = (from..self.words.len().min(from + 9)).find(|i| self.is_colon(*i))?;
        let label = self.trim(from..colon);
        let speaks = |i: usize| self.is_speaker(i) || self.cues[i] & any!(Negation | Demonstrative) != 0;
        let plain = self.has_content(label.clone()) && !label.clone().any(|i| self.is_comma(i));
        // 收工前补一句：…
        if plain && self.is_message(&label) && self.content_in(colon + 1..self.words.len()).count() >= 3 {
            return Some(colon + 1);
        }
        if !plain || !label.clone().any(speaks) {
            return None;
        }
        let end = (colon + 1..self.words.len())
            .find(|i| matches!(self.text_of(*i), ";" | "；") || self.ends_sentence(*i))
            .unwrap_or(self.words.len());
        let told = |h: &Hit| matches!(h.cue, Cue::Old | Cue::OldBefore | Cue::GivenUp | Cue::From | Cue::Swap);
        let changes = self.hits.iter().any(|h| told(h) && colon < h.from && h.to <= end);
        let first = (colon + 1..end).find(|i| self.words[*i].says());
        let whole = first.is_some_and(|i| self.is(i, Cue::Own) && !self.is(i, Cue::Possessive))
            || self.relations(&(colon + 1..end)).any(|h| self.has_content(colon + 1..h.from));
        (changes || whole).then_some(colon + 1)
    }

    /// Whether some words, in a script without spaces, end by announcing a message: 收工前补一句, 跟大家说一声.
    fn is_message(&self, label: &Range<usize>) -> bool {
        self.words[label.start].kind == Kind::Glyph
            && self.hits(Cue::Message).any(|h| h.from >= label.start && h.to == label.end)
    }

    /// Behind the comma of such words: 跟大家说一声，….
    fn opening_message(&self, from: usize) -> Option<usize> {
        let comma = (from..self.words.len().min(from + 9)).find(|i| self.is_comma(*i))?;
        let label = self.trim(from..comma);
        let told = !label.is_empty() && self.is_message(&label);
        (told && self.content_in(comma + 1..self.words.len()).count() >= 3).then_some(comma + 1)
    }

    /// Whether a label before a colon says nothing of what follows: `Quick note from the van`, `Before I forget`; `What I want`
    /// does.
    pub(super) fn heralds(&self, label: &Range<usize>) -> bool {
        let aside = any!(Preposition | Condition | Circumstance | Filler);
        let begins = label.clone().next().is_some_and(|i| self.cues[i] & aside != 0);
        let within = |h: Hit| label.contains(&h.from) && h.to <= label.end;
        // Behind `Quick note`, an opening, `from the van` belongs to it.
        let goes_on = self.lead > 0 && label.start <= self.lead + 1 && begins;
        goes_on || begins && label.clone().any(|i| self.is_speaker(i)) || self.hits(Cue::Message).any(within)
    }

    /// Whether a word names who speaks: not `my`.
    fn is_speaker(&self, at: usize) -> bool {
        self.is(at, Cue::Speaker) && !self.is(at, Cue::Possessive)
    }

    /// Whether a relation stands in a range behind its first word.
    fn relates_any(&self, range: &Range<usize>) -> bool {
        self.relations(range).any(|h| h.from > range.start)
    }
}

impl Matcher<'_> {
    /// Whether a text and an entry that begin alike, or once did (`before`), say the same by that: not `Quick note from
    /// the van.` before two statements.
    pub(super) fn begins_so(&self, claim: &Claim<'_>, known: &Known, before: bool) -> bool {
        let (r, k) = (&*claim.reading, &*known.reading);
        let rest = |r: &Reading| {
            let next = r.sentences().get(1).cloned().filter(|s| r.head < s.start + 1);
            next.filter(|s| !r.is_reason(s) && !r.is_remark(s) && !self.index.remarks.are(r, s))
        };
        let Some(mine) = rest(r).filter(|_| !r.tells(&(r.lead..r.head))) else { return true };
        match rest(k) {
            Some(theirs) => k.says(r, &mine) || r.says(k, &theirs),
            None => !known.part && !before,
        }
    }
}
