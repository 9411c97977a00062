//! Ranking: from scanned sheets to hits, best first.

use std::collections::{BTreeMap, BinaryHeap, HashSet};

use super::bm25::Bm25;
use super::dates::Named;
use super::hit::unite;
use super::page::{Item, Page, passes};
use super::scan::{Buffers, Scanner};
use super::sheets::Sheet;
use super::stale::fade;
use super::{Found, Hit, Layer, Mark, Query, Score};
use crate::memory::Memory;
use crate::sediment::EntryId;
use crate::stream::{Kinds, Record};
use crate::time::{Day, Now};

/// What one neighbour gives to the score of an item, one and two lines away.
const BESIDE: [f64; 2] = [0.25, 0.1];
/// What a question gives to the line after it, which may be its answer.
const ANSWER: f64 = 0.5;
/// Best lines that are read properly, at least.
const POOL: usize = 200;

/// Everything that ranking looks at.
pub struct Ranking<'r> {
    /// The memory.
    pub memory: &'r Memory,
    /// The query.
    pub query: &'r Query,
    /// The present.
    pub now: &'r Now,
    /// The scanner.
    pub scanner: &'r Scanner<'r>,
    /// The files.
    pub sheets: &'r [Sheet],
    /// Days that the query names.
    pub days: &'r [Named],
}

/// A block waiting to be looked at, by its score.
#[derive(PartialEq)]
struct Candidate(f64, u32, u32);

impl Eq for Candidate {}
impl Ord for Candidate {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        // Of equal scores the later file first: the newer day.
        self.0.total_cmp(&other.0).then(self.1.cmp(&other.1)).then(other.2.cmp(&self.2))
    }
}
impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// What is known of an item while neighbours give to it.
#[derive(Default)]
pub struct Rated {
    /// What its own words give.
    pub own: f64,
    given: f64,
    /// What each term gives.
    pub parts: Vec<(String, f64)>,
    /// Why its statement no longer holds, and since when.
    pub past: Option<(Mark, Day)>,
    inside: Option<String>,
}

