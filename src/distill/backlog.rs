//! The backlog: which records are unread, found by scanning ids, loaded a day file at a time.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::run::Options;
use crate::error::Result;
use crate::memory::Memory;
use crate::stream::read_whole;
use crate::stream::{Kinds, Raw, Record, RecordId, RecordIds, Scan};
use crate::time::{Day, Now};

/// Bytes of files whose unread records are kept from the search for them: a year's, so that its files
/// are opened and scanned once.
const KEPT: usize = 4 << 20;

/// Day files with unread records, oldest first.
#[derive(Debug)]
pub struct Backlog<'m> {
    memory: &'m Memory,
    kinds: Kinds,
    read: RecordIds,
    since: Option<Day>,
    today: Day,
    /// Files that wait.
    pub files: VecDeque<Waiting>,
    /// How many records are unread in all of them.
    pub total: usize,
    /// What people should know: unreadable files.
    pub notices: Vec<String>,
    /// What need not be said every night: records dated after today.
    pub remarks: Vec<String>,
}

/// A day file with unread records.
#[derive(Debug, Clone)]
pub struct Waiting {
    day: Day,
    path: PathBuf,
    /// How many records are unread.
    pub records: usize,
    /// These records by day, if they are kept.
    held: Option<Arc<[Record]>>,
}

impl<'m> Backlog<'m> {
    /// Scans the stream for records that are not in `read`. Records dated after today wait for
    /// their day: a clock that was wrong must not outrank what really came last. Those of kinds that are
    /// not `wanted` will be loaded without their kind and what they say.
    pub fn find(
        memory: &'m Memory,
        now: &Now,
        read: RecordIds,
        options: Options,
        wanted: impl Fn(&str) -> bool,
    ) -> Result<Self> {
        let today = now.day.max(Day(now.local.date()));
        let (kinds, since) = (Kinds::of(&memory.settings), options.since);
        let mut backlog = Self {
            memory,
            kinds,
            read,
            since,
            today,
            files: VecDeque::new(),
            total: 0,
            notices: Vec::new(),
            remarks: Vec::new(),
        };
        let (mut future, mut kept) = (0, 0);
        for (day, path) in memory.stream_files()?.days {
            let bytes = match read_whole(&path) {
                Ok(bytes) => bytes.unwrap_or_default(),
                Err(error) => {
                    backlog.notices.push(format!("{error}; its records stay unread"));
                    continue;
                }
            };
            let mut unread = Vec::new();
            let mut scan = Scan::new(&bytes, day, &backlog.kinds);
            for raw in scan.by_ref() {
                if raw.id.day > today {
                    future += usize::from(!backlog.read.contains(&raw.id));
                } else if backlog.wants(raw.id) {
                    unread.push(raw);
                }
            }
            if let Some(unread) = scan.unread() {
                let shown = memory.shown(&path).display();
                backlog.notices.push(format!("`{shown}` {unread}; `alluvium doctor` says more"));
            }
            if !unread.is_empty() {
                let records = unread.len();
                backlog.total += records;
                kept += bytes.len();
                let held = (kept <= KEPT).then(|| backlog.records(unread, &path, &wanted).into());
                backlog.files.push_back(Waiting { day, path, records, held });
            }
        }
        if future > 0 {
            backlog.remarks.push(match future {
                1 => format!("1 record is dated after today ({today}) and waits for its day"),
                n => format!("{n} records are dated after today ({today}) and wait for their days"),
            });
        }
        Ok(backlog)
    }

    /// The next files, until they hold this many records; at least one.
    pub fn next(&mut self, most: usize) -> Vec<Waiting> {
        let mut files = Vec::new();
        let mut records = 0;
        while records < most
            && let Some(file) = self.files.pop_front()
        {
            records += file.records;
            files.push(file);
        }
        files
    }

    /// The unread records of a file, by day, then in file order.
    pub fn load(&self, file: &Waiting) -> Result<Vec<Record>> {
        Ok(self.load_those(file, |_| true)?.into_owned())
    }

    /// The same; those of kinds that are not wanted, as the search was told, without their kind and what they say.
    pub fn load_those<'f>(&self, file: &'f Waiting, wanted: impl Fn(&str) -> bool) -> Result<Cow<'f, [Record]>> {
        let Some(held) = &file.held else {
            let bytes = read_whole(&file.path)?.unwrap_or_default();
            let scan = Scan::new(&bytes, file.day, &self.kinds);
            let unread = scan.filter(|raw| raw.id.day <= self.today && self.wants(raw.id));
            return Ok(Cow::Owned(self.records(unread, &file.path, wanted)));
        };
        // Some may have been read since, where they stand in a further file.
        Ok(match held.iter().all(|record| self.wants(record.id)) {
            true => Cow::Borrowed(held),
            false => Cow::Owned(held.iter().filter(|record| self.wants(record.id)).cloned().collect()),
        })
    }

    /// Records of a file in full, those of kinds that are not wanted in outline, by day.
    fn records<'t>(
        &self,
        raws: impl IntoIterator<Item = Raw<'t>>,
        path: &Path,
        wanted: impl Fn(&str) -> bool,
    ) -> Vec<Record> {
        let shown = Arc::new(self.memory.shown(path).to_path_buf());
        let mut met: Vec<(&[u8], bool)> = Vec::new();
        let mut is_wanted = |raw: &Raw<'t>| {
            let written = raw.written_kind();
            let known = met.iter().find(|(kind, _)| *kind == written).map(|(_, wanted)| *wanted);
            known.unwrap_or_else(|| {
                let wanted = wanted(&raw.kind(&self.kinds));
                met.push((written, wanted));
                wanted
            })
        };
        let read = |raw: Raw<'t>| if is_wanted(&raw) { raw.record(&shown, &self.kinds) } else { raw.outline(&shown) };
        let mut records: Vec<Record> = raws.into_iter().map(read).collect();
        records.sort_by_key(|record| record.day);
        records
    }

    /// Tells of the records that were read already, from `days` before the oldest of these files on.
    pub fn recall(&self, files: &[Waiting], days: i64, mut tell: impl FnMut(&Record)) -> Result<()> {
        let Some(oldest) = files.iter().map(|file| file.day).min().filter(|_| days > 0 && !self.read.is_empty()) else {
            return Ok(());
        };
        let from = oldest.plus(-days);
        for (day, path) in self.memory.stream_files()?.days.into_iter().filter(|(day, _)| *day >= from) {
            let Ok(Some(bytes)) = read_whole(&path) else { continue };
            let shown = Arc::new(self.memory.shown(&path).to_path_buf());
            for raw in Scan::new(&bytes, day, &self.kinds).filter(|raw| self.read.contains(&raw.id)) {
                tell(&raw.record(&shown, &self.kinds));
            }
        }
        Ok(())
    }

    /// These are read from now on, should they stand in a further file.
    pub fn mark(&mut self, read: impl IntoIterator<Item = RecordId>) {
        self.read.extend(read);
    }

    fn wants(&self, id: RecordId) -> bool {
        self.since.is_none_or(|since| since <= id.day) && !self.read.contains(&id)
    }
}
