//! `alluvium hook`: answer an agent host's hook event.

use std::fs::File;
use std::io::{BufRead as _, ErrorKind, IsTerminal as _, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use super::{Context, Ui};
use crate::chat::host::event::{self, Around};
use crate::chat::host::{Event, Heard, Host, Moment, heard, reply, turn};
use crate::chat::import::{Format, Rules, Said, When, Who, statements};
use crate::env::Env;
use crate::error::{Ended, Error, Result};
use crate::inject::{Request, inject};
use crate::memory::trust::Trusted;
use crate::memory::{Memory, files};
use crate::stream::append::{Options, append, check};
use crate::time::{Clock, Now};

/// Answer an agent host's hook event
///
/// Reads the event from standard input. When a session starts, and after compaction, it prints the
/// context in the one shape that the host accepts; when a turn or a session ends, it records what the
/// user stated. It always ends with exit code 0, and does nothing where `ALLUVIUM_HOOKS=0` is set.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  alluvium hook claude < event.json              what `alluvium install claude` runs
  alluvium hook copilot --event sessionStart     for hosts that do not name the event
  ALLUVIUM_HOOKS=0 claude -p \"…\"                 a session without memory")]
pub struct Hook {
    /// claude, codex, gemini, cursor, copilot or goose
    #[arg(value_name = "HOST")]
    host: String,
    /// The event [default: the one that the input names]
    #[arg(long, value_name = "NAME")]
    event: Option<String>,
}

/// No event is larger than this, in bytes.
const LARGEST_EVENT: usize = 16 << 20;

/// Where goose reads its context from, in the memory's cache folder.
pub(super) const GOOSE_FILE: &str = "goose.md";

impl Hook {
    /// Runs the command. Whatever goes wrong is said on standard error and no more: hosts take a
    /// failing hook for a reason to stop.
    pub fn run(self, context: &Context, ui: &mut Ui) -> Result<Ended> {
        // A model that this program asks may be an agent with hooks; it must not remember being asked.
        let asked = context.env.get(crate::model::INSIDE).is_some();
        if context.env.get("ALLUVIUM_HOOKS") != Some("0")
            && !asked
            && let Err(error) = self.answer(context, ui)
        {
            ui.error(&error);
        }
        ui.finish_or_drop();
        Ok(Ended::Done)
    }

    fn answer(&self, context: &Context, ui: &mut Ui) -> Result<()> {
        let Some(told) = Host::of(&self.host) else {
            let names: Vec<&str> = Host::ALL.iter().map(|host| host.name()).collect();
            return Err(
                Error::usage(format!("unknown host `{}`", self.host)).hint(format!("one of {}", names.join(", ")))
            );
        };
        let env = &context.env;
        let around = Around { claude: env.get("CLAUDECODE").is_some(), copilot: env.get("COPILOT_CLI").is_some() };
        let input = input();
        let Some(event) = Event::read(told, self.event.as_deref(), &input, around) else {
            return if event::is_object(&input) {
                Ok(())
            } else {
                Err(Error::new("cannot read the event: it is no JSON object"))
            };
        };

        let mut context = context.clone();
        if let Some(folder) = event.folder.as_ref().filter(|folder| folder.is_absolute() && folder.is_dir()) {
            context.env.cwd.clone_from(folder);
        }
        let mut memory = context.memory()?;
        if !Trusted::allows(&memory, &context.env)? {
            return Err(Error::new(format!("hooks may not use `{}`, which was found here", memory.home.display()))
                .hint("if it is yours: `alluvium trust`"));
        }
        // Some hosts give the end of a session a second.
        memory.settings.stream.lock_seconds = memory.settings.stream.lock_seconds.min(1);
        let clock = context.clock(&memory)?;
        let now = clock.now()?;
        match hear(&memory, &event, &now) {
            Hearing::Twice => Ok(()),
            Hearing::Inject => provide(&memory, &event, &now, ui),
            Hearing::Record => record(&memory, &event, &clock, &context.env),
        }
    }
}

