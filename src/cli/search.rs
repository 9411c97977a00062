//! `alluvium search`: find records and entries.

use serde::Serialize;

use super::{Context, Ui};
use crate::error::{Ended, Error, Result};
use crate::memory::Settings;
use crate::recall::{Found, Hit, Layer, Query, Ranked, Score, Wishes, enhanced, track};
use crate::sediment::Section;
use crate::stream::{Fields, Kinds};
use crate::time::{Days, parse_days};

/// Find records and entries
///
/// Words are found in all their forms, whatever their case and accents. "Words in quotes" must stand
/// in a hit as they are, -word must not. Everything else is text. After `--` a leading dash is text
/// too. Without words, everything that passes the filters is listed.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  alluvium search deployment of project-a
  alluvium search '\"blue green\" deploy -canary' --in stream --date 2025-03-01..
  alluvium search --kind decision --about project-a")]
pub struct Search {
    /// What to look for
    #[arg(value_name = "QUERY", allow_hyphen_values = false)]
    words: Vec<String>,
    /// Where to look: sediment, stream, history, archive
    #[arg(long = "in", value_name = "LAYER", value_delimiter = ',')]
    layers: Vec<String>,
    /// Only records of this kind, or entries of its section
    #[arg(long, value_name = "KIND", value_delimiter = ',')]
    kind: Vec<String>,
    /// Only what concerns this object
    #[arg(long, value_name = "OBJECT")]
    about: Vec<String>,
    /// Only this topic, and what lies below it
    #[arg(long, value_name = "TOPIC")]
    topic: Vec<String>,
    /// Only these days: a day or a range
    #[arg(long, value_name = "RANGE", allow_hyphen_values = true)]
    date: Option<String>,
    /// At most so many hits
    #[arg(short = 'n', long, value_name = "N")]
    limit: Option<usize>,
    /// Show so many lines around each hit
    #[arg(short = 'C', long, value_name = "N", default_value_t = 0)]
    context: usize,
    /// Look also for what is like an answer that the language model makes up (sends the query to it)
    #[arg(long)]
    hyde: bool,
    /// Let the configured reranker put the best hits in order (sends them to it)
    #[arg(long)]
    rerank: bool,
    /// Show what each score is made of
    #[arg(long)]
    explain: bool,
}

/// A hit as it is printed in JSON.
#[derive(Serialize)]
struct Shown<'h> {
    path: String,
    line: usize,
    layer: Layer,
    id: Option<String>,
    day: Option<String>,
    time: Option<String>,
    kind: &'h str,
    text: &'h str,
    #[serde(skip_serializing_if = "str::is_empty")]
    body: &'h str,
    fields: Fields,
    /// Of a record whose statement no longer holds: `superseded` or `forgotten`, and the day.
    #[serde(skip_serializing_if = "Option::is_none")]
    past: Option<(&'static str, String)>,
    /// Of an entry: the records that say the same.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    records: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    inside: Option<&'h str>,
    score: Score,
    terms: &'h [(String, f64)],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    around: &'h [(usize, String)],
}

impl Search {
    /// Runs the command.
    pub fn run(self, context: &Context, ui: &mut Ui) -> Result<Ended> {
        let memory = context.memory_to_show(ui)?;
        let now = context.clock(&memory)?.now()?;
        let (explain, wishes) = (self.explain, Wishes { hyde: self.hyde, rerank: self.rerank });
        let query = self.query(memory.settings.search.limit, |range| parse_days(range, now.day))?;
        let unknown = unknown_kinds(&query.kinds, &memory.settings);
        let ranked = enhanced(&memory, &query, &now, &context.env, wishes)?;
        track(&memory, &ranked.entries(), &now)?;
        print(&ranked, explain, ui)?;
        if ranked.hits.is_empty() {
            unknown.iter().for_each(|kind| ui.hint(&format!("`{kind}` is no kind of the settings")));
        }
        Ok(Ended::Done)
    }

    /// What is meant by what was typed.
    fn query(self, limit: usize, days: impl FnOnce(&str) -> Result<Days>) -> Result<Query> {
        let mut query = Query::typed(self.words.join(" "));
        if !self.layers.is_empty() {
            query.layers = self.layers.iter().map(|name| layer(name)).collect::<Result<_>>()?;
        }
        if let Some(range) = &self.date {
            query.days = days(range)?;
        }
        (query.kinds, query.about, query.topics) = (self.kind, self.about, self.topic);
        (query.limit, query.around) = (self.limit.unwrap_or(limit), self.context);
        let narrowed =
            self.date.is_some() || !(query.kinds.is_empty() && query.about.is_empty() && query.topics.is_empty());
        if query.text.trim().is_empty() && !narrowed {
            return Err(
                Error::usage("nothing to look for").hint("give some words, or --kind, --about, --topic or --date")
            );
        }
        Ok(query)
    }
}

