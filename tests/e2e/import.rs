//! `import`: what people stated elsewhere comes into the stream, under its own day, once.

use serde_json::{Value, json};

use crate::lab::Lab;

/// A transcript of Claude Code with parallel calls, an interrupted one, a side chain, a compaction, our own
/// context, and a last line that is cut off.
fn claude() -> String {
    let user = |uuid: &str, time: &str, content: Value| {
        json!({"type": "user", "uuid": uuid, "parentUuid": null, "sessionId": "1b2c3d4e-0000-4000-8000-000000000000",
            "timestamp": time, "cwd": "/home/ana/ledger", "version": "2.1.220", "message": {"role": "user", "content": content}})
    };
    let call = |uuid: &str, id: &str| {
        json!({"type": "assistant", "uuid": uuid, "sessionId": "1b2c3d4e", "timestamp": "2025-03-13T22:40:00Z",
            "message": {"id": "msg_1", "role": "assistant", "content": [{"type": "tool_use", "id": id, "name": "Read", "input": {}}]}})
    };
    let result = |uuid: &str, id: &str| {
        user(
            uuid,
            "2025-03-13T22:41:00Z",
            json!([{"type": "tool_result", "tool_use_id": id, "content": "We decided to lie."}]),
        )
    };
    let with = |mut line: Value, key: &str, value: Value| {
        line[key] = value;
        line
    };
    let lines = [
        json!({"type": "file-history-snapshot", "messageId": "m", "snapshot": {}}),
        user(
            "u1",
            "2025-03-13T22:30:00.000Z",
            json!("Please look at the ledger. Also, I prefer tables for reports. Can you start?"),
        ),
        call("a1", "toolu_1"),
        call("a2", "toolu_2"),
        result("r1", "toolu_1"),
        result("r2", "toolu_2"),
        call("a3", "toolu_3"),
        user(
            "u2",
            "2025-03-13T23:30:00.000Z",
            json!([{"type": "text", "text": "<system-reminder>\nI always use tabs.\n</system-reminder>\nWe decided to use Postgres for the ledger."}]),
        ),
        user("u2", "2025-03-13T23:30:00.000Z", json!("We decided to copy this line.")),
        user(
            "u3",
            "2025-03-13T23:31:00.000Z",
            json!(
                "[Long-term memory]\n- User preference: I never eat fish.\n\n[Recent activity]\n- Today's decision: We decided on cod.\n\nActually, the port is 5433."
            ),
        ),
        with(user("s1", "2025-03-13T23:32:00.000Z", json!("I always work alone.")), "isSidechain", json!(true)),
        with(user("s2", "2025-03-13T23:32:00.000Z", json!("I always am meta.")), "isMeta", json!(true)),
        with(
            user("s3", "2025-03-13T23:33:00.000Z", json!("The ledger was moved to Postgres.")),
            "isCompactSummary",
            json!(true),
        ),
        json!({"type": "assistant", "uuid": "a9", "message": {"role": "assistant", "content": [{"type": "text", "text": "I prefer Rust. We decided on Rust."}]}}),
        json!({"type": "brand-new", "uuid": "n1"}),
    ];
    lines.iter().map(|l| format!("{l}\n")).collect::<String>()
        + "nonsense\n"
        + "{\"type\":\"user\",\"uuid\":\"u9\",\"mess"
}

#[test]
fn a_claude_code_transcript_gives_what_the_person_stated() {
    let lab = Lab::new();
    std::fs::write(lab.work().join("s.jsonl"), claude()).unwrap();
    let dry = lab.run(&["import", "s.jsonl", "--dry-run"]);
    assert_eq!(dry.code, 0, "{}", dry.err);
    dry.stdout(
        "2025-03-13 [Preference] I prefer tables for reports.\n\
         2025-03-14 [Decision] We decided to use Postgres for the ledger.\n\
         2025-03-14 [Correction] Actually, the port is 5433.\n\
         2025-03-14 [Summary] The ledger was moved to Postgres.\n",
    );
    dry.stderr("4 records would be imported from 1 file; 2 lines could not be read; 1 line of an unknown sort\n");
    assert_eq!(
        lab.changed(|| {
            lab.run(&["import", "s.jsonl", "--dry-run"]);
        }),
        [""; 0]
    );

    let changed = lab.changed(|| {
        lab.run(&["import", "s.jsonl"]);
    });
    assert_eq!(changed, ["A stream/2025/2025-03-13.md", "A stream/2025/2025-03-14.md"]);
    assert_eq!(
        lab.read("stream/2025/2025-03-14.md"),
        "## 2025-03-14 (Europe/Berlin, UTC+01:00)\n\n\
         - 00:30 [Decision] We decided to use Postgres for the ledger. [origin:: claude-code/1b2c3d4e]\n\
         - 00:31 [Correction] Actually, the port is 5433. [origin:: claude-code/1b2c3d4e]\n\
         - 00:33 [Summary] The ledger was moved to Postgres. [origin:: claude-code/1b2c3d4e]\n"
    );
}

