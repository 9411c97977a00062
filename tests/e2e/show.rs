//! `show`: records as they stand, chosen by day, kind and object.

use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use crate::lab::Lab;

fn lab() -> Lab {
    let lab = Lab::new();
    lab.write("stream/2025/2025-03-12.md", "- 10:00 [Task] Wire the alerts [about:: Alerts] [status:: open]\n");
    lab.write(
        "stream/2025/2025-03-14.md",
        "## 2025-03-14 (Europe/Berlin, UTC+01:00)\n\n- 09:00 [Decision] Use containers [topic:: project-a/deployment]\n\
         *  09:01:30 [decision] Use\n   tabs\n\n   - nested\n- [Note] free\n",
    );
    lab
}

#[test]
fn today_is_the_default_and_records_stand_as_in_the_file() {
    lab().ok(&["show"]).stdout(
        "- 09:00 [Decision] Use containers [topic:: project-a/deployment]\n*  09:01:30 [decision] Use\n   tabs\n\n   - nested\n- [Note] free\n",
    );
}

#[test]
fn a_range_has_headings() {
    lab().ok(&["show", "-7d..", "--kind", "task", "--kind", "Note"]).stdout(
        "## 2025-03-12\n\n- 10:00 [Task] Wire the alerts [about:: Alerts] [status:: open]\n\n## 2025-03-14\n\n- [Note] free\n",
    );
    lab().ok(&["show", "2025-03-13"]).stdout("");
    lab().ok(&["show", "-2d"]).stdout_has("Wire the alerts");
    lab().fail(64, &["show", "someday"]).stderr_has("cannot read the date `someday`");
}

#[test]
fn about_means_the_field_or_the_head_of_the_topic() {
    lab()
        .ok(&["show", "..", "--about", "project-a", "--about", "alerts"])
        .stdout_has("Use containers")
        .stdout_has("Wire");
    lab().ok(&["show", "--about", "project"]).stdout("");
}

#[test]
fn json_has_every_part() {
    let shown: serde_json::Value = serde_json::from_str(&lab().ok(&["show", "--json"]).out).unwrap();
    let list = shown.as_array().unwrap();
    assert_eq!(list.len(), 3);
    assert_eq!(
        list[0],
        serde_json::json!({
            "id": list[0]["id"], "day": "2025-03-14", "time": "09:00", "offset": "+01:00", "kind": "Decision",
            "text": "Use containers", "body": "", "fields": {"topic": "project-a/deployment"},
            "path": "stream/2025/2025-03-14.md", "line": 3
        })
    );
    assert_eq!((&list[1]["text"], &list[1]["body"]), (&"Use tabs".into(), &"\n- nested".into()));
    assert_eq!((&list[2]["time"], &list[2]["line"]), (&serde_json::Value::Null, &8.into()));
    assert_eq!(lab().ok(&["show", "2020-01-01", "--json"]).out, "[]\n");
}

#[test]
fn the_sediment_is_printed_as_it_is() {
    let lab = lab();
    let text = lab.read("sediment.md");
    lab.ok(&["show", "sediment"]).stdout(&text);
}

#[test]
fn a_record_or_an_entry_is_shown_by_its_id() {
    let lab = lab();
    lab.write("archive/2024/2024-01-02.md", "- 08:00 [Note] Long ago\n");
    let all: serde_json::Value = serde_json::from_str(&lab.ok(&["show", "..", "--json"]).out).unwrap();
    let id = all[0]["id"].as_str().unwrap();
    let line = "- 10:00 [Task] Wire the alerts [about:: Alerts] [status:: open]\n";
    let (day, hash) = id.split_once('#').unwrap();
    for name in [id, &id[..id.len() - 2], &format!("#{hash}"), hash, &format!("{day}#{}", hash.to_uppercase())] {
        lab.ok(&["show", name]).stdout(line);
    }
    let one: serde_json::Value = serde_json::from_str(&lab.ok(&["show", id, "--json"]).out).unwrap();
    assert_eq!(one, serde_json::json!([all[0]]));
    let archived = lab.ok(&["search", "long ago", "--json"]).out;
    let archived = archived.split("2024-01-02#").nth(1).unwrap().chars().take(6).collect::<String>();
    lab.ok(&["show", &format!("2024-01-02#{archived}")]).stdout("- 08:00 [Note] Long ago\n");

    lab.write("sediment.md", "## Context\n\n- Reports are charts. [topic:: a/b] ^k3f9\n- Tea. ^k3aa\n\nMy own.\n");
    for name in ["^k3f9", "^k3f", "k3f9"] {
        lab.ok(&["show", name]).stdout("- Reports are charts. [topic:: a/b] ^k3f9\n");
    }
    lab.ok(&["show", "^k3f9", "--json"]).stdout(
        "[{\"id\":\"^k3f9\",\"section\":\"context\",\"text\":\"Reports are charts.\",\"body\":\"\",\
         \"fields\":{\"topic\":\"a/b\"},\"path\":\"sediment.md\",\"line\":3}]\n",
    );
    lab.fail(1, &["show", "^k3"])
        .stderr("alluvium: `^k3` may mean 2 entries: ^k3aa, ^k3f9\nhint: give one more character\n");
    lab.fail(1, &["show", "^zzzz"]).stderr_has("alluvium: there is no entry `^zzzz`\nhint: ");
    lab.fail(1, &["show", "2025-03-12#zzzzzz"]).stderr(
        "alluvium: there is no record `2025-03-12#zzzzzz`\n\
         hint: `alluvium show 2025-03-12 --json` lists a day's records with their ids\n",
    );
    lab.fail(64, &["show", "2025-03-12#"])
        .stderr("alluvium: cannot read the id `2025-03-12#`\nhint: write `2025-03-14#k7q2m9`, `#k7q` or `^k3f9`\n");
}

#[test]
fn shortened_too_far_an_id_names_the_candidates() {
    let lab = Lab::new();
    let many: String = (0..2000).map(|n| format!("- 09:00 [Note] number {n}\n")).collect();
    lab.write("stream/2025/2025-03-14.md", many);
    lab.fail(1, &["show", "2025-03-14#k7"])
        .stderr_has("`2025-03-14#k7` may mean ")
        .stderr_has(" records: 2025-03-14#k7");
}

#[test]
fn what_left_the_sediment_says_how_to_learn_more() {
    let lab = Lab::new();
    lab.ok(&["add", "Fact", "The staging host is db2."]);
    lab.ok(&["distill", "--quiet"]);
    let id = lab.read("sediment.md").split('^').nth(1).unwrap()[..4].to_owned();
    lab.write("sediment.md", "## Context\n\n- Other.\n");
    lab.ok(&["distill", "--quiet"]);
    lab.fail(1, &["show", &format!("^{id}")]).stderr(&format!(
        "alluvium: ^{id} is no longer in the sediment\n\
         hint: `alluvium why ^{id}` tells its story, `alluvium restore ^{id}` brings it back\n"
    ));
}

#[test]
fn a_closed_pipe_is_success() {
    let lab = Lab::new();
    let many: String =
        (0..20_000).map(|n| format!("- 09:14 [Note] record number {n} with some more words\n")).collect();
    lab.write("stream/2025/2025-03-13.md", many);
    let mut child = lab.command(&["show", "yesterday"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut first = String::new();
    BufReader::with_capacity(64, child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(first, "- 09:14 [Note] record number 0 with some more words\n");
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}
