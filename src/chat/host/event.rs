//! What a hook was told: the host's JSON, with whatever is missing or unknown in it.

use std::path::PathBuf;

use super::Host;
use crate::chat::raw::{Object, string};

/// The moments that mean something to a memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// A session starts, goes on, or starts over after compaction.
    Start,
    /// The user has sent a prompt.
    Prompt,
    /// A turn has ended.
    Stop,
    /// The conversation is about to be compacted.
    Compact,
    /// The conversation was compacted.
    Compacted,
    /// The session ends.
    End,
}

/// An event of a host.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// The host that sent it: mostly the one that was named.
    pub host: Host,
    /// The moment.
    pub moment: Moment,
    /// Its name as the host spells it.
    pub name: String,
    /// The session, by the host's own id.
    pub session: Option<String>,
    /// Why a session started (`startup`, `resume`, `compact`).
    pub source: Option<String>,
    /// The folder in which the session works.
    pub folder: Option<PathBuf>,
    /// Where the conversation is written to.
    pub transcript: Option<PathBuf>,
    /// The gist of a conversation that was compacted.
    pub summary: Option<String>,
    /// Whether it answers in the shape of VS Code, which reads the hook files of Copilot.
    pub vscode: bool,
}

/// What the environment tells about the host.
#[derive(Debug, Clone, Copy, Default)]
pub struct Around {
    /// Whether Claude Code started the hook (`$CLAUDECODE`).
    pub claude: bool,
    /// Whether the Copilot CLI started the hook (`$COPILOT_CLI`).
    pub copilot: bool,
}

impl Event {
    /// Reads an event. `name` is the event's name from the command line, for hosts that do not send it.
    /// None when the input is no event, or one that means nothing to a memory.
    pub fn read(told: Host, name: Option<&str>, input: &str, around: Around) -> Option<Self> {
        let input = input.trim_start_matches('\u{feff}').trim();
        let input = if input.is_empty() { "{}" } else { input };
        let object = Object::read(input)?;
        let text = |keys: &[&str]| object.any(keys).and_then(string).filter(|text| !text.is_empty());
        // What a sub-agent hears and says is no conversation with a person.
        if text(&["agent_id", "agentId"]).is_some() {
            return None;
        }
        let host = host(told, &object, around);
        let sent = text(&["hook_event_name", "hookEventName", "event"]);
        let name = name.map(str::to_owned).or(sent.clone()).or_else(|| guess(&object).map(str::to_owned))?;
        let path = |keys: &[&str]| text(keys).map(PathBuf::from);
        let root = || object.elements("workspace_roots").first().and_then(|raw| string(raw)).map(PathBuf::from);
        Some(Self {
            host,
            moment: moment(&name)?,
            session: text(&["session_id", "sessionId", "conversation_id", "conversationId"]),
            source: text(&["source"]),
            folder: path(&["cwd", "working_dir"]).or_else(root),
            transcript: path(&["transcript_path", "transcriptPath"]),
            summary: text(&["compact_summary"]),
            vscode: host == Host::Copilot && !around.copilot && sent.is_some_and(|s| s.starts_with(char::is_uppercase)),
            name,
        })
    }
}

/// Whether an input is a JSON object, or nothing at all.
pub fn is_object(input: &str) -> bool {
    let input = input.trim_start_matches('\u{feff}').trim();
    input.is_empty() || Object::read(input).is_some()
}

/// Cursor and Copilot run the hooks of Claude Code's settings too, and take only their own shape.
fn host(told: Host, object: &Object<'_>, around: Around) -> Host {
    if told != Host::Claude {
        told
    } else if object.get("cursor_version").is_some() {
        Host::Cursor
    } else if around.copilot && !around.claude {
        Host::Copilot
    } else {
        told
    }
}

