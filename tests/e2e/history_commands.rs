//! `undo`, `restore`, `history`, `why`, `review` and the memory as it stood: nothing is rewritten.

use super::lab::Lab;

fn lab() -> Lab {
    let lab = Lab::new();
    lab.write(
        "stream/2025/2025-03-01.md",
        "- 09:00 [Decision] Deploy with Ansible. [topic:: shop/deploy]\n- 09:10 [Lesson] When the nightly export times out, lower the batch size.\n",
    );
    lab.at("2025-03-01T23:00:00+01:00").ok(&["distill"]);
    lab.write(
        "stream/2025/2025-03-05.md",
        "- 09:00 [Decision] Deploy with Helm. [topic:: shop/deploy]\n- 09:10 [Fact] The office has two floors. [topic:: office/floors]\n",
    );
    lab.at("2025-03-05T23:00:00+01:00").ok(&["distill"]);
    lab.at("2025-03-06T09:00:00+01:00");
    lab
}

#[track_caller]
fn id(lab: &Lab, start: &str) -> String {
    let text = lab.read("sediment.md") + &lab.read("history/2025-03.md");
    let line = text.lines().find(|l| l.contains(start)).unwrap_or_else(|| panic!("no `{start}` in:\n{text}"));
    line[line.rfind(" ^").unwrap() + 2..].to_owned()
}

fn has(lab: &Lab, text: &str) -> bool {
    lab.read("sediment.md").contains(text)
}

