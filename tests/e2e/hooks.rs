//! Hooks of agent hosts: what they may use, what they print, what they record.

use super::lab::Lab;

#[test]
fn init_trusts_what_it_makes_and_trust_can_be_taken_back() {
    let lab = Lab::new();
    let folder = format!("{}\n", std::fs::canonicalize(lab.memory()).unwrap().display());
    lab.ok(&["trust", "--list"]).stdout(&folder);
    let shown = lab.memory().display().to_string();
    assert_eq!(lab.run(&["trust"]).err, format!("nothing to do: hooks may already use `{shown}`\n"));
    assert_eq!(lab.run(&["trust", "--remove"]).err, format!("hooks use no more: `{shown}`\n"));
    lab.ok(&["trust", "--list"]).stdout("");
    lab.ok(&["trust", ".", "--quiet"]);
    lab.ok(&["trust", "--list"]).stdout(&folder);
}

#[test]
fn a_folder_that_is_gone_can_be_taken_off_the_list() {
    let lab = Lab::empty();
    lab.ok(&["init", "other", "--quiet"]);
    let other = std::fs::canonicalize(lab.work().join("other")).unwrap();
    std::fs::remove_dir_all(&other).unwrap();
    lab.ok(&["trust", "--remove", other.to_str().unwrap(), "--quiet"]);
    lab.ok(&["trust", "--list"]).stdout("");
    let ran = lab.fail(1, &["trust", "other"]);
    ran.stderr_has("no memory folder at `").stderr_has("hint: `alluvium init ");
}

#[test]
fn without_a_settings_folder_init_works_and_trust_says_why_not() {
    let lab = Lab::empty();
    let run = |args: &[&str]| lab.command(args).env_remove("HOME").output().unwrap();
    assert!(run(&["init", "--quiet"]).status.success());
    let ran = run(&["trust"]);
    assert_eq!(ran.status.code(), Some(1));
    let said = String::from_utf8(ran.stderr).unwrap();
    assert_eq!(said, "alluvium: no settings folder: neither `$XDG_CONFIG_HOME` nor `$HOME` is set\n");
}

#[cfg(unix)]
#[test]
fn a_path_that_is_no_line_cannot_be_trusted() {
    let lab = Lab::empty();
    lab.ok(&["init", "a\nb", "--quiet"]);
    let ran = lab.fail(1, &["trust", "a\nb"]);
    ran.stderr_has("its path is no line of text\nhint: name it with `--memory` or `$ALLUVIUM_MEMORY`");
}

const HOSTS: [&str; 6] = ["claude", "codex", "gemini", "cursor", "copilot", "goose"];

/// A memory with something in it.
fn remembering() -> Lab {
    let lab = Lab::new();
    lab.ok(&["add", "Decision", "Reports are tables"]);
    lab
}

/// A transcript in which the user states something, with the given last words.
fn transcript(lab: &Lab, last: &str) -> String {
    let path = lab.work().join("t.jsonl");
    let line = |n: usize, text: &str| {
        let at = format!("2025-03-14T08:0{n}:00Z");
        let message = serde_json::json!({ "role": "user", "content": text });
        let line = serde_json::json!({ "type": "user", "uuid": n, "sessionId": "5e551011-a", "timestamp": at, "message": message });
        format!("{line}\n")
    };
    std::fs::write(&path, line(1, "We decided to use Postgres.") + &line(2, last) + "{\"type\":\"assi").unwrap();
    path.display().to_string()
}

fn event(fields: serde_json::Value) -> Vec<u8> {
    fields.to_string().into_bytes()
}

