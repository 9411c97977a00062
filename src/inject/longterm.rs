//! The long-term section: entries of the sediment and a person's own text between them, as lines.

use std::collections::HashMap;

use super::line::{Item, LeftOut, Line, Part, Why};
use super::neutral;
use super::plan::Plan;
use super::words::{DENIED, Labels, is_constraint, is_of_somebody, unconfirmed};
use crate::history::weights::Weight;
use crate::history::{State, Weights, lifecycle};
use crate::memory::Settings;
use crate::sediment::{Entry, EntryId, Section, Sediment};
use crate::stream::RecordId;
use crate::time::Day;

/// The lines of the sediment in file order; of two entries in open conflict the newer one first. What
/// was judged wrong so often that pruning would take it first is left out.
pub fn lines(
    sediment: &Sediment,
    plan: &Plan,
    labels: &Labels<'_>,
    weights: &Weights,
    settings: &Settings,
    left_out: &mut Vec<LeftOut>,
) -> Vec<Item> {
    let mut items: Vec<(usize, Item)> = Vec::new();
    for entry in &sediment.entries {
        if !plan.sections.contains(&entry.section) {
            continue;
        }
        let weight = entry.id.as_ref().and_then(|id| weights.entries.get(id)).filter(|w| w.is_of(&entry.text));
        let doubted = weight.filter(|w| w.denied).map(|w| w.confidence);
        let until = entry.fields.get("until").and_then(Day::parse).filter(|until| *until < plan.today);
        let reason = match doubted.filter(|confidence| *confidence < settings.decay.min_confidence) {
            _ if until.is_some() => until.map(|until| format!("held until {until}")),
            doubted => doubted.map(|confidence| format!("judged wrong, confidence {confidence:.2}")),
        };
        if let Some(reason) = reason {
            left_out.push(LeftOut { place: place(entry), text: entry.text.clone(), reason, elsewhere: false });
            continue;
        }
        let mut item = item(entry, &sediment.entries, labels, plan.today);
        item.line.notes.extend(doubted.map(|_| DENIED.to_owned()));
        items.push((entry.range.start, item));
    }
    if plan.notes {
        items.extend(notes(sediment, labels));
        items.sort_by_key(|(at, _)| *at);
    }
    let mut items: Vec<Item> = items.into_iter().map(|(_, item)| item).collect();
    newer_first(&mut items, &sediment.entries);
    items
}

/// What sort of line an entry makes. A constraint is what was recorded as one, or says so by its words.
fn sort_of(entry: &Entry) -> &'static str {
    match entry.section {
        Section::Preferences if entry.fields.get("kind") == Some("constraint") || is_constraint(&entry.text) => {
            "constraint"
        }
        Section::Preferences => "preference",
        Section::Context => "context",
        Section::Decisions => "decision",
        Section::Lessons => "lesson",
        Section::Procedures => "procedure",
    }
}

fn item(entry: &Entry, all: &[Entry], labels: &Labels<'_>, today: Day) -> Item {
    let sort = sort_of(entry);
    let since = entry.fields.get("since").and_then(Day::parse);
    let mut line = Line {
        kind: sort.to_owned(),
        text: neutral::joined(&entry.text, &entry.body),
        day: since,
        id: entry.id.as_ref().map(ToString::to_string),
        ..Line::default()
    };
    // What nobody confirmed is a note on what was seen, never a preference or a rule of the user.
    match unconfirmed(entry.fields.get("origin")) {
        Some(remark) => {
            labels.of("note").clone_into(&mut line.label);
            "note".clone_into(&mut line.kind);
            line.notes.push(remark.to_owned());
        }
        None if sort == "preference" && is_of_somebody(&entry.text) => {
            labels.of("context").clone_into(&mut line.label);
        }
        None => labels.of(sort).clone_into(&mut line.label),
    }
    for (key, word, shown) in [
        ("since", "since", entry.section == Section::Decisions),
        ("until", "until", true),
        ("because", "because", true),
    ] {
        if let Some(value) = entry.fields.get(key).filter(|value| shown && !entry.text.contains(value)) {
            line.notes.push(format!("{word} {}", neutral::line(value)));
        }
    }
    line.notes.extend(since.and_then(|since| ahead(&entry.text, since)).and_then(|day| match today.since(day) {
        0 => Some("that is today".to_owned()),
        1.. => Some("that day has passed".to_owned()),
        _ => None,
    }));
    if conflict(entry).is_some_and(|newer| all.iter().any(|e| e.id.as_ref() == Some(&newer))) {
        line.notes.push("earlier; may no longer hold".to_owned());
    }
    Item {
        part: Part::LongTerm,
        line,
        value: f64::INFINITY,
        place: place(entry),
        why: Why::Unweighed,
        entry: entry.id.clone(),
    }
}

