//! The budget of a context: a hard limit on the whole output, honest about what did not fit.

use alluvium::memory::Settings;
use alluvium::tokens;

use crate::lab::{Lab, Ran};

fn tokens(text: &str) -> usize {
    tokens::count(text, &Settings::default().tokens)
}

#[track_caller]
fn within(ran: &Ran, budget: usize) {
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(tokens(&ran.out) <= budget, "{} tokens of {budget}:\n{}", tokens(&ran.out), ran.out);
}

fn big() -> Lab {
    let lab = Lab::new();
    let mut sediment =
        format!("## Preferences and constraints\n\n- {}\n\n", "A very long wish about reports. ".repeat(200));
    for (title, n) in [("Context", 40), ("Decisions", 40), ("Lessons learned", 20)] {
        sediment.push_str(&format!("## {title}\n\n"));
        for i in 0..n {
            sediment.push_str(&format!("- Number {i} of the {title} is settled as plan {i}. [since:: 2025-03-01]\n"));
        }
        sediment.push('\n');
    }
    lab.write("sediment.md", sediment);
    let day: String = (0..3000).map(|i| format!("- 09:00 [Note] Small note number {i}.\n")).collect();
    lab.write("stream/2025/2025-03-14.md", day);
    lab
}

/// Field case F058.
#[test]
fn the_whole_output_stays_within_the_budget_at_every_size() {
    let lab = big();
    for format in ["text", "markdown", "json", "xml"] {
        for budget in [0, 1, 5, 20, 50, 75, 100, 500, 5000] {
            let ran = lab.run(&["inject", "--budget", &budget.to_string(), "--format", format]);
            within(&ran, budget);
            assert!(ran.out.is_empty() || ran.out.ends_with('\n'));
            if ran.out.is_empty() {
                ran.stderr_has(&format!("a budget of {budget} tokens has no room for a line of memory"));
            }
            if format == "json" && !ran.out.is_empty() {
                serde_json::from_str::<serde_json::Value>(&ran.out).unwrap();
            }
        }
    }
}

#[test]
fn what_is_reported_as_left_out_is_left_out() {
    let lab = big();
    for budget in ["200", "1000", "3000"] {
        let out = lab.ok(&["inject", "--budget", budget]).out;
        let (long_term, recent) = out.split_once("\n\n[Recent activity]\n").unwrap();
        for (section, all, command) in [(long_term, 101, "show sediment"), (recent, 3000, "show 2025-03-14")] {
            let lines = section.lines().filter(|l| l.starts_with("- ")).count();
            assert!(lines > 0, "each section has its share: {out}");
            let notice = format!("(+{} not shown: alluvium {command})", all - lines);
            assert!(section.contains(&notice), "no `{notice}` in {out}");
        }
        assert!(budget == "3000" || !out.contains("very long wish"), "one oversized entry does not empty the rest");
    }
}

#[test]
fn an_unused_share_is_passed_on() {
    let lab = big();
    lab.write("sediment.md", "## Context\n\n- One fact.\n");
    let out = lab.ok(&["inject", "--budget", "1000"]).out;
    assert!(tokens(&out) > 880, "{} tokens of 1000", tokens(&out));
}

#[test]
fn the_entries_of_the_highest_value_stay_in_the_order_of_the_file() {
    let lab = Lab::new();
    for i in 0..12 {
        let kind = if i % 2 == 0 { "Fact" } else { "Decision" };
        lab.ok(&["add", kind, &format!("Service s{i} listens on port 80{i:02}."), "--topic", &format!("s{i}/port")]);
    }
    lab.ok(&["distill", "--quiet"]);
    for day in ["2025-03-15", "2025-03-16"] {
        lab.at(&format!("{day}T09:00:00+01:00"));
        lab.ok(&["add", "Fact", "Service s6 listens on port 8006.", "--topic", "s6/port"]);
        lab.ok(&["distill", "--quiet"]);
    }
    let out = lab.ok(&["inject", "--task", "simple", "--budget", "110"]).out;
    let lines: Vec<&str> = out.lines().filter(|l| l.starts_with("- ")).collect();
    assert!(lines.len() < 8 && out.contains("s6"), "what was restated is worth more: {out}");
    let whole = lab.ok(&["inject", "--task", "simple"]).out;
    let order: Vec<&str> = whole.lines().filter(|l| lines.contains(l)).collect();
    assert_eq!(order, lines);
}

