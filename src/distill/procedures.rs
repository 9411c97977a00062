//! Procedures: what worked, counted from the outcomes in the stream.
//!
//! ```text
//! - 09:14 [Outcome] When the export job times out → lower the batch size to 200: worked
//! ```
//!
//! A procedure is a trigger, an action, how often the action was tried and how often it worked. The
//! counts are folded from the records each time, so they are as true as the stream. An action that was
//! tried five times and worked in more than three of five is recommended: the best one for each trigger
//! stands in the sediment. Triggers and actions that differ only in their forms or in function words are
//! one, as entries are; a number or a negation keeps them apart.

use std::collections::{BTreeSet, HashSet};

use super::change::What;
use super::gist::Gist;
use super::trials::Trial;
use super::{Board, Change};
use crate::recall::words::{Lexicon, WORDS};
use crate::sediment::{EntryId, Section};
use crate::stream::{Fields, RecordId};
use crate::time::Day;

/// Trials from which an action may be recommended.
pub const ENOUGH: usize = 5;
/// The success rate above which an action is recommended, 0…1.
pub const GOOD: f64 = 0.6;

/// An action for a trigger, with its trials.
#[derive(Debug, Clone, PartialEq)]
pub struct Procedure {
    /// The trigger, as it was put first.
    pub trigger: String,
    /// The action, as it was put first.
    pub action: String,
    /// How often it was tried.
    pub tried: usize,
    /// How often it worked.
    pub worked: usize,
    /// The objects concerned.
    pub about: BTreeSet<String>,
    /// The records, oldest first.
    pub sources: Vec<RecordId>,
}

impl Procedure {
    /// The share of trials that worked, 0…1.
    pub fn rate(&self) -> f64 {
        self.worked as f64 / self.tried.max(1) as f64
    }

    /// Tried often enough and good enough.
    pub fn is_recommended(&self) -> bool {
        self.tried >= ENOUGH && self.rate() > GOOD
    }

    /// The sentence of the entry.
    pub fn sentence(&self) -> String {
        let Self { trigger, action, worked, tried, .. } = self;
        format!("When {trigger}, {action} (worked {worked} of {tried} times)")
    }

    /// The sentence without its count.
    fn stem(&self) -> String {
        format!("When {}, {}", self.trigger, self.action)
    }
}

/// Folds trials, oldest first, into procedures; the actions of one trigger stand together.
pub fn fold(trials: impl IntoIterator<Item = Trial>) -> Vec<Vec<Procedure>> {
    let lexicon = Lexicon::parse(WORDS);
    let mut triggers: Vec<(Gist, Vec<(Gist, Procedure)>)> = Vec::new();
    let mut known = HashSet::new();
    for trial in trials.into_iter().filter(|t| known.insert(t.record)) {
        let (trigger, action) = (Gist::of(&trial.trigger, &lexicon), Gist::of(&trial.action, &lexicon));
        let t = triggers.iter().position(|(gist, _)| gist.is_same(&trigger)).unwrap_or_else(|| {
            triggers.push((trigger, Vec::new()));
            triggers.len() - 1
        });
        let first = triggers[t].1.first().map(|(_, p)| p.trigger.clone());
        let actions = &mut triggers[t].1;
        let a = actions.iter().position(|(gist, _)| gist.is_same(&action)).unwrap_or_else(|| {
            let trigger = first.unwrap_or_else(|| trial.trigger.clone());
            let empty = Procedure {
                trigger,
                action: trial.action.clone(),
                tried: 0,
                worked: 0,
                about: BTreeSet::new(),
                sources: Vec::new(),
            };
            actions.push((action, empty));
            actions.len() - 1
        });
        let procedure = &mut actions[a].1;
        procedure.tried += 1;
        procedure.worked += usize::from(trial.worked);
        procedure.about.extend(trial.about);
        procedure.sources.push(trial.record);
    }
    triggers.into_iter().map(|(_, actions)| actions.into_iter().map(|(_, p)| p).collect()).collect()
}

/// The best recommended action of a trigger: the highest rate, then the most trials.
pub fn best(actions: &[Procedure]) -> Option<&Procedure> {
    let better = |a: &&Procedure, b: &&Procedure| a.rate().total_cmp(&b.rate()).then(a.tried.cmp(&b.tried));
    actions.iter().rev().filter(|p| p.is_recommended()).max_by(better)
}

