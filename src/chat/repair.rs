//! What must change in a conversation so that a strict API takes it, and how a changed message is written.
//!
//! An interrupted call has no result, a retry repeats an id, a cut elsewhere left a result behind: each
//! makes the API refuse every later request. A call without a result is *marked*, by an answer that says
//! that none was recorded; it claims no success and asks for no retry. A result without a call is left
//! out. Both are told.

use std::collections::HashSet;
use std::ops::Range;

use super::message::{Id, Message, Role};
use super::pair::{Pairs, Place, Unit};
use super::raw::{self, quote};
use super::shape::Shape;

/// The answer that marks an interrupted call.
pub const NOT_RECORDED: &str =
    "[no result was recorded: the call was interrupted, and whether it took effect is unknown]";

/// OpenAI takes ids of up to 40 characters.
const LONGEST_ID: usize = 40;

/// What to do about calls without an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Unanswered {
    /// Mark them with an answer that says so.
    #[default]
    Mark,
    /// Leave their unit out.
    Drop,
    /// Leave the last turn as it is, since its results are still to come; mark the others.
    Keep,
}

/// Something that was not as it must be.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Note {
    /// The index of the message in the input.
    pub message: usize,
    /// The id concerned.
    pub id: Option<String>,
    /// What was done.
    pub what: What,
}

/// What was done about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum What {
    /// A result without a call was left out.
    OrphanDropped,
    /// A call without a result was marked.
    UnansweredMarked,
    /// A call without a result was left out with its unit.
    UnansweredDropped,
    /// An id that a later call uses again was changed, in the call and its result.
    IdRenamed,
    /// An id that was a number was made a string.
    IdQuoted,
    /// A result was moved up to its call.
    Moved,
}

/// For people.
impl std::fmt::Display for Note {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let id = self.id.as_deref().map_or("without an id".into(), |id| format!("`{id}`"));
        write!(f, "message {}: ", self.message)?;
        match self.what {
            What::OrphanDropped => write!(f, "a result {id} has no call; left out"),
            What::UnansweredMarked => write!(f, "the call {id} has no result; marked as interrupted"),
            What::UnansweredDropped => write!(f, "the call {id} has no result; left out with its turn"),
            What::IdRenamed => write!(f, "the id {id} is used again later; renamed here"),
            What::IdQuoted => write!(f, "the id {id} is a number; made a string"),
            What::Moved => write!(f, "a result stood apart from its call; moved up to it"),
        }
    }
}

/// What changes in one message.
#[derive(Debug, Clone, Default)]
pub struct Changes {
    /// It is left out.
    pub gone: bool,
    /// Ranges of its source that are written otherwise.
    pub edits: Vec<(Range<usize>, String)>,
    /// Blocks that are left out, by their range.
    pub removed: Vec<Range<usize>>,
    /// Answers that are added to its blocks.
    pub added: Vec<String>,
    /// Whether answers must be put before its other blocks.
    pub answers_first: bool,
}

impl Changes {
    /// Whether the message is written as it is.
    pub fn is_none(&self) -> bool {
        self.edits.is_empty() && self.removed.is_empty() && self.added.is_empty() && !self.answers_first
    }
}

/// A conversation that a strict API takes.
#[derive(Debug, Clone)]
pub struct Repaired {
    /// One for each message.
    pub changes: Vec<Changes>,
    /// Messages written after the members of a unit, one list for each unit.
    pub after: Vec<Vec<String>>,
    /// What was done, in the order of the messages.
    pub notes: Vec<Note>,
}

