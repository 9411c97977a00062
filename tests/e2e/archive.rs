//! Cold storage: what was distilled leaves the stream, stays searchable, and comes back byte for byte.

use crate::lab::Lab;

const OLD: &str = "stream/2024/2024-09-01.md";
const COLD: &str = "archive/2024/2024-09-01.md";
const DAY: &str = "## 2024-09-01 (Europe/Berlin, UTC+02:00)\n\n- 09:00 [Fact] The zeppelin is silver.\n- 09:10 [Log] Job ran.\n\
                   \nsome prose\n\n- 09:20 [Log] Job ran.\n- 09:30 [Log] Disk is at 40 %.\n- 09:40 [Log] Job ran.\n";

fn lab() -> Lab {
    let lab = Lab::new();
    lab.write(OLD, DAY);
    lab.ok(&["distill", "--quiet"]);
    lab
}

#[test]
fn whole_days_move_and_come_back_byte_for_byte() {
    let lab = lab();
    let before = lab.files();
    lab.ok(&["archive", "--older-than", "180d", "--dry-run", "--quiet"]);
    assert_eq!(lab.files(), before);
    let moved = lab.changed(|| drop(lab.ok(&["archive", "--older-than", "26w", "--quiet"])));
    assert_eq!(moved, [format!("A {COLD}"), format!("D {OLD}")]);
    assert_eq!(lab.read(COLD), DAY);
    lab.ok(&["search", "zeppelin", "--in", "archive"]).stdout_has(COLD);
    assert_eq!(lab.changed(|| drop(lab.run(&["archive", "--older-than", "26w"]))), [""; 0]);
    // A crash between archive and stream leaves both; the same command finishes.
    lab.write(OLD, DAY);
    lab.ok(&["archive", "--older-than", "26w", "--quiet"]);
    assert_eq!(lab.read(COLD), DAY);
    lab.ok(&["archive", "--restore", "2024-09-01", "--quiet"]);
    assert_eq!(lab.files(), before);
    lab.run(&["archive", "--restore"]).stderr("nothing to do\n");
}

#[test]
fn what_was_not_distilled_stays() {
    let lab = Lab::new();
    lab.write(OLD, DAY);
    let ran = lab.run(&["archive", "--older-than", "180d"]);
    assert_eq!(ran.code, 0);
    ran.stderr("1 day stays, with records that are not distilled yet\nhint: `alluvium distill` first\nnothing to do\n");
    assert_eq!(lab.read(OLD), DAY);
}

#[test]
fn records_of_a_kind_leave_and_the_rest_stays_as_it_is() {
    let lab = lab();
    lab.ok(&["archive", "--kind", "log", "--quiet"]);
    let kept: String = DAY.split_inclusive('\n').filter(|line| !line.contains("[Log]")).collect();
    assert_eq!(lab.read(OLD), kept);
    assert_eq!(lab.read(COLD).matches("[Log]").count(), 4);
    assert_eq!(lab.changed(|| drop(lab.run(&["archive", "--kind", "log"]))), [""; 0]);
    lab.ok(&["archive", "--restore", "--quiet"]);
    assert_eq!(lab.read(OLD).matches("[Log]").count(), 4);
    assert!(lab.read(OLD).contains("some prose\n") && !lab.path(COLD).exists());
}

#[test]
fn repeated_routine_records_leave_one_counted_line() {
    let lab = lab();
    lab.ok(&["archive", "--routine", "--quiet"]);
    let expected = DAY
        .replacen("09:10 [Log] Job ran.", "09:10 [Log] Job ran. (3 times, until 09:40)", 1)
        .replace("- 09:20 [Log] Job ran.\n", "")
        .replace("- 09:40 [Log] Job ran.\n", "");
    assert_eq!(lab.read(OLD), expected);
    assert_eq!(lab.read(COLD).matches("Job ran.").count(), 3);
    assert_eq!(lab.changed(|| drop(lab.run(&["archive", "--routine"]))), [""; 0]);
    assert_eq!(lab.changed(|| drop(lab.ok(&["distill"]))), [""; 0]);
    lab.ok(&["archive", "--restore", "--quiet"]);
    assert_eq!(lab.read(OLD).matches("Job ran.").count(), 3);
    assert!(!lab.read(OLD).contains("times, until"));
    lab.fail(64, &["archive"]).stderr_has("nothing was named to be archived\n");
    lab.fail(64, &["archive", "--older-than", "soon"]).stderr("alluvium: `soon` is no age\nhint: `180d` or `26w`\n");
}

#[test]
fn what_inject_still_carries_stays() {
    let lab = Lab::new();
    let todo = lab.ok(&["add", "Todo", "Call the bank.", "--date", "2025-03-01"]).out;
    lab.ok(&["add", "Todo", "Water the plants.", "--date", "2025-03-02", "--quiet"]);
    lab.ok(&["add", "Task", "Water the plants.", "--date", "2025-03-03", "--quiet"]);
    lab.ok(&["add", "Todo", "Long ago.", "--date", "2025-01-03", "--quiet"]);
    lab.ok(&["distill", "--quiet"]);
    let context = lab.ok(&["inject"]).out;
    assert!(context.contains("Call the bank.") && !context.contains("plants"), "{context}");
    // What closes a to-do is needed as long as the to-do is there.
    lab.ok(&["archive", "--kind", "task", "--quiet"]);
    lab.ok(&["inject"]).stdout(&context);
    lab.run(&["archive", "--older-than", "7d"])
        .stderr("1 day stays, with to-dos that are open\narchived 3 records of 3 days\n");
    lab.ok(&["inject"]).stdout(&context);
    lab.ok(&["add", "Note", "done", "--ends", todo.trim(), "--quiet"]);
    lab.ok(&["archive", "--older-than", "7d", "--quiet"]);
    assert!(!lab.path("stream/2025/2025-03-01.md").exists());
    lab.ok(&["search", "bank"]).stdout_has("archive/2025/2025-03-01.md:3: ");
    assert!(!lab.ok(&["inject", "--for", "bank"]).out.contains("Call the bank"));
}

