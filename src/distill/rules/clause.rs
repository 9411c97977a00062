//! Clauses: where a thought ends, and a value.

use super::lexicon::Cue;
use super::reading::Reading;

impl Reading {
    /// Clauses end at marks that end a thought, and before `and` + verb.
    pub(super) fn find_clauses(&mut self) {
        let mut from = 0;
        for at in 0..=self.words.len() {
            let ends = at == self.words.len() || self.ends_clause(at) || self.joins_verb(at);
            if !ends {
                continue;
            }
            let range = self.trim(from..at);
            if !range.is_empty() {
                self.clauses.push(range);
            }
            from = if at < self.words.len() && self.words[at].says() && !self.text_of(at).eq_ignore_ascii_case("and") {
                at
            } else {
                at + 1
            };
        }
    }

    fn ends_clause(&self, at: usize) -> bool {
        !self.words[at].says()
            && !self.words[at].quoted
            && matches!(
                self.text_of(at),
                ";" | "；" | "。" | "." | "!" | "！" | "—" | "–" | "?" | "？" | "(" | "（" | ")" | "）"
            )
    }

    /// `… and is reset every Monday`: an `and` followed by a copula or a relation.
    fn joins_verb(&self, at: usize) -> bool {
        self.text_of_or_empty(at).eq_ignore_ascii_case("and")
            && at + 1 < self.words.len()
            && self.hits.iter().any(|h| h.from == at + 1 && matches!(h.cue, Cue::Copula | Cue::Many))
    }

    fn text_of_or_empty(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |w| w.of(&self.text))
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
                Cue::End => true,
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
