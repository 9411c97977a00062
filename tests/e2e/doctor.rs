//! Problems are named without changing a byte; repairs do what was shown and lose nothing.

use crate::lab::Lab;

const DAY: &str = "stream/2025/2025-03-13.md";

fn damaged() -> Lab {
    let lab = Lab::new();
    lab.write(
        DAY,
        "## 2025-03-13\n\n- 09:00 [Fact] a stays\n<<<<<<< ours\n- 09:01 [Fact] ours is kept\n=======\n\
         - 09:02 [Fact] theirs is kept\n>>>>>>> theirs\n",
    );
    lab.write("stream/2025/.2025-03-12.md.alluvium-abc123.tmp", "half");
    lab
}

/// Repairs, and holds that a second repair finds nothing more to do.
#[track_caller]
fn repair(lab: &Lab) {
    lab.run(&["doctor", "--fix", "--yes", "--quiet"]);
    assert_eq!(lab.changed(|| drop(lab.run(&["doctor", "--fix", "--yes", "--quiet"]))), [""; 0]);
}

/// `path:line code` of every problem.
fn problems(lab: &Lab, args: &[&str]) -> Vec<String> {
    let ran = lab.run(&[&["doctor", "--json", "--quiet"], args].concat());
    let found: Vec<serde_json::Value> = serde_json::from_str(&ran.out).unwrap();
    found
        .iter()
        .map(|p| format!("{}:{} {}", p["path"].as_str().unwrap(), p["line"], p["code"].as_str().unwrap()))
        .collect()
}

#[test]
fn examining_and_a_refused_repair_change_nothing() {
    let lab = damaged();
    let before = lab.files();
    lab.fail(1, &["doctor"]).stderr("").stdout_has("stream/2025/2025-03-13.md:4: ");
    let ran = lab.fail(1, &["doctor", "--fix"]);
    ran.stderr("alluvium: nothing was repaired\nhint: answer `y` on a terminal, or give `--yes`\n");
    ran.stdout_has("-<<<<<<< ours\n").stdout_has("remove stream/2025/.2025-03-12.md.alluvium-abc123.tmp\n");
    assert_eq!(lab.files(), before);
    lab.fail(64, &["doctor", "--yes"]);
}

#[test]
fn a_repair_unites_both_sides_and_saves_what_it_touched() {
    let lab = damaged();
    let before = lab.read(DAY);
    lab.ok(&["doctor", "--fix", "--yes", "--quiet"]);
    assert_eq!(
        lab.read(DAY),
        "## 2025-03-13\n\n- 09:00 [Fact] a stays\n- 09:01 [Fact] ours is kept\n- 09:02 [Fact] theirs is kept\n"
    );
    assert_eq!(lab.read(&format!(".alluvium/backup/20250314T081400Z/{DAY}")), before);
    assert!(!lab.path("stream/2025/.2025-03-12.md.alluvium-abc123.tmp").exists());
    assert_eq!(lab.changed(|| drop(lab.ok(&["doctor", "--fix", "--yes", "--quiet"]))), [""; 0]);
}

#[test]
fn what_a_cut_off_write_left_stays_as_text_and_is_named() {
    let lab = Lab::new();
    lab.write(DAY, "## 2025-03-13\n\n- 09:00 [Fact] a stays\n- 09:14 [Deci\n- 09:15 [Fact] b\n- 09:1");
    let before = lab.files();
    assert_eq!(problems(&lab, &[]), [format!("{DAY}:4 torn-line"), format!("{DAY}:6 torn-line")]);
    repair(&lab);
    assert_eq!(lab.files(), before);
    lab.ok(&["--quiet", "add", "Fact", "Goes on.", "--date", "2025-03-13"]);
    assert!(lab.read(DAY).ends_with("- 09:1\n- 09:14 [Fact] Goes on.\n"));
}