#[test]
fn undo_takes_back_the_last_run_as_new_history() {
    let lab = lab();
    let history = lab.read("history/2025-03.md");
    let before = lab.files();
    lab.ok(&["undo", "--dry-run"]).stdout_has("taken back: distill of 2025-03-05 23:00");
    assert_eq!(lab.files(), before);
    let told = lab.ok(&["undo"]).out;
    assert!(
        told.contains("Deploy with Ansible. (was: Deploy with Helm.)") && told.contains("The office has two floors."),
        "{told}"
    );
    assert!(has(&lab, "Deploy with Ansible.") && !has(&lab, "Helm") && !has(&lab, "floors"));
    lab.ok(&["history", "shop/deploy"]).stdout_has(
        "  2025-03-06 came back: Deploy with Ansible. (it was: Deploy with Helm.; \
         the undo of 2025-03-06 09:00 took back the distill of 2025-03-05 23:00)\n",
    );
    let json = lab.ok(&["history", "shop/deploy", "--json"]);
    json.stdout_has(r#""returns":[{"on":"2025-03-06","text":"Deploy with Ansible.","instead-of":"Deploy with Helm.","#);
    assert!(lab.read("history/2025-03.md").starts_with(&history), "the history only grows");
    // The records stay read: the next distillation does not bring it back.
    lab.ok(&["distill"]).stdout("");
    // A second undo takes back the run before.
    lab.ok(&["undo"]).stdout_has("taken back: distill of 2025-03-01 23:00");
    assert!(!has(&lab, "Deploy") && !has(&lab, "export"));
    lab.fail(1, &["undo"]).stderr_has("alluvium: there is no run to take back\nhint: ");
}

#[test]
fn undo_can_have_the_records_read_again() {
    let lab = lab();
    let before = lab.read("sediment.md");
    lab.ok(&["undo", "--reread"]);
    assert!(!has(&lab, "Helm"));
    lab.ok(&["distill"]).stdout_has("Deploy with Helm. (was: Deploy with Ansible.)");
    let texts = |s: &str| {
        let mut l: Vec<String> =
            s.lines().filter(|l| l.starts_with("- ")).map(|l| l[..l.find(" ^").unwrap()].to_owned()).collect();
        l.sort();
        l
    };
    assert_eq!(texts(&lab.read("sediment.md")), texts(&before));
}

#[test]
fn what_was_taken_back_can_be_had_again() {
    let lab = lab();
    let id = format!("^{}", id(&lab, "The office has two floors."));
    let told = lab.ok(&["undo"]).out;
    assert!(told.starts_with("taken back: distill of 2025-03-05 23:00 (1 updated, 1 added)\n"), "{told}");
    let how = format!("to have it back: `alluvium restore {id}`, or `alluvium undo --reread` and `alluvium distill`\n");
    assert!(told.ends_with(&how), "{told}");
    let gone = format!("{id} office/floors (Context, removed on 2025-03-06: taken back by `undo`)\n");
    lab.ok(&["history", "office/floors"]).stdout_has(&gone);
    lab.ok(&["history", &id]).stdout_has(&gone);
    lab.ok(&["why", &id])
        .stdout_has(&format!("  taken back by `undo`; `alluvium restore {id}` brings it back\n"))
        .stdout_has("by distill, taken back later\n");
    lab.fail(1, &["feedback", "confirm", &id]).stderr(&format!(
        "alluvium: {id} is no longer in the sediment\nhint: `alluvium restore {id}` brings it back\n"
    ));
    lab.ok(&["show", "sediment", "--as-of", "2025-03-05"]).stdout_has("Ansible");
    lab.ok(&["restore", &id]).stdout(&format!("restored {id} to Context: The office has two floors.\n"));
    assert!(has(&lab, "The office has two floors. [topic:: office/floors] [since:: 2025-03-05]"));
    lab.ok(&["history", &id]).stdout_has("  2025-03-05 …             The office has two floors.  [2025-03-05#");
    lab.ok(&["distill"]).stdout("");
    // To take the restoring back is to be where one was.
    lab.ok(&["undo"]).stdout_has("taken back: restore of 2025-03-06 09:00 (1 restored)\n");
    assert!(!has(&lab, "floors"));
    lab.ok(&["restore", &id]);
    assert!(has(&lab, "floors"));
}

#[test]
fn right_after_an_undo_its_records_can_be_read_again() {
    let lab = lab();
    let before = lab.read("sediment.md");
    lab.ok(&["undo"]);
    lab.ok(&["undo", "--reread"]).stdout("unread again: the records of the distill of 2025-03-05 23:00\n");
    assert!(has(&lab, "Ansible") && !has(&lab, "Helm"));
    lab.ok(&["distill"]).stdout_has("Deploy with Helm. (was: Deploy with Ansible.)");
    assert_eq!(lab.read("sediment.md").lines().count(), before.lines().count());
    // What was learned anew is in the history as well: nothing in the file looks like an edit by hand.
    lab.ok(&["distill"]).stdout("");
    lab.ok(&["history", "office/floors"]).stdout_has("(Context)\n");
    lab.ok(&["history", "shop/deploy"]).stdout_has("…             Deploy with Helm.");
}

#[test]
fn undo_says_what_it_passes_over() {
    let lab = lab();
    lab.write("sediment.md", lab.read("sediment.md").replace("has two floors.", "has three floors."));
    lab.at("2025-03-06T08:00:00+01:00").ok(&["distill"]);
    lab.ok(&["undo"])
        .stdout_has("taken back: distill of 2025-03-05 23:00 (")
        .stdout_has("passed over: the distill of 2025-03-06 08:00, which only took over edits by hand\n");
    assert!(has(&lab, "three floors"));
}

#[test]
fn records_in_the_archive_cannot_be_read_again() {
    let lab = lab();
    lab.at("2025-03-10T09:00:00+01:00").run(&["archive", "--older-than", "1d"]).stderr_has("archived ");
    let before = lab.files();
    let ran = lab.fail(1, &["undo", "--reread"]);
    ran.stderr(
        "alluvium: the records of the distill of 2025-03-05 23:00 cannot be read again: they are archived\n\
         hint: `alluvium archive --restore 2025-03-05..2025-03-05` first, or `alluvium undo` without `--reread`\n",
    );
    assert_eq!(lab.files(), before);
    lab.run(&["archive", "--restore", "2025-03-05..2025-03-05"]);
    lab.ok(&["undo", "--reread"]);
    lab.ok(&["distill"]).stdout_has("Deploy with Helm.");
}

#[test]
fn undo_leaves_alone_what_was_edited_by_hand() {
    let lab = lab();
    let text = lab.read("sediment.md").replace("has two floors.", "has two floors and a roof.");
    lab.write("sediment.md", text.replace("## Context\n", "## Context\n\n- Mine.\n"));
    lab.ok(&["undo"]);
    assert!(
        has(&lab, "The office has two floors and a roof.") && has(&lab, "- Mine. ^"),
        "{}",
        lab.read("sediment.md")
    );
    assert!(has(&lab, "Deploy with Ansible.") && !has(&lab, "Helm"));
    lab.ok(&["distill"]).stdout("");
}

#[test]
fn restore_brings_a_deleted_entry_back_with_its_id() {
    let lab = lab();
    let line = lab.read("sediment.md").lines().find(|l| l.contains("export")).unwrap().to_owned();
    let id = line[line.rfind('^').unwrap()..].to_owned();
    lab.fail(1, &["restore", &id]).stderr(&format!(
        "alluvium: {id} is in the sediment\nhint: `alluvium history {id}` shows the values it had before\n"
    ));
    lab.write("sediment.md", lab.read("sediment.md").replace(&format!("{line}\n"), ""));
    lab.ok(&["distill"]).stdout_has("rejected");
    let told = format!("restored {id} to Lessons learned: When the nightly export times out, lower the batch size.\n");
    lab.ok(&["restore", id.trim_start_matches('^')]).stdout(&told);
    assert!(has(&lab, &line), "{}", lab.read("sediment.md"));
    lab.ok(&["distill"]).stdout("");
}

#[test]
fn what_was_forgotten_is_not_restored() {
    let lab = lab();
    let id = id(&lab, "Deploy with Helm");
    lab.ok(&["forget", &format!("^{id}"), "--yes", "--quiet"]);
    lab.fail(1, &["restore", &id]).stderr_has("was forgotten\nhint: ");
}

#[test]
fn ids_are_picked_by_an_unambiguous_beginning() {
    let lab = lab();
    let id = id(&lab, "Deploy with Helm");
    lab.ok(&["why", &format!("^{}", &id[..3])]).stdout_has("Deploy with Helm.");
    lab.fail(1, &["why", "zzzz"]).stderr(
        "alluvium: there is no entry `^zzzz`\nhint: ids stand at the end of the lines that `alluvium show sediment` prints\n",
    );
    lab.fail(1, &["why", ""]).stderr_has("hint: give one more character");
    let hint = "hint: `alluvium show sediment` prints both; a topic or an entry that is gone is found as well\n";
    for what in ["no/topic", "nope"] {
        let message = format!("alluvium: there is no entry and no topic `{what}`\n{hint}");
        lab.fail(1, &["history", what]).stderr(&message);
    }
}

#[test]
fn history_tells_every_value_with_its_days_and_records() {
    let lab = lab();
    let id = id(&lab, "Deploy with Helm");
    let out = lab.ok(&["history", "shop"]).out;
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], format!("^{id} shop/deploy (Decisions)"));
    assert!(lines[1].starts_with("  2025-03-01 … 2025-03-05  Deploy with Ansible.  [2025-03-01#"), "{out}");
    assert!(lines[2].starts_with("  2025-03-05 …             Deploy with Helm.  [2025-03-05#"), "{out}");
    let told: serde_json::Value = serde_json::from_str(&lab.ok(&["history", &id, "--json"]).out).unwrap();
    assert_eq!(told[0]["versions"][0]["until"], "2025-03-05");
    assert_eq!(told[0]["versions"][1]["until"], serde_json::Value::Null);
}

