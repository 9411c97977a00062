//! Taking it out, under both locks: tombstones first, the stream last.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::months::months_without;
use super::unfinished::{Note, waiting};
use super::{GONE, Plan};
use crate::care::stats::day_files;
use crate::distill::desk::fingerprint;
use crate::error::Result;
use crate::history::event::Sums;
use crate::history::file::mark_written;
use crate::history::{Event, History, Run};
use crate::inject::profile;
use crate::memory::lock::{DistillLock, StreamLock};
use crate::memory::{Memory, files};
use crate::sediment::{self, Edit, EntryId, Head};
use crate::stream::forgotten::Forgotten;
use crate::stream::{Kinds, RecordId, Scan, read_whole};
use crate::time::{Day, Now};

/// Erases what the plan names, and nothing else. Returns the files that changed, relative to the folder.
///
/// # Errors
///
/// When a file cannot be written: before anything was changed, or so that the same command goes on.
pub fn erase(memory: &Memory, now: &Now, plan: &Plan, locks: (&DistillLock, &StreamLock)) -> Result<Vec<PathBuf>> {
    let earlier = waiting(memory)?;
    let mut changed = take_out(memory, now, plan, locks, true)?;
    changed.extend(finish_those(memory, now, earlier, locks)?);
    Ok(changed)
}

/// Finishes what an interrupted `forget` was about to erase. Whether there was anything; where one is
/// still at work, it is waited for.
///
/// # Errors
///
/// As [`erase`]; *busy* when another process keeps a lock.
pub fn finish(memory: &Memory, now: &Now) -> Result<bool> {
    if !memory.unfinished_forget().exists() {
        return Ok(false);
    }
    let locks = match memory.lock_distill_soon().and_then(|distill| Ok((distill, memory.lock_stream()?))) {
        // A plan that was cut off had erased nothing yet, and nothing needs to be written.
        Err(_) if waiting(memory)?.is_empty() => return Ok(false),
        locks => locks?,
    };
    let waiting = waiting(memory)?;
    let any = !waiting.is_empty();
    finish_those(memory, now, waiting, (&locks.0, &locks.1))?;
    Ok(any)
}

fn finish_those(
    memory: &Memory,
    now: &Now,
    waiting: Vec<Note>,
    locks: (&DistillLock, &StreamLock),
) -> Result<Vec<PathBuf>> {
    let mut changed = Vec::new();
    for note in waiting {
        if note.all {
            erase_all(memory, now, locks)?;
            continue;
        }
        let text = files::read_text(&memory.sediment_file())?.unwrap_or_default();
        let plan = note.plan(&sediment::read(&text, Path::new(""), &memory.settings))?;
        changed.extend(take_out(memory, now, &plan, locks, false)?);
    }
    files::remove(&memory.unfinished_forget())?;
    Ok(changed)
}

/// Takes it out; `noted` keeps the plan before, for whoever has to finish it.
fn take_out(
    memory: &Memory,
    now: &Now,
    plan: &Plan,
    locks: (&DistillLock, &StreamLock),
    noted: bool,
) -> Result<Vec<PathBuf>> {
    let path = memory.sediment_file();
    let before = files::read_text(&path)?.unwrap_or_default();
    let after = sediment_without(&before, plan, memory);
    let days = days_without(memory, plan)?;
    let months = months_without(memory, plan)?;
    let sheets = lines_without(memory, plan)?;
    let mut targets: Vec<(PathBuf, Vec<u8>)> = months;
    targets.extend(sheets);
    for target in targets.iter().map(|(path, _)| path).chain(days.iter().map(|(path, _)| path)) {
        files::check_writable(target)?;
    }
    if after != before {
        files::check_writable(&path)?;
    }

    if noted {
        Note::of(plan, &sediment::read(&before, Path::new(""), &memory.settings)).keep(memory)?;
    }
    Forgotten::note(
        memory,
        &Forgotten { records: plan.records.clone(), entries: plan.entries.iter().map(|id| id.0.to_string()).collect() },
    )?;
    let mut changed = Vec::new();
    for (path, bytes) in &targets {
        if files::replace(path, bytes)? {
            changed.push(memory.shown(path).to_path_buf());
        }
    }
    changed.extend(rename(memory, plan)?);
    write_run(memory, now, plan, locks.0, &before, &after)?;
    if after != before {
        changed.push(memory.shown(&path).to_path_buf());
    }
    clear_caches(memory)?;
    rebuild_profile(memory, now, plan)?;
    for (path, bytes) in &days {
        if files::replace(path, bytes)? {
            changed.push(memory.shown(path).to_path_buf());
        }
    }
    Ok(changed)
}

