//! Vectors that were paid for once: a cache by the hash of the text, `.alluvium/vectors`.
//!
//! ```text
//! alluvium vectors 1 <dimension> <model>\n
//! (hash of the text: 8 bytes, scale: 4, a signed byte for each dimension)*
//! hash of all before: 8 bytes
//! ```
//!
//! A byte for each dimension is a quarter of the size of floating-point numbers, and moves a cosine by less
//! than a hundredth. A file of another model, a torn or garbled one counts as absent and is made
//! anew. It holds no text.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use xxhash_rust::xxh3::xxh3_64;

use super::embeddings::Embeddings;
use crate::error::Result;
use crate::memory::{Memory, files};
use crate::stream::redact::Redactor;

/// Vectors that are kept; beyond it the oldest go.
const MOST: usize = 50_000;
/// Texts in one request.
const BATCH: usize = 64;
/// Characters of a text that are sent.
const CHARACTERS: usize = 2000;

/// The vectors of one model.
#[derive(Debug, Clone, Default)]
pub struct Vectors {
    model: String,
    dimension: usize,
    by_hash: HashMap<u64, usize>,
    rows: Vec<u8>,
    grown: bool,
}

impl Vectors {
    /// The cache of a model; empty when there is none, or it cannot be used.
    pub fn load(memory: &Memory, model: &str) -> Self {
        let bytes = files::read(&path(memory)).ok().flatten().unwrap_or_default();
        Self::read(&bytes, model).unwrap_or_else(|| Self::new(model, 0))
    }

    /// None yet, of a model that gives vectors of this dimension; 0 when the first one shall tell.
    pub fn new(model: &str, dimension: usize) -> Self {
        Self { model: model.to_owned(), dimension, ..Self::default() }
    }

    /// These vectors when they have this dimension, else none: the model behind the name changed.
    pub fn of_dimension(self, dimension: usize) -> Self {
        if self.dimension == dimension { self } else { Self::new(&self.model, dimension) }
    }

    fn read(bytes: &[u8], model: &str) -> Option<Self> {
        let (content, sum) = bytes.split_last_chunk::<8>()?;
        let end = content.iter().position(|b| *b == b'\n')?;
        let head = std::str::from_utf8(&content[..end]).ok()?.strip_prefix("alluvium vectors 1 ")?;
        let (dimension, of) = head.split_once(' ')?;
        let dimension: usize = dimension.parse().ok()?;
        if of != model || xxh3_64(content) != u64::from_le_bytes(*sum) {
            return None;
        }
        let rows = content[end + 1..].to_vec();
        let by_hash = rows.chunks_exact(row(dimension)).enumerate().map(|(i, row)| (hash_of(row), i)).collect();
        Some(Self { model: model.to_owned(), dimension, by_hash, rows, grown: false })
    }

    /// Whether the vector of a text is there.
    pub fn has(&self, text: &str) -> bool {
        self.by_hash.contains_key(&xxh3_64(text.as_bytes()))
    }