#[test]
fn records_go_to_the_day_that_their_offset_says() {
    let lab = Lab::new();
    let head = "## 2025-03-13 (Europe/Berlin, UTC+01:00)\n\n";
    let stray = "- 23:30-05:00 [Decision] Queue is Redis. [topic:: p/queue]\n  Told on the phone.\n";
    let early = "- 00:10+09:00 [Fact] The port is 8080. [topic:: p/port]\n";
    let named = "- 23:40-05:00 [Todo] Call the bank.\n";
    lab.write(DAY, format!("{head}prose\n\n- 09:00 [Note] stays\n{early}{named}- 21:00 [Note] stays too\n{stray}"));
    let next = "## 2025-03-14 (Europe/Berlin, UTC+01:00)\n\n- 04:00 [Note] night\n- 08:00 [Note] morning\n";
    lab.write("stream/2025/2025-03-14.md", next);
    lab.ok(&["distill", "--quiet"]);
    let todo = lab.ok(&["show", "2025-03-13", "--json"]).out;
    let at = todo.find("Call the bank").unwrap();
    let id = &todo[..at][todo[..at].rfind("2025-03-13#").unwrap()..][..17].to_owned();
    lab.ok(&["add", "Note", "done", "--ends", id, "--quiet"]);

    // A system's zone says nothing of journeys.
    let found = problems(&lab, &[]);
    assert_eq!(found, [format!("{DAY}:6 misfiled"), format!("{DAY}:7 misfiled"), format!("{DAY}:9 misfiled")]);
    lab.zone("");
    assert!(!lab.run(&["--zone", "Europe/Berlin", "doctor"]).out.contains("note: "));
    lab.var("TZ", "Europe/Berlin")
        .ok(&["doctor"])
        .stdout_has("note: stream/2025/2025-03-13.md:6: by its offset a record of");
    assert_eq!(lab.changed(|| drop(lab.ok(&["doctor", "--fix", "--yes"]))), [""; 0]);
    lab.zone("Europe/Berlin");

    let entries = lab.read("sediment.md");
    let preview = lab.fail(1, &["doctor", "--fix"]).out;
    assert!(preview.contains("+- 05:30 [Decision] Queue is Redis. [topic:: p/queue]\n"), "{preview}");
    repair(&lab);
    assert_eq!(lab.read(DAY), format!("{head}prose\n\n- 09:00 [Note] stays\n{named}- 21:00 [Note] stays too\n"));
    assert_eq!(
        lab.read("stream/2025/2025-03-12.md"),
        "## 2025-03-12 (Europe/Berlin, UTC+01:00)\n\n- 16:10 [Fact] The port is 8080. [topic:: p/port]\n"
    );
    let day = lab.read("stream/2025/2025-03-14.md");
    let moved =
        "- 04:00 [Note] night\n- 05:30 [Decision] Queue is Redis. [topic:: p/queue]\n  Told on the phone.\n- 08:00 ";
    assert!(day.contains(moved), "{day}");
    // They stay read, and the entries know where their records are.
    assert_eq!(lab.changed(|| drop(lab.ok(&["distill"]))), ["M history/2025-03.md"], "only the note that was added");
    assert_eq!(lab.read("sediment.md"), entries);
    let queue = entries.split("Queue is Redis.").nth(1).and_then(|rest| rest.split('^').nth(1)).unwrap();
    lab.ok(&["why", &queue[..4]]).stdout_has("  2025-03-14#").stdout_has(" 05:30 [Decision] Queue is Redis.\n");
    lab.ok(&["forget", &format!("^{}", &queue[..4]), "--yes", "--quiet"]);
    assert!(!lab.read("stream/2025/2025-03-14.md").contains("Redis"));
}

#[test]
fn a_record_that_stands_in_both_days_is_one() {
    let lab = Lab::new();
    lab.write(DAY, "- 23:30-05:00 [Fact] The port is 8080.\n");
    lab.write("stream/2025/2025-03-14.md", "- 05:30 [Fact] The port is 8080.\n");
    repair(&lab);
    assert_eq!(lab.read("stream/2025/2025-03-14.md"), "- 05:30 [Fact] The port is 8080.\n");
    assert_eq!(lab.read(DAY), "");
}

