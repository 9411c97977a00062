//! Statements: the sentences of a text, and what else a sentence says beside one of its clauses.
//!
//! A record may say several things, of which a later one changes one. What stands beside it is told here from what
//! belongs to it: a reason, a remark, an apposition go with the value that they explain; a sentence, or a clause with
//! a predicate or a value of its own, does not.

use std::ops::Range;

use super::cue::{Cue, PREDICATE, PROPERTY, any};
use super::lexicon::Hit;
use super::reading::Reading;
use super::sort::Sort;
use super::words::Kind;

/// How a clause is joined to the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Joint {
    /// It is the first of its sentence.
    First,
    /// Behind a semicolon.
    Semicolon,
    /// Behind a comma, or `and`.
    Pause,
    /// Behind `with`, which is its first word.
    With,
    /// It explains the one before it and goes with it.
    Aside,
}

/// A clause of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Its words, without joiners and marks at its ends.
    pub words: Range<usize>,
    /// How it is joined to what stands before.
    pub joint: Joint,
}

impl Reading {
    /// Its sentences, each with the mark that ends it.
    pub fn sentences(&self) -> &[Range<usize>] {
        self.asked.sentences.get_or_init(|| self.find_sentences())
    }

    fn find_sentences(&self) -> Vec<Range<usize>> {
        let mut sentences = Vec::new();
        let mut from = 0;
        for at in self.lead..self.words.len() {
            if self.ends_sentence(at) {
                sentences.push(from..at + 1);
                from = at + 1;
            }
        }
        if from < self.words.len() {
            sentences.push(from..self.words.len());
        }
        sentences
    }

    /// Its sentences by what they speak of: one that names its subject begins a statement, and what follows with a
    /// pronoun, or of a thing that could be any one's (`The timeout is 30 s.`), belongs to it.
    pub fn statements(&self) -> Vec<Range<usize>> {
        let mut statements: Vec<Range<usize>> = Vec::new();
        for sentence in self.sentences() {
            match statements.last_mut() {
                Some(last) if !self.is_independent(&last.clone(), sentence) => last.end = sentence.end,
                _ => statements.push(sentence.clone()),
            }
        }
        statements
    }

    /// Whether a sentence can be understood without the one before it.
    pub fn is_independent(&self, before: &Range<usize>, sentence: &Range<usize>) -> bool {
        let referring = any!(Pronoun | Demonstrative | Additive);
        if self.is_reason(sentence) || sentence.clone().any(|i| self.cues[i] & referring != 0) {
            return false;
        }
        let subject = self.spoken_of(sentence);
        let first = sentence.clone().find(|i| self.words[*i].says());
        let other = self.spoken_of(before);
        let words: Vec<usize> = self.content_in(subject.clone()).collect();
        let property = |range: &Range<usize>| {
            let mut content = self.content_in(range.clone()).peekable();
            content.peek().is_some() && content.all(|i| self.is(i, Cue::Attribute))
        };
        let telling = |i: usize| self.cues[i] & PROPERTY == 0;
        let shared =
            words.iter().any(|i| telling(*i) && other.clone().any(|o| self.words[o].stem == self.words[*i].stem));
        let named = |i: usize| {
            let dated = self.is_weekday(i) || self.is(i, Cue::Month);
            self.words[i].kind == Kind::Code || self.words[i].capital && Some(i) != first && !dated
        };
        // `Theo lives in Basel. Nora lives in Bern.`: the first word of a sentence may be a name where another was.
        let bare = |range: &Range<usize>| {
            let single = range.len() == 1 && self.words[range.start].capital;
            let follows = self.words.get(range.start + 1).is_some_and(|w| w.of(&self.text).ends_with('s'));
            single && follows && self.cues[range.start] & (Cue::Aspect.bit() | Cue::Own.bit()) == 0
        };
        let own = subject.clone().any(|i| self.is(i, Cue::Own));
        own || shared
            || words.iter().any(|i| named(*i))
            || bare(&subject) && bare(&other)
            || property(&subject) && property(&other)
    }

    /// The clauses of a sentence that have a predicate or a value of their own; what has none belongs to the clause
    /// before it.
    pub fn parts(&self, sentence: &Range<usize>) -> Vec<Part> {
        let sentence = self.trim(sentence.clone());
        let mut parts = vec![Part { words: sentence.clone(), joint: Joint::First }];
        let mut depth = 0;
        let mut at = sentence.start + 1;
        while at < sentence.end {
            match self.text_of(at) {
                "(" | "（" => depth += 1,
                ")" | "）" => depth -= 1,
                _ => {}
            }
            let from = parts.last().map_or(sentence.start, |p| p.words.start);
            let joint = if depth == 0 && !self.words[at].quoted { self.joint(from, at, sentence.end) } else { None };
            let Some((joint, next)) = joint else {
                at += 1;
                continue;
            };
            if let Some(last) = parts.last_mut() {
                last.words = self.trim(from..at);
            }
            parts.push(Part { words: self.trim(next..sentence.end), joint });
            at = next.max(at) + 1;
        }
        parts
    }