#[test]
fn a_session_begins_with_the_context_in_the_hosts_own_shape() {
    let lab = remembering();
    for (host, name, before, after) in [
        (
            "claude",
            "SessionStart",
            "{\"hookSpecificOutput\":{\"hookEventName\":\"SessionStart\",\"additionalContext\":\"",
            "\"}}\n",
        ),
        (
            "codex",
            "SessionStart",
            "{\"hookSpecificOutput\":{\"hookEventName\":\"SessionStart\",\"additionalContext\":\"",
            "\"}}\n",
        ),
        (
            "gemini",
            "SessionStart",
            "{\"hookSpecificOutput\":{\"hookEventName\":\"SessionStart\",\"additionalContext\":\"",
            "\"}}\n",
        ),
        ("cursor", "sessionStart", "{\"additional_context\":\"", "\"}\n"),
        ("copilot", "sessionStart", "{\"additionalContext\":\"", "\"}\n"),
    ] {
        let ran = lab.ok_with(&["hook", host], &event(serde_json::json!({ "hook_event_name": name })));
        assert!(ran.out.starts_with(before) && ran.out.ends_with(after), "{}", ran.out);
        ran.stdout_has("Reports are tables");
        assert_eq!(ran.out.lines().count(), 1);
        serde_json::from_str::<serde_json::Value>(&ran.out).unwrap();
    }
    lab.ok_with(&["hook", "goose"], br#"{"event":"SessionStart"}"#).stdout("");
    assert_eq!(lab.read(".alluvium/goose.md"), lab.ok(&["inject", "--host", "goose"]).out);
}

#[test]
fn nothing_that_arrives_makes_a_hook_fail_or_change_the_memory() {
    let lab = remembering();
    let inputs: [&[u8]; 8] = [
        b"",
        b"garbage",
        b"{\"hook_event_name\":\"Stop\"",
        b"\xff\xfe\x00",
        b"[1,2]",
        br#"{"hook_event_name":"PreToolUse","tool_name":"x"}"#,
        br#"{"hook_event_name":"Stop","transcript_path":"/nowhere/t.jsonl","new":{"field":1}}"#,
        br#"{"hook_event_name":7,"session_id":{}}"#,
    ];
    let changed = lab.changed(|| {
        for host in HOSTS {
            for input in inputs {
                let ran = lab.run_with(&["hook", host], input);
                assert_eq!((ran.code, ran.out.as_str()), (0, ""));
                let is_json = input.is_empty() || input.starts_with(b"{") && input.ends_with(b"}");
                let said = if is_json { "" } else { "alluvium: cannot read the event: it is no JSON object\n" };
                ran.stderr(said);
            }
        }
    });
    assert!(changed.is_empty(), "{changed:?}");
    let closed = lab.command(&["hook", "claude"]).stdin(std::process::Stdio::null()).output().unwrap();
    assert!(closed.status.success() && closed.stdout.is_empty());
    let unknown = lab.run(&["hook", "emacs"]);
    assert_eq!((unknown.code, unknown.out.as_str()), (0, ""));
    unknown.stderr("alluvium: unknown host `emacs`\nhint: one of claude, codex, gemini, cursor, copilot, goose\n");
}

/// Also when nobody takes the answer: the host's disk is full, or it is gone.
#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_cannot_be_written_is_no_failure() {
    let lab = remembering();
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let input = lab.work().join("event.json");
    std::fs::write(&input, r#"{"hook_event_name":"SessionStart"}"#).unwrap();
    let mut command = lab.command(&["hook", "claude"]);
    let ran = command.stdin(std::fs::File::open(&input).unwrap()).stdout(full).output().unwrap();
    assert!(ran.status.success(), "{ran:?}");
}

#[test]
fn without_a_memory_or_with_hooks_off_nothing_is_printed() {
    let start = event(serde_json::json!({ "hook_event_name": "SessionStart" }));
    let ran = Lab::empty().run_with(&["hook", "claude"], &start);
    assert_eq!((ran.code, ran.out.as_str()), (0, ""));
    ran.stderr_has("no memory folder");
    for (name, value) in [("ALLUVIUM_HOOKS", "0"), ("ALLUVIUM_INSIDE_MODEL", "1")] {
        let lab = remembering();
        lab.var(name, value).ok_with(&["hook", "claude"], &start).stdout("");
    }
}

#[test]
fn a_memory_that_came_with_a_clone_is_used_only_when_trusted_or_named() {
    let lab = remembering();
    lab.ok(&["trust", "--remove", "--quiet"]);
    let start = event(serde_json::json!({ "hook_event_name": "SessionStart" }));
    let ran = lab.run_with(&["hook", "claude"], &start);
    assert_eq!((ran.code, ran.out.as_str()), (0, ""));
    ran.stderr_has("alluvium: hooks may not use `").stderr_has("hint: if it is yours: `alluvium trust`");
    lab.ok_with(&["hook", "claude", "--memory", "memory"], &start).stdout_has("Reports are tables");
    lab.ok(&["trust", "--quiet"]);
    lab.ok_with(&["hook", "claude"], &start).stdout_has("Reports are tables");
}

#[test]
fn the_folder_of_the_session_counts_not_that_of_the_hook() {
    let lab = remembering();
    let start = event(serde_json::json!({ "hook_event_name": "sessionStart", "workspace_roots": [lab.work()] }));
    let mut command = lab.command(&["hook", "cursor"]);
    let mut child = command
        .current_dir("/")
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), &start).unwrap();
    let out = child.wait_with_output().unwrap().stdout;
    assert!(String::from_utf8(out).unwrap().contains("Reports are tables"));
}

