//! `alluvium forget`: erase something everywhere.

use std::collections::BTreeSet;

use super::{Context, Ui};
use crate::care::forget::{self, Hit, Left, Needle, Needles, Plan, Wanted};
use crate::error::{Ended, Error, ErrorKind, Result};
use crate::memory::Memory;
use crate::time::{Now, parse_days};

/// Erase something everywhere: stream, sediment, history, archive, sessions, profile and caches
///
/// Shows what it will erase and asks. Texts are literal, nothing is fuzzy; several conditions must all
/// hold. A text is looked for in names as well. Afterwards every byte below the folder and every git object is searched, and what is left is
/// named with the command that removes it there (exit code 1). What was forgotten does not come back by
/// a merge or by importing again: its ids stay in `history/forgotten.md`, without content.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  alluvium forget 2025-03-14#k7q2m9
  alluvium forget ^k3f9 --dry-run
  alluvium forget --match '+49 30 5550100'
  alluvium forget --about acme --yes
  alluvium forget --date 2025-03-01..2025-03-07
  alluvium forget --space acme/ana --all")]
pub struct Forget {
    /// A record such as 2025-03-14#k7q2m9, or an entry such as ^k3f9, with the records behind it
    #[arg(value_name = "ID", conflicts_with_all = ["about", "topic", "matching", "date", "all", "again"])]
    ids: Vec<String>,
    /// Everything that concerns this object
    #[arg(long, value_name = "OBJECT")]
    about: Option<String>,
    /// Everything with this topic, and what lies below it
    #[arg(long, value_name = "TOPIC")]
    topic: Option<String>,
    /// Everything that holds this text, as it is typed
    #[arg(long = "match", id = "matching", value_name = "TEXT", allow_hyphen_values = true)]
    matching: Option<String>,
    /// With --match: the text is a regular expression
    #[arg(long, requires = "matching")]
    regex: bool,
    /// With --match: only what says exactly this and nothing else
    #[arg(long, requires = "matching")]
    whole: bool,
    /// The records of these days, and entries that rest on nothing else
    #[arg(long, value_name = "RANGE", allow_hyphen_values = true)]
    date: Option<String>,
    /// Everything but settings and templates
    #[arg(long, conflicts_with_all = ["about", "topic", "matching", "date", "again"])]
    all: bool,
    /// Erase what came back under an id that was forgotten, as from an old clone
    #[arg(long, conflicts_with_all = ["about", "topic", "matching", "date"])]
    again: bool,
    /// Only show what would be erased
    #[arg(long, conflicts_with = "again")]
    dry_run: bool,
    /// Do not ask
    #[arg(long, short)]
    yes: bool,
}

impl Forget {
    /// Runs the command.
    pub fn run(self, context: &Context, ui: &mut Ui) -> Result<Ended> {
        let nothing = [&self.about, &self.topic, &self.matching, &self.date].iter().all(|f| f.is_none());
        if self.ids.is_empty() && nothing && !self.all && !self.again {
            return Err(
                Error::usage("nothing was named").hint("an id, `--about`, `--topic`, `--match`, `--date` or `--all`")
            );
        }
        for (flag, value) in [("--about", &self.about), ("--topic", &self.topic)] {
            if value.as_ref().is_some_and(|v| v.trim().trim_matches('/').is_empty()) {
                return Err(Error::usage(format!("`{flag}` is empty")).hint("`--all` erases everything"));
            }
        }
        let memory = context.memory()?;
        let now = context.clock(&memory)?.now()?;
        if self.again {
            let n = forget::again(&memory, &now)?;
            if ui.wants_json() {
                ui.json(&serde_json::json!({ "forgotten": n }))?;
            } else {
                ui.status(&format!("{n} had come back and {} erased", if n == 1 { "was" } else { "were" }));
            }
            return Ok(Ended::Done);
        }
        if self.all {
            return self.everything(&memory, &now, ui);
        }
        let wanted = Wanted {
            ids: self.ids.clone(),
            about: self.about.clone(),
            topic: self.topic.clone(),
            needle: self.matching.as_deref().map(|text| Needle::parse(text, self.regex, self.whole)).transpose()?,
            days: self.date.as_deref().map(|text| parse_days(text, now.day)).transpose()?,
        };
        let plan = Plan::make(&memory, &wanted)?;
        if plan.hits.is_empty() {
            let left = forget::left(&memory, &plan.needles)?;
            if !left.is_empty() {
                tell(&left, ui);
                return Err(Error::new("it is in no record, entry or summary, so nothing was forgotten")
                    .hint("what was named is yours to remove"));
            }
            return Err(Error::new("nothing matches, so nothing was forgotten")
                .hint("texts are taken literally; `alluvium search` finds near spellings"));
        }
        if !ui.wants_json() {
            plan.hits.iter().try_for_each(|hit| ui.line(&shown(hit)))?;
        }
        // After it was done, what is left is named anyway.
        let names = if self.yes && !self.dry_run {
            Vec::new()
        } else {
            forget::names_left(&memory, &plan.needles, &plan.renamed)?
        };
        if self.dry_run && ui.wants_json() {
            ui.json(&serde_json::json!({ "hits": plan.hits, "left": names, "dry-run": true }))?;
            return Ok(Ended::Done);
        }
        for name in &names {
            ui.status(&format!("stays: {}; {}", name.place, name.remedy));
        }
        if self.dry_run {
            return Ok(Ended::Done);
        }
        let what = counted(&plan.hits);
        if !self.yes && !ui.confirm(&format!("erase {what} everywhere?"))? {
            return Err(Error::new("nothing was forgotten").hint("answer `y` on a terminal, or give `--yes`"));
        }
        let locks = (memory.lock_distill()?, memory.lock_stream()?);
        let found = Plan::make(&memory, &wanted)?;
        if found.hits != plan.hits {
            return Err(Error::busy("what is to be erased changed meanwhile").hint("look at it again"));
        }
        let changed = forget::erase(&memory, &now, &plan, (&locks.0, &locks.1))?;
        drop(locks);
        let left = forget::left(&memory, &plan.needles)?;
        if ui.wants_json() {
            ui.json(&serde_json::json!({ "hits": plan.hits, "changed": changed, "left": left }))?;
        } else {
            ui.status(&format!("forgot {what}"));
            tell(&left, ui);
        }
        Ok(if left.is_empty() { Ended::Done } else { Ended::Found })
    }