/// A dry run shows what would be added: what is there already, or stands in two files, is not shown again.
#[test]
fn a_dry_run_shows_what_would_be_new() {
    let lab = Lab::new();
    std::fs::write(lab.work().join("s.jsonl"), claude()).unwrap();
    std::fs::write(lab.work().join("copy.jsonl"), claude()).unwrap();
    let ran = lab.run(&["import", "s.jsonl", "copy.jsonl", "--dry-run"]);
    assert_eq!(ran.out.lines().count(), 4, "{}", ran.out);
    ran.stderr_has("4 records would be imported from 2 files; 4 known already");
    lab.run(&["import", "s.jsonl"]);
    lab.run(&["import", "copy.jsonl", "--dry-run"]).stdout("").stderr_has("0 records would be imported");
}

/// Whatever `inject` prints comes back in transcripts and in notes, and is never taken for something new.
#[test]
fn what_inject_prints_is_never_imported() {
    let lab = Lab::new();
    lab.ok(&["add", "Decision", "Reports are tables."]);
    lab.ok(&["add", "Preference", "I prefer tea over coffee.", "--date", "yesterday"]);
    lab.ok(&["distill", "--quiet"]);
    let notes = lab.work().join("old");
    std::fs::create_dir(&notes).unwrap();
    let mut lines = String::new();
    for format in ["text", "markdown", "xml", "json"] {
        let context = lab.run(&["inject", "--format", format, "--for", "tea", "--session", "s", "--cite"]).out;
        assert!(context.contains("tea over coffee"));
        for (n, title) in ["# Friday", "### What the agent saw", "> seen"].into_iter().enumerate() {
            let text = format!("{title}\n\n- Before.\n\n{context}\nBehind.\n");
            std::fs::write(notes.join(format!("{format}-{n}.md")), text).unwrap();
        }
        let message = json!({"role": "user", "content": format!("{context}\nI prefer {format} over prose.")});
        lines += &format!(
            "{}\n",
            json!({"type": "user", "uuid": format, "sessionId": "s", "parentUuid": null, "timestamp": "2025-03-13T08:00:00Z", "message": message})
        );
    }
    std::fs::write(lab.work().join("s.jsonl"), lines).unwrap();
    assert_eq!(lab.run(&["import", "old", "--dry-run"]).out, "2025-03-14 [Fact] Before.\n2025-03-14 [Fact] Behind.\n");
    let told = lab.run(&["import", "s.jsonl", "--dry-run"]).out;
    assert_eq!(told.lines().count(), 4, "{told}");
    assert!(told.lines().all(|line| line.contains(" over prose.")), "{told}");
}

#[test]
fn importing_again_changes_nothing_and_new_lines_add_only_themselves() {
    let lab = Lab::new();
    let path = lab.work().join("s.jsonl");
    std::fs::write(&path, claude()).unwrap();
    lab.run(&["import", "s.jsonl"]);
    assert_eq!(
        lab.changed(|| {
            lab.run(&["import", "s.jsonl"]);
        }),
        [""; 0]
    );
    assert_eq!(
        lab.changed(|| {
            lab.run(&["import", "s.jsonl", "--again"]);
        }),
        [""; 0]
    );
    // What a person deletes stays deleted.
    let day = lab.read("stream/2025/2025-03-14.md");
    let without: String = day.split_inclusive('\n').filter(|l| !l.contains("5433")).collect();
    lab.write("stream/2025/2025-03-14.md", &without);
    // The line that was cut off is completed, and one more comes.
    let whole = claude()
        + "age\":{\"role\":\"user\",\"content\":\"I never work on Fridays.\"},\"sessionId\":\"1b2c3d4e\",\"timestamp\":\"2025-03-14T08:00:00Z\"}\n";
    std::fs::write(&path, whole).unwrap();
    let ran = lab.run(&["import", "s.jsonl"]);
    ran.stdout_has("[Preference] I never work on Fridays.\n");
    ran.stderr("1 record imported from 1 file\n");
    assert!(lab.read("stream/2025/2025-03-14.md").starts_with(&without));
    assert!(!lab.read("stream/2025/2025-03-14.md").contains("5433"));
    // Without its marks, everything is read and known.
    std::fs::remove_dir_all(lab.path(".alluvium")).unwrap();
    let ran = lab.run(&["import", "s.jsonl"]);
    ran.stdout_has("5433").stderr_has("1 record imported from 1 file; 4 known already");
}

