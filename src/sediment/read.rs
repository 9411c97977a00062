//! Reading the sediment by source ranges.
//!
//! pulldown-cmark only says where blocks begin and end. What is in them is read from the source
//! itself, since its events split `[topic:: …]` into pieces and drop escapes.

use std::ops::Range;
use std::path::Path;

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use super::conflict;
use super::head::{read_head, split_id};
use super::{Entry, Section};
use crate::error::{Problem, Severity};
use crate::memory::Settings;

/// The sediment file as read: the text itself and where its parts lie in it.
#[derive(Debug, Clone, Default)]
pub struct Sediment {
    /// The whole text, BOM and line ends as they are.
    pub text: String,
    /// Entries in file order.
    pub entries: Vec<Entry>,
    /// The program's section headings: section, and the bytes from its heading to the next heading of the same or a higher level.
    pub sections: Vec<(Section, Range<usize>)>,
    /// The bytes of those headings alone, line end included, in the same order.
    pub headings: Vec<Range<usize>>,
    /// Prose, comments, other headings: bytes that belong to the person, in file order.
    pub foreign: Vec<Range<usize>>,
    /// What is wrong.
    pub problems: Vec<Problem>,
}

/// Reads the text of a sediment file; `path` only labels problems.
pub fn read(text: &str, path: &Path, settings: &Settings) -> Sediment {
    let mut sediment = Sediment { text: text.to_owned(), ..Sediment::default() };
    let masked = conflict::masked(text);
    let text = &*masked.text;
    let start = body_start(text);
    let titles = titles(settings);
    let mut lines = Lines { text, at: 0, line: 1 };
    let mut section: Option<(Section, u8)> = None;

    for block in blocks(&text[start..]) {
        match block {
            Block::Heading { level, title, range } => {
                let range = shift(range, start);
                let title = title.trim().to_lowercase();
                let named = titles.iter().find(|(_, t)| *t == title).map(|(s, _)| *s);
                if section.is_some_and(|(_, open)| named.is_some() || level <= open) {
                    if let Some((_, open)) = sediment.sections.last_mut() {
                        open.end = range.start;
                    }
                    section = None;
                }
                if let Some(named) = named {
                    section = Some((named, level));
                    sediment.sections.push((named, range.start..text.len()));
                    sediment.headings.push(range);
                }
            }
            Block::Item { range, head, indent } => {
                let Some((section, _)) = section else { continue };
                let entry = entry(text, section, shift(range, start), shift(head, start), indent, &mut lines);
                sediment.entries.extend(entry);
            }
        }
    }
    sediment.foreign = foreign(text, start, &sediment, &masked.blanked);
    sediment.problems = problems(path, &sediment, &masked.lines);
    sediment
}

/// The bytes of a sediment file as text; false when some were not UTF-8 and had to be replaced,
/// in which case the text may be shown but must not be written back.
pub fn decode(bytes: &[u8]) -> (std::borrow::Cow<'_, str>, bool) {
    let text = String::from_utf8_lossy(bytes);
    let faithful = matches!(text, std::borrow::Cow::Borrowed(_));
    (text, faithful)
}

/// Headings of the sections as compared: trimmed, lower case.
fn titles(settings: &Settings) -> [(Section, String); 5] {
    Section::ALL.map(|s| (s, s.heading(settings).trim().to_lowercase()))
}

/// Where Markdown begins: after a byte-order mark and front matter, which is only known at the very start.
fn body_start(text: &str) -> usize {
    let bom = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let mut lines = text[bom..].split_inclusive('\n');
    let Some(first) = lines.next().filter(|l| l.trim_end() == "---") else { return bom };
    let mut at = bom + first.len();
    for line in lines {
        at += line.len();
        if matches!(line.trim_end(), "---" | "...") {
            return at;
        }
    }
    bom
}

enum Block {
    Heading { level: u8, title: String, range: Range<usize> },
    Item { range: Range<usize>, head: Range<usize>, indent: usize },
}

/// Top-level headings and the items of top-level lists, with the first paragraph of each item.
fn blocks(text: &str) -> Vec<Block> {
    let mut found = Vec::new();
    let mut depth = 0usize; // of containers around the event
    let mut item: Option<(Range<usize>, Option<Range<usize>>, bool)> = None; // range, head, head is complete
    let mut heading: Option<(u8, String, Range<usize>)> = None;
    for (event, range) in Parser::new(text).into_offset_iter() {
        if let Some((_, head, complete)) = &mut item
            && depth == 2
            && !*complete
        {
            match &event {
                Event::Start(Tag::Paragraph) => (*head, *complete) = (Some(range.clone()), true),
                Event::Start(
                    Tag::List(_) | Tag::CodeBlock(_) | Tag::BlockQuote(_) | Tag::Heading { .. } | Tag::HtmlBlock,
                )
                | Event::Rule => *complete = true,
                Event::End(_) => {}
                _ => {
                    let start = head.as_ref().map_or(range.start, |h| h.start);
                    *head = Some(start..range.end);
                }
            }
        }
        match event {
            Event::Start(tag) => {
                match tag {
                    Tag::Heading { level, .. } if depth == 0 => heading = Some((level as u8, String::new(), range)),
                    Tag::Item if depth == 1 => item = Some((range, None, false)),
                    _ => {}
                }
                depth += 1;
            }
            Event::End(tag) => {
                depth -= 1;
                match tag {
                    TagEnd::Heading(_) if depth == 0 => {
                        found.extend(heading.take().map(|(level, title, range)| Block::Heading {
                            level,
                            title,
                            range,
                        }));
                    }
                    TagEnd::Item if depth == 1 => found.extend(item.take().and_then(|(r, h, _)| located(text, r, h?))),
                    _ => {}
                }
            }
            Event::Text(part) | Event::Code(part) => {
                if let Some((_, title, _)) = &mut heading {
                    title.push_str(&part);
                }
            }
            Event::SoftBreak | Event::HardBreak => {
                if let Some((_, title, _)) = &mut heading {
                    title.push(' ');
                }
            }
            _ => {}
        }
    }
    found
}