#[test]
fn the_command_beside_a_count_shows_what_was_left_out() {
    let lab = Lab::new();
    for day in 1..=7 {
        lab.write(&format!("stream/2025/2025-03-0{day}.md"), format!("- 10:00 [Todo] Look after the thing {day}\n"));
    }
    lab.write("stream/2025/2025-03-14.md", "- 09:00 [Note] Nothing else happened.\n");
    let out = lab.run(&["inject", "--budget", "90"]).out;
    let (_, notice) = out.split_once("not shown: alluvium ").unwrap_or_else(|| panic!("no notice in {out}"));
    let command: Vec<&str> = notice.lines().next().unwrap().trim_end_matches(')').split(' ').collect();
    let (shown, all) = (out.matches("Look after").count(), lab.ok(&command).out);
    let missing = (1..=7).filter(|day| !out.contains(&format!("the thing {day}")));
    assert!(shown < 7 && missing.clone().all(|day| all.contains(&format!("the thing {day}"))), "{out}\n{all}");
}

#[test]
fn constraints_stay_before_ordinary_facts_and_importance_counts() {
    let lab = Lab::new();
    let constraints = ["Secrets stay in Vault.", "Keep p99 below 200 ms.", "Two reviewers for every migration."];
    for text in constraints {
        lab.ok(&["add", "Constraint", text]);
    }
    for i in 0..20 {
        let topic = format!("s{i}/port");
        lab.ok(&["add", "Fact", &format!("Service s{i} listens on port 80{i:02}."), "--topic", &topic]);
    }
    let vital = ["add", "Fact", "The pager number is 4711.", "--importance", "0.95"];
    lab.ok(&vital);
    lab.ok(&["add", "Fact", "The canteen serves soup.", "--importance", "0.1"]);
    lab.ok(&["distill", "--quiet"]);
    // Facts that are said again and again are still no constraints.
    for day in ["2025-03-15", "2025-03-16", "2025-03-17"] {
        lab.at(&format!("{day}T09:00:00+01:00"));
        for i in 0..20 {
            let topic = format!("s{i}/port");
            lab.ok(&["add", "Fact", &format!("Service s{i} listens on port 80{i:02}."), "--topic", &topic]);
        }
        lab.ok(&["distill", "--quiet"]);
    }
    let out = lab.ok(&["inject", "--task", "simple", "--budget", "150"]).out;
    for text in constraints {
        assert!(out.contains(&format!("- Known constraint: {text}\n")), "{out}");
    }
    assert!(out.contains("4711") && out.contains("Service") && !out.contains("soup"), "{out}");
    let sediment = lab.read("sediment.md");
    assert!(sediment.contains("- Secrets stay in Vault. [kind:: constraint] [since:: 2025-03-14] ^"), "{sediment}");
}

#[test]
fn hosts_get_no_more_than_they_read() {
    let lab = big();
    for (host, text) in [("claude", "报告默认用表格。"), ("codex", "报告默认用表格。"), ("copilot", "a b c d e f ")]
    {
        let day: String = (0..3000).map(|i| format!("- 09:00 [Note] {i} {text}\n")).collect();
        lab.write("stream/2025/2025-03-14.md", day);
        let ran = lab.ok(&["inject", "--host", host, "--budget", "100000"]);
        within(&ran, 2250);
        assert!(ran.out.chars().count() <= 9000);
        assert!(host == "claude" || ran.out.len() <= 9000, "{host} counts bytes");
    }
}

/// Field case F028: no budget cuts inside a character.
#[test]
fn nothing_is_ever_cut() {
    let lab = Lab::new();
    let texts = ["会议记录：迁移完成", "👩🏽‍💻👨‍👩‍👧‍👦🇩🇪 launch", "e\u{301}te\u{301} naïve", "ملاحظات الاجتماع", "👍🏽"];
    let entries: String = texts.iter().map(|t| format!("- {t} ^a{:03}\n", t.len())).collect();
    lab.write("sediment.md", format!("## Context\n\n{entries}"));
    let whole = lab.ok(&["inject", "--task", "simple"]).out;
    for budget in 1..90 {
        let out = lab.run(&["inject", "--task", "simple", "--budget", &budget.to_string()]).out;
        assert!(out.lines().filter(|l| l.starts_with("- ")).all(|l| whole.lines().any(|w| w == l)), "{budget}: {out}");
    }
}

#[test]
fn a_read_only_folder_can_be_read() {
    use std::os::unix::fs::PermissionsExt as _;
    let lab = big();
    let set = |mode| {
        for folder in ["stream/2025", "stream", ""] {
            std::fs::set_permissions(lab.path(folder), std::fs::Permissions::from_mode(mode)).unwrap();
        }
    };
    set(0o500);
    let ran = lab.run(&["inject"]);
    set(0o700);
    within(&ran, 2000);
    ran.stderr("");
}
