//! `alluvium history`: every value of a topic or entry.

use super::{Context, Ui};
use crate::error::{Ended, Error, Result};
use crate::history::entry::Gone;
use crate::history::fold::Return;
use crate::history::write::section_name;
use crate::history::{self, EntryState, State};
use crate::sediment::EntryId;
use crate::stream::{lies_below, slot_of};

/// Every value that a topic or an entry had, with the days from and until which it held
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  alluvium history project-a/deployment
  alluvium history project-a
  alluvium history ^k3f9")]
pub struct History {
    /// A topic (or the first segments of several), or the id of an entry
    #[arg(value_name = "TOPIC|ID")]
    what: String,
}

impl History {
    /// Runs the command.
    pub fn run(self, context: &Context, ui: &mut Ui) -> Result<Ended> {
        let memory = context.memory_to_show(ui)?;
        let state = history::History::load(&memory)?.state();
        let found = find(&state, &self.what)?;
        if ui.wants_json() {
            let all: Vec<_> = found.iter().map(|(id, entry)| json(id, entry, &returns(&state, id))).collect();
            ui.json(&all)?;
        } else {
            for (i, (id, entry)) in found.iter().enumerate() {
                let gap = if i == 0 { "" } else { "\n" };
                ui.answer(&format!("{gap}{}", text(id, entry, &returns(&state, id))))?;
            }
        }
        Ok(Ended::Done)
    }
}

/// The entries on a topic or below it, else the one entry that an id means.
fn find<'s>(state: &'s State, what: &str) -> Result<Vec<(&'s EntryId, &'s EntryState)>> {
    let wanted = slot_of(what);
    let on_topic = |entry: &EntryState| lies_below(&entry.fields.slot().unwrap_or_default(), &wanted);
    let mut found: Vec<_> = state.known().filter(|(_, e)| on_topic(e)).collect();
    let begins_an_id = || what.trim().len() >= 3 && state.known().any(|(id, _)| id.0.starts_with(what.trim()));
    if what.trim().starts_with('^') || found.is_empty() && begins_an_id() {
        let wanted = state.pick(what)?;
        return Ok(state.known().filter(|(id, _)| **id == wanted).collect());
    }
    if found.is_empty() {
        return Err(Error::new(format!("there is no entry and no topic `{what}`"))
            .hint("`alluvium show sediment` prints both; a topic or an entry that is gone is found as well"));
    }
    found.sort_by_key(|(_, entry)| {
        (entry.fields.get("topic").map(str::to_owned), entry.versions.first().map(|v| v.from))
    });
    Ok(found)
}

/// The values that came back to an entry.
fn returns<'s>(state: &'s State, id: &EntryId) -> Vec<&'s Return> {
    state.returns.iter().filter(|(of, _)| of == id).map(|(_, returned)| returned).collect()
}

fn text(id: &EntryId, entry: &EntryState, returns: &[&Return]) -> String {
    let topic = entry.fields.get("topic").map(|t| format!(" {t}")).unwrap_or_default();
    let mut out = format!("{id}{topic} ({}{})\n", section_name(entry.section), status(entry));
    for version in &entry.versions {
        let until = version.until.map_or_else(|| " ".repeat(10), |d| d.to_string());
        let sources: Vec<String> = version.sources.iter().map(ToString::to_string).collect();
        let sources = if sources.is_empty() { String::new() } else { format!("  [{}]", sources.join(", ")) };
        out.push_str(&format!("  {} … {until}  {}{sources}\n", version.from, version.text));
    }
    for Return { on, by, undone, text, instead_of } in returns {
        let was = instead_of.as_ref().map_or_else(|| "it had left".to_owned(), |was| format!("it was: {was}"));
        out.push_str(&format!("  {on} came back: {text} ({was}; the {by} took back the {undone})\n"));
    }
    out
}

/// What became of the entry, when it is no longer there.
fn status(entry: &EntryState) -> String {
    match &entry.gone {
        None => String::new(),
        Some((Gone::Rejected, day)) => format!(", deleted by hand on {day}"),
        Some((Gone::Removed(reason), day)) => format!(", removed on {day}: {reason}"),
    }
}

fn json(id: &EntryId, entry: &EntryState, returns: &[&Return]) -> serde_json::Value {
    let versions: Vec<_> = entry
        .versions
        .iter()
        .map(|v| {
            serde_json::json!({
                "text": v.text,
                "from": v.from.to_string(),
                "until": v.until.map(|d| d.to_string()),
                "sources": v.sources.iter().map(ToString::to_string).collect::<Vec<_>>(),
            })
        })
        .collect();
    let returns: Vec<_> = returns
        .iter()
        .map(|r| {
            serde_json::json!({
                "on": r.on.to_string(), "text": r.text, "instead-of": r.instead_of, "by": r.by, "taken-back": r.undone,
            })
        })
        .collect();
    let gone = entry.gone.as_ref().map(|(how, day)| {
        let reason = if let Gone::Removed(reason) = how { reason.as_str() } else { "deleted by hand" };
        serde_json::json!({ "on": day.to_string(), "reason": reason })
    });
    serde_json::json!({
        "id": id,
        "topic": entry.fields.get("topic"),
        "section": entry.section,
        "confidence": entry.confidence,
        "uses": entry.uses,
        "versions": versions,
        "returns": returns,
        "gone": gone,
    })
}
