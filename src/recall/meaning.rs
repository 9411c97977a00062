//! Meaning: what an embedding model, a language model and a reranker add to a search by words.
//!
//! ```text
//! words ──▶ ranks ─────────────────┐
//! (hyde ─▶) vector ─▶ cosine ranks ┴─ fused ─▶ (reranked) ─▶ hits
//! ```
//!
//! Every part may be absent or fail: then the search is as good as without it, and one notice says
//! so. What is private is never sent, and secrets are redacted before anything is.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::hit::unite;
use super::{Found, Hit, Layer, Query, Ranked, search};
use crate::env::Env;
use crate::error::{Error, Result};
use crate::memory::{Memory, Settings};
use crate::model::embeddings::{Embeddings, unit};
use crate::model::rerank::Reranker;
use crate::model::vectors::{Vectors, sent};
use crate::model::{self, Template, reply};
use crate::stream::redact::Redactor;
use crate::time::Now;

/// Hits of each of the two rankings that are fused.
const POOL: usize = 100;
/// Newest records, and entries, whose meaning is compared whatever their words.
const RECORDS: usize = 1000;
const ENTRIES: usize = 500;
/// Texts without a vector that one search sends to the embedding model at most.
const NEW: usize = 512;
/// Hits that a reranker reads.
const RERANKED: usize = 50;
/// The constant of reciprocal rank fusion, of Cormack, Clarke and Büttcher (2009).
const K: f64 = 60.0;

/// What is asked for beside the embedding model.
#[derive(Debug, Clone, Copy, Default)]
pub struct Wishes {
    /// Look for what is like a made-up answer: HyDE, of Gao, Ma, Lin and Callan (2022).
    pub hyde: bool,
    /// Let a reranker put the best hits in order.
    pub rerank: bool,
}

/// Finds by words, and by meaning as far as that is configured and works.
///
/// # Errors
/// Only those of a search by words. What fails beside it is one notice in the answer.
pub fn enhanced(memory: &Memory, query: &Query, now: &Now, env: &Env, wishes: Wishes) -> Result<Ranked> {
    let embeds = memory.settings.embeddings.provider.is_some() || wishes.hyde;
    if query.text.trim().is_empty() || !(embeds || wishes.rerank) {
        return search(memory, query, now);
    }
    let mut found = search(memory, &Query { limit: query.limit.max(POOL), ..query.clone() }, now)?;
    let mut troubles = Vec::new();
    let redactor = match Redactor::of(memory) {
        Ok(redactor) => redactor,
        Err(error) => {
            found.hits.truncate(query.limit);
            found.notices.push(format!("searched by words only: {error}"));
            return Ok(found);
        }
    };
    let desk = Desk { memory, env, query, now, redactor };
    if embeds {
        let fused = desk.fuse(&found.hits, wishes.hyde, &mut troubles);
        match fused {
            Ok(hits) => found.hits = hits,
            Err(error) => troubles.push(format!("searched by words only: {error}")),
        }
    }
    if wishes.rerank
        && let Err(error) = desk.rerank(&mut found.hits)
    {
        troubles.push(format!("not reranked: {error}"));
    }
    found.hits.truncate(query.limit);
    if !troubles.is_empty() {
        found.notices.push(troubles.join("; "));
    }
    Ok(found)
}

/// What all steps need.
struct Desk<'d> {
    memory: &'d Memory,
    env: &'d Env,
    query: &'d Query,
    now: &'d Now,
    redactor: Redactor,
}

