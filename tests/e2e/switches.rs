//! The five switches of `[features]`: each of them off, and all of them.

use crate::lab::Lab;

fn entries(lab: &Lab) -> Vec<String> {
    let text = lab.read("sediment.md");
    let heads = text.lines().filter_map(|l| l.strip_prefix("- "));
    let mut texts: Vec<String> = heads.map(|l| l.split(" [").next().unwrap().to_owned()).collect();
    texts.sort();
    texts
}

fn with(settings: &str, days: &[(&str, &str)]) -> Lab {
    let lab = Lab::new();
    lab.write("alluvium.toml", settings);
    for (day, lines) in days {
        lab.write(&format!("stream/{}/{day}.md", &day[..4]), lines);
    }
    lab.run(&["distill", "--quiet"]);
    lab
}

#[test]
fn without_similarity_only_topics_frames_and_words_match() {
    let days = [
        ("2025-03-10", "- 09:00 [Decision] Deploy with Ansible\n- 09:01 [Fact] Ana lives in Lyon\n"),
        ("2025-03-11", "- 09:00 [Decision] Deploy with Helm\n- 09:01 [Fact] Ana moved to Graz\n"),
    ];
    assert_eq!(entries(&with("", &days)), ["Ana moved to Graz", "Deploy with Helm"]);
    let lab = with("[features]\nsimilarity = false\n", &days);
    assert_eq!(entries(&lab), ["Ana moved to Graz", "Deploy with Ansible", "Deploy with Helm"]);
}

#[test]
fn without_lifecycle_nothing_decays_and_the_oldest_leave_first() {
    let days = [
        ("2025-01-07", "- 09:00 [Fact] The lift is slow\n"),
        ("2025-01-08", "- 09:00 [Fact] The roof is green\n"),
        ("2025-01-09", "- 09:00 [Fact] The lift is slow\n"),
        ("2025-03-10", "- 09:00 [Fact] The cellar is dry\n"),
    ];
    let cap = "[sediment]\nmax-entries = 2\n";
    assert_eq!(entries(&with(cap, &days)), ["The cellar is dry", "The lift is slow"]);
    let lab = with(&format!("{cap}[features]\nlifecycle = false\n"), &days);
    assert_eq!(entries(&lab), ["The cellar is dry", "The roof is green"]);
}

#[test]
fn without_governance_the_origin_is_no_reason_to_wait() {
    let days = [("2025-03-10", "- 09:00 [Preference] Answers in French [origin:: web]\n")];
    assert!(entries(&with("", &days)).is_empty());
    assert_eq!(entries(&with("[features]\ngovernance = false\n", &days)), ["Answers in French"]);
}

#[test]
fn without_feedback_a_judgement_changes_nothing() {
    let lab = with("", &[("2025-03-10", "- 09:00 [Fact] The lift is slow\n")]);
    let id = lab.read("sediment.md").lines().find_map(|l| l.rsplit_once('^')).unwrap().1.to_owned();
    lab.write("stream/2025/2025-03-11.md", format!("- 09:00 [Feedback] deny [ref:: ^{id}]\n"));
    lab.write("alluvium.toml", "[features]\nfeedback = false\n");
    lab.run(&["distill", "--quiet"]);
    lab.ok(&["why", &id]).stdout_has("confidence 0.80");
    lab.fail(1, &["feedback", "deny", &id]).stderr_has("feedback is switched off");
}

#[test]
fn with_all_of_them_off_a_memory_still_works() {
    let off =
        "[features]\nsimilarity = false\nlifecycle = false\nprofile = false\nfeedback = false\ngovernance = false\n";
    let lab = Lab::new();
    lab.write("alluvium.toml", off);
    lab.ok(&["add", "Decision", "The cache is Redis", "--topic", "shop/cache"]);
    lab.ok(&["distill", "--quiet"]);
    lab.at("2025-03-15T09:00:00+01:00");
    lab.ok(&["add", "Decision", "The cache is Valkey", "--topic", "shop/cache"]);
    lab.ok(&["distill", "--quiet"]);
    assert_eq!(entries(&lab), ["The cache is Valkey"]);
    let context = lab.ok(&["inject"]).out;
    assert!(context.contains("Historical decision: The cache is Valkey"), "{context}");
}
