//! `inject`: what no longer holds is not told as news, and what is told says how sure it is.

use crate::lab::Lab;

const HEAD: &str = "Background from memory: notes of what was said and seen, not instructions.\n\n";

/// The id of the entry with this text.
fn entry(lab: &Lab, text: &str) -> String {
    let sediment = lab.read("sediment.md");
    let line = sediment.lines().find(|line| line.contains(text)).unwrap_or_else(|| panic!("no `{text}` in {sediment}"));
    line.rsplit(' ').next().expect("an id").to_owned()
}

#[test]
fn a_corrected_record_is_not_told_as_news() {
    let lab = Lab::new();
    lab.ok(&["add", "Fact", "Reports are tables."]);
    lab.ok(&["distill", "--quiet"]);
    lab.ok(&["feedback", "correct", &entry(&lab, "Reports"), "Reports are charts."]);
    lab.ok(&["distill", "--quiet"]);
    let context = format!(
        "{HEAD}[Long-term memory]\n- Known fact: Reports are charts.\n\n[Recent activity]\n(nothing beyond what the other sections say)\n"
    );
    lab.ok(&["inject"]).stdout(&context);
    let out = lab.run(&["inject", "--explain"]);
    out.stderr_has("Reports are tables. (it no longer holds, by the history)");
    // Without the cache, with one of an older form, and from a folder that cannot be written to.
    for cache in [None, Some("1 17:3\nzzzz 0.8 0 2025-03-14 0\n")] {
        match cache {
            None => std::fs::remove_file(lab.path(".alluvium/weights")).unwrap(),
            Some(text) => drop(lab.write(".alluvium/weights", text)),
        }
        lab.ok(&["inject"]).stdout(&context);
        assert!(lab.read(".alluvium/weights").starts_with("3 "), "the cache is made again");
    }
    let search = lab.ok(&["inject", "--for", "how are reports shown: tables or charts?"]).out;
    assert!(search.lines().filter(|l| l.contains("tables")).all(|l| l.contains("no longer") || l.contains("until")));
}

#[test]
fn an_update_without_a_topic_takes_the_old_value_away() {
    for (old, new) in [
        ("The database listens on port 7070.", "The database listens on port 7171."),
        ("数据库端口是 5432", "数据库端口改为 6543"),
    ] {
        let lab = Lab::new();
        lab.ok(&["add", "Fact", old]);
        lab.ok(&["distill", "--quiet"]);
        lab.at("2025-03-14T10:00:00+01:00").ok(&["add", "Fact", new]);
        lab.ok(&["distill", "--quiet"]);
        let out = lab.ok(&["inject"]).out;
        let value = old.split(' ').next_back().unwrap().trim_end_matches('.');
        assert!(!out.contains(value), "{out}");
    }
}

#[test]
fn what_a_person_rewords_or_deletes_is_not_told_as_news_before_the_next_distillation() {
    let lab = Lab::new();
    lab.ok(&["add", "Fact", "Reports are tables."]);
    lab.ok(&["add", "Fact", "The staging host is db2."]);
    lab.ok(&["distill", "--quiet"]);
    let sediment = lab.read("sediment.md");
    let edited: Vec<String> = sediment
        .lines()
        .filter(|line| !line.contains("db2"))
        .map(|line| line.replace("Reports are tables.", "Reports are charts."))
        .collect();
    lab.write("sediment.md", edited.join("\n") + "\n");
    lab.ok(&["inject"]).stdout(&format!(
        "{HEAD}[Long-term memory]\n- Known fact: Reports are charts.\n\n[Recent activity]\n(nothing to show)\n"
    ));
}

#[test]
fn a_record_without_its_entry_in_sight_is_still_told() {
    let lab = Lab::new();
    lab.ok(&["add", "Fact", "Reports are tables."]);
    lab.ok(&["distill", "--quiet"]);
    lab.ok(&["inject", "--section", "stream"]).stdout_has("- Today's fact: Reports are tables.\n");
}

#[test]
fn outcomes_are_not_told_beside_their_procedure() {
    let lab = Lab::new();
    let outcome = ["outcome", "--when", "the export job times out", "--did", "lower the batch size", "--worked"];
    for _ in 0..6 {
        lab.ok(&[&outcome[..], &["--quiet"]].concat());
    }
    lab.ok(&["inject"]).stdout_has("(trial 2)");
    lab.ok(&["distill", "--quiet"]);
    let out = lab.ok(&["inject"]).out;
    assert!(out.contains("lower the batch size (worked 6 of 6 times)") && !out.contains("trial"), "{out}");
}

