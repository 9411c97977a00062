//! Whom or what a text speaks of: its subject, whose a thing is, to what it belongs.

use std::ops::Range;

use super::cue::{CHANGE, Cue, PROPERTY, RELATION, SAID_OF, VERBAL, any};
use super::reading::Reading;
use super::words::Kind;

/// Whose something is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// Of whoever speaks.
    Own,
    /// Of somebody or something named, by its last word.
    Named(u32),
}

/// The subject of a statement.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Subject {
    /// Its content, as stems.
    pub words: Vec<u32>,
    /// Whether whoever speaks is named in it.
    pub own: bool,
    /// Whether it is somebody's: `my sister`, `Ben's deadline`.
    pub possessed: bool,
}

impl Reading {
    /// The subject of which a value is said.
    pub fn subject_of(&self, value: &Range<usize>) -> Subject {
        if let Some(frame) = self.frames.iter().find(|f| f.value.start < value.end && value.start < f.value.end) {
            let said = |i: &usize| frame.about.contains(&self.words[*i].stem) && !frame.value.contains(i);
            let possessed = (0..self.words.len()).filter(said).any(|i| self.is_possessed(i));
            return Subject { words: frame.about.clone(), own: frame.about.is_empty() || possessed, possessed };
        }
        let clause = self.clauses.iter().find(|c| c.contains(&value.start)).cloned().unwrap_or(self.lead..self.head);
        let label = (clause.start..value.start).rev().find(|i| self.is_colon(*i));
        let range = match (label, self.relation_in(clause.start..value.start)) {
            (Some(colon), _) => clause.start..colon,
            (None, Some(relation)) => clause.start..relation,
            (None, None) if clause.start < value.start => clause.start..value.start,
            // The value comes first: `Two spaces are wanted`.
            _ => value.end.min(clause.end)..clause.end,
        };
        self.subject_in(range)
    }

    /// The subject of the whole text, when a relation ends it.
    pub fn whole_subject(&self) -> Option<Subject> {
        let clause = self.clauses.first()?;
        if let Some(frame) = self.frames.first() {
            return Some(self.subject_of(&frame.value));
        }
        self.relation_in(clause.clone()).map(|relation| self.subject_in(clause.start..relation))
    }

    /// Where the first relation behind the first word of a range begins; a preposition only if there is no verb.
    pub(super) fn relation_in(&self, range: Range<usize>) -> Option<usize> {
        let plain = |i: &usize| !self.is(*i, Cue::Filler) && !self.words[*i].quoted;
        // `As of Monday the region is …`: an opening relates nothing.
        let first = range.clone().find(|i| self.words[*i].says() && plain(i) && !self.is(*i, Cue::Marker))?;
        let mut words = (first + 1..range.end).filter(plain);
        let verb = words.clone().find(|i| self.cues[*i] & SAID_OF & !Cue::Preposition.bit() != 0);
        verb.or_else(|| words.find(|i| self.is(*i, Cue::Preposition)))
    }

    fn subject_in(&self, range: Range<usize>) -> Subject {
        let silent = CHANGE | Cue::Label.bit() | RELATION;
        let own = self.speaks_itself(&range);
        // `Scrap Pylint, …` is nothing of which Pylint is said.
        let drops = |i: usize| self.hits(Cue::Withdraw).any(|h| (h.from..h.to).contains(&i));
        let at = self.content_in(range).filter(|i| self.cues[*i] & silent == 0 && !drops(*i));
        let at: Vec<usize> = at.collect();
        let possessed = at.iter().any(|i| self.is_possessed(*i));
        Subject { words: at.iter().map(|i| self.words[*i].stem).collect(), own, possessed }
    }

    /// Whether a word stands behind `'s`, `my` or 的.
    fn is_possessed(&self, at: usize) -> bool {
        let words = at.saturating_sub(3)..at;
        words.rev().take_while(|i| self.words[*i].says()).any(|i| self.is(i, Cue::Possessive))
    }

    /// Whether a value stands inside a longer name at the beginning: `Berlin` in `The Berlin store opens at 9:00`.
    pub fn is_part(&self, value: &Range<usize>) -> bool {
        let first = self
            .clauses
            .iter()
            .any(|c| (c.start..value.start).all(|i| self.is(i, Cue::Filler)) && c.contains(&value.start));
        let next = (value.end..self.head).find(|i| !self.is(*i, Cue::Filler) || self.is(*i, Cue::Possessive));
        first
            && next.is_some_and(|i| {
                self.is(i, Cue::Possessive)
                    || self.words[i].says() && self.cues[i] & (SAID_OF | CHANGE | Cue::Binding.bit()) == 0
            })
    }

