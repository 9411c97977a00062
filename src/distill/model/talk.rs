//! A talk with a model about one batch: asking, asking again with reasons, splitting.
//!
//! A reply of no use is asked for once more with the reason; what was refused of a good reply is
//! asked for once more with the reasons. A batch on which the model fails twice is cut in halves,
//! to find the record that it stumbles over; after three failures in a row without a success
//! between them nothing more is asked about this batch.

use std::cell::RefCell;
use std::collections::{BTreeSet, VecDeque};

use super::accept::{Judge, Judged, Refusal};
use super::question::{Asked, Asker};
use crate::distill::Board;
use crate::distill::engine::{Outcome, apply};
use crate::error::{Error, Result};
use crate::memory::Memory;
use crate::model::compose::again;
use crate::model::{Failure, Model, Question, Reply, Usage, Wrong, reply};
use crate::sediment::EntryId;
use crate::stream::{Record, RecordId};

/// Failures in a row after which no more is asked about a batch.
const PATIENCE: u32 = 3;

/// A model with what it said in this run, so that a batch that starts over since the file was
/// edited pays again only for questions that changed.
pub struct Asking<'a> {
    model: &'a dyn Model,
    said: RefCell<Vec<(Question, Reply)>>,
    used: RefCell<Usage>,
}

impl<'a> Asking<'a> {
    /// A model that was not asked anything yet.
    pub fn new(model: &'a dyn Model) -> Self {
        Self { model, said: RefCell::default(), used: RefCell::default() }
    }

    /// The model's name.
    pub fn name(&self) -> String {
        self.model.name()
    }

    fn ask(&self, question: &Question) -> Result<Reply, Failure> {
        if let Some((_, reply)) = self.said.borrow().iter().find(|(asked, _)| asked == question) {
            return Ok(reply.clone());
        }
        match self.model.ask(question) {
            Ok(reply) => {
                self.used.borrow_mut().add(reply.usage);
                self.said.borrow_mut().push((question.clone(), reply.clone()));
                Ok(reply)
            }
            Err(failure) => {
                self.used.borrow_mut().add(failure.usage);
                Err(failure)
            }
        }
    }

    /// What was used since the last batch was written.
    pub fn used(&self) -> Usage {
        *self.used.borrow()
    }

    /// A batch was written: what was said about it is forgotten.
    pub fn settle(&self) {
        self.said.borrow_mut().clear();
        self.used.take();
    }
}

/// What came of a batch.
#[derive(Debug, Default)]
pub struct Talked {
    /// What came of the records that are settled, whether or not something follows from them.
    pub settled: Vec<Outcome>,
    /// Records that the model failed on, with the reason.
    pub failed: Vec<(Record, String)>,
    /// Records whose operation named an entry that does not exist; what it meant is not known.
    pub pending: Vec<(Record, String)>,
    /// Why the model could not be asked any more. All other records were not dealt with.
    pub stopped: Option<Stopped>,
    /// How many entries were removed or shortened.
    pub lost: usize,
}

/// Why a batch could not be finished.
#[derive(Debug)]
pub struct Stopped {
    /// The error.
    pub error: Error,
    /// Every request about this batch failed: it may be the batch.
    pub perhaps_the_batch: bool,
}

/// Some records of a batch that are still to be asked about.
struct Part {
    records: Vec<Record>,
    reasons: Vec<String>,
    last: bool,
    /// A half of a batch that failed: asked about as if for the first time.
    halved: bool,
}

/// One batch, with what is needed to talk about it.
pub struct Talk<'t> {
    /// The model.
    pub asking: &'t Asking<'t>,
    /// How it is asked.
    pub asker: &'t Asker<'t>,
    /// The memory.
    pub memory: &'t Memory,
    /// How many entries the run may still lose.
    pub may_lose: usize,
}

