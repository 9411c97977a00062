//! Scanning: where in a file the words of a query stand, without reading the rest.
//!
//! A multi-pattern search (Aho–Corasick, with SIMD prefilters) stops at places where a word of the
//! query may begin; only there the word is taken whole and stemmed, and each word only once a run.

use std::collections::HashMap;

use aho_corasick::{AhoCorasick, Input, MatchKind};

use super::blocks::{Block, Cursor, Lines};
use super::fold::Folded;
use super::met::Met;
use super::terms::{Shape, Terms};
use super::words::Lexicon;
use crate::script::runs_on;

/// A form of a term, by its place in the query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Slot {
    /// The term.
    pub term: u16,
    /// The form of the term.
    pub form: u16,
}

/// A place where a form of a term stands.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// Index of the slot.
    pub slot: u16,
    /// Whether it names who speaks (`- 09:14 [Note] Ana: …`).
    pub label: bool,
    /// Offsets in the folded text.
    pub start: u32,
    /// End, exclusive.
    pub end: u32,
}

/// What a scan of one file found.
#[derive(Debug, Default)]
pub struct Scanned {
    /// Blocks that hold a place, or every block when that was asked for; in file order.
    pub blocks: Vec<Block>,
    /// Places in file order.
    pub places: Vec<Place>,
    /// List items in the file.
    pub items: u32,
    /// Bytes of folded text.
    pub bytes: u32,
}

/// Finds the words of a query in files; shared by threads.
pub struct Scanner<'q> {
    terms: &'q Terms,
    lexicon: &'q Lexicon<'q>,
    automaton: Option<AhoCorasick>,
    by_stem: HashMap<&'q str, Vec<u16>>,
    literals: Vec<(&'q [u8], bool, u16)>,
    /// Every slot, in the order of terms and forms.
    pub slots: Vec<Slot>,
}

/// A thread's buffers: the folded text, its lines, and the words met so far with their slots.
#[derive(Default)]
pub struct Buffers {
    folded: Folded,
    lines: Lines,
    words: Met<Vec<u16>>,
}

impl<'q> Scanner<'q> {
    /// Prepares a scan for the terms of a query.
    pub fn new(terms: &'q Terms, lexicon: &'q Lexicon<'q>) -> Self {
        let mut slots = Vec::new();
        let mut by_stem: HashMap<&str, Vec<u16>> = HashMap::new();
        let mut literals = Vec::new();
        let mut patterns = Vec::new();
        for (t, term) in terms.all.iter().enumerate() {
            for (f, form) in term.forms.iter().enumerate() {
                let slot = slots.len() as u16;
                slots.push(Slot { term: t as u16, form: f as u16 });
                match &form.shape {
                    Shape::Stems(stems) => {
                        for stem in stems {
                            by_stem.entry(stem).or_default().push(slot);
                        }
                    }
                    Shape::Whole(text) => literals.push((text.as_bytes(), true, slot)),
                    Shape::Piece(text) => literals.push((text.as_bytes(), false, slot)),
                }
                patterns.extend(form.triggers.iter().filter(|t| !t.is_empty()).map(String::as_str));
            }
        }
        patterns.sort_unstable();
        patterns.dedup();
        // Only the place of a match matters, so a pattern that begins with another one adds nothing.
        let mut kept: Vec<&str> = Vec::new();
        for pattern in patterns {
            if !kept.last().is_some_and(|k| pattern.starts_with(k)) {
                kept.push(pattern);
            }
        }
        // Building fails only for patterns of gigabytes.
        let automaton = if kept.is_empty() {
            None
        } else {
            AhoCorasick::builder().match_kind(MatchKind::LeftmostFirst).build(&kept).ok()
        };
        Self { terms, lexicon, automaton, by_stem, literals, slots }
    }