/// The one day in brackets that a text names, `tomorrow (2025-03-15)`, when it lay ahead as the text was
/// written: with that day a statement about it changes its meaning.
fn ahead(text: &str, since: Day) -> Option<Day> {
    let dates = text.split('(').skip(1).filter_map(|rest| Day::parse(rest.split_once(')')?.0));
    let dates: Vec<Day> = dates.collect();
    match dates[..] {
        [day] if day > since => Some(day),
        _ => None,
    }
}

fn place(entry: &Entry) -> String {
    entry.id.as_ref().map_or_else(|| format!("line {}", entry.line), ToString::to_string)
}

/// The newer entry that an older one is in conflict with.
fn conflict(entry: &Entry) -> Option<EntryId> {
    entry.fields.get("conflicts").map(|id| EntryId(id.trim_start_matches('^').into()))
}

/// Moves each entry that bears `conflicts` behind the newer one, where that is printed as well.
fn newer_first(items: &mut Vec<Item>, entries: &[Entry]) {
    for older in entries {
        let (Some(newer), Some(id)) = (conflict(older), &older.id) else { continue };
        let at = |wanted: &EntryId| items.iter().position(|i| i.entry.as_ref() == Some(wanted));
        if let (Some(from), Some(to)) = (at(id), at(&newer))
            && from < to
        {
            let item = items.remove(from);
            items.insert(to, item);
        }
    }
}

/// A person's own text: each paragraph and list item a line, under the words of the heading above
/// it. Comments, front matter, rules, fences and the title of the file are not printed.
fn notes(sediment: &Sediment, labels: &Labels<'_>) -> Vec<(usize, Item)> {
    let mut notes = Vec::new();
    for range in &sediment.foreign {
        let text = without_comments(&sediment.text[range.clone()]);
        let mut heading = String::new();
        let mut open = String::new();
        let mut start = range.start;
        let mut at = range.start;
        let mut flush = |open: &mut String, heading: &str, start: usize| {
            let said = neutral::line(open).into_owned();
            open.clear();
            if said.is_empty() {
                return;
            }
            let text = if heading.is_empty() { said } else { format!("{heading}: {said}") };
            let line = Line { kind: "note".into(), label: labels.of("note").into(), text, ..Line::default() };
            let place = format!("line {}", sediment.text[..start].matches('\n').count() + 1);
            notes.push((
                start,
                Item { part: Part::LongTerm, line, value: f64::INFINITY, place, why: Why::Unweighed, entry: None },
            ));
        };
        for line in text.split_inclusive('\n') {
            let said = line.trim();
            let item = ["- ", "* ", "+ "].iter().find_map(|marker| line.strip_prefix(marker));
            if said.is_empty() || said.bytes().all(|b| matches!(b, b'-' | b'=' | b'*' | b'_' | b'|' | b':' | b' ')) {
                flush(&mut open, &heading, start);
            } else if let Some(title) =
                said.strip_prefix('#').map(|t| t.trim_start_matches('#')).filter(|_| line.starts_with('#'))
            {
                flush(&mut open, &heading, start);
                let is_title = !said.starts_with("##");
                heading =
                    if is_title { String::new() } else { neutral::line(title.trim_end_matches('#')).into_owned() };
            } else if !said.starts_with("```") && !said.starts_with("~~~") {
                if let Some(item) = item {
                    flush(&mut open, &heading, start);
                    start = at;
                    open.push_str(item);
                } else {
                    if open.is_empty() {
                        start = at;
                    }
                    open.push_str(line);
                }
            }
            at += line.len();
        }
        flush(&mut open, &heading, start);
    }
    notes
}

