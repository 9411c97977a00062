//! `feedback`: judgements are applied once, follow their entry, and hold against repetition.

use crate::lab::Lab;
#[cfg(feature = "llm")]
use crate::model_server::{Answer, Server};

/// The id of the entry that holds a text, with its `^`.
fn id(lab: &Lab, text: &str) -> String {
    let sediment = lab.read("sediment.md");
    let line = sediment.lines().find(|l| l.contains(text)).unwrap_or_else(|| panic!("no `{text}` in:\n{sediment}"));
    line.split_whitespace().next_back().unwrap().to_owned()
}

fn confidence(lab: &Lab, id: &str) -> f64 {
    let why: serde_json::Value = serde_json::from_str(&lab.ok(&["why", id, "--json"]).out).unwrap();
    why["confidence"].as_f64().unwrap()
}

fn with_entry(text: &str) -> (Lab, String) {
    let lab = Lab::new();
    lab.ok(&["add", "Preference", text]);
    lab.ok(&["distill", "--quiet"]);
    let id = id(&lab, text);
    (lab, id)
}

#[test]
fn judgements_change_the_confidence_exactly_once() {
    let (lab, id) = with_entry("Reports are tables by default.");
    assert_eq!(lab.changed(|| drop(lab.ok(&["feedback", "confirm", &id]))), ["M stream/2025/2025-03-14.md"]);
    lab.ok(&["feedback", "used", id.trim_start_matches('^')]);
    for _ in 0..3 {
        lab.ok(&["distill", "--quiet"]);
    }
    assert!((confidence(&lab, &id) - 0.92).abs() < 1e-9);
    // Three times within a minute is meant three times.
    for _ in 0..3 {
        lab.ok(&["feedback", "deny", &id]);
    }
    lab.ok(&["distill", "--quiet"]);
    assert!((confidence(&lab, &id) - 0.32).abs() < 1e-9);
    assert!(lab.read("sediment.md").contains("Reports are tables"), "a mark alone deletes nothing");
}

#[test]
fn marks_follow_an_entry_that_is_moved_reworded_and_updated() {
    let (lab, id) = with_entry("Reports are tables by default.");
    lab.ok(&["feedback", "confirm", &id]);
    lab.ok(&["distill", "--quiet"]);
    let before = confidence(&lab, &id);
    let line = lab.read("sediment.md").lines().find(|l| l.ends_with(&id)).unwrap().to_owned();
    let reworded = line.replace("tables by default", "tables, always");
    let text = lab.read("sediment.md").replace(&format!("{line}\n"), "");
    lab.write("sediment.md", text.replace("## Context\n", &format!("## Context\n\n{reworded}\n")));
    lab.at("2025-03-15T09:00:00+01:00");
    lab.ok(&["distill", "--quiet"]);
    assert!(confidence(&lab, &id) >= before - 1e-9);
    lab.ok(&["feedback", "correct", &id, "Reports are charts, always."]);
    lab.ok(&["distill", "--quiet"]);
    assert!(lab.read("sediment.md").contains("Reports are charts, always."), "{}", lab.read("sediment.md"));
    assert!((confidence(&lab, &id) - 0.9).abs() < 1e-9);
}

/// F071: typo, move, rewording, an update by a record.
#[test]
fn marks_and_pin_follow_through_a_typo_fix_and_an_update_by_a_record() {
    let lab = Lab::new();
    lab.ok(&["add", "Decision", "Deployment of shop uses containrs.", "--topic", "shop/deployment", "--pin"]);
    lab.ok(&["distill", "--quiet"]);
    let id = id(&lab, "containrs");
    for _ in 0..2 {
        lab.ok(&["feedback", "deny", &id]);
    }
    lab.ok(&["distill", "--quiet"]);
    let marked = confidence(&lab, &id);
    assert!(marked < 0.5, "{marked}");
    lab.write("sediment.md", lab.read("sediment.md").replace("containrs", "containers"));
    lab.at("2025-03-15T09:00:00+01:00");
    lab.ok(&["distill", "--quiet"]);
    assert!((confidence(&lab, &id) - marked).abs() < 0.1 + 1e-9, "{}", confidence(&lab, &id));
    lab.ok(&["add", "Decision", "Deployment of shop uses plain machines.", "--topic", "shop/deployment"]);
    lab.ok(&["distill", "--quiet"]);
    let sediment = lab.read("sediment.md");
    let line = sediment.lines().find(|l| l.ends_with(&id)).unwrap_or_else(|| panic!("{id} is gone:\n{sediment}"));
    assert!(line.contains("[pin::"), "{line}");
    let why = lab.ok(&["why", &id]).out;
    assert_eq!(why.matches("judged").count(), 2, "{why}");
}

