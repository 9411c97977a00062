//! Blocks: the list items and lines of prose of a file, found around the places where words stand.

use super::scan::{Place, Scanned};

/// A list item, or a line of prose, with its continuation lines.
#[derive(Debug, Clone, Copy)]
pub struct Block {
    /// Its first line, from 1.
    pub line: u32,
    /// Its length in bytes of folded text.
    pub len: u32,
    /// Its places: a range of [`Scanned::places`].
    pub places: (u32, u32),
}

/// Where the lines of a text begin, and at last where it ends.
#[derive(Debug, Default)]
pub struct Lines(Vec<u32>);

impl Lines {
    /// Finds the lines of a text; returns how many begin list items.
    pub fn set(&mut self, bytes: &[u8]) -> u32 {
        self.0.clear();
        self.0.push(0);
        self.0.extend(memchr::memchr_iter(b'\n', bytes).map(|n| n as u32 + 1));
        if self.0.last().is_some_and(|last| (*last as usize) < bytes.len()) {
            self.0.push(bytes.len() as u32);
        }
        self.0.iter().filter(|start| is_item(&bytes[**start as usize..])).count() as u32
    }

    fn count(&self) -> usize {
        self.0.len() - 1
    }
}

/// Walks a file's lines forward, as hits are found. Lines are counted from 0.
pub struct Cursor<'t> {
    bytes: &'t [u8],
    lines: &'t [u32],
    /// The line of the last offset asked for.
    line: usize,
    /// The lines of the block found last.
    block: std::ops::Range<usize>,
    label: (usize, usize),
}

impl<'t> Cursor<'t> {
    /// At the beginning of a text whose lines are known.
    pub fn new(bytes: &'t [u8], lines: &'t Lines) -> Self {
        Self { bytes, lines: &lines.0, line: 0, block: 0..0, label: (0, 0) }
    }

    /// Finds the block around an offset that lies beyond all earlier ones; returns its first line, from 1.
    pub fn line_of(&mut self, at: usize) -> u32 {
        if at >= self.start(self.block.end) {
            while self.start(self.line + 1) <= at {
                self.line += 1;
            }
            self.find_block();
        }
        self.block.start as u32 + 1
    }

    /// The block around the present line.
    fn find_block(&mut self) {
        let mut first = self.line;
        while first > self.block.end && matches!(self.bytes[self.start(first)], b' ' | b'\t' | b'\n' | b'\r') {
            first -= 1;
        }
        let mut end = self.line + 1;
        let mut next = end;
        while let Some(byte) = self.bytes.get(self.start(next)) {
            next += 1;
            match byte {
                b' ' | b'\t' => end = next,
                b'\n' | b'\r' => {}
                _ => break,
            }
        }
        self.block = first..end;
        self.label = label(&self.bytes[self.start(first)..self.start(end)], self.start(first));
    }

    /// Where a line begins; the end of the text beyond the last one.
    fn start(&self, line: usize) -> usize {
        self.lines.get(line).map_or(self.bytes.len(), |start| *start as usize)
    }

    /// Every block that begins as a list item.
    pub fn every(&mut self, lines: &Lines, scanned: &mut Scanned) {
        while self.block.end < lines.count() {
            self.line = self.block.end;
            if is_item(&self.bytes[self.start(self.line)..]) {
                self.find_block();
                let none = scanned.places.len() as u32;
                scanned.blocks.push(self.block((none, none)));
            } else {
                self.block.end += 1;
            }
        }
    }

    /// Files the places from `first` on under the block found last.
    pub fn places_found(&mut self, at: usize, first: u32, scanned: &mut Scanned) {
        let last = scanned.places.len() as u32;
        if self.label.0 <= at && at < self.label.1 {
            scanned.places[first as usize..].iter_mut().for_each(|place: &mut Place| place.label = true);
        }
        match scanned.blocks.last_mut() {
            Some(block) if block.line == self.block.start as u32 + 1 => block.places.1 = last,
            _ => scanned.blocks.push(self.block((first, last))),
        }
    }

    fn block(&self, places: (u32, u32)) -> Block {
        let len = self.start(self.block.end) - self.start(self.block.start);
        Block { line: self.block.start as u32 + 1, len: len as u32, places }
    }
}

fn is_item(line: &[u8]) -> bool {
    matches!(line, [b'-' | b'*' | b'+' | b'0'..=b'9', ..])
}

/// Who speaks in a record that begins `… [kind] Name: …`: the offsets of the name.
fn label(block: &[u8], offset: usize) -> (usize, usize) {
    let none = (0, 0);
    let line = &block[..block.len().min(120)];
    let Some(kind) = memchr::memchr(b']', line) else { return none };
    let Some(colon) = memchr::memchr(b':', &line[kind..]).map(|n| kind + n) else { return none };
    let name = &line[kind + 1..colon];
    let plain =
        name.iter().all(|b| b.is_ascii_alphabetic() || matches!(b, b' ' | b'.' | b'-' | b'\'' | b'_') || *b >= 0x80);
    let words = name.split(|b| *b == b' ').filter(|w| !w.is_empty()).count();
    if plain && (1..=3).contains(&words) && block.get(colon + 1) == Some(&b' ') {
        (offset + kind + 1, offset + colon)
    } else {
        none
    }
}
