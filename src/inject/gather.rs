//! Gathering: reading the files that a plan needs, and no others, and putting the steps together.

use std::path::{Path, PathBuf};

use super::blank::Blank;
use super::compose::{Context, Draft};
use super::line::{Item, LeftOut, Part};
use super::plan::{Format, Plan, Request};
use super::route::Route;
use super::template::Template;
use super::words::Labels;
use super::{longterm, profile, recent, relevant, route, session};
use crate::error::{Problem, Result};
use crate::history::{History, State, Weights};
use crate::memory::{Memory, files};
use crate::recall::{self, Query, Ranked};
use crate::sediment::{self, EntryId, Sediment};
use crate::stream::{DayFile, Kinds, Record, is_utf16};
use crate::time::{Day, Days, Now};

/// A context with how it came about.
#[derive(Debug, Clone, Default)]
pub struct Injected {
    /// The context.
    pub context: Context,
    /// Every line that was considered, in the order of print.
    pub items: Vec<Item>,
    /// What was looked at and is no candidate.
    pub left_out: Vec<LeftOut>,
    /// What is wrong in the files that were read.
    pub problems: Vec<Problem>,
    /// What the user should know about search and session.
    pub notices: Vec<String>,
    /// What `--for` found and the context shows, for `feedback.track`.
    pub returned: Vec<EntryId>,
}

/// Days up to which files are looked for by their names; a longer range lists the stream folder.
const DIRECT_DAYS: i64 = 400;

/// Renders a context. Reads only.
///
/// # Errors
/// A request that makes no sense, a template that is wrong, a sediment or a day that cannot be read.
pub fn inject(memory: &Memory, request: &Request, now: &Now) -> Result<Injected> {
    let settings = &memory.settings;
    let plan = Plan::new(request, settings, now)?;
    let template = template(memory, plan.format)?;
    let labels = Labels::new(&settings.inject.lines, plan.today);
    let mut done = Injected::default();

    let mut state = plan.as_of.map(|_| history(memory)).transpose()?;
    let sediment = match (&state, plan.as_of) {
        (Some(state), Some(day)) => longterm::as_of(state, day),
        _ if plan.sections.is_empty() && !plan.notes => Sediment::default(),
        _ => sediment(memory, &mut done.notices)?,
    };
    let weights = weights(memory, &plan, state.as_ref(), &mut done.notices);
    done.notices.extend(undistilled(memory, &plan, &weights)?);
    let long_term = longterm::lines(&sediment, &plan, &labels, &weights, settings, &mut done.left_out);

    let of_long_term = done.left_out.len();
    let mut blank = Blank::default();
    blank.long_term(&done.left_out, !sediment.problems.iter().any(|p| p.code == "utf-16"));

    let mut records = Vec::new();
    if plan.recent {
        for file in days(memory, &plan)? {
            records.extend(file.records);
            done.problems.extend(file.problems);
        }
    }
    let shown = long_term.iter().filter_map(|item| item.entry.as_ref()).collect();
    let records =
        recent::without_superseded(records, &sediment, &weights, &shown, &settings.topics, &mut done.left_out);
    let mut conversation = Vec::new();
    if let Some(id) = &plan.session {
        let summary = crate::chat::session::summary(memory, id)?;
        // The first turn of a conversation has no summary yet; a misspelt id never has.
        done.notices.extend(summary.is_none().then(|| format!("there is no summary of a session `{id}` yet")));
        conversation = session::lines(&summary.unwrap_or_default(), id);
    }
    let records = if conversation.is_empty() { records } else { without_summary(records, &plan, &mut done.left_out) };
    let recent = recent::lines(&records, &plan, settings, &labels, &mut done.left_out);
    done.problems.splice(0..0, sediment.problems.iter().cloned());

    let mut items = Vec::new();
    // Of an earlier day no profile is kept.
    if plan.profile
        && plan.as_of.is_none()
        && let Some(stored) = profile::stored(memory)?
    {
        items.extend(profile::lines(&stored, &labels));
        // What was judged wrong stands further down, with that remark.
        items.retain(|item| !item.entry.as_ref().and_then(|id| weights.entries.get(id)).is_some_and(|w| w.denied));
    }
    // What the profile says is not said again below it.
    let in_profile: Vec<_> = items.iter().map(|item| (item.entry.clone(), item.line.text.clone())).collect();
    items.extend(
        long_term
            .into_iter()
            .filter(|item| item.entry.is_none() || !in_profile.contains(&(item.entry.clone(), item.line.text.clone()))),
    );
    items.extend(conversation);
    items.extend(recent::without_repeats(recent, &items, &mut done.left_out));
    let of_recent = done.left_out.len();
    if items.iter().all(|item| item.part != Part::Recent) {
        let is_unused = || Ok(items.is_empty() && memory.stream_files()?.days.is_empty());
        blank.recent(&done.left_out[of_long_term..], plan.recent && is_unused()?);
    }
    if let Some(text) = &plan.query {
        let ranked = search(memory, text, &plan, now)?;
        let found = relevant::lines(&ranked, &plan, &labels, &weights, &items, &mut done.left_out);
        blank.relevant(&done.left_out[of_recent..]);
        items.extend(found);
        done.problems.extend(ranked.problems);
        done.notices.extend(ranked.notices);
    }

    if plan.cite {
        let state = match &mut state {
            Some(state) => state,
            none => none.insert(history(memory)?),
        };
        longterm::cite(&mut items, state);
    }
    let mut draft = Draft::new(items, &plan, settings, &template);
    draft.blank = blank;
    done.context = match draft.whole() {
        Some(context) => context,
        None => {
            let weights = if settings.features.lifecycle { weights } else { Weights::default() };
            longterm::weigh(&mut draft.items, &sediment, &weights, settings, plan.today);
            draft.fitted()
        }
    };
    done.items = draft.items;
    let shown = done.items.iter().zip(&done.context.kept).filter(|(item, kept)| item.part == Part::Relevant && **kept);
    done.returned = shown.filter_map(|(item, _)| item.entry.clone()).collect();
    Ok(done)
}