#[test]
fn other_hosts_transcripts() {
    let lab = Lab::new();
    let codex = [
        json!({"timestamp": "2025-03-10T10:00:00.000Z", "type": "session_meta", "payload": {"id": "0195-aaaa", "cwd": "/x"}}),
        json!({"timestamp": "2025-03-10T10:00:01.000Z", "type": "response_item", "payload": {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "<environment_context>\n  <cwd>We decided on /x</cwd>\n</environment_context>"}]}}),
        json!({"timestamp": "2025-03-10T10:00:02.000Z", "type": "event_msg", "payload": {"type": "user_message", "message": "I prefer short answers."}}),
        json!({"timestamp": "2025-03-10T10:00:02.000Z", "type": "response_item", "payload": {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "I prefer short answers."}]}}),
        json!({"timestamp": "2025-03-10T10:00:03.000Z", "type": "response_item", "payload": {"type": "function_call", "name": "shell", "arguments": "{}", "call_id": "c1"}}),
        json!({"timestamp": "2025-03-10T10:00:04.000Z", "type": "response_item", "payload": {"type": "function_call_output", "call_id": "c1", "output": "I prefer lies."}}),
    ];
    let text: String = codex.iter().map(|l| format!("{l}\n")).collect();
    std::fs::write(lab.work().join("rollout.jsonl"), &text).unwrap();
    lab.run(&["import", "rollout.jsonl"]).stdout_has("[Preference] I prefer short answers.");
    assert_eq!(
        lab.read("stream/2025/2025-03-10.md").lines().last(),
        Some("- 11:00 [Preference] I prefer short answers. [origin:: codex/0195aaaa]")
    );
    let more = json!({"timestamp": "2025-03-11T10:00:02.000Z", "type": "response_item", "payload": {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "My name is Ana Silva."}]}});
    std::fs::write(lab.work().join("rollout.jsonl"), format!("{text}{more}\n")).unwrap();
    lab.run(&["import", "rollout.jsonl"]).stderr("1 record imported from 1 file\n");
    assert_eq!(
        lab.read("stream/2025/2025-03-11.md").lines().last(),
        Some("- 11:00 [Fact] My name is Ana Silva. [origin:: codex/0195aaaa]")
    );

    let gemini = [
        json!({"sessionId": "g-1", "projectHash": "h", "startTime": "2025-03-09T08:00:00Z"}),
        json!({"id": "1", "timestamp": "2025-03-09T08:00:00Z", "type": "user", "content": [{"text": "We decided to ship on Monday."}]}),
        json!({"id": "2", "timestamp": "2025-03-09T08:00:01Z", "type": "gemini", "content": "I always agree.", "toolCalls": [{"id": "t", "name": "f", "args": {}, "result": [], "status": "success"}]}),
        json!({"id": "3", "timestamp": "2025-03-09T08:01:00Z", "type": "user", "content": "We decided to ship on Sunday."}),
        json!({"$rewindTo": "3"}),
        json!({"$set": {"lastUpdated": "2025-03-09T08:02:00Z"}}),
    ];
    std::fs::write(lab.work().join("session-1.jsonl"), gemini.iter().map(|l| format!("{l}\n")).collect::<String>())
        .unwrap();
    lab.run(&["import", "session-1.jsonl"])
        .stdout_has("[Decision] We decided to ship on Monday.\n")
        .stderr("1 record imported from 1 file\n");

    let chatgpt = json!([{"title": "t", "conversation_id": "c-1", "create_time": 1741600000.5, "current_node": "n3", "mapping": {
        "n0": {"id": "n0", "message": null, "parent": null, "children": ["n1", "n2"]},
        "n1": {"id": "n1", "parent": "n0", "children": [], "message": {"author": {"role": "user"}, "create_time": 1741600000.5, "content": {"content_type": "text", "parts": ["I live in Paris."]}}},
        "n2": {"id": "n2", "parent": "n0", "children": ["n3"], "message": {"author": {"role": "user"}, "create_time": 1741600010.5, "content": {"content_type": "text", "parts": ["I live in Lisbon."]}}},
        "n3": {"id": "n3", "parent": "n2", "children": [], "message": {"author": {"role": "assistant"}, "create_time": 1741600020.5, "content": {"content_type": "text", "parts": ["I live in the cloud."]}}},
    }}]);
    std::fs::write(lab.work().join("conversations.json"), serde_json::to_string_pretty(&chatgpt).unwrap()).unwrap();
    lab.run(&["import", "conversations.json"])
        .stdout_has("[Fact] I live in Lisbon.\n")
        .stderr("1 record imported from 1 file\n");

    let mem0 = json!({"results": [{"id": "m-1", "memory": "Likes spicy food", "created_at": "2025-02-01T10:00:00.000000-08:00", "user_id": "ana"}]});
    std::fs::write(lab.work().join("mem0.json"), mem0.to_string()).unwrap();
    lab.run(&["import", "mem0.json"]).stdout_has("[Fact] Likes spicy food\n");
    assert!(lab.read("stream/2025/2025-02-01.md").contains("- 19:00 [Fact] Likes spicy food [origin:: mem0/m1]"));
}

