//! Records that stand in the file of another day than their offset says, and their way home.
//!
//! A record that moves gets another id, since its day and time are part of it. The history tells of the
//! move, so that it stays read and the entries that rest on it find it. One that another record names by
//! its id stays where it is.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Visit;
use crate::care::forget::without;
use crate::distill::report::diff;
use crate::error::{Problem, Result, Severity};
use crate::history::{Event, History, Run};
use crate::memory::lock::{DistillLock, StreamLock};
use crate::memory::{Memory, files};
use crate::stream::refile::{Misfiled, misfiled};
use crate::stream::{IdPattern, Kinds, RecordId, Scan, read_whole};
use crate::time::{Day, Days, Now};

/// The moves of all records that can be moved.
#[derive(Debug, Clone, Default)]
pub struct Refiling {
    /// Old and new ids.
    moves: Vec<(RecordId, RecordId)>,
    /// The files that change.
    sheets: BTreeMap<PathBuf, Sheet>,
}

/// A day file that gives or takes records.
#[derive(Debug, Clone)]
struct Sheet {
    day: Day,
    before: Vec<u8>,
    /// With what it takes, before it gives.
    taken: Vec<u8>,
    after: Vec<u8>,
}

/// Names the misfiled records of a day file.
pub(super) fn problems(
    visit: &Visit<'_>,
    bytes: &[u8],
    day: Day,
    shown: &Path,
    kinds: &Kinds,
    problems: &mut Vec<Problem>,
) {
    for found in misfiled(bytes, day, kinds, visit.clock) {
        let Now { day: home, local, zone, .. } = &found.now;
        let reason = format!("by its offset a record of {home}, {} in {zone}", local.format("%H:%M"));
        let problem = Problem::new(shown, found.line, "misfiled", reason);
        problems.push(if visit.zone_is_named {
            problem.remedy("`alluvium doctor --fix` moves it there, unless another record names it by its id")
        } else {
            problem.severity(Severity::Note).remedy(
                "fine for a day on a journey; where all days are counted in one zone, set `zone` in `alluvium.toml`",
            )
        });
    }
}

impl Refiling {
    /// What can be moved; none when there is nothing.
    pub(super) fn plan(visit: &Visit<'_>) -> Result<Option<Self>> {
        if !visit.zone_is_named {
            return Ok(None);
        }
        let memory = visit.memory;
        let kinds = Kinds::of(&memory.settings);
        let mut strays: Vec<(Day, PathBuf, Misfiled)> = Vec::new();
        let mut named: Vec<IdPattern> = Vec::new();
        let nowhere = Arc::new(PathBuf::new());
        for (day, path) in memory.stream_files_of(Days::default())?.days {
            let Ok(Some(bytes)) = read_whole(&path) else { continue };
            for raw in Scan::new(&bytes, day, &kinds) {
                let fields = raw.record(&nowhere, &kinds).fields;
                named.extend(
                    ["ref", "replaces", "ends"].iter().flat_map(|k| fields.all(k)).filter_map(IdPattern::parse),
                );
            }
            let found = misfiled(&bytes, day, &kinds, visit.clock);
            strays.extend(found.into_iter().map(|stray| (day, path.clone(), stray)));
        }
        strays.retain(|(.., stray)| !named.iter().any(|id| id.matches(stray.from)));
        let mut plan = Self::default();
        for (day, path, stray) in &strays {
            let home = plan.sheet(&memory.stream_file(stray.to.day), stray.to.day)?;
            // What cannot stand there as it is stays.
            let Some(taken) = stray.put_into(&home.taken, stray.to.day, &kinds) else { continue };
            home.taken = taken;
            plan.sheet(path, *day)?;
            plan.moves.push((stray.from, stray.to));
        }
        for sheet in plan.sheets.values_mut() {
            let goes = |id| plan.moves.iter().any(|(from, _)| *from == id);
            sheet.after = without(&sheet.taken, sheet.day, &kinds, &goes);
        }
        plan.sheets.retain(|_, sheet| sheet.after != sheet.before);
        Ok((!plan.moves.is_empty()).then_some(plan))
    }

    fn sheet(&mut self, path: &Path, day: Day) -> Result<&mut Sheet> {
        match self.sheets.entry(path.to_path_buf()) {
            Entry::Occupied(sheet) => Ok(sheet.into_mut()),
            Entry::Vacant(place) => {
                let before = read_whole(path)?.unwrap_or_default();
                Ok(place.insert(Sheet { day, taken: before.clone(), after: before.clone(), before }))
            }
        }
    }

    /// The files that change.
    pub(super) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.sheets.keys().map(PathBuf::as_path)
    }

    /// How they change, as unified diffs.
    pub(super) fn shown(&self, memory: &Memory) -> String {
        let one = |(path, sheet): (&PathBuf, &Sheet)| {
            let [before, after] = [&sheet.before, &sheet.after].map(|bytes| String::from_utf8_lossy(bytes));
            diff(&before, &after, &memory.shown(path).to_string_lossy())
        };
        self.sheets.iter().map(one).collect()
    }

    /// Moves the records, unless a file changed since. The history is told first, then they stand where
    /// they belong, and last they leave where they stood: whatever stops it, none is lost, and the next
    /// repair does the rest.
    pub(super) fn apply(&self, memory: &Memory, now: &Now, lock: &DistillLock, _: &StreamLock) -> Result<()> {
        for (path, sheet) in &self.sheets {
            if files::read(path)?.unwrap_or_default() != sheet.before {
                return Ok(());
            }
            files::check_writable(path)?;
        }
        let history = History::load(memory)?;
        let read = history.state().read;
        let mut events: Vec<Event> = Vec::new();
        for (_, to) in self.moves.iter().filter(|(from, to)| read.contains(from) && !read.contains(to)) {
            events.push(Event::Read { day: to.day, hashes: vec![to.hash] });
        }
        events.extend(self.moves.iter().map(|&(from, to)| Event::Refiled { from, to }));
        let mut run = Run::new(now.utc.with_timezone(&now.offset), "doctor", "refiled", events);
        history.append(memory, lock, &mut run)?;
        for (path, sheet) in &self.sheets {
            files::replace(path, &sheet.taken)?;
        }
        for (path, sheet) in &self.sheets {
            files::replace(path, &sheet.after)?;
        }
        Ok(())
    }
}
