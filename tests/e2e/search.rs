//! `search`: words, operators, filters, layers; and what must never be an error.

use crate::lab::Lab;

/// A memory with a day of records, without going through `add` for each.
fn lab() -> Lab {
    let lab = Lab::new();
    lab.write(
        "stream/2025/2025-03-12.md",
        "## 2025-03-12 (Europe/Berlin, UTC+01:00)\n\n\
         - 09:00 [Decision] Deployments of project-a are containerised. [topic:: project-a/deployment]\n\
         - 09:10 [Fact] Das Café in der Straße hat über Ostern zu.\n\
         - 09:20 [Fact] 部署方式改为容器化。\n\
         - 09:30 [Note] parseConfig reads max_retry_count in v3.12\n  The last line says quagga.\n\
         - 09:40 [Note] Ana: did you finish the migration?\n\
         - 09:41 [Note] Ben: Yes, yesterday evening.\n\n\
         A line of prose about zebras.\n",
    );
    lab
}

/// The lines that were found, as `path:line`.
fn places(lab: &Lab, args: &[&str]) -> Vec<String> {
    let ran = lab.ok(&[&["search", "--quiet"], args].concat());
    ran.out.lines().map(|l| l.splitn(3, ':').take(2).collect::<Vec<_>>().join(":")).collect()
}

fn day(lines: &[usize]) -> Vec<String> {
    lines.iter().map(|n| format!("stream/2025/2025-03-12.md:{n}")).collect()
}

#[test]
fn words_are_found_whatever_their_form_case_and_accents() {
    let lab = lab();
    let cases: &[(&str, &[usize])] = &[
        ("DEPLOYMENT", &[3]),
        ("containerized containerised", &[3]),
        ("cafe strasse", &[4]),
        ("部署", &[5]),
        ("config", &[6]),
        ("max_retry_count", &[6]),
        ("v3.12", &[6]),
        ("quagga", &[6]),
        ("migrations", &[8]),
        ("zebra", &[11]),
    ];
    for (query, lines) in cases {
        assert_eq!(places(&lab, &[query]), day(lines), "{query}");
    }
    let ran = lab.ok(&["search", "deployment"]);
    assert!(
        ran.out.starts_with("stream/2025/2025-03-12.md:3: 09:00 [Decision] Deployments of project-a are"),
        "{}",
        ran.out
    );
    assert!(lab.changed(|| drop(lab.ok(&["search", "deployment"]))).is_empty());
}

#[test]
fn operators_and_filters_narrow() {
    let lab = lab();
    assert_eq!(places(&lab, &["\"did you finish\" migration"]), day(&[8]));
    assert!(places(&lab, &["\"finish did\" migration"]).is_empty());
    assert_eq!(places(&lab, &["line -zebras"]), day(&[6]));
    assert_eq!(places(&lab, &["--kind", "decision"]), day(&[3]));
    assert_eq!(places(&lab, &["--about", "project-a"]), day(&[3]));
    assert_eq!(places(&lab, &["--topic", "project-a/deployment"]), day(&[3]));
    assert!(places(&lab, &["deployment", "--date", "2025-03-13.."]).is_empty());
    assert!(places(&lab, &["deployment", "--in", "sediment"]).is_empty());
    let around = lab.ok(&["search", "finish", "-C", "1", "-n", "1"]);
    let heads: Vec<&str> = around.out.lines().map(|l| &l[..27]).collect();
    assert_eq!(heads, ["stream/2025/2025-03-12.md-7", "stream/2025/2025-03-12.md:8", "stream/2025/2025-03-12.md-9"]);
    lab.fail(64, &["search"]).stderr_has("nothing to look for");
    lab.fail(64, &["search", "x", "--in", "strem"]).stderr_has("there is no layer `strem`");
}

