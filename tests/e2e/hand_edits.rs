//! What a person does to the sediment file wins, and is told.

use super::lab::Lab;

/// A memory with three entries; `lines` are they, as they stand in the file.
fn lab() -> (Lab, [String; 3]) {
    let lab = Lab::new();
    lab.write(
        "stream/2025/2025-03-10.md",
        "- 09:00 [Decision] Deploy with Helm charts. [topic:: shop/deploy]\n\
         - 09:10 [Preference] Reports are tables by default. [topic:: user/reports]\n\
         - 09:20 [Lesson] When the nightly export times out, lower the batch size.\n",
    );
    lab.ok(&["distill"]);
    let lines = ["Deploy with", "Reports are", "When the"].map(|start| line(&lab, start));
    (lab, lines)
}

/// The entry's line in the file, without the marker.
#[track_caller]
fn line(lab: &Lab, start: &str) -> String {
    let text = lab.read("sediment.md");
    let found = text.lines().find_map(|l| l.strip_prefix("- ").filter(|l| l.starts_with(start)));
    found.unwrap_or_else(|| panic!("no `{start}` in:\n{text}")).to_owned()
}

fn id(line: &str) -> &str {
    &line[line.rfind('^').unwrap()..]
}

/// Edits the file.
fn edit(lab: &Lab, from: &str, to: &str) {
    let text = lab.read("sediment.md");
    assert!(text.contains(from), "no `{from}` in:\n{text}");
    lab.write("sediment.md", text.replacen(from, to, 1));
}

/// Distilling once more says nothing and changes nothing.
#[track_caller]
fn nothing_new(lab: &Lab) {
    assert_eq!(lab.changed(|| assert_eq!(lab.ok(&["distill"]).out, "")), [""; 0]);
}

#[test]
fn a_deleted_entry_stays_deleted() {
    let (lab, [deploy, ..]) = lab();
    edit(&lab, &format!("- {deploy}\n"), "");
    lab.ok(&["distill"]).stdout(&format!("rejected {} by hand: Deploy with Helm charts.\n", id(&deploy)));
    // Stated again by a record that is not newer than the deletion: not learned again.
    lab.write("stream/2025/2025-03-12.md", "- [Decision] Deploy with Helm charts. [topic:: shop/deploy]\n");
    lab.ok(&["distill"]);
    assert!(!lab.read("sediment.md").contains("Helm"), "{}", lab.read("sediment.md"));
    // Decided anew later: learned.
    lab.at("2025-03-20T10:00:00+01:00");
    lab.write("stream/2025/2025-03-20.md", "- [Decision] Deploy with Helm charts. [topic:: shop/deploy]\n");
    lab.ok(&["distill"]);
    assert!(lab.read("sediment.md").contains("Deploy with Helm charts."), "{}", lab.read("sediment.md"));
}

#[test]
fn edits_are_told_beside_what_came_of_each_record() {
    let (lab, lines) = lab();
    edit(&lab, &format!("- {}\n", lines[0]), "");
    lab.write("stream/2025/2025-03-14.md", "- 08:00 [Fact] The lift is slow.\n");
    let told = lab.run(&["distill", "--explain"]).out;
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines[0].starts_with("2025-03-14#") && lines[1].starts_with("rejected ^"), "{told}");
}

#[test]
fn a_reworded_entry_keeps_its_id_and_wins_over_older_records() {
    let (lab, [deploy, ..]) = lab();
    edit(&lab, "Deploy with Helm charts.", "Deploy with Kustomize, never Helm.");
    lab.ok(&["distill"]).stdout(&format!(
        "updated {} by hand: Deploy with Kustomize, never Helm. (was: Deploy with Helm charts.)\n",
        id(&deploy)
    ));
    lab.write("stream/2025/2025-03-12.md", "- [Decision] Deploy with plain manifests. [topic:: shop/deploy]\n");
    lab.ok(&["distill"]);
    assert_eq!(line(&lab, "Deploy with"), deploy.replace("Helm charts.", "Kustomize, never Helm."));
    lab.ok(&["history", "shop/deploy"]).stdout_has("Deploy with plain manifests.");
    // A newer record on the same topic is news, even for a hand-written entry; id and pin stay.
    lab.at("2025-03-20T10:00:00+01:00");
    lab.write("stream/2025/2025-03-19.md", "- [Decision] Deploy with Argo. [topic:: shop/deploy]\n");
    lab.ok(&["distill"]);
    let now = line(&lab, "Deploy with Argo.");
    assert_eq!(id(&now), id(&deploy));
    lab.ok(&["why", id(&now)]).stdout_has("pinned");
}

