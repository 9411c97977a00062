//! The frames of a text: of what it says what.

use super::cue::{Cue, PROPERTY, any};
use super::frame::{COPULA, Frame, Plain, SELF, plain};
use super::lexicon::{Hit, Lexicon};
use super::reading::{Reading, fold};
use super::words::Kind;

impl Reading {
    pub(super) fn find_frames(&mut self, lexicon: &Lexicon) {
        let mut head_subject: Option<Vec<u32>> = None;
        // Of `Pia is the treasurer, lives in Kiel` the second clause says where Pia lives.
        let mut inverted: Option<Vec<u32>> = None;
        for clause in self.clauses.clone() {
            let headless = clause.start > self.lead && self.is(clause.start, Cue::Verb);
            if head_subject.is_none() && headless {
                head_subject = self.opening_subject();
            }
            let head = inverted.as_deref().filter(|_| headless).or(head_subject.as_deref());
            let frame = self.class_frame(clause.clone(), lexicon, head);
            let frame = frame.or_else(|| self.copula_frame(clause.clone(), head_subject.as_deref()));
            if let Some(frame) = frame {
                if frame.value.start == clause.start && head_subject.is_none() {
                    inverted = self.subject(frame.value.clone(), None).map(|(_, about)| about);
                }
                head_subject.get_or_insert_with(|| frame.about.clone());
                self.frames.push(frame);
            }
        }
    }

    /// The subject of a first clause without a frame: `Max` of `Max left Siemens and joined Bosch`.
    fn opening_subject(&self) -> Option<Vec<u32>> {
        let clause = self.clauses.first()?;
        let verb = any!(Many | Verb | Copula);
        let at = (clause.start + 1..clause.end).find(|i| self.cues[*i] & verb != 0)?;
        self.subject(clause.start..at, None).map(|(_, about)| about)
    }

    /// Whether a word says that a particular thing follows: `the`, `my`.
    pub fn is_definite(&self, at: usize) -> bool {
        matches!(self.text_of(at).to_lowercase().as_str(), "my" | "our" | "the" | "your")
    }

    fn is_named(&self, at: usize) -> bool {
        self.objects.contains(&self.words[at].stem)
    }

    /// The most specific pattern that fits a clause.
    fn class_frame(&self, clause: std::ops::Range<usize>, lexicon: &Lexicon, head: Option<&[u32]>) -> Option<Frame> {
        let end = self.value_end(clause.clone());
        let mut plain = plain(&self.words, &self.cues, &self.hits, clause.start..end);
        // `… and lives in Porto`: the subject is that of the clause before.
        let headless = head.is_some() && self.is(clause.start, Cue::Verb);
        if headless {
            plain.lead(clause.start);
        }
        let Plain { places: core, hashes } = plain;
        let mut best: Option<(usize, usize, super::frame::Fit)> = None;
        for (at, hash) in hashes.iter().enumerate() {
            for pattern in lexicon.patterns.get(hash).map_or(&[][..], Vec::as_slice) {
                // Of two that are as specific, the one that asks for its sort of value.
                let specific = pattern.weight * 2 + usize::from(pattern.sort.is_some());
                if best.as_ref().is_some_and(|(weight, ..)| *weight >= specific) {
                    continue;
                }
                let whole = |range: &std::ops::Range<usize>| core[range.start].start..core[range.end - 1].end;
                let fit = pattern.fit(&hashes, at);
                if let Some(fit) = fit.filter(|f| pattern.sort.is_none_or(|s| s.takes(self, whole(&f.value)))) {
                    best = Some((specific, pattern.class, fit));
                }
            }
        }
        let (_, class, fit) = best?;
        if fit.value.len() > 12 || fit.subject.as_ref().is_some_and(|s| s.len() > 8) {
            return None;
        }
        let value = core[fit.value.start].start..core[fit.value.end - 1].end;
        let (subject, about) = match fit.subject {
            None => (SELF, Vec::new()),
            Some(s) if headless && s == (0..1) => {
                let head = head.unwrap_or_default();
                (key(head), head.to_vec())
            }
            Some(s) => {
                let range = core[s.start].start..core[s.end - 1].end;
                let led = self.words[range.start].kind != Kind::Glyph && self.is(range.start, Cue::Preposition);
                let span = range.start.min(value.start)..range.end.max(value.end);
                let paused = |i: usize| !value.contains(&i) && self.is_comma(i);
                let labelled = range.clone().any(|i| self.is_colon(i));
                if led || labelled || span.into_iter().any(paused) {
                    return None;
                }
                self.subject(range, head)?
            }
        };
        Some(Frame { class, subject, about, value, functional: true })
    }

