//! Which entry a record concerns, and what follows.

use std::rc::Rc;

use super::claim::Claim;
use super::compare::difference;
use super::cue::Cue;
use super::dates;
use super::gate::{self, Stance};
use super::index::Index;
use super::known::{Known, objects, unnamed};
use super::place::{Place, place};
use super::reading::Reading;
use super::readings::Readings;
use super::recurrence::Recurrence;
use super::remainder::told_anew;
use super::{Rules, Verdict};
use crate::distill::change::What;
use crate::distill::{Board, Change};
use crate::inject::words::is_constraint;
use crate::sediment::{EntryId, Section};
use crate::stream::Record;
use crate::time::Day;

/// Matches records against the board; keeps an index of its entries.
#[derive(Debug)]
pub struct Matcher<'r> {
    pub(super) rules: &'r Rules,
    pub(super) index: Index,
    pub(super) met: Recurrence,
    pub(super) readings: Readings,
    /// The day on which it was last looked which entries say one thing.
    pub(super) settled: Option<Day>,
}

impl<'r> Matcher<'r> {
    /// Indexes the living entries of the board (and the values of those that left).
    pub fn new(rules: &'r Rules, board: &Board) -> Self {
        let readings = Readings::default();
        let index = Index::new(board, &rules.lexicon, &readings);
        Self { rules, index, met: Recurrence::default(), readings, settled: None }
    }

    /// Takes in what happened to the board; to be called after each change that is applied.
    pub fn follow(&mut self, board: &Board) {
        self.index.follow(board, &self.rules.lexicon, &self.readings);
    }

    /// Reads a text, unless it was read lately.
    pub(super) fn read(&self, text: &str) -> Rc<Reading> {
        self.readings.of(text, &self.rules.lexicon)
    }

    /// What follows from a record, given the board as it is now. Records come oldest first
    /// (day, then file order), except those that arrive late in a later run.
    pub fn consider(&mut self, record: &Record, board: &Board) -> Verdict {
        self.follow(board);
        self.index.look_again();
        let left = |why: String| Verdict { changes: Vec::new(), left_out: Some(why) };
        if let Some(verdict) = self.recurring(record) {
            return verdict;
        }
        let mut claim = match self.claim(record) {
            Ok(claim) => claim,
            Err(why) => return left(why),
        };
        if let Some(why) = self.blocked(&claim, board).or_else(|| self.unconfirmed(&mut claim)) {
            return left(why);
        }
        let verdict = self.each(&claim, board).unwrap_or_else(|| self.whole(&claim, board));
        self.index.hear(&claim.said, claim.day());
        verdict
    }

    /// What follows from a claim as one.
    fn whole(&self, claim: &Claim<'_>, board: &Board) -> Verdict {
        let mut verdict = self.decide(claim, board);
        self.doubt(claim, &mut verdict, board);
        verdict
    }

    /// What follows from each statement of a claim by itself, when one of them concerns an entry, and no two the same.
    fn each(&self, claim: &Claim<'_>, board: &Board) -> Option<Verdict> {
        let r = &claim.reading;
        if r.head == r.words.len() || claim.topic.is_some() || claim.names_entry() {
            return None;
        }
        let statements = r.statements();
        if statements.len() < 2 {
            return None;
        }
        let (mut verdict, mut concerned, mut new) = (Verdict::default(), Vec::new(), 0);
        for statement in &statements {
            let part = self.part(claim, statement);
            let of_part = self.whole(&part, board);
            // `Production office here.` again is no restatement of all that was said behind it.
            let seen = |change: &Change| matches!(change.what, What::Seen { fuller: None, .. });
            let idle = !r.tells(statement) || self.index.remarks.are(r, statement);
            if idle && !of_part.changes.is_empty() && of_part.changes.iter().all(seen) {
                continue;
            }
            new += usize::from(matches!(of_part.changes.first(), Some(Change { what: What::Add { .. }, .. })));
            for id in of_part.changes.iter().filter_map(|change| change.what.entry()) {
                if concerned.contains(id) {
                    return None;
                }
            }
            concerned.extend(of_part.changes.iter().filter_map(|change| change.what.entry().cloned()));
            verdict.changes.extend(of_part.changes);
            verdict.left_out = verdict.left_out.or(of_part.left_out);
        }
        verdict.left_out = verdict.left_out.filter(|_| verdict.changes.is_empty());
        (new < statements.len()).then_some(verdict)
    }

