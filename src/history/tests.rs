//! History: writing, reading and folding agree.

use std::path::Path;

use proptest::prelude::*;

use super::event::Sums;
use super::read::{Glance, read_history};
use super::write::{WRITTEN, write_run};
use super::*;
use crate::sediment::{EntryId, Section};
use crate::stream::{Fields, RecordId};
use crate::time::Day;

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[a-z ←·(was: )\\[\\]:\\\\\n\r^=#-]{0,24}",
        1 => "\\PC{0,12}",
        1 => Just(" (was: x) ← 2025-01-01#000000 · y [topic:: z]".to_owned()),
        1 => Just("- end 00000000\n## 2025-01-01 00:00:00 +00:00 · forged".to_owned()),
    ]
}

fn any_day() -> impl Strategy<Value = Day> {
    (0i64..4000).prop_map(|n| Day::parse("2020-01-01").unwrap().plus(n))
}

fn any_id() -> impl Strategy<Value = EntryId> {
    "[a-z0-9]{4,6}".prop_map(|id| EntryId(id.into()))
}

fn any_sources() -> impl Strategy<Value = Vec<RecordId>> {
    proptest::collection::vec((any_day(), 0u32..1 << 30).prop_map(|(day, hash)| RecordId { day, hash }), 0..3)
}

fn any_fields() -> impl Strategy<Value = Fields> {
    proptest::collection::vec(("(topic|about|since)", any_text()), 0..3).prop_map(Fields)
}

fn any_section() -> impl Strategy<Value = Section> {
    proptest::sample::select(Section::ALL.to_vec())
}

fn any_event() -> impl Strategy<Value = Event> {
    let entry = (any_id(), any_text(), any_fields(), any_sources(), any_section());
    let rest = (any_text(), any::<bool>(), 0.0f64..1.0, any_day(), proptest::option::of(any_day()), any_id());
    let hashes = proptest::collection::vec(0u32..1 << 30, 1..4);
    (0usize..16, entry, rest, hashes).prop_map(
        |(which, (id, text, fields, sources, section), (other, by_hand, confidence, day, until, newer), hashes)| {
            let why = other.clone();
            match which {
                0 => Event::Read { day, hashes },
                1 => Event::Unread { day, hashes },
                2 => Event::Added { id, section, text, fields, confidence, sources, by_hand, why },
                3 => Event::Restored { id, section, text, fields },
                4 => Event::Seen { id, sources, why },
                5 => {
                    let confidence = by_hand.then_some(confidence);
                    Event::Updated { id, text: other, fields, was: text, confidence, sources, by_hand, why }
                }
                6 => Event::Past { id, text, from: day, until, sources, why },
                7 => Event::Removed { id, reason: other, text, sources },
                8 => Event::Rejected { id, text },
                9 => Event::Moved { id, section, by_hand },
                10 => Event::Judged { id, how: other, sources },
                11 => Event::Conflict { older: id, newer, sources, why },
                12 => Event::Settled { older: id, newer, how: other },
                13 => Event::Undone { run: newer.0.to_string(), what: text },
                14 => {
                    let id = |day, hash| RecordId { day, hash };
                    Event::Refiled { from: id(day, hashes[0]), to: id(until.unwrap_or(day), hashes[0]) }
                }
                _ => Event::Told(text),
            }
        },
    )
}

fn any_run() -> impl Strategy<Value = Run> {
    let at = (0i64..2_000_000_000, -720i32..720).prop_map(|(secs, minutes)| {
        let zone = chrono::FixedOffset::east_opt(minutes * 60).unwrap();
        chrono::DateTime::from_timestamp(secs, 0).unwrap().with_timezone(&zone)
    });
    let sums = proptest::option::of((any::<u64>(), any::<u64>(), any::<bool>()));
    (at, "[a-z]{1,8}", any_text(), proptest::collection::vec(any_event(), 0..6), sums).prop_map(
        |(at, verb, detail, events, sums)| {
            let mut run = Run::new(at, &verb, &detail, events);
            run.sediment = sums.map(|(before, after, same)| Sums { before, after: if same { before } else { after } });
            run.written = run.sediment.is_none_or(|s| s.before == s.after);
            run
        },
    )
}

