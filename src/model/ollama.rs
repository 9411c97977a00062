//! Ollama's own API, since its OpenAI dialect cannot set the context length.
//!
//! Ollama cuts a prompt that is too long without a word. So the length is always asked for
//! (`model.num-ctx`), a question that does not fit is not sent, and the count of tokens in the
//! reply must agree with what was sent.

use serde_json::{Value, json};

use super::http::{Header, Patience, place, post_json};
use super::openai::{failure, inner_error, request};
use super::usage::count;
use super::{Failure, Model, Question, Reply, Usage, keys, named};
use crate::env::Env;
use crate::error::{Error, Result};
use crate::memory::Memory;

/// An Ollama server.
#[derive(Debug)]
pub struct Ollama {
    name: String,
    url: String,
    headers: Vec<Header>,
    patience: Patience,
    limit: usize,
    context: usize,
    temperature: Option<f64>,
    with_form: bool,
    memory: Memory,
}

impl Ollama {
    /// As the settings say.
    ///
    /// # Errors
    ///
    /// When the model is not named.
    pub fn new(memory: &Memory, env: &Env) -> Result<Self> {
        let settings = &memory.settings.model;
        let base = address(settings.base_url.as_deref().or_else(|| env.get("OLLAMA_HOST")).unwrap_or_default());
        let places = keys::Places {
            command: settings.api_key_command.as_deref(),
            file: settings.api_key_file.as_deref(),
            vars: &["OLLAMA_API_KEY"],
        };
        let key = keys::find(places, memory, env)?;
        Ok(Self {
            name: named(settings)?,
            url: format!("{base}/api/chat"),
            headers: key.map(|key| ("authorization".to_owned(), format!("Bearer {key}"))).into_iter().collect(),
            patience: Patience::of(settings),
            limit: settings.max_output_tokens,
            context: settings.num_ctx,
            temperature: settings.temperature,
            with_form: matches!(settings.response_format.as_str(), "auto" | "json_schema"),
            memory: memory.clone(),
        })
    }

    fn body(&self, question: &Question) -> Value {
        let mut messages = Vec::new();
        if !question.system.is_empty() {
            messages.push(json!({"role": "system", "content": question.system}));
        }
        messages.push(json!({"role": "user", "content": question.user}));
        let mut options = json!({"num_ctx": self.context, "num_predict": self.limit});
        if let Some(temperature) = self.temperature {
            options["temperature"] = json!(temperature);
        }
        let mut body = json!({"model": self.name, "messages": messages, "stream": false, "options": options});
        if let Some(schema) = question.schema.as_ref().filter(|_| self.with_form) {
            body["format"] = schema.form.clone();
        }
        body
    }
}

/// The address behind `$OLLAMA_HOST`: scheme and port may be missing, and `0.0.0.0`, which a server
/// listens on, is this machine.
pub fn address(host: &str) -> String {
    let host = host.trim().trim_end_matches('/');
    let (scheme, rest) = host.split_once("://").unwrap_or(("http", host));
    let (name, path) = rest.find('/').map_or((rest, ""), |i| rest.split_at(i));
    let name = name.replace("0.0.0.0", "127.0.0.1").replace("[::]", "[::1]");
    let name = if name.is_empty() {
        "127.0.0.1:11434".to_owned()
    } else if let Some(port) = name.strip_prefix(':') {
        format!("127.0.0.1:{port}")
    } else if name.rsplit(']').next().is_some_and(|tail| tail.contains(':')) || host.contains("://") {
        name
    } else {
        format!("{name}:11434")
    };
    format!("{scheme}://{name}{path}")
}

impl Model for Ollama {
    fn name(&self) -> String {
        format!("ollama {}", self.name)
    }

    fn ask(&self, question: &Question) -> Result<Reply, Failure> {
        let expected = question.tokens(&self.memory);
        if expected + self.limit.min(self.context / 4) > self.context {
            return Err(Failure::request(
                Error::new(format!(
                    "cannot ask `{}`: the question has about {expected} tokens, and `model.num-ctx` is {}",
                    self.name(),
                    self.context
                ))
                .hint("raise `model.num-ctx`, or lower `distill.batch-tokens`"),
            ));
        }
        let value = match post_json(&self.url, &self.headers, &self.body(question), self.patience) {
            Ok(value) => value,
            Err(failed) => {
                let hint = match failed.status {
                    None if !failed.late => Some("is Ollama running? `ollama serve` starts it".to_owned()),
                    Some(404) => Some(format!("`ollama pull {}` fetches the model", self.name)),
                    _ => None,
                };
                let mut failure = failure(failed);
                if let Some(hint) = hint {
                    failure.error = failure.error.hint(hint);
                }
                return Err(failure);
            }
        };
        let usage =
            Usage { input: count(&value, &["prompt_eval_count"]), output: count(&value, &["eval_count"]), cached: 0 };
        if let Some(said) = inner_error(&value) {
            let said = super::http::clean(&said, &self.headers);
            let error = Error::busy(format!("cannot ask `{}`: it answers an error: {said}", place(&self.url)));
            return Err(Failure { usage, ..Failure::request(error) });
        }
        let bad = |reason: &str| Failure::reply(&self.name(), reason, usage);
        if value["done"] == json!(false) {
            return Err(bad("not finished"));
        }
        if value["done_reason"] == "length" {
            return Err(bad("cut off at its limit of tokens"));
        }
        // Half of the estimate is more than any tokenizer is off.
        if usage.input > 0 && (usage.input as usize) < expected / 2 {
            return Err(bad(&format!(
                "to a part of the question only: it read {} of about {expected} tokens",
                usage.input
            )));
        }
        let text = value["message"]["content"].as_str().unwrap_or_default().to_owned();
        if text.trim().is_empty() {
            return Err(bad("empty"));
        }
        Ok(Reply { text, usage })
    }

    fn shown(&self, question: &Question) -> String {
        request(&self.url, &self.headers, &self.body(question))
    }
}

#[cfg(test)]
mod tests {
    use super::address;

    #[test]
    fn hosts_are_read_as_ollama_reads_them() {
        for (host, expected) in [
            ("", "http://127.0.0.1:11434"),
            ("0.0.0.0", "http://127.0.0.1:11434"),
            ("0.0.0.0:8080", "http://127.0.0.1:8080"),
            (":9000", "http://127.0.0.1:9000"),
            ("gpu.example.org", "http://gpu.example.org:11434"),
            ("https://ollama.example.org/", "https://ollama.example.org"),
            ("http://[::1]:11434", "http://[::1]:11434"),
            ("https://example.org/ollama", "https://example.org/ollama"),
        ] {
            assert_eq!(address(host), expected, "{host}");
        }
    }
}