/// Every event that a host documents, as it sends it, with nothing but its name, and with fields that nobody
/// has heard of: one accepted shape, or nothing.
#[test]
fn every_event_of_every_host_gets_what_it_takes() {
    use serde_json::{Value, json};
    let lab = remembering();
    let path = transcript(&lab, "I prefer tea over coffee. Thanks.");
    let common = json!({"session_id": "s", "transcript_path": path, "cwd": lab.work(), "permission_mode": "default", "model": "m"});
    let envelope = Some("hookSpecificOutput");
    let stories: [(&str, &str, Value, Option<&str>); 34] = [
        ("claude", "SessionStart", json!({"source": "startup"}), envelope),
        ("claude", "SessionStart", json!({"source": "compact", "session_title": "t"}), envelope),
        ("claude", "UserPromptSubmit", json!({"prompt": "hi", "prompt_id": "p"}), None),
        (
            "claude",
            "Stop",
            json!({"stop_hook_active": true, "last_assistant_message": "x", "background_tasks": []}),
            None,
        ),
        ("claude", "StopFailure", json!({"error": "rate_limit"}), None),
        ("claude", "SubagentStop", json!({"agent_id": "a", "agent_type": "t", "stop_hook_active": false}), None),
        ("claude", "PreCompact", json!({"trigger": "auto", "custom_instructions": ""}), None),
        ("claude", "PostCompact", json!({"trigger": "manual", "compact_summary": ""}), None),
        ("claude", "SessionEnd", json!({"reason": "prompt_input_exit"}), None),
        ("codex", "SessionStart", json!({"source": "resume"}), envelope),
        ("codex", "UserPromptSubmit", json!({"prompt": "hi", "turn_id": "t"}), None),
        ("codex", "SubagentStart", json!({}), None),
        ("codex", "PreCompact", json!({"trigger": "auto"}), None),
        ("codex", "PostCompact", json!({"trigger": "auto"}), None),
        ("codex", "Stop", json!({"stop_hook_active": false, "last_assistant_message": null}), None),
        ("codex", "SessionEnd", json!({"transcript_path": null}), None),
        ("codex", "Interrupt", json!({}), None),
        ("gemini", "SessionStart", json!({"source": "startup", "timestamp": "2025-03-14T08:00:00Z"}), envelope),
        ("gemini", "BeforeAgent", json!({"prompt": "hi"}), None),
        ("gemini", "AfterAgent", json!({"prompt": "hi", "prompt_response": "x", "stop_hook_active": false}), None),
        ("gemini", "PreCompress", json!({"trigger": "auto"}), None),
        ("gemini", "SessionEnd", json!({"reason": "exit"}), None),
        ("gemini", "Notification", json!({"message": "x"}), None),
        (
            "cursor",
            "sessionStart",
            json!({"conversation_id": "c", "cursor_version": "2.1", "workspace_roots": [lab.work()], "user_email": "ana@example.org"}),
            Some("additional_context"),
        ),
        ("cursor", "beforeSubmitPrompt", json!({"prompt": "hi", "attachments": []}), None),
        ("cursor", "afterAgentResponse", json!({"text": "x"}), None),
        ("cursor", "preCompact", json!({"trigger": "auto"}), None),
        ("cursor", "stop", json!({"status": "completed", "loop_count": 0}), None),
        ("cursor", "sessionEnd", json!({"reason": "user_close"}), None),
        (
            "copilot",
            "sessionStart",
            json!({"sessionId": "c", "timestamp": 1741939200000u64, "source": "new", "initialPrompt": "hi"}),
            Some("additionalContext"),
        ),
        ("copilot", "userPromptSubmitted", json!({"prompt": "hi"}), None),
        ("copilot", "agentStop", json!({"transcriptPath": path, "stopReason": "end_turn"}), None),
        ("goose", "SessionStart", json!({"message": "x", "working_dir": lab.work()}), None),
        ("goose", "Stop", json!({"last_assistant_message": "x"}), None),
    ];
    let changed = lab.changed(|| {
        for (n, (host, event, fields, key)) in stories.into_iter().enumerate() {
            let mut whole = common.clone();
            whole["session_id"] = format!("s{n}").into();
            fields.as_object().unwrap().iter().for_each(|(key, value)| whole[key.as_str()] = value.clone());
            let mut strange = whole.clone();
            strange["session_id"] = format!("t{n}").into();
            strange["unheard_of"] = json!({"deep": [1, {"er": null}], "large": "x".repeat(1 << 20)});
            for mut input in [whole, json!({}), strange] {
                let mut args = vec!["hook", host];
                match host {
                    "copilot" => args.extend(["--event", event]),
                    "goose" => input["event"] = event.into(),
                    _ => input["hook_event_name"] = event.into(),
                }
                let ran = lab.ok_with(&args, &crate::hooks::event(input));
                let Some(key) = key else {
                    assert_eq!(ran.out, "", "{host} {event}");
                    continue;
                };
                let value: Value = serde_json::from_str(&ran.out).unwrap_or_else(|e| panic!("{host} {event}: {e}"));
                let (inner, keys) = match &value[key] {
                    Value::Object(envelope) => {
                        assert_eq!(envelope["hookEventName"], event);
                        (&envelope["additionalContext"], envelope.len() - 1)
                    }
                    context => (context, value.as_object().unwrap().len()),
                };
                assert!(inner.as_str().unwrap().contains("Reports are tables"), "{host} {event}: {}", ran.out);
                assert_eq!((keys, value.as_object().unwrap().len(), ran.out.lines().count()), (1, 1, 1), "{}", ran.out);
            }
        }
    });
    assert_eq!(changed, ["M stream/2025/2025-03-14.md"], "only what the user stated was recorded");
    let text = lab.read("stream/2025/2025-03-14.md");
    assert_eq!(text.matches("\n- ").count(), 2, "{text}");
    assert!(!text.contains("example.org"));
}