    /// `X is V`, `V is my X`, `X: V`.
    fn copula_frame(&self, clause: std::ops::Range<usize>, head: Option<&[u32]>) -> Option<Frame> {
        let mut from = clause.start;
        // Labels that are no topic stand aside; the first other one is a subject.
        while let Some(colon) = (from..clause.end.min(from + 9)).find(|i| self.is_colon(*i)) {
            let label = self.trim(from..colon);
            // `New: the deadline is …`, but not `New code: Rust`.
            let herald = label.len() == 1 && self.is(label.start, Cue::Herald);
            if label.is_empty() || self.is(label.start, Cue::Label) || herald {
                from = colon + 1;
                continue;
            }
            if (label.clone()).any(|i| matches!(self.text_of(i), "," | "，" | "'" | "\"")) {
                break;
            }
            let value = self.trim(colon + 1..self.value_end(colon + 1..clause.end));
            // Of a named thing many things can be said: `project-a: branch off from main`.
            let functional = !label.clone().all(|i| !self.is_content(i) || self.is_named(i));
            // `Correcting myself: the officer is Marit` says of the officer what it is.
            let been = |i: usize| self.is(i, Cue::Copula) || self.text_of(i).eq_ignore_ascii_case("been");
            let whole = self.trim(colon + 1..clause.end);
            let told = |i: usize| self.is_content(i) || self.text_of(i).eq_ignore_ascii_case("that");
            let clausal = |i: usize| been(i) && (whole.start..i).any(told) && !self.is_subordinate(i);
            // So does `Quick note from the van: she looks best through the old lens`, `…: if it rains, we move indoors`.
            let begins = whole.clone().find(|i| self.words[*i].says());
            let spoken = any!(Own | Pronoun | Condition);
            let whose = |i: usize| self.is(i, Cue::Possessive) || self.words[i].kind == Kind::Glyph;
            let speaks = begins.is_some_and(|i| self.cues[i] & spoken != 0 && !whose(i)) && whole.len() > 3;
            let functional = functional && !speaks && !self.heralds(&label) && !whole.clone().any(clausal);
            let (subject, about) = self.subject(label, head)?;
            return (!value.is_empty()).then_some(Frame { class: COPULA, subject, about, value, functional });
        }
        let clause = self.trim(from..clause.end);
        let mut copula: Option<Hit> = None;
        for hit in self
            .hits(Cue::Copula)
            .filter(|h| h.from > clause.start && h.to < clause.end && !self.is_within(Cue::Bound, h))
            .filter(|h| !self.is_subordinate(h.from))
        {
            if copula.is_none_or(|c| hit.from == c.from && hit.to > c.to) {
                copula = Some(hit);
            }
        }
        let copula = copula?;
        let before = self.trim(clause.start..copula.from);
        let after = self.trim(copula.to..self.value_end(copula.to..clause.end));
        if after.is_empty() || before.clone().any(|i| matches!(self.text_of(i), "," | "，" | ":" | "：")) {
            return None;
        }
        // Inverted: `Purple is my favourite colour`, `Mira is the owner of X`.
        let definite = after.len() > 1 && self.is_definite(after.start);
        let attribute = |range: std::ops::Range<usize>| range.clone().any(|i| self.cues[i] & PROPERTY != 0);
        if definite && attribute(after.clone()) && !attribute(before.clone()) {
            let (subject, about) = self.subject(after, head)?;
            return Some(Frame { class: COPULA, subject, about, value: before, functional: true });
        }
        let normative = self.hits(Cue::Normative).any(|h| h.from == copula.from);
        let functional = attribute(before.clone()) || normative;
        let (subject, about) = self.subject(before, head)?;
        Some(Frame { class: COPULA, subject, about, value: after, functional })
    }

    /// The key of a subject, and its words: content only, whoever speaks being one and the same.
    fn subject(&self, mut range: std::ops::Range<usize>, head: Option<&[u32]>) -> Option<(u64, Vec<u32>)> {
        let light = self.hits(Cue::Light).find(|h| h.from >= range.start && h.to <= range.end);
        if let Some(light) = light {
            // `Language choice for X`: what stands before belongs to the subject.
            if !self.has_content(range.start..light.from) {
                range.start = light.to;
            }
        }
        if range.len() > 10 {
            return None;
        }
        let mut about: Vec<u32> = Vec::new();
        let mut own = false;
        let attribute = range.clone().any(|i| self.is(i, Cue::Attribute));
        for at in range.clone() {
            let word = self.words[at];
            own |= self.is(at, Cue::Own);
            let nothing = any!(Filler | Own | Negation);
            let binding = self.is(at, Cue::Binding) && word.kind != Kind::Glyph;
            if word.says() && self.cues[at] & nothing == 0 && !binding {
                about.push(word.stem);
            }
        }
        // `That is sorted`, `It is due on Monday`: of what stands before, or of nothing known.
        if range.clone().all(|i| !self.words[i].says() || self.refers(i)) {
            about.clear();
        }
        if about.is_empty() {
            return match head {
                _ if own => Some((SELF, about)),
                Some(head) => Some((key(head), head.to_vec())),
                None => None,
            };
        }
        // `owner is …` after `Staging runs in …` is Staging's owner.
        if let Some(head) = head.filter(|_| about.len() == 1 && !own && attribute) {
            about.extend(head);
        }
        about.sort_unstable();
        about.dedup();
        Some((key(&about), about))
    }

    /// Whether a word only stands for something named before.
    fn refers(&self, at: usize) -> bool {
        self.is(at, Cue::Demonstrative) || self.text_of(at).eq_ignore_ascii_case("that")
    }
}

fn key(about: &[u32]) -> u64 {
    if about.is_empty() { SELF } else { about.iter().fold(2, |k, w| fold(k, *w)) }
}