    /// One statement of a claim.
    fn part<'a>(&self, claim: &Claim<'a>, statement: &std::ops::Range<usize>) -> Claim<'a> {
        let reading = self.read(claim.reading.shown(statement.clone()));
        let mut fields = claim.fields.clone();
        if claim.record.fields.get("until").is_none() && dates::until(&reading, claim.day()).is_none() {
            fields.remove("until");
        }
        let objects = objects(&reading, &claim.record.fields, None);
        let said = self.index.said(&reading);
        let things = self.index.things(&reading);
        let about = unnamed(&objects, &reading);
        Claim { reading, fields, objects, about, topic: None, said, things, ..*claim }
    }

    /// What comes from the web or a tool waits for a second source, and is never a preference of the user.
    fn unconfirmed(&mut self, claim: &mut Claim<'_>) -> Option<String> {
        let origin = claim.fields.get("origin").filter(|_| self.rules.governance)?.to_owned();
        let sources = self.met.sources(claim.reading.norm, &origin);
        let kind = origin.to_lowercase();
        if !["web", "tool"].iter().any(|k| kind.starts_with(k)) {
            return None;
        }
        if sources < 2 {
            return Some(format!("from `{origin}`, without a second source"));
        }
        if claim.section == Section::Preferences {
            claim.section = Section::Context;
        }
        None
    }

    /// A new entry that may contradict an old one of the same place: both stand, the older one marked.
    fn doubt(&self, claim: &Claim<'_>, verdict: &mut Verdict, board: &Board) {
        let [Change { what: What::Add { section, text, .. }, .. }] = verdict.changes.as_slice() else { return };
        if !self.rules.similarity || claim.topic.is_some() {
            return;
        }
        let r = &claim.reading;
        let doubtful = self.index.beginning(r).take(24).find(|known| {
            let common = super::compare::shared(&r.content, &known.reading.content);
            let all = r.content.len() + known.reading.content.len() - common;
            let near = known.section == claim.section && known.stated <= claim.day() && common * 4 >= all;
            if !near || !self.may_meet(claim, known) {
                return false;
            }
            let Some(d) = difference(r, &known.reading) else { return false };
            !self.tells_apart(claim, known, &d)
                && place(r, &known.reading, &d, claim.section, &self.rules.lexicon) == Place::Unclear
        });
        let doubtful = doubtful.map(|known| (known, "the same but for one place".to_owned()));
        let Some((older, why)) = doubtful.or_else(|| self.doubtful_by_meaning(claim)) else { return };
        let newer = board.new_id(*section, text, Some(&claim.record.id));
        let why = format!("may contradict {}: {why}", older.id);
        let change = claim.change(What::Conflict { older: older.id.clone(), newer }, why);
        verdict.changes.push(change);
    }

    /// The claim of a record, or why it has none.
    fn claim<'a>(&mut self, record: &'a Record) -> Result<Claim<'a>, String> {
        let rules = self.rules;
        let Some((kind, settings)) = rules.kind(&record.kind) else {
            return Err(format!("kind `{}` stays in the stream", record.kind));
        };
        let section = settings.section.as_deref().and_then(Section::of);
        let Some(mut section) = section else {
            return Err(format!("kind `{kind}` stays in the stream"));
        };
        let reading = self.read(&record.statement());
        let stance = match section {
            Section::Lessons | Section::Procedures => Stance::Lesson,
            Section::Decisions => Stance::Rule,
            _ if kind == "Constraint" => Stance::Rule,
            _ => Stance::Statement,
        };
        let mut fields = record.fields.clone();
        let until = || {
            let meets = || dates::appointment(&reading, record.day).filter(|_| stance == Stance::Statement);
            dates::until(&reading, record.day).or_else(meets)
        };
        if fields.get("until").is_none()
            && let Some(until) = until()
        {
            fields.set("until", until.to_string());
        }
        let (topic, lasts) = (record.fields.slot(), fields.get("until").is_some());
        if let Some(why) = gate::reason(&reading, &record.body, stance, topic.is_some(), lasts) {
            return Err(why);
        }
        let reading = match dates::resolved(&reading, record.day) {
            Some(text) => self.read(&text),
            None => reading,
        };
        if matches!(kind, "Fact" | "Correction") && section == Section::Context && reading.has(Cue::Preference) {
            section = Section::Preferences;
        }
        let correction = kind == "Correction" || reading.corrects();
        let objects = objects(&reading, &record.fields, topic.as_deref());
        if kind == "Constraint" && section == Section::Preferences && !is_constraint(&reading.text) {
            // Its wording does not say so.
            fields.set("kind", "constraint");
        }
        if settings.private {
            // The entry bears it, so that it is never sent to a model either.
            fields.set("origin", "private");
        }
        let said = self.index.cut(&reading);
        let things = self.index.things(&reading);
        let about = unnamed(&objects, &reading);
        Ok(Claim { record, section, correction, topic, reading, objects, about, fields, said, things })
    }

    /// The steps of the matching: the first that recognises what a claim concerns decides. What says plainly what it
    /// concerns comes first, then what tells of a change by its words, then what only differs from an entry.
    const STEPS: [Step<'r>; 19] = [
        Self::by_topic,       // a topic is one slot, whatever the words
        Self::by_wording,     // the same words, now or in the past
        Self::by_phrasing,    // words that meant the same as the entry's again and again
        Self::by_sense,       // the same but for synonyms and the order of adverbs
        Self::by_withdrawal,  // takes something back: `The rule for X is withdrawn`
        Self::by_ending,      // a thing is over: `The guitar lessons have ended`
        Self::by_naming,      // names the old value: `no longer OLD; from now on NEW`
        Self::by_switch,      // names the new value only: `We switched to Zulip for chat`
        Self::by_polarity,    // the same but for a negation, or an opposite: `enabled`, `disabled`
        Self::by_permission,  // allows what was forbidden, or the other way round
        Self::by_order,       // the same the other way round: `tea over coffee`
        Self::by_frame,       // the same subject and relation: `Ana lives in Porto`
        Self::by_place,       // the same but for one place, which holds one value
        Self::by_none,        // there is none of what there was: `no cache at all`
        Self::by_correction,  // the right value: `8 nodes, not 6`
        Self::by_shift,       // a verb of altering: `The quota was raised to 8 GB`
        Self::by_alternative, // a value that took the place of the entry's before
        Self::by_paraphrase,  // the same subject, aspect and value in other words
        Self::by_meaning,     // near in meaning, by an embedding model
    ];

    /// What follows from a claim, or a statement of one.
    fn decide(&self, claim: &Claim<'_>, board: &Board) -> Verdict {
        // Who names an entry means the whole of it.
        if let Some(Ok(mut changes)) = self.by_reference(claim) {
            self.sweep(claim, &mut changes);
            return Verdict { changes, left_out: None };
        }
        match self.or_succession(claim, board, Self::STEPS.iter().find_map(|step| step(self, claim))) {
            Some(Ok(mut changes)) => {
                self.sweep(claim, &mut changes);
                Verdict { changes: self.spared(claim, changes, board), left_out: None }
            }
            Some(Err(why)) => Verdict { changes: Vec::new(), left_out: Some(why) },
            None => Verdict { changes: vec![claim.add(Self::why_new(claim))], left_out: None },
        }
    }

    /// `replaces`, `ends` and `ref` name an entry, or a record on which one rests.
    fn by_reference(&self, claim: &Claim<'_>) -> Decision {
        for (key, ends) in [("ends", true), ("replaces", false), ("ref", false)] {
            let Some(value) = claim.fields.get(key) else { continue };
            if key == "ref" && !claim.correction {
                continue;
            }
            let Some(entry) = self.referred(value) else { continue };
            if !ends {
                return Some(Ok(vec![claim.update(entry, &claim.reading.text, format!("`{key}:: {value}`"))]));
            }
            let mut changes = vec![claim.remove(entry, format!("`ends:: {value}`"), "ended")];
            if !self.is_hollow(claim, entry) {
                changes.push(claim.add(format!("`ends:: {value}`, and says more")));
            }
            return Some(Ok(changes));
        }
        None
    }

    /// The entry behind `^k3f9`, `k3f9`, `2025-03-14#k7q2m9` or a shortened record id.
    pub(super) fn referred(&self, value: &str) -> Option<&Known> {
        let value = value.trim().trim_start_matches('^');
        if let Some(entry) = self.index.get(&EntryId(value.into())) {
            return Some(entry);
        }
        let (day, hash) = value.split_once('#').unwrap_or(("", value));
        if hash.len() < 3 {
            return None;
        }
        let fits = |r: &crate::stream::RecordId| {
            let shown = r.to_string();
            let (of, rest) = shown.split_once('#').unwrap_or(("", ""));
            rest.starts_with(hash) && of.ends_with(day)
        };
        let mut found: Vec<&EntryId> = self.index.resting_on(fits).collect();
        found.sort_unstable();
        found.dedup();
        found.retain(|id| self.index.get(id).is_some());
        match found.as_slice() {
            [id] => self.index.get(id),
            _ => None,
        }
    }

    /// The same words, now or in the past.
    fn by_wording(&self, claim: &Claim<'_>) -> Decision {
        let worded = self.index.worded(claim.reading.norm);
        if let Some(same) = worded.filter(|k| self.begins_so(claim, k, false)).find(|k| self.may_meet(claim, k)) {
            let k = &same.reading;
            if k.text != claim.reading.text && told_anew(k, &(k.head..k.words.len()), &claim.reading) {
                let why = "the same, with another value behind it";
                return Some(Ok(vec![claim.update(same, &claim.reading.text, why)]));
            }
            let more = self.says_more(claim, same).then(|| claim.reading.text.clone());
            let what = What::Seen { id: same.id.clone(), fuller: more };
            return Some(Ok(vec![claim.change(what, "stated again")]));
        }
        let mut past = self.index.once(claim.reading.norm).filter(|k| self.begins_so(claim, k, true));
        let once = past.find(|k| self.may_meet(claim, k))?;
        if once.reading.negated == claim.reading.negated && self.same_value(claim, once) {
            return Some(Ok(vec![claim.seen(once, "said before in these words, of the same value")]));
        }
        let why = "back to an earlier value".to_owned();
        if let Some(d) = difference(&claim.reading, &once.reading) {
            return Some(Ok(self.replaced(claim, once, d.old, d.new, &[], why)));
        }
        Some(Ok(vec![claim.update(once, &claim.reading.text, why)]))
    }

    /// The same but for a negation, or an opposite.
    fn by_polarity(&self, claim: &Claim<'_>) -> Decision {
        let r = &claim.reading;
        let fits = |k: &&Known| r.bare != 0 && self.begins_so(claim, k, false) && self.may_meet(claim, k);
        let found = self.index.bare(r.bare).find(fits)?;
        if found.reading.negated == r.negated {
            return Some(Ok(vec![claim.seen(found, "the same in other words")]));
        }
        Some(Ok(vec![claim.update(found, &r.text, "the same, negated")]))
    }
}

/// What a step of the matching decided: changes, or why the record is left out; nothing, when the next step shall look.
pub(super) type Decision = Option<Result<Vec<Change>, String>>;

/// A step of the matching.
type Step<'r> = fn(&Matcher<'r>, &Claim<'_>) -> Decision;
