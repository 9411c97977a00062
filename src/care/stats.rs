//! `stats`: what the memory is made of, and what its models have cost.

use std::collections::BTreeMap;

use serde::Serialize;

use super::metrics::Metrics;
use crate::error::Result;
use crate::history::History;
use crate::history::entry::Gone;
use crate::history::fold::taken_back;
use crate::history::lifecycle;
use crate::memory::Memory;
use crate::model::usage::Usage;
use crate::recall::Layer;
use crate::stream::{DayFile, Kinds, read_whole};
use crate::time::{Day, Days, Now};

/// Counts of a memory.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Stats {
    #[serde(skip)]
    space: Option<String>,
    /// Records of the stream and, with them, of the archive, by kind.
    pub records: BTreeMap<String, usize>,
    /// Of those, the ones in the archive.
    pub archived: usize,
    /// Living entries by section.
    pub entries: BTreeMap<&'static str, usize>,
    /// Living entries that a person pinned or wrote.
    pub pinned: usize,
    /// Entries that left: `removed` by the program, `rejected` by a person.
    pub left: BTreeMap<&'static str, usize>,
    /// Living entries by confidence as it stands today, in tenths: `0.8` counts 0.8 and more, below 0.9.
    pub confidence: BTreeMap<String, usize>,
    /// Runs in the history by verb.
    pub runs: BTreeMap<String, usize>,
    /// Changes by sort.
    pub changes: BTreeMap<&'static str, usize>,
    /// Tokens and cost of the models, by engine.
    pub models: BTreeMap<String, Cost>,
    /// Tokens counted by the tokenizer itself, beside the estimate; only when asked for.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub tokens: BTreeMap<&'static str, Tokens>,
}

/// Tokens of a text.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Tokens {
    /// As `o200k_base` counts them.
    pub exact: usize,
    /// As they are estimated everywhere else.
    pub estimated: usize,
}

/// What a model has cost.
#[derive(Debug, Default, Serialize)]
pub struct Cost {
    /// Runs that counted tokens.
    pub runs: usize,
    /// Tokens.
    #[serde(flatten)]
    pub usage: Usage,
    /// Money, in the currency of the prices in the settings; none without prices.
    pub cost: Option<f64>,
}

impl Stats {
    /// Counts records of the days, and everything of the history.
    ///
    /// # Errors
    ///
    /// When a folder or the history cannot be read. Day files that cannot be read are left out.
    pub fn of(memory: &Memory, now: &Now, days: Days) -> Result<Self> {
        let mut stats = Self { space: memory.space.clone(), ..Self::default() };
        let kinds = Kinds::of(&memory.settings);
        let mut seen = std::collections::HashSet::new();
        for (layer, day, path) in day_files(memory)? {
            let Ok(Some(bytes)) = read_whole(&path) else { continue };
            for record in DayFile::read(&bytes, day, &path, &kinds).records {
                if days.contains(record.day) && seen.insert(record.id) {
                    *stats.records.entry(record.kind).or_default() += 1;
                    stats.archived += usize::from(layer == Layer::Archive);
                }
            }
        }
        let history = History::load(memory)?;
        let undone = taken_back(&history.runs);
        for run in history.runs.iter().filter(|run| days.contains(run.day())) {
            *stats.runs.entry(run.verb.clone()).or_default() += 1;
            for event in run.events.iter().filter(|e| e.entry().is_some() && !undone.contains(run.id.as_str())) {
                *stats.changes.entry(event.verb()).or_default() += 1;
            }
            if let Some(usage) = Usage::of_detail(&run.detail) {
                let engine = run.detail.rsplit_once(", tokens ").map_or(run.detail.as_str(), |(name, _)| name);
                let cost = stats.models.entry(engine.to_owned()).or_default();
                cost.runs += 1;
                cost.usage.add(usage);
            }
        }
        for cost in stats.models.values_mut() {
            cost.cost = cost.usage.cost(&memory.settings.model);
        }
        for entry in history.state().entries.values() {
            match &entry.gone {
                Some((Gone::Rejected, _)) => *stats.left.entry("rejected").or_default() += 1,
                Some((Gone::Removed(_), _)) => *stats.left.entry("removed").or_default() += 1,
                None => {
                    *stats.entries.entry(entry.section.key()).or_default() += 1;
                    stats.pinned += usize::from(entry.is_pinned());
                    let confidence = lifecycle::confidence(entry, now.day, &memory.settings.decay);
                    let tenth = format!("{:.1}", (confidence * 10.0 + 1e-9).floor() / 10.0);
                    *stats.confidence.entry(tenth).or_default() += 1;
                }
            }
        }
        Ok(stats)
    }