/// Finds what must change.
pub fn repair(
    messages: &[Message<'_>],
    pairs: &Pairs,
    units: &[Unit],
    shape: Shape,
    unanswered: Unanswered,
) -> Repaired {
    let mut repaired = Repaired {
        changes: vec![Changes::default(); messages.len()],
        after: vec![Vec::new(); units.len()],
        notes: Vec::new(),
    };
    repaired.orphans(messages, pairs);
    repaired.unanswered(messages, pairs, units, shape, unanswered);
    repaired.ids(messages, pairs, shape);
    repaired.order(messages, pairs, units, shape);
    repaired.notes.sort_by_key(|note| note.message);
    repaired
}

impl Repaired {
    fn note(&mut self, message: usize, id: Option<&Id<'_>>, what: What) {
        self.notes.push(Note { message, id: id.map(|id| id.text.clone()), what });
    }

    fn orphans(&mut self, messages: &[Message<'_>], pairs: &Pairs) {
        for &(m, a) in &pairs.orphans {
            let message = &messages[m];
            let answer = &message.answers[a];
            match answer.block {
                Some(block) => self.changes[m].removed.push(raw::range(message.raw, block)),
                None => self.changes[m].gone = true,
            }
            if !message.says && self.changes[m].removed.len() == message.answers.len() {
                self.changes[m].gone = true;
            }
            self.note(m, answer.id.as_ref(), What::OrphanDropped);
        }
    }

    fn unanswered(
        &mut self,
        messages: &[Message<'_>],
        pairs: &Pairs,
        units: &[Unit],
        shape: Shape,
        unanswered: Unanswered,
    ) {
        let open: HashSet<Place> = pairs.unanswered.iter().copied().collect();
        let last = units.iter().rposition(|u| messages[u.members[0]].role != Role::System);
        for (u, unit) in units.iter().enumerate() {
            let calls: Vec<Place> =
                unit.members.iter().flat_map(|m| (0..messages[*m].calls.len()).map(|c| (*m, c))).collect();
            let calls: Vec<Place> = calls.into_iter().filter(|place| open.contains(place)).collect();
            let in_flight = Some(u) == last && unit.members.iter().all(|m| messages[*m].answers.is_empty());
            if calls.is_empty() || unanswered == Unanswered::Keep && in_flight {
                continue;
            }
            let answers: Option<Vec<String>> = calls
                .iter()
                .map(|&(m, c)| shape.answer(&messages[m].calls[c], NOT_RECORDED, messages[m].raw))
                .collect();
            let marked = match answers.filter(|_| unanswered != Unanswered::Drop) {
                Some(answers) => {
                    self.mark(messages, unit, u, shape, answers);
                    What::UnansweredMarked
                }
                None => {
                    unit.members.iter().for_each(|m| self.changes[*m].gone = true);
                    What::UnansweredDropped
                }
            };
            for (m, c) in calls {
                self.note(m, messages[m].calls[c].id.as_ref(), marked);
            }
        }
    }

    fn mark(&mut self, messages: &[Message<'_>], unit: &Unit, u: usize, shape: Shape, answers: Vec<String>) {
        let carrier = unit.members.iter().find(|m| !messages[**m].answers.is_empty() && messages[**m].blocks.is_some());
        match (carrier, shape.carrier(&answers)) {
            (Some(m), Some(_)) => self.changes[*m].added = answers,
            (None, Some(carrier)) => self.after[u].push(carrier),
            (_, None) => self.after[u].extend(answers),
        }
    }

    /// Makes ids unique strings. The latest call keeps its id, so that nothing changes when an older one is dropped.
    fn ids(&mut self, messages: &[Message<'_>], pairs: &Pairs, shape: Shape) {
        if !shape.wants_unique_ids() {
            return;
        }
        let all = messages.iter().flat_map(|m| m.calls.iter().filter_map(|c| c.id.as_ref().map(|id| id.text.clone())));
        let mut taken: HashSet<String> = all.collect();
        let mut used: HashSet<&str> = HashSet::new();
        for (m, message) in messages.iter().enumerate().rev() {
            for (c, call) in message.calls.iter().enumerate().rev() {
                let Some(id) = &call.id else { continue };
                let answer = pairs.answer_of.get(&(m, c)).map(|&(m, a)| (m, &messages[m].answers[a]));
                let fresh = if used.insert(&id.text) { None } else { Some(fresh_id(&id.text, &mut taken)) };
                let name = quote(fresh.as_deref().unwrap_or(&id.text));
                let mut quoted = false;
                let own = std::iter::once(id.raw).chain(call.repeats.iter().copied()).map(|raw| (m, raw));
                let others = answer.and_then(|(m, a)| a.id.as_ref().map(|id| (m, id.raw)));
                for (m, raw) in own.chain(others) {
                    if fresh.is_some() || !raw.starts_with('"') {
                        quoted |= fresh.is_none();
                        self.changes[m].edits.push((raw::range(messages[m].raw, raw), name.clone()));
                    }
                }
                if fresh.is_some() {
                    self.rename_marks(id, &name);
                    self.note(m, Some(id), What::IdRenamed);
                } else if quoted {
                    self.note(m, Some(id), What::IdQuoted);
                }
            }
        }
    }

    /// An interrupted call that is renamed takes its mark along: the mark of an older call is found before
    /// that of a later one, which has the same id.
    fn rename_marks(&mut self, id: &Id<'_>, name: &str) {
        let old = quote(&id.text);
        let marks = self.changes.iter_mut().flat_map(|c| c.added.iter_mut()).chain(self.after.iter_mut().flatten());
        for mark in marks.filter(|mark| mark.contains(NOT_RECORDED)) {
            if let Some(at) = mark.find(&old) {
                mark.replace_range(at..at + old.len(), name);
                return;
            }
        }
    }

    fn order(&mut self, messages: &[Message<'_>], pairs: &Pairs, units: &[Unit], shape: Shape) {
        for unit in units {
            let apart = |m: &usize| {
                let between = unit.members[0] + 1..*m;
                between.into_iter().any(|b| !unit.members.contains(&b) && !self.changes[b].gone)
            };
            let moved: Vec<usize> = unit.members.iter().copied().filter(apart).collect();
            for m in moved {
                self.note(m, None, What::Moved);
            }
        }
        if shape != Shape::Anthropic {
            return;
        }
        for (m, message) in messages.iter().enumerate().filter(|(_, message)| message.says) {
            let (Some(list), true) =
                (message.blocks, message.answers.iter().enumerate().any(|(a, _)| pairs.call_of.contains_key(&(m, a))))
            else {
                continue;
            };
            let blocks = raw::elements(list).unwrap_or_default();
            let is_answer =
                |block: &&str| message.answers.iter().any(|a| a.block.is_some_and(|b| std::ptr::eq(b, *block)));
            self.changes[m].answers_first = blocks.iter().skip_while(|b| is_answer(b)).any(is_answer);
        }
    }
}

fn fresh_id(id: &str, taken: &mut HashSet<String>) -> String {
    let mut n = 2;
    loop {
        let tail = format!("_{n}");
        let head: String = id.chars().take(LONGEST_ID - tail.len()).collect();
        let fresh = head + &tail;
        if taken.insert(fresh.clone()) {
            return fresh;
        }
        n += 1;
    }
}

/// Writes a message with its changes; byte for byte where there are none.
pub fn write(message: &Message<'_>, changes: &Changes) -> String {
    let raw = message.raw;
    let edited = |range: Range<usize>| {
        let mut edits: Vec<_> =
            changes.edits.iter().filter(|(r, _)| range.start <= r.start && r.end <= range.end).collect();
        edits.sort_by_key(|(r, _)| r.start);
        let (mut text, mut at) = (String::with_capacity(range.len()), range.start);
        for (r, new) in edits {
            text.push_str(&raw[at..r.start]);
            text.push_str(new);
            at = r.end;
        }
        text + &raw[at..range.end]
    };
    let rebuilt = !changes.removed.is_empty() || !changes.added.is_empty() || changes.answers_first;
    let Some(list) = message.blocks.filter(|_| rebuilt) else { return edited(0..raw.len()) };
    let mut blocks: Vec<(bool, String)> = Vec::new();
    for block in raw::elements(list).unwrap_or_default() {
        let range = raw::range(raw, block);
        if !changes.removed.contains(&range) {
            let is_answer = message.answers.iter().any(|a| a.block.is_some_and(|b| std::ptr::eq(b, block)));
            blocks.push((is_answer, edited(range)));
        }
    }
    if changes.answers_first || !changes.added.is_empty() {
        blocks.sort_by_key(|(is_answer, _)| !is_answer);
    }
    let answers = blocks.iter().take_while(|(is_answer, _)| *is_answer).count();
    let mut texts: Vec<String> = blocks.into_iter().map(|(_, text)| text).collect();
    texts.splice(answers..answers, changes.added.iter().cloned());
    let range = raw::range(raw, list);
    format!("{}[{}]{}", edited(0..range.start), texts.join(","), edited(range.end..raw.len()))
}
