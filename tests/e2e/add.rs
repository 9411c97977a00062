//! `add`: every flag, every refusal, and texts that try to become structure.

use crate::lab::Lab;

const DAY: &str = "stream/2025/2025-03-14.md";
const HEADING: &str = "## 2025-03-14 (Europe/Berlin, UTC+01:00)\n\n";

#[test]
fn a_record_is_one_line_in_the_file_of_the_day() {
    let lab = Lab::new();
    let added = lab.changed(|| {
        lab.ok(&["add", "decision", "Deployment", "is containerised.", "--topic", "project-a/deployment"])
            .stdout("2025-03-14#maca37\n");
    });
    assert_eq!(added, [format!("A {DAY}")]);
    let line = "- 09:14 [Decision] Deployment is containerised. [topic:: project-a/deployment]\n";
    assert_eq!(lab.read(DAY), format!("{HEADING}{line}"));
}

#[test]
fn every_flag_becomes_a_field() {
    let lab = Lab::new();
    let ran = lab.run(&[
        "add",
        "Fact",
        "x",
        "--topic",
        "a/b",
        "--about",
        "c",
        "--about",
        "d",
        "--because",
        "a [b] -->",
        "--until",
        "+3d",
        "--status",
        "open",
        "--importance",
        "0.5",
        "--origin",
        "web",
        "--replaces",
        "^k3f9",
        "--ends",
        "k7q2m9",
        "--ref",
        "2025-03-13#k7q2m9",
        "--pin",
    ]);
    assert_eq!((ran.code, ran.err.lines().count()), (0, 3), "one warning for each id that nothing has");
    assert_eq!(
        lab.read(DAY),
        format!(
            "{HEADING}- 09:14 [Fact] x [topic:: a/b] [about:: c] [about:: d] [because:: a \\[b\\] --\\>] \
             [until:: 2025-03-17] [status:: open] [importance:: 0.5] [origin:: web] [replaces:: ^k3f9] [ends:: k7q2m9] \
             [ref:: 2025-03-13#k7q2m9] [pin:: true]\n"
        )
    );
    let shown: serde_json::Value = serde_json::from_str(&lab.ok(&["show", "--json"]).out).unwrap();
    assert_eq!(shown[0]["fields"]["because"], "a [b] -->");
    assert_eq!(shown[0]["fields"]["about"], serde_json::json!(["c", "d"]));
}

#[test]
fn values_that_make_no_sense_are_usage_errors() {
    let lab = Lab::new();
    let wrong: &[(&[&str], &str)] = &[
        (&["--importance", "2"], "importance: `2` is no number from 0 to 1"),
        (&["--importance", "-0.1"], "importance: `-0.1` is no number from 0 to 1"),
        (&["--importance", "NaN"], "importance: `NaN` is no number from 0 to 1"),
        (&["--status", "maybe"], "status: `maybe` is neither `open` nor `done`"),
        (&["--replaces", "?"], "replaces: `?` is no id such as `2025-03-14#k7q2m9` or `^k3f9`"),
        (&["--topic", ""], "topic: `` is empty"),
    ];
    let changed = lab.changed(|| {
        for (flags, message) in wrong {
            let ran = lab.fail(64, &[&["add", "Fact", "x"], *flags].concat());
            assert_eq!(ran.err.lines().next(), Some(format!("alluvium: {message}").as_str()));
        }
        lab.fail(64, &["add", "Fact", "x", "--until", "soon"]).stderr_has("cannot read the date `soon`");
        lab.fail(64, &["add", "Fact", "x", "--date", "2025-02-30"]).stderr_has("cannot read the date `2025-02-30`");
        lab.fail(64, &["add"]).stderr_has("alluvium: the kind and the text are missing\nhint: ");
        lab.fail(64, &["add", "Fact"]).stderr_has("alluvium: the text is empty\nhint: ");
        lab.fail(64, &["add", "Fact", " \n\t\u{200b}"]).stderr_has("alluvium: the text is empty\n");
        lab.fail(64, &["add", "Fact", "[topic:: a/b]"]).stderr_has("alluvium: the text is empty\n");
        for day in ["-999999d", "+9000000d", "10000-01-01"] {
            lab.fail(64, &["add", "Fact", "x", &format!("--date={day}")]).stderr_has("cannot read the date");
        }
        lab.fail(64, &["add", "Fact", "--topc", "x"]).stderr_has("alluvium: unknown option `--topc`\nhint: ");
        for kind in ["x", "[x]", "a]b", "!info", "12:30", "a\nb", "k::v"] {
            lab.fail(64, &["add", kind, "text"]).stderr_has("cannot be a kind\nhint: ");
        }
    });
    assert_eq!(changed, [""; 0]);
}

