//! Small stories, one record a day, and what must be believed at their end.

mod apart;
mod beside;
mod changes;
mod dropped;
mod ends;
mod everyday;
mod further;
mod kept;
mod left_out;
mod objects;
mod openings;
mod shifts;
mod succession;
mod things;
mod told;
mod twins;
mod unseen;
mod whole;
mod wordings;

use super::{Matcher, Rules};
use crate::distill::Board;
use crate::memory::Settings;
use crate::stream::day::read_day;
use crate::time::Day;

/// Runs records (`Kind: text`, a day each, or `@day Kind: text`) and returns the living texts, sorted.
fn story(lines: &[&str]) -> Vec<String> {
    let mut texts: Vec<String> = told(lines).slots.values().map(|s| s.state.text.clone()).collect();
    texts.sort();
    texts
}

/// How many entries bear a mark of conflict in the end.
fn marks(lines: &[&str]) -> usize {
    told(lines).slots.values().filter(|s| s.state.fields.get("conflicts").is_some()).count()
}

/// The board when all is told.
fn told(lines: &[&str]) -> Board {
    static RULES: std::sync::OnceLock<Rules> = std::sync::OnceLock::new();
    let settings = Settings::default();
    let rules = RULES.get_or_init(|| Rules::parse(None, &Settings::default()).unwrap());
    let first = Day::parse("2025-03-03").unwrap();
    let mut board = Board::new(first.plus(lines.len() as i64));
    let mut matcher = Matcher::new(rules, &board);
    for (n, line) in lines.iter().enumerate() {
        let (day, line) = match line.strip_prefix('@') {
            Some(rest) => (Day::parse(&rest[..10]).unwrap(), rest[10..].trim_start()),
            None => (first.plus(n as i64), *line),
        };
        let (kind, text) = line.split_once(": ").unwrap();
        let file = read_day(format!("- 09:{n:02} [{kind}] {text}\n").as_bytes(), day, "day.md".as_ref(), &settings);
        for record in &file.records {
            let settled = matcher.settle(record.day, &board);
            for change in settled.into_iter().chain(matcher.consider(record, &board).changes) {
                if board.apply(&change).is_ok() {
                    matcher.follow(&board);
                }
            }
        }
    }
    board
}

/// Each story: records; words that some entry must hold; words that none may hold; how many entries there are.
type Story = (&'static [&'static str], &'static [&'static str], &'static [&'static str], usize);

fn check(stories: &[Story]) {
    let mut wrong = Vec::new();
    for (lines, held, gone, count) in stories {
        let texts = story(lines);
        let all = texts.join("\n");
        let missing: Vec<_> = held.iter().filter(|w| !all.contains(**w)).collect();
        let stale: Vec<_> = gone.iter().filter(|w| all.contains(**w)).collect();
        if !missing.is_empty() || !stale.is_empty() || texts.len() != *count {
            wrong.push(format!(
                "{lines:#?}\n→ {texts:#?}\nmissing {missing:?}, stale {stale:?}, {} entries instead of {count}",
                texts.len()
            ));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), stories.len(), wrong.join("\n\n"));
}
