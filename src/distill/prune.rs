//! Pruning: what has expired leaves, and while the file is over its cap, what is worth least.
//!
//! In this order: entries whose `until` has passed (always, cap or not); then, only while over the
//! cap, entries whose confidence fell below `decay.min-confidence`, lowest first; then by value,
//! ties by oldest `since`. Never: pinned or hand-written entries and those of importance 0.9 and
//! more. Entries that this run wrote come last of all, when a single day brings more than the whole
//! cap holds. With `features.lifecycle` off the oldest leave first.
//!
//! Removing is never losing: every removal is an event with the text, and `restore` brings it back.

use std::collections::BTreeMap;

use super::{Board, lifecycle};
use crate::history::{EntryState, Event};
use crate::memory::Settings;
use crate::sediment::head::write_head;
use crate::sediment::{EntryId, Head, Sediment};
use crate::time::Day;
use crate::tokens;

/// From this importance on an entry does not leave for want of room.
const CRITICAL: f64 = 0.9;

/// How full the file is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Fill {
    /// Entries in the file.
    pub entries: usize,
    /// The most entries.
    pub max_entries: usize,
    /// Tokens of the whole file.
    pub tokens: usize,
    /// The most tokens.
    pub max_tokens: usize,
}

impl Fill {
    /// How full a file is with these entries and this text.
    pub fn of(entries: usize, text: &str, settings: &Settings) -> Self {
        Self {
            entries,
            max_entries: settings.sediment.max_entries,
            tokens: tokens::count(text, &settings.tokens),
            max_tokens: settings.sediment.max_tokens,
        }
    }

    /// Whether the file is over one of its caps.
    pub fn is_over(&self) -> bool {
        self.entries > self.max_entries || self.tokens > self.max_tokens
    }

    /// A warning from 80 % of a cap on.
    pub fn warning(&self) -> Option<String> {
        let full = |n: usize, max: usize| n * 10 >= max * 8;
        let of = |n: usize, max: usize, what: &str| {
            full(n, max).then(|| format!("{n} of {max} {what} ({} %)", n * 100 / max.max(1)))
        };
        let parts: Vec<String> =
            [of(self.entries, self.max_entries, "entries"), of(self.tokens, self.max_tokens, "tokens")]
                .into_iter()
                .flatten()
                .collect();
        (!parts.is_empty()).then(|| format!("the sediment is nearly full: {}", parts.join(", ")))
    }
}

/// What the entries and the rest of the file weigh, kept up to date without rendering the file.
#[derive(Debug, Clone, Default)]
pub struct Scales {
    /// Hundredths of a token of everything that is no entry.
    rest: usize,
    entries: BTreeMap<EntryId, usize>,
    sum: usize,
    /// How many of the board's events are taken in.
    seen: usize,
}

impl Scales {
    /// Weighs a board and the file that it was read from.
    pub fn of(board: &Board, sediment: &Sediment) -> Self {
        let whole = tokens::estimate_centi(&sediment.text);
        let items: usize =
            sediment.entries.iter().map(|e| tokens::estimate_centi(&sediment.text[e.range.clone()])).sum();
        let mut scales = Self { rest: whole.saturating_sub(items), seen: board.events.len(), ..Self::default() };
        for id in board.slots.keys() {
            scales.weigh(id, board);
        }
        scales
    }

    fn weigh(&mut self, id: &EntryId, board: &Board) {
        let weight = board.slots.get(id).map(|slot| {
            let (text, fields) = (slot.state.text.clone(), slot.state.fields.clone());
            let line = format!("- {}\n", write_head(&Head { text, fields, id: Some(id.clone()) }));
            tokens::estimate_centi(&line)
        });
        let before = match weight {
            Some(weight) => {
                self.sum += weight;
                self.entries.insert(id.clone(), weight)
            }
            None => self.entries.remove(id),
        };
        self.sum -= before.unwrap_or(0);
    }

