//! The question about open conflicts: does the newer entry update the older one, contradict it, or
//! are both independent? All conflicts that a run of the rules found go into one request.
//!
//! The answer may only choose: an `update` lets the newer entry replace the older one, within the
//! bound on losses and never where the older one is pinned or private; `independent` settles the
//! conflict; `contradiction`, an unknown pair and an answer of no use leave it to a person.

use std::collections::BTreeMap;

use serde_json::json;

use crate::distill::desk::Desk;
use crate::distill::report::Line;
use crate::error::Result;
use crate::history::Event;
use crate::memory::Memory;
use crate::model::{Model, Schema, Template, reply};
use crate::sediment::EntryId;
use crate::stream::redact::Redactor;
use crate::time::Now;

use super::question::is_kept_back;

const BUILT_IN: &str = include_str!("../../../templates/conflict.prompt");

/// Asks about these pairs (older, newer) and settles what is clear, as a run of its own. Returns
/// what changed, and what people should know.
///
/// # Errors
///
/// When files cannot be read or written. A model that fails is told among the notices.
pub fn ask_conflicts(
    memory: &Memory,
    now: &Now,
    model: &dyn Model,
    pairs: &[(EntryId, EntryId)],
) -> Result<(Vec<Line>, Vec<String>)> {
    let lock = memory.lock_distill()?;
    let mut desk = Desk::open(memory, now, Some(&lock))?;
    let redactor = Redactor::of(memory)?;
    let mut open: Vec<(&EntryId, &EntryId)> = Vec::new();
    let mut lines = Vec::new();
    for (older, newer) in pairs {
        let (Some(a), Some(b)) = (desk.board.slots.get(older), desk.board.slots.get(newer)) else { continue };
        let is_open = a.state.fields.get("conflicts").is_some_and(|v| *v.trim_start_matches('^') == *newer.0);
        if !is_open || is_kept_back(&a.state.fields) || is_kept_back(&b.state.fields) {
            continue;
        }
        let mut side = Vec::new();
        for (id, slot) in [(older, a), (newer, b)] {
            let since = slot.state.since().map(|d| d.to_string());
            side.push(json!({"id": *id.0, "since": since, "text": redactor.redact(&slot.state.text)?.0}));
        }
        lines.push(json!({"older": side[0], "newer": side[1]}).to_string());
        open.push((older, newer));
    }
    if open.is_empty() {
        return Ok((Vec::new(), Vec::new()));
    }
    let schema = schema();
    let template = Template::load(memory, "conflict.prompt", BUILT_IN, &["schema", "pairs"])?;
    let pairs = lines.join("\n");
    let fill = |hole: &str| if hole == "pairs" { pairs.clone() } else { schema.form.to_string() };
    let answer = match model.ask(&template.question(&fill, Some(schema.clone()))) {
        Ok(answer) => answer,
        Err(failure) => return Ok((Vec::new(), vec![format!("open conflicts were not settled: {}", failure.error)])),
    };
    let relations = match relations(&answer.text) {
        Ok(relations) => relations,
        Err(reason) => {
            return Ok((Vec::new(), vec![format!("open conflicts were not settled: the reply is {reason}")]));
        }
    };
    let share = desk.board.slots.len() as f64 * memory.settings.distill.max_loss;
    let mut may_lose = (share as usize).max(1);
    for (older, newer) in open {
        let Some(relation) = relations.get(&(older.0.to_string(), newer.0.to_string())) else { continue };
        // An earlier answer may have taken either of them away.
        let (Some(a), true) = (desk.board.slots.get(older), desk.board.slots.contains_key(newer)) else { continue };
        let (pinned, text) = (a.pinned, a.state.text.clone());
        let settled = |how: &str| Event::Settled { older: older.clone(), newer: newer.clone(), how: how.to_owned() };
        match relation.as_str() {
            "independent" => desk.board.take(settled("both")),
            "update" if !pinned && may_lose > 0 => {
                may_lose -= 1;
                desk.board.take(settled("replace"));
                let reason = format!("replaced by {newer}, says the model");
                desk.board.take(Event::Removed { id: older.clone(), reason, text, sources: Vec::new() });
            }
            _ => {}
        }
    }
    let mut detail = format!("{}, conflicts", model.name());
    if !answer.usage.is_empty() {
        detail = format!("{detail}, {}", answer.usage);
    }
    let done = desk.close("distill", &detail)?;
    Ok((done.events.into_iter().filter_map(Line::of).collect(), Vec::new()))
}

