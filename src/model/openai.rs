//! Chat Completions: OpenAI, and every server that speaks its dialect (OpenRouter, vLLM, llama.cpp,
//! LM Studio, LiteLLM, …).
//!
//! Servers differ in how a form is asked of a reply. With `model.response-format = "auto"` the
//! ladder is `json_schema`, `json_object`, nothing: a server that answers 400 or 422 and names the
//! format is asked one rung lower, for the rest of the run. The same goes for the name of the
//! output limit and for `temperature`, which some models do not take.

use std::cell::Cell;

use serde_json::{Value, json};

use super::http::{Header, HttpFailure, Patience, place, post_json};
use super::usage::count;
use super::{Failure, Model, Question, Reply, Usage, keys, named};
use crate::env::Env;
use crate::error::{Error, Result};
use crate::memory::Memory;

pub(super) const ITS_OWN: &str = "https://api.openai.com/v1";

/// How the form of a reply is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rung {
    Schema,
    Object,
    Plain,
}

/// A server that speaks Chat Completions.
#[derive(Debug)]
pub struct OpenAi {
    name: String,
    url: String,
    headers: Vec<Header>,
    patience: Patience,
    limit: usize,
    temperature: Cell<Option<f64>>,
    rung: Cell<Rung>,
    /// Whether the rung may be left.
    ladder: bool,
    /// `max_completion_tokens`, which OpenAI's newer models want, or `max_tokens`, which the others know.
    limit_name: Cell<&'static str>,
    is_its_own: bool,
}

impl OpenAi {
    /// As the settings say.
    ///
    /// # Errors
    ///
    /// When the model is not named, or OpenAI itself is to be asked and there is no key.
    pub fn new(memory: &Memory, env: &Env) -> Result<Self> {
        let settings = &memory.settings.model;
        let base = settings.base_url.as_deref().or_else(|| env.get("OPENAI_BASE_URL")).unwrap_or(ITS_OWN);
        let base = base.trim_end_matches('/').trim_end_matches("/chat/completions");
        let is_its_own = base.starts_with("https://api.openai.com/");
        let places = keys::Places {
            command: settings.api_key_command.as_deref(),
            file: settings.api_key_file.as_deref(),
            vars: variables(base),
        };
        let key = keys::find(places, memory, env)?;
        if key.is_none() && is_its_own {
            return Err(Error::usage("there is no key for `openai`")
                .hint("set `$OPENAI_API_KEY`, or `model.api-key-file` or `model.api-key-command` in `alluvium.toml`"));
        }
        let mut headers: Vec<Header> = Vec::new();
        headers.extend(key.map(|key| ("authorization".to_owned(), format!("Bearer {key}"))));
        if is_its_own {
            for (name, var) in [("openai-organization", "OPENAI_ORG_ID"), ("openai-project", "OPENAI_PROJECT_ID")] {
                headers.extend(env.get(var).map(|value| (name.to_owned(), value.to_owned())));
            }
        }
        let (rung, ladder) = match settings.response_format.as_str() {
            "json_schema" => (Rung::Schema, false),
            "json_object" => (Rung::Object, false),
            "text" => (Rung::Plain, false),
            _ => (Rung::Schema, true),
        };
        Ok(Self {
            name: named(settings)?,
            url: format!("{base}/chat/completions"),
            headers,
            patience: Patience::of(settings),
            limit: settings.max_output_tokens,
            temperature: Cell::new(settings.temperature),
            rung: Cell::new(rung),
            ladder,
            limit_name: Cell::new(if is_its_own { "max_completion_tokens" } else { "max_tokens" }),
            is_its_own,
        })
    }

    fn body(&self, question: &Question) -> Value {
        let mut messages = Vec::new();
        if !question.system.is_empty() {
            messages.push(json!({"role": "system", "content": question.system}));
        }
        messages.push(json!({"role": "user", "content": question.user}));
        let mut body = json!({"model": self.name, "messages": messages, "stream": false});
        body[self.limit_name.get()] = json!(self.limit);
        if let Some(temperature) = self.temperature.get() {
            body["temperature"] = json!(temperature);
        }
        if self.is_its_own {
            body["store"] = json!(false);
        }
        if let Some(schema) = &question.schema {
            match self.rung.get() {
                Rung::Schema => {
                    body["response_format"] = json!({
                        "type": "json_schema",
                        "json_schema": {"name": schema.name, "strict": true, "schema": schema.form},
                    });
                }
                Rung::Object => body["response_format"] = json!({"type": "json_object"}),
                Rung::Plain => {}
            }
        }
        body
    }