    /// How the clause that begins behind (or at) a word is joined to the one from `from`, if one does, and its first word.
    pub(super) fn joint(&self, from: usize, at: usize, end: usize) -> Option<(Joint, usize)> {
        let mark = self.text_of(at);
        if matches!(mark, ";" | "；") {
            return (at + 1 < end).then_some((Joint::Semicolon, at + 1));
        }
        let comma = matches!(mark, "," | "，");
        let joiner = |at: usize| at < end && self.words[at].says() && self.is(at, Cue::Joiner);
        // `For docs, approvals are needed`: what comes first says when or for what, and belongs to what follows.
        let adjunct_first = || {
            let lead =
                (from..at).find(|i| self.words[*i].says() && (!self.is(*i, Cue::Filler) || self.is(*i, Cue::Joiner)));
            let adjunct = any!(Preposition | Scope | Condition | Circumstance);
            lead.is_none_or(|i| self.words[i].kind != Kind::Glyph && self.cues[i] & adjunct != 0)
        };
        if comma || joiner(at) {
            if adjunct_first() {
                return None;
            }
            let mut next = if comma { at + 1 } else { at };
            while joiner(next) {
                next += 1;
            }
            let stop = (next..end).find(|i| matches!(self.text_of(*i), "," | "，" | ";" | "；")).unwrap_or(end);
            let with = next < stop && self.is(next, Cue::Beside);
            let aside = |range: &Range<usize>| self.is_reason(range) || self.weighs(range) || self.is_participle(range);
            if comma && aside(&(next..stop)) {
                return Some((Joint::Aside, next));
            }
            return match comma && with {
                true => self.attaches(from, next, stop).then_some((Joint::With, next)),
                false => self.is_predicate(at, next..stop, comma).then_some((Joint::Pause, next)),
            };
        }
        if self.is(at, Cue::Beside) && !adjunct_first() && self.attaches(from, at, end) {
            return Some((Joint::With, at));
        }
        let because = self.hits.iter().filter(|h| h.from == at).any(|h| {
            let explains = match h.cue {
                Cue::End => true,
                Cue::Reason | Cue::Because => h.to > at + 1 && self.words[at].kind != Kind::Glyph,
                _ => false,
            };
            explains && self.has_content(h.to..end)
        });
        (because && !adjunct_first()).then_some((Joint::Aside, at))
    }

    /// Whether what follows a comma begins with a verb that tells what was done by whom: `…, asked for by the user`.
    fn is_participle(&self, range: &Range<usize>) -> bool {
        let by = |at: usize| self.hits(Cue::Agent).any(|h| h.from == at && h.to < range.end);
        self.relations(range).any(|h| h.from == range.start && h.cue != Cue::Copula && by(h.to))
    }

    /// Whether `with …` adds something to a clause: the clause has its relation and value already.
    fn attaches(&self, from: usize, with: usize, end: usize) -> bool {
        let relation = (from..with).find(|i| self.cues[*i] & (PREDICATE | Cue::Preposition.bit()) != 0);
        let complete = relation.is_some_and(|i| self.has_content(i + 1..with));
        complete && self.has_content(with + 1..end)
    }

    /// Whether what follows a comma or joiner at `at` says something of its own.
    fn is_predicate(&self, at: usize, range: Range<usize>, comma: bool) -> bool {
        let Some(first) = range.clone().find(|i| !self.is(*i, Cue::Filler)) else { return false };
        // `研讨会在305教室，不是201教室`: what follows is the old value.
        let change = any!(Old | GivenUp | OldBefore | New);
        if self.cues[range.start] & (change | Cue::NewClause.bit()) != 0 {
            return false;
        }
        let relations: Vec<Hit> = self.relations(&range).collect();
        if range.clone().any(|i| self.words[i].kind == Kind::Glyph) {
            // A comma in Chinese mostly begins a predicate; a few characters may as well be one more name.
            let says = range.clone().filter(|i| self.words[*i].says()).count();
            let exact = range.clone().any(|i| matches!(self.words[i].kind, Kind::Plain | Kind::Number | Kind::Code));
            let names = self.sort(at.saturating_sub(2)..at) == Sort::Name;
            let time = self.sort(range) == Sort::Day;
            return comma && (!relations.is_empty() || !time && (says >= 4 || exact || !names));
        }
        if relations.iter().any(|h| h.from == first) {
            return true;
        }
        if comma {
            // A clause with a subject of its own; `which …`, `for …` belong to the value.
            let aside = any!(Preposition | Condition | Scope | Own);
            let subject = any!(Own | Pronoun | Demonstrative);
            let own = self.cues[first] & subject != 0 || self.cues[first] & aside == 0 && self.is_content(first);
            return own && relations.iter().any(|h| h.from > first);
        }
        // `lives in Bergen and teaches chemistry`: what follows a name in lower case is no second one.
        let name = |i: usize| self.words[i].capital || matches!(self.words[i].kind, Kind::Number | Kind::Code);
        let verb = self.words[first].kind == Kind::Plain
            && !self.words[first].capital
            && self.text_of(first).ends_with('s')
            && self.is_content(first);
        verb && first == range.start && name(at - 1) && range.len() > 1
    }