impl Ranking<'_> {
    /// The hits, best first, within the query's limit. `uses` tells how often an entry was of use.
    pub fn hits(&self, bm25: &Bm25<'_>, uses: &dyn Fn(&[&EntryId]) -> BTreeMap<EntryId, u32>) -> Vec<Hit> {
        let settings = &self.memory.settings;
        let kinds = Kinds::of(settings);
        let mut pages: BTreeMap<usize, Page> = BTreeMap::new();
        // By sheet and line: what a page learns later (a line of prose) may move its indices.
        let mut rated: BTreeMap<(usize, usize), Rated> = BTreeMap::new();
        let mut heap = self.candidates(bm25);
        let enough = (self.query.limit * 2).max(POOL);
        while let Some(Candidate(score, s, b)) = heap.pop() {
            let (s, b) = (s as usize, b as usize);
            let sheet = &self.sheets[s];
            let page = pages
                .entry(s)
                .or_insert_with(|| Page::read(sheet, self.memory.shown(&sheet.path).to_path_buf(), settings, &kinds));
            let Some(i) = page.item_at(sheet.scanned.blocks[b].line as usize) else { continue };
            let item = &page.items[i];
            if !passes(item, self.query, &kinds, settings) {
                continue;
            }
            let mut parts = Vec::new();
            let score = match &item.found {
                // Only the old statement counts, not the new one on the same line.
                Found::Past { text, .. } => match self.score_alone(text, bm25, &mut parts) {
                    Some(score) => score,
                    None => continue,
                },
                _ => {
                    bm25.score(&sheet.scanned, &sheet.scanned.blocks[b], Some(&mut parts));
                    score
                }
            };
            let inside = if let Found::Record(r) = &item.found { self.inside(r, bm25) } else { None };
            let entry = rated.entry((s, item.line)).or_default();
            entry.own += score;
            entry.inside = inside;
            entry.parts.extend(parts);
            if rated.len() >= enough {
                break;
            }
        }
        fade(&pages, &mut rated, settings.search.past);
        if self.query.spread {
            self.spread(&pages, &mut rated, &kinds);
        }
        self.scored(&mut pages, rated, uses)
    }

    /// Every block that may be a hit, with what BM25 and the days that the query names give it.
    fn candidates(&self, bm25: &Bm25<'_>) -> BinaryHeap<Candidate> {
        let fit =
            |sheet: &Sheet| sheet.day.map_or(0.0, |day| self.days.iter().map(|n| n.fits(day)).fold(0.0, f64::max));
        let named: u32 = self.sheets.iter().filter(|s| fit(s) == 1.0).map(|s| s.scanned.items).sum();
        let rarity = if named == 0 { 0.0 } else { bm25.rarity(named) };
        let listing = self.scanner.slots.is_empty();
        let mut found = Vec::new();
        for (s, sheet) in self.sheets.iter().enumerate() {
            let day = fit(sheet) * rarity;
            for (b, block) in sheet.scanned.blocks.iter().enumerate() {
                let Some(score) = bm25.score(&sheet.scanned, block, None) else { continue };
                if score + day > 0.0 || listing {
                    found.push(Candidate(score + day, s as u32, b as u32));
                }
            }
        }
        found.into()
    }

    fn score_alone(&self, text: &str, bm25: &Bm25<'_>, parts: &mut Vec<(String, f64)>) -> Option<f64> {
        let scanned = self.scanner.scan(text.as_bytes(), false, &mut Buffers::default());
        let Some(block) = scanned.blocks.first() else { return self.scanner.slots.is_empty().then_some(0.0) };
        bm25.score(&scanned, block, Some(parts))
    }

    /// The line of a record's body that fits better than its first one.
    fn inside(&self, record: &Record, bm25: &Bm25<'_>) -> Option<String> {
        let fit = |line: &str| self.score_alone(line, bm25, &mut Vec::new()).unwrap_or(0.0);
        let lines = record.body.lines().map(|line| (fit(line), line.trim()));
        let (best, line) = lines.reduce(|best, line| if line.0 > best.0 { line } else { best })?;
        (best > fit(&record.text)).then(|| line.to_owned())
    }

    /// Lets hits give to what stands beside them on their page.
    fn spread(&self, pages: &BTreeMap<usize, Page>, rated: &mut BTreeMap<(usize, usize), Rated>, kinds: &Kinds) {
        let direct: Vec<((usize, usize), f64)> = rated.iter().map(|(key, r)| (*key, r.own)).collect();
        for ((s, line), own) in direct {
            let page = &pages[&s];
            if !matches!(page.layer, Layer::Stream | Layer::Archive) {
                continue;
            }
            let i = page.items.partition_point(|item| item.line < line);
            let asks = matches!(&page.items[i].found, Found::Record(r) if r.text.trim_end().ends_with(['?', '？']));
            for (distance, share) in BESIDE.into_iter().enumerate() {
                for (j, after) in [(i.checked_sub(distance + 1), false), (Some(i + distance + 1), true)] {
                    let Some(item) = j.and_then(|j| page.items.get(j)) else { continue };
                    if matches!(item.found, Found::Record(_)) && passes(item, self.query, kinds, &self.memory.settings)
                    {
                        let share = if asks && after && distance == 0 { ANSWER } else { share };
                        rated.entry((s, item.line)).or_default().given += share * own;
                    }
                }
            }
        }
    }

    fn scored(
        &self,
        pages: &mut BTreeMap<usize, Page>,
        rated: BTreeMap<(usize, usize), Rated>,
        uses: &dyn Fn(&[&EntryId]) -> BTreeMap<EntryId, u32>,
    ) -> Vec<Hit> {
        let weights = &self.memory.settings.search;
        let best = rated.values().map(|r| r.own + r.given).fold(0.0, f64::max);
        let mut items: Vec<(usize, &Item, Rated)> = Vec::new();
        for ((s, line), r) in rated {
            let page = &pages[&s];
            items.push((s, &page.items[page.items.partition_point(|i| i.line < line)], r));
        }
        let ids: Vec<&EntryId> = items
            .iter()
            .filter_map(|(_, item, _)| match &item.found {
                Found::Entry(entry) => entry.id.as_ref(),
                _ => None,
            })
            .collect();
        let used = if weights.gamma > 0.0 && !ids.is_empty() { uses(&ids) } else { BTreeMap::new() };
        let mut hits: Vec<Hit> = items
            .into_iter()
            .map(|(s, item, r)| {
                let page = &pages[&s];
                let similarity = if best > 0.0 { weights.alpha * (r.own + r.given) / best } else { 0.0 };
                let recency = item
                    .day
                    .map_or(0.0, |day| weights.beta * (-weights.lambda * self.now.day.since(day).max(0) as f64).exp());
                let n = match &item.found {
                    Found::Entry(entry) => entry.id.as_ref().and_then(|id| used.get(id)).copied().unwrap_or(0),
                    _ => 0,
                };
                let uses = weights.gamma * f64::from(1 + n).ln();
                Hit {
                    layer: page.layer,
                    path: page.path.clone(),
                    line: item.line,
                    day: item.day,
                    found: item.found.clone(),
                    score: Score { total: similarity + recency + uses, similarity, recency, uses },
                    direct: r.own > 0.0 || best == 0.0,
                    terms: r.parts,
                    past: r.past,
                    records: Vec::new(),
                    inside: r.inside,
                    around: page.around(item, self.query.around),
                }
            })
            .collect();
        hits.sort_by(|a, b| {
            let place = |h: &Hit| (h.layer, h.path.clone(), h.line);
            b.score.total.total_cmp(&a.score.total).then(b.day.cmp(&a.day)).then_with(|| place(a).cmp(&place(b)))
        });
        // A record that stands in two places, as when an `archive` was interrupted, is one.
        let mut met = HashSet::new();
        hits.retain(|hit| if let Found::Record(record) = &hit.found { met.insert(record.id) } else { true });
        if best > 0.0 {
            unite(&mut hits);
        }
        hits.truncate(self.query.limit);
        hits
    }
}