fn moment(name: &str) -> Option<Moment> {
    let name: String = name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    match name.as_str() {
        "sessionstart" => Some(Moment::Start),
        "userpromptsubmit" | "userpromptsubmitted" | "beforeagent" => Some(Moment::Prompt),
        "stop" | "agentstop" | "afteragent" => Some(Moment::Stop),
        "precompact" | "precompress" => Some(Moment::Compact),
        "postcompact" => Some(Moment::Compacted),
        "sessionend" => Some(Moment::End),
        _ => None,
    }
}

/// Which event it is, by the fields that only it has.
fn guess(object: &Object<'_>) -> Option<&'static str> {
    let names =
        [("source", "SessionStart"), ("stopReason", "Stop"), ("trigger", "PreCompact"), ("reason", "SessionEnd")];
    names.into_iter().find_map(|(key, name)| object.get(key).map(|_| name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(told: Host, input: &str) -> Option<Event> {
        Event::read(told, None, input, Around::default())
    }

    #[test]
    fn every_hosts_names_for_the_same_moments() {
        let stories = [
            (Host::Claude, "SessionStart", Moment::Start),
            (Host::Codex, "UserPromptSubmit", Moment::Prompt),
            (Host::Gemini, "BeforeAgent", Moment::Prompt),
            (Host::Gemini, "AfterAgent", Moment::Stop),
            (Host::Gemini, "PreCompress", Moment::Compact),
            (Host::Cursor, "sessionStart", Moment::Start),
            (Host::Cursor, "preCompact", Moment::Compact),
            (Host::Copilot, "agentStop", Moment::Stop),
            (Host::Claude, "PostCompact", Moment::Compacted),
            (Host::Goose, "SessionEnd", Moment::End),
        ];
        for (host, name, moment) in stories {
            let key = if host == Host::Goose { "event" } else { "hook_event_name" };
            let bare = read(host, &format!("{{\"{key}\":\"{name}\"}}")).unwrap();
            assert_eq!((bare.moment, bare.name.as_str(), bare.session), (moment, name, None));
            let input = format!(r#"{{"{key}":"{name}","session_id":"s1","unheard":{{"of":[1,2e400]}},"cwd":"/w"}}"#);
            let full = read(host, &input).unwrap();
            assert_eq!((full.session.as_deref(), full.folder), (Some("s1"), Some(PathBuf::from("/w"))));
        }
    }

    #[test]
    fn what_makes_no_sense_is_no_event() {
        let inputs = ["", "{", "[]", "null", "7", "\"x\"", "{}", r#"{"hook_event_name":7}"#, "\u{feff}", "\0"];
        for host in Host::ALL {
            for input in inputs {
                assert_eq!(read(host, input), None, "{input}");
            }
            assert_eq!(read(host, r#"{"hook_event_name":"PreToolUse"}"#), None);
            assert_eq!(read(host, r#"{"hook_event_name":"Stop","agent_id":"a1"}"#), None);
        }
    }

    #[test]
    fn a_host_that_runs_the_hooks_of_another_is_recognised() {
        let cursor = r#"{"hook_event_name":"sessionStart","cursor_version":"2.1","workspace_roots":["/w"]}"#;
        let event = read(Host::Claude, cursor).unwrap();
        assert_eq!((event.host, event.folder), (Host::Cursor, Some(PathBuf::from("/w"))));
        let started = r#"{"hook_event_name":"SessionStart"}"#;
        let around = |claude, copilot| Around { claude, copilot };
        let host = |around| Event::read(Host::Claude, None, started, around).unwrap().host;
        assert_eq!(host(around(false, true)), Host::Copilot);
        assert_eq!(host(around(true, true)), Host::Claude);
    }

    #[test]
    fn a_name_on_the_command_line_or_a_telling_field_makes_up_for_a_missing_one() {
        let named = Event::read(Host::Copilot, Some("sessionEnd"), "", Around::default()).unwrap();
        assert_eq!(named.moment, Moment::End);
        assert_eq!(read(Host::Copilot, r#"{"sessionId":"s","source":"new"}"#).unwrap().moment, Moment::Start);
    }
}
