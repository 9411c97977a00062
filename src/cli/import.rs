//! `alluvium import`: read transcripts and other memories into the stream.

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use super::{Context, Ui};
use indicatif::{ProgressBar, ProgressStyle};

use crate::chat::import::{Count, Format, Mark, Marks, Rules, Said, Statement, When, feed, notes, statements};
use crate::error::{Ended, Error, Result};
use crate::memory::{Memory, files};
use crate::stream;
use crate::stream::append::{Options, append, check};
use crate::time::{Clock, Days};

/// Read transcripts and other memories into the stream
///
/// Takes what people stated in conversations (preferences, decisions, facts, lessons, corrections) and
/// what other memories hold, each under its own day. Importing again adds only what is new.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  alluvium import ~/.claude/projects --dry-run    show the records, write nothing
  alluvium import conversations.json old-notes/")]
pub struct Import {
    /// Files, or folders that are searched for transcripts (`.jsonl`, `.json`) and notes (`.md`)
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// The format [default: recognised]
    #[arg(long, value_name = "FORMAT")]
    from: Option<FormatName>,
    /// Show the records and write nothing
    #[arg(long)]
    dry_run: bool,
    /// Read everything again, also what an earlier import has read
    #[arg(long)]
    again: bool,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum FormatName {
    #[value(alias = "claude")]
    ClaudeCode,
    Codex,
    Gemini,
    Chat,
    #[value(name = "chatgpt")]
    ChatGpt,
    Mem0,
    Markdown,
}

impl From<FormatName> for Format {
    fn from(name: FormatName) -> Self {
        match name {
            FormatName::ClaudeCode => Self::ClaudeCode,
            FormatName::Codex => Self::Codex,
            FormatName::Gemini => Self::Gemini,
            FormatName::Chat => Self::Chat,
            FormatName::ChatGpt => Self::ChatGpt,
            FormatName::Mem0 => Self::Mem0,
            FormatName::Markdown => Self::Markdown,
        }
    }
}

/// What an import did.
#[derive(Debug, Default, serde::Serialize)]
struct Report {
    files: usize,
    #[serde(flatten)]
    count: Count,
    statements: usize,
    written: usize,
    dry_run: bool,
    records: Vec<Line>,
}

/// A record that was written, or would be.
#[derive(Debug, serde::Serialize)]
struct Line {
    id: Option<String>,
    day: String,
    kind: String,
    text: String,
    origin: String,
}

/// Records appended at once: a long import holds no more than this in memory, and no lock for long.
const BATCH: usize = 500;

impl Import {
    /// Runs the command.
    pub fn run(self, context: &Context, ui: &mut Ui) -> Result<Ended> {
        let memory = context.memory()?;
        let clock = context.clock(&memory)?;
        let template = memory.root.join("templates/import.toml");
        let own = files::read(&template)?.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        let rules = Rules::read(own.as_deref().map(|text| (memory.shown(&template), text)))?;
        let files = sources(&self.paths, &memory)?;
        let marks = Marks::open(&memory, self.again)?;
        let bar = progress(&files, ui);
        let mut run = Run {
            memory: &memory,
            clock,
            rules,
            marks,
            dry_run: self.dry_run,
            report: Report { dry_run: self.dry_run, ..Report::default() },
            batch: Vec::new(),
            known: None,
            warnings: Vec::new(),
            bar,
        };
        for file in &files {
            run.file(file, self.from.map(Format::from))?;
        }
        run.bar.finish_and_clear();
        run.warnings.dedup();
        run.warnings.iter().for_each(|text| ui.warn(text));
        tell(&run.report, ui)?;
        Ok(Ended::Done)
    }
}

struct Run<'m> {
    memory: &'m Memory,
    clock: Clock,
    rules: Rules,
    marks: Marks,
    dry_run: bool,
    report: Report,
    batch: Vec<Statement>,
    /// Kind and text of every record of the stream, read when something undated must be compared.
    known: Option<HashSet<String>>,
    warnings: Vec<String>,
    bar: ProgressBar,
}

