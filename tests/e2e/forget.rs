//! Forgetting: all of what was meant, everywhere, and nothing else.

use crate::lab::Lab;

const NUMBER: &str = "555-0100";

/// A record with a number, distilled into an entry that also holds something unrelated.
fn lab() -> Lab {
    let lab = Lab::new();
    let text = "Ana's desk number is 555-0100. Reports are tables by default.";
    lab.ok(&["add", "Fact", text, "--topic", "ana/desk", "--quiet"]);
    lab.ok(&["add", "Decision", "Deployment is containerised.", "--topic", "project-a/deployment", "--quiet"]);
    lab.ok(&["distill", "--quiet"]);
    lab.write("sessions/x.md", "---\nversion: 1\n---\n- Called 555-0100.\n- Chose tables.\n");
    lab.write(".alluvium/cache/vectors.json", "555-0100");
    lab
}

fn holders(lab: &Lab, text: &str) -> Vec<String> {
    let files = lab.files().into_iter();
    files.filter(|(_, bytes)| String::from_utf8_lossy(bytes).contains(text)).map(|(name, _)| name).collect()
}

#[test]
fn a_text_goes_from_every_layer_and_the_unrelated_sentence_stays() {
    let lab = lab();
    let before = lab.files();
    assert_eq!(
        holders(&lab, NUMBER),
        ["history/2025-03.md", "sediment.md", "sessions/x.md", "stream/2025/2025-03-14.md"]
    );
    let preview = lab.ok(&["forget", "--match", NUMBER, "--dry-run"]).out;
    assert!(
        preview.contains("record 2025-03-14#") && preview.contains("\n  keeps: Reports are tables by default.\n"),
        "{preview}"
    );
    assert_eq!(lab.files(), before);
    lab.fail(1, &["forget", "--match", NUMBER])
        .stderr("alluvium: nothing was forgotten\nhint: answer `y` on a terminal, or give `--yes`\n");
    assert_eq!(lab.files(), before);

    lab.ok(&["forget", "--match", NUMBER, "--yes", "--quiet"]);
    assert_eq!(holders(&lab, NUMBER), [""; 0]);
    assert!(!lab.path(".alluvium/cache").exists());
    assert!(lab.read("sediment.md").contains("- Reports are tables by default. [topic:: ana/desk]"));
    assert_eq!(lab.read("sessions/x.md"), "---\nversion: 1\n---\n- Chose tables.\n");
    // Nothing else changed by a byte.
    let day = String::from_utf8(before["stream/2025/2025-03-14.md"].clone()).unwrap();
    let rest: String = day.split_inclusive('\n').filter(|line| !line.contains(NUMBER)).collect();
    assert_eq!(lab.read("stream/2025/2025-03-14.md"), rest);

    // Neither distilling, repeating nor adding the same record again brings it back.
    assert_eq!(lab.changed(|| drop(lab.ok(&["distill"]))), [""; 0]);
    lab.fail(1, &["forget", "--match", NUMBER, "--yes"]).stderr_has("nothing matches, so nothing was forgotten\n");
    let text = "Ana's desk number is 555-0100. Reports are tables by default.";
    lab.fail(1, &["add", "Fact", text, "--topic", "ana/desk"]).stdout("").stderr_has(
        "was forgotten and is not written again\nhint: in other words it is another record, which is written\n",
    );
    assert_eq!(holders(&lab, NUMBER), [""; 0]);
    lab.fail(1, &["undo"]).stderr("alluvium: the last run was a `forget`, which cannot be taken back\n");
}