/// Erases everything: stream, archive, history, sessions, profile, caches; the sediment becomes empty.
/// Settings and templates stay.
///
/// # Errors
///
/// When a file cannot be removed; the same command goes on from there.
pub fn erase_all(memory: &Memory, now: &Now, locks: (&DistillLock, &StreamLock)) -> Result<()> {
    let mut ids = Forgotten::default();
    let kinds = Kinds::of(&memory.settings);
    let days = day_files(memory)?;
    for (_, day, path) in &days {
        let bytes = read_whole(path)?.unwrap_or_default();
        ids.records.extend(Scan::new(&bytes, *day, &kinds).map(|raw| raw.id));
    }
    ids.entries.extend(History::load(memory)?.state().entries.into_keys().map(|id| id.0.to_string()));
    Note::of_all().keep(memory)?;
    Forgotten::note(memory, &ids)?;
    clear_caches(memory)?;
    for folder in ["sessions", "archive"] {
        files::remove_folder(&memory.root.join(folder))?;
    }
    files::remove(&memory.root.join("profile.md"))?;
    let history = memory.history_dir();
    for name in files::list(&history)?.into_iter().filter(|name| name != "forgotten.md") {
        files::remove(&history.join(name))?;
    }
    let blank = sediment::edit::skeleton(&memory.settings);
    files::replace(&memory.sediment_file(), blank.as_bytes())?;
    for (_, _, path) in days {
        files::remove(&path)?;
    }
    let told = Plan { records: ids.records, ..Plan::default() };
    let _ = locks.1;
    write_run(memory, now, &told, locks.0, &blank, &blank)?;
    files::remove(&memory.unfinished_forget())
}

/// Erases once more what came back under an id that was forgotten, as after a merge with an old
/// clone. Returns how many records and entries that were.
///
/// # Errors
///
/// As [`erase`]; *busy* when another process distills.
pub fn again(memory: &Memory, now: &Now) -> Result<usize> {
    let finished = usize::from(finish(memory, now)?);
    let forgotten = Forgotten::load(memory)?;
    if forgotten.is_empty() {
        return Ok(finished);
    }
    let locks = (memory.lock_distill()?, memory.lock_stream()?);
    let text = files::read_text(&memory.sediment_file())?.unwrap_or_default();
    let sediment = sediment::read(&text, Path::new(""), &memory.settings);
    let mut plan = Plan::default();
    plan.entries
        .extend(sediment.entries.into_iter().filter_map(|e| e.id).filter(|id| forgotten.entries.contains(&*id.0)));
    let there: BTreeSet<RecordId> = super::plan::all_records(memory)?.into_iter().map(|(r, _)| r.id).collect();
    plan.records.extend(there.intersection(&forgotten.records));
    let found = plan.records.len() + plan.entries.len();
    // A clone's history may still tell their texts.
    plan.entries.extend(forgotten.entries.iter().map(|id| EntryId(id.as_str().into())));
    if found > 0 || !months_without(memory, &plan)?.is_empty() {
        plan.unread = newer(&History::load(memory)?, &forgotten);
        plan.unread.retain(|id| there.contains(id));
        erase(memory, now, &plan, (&locks.0, &locks.1))?;
    }
    Ok(found + finished)
}

/// Records that another clone, which did not know of the erasure, took for a newer value of an erased
/// entry. They were never forgotten: unread again, they become an entry of their own.
fn newer(history: &History, forgotten: &Forgotten) -> BTreeSet<RecordId> {
    let told = history.runs.iter().flat_map(|run| &run.events).filter(|event| match event {
        Event::Added { id, text, .. } | Event::Updated { id, text, .. } | Event::Past { id, text, .. } => {
            text != GONE && forgotten.entries.contains(&*id.0)
        }
        _ => false,
    });
    told.flat_map(Event::sources).copied().filter(|id| !forgotten.records.contains(id)).collect()
}

/// The block that tells of it: the records count as read, the entries are gone.
fn write_run(memory: &Memory, now: &Now, plan: &Plan, lock: &DistillLock, before: &str, after: &str) -> Result<()> {
    let history = History::load(memory)?;
    let state = history.state();
    let mut events = Vec::new();
    let unread = plan.records.iter().filter(|id| !state.read.contains(id));
    for id in unread {
        match events.last_mut() {
            Some(Event::Read { day, hashes }) if *day == id.day => hashes.push(id.hash),
            _ => events.push(Event::Read { day: id.day, hashes: vec![id.hash] }),
        }
    }
    for id in plan.unread.iter().filter(|id| state.read.contains(id)) {
        match events.last_mut() {
            Some(Event::Unread { day, hashes }) if *day == id.day => hashes.push(id.hash),
            _ => events.push(Event::Unread { day: id.day, hashes: vec![id.hash] }),
        }
    }
    for id in &plan.entries {
        if state.entries.get(id).is_some_and(|e| e.gone.is_none()) {
            let (id, reason, text) = (id.clone(), "forgotten".to_owned(), GONE.to_owned());
            events.push(Event::Removed { id, reason, text, sources: Vec::new() });
        }
    }
    for (id, rest) in &plan.kept {
        if let Some(entry) = state.entries.get(id).filter(|e| e.gone.is_none() && e.text != *rest) {
            events.push(Event::Updated {
                id: id.clone(),
                text: rest.clone(),
                fields: entry.fields.clone(),
                was: GONE.to_owned(),
                confidence: None,
                sources: Vec::new(),
                by_hand: false,
                why: "a clause was forgotten".to_owned(),
            });
        }
    }
    if events.is_empty() && before == after {
        return Ok(());
    }
    let mut run = Run::new(now.utc.with_timezone(&now.offset), "forget", "", events);
    run.sediment = Some(Sums { before: fingerprint(before.as_bytes()), after: fingerprint(after.as_bytes()) });
    history.append(memory, lock, &mut run)?;
    if before != after {
        files::replace(&memory.sediment_file(), after.as_bytes())?;
        mark_written(memory, lock, &mut run)?;
    }
    Ok(())
}

