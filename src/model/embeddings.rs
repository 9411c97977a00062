//! Embedding models: texts in, vectors out. OpenAI's `/v1/embeddings`, which most servers speak, and
//! Ollama's `/api/embed`.

use std::time::Duration;

use serde_json::{Value, json};

use super::http::{Header, Patience, place, post_json};
use super::{keys, ollama, openai};
use crate::env::Env;
use crate::error::{Error, Result};
use crate::memory::Memory;

/// Texts in one request.
const BATCH: usize = 64;

/// An embedding model behind a server.
#[derive(Debug)]
pub struct Embeddings {
    /// Provider and model: `openai some-model`. Vectors of different names do not compare.
    pub name: String,
    model: String,
    url: String,
    headers: Vec<Header>,
    patience: Patience,
}

impl Embeddings {
    /// As the settings say; none when no provider is named.
    ///
    /// # Errors
    ///
    /// *Usage* when the model is not named, or OpenAI itself is to be asked and there is no key.
    pub fn open(memory: &Memory, env: &Env) -> Result<Option<Self>> {
        let settings = &memory.settings.embeddings;
        let Some(provider) = settings.provider.as_deref() else { return Ok(None) };
        super::trusted(memory, env)?;
        let model = settings.name.clone().filter(|n| !n.trim().is_empty()).ok_or_else(|| {
            Error::usage("no embedding model is named").hint("set `embeddings.name` in `alluvium.toml`")
        })?;
        let base = settings.base_url.as_deref();
        let (url, vars) = match provider {
            "ollama" => {
                let base = ollama::address(base.or_else(|| env.get("OLLAMA_HOST")).unwrap_or_default());
                (format!("{base}/api/embed"), &["OLLAMA_API_KEY"][..])
            }
            _ => {
                let base = base.or_else(|| env.get("OPENAI_BASE_URL")).unwrap_or(openai::ITS_OWN);
                let base = base.trim_end_matches('/').trim_end_matches("/embeddings");
                (format!("{base}/embeddings"), openai::variables(base))
            }
        };
        let places =
            keys::Places { command: settings.api_key_command.as_deref(), file: settings.api_key_file.as_deref(), vars };
        let key = keys::find(places, memory, env)?;
        if key.is_none() && url.starts_with("https://api.openai.com/") {
            return Err(Error::usage("there is no key for the embedding model")
                .hint("set `$OPENAI_API_KEY`, or `embeddings.api-key-file` in `alluvium.toml`"));
        }
        Ok(Some(Self {
            name: format!("{provider} {model}"),
            model,
            url,
            headers: bearer(key),
            patience: patience(settings.timeout),
        }))
    }

    /// The vectors of some texts, in their order, each of length 1 and all of one dimension.
    ///
    /// # Errors
    ///
    /// When the server cannot be asked, or what it answers are no such vectors.
    pub fn embed(&self, texts: &[String]) -> Result<Vec<Vec<f32>>> {
        let mut vectors = Vec::with_capacity(texts.len());
        for batch in texts.chunks(BATCH) {
            let body = json!({"model": self.model, "input": batch});
            let value = post_json(&self.url, &self.headers, &body, self.patience).map_err(|failed| failed.error)?;
            let read = read(&value).filter(|read| read.len() == batch.len());
            let read = read.ok_or_else(|| self.no("other than one vector for each text"))?;
            vectors.extend(read);
        }
        let dimension = vectors.first().map_or(0, Vec::len);
        if vectors.iter().any(|v| v.len() != dimension) {
            return Err(self.no("vectors of different dimensions"));
        }
        Ok(vectors)
    }

    fn no(&self, what: &str) -> Error {
        Error::new(format!("cannot read what `{}` answered: it is {what}", place(&self.url)))
    }
}

/// The header that carries a key.
pub(super) fn bearer(key: Option<String>) -> Vec<Header> {
    key.map(|key| ("authorization".to_owned(), format!("Bearer {key}"))).into_iter().collect()
}

/// A search waits for somebody: short pauses, and no more than five seconds for a connection.
pub(super) fn patience(seconds: u64) -> Patience {
    Patience {
        connect: Duration::from_secs(seconds.min(5)),
        whole: Duration::from_secs(seconds),
        pause: Duration::from_millis(100),
    }
}

/// The vectors of a reply, in the order of the texts, scaled to length 1.
fn read(value: &Value) -> Option<Vec<Vec<f32>>> {
    let vectors: Vec<&Value> = match value.get("embeddings").and_then(Value::as_array) {
        Some(vectors) => vectors.iter().collect(),
        None => {
            let mut data: Vec<(u64, &Value)> = Vec::new();
            for (i, item) in value.get("data")?.as_array()?.iter().enumerate() {
                data.push((item["index"].as_u64().unwrap_or(i as u64), &item["embedding"]));
            }
            data.sort_by_key(|(index, _)| *index);
            data.into_iter().map(|(_, vector)| vector).collect()
        }
    };
    vectors.into_iter().map(vector).collect()
}

fn vector(value: &Value) -> Option<Vec<f32>> {
    let numbers = value.as_array()?.iter().map(|n| n.as_f64().map(|n| n as f32));
    unit(numbers.collect::<Option<Vec<f32>>>()?)
}

/// A vector scaled to length 1; none when it has no length.
pub fn unit(vector: Vec<f32>) -> Option<Vec<f32>> {
    let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
    (length.is_finite() && length > 0.0).then(|| vector.iter().map(|x| x / length).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_of_a_reply_are_read_in_the_order_of_the_texts() {
        let expected = Some(vec![vec![1.0, 0.0], vec![0.0, 1.0]]);
        assert_eq!(read(&json!({"embeddings": [[2, 0], [0, 0.5]]})), expected);
        let data = json!({"data": [{"index": 1, "embedding": [0, 3]}, {"index": 0, "embedding": [1, 0]}]});
        assert_eq!(read(&data), expected);
        for bad in [json!({"data": [{"embedding": "AAAA"}]}), json!({"embeddings": [[0, 0]]}), json!({})] {
            assert_eq!(read(&bad), None, "{bad}");
        }
    }
}
