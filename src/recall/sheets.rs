//! Sheets: the files that a query looks into, read and scanned by as many threads as are useful.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::scan::{Buffers, Scanned, Scanner};
use super::{Layer, Query};
use crate::error::{Problem, Result, Severity};
use crate::memory::{Memory, files};
use crate::time::Day;

/// A file and what a scan found in it.
pub struct Sheet {
    /// The layer it belongs to.
    pub layer: Layer,
    /// The day of a day file.
    pub day: Option<Day>,
    /// Its path, absolute.
    pub path: PathBuf,
    /// What was found.
    pub scanned: Scanned,
    /// Why it was not read.
    pub problem: Option<Problem>,
}

impl Sheet {
    fn new(layer: Layer, day: Option<Day>, path: PathBuf) -> Self {
        Self { layer, day, path, scanned: Scanned::default(), problem: None }
    }
}

/// The files of the query's layers, unread.
pub fn list(memory: &Memory, query: &Query) -> Result<Vec<Sheet>> {
    let mut sheets = Vec::new();
    for layer in Layer::ALL.into_iter().filter(|l| query.layers.contains(l)) {
        match layer {
            Layer::Sediment => sheets.push(Sheet::new(layer, None, memory.sediment_file())),
            Layer::Stream => {
                let days = memory.stream_files()?.days;
                sheets.extend(days.into_iter().map(|(day, path)| Sheet::new(layer, Some(day), path)));
            }
            Layer::History => {
                let folder = memory.history_dir();
                let names = files::list(&folder)?.into_iter().filter(|n| n.as_encoded_bytes().ends_with(b".md"));
                sheets.extend(names.map(|n| Sheet::new(layer, None, folder.join(n))));
            }
            Layer::Archive => {
                let days = memory.archive_files()?.days;
                sheets.extend(days.into_iter().map(|(day, path)| Sheet::new(layer, Some(day), path)));
            }
        }
    }
    Ok(sheets)
}

/// Scans the sheets; `every` tells of which all blocks are wanted.
pub fn scan(sheets: &mut [Sheet], scanner: &Scanner<'_>, memory: &Memory, every: &(dyn Fn(&Sheet) -> bool + Sync)) {
    read(sheets, memory, |sheet, bytes, buffers: &mut Buffers| {
        sheet.scanned = scanner.scan(bytes, every(sheet), buffers);
    });
}

/// Reads the sheets, one after the other in each thread, and returns what the threads have gathered.
///
/// A file that cannot be read is a problem and counts as empty; the others are read.
pub fn read<G: Default + Send>(
    sheets: &mut [Sheet],
    memory: &Memory,
    work: impl Fn(&mut Sheet, &[u8], &mut G) + Sync,
) -> Vec<G> {
    /// Files that a thread takes at a time.
    const TAKEN: usize = 16;
    let one = |sheet: &mut Sheet, buffer: &mut Vec<u8>, gathered: &mut G| {
        let mut bytes = match files::read_into(&sheet.path, buffer) {
            Ok(n) => &buffer[..n],
            Err(error) => {
                sheet.problem = Some(problem(memory, sheet, "unreadable", error.to_string()));
                &[]
            }
        };
        if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
            let reason = "is UTF-16, not UTF-8, and is not read".to_owned();
            sheet.problem = Some(problem(memory, sheet, "utf-16", reason).remedy("save it as UTF-8"));
            bytes = &[];
        }
        work(sheet, bytes, gathered);
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(4).min(sheets.len() / (2 * TAKEN));
    if threads < 2 {
        let (mut buffer, mut gathered) = (Vec::new(), G::default());
        sheets.iter_mut().for_each(|sheet| one(sheet, &mut buffer, &mut gathered));
        return vec![gathered];
    }
    let next = AtomicUsize::new(0);
    let chunks: Vec<std::sync::Mutex<&mut [Sheet]>> = sheets.chunks_mut(TAKEN).map(std::sync::Mutex::new).collect();
    let share = || {
        let (mut buffer, mut gathered) = (Vec::new(), G::default());
        while let Some(chunk) = chunks.get(next.fetch_add(1, Ordering::Relaxed)) {
            // Each chunk is taken once, so its lock is free and was never poisoned.
            if let Ok(mut chunk) = chunk.try_lock() {
                chunk.iter_mut().for_each(|sheet| one(sheet, &mut buffer, &mut gathered));
            }
        }
        gathered
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(share)).collect();
        let own = share();
        std::iter::once(own).chain(others.into_iter().filter_map(|other| other.join().ok())).collect()
    })
}

fn problem(memory: &Memory, sheet: &Sheet, code: &'static str, reason: String) -> Problem {
    Problem::new(memory.shown(&sheet.path), 0, code, reason).severity(Severity::Error)
}