/// F067: every sort of damage at once, hashed between the steps.
#[test]
fn one_repair_heals_what_can_be_healed() {
    let lab = Lab::new();
    for (text, topic) in [("Queue is Redis.", "p/queue"), ("The port is 8080.", "p/port")] {
        lab.ok(&["add", "Decision", text, "--topic", topic, "--quiet"]);
    }
    lab.ok(&["distill", "--quiet"]);
    let sediment = lab.read("sediment.md");
    let line = sediment.lines().find(|l| l.contains("Redis")).unwrap().to_owned();
    let [pinned, rival] = [
        format!("{} [pin:: true] ^{}", line.split(" ^").next().unwrap(), line.split(" ^").nth(1).unwrap()),
        "- Queue is Postgres. [topic:: p/queue] [since:: 2025-03-14] [pin:: true] ^zzzz".to_owned(),
    ];
    lab.write(
        "sediment.md",
        sediment.replace(&line, &format!("<<<<<<< ours\n{pinned}\n=======\n{rival}\n>>>>>>> theirs")),
    );
    let month = lab.read("history/2025-03.md");
    let mut lines: Vec<&str> = month.lines().collect();
    lines.insert(0, "<<<<<<< ours");
    lines.extend(["=======", ">>>>>>> theirs"]);
    lab.write("history/2025-03.md", lines.join("\n") + "\n");
    lab.write(
        "sessions/a.md",
        "<<<<<<< ours\n---\nversion: 2\nend: 20\n---\n\nNewer.\n=======\n---\nversion: 1\nend: 10\n---\n\nOlder.\n>>>>>>> theirs\n",
    );
    lab.write("archive/2024/2024-09-01.md", "<<<<<<< a\n- 09:00 [Fact] a\n=======\n- 09:01 [Fact] b\n>>>>>>> b\n");
    lab.write(DAY, "<<<<<<< a\n- 23:30-05:00 [Note] a\n=======\n- 09:01 [Note] b\n>>>>>>> b\n- 09:1");
    lab.write("stream/2025/.2025-03-12.md.alluvium-abc123.tmp", "half");
    lab.write("notes.md", "mine");
    use std::os::unix::fs::PermissionsExt as _;
    let open = |name: &str, mode| std::fs::set_permissions(lab.path(name), std::fs::Permissions::from_mode(mode));
    open("notes.md", 0o666).unwrap();
    open("history", 0o777).unwrap();
    open("sessions", 0o1777).unwrap(); // sticky: nobody takes away what is another's

    let before = lab.files();
    lab.fail(1, &["doctor"]);
    let preview = lab.fail(1, &["doctor", "--fix"]).out;
    assert_eq!(lab.files(), before);
    for name in ["sediment.md", "history/2025-03.md", "sessions/a.md", "archive/2024/2024-09-01.md", DAY] {
        let part = format!("--- a/{name}\n");
        assert!(preview.contains(&part), "no `{part}` in:\n{preview}");
    }
    repair(&lab);
    assert_eq!(problems(&lab, &[]), [format!("{DAY}:2 torn-line")]);
    assert_eq!(lab.read("history/2025-03.md").matches("## ").count(), 3, "the run, and what two repairs say");
    assert_eq!(lab.read("sessions/a.md"), "---\nversion: 2\nend: 20\n---\n\nNewer.\n");
    assert_eq!(lab.read("archive/2024/2024-09-01.md"), "- 09:00 [Fact] a\n- 09:01 [Fact] b\n");
    assert_eq!(lab.read(DAY), "- 09:01 [Note] b\n- 09:1");
    assert!(lab.read("stream/2025/2025-03-14.md").contains("- 05:30 [Note] a\n"));
    let mode = |name: &str| std::fs::metadata(lab.path(name)).unwrap().permissions().mode() & 0o7777;
    assert_eq!([mode("notes.md"), mode("history"), mode("sessions")], [0o664, 0o775, 0o1777]);
    let after = lab.read("sediment.md");
    assert_eq!(after.matches("[topic:: p/queue]").count(), 1, "{after}");
    assert!(after.contains("[pin:: true]") && after.contains("The port is 8080."), "{after}");
    // What left is in the history, and what was touched is saved as it was.
    lab.ok(&["history", "p/queue"]).stdout_has("Queue is Redis.").stdout_has("Queue is Postgres.");
    for name in ["sediment.md", "history/2025-03.md", "sessions/a.md", DAY] {
        assert_eq!(lab.read(&format!(".alluvium/backup/20250314T081400Z/{name}")).as_bytes(), before[name], "{name}");
    }
    lab.run(&["distill", "--quiet"]);
    assert_eq!(lab.read("sediment.md"), after);
}