#[test]
fn a_reference_to_nothing_is_said_and_the_record_stands() {
    let lab = Lab::new();
    let first = lab.ok(&["add", "Fact", "Staging runs on db1"]).out.trim().to_owned();
    lab.ok(&["add", "Fact", "Staging runs on db2", "--replaces", &first]);
    let ran = lab.run(&["add", "Fact", "Staging runs on db3", "--replaces", "^zzzz"]);
    assert_eq!(ran.code, 0);
    ran.stderr_has("nothing here has the id `^zzzz`; the record stands and stays without effect on it\n");
    lab.ok(&["show", "today"]).stdout_has("Staging runs on db3");
}

#[test]
fn what_was_taken_back_or_archived_can_still_be_referred_to() {
    let lab = Lab::new();
    let first = lab.ok(&["add", "Fact", "Staging runs on db1"]).out.trim().to_owned();
    let second = lab.ok(&["add", "Fact", "Reports are tables"]).out.trim().to_owned();
    lab.ok(&["distill", "--quiet"]);
    let sediment = lab.read("sediment.md");
    let entry = sediment.lines().find_map(|line| line.split_once("db1")?.1.rsplit(' ').next()).expect("an entry");
    lab.run(&["undo", "--quiet"]);
    lab.ok(&["add", "Fact", "Staging runs on db2", "--replaces", entry]);
    // The day is gone from the stream; that entries rest on it is known.
    std::fs::remove_file(lab.path("stream/2025/2025-03-14.md")).expect("the day");
    lab.ok(&["add", "Fact", "Staging runs on db3", "--replaces", &first, "--ref", &second]);
    let batch = r##"{"kind": "Fact", "text": "a", "replaces": "^zzzz"}
        {"kind": "Fact", "text": "b", "ends": "^zzzz", "ref": "2025-03-13#zz"}"##;
    let ran = lab.run_with(&["add", "--jsonl"], batch.as_bytes());
    assert_eq!((ran.code, ran.err.matches("nothing here has the id").count()), (0, 2), "{}", ran.err);
}

#[test]
fn texts_that_are_no_memory_are_refused() {
    let lab = Lab::new();
    let long = "x".repeat(16 * 1024 + 1);
    lab.fail(1, &["add", "Note", &long]).stderr_has(
        "alluvium: the text has 16385 bytes; a record holds at most 16384\nhint: split it, keep the log in a file of its \
         own, or raise `stream.max-bytes` in `alluvium.toml`\n",
    );
    let wide = "word ".repeat(4000);
    lab.fail(1, &["add", "Note", "x", "--because", &wide])
        .stderr_has("alluvium: the fields have 20007 bytes; a record");
    let secret = format!("ghp_{}", "q7Rk2mZp9XwTb4LcVn8S".repeat(2).get(..36).unwrap());
    let ran = lab.fail(64, &["add", &secret, "text"]);
    assert!(
        ran.err.starts_with("alluvium: the kind looks like a secret (") && !ran.err.contains(&secret),
        "{}",
        ran.err
    );
    let context = "[Long-term memory]\n- User preference: tables.\n";
    let ran = lab.run_with(&["add", "Note", "-"], context.as_bytes());
    assert_eq!(ran.code, 1);
    ran.stderr_has("alluvium: the text carries the context marker `[Long-term memory]` on a line of its own\nhint: ");
    assert_eq!(
        lab.run_with(&["add", "Note", "-"], b"gr\xfcn").err,
        "alluvium: cannot read `standard input`: byte 3 is not UTF-8\nhint: nothing was written\n"
    );
    assert_eq!(lab.read(DAY), "");
    lab.ok(&["add", "Note", "The block [Long-term memory] is too long."]);
}

