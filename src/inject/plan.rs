//! What was asked for, and what is meant: a request with all its defaults filled in.

use std::collections::BTreeMap;

use crate::error::{Error, Result};
use crate::memory::Settings;
use crate::memory::settings::Task;
use crate::sediment::Section;
use crate::time::{Day, Days, Now, parse_day, parse_days};

/// The form of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Format {
    /// Section markers in square brackets.
    #[default]
    Text,
    /// Headings and lists.
    Markdown,
    /// One object on one line.
    Json,
    /// Elements.
    Xml,
}

/// What stands first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Order {
    /// Sediment, then stream: the part that changes least comes first, which prompt caches reward.
    #[default]
    SedimentFirst,
    /// Stream, then sediment: preferences and constraints stand next to the instruction.
    StreamFirst,
}

/// What was asked for. Everything absent is filled in from the task and the settings.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Request {
    /// The task.
    pub task: Option<String>,
    /// What the context is for: the text that relevant memory is looked up by.
    pub query: Option<String>,
    /// The budget, in tokens.
    pub budget: Option<usize>,
    /// The days of recent activity, as `--date` takes them.
    pub date: Option<String>,
    /// The day whose state is wanted.
    pub as_of: Option<String>,
    /// The order.
    pub order: Option<Order>,
    /// The host whose limits to stay below.
    pub host: Option<String>,
    /// The form.
    pub format: Format,
    /// Only these sections; all when empty.
    pub sections: Vec<String>,
    /// Name the record that each line rests on.
    pub cite: bool,
    /// The conversation whose summary is included.
    pub session: Option<String>,
}

/// A limit besides the tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// So many characters.
    Characters(usize),
    /// So many bytes.
    Bytes(usize),
}

/// Where a host cuts what a hook or a file gives it, with room to spare; `None` where it does not.
///
/// Claude Code cuts at 10,000 characters, Codex at 2,500 tokens that it takes to be four bytes
/// each, Copilot and Cursor at about 10 kB.
fn host_limit(name: &str) -> Option<Option<Limit>> {
    match name {
        "claude" => Some(Some(Limit::Characters(9000))),
        "codex" | "copilot" | "cursor" => Some(Some(Limit::Bytes(9000))),
        "gemini" | "goose" => Some(None),
        _ => None,
    }
}

/// Tokens that a context for a host that cuts may have.
const HOST_TOKENS: usize = 2250;

/// The names that `--host` takes.
pub const HOSTS: [&str; 6] = ["claude", "codex", "copilot", "cursor", "gemini", "goose"];

/// The tasks that are built in.
pub const TASKS: [&str; 4] = ["simple", "continue", "review", "recall"];

/// The sections that `--section` takes besides the five of the sediment.
pub const SECTIONS: [&str; 6] = ["sediment", "notes", "profile", "session", "stream", "relevant"];

/// What is meant: a request with all its defaults filled in.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// The day that is called *today*.
    pub today: Day,
    /// Whole output, in tokens.
    pub budget: usize,
    /// A second limit, of a host.
    pub limit: Option<Limit>,
    /// The form.
    pub format: Format,
    /// The order.
    pub order: Order,
    /// Which sections of the sediment are shown; empty when the sediment is not.
    pub sections: Vec<Section>,
    /// Whether a person's own text in the sediment is shown.
    pub notes: bool,
    /// Whether the profile is shown.
    pub profile: bool,
    /// Whether recent activity is shown.
    pub recent: bool,
    /// The days of recent activity, both ends given unless the request left one open.
    pub days: Days,
    /// Before this day only open ends are shown.
    pub open_ends_before: Option<Day>,
    /// Only these kinds of records; all but routine ones when empty.
    pub kinds: Vec<String>,
    /// Open to-dos are carried from this day on; none when absent.
    pub todos_from: Option<Day>,
    /// What relevant memory is looked up by.
    pub query: Option<String>,
    /// Whether relevant memory has the whole budget.
    pub recall: bool,
    /// The state of the sediment on this day instead of the present one.
    pub as_of: Option<Day>,
    /// The conversation whose summary is shown.
    pub session: Option<String>,
    /// Name the record that each line rests on.
    pub cite: bool,
}