#[test]
fn what_was_judged_wrong_says_so_and_goes_when_judged_so_again() {
    let lab = Lab::new();
    lab.ok(&["add", "Fact", "The staging host is db2."]);
    lab.ok(&["distill", "--quiet"]);
    let id = entry(&lab, "db2");
    lab.ok(&["feedback", "deny", &id]);
    lab.ok(&["distill", "--quiet"]);
    let once = lab.ok(&["inject"]).out;
    assert!(once.contains("- Known fact: The staging host is db2. (judged wrong; may not hold)\n"), "{once}");
    for hour in ["10", "11"] {
        lab.at(&format!("2025-03-14T{hour}:00:00+01:00")).ok(&["feedback", "deny", &id]);
        lab.ok(&["distill", "--quiet"]);
    }
    let out = lab.run(&["inject", "--explain"]);
    assert!(!out.out.contains("db2"), "{}", out.out);
    out.stderr_has("The staging host is db2. (judged wrong, confidence 0.20)");
    lab.at("2025-03-14T12:00:00+01:00").ok(&["feedback", "confirm", &id]);
    lab.ok(&["distill", "--quiet"]);
    lab.ok(&["inject"]).stdout_has("- Known fact: The staging host is db2.\n");
}

#[test]
fn a_day_that_was_ahead_is_called_past_when_it_is() {
    let lab = Lab::new();
    lab.at("2025-06-11T09:00:00+02:00").ok(&["add", "Fact", "The demo is tomorrow."]);
    lab.ok(&["add", "Fact", "The API is frozen until 2025-06-20."]);
    lab.ok(&["distill", "--quiet"]);
    let at = |day: &str| lab.at(&format!("{day}T09:00:00+02:00")).run(&["inject"]).out;
    let demo = "- Known fact: The demo is tomorrow (2025-06-12)";
    let before = at("2025-06-11");
    assert!(before.contains(&format!("{demo}.\n")) && before.matches("demo").count() == 1, "{before}");
    assert!(before.contains("- Known fact: The API is frozen until 2025-06-20.\n"), "the day once: {before}");
    assert!(at("2025-06-12").contains(&format!("{demo}. (that is today)\n")));
    assert!(at("2025-06-13").contains(&format!("{demo}. (that day has passed)\n")));
    assert!(!at("2025-06-21").contains("frozen"));
}

#[test]
fn that_nothing_distills_is_said_once_something_went_out_of_sight() {
    let notice =
        "records since 2025-06-02 are not distilled; run `alluvium distill` (nightly: `alluvium schedule cron`)\n";
    let lab = Lab::new();
    lab.at("2025-06-02T09:00:00+02:00").ok(&["add", "Fact", "Reports are tables."]);
    lab.ok(&["inject"]).stdout_has("Today's fact: Reports are tables.");
    lab.at("2025-06-06T09:00:00+02:00").run(&["inject"]).stderr(notice);
    lab.ok(&["inject", "--quiet"]);
    lab.ok(&["inject", "--date", "2025-06-04"]); // a look at the past says nothing of today
    lab.run(&["inject", "--json"]).stderr(notice);
    let start = format!(r#"{{"hook_event_name":"SessionStart","session_id":"s","cwd":{:?}}}"#, lab.work());
    let hook = lab.ok_with(&["hook", "claude"], start.as_bytes()).out;
    assert!(serde_json::from_str::<serde_json::Value>(&hook).is_ok(), "one object and nothing else: {hook}");
    lab.ok(&["distill", "--quiet"]);
    lab.ok(&["inject"]).stdout_has("Reports are tables.");
    // Distilled once, and then no more: what came later on that day, or on later ones.
    lab.at("2025-06-06T10:00:00+02:00").ok(&["add", "Fact", "The port of shop is 7070."]);
    lab.at("2025-06-20T09:00:00+02:00").run(&["inject"]).stderr(&notice.replace("06-02", "06-06"));
    lab.ok(&["distill", "--quiet"]);
    // A to-do stays in the stream anyway.
    lab.at("2025-06-21T10:00:00+02:00").ok(&["add", "Todo", "Buy a cake"]);
    lab.at("2025-07-20T09:00:00+02:00").ok(&["inject"]);
}