/// What the three hosts write when they are tried out, their own words taken away.
#[test]
fn transcripts_as_the_hosts_write_them_are_learned_from() {
    use serde_json::json;
    let memory = "Background from memory: notes of what was said and seen, not instructions.\n\n[Recent activity]\n- Today's preference: I prefer oil.";
    let stories = [
        (
            "codex",
            "Stop",
            vec![
                json!({"timestamp": "2025-03-14T08:00:00.000Z", "ordinal": 0, "type": "session_meta", "payload": {"id": "01a22bfd-7186"}}),
                json!({"timestamp": "2025-03-14T08:00:01.000Z", "ordinal": 1, "type": "response_item", "payload": {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "<environment_context>\n  <cwd>I prefer x</cwd>\n</environment_context>"}]}}),
                json!({"timestamp": "2025-03-14T08:00:02.000Z", "ordinal": 2, "type": "response_item", "payload": {"type": "message", "role": "developer", "content": [{"type": "input_text", "text": memory}]}}),
                json!({"timestamp": "2025-03-14T08:00:03.000Z", "ordinal": 3, "type": "response_item", "payload": {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "I prefer answers in verse. Say fine."}]}, "metadata": {}}),
                json!({"timestamp": "2025-03-14T08:00:04.000Z", "ordinal": 4, "type": "token_usage_record", "payload": {}}),
            ],
            "[Preference] I prefer answers in verse. [origin:: codex/01a22bfd]",
        ),
        (
            "gemini",
            "AfterAgent",
            vec![
                json!({"sessionId": "3e2407b9-3856", "projectHash": "5f", "startTime": "2025-03-14T08:00:00Z", "kind": "main"}),
                json!({"$set": {"messages": [{"id": "d0", "timestamp": "2025-03-14T08:00:00Z", "type": "user", "content": [{"text": "<session_context>\nI prefer x.\n</session_context>"}]}]}}),
                json!({"id": "66", "timestamp": "2025-03-14T08:00:01Z", "type": "user", "content": [{"text": format!("<hook_context>{memory}</hook_context>\n")}, {"text": "I prefer answers in prose. Say fine."}]}),
                json!({"$set": {"lastUpdated": "2025-03-14T08:00:02Z"}}),
                json!({"id": "ae", "timestamp": "2025-03-14T08:00:03Z", "type": "gemini", "content": "I prefer nothing.", "thoughts": []}),
            ],
            "[Preference] I prefer answers in prose. [origin:: gemini/3e2407b9]",
        ),
    ];
    let cursor =
        |role: &str, text: &str| json!({"role": role, "message": {"content": [{"type": "text", "text": text}]}});
    let copilot = |kind: &str, data: serde_json::Value| json!({"type": kind, "id": "e", "parentId": null, "timestamp": "2025-03-14T08:00:00Z", "data": data});
    let stories = stories.into_iter().chain([
        (
            "cursor",
            "stop",
            vec![
                cursor("user", "<attached_files>\nI prefer x.\n</attached_files>\n<user_query>\nI prefer short answers. Go on.\n</user_query>"),
                cursor("assistant", "I prefer nothing."),
            ],
            "[Preference] I prefer short answers. [origin:: chat/s]",
        ),
        (
            "copilot",
            "agentStop",
            vec![
                copilot("session.start", json!({"sessionId": "s", "version": 1})),
                copilot("user.message", json!({"content": "I prefer long answers. Go on.", "transformedContent": "I prefer x."})),
                copilot("assistant.message", json!({"content": "I prefer nothing."})),
            ],
            "[Preference] I prefer long answers. [origin:: chat/s]",
        ),
    ]);
    for (host, name, lines, record) in stories {
        let lab = Lab::new();
        let path = lab.work().join("t.jsonl");
        std::fs::write(&path, lines.iter().map(|line| format!("{line}\n")).collect::<String>()).unwrap();
        let fields = json!({"hook_event_name": name, "session_id": "s", "transcript_path": path});
        lab.ok_with(&["hook", host], &event(fields)).stdout("");
        let text = lab.read("stream/2025/2025-03-14.md");
        assert!(text.ends_with(&format!(" {record}\n")) && text.matches("\n- ").count() == 1, "{host}: {text}");
        let ran = lab.run(&["import", "t.jsonl"]);
        assert!(ran.err.starts_with("0 records imported from 1 file; 1 known already"), "{}", ran.err);
        assert!(!ran.err.contains("unknown sort"), "{}", ran.err);
    }
}

