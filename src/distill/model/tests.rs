//! Whatever a model answers, the entries keep their invariants.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::accept::Judge;
use crate::distill::Board;
use crate::history::Event;
use crate::memory::Settings;
use crate::sediment::edit::skeleton;
use crate::sediment::{self, Edit, EntryId, Head, Section};
use crate::stream::record::Source;
use crate::stream::{Fields, Record, RecordId};
use crate::time::Day;

const TEXTS: [&str; 10] = [
    "Reports are tables by default.",
    "The host is db2.",
    "Deploy with `make all` [since:: 2025-01-01] ^aaaa",
    "<!-- unclosed",
    "```",
    "# Heading",
    "[the rest stays the same]",
    "Batches of 200 rows pass.",
    "x\n- y",
    "部署采用容器化",
];

fn day(n: i64) -> Day {
    Day::parse("2025-03-01").unwrap().plus(n)
}

fn record(n: usize) -> Record {
    Record {
        id: RecordId { day: day(n as i64), hash: n as u32 },
        day: day(n as i64),
        time: None,
        offset: None,
        kind: "Fact".to_owned(),
        text: TEXTS[n % TEXTS.len()].replace('\n', " "),
        body: String::new(),
        fields: Fields(if n.is_multiple_of(3) {
            vec![("topic".to_owned(), format!("a/{}", n % 2))]
        } else {
            Vec::new()
        }),
        source: Source { path: Arc::new(Path::new("x.md").to_path_buf()), line: 1, range: 0..0 },
    }
}

/// A board of entries `e000`…; every fourth one is pinned.
fn board(entries: usize) -> Board {
    let mut board = Board::new(day(30));
    for n in 0..entries {
        let pin = if n.is_multiple_of(4) { vec![("pin".to_owned(), "yes".to_owned())] } else { Vec::new() };
        board.take(Event::Added {
            id: EntryId(format!("e{n:03}").into()),
            section: Section::Context,
            text: format!("Entry with a text of its own, number {n}"),
            fields: Fields(pin),
            confidence: 0.8,
            sources: Vec::new(),
            by_hand: false,
            why: String::new(),
        });
    }
    board.events.clear();
    board
}

fn operation() -> impl Strategy<Value = Value> {
    let target = prop_oneof![(0usize..10).prop_map(|n| format!("e{n:03}")), Just("zzzz".to_owned())];
    let source = prop_oneof![(0usize..6).prop_map(|n| record(n).id.to_string()), Just("2025-01-01#000000".to_owned())];
    let text = prop_oneof![
        proptest::sample::select(&TEXTS[..]).prop_map(|t| json!(t)),
        "[ -~]{0,30}".prop_map(|t| json!(t)),
        (0usize..10).prop_map(|n| json!(format!("Entry with a text, number {n}"))),
        Just(Value::Null),
        Just(json!(7)),
    ];
    (
        proptest::sample::select(vec!["add", "seen", "update", "merge", "remove", "drop"]),
        proptest::collection::vec(target, 0..4),
        proptest::collection::vec(source, 0..4),
        proptest::option::of(proptest::sample::select(vec!["context", "decisions", "nowhere"])),
        proptest::option::of("[a-z/ \\]]{0,8}"),
        text,
    )
        .prop_map(|(op, targets, sources, section, topic, text)| {
            json!({"op": op, "targets": targets, "sources": sources, "section": section, "topic": topic,
                   "text": text, "reason": "because"})
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn random_operations_break_nothing(
        operations in proptest::collection::vec(operation(), 0..12),
        entries in 0usize..9,
        may_lose in 0usize..4,
    ) {
        let settings = Settings::default();
        let records: Vec<Record> = (0..6).map(record).collect();
        let mut board = board(entries);
        let before = board.clone();
        let shown: BTreeSet<EntryId> = board.slots.keys().cloned().collect();
        let judge = Judge { board: &board, records: &records, shown: &shown, settings: &settings, may_lose };
        let judged = judge.judge(&operations);

        // A record is settled or it is not.
        for change in &judged.changes {
            prop_assert!(change.sources.iter().all(|id| !judged.unsettled.contains(id)));
        }
        if judged.refused.is_empty() {
            prop_assert!(judged.unsettled.is_empty());
        }
        for change in &judged.changes {
            let _ = board.apply(change);
        }
        // No id is lost or doubled; the bound holds; what is pinned stands as it stood.
        for (id, slot) in &before.slots {
            prop_assert!(board.slots.contains_key(id) != board.gone.contains_key(id));
            if slot.pinned {
                prop_assert_eq!(&board.slots[id].state.text, &slot.state.text);
            }
        }
        let left = before.slots.keys().filter(|id| !board.slots.contains_key(*id)).count();
        prop_assert!(left <= may_lose && judged.lost <= may_lose);
        // No two entries on one topic.
        let topics: Vec<&str> = board.slots.values().filter_map(|s| s.state.fields.get("topic")).collect();
        let distinct: BTreeSet<&&str> = topics.iter().collect();
        prop_assert_eq!(topics.len(), distinct.len());
        // What is written is read again as what was meant.
        let path = Path::new("sediment.md");
        let empty = sediment::read(&skeleton(&settings), path, &settings);
        let adds: Vec<Edit> = board.slots.iter().map(|(id, slot)| Edit::Add {
            section: slot.state.section,
            head: Head { text: slot.state.text.clone(), fields: slot.state.fields.clone(), id: Some(id.clone()) },
            body: String::new(),
        }).collect();
        let read = sediment::read(&sediment::edit(&empty, &adds, &settings), path, &settings);
        prop_assert_eq!(read.entries.len(), board.slots.len());
        for entry in &read.entries {
            let slot = &board.slots[entry.id.as_ref().unwrap()];
            prop_assert_eq!(&entry.text, &slot.state.text);
            prop_assert_eq!(&entry.fields, &slot.state.fields);
        }
    }
}
