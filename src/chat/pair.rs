//! Calls and their results, paired by id over the whole list, and the units that must not be split.
//!
//! Never by neighbourhood: results of parallel calls come in any order, and transcripts put other
//! messages in between. A result belongs to the latest message before it that has an open call of
//! its id, so an id that is used in two turns pairs within each turn. An id that is empty or missing
//! names nothing; only where a shape has no ids do name and place decide.

use std::collections::{BTreeMap, HashMap};

use super::message::{Answering, Message, Part, Role};
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
    /// Answers whose call only the API has: message, and the reference before it that may stand for it.
    pub elsewhere: Vec<(usize, Option<usize>)>,
}

/// Pairs the calls of a conversation with their answers. `held`: the API has an earlier part of it.
pub fn pair(messages: &[Message<'_>], held: bool) -> Pairs {
    let mut pairs = Pairs::default();
    let mut open: HashMap<&str, Vec<Place>> = HashMap::new();
    let mut unnamed: Vec<Place> = Vec::new(); // open calls by name, of the latest turn only
    let mut reference = None;
    for (m, message) in messages.iter().enumerate() {
        if message.part == Part::Reference {
            reference = Some(m);
        }
        let new_turn = !message.calls.is_empty() && m > 0 && messages[m - 1].role != Role::Assistant;
        if new_turn || message.role == Role::User && message.says && message.answers.is_empty() {
            unnamed.clear();
        }
        for (c, call) in message.calls.iter().enumerate() {
            if let Some(id) = &call.id {
                open.entry(&id.text).or_default().push((m, c));
            }
            if call.kind == Answering::ByName {
                unnamed.push((m, c));
            }
        }
        for (a, answer) in message.answers.iter().enumerate() {
            let id = answer.id.as_ref();
            let by_id = id.and_then(|id| open.get_mut(id.text.as_str())).and_then(|places| {
                let latest = places.last()?.0;
                let first = places.iter().position(|p| p.0 == latest)?;
                Some(places.remove(first))
            });
            let call = by_id.or_else(|| {
                let place = |p: &&Place| {
                    let call = &messages[p.0].calls[p.1];
                    let apart = id.is_some() && call.id.is_some(); // ids that differ are no accident
                    call.name == answer.name && !apart
                };
                let fits = || unnamed.iter().filter(|_| answer.by_name).filter(place);
                let bare = |p: &&Place| messages[p.0].calls[p.1].id.is_none(); // an id waits for its own answer
                let place = *fits().find(bare).or_else(|| fits().next())?;
                if let Some(id) = &messages[place.0].calls[place.1].id {
                    open.get_mut(id.text.as_str())?.retain(|p| *p != place);
                }
                Some(place)
            });
            match call {
                Some(call) => {
                    unnamed.retain(|p| *p != call);
                    pairs.call_of.insert((m, a), call);
                    pairs.answer_of.insert(call, (m, a));
                }
                None if answer.lone => {}
                None if (reference.is_some() || held) && id.is_some_and(|id| !open.contains_key(id.text.as_str())) => {
                    pairs.elsewhere.push((m, reference));
                }
                None => pairs.orphans.push((m, a)),
            }
        }
    }
    for (m, message) in messages.iter().enumerate() {
        let calls = (0..message.calls.len()).map(|c| (m, c));
        let calls = calls.filter(|(_, c)| message.calls[*c].kind != Answering::Optional);
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
    for (answer, reference) in &pairs.elsewhere {
        if let Some(reference) = reference {
            join(&mut parent, *reference, *answer);
        }
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

/// Units that hold halves of one call of the API's own, and all between them, as one.
pub fn bound(units: Vec<Unit>, messages: &[Message<'_>]) -> Vec<Unit> {
    let mut last: HashMap<&str, usize> = HashMap::new();
    let ids = |unit: &Unit| -> Vec<_> { unit.members.iter().flat_map(|m| &messages[*m].halves).collect() };
    for (u, unit) in units.iter().enumerate() {
        last.extend(ids(unit).into_iter().map(|half| (half.id.as_str(), u)));
    }
    let mut bound: Vec<Unit> = Vec::new();
    let mut until = 0; // the last unit that belongs to the one that is open
    for (u, unit) in units.iter().enumerate() {
        let reach = ids(unit).into_iter().filter_map(|half| last.get(half.id.as_str()).copied()).max().unwrap_or(u);
        match bound.last_mut().filter(|_| u > 0 && u <= until) {
            Some(open) => open.members.extend(&unit.members),
            None => bound.push(unit.clone()),
        }
        until = if u <= until { until.max(reach) } else { reach };
    }
    bound
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