#[test]
fn what_an_old_clone_brings_back_is_erased_again() {
    let lab = lab();
    let (day, sediment) = (lab.read("stream/2025/2025-03-14.md"), lab.read("sediment.md"));
    let id = lab.ok(&["show", "--json", "--about", "ana"]).out;
    let id = &id[id.find("2025-03-14#").unwrap()..][..17];
    lab.ok(&["forget", id, "--yes", "--quiet"]);
    assert!(!lab.read("sediment.md").contains("tables"), "an entry rests on its record");
    let clean = lab.files();
    lab.write("stream/2025/2025-03-14.md", &day).write("sediment.md", &sediment);
    lab.ok(&["forget", "--again", "--quiet"]);
    assert_eq!(lab.read("stream/2025/2025-03-14.md").as_bytes(), clean["stream/2025/2025-03-14.md"]);
    assert_eq!(lab.read("sediment.md").as_bytes(), clean["sediment.md"]);
    assert_eq!(lab.changed(|| drop(lab.ok(&["distill"]))), [""; 0]);
}

#[test]
fn an_entry_goes_with_the_records_behind_it() {
    let lab = lab();
    lab.ok(&["forget", "--topic", "ana", "--yes", "--quiet"]);
    assert!(!lab.read("sediment.md").contains("tables"));
    assert!(!lab.read("stream/2025/2025-03-14.md").contains("tables"));
    assert!(lab.read("history/2025-03.md").contains("[forgotten]"));
    lab.ok(&["show"]).stdout_has("Deployment is containerised.");
}

/// F070: exactly what was meant, or nothing.
#[test]
fn deletion_is_strict() {
    let lab = Lab::new();
    let texts = [
        "Backups run at noon",
        "Backups run at noon on Sundays too",
        "Master plan for the test bench",
        "Test bench 6 throw-away note",
    ];
    for text in texts {
        lab.ok(&["add", "Fact", text, "--quiet"]);
    }
    lab.ok(&["distill", "--quiet"]);
    let before = lab.files();
    let listed = |args: &[&str]| lab.ok(args).out.lines().filter(|line| line.starts_with("record ")).count();
    assert_eq!(listed(&["forget", "--match", "Backups run at noon", "--dry-run"]), 2);
    assert_eq!(listed(&["forget", "--match", "Backups run at noon", "--whole", "--dry-run"]), 1);
    assert_eq!(listed(&["forget", "--match", "Test bench 6", "--dry-run"]), 1);
    assert_eq!(listed(&["forget", "--match", "[Bb]ench [0-9]", "--regex", "--dry-run"]), 1);
    lab.fail(1, &["forget", "--match", "zeppelin", "--yes"]).stdout("").stderr(
        "alluvium: nothing matches, so nothing was forgotten\n\
         hint: texts are taken literally; `alluvium search` finds near spellings\n",
    );
    lab.fail(64, &["forget", "2025-03-14#k7q2m9", "--about", "x", "--yes"]);
    lab.fail(64, &["forget", "--match", " ", "--yes"])
        .stderr("alluvium: the text to forget is empty\nhint: `--all` erases everything\n");
    lab.fail(64, &["forget", "--match", "x*", "--regex", "--yes"]).stderr_has("`x*` matches everything\n");
    lab.fail(64, &["forget", "--match", "(", "--regex", "--yes"])
        .stderr_has("`(` is no regular expression: unclosed group\n");
    lab.fail(64, &["forget", "--about", "/", "--yes"]).stderr_has("`--about` is empty\n");
    lab.fail(64, &["forget", "--yes"]).stderr_has("nothing was named\n");
    lab.fail(64, &["forget", "no!id"]).stderr_has("`no!id` is no id\n");
    lab.fail(1, &["forget", "2025-03-14#zzzzzz"]).stderr_has("there is no record `2025-03-14#zzzzzz`\n");
    assert_eq!(lab.files(), before);

    lab.ok(&["forget", "--match", "Backups run at noon", "--whole", "--yes", "--quiet"]);
    assert!(!lab.read("stream/2025/2025-03-14.md").contains("noon\n"));
    for layer in ["stream/2025/2025-03-14.md", "sediment.md", "history/2025-03.md"] {
        assert!(lab.read(layer).contains("Backups run at noon on Sundays too"), "{layer}");
    }
}

