//! The backlog: which records are unread, found by scanning ids, loaded a day file at a time.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;

use super::run::Options;
use crate::error::Result;
use crate::memory::Memory;
use crate::stream::read_whole;
use crate::stream::{Kinds, Record, RecordId, RecordIds, Scan};
use crate::time::{Day, Now};

/// Bytes of files that are kept from the search for unread records until these are loaded: a year's, so
/// that its files are opened once.
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
    /// What it held when it was searched, if that is kept.
    bytes: Option<Arc<[u8]>>,
}

impl<'m> Backlog<'m> {
    /// Scans the stream for records that are not in `read`. Records dated after today wait for
    /// their day: a clock that was wrong must not outrank what really came last.
    pub fn find(memory: &'m Memory, now: &Now, read: RecordIds, options: Options) -> Result<Self> {
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
            let mut records = 0;
            let mut scan = Scan::new(&bytes, day, &backlog.kinds);
            for raw in scan.by_ref() {
                if raw.id.day > today {
                    future += usize::from(!backlog.read.contains(&raw.id));
                } else if backlog.wants(raw.id) {
                    records += 1;
                }
            }
            if let Some(unread) = scan.unread() {
                let shown = memory.shown(&path).display();
                backlog.notices.push(format!("`{shown}` {unread}; `alluvium doctor` says more"));
            }
            if records > 0 {
                backlog.total += records;
                kept += bytes.len();
                let bytes = (kept <= KEPT).then(|| bytes.into());
                backlog.files.push_back(Waiting { day, path, records, bytes });
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
        self.load_those(file, |_| true)
    }

    /// The same; those of kinds that are not wanted without their kind and what they say.
    pub fn load_those(&self, file: &Waiting, wanted: impl Fn(&str) -> bool) -> Result<Vec<Record>> {
        let read;
        let bytes = match &file.bytes {
            Some(bytes) => bytes,
            None => {
                read = read_whole(&file.path)?.unwrap_or_default();
                read.as_slice()
            }
        };
        let shown = Arc::new(self.memory.shown(&file.path).to_path_buf());
        let scan = Scan::new(bytes, file.day, &self.kinds);
        let unread = scan.filter(|raw| raw.id.day <= self.today && self.wants(raw.id));
        let mut records: Vec<Record> = Vec::with_capacity(file.records);
        let mut met: Vec<(&[u8], bool)> = Vec::new();
        records.extend(unread.map(|raw| {
            let written = raw.written_kind();
            let known = met.iter().find(|(kind, _)| *kind == written).map(|(_, wanted)| *wanted);
            let wanted = known.unwrap_or_else(|| {
                let wanted = wanted(&raw.kind(&self.kinds));
                met.push((written, wanted));
                wanted
            });
            if wanted { raw.record(&shown, &self.kinds) } else { raw.outline(&shown) }
        }));
        records.sort_by_key(|record| record.day);
        Ok(records)
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
