//! Writing a run as a block of Markdown.
//!
//! ```text
//! ## 2025-03-14 23:50:02 +01:00 · distill (rules)
//!
//! - read 2025-03-14: k7q2m9 b01c9e
//! - added ^k3f9 Preferences and constraints: Reports are tables. [topic:: user/report-format] ← 2025-03-14#k7q2m9 · no entry on this topic
//! - end 7k2m9qd1, sediment 0000000000000 → 3f9ak2m1c7xyz.
//! - written
//! ```
//!
//! A block counts once its `end` line is whole, full stop included; `written` is added after the sediment file has
//! been replaced (the crash windows are told in [`crate::history`]).
//!
//! Texts stand on one line. A backslash goes before whatever in them could be taken for what
//! follows a text (` [key:: `, ` (was: `, ` ← `, ` · `), for a line end, or for a backslash.

use std::borrow::Cow;
use std::fmt::Write as _;

use chrono::{DateTime, FixedOffset};

use super::{Event, Run};
use crate::sediment::Section;
use crate::stream::base32::{base32, push_base32};
use crate::stream::{Fields, RecordId};

/// First confidence that is not written, since most entries begin with it.
pub(super) const USUAL_CONFIDENCE: f64 = 0.8;

/// The block of a run, from its heading to its `end` line, and the name given to the run.
/// `salt` (the length of the file so far) keeps equal runs of one second apart.
pub fn write_run(run: &Run, salt: u64) -> (String, String) {
    let mut block = String::with_capacity(256 + run.events.len() * 128);
    block.push_str("## ");
    block.push_str(&write_at(&run.at));
    block.push_str(" · ");
    block.push_str(&escape(&run.verb, Place::Before(" (")));
    if !run.detail.is_empty() {
        let _ = write!(block, " ({})", escape(&run.detail, Place::Tail));
    }
    block.push_str("\n\n");
    for event in &run.events {
        block.push_str("- ");
        write_event(&mut block, event);
        block.push('\n');
    }
    let sum = xxhash_rust::xxh3::xxh3_64_with_seed(block.as_bytes(), salt);
    let id = if run.id.is_empty() { base32(sum, 8) } else { run.id.clone() };
    let _ = write!(block, "- end {id}");
    match run.sediment {
        Some(sums) if sums.before == sums.after => {
            let _ = write!(block, ", sediment {}", base32(sums.after, 13));
        }
        Some(sums) => {
            let _ = write!(block, ", sediment {} → {}", base32(sums.before, 13), base32(sums.after, 13));
        }
        None => {}
    }
    block.push_str(".\n");
    if run.written {
        block.push_str(WRITTEN);
    }
    (block, id)
}

/// The line that is added once the sediment file has been replaced.
pub const WRITTEN: &str = "- written\n";

/// A date, a clock time to the second and an offset, as blocks bear it.
pub fn write_at(at: &DateTime<FixedOffset>) -> String {
    at.format("%Y-%m-%d %H:%M:%S %:z").to_string()
}

/// Section names in the history: fixed, since headings in the settings may change.
pub fn section_name(section: Section) -> &'static str {
    match section {
        Section::Preferences => "Preferences and constraints",
        Section::Context => "Context",
        Section::Decisions => "Decisions",
        Section::Lessons => "Lessons learned",
        Section::Procedures => "Procedures",
    }
}

/// One event as its line says it, without the list marker.
pub fn event_line(event: &Event) -> String {
    let mut line = String::new();
    write_event(&mut line, event);
    line
}

