//! `alluvium session`: keep the running summary of a conversation.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::trim::{ShapeName, read_input};
use super::{Context, Ui};
use crate::chat::import::Rules;
use crate::chat::list;
use crate::chat::session::gist::Gist;
use crate::chat::session::{self, Sheet, composed, talk};
use crate::error::{Ended, Error, Result};
use crate::memory::{Memory, files};
use crate::model::{self, Usage, usage};
use crate::stream::append::{NewRecord, Options, append};
use crate::stream::clean;
use crate::stream::redact::Redactor;

/// Keep the running summary of a conversation
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  alluvium session update chat-1 < messages.json
  alluvium session show chat-1
  alluvium session end chat-1")]
pub struct Session {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    /// Read the messages of a conversation and bring its summary up to date, every few rounds
    Update {
        /// The conversation
        id: String,
        /// The messages, all of them so far [default: standard input]
        #[arg(value_name = "FILE")]
        file: Option<PathBuf>,
        /// Summarise whatever is new, however few rounds it is
        #[arg(long)]
        now: bool,
        /// Summarise by rules, whatever `distill.engine` says
        #[arg(long, conflicts_with = "llm")]
        rules: bool,
        /// Summarise by the configured model
        #[arg(long)]
        llm: bool,
        /// The shape of the messages [default: recognised]
        #[arg(long, value_name = "SHAPE")]
        shape: Option<ShapeName>,
    },
    /// Print the summary of a conversation
    Show {
        /// The conversation
        id: String,
    },
    /// List the conversations
    List,
    /// Record the summary of a conversation that is over
    End {
        /// The conversation
        id: String,
    },
}

impl Session {
    /// Runs the command.
    pub fn run(self, context: &Context, ui: &mut Ui) -> Result<Ended> {
        let memory = context.memory_to_show(ui)?;
        match self.action {
            Action::Update { id, file, now, rules, llm, shape } => {
                session::file(&memory, &id)?;
                let (name, source) = read_input(file.as_deref())?;
                let list = list::read(&source)
                    .map_err(|reason| Error::new(format!("cannot read the messages in {name}: {reason}")))?;
                if let Some(reason) = &list.torn {
                    ui.warn(&format!("the last line is cut off ({reason}); left out"));
                }
                let talk = talk::talk(&list, shape.map(Into::into));
                let by_model = llm || !rules && memory.settings.distill.engine == "llm";
                update(&memory, context, &id, &talk, How { now, by_model }, ui)?;
            }
            Action::Show { id } => {
                let sheet = known(&memory, &id)?;
                if ui.wants_json() {
                    ui.json(&json(&id, &sheet, true))?;
                } else {
                    ui.line(sheet.body.trim_end())?;
                }
            }
            Action::List => show_all(&memory, ui)?,
            Action::End { id } => end(&memory, context, &id, ui)?,
        }
        Ok(Ended::Done)
    }
}

fn known(memory: &Memory, id: &str) -> Result<Sheet> {
    session::read(memory, id)?.ok_or_else(|| {
        Error::new(format!("there is no session `{id}`")).hint("`alluvium session list` names those that there are")
    })
}

fn json(id: &str, sheet: &Sheet, whole: bool) -> serde_json::Value {
    let mut value = serde_json::json!({
        "id": id, "version": sheet.version, "end": sheet.end, "rounds": sheet.rounds,
        "updated": sheet.updated, "ended": sheet.ended,
    });
    if whole {
        value["summary"] = sheet.body.trim_end().into();
    }
    value
}

fn show_all(memory: &Memory, ui: &mut Ui) -> Result<()> {
    let mut sheets = Vec::new();
    for id in session::list(memory)? {
        match session::read(memory, &id) {
            Ok(Some(sheet)) => sheets.push((id, sheet)),
            Ok(None) => {}
            Err(error) => ui.warn(&error.to_string()),
        }
    }
    if ui.wants_json() {
        return ui.json(&sheets.iter().map(|(id, sheet)| json(id, sheet, false)).collect::<Vec<_>>());
    }
    for (id, sheet) in sheets {
        let ended = sheet.ended.map_or(String::new(), |day| format!(", ended {day}"));
        ui.line(&format!("{id}: {}, version {}, {}{ended}", rounds(sheet.rounds), sheet.version, sheet.updated))?;
    }
    Ok(())
}

/// How to update.
#[derive(Debug, Clone, Copy)]
struct How {
    now: bool,
    by_model: bool,
}

