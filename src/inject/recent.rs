//! The section of recent activity: records of the last days as lines, and to-dos that are still open.

use std::collections::{HashMap, HashSet};

use super::line::{Item, LeftOut, Line, Part, Why};
use super::neutral;
use super::plan::Plan;
use super::words::{Labels, unconfirmed};
use crate::history::Weights;
use crate::memory::Settings;
use crate::memory::settings::Topics;
use crate::sediment::{EntryId, Sediment};
use crate::stream::{Fields, IdPattern, Kinds, Raw, Record};
use crate::time::Day;

/// Continuation lines of a record are printed with it up to so many bytes; longer ones are counted.
const SHORT_BODY: usize = 400;

/// Recency never falls below this; it falls linearly over 720 hours (design, section 8).
const LEAST_RECENCY: f64 = 0.1;

/// The lines of recent activity, in the order of time: open to-dos first, then the records of the
/// window. `records` are those of the window and of the days before it from which to-dos are
/// carried, by day, then in file order.
pub fn lines(
    records: &[Record],
    plan: &Plan,
    settings: &Settings,
    labels: &Labels<'_>,
    left_out: &mut Vec<LeftOut>,
) -> Vec<Item> {
    let gone = closed(records);
    let mut todos = Vec::new();
    let mut recent = Vec::new();
    for (i, record) in records.iter().enumerate() {
        let kind = settings.kinds.get(&record.kind);
        let open = is_open(record);
        let todo = open && is_todo(record);
        let reason = if let Some(gone) = gone.iter().find(|gone| gone.at == i) {
            Some(format!("{} {}", gone.how, records[gone.by].id))
        } else if settings.features.governance && kind.is_some_and(|k| k.private) {
            Some(format!("records of kind {} are private", record.kind))
        } else if !plan.kinds.is_empty() && !plan.kinds.iter().any(|k| k.eq_ignore_ascii_case(&record.kind)) {
            Some("of another kind".to_owned())
        } else if todo && plan.todos_from.is_some_and(|from| from <= record.day) {
            None
        } else if !plan.days.contains(record.day) {
            continue;
        } else if let Some(until) = expired(record, plan.today) {
            Some(format!("held until {until}"))
        } else if record.kind == "Feedback" {
            Some("a judgement, not an event".to_owned())
        } else if plan.kinds.is_empty() && kind.is_some_and(|k| k.routine) {
            Some("routine".to_owned())
        } else if plan.open_ends_before.is_some_and(|day| record.day < day) && !open && record.kind != "Anomaly" {
            Some("no open end of an earlier day".to_owned())
        } else {
            None
        };
        match reason {
            Some(reason) => left_out.push(LeftOut {
                place: record.id.to_string(),
                text: record.text.clone(),
                reason,
                elsewhere: false,
            }),
            None if todo => todos.push(item(record, labels.todo(record.day), true, plan, settings)),
            None => {
                // What closes a to-do was done, even where it does not say so.
                let closes = || gone.iter().any(|gone| gone.by == i && gone.how == CLOSED && is_todo(record));
                let over = over(record).or_else(|| closes().then(|| OVER[0].to_owned()));
                let label = labels.record(&record.kind, over.as_deref(), record.day);
                recent.push(item(record, label, false, plan, settings));
            }
        }
    }
    todos.extend(recent);
    todos
}

fn item(record: &Record, label: String, todo: bool, plan: &Plan, settings: &Settings) -> Item {
    let sort = if todo { "todo".to_owned() } else { record.kind.to_lowercase() };
    let body = if record.body.len() > SHORT_BODY { "" } else { record.body.as_str() };
    let id = record.id.to_string();
    let mut line = Line {
        label: neutral::line(&label).into_owned(),
        kind: sort,
        text: neutral::joined(&record.text, body),
        notes: Vec::new(),
        cite: plan.cite.then(|| id.clone()),
        day: Some(record.day),
        id: Some(id),
    };
    if let Some(remark) = unconfirmed(record.fields.get("origin")) {
        line.notes.push(remark.to_owned());
    }
    for key in ["because", "until"] {
        if let Some(value) = record.fields.get(key).filter(|value| !record.text.contains(value)) {
            line.notes.push(format!("{key} {}", neutral::line(value)));
        }
    }
    if record.body.len() > SHORT_BODY {
        line.notes.push(format!("{} more lines: alluvium show {}", record.body.lines().count(), record.id));
    }
    let (value, why) = value(record, todo, plan.today, settings);
    Item { part: Part::Recent, line, value, place: record.id.to_string(), why, entry: None }
}

