//! How well a block matches the terms: BM25, with what short lines of a log call for.
//!
//! `idf · tf·(k1 + 1) / (tf + k1·(1 − b + b·len/avg))`, with `idf = ln(1 + (N − n + ½)/(n + ½))`:
//! Robertson and Zaragoza, *The Probabilistic Relevance Framework: BM25 and Beyond* (2009). Lines
//! are short and their lengths say little, so `b` is small. On top of it
//!
//! - of several ways to say a term only the best counts, a word alike at most as much as the term;
//! - a name that speaks (`Ana: …`) counts more than one that is spoken to;
//! - two terms that stand side by side in the query and in the text count more than apart, in the
//!   same order most (Metzler and Croft, *A Markov Random Field Model for Term Dependencies*, 2005).

use super::blocks::Block;
use super::scan::{Scanned, Slot};
use super::terms::{Role, Term};

/// Saturation of repeated terms.
const K1: f64 = 0.9;
/// How much the length of a block counts, 0…1.
const B: f64 = 0.3;
/// Weight of two terms side by side, of the smaller idf of both.
const PAIR: f64 = 0.35;
/// The share of it when they stand the other way round.
const REVERSED: f64 = 0.5;
/// Bytes between two terms that stand side by side: a space, a sign, a short function word.
const GAP: u32 = 5;
/// How much a name counts where it speaks, and where it is only mentioned although it speaks elsewhere.
const SPEAKS: f64 = 1.5;
const MENTIONED: f64 = 0.6;
/// Who speaks in one of so many blocks with the name is a speaker.
const OFTEN: u32 = 5;
/// Bytes at the head of a record that are not its text: marker, time, kind.
const HEAD: f64 = 16.0;

/// The collection's statistics for the terms of a query.
pub struct Bm25<'q> {
    terms: &'q [Term],
    slots: &'q [Slot],
    /// By slot.
    idf: Vec<f64>,
    /// By term: whether it names somebody who speaks.
    speaks: Vec<bool>,
    /// By term: in how many blocks a form of it stands, counted once a form.
    there: Vec<u32>,
    /// Mean length of a block, in bytes.
    average: f64,
    /// Blocks in the collection.
    count: f64,
}

impl<'q> Bm25<'q> {
    /// Counts in how many blocks each form stands.
    pub fn new<'s>(terms: &'q [Term], slots: &'q [Slot], collection: impl Iterator<Item = &'s Scanned>) -> Self {
        let mut within = vec![0u32; slots.len()];
        let mut last = vec![u32::MAX; slots.len()];
        let mut speaks = vec![0u32; terms.len()];
        let (mut items, mut bytes, mut block) = (0u64, 0u64, 0u32);
        for scanned in collection {
            items += u64::from(scanned.items).max(scanned.blocks.len() as u64);
            bytes += u64::from(scanned.bytes);
            for b in &scanned.blocks {
                for place in &scanned.places[b.places.0 as usize..b.places.1 as usize] {
                    let slot = place.slot as usize;
                    if std::mem::replace(&mut last[slot], block) != block {
                        within[slot] += 1;
                        speaks[slots[slot].term as usize] += u32::from(place.label);
                    }
                }
                block += 1;
            }
        }
        let count = (items as f64).max(1.0);
        let mut there = vec![0u32; terms.len()];
        for (slot, n) in slots.iter().zip(&within) {
            there[slot.term as usize] += n;
        }
        // Somebody who speaks does so often; `cache: cleared` is only a way to write.
        let speaks = speaks.iter().zip(&there).map(|(n, named)| *n > 1 && n * OFTEN >= *named).collect();
        let average = (bytes as f64 / count - HEAD).max(1.0);
        let mut idf: Vec<f64> = within.iter().map(|n| idf(count, f64::from(*n))).collect();
        let mut own = None;
        for (i, slot) in slots.iter().enumerate() {
            if slot.form == 0 {
                own = (within[i] > 0).then(|| idf[i]);
            } else if let Some(own) = own {
                idf[i] = idf[i].min(own);
            }
        }
        Self { terms, slots, idf, speaks, there, average, count }
    }

    /// The words of the query that nothing in the collection has in any form.
    pub fn absent(&self) -> Vec<String> {
        let words = self.terms.iter().zip(&self.there).filter(|(term, there)| **there == 0 && term.is_word());
        words.map(|(term, _)| term.text.clone()).collect()
    }

    /// The weight of something that `n` blocks of the collection have.
    pub fn rarity(&self, n: u32) -> f64 {
        idf(self.count, f64::from(n))
    }

    /// The score of a block, at least 0; none when a required term is missing or an excluded one stands there.
    /// `parts` takes what each term gave.
    pub fn score(&self, scanned: &Scanned, block: &Block, parts: Option<&mut Vec<(String, f64)>>) -> Option<f64> {
        let places = &scanned.places[block.places.0 as usize..block.places.1 as usize];
        let mut best = [0f64; 64];
        let best = &mut best[..self.terms.len().min(64)];
        let length = (f64::from(block.len) - HEAD).max(1.0) / self.average;
        for (i, place) in places.iter().enumerate() {
            let slot = self.slots[place.slot as usize];
            let t = slot.term as usize;
            let term = &self.terms[t];
            if term.role == Role::Excluded {
                return None;
            }
            if places[..i].iter().any(|p| p.slot == place.slot) {
                continue; // counted with the first one
            }
            let same = places[i..].iter().filter(|p| p.slot == place.slot);
            let tf = same.clone().count() as f64;
            let factor = if !self.speaks[t] {
                1.0
            } else if same.clone().any(|p| p.label) {
                SPEAKS
            } else {
                MENTIONED
            };
            let saturated = tf * (K1 + 1.0) / (tf + K1 * (1.0 - B + B * length));
            let gain = self.idf[place.slot as usize]
                * saturated
                * factor
                * term.forms[slot.form as usize].factor
                * term.weight;
            best[t] = best[t].max(gain);
        }
        if self.terms.iter().zip(best.iter()).any(|(term, gain)| term.role == Role::Required && *gain == 0.0) {
            return None;
        }
        let pairs = self.pairs(places);
        if let Some(parts) = parts {
            let gains = self.terms.iter().zip(best.iter()).filter(|(_, gain)| **gain > 0.0);
            parts.extend(gains.map(|(term, gain)| (term.text.clone(), *gain)));
            if pairs > 0.0 {
                parts.push(("side by side".to_owned(), pairs));
            }
        }
        Some(best.iter().sum::<f64>() + pairs)
    }

    /// What terms give that stand side by side in query and text.
    fn pairs(&self, places: &[super::scan::Place]) -> f64 {
        let mut sum = 0.0;
        for pair in places.windows(2) {
            let (a, b) = (self.slots[pair[0].slot as usize], self.slots[pair[1].slot as usize]);
            let share = match (a.term, b.term) {
                (a, b) if b == a + 1 => 1.0,
                (a, b) if a == b + 1 => REVERSED,
                _ => continue,
            };
            if pair[1].start >= pair[0].end && pair[1].start - pair[0].end <= GAP && !pair[0].label {
                let weight = share * self.terms[a.term as usize].weight.min(self.terms[b.term as usize].weight);
                sum += PAIR * weight * self.idf[pair[0].slot as usize].min(self.idf[pair[1].slot as usize]);
            }
        }
        sum
    }
}

fn idf(count: f64, n: f64) -> f64 {
    (1.0 + (count - n + 0.5).max(0.0) / (n + 0.5)).ln()
}
