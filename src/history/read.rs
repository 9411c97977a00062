//! Reading the history; what is not an event of ours is kept as it stands and skipped.
//!
//! A line scanner without regular expressions, since ten years of history are read at once. Only
//! closed blocks count. After a merge by hand or by git's union the lines of two blocks may be
//! mixed: lines after an `end` belong to a further run at the time of the heading above, and a run
//! that stands twice (same name) is read once.

use std::collections::HashSet;
use std::path::Path;

use chrono::{DateTime, FixedOffset};

use super::event::Sums;
use super::write::{USUAL_CONFIDENCE, begins_field, section_name};
use super::{Event, Run};
use crate::error::{Problem, Severity};
use crate::sediment::{EntryId, Section};
use crate::stream::base32::read_base32;
use crate::stream::{Fields, RecordId, RecordIds};
use crate::time::Day;

/// The closed runs of one history file in file order, and what is wrong with the rest.
pub fn read_history(text: &str, path: &Path) -> (Vec<Run>, Vec<Problem>) {
    let mut runs: Vec<Run> = Vec::new();
    let mut problems = Vec::new();
    let mut names = HashSet::new();
    let mut open: Option<(usize, Run)> = None;
    for (i, line) in text.lines().enumerate() {
        if let Some(heading) = line.strip_prefix("## ") {
            close(&mut open, path, &mut problems);
            open = read_heading(heading).map(|run| (i + 1, run));
        } else if let Some(item) = line.strip_prefix("- ") {
            if item == "written" {
                if let Some(last) = runs.last_mut() {
                    last.written = true;
                }
                continue;
            }
            let Some((_, run)) = &mut open else { continue };
            if let Some((id, sediment)) = read_end(item) {
                let mut next = Run::new(run.at, &run.verb, &run.detail, Vec::new());
                std::mem::swap(&mut next, run);
                (next.id, next.sediment) = (id, sediment);
                next.written = next.sediment.is_none_or(|s| s.before == s.after);
                if names.insert(next.id.clone()) {
                    runs.push(next);
                }
            } else if let Some(event) = read_event(item) {
                run.events.push(event);
            } else {
                problems.push(Problem::new(path, i + 1, "unknown-event", "a line that is no event of the history"));
            }
        } else if line.starts_with("<<<<<<< ") {
            problems.push(
                Problem::new(path, i + 1, "conflict-marker", "a conflict of a merge; both sides are read")
                    .severity(Severity::Error)
                    .remedy("`alluvium doctor --fix` unites both sides"),
            );
        }
    }
    close(&mut open, path, &mut problems);
    (runs, problems)
}

fn close(open: &mut Option<(usize, Run)>, path: &Path, problems: &mut Vec<Problem>) {
    if let Some((line, run)) = open.take()
        && !run.events.is_empty()
    {
        let reason = "a block that was never finished; it does not count, and the next distillation did its work again";
        problems.push(Problem::new(path, line, "unfinished-block", reason).severity(Severity::Note));
    }
}

/// What a run with nothing new needs to know, without folding anything.
#[derive(Debug, Clone, Default)]
pub struct Glance {
    /// Every record that was read.
    pub read: RecordIds,
    /// The sediment file as the last run that looked at it left it; none when that is not certain.
    pub sediment: Option<u64>,
}

impl Glance {
    /// Takes in a history file; files come oldest first.
    pub fn take(&mut self, text: &str) {
        let mut pending: Vec<&str> = Vec::new();
        let mut unread: Vec<&str> = Vec::new();
        let mut sums: Option<Sums> = None;
        for line in text.lines() {
            if line.starts_with("## ") {
                pending.clear();
                unread.clear();
                continue;
            }
            let Some(item) = line.strip_prefix("- ") else { continue };
            if let Some(list) = item.strip_prefix("read ") {
                pending.push(list);
            } else if let Some(list) = item.strip_prefix("unread ") {
                unread.push(list);
            } else if item == "written" {
                self.sediment = sums.map(|s| s.after);
            } else if let Some((_, sediment)) = item.starts_with("end ").then(|| read_end(item)).flatten() {
                for (day, hashes) in pending.drain(..).filter_map(read_hashes) {
                    self.read.extend(hashes.into_iter().map(|hash| RecordId { day, hash }));
                }
                for (day, hashes) in unread.drain(..).filter_map(read_hashes) {
                    for hash in hashes {
                        self.read.remove(&RecordId { day, hash });
                    }
                }
                if sediment.is_some() {
                    sums = sediment;
                    self.sediment = sums.filter(|s| s.before == s.after).map(|s| s.after);
                }
            }
        }
    }
}

