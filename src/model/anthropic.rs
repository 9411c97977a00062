//! The Messages API of Anthropic, and servers that speak it.

use std::cell::Cell;

use serde_json::{Value, json};

use super::http::{Header, Patience, post_json};
use super::openai::{failure, inner_error, request};
use super::usage::count;
use super::{Failure, Model, Question, Reply, Usage, keys, named};
use crate::env::Env;
use crate::error::{Error, Result};
use crate::memory::Memory;

const ITS_OWN: &str = "https://api.anthropic.com";

/// A server that speaks Messages.
#[derive(Debug)]
pub struct Anthropic {
    name: String,
    url: String,
    headers: Vec<Header>,
    patience: Patience,
    limit: usize,
    temperature: Option<f64>,
    /// Whether `output_config` is sent.
    with_form: Cell<bool>,
    ladder: bool,
}

impl Anthropic {
    /// As the settings say.
    ///
    /// # Errors
    ///
    /// When the model is not named, or Anthropic itself is to be asked and there is no key.
    pub fn new(memory: &Memory, env: &Env) -> Result<Self> {
        let settings = &memory.settings.model;
        let base = settings.base_url.as_deref().or_else(|| env.get("ANTHROPIC_BASE_URL")).unwrap_or(ITS_OWN);
        let base = base.trim_end_matches('/').trim_end_matches("/v1/messages").trim_end_matches("/v1");
        let places = keys::Places {
            command: settings.api_key_command.as_deref(),
            file: settings.api_key_file.as_deref(),
            vars: &["ANTHROPIC_API_KEY"],
        };
        let mut headers = vec![("anthropic-version".to_owned(), "2023-06-01".to_owned())];
        match (keys::find(places, memory, env)?, env.get("ANTHROPIC_AUTH_TOKEN")) {
            (Some(key), _) => headers.push(("x-api-key".to_owned(), key)),
            (None, Some(token)) => headers.push(("authorization".to_owned(), format!("Bearer {token}"))),
            (None, None) if base == ITS_OWN => {
                return Err(Error::usage("there is no key for `anthropic`").hint(
                    "set `$ANTHROPIC_API_KEY`, or `model.api-key-file` or `model.api-key-command` in `alluvium.toml`",
                ));
            }
            (None, None) => {}
        }
        let form = settings.response_format.as_str();
        Ok(Self {
            name: named(settings)?,
            url: format!("{base}/v1/messages"),
            headers,
            patience: Patience::of(settings),
            limit: settings.max_output_tokens,
            temperature: settings.temperature,
            with_form: Cell::new(matches!(form, "auto" | "json_schema")),
            ladder: form == "auto",
        })
    }

    fn body(&self, question: &Question) -> Value {
        let mut body = json!({
            "model": self.name,
            "max_tokens": self.limit,
            "messages": [{"role": "user", "content": question.user}],
        });
        if !question.system.is_empty() {
            let caching = json!({"type": "ephemeral"});
            body["system"] = json!([{"type": "text", "text": question.system, "cache_control": caching}]);
        }
        if let Some(temperature) = self.temperature {
            body["temperature"] = json!(temperature);
        }
        if let Some(schema) = question.schema.as_ref().filter(|_| self.with_form.get()) {
            body["output_config"] = json!({"format": {"type": "json_schema", "schema": schema.form}});
        }
        body
    }
}

impl Model for Anthropic {
    fn name(&self) -> String {
        format!("anthropic {}", self.name)
    }

    fn ask(&self, question: &Question) -> Result<Reply, Failure> {
        let value = loop {
            match post_json(&self.url, &self.headers, &self.body(question), self.patience) {
                Ok(value) => break value,
                Err(failed)
                    if failed.status == Some(400)
                        && self.ladder
                        && question.schema.is_some()
                        && ["output_config", "schema", "format"].iter().any(|w| failed.said.contains(w))
                        && self.with_form.replace(false) => {}
                Err(failed) => return Err(failure(failed)),
            }
        };
        // What a cache read or wrote is not part of `input_tokens` here.
        let cached = count(&value, &["usage", "cache_read_input_tokens"]);
        let written = count(&value, &["usage", "cache_creation_input_tokens"]);
        let usage = Usage {
            input: count(&value, &["usage", "input_tokens"]) + cached + written,
            output: count(&value, &["usage", "output_tokens"]),
            cached,
        };
        if let Some(said) = inner_error(&value) {
            let said = super::http::clean(&said, &self.headers);
            let error = Error::busy(format!("cannot ask `{}`: it answers an error: {said}", self.url));
            return Err(Failure { usage, ..Failure::request(error) });
        }
        let bad = |reason: &str| Failure::reply(&self.name(), reason, usage);
        match value["stop_reason"].as_str() {
            Some("max_tokens") => return Err(bad("cut off at its limit of tokens")),
            Some("model_context_window_exceeded") => return Err(bad("cut off at the model's context length")),
            Some("refusal") => return Err(bad("a refusal")),
            Some("pause_turn" | "tool_use") => return Err(bad("not finished")),
            _ => {}
        }
        let parts = value["content"].as_array().ok_or_else(|| bad("not in the form of Messages"))?;
        let texts = parts.iter().filter(|p| p["type"] == "text").filter_map(|p| p["text"].as_str());
        let text: String = texts.collect();
        if text.trim().is_empty() {
            return Err(bad("empty"));
        }
        Ok(Reply { text, usage })
    }

    fn shown(&self, question: &Question) -> String {
        request(&self.url, &self.headers, &self.body(question))
    }
}