    /// Scans a file; with `every`, all its blocks are returned, not only those with a place.
    pub fn scan(&self, text: &[u8], every: bool, buffers: &mut Buffers) -> Scanned {
        let Buffers { folded, lines, words } = buffers;
        folded.set(text);
        let bytes = folded.bytes.as_slice();
        let mut scanned = Scanned { bytes: bytes.len() as u32, items: lines.set(bytes), ..Scanned::default() };
        if every {
            Cursor::new(bytes, lines).every(lines, &mut scanned);
        }
        let mut cursor = Cursor::new(bytes, lines);
        let Some(automaton) = &self.automaton else { return scanned };
        let mut blocks = std::mem::take(&mut scanned.blocks).into_iter().peekable();
        let mut at = 0;
        while let Some(found) = automaton.find(Input::new(bytes).span(at..bytes.len())) {
            let start = found.start();
            at = start + 1;
            let first = scanned.places.len();
            for &(literal, whole, slot) in &self.literals {
                let end = start + literal.len();
                if bytes[start..].starts_with(literal) && (!whole || begins(folded, start) && ends(bytes, end)) {
                    scanned.places.push(Place { slot, label: false, start: start as u32, end: end as u32 });
                }
            }
            if !self.by_stem.is_empty() && begins(folded, start) {
                at = self.word(folded, words, start, &mut scanned.places).max(at);
            }
            if scanned.places.len() > first {
                let line = cursor.line_of(start);
                while blocks.peek().is_some_and(|b| b.line < line) {
                    scanned.blocks.extend(blocks.next());
                }
                if blocks.peek().is_some_and(|b| b.line == line) {
                    blocks.next();
                }
                cursor.places_found(start, first as u32, &mut scanned);
            }
        }
        scanned.blocks.extend(blocks);
        scanned
    }

    /// Takes the word that begins at `start`, and the parts of it up to each hump; returns where to go on.
    fn word(&self, folded: &Folded, words: &mut Met<Vec<u16>>, start: usize, places: &mut Vec<Place>) -> usize {
        let end = word_end(&folded.bytes, start);
        let hump = folded.humps.partition_point(|h| *h as usize <= start);
        let hump = folded.humps.get(hump).map(|h| *h as usize).filter(|h| *h < end);
        for end in [Some(end), hump].into_iter().flatten() {
            let word = &folded.bytes[start..end];
            let slots = match words.get(word) {
                Some(slots) => slots,
                None => words.entry(word.to_vec()).or_insert(self.slots_of(word)),
            };
            for &slot in slots {
                places.push(Place { slot, label: false, start: start as u32, end: end as u32 });
            }
        }
        // With literals that may begin inside a word, every place is looked at.
        if self.literals.iter().any(|(_, whole, _)| !whole) { start + 1 } else { hump.unwrap_or(end) }
    }

    fn slots_of(&self, word: &[u8]) -> Vec<u16> {
        let Ok(word) = std::str::from_utf8(word) else { return Vec::new() };
        let mut slots: Vec<u16> = self
            .terms
            .keys(word, self.lexicon)
            .iter()
            .filter_map(|key| self.by_stem.get(key.as_str()))
            .flatten()
            .copied()
            .collect();
        slots.sort_unstable();
        slots.dedup();
        slots
    }
}

/// Whether a word may begin at an offset.
fn begins(folded: &Folded, at: usize) -> bool {
    let bytes = &folded.bytes;
    match at.checked_sub(1).map(|i| bytes[i]) {
        None => true,
        Some(b) if b < 0x80 => !b.is_ascii_alphanumeric() || folded.is_hump(at),
        Some(_) => last_char(&bytes[..at]).is_none_or(|c| runs_on(c) || !c.is_alphanumeric()),
    }
}

/// Whether a word may end at an offset.
fn ends(bytes: &[u8], at: usize) -> bool {
    match bytes.get(at) {
        None => true,
        Some(b) if *b < 0x80 => !b.is_ascii_alphanumeric(),
        Some(_) => first_char(&bytes[at..]).is_none_or(|c| runs_on(c) || !c.is_alphanumeric()),
    }
}