/// `2025-03-14 23:50:02 +01:00 · verb (detail)`.
pub fn read_heading(heading: &str) -> Option<Run> {
    let (at, rest) = heading.split_once(" · ")?;
    let at = read_at(at)?;
    let (verb, rest) = until(rest, |text| text.is_empty() || text.starts_with(" ("));
    let detail = match rest.strip_prefix(" (").and_then(|d| d.strip_suffix(')')) {
        Some(detail) => until(detail, str::is_empty).0,
        None => String::new(),
    };
    Some(Run::new(at, &verb, &detail, Vec::new()))
}

/// A date, a clock time to the second and an offset, as blocks bear it.
pub fn read_at(text: &str) -> Option<DateTime<FixedOffset>> {
    DateTime::parse_from_str(text, "%Y-%m-%d %H:%M:%S %z").ok()
}

/// `end 7k2m9qd1.`, and the sediment's sums when they were noted.
fn read_end(item: &str) -> Option<(String, Option<Sums>)> {
    let rest = item.strip_prefix("end ")?.strip_suffix('.')?;
    let (id, sums) = match rest.split_once(", sediment ") {
        Some((id, sums)) => {
            let (before, after) = sums.split_once(" → ").unwrap_or((sums, sums));
            (id, Some(Sums { before: read_sum(before)?, after: read_sum(after)? }))
        }
        None => (rest, None),
    };
    (id.len() == 8 && id.bytes().all(|b| b.is_ascii_alphanumeric())).then(|| (id.to_owned(), sums))
}

/// A fingerprint: 13 characters.
fn read_sum(text: &str) -> Option<u64> {
    read_base32(text).filter(|_| text.len() == 13)
}

/// `2025-03-14: k7q2m9 b01c9e`.
fn read_hashes(list: &str) -> Option<(Day, Vec<u32>)> {
    let (day, hashes) = list.split_once(':')?;
    let hashes = hashes.split_ascii_whitespace().filter_map(RecordId::parse_hash);
    Some((Day::parse(day)?, hashes.collect()))
}

/// A line of a block, without its list marker.
pub fn read_event(item: &str) -> Option<Event> {
    if let Some(text) = item.strip_prefix("note: ") {
        return Some(Event::Told(until(text, str::is_empty).0));
    }
    let (verb, rest) = item.split_once(' ')?;
    match verb {
        "read" => return read_hashes(rest).map(|(day, hashes)| Event::Read { day, hashes }),
        "unread" => return read_hashes(rest).map(|(day, hashes)| Event::Unread { day, hashes }),
        "refiled" => {
            let (from, to) = rest.split_once(" → ")?;
            return Some(Event::Refiled { from: RecordId::parse(from)?, to: RecordId::parse(to)? });
        }
        "undone" => {
            let (run, what) = rest.split_once(": ")?;
            return Some(Event::Undone { run: run.to_owned(), what: until(what, str::is_empty).0 });
        }
        _ => {}
    }
    let (id, rest) = read_id(rest)?;
    match verb {
        "added" => {
            let (by_hand, rest) = flag(rest, " by hand,");
            let (section, rest) = read_section(rest.strip_prefix(' ')?)?;
            let (text, rest) = read_text(rest.strip_prefix(": ")?);
            let (mut fields, rest) = read_fields(rest);
            let confidence = take_confidence(&mut fields).unwrap_or(USUAL_CONFIDENCE);
            let (sources, why) = read_tail(rest);
            Some(Event::Added { id, section, text, fields, confidence, sources, by_hand, why })
        }
        "restored" => {
            let (section, rest) = read_section(rest.strip_prefix(' ')?)?;
            let (text, rest) = read_text(rest.strip_prefix(": ")?);
            let (fields, _) = read_fields(rest);
            Some(Event::Restored { id, section, text, fields })
        }
        "seen" => {
            let (sources, why) = read_tail(rest);
            Some(Event::Seen { id, sources, why })
        }
        "updated" => {
            let (by_hand, rest) = flag(rest, " by hand");
            let (text, rest) = read_text(rest.strip_prefix(": ")?);
            let (mut fields, rest) = read_fields(rest);
            let confidence = take_confidence(&mut fields);
            let (was, rest) = until(rest.strip_prefix(" (was: ")?, ends_old_text);
            let (sources, why) = read_tail(rest.strip_prefix(')')?);
            Some(Event::Updated { id, text, fields, was, confidence, sources, by_hand, why })
        }
        "past" => {
            let (days, rest) = rest.strip_prefix(' ')?.split_once(": ")?;
            let (from, until) = days.split_once("..")?;
            let until = if until.is_empty() { None } else { Some(Day::parse(until)?) };
            let (text, rest) = read_text(rest);
            let (sources, why) = read_tail(rest);
            Some(Event::Past { id, text, from: Day::parse(from)?, until, sources, why })
        }
        "removed" => {
            let (reason, rest) = until(rest.strip_prefix(' ')?, |text| text.starts_with(':'));
            let (text, rest) = read_text(rest.strip_prefix(": ")?);
            let (sources, _) = read_tail(rest);
            Some(Event::Removed { id, reason, text, sources })
        }
        "rejected" => {
            let (text, _) = read_text(rest.strip_prefix(" by hand: ")?);
            Some(Event::Rejected { id, text })
        }
        "moved" => {
            let (section, rest) = read_section(rest.strip_prefix(" to ")?)?;
            Some(Event::Moved { id, section, by_hand: rest == " by hand" })
        }
        "judged" => {
            let (how, rest) = read_text(rest.strip_prefix(": ")?);
            let (sources, _) = read_tail(rest);
            Some(Event::Judged { id, how, sources })
        }
        "conflict" => {
            let (newer, rest) = read_id(rest.strip_prefix(' ')?)?;
            let (sources, why) = read_tail(rest);
            Some(Event::Conflict { older: id, newer, sources, why })
        }
        "settled" => {
            let (newer, rest) = read_id(rest.strip_prefix(' ')?)?;
            Some(Event::Settled { older: id, newer, how: read_text(rest.strip_prefix(": ")?).0 })
        }
        _ => None,
    }
}