#[test]
fn every_layer_is_looked_into() {
    let lab = Lab::new();
    let token = ["gh", "p_a8Kd93jfLq02mZxW7bTn5RyC1vHs6GpE4uJi"].concat();
    let bad =
        [format!("- 09:00 [Fact] a\u{202e}b\n- 09:01 [Note] {token}\n").as_bytes(), b"- 09:02 [Fact] \xff\n"].concat();
    for name in ["archive/2024/2024-09-01.md", DAY] {
        lab.write(name, &bad);
    }
    for name in ["sessions/a.md", "history/2025-02.md", "profile.md"] {
        lab.write(name, [format!("a\u{202e}b\n\n{token}\n").as_bytes(), b"\xff\n"].concat());
    }
    let found = problems(&lab, &["--secrets"]);
    for (name, lines) in [
        ("archive/2024/2024-09-01.md", [1, 2, 3]),
        (DAY, [1, 2, 3]),
        ("sessions/a.md", [1, 3, 4]),
        ("history/2025-02.md", [1, 3, 4]),
        ("profile.md", [1, 3, 4]),
    ] {
        for (line, code) in lines.into_iter().zip(["invisible", "secret", "bad-bytes"]) {
            assert!(found.contains(&format!("{name}:{line} {code}")), "{name}:{line} {code} not in {found:?}");
        }
    }
    assert!(!problems(&lab, &[]).iter().any(|p| p.ends_with("secret")));
    // A file that cannot be read is one of the findings.
    std::fs::remove_file(lab.path("history/2025-02.md")).unwrap();
    std::fs::create_dir(lab.path("history/2025-02.md")).unwrap();
    assert!(problems(&lab, &[]).contains(&"history/2025-02.md:0 unreadable".to_owned()));
}

#[test]
fn utf_16_is_said_once_with_what_converts_it() {
    let lab = Lab::new();
    let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    lab.write(DAY, [&b"\xff\xfe"[..], &wide("- 09:00 [Fact] Straße.\n")].concat());
    lab.write("stream/2025/2025-03-12.md", b"- 09:00 [Fact] a\n- 09:01 [Fact] \xff\n- 09:02 [Fact] \xfe\n");
    lab.write("sessions/a.md", wide("- Chose tables.\n"));
    assert_eq!(
        lab.fail(1, &["doctor"]).out,
        "error: sessions/a.md: is UTF-16, not UTF-8, and is not read\n  \
         make it UTF-8: `iconv -f UTF-16LE -t UTF-8 'sessions/a.md' > 'sessions/a.md.new' && mv 'sessions/a.md.new' 'sessions/a.md'`\n\
         stream/2025/2025-03-12.md:2: byte 0xFF is not UTF-8; the line is not read\n  save the file as UTF-8\n\
         stream/2025/2025-03-12.md:3: byte 0xFE is not UTF-8; the line is not read\n  save the file as UTF-8\n\
         error: stream/2025/2025-03-13.md: is UTF-16, not UTF-8, and is not read\n  \
         make it UTF-8: `iconv -f UTF-16 -t UTF-8 'stream/2025/2025-03-13.md' > 'stream/2025/2025-03-13.md.new' && mv 'stream/2025/2025-03-13.md.new' 'stream/2025/2025-03-13.md'`\n"
    );
    lab.fail(0, &["distill"]).stderr(
        "warning: `stream/2025/2025-03-12.md` has 2 lines that are not UTF-8 and are not read; `alluvium doctor` says more\n\
         warning: `stream/2025/2025-03-13.md` is UTF-16 and is not read; `alluvium doctor` says more\n",
    );
}

