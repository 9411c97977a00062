//! What the rules make of records, seen from outside.

use crate::lab::Lab;

/// A memory with these lines in one day file each, distilled.
fn distilled(days: &[(&str, &str)]) -> (Lab, String) {
    let lab = Lab::new();
    for (day, lines) in days {
        lab.write(&format!("stream/{}/{day}.md", &day[..4]), lines);
    }
    lab.at("2025-06-30T20:00:00+02:00");
    lab.ok(&["distill", "--quiet"]);
    let text = lab.read("sediment.md");
    (lab, text)
}

#[test]
fn half_of_an_entry_changes_and_the_other_half_stays() {
    let (_lab, text) = distilled(&[
        (
            "2025-03-01",
            "- 09:00 [Fact] Staging runs in Frankfurt and is reset every Monday; owner is the platform team\n",
        ),
        ("2025-03-04", "- 09:00 [Fact] Staging now runs in Dublin\n"),
    ]);
    assert!(text.contains("Staging runs in Dublin and is reset every Monday; owner is the platform team"), "{text}");
    assert!(!text.contains("Frankfurt"), "{text}");
}

#[test]
fn an_older_record_that_arrives_late_changes_nothing_present() {
    let (lab, text) = distilled(&[("2025-03-10", "- 09:00 [Decision] Deploy with Helm\n")]);
    lab.write("stream/2024/2024-11-02.md", "- 09:00 [Decision] Deploy with Ansible\n");
    lab.ok(&["distill", "--quiet"]);
    assert_eq!(lab.read("sediment.md"), text);
}

#[test]
fn only_the_renamed_role_is_retired() {
    let (_lab, text) = distilled(&[(
        "2025-03-01",
        "- 09:00 [Fact] Dana is release manager\n- 09:01 [Fact] Dana looks after the build cache\n\
         - 09:02 [Fact] Dana works Tuesdays\n- 09:03 [Fact] Dana moved to the Lyon office\n\
         - 09:04 [Fact] Dana is now support lead instead of release manager\n",
    )]);
    for kept in ["build cache", "Tuesdays", "Lyon", "support lead"] {
        assert!(text.contains(kept), "{kept}: {text}");
    }
    assert!(!text.contains("Dana is release manager"), "{text}");
}

#[test]
fn questions_and_ideas_stay_out() {
    let (_lab, text) = distilled(&[(
        "2025-03-01",
        "- 09:00 [Fact] Should we move to Kafka?\n- 09:01 [Fact] Maybe drop Windows support\n- 09:02 [Decision] Stay on RabbitMQ\n",
    )]);
    assert!(text.contains("RabbitMQ") && !text.contains("Kafka") && !text.contains("Windows"), "{text}");
}

#[test]
fn an_anomaly_counts_when_it_was_seen_on_three_days_in_three_runs() {
    let lab = Lab::new();
    for (n, day) in ["2025-03-01", "2025-03-05", "2025-03-09"].iter().enumerate() {
        lab.at(&format!("{day}T20:00:00+01:00"));
        lab.write(&format!("stream/2025/{day}.md"), "- 09:00 [Anomaly] Batch jobs queue at peak hours\n");
        lab.ok(&["distill", "--quiet"]);
        assert_eq!(lab.read("sediment.md").contains("Batch jobs queue"), n == 2, "{day}");
    }
}

#[test]
fn a_sentence_that_was_wrapped_is_one_entry_and_what_follows_it_stays_in_the_stream() {
    let lab = Lab::new();
    let wrapped = "We go through the registry at\nregistry.pool; the old mirror is gone.\nFound while debugging.\n";
    lab.ok_with(&["add", "Decision", "-", "--topic", "build/registry"], wrapped.as_bytes());
    lab.ok_with(&["add", "Constraint", "-"], "部署前必须\n跑完全部测试。\n".as_bytes());
    lab.ok_with(&["add", "Lesson", "-"], b"Check these:\n- the port\n- the host\n");
    lab.ok(&["distill"]);
    let sediment = lab.read("sediment.md");
    let has = |line: &str| assert!(sediment.contains(line), "{line} is missing in\n{sediment}");
    has("- We go through the registry at registry.pool; the old mirror is gone. [topic::");
    has("- 部署前必须跑完全部测试。 [since::");
    has("- Check these: [since::");
}

#[test]
fn one_record_with_wide_fields_pushes_no_entry_out() {
    let because = format!("- 09:01 [Decision] Use A. [because:: {}]\n", "word ".repeat(900));
    let (_lab, text) =
        distilled(&[("2025-03-01", "- 09:00 [Fact] The archive is in Oslo.\n"), ("2025-03-02", &because)]);
    assert!(text.contains("The archive is in Oslo.") && !text.contains("Use A."), "{text}");
}

#[test]
fn one_slot_has_one_entry_however_its_topic_is_spelt() {
    let (_lab, text) = distilled(&[(
        "2025-03-01",
        "- 09:00 [Fact] The port is 1. [topic:: app/port]\n- 09:01 [Fact] The port is 2. [topic:: App/Port/]\n\
         - 09:02 [Fact] The port is 3. [topic:: app/port]\n- 09:03 [Fact] Le café ouvre à 8 h. [topic:: caf\u{e9}]\n\
         - 09:04 [Fact] Le café ouvre à 9 h. [topic:: cafe\u{301}]\n",
    )]);
    let entries: Vec<&str> = text.lines().filter(|l| l.starts_with("- ")).collect();
    assert!(entries.len() == 2 && text.contains("The port is 3.") && text.contains("à 9 h."), "{text}");
}