impl Run<'_> {
    fn file(&mut self, source: &Source, format: Option<Format>) -> Result<()> {
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
        self.flush()?;
        if !self.dry_run {
            self.marks.set(path, mark)?;
        }
        Ok(())
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
        self.batch.extend(statements(said, format, &self.rules));
        if self.batch.len() >= BATCH { self.flush() } else { Ok(()) }
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
        let options = Options { if_new: true, ..Options::default() };
        let done = if self.dry_run { None } else { Some(append(self.memory, &self.clock, &new, options)?) };
        for (n, record) in new.into_iter().enumerate() {
            let appended = done.as_ref().and_then(|done| done.get(n));
            if appended.is_some_and(|a| !a.written) {
                continue;
            }
            let day = match (appended, record.day, record.at) {
                (Some(appended), ..) => appended.id.day,
                (None, Some(day), _) => day,
                (None, None, Some(at)) => self.clock.at(at.to_utc())?.day,
                (None, None, None) => self.clock.now()?.day,
            };
            self.report.written += usize::from(appended.is_some());
            self.warnings.extend(appended.into_iter().flat_map(|a| a.warnings.iter().cloned()));
            self.report.records.push(Line {
                id: appended.map(|a| a.id.to_string()),
                day: day.to_string(),
                kind: record.kind,
                text: record.text,
                origin: record.fields.get("origin").unwrap_or_default().to_owned(),
            });
        }
        Ok(())
    }

    /// Whether no day has a record of this kind and text: what is undated has no day of its own to look at.
    fn is_new(&mut self, statement: &Statement) -> Result<bool> {
        let said = |kind: &str, text: &str| {
            format!("{}\0{}", kind.to_lowercase(), text.split_whitespace().collect::<Vec<_>>().join(" "))
        };
        if self.known.is_none() {
            let loaded = stream::read_days(self.memory, Days::default())?;
            self.known = Some(loaded.records.iter().map(|r| said(&r.kind, &r.whole())).collect());
        }
        let clean = stream::clean::clean(&statement.text);
        let (text, _) = stream::redact::redact(&clean, &self.memory.settings);
        Ok(self.known.get_or_insert_default().insert(said(&statement.kind, &text)))
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

/// The files below the paths, each folder's in the order of their names.
fn sources(paths: &[PathBuf], memory: &Memory) -> Result<Vec<Source>> {
    let own = std::fs::canonicalize(&memory.root).unwrap_or_else(|_| memory.root.clone());
    let mut found = Vec::new();
    for path in paths {
        let real = std::fs::canonicalize(path).map_err(|e| Error::io("read", path, e))?;
        if real.starts_with(&own) {
            return Err(Error::new(format!("cannot import `{}`: it lies in the memory itself", path.display()))
                .hint("import reads other memories; `alluvium doctor` looks after this one"));
        }
        if real.is_dir() {
            walk(path, &own, &mut found)?;
        } else {
            found.push(Source { path: path.clone(), named: true });
        }
    }
    Ok(found)
}

/// A file to be read, and whether the user named it.
struct Source {
    path: PathBuf,
    named: bool,
}

fn walk(folder: &Path, own: &Path, found: &mut Vec<Source>) -> Result<()> {
    for name in files::list(folder)? {
        let path = folder.join(&name);
        let hidden = name.to_string_lossy().starts_with('.');
        let is_folder = std::fs::symlink_metadata(&path).is_ok_and(|m| m.is_dir());
        let extension = path.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default();
        if hidden {
            continue;
        }
        if is_folder {
            // What sub-agents said among themselves is no conversation with a person.
            let is_own = std::fs::canonicalize(&path).is_ok_and(|real| real == own);
            if !is_own && name != "subagents" && name != "node_modules" {
                walk(&path, own, found)?;
            }
        } else if matches!(extension.as_str(), "jsonl" | "json" | "md" | "markdown") && path.is_file() {
            found.push(Source { path, named: false });
        }
    }
    Ok(())
}

fn progress(files: &[Source], ui: &Ui) -> ProgressBar {
    if !ui.shows_progress() {
        return ProgressBar::hidden();
    }
    let bytes = files.iter().filter_map(|f| std::fs::metadata(&f.path).ok()).map(|m| m.len()).sum();
    let style = ProgressStyle::with_template("{wide_bar} {bytes} of {total_bytes}, {eta} left");
    ProgressBar::new(bytes).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn tell(report: &Report, ui: &mut Ui) -> Result<()> {
    if ui.wants_json() {
        return ui.json(report);
    }
    for record in &report.records {
        let id = record.id.as_deref().unwrap_or(&record.day);
        ui.line(&format!("{id} [{}] {}", record.kind, record.text.replace('\n', " ")))?;
    }
    let files = report.files;
    let verb = if report.dry_run { "would be imported" } else { "imported" };
    let mut text = format!(
        "{} {verb} from {files} {}",
        plural(report.records.len(), "record"),
        if files == 1 { "file" } else { "files" }
    );
    let known = report.statements - report.records.len();
    if known > 0 {
        text += &format!("; {known} known already");
    }
    if report.count.unreadable > 0 {
        text += &format!("; {} could not be read", plural(report.count.unreadable, "line"));
    }
    if report.count.unknown > 0 {
        text += &format!("; {} of an unknown sort", plural(report.count.unknown, "line"));
    }
    ui.status(&text);
    Ok(())
}

fn plural(n: usize, word: &str) -> String {
    format!("{n} {word}{}", if n == 1 { "" } else { "s" })
}
