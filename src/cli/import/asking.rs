//! Letting a model decide what was stated: words wait until a question is full, and when the model
//! fails, the rules decide about them.

use std::path::{Path, PathBuf};

use crate::chat::import::stated::{self, Turn};
use crate::chat::import::{Asked, Format, Mark, Rules, Said, Statement, asked, statements};
use crate::cli::Context;
use crate::error::Result;
use crate::memory::Memory;
use crate::model::{self, Model, Template, Usage, Wrong};
use crate::stream::redact::Redactor;
use crate::tokens;

/// After so many failures in a row, nothing more is asked.
const PATIENCE: u32 = 3;

/// What asking came to.
#[derive(Debug, Default, serde::Serialize)]
pub(super) struct Asks {
    /// The model.
    pub name: String,
    /// Messages that it was asked about.
    pub messages: usize,
    /// Messages that the rules decided about, since it failed.
    pub by_rules: usize,
    /// Answers that were refused, with the reason.
    pub refused: Vec<String>,
    /// What it cost.
    pub usage: Usage,
}

/// A model, and what waits to be put to it.
pub(super) struct Asking<'m> {
    memory: &'m Memory,
    context: &'m Context,
    model: Option<Box<dyn Model>>,
    template: Template,
    redactor: Redactor,
    asked: Asked,
    waiting: Vec<Turn>,
    tokens: usize,
    /// Files that were read to their end, whose last words wait.
    due: Vec<(PathBuf, Mark)>,
    failures: u32,
    /// Why the rules decided about something.
    pub why_rules: Option<String>,
    pub asks: Asks,
}

impl<'m> Asking<'m> {
    pub fn new(memory: &'m Memory, context: &'m Context, again: bool) -> Result<Self> {
        Ok(Self {
            memory,
            context,
            model: None,
            template: stated::template(memory)?,
            redactor: Redactor::of(memory)?,
            asked: Asked::open(memory, again)?,
            waiting: Vec::new(),
            tokens: 0,
            due: Vec::new(),
            failures: 0,
            why_rules: None,
            asks: Asks::default(),
        })
    }

    /// Whether the model was asked about these words already, or will be.
    pub fn knows(&self, said: &Said, format: Format) -> bool {
        self.asked.has(asked::key(said, format))
    }

    /// Lets words wait; true when they make a question full.
    pub fn wait(&mut self, said: &Said, format: Format) -> Result<bool> {
        self.asked.add(asked::key(said, format));
        for turn in stated::turns(said, format, &self.redactor)? {
            self.tokens += tokens::count(&turn.said.text, &self.memory.settings.tokens) + 20;
            self.waiting.push(turn);
        }
        Ok(self.tokens >= self.memory.settings.distill.batch_tokens)
    }

    /// A file was read to its end; its mark moves when its last words are settled.
    pub fn read_to(&mut self, path: &Path, mark: Mark) {
        self.due.push((path.to_owned(), mark));
    }

    /// What was stated in the words that wait: by the model, or by the rules where it fails.
    pub fn ask(&mut self, rules: &Rules) -> Result<Vec<Statement>> {
        let turns = std::mem::take(&mut self.waiting);
        self.tokens = 0;
        if turns.is_empty() {
            return Ok(Vec::new());
        }
        if self.model.is_none() {
            let model = model::open(self.memory, &self.context.env)?;
            self.asks.name = model.name();
            self.model = Some(model);
        }
        let by_rules = || turns.iter().flat_map(|turn| statements(&turn.said, turn.format, rules)).collect();
        let Some(model) = self.model.as_deref().filter(|_| self.failures < PATIENCE) else {
            self.asks.by_rules += turns.len();
            return Ok(by_rules());
        };
        match stated::ask(model, &self.template, &turns) {
            Ok(answer) => {
                self.failures = 0;
                self.asks.messages += turns.len();
                self.asks.refused.extend(answer.refused);
                self.asks.usage.add(answer.usage);
                Ok(answer.statements)
            }
            Err(failure) => {
                self.failures = if failure.wrong == Wrong::Model { PATIENCE } else { self.failures + 1 };
                self.asks.by_rules += turns.len();
                self.asks.usage.add(failure.usage);
                self.why_rules.get_or_insert_with(|| failure.error.to_string());
                Ok(by_rules())
            }
        }
    }

    /// Notes that all words so far are settled; gives the files that were read to their end.
    pub fn settled(&mut self) -> Result<Vec<(PathBuf, Mark)>> {
        self.asked.save()?;
        Ok(std::mem::take(&mut self.due))
    }
}