fn sediment(memory: &Memory, notices: &mut Vec<String>) -> Result<Sediment> {
    let path = memory.sediment_file();
    let Some(bytes) = files::read(&path)? else { return Ok(Sediment::default()) };
    let shown = memory.shown(&path);
    if is_utf16(&bytes) {
        let problem = Problem::new(shown, 0, "utf-16", "is UTF-16, not UTF-8, and is not read");
        return Ok(Sediment { problems: vec![problem], ..Sediment::default() });
    }
    let (text, _) = sediment::read::decode(&bytes);
    let mut sediment = sediment::read(&text, shown, &memory.settings);
    if sediment.problems.iter().any(|p| p.code == "conflict-marker") {
        // In the middle of a merge both sides speak, what both have once.
        let mut said = std::collections::HashSet::new();
        sediment.entries.retain(|e| said.insert((e.id.clone(), e.section, e.text.clone())));
        sediment.problems.retain(|p| !matches!(p.code, "conflict-marker" | "duplicate-id"));
        notices.push(format!(
            "`{}` is in the middle of a merge; both sides are shown (`alluvium doctor --fix` unites them)",
            shown.display()
        ));
    }
    Ok(sediment)
}

/// The template of the folder, else the built-in one.
fn template(memory: &Memory, format: Format) -> Result<Template> {
    let (name, built_in) = match format {
        Format::Text => ("inject.txt", include_str!("../../templates/inject.txt")),
        Format::Markdown => ("inject.md", include_str!("../../templates/inject.md")),
        Format::Xml => ("inject.xml", include_str!("../../templates/inject.xml")),
        Format::Json => return Template::parse("", Path::new("")),
    };
    match memory.template(name)? {
        None => Template::parse(built_in, Path::new(name)),
        Some((path, text)) => Template::parse(&text, memory.shown(&path)),
    }
}

/// The day files that the plan needs, oldest first. Files before the window are only read as far as
/// an open to-do may be in them.
fn days(memory: &Memory, plan: &Plan) -> Result<Vec<DayFile>> {
    let kinds = Kinds::of(&memory.settings);
    let to = plan.days.to.unwrap_or(plan.today);
    let mut older: Vec<(Day, PathBuf, Vec<u8>)> = Vec::new();
    let mut read = Vec::new();
    let window = match plan.days.from {
        Some(from) if to.since(from) <= DIRECT_DAYS => {
            (0..=to.since(from)).map(|n| from.plus(n)).map(|day| (day, memory.stream_file(day))).collect()
        }
        _ => memory.stream_files_of(plan.days)?.days,
    };
    if let (Some(from), Some(start)) = (plan.todos_from, plan.days.from) {
        let todo_names: Vec<&str> = memory.settings.kinds.get("Todo").map_or(vec!["Todo"], |kind| {
            std::iter::once("Todo").chain(kind.aliases.iter().map(String::as_str)).collect()
        });
        for n in 0..start.since(from) {
            let (day, path) = (from.plus(n), memory.stream_file(from.plus(n)));
            let Some(bytes) = files::read(&path)? else { continue };
            // Only from the first file on that may hold something open do the later ones matter.
            if !older.is_empty() || may_hold_open(&bytes, &todo_names) {
                older.push((day, path, bytes));
            }
        }
    }
    for (day, path, bytes) in older {
        read.push(DayFile::read_those(&bytes, day, memory.shown(&path), &kinds, |raw| {
            recent::may_concern_todos(raw, &kinds)
        }));
    }
    for (day, path) in window {
        if let Some(bytes) = files::read(&path)? {
            read.push(DayFile::read(&bytes, day, memory.shown(&path), &kinds));
        }
    }
    Ok(read)
}