#[test]
fn an_entry_that_lost_its_id_is_known_by_its_words() {
    let (lab, [_, reports, lesson]) = lab();
    edit(&lab, &reports, "Reports are wide tables by default.");
    edit(&lab, &format!(" {}", id(&lesson)), "");
    let told = lab.ok(&["distill"]);
    told.stdout_has(&format!("updated {} by hand: Reports are wide tables by default.", id(&reports)));
    assert!(!told.out.contains("rejected") && !told.out.contains("added"), "{}", told.out);
    assert_eq!(line(&lab, "When the"), lesson);
    assert_eq!(id(&line(&lab, "Reports are wide")), id(&reports));
}

#[test]
fn a_moved_entry_stays_where_it_was_put() {
    let (lab, [.., lesson]) = lab();
    edit(&lab, &format!("- {lesson}\n"), "");
    edit(&lab, "## Context\n", &format!("## Context\n\n- {lesson}\n"));
    let before = lab.read("sediment.md");
    lab.ok(&["distill"]).stdout(&format!("moved {} by hand to Context\n", id(&lesson)));
    assert_eq!(lab.read("sediment.md"), before);
    nothing_new(&lab);
}

#[test]
fn a_new_item_gets_an_id_and_is_pinned() {
    let (lab, _) = lab();
    edit(&lab, "## Context\n", "## Context\n\n* The office closes at six\n");
    lab.ok(&["distill"]).stdout_has("by hand to Context: The office closes at six\n");
    let text = lab.read("sediment.md");
    let mine = text.lines().find(|l| l.starts_with("* The office closes at six ^")).expect("an id at its end");
    nothing_new(&lab);
    lab.ok(&["why", id(mine)]).stdout_has("pinned");
}

#[test]
fn a_copy_gets_an_id_of_its_own() {
    let (lab, [deploy, ..]) = lab();
    edit(&lab, &format!("- {deploy}\n"), &format!("- {}\n- {deploy}\n", deploy.replace("Helm", "copied Helm")));
    lab.ok(&["distill"]).stdout_has("by hand to Decisions: Deploy with copied Helm charts.");
    assert_eq!(line(&lab, "Deploy with Helm"), deploy, "the one that says the same keeps its id");
    assert_ne!(id(&line(&lab, "Deploy with copied")), id(&deploy));
}

#[test]
fn foreign_text_is_left_alone() {
    let (lab, [deploy, ..]) = lab();
    edit(&lab, "## Context\n", "Some prose.\n\n## My own\n\n- [ ] not an entry\n<!-- a comment -->\n\n## Context\n");
    let before = lab.read("sediment.md");
    lab.write("stream/2025/2025-03-12.md", "- [Decision] Deploy with Argo. [topic:: shop/deploy]\n");
    lab.ok(&["distill"]);
    let after = deploy.replace("Helm charts.", "Argo.").replace("2025-03-10", "2025-03-12");
    assert_eq!(lab.read("sediment.md"), before.replace(&deploy, &after));
}

#[test]
fn a_continuation_protects_its_entry() {
    let (lab, [deploy, ..]) = lab();
    edit(&lab, &format!("- {deploy}\n"), &format!("- {deploy}\n  See the chart in `ops/`.\n"));
    lab.write("alluvium.toml", "[sediment]\nmax-entries = 2\n");
    lab.fail(0, &["distill"]).stderr("warning: the sediment is nearly full: 2 of 2 entries (100 %)\n");
    assert!(lab.read("sediment.md").contains("See the chart in `ops/`."));
}

#[test]
fn a_missing_file_is_rebuilt_not_taken_for_deletions() {
    let (lab, _) = lab();
    let before = lab.read("sediment.md");
    std::fs::remove_file(lab.path("sediment.md")).unwrap();
    lab.ok(&["distill"]).stdout("`sediment.md` was missing or empty and is rebuilt from the history\n");
    assert_eq!(lab.read("sediment.md"), before);
    nothing_new(&lab);
}