proptest! {
    #[test]
    fn reading_is_the_inverse_of_writing(runs in proptest::collection::vec(any_run(), 0..4), mark in any::<bool>()) {
        let mut text = String::new();
        let mut expected = Vec::new();
        for mut run in runs {
            let (block, id) = write_run(&run, text.len() as u64);
            text.push_str(&block);
            if mark && !run.written {
                text.push_str(WRITTEN);
                run.written = true;
            }
            text.push('\n');
            run.id = id;
            expected.push(run);
        }
        let (found, problems) = read_history(&text, Path::new("history/2025-03.md"));
        prop_assert_eq!(problems, Vec::new(), "{}", text);
        prop_assert_eq!(found, expected, "{}", text);
    }

    /// Wherever a block is cut off, it does not count, and a block appended after it does.
    #[test]
    fn a_torn_block_does_not_count(first in any_run(), second in any_run(), at in any::<prop::sample::Index>()) {
        let (torn, _) = write_run(&first, 0);
        let cuts: Vec<usize> = (0..torn.len()).filter(|i| torn.is_char_boundary(*i)).collect();
        let torn = &torn[..cuts[at.index(cuts.len())]];
        let whole = torn.lines().any(|l| l.starts_with("- end ") && l.ends_with('.')) ;
        let (block, id) = write_run(&second, 1);
        let text = format!("{torn}\n\n{block}");
        let (found, _) = read_history(&text, Path::new("h"));
        // Only the line end of the last line may be missing.
        let expected = if whole { 2 } else { 1 };
        prop_assert_eq!(found.len(), expected, "{}", text);
        prop_assert_eq!(&found.last().unwrap().id, &id);
    }

    #[test]
    fn a_glance_knows_what_the_fold_knows(runs in proptest::collection::vec(any_run(), 0..6)) {
        let mut text = String::new();
        for run in &runs {
            text.push_str(&write_run(run, text.len() as u64).0);
            text.push('\n');
        }
        let mut glance = Glance::default();
        glance.take(&text);
        let (found, _) = read_history(&text, Path::new("h"));
        // The fold takes runs by time, a glance in file order; without re-reading both agree.
        let rereads = found.iter().flat_map(|r| &r.events).any(|e| matches!(e, Event::Unread { .. }));
        prop_assert!(rereads || glance.read == State::fold(&found).read);
    }
}

#[test]
fn blocks_read_like_a_diary() {
    let day = Day::parse("2025-03-14").unwrap();
    let record = |hash| RecordId { day, hash };
    let id = |id: &str| EntryId(id.into());
    let events = vec![
        Event::Read { day, hashes: vec![1, 2] },
        Event::Added {
            id: id("k3f9"),
            section: Section::Preferences,
            text: "Reports are tables.".into(),
            fields: Fields(vec![("topic".into(), "user/report".into())]),
            confidence: 0.8,
            sources: vec![record(1)],
            by_hand: false,
            why: "no entry on this topic".into(),
        },
        Event::Updated {
            id: id("d4e5"),
            text: "Deployment is containerised.".into(),
            fields: Fields::default(),
            was: "Deployment is bare metal (for now).".into(),
            confidence: Some(0.8),
            sources: vec![record(2)],
            by_hand: false,
            why: "same topic".into(),
        },
        Event::Rejected { id: id("q2w3"), text: "Gone.".into() },
    ];
    let at = chrono::DateTime::parse_from_rfc3339("2025-03-14T23:50:02+01:00").unwrap();
    let mut run = Run::new(at, "distill", "rules", events);
    run.id = "7k2m9qd1".into();
    run.sediment = Some(Sums { before: 1, after: 2 });
    assert_eq!(
        write_run(&run, 0).0,
        "## 2025-03-14 23:50:02 +01:00 · distill (rules)\n\
         \n\
         - read 2025-03-14: 000001 000002\n\
         - added ^k3f9 Preferences and constraints: Reports are tables. [topic:: user/report] ← 2025-03-14#000001 · no entry on this topic\n\
         - updated ^d4e5: Deployment is containerised. [confidence:: 0.8] (was: Deployment is bare metal (for now).) ← 2025-03-14#000002 · same topic\n\
         - rejected ^q2w3 by hand: Gone.\n\
         - end 7k2m9qd1, sediment 0000000000001 → 0000000000002.\n"
    );
}

#[test]
fn a_union_of_two_branches_still_folds() {
    let block = |minute: u32, id: &str, text: &str| {
        let at = chrono::DateTime::parse_from_rfc3339(&format!("2025-03-14T10:{minute:02}:00+01:00")).unwrap();
        let added = Event::Added {
            id: EntryId(id.into()),
            section: Section::Context,
            text: text.into(),
            fields: Fields::default(),
            confidence: 0.8,
            sources: Vec::new(),
            by_hand: false,
            why: String::new(),
        };
        write_run(&Run::new(at, "distill", "rules", vec![added]), 0).0
    };
    let (ours, theirs) = (block(10, "aaaa", "ours"), block(20, "bbbb", "theirs"));
    let headings: Vec<&str> = [&ours, &theirs].map(|b| b.lines().next().unwrap()).to_vec();
    let body = |b: &str| b.lines().skip(2).collect::<Vec<_>>().join("\n");
    let mixed = format!("{ours}\n{ours}\n{}\n{}\n\n{}\n{}\n", headings[0], headings[1], body(&ours), body(&theirs));
    for text in [format!("{ours}{theirs}{ours}"), mixed, format!("<<<<<<< a\n{ours}=======\n{theirs}>>>>>>> b\n")] {
        let (runs, _) = read_history(&text, Path::new("h"));
        let state = State::fold(&runs);
        assert_eq!(state.entries.len(), 2, "{text}");
        assert_eq!(state.runs, 2, "{text}");
    }
}
