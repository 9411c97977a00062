//! Pruning: what has expired leaves, and while the file is over its cap, what is worth least.
//!
//! In this order: entries whose `until` has passed (always, cap or not); then, only while over the
//! cap, entries whose confidence fell below `decay.min-confidence`, lowest first; then by value,
//! ties by oldest `since`. Never: pinned or hand-written entries and those of importance 0.9 and
//! more. Entries that this run wrote come last of all, when a single day brings more than the whole
//! cap holds. With `features.lifecycle` off the oldest leave first.
//!
//! An entry with a topic is the only one that tells of it: before one leaves, what several entries end in
//! and says nothing of them ([`tails`]) is left off, of those of least value first.
//!
//! Removing is never losing: every removal is an event with the text, and `restore` brings it back.

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BinaryHeap};

use super::{Board, Slot, tails};
use crate::history::weights::Weight;
use crate::history::{EntryState, Event, lifecycle};
use crate::memory::Settings;
use crate::sediment::{EntryId, Sediment, head};
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
            let mut line = head::written(&slot.state.text, &slot.state.fields, Some(id));
            line.insert_str(0, "- ");
            line.push('\n');
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
        self.exceeds(board.slots.len(), self.sum, settings)
    }

    /// Whether so many entries of such a weight would be over a cap.
    fn exceeds(&self, entries: usize, weight: usize, settings: &Settings) -> bool {
        entries > settings.sediment.max_entries
            || tokens::scaled(self.rest + weight, &settings.tokens) > settings.sediment.max_tokens
    }

    /// About how many tokens the file has, by the settings.
    pub fn tokens(&self, settings: &Settings) -> usize {
        tokens::scaled(self.rest + self.sum, &settings.tokens)
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
    let expired = board.slots.iter().filter(|(_, s)| !s.pinned && lifecycle::is_expired(&s.state.fields, day));
    for id in expired.map(|(id, _)| id.clone()).collect::<Vec<_>>() {
        let until = board.slots[&id].state.fields.get("until").unwrap_or_default().to_owned();
        remove(board, id, format!("expired on {until}"));
    }
    if !scales.is_over(board, settings) {
        return Ok(());
    }
    let mut gone = leaving(board, scales, day, settings);
    if gone.iter().any(|(id, _)| board.slots[id].state.fields.get("topic").is_some()) {
        leave_tails_off(board, scales, day, settings);
        gone = leaving(board, scales, day, settings);
    }
    for (id, reason) in gone {
        remove(board, id, reason);
    }
    if scales.is_over(board, settings) {
        let tokens = scales.tokens(settings);
        return Err(format!(
            "what is pinned or written by hand takes {} entries and {tokens} tokens; the cap is {} entries and {} tokens",
            board.slots.len(),
            settings.sediment.max_entries,
            settings.sediment.max_tokens
        ));
    }
    Ok(())
}

/// What must leave so that the file is within its cap, and why.
fn leaving(board: &Board, scales: &Scales, day: Day, settings: &Settings) -> Vec<(EntryId, String)> {
    // A heap: of hundreds of entries only a handful leaves on a day.
    let loose = board.slots.iter().filter(|(_, slot)| !slot.pinned && !is_critical(&slot.state));
    let ranked = loose.map(|(id, slot)| Reverse(Rank::of(id, slot, day, settings)));
    let mut ranked = BinaryHeap::from(ranked.collect::<Vec<_>>());
    let mut gone = Vec::new();
    let (mut entries, mut weight) = (board.slots.len(), scales.sum);
    while scales.exceeds(entries, weight, settings)
        && let Some(Reverse(rank)) = ranked.pop()
    {
        entries -= 1;
        weight -= scales.entries.get(rank.id).copied().unwrap_or(0);
        gone.push((rank.id.clone(), rank.reason(day)));
    }
    gone
}

