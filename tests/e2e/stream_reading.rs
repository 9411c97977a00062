//! Day files as people leave them: everything readable is read, everything else is named, nothing changes.

use crate::lab::Lab;

const DAY: &str = "stream/2025/2025-03-14.md";

/// What `show` prints of a hand-made day, and what it warns of.
fn show(text: impl AsRef<[u8]>) -> (String, String) {
    let lab = Lab::new();
    lab.write(DAY, text);
    let mut shown = None;
    assert_eq!(lab.changed(|| shown = Some(lab.run(&["show"]))), [""; 0]);
    let shown = shown.unwrap();
    assert_eq!(shown.code, 0);
    (shown.out, shown.err)
}

#[test]
fn brackets_that_are_no_kinds_are_no_records() {
    let (out, err) = show(
        "# Notes\n\n- [ ] buy cable\n- [x] done\n- [/] half done\n- [[Roadmap]] is out of date\n\
         - [spec](https://example.org) moved\n\n> [!info] a callout\n\n[00:02:40] Guest: good morning\n\
         [00:02:50] Host: hello\n\n- 09:14 [Decision] Ship on Friday\n",
    );
    assert_eq!((out.as_str(), err.as_str()), ("- 09:14 [Decision] Ship on Friday\n", ""));
}

#[test]
fn an_open_fence_hides_no_record_and_is_named() {
    let rest = "- 09:30 [Fact] b\n- 11:00 [Fact] c\n- 13:00 [Fact] d\n- 15:00 [Fact] e\n- 17:00 [Fact] f\n";
    let (out, err) = show(format!("- 09:00 [Note] a\n  ```\n  log\n{rest}"));
    assert_eq!((out, err), (format!("- 09:00 [Note] a\n  ```\n  log\n{rest}"), String::new()));
    let (out, err) = show(format!("- 09:00 [Note] a\n```\nlog\n{rest}"));
    assert_eq!(out, format!("- 09:00 [Note] a\n{rest}"));
    let reason = "a code fence is never closed; it ends before the next record at the margin";
    assert_eq!(err, format!("warning: {DAY}:2: {reason}\n"));
}

#[test]
fn line_ends_and_a_mark_change_nothing_and_stay() {
    let text = "## 2025-03-14 (Europe/Berlin, UTC+01:00)\n\n- 09:00 [Fact] one\n  more\n- 09:01 [Fact] two\n";
    let crlf = text.replace('\n', "\r\n");
    let mixed = text.replacen("one\n", "one\r\n", 1);
    let lone = text.replacen("(Europe", "(\rEurope", 1);
    for (before, ending) in [
        (crlf.clone(), "\r\n"),
        (format!("\u{feff}{crlf}"), "\r\n"),
        (mixed, "\n"),
        (lone, "\n"),
        (text.trim_end().to_owned(), "\n"),
    ] {
        let lab = Lab::new();
        lab.write(DAY, &before);
        let ids = |lab: &Lab| {
            let list: Vec<serde_json::Value> = serde_json::from_str(&lab.ok(&["show", "--json"]).out).unwrap();
            list.iter().map(|r| format!("{} {} {}", r["id"], r["text"], r["body"])).collect::<Vec<_>>()
        };
        let old = ids(&lab);
        assert_eq!(old.len(), 2);
        assert!(old.iter().all(|r| !r.contains("\\r")), "{old:?}");
        lab.ok(&["add", "Fact", "three"]);
        let gap = if before.ends_with('\n') { "" } else { "\n" };
        assert_eq!(lab.read(DAY), format!("{before}{gap}- 09:14 [Fact] three{ending}"));
        assert_eq!(ids(&lab)[..2], old[..]);
    }
}

#[test]
fn a_bad_byte_costs_one_line_and_is_never_touched() {
    let lab = Lab::new();
    let mut text: Vec<u8> = Vec::new();
    for n in 0..10 {
        text.extend(format!("- 09:{n:02} [Fact] record {n} ").bytes());
        text.extend(if n == 3 { &b"gr\xfcn\n"[..] } else { b"green\n" });
    }
    lab.write(DAY, &text);
    let ran = lab.var("LC_ALL", "C").run(&["show"]);
    assert_eq!((ran.code, ran.out.lines().count()), (0, 9));
    ran.stderr(&format!("warning: {DAY}:4: byte 0xFC is not UTF-8; the line is not read\n"));
    lab.ok(&["add", "Fact", "eleven"]);
    text.extend(b"- 09:14 [Fact] eleven\n");
    assert_eq!(lab.files()[DAY], text);
}