impl Desk<'_> {
    /// The hits by words and those by meaning as one ranking.
    fn fuse(&self, words: &[Hit], hyde: bool, troubles: &mut Vec<String>) -> Result<Vec<Hit>> {
        let model = Embeddings::open(self.memory, self.env)?
            .ok_or_else(|| Error::usage("no embedding model is configured (`embeddings.provider`)"))?;
        let mut asked = vec![self.sent(&self.query.text)?];
        if hyde {
            match self.imagined(&asked[0]) {
                Ok(text) => asked.push(self.sent(&text)?),
                Err(error) => troubles.push(format!("searched without a made-up answer: {error}")),
            }
        }
        let wanted = mean(&model.embed(&asked)?);
        let hits: BTreeMap<(Layer, PathBuf, usize), &Hit> = words.iter().map(|hit| (place(hit), hit)).collect();
        let others = self.others()?;
        let others = others.iter().filter(|hit| !hits.contains_key(&place(hit)));
        let candidates: Vec<(&Hit, Option<String>)> =
            words.iter().chain(others).map(|hit| (hit, sendable(hit, &self.memory.settings))).collect();

        let mut vectors = Vectors::load(self.memory, &model.name).of_dimension(wanted.len());
        // The likeliest texts first.
        let texts = candidates.iter().filter_map(|(_, text)| text.as_deref());
        let known = vectors.fill(texts, NEW, &model, &self.redactor);
        vectors.keep(self.memory);
        known?;

        let mut by_meaning: Vec<(f64, usize)> = Vec::new();
        for (i, (_, text)) in candidates.iter().enumerate() {
            let cosine = text.as_deref().and_then(|text| vectors.cosine(text, &wanted));
            by_meaning.extend(cosine.map(|cosine| (cosine, i)));
        }
        by_meaning.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        by_meaning.truncate(POOL);
        let meaning: BTreeMap<usize, (usize, f64)> =
            by_meaning.iter().enumerate().map(|(rank, (cosine, i))| (*i, (rank, *cosine))).collect();
        let mut fused = Vec::new();
        for (i, (hit, text)) in candidates.iter().enumerate() {
            let by_words = (i < words.len()).then(|| share(i));
            let by_meaning = meaning.get(&i).map(|(rank, _)| share(*rank));
            // What may not be sent has no vector, and counts as if its meaning ranked like its words.
            let by_meaning = by_meaning.or(by_words.filter(|_| text.is_none()));
            let sum = by_words.unwrap_or(0.0) + by_meaning.unwrap_or(0.0);
            if sum > 0.0 {
                let mut hit = (*hit).clone();
                hit.score = super::Score { total: sum, similarity: sum, ..super::Score::default() };
                hit.terms.extend(meaning.get(&i).map(|(_, cosine)| ("meaning".to_owned(), *cosine)));
                fused.push(hit);
            }
        }
        fused.sort_by(|a, b| {
            b.score.total.total_cmp(&a.score.total).then(b.day.cmp(&a.day)).then_with(|| place(a).cmp(&place(b)))
        });
        unite(&mut fused);
        Ok(fused)
    }

    /// Entries and the newest records that pass the query's filters, whatever their words. None
    /// where the query says by operators which words must or must not be there.
    fn others(&self) -> Result<Vec<Hit>> {
        let typed = &self.query.text;
        if self.query.operators && (typed.contains('"') || typed.split_whitespace().any(|w| w.starts_with('-'))) {
            return Ok(Vec::new());
        }
        let mut hits = Vec::new();
        for (layers, limit) in [(&[Layer::Sediment][..], ENTRIES), (&[Layer::Stream, Layer::Archive][..], RECORDS)] {
            let layers: Vec<Layer> = layers.iter().copied().filter(|l| self.query.layers.contains(l)).collect();
            if !layers.is_empty() {
                let all = Query { text: String::new(), layers, limit, spread: false, ..self.query.clone() };
                hits.extend(search(self.memory, &all, self.now)?.hits);
            }
        }
        Ok(hits)
    }

    /// A made-up answer by the language model.
    fn imagined(&self, question: &str) -> Result<String> {
        let model = model::open(self.memory, self.env)?;
        let built_in = include_str!("../../templates/hyde.prompt");
        let template = Template::load(self.memory, "hyde.prompt", built_in, &["question"])?;
        let asked = template.question(&|_| question.to_owned(), None);
        let reply = model.ask(&asked).map_err(|failure| failure.error)?;
        let text = reply::without_thoughts(&reply.text).map_err(|why| Error::new(format!("the reply is {why}")))?;
        Ok(text.trim().to_owned())
    }

    /// Puts the best hits in the order of the reranker. What may not be sent keeps its place.
    fn rerank(&self, hits: &mut [Hit]) -> Result<()> {
        let reranker = Reranker::open(self.memory, self.env)?
            .ok_or_else(|| Error::usage("no rerank endpoint is configured (`rerank.url`)"))?;
        let mut places = Vec::new();
        let mut texts = Vec::new();
        for (i, hit) in hits.iter().enumerate().take(RERANKED) {
            if let Some(text) = sendable(hit, &self.memory.settings) {
                places.push(i);
                texts.push(self.sent(&text)?);
            }
        }
        if texts.len() < 2 {
            return Ok(());
        }
        let ranks = reranker.rank(&self.sent(&self.query.text)?, &texts)?;
        let mut order: Vec<(usize, Option<f64>)> = ranks.into_iter().map(|(i, score)| (i, Some(score))).collect();
        for i in 0..texts.len() {
            if order.iter().all(|(ranked, _)| *ranked != i) {
                order.push((i, None));
            }
        }
        let before: Vec<Hit> = places.iter().map(|i| hits[*i].clone()).collect();
        for (at, (i, score)) in places.into_iter().zip(order) {
            hits[at] = before[i].clone();
            hits[at].terms.extend(score.map(|score| ("reranker".to_owned(), score)));
        }
        Ok(())
    }

    fn sent(&self, text: &str) -> Result<String> {
        sent(text, &self.redactor)
    }
}

/// The text of a hit that may be sent to a model: a record or an entry that is not private.
fn sendable(hit: &Hit, settings: &Settings) -> Option<String> {
    let (fields, kind, text) = match &hit.found {
        Found::Record(r) => (&r.fields, r.kind.as_str(), format!("{}\n{}", r.text, r.body)),
        Found::Entry(e) => (&e.fields, "", format!("{}\n{}", e.text, e.body)),
        Found::Past { .. } | Found::Line(_) => return None,
    };
    let private = settings.kinds.get(kind).is_some_and(|k| k.private)
        || fields.all("origin").any(|origin| origin.trim().eq_ignore_ascii_case("private"));
    (!private).then(|| text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// What a place in one of the two rankings (from 0) gives, so that the first of both gets 1.
fn share(rank: usize) -> f64 {
    0.5 * (K + 1.0) / (K + 1.0 + rank as f64)
}

fn place(hit: &Hit) -> (Layer, PathBuf, usize) {
    (hit.layer, hit.path.clone(), hit.line)
}

/// The mean direction of vectors of one dimension.
fn mean(vectors: &[Vec<f32>]) -> Vec<f32> {
    let mut sum = vectors.first().cloned().unwrap_or_default();
    for vector in vectors.iter().skip(1) {
        sum.iter_mut().zip(vector).for_each(|(a, b)| *a += b);
    }
    unit(sum).unwrap_or_else(|| vectors.first().cloned().unwrap_or_default())
}
