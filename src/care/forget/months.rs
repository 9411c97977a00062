//! The history without what was erased: lines and ids stay, texts become `[forgotten]`.

use std::path::PathBuf;

use super::{GONE, Plan};
use crate::error::Result;
use crate::history::Event;
use crate::history::read::read_event;
use crate::history::write::event_line;
use crate::memory::{Memory, files};
use crate::stream::Fields;

/// History files in which texts become `[forgotten]`; other lines stay byte for byte.
pub(super) fn months_without(memory: &Memory, plan: &Plan) -> Result<Vec<(PathBuf, Vec<u8>)>> {
    let mut changed = Vec::new();
    let folder = memory.history_dir();
    for name in
        files::list(&folder)?.into_iter().filter(|n| n.as_encoded_bytes().ends_with(b".md") && n != "forgotten.md")
    {
        let path = folder.join(name);
        let Some(bytes) = files::read(&path)? else { continue };
        let mut after = Vec::with_capacity(bytes.len());
        for line in bytes.split_inclusive(|b| *b == b'\n') {
            match std::str::from_utf8(line).ok().and_then(|line| blanked(line, plan)) {
                Some(line) => after.extend_from_slice(line.as_bytes()),
                None => after.extend_from_slice(line),
            }
        }
        if after != bytes {
            changed.push((path, after));
        }
    }
    Ok(changed)
}

/// The line with what was erased blanked; none when nothing in it was.
fn blanked(line: &str, plan: &Plan) -> Option<String> {
    let item = line.strip_prefix("- ")?.trim_end_matches(['\n', '\r']);
    let end = &line[2 + item.len()..];
    let mut event = read_event(item)?;
    let whole = event.entry().is_some_and(|id| plan.entries.contains(id));
    let mut touched = false;
    blank(&mut event, whole, &mut |text| {
        let goes = text != GONE && !text.is_empty() && (whole || plan.needles.are_in(text));
        touched |= goes;
        goes
    });
    touched.then(|| format!("- {}{end}", event_line(&event)))
}

/// Blanks every text of an event that is meant; of an entry that goes, the fields too.
fn blank(event: &mut Event, whole: bool, goes: &mut dyn FnMut(&str) -> bool) {
    let fields_of = |fields: &mut Fields, goes: &mut dyn FnMut(&str) -> bool| {
        fields.0.retain(|(key, value)| key == "since" || !goes(value));
    };
    let mut texts: Vec<&mut String> = Vec::new();
    let mut reason: Option<&mut String> = None;
    match event {
        Event::Added { text, fields, why, .. } => {
            fields_of(fields, goes);
            texts.push(text);
            reason = Some(why);
        }
        Event::Restored { text, fields, .. } => {
            fields_of(fields, goes);
            texts.push(text);
        }
        Event::Updated { text, fields, was, why, .. } => {
            fields_of(fields, goes);
            texts.extend([text, was]);
            reason = Some(why);
        }
        Event::Past { text, why, .. } => {
            texts.push(text);
            reason = Some(why);
        }
        Event::Seen { why, .. } | Event::Conflict { why, .. } => reason = Some(why),
        Event::Removed { reason: r, text, .. } => {
            texts.push(text);
            if !whole && goes(r) {
                GONE.clone_into(r);
            }
        }
        Event::Rejected { text, .. } | Event::Told(text) => texts.push(text),
        Event::Judged { .. }
        | Event::Settled { .. }
        | Event::Moved { .. }
        | Event::Read { .. }
        | Event::Unread { .. }
        | Event::Undone { .. }
        | Event::Refiled { .. } => {}
    }
    for text in texts {
        if goes(text) {
            GONE.clone_into(text);
        }
    }
    if let Some(why) = reason.filter(|why| goes(why)) {
        why.clear();
    }
}