    /// The relations stated in a range.
    pub(super) fn relations(&self, range: &Range<usize>) -> impl Iterator<Item = Hit> {
        self.hits.iter().copied().filter(|h| {
            h.from >= range.start
                && h.to <= range.end
                && matches!(h.cue, Cue::Copula | Cue::Many | Cue::Verb | Cue::Means | Cue::Having)
                && !self.is_within(Cue::Bound, h)
        })
    }

    /// Whether a sentence tells something of something, so that it can be an entry by itself; `Please do not forget` and
    /// `Already in the wiki` cannot.
    pub fn tells(&self, range: &Range<usize>) -> bool {
        let before = |at: usize| self.content_in(range.start..at).count();
        let named = range.clone().any(|i| i > range.start && self.objects.contains(&self.words[i].stem));
        let placed = |i: usize| self.is(i, Cue::Preposition) && before(i) >= 2;
        named
            || self.frames.iter().any(|f| range.contains(&f.value.start))
            || self.relations(range).any(|h| before(h.from) > 0)
            || range.clone().any(placed)
    }

    /// Whether a clause behind a semicolon states a fact: something present is said of something.
    pub(super) fn is_stated(&self, range: &Range<usize>) -> bool {
        if self.is_reason(range) || self.weighs(range) {
            return false;
        }
        let glyph = range.clone().any(|i| self.words[i].kind == Kind::Glyph);
        if !glyph && self.hits(Cue::Past).any(|h| range.contains(&h.from)) {
            return false;
        }
        let placed = || {
            let mut inner = range.clone().skip(1);
            inner.any(|i| self.words[i].kind == Kind::Glyph && self.is(i, Cue::Preposition))
                || self.is_exact(range.clone())
        };
        let relates = |h: Hit| self.has_content(range.start..h.from);
        self.relations(range).any(relates) || glyph && placed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distill::rules::lexicon::Lexicon;

    #[test]
    fn what_stands_beside_is_told_from_what_belongs() {
        let lexicon = Lexicon::parse(None).unwrap();
        for (text, want) in [
            ("The user lives in Bergen and works as a nurse.", &["The user lives in Bergen", "works as a nurse"][..]),
            ("The user lives in Bergen and teaches chemistry.", &["The user lives in Bergen", "teaches chemistry"]),
            ("The user speaks French and German", &["The user speaks French and German"]),
            (
                "The lease ends in June, with a deposit of 900 euros",
                &["The lease ends in June", "with a deposit of 900 euros"],
            ),
            ("Port is 81, which is free", &["Port is 81", "which is free"]),
            ("Limit is 25 MB; archive limit is 2 GB", &["Limit is 25 MB", "archive limit is 2 GB"]),
            ("主库用 PostgreSQL 14，每晚一点备份到 OSS。", &["主库用 PostgreSQL 14", "每晚一点备份到 OSS"]),
            (
                "Pia is the treasurer, lives in Kiel, and keeps the keys.",
                &["Pia is the treasurer", "lives in Kiel", "keeps the keys"],
            ),
            ("Emails are signed with 'Best, Kim'", &["Emails are signed", "with 'Best, Kim"]),
        ] {
            let r = Reading::of(text, &lexicon);
            let parts: Vec<&str> = r.parts(&(0..r.words.len())).into_iter().map(|p| r.shown(p.words)).collect();
            assert_eq!(parts, want, "{text}");
        }
    }

    #[test]
    fn a_sentence_that_names_its_subject_is_a_statement() {
        let lexicon = Lexicon::parse(None).unwrap();
        for (text, want) in [
            ("I work at Southgate. I live in Bath.", 2),
            ("Theo lives in Basel. Nora lives in Bern.", 2),
            ("Ruth owns payments. She is in Berlin.", 1),
            ("project-a uses Go. CI runs on Drone.", 1),
            ("The search service listens on 8080. The timeout is 30 s.", 1),
            ("端口改为 9090。负责人改为王伟。", 2),
        ] {
            let r = Reading::of(text, &lexicon);
            assert_eq!(r.statements().len(), want, "{text}");
        }
    }
}
