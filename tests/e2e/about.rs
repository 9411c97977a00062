//! `about`: everything about one object.

use crate::lab::Lab;

#[test]
fn entries_open_ends_and_timeline_of_one_object_are_shown() {
    let lab = Lab::new();
    lab.ok(&["add", "Decision", "Deployment is containerised.", "--topic", "project-a/deployment"]);
    lab.ok(&["distill", "--quiet"]);
    lab.ok(&["add", "Todo", "Verify the alert chain", "--about", "project-a"]);
    lab.ok(&["add", "Note", "project-b is paused"]);
    let shown = lab.ok(&["about", "Project-A"]).out;
    let heads: Vec<&str> = shown.lines().filter(|l| !l.starts_with('-') && !l.is_empty()).collect();
    assert_eq!(heads, ["Holds", "Open", "Timeline"]);
    assert!(shown.contains("- [decisions] Deployment is containerised. (since 2025-03-14) ^"), "{shown}");
    assert!(shown.contains("- 2025-03-14 09:14 [Todo] Verify the alert chain 2025-03-14#"), "{shown}");
    assert!(!shown.contains("project-b"));
    let json: serde_json::Value = serde_json::from_str(&lab.ok(&["about", "project-a", "--json"]).out).unwrap();
    assert_eq!(json["timeline"].as_array().map(Vec::len), Some(2));
    lab.run(&["about", "nobody"]).stdout("").stderr("nothing is known about `nobody`\n");
}