#[test]
fn what_is_undated_is_filed_today_without_a_time_and_once() {
    let lab = Lab::new();
    let chat = json!([{"role": "user", "content": "I prefer tea over coffee."}, {"role": "assistant", "content": "I prefer oil."}]);
    std::fs::write(lab.work().join("chat.json"), chat.to_string()).unwrap();
    lab.run(&["import", "chat.json"]);
    let day = "stream/2025/2025-03-14.md";
    assert_eq!(lab.read(day).lines().last(), Some("- [Preference] I prefer tea over coffee. [origin:: chat]"));
    lab.at("2025-03-20T10:00:00+01:00");
    assert_eq!(
        lab.changed(|| {
            lab.run(&["import", "chat.json", "--again"]);
        }),
        [""; 0]
    );
}

#[test]
fn a_folder_of_notes() {
    let lab = Lab::new();
    let folder = lab.work().join("old");
    std::fs::create_dir_all(folder.join("memory")).unwrap();
    std::fs::write(
        folder.join("MEMORY.md"),
        "# Memory\n\n## Preferences\n\n- Reports are tables.\n\n## Lessons\n\n- The proxy strips the header.\n",
    )
    .unwrap();
    std::fs::write(
        folder.join("memory/2025-03-01.md"),
        "# 2025-03-01\n\n- 10:15 We decided to rename the service.\n- Talked to Ben.\n- 11:00 [Anomaly] Queue grew.\n",
    )
    .unwrap();
    let ran = lab.run(&["import", "old"]);
    ran.stderr("5 records imported from 2 files\n");
    assert_eq!(
        lab.read("stream/2025/2025-03-01.md"),
        "## 2025-03-01 (Europe/Berlin, UTC+01:00)\n\n\
         - 10:15 [Decision] We decided to rename the service. [origin:: notes]\n\
         - [Note] Talked to Ben. [origin:: notes]\n\
         - 11:00 [Anomaly] Queue grew. [origin:: notes]\n"
    );
    assert!(
        lab.read("stream/2025/2025-03-14.md")
            .contains("- [Preference] Reports are tables. [origin:: notes]\n- [Lesson] The proxy strips the header.")
    );
    assert_eq!(
        lab.changed(|| {
            lab.run(&["import", "old"]);
        }),
        [""; 0]
    );
    lab.at("2025-03-30T10:00:00+02:00");
    assert_eq!(
        lab.changed(|| {
            lab.run(&["import", "old", "--again"]);
        }),
        [""; 0]
    );
}

#[test]
fn a_secret_is_neither_written_nor_shown() {
    let lab = Lab::new();
    let chat = json!([{"role": "user", "content": "We use AKIAQWERTZ2345ABCDEF\u{202e} for the bucket."}]);
    std::fs::write(lab.work().join("chat.json"), chat.to_string()).unwrap();
    for args in
        [&["import", "chat.json", "--dry-run"][..], &["import", "chat.json"], &["import", "chat.json", "--again"]]
    {
        let ran = lab.run(args);
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(
            !ran.out.contains("QWERTZ") && !ran.err.contains("QWERTZ") && !ran.out.contains('\u{202e}'),
            "{}",
            ran.out
        );
    }
    let day = lab.read("stream/2025/2025-03-14.md");
    assert!(day.ends_with("- [Fact] We use [redacted:aws-access-key] for the bucket. [origin:: chat]\n"), "{day}");
}