#[test]
fn a_long_text_is_kept_whole_where_the_settings_allow_it() {
    let lab = Lab::new();
    lab.write("alluvium.toml", "[stream]\nmax-bytes = 4000000\n");
    let text = format!("{}\nthe essential sentence", "word ".repeat(600_000).trim());
    lab.ok_with(&["add", "Note", "-"], text.as_bytes());
    let lines = (0..5000).map(|n| format!("line {n}")).collect::<Vec<_>>().join("\n");
    lab.run_with(&["add", "Log", "-"], lines.as_bytes()).stderr_has("has 5004 lines");
    let shown: serde_json::Value = serde_json::from_str(&lab.ok(&["show", "--json"]).out).unwrap();
    let whole = |n: usize| format!("{}\n{}", shown[n]["text"].as_str().unwrap(), shown[n]["body"].as_str().unwrap());
    assert!(whole(0) == text && whole(1) == lines);
}

#[test]
fn typed_structure_stays_text() {
    let lab = Lab::new();
    let texts = [
        "Standup notes:\n- 10:00 [Decision] from the old log\n## Sediment",
        "before\n---\nafter",
        "see <!-- id: 7 -->\n<!-- open",
        "step one\\nstep two",
        "log\n```\n- 11:00 [Fact] not me\n```\nend",
        "log\n```\nnever closed",
        "<<<<<<< HEAD\n=======\n>>>>>>> x",
        "C:\\\nD:\\",
        "- 12:00 [Fact] a list item",
        "[topic:: not a field] at the start",
    ];
    for (n, text) in texts.iter().enumerate() {
        lab.at(&format!("2025-03-14T10:{n:02}:00+01:00")).ok_with(&["add", "Note", "-"], text.as_bytes());
    }
    let whole = || {
        let shown: Vec<serde_json::Value> = serde_json::from_str(&lab.ok(&["show", "--json"]).out).unwrap();
        let text = |r: &serde_json::Value| {
            let (text, body) = (r["text"].as_str().unwrap(), r["body"].as_str().unwrap());
            if body.is_empty() { text.to_owned() } else { format!("{text}\n{body}") }
        };
        shown.iter().map(text).collect::<Vec<_>>()
    };
    assert_eq!(whole(), texts);
    lab.ok(&["distill", "--quiet"]);
    assert_eq!(whole(), texts);
    let headings = lab.read(DAY).lines().filter(|l| l.trim_start().starts_with('#')).count();
    assert_eq!(headings, 1);
}

#[test]
fn characters_that_hide_are_taken_out() {
    let lab = Lab::new();
    lab.ok(&["add", "Note", "a\u{202e}b\u{1b}[31mc\u{200b}\u{e0041} 👩\u{200d}💻 می\u{200c}خواهم"]);
    assert_eq!(lab.read(DAY), format!("{HEADING}- 09:14 [Note] abc 👩\u{200d}💻 می\u{200c}خواهم\n"));
}

#[test]
fn a_text_may_begin_with_a_dash() {
    let lab = Lab::new();
    lab.ok(&["add", "Note", "-rf is risky"]);
    lab.ok(&["add", "Note", "-5", "degrees"]);
    lab.ok(&["add", "Note", "--force it or not"]);
    lab.ok(&["add", "Note", "--about", "git", "--", "--force"]);
    assert_eq!(
        lab.read(DAY),
        format!(
            "{HEADING}- 09:14 [Note] -rf is risky\n- 09:14 [Note] -5 degrees\n- 09:14 [Note] --force it or not\n- 09:14 [Note] --force [about:: git]\n"
        )
    );
}

#[test]
fn the_same_record_twice_is_one_and_says_so() {
    let lab = Lab::new();
    let first = lab.ok(&["add", "Fact", "x"]).out;
    let before = lab.files();
    let again = lab.run(&["add", "fact", "x"]);
    assert_eq!((again.code, &again.out), (0, &first));
    again.stderr(&format!("{} is there already; nothing was written\n", first.trim()));
    assert_eq!(lab.files(), before);
    let json: serde_json::Value = serde_json::from_str(&lab.run(&["add", "Fact", "x", "--json"]).out).unwrap();
    assert_eq!((&json["written"], &json["line"]), (&false.into(), &3.into()));
}

