//! The board: versions, order, statistics.

use proptest::prelude::*;

use super::change::What;
use super::{Board, Change};
use crate::history::{EntryState, Run, State};
use crate::sediment::{EntryId, Section};
use crate::stream::{Fields, RecordId};
use crate::time::Day;

fn day(n: i64) -> Day {
    Day::parse("2025-01-01").unwrap().plus(n)
}

fn change(n: i64, what: What) -> Change {
    Change { what, sources: vec![RecordId { day: day(n), hash: n as u32 }], day: day(n), why: "test".into() }
}

fn add(n: i64, text: &str) -> Change {
    let (fields, confidence) = (Fields::default(), 0.8);
    change(n, What::Add { section: Section::Context, text: text.into(), fields, confidence })
}

fn update(n: i64, id: &EntryId, text: &str) -> Change {
    let (id, text, confidence) = (id.clone(), text.to_owned(), 0.8);
    change(n, What::Update { id, text, fields: Fields::default(), confidence })
}

fn state<'b>(board: &'b Board, id: &EntryId) -> &'b EntryState {
    &board.slots[id].state
}

fn values(entry: &EntryState) -> Vec<(String, i64, Option<i64>)> {
    let since = |d: Day| d.since(day(0));
    entry.versions.iter().map(|v| (v.text.clone(), since(v.from), v.until.map(since))).collect()
}

#[test]
fn a_new_value_ends_the_old_one() {
    let mut board = Board::new(day(100));
    let id = board.apply(&add(1, "bare metal")).unwrap();
    board.apply(&update(5, &id, "containers")).unwrap();
    let entry = state(&board, &id);
    assert_eq!(values(entry), [("bare metal".into(), 1, Some(5)), ("containers".into(), 5, None)]);
    assert_eq!(entry.fields.get("since"), Some("2025-01-06"));
    assert_eq!(entry.on(day(4)).map(|v| v.text.as_str()), Some("bare metal"));
    assert_eq!(entry.on(day(0)), None);
}

#[test]
fn an_older_record_never_overrides() {
    let mut board = Board::new(day(100));
    let id = board.apply(&add(10, "containers")).unwrap();
    board.apply(&update(3, &id, "bare metal")).unwrap();
    board.apply(&update(6, &id, "virtual machines")).unwrap();
    let expected =
        [("bare metal".into(), 3, Some(6)), ("virtual machines".into(), 6, Some(10)), ("containers".into(), 10, None)];
    assert_eq!(values(state(&board, &id)), expected);
    assert_eq!(state(&board, &id).text, "containers");
    // Stated again later: what comes in between is past as well.
    board.apply(&change(20, What::Seen { id: id.clone(), fuller: None })).unwrap();
    board.apply(&update(15, &id, "bare metal again")).unwrap();
    assert_eq!(state(&board, &id).text, "containers");
    let late = change(5, What::Remove { id, reason: "withdrawn".into() });
    assert!(board.apply(&late).unwrap_err().0.contains("was stated again"));
}

#[test]
fn what_is_pinned_is_not_removed_but_can_have_a_new_value() {
    let mut board = Board::new(day(100));
    let fields = Fields(vec![("pin".into(), "yes".into())]);
    let text = "No peanuts".to_owned();
    let id =
        board.apply(&change(1, What::Add { section: Section::Preferences, text, fields, confidence: 0.8 })).unwrap();
    let other = board.apply(&add(1, "No nuts")).unwrap();
    let remove = change(9, What::Remove { id: id.clone(), reason: "x".into() });
    assert_eq!(board.apply(&remove).unwrap_err().0, format!("{id} is pinned"));
    let merge = change(9, What::Merge { into: other, from: vec![id.clone()], text: "No nuts at all".into() });
    assert_eq!(board.apply(&merge).unwrap_err().0, format!("{id} is pinned"));
    board.apply(&update(9, &id, "No nuts of any sort")).unwrap();
    assert!(board.slots[&id].pinned && state(&board, &id).fields.get("pin").is_some());
}

#[test]
fn a_judgement_moves_confidence_and_a_denied_entry_is_not_brought_back_by_repetition() {
    let mut board = Board::new(day(100));
    let id = board.apply(&add(1, "x")).unwrap();
    let judge = |how: &str| change(2, What::Judge { id: id.clone(), how: how.into() });
    let seen = change(3, What::Seen { id: id.clone(), fuller: None });
    let mut confidence = Vec::new();
    for step in [&judge("confirm"), &seen, &seen, &judge("deny"), &seen, &judge("used"), &judge("corrected")] {
        board.apply(step).unwrap();
        confidence.push(state(&board, &id).confidence);
    }
    assert_eq!(confidence, [0.9, 0.95, 1.0, 0.8, 0.8, 0.82, 0.72]);
    assert_eq!(state(&board, &id).uses, 5);
    assert!(board.apply(&judge("praise")).is_err());
}

