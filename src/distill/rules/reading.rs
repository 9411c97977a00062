//! Reading a text: its words, what they signal, its clauses and frames.

use std::cell::{OnceCell, RefCell};

use super::cue::{Cue, Cues, PROPERTY, any};
use super::frame::{COPULA, Frame, Plain, SELF, plain};
use super::lexicon::{Hit, Lexicon};
use super::naming::{Naming, naming};
use super::pair::Forms;
use super::restated::{Gist, gist};
use super::span::Span;
use super::vocabulary::Cut;
use super::words::{self, Kind, Word};

/// A text, read.
#[derive(Debug, Clone, Default)]
pub struct Reading {
    /// The text.
    pub text: String,
    /// Its words.
    pub words: Vec<Word>,
    /// What each word signals.
    pub cues: Vec<Cues>,
    /// Phrases found.
    pub hits: Vec<Hit>,
    /// Of which lists: most are asked for in vain.
    pub found: [Cues; 2],
    /// What it is about, as bits.
    pub aspects: u128,
    /// Its clauses, as ranges of words without marks at the ends.
    pub clauses: Vec<std::ops::Range<usize>>,
    /// Its frames.
    pub frames: Vec<Frame>,
    /// Content words (stems; pairs of glyphs), sorted.
    pub content: Vec<u32>,
    /// Words that name things, sorted.
    pub objects: Vec<u32>,
    /// Words for properties that things have: `port`, `owner`, parts of an aspect's phrase.
    pub attributes: Vec<u32>,
    /// Its first word behind an opening such as `Actually,` that says nothing of the matter.
    pub lead: usize,
    /// Word after the last of the head: what stands before the first semicolon or end of a sentence.
    pub head: usize,
    /// The words of the head, fillers and marks aside.
    pub core: Vec<usize>,
    /// Hash of the head, fillers aside.
    pub norm: u64,
    /// Hash of the head with negations taken out and opposites made one.
    pub bare: u64,
    /// Hash of the head whatever the order of its words.
    pub bag: u64,
    /// Hash of what it says in whatever synonyms; 0 where that is too little.
    pub sense: u64,
    /// Whether the head is negated, seen from `bare`.
    pub negated: bool,
    /// What is asked of some texts only, and of those again and again: found when it is asked first.
    pub(super) asked: Asked,
}

#[derive(Debug, Clone, Default)]
pub(super) struct Asked {
    pub(super) sentences: OnceCell<Vec<std::ops::Range<usize>>>,
    naming: OnceCell<Option<Naming>>,
    forms: OnceCell<Forms>,
    gist: OnceCell<Option<Gist>>,
    pub(super) spans: OnceCell<Vec<Span>>,
    /// What it says, as far as was known when it was asked last.
    pub(super) cut: RefCell<Option<Cut>>,
}