#[test]
fn if_new_compares_kind_and_text() {
    let lab = Lab::new();
    let first = lab.ok(&["add", "Fact", "x", "--topic", "a"]).out;
    lab.at("2025-03-14T10:00:00+01:00");
    lab.ok(&["add", "Fact", "x", "--if-new", "--quiet"]).stdout(&first);
    lab.ok(&["add", "Note", "x", "--if-new"]);
    lab.ok(&["add", "Fact", "x"]);
    assert_eq!(lab.read(DAY), format!("{HEADING}- 09:14 [Fact] x [topic:: a]\n- 10:00 [Note] x\n- 10:00 [Fact] x\n"));
}

#[test]
fn a_record_is_read_from_standard_input() {
    let lab = Lab::new();
    lab.ok_with(&["add", "-", "--topic", "a/b"], b"- 08:00 [Fact] Reports are tables.\nBy default.\n");
    lab.ok_with(&["add", "-"], "【决策】使用容器".as_bytes());
    lab.ok_with(&["add", "done", "-"], b"Deployed\n");
    assert_eq!(
        lab.read(DAY),
        format!(
            "{HEADING}- 09:14 [Fact] Reports are tables. [topic:: a/b]\n  By default.\n- 09:14 [决策] 使用容器\n- 09:14 [Task] Deployed [status:: done]\n"
        )
    );
    assert_eq!(
        lab.run_with(&["add", "-"], b"no kind").err,
        "alluvium: standard input does not begin with a kind in brackets\nhint: `[Fact] …`, or name the kind: `alluvium add Fact -`\n"
    );
}

#[test]
fn a_batch_is_filed_by_its_times_all_of_it_or_nothing() {
    let lab = Lab::new();
    let good = "{\"kind\":\"Fact\",\"text\":\"late\",\"at\":\"2025-03-12T23:30:00Z\"}\n\n\
                {\"kind\":\"Todo\",\"text\":\"now\",\"about\":[\"a\",\"b\"],\"importance\":0.5,\"pin\":true}\n";
    let changed = lab.changed(|| {
        let ran = lab.ok_with(&["add", "--jsonl", "--json"], good.as_bytes());
        assert_eq!(ran.out.lines().count(), 2);
        ran.stdout_has("\"path\":\"stream/2025/2025-03-13.md\",\"line\":3,\"written\":true");
    });
    assert_eq!(changed, ["A stream/2025/2025-03-13.md".to_owned(), format!("A {DAY}")]);
    assert_eq!(
        lab.read(DAY),
        format!("{HEADING}- 09:14 [Todo] now [about:: a] [about:: b] [importance:: 0.5] [pin:: true]\n")
    );
    assert!(lab.read("stream/2025/2025-03-13.md").ends_with("- 00:30 [Fact] late\n"));

    let bad = format!(
        "{good}nonsense\n{{\"kind\":\"F\",\"text\":\"x\"}}\n{{\"kind\":\"Fact\",\"text\":\"x\",\"mood\":\"good\"}}\n{{\"kind\":\"Fact\",\"text\":\"x\",\"at\":\"noon\"}}\n"
    );
    let before = lab.files();
    let ran = lab.run_with(&["add", "--jsonl"], bad.as_bytes());
    assert_eq!(ran.code, 1);
    ran.stderr(
        "alluvium: nothing was written; line 4: no JSON: expected ident at line 1 column 2\nhint: line 5: `F` cannot be a kind\n\
         hint: line 6: `mood` is no field of a record\nhint: line 7: at: `noon` is no time such as 2025-03-14T09:14:00+01:00\n",
    );
    assert_eq!(lab.files(), before);
    lab.ok_with(&["add", "--jsonl"], b"");
}

#[test]
fn days_and_times_come_from_one_instant() {
    let lab = Lab::new();
    lab.at("2025-03-14T23:59:58+01:00").ok(&["add", "Fact", "last"]);
    lab.at("2025-03-15T00:00:01+01:00").ok(&["add", "Fact", "first"]);
    lab.ok(&["add", "Fact", "before", "--date", "-1d"]);
    lab.var("ALLUVIUM_DAY", "2025-03-14").ok(&["add", "Fact", "pinned"]);
    assert_eq!(lab.read(DAY), format!("{HEADING}- 23:59 [Fact] last\n- 00:00 [Fact] before\n- 00:00 [Fact] pinned\n"));
    assert!(lab.read("stream/2025/2025-03-15.md").ends_with("- 00:00 [Fact] first\n"));
}

