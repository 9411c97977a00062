//! The section of relevant memory: what a search found, as lines, without what other sections show.

use std::collections::HashSet;

use super::line::{Item, LeftOut, Line, Part, Why};
use super::neutral;
use super::plan::Plan;
use super::words::{DENIED, Labels, unconfirmed};
use super::{recent, session};
use crate::history::Weights;
use crate::recall::{Found, Hit, Mark, Ranked, Score};
use crate::stream::{Record, RecordId};
use crate::time::Day;

/// Why something found is not shown here.
const ELSEWHERE: &str = "another section shows it";

/// The lines of what was found, best first. `shown` are the places of what other sections show.
pub fn lines(
    ranked: &Ranked,
    plan: &Plan,
    labels: &Labels<'_>,
    weights: &Weights,
    shown: &[Item],
    left_out: &mut Vec<LeftOut>,
) -> Vec<Item> {
    let places: HashSet<&str> = shown.iter().map(|item| item.place.as_str()).collect();
    let closed = closed(ranked);
    let mut tried: HashSet<&str> = HashSet::new();
    let mut items = Vec::new();
    for hit in &ranked.hits {
        let place = hit.id().unwrap_or_else(|| format!("{}:{}", hit.path.display(), hit.line));
        let repeats = |id: &str| matches!(&hit.found, Found::Record(r) if session::is_summary_of(r, id));
        let told = plan.session.as_deref().is_some_and(repeats) && shown.iter().any(|i| i.part == Part::Session);
        let reason = match &hit.found {
            _ if told || places.contains(place.as_str()) => Some(ELSEWHERE),
            Found::Past { .. } => Some("no longer holds"),
            Found::Record(_) if hit.past.is_some_and(|(mark, _)| mark == Mark::Rejected) => Some("deleted by hand"),
            Found::Record(r) if !plan.recall && (hit.past.is_some() || weights.over.contains(&r.id)) => {
                Some("no longer holds")
            }
            Found::Record(r) if closed.contains(&r.id) && !plan.recall => Some("closed since"),
            // One trial says nothing: what was tried often enough is a procedure.
            Found::Record(r) if r.kind == "Outcome" && !plan.recall => Some("counted in procedures"),
            Found::Record(r) if r.kind == "Outcome" && !tried.insert(once(&r.text)) => Some("said by another trial"),
            _ => None,
        };
        if let Some(reason) = reason {
            let elsewhere = reason == ELSEWHERE;
            left_out.push(LeftOut { place, text: hit.text().to_owned(), reason: reason.to_owned(), elsewhere });
            continue;
        }
        items.push(Item {
            part: Part::Relevant,
            line: line(hit, plan, labels, &closed, weights),
            value: hit.score.total,
            place,
            why: Why::Told(why(hit).into()),
            entry: if let Found::Entry(entry) = &hit.found { entry.id.clone() } else { None },
        });
    }
    items
}

/// The parts of a score.
fn why(hit: &Hit) -> String {
    let Score { similarity, recency, uses, .. } = hit.score;
    let route = hit.terms.iter().find(|(term, _)| term == "route");
    let route = route.map(|(_, lift)| format!(", route {lift:.3}")).unwrap_or_default();
    format!("similarity {similarity:.3}, recency {recency:.3}, uses {uses:.3}{route}")
}

/// How the line of a record begins: its day, unless the citation at its end says it, and its kind, unless
/// that says nothing. What a line does not take leaves room for another one.
fn label(sort: &str, day: Day, cited: bool) -> String {
    let sort = if matches!(sort, "note" | "log") { "" } else { sort };
    match (cited, sort) {
        (true, _) => sort.to_owned(),
        (false, "") => day.to_string(),
        (false, _) => format!("{day} {sort}"),
    }
}

/// An outcome without the number of its trial.
fn once(text: &str) -> &str {
    text.rsplit_once(" (trial ").map_or(text, |(text, _)| text)
}

/// Records among the hits that a later one of them closes or replaces.
fn closed(ranked: &Ranked) -> HashSet<RecordId> {
    let record = |hit: &Hit| if let Found::Record(record) = &hit.found { Some(record.clone()) } else { None };
    let mut records: Vec<Record> = ranked.hits.iter().filter_map(record).collect();
    records.sort_by_key(|r| (r.day, r.source.line));
    recent::closed(&records).into_iter().map(|closed| records[closed.at].id).collect()
}

fn line(hit: &Hit, plan: &Plan, labels: &Labels<'_>, closed: &HashSet<RecordId>, weights: &Weights) -> Line {
    let (sort, label, text, origin) = match &hit.found {
        Found::Record(record) => {
            let sort = record.kind.to_lowercase();
            (
                sort.clone(),
                label(&sort, record.day, plan.cite),
                neutral::joined(&record.text, &record.body),
                record.fields.get("origin"),
            )
        }
        Found::Entry(entry) => {
            let sort = entry.section.key().trim_end_matches('s').to_owned();
            (sort.clone(), labels.of(&sort).to_owned(), entry.text.clone(), entry.fields.get("origin"))
        }
        Found::Past { text, mark, until, .. } => {
            let word = mark.word();
            (word.to_owned(), format!("{}{} (until {until})", word[..1].to_uppercase(), &word[1..]), text.clone(), None)
        }
        Found::Line(text) => ("note".to_owned(), labels.of("note").to_owned(), text.clone(), None),
    };
    Line {
        kind: sort,
        label: neutral::line(&label).into_owned(),
        text: neutral::line(&text).into_owned(),
        notes: unconfirmed(origin).map(str::to_owned).into_iter().chain(stale(hit, closed, weights)).collect(),
        // The record that an entry rests on says when; the id stands for it where no record was found.
        cite: plan.cite.then(|| hit.records.last().map(ToString::to_string).or_else(|| hit.id())).flatten(),
        day: hit.day,
        id: hit.id(),
    }
}

/// The remark on a record that tells of what was: a value replaced, a to-do closed; and on an entry
/// that was judged wrong.
fn stale(hit: &Hit, closed: &HashSet<RecordId>, weights: &Weights) -> Option<String> {
    match (&hit.found, hit.past) {
        (Found::Record(_), Some((mark, since))) => Some(format!("{} {since}", mark.word())),
        (Found::Record(record), None) => closed.contains(&record.id).then(|| "closed since".to_owned()),
        (Found::Entry(entry), _) => {
            let weight = entry.id.as_ref().and_then(|id| weights.entries.get(id));
            weight.filter(|w| w.denied && w.is_of(&entry.text)).map(|_| DENIED.to_owned())
        }
        _ => None,
    }
}
