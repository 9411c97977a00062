//! What must change in a conversation so that a strict API takes it.
//!
//! An interrupted call has no result, a retry repeats an id, a cut elsewhere left a result behind: each
//! makes the API refuse every later request. A call without a result is *marked*, by an answer that says
//! that none was recorded; it claims no success and asks for no retry. A result without a call is left
//! out. Both are told.

use std::collections::{BTreeMap, HashSet};

use super::edit::Changes;
use super::message::{Answering, Id, Message, Part, Role};
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
    /// A result without an id got that of its call.
    IdGiven,
    /// A result was moved up to its call.
    Moved,
    /// Reasoning without what it led to was left out.
    ReasoningDropped,
    /// One half of a call of the API's own was left out.
    HalfDropped,
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
            What::IdGiven => write!(f, "a result had no id; given that of its call, {id}"),
            What::Moved => write!(f, "a result stood apart from its call; moved up to it"),
            What::ReasoningDropped => write!(f, "reasoning without what it led to; left out"),
            What::HalfDropped => write!(f, "one half of the API's own call {id} is missing; the other left out"),
        }
    }
}

/// A conversation that a strict API takes.
#[derive(Debug, Clone)]
pub struct Repaired {
    /// One for each message.
    pub changes: Vec<Changes>,
    /// Messages written behind a message.
    pub after: BTreeMap<usize, Vec<String>>,
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
    let mut repaired =
        Repaired { changes: vec![Changes::default(); messages.len()], after: BTreeMap::new(), notes: Vec::new() };
    repaired.orphans(messages, pairs);
    let open = repaired.unanswered(messages, pairs, units, shape, unanswered);
    let names = repaired.ids(messages, pairs, shape);
    repaired.nameless(messages, pairs, units, shape);
    for (u, calls) in open {
        repaired.mark(messages, &units[u], u, shape, &calls, &names);
    }
    repaired.halves(messages);
    repaired.reasoning(messages);
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