#[test]
fn what_git_still_holds_is_named_with_the_command_that_removes_it() {
    let lab = lab();
    let git = |args: &[&str]| {
        let who = ["-c", "user.name=t", "-c", "user.email=t@localhost"];
        let done = std::process::Command::new("git")
            .args(who)
            .args(args)
            .current_dir(lab.memory())
            .env("HOME", lab.work())
            .output();
        assert!(done.unwrap().status.success(), "{args:?}");
    };
    git(&["init", "--quiet"]);
    git(&["add", "--all"]);
    git(&["commit", "--quiet", "-m", "all"]);
    lab.fail(1, &["forget", "--match", NUMBER, "--yes", "--quiet"]).stderr_has(
        "warning: still in git history: 4 objects (history/2025-03.md, sediment.md, sessions/x.md, stream/2025/2025-03-14.md)\n",
    );
    git(&["update-ref", "-d", "HEAD"]);
    lab.write("notes.md", "see\n555-0100\n\nor 555-0100\n");
    lab.write("stream/2025/2025-03-13.md", "- 09:00 [Note] call 555-0100\n");
    lab.fail(1, &["forget", "--match", NUMBER, "--yes"])
        .stderr_has("warning: still in notes.md:2\nhint: delete the line in an editor: `$EDITOR +2 notes.md`\nwarning: still in notes.md:4\n")
        .stderr_has("warning: still in git objects that nothing refers to: 4\nhint: `git reflog expire");
}

#[test]
fn everything_of_a_space_goes() {
    let lab = lab();
    lab.ok(&["space", "add", "acme/ana", "--quiet"]);
    lab.ok(&["--space", "acme/ana", "add", "Fact", "Reports are charts.", "--quiet"]);
    lab.ok(&["--space", "acme/ana", "distill", "--quiet"]);
    let changed = lab.changed(|| drop(lab.ok(&["--space", "acme/ana", "forget", "--all", "--yes", "--quiet"])));
    assert!(changed.iter().all(|line| line.contains(" spaces/acme/ana/")), "{changed:?}");
    assert_eq!(holders(&lab, "charts"), [""; 0]);
    lab.ok(&["--space", "acme/ana", "distill"]).stdout("");
    assert_eq!(holders(&lab, NUMBER).len(), 4);
}

#[test]
fn nothing_else_changes_by_a_byte_in_any_layer() {
    let lab = lab();
    lab.write(
        "archive/2024/2024-09-01.md",
        "---\ntags: [x]\n---\n\r\n- 09:00 [Note] call 555-0100\r\n  or mail\r\n\r\n- 09:10 [Note]  odd   blanks\r\nprose\n",
    );
    lab.write(
        "stream/2025/2025-03-13.md",
        "\u{feff}# Day\n* 9:05 [note] 555-0100 again\n+ [Fact] stays  \n\n\n<!-- x -->",
    );
    let sediment = format!("{}\n## Mine\n\n*  a   list \n<!-- kept -->\n", lab.read("sediment.md"));
    lab.write("sediment.md", sediment);
    lab.write("history/2025-02.md", "my own words\n\n- nothing\n");
    lab.write("sessions/y.md", "no front matter\r\nCalled 555-0100.\r\n\r\nend");
    let before = lab.files();
    lab.ok(&["forget", "--match", NUMBER, "--yes", "--quiet"]);
    let after = lab.files();
    for (name, bytes) in &before {
        let (old, new) = (String::from_utf8_lossy(bytes), String::from_utf8_lossy(&after[name]));
        let expected: String = match name.as_str() {
            "archive/2024/2024-09-01.md" => old.replace("- 09:00 [Note] call 555-0100\r\n  or mail\r\n", ""),
            "sediment.md" => old.replace("Ana's desk number is 555-0100. Reports", "Reports"),
            "history/2025-03.md" => {
                let text = "Ana's desk number is 555-0100. Reports are tables by default.";
                let blanked = old.replace(text, "[forgotten]");
                assert!(new.starts_with(&blanked), "{new}");
                new.to_string()
            }
            _ => old.split_inclusive('\n').filter(|line| !line.contains(NUMBER)).collect(),
        };
        assert_eq!(new, expected, "{name}");
    }
    let new: Vec<_> = after.keys().filter(|name| !before.contains_key(*name)).collect();
    assert_eq!(new, ["history/forgotten.md"]);
}

