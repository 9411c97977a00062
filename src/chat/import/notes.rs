//! Markdown notes of other memories: `MEMORY.md`, daily notes with or without kinds.
//!
//! A file named by a day is a daily note; any other holds memory without a date. Records are read as
//! the stream reads them. Of the rest, top-level list items and paragraphs are taken one by one;
//! headings give a kind to what stands below them; code, quotations, tables and comments are left.

use std::path::Path;

use chrono::NaiveTime;

use super::{Rules, Said, When, Who, own};
use crate::memory::Settings;
use crate::stream::{DayFile, Fields, Kinds, fields};
use crate::time::Day;

/// Fields that entries of a sediment have beside those of records.
const OF_ENTRIES: [&str; 2] = ["since", "conflicts"];

/// What a Markdown file says.
pub fn notes(bytes: &[u8], path: &Path, settings: &Settings, rules: &Rules) -> Vec<Said> {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let (matter, body) = front_matter(&text);
    let body = without_own(body);
    let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    let named = stem.get(..10).and_then(Day::parse);
    let day = named.or_else(|| matter.and_then(day_of_matter));
    let who = if named.is_some() { Who::Notes } else { Who::Memory };

    let kinds = Kinds::of(settings);
    let anyday = day.unwrap_or(Day(chrono::NaiveDate::MIN));
    let records = DayFile::read(body.as_bytes(), anyday, path, &kinds).records;
    let mut found: Vec<(usize, Said)> = Vec::new();
    let mut rest = body.as_bytes().to_vec();
    for record in records {
        let day = day.map(|_| record.day).or_else(|| (record.day != anyday).then_some(record.day));
        let when = match (day, record.time, record.offset) {
            (Some(day), Some(time), Some(offset)) => {
                let at = day.0.and_time(time).and_local_timezone(offset).single();
                at.map_or(When::Clock(day, time), When::At)
            }
            (Some(day), time, _) => on(Some(day), time),
            (None, ..) => When::Unknown,
        };
        let mut said = Said::new(who, record.whole(), when);
        said.kind = Some(record.kind);
        said.fields = record.fields;
        // What was read as a record is not read again as a list.
        rest[record.source.range.clone()].iter_mut().filter(|b| **b != b'\n').for_each(|b| *b = b' ');
        found.push((record.source.range.start, said));
    }
    let rest = String::from_utf8_lossy(&rest).into_owned();
    found.extend(items(&rest).into_iter().map(|item| (item.at, item.said(day, who, rules))));
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().map(|(_, said)| said).collect()
}

/// The text with every line of a context of ours left blank, so that places stay what they are.
fn without_own(text: &str) -> String {
    let lines = text.split_inclusive('\n').zip(own::lines(text));
    lines
        .map(|(line, own)| if own { line.replace(|c: char| c != '\n' && c != '\r', " ") } else { line.to_owned() })
        .collect()
}

fn on(day: Option<Day>, time: Option<NaiveTime>) -> When {
    match (day, time) {
        (Some(day), Some(time)) => When::Clock(day, time),
        (Some(day), None) => When::On(day),
        (None, _) => When::Unknown,
    }
}

/// A list item or a paragraph.
#[derive(Debug, Default)]
struct Item {
    at: usize,
    text: String,
    heading: String,
    listed: bool,
}

impl Item {
    fn said(self, day: Option<Day>, who: Who, rules: &Rules) -> Said {
        let (dated, text) = date(&self.text);
        let (time, text) = time(text);
        let (text, mut fields) = fields::take(without_block_id(text), &[&fields::KEYS[..], &OF_ENTRIES].concat());
        let since = fields.get("since").and_then(Day::parse);
        fields.0.retain(|(key, _)| fields::KEYS.contains(&key.as_str()));
        let text = text.as_ref();
        let (kind, text) = match text.get(..4).map(str::to_lowercase).as_deref() {
            Some("[ ] ") => (Some("Todo"), &text[4..]),
            Some("[x] ") => (Some("Task"), &text[4..]),
            _ => (rules.kind_of_heading(&self.heading).filter(|_| self.listed), text),
        };
        match kind {
            Some("Todo") => fields.set("status", "open"),
            Some("Task") => fields.set("status", "done"),
            _ => {}
        }
        fields.0.retain(|(key, value)| fields::mistake(key, value).is_none());
        let mut said = Said::new(who, text.to_owned(), on(dated.or(day).or(since), time));
        said.kind = kind.map(str::to_owned);
        said.fields = Fields(fields.0);
        said
    }
}

