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
    lab.run(&["add", "Fact", text, "--topic", "ana/desk"]).stderr_has("was forgotten and is not written again");
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
    lab.write("notes.md", "see\n555-0100\n");
    lab.write("stream/2025/2025-03-13.md", "- 09:00 [Note] call 555-0100\n");
    lab.fail(1, &["forget", "--match", NUMBER, "--yes"])
        .stderr_has("warning: still in notes.md:2\nhint: delete the line in an editor: `$EDITOR +2 notes.md`\n")
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
