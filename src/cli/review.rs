//! `alluvium review`: list and settle open conflicts.

use super::{Context, Ui};
use crate::distill::report::Line;
use crate::distill::{Board, Desk, rivals};
use crate::error::{Ended, Error, Result};
use crate::history::{Event, History};
use crate::memory::settings::Topics;
use crate::sediment::EntryId;

/// List entries that may contradict each other, or settle one such conflict
///
/// That is what `distill` could not decide, and what people wrote twice for one topic.
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
        let memory = context.memory_to_show(ui)?;
        let now = context.clock(&memory)?.now()?;
        let (Some(id), Some(how)) = (&self.id, self.how) else {
            let board = Board::of(&History::load(&memory)?.state(), now.day);
            return list(&board, &memory.settings.topics, ui);
        };
        let lock = memory.lock_distill()?;
        let mut desk = Desk::open(&memory, &now, Some(&lock))?;
        let id = desk.state.pick(id)?;
        let open = open_conflicts(&desk.board, &memory.settings.topics);
        let pair = open.into_iter().find(|(older, newer)| *older == id || *newer == id);
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

/// Pairs of living entries, the older one first: where it bears the mark, and where people wrote both for
/// one topic.
fn open_conflicts(board: &Board, topics: &Topics) -> Vec<(EntryId, EntryId)> {
    let marked = board.slots.iter().filter_map(|(id, slot)| {
        let newer = EntryId(slot.state.fields.get("conflicts")?.trim_start_matches('^').into());
        board.slots.contains_key(&newer).then(|| (id.clone(), newer))
    });
    let mut pairs: Vec<_> = marked.collect();
    for (older, newer) in rivals(board, topics) {
        if !pairs.iter().any(|(a, b)| [a, b].contains(&&older) && [a, b].contains(&&newer)) {
            pairs.push((older, newer));
        }
    }
    pairs
}

fn list(board: &Board, topics: &Topics, ui: &mut Ui) -> Result<Ended> {
    let side = |id: &EntryId| {
        let entry = &board.slots[id].state;
        (entry.since().map(|d| d.to_string()).unwrap_or_default(), entry.text.clone())
    };
    let pairs = open_conflicts(board, topics);
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