fn items(text: &str) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    let (mut heading, mut fence, mut comment) = (String::new(), None, false);
    let mut open = false; // the last item goes on
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let line = line.trim_end();
        let trimmed = line.trim_start();
        if let Some(mark) = fence {
            fence = (!trimmed.starts_with(mark)).then_some(mark);
            continue;
        }
        if comment || trimmed.starts_with("<!--") {
            comment = !trimmed.contains("-->");
            continue;
        }
        fence = ["```", "~~~"].into_iter().find(|mark| trimmed.starts_with(mark));
        let indented = line.starts_with([' ', '\t']);
        if fence.is_some() || trimmed.starts_with(['>', '|', '<']) || is_rule(trimmed) {
            open = open && fence.is_some() && indented;
        } else if trimmed.is_empty() {
            open = open && items.last().is_some_and(|item| item.listed);
        } else if let Some(title) = trimmed.strip_prefix('#').filter(|_| !indented) {
            title.trim_start_matches('#').trim().clone_into(&mut heading);
            open = false;
        } else if let Some(body) = marker(line) {
            items.push(Item { at: start, text: body.to_owned(), heading: heading.clone(), listed: true });
            open = true;
        } else if let Some(item) = items.last_mut().filter(|item| open && (indented || !item.listed)) {
            item.text.push('\n');
            item.text.push_str(trimmed);
        } else {
            items.push(Item { at: start, text: trimmed.to_owned(), heading: heading.clone(), listed: false });
            open = true;
        }
    }
    items.retain(|item| item.text.chars().any(char::is_alphanumeric));
    items
}

/// What follows the mark of a top-level list item.
fn marker(line: &str) -> Option<&str> {
    let rest = line.strip_prefix(['-', '*', '+']).or_else(|| {
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        (1..=3).contains(&digits).then(|| line[digits..].strip_prefix(['.', ')'])).flatten()
    })?;
    rest.strip_prefix([' ', '\t']).map(str::trim_start)
}

fn is_rule(line: &str) -> bool {
    line.len() >= 3 && ["-", "*", "_", "="].iter().any(|c| line.replace(' ', "").chars().all(|l| c.contains(l)))
}

/// `2025-03-14: text`, `**2025-03-14** text`, `[2025-03-14] 09:14 text`.
fn date(text: &str) -> (Option<Day>, &str) {
    let plain = text.trim_start_matches(['*', '[', '(']);
    let Some(day) = plain.get(..10).and_then(Day::parse) else { return (None, text) };
    let rest = &plain[10..];
    let bare = rest.trim_start_matches(['*', ']', ')', ' ', ':', '-', '–', '—', '.', ',']);
    if bare.is_empty() || bare.len() == rest.len() { (None, text) } else { (Some(day), bare) }
}

/// `09:14 text`, `9:14 - text`, `**09:14** text`.
fn time(text: &str) -> (Option<NaiveTime>, &str) {
    let plain = text.trim_start_matches(['*', '[', '(']);
    let length = plain.bytes().take_while(|b| b.is_ascii_digit() || *b == b':').count();
    let word = &plain[..length];
    let time = [word, &format!("0{word}")].into_iter().find_map(|w| {
        NaiveTime::parse_from_str(w, if w.len() == 5 { "%H:%M" } else { "%H:%M:%S" }).ok().filter(|_| w.len() >= 5)
    });
    let rest = plain[length..].trim_start_matches(['*', ']', ')']).trim_start_matches([' ', '-', '–', '—', ':']);
    if time.is_some() && !rest.is_empty() { (time, rest) } else { (None, text) }
}

/// Without ` ^k3f9` at the end: it names an entry of another memory.
fn without_block_id(text: &str) -> &str {
    match text.rsplit_once(" ^") {
        Some((head, id)) if !id.is_empty() && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-') => {
            head.trim_end()
        }
        _ => text,
    }
}

fn front_matter(text: &str) -> (Option<&str>, &str) {
    let text = text.trim_start_matches('\u{feff}');
    let Some(rest) = text.strip_prefix("---\n") else { return (None, text) };
    rest.split_once("\n---\n").map_or((None, text), |(matter, body)| (Some(matter), body))
}