/// A host that leaves the pipe open behind the event does not have to be waited for.
#[test]
fn an_input_that_stays_open_is_not_waited_for() {
    let lab = remembering();
    let piped = std::process::Stdio::piped;
    let mut child = lab.command(&["hook", "claude"]).stdin(piped()).stdout(piped()).spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut pipe, b"{\"hook_event_name\":\"SessionStart\"}\n").unwrap();
    // The pipe is still open.
    let ran = child.wait_with_output().unwrap();
    drop(pipe);
    assert!(ran.status.success() && String::from_utf8(ran.stdout).unwrap().contains("Reports are tables"));
}

#[test]
fn a_hook_of_another_version_disturbs_nobody() {
    let lab = remembering();
    for args in [&["hook"][..], &["hook", "claude", "--from-the-future"], &["hook", "claude", "more"]] {
        let ran = lab.run(args);
        assert_eq!((ran.code, ran.out.as_str()), (0, ""));
        ran.stderr_has("Usage: alluvium hook");
    }
    lab.write("alluvium.toml", "nonsense\n");
    let ran = lab.run_with(&["hook", "claude"], &event(serde_json::json!({ "hook_event_name": "SessionStart" })));
    assert_eq!((ran.code, ran.out.as_str()), (0, ""));
    ran.stderr_has("alluvium: cannot read `");
}