/// What must change in the Procedures section so that it says what the outcomes say. Only triggers
/// with a trial among the records `new` are looked at.
pub fn changes(trials: Vec<Trial>, new: &[RecordId], board: &Board) -> Vec<Change> {
    let mut changes = Vec::new();
    for actions in fold(trials) {
        let news: Vec<RecordId> =
            actions.iter().flat_map(|p| &p.sources).filter(|r| new.contains(r)).copied().collect();
        let Some(day) = news.iter().map(|r| r.day).max() else { continue };
        let entry = board.slots.iter().find(|(_, slot)| {
            slot.state.section == Section::Procedures && actions.iter().any(|p| is_of(&slot.state.text, p))
        });
        let change = |what: What, why: &str| Change { what, sources: news.clone(), day, why: why.to_owned() };
        match (best(&actions), entry) {
            (Some(best), None) => changes.push(Change { sources: best.sources.clone(), ..add(best, day) }),
            (Some(best), Some((id, slot))) if slot.state.text != best.sentence() && !slot.state.by_hand => {
                let (id, text) = (id.clone(), best.sentence());
                let what = if is_of(&slot.state.text, best) {
                    What::Seen { id, fuller: Some(text) }
                } else {
                    What::Update { id, text, fields: Fields::default(), confidence: 0.8 }
                };
                changes.push(change(what, "counted from outcomes"));
            }
            (None, Some((id, slot))) if !slot.state.by_hand => changes.push(change(no_longer(id, &actions), "")),
            _ => {}
        }
    }
    changes
}

fn add(best: &Procedure, day: Day) -> Change {
    let about = best.about.iter().map(|object| ("about".to_owned(), object.clone()));
    let what = What::Add {
        section: Section::Procedures,
        text: best.sentence(),
        fields: Fields(about.collect()),
        confidence: 0.8,
    };
    Change { what, sources: Vec::new(), day, why: "counted from outcomes".to_owned() }
}

fn no_longer(id: &EntryId, actions: &[Procedure]) -> What {
    let counts: Vec<String> = actions.iter().map(|p| format!("{} of {}", p.worked, p.tried)).collect();
    What::Remove { id: id.clone(), reason: format!("no action works well enough any more ({})", counts.join(", ")) }
}

/// Whether an entry's text is a procedure's sentence, whatever its count.
fn is_of(text: &str, procedure: &Procedure) -> bool {
    text.strip_prefix(&procedure.stem()).is_some_and(|rest| rest.is_empty() || rest.starts_with(" (worked "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trial(n: u32, trigger: &str, action: &str, worked: bool) -> Trial {
        let record = RecordId { day: Day::parse("2025-03-14").unwrap(), hash: n };
        Trial { trigger: trigger.into(), action: action.into(), worked, about: Vec::new(), record }
    }

    #[test]
    fn trials_of_near_equal_triggers_are_counted_together_and_only_once() {
        let trials = vec![
            trial(1, "the export job times out", "lower the batch size to 200", true),
            trial(2, "export jobs time out", "lower the batch size to 200", true),
            trial(2, "export jobs time out", "lower the batch size to 200", true),
            trial(3, "the export job times out", "lower the batch size to 500", false),
            trial(4, "the import job times out", "retry", true),
        ];
        let folded = fold(trials);
        let counts: Vec<Vec<(usize, usize)>> =
            folded.iter().map(|actions| actions.iter().map(|p| (p.worked, p.tried)).collect()).collect();
        assert_eq!(counts, [vec![(2, 2), (0, 1)], vec![(1, 1)]]);
    }

    #[test]
    fn five_trials_and_more_than_three_of_five_are_needed_and_the_best_action_wins() {
        let many = |action: &str, worked: usize, tried: usize, from: u32| -> Vec<Trial> {
            (0..tried).map(|i| trial(from + i as u32, "the build is slow", action, i < worked)).collect()
        };
        let of = |trials: Vec<Trial>| fold(trials).first().and_then(|a| best(a).map(Procedure::sentence));
        assert_eq!(of(many("clean the cache", 4, 4, 0)), None);
        assert_eq!(of(many("clean the cache", 3, 5, 0)), None);
        assert_eq!(
            of([many("clean the cache", 4, 5, 0), many("use sccache", 9, 10, 100)].concat()).as_deref(),
            Some("When the build is slow, use sccache (worked 9 of 10 times)")
        );
    }
}
