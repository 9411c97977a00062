//! `alluvium trim`: cut a list of chat messages to a token limit.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use super::{Context, Ui};
use crate::chat::list;
use crate::chat::repair::Unanswered;
use crate::chat::shape::Shape;
use crate::chat::trim::{Options, Refusal, Report, trim};
use crate::error::{Ended, Error, ErrorKind, Result};
use crate::memory::settings::Tokens;

/// Cut a list of chat messages to a token limit
///
/// Reads messages from standard input (a JSON array, JSON Lines, or the body of a request) and prints
/// them in the same form. System messages and the latest user message stay; then the newest messages,
/// calls always together with their results. What was left out is told on standard error.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  alluvium trim --max-tokens 8000 < messages.json > shorter.json
  alluvium trim --max-tokens 8000 --shrink-results --summary summary.md messages.json")]
#[command(group = clap::ArgGroup::new("limits").required(true).multiple(true).args(["max_tokens", "keep_last"]))]
pub struct Trim {
    /// The messages [default: standard input]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// The most tokens that the messages may have
    #[arg(long, value_name = "N")]
    max_tokens: Option<usize>,
    /// Tokens of the limit that stay free [default: 8 % of it (`tokens.reserve`), since counting is an estimate]
    #[arg(long, value_name = "N", requires = "max_tokens")]
    reserve: Option<usize>,
    /// The most messages, system messages aside; a call and its results are never split
    #[arg(long, value_name = "N")]
    keep_last: Option<usize>,
    /// Put a summary of the earlier conversation behind the system messages
    #[arg(long, value_name = "FILE")]
    summary: Option<PathBuf>,
    /// Make placeholders of long results before their messages are left out
    #[arg(long)]
    shrink_results: bool,
    /// What to do about a call without a result; `keep` leaves the last turn as it is
    #[arg(long, value_name = "HOW", default_value = "mark")]
    unanswered: HowUnanswered,
    /// The shape of the messages [default: recognised]
    #[arg(long, value_name = "SHAPE")]
    shape: Option<ShapeName>,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum HowUnanswered {
    Mark,
    Drop,
    Keep,
}

/// The names of the shapes on the command line.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub(super) enum ShapeName {
    #[value(name = "openai")]
    OpenAi,
    Responses,
    Anthropic,
    #[value(name = "langchain")]
    LangChain,
    Gemini,
}

impl From<ShapeName> for Shape {
    fn from(name: ShapeName) -> Self {
        match name {
            ShapeName::OpenAi => Self::OpenAi,
            ShapeName::Responses => Self::Responses,
            ShapeName::Anthropic => Self::Anthropic,
            ShapeName::LangChain => Self::LangChain,
            ShapeName::Gemini => Self::Gemini,
        }
    }
}

impl Trim {
    /// Runs the command.
    pub fn run(self, context: &Context, ui: &mut Ui) -> Result<Ended> {
        let (name, source) = read_input(self.file.as_deref())?;
        let list = list::read(&source)
            .map_err(|reason| Error::new(format!("cannot read the messages in {name}: {reason}")))?;
        let tokens = counting(context)?;
        let options = self.options(&tokens)?;
        let trimmed = trim(&list, &options).map_err(|refusal| refused(&refusal, options.shrink))?;
        for piece in &trimmed.text {
            ui.answer(piece)?;
        }
        if let Some(reason) = &list.torn {
            ui.warn(&format!("the last line is cut off ({reason}); left out"));
        }
        if ui.wants_json() {
            let report = serde_json::to_string(&trimmed.report);
            ui.status(&report.map_err(|e| Error::new("cannot write JSON").because(e))?);
        } else {
            tell(&trimmed.report, options.shrink, ui);
        }
        Ok(Ended::Done)
    }

    fn options(&self, tokens: &Tokens) -> Result<Options> {
        let summary = self.summary.as_deref().map(|path| read_input(Some(path)).map(|(_, text)| text)).transpose()?;
        Ok(Options {
            shape: self.shape.map(Into::into),
            limit: self.max_tokens.map(|n| {
                let reserve =
                    self.reserve.unwrap_or_else(|| (n as f64 * tokens.reserve.clamp(0.0, 1.0)).ceil() as usize);
                n.saturating_sub(reserve)
            }),
            keep_last: self.keep_last,
            summary: summary.map(|text| without_front_matter(&text).trim().to_owned()).filter(|s| !s.is_empty()),
            shrink: self.shrink_results,
            unanswered: match self.unanswered {
                HowUnanswered::Mark => Unanswered::Mark,
                HowUnanswered::Drop => Unanswered::Drop,
                HowUnanswered::Keep => Unanswered::Keep,
            },
            factor: tokens.factor,
        })
    }
}