fn update(memory: &Memory, context: &Context, id: &str, talk: &[talk::Talk], how: How, ui: &mut Ui) -> Result<()> {
    let path = session::file(memory, id)?;
    let before = session::read(memory, id)?;
    let old = before.clone().unwrap_or_default();
    let rewritten = old.end > talk.len() || old.end > 0 && talk::digest(&talk[..old.end]) != old.digest;
    if rewritten {
        ui.warn(&format!(
            "the conversation is not the one that session `{id}` has read; it is read again from its beginning"
        ));
    }
    let start = if rewritten { 0 } else { old.end };
    let new = talk::rounds(&talk[start..]);
    if new == 0 || new < memory.settings.session.rounds && !how.now && !rewritten {
        return if ui.wants_json() { ui.json(&json(id, &old, true)) } else { Ok(()) };
    }
    let gist = Gist::read(&old.body);
    let gist = if rewritten { gist.again() } else { gist };
    let new = fit_to_keep(memory, &talk[start..], ui)?;
    let composed = if how.by_model { by_model(memory, context, &gist, &new, ui)? } else { None };
    let gist = match composed {
        Some(gist) => gist,
        None => by_rules(memory, gist, &new)?,
    };
    let body = clean::clean(&gist.print(memory.settings.session.tokens)).into_owned();
    let moment = context.clock(memory)?.now()?;
    let sheet = Sheet {
        version: old.version + 1,
        end: talk.len(),
        rounds: talk::rounds(talk),
        updated: moment.utc.with_timezone(&moment.offset).to_rfc3339_opts(chrono::SecondsFormat::Secs, false),
        digest: talk::digest(talk),
        ended: None,
        others: old.others,
        body,
    };
    let lock = memory.lock_stream()?;
    if session::read(memory, id)? != before {
        return Err(Error::busy(format!("session `{id}` was updated meanwhile")).hint("run the command again"));
    }
    files::replace(&path, sheet.to_string().as_bytes())?;
    drop(lock);
    if ui.wants_json() {
        return ui.json(&json(id, &sheet, true));
    }
    ui.status(&format!("session `{id}`: version {}, {}", sheet.version, rounds(sheet.rounds)));
    Ok(())
}

/// What was said without secrets and without characters that hide something, as `add` would keep it.
fn fit_to_keep(memory: &Memory, talk: &[talk::Talk], ui: &mut Ui) -> Result<Vec<talk::Talk>> {
    let redactor = Redactor::of(memory)?;
    let mut rules = BTreeSet::new();
    let mut kept = Vec::with_capacity(talk.len());
    for one in talk {
        let (text, fired) = redactor.redact(&clean::clean(&one.text))?;
        rules.extend(fired);
        kept.push(talk::Talk { role: one.role, text });
    }
    rules.iter().for_each(|rule| ui.warn(&format!("a secret was replaced by `[redacted:{rule}]`")));
    Ok(kept)
}

fn by_rules(memory: &Memory, mut gist: Gist, talk: &[talk::Talk]) -> Result<Gist> {
    let template = memory.root.join("templates/import.toml");
    let own = files::read(&template)?.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let rules = Rules::read(own.as_deref().map(|text| (memory.shown(&template), text)))?;
    gist.merge(talk, &rules);
    Ok(gist)
}

/// The summary by the model; none when it failed, which is told: rules take its place.
fn by_model(memory: &Memory, context: &Context, gist: &Gist, talk: &[talk::Talk], ui: &mut Ui) -> Result<Option<Gist>> {
    let model = model::open(memory, &context.env)?;
    let template = composed::template(memory)?;
    let mut used = Usage::default();
    let merged = composed::merge(gist, talk, memory, model.as_ref(), &template, &mut used);
    usage::note(memory, &context.clock(memory)?.now()?, "session", &model.name(), used)?;
    match merged {
        Ok(gist) => Ok(Some(gist)),
        Err(failure) => {
            ui.warn(&format!("{}; summarised by rules", failure.error));
            Ok(None)
        }
    }
}

fn end(memory: &Memory, context: &Context, id: &str, ui: &mut Ui) -> Result<()> {
    let mut sheet = known(memory, id)?;
    if sheet.ended.is_some() {
        return if ui.wants_json() { ui.json(&serde_json::json!({ "id": null })) } else { Ok(()) };
    }
    let clock = context.clock(memory)?;
    let lines = sheet.body.lines().filter(|line| !line.trim().is_empty());
    let body: Vec<String> =
        lines.map(|line| line.strip_prefix("## ").map_or(line.to_owned(), |h| format!("{h}:"))).collect();
    let record = NewRecord {
        kind: "Summary".into(),
        text: format!("Conversation `{id}`, {}.\n{}", rounds(sheet.rounds), body.join("\n")),
        fields: crate::stream::Fields(vec![("origin".into(), format!("session/{id}"))]),
        ..NewRecord::default()
    };
    let options = Options { if_new: true, ..Options::default() };
    let appended = append(memory, &clock, &[record], options)?;
    sheet.ended = Some(clock.now()?.day.to_string());
    files::replace(&session::file(memory, id)?, sheet.to_string().as_bytes())?;
    for one in &appended {
        one.warnings.iter().for_each(|text| ui.warn(text));
        if ui.wants_json() {
            ui.json(&serde_json::json!({ "id": one.id.to_string() }))?;
        } else {
            ui.line(&one.id.to_string())?;
        }
    }
    Ok(())
}

fn rounds(n: usize) -> String {
    format!("{n} round{}", if n == 1 { "" } else { "s" })
}
