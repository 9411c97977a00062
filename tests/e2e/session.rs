//! `session`: a running summary that grows with the rounds, not with the calls.

use serde_json::{Value, json};

use crate::lab::Lab;
use crate::model_server::{Answer, Server};

fn rounds(from: usize, to: usize) -> Vec<Value> {
    (from..=to)
        .flat_map(|n| {
            let user = match n {
                3 => "We decided to use Postgres for the ledger.".to_owned(),
                12 => "We decided to lower the batch size to 200.".to_owned(),
                _ => format!("Look at part {n}."),
            };
            [
                json!({"role": "user", "content": user}),
                json!({"role": "assistant", "content": format!("Part {n} took {n}00 ms.")}),
            ]
        })
        .collect()
}

fn update(lab: &Lab, messages: &[Value]) -> crate::lab::Ran {
    lab.run_with(&["session", "update", "s-1"], Value::from(messages.to_vec()).to_string().as_bytes())
}

#[test]
fn a_summary_is_made_every_ten_rounds_and_merged_with_the_one_before() {
    let lab = Lab::new();
    let few = lab.changed(|| {
        let ran = update(&lab, &rounds(1, 9));
        assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
    });
    assert_eq!(few, [""; 0]);
    assert_eq!(
        lab.changed(|| {
            update(&lab, &rounds(1, 10)).stderr("session `s-1`: version 1, 10 rounds\n");
        }),
        ["A sessions/s-1.md"]
    );
    let first = lab.read("sessions/s-1.md");
    assert!(
        first.starts_with("---\nversion: 1\nend: 20\nrounds: 10\nupdated: 2025-03-14T09:14:00+01:00\ndigest: "),
        "{first}"
    );
    assert!(first.contains("## Decisions\n\n- We decided to use Postgres for the ledger.\n"), "{first}");
    assert_eq!(
        lab.changed(|| {
            update(&lab, &rounds(1, 10));
            update(&lab, &rounds(1, 19));
        }),
        [""; 0]
    );
    lab.at("2025-03-15T10:00:00+01:00");
    update(&lab, &rounds(1, 20)).stderr("session `s-1`: version 2, 20 rounds\n");
    let second = lab.read("sessions/s-1.md");
    assert!(second.contains("version: 2\nend: 40\nrounds: 20\nupdated: 2025-03-15T10:00:00+01:00\n"), "{second}");
    assert!(
        second.contains("- We decided to use Postgres for the ledger.\n- We decided to lower the batch size to 200.\n"),
        "{second}"
    );
    assert_eq!(
        lab.changed(|| {
            update(&lab, &rounds(1, 20));
        }),
        [""; 0]
    );
}

#[test]
fn a_rewritten_history_is_noticed() {
    let lab = Lab::new();
    update(&lab, &rounds(1, 10));
    let mut other = rounds(1, 10);
    other[4] = json!({"role": "user", "content": "We decided to use MySQL for the ledger."});
    let ran = update(&lab, &other);
    ran.stderr(
        "warning: the conversation is not the one that session `s-1` has read; it is read again from its beginning\n\
         session `s-1`: version 2, 10 rounds\n",
    );
    assert!(lab.read("sessions/s-1.md").contains("MySQL"));
    // Other spellings of the same messages are the same conversation.
    let spaced = serde_json::to_string_pretty(&other).unwrap();
    assert_eq!(
        lab.changed(|| {
            lab.ok_with(&["session", "update", "s-1"], spaced.as_bytes());
        }),
        [""; 0]
    );
}

#[test]
fn show_list_and_end() {
    let lab = Lab::new();
    lab.ok(&["session", "list"]).stdout("");
    lab.run_with(&["session", "update", "s-1", "--now", "--quiet"], Value::from(rounds(3, 3)).to_string().as_bytes());
    lab.ok(&["session", "show", "s-1"]).stdout("## Decisions\n\n- We decided to use Postgres for the ledger.\n\n## Figures\n\n- Part 3 took 300 ms.\n\n## Names\n\n- Postgres\n");
    lab.ok(&["session", "list"]).stdout("s-1: 1 round, version 1, 2025-03-14T09:14:00+01:00\n");
    let shown: Value = serde_json::from_str(&lab.ok(&["session", "show", "s-1", "--json"]).out).unwrap();
    assert_eq!((shown["end"].as_u64(), shown["version"].as_u64()), (Some(2), Some(1)));
    let changed = lab.changed(|| {
        lab.ok(&["session", "end", "s-1"]).stdout_has("2025-03-14#");
    });
    assert_eq!(changed, ["M sessions/s-1.md", "A stream/2025/2025-03-14.md"]);
    let day = lab.read("stream/2025/2025-03-14.md");
    assert!(day.contains("- 09:14 [Summary] Conversation `s-1`, 1 round. [origin:: session/s-1]\n  Decisions:\n  - We decided to use Postgres"), "{day}");
    assert_eq!(
        lab.changed(|| {
            lab.ok(&["session", "end", "s-1"]);
        }),
        [""; 0]
    );
    lab.ok(&["session", "list"]).stdout_has(", ended 2025-03-14\n");
}

