//! Pronouns: whether a sentence still speaks of the same when the one before it is replaced.
//!
//! `Ruth owns payments. She is in Berlin.` must not become `Theo owns payments. She is in Berlin.`: a pronoun whose
//! antecedent goes is either written out, or the sentence cannot stay.

use std::ops::Range;

use super::cue::{Cue, PREDICATE};
use super::lexicon::Hit;
use super::reading::Reading;
use super::sort::Sort;
use super::words::Kind;

/// A clause that is replaced, as far as others may refer to it.
#[derive(Debug, Clone)]
pub struct Antecedent {
    /// The words of its subject.
    pub subject: Range<usize>,
    /// The words of the value that gives way.
    pub value: Range<usize>,
    /// Whether what takes its place is said of the same subject.
    pub stays: bool,
}

/// Whom a sentence speaks of once the one before it is replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Meant {
    /// Of the same as before.
    Same,
    /// Of what is no longer named, which can be put at its beginning in place of these words.
    Named(Range<usize>, Range<usize>),
    /// Nobody can tell.
    Lost,
}

impl Reading {
    /// The words of a clause before its relation: what it speaks of.
    pub fn spoken_of(&self, clause: &Range<usize>) -> Range<usize> {
        let clause = self.trim(clause.start.max(self.lead)..clause.end);
        let first = self.says_in(clause.clone()).next();
        if first.is_none_or(|i| self.is_predicate_word(i)) {
            return clause.start..clause.start;
        }
        let colon = clause.clone().find(|i| self.is_colon(*i));
        let end = match (colon, self.relation_in(clause.clone())) {
            (Some(colon), Some(relation)) => colon.min(relation),
            (Some(end), None) | (None, Some(end)) => end,
            (None, None) => clause.clone().find(|i| self.is_number(*i) || *i > clause.start + 3).unwrap_or(clause.end),
        };
        self.trim(clause.start..end)
    }

    /// The first pronoun of a sentence. In Chinese one that is no subject may be a part of another word.
    fn pronoun(&self, sentence: &Range<usize>) -> Option<Hit> {
        let first = (sentence.start..sentence.end).find(|i| self.words[*i].says())?;
        let stands = |h: &Hit| self.words[h.from].kind != Kind::Glyph || h.from == first || h.to - h.from > 1;
        let pronouns = self.hits(Cue::Pronoun).chain(self.hits(Cue::Demonstrative));
        let within = pronouns.filter(|h| sentence.contains(&h.from)).filter(stands);
        within.min_by_key(|h| (h.from, std::cmp::Reverse(h.to)))
    }

    /// Whom a sentence behind a clause speaks of when another text takes the clause's place.
    pub fn meant(&self, gone: &Antecedent, sentence: &Range<usize>) -> Meant {
        let sentence = self.trim(sentence.clone());
        let Some(pronoun) = self.pronoun(&sentence) else {
            // In Chinese a sentence without a subject has that of the one before.
            let first = (sentence.start..sentence.end).find(|i| !self.is(*i, Cue::Filler));
            let silent = first.is_some_and(|i| self.words[i].kind == Kind::Glyph && self.is_predicate_word(i));
            let at = sentence.start..sentence.start;
            return if gone.stays || !silent { Meant::Same } else { self.named(gone.subject.clone(), at) };
        };
        let somebody = pronoun.cue == Cue::Pronoun;
        let (subject, value) = (gone.subject.clone(), gone.value.clone());
        let has = |cue: Cue| subject.clone().any(|i| self.is(i, cue));
        let named = !value.is_empty() && self.sort(value.clone()) == Sort::Name;
        let person = has(Cue::Own) && !has(Cue::Possessive) || self.name(subject.clone()) == Some(subject.clone());
        // `The owner of billing is Mia. Her desk is in Graz.`: who owns it is whom it speaks of.
        let role = || self.is_name(&value) && self.name(subject.clone()).is_none();
        let of_value = named && if somebody { has(Cue::Speaker) || role() } else { person };
        let stays = gone.stays && !of_value;
        if stays {
            return Meant::Same;
        }
        let begins = pronoun.from == sentence.start && self.agrees(&pronoun);
        match (gone.stays, somebody) {
            _ if !begins => Meant::Lost,
            (true, _) => self.named(value, pronoun.from..pronoun.to),
            (false, true) => self.named(subject, pronoun.from..pronoun.to),
            (false, false) => Meant::Lost,
        }
    }

    /// Whether a name can stand where a pronoun does: it says whose something is, or the verb behind it is one of a single
    /// thing.
    fn agrees(&self, pronoun: &Hit) -> bool {
        let glyph = self.words[pronoun.from].kind == Kind::Glyph;
        let next = self.words.get(pronoun.to).map_or("", |w| w.of(&self.text));
        let whose = self.is(pronoun.from, Cue::Possessive);
        if glyph { pronoun.to - pronoun.from == 1 } else { next.ends_with('s') || whose }
    }

    fn named(&self, range: Range<usize>, at: Range<usize>) -> Meant {
        self.name(range).map_or(Meant::Lost, |name| Meant::Named(name, at))
    }

    /// The name that some words are, or begin with.
    fn name(&self, range: Range<usize>) -> Option<Range<usize>> {
        let range = self.trim(range);
        let glyph = |i: &usize| self.words[*i].kind == Kind::Glyph;
        let part = |i: &usize| match self.words[*i].kind {
            Kind::Plain => self.words[*i].capital && !self.is_weekday(*i) && self.cues[*i] & Cue::Filler.bit() == 0,
            Kind::Code => true,
            Kind::Glyph => glyph(&range.start) && self.is_content(*i) && !self.is_predicate_word(*i),
            _ => false,
        };
        let end = range.clone().find(|i| !part(i)).unwrap_or(range.end);
        let longest = if range.clone().next().is_some_and(|i| glyph(&i)) { 6 } else { 3 };
        let own = (range.start..end).any(|i| self.is(i, Cue::Own));
        (end > range.start && end - range.start <= longest && !own).then_some(range.start..end)
    }

    fn is_predicate_word(&self, at: usize) -> bool {
        self.cues[at] & PREDICATE != 0
    }
}
