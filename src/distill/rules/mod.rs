//! The rules: what a record claims, which entry it concerns, what changes.
//!
//! ```text
//! record ─▶ gate (left out, or not) ─▶ reading (words, cues, frames) ─▶ matcher ─▶ changes
//! ```
//!
//! [`words`] cuts a text, [`lexicon`] holds the word lists of `templates/rules.toml` (overridable in the
//! folder), [`reading`] finds clauses and frames, [`gate`] leaves out what is not confirmed, and
//! [`matcher`] decides which entry is concerned and what follows: its list of steps is the place to begin.
//! Whether a text and an entry speak of one thing is asked in [`thing`], whether they say the same in
//! [`sameness`], what a place where they differ means in [`place`], what is but a remark in [`remark`].
//!
//! What the rules promise: a text about one thing never touches an entry about another; no difference in a
//! number, a name or a negation is taken for a repetition; where it is not clear that a text replaces
//! another, both stand.

pub mod accord;
pub mod agreement;
pub mod alternatives;
pub mod amount;
pub mod anaphora;
pub mod back;
pub mod claim;
pub mod clause;
pub mod company;
pub mod compare;
pub mod compose;
pub mod correction;
pub mod counterpart;
pub mod cover;
pub mod cue;
pub mod dates;
mod dropped;
pub mod ending;
pub mod exchange;
pub mod fallen;
pub mod figure;
pub mod fitting;
pub mod frame;
mod framing;
pub mod gate;
pub mod glyphs;
pub mod index;
pub mod inflection;
pub mod joining;
pub mod known;
pub mod lexicon;
pub mod likeness;
pub mod lineage;
pub mod lists;
pub mod matcher;
pub mod meaning;
pub mod naming;
mod narrower;
pub mod none;
pub mod odds;
pub mod opening;
mod opposites;
pub mod owners;
pub mod pair;
pub mod passing;
pub mod permission;
pub mod phrases;
pub mod phrasing;
pub mod place;
pub mod reading;
pub mod readings;
pub mod recurrence;
pub mod remainder;
pub mod remark;
mod renewal;
pub mod replace;
pub mod restated;
pub mod rivals;
pub mod sameness;
#[cfg(test)]
mod scripts;
pub mod sense;
pub mod shift;
pub mod shifted;
pub mod sole;
pub mod sort;
pub mod span;
pub mod stage;
pub mod statement;
pub mod subject;
pub mod succession;
pub mod switch;
pub mod thing;
pub mod topic;
mod trade;
pub mod turning;
pub mod vocabulary;
pub mod withdrawal;
pub mod words;

pub use matcher::Matcher;

use super::{Change, Meanings};
use crate::error::Result;
use crate::memory::Settings;
use crate::memory::settings::{Kind, Topics};
use lexicon::{ByHash, Lexicon};

/// The rules, read from `templates/rules.toml`, and the settings that steer them.
#[derive(Debug, Clone)]
pub struct Rules {
    lexicon: Lexicon,
    kinds: Vec<(String, Kind)>,
    /// Names and aliases, and where their kind stands: in the order of the settings, by their hash whatever the case.
    spellings: ByHash<u32, Vec<(String, usize)>>,
    topics: Topics,
    similarity: bool,
    /// What an embedding model knows of the texts.
    meanings: Option<Meanings>,
    governance: bool,
    promote_days: usize,
}

impl Rules {
    /// Reads the rule file: the folder's override, when given, on top of the built-in one.
    pub fn parse(overriding: Option<&str>, settings: &Settings) -> Result<Self> {
        let mut spellings: ByHash<u32, Vec<(String, usize)>> = ByHash::default();
        for (at, (name, kind)) in settings.kinds.iter().enumerate() {
            for spelling in std::iter::once(name).chain(&kind.aliases) {
                spellings.entry(words::hash(spelling)).or_default().push((spelling.clone(), at));
            }
        }
        Ok(Self {
            spellings,
            lexicon: Lexicon::parse(overriding)?,
            kinds: settings.kinds.clone().into_iter().collect(),
            topics: settings.topics.clone(),
            similarity: settings.features.similarity,
            meanings: None,
            governance: settings.features.governance,
            promote_days: settings.distill.promote_days.max(1),
        })
    }

    /// The same rules, knowing which texts are near in meaning.
    pub fn with_meanings(self, meanings: Option<Meanings>) -> Self {
        Self { meanings, ..self }
    }

    /// What the settings say of a kind, whatever its case.
    fn kind(&self, name: &str) -> Option<(&str, &Kind)> {
        let alike = self.spellings.get(&words::hash(name))?;
        let exact = alike.iter().find(|(_, at)| self.kinds[*at].0 == name);
        let (_, at) = exact.or_else(|| alike.iter().find(|(spelling, _)| spelling.eq_ignore_ascii_case(name)))?;
        let (name, kind) = &self.kinds[*at];
        Some((name, kind))
    }

    /// Whether anything can follow from records of a kind.
    pub fn uses(&self, kind: &str) -> bool {
        self.kind(kind).is_some_and(|(name, kind)| kind.section.is_some() || matches!(name, "Anomaly" | "Task"))
    }

    /// Whether a topic holds several values: `*` stands for any one segment.
    fn is_many(&self, topic: &str) -> bool {
        self.topics.holds_many(topic)
    }
}

/// What the rules make of one record.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Verdict {
    /// Changes, to be applied in order.
    pub changes: Vec<Change>,
    /// Why nothing came of it, for `--explain`.
    pub left_out: Option<String>,
}