#[test]
fn a_lost_history_is_rebuilt_without_learning_twice() {
    let (lab, _) = lab();
    let before = lab.read("sediment.md");
    std::fs::remove_dir_all(lab.path("history")).unwrap();
    lab.write("stream/2025/2025-03-12.md", "- [Fact] The office has two floors.\n");
    let told = lab.run(&["distill"]);
    assert_eq!(told.code, 0, "{}", told.err);
    told.stderr_has("the history is lost: records up to 2025-03-10 are taken as read");
    assert_eq!(told.out.matches("added").count(), 4, "{}", told.out);
    let text = lab.read("sediment.md");
    assert_eq!(text.lines().filter(|l| l.starts_with("- ")).count(), 4, "{text}");
    assert!(before.lines().all(|l| text.contains(l)), "{text}");
}

#[test]
fn what_cannot_be_edited_is_refused_and_nothing_is_lost() {
    let (lab, [deploy, ..]) = lab();
    lab.write("stream/2025/2025-03-12.md", "- [Fact] The office has two floors.\n");
    let good = lab.read("sediment.md");

    lab.write("sediment.md", [good.as_bytes(), b"caf\xe9\n"].concat());
    lab.fail(1, &["distill"]).stderr(
        "alluvium: cannot change `sediment.md`: it is not UTF-8 (line 18)\n\
         hint: save it as UTF-8; `alluvium doctor` names every such line\n",
    );

    let merge = format!("<<<<<<< HEAD\n- {deploy}\n=======\n- x\n>>>>>>> other\n");
    lab.write("sediment.md", good.replace(&format!("- {deploy}\n"), &merge));
    lab.fail(1, &["distill"]).stderr(
        "alluvium: cannot change `sediment.md`: it is in the middle of a merge\n\
         hint: line 11: `alluvium doctor --fix` unites both sides\n",
    );

    lab.write("sediment.md", "# Notes\n\n```\nnever closed\n");
    let told = lab.fail(1, &["distill"]);
    told.stderr_has("cannot add entries to `sediment.md`: what follows its last entries is an unclosed fence");
    assert_eq!(lab.read("sediment.md"), "# Notes\n\n```\nnever closed\n");

    lab.write("sediment.md", &good);
    lab.ok(&["distill"]).stdout_has("The office has two floors.");
}

#[test]
fn a_workspace_with_a_memory_of_its_own_is_used_in_place() {
    let lab = Lab::new();
    lab.write("alluvium.toml", "[layout]\nstream = \"memory/{date}.md\"\nsediment = \"MEMORY.md\"\n");
    let own = "# MEMORY\n\n- Be kind\n\n## People\n\n- Ana likes tea\n";
    lab.write("MEMORY.md", own);
    lab.write(
        "memory/2025-03-12.md",
        "# 2025-03-12\n\nSome prose.\n\n- [Decision] Ship on Friday. [topic:: shop/ship]\n",
    );
    let changed = lab.changed(|| assert_eq!(lab.ok(&["distill"]).err, ""));
    assert_eq!(changed, ["M MEMORY.md", "A history/2025-03.md"]);
    let text = lab.read("MEMORY.md");
    assert!(text.starts_with(own), "{text}");
    assert!(text[own.len()..].starts_with("\n## Decisions\n\n- Ship on Friday. [topic:: shop/ship]"), "{text}");
}

#[test]
fn line_ends_and_a_mark_at_the_front_are_kept() {
    let (lab, [deploy, ..]) = lab();
    let crlf = format!("\u{feff}{}", lab.read("sediment.md").replace('\n', "\r\n"));
    lab.write("sediment.md", &crlf);
    lab.write(
        "stream/2025/2025-03-12.md",
        "- [Decision] Deploy with Argo. [topic:: shop/deploy]\n- [Fact] The office has two floors. [topic:: office/floors]\n",
    );
    lab.ok(&["distill"]);
    let text = lab.read("sediment.md");
    assert_eq!(text.matches('\n').count(), text.matches("\r\n").count(), "{text:?}");
    assert_eq!(text.matches('\u{feff}').count(), 1);
    assert!(text.starts_with("\u{feff}# Long-term memory\r\n"));
    assert!(text.contains("The office has two floors. [topic:: office/floors]") && !text.contains(&deploy));
}
