//! Language models behind one small trait: a question in, text out.
//!
//! ```text
//! template + data ─▶ Question ─▶ Model (openai, anthropic, ollama, command, canned) ─▶ Reply ─▶ checked by its user
//! ```
//!
//! Promises: nothing leaves the machine unless `model.provider` names where to; a key is in no
//! message; every wait is bounded; what comes back is text that proves nothing. The pure core
//! ([`reply`], [`faithful`], [`language`]) finds the JSON in a reply and holds a text against its
//! sources. [`http`] is the one door to the network.
//!
//! Refuses: to be asked by a model that this program itself is asking ([`INSIDE`]).

pub mod anthropic;
pub mod canned;
pub mod command;
pub mod compose;
pub mod embeddings;
pub mod faithful;
pub mod http;
pub mod keys;
pub mod language;
pub mod ollama;
pub mod openai;
pub mod reply;
pub mod rerank;
pub mod template;
pub mod usage;
pub mod vectors;

use serde_json::Value;

use crate::env::Env;
use crate::error::{Error, Result};
use crate::memory::Memory;
use crate::memory::trust::Trusted;
pub use compose::compose;
pub use template::Template;
pub use usage::Usage;

/// Set for the `command` provider's program. Who finds it set was started by a model that this
/// program is asking, and must not ask a model itself.
pub const INSIDE: &str = "ALLUVIUM_INSIDE_MODEL";

/// What a model is sent.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// Instructions: the same for every question of a sort, so that a provider may cache them.
    pub system: String,
    /// The data.
    pub user: String,
    /// The form of the reply, where it must be JSON.
    pub schema: Option<Schema>,
}

impl Question {
    /// Estimated tokens of all of it.
    pub fn tokens(&self, memory: &Memory) -> usize {
        let schema = self.schema.as_ref().map(|s| s.form.to_string()).unwrap_or_default();
        [&self.system, &self.user, &schema].iter().map(|t| crate::tokens::count(t, &memory.settings.tokens)).sum()
    }

    /// System and user text as one, for providers that know no roles.
    pub fn plain(&self) -> String {
        if self.system.is_empty() { self.user.clone() } else { format!("{}\n\n{}", self.system.trim_end(), self.user) }
    }
}

/// The form of a reply, as a JSON schema of the strict subset that all providers take: objects
/// without further properties, every property required.
#[derive(Debug, Clone, PartialEq)]
pub struct Schema {
    /// Its name, of letters, digits, `_` and `-`.
    pub name: &'static str,
    /// The schema.
    pub form: Value,
}

/// What a model answered.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply {
    /// Its text, finished; never empty.
    pub text: String,
    /// What it cost.
    pub usage: Usage,
}

/// What went wrong, which decides what is sensible next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wrong {
    /// The model is out of reach, or not set up: asking anything else now is useless.
    Model,
    /// This very request failed (too large, refused by a filter, a server error that stayed): a
    /// smaller one may not.
    Request,
    /// It answered, and the answer is of no use: cut off, refused, empty.
    Reply,
}

/// Why there is no reply.
#[derive(Debug)]
pub struct Failure {
    /// What went wrong.
    pub wrong: Wrong,
    /// The error for whoever gives up: *busy* where trying again later may help.
    pub error: Error,
    /// What was used up nevertheless.
    pub usage: Usage,
}

impl Failure {
    /// The model is out of reach or not set up.
    pub fn model(error: Error) -> Self {
        Self { wrong: Wrong::Model, error, usage: Usage::default() }
    }

    /// The request failed.
    pub fn request(error: Error) -> Self {
        Self { wrong: Wrong::Request, error, usage: Usage::default() }
    }

    /// The answer is of no use.
    pub fn reply(name: &str, reason: &str, usage: Usage) -> Self {
        Self { wrong: Wrong::Reply, error: Error::new(format!("the reply of `{name}` is {reason}")), usage }
    }
}

/// A language model.
pub trait Model {
    /// Provider and model, as the history names them: `openai gpt-x`.
    fn name(&self) -> String;

    /// Asks, and waits for the whole answer.
    ///
    /// # Errors
    ///
    /// A [`Failure`] that tells whether the model, the request or the reply is at fault. A reply
    /// that did not finish is a failure.
    fn ask(&self, question: &Question) -> Result<Reply, Failure>;

    /// What would be sent, without the key, for people to read.
    fn shown(&self, question: &Question) -> String;
}

/// The model that the settings name.
///
/// # Errors
///
/// *Usage* when none is named, or something that it needs is missing.
pub fn open(memory: &Memory, env: &Env) -> Result<Box<dyn Model>> {
    let settings = &memory.settings.model;
    if env.get(INSIDE).is_some() {
        return Err(Error::usage("cannot ask a model: this command was started by one that alluvium is asking")
            .hint("use `--rules` there"));
    }
    if settings.provider.is_some() {
        trusted(memory, env)?;
    }
    match settings.provider.as_deref() {
        Some("openai") => Ok(Box::new(openai::OpenAi::new(memory, env)?)),
        Some("anthropic") => Ok(Box::new(anthropic::Anthropic::new(memory, env)?)),
        Some("ollama") => Ok(Box::new(ollama::Ollama::new(memory, env)?)),
        Some("command") => Ok(Box::new(command::Command::new(settings)?)),
        Some("canned") => Ok(Box::new(canned::Canned::new(memory)?)),
        Some(other) => Err(Error::usage(format!("`model.provider = \"{other}\"` is not known"))
            .hint("known are openai, anthropic, ollama, command, canned")),
        None => Err(Error::usage("no language model is configured")
            .hint("set `model.provider` and `model.name` in `alluvium.toml`, or use `--rules`, which needs no model")),
    }
}

/// Settings that send text or keys somewhere, or start a program, count only in a folder that somebody
/// named or trusted: a cloned repository may bring one that was merely found by walking up.
///
/// # Errors
///
/// When the folder is not trusted, or the list of trusted folders cannot be read.
pub fn trusted(memory: &Memory, env: &Env) -> Result<()> {
    if Trusted::allows(memory, env)? {
        return Ok(());
    }
    Err(Error::new(format!("the model settings of `{}` are not trusted", memory.root.display()))
        .hint("look at its `alluvium.toml`, then `alluvium trust`; or name the folder with `--memory`"))
}

/// The model's name, without which most providers cannot be asked.
fn named(settings: &crate::memory::settings::Model) -> Result<String> {
    settings.name.clone().filter(|n| !n.trim().is_empty()).ok_or_else(|| {
        Error::usage("no language model is named")
            .hint("set `model.name` in `alluvium.toml` to a name that the provider knows")
    })
}
