//! An import under way: what was said, as statements, into the stream in batches.

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _, Seek as _, SeekFrom};
use std::path::Path;

use indicatif::ProgressBar;

use super::asking::Asking;
use super::known::{Known, moment};
use super::sources::Source;
use super::{Line, Report};
use crate::chat::import::stated::LONGEST_MESSAGE;
use crate::chat::import::{Format, Mark, Marks, Rules, Said, Statement, When, Who, feed, notes, statements};
use crate::error::{Error, Result};
use crate::memory::Memory;
use crate::stream::append::{Options, append, check};
use crate::stream::clean;
use crate::stream::redact::Redactor;
use crate::time::Clock;

/// Records appended at once: a long import holds no more than this in memory, and no lock for long.
const BATCH: usize = 500;

/// An import.
pub(super) struct Run<'m> {
    pub memory: &'m Memory,
    pub clock: Clock,
    pub rules: Rules,
    pub redactor: Redactor,
    pub marks: Marks,
    /// The model that decides what a person stated; none when the rules do.
    pub asking: Option<Asking<'m>>,
    pub report: Report,
    pub batch: Vec<Statement>,
    pub known: Option<Known>,
    /// What a dry run has shown.
    pub shown: HashSet<String>,
    pub warnings: Vec<String>,
    pub bar: ProgressBar,
}