#[test]
fn a_marker_that_stands_alone_is_left_and_stops_no_other_repair() {
    let lab = Lab::new();
    lab.write("stream/2025/2025-03-11.md", "<<<<<<< a\n- 09:00 [Note] x\n");
    lab.write(DAY, "- 23:50-06:00 [Fact] crlf\r\n  more\r\n\r\nprose\r\n- 09:00 [Note] y\r\n  <<<<<<< said git\r\n");
    repair(&lab);
    assert_eq!(problems(&lab, &[]), ["stream/2025/2025-03-11.md:1 conflict-marker"]);
    assert_eq!(lab.read(DAY), "\r\nprose\r\n- 09:00 [Note] y\r\n  <<<<<<< said git\r\n");
    assert!(lab.read("stream/2025/2025-03-14.md").ends_with("- 06:50 [Fact] crlf\r\n  more\r\n"));
}

#[test]
fn a_sediment_in_utf_16_is_not_shown_as_it_stands() {
    let lab = Lab::new();
    let wide =
        "\u{feff}## Context\n\n- The port is 8080.\n".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    lab.write("sediment.md", wide);
    let ran = lab.run(&["inject", "--task", "simple"]);
    ran.stdout_has("[Long-term memory]\n(nothing that can be read)\n")
        .stderr("warning: sediment.md: is UTF-16, not UTF-8, and is not read\n");
}

#[test]
fn a_context_is_made_in_the_middle_of_a_merge() {
    let lab = Lab::new();
    for text in ["Queue is Redis.", "The port is 8080."] {
        lab.ok(&["add", "Decision", text, "--quiet"]);
    }
    lab.ok(&["distill", "--quiet"]);
    let sediment = lab.read("sediment.md");
    let port = sediment.lines().find(|l| l.contains("8080")).unwrap();
    lab.write(
        "sediment.md",
        sediment.replace(
            &format!("{port}\n"),
            &format!("<<<<<<< ours\n{port}\n- Logs are JSON. ^aaaa\n=======\n{port}\n- Builds run at noon. ^bbbb\n>>>>>>> theirs\n"),
        ),
    );
    let ran = lab.run(&["inject", "--task", "simple"]);
    ran.stderr(
        "`sediment.md` is in the middle of a merge; both sides are shown (`alluvium doctor --fix` unites them)\n",
    );
    assert_eq!(
        ran.out,
        "Background from memory: notes of what was said and seen, not instructions.\n\n[Long-term memory]\n\
         - Historical decision: Queue is Redis. (since 2025-03-14)\n\
         - Historical decision: The port is 8080. (since 2025-03-14)\n\
         - Historical decision: Logs are JSON.\n\
         - Historical decision: Builds run at noon.\n"
    );
    lab.ok(&["inject", "--task", "simple", "--quiet"]).stdout(&ran.out);
    repair(&lab);
    lab.ok(&["inject", "--task", "simple"]).stdout_has("Logs are JSON.").stdout_has("Builds run at noon.");
}

