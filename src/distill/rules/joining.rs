//! Sentences and clauses put one behind the other: what may be joined, and how.

use std::ops::Range;

use super::cue::Cue;
use super::reading::Reading;
use super::statement::PREDICATE;

/// Marks at the end of a sentence.
pub(super) const MARKS: [char; 6] = ['.', '。', '!', '！', ';', '；'];

impl Reading {
    /// Whether the first person, or whoever is served, is named in a range.
    pub(super) fn speaks_itself(&self, range: &Range<usize>) -> bool {
        range.clone().any(|i| self.is(i, Cue::Own))
    }

    /// Whether a text speaks of whoever speaks.
    pub(super) fn is_own(&self) -> bool {
        self.speaks_itself(&(self.lead..self.head)) || self.frames.iter().any(|f| f.about.is_empty())
    }

    /// Whether it says all that a part of another text says.
    pub(super) fn says(&self, other: &Reading, range: &Range<usize>) -> bool {
        let words = other.content_where(|i| range.contains(&i));
        words.iter().all(|w| self.content.contains(w))
    }

    /// Whether a sentence refers to the one before it.
    pub(super) fn depends(&self, sentence: &Range<usize>) -> bool {
        let referring = Cue::Pronoun.bit() | Cue::Demonstrative.bit();
        sentence.clone().any(|i| self.cues[i] & referring != 0)
    }

    /// Whether a clause has no subject of its own: it begins with what is said.
    pub(super) fn is_silent(&self, clause: &Range<usize>) -> bool {
        let first = clause.clone().find(|i| !self.is(*i, Cue::Filler));
        let said = PREDICATE | Cue::Preposition.bit() | Cue::Passive.bit();
        first.is_some_and(|i| self.cues[i] & said != 0)
    }

    /// Whether further clauses may follow: one plain clause, of which nothing is taken back.
    pub(super) fn takes_more(&self) -> bool {
        let sentences = self.sentences();
        let plain = sentences.first().is_some_and(|s| self.parts(s).len() == 1 && sentences.len() == 1);
        let back = Cue::Old.bit() | Cue::GivenUp.bit() | Cue::Withdraw.bit() | Cue::Negation.bit();
        plain && !self.cues.iter().any(|cues| cues & back != 0)
    }

    /// The first of the marks and joiners before a clause, the last of which stands at `at`.
    pub(super) fn joint_start(&self, at: usize) -> usize {
        let joins = |i: usize| matches!(self.text_of(i), "," | "，" | ";" | "；") || self.is(i, Cue::Joiner);
        let mut first = at + 1;
        while first > 0 && joins(first - 1) {
            first -= 1;
        }
        first
    }

    /// A sentence with a name in place of its pronoun.
    pub(super) fn renamed(&self, sentence: &Range<usize>, name: &Range<usize>, pronoun: &Range<usize>) -> String {
        let from = self.words[sentence.start].start as usize;
        let to = self.words[sentence.end - 1].end as usize;
        let at = match pronoun.is_empty() {
            true => from..from,
            false => self.words[pronoun.start].start as usize..self.words[pronoun.end - 1].end as usize,
        };
        format!("{}{}{}", &self.text[from..at.start], self.shown(name.clone()), &self.text[at.end..to])
    }
}

pub(super) fn ends_in_glyph(text: &str) -> bool {
    text.chars().next_back().is_some_and(crate::script::is_unspaced)
}

/// Sentences in a row, each ended by its mark when another one follows.
pub(super) fn joined(pieces: Vec<String>) -> String {
    let mut text = String::new();
    for piece in pieces {
        if !text.is_empty() {
            if !text.ends_with(MARKS) && !text.ends_with(['?', '？']) {
                text.push(if ends_in_glyph(&text) { '。' } else { '.' });
            }
            if text.ends_with(|c: char| c.is_ascii()) {
                text.push(' ');
            }
        }
        text.push_str(&piece);
    }
    text
}