#[test]
fn the_offset_is_written_where_it_differs() {
    let lab = Lab::new();
    lab.zone("America/Los_Angeles");
    lab.at("2024-11-03T08:50:00Z").ok(&["add", "Decision", "Queue: use Redis"]);
    lab.at("2024-11-03T09:10:00Z").ok(&["add", "Decision", "Queue: use Postgres"]);
    assert_eq!(
        lab.read("stream/2024/2024-11-03.md"),
        "## 2024-11-03 (America/Los_Angeles, UTC-07:00)\n\n- 01:50 [Decision] Queue: use Redis\n- 01:10-08:00 [Decision] Queue: use Postgres\n"
    );
    lab.ok(&["show"]).stdout("- 01:50 [Decision] Queue: use Redis\n- 01:10-08:00 [Decision] Queue: use Postgres\n");
}

#[test]
fn a_file_whose_last_heading_is_another_day_gets_one() {
    let lab = Lab::new();
    lab.write(DAY, "- 08:00 [Fact] a\n\n## 2025-03-10\n\n- 09:00 [Fact] b\n");
    lab.ok(&["add", "Fact", "c"]);
    assert!(lab.read(DAY).ends_with(&format!("- 09:00 [Fact] b\n\n{HEADING}- 09:14 [Fact] c\n")));
    assert_eq!(lab.ok(&["show"]).out, "- 08:00 [Fact] a\n- 09:14 [Fact] c\n");
}

#[test]
fn a_long_day_is_warned_about_once() {
    let lab = Lab::new();
    lab.write(DAY, "- [Fact] x\n".repeat(999));
    lab.ok(&["add", "Fact", "one"]);
    let ran = lab.run(&["add", "Fact", "two"]);
    assert_eq!(ran.code, 0);
    ran.stderr(&format!("warning: `{DAY}` has 1001 lines, more than 1000 (`stream.warn-lines`)\n"));
    lab.ok(&["add", "Fact", "three"]);
}

#[test]
fn a_kind_that_is_waited_for_is_distilled_at_once() {
    let lab = Lab::new();
    lab.write("alluvium.toml", "[distill]\non = [\"decision\"]\n");
    lab.ok(&["add", "Fact", "The port is 8080.", "--topic", "a/port"]);
    assert!(!lab.read("sediment.md").contains("8080"));
    lab.ok(&["add", "Decision", "Deployments are containerised.", "--topic", "a/deployment"]);
    assert!(lab.read("sediment.md").contains("Deployments are containerised."));
}

#[test]
fn links_modes_and_new_files_are_kept_as_they_are() {
    use std::os::unix::fs::PermissionsExt as _;
    let lab = Lab::new();
    let elsewhere = lab.work().join("elsewhere.md");
    std::fs::write(&elsewhere, "").unwrap();
    std::fs::set_permissions(&elsewhere, std::fs::Permissions::from_mode(0o664)).unwrap();
    std::fs::create_dir_all(lab.path("stream/2025")).unwrap();
    std::os::unix::fs::symlink(&elsewhere, lab.path(DAY)).unwrap();
    lab.ok(&["add", "Fact", "x"]);
    assert_eq!(std::fs::read_to_string(&elsewhere).unwrap(), format!("{HEADING}- 09:14 [Fact] x\n"));
    assert!(lab.path(DAY).is_symlink());
    assert_eq!(elsewhere.metadata().unwrap().permissions().mode() & 0o777, 0o664);
    lab.ok(&["add", "Fact", "y", "--date", "-1d"]);
    assert_eq!(lab.path("stream/2025/2025-03-13.md").metadata().unwrap().permissions().mode() & 0o777, 0o600);
    std::fs::remove_file(&elsewhere).unwrap();
    lab.fail(1, &["add", "Fact", "z"]).stderr_has("cannot follow the link `");
}

#[test]
fn a_misspelt_kind_is_pointed_out_and_stands() {
    let lab = Lab::new();
    lab.run(&["add", "Decison", "Use Helm."]).stderr("warning: unknown kind `Decison`, did you mean `Decision`?\n");
    lab.run(&["add", "fcat", "The port is 5."]).stderr("warning: unknown kind `fcat`, did you mean `Fact`?\n");
    lab.ok(&["add", "Deploy", "Version 7 is out."]);
    lab.ok(&["show"]).stdout_has("[Decison] Use Helm.");
}