/// `importance × recency`, recency being `max(0.1, 1 − age in hours ÷ 720)` with the age taken to the
/// end of the day, so that nothing changes within it. Today and open to-dos stand above all others.
fn value(record: &Record, todo: bool, today: Day, settings: &Settings) -> (f64, Why) {
    let given = record.fields.get("importance").and_then(|v| v.parse::<f64>().ok()).filter(|v| v.is_finite());
    let default = || settings.kinds.get(&record.kind).map_or(0.3, |k| k.importance);
    let importance = given.map_or_else(default, |v| v.clamp(0.0, 1.0));
    let into_day = record.time.map_or(0.0, |t| {
        use chrono::Timelike as _;
        f64::from(t.num_seconds_from_midnight()) / 3600.0
    });
    let hours = today.since(record.day).max(0) as f64 * 24.0 + (24.0 - into_day);
    let recency = (1.0 - hours / 720.0).max(LEAST_RECENCY);
    let first = todo || record.day == today;
    (importance * recency + f64::from(first), Why::Record { importance, recency, first })
}

/// Whether a record of an earlier day may be an open to-do, or bear on one: a quick look, never wrong when
/// it says no.
pub fn may_concern_todos(raw: &Raw<'_>, kinds: &Kinds) -> bool {
    raw.may_bear_fields() || matches!(raw.kind(kinds).as_ref(), "Todo" | "Task" | "Done" | "Lesson")
}

/// Whether a record is a to-do: of kind `Todo`, or a `Task` with `[status:: open]`.
fn is_todo(record: &Record) -> bool {
    record.kind == "Todo" || record.kind == "Task"
}

/// Whether a record is an open end: `[status:: open]`, or a `Todo` whose status says nothing else.
pub fn is_open(record: &Record) -> bool {
    match record.fields.get("status") {
        Some(status) => status.eq_ignore_ascii_case("open"),
        None => record.kind == "Todo",
    }
}

/// The status of a task or to-do that is over and says so.
fn over(record: &Record) -> Option<String> {
    let status = match record.fields.get("status") {
        Some(status) => status.to_lowercase(),
        None => return (record.kind == "Done").then(|| OVER[0].to_owned()),
    };
    (matches!(record.kind.as_str(), "Task" | "Todo" | "Done") && OVER.contains(&status.as_str())).then_some(status)
}

/// What says in `status` that a task is over.
const OVER: [&str; 4] = ["done", "closed", "cancelled", "dropped"];

/// The day until which a record held that states something, when it has passed.
fn expired(record: &Record, today: Day) -> Option<Day> {
    record.fields.get("until").filter(|_| states(record)).and_then(Day::parse).filter(|until| *until < today)
}

/// Whether a record states what holds, and does not tell what happened: only that can be replaced.
fn states(record: &Record) -> bool {
    !matches!(record.kind.as_str(), "Task" | "Todo" | "Done" | "Note" | "Log" | "Summary" | "Anomaly")
}

/// A record that is closed or replaced by a later one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Closed {
    /// Its position.
    pub at: usize,
    /// The position of the later one.
    pub by: usize,
    /// `closed by`, or `replaced or ended by`.
    pub how: &'static str,
}

const CLOSED: &str = "closed by";

/// Which records are closed or replaced by a later one.
///
/// A later record with `replaces` or `ends` takes the record that it names out of recent activity.
/// An open record is also closed by a later one that names it in `ref` and is done itself, or that
/// has the same text and is done (a `Task` is, unless it says otherwise).
pub fn closed(records: &[Record]) -> Vec<Closed> {
    let mut gone = Vec::new();
    let mut open: Vec<(usize, String)> = Vec::new();
    for (i, record) in records.iter().enumerate() {
        let named = |key: &'static str| record.fields.all(key).filter_map(IdPattern::parse).collect::<Vec<_>>();
        for pattern in named("replaces").into_iter().chain(named("ends")) {
            if let Some(at) = records[..i].iter().rposition(|r| pattern.matches(r.id)) {
                gone.push(Closed { at, by: i, how: "replaced or ended by" });
            }
        }
        if is_open(record) {
            open.push((i, same(&record.text)));
            continue;
        }
        let status = record.fields.get("status");
        let done = status.map_or(matches!(record.kind.as_str(), "Task" | "Done"), |s| {
            OVER.iter().any(|over| s.eq_ignore_ascii_case(over))
        });
        let refs = named("ref");
        if open.is_empty() || (!done && refs.is_empty()) {
            continue;
        }
        let text = same(&record.text);
        let closes = status.is_none_or(|s| !s.eq_ignore_ascii_case("open"))
            && matches!(record.kind.as_str(), "Task" | "Todo" | "Done" | "Lesson");
        open.retain(|(at, open_text)| {
            let named = closes && refs.iter().any(|p| p.matches(records[*at].id));
            let is_closed = named || (done && *open_text == text);
            if is_closed {
                gone.push(Closed { at: *at, by: i, how: CLOSED });
            }
            !is_closed
        });
    }
    gone
}

/// A text as compared: lower case, words only.
pub fn same(text: &str) -> String {
    if text.is_ascii() {
        return String::from_utf8(same_ascii(text.as_bytes())).unwrap_or_default();
    }
    let mut out = String::with_capacity(text.len());
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()) {
        if !out.is_empty() {
            out.push(' ');
        }
        out.extend(word.chars().flat_map(char::to_lowercase));
    }
    out
}

