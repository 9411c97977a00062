//! Batches: which records a model may see, and how many at a time.

use std::collections::{HashSet, VecDeque};

use crate::distill::backlog::{Backlog, Waiting};
use crate::error::Result;
use crate::memory::Settings;
use crate::sediment::Section;
use crate::stream::{Record, RecordId};
use crate::tokens;

/// Records that are distilled in one run, oldest first.
#[derive(Debug, Clone, Default)]
pub struct Batch {
    /// Those that are sent.
    pub sent: Vec<Record>,
    /// Those that the rules deal with.
    pub by_rules: Vec<Record>,
    /// The files that they come from.
    pub files: Vec<Waiting>,
}

impl Batch {
    /// How many records it has.
    pub fn len(&self) -> usize {
        self.sent.len() + self.by_rules.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Why a record is not sent to a model; `None` when it is.
///
/// Private ones never are. Text from the web or from tools may be an instruction that somebody
/// planted there: the rules, which cannot be talked into anything, deal with it. So they do with
/// kinds that never become entries as such, and with records that name the entry they concern.
pub fn kept_back(record: &Record, settings: &Settings) -> Option<&'static str> {
    let kind = settings.kinds.get(&record.kind);
    let origins = || record.fields.all("origin").map(str::trim);
    if kind.is_some_and(|k| k.private) || origins().any(|o| o.eq_ignore_ascii_case("private")) {
        return Some("private");
    }
    if origins().any(|o| ["web", "tool"].iter().any(|w| o.eq_ignore_ascii_case(w))) {
        return Some("from the web or a tool");
    }
    if kind.and_then(|k| k.section.as_deref()).and_then(Section::of).is_none() {
        return Some("of a kind that stays in the stream");
    }
    let names = ["replaces", "ends", "ref"].iter().any(|key| record.fields.get(key).is_some());
    names.then_some("one that names the entry it concerns")
}

/// Cuts the backlog into batches.
#[derive(Debug)]
pub struct Batches<'b, 'm> {
    backlog: &'b mut Backlog<'m>,
    settings: &'b Settings,
    waiting: VecDeque<(Record, Waiting)>,
    known: HashSet<RecordId>,
}

impl<'b, 'm> Batches<'b, 'm> {
    /// Batches of a backlog.
    pub fn of(backlog: &'b mut Backlog<'m>, settings: &'b Settings) -> Self {
        Self { backlog, settings, waiting: VecDeque::new(), known: HashSet::new() }
    }

    /// The next batch, in day order: records up to `distill.batch-tokens`, one at least. Empty when
    /// none is left.
    ///
    /// # Errors
    ///
    /// When a day file cannot be read.
    pub fn cut(&mut self) -> Result<Batch> {
        let mut batch = Batch::default();
        let mut used = 0;
        loop {
            if self.waiting.is_empty() {
                let Some(file) = self.backlog.next(1).into_iter().next() else { return Ok(batch) };
                for record in self.backlog.load(&file)? {
                    // A record that stands in two files is one record.
                    if self.known.insert(record.id) {
                        self.waiting.push_back((record, file.clone()));
                    }
                }
                if !batch.is_empty() || !self.waiting.is_empty() {
                    batch.files.push(file);
                }
                continue;
            }
            while let Some((record, _)) = self.waiting.front() {
                let is_kept = kept_back(record, self.settings).is_some();
                let weight = if is_kept { 0 } else { tokens::count(&record.whole(), &self.settings.tokens) + 40 };
                if used > 0 && used + weight > self.settings.distill.batch_tokens {
                    return Ok(batch);
                }
                used += weight;
                if let Some((record, file)) = self.waiting.pop_front() {
                    if batch.files.is_empty() {
                        batch.files.push(file);
                    }
                    if is_kept { batch.by_rules.push(record) } else { batch.sent.push(record) }
                }
            }
        }
    }
}
