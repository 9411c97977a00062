//! Sentences and clauses put one behind the other: what may be joined, and how.

use std::ops::Range;

use super::cue::{Cue, PREDICATE, any};
use super::reading::Reading;
use super::statement::Joint;
use super::words::Kind;

/// Marks at the end of a sentence.
pub(super) const MARKS: [char; 6] = ['.', '。', '!', '！', ';', '；'];

impl Reading {
    /// Whether a record says more than an entry: another sentence, or a fact behind a semicolon.
    pub(super) fn adds(&self, k: &Self) -> bool {
        !self.news(k).is_empty()
    }

    /// What a text says beside the sentence that another shares with it, and the other does not: further sentences, a fact
    /// behind a semicolon.
    pub(super) fn news(&self, k: &Self) -> Vec<String> {
        let sentences = self.sentences();
        let mark = |i: usize| !self.words[i].says() && matches!(self.text_of(i), ";" | "；");
        if self.text == k.text || sentences.len() < 2 && !(0..self.words.len()).any(mark) {
            return Vec::new();
        }
        let common = |s: &Range<usize>| {
            let words = self.content_where(|i| s.contains(&i));
            words.iter().filter(|w| k.content.contains(w)).count()
        };
        let told = (0..sentences.len()).max_by_key(|i| (common(&sentences[*i]), std::cmp::Reverse(*i)));
        let Some(told) = told else { return Vec::new() };
        let behind = self.parts(&sentences[told]).into_iter();
        let behind = behind.filter(|p| p.joint == Joint::Semicolon && self.is_stated(&p.words)).map(|p| p.words);
        let corrects = |s: &Range<usize>| self.hits(Cue::Correction).any(|h| s.contains(&h.from));
        let further = sentences.iter().enumerate().filter(|(i, _)| *i != told).map(|(_, s)| s.clone());
        let further = further.filter(|s| !self.is_reason(s) && !self.is_remark(s) && !corrects(s));
        behind.chain(further).filter(|s| !k.says(self, s)).map(|s| self.shown_closed(s).to_owned()).collect()
    }

    /// The text of some words with the brackets and quotation marks that close behind them what opens among them.
    pub(super) fn shown_closed(&self, range: Range<usize>) -> &str {
        let pairs = [("(", ")"), ("（", "）"), ("[", "]"), ("“", "”"), ("「", "」"), ("\"", "\""), ("`", "`")];
        let mut end = range.end;
        while let Some((open, close)) =
            pairs.iter().find(|(_, close)| end < self.words.len() && self.text_of(end) == *close)
        {
            let count = |mark: &str| (range.start..end).filter(|i| self.text_of(*i) == mark).count();
            let opened = if open == close { count(open) % 2 == 1 } else { count(open) > count(close) };
            if !opened {
                break;
            }
            end += 1;
        }
        self.shown(range.start..end)
    }

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
        let back = any!(Old | GivenUp | Withdraw | Negation);
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
        let whose = pronoun.clone().any(|i| self.is(i, Cue::Possessive) && self.words[i].kind != Kind::Glyph);
        let ending = if whose { "'s" } else { "" };
        format!("{}{}{ending}{}", &self.text[from..at.start], self.shown(name.clone()), &self.text[at.end..to])
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distill::rules::lexicon::Lexicon;

    #[test]
    fn what_opens_among_words_is_closed_behind_them() {
        let r = Reading::of("It is 15 euros now (ticket follows)", &Lexicon::parse(None).unwrap());
        let end = r.words.len() - 1;
        assert_eq!(r.shown_closed(0..end), "It is 15 euros now (ticket follows)");
        assert_eq!(r.shown_closed(end - 2..end), "ticket follows");
    }
}
