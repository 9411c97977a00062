//! The profile in a model's words, made of the entries that the rules chose for it.
//!
//! It is held against these entries like every text of a model, and is made again only when they
//! change. Entries that are private or come from the web or a tool are not sent.

use crate::error::{Error, Result};
use crate::memory::{Memory, files};
use crate::model::{Model, Template, compose};
use crate::sediment::read;
use crate::time::Now;

use super::profile::{Refreshed, make, stored};

const PROMPT: &str = include_str!("../../templates/profile.prompt");
const HOLES: [&str; 2] = ["limit", "entries"];

/// Has a model write the profile, and stores it.
///
/// # Errors
///
/// When files cannot be read or written, or the model gives no text that may be used: the stored
/// profile stays as it is.
pub fn refresh_by_model(memory: &Memory, now: &Now, model: &dyn Model) -> Result<Refreshed> {
    let stored = stored(memory)?;
    if stored.as_ref().is_some_and(|stored| stored.is_by_hand()) {
        return Ok(Refreshed::ByHand);
    }
    let profile = make(memory, now)?;
    if stored.as_ref().is_some_and(|stored| stored.is_composed_from(&profile)) {
        return Ok(Refreshed::Unchanged);
    }
    let path = memory.sediment_file();
    let bytes = files::read(&path)?.unwrap_or_default();
    let sediment = read(&String::from_utf8_lossy(&bytes), memory.shown(&path), &memory.settings);
    let is_kept_back = |id: &str, text: &str| {
        sediment.entries.iter().any(|e| {
            let same = e.id.as_ref().map_or(e.text == text, |i| i.to_string() == id);
            let kept = |o: &str| ["private", "web", "tool"].iter().any(|k| o.trim().eq_ignore_ascii_case(k));
            same && e.fields.all("origin").any(kept)
        })
    };
    let public = profile.lines.iter().filter(|(_, text, id)| !is_kept_back(id, text));
    let entries: Vec<String> = public.map(|(facet, text, _)| format!("- {}: {text}", facet.name())).collect();
    if entries.is_empty() {
        return Ok(Refreshed::Nothing);
    }
    let entries = entries.join("\n");
    // The label that `inject` puts before each line takes room as well.
    let most = memory.settings.inject.profile_tokens * 4 / 5;
    let template = Template::load(memory, "profile.prompt", PROMPT, &HOLES)?;
    let fill = |hole: &str| if hole == "limit" { most.to_string() } else { entries.clone() };
    let (text, _) = compose(memory, model, &template, &fill, &entries, most).map_err(|failure| failure.error)?;
    if text.starts_with("---") {
        return Err(Error::new(format!("the reply of `{}` is no list", model.name())));
    }
    files::replace(&memory.root.join("profile.md"), profile.print_composed(&text).as_bytes())?;
    Ok(Refreshed::Written)
}