#[test]
fn records_come_back_into_their_place() {
    let lab = Lab::new();
    let day = "\u{feff}---\r\ntags: x\r\n---\r\n- 09:00 [Log] Job ran.\r\n- 09:10 [log] Job ran.  [ref:: x]\r\n\
               - 09:15 [Note] stays\r\n\r\nprose\r\n\r\n- 09:20 [Note] stays, too\r\n- 09:30 [Log] Job ran.";
    for how in [&["--kind", "log"][..], &["--routine"]] {
        lab.write(OLD, day);
        lab.ok(&["distill", "--quiet"]);
        lab.ok(&[&["archive", "--quiet"], how].concat());
        assert!(lab.read(OLD).starts_with("\u{feff}---\r\ntags: x\r\n---\r\n"));
        lab.ok(&["archive", "--restore", "--quiet"]);
        assert_eq!(lab.read(OLD).trim_end(), day, "{how:?}");
        assert_eq!(lab.changed(|| drop(lab.ok(&["distill"]))), [""; 0]);
    }
    // A day that was archived as a whole and got a late record.
    lab.write(OLD, day);
    lab.ok(&["archive", "--older-than", "30d", "--quiet"]);
    lab.write(OLD, "## 2024-09-01\n\n- 09:12 [Note] late\n");
    lab.ok(&["distill", "--quiet"]);
    lab.ok(&["archive", "--restore", "--quiet"]);
    assert_eq!(lab.read(OLD), day.replace("- 09:15", "- 09:12 [Note] late\n- 09:15"));
}

/// What a killed `archive` or `--restore` leaves is named and repaired, and counts once meanwhile.
#[test]
fn a_day_that_stands_in_both_places_is_named_counted_once_and_repaired() {
    let lab = lab();
    let before = lab.files();
    lab.write(COLD, DAY).write("archive/2024/.2024-09-01.md.alluvium-abc123.tmp", "## 2024-09-01\n\n- 09:00 [Fa");
    lab.ok(&["stats"]).stdout_has("records: 5\n");
    lab.ok(&["search", "zeppelin", "--in", "stream,archive"]).stdout_has(OLD);
    assert_eq!(lab.ok(&["search", "zeppelin", "--in", "stream,archive"]).out.lines().count(), 1);
    let context = lab.ok(&["inject", "--task", "recall", "--for", "disk"]).out;
    assert_eq!(context.matches("Disk is at 40 %").count(), 1, "{context}");
    lab.fail(1, &["doctor"]).stdout(
        "archive/2024/.2024-09-01.md.alluvium-abc123.tmp: a temporary file that a stopped command left behind\n  \
         delete it; its content never became memory\n\
         archive/2024/2024-09-01.md: 5 records stand in stream/2024/2024-09-01.md as well, as when an `archive` or \
         `archive --restore` was interrupted\n  \
         each counts once; `alluvium doctor --fix` leaves them in the stream alone, the same `archive` in the archive\n",
    );
    lab.ok(&["doctor", "--fix", "--yes", "--quiet"]);
    assert_eq!(lab.files(), before);
    assert_eq!(lab.read(&format!(".alluvium/backup/20250314T081400Z/{COLD}")), DAY);

    // Some went, and the archive holds more than what stands in the stream.
    lab.ok(&["archive", "--kind", "log", "--quiet"]);
    let cold = lab.read(COLD);
    let extra = "\nMy own remark.\n- 09:50 [Note] Only here.\n- 09:00 [Fact] The zeppelin is silver.\n";
    lab.write(COLD, format!("{cold}{extra}"));
    lab.ok(&["doctor", "--fix", "--yes", "--quiet"]);
    assert_eq!(lab.read(COLD), format!("{cold}\nMy own remark.\n- 09:50 [Note] Only here.\n"));
    lab.ok(&["doctor", "--quiet"]).stdout("");
    lab.ok(&["archive", "--restore", "--quiet"]);
    assert_eq!(lab.ok(&["stats"]).out.lines().next(), Some("records: 6"));
}

#[test]
fn a_file_that_is_no_day_of_the_archive_is_named() {
    let lab = lab();
    lab.ok(&["archive", "--older-than", "26w", "--quiet"]);
    lab.write("archive/2023/2024-09-02.md", DAY).write("archive/2024/2024-09-01 (copy).md", DAY);
    lab.fail(1, &["doctor"]).stdout(
        "archive/2023/2024-09-02.md: not read as a day: its folder does not fit its date\n  \
         rename it as `archive/{year}/{date}.md` says, or move its records there\n\
         archive/2024/2024-09-01 (copy).md: not read as a day: its name is not a plain day by `archive/{year}/{date}.md`\n  \
         rename it as `archive/{year}/{date}.md` says, or move its records there\n",
    );
    lab.ok(&["search", "zeppelin", "--in", "archive"]).stdout_has(COLD);
    assert_eq!(lab.ok(&["search", "zeppelin", "--in", "archive"]).out.lines().count(), 1);
}
