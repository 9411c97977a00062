//! Where a host keeps its settings and what belongs in them.

use serde_json::{Value, json};

use super::Host;

/// Whose settings: those of the folder, or the user's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// The folder, for everyone who works in it.
    Project,
    /// The user, in every folder.
    User,
}

/// What is written for a host. Paths are relative to the folder, or to the user's home.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file of its hooks.
    pub settings: &'static str,
    /// The variable that moves the folder of the user's settings, with that folder.
    pub moved_by: Option<(&'static str, &'static str)>,
    /// The file of the skill, for hosts that read skills.
    pub skill: Option<&'static str>,
    /// The file of instructions, for hosts that read no skills.
    pub instructions: Option<&'static str>,
    /// What only the user can do.
    pub by_hand: Option<&'static str>,
}

/// The places of a host; none where it has no settings of that scope.
pub fn place(host: Host, scope: Scope) -> Option<Place> {
    let user = scope == Scope::User;
    let either = |project, own| if user { own } else { project };
    let shared = Some(".agents/skills/alluvium/SKILL.md");
    let instructions = (!user).then_some("AGENTS.md");
    Some(match host {
        Host::Claude => Place {
            settings: ".claude/settings.json",
            moved_by: Some(("CLAUDE_CONFIG_DIR", ".claude/")),
            skill: Some(".claude/skills/alluvium/SKILL.md"),
            instructions: None,
            by_hand: (!user).then_some("Claude Code asks once whether it may trust the folder"),
        },
        Host::Codex => Place {
            settings: ".codex/hooks.json",
            moved_by: Some(("CODEX_HOME", ".codex/")),
            skill: shared,
            instructions: None,
            by_hand: Some("approve the hooks once with `/hooks` in Codex; until then it skips them"),
        },
        Host::Gemini => Place {
            settings: ".gemini/settings.json",
            moved_by: None,
            skill: shared,
            instructions: None,
            by_hand: (!user).then_some("Gemini CLI asks whether it may run hooks that are new or have changed"),
        },
        Host::Cursor => {
            Place { settings: ".cursor/hooks.json", moved_by: None, skill: None, instructions, by_hand: None }
        }
        Host::Copilot => Place {
            settings: either(".github/hooks/alluvium.json", ".copilot/hooks/alluvium.json"),
            moved_by: None,
            skill: None,
            instructions,
            by_hand: None,
        },
        Host::Goose if !user => return None,
        Host::Goose => Place {
            settings: ".agents/plugins/alluvium/hooks/hooks.json",
            moved_by: None,
            skill: shared,
            instructions: None,
            by_hand: Some(
                "goose takes its context from a file: start it with `GOOSE_MOIM_MESSAGE_FILE` set to `.alluvium/goose.md` in the memory folder",
            ),
        },
    })
}

/// The entries of a host's hooks: event, and the element of its list. `program` is how it is called.
pub fn entries(host: Host, program: &str) -> Vec<(&'static str, Value)> {
    let line = format!("{} hook {}", shell(program), host.name());
    let nested = |handler: Value| json!({ "hooks": [handler] });
    match host {
        Host::Claude => {
            let handler = |timeout: u32| json!({ "type": "command", "command": program, "args": ["hook", "claude"], "timeout": timeout });
            let mut stop = handler(10);
            stop["async"] = json!(true);
            vec![
                ("SessionStart", json!({ "matcher": "startup|resume|clear|compact|fork", "hooks": [handler(10)] })),
                ("PreCompact", nested(handler(10))),
                ("PostCompact", nested(handler(10))),
                ("Stop", nested(stop)),
                ("SessionEnd", nested(handler(5))),
            ]
        }
        Host::Codex => ["SessionStart", "UserPromptSubmit", "PreCompact", "Stop", "SessionEnd"]
            .map(|event| {
                let timeout = if event == "SessionEnd" { 3 } else { 10 };
                (event, nested(json!({ "type": "command", "command": line, "timeout": timeout })))
            })
            .into(),
        // Its time limits are in milliseconds.
        Host::Gemini => ["SessionStart", "BeforeAgent", "AfterAgent", "PreCompress", "SessionEnd"]
            .map(|event| (event, nested(json!({ "type": "command", "command": line, "timeout": 10_000 }))))
            .into(),
        Host::Cursor => {
            ["sessionStart", "preCompact", "stop", "sessionEnd"].map(|event| (event, json!({ "command": line }))).into()
        }
        // Its input does not name the event.
        Host::Copilot => ["sessionStart", "preCompact", "agentStop", "sessionEnd"]
            .map(|event| {
                let line = format!("{line} --event {event}");
                // PowerShell takes a quoted program for a text unless it is called.
                let powershell = if line.starts_with('\'') { format!("& {line}") } else { line.clone() };
                (event, json!({ "type": "command", "bash": line, "powershell": powershell, "timeoutSec": 10 }))
            })
            .into(),
        Host::Goose => ["SessionStart", "Stop", "SessionEnd"]
            .map(|event| (event, nested(json!({ "type": "command", "command": line }))))
            .into(),
    }
}

/// Whether the hook file of a host begins with a version.
pub fn has_version(host: Host) -> bool {
    matches!(host, Host::Cursor | Host::Copilot)
}

/// Whether a handler in a host's settings runs `alluvium hook HOST`, however it was written.
pub fn is_ours(handler: &Value, host: Host) -> bool {
    let text = |key: &str| handler.get(key).and_then(Value::as_str);
    let Some(command) = text("command").or_else(|| text("bash")).or_else(|| text("powershell")) else { return false };
    let arguments = handler.get("args").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    let line = arguments.fold(command.to_owned(), |line, argument| format!("{line} {argument}"));
    let Some((program, rest)) = line.rsplit_once(" hook ") else { return false };
    let program = program.trim_end_matches(['\'', '"']).trim_end_matches(".exe");
    let named =
        program.strip_suffix("alluvium").is_some_and(|before| before.is_empty() || before.ends_with(['/', '\\']));
    named && rest.split_whitespace().next() == Some(host.name())
}

/// A word for a POSIX shell, quoted where it must be.
pub fn shell(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:+@,=".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_recognised_as_ours_and_nobody_elses_is() {
        for host in Host::ALL {
            for program in ["alluvium", "/usr/bin/alluvium", "/it's a/alluvium"] {
                for (_, entry) in entries(host, program) {
                    let handler = entry.get("hooks").map_or(&entry, |handlers| &handlers[0]);
                    assert!(is_ours(handler, host), "{handler}");
                    let other = if host == Host::Claude { Host::Codex } else { Host::Claude };
                    assert!(!is_ours(handler, other), "{handler}");
                }
            }
        }
        for command in ["notalluvium hook codex", "alluvium hooks codex", "echo alluvium", "alluvium hook codexx"] {
            assert!(!is_ours(&json!({ "command": command }), Host::Codex), "{command}");
        }
    }
}