fn sediment_without(text: &str, plan: &Plan, memory: &Memory) -> String {
    let sediment = sediment::read(text, Path::new(""), &memory.settings);
    let mut edits = Vec::new();
    for (at, entry) in sediment.entries.iter().enumerate() {
        match &entry.id {
            Some(id) if plan.entries.contains(id) => edits.push(Edit::Remove { at }),
            Some(id) => {
                if let Some(rest) = plan.kept.get(id) {
                    let head = Head { text: rest.clone(), fields: entry.fields.clone(), id: Some(id.clone()) };
                    edits.push(Edit::Rewrite { at, head });
                }
            }
            None if plan.nameless.contains(&at) => edits.push(Edit::Remove { at }),
            None => {}
        }
    }
    if edits.is_empty() { text.to_owned() } else { sediment::edit(&sediment, &edits, &memory.settings) }
}

/// Day files of stream and archive that change; the archive's first, since the stream keeps the trail.
fn days_without(memory: &Memory, plan: &Plan) -> Result<Vec<(PathBuf, Vec<u8>)>> {
    let kinds = Kinds::of(&memory.settings);
    let mut changed = Vec::new();
    for (_, day, path) in day_files(memory)?.into_iter().rev() {
        let Some(bytes) = read_whole(&path)? else { continue };
        let after = without(&bytes, day, &kinds, &|id| plan.records.contains(&id));
        if after != bytes {
            changed.push((path, after));
        }
    }
    Ok(changed)
}

/// A day file without some records. A record that stands twice is found once a scan, hence the loop.
pub(in crate::care) fn without(bytes: &[u8], day: Day, kinds: &Kinds, goes: &dyn Fn(RecordId) -> bool) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    loop {
        let ranges: Vec<_> = Scan::new(&bytes, day, kinds).filter(|raw| goes(raw.id)).map(|raw| raw.range).collect();
        if ranges.is_empty() {
            return bytes;
        }
        let mut rest = Vec::with_capacity(bytes.len());
        let mut at = 0;
        for range in ranges {
            rest.extend_from_slice(&bytes[at..range.start.max(at)]);
            at = range.end.max(at);
        }
        rest.extend_from_slice(&bytes[at..]);
        bytes = rest;
    }
}

/// Session summaries and a profile written by hand, without the lines that bear an erased text.
fn lines_without(memory: &Memory, plan: &Plan) -> Result<Vec<(PathBuf, Vec<u8>)>> {
    let mut changed = Vec::new();
    for path in super::plan::sheets(memory)? {
        let Some(bytes) = files::read(&path)? else { continue };
        let lines = bytes.split_inclusive(|b| *b == b'\n').filter(|line| plan.needles.at(line).is_none());
        let after = lines.collect::<Vec<_>>().concat();
        if after != bytes {
            changed.push((path, after));
        }
    }
    Ok(changed)
}

/// Gives summaries their new names, each first there and then no longer here. One that is gone was
/// renamed before.
fn rename(memory: &Memory, plan: &Plan) -> Result<Vec<PathBuf>> {
    let mut changed = Vec::new();
    for (old, new) in &plan.renamed {
        if let Some(bytes) = files::read(&memory.root.join(old))? {
            files::replace(&memory.root.join(new), &bytes)?;
            files::remove(&memory.root.join(old))?;
            changed.extend([old.clone(), new.clone()]);
        }
    }
    Ok(changed)
}

/// Caches may hold anything and can be made again. Lock files stay, they are held.
fn clear_caches(memory: &Memory) -> Result<()> {
    let folder = memory.cache_dir();
    for name in files::list(&folder)? {
        let path = folder.join(&name);
        let kept =
            name.as_encoded_bytes().ends_with(b".lock") || name == "imports.json" || path == memory.unfinished_forget();
        match std::fs::symlink_metadata(&path) {
            Ok(found) if found.is_dir() => files::remove_folder(&path)?,
            Ok(_) if !kept => files::remove(&path)?,
            _ => {}
        }
    }
    Ok(())
}

/// A profile from the rules is made anew from what is left.
fn rebuild_profile(memory: &Memory, now: &Now, plan: &Plan) -> Result<()> {
    if let Some(stored) = profile::stored(memory)?
        && !plan.entries.is_empty()
        && !stored.is_by_hand()
    {
        profile::refresh(memory, now, false)?;
    }
    Ok(())
}
