//! Stale statements: what the history says was replaced, withdrawn or deleted, and the records that said it.

use std::collections::{BTreeMap, BTreeSet};

use super::page::Page;
use super::rank::Rated;
use super::{Found, Mark};
use crate::time::Day;

/// Lets what no longer holds count less: statements that the history says were superseded or forgotten, and
/// the records that stated them until then.
pub fn fade(pages: &BTreeMap<usize, Page>, rated: &mut BTreeMap<(usize, usize), Rated>, share: f64) {
    let item = |(s, line): &(usize, usize)| {
        let items = &pages[s].items;
        &items[items.partition_point(|i| i.line < *line)].found
    };
    let mut past: BTreeMap<String, (Day, Mark)> = BTreeMap::new();
    let mut holds: BTreeSet<&str> = BTreeSet::new();
    for key in rated.keys() {
        match item(key) {
            Found::Past { text, until, mark, .. } if mark.is_untrue() => {
                let last = past.entry(text.clone()).or_insert((*until, *mark));
                *last = (*last).max((*until, *mark));
            }
            Found::Entry(entry) => drop(holds.insert(&entry.text)),
            Found::Past { .. } | Found::Record(_) | Found::Line(_) => {}
        }
    }
    for (key, rated) in rated {
        let is_past = match item(key) {
            Found::Past { .. } => true,
            Found::Record(record) => {
                let text = record.text.as_str();
                let known = past.get(text).filter(|(until, _)| record.day <= *until && !holds.contains(text));
                rated.past = known.map(|(until, mark)| (*mark, *until));
                known.is_some()
            }
            Found::Entry(_) | Found::Line(_) => false,
        };
        if is_past && share < 1.0 {
            let lost = rated.own * (1.0 - share);
            rated.own -= lost;
            rated.parts.push(("no longer holds".to_owned(), -lost));
        }
    }
}