    /// For people: a heading and its counts, a line each.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let mut section = |title: String, counts: Vec<(&str, usize)>| {
            lines.push(title);
            let width = counts.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
            lines.extend(counts.into_iter().map(|(name, n)| format!("  {name:width$}  {n}")));
        };
        let records: usize = self.records.values().sum();
        let archived = if self.archived > 0 { format!(", {} of them archived", self.archived) } else { String::new() };
        section(format!("records: {records}{archived}"), by_count(self.records.iter().map(|(k, n)| (k.as_str(), *n))));
        let entries: usize = self.entries.values().sum();
        let pinned = if self.pinned > 0 { format!(", {} of them pinned", self.pinned) } else { String::new() };
        section(format!("entries: {entries}{pinned}"), by_count(self.entries.iter().map(|(k, n)| (*k, *n))));
        section("confidence:".to_owned(), self.confidence.iter().rev().map(|(k, n)| (k.as_str(), *n)).collect());
        section("left:".to_owned(), self.left.iter().map(|(k, n)| (*k, *n)).collect());
        section("runs:".to_owned(), by_count(self.runs.iter().map(|(k, n)| (k.as_str(), *n))));
        section("changes:".to_owned(), by_count(self.changes.iter().map(|(k, n)| (*k, *n))));
        if !self.models.is_empty() {
            lines.push("models:".to_owned());
        }
        for (name, cost) in &self.models {
            let money = cost.cost.map(|c| format!(", cost {c:.4}")).unwrap_or_default();
            lines.push(format!(
                "  {name}: {} {}, {}{money}",
                cost.runs,
                super::plural(cost.runs as i64, "run"),
                cost.usage
            ));
        }
        if !self.tokens.is_empty() {
            lines.push("tokens (o200k_base):".to_owned());
        }
        for (name, Tokens { exact, estimated }) in &self.tokens {
            lines.push(format!("  {name}  {exact} (estimated {estimated})"));
        }
        lines
    }

    /// For the textfile collector of a Prometheus node exporter.
    pub fn metrics(&self) -> String {
        let mut m = Metrics::of(self.space.as_deref());
        m.gauge("records", "Records by kind.", labelled("kind", self.records.iter().map(|(k, n)| (k.as_str(), *n))));
        m.one("archived_records", "Records in the archive.", self.archived as f64);
        m.gauge(
            "entries",
            "Living entries by section.",
            labelled("section", self.entries.iter().map(|(k, n)| (*k, *n))),
        );
        m.one("pinned_entries", "Entries that a person pinned or wrote.", self.pinned as f64);
        let tenths = self.confidence.iter().map(|(k, n)| (k.as_str(), *n));
        m.gauge("entries_by_confidence", "Living entries by confidence, in tenths.", labelled("from", tenths));
        m.counter("runs_total", "Runs by verb.", labelled("verb", self.runs.iter().map(|(k, n)| (k.as_str(), *n))));
        m.counter("changes_total", "Changes by sort.", labelled("sort", self.changes.iter().map(|(k, n)| (*k, *n))));
        type Part = (&'static str, &'static str, fn(&Usage) -> u64);
        let parts: [Part; 3] = [
            ("model_input_tokens_total", "Tokens sent to models, cached ones included.", |u| u.input),
            ("model_output_tokens_total", "Tokens of the replies of models.", |u| u.output),
            ("model_cached_tokens_total", "Tokens that a cache served.", |u| u.cached),
        ];
        for (name, help, part) in parts.into_iter().filter(|_| !self.models.is_empty()) {
            let samples = self.models.iter().map(|(k, c)| (Some(("engine", k.as_str())), part(&c.usage) as f64));
            m.counter(name, help, samples);
        }
        let costs: Vec<_> =
            self.models.iter().filter_map(|(k, c)| Some((Some(("engine", k.as_str())), c.cost?))).collect();
        if !costs.is_empty() {
            m.counter("model_cost_total", "Cost of models at the prices of the settings.", costs);
        }
        m.text
    }
}

/// Most first; equal counts by name.
fn by_count<'n>(counts: impl Iterator<Item = (&'n str, usize)>) -> Vec<(&'n str, usize)> {
    let mut counts: Vec<_> = counts.collect();
    counts.sort_by_key(|(name, n)| (std::cmp::Reverse(*n), *name));
    counts
}

fn labelled<'l>(
    key: &'l str,
    counts: impl Iterator<Item = (&'l str, usize)>,
) -> impl Iterator<Item = (Option<(&'l str, &'l str)>, f64)> {
    counts.map(move |(name, n)| (Some((key, name)), n as f64))
}

/// Every day file of stream and archive, the stream first.
pub(super) fn day_files(memory: &Memory) -> Result<Vec<(Layer, Day, std::path::PathBuf)>> {
    let stream = memory.stream_files()?.days.into_iter().map(|(day, path)| (Layer::Stream, day, path));
    Ok(stream.chain(memory.archive_files()?.days.into_iter().map(|(day, path)| (Layer::Archive, day, path))).collect())
}