#[test]
fn json_always_says_something() {
    let lab = Lab::new();
    let json = |args: &[&str], input: &str| -> Value {
        serde_json::from_str(&lab.ok_with(&[args, &["--json"]].concat(), input.as_bytes()).out).unwrap()
    };
    let few = Value::from(rounds(3, 3)).to_string();
    assert_eq!(json(&["session", "update", "s"], &few)["version"], 0);
    assert_eq!(json(&["session", "update", "s", "--now"], &few)["version"], 1);
    assert_eq!(json(&["session", "update", "s", "--now"], &few)["version"], 1);
    assert!(json(&["session", "end", "s"], "")["id"].is_string());
    assert!(json(&["session", "end", "s"], "")["id"].is_null());
    assert_eq!(json(&["session", "list"], "").as_array().unwrap().len(), 1);
}

/// A summary costs what it holds, not what was said: far too much is cut without being printed each time.
#[test]
fn thousands_of_decisions_are_cut_to_the_newest() {
    let lab = Lab::new();
    let said =
        |n: usize| json!({"role": "user", "content": format!("We decided to use server {n} with Ana Silva {n}.")});
    let messages = Value::from((0..4000).map(said).collect::<Vec<_>>()).to_string();
    lab.run_with(&["session", "update", "s", "--quiet"], messages.as_bytes());
    let text = lab.read("sessions/s.md");
    assert!(text.contains("server 3999 with") && !text.contains("server 3000 with"), "{text}");
    assert!(text.matches("- We decided").count() > 20, "{text}");
}

#[test]
fn hostile_ids_and_bad_files_are_refused() {
    let lab = Lab::new();
    let long = "x".repeat(101);
    for id in ["../../etc/x", "a/b", "", ".hidden", "-rf", "a b", "nul\u{0}", "é", long.as_str()] {
        if id.contains('\0') {
            continue;
        }
        for action in ["update", "show", "end"] {
            let ran = lab.run_with(&["session", action, "--", id], b"[]");
            assert_eq!(ran.code, 64, "{action} {id}: {}", ran.err);
            ran.stderr_has("cannot be the id of a session\nhint: an id has up to 100 letters");
        }
    }
    lab.fail(1, &["session", "show", "nobody"])
        .stderr("alluvium: there is no session `nobody`\nhint: `alluvium session list` names those that there are\n");
    lab.write("sessions/bad.md", "no matter\n");
    lab.fail(1, &["session", "show", "bad"])
        .stderr_has("alluvium: cannot read `sessions/bad.md`: it has no front matter\n");
    let ran = lab.run_with(&["session", "update", "s"], b"[{\"role\":");
    assert_eq!(ran.code, 1);
    ran.stderr_has("alluvium: cannot read the messages in standard input: it ends in the middle of a message");
}

#[test]
fn our_own_context_and_secrets_stay_out() {
    let lab = Lab::new();
    let messages = json!([
        {"role": "user", "content": "[Long-term memory]\n- We decided to lie about 4711.\n\nWe decided to stay on RabbitMQ."},
        {"role": "assistant", "content": [{"type": "thinking", "thinking": "Maybe 815 ways."}, {"type": "text", "text": "Good."}]},
    ]);
    lab.run_with(&["session", "update", "s", "--now", "--quiet"], messages.to_string().as_bytes());
    lab.ok(&["session", "show", "s"])
        .stdout("## Decisions\n\n- We decided to stay on RabbitMQ.\n\n## Names\n\n- RabbitMQ\n");
}