#[test]
fn a_utf16_file_is_refused_by_name() {
    let lab = Lab::new();
    let text: Vec<u8> = "\u{feff}- 09:00 [Fact] a\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    lab.write(DAY, &text);
    let ran = lab.run(&["show"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, ""));
    ran.stderr(&format!("warning: {DAY}: is UTF-16, not UTF-8, and is not read\n"));
    let path = lab.path(DAY);
    lab.fail(1, &["add", "Fact", "x"]).stderr(&format!(
        "alluvium: cannot append to `{}`: it is UTF-16, not UTF-8\nhint: save it as UTF-8; nothing was written\n",
        path.canonicalize().unwrap().display()
    ));
    assert_eq!(lab.files()[DAY], text);
}

#[test]
fn what_stands_outside_of_records_survives_an_add() {
    let lab = Lab::new();
    let before = "---\ntags: [daily]\n---\n# Friday\n\nTwo\nparagraphs.\n\nAnd one.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n\
                  <!-- a comment -->\n\n- 9:05 [Note] short hour\n- 14h30 [Note] other style\n- 10:00 [Fact] regular\n";
    lab.write(DAY, before);
    lab.ok(&["add", "Fact", "one"]);
    lab.at("2025-03-14T09:15:00+01:00").ok(&["add", "Fact", "two"]);
    assert_eq!(lab.read(DAY), format!("{before}- 09:14 [Fact] one\n- 09:15 [Fact] two\n"));
    let ran = lab.run(&["show"]);
    assert_eq!(ran.out.lines().count(), 5);
    ran.stderr(&format!("warning: {DAY}:18: `14h30` is no time; the record is read without one\n"));
}

#[test]
fn both_sides_of_a_conflict_are_read() {
    let (out, err) = show(
        "- 09:00 [Fact] a\n<<<<<<< HEAD\n- 09:01 [Fact] mine\n- 09:02 [Fact] both\n=======\n- 09:02 [Fact] both\n\
         - 09:03 [Fact] theirs\n>>>>>>> other\n- 09:04 [Fact] z\n",
    );
    assert_eq!(
        out,
        "- 09:00 [Fact] a\n- 09:01 [Fact] mine\n- 09:02 [Fact] both\n- 09:03 [Fact] theirs\n- 09:04 [Fact] z\n"
    );
    assert_eq!(err, format!("warning: {DAY}:2: a conflict of a merge; both sides are read\n"));
}

#[test]
fn a_torn_last_line_and_nul_bytes_cost_only_themselves() {
    let (out, err) = show("- 09:00 [Fact] a\n\0\0\0\0\n- 09:01 [Fac");
    assert_eq!(out, "- 09:00 [Fact] a\n");
    assert_eq!(err, format!("warning: {DAY}:2: holds NUL bytes\n"));
}

#[test]
fn a_record_after_open_html_is_set_apart() {
    let lab = Lab::new();
    lab.write(DAY, "<div>\nhand-made\n</div>\n");
    lab.ok(&["add", "Fact", "x"]);
    assert_eq!(lab.read(DAY), "<div>\nhand-made\n</div>\n\n- 09:14 [Fact] x\n");
}

#[test]
fn text_of_any_script_is_read_and_shown_whole() {
    let lab = Lab::new();
    let long: String =
        ["家庭👨\u{200d}👩\u{200d}👧\u{200d}👦", "🇩🇪🇯🇵", "e\u{301}o\u{308}", "שלום עולם", "می\u{200c}خواهم"]
            .concat()
            .repeat(9);
    let mut cut = 0;
    while let Some((at, _)) = long.char_indices().nth(cut) {
        lab.at(&format!("2025-03-14T{:02}:{:02}:00+01:00", cut / 60, cut % 60));
        let text = format!("x{}", &long[..at]);
        lab.ok(&["add", "Note", &text]);
        cut += 37;
    }
    assert_eq!(lab.ok(&["show"]).out.lines().count(), cut.div_ceil(37));
}