impl Plan {
    /// Fills in the defaults. `now` is the present; everything after it is a function of the plan.
    ///
    /// # Errors
    /// An unknown task, host, section or layer, a date that is none, a task that needs `--for`: usage.
    pub fn new(request: &Request, settings: &Settings, now: &Now) -> Result<Self> {
        let inject = &settings.inject;
        let name = request.task.as_deref().or(inject.task.as_deref());
        let task = name.map(|name| task(name, settings)).transpose()?.unwrap_or_default();
        let layers = match task.layers.as_deref() {
            Some(layers) => layers_of(layers)?,
            None => Layers { sediment: true, stream: true, relevant: true },
        };
        let recall = layers.relevant && !layers.sediment && !layers.stream;
        if recall && request.query.is_none() {
            return Err(Error::usage(format!("the task `{}` needs `--for TEXT`", name.unwrap_or_default()))
                .hint("say what the context is for, such as `--for \"the export job times out\"`"));
        }

        let as_of = request.as_of.as_deref().map(|text| parse_day(text, now.day)).transpose()?;
        let today = as_of.unwrap_or(now.day);
        let asked = match request.date.as_deref().or(task.days.as_deref()) {
            Some(text) => Some(parse_days(text, today)?),
            None => None,
        };
        // By the day, never by the hour: the same memory on the same day gives the same bytes.
        let window = (inject.hours.max(0) + 23) / 24;
        let days = asked.unwrap_or(Days { from: Some(today.plus(1 - window.max(1))), to: Some(today) });
        let days = Days { from: days.from, to: Some(days.to.unwrap_or(today)) };

        let wanted = Wanted::new(&request.sections)?;
        let host = request.host.as_deref();
        let limit = match host {
            None => None,
            Some(name) => host_limit(name).ok_or_else(|| {
                Error::usage(format!("unknown host `{name}`")).hint(format!("one of {}", HOSTS.join(", ")))
            })?,
        };
        let budget = request.budget.or(task.budget).unwrap_or(inject.budget);
        let order = match (request.order, inject.order.as_str()) {
            (Some(order), _) => order,
            (None, "sediment-first") => Order::SedimentFirst,
            (None, "stream-first") => Order::StreamFirst,
            (None, other) => {
                return Err(Error::usage(format!("unknown order `{other}` in `inject.order`"))
                    .hint("one of sediment-first, stream-first"));
            }
        };
        let shows = |section: Section| layers.sediment && wanted.any(&["sediment", section.key()]);
        Ok(Self {
            today,
            budget: if limit.is_some() { budget.min(HOST_TOKENS) } else { budget },
            limit,
            format: request.format,
            order,
            sections: Section::ALL.into_iter().filter(|s| shows(*s)).collect(),
            notes: layers.sediment && wanted.any(&["sediment", "notes"]),
            profile: layers.sediment && settings.features.profile && wanted.any(&["profile", "sediment"]),
            recent: layers.stream && wanted.any(&["stream"]),
            days,
            open_ends_before: (name == Some("continue") && request.date.is_none()).then_some(today),
            kinds: task.kinds.unwrap_or_default(),
            todos_from: (layers.stream && wanted.any(&["stream"]) && inject.todo_days > 0)
                .then(|| days.from.unwrap_or(today).min(today.plus(1 - inject.todo_days))),
            query: request.query.clone().filter(|_| layers.relevant && wanted.any(&["relevant"])),
            recall,
            as_of,
            session: request.session.clone().filter(|_| wanted.any(&["session"])),
            cite: request.cite,
        })
    }
}

/// The sections that were asked for.
struct Wanted<'r>(&'r [String]);

impl<'r> Wanted<'r> {
    fn new(sections: &'r [String]) -> Result<Self> {
        for name in sections {
            if Section::of(name).is_none() && !SECTIONS.contains(&name.as_str()) {
                let known: Vec<&str> = Section::ALL.iter().map(|s| s.key()).chain(SECTIONS).collect();
                return Err(
                    Error::usage(format!("unknown section `{name}`")).hint(format!("one of {}", known.join(", ")))
                );
            }
        }
        Ok(Self(sections))
    }

    fn any(&self, names: &[&str]) -> bool {
        self.0.is_empty() || self.0.iter().any(|s| names.contains(&s.as_str()))
    }
}

#[derive(Clone, Copy)]
struct Layers {
    sediment: bool,
    stream: bool,
    relevant: bool,
}

fn layers_of(names: &[String]) -> Result<Layers> {
    let known = ["sediment", "stream", "relevant"];
    if let Some(other) = names.iter().find(|n| !known.contains(&n.as_str())) {
        return Err(
            Error::usage(format!("unknown layer `{other}` of a task")).hint("one of sediment, stream, relevant")
        );
    }
    let has = |name: &str| names.iter().any(|n| n == name);
    // What is asked for with `--for` is shown by every task.
    Ok(Layers { sediment: has("sediment"), stream: has("stream"), relevant: true })
}

/// A task of the settings, on top of the built-in one of the same name.
fn task(name: &str, settings: &Settings) -> Result<Task> {
    let mut built_in = built_in_tasks();
    let own = settings.inject.tasks.get(name);
    let Some(base) = built_in.remove(name).or_else(|| own.map(|_| Task::default())) else {
        let known: Vec<String> = built_in_tasks().into_keys().chain(settings.inject.tasks.keys().cloned()).collect();
        return Err(Error::usage(format!("unknown task `{name}`"))
            .hint(format!("one of {}, or a table `[inject.tasks.{name}]` in the settings", known.join(", "))));
    };
    let own = own.cloned().unwrap_or_default();
    Ok(Task {
        layers: own.layers.or(base.layers),
        days: own.days.or(base.days),
        kinds: own.kinds.or(base.kinds),
        budget: own.budget.or(base.budget),
    })
}

fn built_in_tasks() -> BTreeMap<String, Task> {
    let task = |layers: &[&str], days: Option<&str>| Task {
        layers: Some(layers.iter().map(|l| (*l).to_owned()).collect()),
        days: days.map(str::to_owned),
        ..Task::default()
    };
    [
        ("simple", task(&["sediment"], None)),
        ("continue", task(&["sediment", "stream"], Some("-1d.."))),
        ("review", task(&["sediment", "stream"], Some("-6d.."))),
        ("recall", task(&["relevant"], None)),
    ]
    .map(|(name, task)| (name.to_owned(), task))
    .into()
}
