//! Problems are named without changing a byte; repairs do what was shown and lose nothing.

use crate::lab::Lab;

const DAY: &str = "stream/2025/2025-03-13.md";

fn damaged() -> Lab {
    let lab = Lab::new();
    lab.write(
        DAY,
        "## 2025-03-13\n\n- 09:00 [Fact] a stays\n<<<<<<< ours\n- 09:01 [Fact] ours is kept\n=======\n\
         - 09:02 [Fact] theirs is kept\n>>>>>>> theirs\n- 09:0",
    );
    lab.write("stream/2025/.2025-03-12.md.alluvium-abc123.tmp", "half");
    lab
}

#[test]
fn examining_and_a_refused_repair_change_nothing() {
    let lab = damaged();
    let before = lab.files();
    lab.fail(1, &["doctor"]).stderr("").stdout_has("stream/2025/2025-03-13.md:4: ");
    let ran = lab.fail(1, &["doctor", "--fix"]);
    ran.stderr("alluvium: nothing was repaired\nhint: answer `y` on a terminal, or give `--yes`\n");
    ran.stdout_has("-<<<<<<< ours\n").stdout_has("remove stream/2025/.2025-03-12.md.alluvium-abc123.tmp\n");
    assert_eq!(lab.files(), before);
    lab.fail(64, &["doctor", "--yes"]);
}

#[test]
fn a_repair_unites_both_sides_and_saves_what_it_touched() {
    let lab = damaged();
    let before = lab.read(DAY);
    lab.ok(&["doctor", "--fix", "--yes", "--quiet"]);
    assert_eq!(
        lab.read(DAY),
        "## 2025-03-13\n\n- 09:00 [Fact] a stays\n- 09:01 [Fact] ours is kept\n- 09:02 [Fact] theirs is kept\n- 09:0"
    );
    assert_eq!(lab.read(&format!(".alluvium/backup/20250314T081400Z/{DAY}")), before);
    assert!(!lab.path("stream/2025/.2025-03-12.md.alluvium-abc123.tmp").exists());
    assert_eq!(lab.changed(|| drop(lab.ok(&["doctor", "--fix", "--yes", "--quiet"]))), [""; 0]);
}