#[test]
fn why_tells_the_whole_story() {
    let lab = lab();
    let id = id(&lab, "Deploy with Helm");
    let told = lab.ok(&["why", &id]);
    for part in [
        "Deploy with Helm.\n  confidence 0.80, used 0 times\n",
        "2025-03-01 23:00:00 +01:00 by distill\n",
        "09:00 [Decision] Deploy with Ansible.\n",
        "2025-03-05 23:00:00 +01:00 by distill\n",
        "Deploy with Helm. (was: Deploy with Ansible.)\n",
        "  because: ",
    ] {
        told.stdout_has(part);
    }
    lab.write("stream/2025/2025-03-01.md", "");
    lab.ok(&["why", &id]).stdout_has("(no longer in the stream)");
    let told: serde_json::Value = serde_json::from_str(&lab.ok(&["why", &id, "--json"]).out).unwrap();
    assert_eq!(told["steps"][1]["change"]["event"], "updated");
    assert_eq!(told["steps"][1]["records"][0]["text"], "09:00 [Decision] Deploy with Helm.");
    lab.ok(&["undo"]);
    lab.ok(&["why", &id]).stdout_has("by distill, taken back later");
}

#[test]
fn the_sediment_as_it_stood() {
    let lab = lab();
    let then = lab.ok(&["show", "sediment", "--as-of", "2025-03-03"]).out;
    assert!(then.contains("- Deploy with Ansible. [topic:: shop/deploy] [since:: 2025-03-01]"), "{then}");
    assert!(!then.contains("Helm") && !then.contains("floors"), "{then}");
    lab.ok(&["show", "sediment", "--as-of", "2025-03-05"]).stdout_has("Deploy with Helm.").stdout_has("floors");
    lab.ok(&["show", "sediment", "--as-of", "2025-02-28"]).stdout("");
    lab.fail(64, &["show", "--as-of", "2025-03-03"]).stderr_has("`--as-of` is for `alluvium show sediment`");
    let told = lab.ok(&["show", "sediment", "--as-of", "2025-03-03", "--json"]).out;
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["entries"].as_array().unwrap().len(), 2);
}