    fn everything(&self, memory: &Memory, now: &Now, ui: &mut Ui) -> Result<Ended> {
        if !ui.wants_json() {
            ui.line(&format!("everything in {}, but for settings and templates", memory.root.display()))?;
        }
        if self.dry_run {
            if ui.wants_json() {
                ui.json(&serde_json::json!({ "all": true, "dry-run": true }))?;
            }
            return Ok(Ended::Done);
        }
        if !self.yes && !ui.confirm("erase all of it?")? {
            return Err(Error::new("nothing was forgotten").hint("answer `y` on a terminal, or give `--yes`"));
        }
        let locks = (memory.lock_distill()?, memory.lock_stream()?);
        let needles = Needles::of_all(memory)?;
        forget::erase_all(memory, now, (&locks.0, &locks.1))?;
        drop(locks);
        let left = forget::left_of_all(memory, &needles)?;
        if ui.wants_json() {
            ui.json(&serde_json::json!({ "all": true, "left": left }))?;
        } else {
            ui.status("forgot everything");
            tell(&left, ui);
        }
        Ok(if left.is_empty() { Ended::Done } else { Ended::Found })
    }
}

fn shown(hit: &Hit) -> String {
    if let ("name", Some(new)) = (hit.sort, &hit.keeps) {
        return format!("name {}: becomes {new}", hit.path.display());
    }
    let id = match (&hit.id, hit.sort) {
        (Some(id), _) => format!(" {id}"),
        (None, "line") => String::new(),
        (None, _) => " (no id)".to_owned(),
    };
    let place = if hit.line == 0 { "history".to_owned() } else { format!("{}:{}", hit.path.display(), hit.line) };
    let keeps = hit.keeps.as_ref().map(|rest| format!("\n  keeps: {rest}")).unwrap_or_default();
    format!("{}{id} {place}: {}{keeps}", hit.sort, hit.text)
}

/// How many of each sort. A record that stands in stream and archive is one.
fn counted(hits: &[Hit]) -> String {
    let of = |sort: &'static str| hits.iter().filter(move |hit| hit.sort == sort);
    let records: BTreeSet<_> = of("record").map(|hit| &hit.id).collect();
    forget::counted(&[
        (records.len(), "record", "records"),
        (of("entry").count(), "entry", "entries"),
        (of("line").count(), "line", "lines"),
        (of("name").count(), "name", "names"),
    ])
}

/// Finishes an erasure that was stopped, before anything of what it was to erase is read or shown.
///
/// # Errors
///
/// When that cannot be done: nothing is shown then, since it may be what was to be erased. *Busy* when
/// another process keeps a lock.
pub(super) fn finish_waiting(memory: &Memory, now: &Now, ui: &mut Ui) -> Result<()> {
    match forget::finish(memory, now) {
        Ok(true) => ui.warn("a `forget` was interrupted and is finished now"),
        Ok(false) => {}
        Err(error) => {
            let message = "a `forget` was interrupted and cannot be finished, so nothing is shown";
            let stopped = if error.kind() == ErrorKind::Busy { Error::busy(message) } else { Error::new(message) };
            return Err(stopped.because(error).hint(format!(
                "`alluvium forget --again` finishes it, run by whoever may write `{}`",
                memory.root.display()
            )));
        }
    }
    Ok(())
}

/// Names what is left, each place with what removes it there.
pub(super) fn tell(left: &[Left], ui: &mut Ui) {
    for left in left {
        ui.warn(&format!("still in {}", left.place));
        ui.hint(&left.remedy);
    }
}