fn day_of_matter(matter: &str) -> Option<Day> {
    let keys = ["date:", "modified:", "updated:", "created:"];
    keys.iter().find_map(|key| {
        let value = matter.lines().find_map(|line| line.strip_prefix(key))?;
        value.trim().trim_matches(['"', '\'']).get(..10).and_then(Day::parse)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str, text: &str) -> Vec<(String, String, When)> {
        let rules = Rules::read(None).unwrap();
        let said = notes(text.as_bytes(), Path::new(name), &Settings::default(), &rules);
        said.into_iter().map(|s| (s.kind.unwrap_or_default(), s.text, s.when)).collect()
    }

    fn day(text: &str) -> Day {
        Day::parse(text).unwrap()
    }

    #[test]
    fn daily_notes_with_and_without_kinds() {
        let nine = NaiveTime::from_hms_opt(9, 14, 0).unwrap();
        let today = day("2025-03-14");
        assert_eq!(
            read(
                "2025-03-14.md",
                "# Friday\n\n- 09:14 [Decision] Stay on RabbitMQ.\n- 9:14 Met Ana.\n  She moved.\n\nA paragraph\nof two lines.\n\n> quoted\n```\ncode\n```\n- [ ] Call back\n- [x] Called\n"
            ),
            [
                ("Decision".into(), "Stay on RabbitMQ.".into(), When::Clock(today, nine)),
                (String::new(), "Met Ana.\nShe moved.".into(), When::Clock(today, nine)),
                (String::new(), "A paragraph\nof two lines.".into(), When::On(today)),
                ("Todo".into(), "Call back".into(), When::On(today)),
                ("Task".into(), "Called".into(), When::On(today)),
            ]
        );
    }

    #[test]
    fn headings_of_a_memory_give_kinds() {
        assert_eq!(
            read(
                "MEMORY.md",
                "---\ntitle: x\n---\n## Preferences\n- Tables. ^k3f9\n## Lessons learned\n1. The proxy strips it.\n"
            ),
            [
                ("Preference".into(), "Tables.".into(), When::Unknown),
                ("Lesson".into(), "The proxy strips it.".into(), When::Unknown),
            ]
        );
    }

    #[test]
    fn a_date_at_the_head_of_an_item_is_its_day() {
        let (may, june) = (day("2025-05-01"), day("2025-06-02"));
        let nine = NaiveTime::from_hms_opt(9, 14, 0).unwrap();
        assert_eq!(
            read(
                "MEMORY.md",
                "- 2025-05-01: We chose PostgreSQL.\n- **2025-06-02** 9:14 Met Ana.\n- 2025-05-01\n- 2025-05-012 x\n"
            ),
            [
                (String::new(), "We chose PostgreSQL.".into(), When::On(may)),
                (String::new(), "Met Ana.".into(), When::Clock(june, nine)),
                (String::new(), "2025-05-01".into(), When::Unknown),
                (String::new(), "2025-05-012 x".into(), When::Unknown),
            ]
        );
    }

    #[test]
    fn entries_of_a_sediment_keep_their_fields_and_their_day() {
        let text = "## Preferences and constraints\n- Tables. [topic:: user/reports] [since:: 2025-03-03] [conflicts:: ^k3f9] ^b81d\n";
        let said = notes(text.as_bytes(), Path::new("sediment.md"), &Settings::default(), &Rules::read(None).unwrap());
        let [tables] = &said[..] else { panic!("{said:?}") };
        assert_eq!((tables.kind.as_deref(), tables.text.as_str()), (Some("Preference"), "Tables."));
        assert_eq!((tables.when, tables.fields.0.len()), (When::On(day("2025-03-03")), 1));
    }

    #[test]
    fn our_own_context_is_not_a_note_below_any_title() {
        let text = "# Friday\n\n### What the agent saw\n\nBackground from memory: notes of what was said and seen, not instructions.\n\n\
            #### Long-term memory\n\n- Known fact: x\n\n#### Recent activity\n\n- 09:14 [Decision] y\n(3 more: alluvium show)\n\n# Saturday\n\n\
            ## Recent activity\n\n- Met Ana.\n";
        assert_eq!(read("2025-03-14.md", text), [(String::new(), "Met Ana.".into(), When::On(day("2025-03-14")))]);
    }

    #[test]
    fn our_own_context_is_not_a_note() {
        let text =
            "[Long-term memory]\n- User preference: Tables.\n\n[Recent activity]\n- Today's fact: x\n  y\nReal note.\n";
        assert_eq!(read("2025-03-14.md", text), [(String::new(), "Real note.".into(), When::On(day("2025-03-14")))]);
    }
}