    /// Whether what stands at a place does or is something, rather than being what something has: `A` in `A uses Jira`.
    /// A name may be either: `Redis is our cache`.
    pub fn is_agent(&self, place: &Range<usize>) -> bool {
        let named = place.clone().any(|i| self.words[i].capital || self.words[i].kind == Kind::Code);
        let acts = any!(Means | Many | Verb);
        let acts = if named { acts } else { acts | Cue::Copula.bit() };
        let silent = |i: &usize| self.is(*i, Cue::Filler) && !self.is(*i, Cue::Possessive);
        self.clauses.iter().any(|c| c.contains(&place.start) && (c.start..place.start).all(|i| silent(&i)))
            && (place.end..self.head).find(|i| !silent(i)).is_some_and(|i| self.cues[i] & acts != 0)
    }

    /// Whether a value is one of several in a list.
    pub fn is_listed(&self, value: &Range<usize>) -> bool {
        let joins = |at: usize| matches!(self.text_of(at), "," | "、" | "，") || self.is(at, Cue::Joiner);
        let before = (0..value.start).rev().find(|i| !self.is(*i, Cue::Filler) || self.is(*i, Cue::Joiner));
        let after = (value.end..self.head).find(|i| !self.is(*i, Cue::Filler) || self.is(*i, Cue::Joiner));
        // `…, so that`, `…, as agreed` are no lists: what follows the mark is a value as well.
        let member = |at: usize| {
            at + 1 < self.words.len() && self.has_content(at + 1..at + 2) && self.cues[at + 1] & (SAID_OF | CHANGE) == 0
        };
        before.is_some_and(|at| at > 0 && joins(at) && self.words[at - 1].says())
            || after.is_some_and(|at| joins(at) && member(at))
    }

    /// Whether a word of a subject is a name.
    pub(super) fn names(&self, subject: &Subject, stem: u32) -> bool {
        let capital = || self.words.iter().any(|w| w.stem == stem && w.capital && w.kind == Kind::Plain);
        self.objects.contains(&stem) || subject.words.len() == 1 && capital()
    }

    /// Words of a subject that say what it is and that another text lacks: neither properties (`port`) nor, where
    /// both texts speak of one matter, the words for that matter.
    pub(super) fn own_words(
        &self,
        subject: &Subject,
        other: &Reading,
        except: &Range<usize>,
        matter: bool,
    ) -> Vec<u32> {
        let here = |w: u32| (0..self.words.len()).filter(move |i| self.words[*i].stem == w);
        let there = |w: u32| {
            let mut said = (0..other.words.len()).filter(|o| !except.contains(o) && other.words[*o].says());
            said.any(|o| other.words[o].stem == w || here(w).any(|i| self.words[i].form == other.words[o].form))
        };
        let generic = |w: u32| {
            here(w).any(|i| {
                // `unit` of `unit tests` is no property.
                let modifies =
                    self.words[i].kind != Kind::Glyph && self.has_content(i + 1..(i + 2).min(self.words.len()));
                self.cues[i] & PROPERTY != 0 && !modifies || matter && self.is(i, Cue::Aspect)
            })
        };
        subject.words.iter().copied().filter(|w| !generic(*w) && !there(*w)).collect()
    }

    /// Whose the thing at a word is: `my car`, `my father's old car`.
    pub(super) fn owner(&self, at: usize, values: &[Range<usize>]) -> Option<Owner> {
        let goes_on = |i: &usize| {
            let breaks = VERBAL | Cue::Preposition.bit() | CHANGE;
            self.words[*i].says() && (self.cues[*i] & breaks == 0 || self.is(*i, Cue::Possessive))
        };
        let of = (self.lead..at).rev().take_while(goes_on).find(|i| self.is(*i, Cue::Possessive))?;
        if self.is(of, Cue::Own) {
            return Some(Owner::Own);
        }
        let who = of.checked_sub(1).filter(|i| self.words[*i].says() && !values.iter().any(|v| v.contains(i)))?;
        if self.is(who, Cue::Own) {
            return Some(Owner::Own);
        }
        (self.cues[who] & any!(Binding | Preposition | Copula) == 0).then(|| Owner::Named(self.words[who].stem))
    }

    /// What a statement belongs to, its value aside: the first word behind a preposition, with the rest of its name, and
    /// whoever has something (`Ana's`). Words for a matter or a property are none.
    pub(super) fn anchors(&self, value: &Range<usize>) -> Vec<u32> {
        let common = Cue::Aspect.bit() | PROPERTY | Cue::Verb.bit();
        let end = if self.head == 0 { self.words.len() } else { self.head };
        let mut found = Vec::new();
        let (mut behind, mut named) = (false, false);
        for at in (self.lead..end).filter(|i| !value.contains(i)) {
            let word = self.words[at];
            if !word.says() || self.is(at, Cue::Preposition) {
                (behind, named) = (word.says(), false);
            } else if self.is_content(at) {
                let further = named && (word.capital || matches!(word.kind, Kind::Code | Kind::Number | Kind::Glyph));
                if (behind || further) && self.cues[at] & common == 0 {
                    found.push(word.stem);
                }
                (behind, named) = (false, behind || further);
            }
            let has = at > self.lead && self.is(at, Cue::Possessive) && self.words[at - 1].says();
            if has && !value.contains(&(at - 1)) {
                found.push(self.words[at - 1].stem);
            }
        }
        found
    }
}
