//! Distilling by the rules: what is read, once and once only, what is told, what is refused.

use super::lab::Lab;

const FIRST: &str = "- 09:00 [Decision] Deploy with Ansible. [topic:: shop/deploy]\n\
                     - 09:10 [Preference] Reports are tables by default. [topic:: user/reports]\n\
                     - 09:20 [Note] Lunch was late.\n";
const SECOND: &str = "- 09:00 [Decision] Deploy with Helm. [topic:: shop/deploy]\n\
                      - 09:10 [Preference] Reports are tables by default. [topic:: user/reports]\n";

fn lab() -> Lab {
    let lab = Lab::new();
    lab.write("stream/2025/2025-03-10.md", FIRST).write("stream/2025/2025-03-12.md", SECOND);
    lab
}

/// Entry texts of the sediment, in file order.
fn entries(lab: &Lab) -> Vec<String> {
    let text = lab.read("sediment.md");
    let heads = text.lines().filter_map(|l| l.strip_prefix("- "));
    heads.map(|l| l.split(" [").next().unwrap_or_default().to_owned()).collect()
}

#[track_caller]
fn nothing_new(lab: &Lab) {
    assert_eq!(lab.changed(|| assert_eq!(lab.ok(&["distill"]).out, "")), [""; 0]);
}

#[test]
fn merges_what_is_new_and_is_silent_when_nothing_is() {
    let lab = lab();
    let stream = lab.read("stream/2025/2025-03-10.md");
    let changed = lab.changed(|| {
        let out = lab.ok(&["distill"]).out;
        let verbs: Vec<&str> = out.lines().map(|l| l.split(' ').next().unwrap()).collect();
        assert_eq!(verbs, ["added", "added", "updated", "seen"], "{out}");
    });
    assert_eq!(changed, ["A history/2025-03.md", "M sediment.md"]);
    assert_eq!(entries(&lab), ["Reports are tables by default.", "Deploy with Helm."]);
    assert_eq!(lab.read("stream/2025/2025-03-10.md"), stream);
    nothing_new(&lab);
    // Nor on a later day.
    lab.at("2025-03-16T09:00:00+01:00");
    nothing_new(&lab);
}

#[test]
fn a_dry_run_shows_the_difference_and_writes_nothing() {
    let lab = lab();
    let changed = lab.changed(|| {
        let told = lab.ok(&["distill", "--dry-run"]);
        told.stdout_has("--- a/sediment.md\n+++ b/sediment.md\n");
        told.stdout_has("+- Deploy with Helm. [topic:: shop/deploy] [since:: 2025-03-12] ^");
        assert!(!told.out.contains("Ansible"));
    });
    assert_eq!(changed, [""; 0]);
    let told = lab.ok(&["distill", "--dry-run"]).out;
    lab.ok(&["distill"]);
    assert!(told.lines().filter_map(|l| l.strip_prefix("+- ")).all(|l| lab.read("sediment.md").contains(l)));
}

#[test]
fn explain_tells_of_every_unread_record() {
    let lab = lab();
    let out = lab.ok(&["distill", "--dry-run", "--explain"]).out;
    let of_records: Vec<&str> = out.lines().filter(|l| l.starts_with("2025-03-1")).collect();
    assert_eq!(of_records.len(), 5, "{out}");
    for (line, verb) in of_records.iter().zip(["added", "added", "left out", "updated", "seen"]) {
        assert!(line.contains(verb), "no `{verb}` in {line}");
    }
    assert_eq!(lab.ok(&["distill", "--explain"]).out.lines().count(), 5);
    lab.ok(&["distill", "--explain"]).stdout("");
}

#[test]
fn json_and_quiet() {
    let lab = lab();
    let told: serde_json::Value = serde_json::from_str(&lab.ok(&["distill", "--json"]).out).unwrap();
    assert_eq!((&told["dry-run"], &told["records"]), (&false.into(), &5.into()));
    assert_eq!(told["changes"][2]["event"], "updated");
    assert_eq!(told["changes"][2]["was"], "Deploy with Ansible.");
    assert_eq!(told["changes"][2]["sources"].as_array().unwrap().len(), 1);
    assert_eq!(told["fill"]["entries"], 2);
    lab.write("stream/2025/2025-03-13.md", "- [Decision] Ship on Friday.\n");
    lab.ok(&["distill", "--quiet"]).stdout("");
    assert_eq!(entries(&lab).len(), 3);
}