/// F068: a first try that fails changes nothing, and the second one does all of it.
#[test]
fn a_read_only_file_stops_it_before_anything_changes() {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
    use std::os::unix::process::CommandExt as _;
    let lab = lab();
    let root = lab.memory().metadata().unwrap().uid() == 0;
    let mode = |path: &std::path::Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    mode(lab.work().parent().unwrap(), 0o755);
    let mut places = vec![lab.memory()];
    while let Some(place) = places.pop() {
        // Modes do not bind root, so that another user tries.
        if root {
            chown(&place, Some(65_534), Some(65_534)).unwrap();
        }
        places.extend(std::fs::read_dir(&place).into_iter().flatten().flatten().map(|entry| entry.path()));
    }
    mode(&lab.path("sediment.md"), 0o400);
    let attempt = || {
        let mut command = lab.command(&["forget", "--match", NUMBER, "--yes", "--quiet"]);
        if root {
            command.uid(65_534).gid(65_534);
        }
        command.stdin(std::process::Stdio::null()).output()
    };
    let before = lab.files();
    let Ok(first) = attempt() else {
        eprintln!("skipped: another user may not run the program here");
        return;
    };
    let said = String::from_utf8_lossy(&first.stderr).into_owned();
    assert_eq!(first.status.code(), Some(1), "{said}");
    assert!(said.contains("sediment.md`: Permission denied"), "{said}");
    assert_eq!(lab.files(), before);
    mode(&lab.path("sediment.md"), 0o600);
    let second = attempt().unwrap();
    assert_eq!((second.status.code(), String::from_utf8_lossy(&second.stderr).as_ref()), (Some(0), ""));
    assert_eq!(holders(&lab, NUMBER), [""; 0]);
}

#[test]
fn importing_again_does_not_bring_it_back() {
    let lab = Lab::new();
    let messages = r#"[{"role":"user","content":"My desk number is 555-0100, please remember it.","timestamp":"2025-03-13T10:00:00Z"},
        {"role":"assistant","content":"Noted."},
        {"role":"user","content":"We decided to use Postgres for the ledger.","timestamp":"2025-03-13T10:01:00Z"}]"#;
    std::fs::write(lab.work().join("chat.json"), messages).unwrap();
    lab.run(&["import", "chat.json", "--quiet"]);
    let before = holders(&lab, "Postgres");
    lab.ok(&["distill", "--quiet"]);
    lab.ok(&["forget", "--match", "Postgres", "--yes", "--quiet"]);
    // The mark of what was imported is a cache: another clone has none.
    std::fs::remove_dir_all(lab.path(".alluvium")).unwrap();
    lab.run(&["import", "chat.json", "--quiet"]);
    lab.run(&["distill", "--quiet"]);
    assert!(!before.is_empty());
    assert_eq!(holders(&lab, "Postgres"), [""; 0]);
}

