//! `alluvium restore`: bring a forgotten entry back.

use super::{Context, Ui};
use crate::care::forget;
use crate::distill::Desk;
use crate::distill::report::Line;
use crate::error::{Ended, Error, Result};
use crate::history::Event;

/// Bring an entry back that was removed, rejected or taken back by `undo`, with its id and statistics
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  alluvium restore ^k3f9    what was forgotten comes back, under its own id")]
pub struct Restore {
    /// The entry's id, such as ^k3f9
    #[arg(value_name = "ID")]
    id: String,
}

impl Restore {
    /// Runs the command.
    pub fn run(self, context: &Context, ui: &mut Ui) -> Result<Ended> {
        let memory = context.memory()?;
        let now = context.clock(&memory)?.now()?;
        let lock = memory.lock_distill()?;
        let mut desk = Desk::open(&memory, &now, Some(&lock))?;
        let id = desk.state.pick(&self.id)?;
        if let Some(undone) = desk.state.undone.get(&id) {
            desk.board.gone.entry(id.clone()).or_insert_with(|| undone.clone());
        }
        let Some(entry) = desk.board.gone.get(&id).cloned() else {
            return Err(Error::new(format!("{id} is in the sediment"))
                .hint(format!("`alluvium history {id}` shows the values it had before")));
        };
        if entry.text == forget::GONE {
            return Err(Error::new(format!("{id} was forgotten"))
                .hint("what `alluvium forget` erased cannot come back; add it anew if it must"));
        }
        let topic = entry.fields.slot();
        let rival = desk.board.slots.iter().find(|(_, s)| topic.is_some() && s.state.fields.slot() == topic);
        let rival = rival.map(|(other, _)| other.clone());
        let mut fields = entry.fields;
        fields.remove("conflicts");
        desk.board.take(Event::Restored { id: id.clone(), section: entry.section, text: entry.text, fields });
        let done = desk.close("restore", &id.to_string())?;
        super::distill::print_changes(&done.events.into_iter().filter_map(Line::of).collect::<Vec<_>>(), ui)?;
        if let Some(rival) = rival {
            ui.warn(&format!("{rival} has the same topic: both stand now; delete one of the lines, or leave both"));
        }
        Ok(Ended::Done)
    }
}