/// Where the word that begins at an offset ends.
fn word_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(&b) = bytes.get(at) {
        if b < 0x80 {
            if !b.is_ascii_alphanumeric() {
                break;
            }
            at += 1;
        } else {
            match first_char(&bytes[at..]) {
                Some(c) if c.is_alphanumeric() && !runs_on(c) => at += c.len_utf8(),
                _ => break,
            }
        }
    }
    at
}

fn first_char(bytes: &[u8]) -> Option<char> {
    bytes[..bytes.len().min(4)].utf8_chunks().next().and_then(|c| c.valid().chars().next())
}

fn last_char(bytes: &[u8]) -> Option<char> {
    let start = bytes.iter().rposition(|b| *b & 0xc0 != 0x80)?;
    first_char(&bytes[start..])
}

#[cfg(test)]
mod tests {
    use super::super::words::WORDS;
    use super::*;

    fn scan(query: &str, text: &str, every: bool) -> Vec<(u32, Vec<String>)> {
        let lexicon = Lexicon::parse(WORDS);
        let terms = Terms::parse(query, true, &lexicon);
        let scanner = Scanner::new(&terms, &lexicon);
        let scanned = scanner.scan(text.as_bytes(), every, &mut Buffers::default());
        scanned
            .blocks
            .iter()
            .map(|b| {
                let places = &scanned.places[b.places.0 as usize..b.places.1 as usize];
                let name = |p: &Place| {
                    let text = &terms.all[scanner.slots[p.slot as usize].term as usize].text;
                    if p.label { format!("{text}:") } else { text.clone() }
                };
                (b.line, places.iter().map(name).collect())
            })
            .collect()
    }

    fn found(query: &str, text: &str) -> Vec<(u32, Vec<String>)> {
        scan(query, text, false)
    }

    fn hit(line: u32, terms: &[&str]) -> (u32, Vec<String>) {
        (line, terms.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn words_are_found_in_their_forms_and_only_as_words() {
        assert_eq!(found("run", "- Ana ran\n- a trunk\n- running late\n"), [hit(1, &["run"]), hit(3, &["run"])]);
        assert_eq!(found("cafe", "- the Café\n- x\n"), [hit(1, &["cafe"])]);
        assert_eq!(found("café", "- a cafe\n"), [hit(1, &["cafe"])]);
        assert_eq!(found("art", "- party article\n"), []);
        assert_eq!(found("docker", "- 使用Docker部署\n"), [hit(1, &["docker"])]);
        assert_eq!(found("部署", "- 使用Docker部署\n"), [hit(1, &["部署"])]);
        assert_eq!(found("Überblick", "- ein ÜBERBLICK\n"), [hit(1, &["uberblick"])]);
    }

    #[test]
    fn identifiers_are_found_whole_and_by_part() {
        assert_eq!(found("max_retry", "- max_retry = 3\n"), [hit(1, &["max_retry", "max", "retry"])]);
        assert_eq!(found("config", "- parseConfig and reparse\n"), [hit(1, &["config"])]);
        assert_eq!(found("parse", "- parseConfig and reparse\n"), [hit(1, &["parse"])]);
        assert_eq!(found("C++", "- in C++ and C\n"), [hit(1, &["C++", "c", "c"])]);
    }

    #[test]
    fn continuation_lines_belong_to_their_item() {
        let text = "## day\n\n- 09:00 [Fact] one\n  more about docker\n\n  docker again\n- 10:00 [Fact] two\n";
        assert_eq!(found("docker", text), [hit(3, &["docker", "docker"])]);
        assert_eq!(scan("docker", text, true), [hit(3, &["docker", "docker"]), hit(7, &[])]);
    }

    #[test]
    fn a_speaker_is_told_from_a_mention() {
        let text = "- 09:00 [Note] Ana: hello Ben\n- 09:01 [Note] Ben: hello Ana\n- 09:02 [Note] see: Ana\n";
        assert_eq!(found("Ana", text), [hit(1, &["ana:"]), hit(2, &["ana"]), hit(3, &["ana"])]);
    }

    #[test]
    fn phrases_may_begin_inside_a_word() {
        assert_eq!(found("\"pen quot\"", "- an open quote\n")[0].1[0], "pen quot");
    }
}