#[test]
fn after_everything_what_git_holds_is_named_by_its_paths() {
    let lab = lab();
    let git = |args: &[&str]| {
        let who = ["-c", "user.name=t", "-c", "user.email=t@localhost"];
        let mut command = std::process::Command::new("git");
        let done = command.args(who).args(args).current_dir(lab.work()).env("HOME", lab.work()).output().unwrap();
        assert!(done.status.success(), "{args:?}");
    };
    lab.ok(&["space", "add", "acme/ana", "--quiet"]);
    lab.ok(&["--space", "acme/ana", "add", "Fact", "Reports are charts.", "--quiet"]);
    lab.write("stream/2025/2025-03-13.md", "only prose, and no record\n");
    git(&["init", "--quiet"]);
    git(&["add", "--all"]);
    git(&["commit", "--quiet", "-m", "all"]);
    lab.ok(&["forget", "--all", "--dry-run", "--json"]).stdout("{\"all\":true,\"dry-run\":true}\n");
    let ran = lab.fail(1, &["forget", "--all", "--yes"]);
    ran.stderr(
        "forgot everything\n\
         warning: still in git history: 5 objects (memory/history/2025-03.md, memory/sediment.md, memory/sessions/x.md, \
         memory/stream/2025/2025-03-13.md, memory/stream/2025/2025-03-14.md)\n\
         hint: commit, then rewrite it: `git filter-repo --invert-paths --path 'memory/history' --path 'memory/sediment.md' \
         --path 'memory/sessions' --path 'memory/stream'`\n",
    );
    assert!(lab.read("spaces/acme/ana/stream/2025/2025-03-14.md").contains("charts"));
    let ran = lab.fail(1, &["space", "remove", "acme/ana", "--yes", "--json"]);
    ran.stdout_has("\"removed\":true,\"left\":[{\"place\":\"git history: 3 objects (memory/spaces/acme/ana/")
        .stdout_has("`git filter-repo --invert-paths --path 'memory/spaces/acme/ana'`");
}

#[test]
fn what_stands_in_your_own_words_is_named_and_left_to_you() {
    let lab = Lab::new();
    lab.write("stream/2025/2025-03-13.md", "Call Zimmermann.\n\n- 09:00 [Note] other\n\n| Zimmermann |\n");
    let before = lab.files();
    lab.fail(1, &["forget", "--match", "Zimmermann", "--yes"]).stderr(
        "warning: still in stream/2025/2025-03-13.md:1\n\
         hint: delete the line in an editor: `$EDITOR +1 stream/2025/2025-03-13.md`\n\
         warning: still in stream/2025/2025-03-13.md:5\n\
         hint: delete the line in an editor: `$EDITOR +5 stream/2025/2025-03-13.md`\n\
         alluvium: it is in no record, entry or summary, so nothing was forgotten\n\
         hint: what was named is yours to remove\n",
    );
    assert_eq!(lab.files(), before);
}

#[test]
fn what_stands_in_a_summary_or_the_history_alone_is_found() {
    let lab = lab();
    lab.write("sessions/z.md", "---\nversion: 1\n---\n- Ask for Mr Zimmermann.\n- Chose tables.\n");
    lab.ok(&["forget", "--match", "Zimmermann", "--dry-run"])
        .stdout("line sessions/z.md:4: - Ask for Mr Zimmermann.\n");
    lab.fail(0, &["forget", "--match", "Zimmermann", "--yes"]).stderr("forgot 1 line\n");
    assert_eq!(lab.read("sessions/z.md"), "---\nversion: 1\n---\n- Chose tables.\n");
    // The record was deleted by hand, the entry, too: the history still tells.
    let gone = |name: &str| {
        let text = lab.read(name);
        let rest: String = text.split_inclusive('\n').filter(|line| !line.contains(NUMBER)).collect();
        lab.write(name, rest);
    };
    ["stream/2025/2025-03-14.md", "sediment.md", "sessions/x.md"].iter().for_each(|name| gone(name));
    lab.ok(&["distill", "--quiet"]);
    assert_eq!(holders(&lab, NUMBER), ["history/2025-03.md"]);
    lab.ok(&["forget", "--match", NUMBER, "--dry-run"]).stdout_has("line history/2025-03.md:");
    lab.ok(&["forget", "--match", NUMBER, "--yes", "--quiet"]);
    assert_eq!(holders(&lab, NUMBER), [""; 0]);
}