    /// Leaves units out whose calls can neither be answered nor marked; gives the calls to be marked, by unit.
    fn unanswered(
        &mut self,
        messages: &[Message<'_>],
        pairs: &Pairs,
        units: &[Unit],
        shape: Shape,
        unanswered: Unanswered,
    ) -> Vec<(usize, Vec<Place>)> {
        let open: HashSet<Place> = pairs.unanswered.iter().copied().collect();
        let last = units.iter().rposition(|u| messages[u.members[0]].role != Role::System);
        let mut to_mark = Vec::new();
        for (u, unit) in units.iter().enumerate() {
            let calls = unit.members.iter().flat_map(|m| (0..messages[*m].calls.len()).map(|c| (*m, c)));
            let calls: Vec<Place> = calls.filter(|place| open.contains(place)).collect();
            let in_flight = Some(u) == last && unit.members.iter().all(|m| messages[*m].answers.is_empty());
            if calls.is_empty() || unanswered == Unanswered::Keep && in_flight {
                continue;
            }
            let can_mark = |&(m, c): &Place| shape.answer(&messages[m].calls[c], None, "", messages[m].raw).is_some();
            let what = if unanswered != Unanswered::Drop && calls.iter().all(can_mark) {
                What::UnansweredMarked
            } else {
                unit.members.iter().for_each(|m| self.changes[*m].gone = true);
                What::UnansweredDropped
            };
            for &(m, c) in &calls {
                self.note(m, messages[m].calls[c].id.as_ref(), what);
            }
            if what == What::UnansweredMarked {
                to_mark.push((u, calls));
            }
        }
        to_mark
    }

    fn mark(
        &mut self,
        messages: &[Message<'_>],
        unit: &Unit,
        u: usize,
        shape: Shape,
        calls: &[Place],
        names: &BTreeMap<Place, String>,
    ) {
        let answer = |&(m, c): &Place| {
            let name = names.get(&(m, c)).map(String::as_str);
            shape.answer(&messages[m].calls[c], name, NOT_RECORDED, messages[m].raw)
        };
        if let Some(carrier) = shape.carrier(&[]) {
            let answers: Vec<String> = calls.iter().filter_map(answer).collect();
            let has_answers = |m: &&usize| {
                !self.changes[**m].gone && !messages[**m].answers.is_empty() && messages[**m].blocks.is_some()
            };
            match unit.members.iter().find(has_answers) {
                Some(m) => self.changes[*m].added = answers,
                None => self
                    .after
                    .entry(*unit.members.last().unwrap_or(&u))
                    .or_default()
                    .push(carrier.replace("[]", &format!("[{}]", answers.join(",")))),
            }
        } else {
            // Where a turn is one message, a mark follows the turn that it belongs to.
            for call in calls {
                let at = if shape.joins_turns() {
                    unit.members.iter().rfind(|m| messages[**m].role == Role::Assistant)
                } else {
                    Some(&call.0)
                };
                self.after.entry(at.copied().unwrap_or(call.0)).or_default().extend(answer(call));
            }
        }
    }

    /// Makes ids unique strings; gives the new names. The latest call keeps its id, so that nothing changes
    /// when an older one is dropped.
    fn ids(&mut self, messages: &[Message<'_>], pairs: &Pairs, shape: Shape) -> BTreeMap<Place, String> {
        let mut names = BTreeMap::new();
        if !shape.wants_unique_ids() {
            return names;
        }
        let calls = || {
            messages
                .iter()
                .enumerate()
                .flat_map(|(m, message)| message.calls.iter().enumerate().map(move |(c, call)| ((m, c), call)))
        };
        let calls = calls().filter(|(_, call)| call.kind != Answering::Optional);
        let calls: Vec<_> = calls.filter_map(|(place, call)| call.id.as_ref().map(|id| (place, call, id))).collect();
        let mut taken: HashSet<String> = calls.iter().map(|(_, _, id)| id.text.clone()).collect();
        let mut used: HashSet<&str> = HashSet::new();
        for &((m, c), call, id) in calls.iter().rev() {
            if self.changes[m].gone {
                continue;
            }
            let fresh = if used.insert(&id.text) { None } else { Some(fresh_id(&id.text, &mut taken)) };
            let name = quote(fresh.as_deref().unwrap_or(&id.text));
            let answer = pairs
                .answer_of
                .get(&(m, c))
                .and_then(|&(m, a)| messages[m].answers[a].id.as_ref().map(|id| (m, id.raw)));
            let own = std::iter::once(id.raw).chain(call.repeats.iter().copied()).map(|raw| (m, raw));
            let mut quoted = false;
            for (m, raw) in own.chain(answer).filter(|(_, raw)| fresh.is_some() || !raw.starts_with('"')) {
                quoted = true;
                self.changes[m].edits.push((raw::range(messages[m].raw, raw), name.clone()));
            }
            if let Some(fresh) = fresh {
                names.insert((m, c), fresh);
                self.note(m, Some(id), What::IdRenamed);
            } else if quoted {
                self.note(m, Some(id), What::IdQuoted);
            }
        }
        names
    }

    /// Writes the ids of their calls into results that have none, where place no longer tells whose they are:
    /// in a unit that brings together turns that stood apart.
    fn nameless(&mut self, messages: &[Message<'_>], pairs: &Pairs, units: &[Unit], shape: Shape) {
        for unit in units {
            let turns = || unit.members.iter().copied().filter(|m| messages[*m].role == Role::Assistant);
            let (Some(first), Some(last)) = (turns().min(), turns().max()) else { continue };
            if turns().count() == last - first + 1 {
                continue; // they follow each other
            }
            for &m in unit.members.iter().filter(|m| !messages[**m].answers.is_empty()) {
                for (a, answer) in messages[m].answers.iter().enumerate().filter(|(_, answer)| answer.id.is_none()) {
                    let Some(call) = pairs.call_of.get(&(m, a)) else { continue };
                    let Some(id) = &messages[call.0].calls[call.1].id else { continue };
                    let Some((place, text)) = answer.block.and_then(|block| shape.with_id(block, id)) else { continue };
                    self.changes[m].edits.push((raw::range(messages[m].raw, place), text));
                    self.note(m, Some(id), What::IdGiven);
                }
            }
        }
    }

    /// Leaves out halves of the API's own calls whose other half is gone. A call at the very end may go on.
    fn halves(&mut self, messages: &[Message<'_>]) {
        let all = || messages.iter().flat_map(|message| &message.halves);
        let calls: HashSet<&str> = all().filter(|h| !h.is_result).map(|h| h.id.as_str()).collect();
        let results: HashSet<&str> = all().filter(|h| h.is_result).map(|h| h.id.as_str()).collect();
        for (m, message) in messages.iter().enumerate() {
            for half in &message.halves {
                let others = if half.is_result { &calls } else { &results };
                if others.contains(half.id.as_str()) || !half.is_result && m + 1 == messages.len() {
                    continue;
                }
                self.changes[m].removed.push(raw::range(message.raw, half.block));
                let blocks = message.blocks.and_then(raw::elements).map_or(0, |blocks| blocks.len());
                self.changes[m].gone |= self.changes[m].removed.len() == blocks;
                self.notes.push(Note { message: m, id: Some(half.id.clone()), what: What::HalfDropped });
            }
        }
    }

    /// Leaves out reasoning that nothing of the model follows.
    fn reasoning(&mut self, messages: &[Message<'_>]) {
        let mut led = false;
        for (m, message) in messages.iter().enumerate().rev() {
            if message.part == Part::Reasoning {
                if !led && !self.changes[m].gone {
                    self.changes[m].gone = true;
                    self.note(m, None, What::ReasoningDropped);
                }
            } else {
                led = message.role == Role::Assistant && !self.changes[m].gone;
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
        for unit in units {
            let paired =
                |m: usize| (0..messages[m].answers.len()).filter(move |a| pairs.call_of.contains_key(&(m, *a)));
            let carriers: Vec<usize> = unit.members.iter().copied().filter(|m| paired(*m).next().is_some()).collect();
            let Some((&first, later)) = carriers.split_first() else { continue };
            // Results come before anything said: where somebody spoke between them, they are brought together.
            if carriers.iter().rev().skip(1).any(|m| messages[*m].says) {
                for &m in later {
                    for range in
                        paired(m).filter_map(|a| messages[m].answers[a].block).map(|b| raw::range(messages[m].raw, b))
                    {
                        self.changes[m].removed.push(range.clone());
                        self.changes[first].brought.push((m, range));
                    }
                    self.changes[m].gone |= !messages[m].says;
                    self.note(m, None, What::Moved);
                }
            }
            for &m in &carriers {
                let blocks = messages[m].blocks.and_then(raw::elements).unwrap_or_default();
                let mut rest = blocks.into_iter().skip_while(|block| messages[m].is_answer(block));
                self.changes[m].answers_first = rest.any(|block| messages[m].is_answer(block));
            }
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