#[test]
fn a_conflict_marks_the_older_entry_until_it_is_settled() {
    let mut board = Board::new(day(100));
    let (a, b) = (board.apply(&add(1, "a b")).unwrap(), board.apply(&add(2, "a c")).unwrap());
    let conflict = change(2, What::Conflict { older: a.clone(), newer: b.clone() });
    board.apply(&conflict).unwrap();
    assert_eq!(state(&board, &a).fields.get("conflicts"), Some(&*b.0));
    board.take(crate::history::Event::Settled { older: a.clone(), newer: b, how: "both".into() });
    assert_eq!(state(&board, &a).fields.get("conflicts"), None);
    assert!(board.apply(&conflict).unwrap_err().0.contains("was settled"));
}

#[test]
fn what_makes_no_sense_is_refused_and_changes_nothing() {
    let mut board = Board::new(day(100));
    let id = board.apply(&add(1, "x")).unwrap();
    let before = board.events.clone();
    let unknown = EntryId("zzzz".into());
    for what in [
        What::Seen { id: unknown.clone(), fuller: None },
        What::Remove { id: unknown.clone(), reason: String::new() },
        What::Past { id: unknown.clone(), text: "y".into() },
        What::Conflict { older: id.clone(), newer: id.clone() },
        What::Conflict { older: id.clone(), newer: unknown },
        What::Merge { into: id.clone(), from: vec![id.clone()], text: "y".into() },
        What::Update { id, text: " \n".into(), fields: Fields::default(), confidence: 0.8 },
    ] {
        assert!(board.apply(&change(2, what.clone())).is_err(), "{what:?}");
    }
    assert_eq!(board.events, before);
}

#[test]
fn a_merge_leaves_one_entry() {
    let mut board = Board::new(day(100));
    let (a, b) =
        (board.apply(&add(1, "Reports are tables")).unwrap(), board.apply(&add(2, "Tables for reports")).unwrap());
    board
        .apply(&change(3, What::Merge { into: a.clone(), from: vec![b.clone()], text: "Reports are tables.".into() }))
        .unwrap();
    assert_eq!(state(&board, &a).text, "Reports are tables.");
    assert!(board.gone.contains_key(&b) && !board.slots.contains_key(&b));
}

proptest! {
    /// Whatever is proposed: the board is what folding its events gives, confidence stays within
    /// 0…1, and ids are never used twice.
    #[test]
    fn a_board_is_what_its_history_says(steps in proptest::collection::vec((0usize..8, 0usize..6, 0i64..40, -1.0f64..2.0), 0..40)) {
        let at = chrono::DateTime::parse_from_rfc3339("2025-03-01T10:00:00+01:00").unwrap();
        let mut board = Board::new(Day(at.date_naive()));
        let mut ids: Vec<EntryId> = Vec::new();
        for (n, (kind, which, when, confidence)) in steps.into_iter().enumerate() {
            let id = ids.get(which).or(ids.last()).cloned().unwrap_or(EntryId("none".into()));
            let other = ids.first().cloned().unwrap_or(EntryId("none".into()));
            let text = format!("value {}", n % 5);
            let what = match kind {
                0 | 1 => What::Add { section: Section::ALL[n % 5], text, fields: Fields::default(), confidence },
                2 => What::Seen { id, fuller: (n % 2 == 0).then_some(text) },
                3 => What::Update { id, text, fields: Fields::default(), confidence },
                4 => What::Past { id, text },
                5 => What::Remove { id, reason: "test".into() },
                6 => What::Conflict { older: id, newer: other },
                _ => What::Judge { id, how: ["confirm", "deny", "used", "corrected"][n % 4].into() },
            };
            let added = matches!(what, What::Add { .. });
            if let Ok(id) = board.apply(&change(when, what)) && added {
                prop_assert!(!ids.contains(&id));
                ids.push(id);
            }
        }
        let folded = State::fold(&[Run::new(at, "distill", "rules", board.events.clone())]);
        for (id, entry) in &folded.entries {
            let on_board = board.slots.get(id).map(|s| &s.state).or_else(|| board.gone.get(id));
            prop_assert_eq!(on_board, Some(entry));
            prop_assert!((0.0..=1.0).contains(&entry.confidence));
            for pair in entry.versions.windows(2) {
                prop_assert!(pair[0].from <= pair[1].from, "{:?}", entry.versions);
                prop_assert!(pair[0].until.is_some_and(|u| u <= pair[1].from), "{:?}", entry.versions);
            }
        }
        prop_assert_eq!(folded.entries.len(), board.slots.len() + board.gone.len());
    }
}