#[test]
fn inject_shows_the_summary_of_a_session() {
    let lab = Lab::new();
    lab.run(&["inject", "--session", "s-1"])
        .stdout_has("[Conversation so far]\n(nothing yet)\n")
        .stderr("there is no summary of a session `s-1` yet\n");
    lab.run_with(&["session", "update", "s-1", "--now", "--quiet"], Value::from(rounds(3, 3)).to_string().as_bytes());
    lab.ok(&["inject", "--session", "s-1"])
        .stdout_has("[Conversation so far]\n- Decisions: We decided to use Postgres for the ledger.\n- Figures: Part 3 took 300 ms.\n");
    lab.fail(64, &["inject", "--session", "../x"]).stderr_has("cannot be the id of a session");
}

#[test]
fn what_hides_or_is_secret_does_not_reach_the_summary() {
    let lab = Lab::new();
    let said = |text: &str| {
        let messages = json!([{"role": "user", "content": text}]).to_string();
        lab.run_with(&["session", "update", "s", "--now", "--quiet"], messages.as_bytes())
    };
    let ran = said("We decided\u{202e} to use\u{200b} Redis\u{2066} with AKIAQWERTZ2345ABCDEF.");
    assert_eq!((ran.code, ran.err.as_str()), (0, "warning: a secret was replaced by `[redacted:aws-access-key]`\n"));
    let text = lab.read("sessions/s.md");
    assert!(text.contains("- We decided to use Redis with [redacted:aws-access-key].\n"), "{text}");
    assert!(!text.contains(['\u{202e}', '\u{200b}', '\u{2066}']));
    // Read again, since the conversation was rewritten, the same sentence is still one.
    said("We decided\u{202e} to use\u{200b} Redis\u{2066} with AKIAQWERTZ2345ABCDEF. So be it.");
    assert_eq!(lab.read("sessions/s.md").matches("We decided").count(), 1);
}

#[test]
fn a_conversation_that_ended_is_told_once() {
    let lab = Lab::new();
    lab.run_with(&["session", "update", "s-1", "--now", "--quiet"], Value::from(rounds(3, 3)).to_string().as_bytes());
    lab.ok(&["session", "end", "s-1"]);
    let told = |args: &[&str]| lab.run(args).out.matches("We decided to use Postgres").count();
    assert_eq!(told(&["inject"]), 1);
    assert_eq!(told(&["inject", "--session", "s-1"]), 1);
    assert_eq!(told(&["inject", "--session", "s-1", "--for", "Which decision about Postgres?"]), 1);
    assert_eq!(told(&["inject", "--session", "s-2"]), 1);
}

#[test]
fn a_model_writes_the_summary_and_rules_step_in_when_it_fails() {
    let lab = Lab::new();
    lab.write("alluvium.toml", "[model]\nprovider = \"canned\"\ncommand = [\"replies.txt\"]\n");
    let say = |text: &str| lab.write("replies.txt", json!({ "text": text }).to_string());
    let input = Value::from(rounds(3, 3)).to_string();
    say("## Decisions\n\n- Postgres holds the ledger.");
    let ran = lab.run_with(&["session", "update", "s", "--now", "--llm"], input.as_bytes());
    ran.stderr("session `s`: version 1, 1 round\n");
    lab.ok(&["session", "show", "s"]).stdout("## Decisions\n\n- Postgres holds the ledger.\n");
    // A figure that nobody said.
    say("## Decisions\n\n- Postgres 47 holds the ledger.");
    let ran = lab.run_with(&["session", "update", "t", "--now", "--llm"], input.as_bytes());
    ran.stderr_has("; summarised by rules\n");
    lab.ok(&["session", "show", "t"]).stdout_has("- We decided to use Postgres for the ledger.\n");
}

#[test]
fn what_a_summary_by_a_model_costs_is_counted() {
    let server =
        Server::new(vec![Answer::chat(&json!({"text": "## Decisions\n\n- Postgres holds the ledger."}).to_string())]);
    let lab = Lab::new();
    let base = format!("{}/v1", server.url);
    lab.write(
        "alluvium.toml",
        format!("[model]\nprovider = \"openai\"\nname = \"some-model\"\nbase-url = \"{base}\"\n"),
    );
    let input = Value::from(rounds(3, 3)).to_string();
    let changed = lab.changed(|| {
        lab.run_with(&["session", "update", "s", "--now", "--llm"], input.as_bytes());
    });
    assert_eq!(changed, ["A history/2025-03.md", "A sessions/s.md"]);
    lab.ok(&["stats"]).stdout_has("openai some-model: 1 run, tokens 800 in, 50 out, 300 cached");
    lab.fail(1, &["undo"]).stderr_has("there is no run to take back");
}