/// The answers by pair; a pair that is answered twice in different ways has none.
fn relations(text: &str) -> Result<BTreeMap<(String, String), String>, String> {
    let object = reply::object(text, "answers")?;
    let answers = object["answers"].as_array().ok_or("without a list of `answers`")?;
    let mut found: BTreeMap<(String, String), String> = BTreeMap::new();
    for answer in answers {
        let word = |key: &str| answer[key].as_str().unwrap_or_default().trim().trim_start_matches('^').to_lowercase();
        let pair = (word("older"), word("newer"));
        let relation = word("relation");
        let unclear = found.get(&pair).is_some_and(|before| *before != relation);
        found.insert(pair, if unclear { "contradiction".to_owned() } else { relation });
    }
    Ok(found)
}

fn schema() -> Schema {
    let text = json!({"type": "string"});
    let form = json!({
        "type": "object",
        "properties": {
            "answers": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "older": text,
                        "newer": text,
                        "relation": {"type": "string", "enum": ["update", "contradiction", "independent"]},
                        "reason": text,
                    },
                    "required": ["older", "newer", "relation", "reason"],
                    "additionalProperties": false,
                },
            },
        },
        "required": ["answers"],
        "additionalProperties": false,
    });
    Schema { name: "answers", form }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::env::Env;
    use crate::memory::{files, find};
    use crate::model::canned::Canned;
    use crate::sediment::Section;
    use crate::stream::Fields;
    use crate::time::Clock;

    /// What is left of two entries in conflict when the model answers so, and what people are told.
    fn left(answer: &str, pin: bool) -> (Vec<String>, bool, Vec<String>) {
        let folder = tempfile::tempdir().unwrap();
        let settings = "[model]\nprovider = \"canned\"\ncommand = [\"answer.txt\"]\n";
        files::replace(&folder.path().join("alluvium.toml"), settings.as_bytes()).unwrap();
        files::replace(&folder.path().join("answer.txt"), answer.as_bytes()).unwrap();
        let env = Env::of([("ALLUVIUM_NOW", "2025-03-14T09:00:00Z"), ("ALLUVIUM_ZONE", "UTC")], folder.path());
        let memory = find::open(Some(folder.path()), None, &env).unwrap();
        let now = Clock::new(None, None, "00:00", &env).unwrap().now().unwrap();
        let (older, newer) = (EntryId("aaaa".into()), EntryId("bbbb".into()));
        {
            let lock = memory.lock_distill().unwrap();
            let mut desk = Desk::open(&memory, &now, Some(&lock)).unwrap();
            for (id, text) in [(&older, "The contact is Ms Miller."), (&newer, "The contact is Mr Jones.")] {
                let pin = if pin { vec![("pin".to_owned(), "yes".to_owned())] } else { Vec::new() };
                desk.board.take(Event::Added {
                    id: id.clone(),
                    section: Section::Context,
                    text: text.to_owned(),
                    fields: Fields(pin),
                    confidence: 0.8,
                    sources: Vec::new(),
                    by_hand: false,
                    why: String::new(),
                });
            }
            let (older, newer, sources, why) = (older.clone(), newer.clone(), Vec::new(), String::new());
            desk.board.take(Event::Conflict { older, newer, sources, why });
            desk.close("distill", "rules").unwrap();
        }
        let model = Canned::new(&memory).unwrap();
        let (_, notices) = ask_conflicts(&memory, &now, &model, &[(older, newer)]).unwrap();
        let desk = Desk::open(&memory, &now, None).unwrap();
        assert_eq!(desk.by_hand, 0, "the file is as the history says");
        let ids = desk.board.slots.keys().map(|id| id.0.to_string()).collect();
        let open = desk.board.slots.values().any(|s| s.state.fields.get("conflicts").is_some());
        (ids, open, notices)
    }

    fn answer(relation: &str) -> String {
        format!(
            "{{\"answers\": [{{\"older\": \"^aaaa\", \"newer\": \"bbbb\", \"relation\": \"{relation}\", \"reason\": \"\"}}]}}"
        )
    }

    #[test]
    fn the_answer_may_only_choose() {
        for (text, pin, expected, open) in [
            (answer("update"), false, &["bbbb"][..], false),
            (answer("independent"), false, &["aaaa", "bbbb"], false),
            (answer("contradiction"), false, &["aaaa", "bbbb"], true),
            (answer("delete both"), false, &["aaaa", "bbbb"], true),
            (answer("update").replace("bbbb", "cccc"), false, &["aaaa", "bbbb"], true),
            (answer("update"), true, &["aaaa", "bbbb"], true),
        ] {
            let (ids, is_open, notices) = left(&text, pin);
            assert_eq!(
                (ids.as_slice(), is_open),
                (&expected.iter().map(ToString::to_string).collect::<Vec<_>>()[..], open),
                "{text}"
            );
            assert!(notices.is_empty());
        }
        let (ids, open, notices) = left("I would not know.", false);
        assert_eq!((ids.len(), open), (2, true));
        assert_eq!(notices, ["open conflicts were not settled: the reply is without a JSON object that has `answers`"]);
    }
}