/// Shortens entries until their weight is within the cap: those of least value first.
fn leave_tails_off(board: &mut Board, scales: &mut Scales, day: Day, settings: &Settings) {
    let is_too_heavy = |scales: &Scales| scales.exceeds(0, scales.sum, settings);
    if !is_too_heavy(scales) {
        return;
    }
    let mut shared = tails::shared(board);
    shared.sort_by(|(a, _), (b, _)| {
        let [a, b] = [a, b].map(|id| Rank::of(id, &board.slots[id], day, settings));
        a.cmp(&b)
    });
    for (id, text) in shared {
        if !is_too_heavy(scales) {
            return;
        }
        let slot = &board.slots[&id];
        let (fields, was, fresh) = (slot.state.fields.clone(), slot.state.text.clone(), slot.fresh);
        let why = "over the cap: what other entries end in as well is left off".to_owned();
        let (confidence, sources, by_hand) = (None, Vec::new(), false);
        board.take(Event::Updated { id: id.clone(), text, fields, was, confidence, sources, by_hand, why });
        scales.weigh(&id, board);
        // It was not written anew: it may still leave.
        if let Some(slot) = board.slots.get_mut(&id) {
            slot.fresh = fresh;
        }
    }
}

fn remove(board: &mut Board, id: EntryId, reason: String) {
    let text = board.slots[&id].state.text.clone();
    board.take(Event::Removed { id, reason, text, sources: Vec::new() });
}

fn is_critical(entry: &EntryState) -> bool {
    entry.fields.get("importance").and_then(|v| v.parse::<f64>().ok()).is_some_and(|i| i >= CRITICAL)
}

/// The order of leaving, smallest first.
#[derive(Debug)]
struct Rank<'b> {
    /// From 0 to 7: what this run wrote comes last, what was only seen to recur before what somebody stated, what is
    /// doubted before what is not.
    class: u8,
    /// Confidence, where it is below the least.
    doubt: f64,
    value: f64,
    entry: &'b EntryState,
    id: &'b EntryId,
}

impl<'b> Rank<'b> {
    fn of(id: &'b EntryId, slot: &'b Slot, day: Day, settings: &Settings) -> Self {
        let (entry, fresh) = (&slot.state, slot.fresh);
        if !settings.features.lifecycle {
            return Self { class: Self::class(fresh, true, false), doubt: 0.0, value: 0.0, entry, id };
        }
        let weight = Weight::new(entry.confidence, entry.uses, entry.stated);
        let age = lifecycle::age(weight, day);
        let confidence = lifecycle::confidence_at(weight, age, &settings.decay);
        let doubted = confidence < settings.decay.min_confidence;
        let value = lifecycle::worth(weight, confidence, age, &settings.decay);
        let class = Self::class(fresh, !entry.is_recurring(), doubted);
        Self { class, doubt: if doubted { confidence } else { 0.0 }, value, entry, id }
    }

    fn class(fresh: bool, stated: bool, doubted: bool) -> u8 {
        u8::from(fresh) << 2 | u8::from(stated) << 1 | u8::from(!doubted)
    }

    fn reason(&self, day: Day) -> String {
        let age = lifecycle::age(self.entry, day);
        match (self.class & 2, self.class & 1) {
            (0, _) => format!("over the cap, only seen to recur, last {age} days ago"),
            (_, 0) => format!("over the cap, confidence {:.2}, last stated {age} days ago", self.doubt),
            _ => format!("over the cap, last stated {age} days ago, used {} times", self.entry.uses),
        }
    }
}

impl Ord for Rank<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.class
            .cmp(&other.class)
            .then_with(|| self.doubt.total_cmp(&other.doubt))
            .then_with(|| self.value.total_cmp(&other.value))
            .then_with(|| self.entry.since().cmp(&other.entry.since()))
            .then_with(|| self.id.cmp(other.id))
    }
}

impl PartialOrd for Rank<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Rank<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Rank<'_> {}
