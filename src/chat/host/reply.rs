//! The one shape of answer that a host accepts.

use super::{Event, Host, Moment};

/// The answer that hands a context to the host, as one line of JSON; none where the host takes none at
/// this moment.
///
/// Codex refuses members that it does not know, and Gemini and Cursor refuse plain text: nothing is
/// added to what each documents.
pub fn reply(event: &Event, context: &str) -> Option<String> {
    let envelope = || {
        serde_json::json!({
            "hookSpecificOutput": { "hookEventName": event.name, "additionalContext": context }
        })
    };
    let value = match (event.host, event.moment) {
        _ if context.trim().is_empty() => return None,
        (Host::Claude | Host::Codex | Host::Gemini, Moment::Start | Moment::Prompt) => envelope(),
        (Host::Copilot, Moment::Start) if event.vscode => envelope(),
        (Host::Copilot, Moment::Start) => serde_json::json!({ "additionalContext": context }),
        (Host::Cursor, Moment::Start) => serde_json::json!({ "additional_context": context }),
        // goose only watches; its context is a file.
        _ => return None,
    };
    Some(format!("{value}\n"))
}

#[cfg(test)]
mod tests {
    use super::super::event::Around;
    use super::*;

    #[test]
    fn each_host_gets_its_own_shape_and_only_where_it_reads_one() {
        let told = |host, name: &str| {
            let event = Event::read(host, Some(name), "{}", Around::default()).unwrap();
            reply(&event, "memo").unwrap_or_default()
        };
        let envelope = |name: &str| {
            format!("{{\"hookSpecificOutput\":{{\"hookEventName\":\"{name}\",\"additionalContext\":\"memo\"}}}}\n")
        };
        assert_eq!(told(Host::Claude, "SessionStart"), envelope("SessionStart"));
        assert_eq!(told(Host::Codex, "UserPromptSubmit"), envelope("UserPromptSubmit"));
        assert_eq!(told(Host::Gemini, "BeforeAgent"), envelope("BeforeAgent"));
        assert_eq!(told(Host::Cursor, "sessionStart"), "{\"additional_context\":\"memo\"}\n");
        assert_eq!(told(Host::Copilot, "sessionStart"), "{\"additionalContext\":\"memo\"}\n");
        for host in Host::ALL {
            for name in ["Stop", "PreCompact", "PostCompact", "SessionEnd"] {
                assert_eq!(told(host, name), "");
            }
        }
        assert_eq!(told(Host::Goose, "SessionStart"), "");
    }
}