/// The text with comments blanked out, every other byte in its place. An unclosed comment ends with the text.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find("<!--") {
        let end = rest[open..].find("-->").map_or(rest.len(), |i| open + i + 3);
        out.push_str(&rest[..open]);
        out.extend(rest[open..end].bytes().map(|b| if b == b'\n' { '\n' } else { ' ' }));
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

/// The entries as they held on a day, by the history, in an order that a file would have.
pub fn as_of(state: &State, day: Day) -> Sediment {
    let mut entries: Vec<Entry> = state
        .entries
        .iter()
        .filter_map(|(id, entry)| {
            let version = entry.on(day)?;
            let mut fields = entry.fields.clone();
            fields.remove("conflicts");
            fields.set("since", version.from.to_string());
            Some(Entry {
                id: Some(id.clone()),
                section: entry.section,
                text: version.text.clone(),
                body: String::new(),
                fields,
                line: 0,
                range: 0..0,
                head: 0..0,
            })
        })
        .collect();
    entries.sort_by(|a, b| (a.section, a.fields.get("since"), &a.id).cmp(&(b.section, b.fields.get("since"), &b.id)));
    for (at, entry) in entries.iter_mut().enumerate() {
        entry.range = at..at;
    }
    Sediment { entries, ..Sediment::default() }
}

/// From this importance on an entry comes before all that is merely useful. A constraint has as much,
/// unless the settings say otherwise; pruning spares what bears as much itself.
const CRITICAL: f64 = 0.9;

/// What is added to the value of a critical entry: no other reaches it.
const FIRST: f64 = 1000.0;

/// What each entry is worth where not all fit: its importance times what it is worth for the cap
/// ([`lifecycle::value`]); pinned and hand-written ones first, then critical ones.
pub fn weigh(items: &mut [Item], sediment: &Sediment, weights: &Weights, settings: &Settings, today: Day) {
    let mut entries: HashMap<&EntryId, &Entry> = HashMap::with_capacity(sediment.entries.len());
    entries.extend(sediment.entries.iter().rev().filter_map(|e| Some((e.id.as_ref()?, e))));
    for item in items.iter_mut().filter(|i| i.part == Part::LongTerm) {
        let Some(id) = &item.entry else {
            item.why = Why::Told("written by hand".into());
            continue;
        };
        let known = weights.entries.get(id);
        let entry = entries.get(id);
        let pinned = entry.is_some_and(|e| e.fields.pins());
        if pinned || known.is_some_and(|weight| weight.pinned) {
            item.why = Why::Told("pinned".into());
            continue;
        }
        let weight = known.copied().unwrap_or(Weight::new(0.8, 0, item.line.day.unwrap_or(today)));
        let importance = entry.map_or(0.5, |entry| importance(entry, settings));
        let first = importance >= CRITICAL;
        item.value = importance * lifecycle::value(weight, today, &settings.decay);
        item.value += if first { FIRST } else { 0.0 };
        let (confidence, age) = (lifecycle::confidence(weight, today, &settings.decay), lifecycle::age(weight, today));
        item.why = Why::Entry { importance, confidence, uses: weight.uses, age, first };
    }
}

/// An entry's own importance, else that of the kind of record that it is made of, 0…1.
fn importance(entry: &Entry, settings: &Settings) -> f64 {
    let own = entry.fields.get("importance").and_then(|v| v.parse::<f64>().ok()).filter(|v| v.is_finite());
    let kind = match sort_of(entry) {
        "constraint" => "Constraint",
        "preference" => "Preference",
        "decision" => "Decision",
        "context" => "Fact",
        _ => "Lesson",
    };
    own.map_or_else(|| settings.kinds.get(kind).map_or(0.5, |kind| kind.importance), |v| v.clamp(0.0, 1.0))
}

/// The record that the present value of each entry rests on, by the history.
pub fn cite(items: &mut [Item], state: &State) {
    for item in items.iter_mut().filter(|i| matches!(i.part, Part::LongTerm | Part::Profile)) {
        let source = item.entry.as_ref().and_then(|id| state.entries.get(id)).and_then(|entry| {
            entry.versions.iter().rev().find_map(|version| version.sources.first()).map(RecordId::to_string)
        });
        item.line.cite = source.or_else(|| item.entry.as_ref().map(ToString::to_string));
    }
}
