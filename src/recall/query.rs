//! A query: what to look for, where, and how much of it.

use super::Layer;
use crate::time::Days;

/// What to look for. Made by [`Query::typed`] or [`Query::question`], narrowed by its fields.
#[derive(Debug, Clone, PartialEq)]
pub struct Query {
    /// The text as given.
    pub text: String,
    /// Whether `"phrases"` and `-excluded` words mean what they mean on the command line.
    pub operators: bool,
    /// The layers to look into.
    pub layers: Vec<Layer>,
    /// Only these kinds of records (or sections of entries); all when empty.
    pub kinds: Vec<String>,
    /// Only what concerns one of these objects (`about`, or the topic's first segment).
    pub about: Vec<String>,
    /// Only these topics, or what lies below them.
    pub topics: Vec<String>,
    /// Only these days.
    pub days: Days,
    /// At most so many hits.
    pub limit: usize,
    /// Rank what stands next to a hit as well (the answer after a question).
    pub spread: bool,
    /// How many lines around each hit to bring along.
    pub around: usize,
}

impl Query {
    /// A query as it is typed: `"phrases"`, `-excluded`; all layers.
    pub fn typed(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            operators: true,
            layers: Layer::ALL.to_vec(),
            kinds: Vec::new(),
            about: Vec::new(),
            topics: Vec::new(),
            days: Days::default(),
            limit: 10,
            spread: false,
            around: 0,
        }
    }

    /// A question in plain words, every character literal, for `inject`: sediment and stream, what stands
    /// next to a hit, and the history, which tells what no longer holds.
    pub fn question(text: impl Into<String>, limit: usize) -> Self {
        Self {
            operators: false,
            layers: vec![Layer::Sediment, Layer::Stream, Layer::History],
            limit,
            spread: true,
            ..Self::typed(text)
        }
    }
}