    /// Whether the server complains of something that can be left out; if so it is.
    fn give_way(&self, failure: &HttpFailure, asked: &Question) -> bool {
        if !matches!(failure.status, Some(400 | 422)) {
            return false;
        }
        let said = failure.said.to_lowercase();
        if said.contains("max_completion_tokens") || said.contains("max_tokens") {
            let other = if self.limit_name.get() == "max_tokens" { "max_completion_tokens" } else { "max_tokens" };
            return said.contains(other) && self.limit_name.replace(other) != other;
        }
        if said.contains("temperature") && self.temperature.get().is_some() {
            self.temperature.set(None);
            return true;
        }
        let about_format = ["response_format", "json_schema", "json_object", "schema"].iter().any(|w| said.contains(w));
        let lower = match self.rung.get() {
            Rung::Schema => Rung::Object,
            Rung::Object => Rung::Plain,
            Rung::Plain => return false,
        };
        let go = self.ladder && about_format && asked.schema.is_some();
        if go {
            self.rung.set(lower);
        }
        go
    }
}

/// The usual variables of the service behind a base URL.
pub(super) fn variables(base: &str) -> &'static [&'static str] {
    let host = place(base);
    for (part, vars) in [
        ("openrouter.ai", &["OPENROUTER_API_KEY"][..]),
        ("groq.com", &["GROQ_API_KEY"]),
        ("mistral.ai", &["MISTRAL_API_KEY"]),
        ("googleapis.com", &["GEMINI_API_KEY"]),
    ] {
        if host.split("://").nth(1).and_then(|h| h.split(['/', ':']).next()).is_some_and(|h| h.ends_with(part)) {
            return vars;
        }
    }
    &["OPENAI_API_KEY"]
}

/// What an HTTP failure means for whoever asks.
pub(super) fn failure(http: HttpFailure) -> Failure {
    let of_the_request = match http.status {
        Some(status) => matches!(status, 200..300 | 400 | 413 | 422 | 500..=599),
        None => http.late,
    };
    if of_the_request { Failure::request(http.error) } else { Failure::model(http.error) }
}

/// The text of an error inside a reply of status 200.
pub(super) fn inner_error(value: &Value) -> Option<String> {
    let error = value.get("error").filter(|e| !e.is_null())?;
    let message = error.get("message").and_then(Value::as_str).or_else(|| error.as_str());
    Some(message.map_or_else(|| error.to_string(), str::to_owned))
}

impl Model for OpenAi {
    fn name(&self) -> String {
        format!("openai {}", self.name)
    }

    fn ask(&self, question: &Question) -> Result<Reply, Failure> {
        let value = loop {
            match post_json(&self.url, &self.headers, &self.body(question), self.patience) {
                Ok(value) => break value,
                Err(failed) if self.give_way(&failed, question) => {}
                Err(failed) => return Err(failure(failed)),
            }
        };
        let usage = Usage {
            input: count(&value, &["usage", "prompt_tokens"]),
            output: count(&value, &["usage", "completion_tokens"]),
            cached: count(&value, &["usage", "prompt_tokens_details", "cached_tokens"]),
        };
        let choice = value.get("choices").and_then(|c| c.get(0));
        if let Some(said) = inner_error(&value).or_else(|| choice.and_then(inner_error)) {
            let said = super::http::clean(&said, &self.headers);
            let error = Error::busy(format!("cannot ask `{}`: it answers an error: {said}", place(&self.url)));
            return Err(Failure { usage, ..Failure::request(error) });
        }
        let bad = |reason: &str| Failure::reply(&self.name(), reason, usage);
        let choice = choice.ok_or_else(|| bad("not in the form of Chat Completions"))?;
        let message = &choice["message"];
        if message["refusal"].as_str().is_some_and(|r| !r.trim().is_empty()) {
            return Err(bad("a refusal"));
        }
        match choice["finish_reason"].as_str() {
            Some("length") => return Err(bad("cut off at its limit of tokens")),
            Some("content_filter") => return Err(bad("cut off by a content filter")),
            Some("error") => return Err(bad("cut off by an error")),
            _ => {}
        }
        let text = content(&message["content"]);
        if text.trim().is_empty() {
            return Err(bad("empty"));
        }
        Ok(Reply { text, usage })
    }

    fn shown(&self, question: &Question) -> String {
        request(&self.url, &self.headers, &self.body(question))
    }
}

/// A message's content: text, or parts of which those of type text count.
fn content(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().filter_map(|p| p["text"].as_str()).collect(),
        _ => String::new(),
    }
}

/// A request as people read it: the values of headers that hold keys are left out.
pub(super) fn request(url: &str, headers: &[Header], body: &Value) -> String {
    let mut shown = format!("POST {}\ncontent-type: application/json\n", place(url));
    for (name, value) in headers {
        let secret = matches!(name.as_str(), "authorization" | "x-api-key");
        let value = if secret { if value.starts_with("Bearer ") { "Bearer [key]" } else { "[key]" } } else { value };
        shown.push_str(&format!("{name}: {value}\n"));
    }
    let body = serde_json::to_string_pretty(body).unwrap_or_default();
    format!("{shown}\n{body}\n")
}