#[test]
fn late_edited_and_doubled_records_are_read_exactly_once() {
    let lab = lab();
    lab.ok(&["distill"]);
    // Late and older than what is known: filed as past.
    lab.write("stream/2025/2025-02-01.md", "- [Decision] Deploy by hand. [topic:: shop/deploy]\n");
    lab.ok(&["distill"]).stdout_has("filed as past");
    assert_eq!(entries(&lab)[1], "Deploy with Helm.");
    // The same line twice, and the same lines again at the end, as a union merge leaves them.
    lab.write("stream/2025/2025-03-12.md", format!("{SECOND}{SECOND}"));
    nothing_new_but_reads(&lab);
    // An edited line is a new record, a moved line is not.
    lab.write("stream/2025/2025-03-12.md", SECOND.replace("tables by default", "tables, always"));
    let out = lab.ok(&["distill"]).out;
    assert_eq!(out.lines().count(), 1, "{out}");
    nothing_new(&lab);
    let told: serde_json::Value = serde_json::from_str(&lab.ok(&["history", "shop/deploy", "--json"]).out).unwrap();
    let versions: Vec<_> =
        told[0]["versions"].as_array().unwrap().iter().map(|v| v["text"].as_str().unwrap()).collect();
    assert_eq!(versions, ["Deploy by hand.", "Deploy with Ansible.", "Deploy with Helm."]);
}

#[track_caller]
fn nothing_new_but_reads(lab: &Lab) {
    let before = lab.read("sediment.md");
    lab.ok(&["distill"]).stdout("");
    assert_eq!(lab.read("sediment.md"), before);
}

#[test]
fn since_leaves_older_records_unread() {
    let lab = lab();
    lab.ok(&["distill", "--since", "2025-03-11"]);
    lab.ok(&["history", "shop/deploy"]).stdout_has("Helm");
    let told = lab.ok(&["distill", "--json"]);
    let told: serde_json::Value = serde_json::from_str(&told.out).unwrap();
    assert_eq!(told["records"], 3);
    assert_eq!(entries(&lab), ["Reports are tables by default.", "Deploy with Helm."]);
    lab.fail(64, &["distill", "--since", "someday"]).stderr_has("someday");
}

#[test]
fn records_dated_after_today_wait() {
    let lab = lab();
    lab.write("stream/2027/2027-08-27.md", "- 09:00 [Decision] Deploy with Kafka. [topic:: shop/deploy]\n");
    for _ in 0..2 {
        let ran = lab.fail(0, &["distill"]);
        ran.stderr("warning: 1 record is dated after today (2025-03-14) and waits for its day\n");
        assert_eq!(entries(&lab)[1], "Deploy with Helm.");
    }
    // Not every night in the mail of a schedule.
    lab.ok(&["distill", "--quiet"]).stdout("");
    lab.at("2027-08-27T12:00:00+02:00");
    lab.ok(&["distill"]);
    assert_eq!(entries(&lab)[1], "Deploy with Kafka.");
}

#[test]
fn within_a_day_the_order_of_the_file_counts() {
    let lab = Lab::new();
    lab.zone("America/Los_Angeles").at("2024-11-04T12:00:00-08:00");
    lab.write(
        "stream/2024/2024-11-03.md",
        "- 01:50 [Decision] Queue: use Redis. [topic:: shop/queue]\n- 01:10 [Decision] Queue: use Postgres. [topic:: shop/queue]\n",
    );
    lab.ok(&["distill"]);
    assert_eq!(entries(&lab), ["Queue: use Postgres."]);
}

#[test]
fn a_second_distillation_at_the_same_time_is_told_to_come_back() {
    let lab = lab();
    lab.ok(&["distill", "--since", "2025-03-14"]);
    let file = std::fs::File::open(lab.path(".alluvium/distill.lock")).unwrap();
    file.lock().unwrap();
    let told = lab.fail(75, &["distill"]);
    told.stderr_has("cannot lock");
    assert_eq!(entries(&lab), [""; 0]);
    // Looking needs no lock.
    lab.ok(&["distill", "--dry-run"]).stdout_has("Helm");
    file.unlock().unwrap();
    lab.ok(&["distill"]);
}

#[test]
fn links_and_modes_survive() {
    use std::os::unix::fs::PermissionsExt as _;
    let lab = lab();
    let home = lab.work().join("dotfiles");
    std::fs::create_dir(&home).unwrap();
    std::fs::rename(lab.path("sediment.md"), home.join("facts.md")).unwrap();
    std::fs::set_permissions(home.join("facts.md"), std::fs::Permissions::from_mode(0o664)).unwrap();
    std::os::unix::fs::symlink("facts.md", home.join("link.md")).unwrap();
    std::os::unix::fs::symlink(home.join("link.md"), lab.path("sediment.md")).unwrap();
    lab.ok(&["distill"]);
    assert!(std::fs::symlink_metadata(lab.path("sediment.md")).unwrap().is_symlink());
    assert!(std::fs::symlink_metadata(home.join("link.md")).unwrap().is_symlink());
    let facts = std::fs::read_to_string(home.join("facts.md")).unwrap();
    assert!(facts.contains("Deploy with Helm."));
    assert_eq!(std::fs::metadata(home.join("facts.md")).unwrap().permissions().mode() & 0o777, 0o664);
}