/// Folds a hash into a running one; order counts.
pub fn fold(into: u64, hash: u32) -> u64 {
    (into ^ u64::from(hash)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
}

impl Reading {
    /// Reads a text.
    pub fn of(text: &str, lexicon: &Lexicon) -> Self {
        let words = words::split(text);
        let (mut cues, hits, aspects) = lexicon.scan(&words);
        // `用` in `用户` is no means, `叫` in `叫醒` no name.
        let within = any!(Copula | Normative | Means | Preposition);
        for bound in hits.iter().filter(|h| h.cue == Cue::Bound) {
            cues[bound.from..bound.to].iter_mut().for_each(|c| *c &= !within);
        }
        let mut found = [0; 2];
        for (part, bit) in hits.iter().map(|h| h.cue.place()) {
            found[part] |= bit;
        }
        let mut r = Self { text: text.to_owned(), words, cues, hits, found, aspects, ..Self::default() };
        r.find_opening();
        r.head = (r.lead..r.words.len()).find(|at| r.ends_head(*at)).unwrap_or(r.words.len());
        r.hash_head(lexicon);
        r.sense = r.sense_of(lexicon);
        r.find_clauses();
        r.content = r.content_where(|_| true);
        r.attributes = (0..r.words.len())
            .filter(|i| r.cues[*i] & (PROPERTY | Cue::Copula.bit()) != 0)
            .map(|i| r.words[i].stem)
            .collect();
        r.find_objects(lexicon);
        r.find_frames(lexicon);
        r
    }

    /// The old and new value that it names, if it names an old one.
    pub fn naming(&self) -> Option<&Naming> {
        self.asked.naming.get_or_init(|| naming(self)).as_ref()
    }

    /// Its words as they are compared with another text's.
    pub(super) fn forms(&self, lexicon: &Lexicon) -> &Forms {
        self.asked.forms.get_or_init(|| Forms::new(self, lexicon))
    }

    /// What it says, whatever its order; nothing where that is too little.
    pub(super) fn gist(&self, lexicon: &Lexicon) -> Option<&Gist> {
        self.asked.gist.get_or_init(|| gist(self, lexicon)).as_ref()
    }

    /// Whether a word has a cue.
    pub fn is(&self, at: usize, cue: Cue) -> bool {
        self.cues[at] & cue.bit() != 0
    }

    /// Whether any phrase of a list occurs.
    pub fn has(&self, cue: Cue) -> bool {
        let (part, bit) = cue.place();
        self.found[part] & bit != 0
    }

    /// The hits of a list.
    pub fn hits(&self, cue: Cue) -> impl Iterator<Item = Hit> + '_ {
        let hits = if self.has(cue) { self.hits.as_slice() } else { &[] };
        hits.iter().copied().filter(move |h| h.cue == cue)
    }

    /// The text of some words, for people.
    pub fn shown(&self, range: std::ops::Range<usize>) -> &str {
        match (self.words.get(range.start), range.end.checked_sub(1).and_then(|e| self.words.get(e))) {
            (Some(a), Some(b)) if a.start <= b.end => &self.text[a.start as usize..b.end as usize],
            _ => "",
        }
    }

    /// Its frame in the slot of another one.
    pub fn in_slot(&self, frame: &Frame) -> Option<&Frame> {
        self.frames.iter().find(|f| f.slot() == frame.slot())
    }

    /// Whether the head tells of the past, rather than reports in the past what was settled.
    pub fn is_past(&self) -> bool {
        let settled = |at: usize| at < self.words.len() && self.is(at, Cue::Settled);
        self.hits(Cue::Past).any(|h| h.to <= self.head && !settled(h.to) && !settled(h.from))
    }

    /// `negated` is a negation or the second side of a pair of opposites; both together cancel out.
    fn hash_head(&mut self, lexicon: &Lexicon) {
        self.core.reserve(self.head);
        let core = (0..self.head).filter(|i| self.words[*i].says() && self.cues[*i] & Cue::Filler.bit() == 0);
        self.core.extend(core);
        let (mut denied, mut turned, mut past) = (false, false, 0);
        for i in 0..self.core.len() {
            let at = self.core[i];
            let word = self.words[at];
            self.norm = fold(self.norm, word.hash);
            self.bag = self.bag.wrapping_add(fold(1, word.hash));
            if at < past {
                continue;
            }
            if let Some(side) = lexicon.opposites.at(self, at) {
                past = side.to;
                match side.group {
                    Some(group) => {
                        turned ^= side.second;
                        self.bare = fold(self.bare, group);
                    }
                    None => denied |= side.second,
                }
            } else if self.is(at, Cue::Negation) {
                denied = true;
            } else if !self.is(at, Cue::Auxiliary) {
                self.bare = fold(self.bare, word.stem);
            }
        }
        self.negated = denied ^ turned;
    }

    /// The characters of a word.
    pub fn text_of(&self, at: usize) -> &str {
        self.words[at].of(&self.text)
    }

    /// Words that name things: code-like ones, compounds such as `project-a`, capitals inside a sentence.
    fn find_objects(&mut self, lexicon: &Lexicon) {
        let mut starts = true;
        for (at, word) in self.words.iter().enumerate() {
            starts |= at == self.lead;
            let shown = word.of(&self.text);
            let names = match word.kind {
                Kind::Code => true,
                Kind::Plain if shown.contains('-') => is_name(shown, lexicon),
                Kind::Plain => {
                    let acronym = shown.len() <= 4 && shown.len() > 1 && shown.bytes().all(|b| b.is_ascii_uppercase());
                    word.capital
                        && !acronym
                        && !starts
                        && self.cues[at] & (Cue::Own.bit() | Cue::Binding.bit()) == 0
                        && !self.is_weekday(at)
                }
                _ => false,
            };
            if names && !word.quoted {
                self.objects.push(word.stem);
            }
            starts = word.kind == Kind::Mark && !matches!(shown, "," | "，" | "(" | "'" | "\"" | "`");
        }
        self.objects.sort_unstable();
        self.objects.dedup();
    }

    fn find_frames(&mut self, lexicon: &Lexicon) {
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
            let clausal = |i: usize| been(i) && (whole.start..i).any(told);
            let functional = functional && !whole.clone().any(clausal);
            let (subject, about) = self.subject(label, head)?;
            return (!value.is_empty()).then_some(Frame { class: COPULA, subject, about, value, functional });
        }
        let clause = self.trim(from..clause.end);
        let mut copula: Option<Hit> = None;
        for hit in self
            .hits(Cue::Copula)
            .filter(|h| h.from > clause.start && h.to < clause.end && !self.is_within(Cue::Bound, h))
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
        if range.clone().all(|i| about.is_empty() || !self.words[i].says() || self.refers(i)) {
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
}

impl Reading {
    /// Whether a word only stands for something named before.
    fn refers(&self, at: usize) -> bool {
        self.is(at, Cue::Demonstrative) || self.text_of(at).eq_ignore_ascii_case("that")
    }
}

fn key(about: &[u32]) -> u64 {
    if about.is_empty() { SELF } else { about.iter().fold(2, |k, w| fold(k, *w)) }
}

/// Whether a compound names a thing: not one with a particle or ending that makes it an ordinary word.
fn is_name(shown: &str, lexicon: &Lexicon) -> bool {
    let particle = any!(Binding | Filler | Preposition | Own);
    let mut parts = shown.split('-').peekable();
    while let Some(part) = parts.next() {
        let last = parts.peek().is_none();
        let single = part.chars().count() == 1 && last;
        let cues = lexicon.cues_of(words::hash(part));
        let ordinary = cues & particle != 0 && !single || last && cues & Cue::Compound.bit() != 0;
        if ordinary || (last && (part.ends_with("ed") || part.ends_with("ing") || part.ends_with("er"))) {
            return false;
        }
    }
    !shown.starts_with('-')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Reading {
        Reading::of(text, &Lexicon::parse(None).unwrap())
    }

    fn frame(text: &str) -> Option<(u64, String)> {
        let r = read(text);
        r.frames.first().map(|f| (f.subject, r.shown(f.value.clone()).to_owned()))
    }

    #[test]
    fn wordings_of_one_relation_fill_one_slot() {
        for group in [
            &[
                ("My favourite colour is Purple.", "Purple"),
                ("White is my favourite colour.", "White"),
                ("The name of my favourite colour is Blue", "Blue"),
                ("My favourite colour could be described as Tan", "Tan"),
            ][..],
            &[
                ("Refer to me as Gary.", "Gary"),
                ("Mitchel is what I am called.", "Mitchel"),
                ("My name is Melvin", "Melvin"),
                ("My name has changed to Michael.", "Michael"),
                ("Start calling me by my name which is Conal.", "Conal"),
            ],
            &[("The belt is in the pantry.", "pantry"), ("Ethan moved the belt to the cupboard.", "cupboard")],
            &[("project-a listens on port 8080", "8080"), ("The port of project-a is 9000", "9000")],
            &[("数据库是PostgreSQL", "PostgreSQL"), ("数据库改为SQLite", "SQLite")],
        ] {
            let slots: Vec<_> = group.iter().map(|(text, _)| read(text).frames.first().map(|f| f.slot())).collect();
            assert!(slots[0].is_some() && slots.iter().all(|s| *s == slots[0]), "{group:?} {slots:?}");
            for (text, value) in group {
                assert_eq!(frame(text).map(|f| f.1).as_deref(), Some(*value), "{text}");
            }
        }
    }
}