/// How to count: by the memory's settings where there is one; `trim` works without.
fn counting(context: &Context) -> Result<Tokens> {
    let named = context.globals.memory.is_some() || context.env.get("ALLUVIUM_MEMORY").is_some();
    match context.memory() {
        Ok(memory) => Ok(memory.settings.tokens),
        Err(error) if !named && error.kind() == ErrorKind::Failed => Ok(Tokens::default()),
        Err(error) => Err(error),
    }
}

/// The text of a file or of standard input, and what to call it.
pub(super) fn read_input(file: Option<&Path>) -> Result<(String, String)> {
    let (name, bytes) = match file.filter(|p| *p != Path::new("-")) {
        Some(path) => (format!("`{}`", path.display()), std::fs::read(path).map_err(|e| Error::io("read", path, e))?),
        None => {
            let mut bytes = Vec::new();
            let input = std::io::stdin().lock().read_to_end(&mut bytes);
            input.map_err(|e| Error::io("read", Path::new("standard input"), e))?;
            ("standard input".to_owned(), bytes)
        }
    };
    let text = String::from_utf8(bytes).map_err(|e| {
        Error::new(format!("cannot read {name}: not UTF-8 from byte {}", e.utf8_error().valid_up_to()))
            .hint("JSON is UTF-8; convert the file, for example with `iconv -t utf-8`")
    })?;
    Ok((name, text))
}

/// A session's file begins with front matter, which is not for a model.
fn without_front_matter(text: &str) -> &str {
    let Some(rest) = text.strip_prefix("---\n") else { return text };
    rest.split_once("\n---\n").map_or(text, |(_, body)| body)
}

fn refused(refusal: &Refusal, shrink: bool) -> Error {
    match refusal {
        Refusal::TooLarge { needed, limit } => {
            let error = Error::new(format!(
                "cannot trim to {limit} tokens: what must stay (system messages and the latest user message) has about {needed}"
            ));
            if shrink {
                error.hint("raise `--max-tokens` or lower `--reserve`")
            } else {
                error.hint("raise `--max-tokens`, lower `--reserve`, or try `--shrink-results`")
            }
        }
        Refusal::NoUser => Error::new("cannot trim: there is no user message, and the API wants one first")
            .hint("name another shape with `--shape` if this one was not recognised rightly"),
    }
}

/// How many repairs are told one by one.
const TOLD: usize = 10;

fn tell(report: &Report, shrink: bool, ui: &mut Ui) {
    for note in report.repaired.iter().take(TOLD) {
        ui.warn(&note.to_string());
    }
    if let Some(more) = report.repaired.len().checked_sub(TOLD + 1) {
        ui.warn(&format!("and {} more like these; `--json` lists them", more + 1));
    }
    if report.dropped.is_empty() && report.shrunk.is_empty() {
        return;
    }
    let limit = report.limit.map_or(String::new(), |n| format!(" of {n}"));
    let mut text =
        format!("kept {} of {} messages (about {}{limit} tokens)", report.kept, report.messages, report.tokens);
    if !report.dropped.is_empty() {
        text += &format!("; left out: {}", ranges(&report.dropped));
    }
    if !report.shrunk.is_empty() {
        let shrunk: Vec<usize> = report.shrunk.iter().map(|s| s.message).collect();
        text += &format!("; result shortened in: {}", ranges(&shrunk));
    }
    ui.status(&text);
    if !shrink && report.dropped.last().is_some_and(|last| last + 1 == report.messages) {
        ui.warn("the newest turn did not fit");
        ui.hint("`--shrink-results` keeps its calls and shortens what they returned");
    }
}

/// `0-3, 7, 9-12`: indices from 0, as in the JSON array.
fn ranges(indices: &[usize]) -> String {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for &i in indices {
        match runs.last_mut() {
            Some((_, end)) if *end + 1 >= i => *end = i,
            _ => runs.push((i, i)),
        }
    }
    let texts: Vec<String> =
        runs.iter().map(|(a, b)| if a == b { a.to_string() } else { format!("{a}-{b}") }).collect();
    format!("{} {}", if indices.len() == 1 { "message" } else { "messages" }, texts.join(", "))
}
