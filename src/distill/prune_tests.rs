//! Pruning: who leaves, who never does.

use std::path::Path;

use proptest::prelude::*;

use super::prune::{Fill, Scales, prune};
use super::{Board, Change, change::What};
use crate::memory::Settings;
use crate::sediment::{self, Section};
use crate::stream::{Fields, RecordId};
use crate::time::Day;

fn day(n: i64) -> Day {
    Day::parse("2025-01-01").unwrap().plus(n)
}

/// A board of entries: day of the record, confidence, pinned, restatements.
fn board(entries: &[(i64, f64, bool, usize)], today: Day) -> Board {
    let mut board = Board::new(today);
    for (i, (n, confidence, pinned, seen)) in entries.iter().enumerate() {
        let sources = vec![RecordId { day: day(*n), hash: i as u32 }];
        let fields = Fields(if *pinned { vec![("pin".into(), "yes".into())] } else { Vec::new() });
        let (section, text, confidence) = (Section::Context, format!("entry number {i}"), *confidence);
        let what = What::Add { section, text, fields, confidence };
        let id = board.apply(&Change { what, sources: sources.clone(), day: day(*n), why: String::new() }).unwrap();
        for _ in 0..*seen {
            let what = What::Seen { id: id.clone(), fuller: None };
            board.apply(&Change { what, sources: sources.clone(), day: day(*n), why: String::new() }).unwrap();
        }
    }
    board
}

fn settings(max_entries: usize) -> Settings {
    let mut settings = Settings::default();
    settings.sediment.max_entries = max_entries;
    settings
}

fn left(board: &Board) -> Vec<String> {
    let mut texts: Vec<String> = board.slots.values().map(|s| s.state.text.clone()).collect();
    texts.sort();
    texts
}

fn empty() -> sediment::Sediment {
    sediment::read("", Path::new("sediment.md"), &Settings::default())
}

#[test]
fn the_doubted_leave_first_then_the_least_worth_then_the_oldest() {
    // Doubted; old; old but used; young; as old as another, with the older `since` first.
    let entries = [(90, 0.2, false, 0), (10, 0.8, false, 0), (10, 0.8, false, 5), (99, 0.8, false, 0)];
    for (cap, expected) in [(3, vec![1, 2, 3]), (2, vec![2, 3]), (1, vec![2])] {
        let mut board = board(&entries, day(100));
        board.forget_what_is_fresh();
        let mut scales = Scales::of(&board, &empty());
        prune(&mut board, &mut scales, day(100), &settings(cap)).unwrap();
        let expected: Vec<String> = expected.iter().map(|i| format!("entry number {i}")).collect();
        assert_eq!(left(&board), expected);
    }
}

#[test]
fn what_was_only_seen_to_recur_leaves_before_what_was_stated() {
    let mut board = board(&[(10, 0.8, false, 0), (99, 0.5, false, 3), (60, 0.8, false, 0)], day(100));
    for slot in board.slots.values_mut().filter(|s| s.state.text.ends_with('1')) {
        slot.state.fields.set("origin", "recurring");
    }
    board.forget_what_is_fresh();
    let mut scales = Scales::of(&board, &empty());
    prune(&mut board, &mut scales, day(100), &settings(2)).unwrap();
    assert_eq!(left(&board), ["entry number 0", "entry number 2"]);
}