impl Run<'_> {
    /// Reads a file, as far as it was not read before.
    pub fn file(&mut self, source: &Source, format: Option<Format>) -> Result<()> {
        let path = source.path.as_path();
        let failed = |e| Error::io("read", path, e);
        let mut file = BufReader::with_capacity(1 << 18, File::open(path).map_err(failed)?);
        let head = file.fill_buf().map_err(failed)?;
        if head.is_empty() {
            return Ok(());
        }
        let Some(format) = format.or_else(|| Format::recognise(path, head)) else {
            if !source.named {
                self.warnings.push(format!("`{}` is of no known format; left out", path.display()));
                return Ok(());
            }
            return Err(Error::new(format!("cannot import `{}`: its format is not recognised", path.display()))
                .hint("name it with `--from`: claude-code, codex, gemini, chat, chatgpt, mem0, markdown"));
        };
        self.report.files += 1;
        let known = self.marks.of(path);
        let mark = if format.goes_on() {
            let from = known.filter(|mark| mark.holds(&mut file)).map_or(0, |mark| mark.end);
            self.transcript(path, file, format, from)?
        } else {
            let whole = Mark::whole(&mut file).map_err(failed)?;
            if known == Some(whole) {
                self.bar.inc(whole.end);
                return Ok(());
            }
            file.seek(SeekFrom::Start(0)).map_err(failed)?;
            if format == Format::Markdown {
                let mut bytes = Vec::new();
                file.read_to_end(&mut bytes).map_err(failed)?;
                for said in notes::notes(&bytes, path, &self.memory.settings, &self.rules) {
                    self.report.count.entries += 1;
                    self.said(&said, format)?;
                }
                self.bar.inc(whole.end);
            } else {
                self.transcript(path, file, format, 0)?;
            }
            whole
        };
        // Only when the records are in the stream may the mark move.
        if let Some(asking) = &mut self.asking {
            asking.read_to(path, mark);
            return Ok(());
        }
        self.flush()?;
        self.mark(path, mark)
    }

    fn mark(&mut self, path: &Path, mark: Mark) -> Result<()> {
        if self.report.dry_run { Ok(()) } else { self.marks.set(path, mark) }
    }

    fn transcript(&mut self, path: &Path, mut file: BufReader<File>, format: Format, from: u64) -> Result<Mark> {
        let failed = |e| Error::io("read", path, e);
        let mut head = Vec::new();
        if from > 0 {
            file.seek(SeekFrom::Start(0)).map_err(failed)?;
            file.read_until(b'\n', &mut head).map_err(failed)?;
        }
        file.seek(SeekFrom::Start(from)).map_err(failed)?;
        self.bar.inc(from);
        let mut input = BufReader::with_capacity(1 << 18, self.bar.wrap_read(file));
        let head = String::from_utf8_lossy(&head);
        let (count, mark) =
            feed::<Stop>(&mut input, format, from, &head, &mut |said| self.said(&said, format).map_err(Stop::Ours))
                .map_err(|stop| match stop {
                    Stop::Ours(error) => error,
                    Stop::Read(error) => Error::io("read", path, error),
                })?;
        self.report.count.entries += count.entries;
        self.report.count.unknown += count.unknown;
        self.report.count.unreadable += count.unreadable;
        Ok(mark)
    }

    fn said(&mut self, said: &Said, format: Format) -> Result<()> {
        if said.who == Who::User && said.text.len() <= LONGEST_MESSAGE && self.asking.is_some() {
            return self.put(said, format);
        }
        self.batch.extend(statements(said, format, &self.rules));
        if self.batch.len() >= BATCH { self.flush() } else { Ok(()) }
    }

    /// Puts words to the model, unless it was asked about them, or the stream has a record of them.
    fn put(&mut self, said: &Said, format: Format) -> Result<()> {
        let has_record = match moment(said, format, &self.clock)? {
            Some(moment) => self.known()?.has_moment(&moment),
            None => false,
        };
        let Some(asking) = self.asking.as_mut().filter(|asking| !has_record && !asking.knows(said, format)) else {
            return Ok(());
        };
        if asking.wait(said, format)? { self.settle() } else { Ok(()) }
    }

    /// Finishes what waits: asks, appends, and only then moves the marks.
    pub fn settle(&mut self) -> Result<()> {
        if let Some(asking) = &mut self.asking {
            self.batch.extend(asking.ask(&self.rules)?);
        }
        self.flush()?;
        let due = match &mut self.asking {
            Some(asking) if !self.report.dry_run => asking.settled()?,
            _ => Vec::new(),
        };
        due.into_iter().try_for_each(|(path, mark)| self.mark(&path, mark))
    }

    fn known(&mut self) -> Result<&mut Known> {
        match &mut self.known {
            Some(known) => Ok(known),
            none => Ok(none.insert(Known::read(self.memory)?)),
        }
    }

    /// Appends what was found so far.
    fn flush(&mut self) -> Result<()> {
        let found = std::mem::take(&mut self.batch);
        self.report.statements += found.len();
        let mut new = Vec::new();
        for statement in found {
            if matches!(statement.when, When::Unknown) && !self.is_new(&statement)? {
                continue;
            }
            let record = statement.record(&self.clock)?;
            match check(&record, &self.memory.settings) {
                Ok(()) => new.push(record),
                Err(error) => self.warnings.push(format!("left out: {error}")),
            }
        }
        let dry_run = self.report.dry_run;
        let options = Options { if_new: true, dry_run, ..Options::default() };
        let done = append(self.memory, &self.clock, &new, options)?;
        for (record, appended) in new.into_iter().zip(done) {
            let day = appended.id.day;
            // What was not written is found again by the next batch.
            let again = dry_run && !self.shown.insert(format!("{day}\0{}\0{}", record.kind, record.text));
            if !appended.written || again {
                continue;
            }
            self.report.written += usize::from(!dry_run);
            self.warnings.extend(appended.warnings);
            // As it was written: a secret is not repeated.
            let (text, _) = self.redactor.redact(&clean::clean(&record.text))?;
            self.report.records.push(Line {
                id: (!dry_run).then(|| appended.id.to_string()),
                day: day.to_string(),
                kind: record.kind,
                text,
                origin: record.fields.get("origin").unwrap_or_default().to_owned(),
            });
        }
        Ok(())
    }

    /// Whether no day has a record of this kind and text: what is undated has no day of its own to look at.
    fn is_new(&mut self, statement: &Statement) -> Result<bool> {
        let (text, _) = self.redactor.redact(&clean::clean(&statement.text))?;
        Ok(self.known()?.is_new(&statement.kind, &text))
    }
}

/// Why reading a transcript stopped: it could not be read, or what it says could not be written.
enum Stop {
    Read(std::io::Error),
    Ours(Error),
}

impl From<std::io::Error> for Stop {
    fn from(error: std::io::Error) -> Self {
        Self::Read(error)
    }
}