/// An item with exact ends: without the blank lines around it that the parser counts in, from its
/// marker on, its head from the first character (an escaped one included).
fn located(text: &str, range: Range<usize>, head: Range<usize>) -> Option<Block> {
    let start = range.start + text[range.clone()].find(|c: char| !c.is_whitespace())?;
    let end = start + text[start..range.end].trim_end().len();
    let end = line_end(text, end).min(range.end.max(end));
    let marker = text[start..].find(|c: char| !c.is_ascii_digit())? + 1;
    let content = start + marker;
    let gap = text[content..end].find(|c: char| !c.is_whitespace())?;
    let indent = if text[content..content + gap].contains('\n') { marker + 1 } else { marker + gap };
    let head_start = content + gap;
    let head_end = head_start + text.get(head_start..head.end)?.trim_end().len();
    Some(Block::Item { range: start..end, head: head_start..head_end, indent })
}

fn entry(
    text: &str,
    section: Section,
    mut range: Range<usize>,
    mut head: Range<usize>,
    indent: usize,
    lines: &mut Lines<'_>,
) -> Option<Entry> {
    // A paragraph written right below an entry, without a blank line, would be a lazy continuation
    // of it. The id ends the head, so such prose stays the person's.
    let mut at = head.start;
    for line in text[head.clone()].split_inclusive('\n') {
        at += line.len();
        if split_id(line.trim_end()).is_some() {
            if at < head.end && !text[at..].starts_with([' ', '\t']) {
                range.end = at;
            }
            head.end = at.min(head.end);
            break;
        }
    }
    head.end = head.start + text[head.clone()].trim_end().len();
    let read = read_head(&text[head.clone()]);
    if read.text.is_empty() && read.id.is_none() {
        return None;
    }
    let body = text.get(line_end(text, head.end)..range.end).unwrap_or_default();
    Some(Entry {
        id: read.id,
        section,
        text: read.text,
        body: dedented(body, indent),
        fields: read.fields,
        line: lines.of(range.start),
        head,
        range,
    })
}

/// The lines without the indent of their item and without blank lines at either end.
fn dedented(body: &str, indent: usize) -> String {
    let lines = body.lines().map(|line| {
        let spaces = line.len() - line.trim_start_matches(' ').len();
        line.strip_prefix('\t').unwrap_or(&line[spaces.min(indent)..])
    });
    lines.collect::<Vec<_>>().join("\n").trim_matches('\n').to_owned()
}

/// The byte after the end of the line in which `at` lies.
pub(super) fn line_end(text: &str, at: usize) -> usize {
    memchr::memchr(b'\n', &text.as_bytes()[at..]).map_or(text.len(), |i| at + i + 1)
}

fn shift(range: Range<usize>, by: usize) -> Range<usize> {
    range.start + by..range.end + by
}

/// Counts lines up to offsets that only grow.
struct Lines<'t> {
    text: &'t str,
    at: usize,
    line: usize,
}

impl Lines<'_> {
    fn of(&mut self, offset: usize) -> usize {
        if offset < self.at {
            (self.at, self.line) = (0, 1);
        }
        self.line += memchr::memchr_iter(b'\n', &self.text.as_bytes()[self.at..offset]).count();
        self.at = offset;
        self.line
    }
}

/// What lies between the program's headings and entries and is not blank, marker lines left out.
fn foreign(text: &str, start: usize, sediment: &Sediment, blanked: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut own: Vec<&Range<usize>> =
        sediment.headings.iter().chain(sediment.entries.iter().map(|e| &e.range)).chain(blanked).collect();
    own.sort_by_key(|r| r.start);
    let end = text.len()..text.len();
    let mut foreign = Vec::new();
    let mut at = start;
    for range in own.into_iter().chain([&end]) {
        if range.start > at && !text[at..range.start].trim().is_empty() {
            foreign.push(at..range.start);
        }
        at = at.max(range.end);
    }
    foreign
}

/// Conflicts and ids that stand twice.
fn problems(path: &Path, sediment: &Sediment, conflicts: &[usize]) -> Vec<Problem> {
    let conflict = |line: &usize| {
        Problem::new(path, *line, "conflict-marker", "a conflict of a merge; both sides are read")
            .severity(Severity::Error)
            .remedy("`alluvium doctor --fix` unites both sides; a marker that stands alone is yours to delete")
    };
    let mut problems: Vec<Problem> = conflicts.iter().map(conflict).collect();
    let mut seen = std::collections::BTreeMap::new();
    for entry in &sediment.entries {
        let Some(id) = &entry.id else { continue };
        if let Some(first) = seen.insert(id, entry.line) {
            problems.push(
                Problem::new(path, entry.line, "duplicate-id", format!("{id} already stands on line {first}"))
                    .remedy("the next `alluvium distill` gives the second one an id of its own"),
            );
        }
    }
    problems
}
