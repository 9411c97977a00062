//! Editing the sediment: replacing, removing and adding entries by source range.
//!
//! Only the bytes of an entry that changes are touched; everything else, line ends and byte-order
//! mark included, is copied. New lines end as most lines of the file do.

use std::ops::Range;

use super::Section;
use super::head::{Head, write_head};
use super::read::{Sediment, line_end};
use crate::memory::Settings;

/// One edit. Entries are named by their place in [`Sediment::entries`].
#[derive(Debug, Clone, PartialEq)]
pub enum Edit {
    /// Gives an entry another first paragraph; marker and body stay.
    Rewrite {
        /// Its place.
        at: usize,
        /// What it says from now on.
        head: Head,
    },
    /// Takes an entry out, its body with it.
    Remove {
        /// Its place.
        at: usize,
    },
    /// Adds an entry at the end of a section, which is created where it is missing.
    Add {
        /// The section.
        section: Section,
        /// What it says.
        head: Head,
        /// Its continuation, without indent; empty for most.
        body: String,
    },
}

/// The text of a file that holds nothing yet.
pub fn skeleton(settings: &Settings) -> String {
    let headings = Section::ALL.map(|s| format!("\n## {}\n", s.heading(settings)));
    format!("# Long-term memory\n{}", headings.concat())
}

/// The text of the file after the edits.
pub fn edit(sediment: &Sediment, edits: &[Edit], settings: &Settings) -> String {
    let text = sediment.text.as_str();
    let eol = line_ending(text);
    let mut cuts: Vec<(Range<usize>, String)> = Vec::new();
    let mut removals: Vec<Range<usize>> = Vec::new();
    let mut additions: Vec<(Section, String)> = Vec::new();
    for edit in edits {
        match edit {
            Edit::Rewrite { at, head } => cuts.push((sediment.entries[*at].head.clone(), write_head(head))),
            Edit::Remove { at } => removals.push(sediment.entries[*at].range.clone()),
            Edit::Add { section, head, body } => {
                let item = item(marker(sediment, *section), head, body, eol);
                match additions.iter_mut().find(|(s, _)| s == section) {
                    Some((_, items)) => items.push_str(&item),
                    None => additions.push((*section, item)),
                }
            }
        }
    }
    additions.sort_by_key(|(section, _)| *section);
    for (section, items) in additions {
        let (range, new) = place(sediment, section, &items, eol, settings);
        let new = apart(new, &text[range.end..], eol);
        cuts.push((range, new));
    }
    for entry in removals {
        let lines = whole_lines(text, &entry);
        // The blank line behind an entry stays for what comes in its place.
        let taken = cuts.iter().any(|(range, _)| (entry.end..lines.end).contains(&range.start));
        cuts.push((if taken { lines.start..entry.end } else { lines }, String::new()));
    }
    // Equal places keep the order in which they were asked for.
    cuts.sort_by_key(|(range, _)| (range.start, range.end));
    let mut out = String::with_capacity(text.len() + 256);
    let mut at = 0;
    for (range, new) in cuts {
        out.push_str(&text[at..range.start]);
        if !out.is_empty() && !out.ends_with('\n') && new.ends_with('\n') {
            out.push_str(eol);
        }
        out.push_str(&new);
        at = range.end;
    }
    out.push_str(&text[at..]);
    out
}

/// The line end of most lines.
pub fn line_ending(text: &str) -> &'static str {
    let all = memchr::memchr_iter(b'\n', text.as_bytes()).count();
    if text.matches("\r\n").count() * 2 > all { "\r\n" } else { "\n" }
}

/// The entry's lines from their very beginning, the indent of its marker included. Where it stood
/// alone between blank lines, one of the two goes with it, so that coming and going leaves no gaps.
fn whole_lines(text: &str, range: &Range<usize>) -> Range<usize> {
    let start = text[..range.start].rfind('\n').map_or(0, |i| i + 1);
    let start = if text[start..range.start].trim().is_empty() { start } else { range.start };
    let after = line_end(text, range.end);
    let line_before = text[..start].strip_suffix('\n').unwrap_or_default();
    let blank_before = line_before.trim_end_matches(['\r', ' ', '\t']).ends_with('\n');
    let blank_after = range.end < text.len() && text[range.end..after].trim().is_empty();
    start..if blank_before && blank_after { after } else { range.end }
}

fn marker(sediment: &Sediment, section: Section) -> char {
    let last = sediment.entries.iter().rev().find(|e| e.section == section);
    // A numbered list goes on with a dash.
    let first = last.and_then(|e| sediment.text[e.range.clone()].chars().next());
    first.filter(|c| matches!(c, '*' | '+')).unwrap_or('-')
}

fn item(marker: char, head: &Head, body: &str, eol: &str) -> String {
    let mut item = format!("{marker} {}{eol}", write_head(head));
    for line in body.lines() {
        if !line.is_empty() {
            item.push_str("  ");
            item.push_str(line);
        }
        item.push_str(eol);
    }
    item
}

/// Ends the list behind new items where indented text follows, which would become part of the last one.
fn apart(mut new: String, rest: &str, eol: &str) -> String {
    let next = rest.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    if next.starts_with("  ") || next.trim_start_matches(' ').starts_with('\t') {
        let blank = format!("{eol}{eol}");
        let before = if new.ends_with(&blank) { "" } else { eol };
        let after = if rest[..line_end(rest, 0)].trim().is_empty() { "" } else { eol };
        new.push_str(&format!("{before}<!-- -->{eol}{after}"));
    }
    new
}

/// Where new items of a section go, with what must stand around them.
fn place(sediment: &Sediment, section: Section, items: &str, eol: &str, settings: &Settings) -> (Range<usize>, String) {
    let text = sediment.text.as_str();
    if let Some(entry) = sediment.entries.iter().rev().find(|e| e.section == section) {
        return (entry.range.end..entry.range.end, items.to_owned());
    }
    if let Some(i) = sediment.sections.iter().position(|(s, _)| *s == section) {
        let heading = &sediment.headings[i];
        let is_blank = |at: usize| text[at..line_end(text, at)].trim().is_empty();
        // Between the heading, a blank line, and another one.
        let (at, before) = if heading.end < text.len() && is_blank(heading.end) {
            (line_end(text, heading.end), "")
        } else {
            (heading.end, eol)
        };
        let after = if is_blank(at) { "" } else { eol };
        return (at..at, format!("{before}{items}{after}"));
    }
    let heading = section.heading(settings);
    let level = sediment.headings.first().map_or(2, |h| {
        let marks = text[h.clone()].bytes().take_while(|b| *b == b'#').count();
        if marks == 0 { 2 } else { marks }
    });
    let title = format!("{} {heading}", "#".repeat(level));
    let later = sediment.sections.iter().filter(|(s, _)| *s > section).min_by_key(|(s, r)| (*s, r.start));
    let earlier = sediment.sections.iter().filter(|(s, _)| *s < section).max_by_key(|(s, r)| (*s, r.end));
    if earlier.is_none()
        && let Some((_, range)) = later
    {
        return (range.start..range.start, format!("{title}{eol}{eol}{items}{eol}"));
    }
    let end = earlier.map_or(text.len(), |(_, r)| r.end);
    let content = text[..end].trim_end().len();
    let at = if content == 0 { end } else { line_end(text, content).min(end.max(content)) };
    let before = if text[..at].trim().is_empty() { "" } else { eol };
    let after = if text[at..line_end(text, at)].trim().is_empty() { "" } else { eol };
    (at..at, format!("{before}{title}{eol}{eol}{items}{after}"))
}