/// A conflict as the rules leave it, written the way the history tells it.
fn conflict() -> (Lab, String, String) {
    let lab = Lab::new();
    lab.write(
        "stream/2025/2025-03-01.md",
        "- [Fact] The pump in hall two is serviced by Miller. [topic:: hall/two]\n- [Fact] The pump near the gate is looked after by Jones. [topic:: hall/gate]\n",
    );
    lab.ok(&["distill"]);
    let (a, b) = (id(&lab, "Miller"), id(&lab, "Jones"));
    lab.write("sediment.md", lab.read("sediment.md").replace(&format!(" ^{a}"), &format!(" [conflicts:: {b}] ^{a}")));
    lab.ok(&["distill"]);
    (lab, a, b)
}

#[test]
fn review_lists_and_settles_open_conflicts() {
    let (lab, a, b) = conflict();
    let told = lab.fail(0, &["review"]);
    told.stdout(&format!(
        "older ^{a} since 2025-03-01: The pump in hall two is serviced by Miller.\nnewer ^{b} since 2025-03-01: The pump near the gate is looked after by Jones.\n"
    ));
    told.stderr(&format!("hint: `alluvium review {a} keep|replace|both` settles the first one\n"));
    let told: serde_json::Value = serde_json::from_str(&lab.fail(0, &["review", "--json"]).out).unwrap();
    assert_eq!(
        (told[0]["older"]["id"].clone(), told[0]["newer"]["id"].clone()),
        (format!("^{a}").into(), format!("^{b}").into())
    );

    lab.ok(&["review", &b, "both"]).stdout(&format!("settled ^{a} with ^{b}: both\n"));
    assert!(has(&lab, "Miller") && has(&lab, "Jones") && !has(&lab, "conflicts"));
    lab.fail(0, &["review"]).stdout("").stderr("no open conflicts\n");
    lab.fail(1, &["review", &a, "keep"])
        .stderr(&format!("alluvium: ^{a} has no open conflict\nhint: `alluvium review` lists them\n"));
    lab.fail(64, &["review", &a]);
    lab.fail(64, &["review", &a, "maybe"]);
}

#[test]
fn review_keeps_the_older_or_lets_the_newer_replace_it() {
    for (how, stays, leaves) in [("keep", "Miller", "Jones"), ("replace", "Jones", "Miller")] {
        let (lab, a, _) = conflict();
        lab.ok(&["review", &a, how]).stdout_has("by review");
        assert!(has(&lab, stays) && !has(&lab, leaves) && !has(&lab, "conflicts"), "{how}");
        lab.ok(&["undo"]);
        assert!(has(&lab, "Miller") && has(&lab, "Jones"), "{how}");
    }
}

#[test]
fn a_mark_deleted_by_hand_settles_the_conflict() {
    let (lab, a, b) = conflict();
    lab.write("sediment.md", lab.read("sediment.md").replace(&format!(" [conflicts:: {b}]"), ""));
    lab.ok(&["distill"]).stdout_has(&format!("settled ^{a} with ^{b}: both\n"));
    // And one whose other side was deleted is cleared.
    let (lab, a, b) = conflict();
    let line = lab.read("sediment.md").lines().find(|l| l.contains("Jones")).unwrap().to_owned();
    lab.write("sediment.md", lab.read("sediment.md").replace(&format!("{line}\n"), ""));
    lab.ok(&["distill"]).stdout_has(&format!("settled ^{a} with ^{b}"));
    assert!(!has(&lab, "conflicts"), "{}", lab.read("sediment.md"));
}

#[test]
fn what_came_back_is_told_only_where_it_stayed() {
    let lab = Lab::new();
    lab.ok(&["add", "Fact", "Deploys are frozen.", "--topic", "ops/freeze", "--until", "2025-03-14", "--quiet"]);
    lab.ok(&["distill", "--quiet"]);
    lab.at("2025-03-16T09:00:00+01:00").ok(&["distill"]).stdout_has("removed ");
    // It is taken back and, since the day has passed, leaves again in the same run.
    lab.at("2025-03-16T10:00:00+01:00").ok(&["undo", "--quiet"]);
    assert!(!lab.ok(&["history", "ops/freeze"]).out.contains("came back"));
}