#[test]
fn what_several_entries_end_in_is_left_off_before_a_topic_leaves() {
    let texts = [
        (Section::Context, "Backups run at 02:00; agreed in the weekly call", false),
        (Section::Decisions, "The editor is Helix; agreed in the weekly call", false),
        (Section::Context, "The shell is fish; agreed in the weekly call", true),
        (Section::Context, "Debug output is on; agreed in the weekly call", false),
    ];
    let mut board = Board::new(day(100));
    for (i, (section, text, pinned)) in texts.into_iter().enumerate() {
        let key = if pinned { "pin" } else { "topic" };
        let fields = Fields(vec![(key.into(), "yes".into())]);
        let what = What::Add { section, text: text.to_owned(), fields, confidence: 0.8 };
        let (day, hash) = (day(90 + i as i64), i as u32);
        board.apply(&Change { what, sources: vec![RecordId { day, hash }], day, why: String::new() }).unwrap();
    }
    board.forget_what_is_fresh();
    let full = Scales::of(&board, &empty());
    let mut settings = Settings::default();
    // The least valuable, those stated longest ago, first, and no more of them than needed.
    let expected = [
        (0, ["Backups run at 02:00; agreed in the weekly call", "The editor is Helix; agreed in the weekly call"]),
        (3, ["Backups run at 02:00", "The editor is Helix; agreed in the weekly call"]),
        (9, ["Backups run at 02:00", "The editor is Helix"]),
    ];
    for (less, expected) in expected {
        let (mut board, mut scales) = (board.clone(), full.clone());
        settings.sediment.max_tokens = scales.tokens(&settings) - less;
        prune(&mut board, &mut scales, day(100), &settings).unwrap();
        let left = left(&board);
        assert_eq!(left.len(), 4, "{left:?}");
        assert!(expected.iter().all(|text| left.iter().any(|l| l == text)), "{less}: {left:?}");
        assert!(
            left.iter().any(|text| text == "The shell is fish; agreed in the weekly call"),
            "a person's is not touched"
        );
    }
    // What was shortened may still leave, and only the last of all is what a person pinned.
    settings.sediment.max_tokens = 40;
    let mut scales = full;
    prune(&mut board, &mut scales, day(100), &settings).unwrap();
    assert_eq!(left(&board), ["The shell is fish; agreed in the weekly call"]);
}

#[test]
fn without_the_lifecycle_the_oldest_leave() {
    let mut settings = settings(1);
    settings.features.lifecycle = false;
    let mut board = board(&[(50, 0.1, false, 0), (10, 0.9, false, 9)], day(100));
    board.forget_what_is_fresh();
    let mut scales = Scales::of(&board, &empty());
    prune(&mut board, &mut scales, day(100), &settings).unwrap();
    assert_eq!(left(&board), ["entry number 0"]);
}

#[test]
fn a_warning_appears_from_four_fifths_of_a_cap() {
    let fill = |entries, tokens| Fill { entries, max_entries: 10, tokens, max_tokens: 100 }.warning();
    assert_eq!(fill(7, 79), None);
    assert_eq!(fill(8, 0).as_deref(), Some("the sediment is nearly full: 8 of 10 entries (80 %)"));
    assert_eq!(
        fill(10, 100).as_deref(),
        Some("the sediment is nearly full: 10 of 10 entries (100 %), 100 of 100 tokens (100 %)")
    );
}

proptest! {
    /// Within the cap afterwards or an error; never removed: what is pinned, nor what was written in
    /// this run while anything older could leave instead.
    #[test]
    fn pruning_keeps_its_promises(
        old in proptest::collection::vec((0i64..100, 0.0f64..1.0, any::<bool>(), 0usize..4), 0..12),
        new in 0usize..4, cap in 0usize..12,
    ) {
        let today = day(100);
        let mut board = board(&old, today);
        board.forget_what_is_fresh();
        for n in 0..new {
            let what = What::Add {
                section: Section::Decisions, text: format!("new {n}"), fields: Fields::default(), confidence: 0.8,
            };
            let sources = vec![RecordId { day: today, hash: n as u32 }];
            board.apply(&Change { what, sources, day: today, why: String::new() }).unwrap();
        }
        let pinned = old.iter().filter(|e| e.2).count();
        let before = board.slots.clone();
        let mut scales = Scales::of(&board, &empty());
        let pruned = prune(&mut board, &mut scales, today, &settings(cap));
        prop_assert_eq!(pruned.is_err(), pinned > cap);
        if pruned.is_ok() {
            prop_assert!(board.slots.len() <= cap);
            prop_assert!(before.len() <= cap || board.slots.len() == cap, "no more than needed");
        }
        for (id, slot) in before {
            if !board.slots.contains_key(&id) {
                prop_assert!(!slot.pinned);
                prop_assert!(!slot.fresh || board.slots.values().all(|s| s.fresh || s.pinned));
            }
        }
    }
}