/// `^k3f9`, and what follows it.
fn read_id(text: &str) -> Option<(EntryId, &str)> {
    let text = text.strip_prefix('^')?;
    let len = text.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'-').count();
    (len > 0).then(|| (EntryId(text[..len].into()), &text[len..]))
}

fn read_section(text: &str) -> Option<(Section, &str)> {
    Section::ALL.into_iter().find_map(|s| Some((s, text.strip_prefix(section_name(s))?)))
}

fn flag<'t>(text: &'t str, word: &str) -> (bool, &'t str) {
    match text.strip_prefix(word) {
        Some(rest) => (true, rest),
        None => (false, text),
    }
}

/// A text up to what may follow it.
fn read_text(text: &str) -> (String, &str) {
    until(text, |rest| {
        rest.is_empty()
            || rest.strip_prefix(' ').is_some_and(|next| {
                next.starts_with("← ") || next.starts_with("· ") || next.starts_with("(was: ") || begins_field(next)
            })
    })
}

fn ends_old_text(rest: &str) -> bool {
    rest.strip_prefix(')').is_some_and(|next| next.is_empty() || next.starts_with(' '))
}

fn read_fields(mut rest: &str) -> (Fields, &str) {
    let mut fields = Fields::default();
    while let Some(field) = rest.strip_prefix(' ').filter(|next| begins_field(next)) {
        let Some((key, value)) = field[1..].split_once(":: ") else { break };
        let (value, after) = until(value, |text| text.starts_with(']'));
        let Some(after) = after.strip_prefix(']') else { break };
        fields.0.push((key.to_owned(), value));
        rest = after;
    }
    (fields, rest)
}

fn take_confidence(fields: &mut Fields) -> Option<f64> {
    let confidence = fields.get("confidence")?.parse().ok();
    fields.remove("confidence");
    confidence
}

/// Sources and the reason.
fn read_tail(rest: &str) -> (Vec<RecordId>, String) {
    let (sources, why) = match rest.split_once(" · ") {
        Some((sources, why)) => (sources, until(why, str::is_empty).0),
        None => (rest, String::new()),
    };
    let sources = sources.strip_prefix(" ← ").unwrap_or_default();
    (sources.split_ascii_whitespace().filter_map(RecordId::parse).collect(), why)
}

/// Unescapes up to where the unescaped rest fits, which is where the second part begins.
fn until(text: &str, stop: impl Fn(&str) -> bool) -> (String, &str) {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        // Only these can begin what follows a text; letters are passed over quickly.
        if matches!(c, ' ' | ')' | ']' | ':') && stop(&text[at..]) {
            break;
        }
        if c == '\\' {
            at += 1;
            match text[at..].chars().next() {
                Some('n') => out.push('\n'),
                Some('r') => out.push('\r'),
                Some(next) => out.push(next),
                None => out.push('\\'),
            }
            at += text[at..].chars().next().map_or(0, char::len_utf8);
        } else {
            out.push(c);
            at += c.len_utf8();
        }
    }
    (out, &text[at..])
}
