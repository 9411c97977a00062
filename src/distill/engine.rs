//! An engine: whoever proposes changes for a batch of unread records. The rules are one, a model another.

use super::rules::{Matcher, Rules};
use super::{Board, Change};
use crate::error::Result;
use crate::stream::{Record, RecordId};

/// What came of a record, told in one line by `--explain`.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Outcome {
    /// The record.
    #[serde(serialize_with = "super::report::record")]
    pub record: RecordId,
    /// What came of it and why.
    pub what: String,
    /// It counts as read from now on. A record that a model failed on may stay unread.
    pub read: bool,
}

/// Proposes changes and has the board apply them.
pub trait Engine {
    /// What stands in brackets in the history: `rules`, `openai gpt-x`.
    fn name(&self) -> String;

    /// A run begins, or begins again after a person changed the file: forget what was indexed.
    fn begin(&mut self, board: &Board);

    /// For how many days before the oldest unread record the engine wants to be told of what was
    /// read already; 0 for none.
    fn window(&self) -> i64 {
        0
    }

    /// A record that an earlier run read, oldest first, before the unread ones are considered; for
    /// engines that count on how many days something was seen.
    fn recall(&mut self, _record: &Record) {}

    /// Whether records of a kind are to be read for it; of others it is given all but what they say.
    fn wants(&self, _kind: &str) -> bool {
        true
    }

    /// Considers the unread records of one day (of one batch, for a model), oldest first: applies
    /// what follows to the board, and tells what came of each record.
    ///
    /// # Errors
    ///
    /// When the run must stop; the batch stays unread.
    fn consider(&mut self, records: &[Record], board: &mut Board) -> Result<Vec<Outcome>>;

    /// What else follows when all records of a run are considered.
    fn conclude(&mut self, _board: &mut Board) {}

    /// How many records one run takes at most; further runs follow. Bounds what a failure in the
    /// middle of a long backlog can cost.
    fn at_once(&self) -> usize {
        usize::MAX
    }
}

/// The rules as an engine.
#[derive(Debug)]
pub struct ByRules<'r> {
    rules: &'r Rules,
    /// Whether anybody wants to know what came of each record.
    tells: bool,
    matcher: Option<Matcher<'r>>,
}

impl<'r> ByRules<'r> {
    /// An engine of these rules. Unless it `tells`, the outcomes bear no words.
    pub fn new(rules: &'r Rules, tells: bool) -> Self {
        Self { rules, tells, matcher: None }
    }
}

impl Engine for ByRules<'_> {
    fn name(&self) -> String {
        "rules".to_owned()
    }

    fn begin(&mut self, board: &Board) {
        self.matcher = Some(Matcher::new(self.rules, board));
    }

    fn window(&self) -> i64 {
        self.matcher.as_ref().map_or(0, Matcher::window)
    }

    fn wants(&self, kind: &str) -> bool {
        self.tells || self.rules.uses(kind)
    }

    fn recall(&mut self, record: &Record) {
        if let Some(matcher) = &mut self.matcher {
            matcher.recall(record);
        }
    }

    fn consider(&mut self, records: &[Record], board: &mut Board) -> Result<Vec<Outcome>> {
        let rules = self.rules;
        let matcher = self.matcher.get_or_insert_with(|| Matcher::new(rules, board));
        let mut outcomes = Vec::with_capacity(records.len());
        for record in records {
            let settled = matcher.settle(record.day, board);
            if !self.tells {
                settled.iter().for_each(|change| drop(board.apply(change)));
                if rules.uses(&record.kind) {
                    for change in &matcher.consider(record, board).changes {
                        let _refused = board.apply(change);
                        matcher.follow(board);
                    }
                }
                outcomes.push(Outcome { record: record.id, what: String::new(), read: true });
                continue;
            }
            let mut told: Vec<String> = settled.iter().map(|change| apply(board, change)).collect();
            let verdict = matcher.consider(record, board);
            for change in &verdict.changes {
                told.push(apply(board, change));
                matcher.follow(board);
            }
            told.extend(verdict.left_out.map(|why| format!("left out: {why}")));
            let what = if told.is_empty() { "left out".to_owned() } else { told.join("; ") };
            outcomes.push(Outcome { record: record.id, what, read: true });
        }
        Ok(outcomes)
    }

    fn conclude(&mut self, board: &mut Board) {
        let changes = self.matcher.as_mut().map(|matcher| matcher.gathered(board)).unwrap_or_default();
        changes.iter().for_each(|change| drop(board.apply(change)));
    }
}

/// Applies a change and says what came of it in one line.
pub fn apply(board: &mut Board, change: &Change) -> String {
    let before = board.events.len();
    let id = match board.apply(change) {
        Ok(id) => id,
        Err(refused) => return format!("refused: {}", refused.0),
    };
    let what: Vec<String> = board.events[before..].iter().map(super::report::in_short).collect();
    let what = if what.is_empty() { format!("nothing new for {id}") } else { what.join(", ") };
    if change.why.is_empty() { what } else { format!("{what} ({})", change.why) }
}
