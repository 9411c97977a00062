//! Meanings: how alike two texts are to an embedding model, fetched before a run that compares them.
//!
//! No measure tells a paraphrase from a contradiction, so nearness only names the entries that the rules
//! look at; what they say of objects, numbers and negations still decides. The run itself asks no
//! network: a text without a vector is compared by its words alone.

use super::Options;
use super::backlog::Backlog;
use crate::env::Env;
use crate::error::Result;
use crate::history::file::glance;
use crate::memory::{Memory, Settings, files};
use crate::model::embeddings::Embeddings;
use crate::model::vectors::Vectors;
use crate::sediment::{self, Section};
use crate::stream::redact::Redactor;
use crate::stream::{Fields, Record};
use crate::time::Now;

/// Texts without a vector that one run sends to the embedding model at most.
const NEW: usize = 1024;

/// Vectors of the texts that a run may compare, and from which cosine on they matter.
#[derive(Debug, Clone, Default)]
pub struct Meanings {
    vectors: Vectors,
    /// The cosine from which two texts may say the same, 0…1.
    pub same: f64,
    /// The cosine from which two texts are compared, 0…1.
    pub related: f64,
}

impl Meanings {
    /// Meanings by these vectors.
    pub fn new(vectors: Vectors, settings: &Settings) -> Self {
        let (same, related) = (settings.embeddings.same, settings.embeddings.related);
        Self { vectors, same, related: related.min(same) }
    }

    /// The cosine of two texts, −1…1; none when one has no vector.
    pub fn cosine(&self, a: &str, b: &str) -> Option<f64> {
        self.vectors.between(a, b)
    }

    /// Fetches what is missing for the entries and the unread records, and says what went wrong; nothing
    /// when no embedding model is configured, similarity is switched off, or nothing is unread.
    ///
    /// Kept in `.alluvium/vectors`, as those of a search. Private kinds and what has `[origin:: private]`
    /// are never sent; secrets are redacted first.
    ///
    /// # Errors
    ///
    /// When stream or sediment cannot be read. What the model does wrong is the notice.
    pub fn fetch(memory: &Memory, now: &Now, env: &Env, options: Options) -> Result<(Option<Self>, Option<String>)> {
        let settings = &memory.settings;
        if settings.embeddings.provider.is_none() || !settings.features.similarity {
            return Ok((None, None));
        }
        let texts = texts(memory, now, options)?;
        if texts.len() < 2 {
            return Ok((None, None));
        }
        let mut vectors = Vectors::default();
        let filled = Redactor::of(memory).and_then(|redactor| {
            let Some(model) = Embeddings::open(memory, env)? else { return Ok(0) };
            vectors = Vectors::load(memory, &model.name);
            let filled = vectors.fill(texts.iter().map(String::as_str), NEW, &model, &redactor);
            vectors.keep(memory);
            filled
        });
        let notice = match filled {
            Ok(0) => None,
            Ok(left) => Some(format!("{left} texts were compared by words only: one run asks for {NEW} meanings")),
            Err(error) => Some(format!("compared by words only: {error}")),
        };
        Ok((Some(Self::new(vectors, settings)), notice))
    }
}

/// The texts that a run may compare: the entries first. None when no record is unread that may become one.
fn texts(memory: &Memory, now: &Now, options: Options) -> Result<Vec<String>> {
    let settings = &memory.settings;
    let mut backlog = Backlog::find(memory, now, glance(memory)?.read, options, |_| true)?;
    let mut new = Vec::new();
    for file in backlog.next(usize::MAX) {
        let records = backlog.load(&file)?.into_iter().filter(|record| may_be_sent(record, settings));
        new.extend(records.map(|record| record.statement().into_owned()));
    }
    if new.is_empty() {
        return Ok(new);
    }
    let path = memory.sediment_file();
    let bytes = files::read(&path)?.unwrap_or_default();
    let entries = sediment::read(&String::from_utf8_lossy(&bytes), memory.shown(&path), settings).entries;
    let entries = entries.into_iter().filter(|entry| !is_private(&entry.fields)).map(|entry| entry.text);
    Ok(entries.chain(new).collect())
}

/// Whether a record is of a kind that becomes an entry, and not private.
fn may_be_sent(record: &Record, settings: &Settings) -> bool {
    let kind = settings.kinds.get(&record.kind);
    let becomes = kind.and_then(|kind| kind.section.as_deref()).and_then(Section::of).is_some();
    becomes && !kind.is_some_and(|kind| kind.private) && !is_private(&record.fields)
}

fn is_private(fields: &Fields) -> bool {
    fields.all("origin").any(|origin| origin.trim().eq_ignore_ascii_case("private"))
}
