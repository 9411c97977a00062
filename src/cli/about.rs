//! `alluvium about`: show everything about one object.

use super::{Context, Ui};
use crate::error::{Ended, Result};
use crate::recall::about::{About as Known, about};
use crate::sediment::Entry;
use crate::stream::Record;

/// Show everything about one object: what holds, what is open, what happened
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  alluvium about project-a          what holds, what is open, what happened
  alluvium about project-a --json")]
pub struct About {
    /// The object: what `about` or the first segments of a topic name, or a name in the text
    #[arg(value_name = "OBJECT")]
    object: String,
    /// At most so many records of the timeline, the newest
    #[arg(short = 'n', long, value_name = "N", default_value_t = 50)]
    limit: usize,
}

impl About {
    /// Runs the command.
    pub fn run(self, context: &Context, ui: &mut Ui) -> Result<Ended> {
        let memory = context.memory_to_show(ui)?;
        let mut known = about(&memory, &self.object)?;
        let earlier = known.timeline.len().saturating_sub(self.limit);
        known.timeline.drain(..earlier);
        if ui.wants_json() {
            ui.json(&serde_json::json!({
                "object": self.object,
                "entries": known.entries.iter().map(entry_json).collect::<Vec<_>>(),
                "open": known.open.iter().map(record_json).collect::<Vec<_>>(),
                "timeline": known.timeline.iter().map(record_json).collect::<Vec<_>>(),
                "earlier": earlier,
            }))?;
        } else {
            self.print(&known, earlier, ui)?;
        }
        Ok(Ended::Done)
    }

    fn print(&self, known: &Known, earlier: usize, ui: &mut Ui) -> Result<()> {
        if known.entries.is_empty() && known.timeline.is_empty() {
            ui.status(&format!("nothing is known about `{}`", self.object));
            return Ok(());
        }
        let mut first = true;
        let mut head = |title: &str, ui: &mut Ui| {
            let gap = if std::mem::take(&mut first) { "" } else { "\n" };
            ui.answer(&format!("{gap}{title}\n"))
        };
        if !known.entries.is_empty() {
            head("Holds", ui)?;
            for entry in &known.entries {
                let id = entry.id.as_ref().map(|id| format!(" {id}")).unwrap_or_default();
                let since = entry.fields.get("since").map(|day| format!(" (since {day})")).unwrap_or_default();
                ui.line(&format!("- [{}] {}{since}{id}", entry.section.key(), entry.text))?;
            }
        }
        if !known.open.is_empty() {
            head("Open", ui)?;
            known.open.iter().try_for_each(|record| ui.line(&line(record)))?;
        }
        if !known.timeline.is_empty() {
            head("Timeline", ui)?;
            if earlier > 0 {
                ui.line(&format!("({earlier} earlier; -n shows more)"))?;
            }
            known.timeline.iter().try_for_each(|record| ui.line(&line(record)))?;
        }
        Ok(())
    }
}

fn line(record: &Record) -> String {
    let time = record.time.map(|t| format!(" {}", t.format("%H:%M"))).unwrap_or_default();
    format!("- {}{time} [{}] {} {}", record.day, record.kind, record.text, record.id)
}

fn entry_json(entry: &Entry) -> serde_json::Value {
    serde_json::json!({
        "id": entry.id,
        "section": entry.section,
        "text": entry.text,
        "fields": entry.fields,
        "line": entry.line,
    })
}

fn record_json(record: &Record) -> serde_json::Value {
    serde_json::json!({
        "id": record.id.to_string(),
        "day": record.day.to_string(),
        "time": record.time.map(super::show::clock_time),
        "kind": record.kind,
        "text": record.text,
        "fields": record.fields,
        "path": record.source.path.display().to_string(),
        "line": record.source.line,
    })
}