/// The same, without decoding.
fn same_ascii(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut gap = false;
    for b in text {
        if b.is_ascii_alphanumeric() {
            if gap && !out.is_empty() {
                out.push(b' ');
            }
            gap = false;
            out.push(b.to_ascii_lowercase());
        } else {
            gap = true;
        }
    }
    out
}

/// Leaves out what no longer holds, since the agent must not be told an old value as news: what the
/// history says was replaced, or stood in an entry that a person reworded or deleted since; what a
/// later record, or a newer entry, of the same single-valued topic has replaced. And what an entry
/// that is `shown` rests on, since that says it in its present words.
pub fn without_superseded(
    records: Vec<Record>,
    sediment: &Sediment,
    weights: &Weights,
    shown: &HashSet<&EntryId>,
    topics: &Topics,
    left_out: &mut Vec<LeftOut>,
) -> Vec<Record> {
    let mut present: HashMap<&EntryId, &str> = HashMap::with_capacity(sediment.entries.len());
    present.extend(sediment.entries.iter().filter_map(|e| Some((e.id.as_ref()?, e.text.as_str()))));
    let told = |record: &Record| {
        let Some(id) = weights.rests.get(&record.id) else { return Told::of(weights.over.contains(&record.id)) };
        let weight = weights.entries.get(id);
        let stands = present.get(id).is_some_and(|text| weight.is_none_or(|w| w.is_of(text)));
        if stands && shown.contains(id) && record.body.is_empty() {
            return Told::Shown(id);
        }
        Told::of((!stands && !present.is_empty()) || weight.is_some_and(|w| w.denied))
    };
    let slot = |fields: &Fields| fields.slot().filter(|t| !topics.holds_many(t));
    let mut newest: HashMap<String, (Day, usize)> = HashMap::new();
    for (at, record) in records.iter().enumerate() {
        if let Some(slot) = slot(&record.fields) {
            let known = newest.entry(slot).or_insert((record.day, at));
            *known = (*known).max((record.day, at));
        }
    }
    let mut since: HashMap<String, Day> = HashMap::new();
    for entry in &sediment.entries {
        if let (Some(slot), Some(day)) = (slot(&entry.fields), entry.fields.get("since").and_then(Day::parse)) {
            since.insert(slot, day);
        }
    }
    let mut kept = Vec::with_capacity(records.len());
    for (at, record) in records.into_iter().enumerate() {
        if !states(&record) {
            kept.push(record);
            continue;
        }
        let superseded = slot(&record.fields).is_some_and(|slot| {
            newest.get(&slot) != Some(&(record.day, at)) || since.get(&slot).is_some_and(|day| *day > record.day)
        });
        let (reason, elsewhere) = match told(&record) {
            _ if superseded => ("a later value of the same topic replaced it".to_owned(), false),
            Told::Over => ("it no longer holds, by the history".to_owned(), false),
            Told::Shown(id) => (format!("{id} says it"), true),
            Told::New => {
                kept.push(record);
                continue;
            }
        };
        left_out.push(LeftOut { place: record.id.to_string(), text: record.text, reason, elsewhere });
    }
    kept
}

/// What is known of what a record says.
enum Told<'w> {
    /// Nothing else says it.
    New,
    /// The entry says it.
    Shown(&'w EntryId),
    /// It no longer holds.
    Over,
}

impl Told<'_> {
    fn of(over: bool) -> Self {
        if over { Self::Over } else { Self::New }
    }
}

/// Takes out what the long-term section says in the same words.
pub fn without_repeats(recent: Vec<Item>, long_term: &[Item], left_out: &mut Vec<LeftOut>) -> Vec<Item> {
    if recent.is_empty() || long_term.is_empty() {
        return recent;
    }
    // Texts of ASCII that do not have as many letters and digits are no repeats.
    let size = |item: &Item| {
        let text = &item.line.text;
        text.is_ascii().then(|| text.bytes().filter(u8::is_ascii_alphanumeric).count())
    };
    let sizes: HashSet<Option<usize>> = recent.iter().map(size).collect();
    let may_be = |item: &Item| sizes.contains(&None) || size(item).is_none_or(|size| sizes.contains(&Some(size)));
    let known: HashSet<String> = long_term
        .iter()
        .filter(|item| matches!(item.part, Part::LongTerm | Part::Profile) && may_be(item))
        .map(|item| same(&item.line.text))
        .collect();
    let (said, new): (Vec<Item>, Vec<Item>) =
        recent.into_iter().partition(|item| item.line.kind != "todo" && known.contains(&same(&item.line.text)));
    left_out.extend(said.into_iter().map(|item| LeftOut {
        place: item.place,
        text: item.line.text,
        reason: "the long-term section says the same".to_owned(),
        elsewhere: true,
    }));
    new
}
