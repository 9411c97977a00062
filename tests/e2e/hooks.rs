//! Hooks of agent hosts: what they may use, what they print, what they record.

use super::lab::Lab;

#[test]
fn init_trusts_what_it_makes_and_trust_can_be_taken_back() {
    let lab = Lab::new();
    let folder = format!("{}\n", std::fs::canonicalize(lab.memory()).unwrap().display());
    lab.ok(&["trust", "--list"]).stdout(&folder);
    let shown = lab.memory().display().to_string();
    assert_eq!(lab.run(&["trust"]).err, format!("nothing to do: hooks may already use `{shown}`\n"));
    assert_eq!(lab.run(&["trust", "--remove"]).err, format!("hooks use no more: `{shown}`\n"));
    lab.ok(&["trust", "--list"]).stdout("");
    lab.ok(&["trust", ".", "--quiet"]);
    lab.ok(&["trust", "--list"]).stdout(&folder);
}

#[test]
fn a_folder_that_is_gone_can_be_taken_off_the_list() {
    let lab = Lab::empty();
    lab.ok(&["init", "other", "--quiet"]);
    let other = std::fs::canonicalize(lab.work().join("other")).unwrap();
    std::fs::remove_dir_all(&other).unwrap();
    lab.ok(&["trust", "--remove", other.to_str().unwrap(), "--quiet"]);
    lab.ok(&["trust", "--list"]).stdout("");
    let ran = lab.fail(1, &["trust", "other"]);
    ran.stderr_has("no memory folder at `").stderr_has("hint: `alluvium init ");
}

#[test]
fn without_a_settings_folder_init_works_and_trust_says_why_not() {
    let lab = Lab::empty();
    let run = |args: &[&str]| lab.command(args).env_remove("HOME").output().unwrap();
    assert!(run(&["init", "--quiet"]).status.success());
    let ran = run(&["trust"]);
    assert_eq!(ran.status.code(), Some(1));
    let said = String::from_utf8(ran.stderr).unwrap();
    assert_eq!(said, "alluvium: no settings folder: neither `$XDG_CONFIG_HOME` nor `$HOME` is set\n");
}