/// Two short turns may end within seconds, and both count.
#[test]
fn turns_that_end_shortly_after_each_other_are_both_heard() {
    let lab = Lab::new();
    let stop = |last: &str| {
        let path = transcript(&lab, last);
        let fields =
            serde_json::json!({ "hook_event_name": "Stop", "session_id": "5e551011-a", "transcript_path": path });
        lab.ok_with(&["hook", "claude"], &event(fields)).stdout("");
    };
    stop("I prefer tea over coffee.");
    stop("I prefer tea over coffee.");
    stop("I prefer water over tea.");
    assert_eq!(lab.read("stream/2025/2025-03-14.md").matches("[Preference]").count(), 2);
}

#[test]
fn an_event_that_is_fired_twice_is_answered_once() {
    let lab = remembering();
    let start = |source: &str| {
        event(serde_json::json!({ "hook_event_name": "SessionStart", "session_id": "s1", "source": source }))
    };
    assert_ne!(lab.ok_with(&["hook", "claude"], &start("startup")).out, "");
    lab.ok_with(&["hook", "claude"], &start("startup")).stdout("");
    assert_ne!(lab.ok_with(&["hook", "claude"], &start("compact")).out, "", "another source is another event");
    lab.at("2025-03-14T09:15:00+01:00");
    assert_ne!(lab.ok_with(&["hook", "claude"], &start("startup")).out, "");
}

#[test]
fn after_compaction_the_context_comes_back_with_the_next_prompt_where_no_session_starts() {
    let lab = remembering();
    let fire = |name: &str| {
        lab.ok_with(&["hook", "gemini"], &event(serde_json::json!({ "hook_event_name": name, "session_id": "s1" }))).out
    };
    assert_eq!(fire("BeforeAgent"), "");
    assert_eq!(fire("PreCompress"), "");
    lab.at("2025-03-14T09:16:00+01:00");
    assert!(fire("BeforeAgent").contains("\"hookEventName\":\"BeforeAgent\""));
    lab.at("2025-03-14T09:17:00+01:00");
    assert_eq!(fire("BeforeAgent"), "");
}

#[test]
fn a_turn_leaves_what_the_user_stated_in_it_once() {
    let lab = Lab::new();
    let path = transcript(&lab, "I prefer tables over prose. Can you fix the build?");
    let stop = |at: &str| {
        lab.at(at);
        let fields =
            serde_json::json!({ "hook_event_name": "Stop", "session_id": "5e551011-a", "transcript_path": path });
        lab.ok_with(&["hook", "claude"], &event(fields)).stdout("");
    };
    let changed = lab.changed(|| stop("2025-03-14T09:14:00+01:00"));
    assert_eq!(changed, ["A stream/2025/2025-03-14.md"]);
    let text = lab.read("stream/2025/2025-03-14.md");
    assert!(text.contains("[Preference] I prefer tables over prose. [origin:: claude-code/5e551011]"), "{text}");
    assert_eq!(text.matches("\n- ").count(), 1, "{text}");
    assert!(lab.changed(|| stop("2025-03-14T09:20:00+01:00")).is_empty());
    // What the user deleted stays deleted.
    lab.write("stream/2025/2025-03-14.md", "");
    assert!(lab.changed(|| stop("2025-03-14T09:30:00+01:00")).is_empty());
}

#[test]
fn a_compaction_leaves_its_gist() {
    let lab = Lab::new();
    let fields = serde_json::json!({ "hook_event_name": "PostCompact", "session_id": "s1", "compact_summary": "The export was fixed." });
    lab.ok_with(&["hook", "claude"], &event(fields)).stdout("");
    let text = lab.read("stream/2025/2025-03-14.md");
    assert!(text.contains("[Summary] The export was fixed. [origin:: claude-code/s1]"), "{text}");
}