#[test]
fn no_text_is_an_error() {
    let lab = Lab::new();
    let texts =
        ["roll-back", "owner: ops", "MB/s", "it's", "an \"open quote", "(a", "C++", ".*", "$1", "NOT", "x -rf y"];
    let lines: String = texts.iter().map(|t| format!("- 09:00 [Note] some {t} here\n")).collect();
    lab.write("stream/2025/2025-03-12.md", format!("## 2025-03-12\n\n{lines}"));
    for (i, text) in texts.iter().enumerate() {
        let found = places(&lab, &["--", text]);
        assert_eq!(found.first(), Some(&format!("stream/2025/2025-03-12.md:{}", i + 3)), "{text}");
    }
    assert_eq!(places(&lab, &["--", "-rf"]).len(), 1);
    lab.ok(&["search", "--quiet", &"word ".repeat(2000)]);
    lab.ok(&["search", "--quiet", &"x".repeat(10_000)]);
}

#[test]
fn a_bad_byte_costs_nothing_and_utf16_is_named() {
    let lab = Lab::new();
    let lines: String = (1..=10).map(|n| format!("- 09:{n:02} [Note] record {n} speaks of word{n}\n")).collect();
    let mut bytes = lines.into_bytes();
    let at = bytes.windows(5).position(|w| w == b"word4").unwrap();
    bytes[at] = 0xfc;
    lab.write("stream/2025/2025-03-12.md", bytes);
    let utf16: Vec<u8> = std::iter::once(0xfeff).chain("word9".encode_utf16()).flat_map(u16::to_le_bytes).collect();
    lab.write("stream/2025/2025-03-13.md", utf16);
    let ran = lab.run(&["search", "word9"]);
    assert_eq!(ran.code, 0);
    assert!(ran.out.starts_with("stream/2025/2025-03-12.md:9: 09:09 [Note] record 9"), "{}", ran.out);
    ran.stderr_has("2025-03-13.md: is UTF-16, not UTF-8, and is not read");
}

#[test]
fn what_was_replaced_is_found_in_the_history_and_marked() {
    let lab = Lab::new();
    lab.ok(&["add", "Decision", "Deployment runs on bare metal.", "--topic", "project-a/deployment"]);
    lab.ok(&["distill", "--quiet"]);
    lab.at("2025-03-15T09:00:00+01:00");
    lab.ok(&["add", "Decision", "Deployment is containerised.", "--topic", "project-a/deployment"]);
    lab.ok(&["distill", "--quiet"]);
    let ran = lab.ok(&["search", "bare metal", "--in", "history"]);
    ran.stdout_has("[superseded 2025-03-15] Deployment runs on bare metal. ^");
    let found = lab.ok(&["search", "containerised", "--in", "history", "--quiet"]);
    assert_eq!(found.out, "", "the present value is no history");
    // What holds comes before what was replaced, and before the record that said it.
    let all = lab.ok(&["search", "deployment"]).out;
    let said: Vec<&str> = all.lines().map(|line| line.split(':').next().unwrap()).collect();
    assert_eq!(said, ["sediment.md", "stream/2025/2025-03-14.md", "history/2025-03.md"], "{all}");
    assert!(all.contains("] ^") && all.contains(" ← 2025-03-15#"), "one hit of the entry and its record: {all}");
    lab.ok(&["search", "deployment", "--explain"]).stdout_has(", no longer holds -");
    lab.write("alluvium.toml", "[search]\npast = 1.0\n");
    assert!(!lab.ok(&["search", "deployment", "--explain"]).out.contains("no longer holds"));
}

#[test]
fn age_follows_the_dates_in_the_text_and_scores_are_explained() {
    let lab = Lab::new();
    // Written in the wrong order, so that the files' times say the opposite.
    lab.write("stream/2025/2025-03-13.md", "- 09:00 [Note] the staging host is slow\n");
    lab.write("stream/2025/2025-01-13.md", "- 09:00 [Note] the staging host is slow\n");
    assert_eq!(places(&lab, &["staging host"]), ["stream/2025/2025-03-13.md:1", "stream/2025/2025-01-13.md:1"]);
    lab.ok(&["search", "staging", "--explain", "-n", "1"])
        .stdout_has("score 1.050 = similarity 1.000 + recency 0.050 + uses 0.000; staging ");
}

