//! Rerankers: a model that reads a question beside each text and says how well they fit. The form of
//! Cohere and Jina, which vLLM, llama.cpp and others speak as well.

use serde_json::{Value, json};

use super::embeddings::{bearer, patience};
use super::http::{Header, place, post_json};
use super::keys;
use crate::env::Env;
use crate::error::{Error, Result};
use crate::memory::Memory;

/// A rerank endpoint.
#[derive(Debug)]
pub struct Reranker {
    url: String,
    model: Option<String>,
    headers: Vec<Header>,
    seconds: u64,
}

impl Reranker {
    /// As the settings say; none when no endpoint is named.
    ///
    /// # Errors
    ///
    /// When the file of the key cannot be read.
    pub fn open(memory: &Memory, env: &Env) -> Result<Option<Self>> {
        let settings = &memory.settings.rerank;
        let Some(url) = settings.url.clone() else { return Ok(None) };
        super::trusted(memory, env)?;
        let vars: &[&str] = if url.contains("cohere.") {
            &["COHERE_API_KEY", "CO_API_KEY"]
        } else if url.contains("jina.ai") {
            &["JINA_API_KEY"]
        } else {
            &[]
        };
        let places = keys::Places { command: None, file: settings.api_key_file.as_deref(), vars };
        let headers = bearer(keys::find(places, memory, env)?);
        Ok(Some(Self { url, model: settings.name.clone(), headers, seconds: settings.timeout }))
    }

    /// Which text fits best: indices with their relevance, best first, each at most once.
    ///
    /// # Errors
    ///
    /// When the endpoint cannot be asked, or its answer is of another form.
    pub fn rank(&self, query: &str, texts: &[String]) -> Result<Vec<(usize, f64)>> {
        let mut body = json!({"query": query, "documents": texts, "top_n": texts.len()});
        if let Some(model) = &self.model {
            body["model"] = json!(model);
        }
        let value = post_json(&self.url, &self.headers, &body, patience(self.seconds)).map_err(|f| f.error)?;
        read(&value, texts.len()).ok_or_else(|| {
            Error::new(format!("cannot read what `{}` answered: it is no list of results", place(&self.url)))
        })
    }
}

fn read(value: &Value, texts: usize) -> Option<Vec<(usize, f64)>> {
    let mut ranks: Vec<(usize, f64)> = Vec::new();
    for result in value.get("results")?.as_array()? {
        let index = usize::try_from(result.get("index")?.as_u64()?).ok().filter(|i| *i < texts)?;
        let relevance = result.get("relevance_score").or_else(|| result.get("score"))?.as_f64()?;
        if ranks.iter().all(|(i, _)| *i != index) {
            ranks.push((index, relevance));
        }
    }
    ranks.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    Some(ranks)
}