/// Whether a file's bytes may hold an open record: a quick look, which never overlooks one.
fn may_hold_open(bytes: &[u8], todo_names: &[&str]) -> bool {
    let lower = bytes.to_ascii_lowercase();
    let opens = |at: usize| {
        let field = lower[at..].split(|b| *b == b']').next().unwrap_or_default();
        memchr::memmem::find(field, b"open").is_some()
    };
    let open = || memchr::memmem::find_iter(&lower, b"status").any(opens);
    // A kind stands behind its bracket.
    let named = |name: &str| {
        let name = name.to_ascii_lowercase();
        memchr::memmem::find_iter(&lower, name.as_bytes())
            .any(|at| lower[..at].ends_with(b"[") || lower[..at].ends_with("【".as_bytes()))
    };
    open() || todo_names.iter().any(|name| named(name))
}

/// What the history says of entries and recent records. A history that cannot be read costs that alone.
fn weights(memory: &Memory, plan: &Plan, state: Option<&State>, notices: &mut Vec<String>) -> Weights {
    // Days from which only to-dos are carried do not matter: no entry rests on one.
    let from = plan.days.from.unwrap_or(Day(chrono::NaiveDate::MIN));
    if let (Some(state), Some(day)) = (state, plan.as_of) {
        let mut weights = Weights::on(day, from, &state.entries);
        // What was judged since then is none of that day's business.
        weights.entries.values_mut().for_each(|weight| weight.denied = false);
        return weights;
    }
    Weights::load(memory, from, plan.today).unwrap_or_else(|error| {
        notices.push(format!("what the history says is left out: {error}"));
        Weights::default()
    })
}

/// Says that records are no longer shown as recent and were never distilled: nobody runs `distill`.
/// Days are looked for by the names of their files, and only after a pause longer than recent activity.
fn undistilled(memory: &Memory, plan: &Plan, weights: &Weights) -> Result<Option<String>> {
    let window = plan.today.plus(1 - (memory.settings.inject.hours.max(0) + 23) / 24);
    let last = weights.distilled.map(|at| Day(at.date_naive()));
    let of_the_past = plan.as_of.is_some() || plan.days.to.is_some_and(|to| to < plan.today);
    if of_the_past || last.is_some_and(|day| day >= window) {
        return Ok(None);
    }
    let kinds = Kinds::of(&memory.settings);
    for (day, path) in memory.stream_files_of(Days { from: last, to: Some(window.plus(-1)) })?.days {
        let Some(bytes) = files::read(&path)? else { continue };
        let records = DayFile::read(&bytes, day, memory.shown(&path), &kinds).records;
        // What stays in the stream anyway loses nothing.
        let is_lost = |r: &Record| memory.settings.kinds.get(&r.kind).is_some_and(|kind| kind.section.is_some());
        let is_later = |r: &Record| match weights.distilled {
            Some(at) if last == Some(day) => r.time.is_some_and(|time| time > at.time()),
            _ => true,
        };
        if records.iter().any(|r| is_lost(r) && is_later(r)) {
            return Ok(Some(format!(
                "records since {day} are not distilled; run `alluvium distill` (nightly: `alluvium schedule cron`)"
            )));
        }
    }
    Ok(None)
}

/// The folded history.
fn history(memory: &Memory) -> Result<State> {
    Ok(History::load(memory)?.state())
}

/// The records without the one that repeats the conversation's summary.
fn without_summary(records: Vec<Record>, plan: &Plan, left_out: &mut Vec<LeftOut>) -> Vec<Record> {
    let repeats = |r: &Record| plan.session.as_deref().is_some_and(|id| session::is_summary_of(r, id));
    let (repeated, others): (Vec<_>, Vec<_>) = records.into_iter().partition(repeats);
    left_out.extend(repeated.into_iter().map(|r| LeftOut {
        place: r.id.to_string(),
        text: r.text,
        reason: "the section of the conversation says it".to_owned(),
        elsewhere: true,
    }));
    others
}

fn search(memory: &Memory, text: &str, plan: &Plan, now: &Now) -> Result<Ranked> {
    // A line has a dozen tokens or more; so many hits fill any budget of what is found.
    let tokens = if plan.recall { plan.budget } else { memory.settings.inject.for_tokens.min(plan.budget) };
    let mut query = Query::question(text, (tokens / 8).clamp(10, 1000));
    if plan.recall {
        query.layers.push(recall::Layer::Archive);
    }
    if let Some(day) = plan.as_of {
        query.days = Days { from: None, to: Some(day) };
    }
    let mut ranked = recall::search(memory, &query, now)?;
    let own = memory.template("routes.txt")?;
    if let Some(route) = Route::of(text, own.as_ref().map_or(route::WORDS, |(_, words)| words)) {
        route.lift(&mut ranked, &memory.settings, plan.today);
    }
    Ok(ranked)
}
