//! Judging: what people and agents say of entries, applied in its turn whatever the engine.
//!
//! ```text
//! - 09:14 [Feedback] confirm: Reports are tables by default. [ref:: k3f9]
//! - 09:15 [Correction] Reports are charts by default. [ref:: k3f9]
//! ```
//!
//! The first word of a `Feedback` says what is thought of the entry that `ref` names; the rest is there
//! for people. Since the run marks records as read, each counts exactly once; since it names the entry
//! by id, it follows it through rewording, moving and updating.

use super::change::What;
use super::engine::{Engine, Outcome, apply};
use super::{Board, Change};
use crate::error::Result;
use crate::memory::Settings;
use crate::sediment::EntryId;
use crate::stream::{Record, RecordId};

/// The kinds of records that may judge an entry.
pub const JUDGING: [&str; 2] = ["Feedback", "Correction"];

/// The judgements that a `Feedback` may bring.
pub const JUDGEMENTS: [&str; 3] = ["confirm", "deny", "used"];

/// What an engine makes of records, with judgements applied where they stand among them.
pub fn consider(
    engine: &mut dyn Engine,
    records: &[Record],
    board: &mut Board,
    settings: &Settings,
) -> Result<Vec<Outcome>> {
    let mut outcomes = Vec::with_capacity(records.len());
    let mut from = 0;
    for (i, record) in records.iter().enumerate() {
        let Some(what) = judgement(record, board, settings.features.feedback) else { continue };
        if from < i {
            outcomes.extend(engine.consider(&records[from..i], board)?);
        }
        from = i + 1;
        let what = match what {
            Ok(changes) => changes.iter().map(|change| apply(board, change)).collect::<Vec<_>>().join("; "),
            Err(why) => format!("left out: {why}"),
        };
        outcomes.push(Outcome { record: record.id, what, read: true });
    }
    if from < records.len() {
        outcomes.extend(engine.consider(&records[from..], board)?);
    }
    Ok(outcomes)
}

/// What follows from a record that judges an entry, or why nothing does; `None` for any other record.
fn judgement(record: &Record, board: &Board, switched_on: bool) -> Option<Result<Vec<Change>, String>> {
    let change =
        |what: What, why: &str| Change { what, sources: vec![record.id], day: record.day, why: why.to_owned() };
    let named = record.fields.get("ref").map(|name| referred(name, board));
    match record.kind.as_str() {
        "Feedback" => {
            if !switched_on {
                return Some(Err("feedback is switched off".to_owned()));
            }
            let how = record.text.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default().to_lowercase();
            let how = match how.as_str() {
                "confirmed" => "confirm".to_owned(),
                "denied" => "deny".to_owned(),
                _ => how,
            };
            Some(match (JUDGEMENTS.contains(&how.as_str()), named) {
                (false, _) => Err(format!("`{how}` is no judgement; it begins with {}", JUDGEMENTS.join(", "))),
                (true, Some(Some(id))) => Ok(vec![change(What::Judge { id, how }, "")]),
                (true, _) => Err("it names no entry that is there".to_owned()),
            })
        }
        // A correction of an entry needs no reading: the person said which, and what is right.
        "Correction" => {
            let id = named??;
            let same = board.slots.get(&id).is_some_and(|slot| slot.state.text == record.text);
            let update = What::Update {
                id: id.clone(),
                text: record.text.clone(),
                fields: record.fields.clone(),
                confidence: 0.9,
            };
            let judged = (switched_on && !same).then(|| change(What::Judge { id, how: "corrected".to_owned() }, ""));
            Some(Ok(judged.into_iter().chain([change(update, "corrected")]).collect()))
        }
        _ => None,
    }
}

/// The living entry that a `ref` names: by its id, or by a record on which it alone rests.
pub fn referred(name: &str, board: &Board) -> Option<EntryId> {
    let name = name.trim().trim_start_matches('^');
    let id = EntryId(name.into());
    if board.slots.contains_key(&id) {
        return Some(id);
    }
    let record = RecordId::parse(name)?;
    let mut resting = board
        .slots
        .iter()
        .filter(|(_, slot)| slot.state.versions.last().is_some_and(|version| version.sources.contains(&record)));
    match (resting.next(), resting.next()) {
        (Some((id, _)), None) => Some(id.clone()),
        _ => None,
    }
}