/// Nothing of what was to be erased is read, injected or taken for a hand edit, wherever it was stopped.
#[test]
fn an_interrupted_forget_is_finished_before_anything_is_read() {
    let stopped = "a `forget` was interrupted";
    let lab = lab();
    let before = lab.files();
    // The tombstones cannot be written.
    std::fs::create_dir_all(lab.path("history/forgotten.md")).unwrap();
    lab.fail(1, &["forget", "--match", NUMBER, "--yes"]).stderr_has("history/forgotten.md");
    std::fs::remove_dir(lab.path("history/forgotten.md")).unwrap();
    let plan = lab.read(".alluvium/forgetting.jsonl");
    lab.fail(1, &["undo"]).stderr_has(&format!(
        "{stopped}, and what it was to erase is still here\nhint: `alluvium forget --again` finishes it\n"
    ));
    lab.fail(0, &["distill"]).stdout("").stderr(&format!("warning: {stopped} and is finished now\n"));
    let erased = |lab: &Lab| {
        assert_eq!(holders(lab, NUMBER), [""; 0]);
        assert!(lab.read("sediment.md").contains("- Reports are tables by default. [topic:: ana/desk]"));
        assert_eq!(lab.read("sessions/x.md"), "---\nversion: 1\n---\n- Chose tables.\n");
        assert_eq!(lab.changed(|| drop(lab.ok(&["distill"]))), [""; 0]);
    };
    erased(&lab);

    // The history tells of it, but sediment, sessions and stream are as they were.
    for name in ["sediment.md", "sessions/x.md", "stream/2025/2025-03-14.md"] {
        lab.write(name, &before[name]);
    }
    lab.write(".alluvium/forgetting.jsonl", &plan);
    lab.ok(&["forget", "--again", "--quiet"]);
    erased(&lab);

    // A plan that was cut off had erased nothing yet.
    lab.write(".alluvium/forgetting.jsonl", &plan[..plan.len() / 2]);
    assert_eq!(lab.changed(|| drop(lab.ok(&["distill"]))), [""; 0]);
    assert!(!lab.path(".alluvium/forgetting.jsonl").exists());
}

/// A memory whose `forget` of the number was stopped after its plan was noted, with its files.
fn stopped() -> (Lab, Files) {
    let lab = lab();
    let before = lab.files();
    // The tombstones cannot be written.
    std::fs::create_dir_all(lab.path("history/forgotten.md")).unwrap();
    lab.fail(1, &["forget", "--match", NUMBER, "--yes"]);
    std::fs::remove_dir(lab.path("history/forgotten.md")).unwrap();
    assert_eq!(lab.files(), before);
    (lab, before)
}

type Files = std::collections::BTreeMap<String, Vec<u8>>;

/// Between a `forget` that was stopped and the next one that writes, nobody is shown what was to go.
#[test]
fn what_an_interrupted_forget_was_to_erase_is_shown_by_no_command() {
    let (lab, before) = stopped();
    let plan = lab.read(".alluvium/forgetting.jsonl");
    let readers: [&[&str]; 9] = [
        &["inject", "--session", "x"],
        &["inject", "--task", "recall", "--for", "desk number"],
        &["search", "desk number"],
        &["about", "ana"],
        &["show"],
        &["show", "sediment"],
        &["history", "ana/desk"],
        &["session", "show", "x"],
        &["review"],
    ];
    for args in readers {
        for name in lab.files().keys().filter(|name| !before.contains_key(*name)) {
            std::fs::remove_file(lab.path(name)).unwrap();
        }
        for (name, bytes) in &before {
            lab.write(name, bytes);
        }
        lab.write(".alluvium/forgetting.jsonl", &plan);
        // Where it cannot be finished, nothing is shown.
        std::fs::create_dir_all(lab.path("history/forgotten.md")).unwrap();
        let ran = lab.fail(1, args);
        ran.stdout("").stderr_has("alluvium: a `forget` was interrupted and cannot be finished, so nothing is shown: ");
        ran.stderr_has("\nhint: `alluvium forget --again` finishes it, run by whoever may write `/");
        std::fs::remove_dir(lab.path("history/forgotten.md")).unwrap();

        let ran = lab.run(args);
        assert!(!ran.out.contains(NUMBER), "{args:?}: {}", ran.out);
        assert!(ran.err.starts_with("warning: a `forget` was interrupted and is finished now\n"), "{args:?}: {ran:?}");
        assert_eq!(holders(&lab, NUMBER), [""; 0], "{args:?}");
        assert!(!lab.path(".alluvium/forgetting.jsonl").exists());
    }
}