/// Kinds that neither the settings nor the layers know; records may bear them all the same.
fn unknown_kinds(wanted: &[String], settings: &Settings) -> Vec<String> {
    let kinds = Kinds::of(settings);
    let is_known = |kind: &&String| {
        settings.kinds.contains_key(kinds.name(kind))
            || Section::of(kind).is_some()
            || ["text", "superseded", "forgotten"].contains(&kind.to_lowercase().as_str())
    };
    wanted.iter().filter(|kind| !is_known(kind)).cloned().collect()
}

fn layer(name: &str) -> Result<Layer> {
    Layer::ALL.into_iter().find(|l| l.name() == name).ok_or_else(|| {
        let names = Layer::ALL.map(Layer::name).join(", ");
        Error::usage(format!("there is no layer `{name}`")).hint(format!("the layers are {names}"))
    })
}

fn print(ranked: &Ranked, explain: bool, ui: &mut Ui) -> Result<()> {
    for notice in &ranked.notices {
        ui.status(notice);
    }
    for problem in &ranked.problems {
        ui.warn(&problem.to_string());
        if let Some(remedy) = &problem.remedy {
            ui.hint(remedy);
        }
    }
    if ui.wants_json() {
        let shown: Vec<Shown<'_>> = ranked.hits.iter().map(shown).collect();
        return ui.json(&shown);
    }
    for hit in &ranked.hits {
        let (path, line) = (hit.path.display(), hit.line);
        let beside = |n: usize, text: &str| format!("{path}-{n}- {}", text.trim_end());
        for (n, text) in hit.around.iter().filter(|(n, _)| *n < line) {
            ui.line(&beside(*n, text))?;
        }
        ui.line(&format!("{path}:{line}: {}", sentence(hit)))?;
        for (n, text) in hit.around.iter().filter(|(n, _)| *n > line) {
            ui.line(&beside(*n, text))?;
        }
        if explain {
            ui.line(&format!("    {}", explanation(hit)))?;
        }
    }
    if ranked.hits.is_empty() {
        ui.status("nothing found");
    }
    Ok(())
}

/// A hit on one line: what it is, what it says, how it is called.
fn sentence(hit: &Hit) -> String {
    let id = hit.id().map(|id| format!(" {id}")).unwrap_or_default();
    match &hit.found {
        Found::Record(r) => {
            let time = r.time.map(|t| format!("{} ", t.format("%H:%M"))).unwrap_or_default();
            let inside = hit.inside.as_ref().map(|line| format!(" … {line}")).unwrap_or_default();
            let past = hit.past.map(|(mark, since)| format!(" [{} {since}]", mark.word())).unwrap_or_default();
            format!("{time}[{}]{past} {}{inside}{}{id}", r.kind, r.text, fields(&r.fields))
        }
        Found::Entry(e) => {
            let records: Vec<String> = hit.records.iter().map(|id| format!(" {id}")).collect();
            let records = if records.is_empty() { String::new() } else { format!(" ←{}", records.concat()) };
            format!("[{}] {}{}{id}{records}", e.section.key(), e.text, fields(&e.fields))
        }
        Found::Past { text, mark, until, .. } => format!("[{} {until}] {text}{id}", mark.word()),
        Found::Line(text) => text.clone(),
    }
}

fn fields(fields: &Fields) -> String {
    fields.0.iter().map(|(key, value)| format!(" [{key}:: {value}]")).collect()
}

/// The parts of a score, and what each term gave to the similarity.
fn explanation(hit: &Hit) -> String {
    let Score { total, similarity, recency, uses } = hit.score;
    let terms: Vec<String> = hit.terms.iter().map(|(term, gain)| format!("{term} {gain:.2}")).collect();
    let from = if terms.is_empty() { String::new() } else { format!("; {}", terms.join(", ")) };
    format!("score {total:.3} = similarity {similarity:.3} + recency {recency:.3} + uses {uses:.3}{from}")
}

fn shown(hit: &Hit) -> Shown<'_> {
    let (fields, body, time) = match &hit.found {
        Found::Record(r) => (r.fields.clone(), r.body.as_str(), r.time),
        Found::Entry(e) => (e.fields.clone(), e.body.as_str(), None),
        Found::Past { .. } | Found::Line(_) => (Fields::default(), "", None),
    };
    Shown {
        path: hit.path.to_string_lossy().into_owned(),
        line: hit.line,
        layer: hit.layer,
        id: hit.id(),
        day: hit.day.map(|d| d.to_string()),
        time: time.map(super::show::clock_time),
        kind: hit.kind(),
        text: hit.text(),
        body,
        fields,
        past: hit.past.map(|(mark, since)| (mark.word(), since.to_string())),
        records: hit.records.iter().map(ToString::to_string).collect(),
        inside: hit.inside.as_deref(),
        score: hit.score,
        terms: &hit.terms,
        around: &hit.around,
    }
}