#[test]
fn json_prints_the_same_hits() {
    let lab = lab();
    let ran = lab.ok(&["search", "deployment", "--json"]);
    let hits: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(hits[0]["path"], "stream/2025/2025-03-12.md");
    assert_eq!((&hits[0]["line"], &hits[0]["kind"]), (&3.into(), &"Decision".into()));
    assert_eq!(lab.ok(&["search", "nowhere", "--json"]).out, "[]\n");
}

#[test]
fn near_spellings_are_used_when_nothing_is_spelt_so() {
    let lab = lab();
    let ran = lab.run(&["search", "deplyoments"]);
    ran.stdout_has("Deployments of project-a")
        .stderr("nothing is spelt `deplyoments`; near it: deployments, deployment\n");
    lab.run(&["search", "xylophone"]).stdout("").stderr("nothing found\n");
}

#[test]
fn what_was_returned_is_noted_only_when_asked_for() {
    let lab = Lab::new();
    lab.ok(&["add", "Preference", "Reports are tables by default."]);
    lab.ok(&["distill", "--quiet"]);
    assert!(lab.changed(|| drop(lab.ok(&["search", "reports"]))).is_empty());
    lab.write("alluvium.toml", "[feedback]\ntrack = true\n");
    assert_eq!(lab.changed(|| drop(lab.ok(&["search", "reports"]))), ["M history/2025-03.md"]);
    assert!(lab.read("history/2025-03.md").contains(": returned"));
}