    /// Asks for the vectors of texts that are missing: the first of them, at most so many, with secrets
    /// redacted and cut to 2,000 characters. Returns how many were not asked for. What came before a
    /// request failed is kept.
    ///
    /// # Errors
    ///
    /// As [`Embeddings::embed`], and on a mistake in the folder's own rules of redaction.
    pub fn fill<'t>(
        &mut self,
        texts: impl IntoIterator<Item = &'t str>,
        most: usize,
        model: &Embeddings,
        redactor: &Redactor,
    ) -> Result<usize> {
        let mut known = HashSet::new();
        let missing: Vec<&str> = texts.into_iter().filter(|text| !self.has(text) && known.insert(*text)).collect();
        let asked = &missing[..missing.len().min(most)];
        for batch in asked.chunks(BATCH) {
            let sent = batch.iter().map(|text| sent(text, redactor)).collect::<Result<Vec<_>>>()?;
            let vectors = model.embed(&sent)?;
            if let Some(dimension) = vectors.first().map(Vec::len).filter(|new| *new != self.dimension) {
                *self = std::mem::take(self).of_dimension(dimension);
            }
            for (text, vector) in batch.iter().zip(vectors) {
                self.add(text, &vector);
            }
        }
        Ok(missing.len() - asked.len())
    }

    /// Adds the vector of a text, of length 1; one of another dimension is not taken.
    pub fn add(&mut self, text: &str, vector: &[f32]) {
        if vector.len() != self.dimension || self.has(text) {
            return;
        }
        let scale = vector.iter().fold(0f32, |most, x| most.max(x.abs())) / 127.0;
        let hash = xxh3_64(text.as_bytes());
        self.by_hash.insert(hash, self.rows.len() / row(self.dimension));
        self.rows.extend(hash.to_le_bytes());
        self.rows.extend(scale.to_le_bytes());
        self.rows.extend(vector.iter().map(|x| (x / scale).round() as i8 as u8));
        self.grown = true;
    }

    /// The cosine of a text's vector and another one of length 1, −1…1; none when either is missing.
    pub fn cosine(&self, text: &str, with: &[f32]) -> Option<f64> {
        let at = *self.by_hash.get(&xxh3_64(text.as_bytes()))? * row(self.dimension);
        let (scale, bytes) = self.rows[at + 8..at + row(self.dimension)].split_first_chunk::<4>()?;
        if with.len() != bytes.len() {
            return None;
        }
        let product: f32 = bytes.iter().zip(with).map(|(b, x)| f32::from(*b as i8) * x).sum();
        Some(f64::from(product * f32::from_le_bytes(*scale)))
    }

    /// The cosine of two texts' vectors, −1…1; none when one is missing.
    pub fn between(&self, a: &str, b: &str) -> Option<f64> {
        let row = |text: &str| {
            let at = *self.by_hash.get(&xxh3_64(text.as_bytes()))? * row(self.dimension);
            self.rows[at + 8..at + row(self.dimension)].split_first_chunk::<4>()
        };
        let ((x, a), (y, b)) = (row(a)?, row(b)?);
        let product: i64 = a.iter().zip(b).map(|(a, b)| i64::from(*a as i8) * i64::from(*b as i8)).sum();
        Some(product as f64 * f64::from(f32::from_le_bytes(*x)) * f64::from(f32::from_le_bytes(*y)))
    }

    /// Writes what was added. A folder that cannot be written costs only the next search.
    pub fn keep(&self, memory: &Memory) {
        if self.grown {
            let _ = files::keep_cache(&path(memory), &self.bytes());
        }
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = format!("alluvium vectors 1 {} {}\n", self.dimension, self.model).into_bytes();
        let surplus = self.by_hash.len().saturating_sub(MOST) * row(self.dimension);
        bytes.extend(&self.rows[surplus..]);
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        bytes
    }
}

/// A text as it is sent.
///
/// # Errors
///
/// On a mistake in the folder's own rules of redaction.
pub fn sent(text: &str, redactor: &Redactor) -> Result<String> {
    Ok(redactor.redact(text)?.0.chars().take(CHARACTERS).collect())
}

fn path(memory: &Memory) -> PathBuf {
    memory.cache_dir().join("vectors")
}

/// Bytes of a row.
fn row(dimension: usize) -> usize {
    8 + 4 + dimension
}

fn hash_of(row: &[u8]) -> u64 {
    row.first_chunk::<8>().map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_read_again_and_what_is_garbled_is_not() {
        let mut vectors = Vectors { model: "openai m".into(), dimension: 3, ..Vectors::default() };
        vectors.add("a", &[0.6, 0.8, 0.0]);
        vectors.add("b", &[0.0, -1.0, 0.0]);
        let bytes = vectors.bytes();
        let again = Vectors::read(&bytes, "openai m").unwrap();
        assert!((again.cosine("a", &[0.6, 0.8, 0.0]).unwrap() - 1.0).abs() < 0.01);
        assert!((again.cosine("b", &[0.6, 0.8, 0.0]).unwrap() + 0.8).abs() < 0.01);
        assert!((again.between("a", "b").unwrap() + 0.8).abs() < 0.01 && again.between("a", "c").is_none());
        assert!(again.has("a") && !again.has("c") && again.cosine("a", &[1.0]).is_none());
        assert!(Vectors::read(&bytes, "openai n").is_none());
        for at in 0..bytes.len() {
            let mut bad = bytes.clone();
            bad[at] ^= 0x40;
            assert!(Vectors::read(&bad, "openai m").is_none(), "byte {at}");
            assert!(Vectors::read(&bytes[..at], "openai m").is_none(), "cut at {at}");
        }
    }
}
