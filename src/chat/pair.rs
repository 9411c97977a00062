//! Calls and their results, paired by id over the whole list, and the units that must not be split.
//!
//! Never by neighbourhood: results of parallel calls come in any order, and transcripts put other
//! messages in between. A result belongs to the latest message before it that has an open call of
//! its id, so an id that is used in two turns pairs within each turn. An id that is empty or missing
//! names nothing; only where a shape has no ids do name and place decide.

use std::collections::{BTreeMap, HashMap};

use super::message::{Answering, Message, Role};
use super::shape::Shape;

/// A call or an answer: its message and its index there.
pub type Place = (usize, usize);

/// Which answer belongs to which call.
#[derive(Debug, Clone, Default)]
pub struct Pairs {
    /// The call that an answer belongs to.
    pub call_of: BTreeMap<Place, Place>,
    /// The answer to a call.
    pub answer_of: BTreeMap<Place, Place>,
    /// Calls without an answer.
    pub unanswered: Vec<Place>,
    /// Answers without a call, and second answers to the same call.
    pub orphans: Vec<Place>,
}

/// Pairs the calls of a conversation with their answers.
pub fn pair(messages: &[Message<'_>]) -> Pairs {
    let mut pairs = Pairs::default();
    let mut open: HashMap<&str, Vec<Place>> = HashMap::new();
    let mut unnamed: Vec<Place> = Vec::new(); // open calls by name, of the latest turn only
    for (m, message) in messages.iter().enumerate() {
        if message.role == Role::User && message.says && message.answers.is_empty() {
            unnamed.clear();
        }
        for (c, call) in message.calls.iter().enumerate() {
            match &call.id {
                Some(id) => open.entry(&id.text).or_default().push((m, c)),
                None if call.kind == Answering::ByName => unnamed.push((m, c)),
                None => {}
            }
        }
        for (a, answer) in message.answers.iter().enumerate() {
            let call = if let Some(id) = &answer.id {
                open.get_mut(id.text.as_str()).and_then(|places| {
                    let latest = places.last()?.0;
                    let first = places.iter().position(|p| p.0 == latest)?;
                    Some(places.remove(first))
                })
            } else if answer.by_name {
                let same = |p: &Place| messages[p.0].calls[p.1].name == answer.name;
                unnamed.iter().position(same).map(|at| unnamed.remove(at))
            } else {
                None
            };
            match call {
                Some(call) => {
                    pairs.call_of.insert((m, a), call);
                    pairs.answer_of.insert(call, (m, a));
                }
                None => pairs.orphans.push((m, a)),
            }
        }
    }
    for (m, message) in messages.iter().enumerate() {
        let calls = (0..message.calls.len()).map(|c| (m, c));
        pairs.unanswered.extend(calls.filter(|place| !pairs.answer_of.contains_key(place)));
    }
    pairs
}

/// Messages that are kept or dropped together, in the order in which they must stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// Indices of the messages: the model's turn first, then the results.
    pub members: Vec<usize>,
}

/// Divides a conversation into units, ordered by their first message.
pub fn units(messages: &[Message<'_>], pairs: &Pairs, shape: Shape) -> Vec<Unit> {
    let mut parent: Vec<usize> = (0..messages.len()).collect();
    if shape.joins_turns() {
        for m in 1..messages.len() {
            if messages[m - 1].role == Role::Assistant && messages[m].role == Role::Assistant {
                join(&mut parent, m - 1, m);
            }
        }
    }
    for (answer, call) in &pairs.call_of {
        join(&mut parent, call.0, answer.0);
    }
    let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for m in 0..messages.len() {
        let root = find(&mut parent, m);
        groups.entry(root).or_default().push(m);
    }
    let mut units: Vec<Unit> = groups.into_values().map(|members| Unit { members }).collect();
    for unit in &mut units {
        if shape.joins_turns() {
            unit.members.sort_by_key(|m| (messages[*m].role != Role::Assistant, *m));
        } else {
            results_after_their_calls(&mut unit.members, messages, pairs);
        }
    }
    units.sort_by_key(|unit| unit.members.iter().min().copied());
    units
}

/// Where a turn is one message, each result follows the message that called for it.
fn results_after_their_calls(members: &mut [usize], messages: &[Message<'_>], pairs: &Pairs) {
    members.sort_by_key(|m| {
        let call = (0..messages[*m].answers.len()).find_map(|a| pairs.call_of.get(&(*m, a)));
        call.map_or((*m, 0, 0), |call| (call.0, 1, *m))
    });
}

/// The root is always the smallest index of its group.
fn find(parent: &mut [usize], m: usize) -> usize {
    let mut root = m;
    while parent[root] != root {
        root = parent[root];
    }
    let mut at = m;
    while parent[at] != root {
        (parent[at], at) = (root, parent[at]);
    }
    root
}

fn join(parent: &mut [usize], a: usize, b: usize) {
    let (a, b) = (find(parent, a), find(parent, b));
    parent[a.max(b)] = a.min(b);
}
