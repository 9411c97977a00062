//! JSON has one style, whatever the command: see `docs/json.md`.

use serde_json::{Map, Value};

use crate::lab::Lab;

const MESSAGES: &str =
    r#"[{"role":"user","content":"We decided to use Postgres."},{"role":"assistant","content":"Yes."}]"#;

/// Objects whose keys are a person's or a program's own words.
const NAMES: [&str; 6] = ["fields", "records", "confidence", "models", "left", "runs"];

/// Keys are words of small letters joined by hyphens, ids are as they are written, times in one form.
fn check(command: &str, value: &Value) {
    match value {
        Value::Array(list) => list.iter().for_each(|value| check(command, value)),
        Value::Object(object) => object.iter().for_each(|(key, value)| {
            let plain = key.bytes().all(|c| c.is_ascii_lowercase() || c == b'-') && !key.starts_with('-');
            assert!(plain, "`{command}` prints the key `{key}`");
            known(command, object, key, value);
            if !(NAMES.contains(&key.as_str()) && value.is_object()) {
                check(command, value);
            }
        }),
        _ => {}
    }
}

fn known(command: &str, object: &Map<String, Value>, key: &str, value: &Value) {
    let Some(text) = value.as_str() else {
        assert!(key != "fields" || value.is_object(), "`{command}`: fields are no object: {value}");
        return;
    };
    let is_day = |text: &str| text.len() == 10 && text.as_bytes()[4] == b'-';
    match key {
        "id" | "entry" if object.contains_key("rounds") => assert_eq!(text, "s-1"),
        "id" | "entry" => {
            let record = text.split_once('#').is_some_and(|(day, hash)| is_day(day) && hash.len() == 6);
            assert!(record || text.starts_with('^'), "`{command}`: the id `{text}`");
        }
        "day" | "since" | "until" => assert!(is_day(text), "`{command}`: {key} `{text}`"),
        "time" => assert!(text.len() == 5 && text.as_bytes()[2] == b':', "`{command}`: the time `{text}`"),
        "now" | "updated" => assert!(text.contains('T') && text.contains('+'), "`{command}`: {key} `{text}`"),
        "path" => assert!(!text.starts_with('/'), "`{command}`: the path `{text}`"),
        _ => {}
    }
}

#[test]
fn every_command_prints_one_style() {
    let lab = Lab::new();
    std::fs::write(lab.work().join("chat.json"), MESSAGES).unwrap();
    assert!(
        std::process::Command::new("git").args(["init", "--quiet"]).current_dir(lab.work()).status().unwrap().success()
    );
    lab.ok(&["add", "Decision", "Queue is Redis.", "--topic", "p/queue", "--about", "ops", "--quiet"]);
    lab.ok(&["add", "Log", "Job ran.", "--date", "2025-03-01", "--quiet"]);
    let mut seen = Vec::new();
    for line in [
        "init",
        "add Preference x --pin",
        "distill --dry-run --explain",
        "distill",
        "today",
        "show",
        "show sediment",
        "show sediment --as-of 2025-03-14",
        "history p/queue",
        "why ID",
        "review",
        "inject",
        "inject --for queue --cite",
        "profile",
        "search redis -C 1",
        "about ops",
        "feedback confirm ID",
        "outcome --when a --did b --worked",
        "session update s-1 --now",
        "session show s-1",
        "session list",
        "import chat.json --dry-run",
        "import chat.json",
        "install claude --dry-run",
        "uninstall claude --dry-run",
        "trust",
        "trust --list",
        "schedule cron",
        "doctor",
        "forget --match Redis --dry-run",
        "forget --again",
        "archive --kind log --dry-run",
        "archive --kind log",
        "archive --restore",
        "git setup",
        "sync",
        "status",
        "status --check",
        "stats",
        "space add acme/ana",
        "space list",
        "space remove acme/ana --yes",
        "config",
        "undo",
        "forget --match Redis --yes",
        "forget --all --dry-run",
    ] {
        let id = lab.read("sediment.md").split('^').nth(1).map_or(String::new(), |rest| format!("^{}", &rest[..4]));
        let words: Vec<String> =
            line.split(' ').map(|word| if word == "ID" { id.clone() } else { word.to_owned() }).collect();
        let args: Vec<&str> = words.iter().map(String::as_str).chain(["--json", "--quiet"]).collect();
        let ran = lab.run_with(&args, MESSAGES.as_bytes());
        assert!(ran.code <= 1, "{line}: {}", ran.err);
        let value: Value =
            serde_json::from_str(&ran.out).unwrap_or_else(|e| panic!("{line}: {e}: {}{}", ran.out, ran.err));
        assert_eq!(ran.out.lines().count(), 1, "{line} prints one line");
        check(line, &value);
        seen.push(line.split(' ').next().unwrap_or_default());
    }
    // `trim` answers with messages, and tells on standard error what became of them.
    let trimmed = lab.run_with(&["trim", "--keep-last", "1", "--json"], MESSAGES.as_bytes());
    check("trim", &serde_json::from_str(&trimmed.err).unwrap());
    // Whoever adds a command adds it here, or to those that print no JSON of their own.
    let help = lab.ok(&["--help"]).out;
    let commands = help.lines().skip_while(|l| *l != "Commands:").skip(1).take_while(|l| l.starts_with("  "));
    // Long descriptions go on further in.
    let commands = commands.filter(|line| !line.starts_with("   "));
    for name in commands.filter_map(|line| line.split_whitespace().next()) {
        let other = ["restore", "trim", "hook", "merge", "completions", "man", "help"];
        assert!(seen.contains(&name) || other.contains(&name), "`{name}` is not tried");
    }
}