fn write_event(out: &mut String, event: &Event) {
    match event {
        Event::Read { day, hashes } => write_hashes(out, "read", &day.to_string(), hashes),
        Event::Unread { day, hashes } => write_hashes(out, "unread", &day.to_string(), hashes),
        Event::Added { id, section, text, fields, confidence, sources, by_hand, why } => {
            let hand = if *by_hand { "by hand, " } else { "" };
            let _ = write!(out, "added {id} {hand}{}:", section_name(*section));
            write_text(out, text);
            write_fields(out, fields);
            if *confidence != USUAL_CONFIDENCE {
                let _ = write!(out, " [confidence:: {confidence}]");
            }
            write_tail(out, sources, why);
        }
        Event::Restored { id, section, text, fields } => {
            let _ = write!(out, "restored {id} {}:", section_name(*section));
            write_text(out, text);
            write_fields(out, fields);
        }
        Event::Seen { id, sources, why } => {
            let _ = write!(out, "seen {id}");
            write_tail(out, sources, why);
        }
        Event::Updated { id, text, fields, was, confidence, sources, by_hand, why } => {
            let hand = if *by_hand { " by hand" } else { "" };
            let _ = write!(out, "updated {id}{hand}:");
            write_text(out, text);
            write_fields(out, fields);
            if let Some(confidence) = confidence {
                let _ = write!(out, " [confidence:: {confidence}]");
            }
            let _ = write!(out, " (was: {})", escape(was, Place::Tail));
            write_tail(out, sources, why);
        }
        Event::Past { id, text, from, until, sources, why } => {
            let until = until.map(|d| d.to_string()).unwrap_or_default();
            let _ = write!(out, "past {id} {from}..{until}:");
            write_text(out, text);
            write_tail(out, sources, why);
        }
        Event::Removed { id, reason, text, sources } => {
            let _ = write!(out, "removed {id} {}:", escape(reason, Place::Before(":")));
            write_text(out, text);
            write_tail(out, sources, "");
        }
        Event::Rejected { id, text } => {
            let _ = write!(out, "rejected {id} by hand:");
            write_text(out, text);
        }
        Event::Moved { id, section, by_hand } => {
            let hand = if *by_hand { " by hand" } else { "" };
            let _ = write!(out, "moved {id} to {}{hand}", section_name(*section));
        }
        Event::Judged { id, how, sources } => {
            let _ = write!(out, "judged {id}:");
            write_text(out, how);
            write_tail(out, sources, "");
        }
        Event::Conflict { older, newer, sources, why } => {
            let _ = write!(out, "conflict {older} {newer}");
            write_tail(out, sources, why);
        }
        Event::Settled { older, newer, how } => {
            let _ = write!(out, "settled {older} {newer}:");
            write_text(out, how);
        }
        Event::Undone { run, what } => {
            let _ = write!(out, "undone {run}:");
            write_text(out, what);
        }
        Event::Refiled { from, to } => {
            let _ = write!(out, "refiled {from} → {to}");
        }
        Event::Told(text) => {
            out.push_str("note:");
            write_text(out, text);
        }
    }
}

fn write_hashes(out: &mut String, verb: &str, day: &str, hashes: &[u32]) {
    let _ = write!(out, "{verb} {day}:");
    for hash in hashes {
        out.push(' ');
        push_base32(out, *hash);
    }
}

fn write_text(out: &mut String, text: &str) {
    out.push(' ');
    out.push_str(&escape(text, Place::Tail));
}

fn write_fields(out: &mut String, fields: &Fields) {
    for (key, value) in &fields.0 {
        let _ = write!(out, " [{key}:: {}]", escape(value, Place::Before("]")));
    }
}

fn write_tail(out: &mut String, sources: &[RecordId], why: &str) {
    if !sources.is_empty() {
        out.push_str(" ←");
        for source in sources {
            let _ = write!(out, " {source}");
        }
    }
    if !why.is_empty() {
        let _ = write!(out, " · {}", escape(why, Place::Tail));
    }
}

/// What comes after a text, and so must not stand in it bare.
#[derive(Clone, Copy)]
enum Place {
    /// Fields, the old text, sources, the reason, or a closing bracket at the very end.
    Tail,
    /// This.
    Before(&'static str),
}

fn escape(text: &str, place: Place) -> Cow<'_, str> {
    if !may_need_escape(text, place) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    let mut before = ' '; // a text is always written after a space
    for (i, c) in text.char_indices() {
        let rest = &text[i..];
        let special = match place {
            Place::Tail => {
                (before == ' ' && (matches!(c, '←' | '·') || rest.starts_with("(was: ") || begins_field(rest)))
                    || (c == ')' && (rest.len() == 1 || rest[1..].starts_with(' ')))
            }
            Place::Before(end) => rest.starts_with(end),
        };
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\\' => out.push_str("\\\\"),
            c if special => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
        before = c;
    }
    Cow::Owned(out)
}

/// Whether anything in a text may have to be escaped: a quick look, never wrong when it says no.
fn may_need_escape(text: &str, place: Place) -> bool {
    let bytes = text.as_bytes();
    let last = match place {
        Place::Tail => b')',
        Place::Before(end) => end.as_bytes().first().copied().unwrap_or(b'\\'),
    };
    let tail = matches!(place, Place::Tail);
    // Nearly no text needs any: one look without branches.
    bytes.iter().fold(false, |found, b| {
        let structure = (*b == last) | matches!(b, b'\\' | b'\n' | b'\r');
        found | structure | tail & matches!(b, b'[' | b'(' | 0xc2 | 0xe2)
    })
}

/// Whether a field begins here: `[`, lower-case letters, digits or hyphens, `::`.
pub(super) fn begins_field(text: &str) -> bool {
    let Some(inner) = text.strip_prefix('[') else { return false };
    let key = inner.bytes().take_while(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || *b == b'-').count();
    key > 0 && inner[key..].starts_with("::")
}
