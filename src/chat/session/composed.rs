//! The gist of a conversation by a model, part by part; what it returns is held against what was said.

use super::gist::Gist;
use super::talk::Talk;
use crate::chat::import::strip::strip;
use crate::chat::message::Role;
use crate::error::Result;
use crate::memory::Memory;
use crate::model::{Failure, Model, Template, Usage, compose};
use crate::tokens;

const PROMPT: &str = include_str!("../../../templates/session.prompt");
const HOLES: [&str; 3] = ["tokens", "previous", "said"];

/// More of one message than this, in characters, is not sent: it is pasted, not said.
const LONGEST: usize = 2000;

/// The template of the folder, else the built-in one.
///
/// # Errors
/// When it cannot be read, or has an unknown hole.
pub fn template(memory: &Memory) -> Result<Template> {
    Template::load(memory, "session.prompt", PROMPT, &HOLES)
}

/// Merges what was said since into a gist, by a model. What it cost is added to `used`.
///
/// # Errors
/// A failure of the model; the caller goes on by rules.
pub fn merge(
    gist: &Gist,
    talk: &[Talk],
    memory: &Memory,
    model: &dyn Model,
    template: &Template,
    used: &mut Usage,
) -> Result<Gist, Failure> {
    let most = memory.settings.session.tokens;
    let mut merged = gist.clone();
    for said in parts(talk, memory) {
        let previous = merged.lines_only();
        let fill = |hole: &str| match hole {
            "tokens" => most.to_string(),
            "previous" if previous.is_empty() => "(none)".to_owned(),
            "previous" => previous.clone(),
            _ => said.clone(),
        };
        let composed = compose(memory, model, template, &fill, &format!("{previous}\n{said}"), most);
        let (text, usage) = composed.inspect_err(|failure| used.add(failure.usage))?;
        used.add(usage);
        let reply = Gist::read(&text);
        if reply.lines_only().is_empty() {
            return Err(Failure::reply(&model.name(), "without any of the headings", usage));
        }
        merged.replace_lines(reply);
    }
    Ok(merged)
}

/// What was said, in parts that a model can take at once.
fn parts(talk: &[Talk], memory: &Memory) -> Vec<String> {
    let mut parts = vec![String::new()];
    for t in talk.iter().filter(|t| !t.text.trim().is_empty()) {
        let who = match t.role {
            Role::User => "User",
            Role::Assistant => "Assistant",
            _ => continue,
        };
        let text: String = strip(&t.text).trim().chars().take(LONGEST).collect();
        let line = format!("{who}: {text}\n");
        let last = parts.last().map_or("", String::as_str);
        let full = tokens::count(last, &memory.settings.tokens) + tokens::count(&line, &memory.settings.tokens)
            > memory.settings.distill.batch_tokens;
        match parts.last_mut().filter(|last| last.is_empty() || !full) {
            Some(last) => last.push_str(&line),
            None => parts.push(line),
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}