    fn is_over(&mut self, board: &Board, settings: &Settings) -> bool {
        for event in &board.events[self.seen..] {
            // Most events are restatements, which weigh nothing.
            match event {
                Event::Seen { .. } | Event::Judged { .. } | Event::Past { .. } => {}
                event => event.entry().into_iter().for_each(|id| self.weigh(id, board)),
            }
        }
        self.seen = board.events.len();
        board.slots.len() > settings.sediment.max_entries
            || tokens::scaled(self.rest + self.sum, &settings.tokens) > settings.sediment.max_tokens
    }

    /// The file as really rendered weighs more or less than was believed.
    pub fn correct(&mut self, text: &str) {
        self.rest = tokens::estimate_centi(text).saturating_sub(self.sum);
    }
}

/// Takes out what has expired on `day`, and what does not fit.
///
/// # Errors
///
/// When what may not be removed is over the cap by itself; the board is then of no further use.
pub fn prune(board: &mut Board, scales: &mut Scales, day: Day, settings: &Settings) -> Result<(), String> {
    let expired = board.slots.iter().filter(|(_, s)| !s.pinned && lifecycle::is_expired(&s.state, day));
    for id in expired.map(|(id, _)| id.clone()).collect::<Vec<_>>() {
        let until = board.slots[&id].state.fields.get("until").unwrap_or_default().to_owned();
        remove(board, id, format!("expired on {until}"));
    }
    if !scales.is_over(board, settings) {
        return Ok(());
    }
    let mut leaving: Vec<(Rank, EntryId)> = board
        .slots
        .iter()
        .filter(|(_, slot)| !slot.pinned && !is_critical(&slot.state))
        .map(|(id, slot)| (rank(&slot.state, slot.fresh, day, settings), id.clone()))
        .collect();
    leaving.sort_by(|(a, x), (b, y)| a.compare(b).then(x.cmp(y)));
    for (rank, id) in leaving {
        if !scales.is_over(board, settings) {
            break;
        }
        let reason = reason(&board.slots[&id].state, &rank, day);
        remove(board, id, reason);
    }
    if scales.is_over(board, settings) {
        let tokens = tokens::scaled(scales.rest + scales.sum, &settings.tokens);
        return Err(format!(
            "what is pinned or written by hand takes {} entries and {tokens} tokens; the cap is {} entries and {} tokens",
            board.slots.len(),
            settings.sediment.max_entries,
            settings.sediment.max_tokens
        ));
    }
    Ok(())
}

fn remove(board: &mut Board, id: EntryId, reason: String) {
    let text = board.slots[&id].state.text.clone();
    board.take(Event::Removed { id, reason, text, sources: Vec::new() });
}

fn is_critical(entry: &EntryState) -> bool {
    entry.fields.get("importance").and_then(|v| v.parse::<f64>().ok()).is_some_and(|i| i >= CRITICAL)
}

/// The order of leaving, smallest first.
struct Rank {
    fresh: bool,
    /// Below the least confidence: then by it.
    doubted: Option<f64>,
    value: f64,
    since: Option<Day>,
}

impl Rank {
    fn compare(&self, other: &Self) -> std::cmp::Ordering {
        self.fresh
            .cmp(&other.fresh)
            .then(self.doubted.is_none().cmp(&other.doubted.is_none()))
            .then(self.doubted.unwrap_or(0.0).total_cmp(&other.doubted.unwrap_or(0.0)))
            .then(self.value.total_cmp(&other.value))
            .then(self.since.cmp(&other.since))
    }
}

fn rank(entry: &EntryState, fresh: bool, day: Day, settings: &Settings) -> Rank {
    let since = entry.since();
    if !settings.features.lifecycle {
        return Rank { fresh, doubted: None, value: 0.0, since };
    }
    let confidence = lifecycle::confidence(entry, day, &settings.decay);
    let doubted = (confidence < settings.decay.min_confidence).then_some(confidence);
    Rank { fresh, doubted, value: lifecycle::value(entry, day, &settings.decay), since }
}

fn reason(entry: &EntryState, rank: &Rank, day: Day) -> String {
    let age = lifecycle::age(entry, day);
    match rank.doubted {
        Some(confidence) => format!("over the cap, confidence {confidence:.2}, last stated {age} days ago"),
        None => format!("over the cap, last stated {age} days ago, used {} times", entry.uses),
    }
}
