//! Clauses: where a thought ends, and a value.

use super::cue::Cue;
use super::lexicon::Hit;
use super::reading::Reading;
use super::statement::Joint;
use super::words::Kind;

impl Reading {
    /// Clauses end at marks that end a thought, before `and` + verb, and at a comma before another predicate.
    pub(super) fn find_clauses(&mut self) {
        let mut from = self.lead;
        for at in self.lead..=self.words.len() {
            let ends = at == self.words.len() || self.ends_clause(at) || self.joins_verb(at);
            if !ends && !self.joins_statement(from, at) {
                continue;
            }
            let range = self.trim(from..at);
            if !range.is_empty() {
                self.clauses.push(range);
            }
            from =
                if at < self.words.len() && self.words[at].says() && !self.is(at, Cue::Joiner) { at } else { at + 1 };
        }
    }

    /// Whether a text opens as a correction: `Actually, …`, `更正：…`.
    pub fn corrects(&self) -> bool {
        self.has(Cue::Correction) || self.hits(Cue::Opener).any(|h| h.to <= self.lead)
    }

    /// Whether the statement that a text begins with ends at a word or mark: with its sentence, or where a remark begins.
    pub(super) fn ends_head(&self, at: usize) -> bool {
        if self.words[at].quoted || at <= self.lead {
            return false;
        }
        match self.text_of(at) {
            ";" | "；" => !self.is_inner(at),
            _ => self.begins_remark(at) || self.ends_sentence(at),
        }
    }

    /// Whether a phrase lies within one of a list.
    pub(super) fn is_within(&self, list: Cue, hit: &Hit) -> bool {
        self.hits(list).any(|h| h.from <= hit.from && hit.to <= h.to)
    }

    /// Whether a phrase is a part of a longer one that tells of a change: `dropped to 5 euros` is no end.
    pub(super) fn is_part_of_change(&self, hit: &Hit) -> bool {
        self.hits(Cue::Marker).any(|h| h.from <= hit.from && hit.to <= h.to && h.to - h.from > hit.to - hit.from)
    }

    /// Whether a mark is a comma.
    pub(super) fn is_comma(&self, at: usize) -> bool {
        !self.words[at].says() && matches!(self.text_of(at), "," | "，")
    }

    /// Whether a mark is a colon.
    pub(super) fn is_colon(&self, at: usize) -> bool {
        !self.words[at].says() && matches!(self.text_of(at), ":" | "：")
    }

    /// Whether a mark ends a sentence that another one follows.
    pub(super) fn ends_sentence(&self, at: usize) -> bool {
        let Some(next) = self.words.get(at + 1) else { return false };
        if self.words[at].says() || self.words[at].quoted {
            return false;
        }
        match self.text_of(at) {
            "。" | "！" | "？" => true,
            "." | "!" | "?" => {
                let short = at == 0 || self.is(at - 1, Cue::Abbreviation);
                !short && (next.capital || matches!(next.kind, Kind::Glyph | Kind::Code) || next.quoted)
            }
            _ => false,
        }
    }

    /// Whether a mark ends a thought; the point of `Dr.` does not.
    pub(super) fn ends_clause(&self, at: usize) -> bool {
        if self.words[at].says() || self.words[at].quoted {
            return false;
        }
        match self.text_of(at) {
            ";" => !self.is_inner(at),
            "." => at == 0 || !self.is(at - 1, Cue::Abbreviation),
            "；" | "。" | "!" | "！" | "—" | "–" | "?" | "？" | "(" | "（" | ")" | "）" => true,
            _ => false,
        }
    }

    /// Whether a mark stands within a word: `TL;DR`.
    pub(super) fn is_inner(&self, at: usize) -> bool {
        let joined = |a: usize, b: usize| {
            self.words[a].end == self.words[b].start && [a, b].iter().all(|i| self.words[*i].kind != Kind::Glyph)
        };
        let letters = |i: usize| self.words[i].says() && self.words[i].kind != Kind::Number;
        at > 0
            && at + 1 < self.words.len()
            && letters(at - 1)
            && letters(at + 1)
            && joined(at - 1, at)
            && joined(at, at + 1)
            && self.text_of(at) == ";"
    }

    /// `… and is reset every Monday`, `…, lives in Porto`: a joiner or comma followed by a copula or a relation.
    fn joins_verb(&self, at: usize) -> bool {
        let Some(word) = self.words.get(at) else { return false };
        let comma = matches!(word.of(&self.text), "," | "，");
        let verb = |h: &Hit| {
            h.from == at + 1
                && match h.cue {
                    Cue::Verb => true,
                    Cue::Copula | Cue::Many => !comma,
                    _ => false,
                }
        };
        at > self.lead && (comma || word.says() && self.is(at, Cue::Joiner)) && self.hits.iter().any(verb)
    }

    /// `用户住在无锡，在一家芯片厂工作`: a comma with a predicate behind it.
    fn joins_statement(&self, from: usize, at: usize) -> bool {
        if from >= at || !self.is_comma(at) {
            return false;
        }
        let end = (at..self.words.len()).find(|i| self.ends_clause(*i)).unwrap_or(self.words.len());
        self.joint(from, at, end).is_some_and(|(joint, _)| joint == Joint::Pause)
    }

    /// Whether a word stands in a subordinate clause behind what a clause says: the `is` of `dependencies allowed when the
    /// licence is MIT` relates nothing to the dependencies.
    pub(super) fn is_subordinate(&self, at: usize) -> bool {
        let opens = |h: &Hit| {
            matches!(h.cue, Cue::Condition | Cue::Circumstance)
                && h.from < at
                && self.words[h.from].kind != Kind::Glyph
                && (h.from..at).all(|i| self.words[i].says())
        };
        let said = |h: &Hit| {
            let from = (self.lead..h.from).rev().find(|i| !self.words[*i].says()).map_or(self.lead, |i| i + 1);
            self.has_content(from..h.from)
        };
        self.hits.iter().any(|h| opens(h) && said(h))
    }

    /// Takes marks from both ends.
    pub fn trim(&self, mut range: std::ops::Range<usize>) -> std::ops::Range<usize> {
        while range.start < range.end && !self.words[range.start].says() {
            range.start += 1;
        }
        while range.start < range.end && !self.words[range.end - 1].says() {
            range.end -= 1;
        }
        range
    }

    /// Where a value that begins in the range ends: at a mark that ends a thought, or where an old value or an aside begins.
    pub(super) fn value_end(&self, range: std::ops::Range<usize>) -> usize {
        let stop = self
            .hits
            .iter()
            .filter(|h| h.from > range.start && h.from < range.end)
            .filter(|h| match h.cue {
                Cue::End | Cue::GivenUp => true,
                Cue::Old => {
                    h.to - h.from > 1 || !self.text_of(h.from).eq_ignore_ascii_case("not") || self.after_pause(h.from)
                }
                _ => false,
            })
            .map(|h| h.from)
            .min();
        let mark = (range.start..range.end).find(|i| self.ends_clause(*i));
        stop.into_iter().chain(mark).min().unwrap_or(range.end)
    }

    /// Whether a word follows a comma or bracket.
    pub fn after_pause(&self, at: usize) -> bool {
        at > 0 && matches!(self.text_of(at - 1), "," | "，" | "(" | "（" | ";" | "；" | "—" | "–")
    }
}