impl Talk<'_> {
    /// Asks about the records and applies what is accepted to the board.
    ///
    /// # Errors
    ///
    /// On a mistake in the folder's redaction rules; whatever the model does is no error here.
    pub fn over(&self, records: Vec<Record>, board: &mut Board) -> Result<Talked> {
        let mut talked = Talked::default();
        let mut parts = VecDeque::from([Part { records, reasons: Vec::new(), last: false, halved: false }]);
        let mut parked: Vec<(Vec<Record>, Error)> = Vec::new();
        let (mut alive, mut patience) = (false, PATIENCE);
        while let Some(part) = parts.pop_front().filter(|p| !p.records.is_empty()) {
            if patience == 0 {
                let reason =
                    part.reasons.first().cloned().unwrap_or_else(|| "the model failed on its batch".to_owned());
                match parked.last_mut().filter(|_| !alive) {
                    Some((records, _)) => records.extend(part.records),
                    None => talked.failed.extend(part.records.into_iter().map(|r| (r, reason.clone()))),
                }
                continue;
            }
            let Asked { mut question, shown } = self.asker.ask(&part.records, board)?;
            if !part.reasons.is_empty() && !part.halved {
                question = again(question, &part.reasons);
            }
            let failure = match self.asking.ask(&question) {
                Ok(reply) => match operations(&reply.text) {
                    Ok(operations) => {
                        (alive, patience) = (true, PATIENCE);
                        self.take(part, &operations, &shown, board, &mut parts, &mut talked);
                        continue;
                    }
                    Err(reason) => {
                        let name = self.asking.name();
                        Failure::reply(&name, &reason, Usage::default())
                    }
                },
                Err(failure) => failure,
            };
            match failure.wrong {
                Wrong::Model => {
                    talked.stopped = Some(Stopped { error: failure.error, perhaps_the_batch: false });
                    return Ok(talked);
                }
                Wrong::Reply if !part.last => {
                    parts.push_front(Part {
                        reasons: vec![failure.error.to_string()],
                        last: true,
                        halved: false,
                        ..part
                    });
                }
                wrong => {
                    patience -= 1;
                    if part.records.len() > 1 && patience > 0 {
                        let mut first = part.records;
                        let second = first.split_off(first.len() / 2);
                        let reasons = vec![failure.error.to_string()];
                        // Halves are asked about once, as if for the first time.
                        for records in [first, second] {
                            parts.push_back(Part {
                                records,
                                reasons: reasons.clone(),
                                last: wrong == Wrong::Reply,
                                halved: true,
                            });
                        }
                    } else if wrong == Wrong::Request {
                        parked.push((part.records, failure.error));
                    } else {
                        let reason = failure.error.to_string();
                        talked.failed.extend(part.records.into_iter().map(|r| (r, reason.clone())));
                    }
                }
            }
        }
        if alive || !talked.failed.is_empty() {
            for (records, error) in parked {
                talked.failed.extend(records.into_iter().map(|r| (r, error.to_string())));
            }
        } else if let Some((_, error)) = parked.into_iter().next_back() {
            talked.stopped = Some(Stopped { error, perhaps_the_batch: true });
        }
        Ok(talked)
    }

    /// Applies what is accepted; what is not settled is asked about once more, then has failed.
    fn take(
        &self,
        part: Part,
        operations: &[serde_json::Value],
        shown: &BTreeSet<EntryId>,
        board: &mut Board,
        parts: &mut VecDeque<Part>,
        talked: &mut Talked,
    ) {
        let judge = Judge {
            board,
            records: &part.records,
            shown,
            settings: &self.memory.settings,
            may_lose: self.may_lose.saturating_sub(talked.lost),
        };
        let Judged { changes, refused, unsettled, lost } = judge.judge(operations);
        talked.lost += lost;
        let mut told: Vec<(RecordId, String)> = Vec::new();
        for change in &changes {
            let line = apply(board, change);
            told.extend(change.sources.iter().map(|id| (*id, line.clone())));
        }
        let (open, settled): (Vec<Record>, Vec<Record>) =
            part.records.into_iter().partition(|r| unsettled.contains(&r.id));
        for record in settled {
            let lines: Vec<&str> = told.iter().filter(|(id, _)| *id == record.id).map(|(_, l)| l.as_str()).collect();
            let what = if lines.is_empty() { "left out by the model".to_owned() } else { lines.join("; ") };
            talked.settled.push(Outcome { record: record.id, what, read: true });
        }
        if open.is_empty() {
            return;
        }
        let of = |id: &RecordId| -> Vec<&Refusal> {
            refused.iter().filter(|r| r.records.contains(id) || r.records.is_empty()).collect()
        };
        let unknown: BTreeSet<RecordId> =
            open.iter().map(|r| r.id).filter(|id| of(id).iter().any(|r| r.unknown_target)).collect();
        if !part.last {
            let reasons = refused.into_iter().map(|r| r.reason).collect();
            parts.push_front(Part { records: open, reasons, last: true, halved: false });
            return;
        }
        for record in open {
            let reasons: Vec<&str> = of(&record.id).iter().map(|r| r.reason.as_str()).collect();
            let reason = reasons.join("; ");
            if unknown.contains(&record.id) {
                talked.pending.push((record, reason))
            } else {
                talked.failed.push((record, reason))
            }
        }
    }
}

fn operations(text: &str) -> Result<Vec<serde_json::Value>, String> {
    let mut object = reply::object(text, "operations")?;
    match object.remove("operations") {
        Some(serde_json::Value::Array(operations)) => Ok(operations),
        _ => Err("without a list of `operations`".to_owned()),
    }
}
