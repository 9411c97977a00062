//! `outcome`: trials are counted, and what works well enough becomes a procedure.

use crate::lab::Lab;

fn tried(lab: &Lab, when: &str, did: &str, result: &str) -> String {
    let ran = lab.run(&["outcome", "--when", when, "--did", did, result]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    ran.err
}

#[test]
fn five_trials_make_a_procedure_and_failures_take_it_away() {
    let lab = Lab::new();
    let (when, did) = ("the export job times out", "lower the batch size to 200");
    for _ in 0..4 {
        tried(&lab, when, did, "--worked");
    }
    lab.ok(&["distill", "--quiet"]);
    assert!(!lab.read("sediment.md").contains("export"), "four are only counted");
    let said = tried(&lab, "export jobs time out", did, "--worked");
    assert_eq!(said, "worked 5 of 5 times: recommended\n");
    lab.ok(&["distill", "--quiet"]);
    let sediment = lab.read("sediment.md");
    let entry = "- When the export job times out, lower the batch size to 200 (worked 5 of 5 times)";
    let at = sediment.find("## Procedures").unwrap();
    assert!(sediment[at..].contains(entry), "{sediment}");
    tried(&lab, when, did, "--failed");
    lab.ok(&["distill", "--quiet"]);
    assert!(lab.read("sediment.md").contains("(worked 5 of 6 times)"));
    for _ in 0..4 {
        tried(&lab, when, did, "--failed");
    }
    lab.ok(&["distill", "--quiet"]);
    assert!(!lab.read("sediment.md").contains("export"), "{}", lab.read("sediment.md"));
}

#[test]
fn the_best_action_for_a_trigger_stands_in_the_context() {
    let lab = Lab::new();
    for n in 0..5 {
        tried(&lab, "the build is slow", "clean the cache", if n < 4 { "--worked" } else { "--failed" });
        tried(&lab, "the build is slow", "use the shared cache", "--worked");
    }
    lab.ok(&["distill", "--quiet"]);
    let sediment = lab.read("sediment.md");
    assert!(sediment.contains("- When the build is slow, use the shared cache (worked 5 of 5 times)"), "{sediment}");
    assert!(!sediment.contains("clean the cache"));
    lab.ok(&["inject"])
        .stdout_has("Learned procedure: When the build is slow, use the shared cache (worked 5 of 5 times)");
}

#[test]
fn an_outcome_needs_a_result() {
    let lab = Lab::new();
    lab.fail(64, &["outcome", "--when", "a", "--did", "b"]);
    lab.fail(64, &["outcome", "--when", " ", "--did", "b", "--worked"]).stderr_has("--when is empty");
    tried(&lab, "a → b", "c", "--worked");
    assert!(lab.read("stream/2025/2025-03-14.md").contains("[Outcome] When a b → c: worked"));
}

#[test]
fn an_outcome_worked_or_failed_and_the_usage_says_so() {
    let lab = Lab::new();
    lab.fail(64, &["outcome", "--when", "a", "--did", "b"]).stderr_has("<--worked|--failed>");
    lab.fail(64, &["outcome", "--when", "a", "--did", "b", "--worked", "--failed"]).stderr_has("cannot be used with");
}

#[test]
fn single_trials_are_no_advice() {
    let lab = Lab::new();
    for _ in 0..3 {
        tried(&lab, "the export job times out", "restart it", "--worked");
    }
    let asked = ["inject", "--for", "what to do when the export job times out", "--section", "relevant"];
    assert!(!lab.ok(&asked).out.contains("restart"), "counted, not yet recommended");
    let recall = lab.ok(&["inject", "--task", "recall", "--for", "when did the export job time out"]).out;
    assert_eq!(recall.matches("restart it: worked").count(), 1, "{recall}");
}