/// A cap of 20 entries, as in the field: 19 old ones, one pinned, one critical, a new one.
#[test]
fn the_cap_takes_what_is_worth_least() {
    let lab = Lab::new();
    lab.write("alluvium.toml", "[sediment]\nmax-entries = 20\n");
    let mut text = String::from(
        "- [Preference] No peanuts, allergic. [topic:: user/nuts] [importance:: 1]\n\
         - [Decision] Keep the blue theme. [topic:: shop/theme] [pin:: yes]\n",
    );
    for n in 0..18 {
        text.push_str(&format!("- [Decision] Module {n} is done in Go. [topic:: shop/module-{n}]\n"));
    }
    lab.write("stream/2024/2024-01-05.md", &text);
    lab.run(&["distill"]);
    assert_eq!(entries(&lab).len(), 20);
    lab.write("stream/2025/2025-03-13.md", "- [Decision] Ship on Friday. [topic:: shop/ship]\n");
    let told = lab.fail(0, &["distill"]);
    told.stderr("warning: the sediment is nearly full: 20 of 20 entries (100 %)\n");
    told.stdout_has("over the cap, last stated 434 days ago, used 0 times: Module ");
    let kept = entries(&lab);
    for text in ["No peanuts, allergic.", "Keep the blue theme.", "Ship on Friday."] {
        assert!(kept.iter().any(|k| k == text), "{kept:?}");
    }
    // What left can be brought back.
    let id = told.out.lines().find_map(|l| l.strip_prefix("removed ^")).unwrap()[..4].to_owned();
    lab.fail(0, &["restore", &id]).stdout_has("restored");

    // When everything is pinned, there is no room: an error, and nothing is changed.
    let pinned = lab.read("sediment.md").replace(" [since::", " [pin:: yes] [since::");
    lab.write("sediment.md", &pinned);
    lab.run(&["distill"]);
    lab.write("stream/2025/2025-03-14.md", "- [Decision] Ship on Monday. [topic:: shop/monday] [pin:: yes]\n");
    let before = lab.files();
    let told = lab.fail(1, &["distill"]);
    told.stderr_has("cannot bring `sediment.md` within its cap: what is pinned or written by hand takes 21 entries");
    told.stderr_has("hint: unpin or shorten");
    assert_eq!(lab.files(), before);
}

#[test]
fn what_has_expired_leaves_with_nothing_new_to_read() {
    let lab = Lab::new();
    lab.write(
        "stream/2025/2025-03-10.md",
        "- [Constraint] Deploys are frozen. [topic:: shop/freeze] [until:: 2025-03-15]\n",
    );
    lab.ok(&["distill"]);
    lab.at("2025-03-15T23:00:00+01:00");
    nothing_new(&lab);
    lab.at("2025-03-16T09:00:00+01:00");
    lab.ok(&["distill"]).stdout_has("expired on 2025-03-15: Deploys are frozen.");
    assert_eq!(entries(&lab), [""; 0]);
    nothing_new(&lab);
}

/// The same days in any order, split over any number of runs, end in the same present facts.
#[test]
fn the_order_of_arrival_does_not_matter() {
    let days: [(&str, &str); 5] = [
        (
            "2025-01-05",
            "- [Decision] Deploy with Ansible. [topic:: shop/deploy]\n- [Fact] The office has two floors. [topic:: office/floors]\n",
        ),
        ("2025-01-20", "- [Decision] Deploy with Helm. [topic:: shop/deploy]\n"),
        (
            "2025-02-03",
            "- [Decision] Deploy with Ansible. [topic:: shop/deploy]\n- [Fact] The office has three floors. [topic:: office/floors]\n",
        ),
        ("2025-02-20", "- [Preference] Reports are tables by default. [topic:: user/reports]\n"),
        ("2025-03-01", "- [Decision] Deploy with Ansible. [topic:: shop/deploy]\n"),
    ];
    let mut found = std::collections::BTreeSet::new();
    for order in [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [2, 4, 0, 1, 3], [4, 0, 2, 1, 3], [1, 0, 4, 3, 2]] {
        for split in [5, 2, 1] {
            let lab = Lab::new();
            for some in order.chunks(split) {
                for n in some {
                    lab.write(&format!("stream/2025/{}.md", days[*n].0), days[*n].1);
                }
                lab.ok(&["distill"]);
            }
            let mut texts = entries(&lab);
            texts.sort();
            found.insert(texts);
        }
    }
    let expected = ["Deploy with Ansible.", "Reports are tables by default.", "The office has three floors."];
    assert_eq!(found.into_iter().collect::<Vec<_>>(), [expected.map(String::from).to_vec()]);
}
