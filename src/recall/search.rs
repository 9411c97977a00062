//! Searching: reading the files, ranking their lines, returning hits.

use std::collections::BTreeMap;

use super::bm25::Bm25;
use super::near::{Near, Spelling};
use super::rank::Ranking;
use super::scan::Scanner;
use super::terms::{Role, Terms};
use super::words::{Lexicon, WORDS};
use super::{Layer, Query, Ranked, dates, sheets};
use crate::error::{ErrorKind, Result};
use crate::history::{Event, History, Run, Weights};
use crate::memory::{Memory, files};
use crate::sediment::EntryId;
use crate::time::{Day, Now};

/// Finds what a query asks for. Changes nothing. A query without any words lists what passes its filters.
///
/// # Errors
/// Only when a folder or the word list cannot be read; what is wrong with a file is a problem in the answer.
pub fn search(memory: &Memory, query: &Query, now: &Now) -> Result<Ranked> {
    let overriding = files::read(&memory.root.join("templates/words.txt"))?;
    let words = overriding.as_deref().map_or(WORDS.into(), String::from_utf8_lossy);
    let lexicon = Lexicon::parse(&words);
    let mut terms = Terms::parse(&query.text, query.operators, &lexicon);
    let (found, absent) = find(memory, query, now, &terms, &lexicon)?;
    // A question has many words that nobody wrote; only where it finds nothing may they be misspelt.
    let is_slip = found.hits.is_empty() || query.operators;
    if !is_slip || absent.is_empty() || terms.all.iter().any(|t| t.role == Role::Required) {
        return Ok(found);
    }
    let spellings = near_spellings(memory, query, &absent)?;
    if spellings.is_empty() {
        return Ok(found);
    }
    for (word, near) in &spellings {
        terms.widen(word, near, &lexicon);
    }
    let (mut found, _) = find(memory, query, now, &terms, &lexicon)?;
    found.notices.extend(told(&spellings).filter(|_| !found.hits.is_empty()));
    Ok(found)
}

/// What is said of words that were found in other spellings. A word with another ending is the same word.
fn told(spellings: &[(String, Vec<Spelling>)]) -> Option<String> {
    let (mut words, mut others) = (Vec::new(), Vec::new());
    for (word, near) in spellings {
        let is_ending = |text: &str| text.strip_prefix(word.as_str()).is_some_and(|ending| ending.len() < 3);
        let before = others.len();
        others.extend(near.iter().map(|near| near.text.as_str()).filter(|text| !is_ending(text)));
        if others.len() > before {
            words.push(format!("`{word}`"));
        }
    }
    (!words.is_empty()).then(|| format!("nothing is spelt {}; near it: {}", words.join(" or "), others.join(", ")))
}

/// How the files spell words that they do not have.
fn near_spellings(memory: &Memory, query: &Query, absent: &[String]) -> Result<Vec<(String, Vec<Spelling>)>> {
    let near = Near::to(absent.iter().map(String::as_str));
    if near.is_idle() {
        return Ok(Vec::new());
    }
    // The history is full of ids, which are no words, and what it says stood in the stream.
    let layers: Vec<Layer> = query.layers.iter().copied().filter(|layer| *layer != Layer::History).collect();
    let layers = if layers.is_empty() { query.layers.clone() } else { layers };
    let mut sheets = sheets::list(memory, &Query { layers, ..query.clone() })?;
    Ok(near.spellings(sheets::read(&mut sheets, memory, |_, bytes, gathered| near.read(bytes, gathered))))
}

/// Notes in the history which entries a search returned, when `feedback.track` asks for it.
///
/// # Errors
/// When the history cannot be written. While another process distills, nothing is noted.
pub fn track(memory: &Memory, returned: &[EntryId], now: &Now) -> Result<()> {
    let settings = &memory.settings;
    if !settings.feedback.track || !settings.features.feedback || returned.is_empty() {
        return Ok(());
    }
    let lock = match memory.lock_distill() {
        Ok(lock) => lock,
        Err(error) if error.kind() == ErrorKind::Busy => return Ok(()),
        Err(error) => return Err(error),
    };
    let at = now.local.and_local_timezone(now.offset).single().unwrap_or_else(|| now.utc.with_timezone(&now.offset));
    let judged = |id: &EntryId| Event::Judged { id: id.clone(), how: "returned".to_owned(), sources: Vec::new() };
    let events = returned.iter().map(judged).collect();
    History::load(memory)?.append(memory, &lock, &mut Run::new(at, "recall", "", events))
}

/// What is found, and the words that nothing has.
fn find(
    memory: &Memory,
    query: &Query,
    now: &Now,
    terms: &Terms,
    lexicon: &Lexicon<'_>,
) -> Result<(Ranked, Vec<String>)> {
    let scanner = Scanner::new(terms, lexicon);
    let days = dates::named(&query.text, now.day);
    let mut sheets = sheets::list(memory, query)?;
    let listing = scanner.slots.is_empty();
    sheets::scan(&mut sheets, &scanner, memory, &|sheet| {
        listing || sheet.day.is_some_and(|day| days.iter().any(|n| n.fits(day) > 0.0))
    });
    let bm25 = Bm25::new(&terms.all, &scanner.slots, sheets.iter().map(|s| &s.scanned));
    let ranking = Ranking { memory, query, now, scanner: &scanner, sheets: &sheets, days: &days };
    let hits = ranking.hits(&bm25, &|ids| uses(memory, ids, now.day));
    let absent = bm25.absent();
    let problems = sheets.into_iter().filter_map(|s| s.problem).collect();
    Ok((Ranked { hits, problems, notices: Vec::new() }, absent))
}

/// How often entries were of use, by the history; nothing when it cannot be read.
fn uses(memory: &Memory, ids: &[&EntryId], today: Day) -> BTreeMap<EntryId, u32> {
    let Ok(weights) = Weights::load(memory, today, today) else { return BTreeMap::new() };
    let ready = |id: &&EntryId| Some(((*id).clone(), weights.entries.get(*id)?.uses));
    if ids.iter().all(|id| weights.entries.contains_key(*id)) {
        return ids.iter().filter_map(ready).collect();
    }
    // What left and was put back by hand since: only the whole history knows it.
    let Ok(history) = History::load(memory) else { return BTreeMap::new() };
    let state = history.state();
    ids.iter().filter_map(|id| Some(((*id).clone(), state.entries.get(id)?.uses))).collect()
}
