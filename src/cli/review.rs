//! `alluvium review`: list and settle open conflicts.

use super::{Context, Ui};
use crate::distill::Desk;
use crate::distill::report::Line;
use crate::error::{Ended, Error, Result};
use crate::history::{EntryState, Event, History, State};
use crate::sediment::EntryId;

/// List entries that may contradict each other, or settle one such conflict
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  alluvium review
  alluvium review k3f9 replace")]
pub struct Review {
    /// The entry, either side of the conflict
    #[arg(value_name = "ID", requires = "how")]
    id: Option<String>,
    /// `keep` the older entry, let the newer one `replace` it, or say that `both` hold
    #[arg(value_name = "HOW")]
    how: Option<How>,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum How {
    Keep,
    Replace,
    Both,
}

impl How {
    fn name(self) -> &'static str {
        match self {
            Self::Keep => "keep",
            Self::Replace => "replace",
            Self::Both => "both",
        }
    }
}

impl Review {
    /// Runs the command.
    pub fn run(self, context: &Context, ui: &mut Ui) -> Result<Ended> {
        let memory = context.memory()?;
        let (Some(id), Some(how)) = (&self.id, self.how) else {
            return list(&History::load(&memory)?.state(), ui);
        };
        let now = context.clock(&memory)?.now()?;
        let lock = memory.lock_distill()?;
        let mut desk = Desk::open(&memory, &now, Some(&lock))?;
        let id = desk.state.pick(id)?;
        let living = desk.board.slots.iter().map(|(id, slot)| (id, &slot.state));
        let pair = open_conflicts(living).into_iter().find(|(older, newer)| *older == id || *newer == id);
        let Some((older, newer)) = pair else {
            return Err(Error::new(format!("{id} has no open conflict")).hint("`alluvium review` lists them"));
        };
        desk.board.take(Event::Settled { older: older.clone(), newer: newer.clone(), how: how.name().to_owned() });
        let leaves = match how {
            How::Keep => Some((newer, format!("{older} was kept by review"))),
            How::Replace => Some((older, format!("replaced by {newer} by review"))),
            How::Both => None,
        };
        if let Some((id, reason)) = leaves {
            let text = desk.board.slots[&id].state.text.clone();
            desk.board.take(Event::Removed { id, reason, text, sources: Vec::new() });
        }
        let done = desk.close("review", how.name())?;
        super::distill::print_changes(&done.events.into_iter().filter_map(Line::of).collect::<Vec<_>>(), ui)?;
        Ok(Ended::Done)
    }
}

/// Pairs of living entries, the older one first, which bears the mark.
fn open_conflicts<'e>(living: impl Iterator<Item = (&'e EntryId, &'e EntryState)>) -> Vec<(EntryId, EntryId)> {
    let living: std::collections::BTreeMap<_, _> = living.collect();
    let marked = living.iter().filter_map(|(id, entry)| {
        let newer = EntryId(entry.fields.get("conflicts")?.trim_start_matches('^').to_owned());
        living.contains_key(&newer).then(|| ((*id).clone(), newer))
    });
    marked.collect()
}

fn list(state: &State, ui: &mut Ui) -> Result<Ended> {
    let side = |id: &EntryId| {
        let entry = &state.entries[id];
        (entry.since().map(|d| d.to_string()).unwrap_or_default(), entry.text.clone())
    };
    let pairs = open_conflicts(state.living());
    if ui.wants_json() {
        let side = |id: &EntryId| {
            let (since, text) = side(id);
            serde_json::json!({ "id": id, "since": since, "text": text })
        };
        let pairs: Vec<_> = pairs
            .iter()
            .map(|(older, newer)| serde_json::json!({ "older": side(older), "newer": side(newer) }))
            .collect();
        ui.json(&pairs)?;
        return Ok(Ended::Done);
    }
    for (i, (older, newer)) in pairs.iter().enumerate() {
        let ((older_since, older_text), (newer_since, newer_text)) = (side(older), side(newer));
        let gap = if i == 0 { "" } else { "\n" };
        ui.answer(&format!(
            "{gap}older {older} since {older_since}: {older_text}\nnewer {newer} since {newer_since}: {newer_text}\n"
        ))?;
    }
    match pairs.first() {
        Some((older, _)) => ui.hint(&format!("`alluvium review {} keep|replace|both` settles the first one", older.0)),
        None => ui.status("no open conflicts"),
    }
    Ok(Ended::Done)
}