#[test]
fn another_memory_gives_its_records_and_entries_and_nothing_it_noted() {
    let lab = Lab::new();
    let other = lab.work().join("other");
    let at = other.display().to_string();
    lab.ok(&["init", &at, "--quiet"]);
    let add = |args: &[&str]| lab.run(&[&["add", "--memory", &at], args].concat());
    add(&["Preference", "Reports are tables.", "--topic", "user/reports", "--date", "2025-03-10"]);
    add(&["Note", "Talked to Ben."]);
    lab.run(&["distill", "--memory", &at]);
    lab.run(&["profile", "--update", "--memory", &at]);
    lab.run_with(
        &["session", "update", "s", "--now", "--memory", &at],
        br#"[{"role":"user","content":"We decided on tea for all."}]"#,
    );
    lab.run(&["space", "add", "acme/ana", "--memory", &at]);
    lab.run(&["add", "Fact", "Ana's secret.", "--memory", &at, "--space", "acme/ana"]);
    assert!(other.join("history").is_dir() && other.join("sessions/s.md").is_file());
    let ran = lab.run(&["import", "other"]);
    ran.stderr("2 records imported from 3 files; 1 known already\n");
    assert_eq!(
        lab.read("stream/2025/2025-03-10.md").lines().last(),
        Some("- [Preference] Reports are tables. [topic:: user/reports] [origin:: notes]")
    );
    assert!(lab.read("stream/2025/2025-03-14.md").ends_with(" [Note] Talked to Ben. [origin:: notes]\n"));
}

#[test]
fn errors_of_import() {
    let lab = Lab::new();
    lab.fail(1, &["import", "nowhere"]).stderr_has("alluvium: cannot read `nowhere`: No such file");
    std::fs::write(lab.work().join("x.bin"), "hello").unwrap();
    lab.fail(1, &["import", "x.bin"]).stderr(
        "alluvium: cannot import `x.bin`: its format is not recognised\n\
         hint: name it with `--from`: claude-code, codex, gemini, chat, chatgpt, mem0, markdown\n",
    );
    lab.fail(1, &["import", "memory"]).stderr_has("alluvium: cannot import `memory`: it lies in the memory itself\n");
    lab.fail(64, &["import"]);
    lab.write("templates/import.toml", "[fact.begins]\nen = []\n");
    lab.fail(64, &["import", "x.bin"])
        .stderr_has("alluvium: cannot read `templates/import.toml`: unknown list `fact.begins`\n");
}

#[test]
fn json_tells_what_was_done() {
    let lab = Lab::new();
    std::fs::write(lab.work().join("s.jsonl"), claude()).unwrap();
    let report: Value = serde_json::from_str(&lab.ok(&["import", "s.jsonl", "--json"]).out).unwrap();
    assert_eq!(
        (report["files"].as_u64(), report["written"].as_u64(), report["unreadable"].as_u64()),
        (Some(1), Some(4), Some(2))
    );
    assert_eq!(report["records"][0]["kind"], "Preference");
    assert!(report["records"][0]["id"].as_str().unwrap().starts_with("2025-03-13#"));
}

/// Memory is bounded by the longest line, not by the file: what the program may take beside itself is a sixth of its size.
#[test]
#[cfg(target_os = "linux")]
fn a_large_transcript_is_read_line_by_line() {
    let lab = Lab::new();
    let path = lab.work().join("large.jsonl");
    let mut file = std::io::BufWriter::new(std::fs::File::create(&path).unwrap());
    let filler = "x ".repeat(200_000);
    for n in 0..140 {
        let line = json!({"type": "assistant", "uuid": format!("a{n}"), "message": {"role": "assistant", "content": [{"type": "text", "text": filler}]}});
        std::io::Write::write_all(&mut file, format!("{line}\n").as_bytes()).unwrap();
    }
    let last = json!({"type": "user", "uuid": "u", "sessionId": "s", "timestamp": "2025-03-01T10:00:00Z", "message": {"role": "user", "content": "I prefer the end."}});
    std::io::Write::write_all(&mut file, format!("{last}\n").as_bytes()).unwrap();
    drop(file);
    assert!(std::fs::metadata(&path).unwrap().len() > 50 << 20);
    let program = env!("CARGO_BIN_EXE_alluvium");
    let mut limited = std::process::Command::new("sh");
    limited.args(["-c", "ulimit -d 8000; exec \"$0\" import large.jsonl", program]).current_dir(lab.work()).env_clear();
    limited.env("ALLUVIUM_NOW", "2025-03-14T09:14:00+01:00").env("ALLUVIUM_ZONE", "Europe/Berlin");
    let output = limited.output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "1 record imported from 1 file\n");
}
