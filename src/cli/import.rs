//! `alluvium import`: read transcripts and other memories into the stream.

mod asking;
mod known;
mod run;
mod sources;

use std::collections::HashSet;
use std::path::PathBuf;

use self::asking::{Asking, Asks};
use self::run::Run;
use self::sources::{progress, sources};
use super::{Context, Ui};
use crate::chat::import::{Count, Format, Marks, Rules};
use crate::error::{Ended, Result};
use crate::memory::{Memory, files};
use crate::model::usage;
use crate::stream::redact::Redactor;
use crate::time::Clock;

/// Read transcripts and other memories into the stream
///
/// Takes what people stated in conversations (preferences, decisions, facts, lessons, corrections) and
/// what other memories hold, each under its own day. Importing again adds only what is new.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  alluvium import ~/.claude/projects --dry-run    show the records, write nothing
  alluvium import conversations.json old-notes/
  alluvium import ~/.codex/sessions --llm         let the configured model decide what was stated")]
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
    /// Decide by rules what was stated, whatever `distill.engine` says
    #[arg(long, conflicts_with = "llm")]
    rules: bool,
    /// Let the configured model decide what was stated; it is sent what the person said
    #[arg(long)]
    llm: bool,
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
#[serde(rename_all = "kebab-case")]
struct Report {
    files: usize,
    #[serde(flatten)]
    count: Count,
    statements: usize,
    written: usize,
    dry_run: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    model: Option<Asks>,
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
        let by_model = self.llm || !self.rules && memory.settings.distill.engine == "llm";
        let mut run = Run {
            memory: &memory,
            clock,
            rules,
            redactor: Redactor::of(&memory)?,
            marks,
            asking: if by_model { Some(Asking::new(&memory, context, self.again)?) } else { None },
            report: Report { dry_run: self.dry_run, ..Report::default() },
            batch: Vec::new(),
            known: None,
            shown: HashSet::new(),
            warnings: Vec::new(),
            bar,
        };
        for file in &files {
            run.file(file, self.from.map(Format::from))?;
        }
        run.settle()?;
        run.bar.finish_and_clear();
        run.warnings.dedup();
        run.warnings.iter().for_each(|text| ui.warn(text));
        let mut report = run.report;
        if let Some(asking) = run.asking {
            report.model = asked(asking, &memory, &run.clock, ui)?;
        }
        tell(&report, ui)?;
        Ok(Ended::Done)
    }
}

/// What asking came to, if anything was asked: where it failed is told, what it cost is noted in the history.
fn asked(asking: Asking<'_>, memory: &Memory, clock: &Clock, ui: &mut Ui) -> Result<Option<Asks>> {
    let asks = asking.asks;
    if let Some(reason) = asking.why_rules {
        ui.warn(&format!("{reason}; the rules decided about {}", plural(asks.by_rules, "message")));
    }
    usage::note(memory, &clock.now()?, "import", &asks.name, asks.usage)?;
    Ok((asks.messages + asks.by_rules > 0).then_some(asks))
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
    if let Some(asks) = report.model.as_ref().filter(|asks| asks.messages > 0) {
        text += &format!("; {} put to {}", plural(asks.messages, "message"), asks.name);
        if !asks.usage.is_empty() {
            text += &format!(", {}", asks.usage);
        }
        if !asks.refused.is_empty() {
            text += &format!("; {} refused", plural(asks.refused.len(), "answer"));
        }
    }
    ui.status(&text);
    Ok(())
}

fn plural(n: usize, word: &str) -> String {
    format!("{n} {word}{}", if n == 1 { "" } else { "s" })
}
