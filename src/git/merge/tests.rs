//! What a merge of three versions gives, whichever side is ours.

use super::*;

fn both_ways(path: &str, base: &str, ours: &str, theirs: &str) -> String {
    let settings = Settings::default();
    let merge = |a: &str, b: &str| {
        String::from_utf8(merge(Path::new(path), base.as_bytes(), a.as_bytes(), b.as_bytes(), &settings).unwrap())
            .unwrap()
    };
    let merged = merge(ours, theirs);
    assert_eq!(merged, merge(theirs, ours), "which side is ours must not matter");
    merged
}

#[test]
fn records_that_both_appended_come_once_in_time_order() {
    let base = "## 2025-03-14\n\n- 09:00 [Note] first\n";
    let ours = format!("{base}- 09:30 [Note] imported\n- 11:00 [Note] ours\n");
    let theirs = format!("{base}- 09:30 [Note] imported\n- 10:00 [Note] theirs\n  with a second line\n");
    let merged = both_ways("stream/2025/2025-03-14.md", base, &ours, &theirs);
    assert_eq!(
        merged,
        format!("{base}- 09:30 [Note] imported\n- 10:00 [Note] theirs\n  with a second line\n- 11:00 [Note] ours\n")
    );
}

#[test]
fn a_record_that_one_side_erased_stays_erased() {
    let base = "- 09:00 [Note] secret\n- 10:00 [Note] kept\n";
    let merged =
        both_ways("stream/2025/2025-03-14.md", base, "- 10:00 [Note] kept\n", &format!("{base}- 11:00 [Note] new\n"));
    assert_eq!(merged, "- 10:00 [Note] kept\n- 11:00 [Note] new\n");
}

#[test]
fn prose_of_both_sides_is_kept() {
    let base = "Plan\n\n- 09:00 [Note] a\n";
    let merged = both_ways(
        "stream/2025/2025-03-14.md",
        base,
        "Plan for today\n\n- 09:00 [Note] a\n",
        "Plan\n\n- 09:00 [Note] a\n\nEvening: tired.\n",
    );
    assert_eq!(merged, "Plan for today\n\n- 09:00 [Note] a\n\nEvening: tired.\n");
}

#[test]
fn a_day_that_both_began_has_one_heading() {
    let head = "## 2025-03-14 (Europe/Berlin, UTC+01:00)\n\n";
    let merged = both_ways(
        "stream/2025/2025-03-14.md",
        "",
        &format!("{head}- 11:00 [Note] b\n"),
        &format!("{head}- 10:00 [Note] a\n"),
    );
    assert_eq!(merged, format!("{head}- 10:00 [Note] a\n- 11:00 [Note] b\n"));
}

#[test]
fn entries_merge_by_id_and_the_later_since_wins() {
    let base = "## Decisions\n\n- A. [topic:: p/a] [since:: 2025-03-01] ^aaaa\n- B. [since:: 2025-03-01] ^bbbb\n";
    let ours = "## Decisions\n\n- A2. [topic:: p/a] [since:: 2025-03-03] ^aaaa\n- C. [since:: 2025-03-03] ^cccc\n";
    let theirs = "## Decisions\n\n- A3. [topic:: p/a] [since:: 2025-03-02] ^aaaa\n- B. [since:: 2025-03-01] ^bbbb\n- D. [since:: 2025-03-02] ^dddd\n";
    assert_eq!(
        both_ways("sediment.md", base, ours, theirs),
        "## Decisions\n\n- A2. [topic:: p/a] [since:: 2025-03-03] ^aaaa\n- D. [since:: 2025-03-02] ^dddd\n- C. [since:: 2025-03-03] ^cccc\n"
    );
}

#[test]
fn blocks_of_the_history_come_once_by_time() {
    let block = |at: &str, id: &str, more: &str| {
        format!(
            "## 2025-03-14 {at} +01:00 · distill (rules)\n\n- read 2025-03-14: k7q2m9\n- end {id}, sediment 0000000000000 → 0000000000001.\n{more}"
        )
    };
    let base = block("10:00:00", "aaaaaaaa", "");
    let ours = format!("{}- written\n\n{}", base, block("12:00:00", "cccccccc", "- written\n"));
    let theirs = format!("{}- written\n\n{}", base, block("11:00:00", "bbbbbbbb", "- written\n"));
    assert_eq!(
        both_ways("history/2025-03.md", &base, &ours, &theirs),
        format!(
            "{}- written\n\n{}\n{}",
            base,
            block("11:00:00", "bbbbbbbb", "- written\n"),
            block("12:00:00", "cccccccc", "- written\n")
        )
    );
}

#[test]
fn of_two_summaries_the_further_one_wins() {
    let session = |version: u32, text: &str| format!("---\nversion: {version}\nend: 20\n---\n\n{text}\n");
    assert_eq!(both_ways("sessions/a.md", &session(1, "a"), &session(3, "c"), &session(2, "b")), session(3, "c"));
}

#[test]
fn other_files_are_left_to_git() {
    assert!(merge(Path::new("alluvium.toml"), b"a", b"b", b"c", &Settings::default()).is_none());
}

proptest::proptest! {
    /// Whatever two people append, insert, or delete: nothing added is lost, nothing deleted comes back, and the sides are equal.
    #[test]
    fn no_record_is_lost_or_doubled(
        base in proptest::collection::btree_set(0u8..40, 0..12),
        ours in proptest::collection::btree_set(0u8..40, 0..12),
        theirs in proptest::collection::btree_set(0u8..40, 0..12),
    ) {
        let text = |set: &std::collections::BTreeSet<u8>| {
            set.iter().map(|n| format!("- {:02}:{:02} [Note] number {n}\n", 8 + n / 6, n % 6)).collect::<String>()
        };
        let merged = both_ways("stream/2025/2025-03-14.md", &text(&base), &text(&ours), &text(&theirs));
        let expected: std::collections::BTreeSet<u8> = ours
            .union(&theirs)
            .filter(|n| !base.contains(n) || (ours.contains(n) && theirs.contains(n)))
            .copied()
            .collect();
        let mut lines: Vec<&str> = merged.lines().collect();
        lines.sort_unstable();
        let wanted = text(&expected);
        let mut wanted: Vec<&str> = wanted.lines().collect();
        wanted.sort_unstable();
        proptest::prop_assert_eq!(lines, wanted);
    }
}

#[test]
fn what_the_program_did_not_write_or_was_cut_off_takes_nothing_away() {
    let merged = |path: &str, base: &str, ours: &str, theirs: &str| {
        let merge = |a: &str, b: &str| {
            merge(Path::new(path), base.as_bytes(), a.as_bytes(), b.as_bytes(), &Settings::default())
        };
        assert_eq!(merge(ours, theirs), merge(theirs, ours));
        merge(ours, theirs).map(|bytes| String::from_utf8(bytes).unwrap())
    };
    // Two summaries without a version are left to git, which marks the conflict.
    assert_eq!(merged("sessions/a.md", "Base.\n", "Ours.\n", "Theirs.\n"), None);
    let run =
        |id: &str, time: &str| format!("## 2025-03-14 {time}:00 +00:00 · distill (rules)\n\n- note: x\n- end {id}.\n");
    let (base, more) =
        (format!("{}\n{}", run("aaaaaaaa", "08:00"), run("bbbbbbbb", "09:00")), run("cccccccc", "10:00"));
    let ours = format!("{base}\n{more}");
    for cut_off in ["", &base[..base.len() / 2]] {
        assert_eq!(merged("history/2025-03.md", &base, &ours, cut_off).as_deref(), Some(ours.as_str()));
    }
}
