//! Searching: reading the files, ranking their lines, returning hits.

use std::collections::BTreeMap;

use super::bm25::Bm25;
use super::rank::Ranking;
use super::scan::Scanner;
use super::terms::Terms;
use super::words::{Lexicon, WORDS};
use super::{Query, Ranked, dates, sheets};
use crate::error::Result;
use crate::history::State;
use crate::history::read::read_history;
use crate::memory::{Memory, files};
use crate::sediment::EntryId;
use crate::time::Now;

/// Finds what a query asks for. Changes nothing. A query without any words lists what passes its filters.
///
/// # Errors
/// Only when a folder or the word list cannot be read; what is wrong with a file is a problem in the answer.
pub fn search(memory: &Memory, query: &Query, now: &Now) -> Result<Ranked> {
    let overriding = files::read(&memory.root.join("templates/words.txt"))?;
    let words = overriding.as_deref().map_or(WORDS.into(), String::from_utf8_lossy);
    let lexicon = Lexicon::parse(&words);
    let terms = Terms::parse(&query.text, query.operators, &lexicon);
    find(memory, query, now, &terms, &lexicon)
}

fn find(memory: &Memory, query: &Query, now: &Now, terms: &Terms, lexicon: &Lexicon<'_>) -> Result<Ranked> {
    let scanner = Scanner::new(terms, lexicon);
    let days = dates::named(&query.text, now.day);
    let mut sheets = sheets::list(memory, query)?;
    let listing = scanner.slots.is_empty();
    sheets::scan(&mut sheets, &scanner, memory, &|sheet| {
        listing || sheet.day.is_some_and(|day| days.iter().any(|n| n.fits(day) > 0.0))
    });
    let bm25 = Bm25::new(&terms.all, &scanner.slots, sheets.iter().map(|s| &s.scanned));
    let ranking = Ranking { memory, query, now, scanner: &scanner, sheets: &sheets, days: &days };
    let hits = ranking.hits(&bm25, &|ids| uses(memory, ids));
    let problems = sheets.into_iter().filter_map(|s| s.problem).collect();
    Ok(Ranked { hits, problems, notices: Vec::new() })
}

/// How often entries were of use, from the whole history; nothing when it cannot be read.
fn uses(memory: &Memory, ids: &[&EntryId]) -> BTreeMap<EntryId, u32> {
    let folder = memory.history_dir();
    let mut runs = Vec::new();
    for name in files::list(&folder).unwrap_or_default() {
        if let Ok(Some(bytes)) = files::read(&folder.join(&name)) {
            runs.extend(read_history(&String::from_utf8_lossy(&bytes), name.as_ref()).0);
        }
    }
    let state = State::fold(&runs);
    ids.iter().filter_map(|id| Some(((*id).clone(), state.entries.get(id)?.uses))).collect()
}
