//! How a memory is doing: status for people and cron, counts, metrics.

use crate::lab::Lab;

fn filled() -> Lab {
    let lab = Lab::new();
    lab.ok(&["add", "Decision", "Deployment is containerised.", "--topic", "project-a/deployment", "--quiet"]);
    lab.ok(&["add", "Task", "Integrated the log collection.", "--quiet"]);
    lab.ok(&["distill", "--quiet"]);
    lab.at("2025-03-15T09:00:00+01:00").ok(&["add", "Fact", "Reports are tables by default.", "--quiet"]);
    lab
}

#[test]
fn status_tells_sizes_caps_and_what_waits() {
    let lab = filled();
    let mut ran = String::new();
    assert_eq!(lab.changed(|| ran = lab.ok(&["status"]).out), [""; 0]);
    for part in [
        "stream    2 files, 3 records, ",
        "sediment  1 of 300 entries, ",
        "unread    1 record, the oldest of 2025-03-15\n",
        "last run  2025-03-14T09:14:00+01:00 by rules: 2 records read, 1 change\n",
    ] {
        assert!(ran.contains(part), "no `{part}` in:\n{ran}");
    }
    let json: serde_json::Value = serde_json::from_str(&lab.ok(&["status", "--json"]).out).unwrap();
    assert_eq!(json["unread"], 1);
    assert_eq!(json["stream"]["records"], 3);
    assert_eq!(json["last-run"]["engine"], "rules");
    assert_eq!(json["sediment"]["max-entries"], 300);
    lab.ok(&["status", "--prometheus"])
        .stdout_has("# TYPE alluvium_unread_records gauge\nalluvium_unread_records 1\n")
        .stdout_has("alluvium_files{layer=\"stream\"} 2\n");
}

#[test]
fn a_check_is_silent_until_a_limit_is_passed() {
    let lab = filled();
    lab.ok(&["status", "--check", "--max-unread", "1", "--max-cap", "90"]).stdout("");
    lab.fail(1, &["status", "--check", "--max-unread", "0"]).stderr("").stdout("unread records: 1, more than 0\n");
    std::fs::write(lab.path("alluvium.toml"), "[sediment]\nmax-entries = 1\n").unwrap();
    let ran = lab.fail(1, &["status", "--check", "--json"]);
    ran.stderr("").stdout_has("\"findings\":[\"the sediment is full to 100 %, more than 90 %\"]");
    lab.fail(64, &["status", "--max-unread", "1"]);
    lab.fail(64, &["status", "--prometheus", "--json"])
        .stderr("alluvium: `--prometheus` and `--json` cannot be used together\nhint: choose one of them\n");
}

#[test]
fn stats_count_kinds_sections_and_what_models_cost() {
    let lab = filled();
    lab.write("history/2025-02.md", "## 2025-02-01 23:50:00 +01:00 · distill (openai gpt-x, tokens 812 in, 96 out, 512 cached)\n\n- note: x\n- end abcdefgh.\n");
    lab.ok(&["stats"]).stdout(
        "records: 3\n  Decision  1\n  Fact      1\n  Task      1\nentries: 1\n  decisions  1\nconfidence:\n  0.8  1\n\
         left:\nruns:\n  distill  2\nchanges:\n  added  1\n\
         models:\n  openai gpt-x: 1 run, tokens 812 in, 96 out, 512 cached\n",
    );
    let json: serde_json::Value =
        serde_json::from_str(&lab.ok(&["stats", "--json", "--date", "2025-03-15"]).out).unwrap();
    assert_eq!(json["records"], serde_json::json!({ "Fact": 1 }));
    assert_eq!(json["runs"], serde_json::json!({}));
    lab.ok(&["stats", "--prometheus"])
        .stdout_has("alluvium_records{kind=\"Decision\"} 1\n")
        .stdout_has("alluvium_model_input_tokens_total{engine=\"openai gpt-x\"} 812\n");
    lab.fail(64, &["stats", "--prometheus", "--json"])
        .stderr("alluvium: `--prometheus` and `--json` cannot be used together\nhint: choose one of them\n");
}

/// The text format of Prometheus: families of help, type and samples, no series twice, in both commands.
#[test]
fn metrics_have_the_form_of_the_textfile_collector() {
    let lab = filled();
    lab.ok(&["space", "add", "acme/ana", "--quiet"]);
    lab.ok(&["add", "we\"ird\\kind", "x", "--quiet"]);
    lab.ok(&["--space", "acme/ana", "add", "Fact", "The port is 8080.", "--quiet"]);
    let mut families = std::collections::BTreeSet::new();
    for command in ["status", "stats"] {
        for space in [&[][..], &["--space", "acme/ana"]] {
            let text = lab.ok(&[space, &[command, "--prometheus"]].concat()).out;
            let mut series = std::collections::BTreeSet::new();
            let (mut helped, mut typed) = (String::new(), String::new());
            for line in text.lines() {
                let name = |rest: &str| rest.split(' ').next().unwrap().to_owned();
                if let Some(rest) = line.strip_prefix("# HELP ") {
                    helped = name(rest);
                    assert!(rest.len() > helped.len() + 1, "{line}");
                    assert!(families.insert((space.len(), helped.clone())), "{helped} stands twice");
                } else if let Some(rest) = line.strip_prefix("# TYPE ") {
                    typed = name(rest);
                    assert!(typed == helped && (rest.ends_with(" gauge") || rest.ends_with(" counter")), "{line}");
                    assert_eq!(rest.ends_with(" counter"), typed.ends_with("_total"), "{line}");
                } else {
                    let (sample, value) = line.rsplit_once(' ').unwrap();
                    let (name, labels) = sample.split_once('{').unwrap_or((sample, "}"));
                    assert!(name == typed && name.bytes().all(|c| c.is_ascii_lowercase() || c == b'_'), "{line}");
                    assert!(value.parse::<f64>().is_ok_and(f64::is_finite), "{line}");
                    assert!(
                        labels.ends_with('}') && (space.is_empty() || labels.starts_with("space=\"acme/ana\"")),
                        "{line}"
                    );
                    assert!(series.insert(sample.to_owned()), "{sample} stands twice");
                }
            }
            assert!(text.ends_with('\n') && !series.is_empty());
        }
    }
    lab.ok(&["stats", "--prometheus"]).stdout_has("alluvium_records{kind=\"we\\\"ird\\\\kind\"} 1\n");
}

#[test]
#[cfg(not(feature = "exact"))]
fn an_exact_count_needs_a_build_with_the_tokenizer() {
    Lab::new().fail(1, &["stats", "--exact"]).stderr(
        "alluvium: cannot count exactly: this build has no tokenizer\n\
         hint: `cargo install alluvium --features exact` builds one that has\n",
    );
}

#[test]
#[cfg(feature = "exact")]
fn tokens_are_counted_exactly_beside_the_estimate() {
    let lab = Lab::new();
    lab.ok(&["add", "Note", "Reports are tables by default."]);
    let counted: serde_json::Value = serde_json::from_str(&lab.ok(&["stats", "--exact", "--json"]).out).unwrap();
    let of = |name: &str, how: &str| counted["tokens"][name][how].as_f64().unwrap();
    assert!((of("context", "exact") - of("context", "estimated")).abs() <= 0.15 * of("context", "exact") + 1.0);
    lab.ok(&["stats", "--exact"]).stdout_has("tokens (o200k_base):\n  context  ");
}