#[test]
fn what_was_corrected_is_not_brought_back_by_stating_it_again() {
    let (lab, id) = with_entry("Reports are tables by default.");
    lab.ok(&["feedback", "deny", &id]);
    lab.ok(&["feedback", "correct", &id, "Reports are charts by default."]);
    lab.ok(&["distill", "--quiet"]);
    lab.at("2025-03-16T09:00:00+01:00");
    lab.ok(&["add", "Preference", "Reports are tables by default."]);
    lab.ok(&["distill", "--quiet"]);
    let sediment = lab.read("sediment.md");
    assert!(sediment.contains("Reports are charts") && !sediment.contains("Reports are tables"), "{sediment}");
}

/// Sediment and warnings after a model restates, in these words, what was denied, by this operation.
#[cfg(feature = "llm")]
fn restated(said: &str, operation: fn(&str, &str) -> serde_json::Value) -> (String, String) {
    let (lab, id) = with_entry("Reports are tables by default.");
    lab.ok(&["feedback", "deny", &id]);
    lab.ok(&["feedback", "correct", &id, "Reports are charts by default."]);
    lab.ok(&["distill", "--quiet"]);
    lab.at("2025-03-16T09:00:00+01:00");
    let record = lab.ok(&["add", "Preference", said]).out;
    let operation = operation(record.trim(), id.trim_start_matches('^'));
    let reply = serde_json::json!({ "operations": [operation] }).to_string();
    let server = Server::with(move |_, _| Answer::chat(&reply));
    lab.write(
        "alluvium.toml",
        format!("[model]\nprovider = \"openai\"\nname = \"m\"\nbase-url = \"{}/v1\"\nretry-wait = 0.01\n", server.url),
    );
    let ran = lab.run(&["distill", "--llm", "--explain"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(!server.requests().is_empty());
    (lab.read("sediment.md"), ran.out)
}

#[test]
#[cfg(feature = "llm")]
fn a_model_cannot_bring_back_what_was_denied() {
    type Case = (&'static str, fn(&str, &str) -> serde_json::Value);
    let cases: [Case; 3] = [
        ("Reports are tables by default.", |record, _| {
            serde_json::json!({"op": "add", "targets": [], "sources": [record], "section": "preferences",
                "topic": null, "text": "By default the reports are tables", "reason": "stated"})
        }),
        ("By default, reports are tables.", |record, id| {
            serde_json::json!({"op": "update", "targets": [id], "sources": [record], "section": null,
                "topic": null, "text": "By default, reports are tables.", "reason": "stated"})
        }),
        ("The user's reports are tables by default.", |record, _| {
            serde_json::json!({"op": "add", "targets": [], "sources": [record], "section": "preferences",
                "topic": null, "text": "The user's reports are tables by default.", "reason": "stated"})
        }),
    ];
    for (said, operation) in cases {
        let (sediment, explained) = restated(said, operation);
        assert!(sediment.contains("Reports are charts") && !sediment.contains("tables"), "{said}: {sediment}");
        assert!(explained.contains("judged wrong"), "{said}: {explained}");
    }
}

#[test]
fn feedback_may_be_applied_at_once_or_switched_off() {
    let (lab, id) = with_entry("Reports are tables by default.");
    lab.write("alluvium.toml", "[distill]\non = [\"Feedback\"]\n");
    lab.ok(&["feedback", "confirm", &id]);
    assert!((confidence(&lab, &id) - 0.9).abs() < 1e-9);
    lab.write("alluvium.toml", "[features]\nfeedback = false\n");
    lab.fail(1, &["feedback", "confirm", &id]).stderr_has("feedback is switched off");
    lab.fail(1, &["outcome", "--when", "a", "--did", "b", "--worked"]).stderr_has("feedback is switched off");
}

#[test]
fn an_entry_that_is_not_there_is_named() {
    let (lab, _) = with_entry("Reports are tables by default.");
    lab.fail(1, &["feedback", "confirm", "^zzzz"]).stderr_has("there is no entry `^zzzz`");
    lab.fail(1, &["feedback", "confirm", "2025-03-14#000000"]).stderr_has("no entry rests on");
}
