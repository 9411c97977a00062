//! What is to be appended to one file: composed whole, then written at once.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::append::{Appended, Ready};
use super::forgotten::Forgotten;
use super::{Kinds, Raw, RecordId, Scan, lines, load, write};
use crate::error::{Error, Result};
use crate::memory::{Memory, files};
use crate::time::{Day, Now};

/// A file and what is to be added to it. Made and written under the stream lock.
pub(super) struct Plan {
    shown: Arc<PathBuf>,
    before: Vec<u8>,
    existed: bool,
    /// The end of the file would swallow a list item that follows at once.
    apart: bool,
    /// Day and offset of the last heading.
    day: Day,
    offset: Option<i16>,
    /// The records that are there or are to be.
    there: Vec<There>,
    /// Their kinds and texts are compared as well as their ids.
    if_new: bool,
    /// Lines of the file as it was.
    old_lines: usize,
    addition: String,
}

struct There {
    id: RecordId,
    line: usize,
    said: String,
}

impl There {
    fn of(raw: &Raw<'_>, line: usize, if_new: bool, path: &Arc<PathBuf>, kinds: &Kinds) -> Self {
        let said = if if_new {
            let record = raw.record(path, kinds);
            let words = [&*record.kind, &*record.text, &*record.body].map(|t| t.split_whitespace().collect::<Vec<_>>());
            words.concat().join(" ")
        } else {
            String::new()
        };
        Self { id: raw.id, line, said }
    }
}

impl Plan {
    /// Looks at the file: what is there already, and how an addition must begin.
    pub(super) fn of(memory: &Memory, path: &Path, day: Day, kinds: &Kinds, if_new: bool) -> Result<Self> {
        let read = load::read_whole(path)?;
        let existed = read.is_some();
        let before = read.unwrap_or_default();
        if lines::is_utf16(&before) {
            return Err(Error::new(format!("cannot append to `{}`: it is UTF-16, not UTF-8", path.display()))
                .hint("save it as UTF-8; nothing was written"));
        }
        let shown = Arc::new(memory.shown(path).to_path_buf());
        let mut scan = Scan::new(&before, day, kinds);
        let there = scan.by_ref().map(|raw| There::of(&raw, raw.line, if_new, &shown, kinds)).collect();
        let ((day, offset), apart) = (scan.heading(), scan.needs_blank_line());
        let old_lines = lines::split(&before).count();
        Ok(Self { shown, before, existed, apart, day, offset, there, if_new, old_lines, addition: String::new() })
    }

    /// Adds a record, unless it is there or was forgotten.
    pub(super) fn add(
        &mut self,
        mut ready: Ready,
        day: Day,
        now: &Now,
        untimed: bool,
        kinds: &Kinds,
        forgotten: &Forgotten,
    ) -> Result<Appended> {
        let minutes = i16::try_from(now.offset.local_minus_utc() / 60).unwrap_or_default();
        let heading = self.heading(day, now, minutes);
        let known = if heading.is_some() { Some(minutes) } else { self.offset };
        let offset = if known.is_some_and(|k| k != minutes) { offset_text(minutes) } else { String::new() };
        let head = match untimed {
            true => format!("[{}]", ready.kind),
            false => format!("{}{offset} [{}]", now.local.format("%H:%M"), ready.kind),
        };
        let item = write::lines_of(&head, &ready.text, &ready.fields);

        // Read back what will stand there: one record and nothing else, whatever was typed.
        let mut scan = Scan::new(item.as_bytes(), day, kinds);
        let raw = scan.next().filter(|raw| raw.range == (0..item.len()));
        let Some(raw) = raw.filter(|_| scan.next().is_none()) else {
            return Err(Error::new("the text cannot be written as one record").hint("say it in plain words"));
        };

        let ahead = heading.as_deref().unwrap_or_default();
        let added = self.addition.matches('\n').count() + ahead.matches('\n').count();
        let line = self.old_lines + usize::from(self.apart) + added + 1;
        let new = There::of(&raw, line, self.if_new, &self.shown, kinds);
        let same = |old: &&There| old.id == new.id || self.if_new && old.said == new.said && old.id.day == day;
        let there = self.there.iter().find(same).map(|old| (old.id, old.line));
        let gone = forgotten.records.contains(&raw.id);
        if gone {
            ready.warnings.push(format!("{} was forgotten and is not written again", raw.id));
        }
        if there.is_none() && !gone {
            if heading.is_some() {
                (self.day, self.offset) = (day, Some(minutes));
            }
            self.addition.push_str(ahead);
            self.addition.push_str(&item);
            self.there.push(new);
        }
        let (id, line) = there.unwrap_or((raw.id, line));
        Ok(Appended {
            id,
            written: there.is_none() && !gone,
            forgotten: gone,
            path: (*self.shown).clone(),
            line,
            warnings: ready.warnings,
        })
    }

    /// The day heading that the record needs: in a new file, and where another day stands last.
    fn heading(&self, day: Day, now: &Now, minutes: i16) -> Option<String> {
        let empty = self.before.is_empty() && self.addition.is_empty();
        let gap = if empty { "" } else { "\n" };
        (empty || self.day != day).then(|| format!("{gap}## {day} ({}, UTC{})\n\n", now.zone, offset_text(minutes)))
    }

    /// A warning when the addition makes the file longer than so many lines.
    pub(super) fn long_day(&self, limit: usize) -> Option<String> {
        let lines = self.old_lines + self.addition.matches('\n').count();
        (self.old_lines <= limit && lines > limit)
            .then(|| format!("`{}` has {lines} lines, more than {limit} (`stream.warn-lines`)", self.shown.display()))
    }

    fn write(&self, path: &Path, sync: bool) -> Result<()> {
        if self.addition.is_empty() {
            return Ok(());
        }
        files::append(path, &write::bytes_after(&self.before, self.apart, &self.addition), sync)
    }

    /// Puts the file back as it was before [`Plan::write`].
    fn take_back(&self, path: &Path) {
        if self.addition.is_empty() {
            return;
        }
        // Best effort: the error of the write is what the user needs to know.
        let _ = if self.existed { files::truncate(path, self.before.len() as u64) } else { files::remove(path) };
    }
}

/// Writes all files, or none of them.
pub(super) fn write_all(plans: &BTreeMap<PathBuf, Plan>, sync: bool) -> Result<()> {
    for (n, (path, plan)) in plans.iter().enumerate() {
        if let Err(error) = plan.write(path, sync) {
            plans.iter().take(n).for_each(|(path, plan)| plan.take_back(path));
            return Err(error);
        }
    }
    Ok(())
}

/// `+01:00`.
pub(super) fn offset_text(minutes: i16) -> String {
    let sign = if minutes < 0 { '-' } else { '+' };
    format!("{sign}{:02}:{:02}", minutes.unsigned_abs() / 60, minutes.unsigned_abs() % 60)
}