#[test]
fn a_hook_tells_nothing_of_what_an_interrupted_forget_was_to_erase() {
    let (lab, _) = stopped();
    lab.var("ALLUVIUM_MEMORY", lab.memory().to_str().unwrap());
    let event = br#"{"hook_event_name":"SessionStart","session_id":"s","source":"startup"}"#;
    let ran = lab.run_with(&["hook", "claude"], event);
    assert!(ran.out.contains("containerised") && !ran.out.contains(NUMBER), "{ran:?}");
    assert_eq!(holders(&lab, NUMBER), [""; 0]);
}

/// While another process keeps the lock, whoever shows something is told to try again.
#[test]
fn an_interrupted_forget_that_cannot_be_finished_yet_is_busy() {
    let (lab, _) = stopped();
    lab.write("alluvium.toml", "[stream]\nlock-seconds = 0\n");
    let path = lab.path(".alluvium/distill.lock");
    let file = std::fs::OpenOptions::new().read(true).write(true).open(path).unwrap();
    fs2::FileExt::lock_exclusive(&file).unwrap();
    let ran = lab.fail(75, &["inject"]);
    ran.stdout("")
        .stderr_has("alluvium: a `forget` was interrupted and cannot be finished, so nothing is shown: cannot lock `");
    drop(file);
    assert!(!lab.fail(0, &["inject"]).out.contains(NUMBER));
}

#[test]
fn doctor_names_an_interrupted_forget_and_finishes_it() {
    let (lab, before) = stopped();
    lab.fail(1, &["doctor"]).stdout(
        "error: .alluvium/forgetting.jsonl: a `forget` was interrupted, and what it was to erase is still here\n  \
         `alluvium doctor --fix` finishes it, as does whatever shows or distills next\n",
    );
    assert_eq!(lab.files(), before);
    let ran = lab.fail(0, &["doctor", "--fix", "--yes"]);
    ran.stdout("finish the `forget` of `.alluvium/forgetting.jsonl`: 1 record, 1 entry and 1 text\n");
    ran.stderr("repaired\nnothing is wrong\n");
    assert_eq!(holders(&lab, NUMBER), [""; 0]);
    assert!(!lab.path(".alluvium/backup").exists() && !lab.path(".alluvium/forgetting.jsonl").exists());
    lab.ok(&["doctor", "--quiet"]).stdout("");
}

