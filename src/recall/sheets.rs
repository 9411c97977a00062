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
    /// Its bytes; empty when nothing was found in it.
    pub bytes: Vec<u8>,
    /// What was found.
    pub scanned: Scanned,
    /// Why it was not read.
    pub problem: Option<Problem>,
}

impl Sheet {
    fn new(layer: Layer, day: Option<Day>, path: PathBuf) -> Self {
        Self { layer, day, path, bytes: Vec::new(), scanned: Scanned::default(), problem: None }
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
                let days = memory.archive_files()?;
                sheets.extend(days.into_iter().map(|(day, path)| Sheet::new(layer, Some(day), path)));
            }
        }
    }
    Ok(sheets)
}

/// Reads and scans the sheets; `every` tells of which all blocks are wanted.
///
/// A file that cannot be read is a problem, and the others are searched.
pub fn scan(sheets: &mut [Sheet], scanner: &Scanner<'_>, memory: &Memory, every: &(dyn Fn(&Sheet) -> bool + Sync)) {
    /// Files that a thread takes at a time.
    const TAKEN: usize = 16;
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(4).min(sheets.len() / (2 * TAKEN));
    let work = |sheet: &mut Sheet, buffers: &mut Buffers| {
        let every = every(sheet);
        match files::read(&sheet.path) {
            Ok(bytes) => sheet.bytes = bytes.unwrap_or_default(),
            Err(error) => sheet.problem = Some(problem(memory, sheet, "unreadable", error.to_string())),
        }
        if sheet.bytes.starts_with(&[0xff, 0xfe]) || sheet.bytes.starts_with(&[0xfe, 0xff]) {
            let reason = "is UTF-16, not UTF-8, and is not read".to_owned();
            sheet.problem = Some(problem(memory, sheet, "utf-16", reason).remedy("save it as UTF-8"));
            sheet.bytes = Vec::new();
        }
        sheet.scanned = scanner.scan(&sheet.bytes, every, buffers);
        if sheet.scanned.blocks.is_empty() {
            sheet.bytes = Vec::new();
        }
    };
    if threads < 2 {
        let mut buffers = Buffers::default();
        sheets.iter_mut().for_each(|sheet| work(sheet, &mut buffers));
        return;
    }
    let next = AtomicUsize::new(0);
    let chunks: Vec<std::sync::Mutex<&mut [Sheet]>> = sheets.chunks_mut(TAKEN).map(std::sync::Mutex::new).collect();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut buffers = Buffers::default();
                while let Some(chunk) = chunks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    // Each chunk is taken once, so its lock is free and was never poisoned.
                    if let Ok(mut chunk) = chunk.try_lock() {
                        chunk.iter_mut().for_each(|sheet| work(sheet, &mut buffers));
                    }
                }
            });
        }
    });
}

fn problem(memory: &Memory, sheet: &Sheet, code: &'static str, reason: String) -> Problem {
    Problem::new(memory.shown(&sheet.path), 0, code, reason).severity(Severity::Error)
}