/// The event as text. An input that breaks off is what has been read of it; one that stays open behind
/// the event is not waited for.
fn input() -> String {
    let mut bytes = Vec::new();
    let stdin = std::io::stdin();
    if !stdin.is_terminal() {
        let mut stdin = stdin.lock();
        while bytes.len() < LARGEST_EVENT && !is_whole(&bytes) {
            let read = match stdin.fill_buf() {
                Ok(part) => {
                    bytes.extend_from_slice(part);
                    part.len()
                }
                Err(e) if e.kind() == ErrorKind::Interrupted => continue,
                Err(_) => 0,
            };
            if read == 0 {
                break;
            }
            stdin.consume(read);
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Whether some bytes are a whole object.
fn is_whole(bytes: &[u8]) -> bool {
    bytes.trim_ascii_end().ends_with(b"}") && serde_json::from_slice::<serde::de::IgnoredAny>(bytes).is_ok()
}

/// What an event asks for.
enum Hearing {
    /// Nothing, or nothing any more.
    Twice,
    Inject,
    Record,
}

/// Notes the event, so that it is answered once. Where nothing can be noted, it is answered all the same.
fn hear(memory: &Memory, event: &Event, now: &Now) -> Hearing {
    let _lock = memory.lock_hooks();
    let mut heard = heard_of(memory).unwrap_or_default();
    let session = event.session.as_deref().unwrap_or_default();
    let at = now.utc.timestamp();
    let moment = format!("{:?}", event.moment);
    let compacted = heard::key(&["compacted", session]);
    let hearing = match event.moment {
        // Without a session, two events cannot be told apart. What is recorded is known by what it says;
        // two short turns may well end within seconds.
        Moment::Start | Moment::Prompt
            if !session.is_empty()
                && !heard.event(heard::key(&[session, &moment, event.source.as_deref().unwrap_or_default()]), at) =>
        {
            return Hearing::Twice;
        }
        Moment::Start => {
            heard.forget(compacted);
            Hearing::Inject
        }
        // Only hosts that do not start the session over after compaction need the context here.
        Moment::Prompt if heard.has(compacted) => {
            heard.forget(compacted);
            Hearing::Inject
        }
        Moment::Prompt => return Hearing::Twice,
        Moment::Compact => {
            heard.once(compacted, at);
            Hearing::Record
        }
        Moment::Stop | Moment::Compacted | Moment::End => Hearing::Record,
    };
    let _ = files::replace(&cache(memory), heard.text().as_bytes());
    hearing
}

/// Hands the context to the host.
fn provide(memory: &Memory, event: &Event, now: &Now, ui: &mut Ui) -> Result<()> {
    super::forget::finish_waiting(memory, now, ui)?;
    let request = Request { host: Some(event.host.name().to_owned()), ..Request::default() };
    let injected = inject(memory, &request, now)?;
    let text = &injected.context.text;
    if event.host == Host::Goose {
        return files::replace(&memory.cache_dir().join(GOOSE_FILE), text.as_bytes()).map(drop);
    }
    reply(event, text).map_or(Ok(()), |line| ui.answer(&line))
}

/// Records what the user stated in the last turn, and the gist of a compacted conversation.
fn record(memory: &Memory, event: &Event, clock: &Clock, env: &Env) -> Result<()> {
    let (mut said, format) = match (&event.summary, &event.transcript) {
        (Some(gist), _) => {
            let format = event.host.transcript().unwrap_or(Format::Chat);
            (Said::new(Who::Summary, gist.clone(), When::At(clock.now()?.utc.fixed_offset())), format)
        }
        (None, Some(path)) => match last_said(&expand(path, env), event.host)? {
            Some(found) => found,
            None => return Ok(()),
        },
        (None, None) => return Ok(()),
    };
    said.session = said.session.or_else(|| event.session.clone());
    let template = memory.template("import.toml")?;
    let rules = Rules::read(template.as_ref().map(|(path, text)| (memory.shown(path), text.as_str())))?;
    let mut records = Vec::new();
    for statement in statements(&said, format, &rules) {
        let record = statement.record(clock)?;
        if check(&record, &memory.settings).is_ok() {
            records.push(record);
        }
    }
    let key =
        heard::key(&["said", said.session.as_deref().unwrap_or_default(), &format!("{:?}", said.when), &said.text]);
    // What was recorded once and has been deleted since stays deleted.
    if records.is_empty() || heard_of(memory)?.has(key) {
        return Ok(());
    }
    append(memory, clock, &records, Options { if_new: true, ..Options::default() })?;
    let _lock = memory.lock_hooks()?;
    let mut heard = heard_of(memory)?;
    heard.once(key, clock.now()?.utc.timestamp());
    files::replace(&cache(memory), heard.text().as_bytes()).map(drop)
}

/// Where what was heard is noted.
fn cache(memory: &Memory) -> PathBuf {
    memory.cache_dir().join("hooks")
}

fn heard_of(memory: &Memory) -> Result<Heard> {
    let text = files::read(&cache(memory))?.unwrap_or_default();
    Ok(Heard::read(&String::from_utf8_lossy(&text)))
}

/// The last words of the user, from the end of a transcript.
fn last_said(path: &Path, host: Host) -> Result<Option<(Said, Format)>> {
    let failed = |e| Error::io("read", path, e);
    let mut file = match File::open(path) {
        Ok(file) => file,
        // Some hosts name the transcript before they write it.
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(None),
        Err(e) => return Err(failed(e)),
    };
    let length = file.metadata().map_err(failed)?.len();
    let from = length.saturating_sub(turn::TAIL_BYTES);
    file.seek(SeekFrom::Start(from)).map_err(failed)?;
    let mut tail = Vec::new();
    file.take(turn::TAIL_BYTES).read_to_end(&mut tail).map_err(failed)?;
    let Some(format) = host.transcript().or_else(|| Format::recognise(path, &tail)) else { return Ok(None) };
    Ok(turn::last_said(&tail, format, from > 0).map(|said| (said, format)))
}

/// A path that may begin with `~/`.
fn expand(path: &Path, env: &Env) -> PathBuf {
    match (path.strip_prefix("~"), env.home()) {
        (Ok(rest), Some(home)) => home.join(rest),
        _ => env.cwd.join(path),
    }
}