#[test]
fn a_closed_pipe_is_success() {
    let lab = Lab::new();
    lab.write("stream/2025/2025-03-12.md", "- 09:00 [Note] the same words again and again\n".repeat(3000));
    let mut child = lab
        .command(&["search", "words", "-n", "3000", "-C", "9"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

#[test]
fn words_of_any_language_are_found_in_that_language() {
    let lab = Lab::new();
    for text in [
        "Die Rechnungen gehen an das Büro in Graz.",
        "部署方式默认为容器化。",
        "المستخدم يفضل الجداول",
        "默认 deploy 到 staging 环境。",
    ] {
        lab.ok(&["add", "Preference", text]);
    }
    lab.ok(&["distill", "--quiet"]);
    for (query, part) in [
        ("Rechnung Büro", "Graz"),
        ("容器化", "部署方式"),
        ("الجداول", "المستخدم"),
        ("مستخدم", "المستخدم"),
        ("deploy 环境", "staging"),
    ] {
        for layer in ["stream", "sediment"] {
            let ran = lab.ok(&["search", query, "--in", layer, "-n", "1"]);
            assert!(ran.out.contains(part), "{query} in {layer}: {}", ran.out);
        }
    }
}

#[test]
fn the_end_of_a_long_record_is_found() {
    let lab = Lab::new();
    let long = format!("The log follows.\n{}The essential sentence is about quaggas.", "one more line\n".repeat(900));
    lab.ok_with(&["add", "Note", "-"], long.as_bytes());
    // Pasted by hand, beyond what `add` takes.
    let pasted = format!("- 09:00 [Note] {} and at last a zebra\n", "filler ".repeat(20_000));
    lab.write("stream/2025/2025-03-12.md", pasted);
    lab.ok(&["search", "quaggas"]).stdout_has("stream/2025/2025-03-14.md:3: 09:14 [Note] The log follows.");
    lab.ok(&["search", "zebra"]).stdout_has("stream/2025/2025-03-12.md:1: ");
}

#[test]
fn the_line_inside_a_record_that_fits_is_shown_and_an_unknown_kind_named() {
    let lab = lab();
    lab.write("stream/2025/2025-03-13.md", "- 09:00 [Note] The host is slow.\n  - one cause\n  - the quokka sleeps\n");
    lab.ok(&["search", "quokka"]).stdout_has("The host is slow. … - the quokka sleeps 2025-03-13#");
    lab.run(&["search", "--kind", "frob"])
        .stdout("")
        .stderr("nothing found\nhint: `frob` is no kind of the settings\n");
    lab.fail(1, &["history", "d"]).stderr_has("there is no entry and no topic `d`");
}

#[test]
fn uses_are_the_same_whatever_became_of_the_cache() {
    let lab = Lab::new();
    for day in ["2025-03-11", "2025-03-12", "2025-03-13"] {
        lab.at(&format!("{day}T10:00:00+01:00")).ok(&["add", "Fact", "Reports are tables."]);
        lab.ok(&["add", "Fact", &format!("The host of {day} is db{day}.")]);
        lab.ok(&["distill", "--quiet"]);
    }
    let search = || lab.ok(&["search", "reports host", "--explain"]).out;
    let expected = search();
    assert!(expected.contains("uses 0.022"), "stated again twice: 0.02 · ln 3\n{expected}");
    let cache = lab.read(".alluvium/weights");
    let cut = cache.rsplit_once('\n').and_then(|(rest, _)| rest.rsplit_once('\n')).expect("lines").0;
    let other = cache.replace(" 2 2025", " 9 2025");
    assert_ne!(cache, other);
    for damaged in ["", "3 0:0\n", &cache[..cache.len() / 2], &format!("{cut}\n"), &other] {
        lab.write(".alluvium/weights", damaged);
        assert_eq!(search(), expected, "{damaged}");
        assert_eq!(lab.read(".alluvium/weights"), cache, "it is made again");
    }
    // Stale: the history grew, by a statement more.
    lab.at("2025-03-14T10:00:00+01:00").ok(&["add", "Fact", "Reports are tables."]);
    lab.ok(&["distill", "--quiet"]);
    let grown = search();
    lab.write(".alluvium/weights", &cache);
    assert_eq!(search(), grown);
    assert!(grown.contains("uses 0.028"), "0.02 · ln 4\n{grown}");
    // What a person took out and put back is known by the history only.
    let sediment = lab.read("sediment.md");
    lab.write(
        "sediment.md",
        sediment.lines().filter(|l| !l.contains("Reports")).map(|l| format!("{l}\n")).collect::<String>(),
    );
    lab.ok(&["distill", "--quiet"]);
    lab.write("sediment.md", &sediment);
    assert_eq!(search().lines().filter(|line| line.contains("uses 0.028")).count(), 1);
}

#[test]
fn traditional_and_simplified_characters_find_each_other() {
    let lab = Lab::new();
    lab.write(
        "stream/2025/2025-03-12.md",
        "## 2025-03-12\n\n- 09:00 [Fact] 資料庫遷移後，設定檔在新主機上。\n- 09:10 [Fact] 数据库备份在每晚两点。\n\
         - 09:20 [Note] 頭髮 x\n- 09:30 [Note] 半角ｶﾞｲﾄﾞを読む\n- 09:40 [Note] 데이터베이스를 옮겼다\n- 09:50 [Note] ย้ายฐานข้อมูลแล้ว\n",
    );
    let cases: &[(&str, &[usize])] = &[
        ("迁移", &[3]),
        ("遷移", &[3]),
        ("设定档", &[3]),
        ("備份", &[4]),
        ("\"資料库\"", &[3]),
        ("主机 -設定", &[]),
        ("头发", &[5]),
        ("ガイド", &[6]),
        ("데이터베이스", &[7]),
        ("ฐานข้อมูล", &[8]),
    ];
    for (query, lines) in cases {
        assert_eq!(places(&lab, &[query]), day(lines), "{query}");
    }
    let shown = lab.ok(&["search", "资料库", "--explain"]).out;
    assert!(shown.contains("資料庫遷移後") && shown.contains("资料 "), "each as it was written: {shown}");
}