/// A name that holds the text is found, too: a summary gets another one, what is somebody's own is named.
#[test]
fn names_that_hold_the_text_are_found() {
    let lab = Lab::new();
    let sheet = "---\nversion: 1\nend: 1\nrounds: 1\nupdated: x\ndigest: y\n---\n\n## Decisions\n\n- Chose tables.\n";
    lab.write("sessions/call-zimmermann.md", sheet).write("sessions/call-forgotten.md", sheet);
    lab.write("notes/zimmermann.md", "Nothing.\n").write("sessions/x.md", sheet);
    lab.ok(&["space", "add", "acme/zimmermann", "--quiet"]);
    let before = lab.files();
    let hits = "name sessions/call-zimmermann.md: becomes sessions/call-forgotten-2.md\n";
    let space = "the name of the space acme/zimmermann";
    let ran = lab.fail(0, &["forget", "--match", "zimmermann", "--dry-run"]);
    ran.stdout(hits).stderr(&format!(
        "stays: {space}; `alluvium space remove acme/zimmermann` removes it with all that it holds; else rename its folder\n\
         stays: the name of notes/zimmermann.md; rename it: `mv 'notes/zimmermann.md' NAME`\n"
    ));
    let json = lab.ok(&["forget", "--match", "zimmermann", "--dry-run", "--json"]);
    json.stdout_has(r#""keeps":"sessions/call-forgotten-2.md""#).stdout_has("the name of notes/zimmermann.md");
    lab.fail(1, &["forget", "--match", "zimmermann"])
        .stdout(hits)
        .stderr_has("stays: the name of notes/zimmermann.md; ");
    assert_eq!(lab.files(), before);

    let changed = lab.changed(|| {
        let ran = lab.fail(1, &["forget", "--match", "zimmermann", "--yes"]);
        ran.stdout(hits).stderr_has("forgot 1 name\nwarning: still in the name of the space acme/zimmermann\nhint: ");
        ran.stderr_has(
            "warning: still in the name of notes/zimmermann.md\nhint: rename it: `mv 'notes/zimmermann.md' NAME`\n",
        );
    });
    assert_eq!(changed, ["A sessions/call-forgotten-2.md", "D sessions/call-zimmermann.md"]);
    lab.ok(&["session", "show", "call-forgotten-2"]).stdout_has("- Chose tables.");
    // What is left to the person is no success, and names of the program's own are none of this.
    lab.fail(1, &["forget", "--match", "zimmermann", "--yes"]).stderr_has("so nothing was forgotten\n");
    assert!(!lab.fail(1, &["forget", "--match", "sediment", "--dry-run"]).err.contains("the name of"));
    // With another condition, a name is not what was meant.
    lab.write("sessions/zimmermann.md", sheet);
    lab.fail(1, &["forget", "--match", "zimmermann", "--about", "acme", "--yes"]);
    assert!(lab.path("sessions/zimmermann.md").exists());
    // The space's own name, and an expression.
    let ran = lab.fail(1, &["forget", "--space", "acme/zimmermann", "--match", "zimmermann", "--yes"]);
    ran.stderr_has(&format!("warning: still in {space}\n"));
    lab.run(&["forget", "--match", "zim+e[a-z]*", "--regex", "--yes"]);
    assert!(lab.path("sessions/forgotten.md").exists());
}

#[test]
fn a_name_is_changed_by_whoever_finishes() {
    let lab = lab();
    lab.write("sessions/555-0100.md", "---\nversion: 1\n---\n- Chose tables.\n");
    std::fs::create_dir_all(lab.path("history/forgotten.md")).unwrap();
    lab.fail(1, &["forget", "--match", NUMBER, "--yes"]);
    std::fs::remove_dir(lab.path("history/forgotten.md")).unwrap();
    assert!(lab.path("sessions/555-0100.md").exists());
    lab.fail(0, &["doctor", "--fix", "--yes"])
        .stdout("finish the `forget` of `.alluvium/forgetting.jsonl`: 1 record, 1 entry, 1 text and 1 name\n");
    assert!(lab.path("sessions/forgotten.md").exists() && !lab.path("sessions/555-0100.md").exists());
}

#[test]
fn names_that_git_still_holds_are_named_with_the_command_that_removes_them() {
    let lab = Lab::new();
    let git = |args: &[&str]| {
        let mut git = std::process::Command::new("git");
        git.args(args).current_dir(lab.memory()).env("HOME", lab.work()).env("GIT_CONFIG_NOSYSTEM", "1");
        let ran = git.output().unwrap();
        assert!(ran.status.success(), "{ran:?}");
    };
    lab.write("sessions/zimmermann.md", "---\nversion: 1\n---\n- Chose tables.\n");
    git(&["init", "--quiet"]);
    git(&["add", "-A"]);
    let who = ["-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "commit.gpgsign=false"];
    git(&[&who[..], &["commit", "--quiet", "-m", "x"]].concat());
    let ran = lab.fail(1, &["forget", "--match", "zimmermann", "--yes"]);
    ran.stderr_has("warning: still in .git/index:").stderr_has("`git add -A && git commit`");
    ran.stderr_has("warning: still in git history: the name of sessions/zimmermann.md\n");
    ran.stderr_has("hint: commit, then rewrite it: `git filter-repo --invert-paths --path 'sessions/zimmermann.md'`\n");
}
