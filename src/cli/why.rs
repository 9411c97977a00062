//! `alluvium why`: the story of an entry.

use super::{Context, Ui};
use crate::distill::report::Line;
use crate::error::{Ended, Error, Result};
use crate::history::fold::{TAKEN_BACK, taken_back};
use crate::history::write::write_at;
use crate::history::{Event, History, Run};
use crate::memory::Memory;
use crate::sediment::EntryId;
use crate::stream::{RecordId, read_days};
use crate::time::Days;

/// The whole story of an entry: the records behind it, the rules that fired, what it replaced
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  alluvium why ^k3f9    the records behind it, the rules that fired, what it replaced")]
pub struct Why {
    /// The entry's id, such as ^k3f9
    #[arg(value_name = "ID")]
    id: String,
}

impl Why {
    /// Runs the command.
    pub fn run(self, context: &Context, ui: &mut Ui) -> Result<Ended> {
        let memory = context.memory_to_show(ui)?;
        let history = History::load(&memory)?;
        let state = history.state();
        let id = state.pick(&self.id)?;
        let Some(entry) = state.known_entry(&id) else {
            return Err(Error::new(format!("there is no entry {id}")));
        };
        let undone = taken_back(&history.runs);
        let mut runs: Vec<&Run> = history.runs.iter().collect();
        runs.sort_by_key(|run| run.at);
        let mut steps = Vec::new();
        for run in runs {
            let taken_back = undone.contains(run.id.as_str());
            for line in run.events.iter().filter(|event| concerns(event, &id)).cloned().filter_map(Line::of) {
                steps.push(Step { run, taken_back, records: records(&memory, &line.sources)?, line });
            }
        }
        if ui.wants_json() {
            let steps: Vec<_> = steps.iter().map(Step::json).collect();
            ui.json(&serde_json::json!({
                "id": id,
                "section": entry.section,
                "text": entry.text,
                "confidence": entry.confidence,
                "uses": entry.uses,
                "pinned": entry.is_pinned(),
                "in-sediment": entry.gone.is_none(),
                "steps": steps,
            }))?;
            return Ok(Ended::Done);
        }
        let pinned = if entry.is_pinned() { ", pinned" } else { "" };
        ui.line(&format!("{id} {}", entry.text))?;
        ui.line(&format!("  confidence {:.2}, used {} times{pinned}", entry.confidence, entry.uses))?;
        if state.undone.contains_key(&id) {
            ui.line(&format!("  {TAKEN_BACK}; `alluvium restore {id}` brings it back"))?;
        }
        for step in &steps {
            let back = if step.taken_back && !step.line.by_hand { ", taken back later" } else { "" };
            ui.line(&format!("\n{} by {}{back}", write_at(&step.run.at), step.run.verb))?;
            ui.line(&format!("  {}", step.line))?;
            if !step.line.why.is_empty() && step.line.event != "removed" {
                ui.line(&format!("  because: {}", step.line.why))?;
            }
            for (id, text) in &step.records {
                ui.line(&format!("  {id} {}", text.as_deref().unwrap_or("(no longer in the stream)")))?;
            }
        }
        Ok(Ended::Done)
    }
}

/// An event on the entry, with the run and the records.
struct Step<'h> {
    run: &'h Run,
    taken_back: bool,
    line: Line,
    records: Vec<(RecordId, Option<String>)>,
}

impl Step<'_> {
    fn json(&self) -> serde_json::Value {
        let records: Vec<_> =
            self.records.iter().map(|(id, text)| serde_json::json!({ "id": id.to_string(), "text": text })).collect();
        serde_json::json!({
            "at": self.run.at.to_rfc3339(),
            "run": self.run.id,
            "verb": self.run.verb,
            "taken-back": self.taken_back,
            "change": self.line,
            "records": records,
        })
    }
}

fn concerns(event: &Event, id: &EntryId) -> bool {
    match event {
        Event::Conflict { newer, .. } | Event::Settled { newer, .. } if newer == id => true,
        event => event.entry() == Some(id),
    }
}

/// The records as they stand in the stream; none for one that is no longer there.
fn records(memory: &Memory, ids: &[RecordId]) -> Result<Vec<(RecordId, Option<String>)>> {
    let mut found = Vec::new();
    for id in ids {
        let day = Days { from: Some(id.day), to: Some(id.day) };
        let record = read_days(memory, day)?.records.into_iter().find(|r| r.id == *id);
        let text = record.map(|r| {
            let time = r.time.map(|t| t.format("%H:%M ").to_string()).unwrap_or_default();
            format!("{time}[{}] {}", r.kind, r.text)
        });
        found.push((*id, text));
    }
    Ok(found)
}