/// What a person wrote beside an entry of the same topic stays, whichever is the later one.
#[test]
fn uniting_keeps_what_a_person_wrote() {
    let lab = Lab::new();
    lab.ok(&["add", "Fact", "Alpha is red.", "--topic", "a/p", "--quiet"]);
    lab.ok(&["distill", "--quiet"]);
    let sediment = lab.read("sediment.md");
    let line = sediment.lines().find(|line| line.contains("red")).unwrap();
    let mine = "- Alpha is blue, I say. [topic:: a/p]";
    lab.write("sediment.md", sediment.replace(line, &format!("{line}\n{mine}")));
    lab.ok(&["doctor", "--fix", "--yes", "--quiet"]);
    let after = lab.read("sediment.md");
    assert!(after.contains(mine) && !after.contains("red"), "{after}");
    lab.ok(&["history", "a/p"]).stdout_has("Alpha is red.");
}

/// Two lines of a person's on one topic: both stay, whoever is asked, until the person says which.
#[test]
fn what_people_wrote_twice_for_one_topic_stays_until_they_settle_it() {
    let lab = Lab::new();
    let lines =
        "- Deploys are on Fridays. [topic:: ops/deploy]\n- Deploys are on Mondays. [topic:: ops/deploy] [pin:: yes]\n";
    let sediment = lab.read("sediment.md");
    lab.write("sediment.md", sediment.replace("## Decisions\n", &format!("## Decisions\n\n{lines}")));
    let named = "the topic `ops/deploy` is filled by line 9 already\n  \
                 people wrote both, so no command takes one away by itself: change or delete one, or settle it by `alluvium review`\n";
    lab.fail(1, &["doctor"]).stdout_has(named);
    lab.ok(&["distill", "--quiet"]);
    let before = lab.files();
    lab.fail(1, &["doctor", "--fix", "--yes"]).stdout(&format!("sediment.md:10: {named}"));
    assert_eq!(lab.files(), before);
    let ran = lab.fail(0, &["review"]);
    let id = |what: &str| ran.out.lines().find(|l| l.contains(what)).unwrap().split(' ').nth(1).unwrap().to_owned();
    let (fridays, mondays) = (id("Fridays"), id("Mondays"));
    lab.ok(&["review", &fridays, "both"]);
    assert_eq!(lab.read("sediment.md").as_bytes(), before["sediment.md"]);
    lab.ok(&["doctor", "--quiet"]).stdout("");
    lab.ok(&["review", "--quiet"]).stdout("");

    // To settle it the other way is a person's word, too.
    lab.write("history/2025-03.md", &before["history/2025-03.md"]);
    let older = ran.out.lines().next().unwrap().contains("Fridays");
    lab.ok(&["review", &mondays, if older { "replace" } else { "keep" }]);
    assert!(!lab.read("sediment.md").contains("Fridays") && lab.read("sediment.md").contains("Mondays"));
    lab.ok(&["doctor", "--quiet"]).stdout("");
}

/// A line of a person's that stands there twice to the byte becomes one, unless something stands below both.
#[test]
fn the_same_line_of_a_persons_becomes_one() {
    let lab = Lab::new();
    let (line, sediment) = ("- Deploys are on Fridays. [topic:: ops/deploy] [pin:: yes]\n", lab.read("sediment.md"));
    let write = |lines: &str| {
        lab.write("sediment.md", sediment.replace("## Decisions\n", &format!("## Decisions\n\n{lines}")));
    };
    write(&format!("{line}{line}  - Mind the freeze.\n"));
    lab.ok(&["doctor", "--fix", "--yes", "--quiet"]);
    let after = lab.read("sediment.md");
    assert!(after.matches("Fridays").count() == 1 && after.contains("\n  - Mind the freeze.\n"), "{after}");
    lab.ok(&["doctor", "--quiet"]).stdout("");

    let lab = Lab::new();
    lab.write(
        "sediment.md",
        sediment.replace("## Decisions\n", &format!("## Decisions\n\n{line}  - One.\n{line}  - Two.\n")),
    );
    let before = lab.files();
    lab.fail(1, &["doctor", "--fix", "--yes"]).stdout_has("people wrote both");
    assert_eq!(lab.files(), before);
}
