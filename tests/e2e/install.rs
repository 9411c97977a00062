//! Connecting agent hosts: what is written into other programs' settings, and taken out again.

use std::path::Path;

use super::lab::Lab;

const HOSTS: [&str; 6] = ["claude", "codex", "gemini", "cursor", "copilot", "goose"];

/// Every file below a folder with its bytes, memories left out.
fn files(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() && !path.ends_with("memory") && !path.ends_with(".config") {
            found.extend(files(&path));
        } else if path.is_file() {
            found.push((path.display().to_string(), std::fs::read_to_string(&path).unwrap()));
        }
    }
    found.sort();
    found
}

fn put(lab: &Lab, path: &str, text: &str) {
    let path = lab.work().join(path);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

const CLAUDE: &str = "{\n    \"permissions\": { \"allow\": [\"Bash(ls:*)\"] },\n    \"hooks\": {\n        \"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"say done\"}]}]\n    },\n    \"model\": \"opus\"\n}";

#[test]
fn install_and_uninstall_leave_no_trace_in_any_host() {
    let lab = Lab::empty();
    put(&lab, ".claude/settings.json", CLAUDE);
    put(&lab, ".gemini/settings.json", "{}");
    put(&lab, ".cursor/hooks.json", "{\"hooks\": {}, \"version\": 1}\n");
    put(&lab, "AGENTS.md", "# Rules\n\nNo tabs.");
    let root = lab.work().parent().unwrap().to_owned();
    let before = files(&root);
    for host in HOSTS {
        for scope in ["--project", "--user"] {
            if (host, scope) == ("goose", "--project") {
                lab.fail(64, &["install", "goose", "--project"])
                    .stderr("alluvium: goose has no hooks of a project\nhint: give `--user`\n");
                continue;
            }
            let ran = lab.run(&["install", host, scope, "--yes"]);
            assert_eq!(ran.code, 0, "{}", ran.err);
            ran.stdout_has("+");
            let with = files(&root);
            assert!(with.len() > before.len(), "{host}");
            let again = lab.run(&["install", host, scope, "--yes"]);
            again.stdout("").stderr(&format!("nothing to do: {host} is installed already\n"));
            assert_eq!(files(&root), with);
            assert_eq!(lab.run(&["uninstall", host, scope, "--yes"]).code, 0);
            assert_eq!(files(&root), before, "{host} {scope}");
            let again = lab.run(&["uninstall", host, scope, "--yes"]);
            again.stdout("").stderr(&format!("nothing to do: {host} is uninstalled already\n"));
        }
    }
}

#[test]
fn folders_that_become_empty_go_and_what_goes_is_called_removed() {
    let lab = Lab::empty();
    put(&lab, ".codex/mine.toml", "x = 1\n");
    for (host, gone) in [("codex", ".agents"), ("claude", ".claude"), ("copilot", ".github"), ("cursor", ".cursor")] {
        lab.run(&["install", host, "--yes"])
            .stderr_has("wrote `")
            .stderr_has("hint: what is recorded becomes long-term memory");
        assert!(lab.work().join(gone).exists(), "{host}");
        lab.run(&["uninstall", host, "--yes"]).stderr_has("removed `");
        assert!(!lab.work().join(gone).exists(), "{host}");
    }
    assert!(lab.work().join(".codex/mine.toml").exists());
    // Paths of a difference are those of the folder; a quiet run that asks nothing shows none.
    lab.ok(&["install", "cursor", "--dry-run"]).stdout_has("--- a/.cursor/hooks.json\n+++ b/.cursor/hooks.json\n");
    lab.ok(&["install", "cursor", "--yes", "--quiet"]).stdout("");
}

#[test]
fn what_was_changed_since_stays_when_ours_is_taken_out() {
    let lab = Lab::empty();
    put(&lab, ".claude/settings.json", CLAUDE);
    lab.run(&["install", "claude", "--yes"]);
    let path = lab.work().join(".claude/settings.json");
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.starts_with("{\n    \"permissions\": { \"allow\": [\"Bash(ls:*)\"] },\n"), "{text}");
    std::fs::write(&path, text.replace("opus", "haiku")).unwrap();
    lab.run(&["uninstall", "claude", "--yes"]);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), CLAUDE.replace("opus", "haiku"));
    assert_eq!(std::fs::read_to_string(lab.work().join(".claude/settings.json.alluvium.bak")).unwrap(), CLAUDE);
}

#[test]
fn what_two_hosts_share_goes_with_the_last() {
    let lab = Lab::empty();
    put(&lab, "AGENTS.md", "# Rules\n");
    let before = files(&lab.work());
    for (one, other, shared) in
        [("codex", "gemini", ".agents/skills/alluvium/SKILL.md"), ("cursor", "copilot", "AGENTS.md")]
    {
        let has = || std::fs::read_to_string(lab.work().join(shared)).is_ok_and(|text| text.contains("alluvium"));
        lab.run(&["install", one, "--yes"]);
        lab.run(&["install", other, "--yes"]);
        lab.run(&["uninstall", one, "--yes"]);
        assert!(has(), "{other} still reads it");
        lab.run(&["uninstall", other, "--yes"]);
        assert!(!has());
    }
    assert_eq!(files(&lab.work()), before);
}

#[test]
fn without_an_answer_only_the_difference_is_shown() {
    let lab = Lab::empty();
    put(&lab, ".claude/settings.json", CLAUDE);
    let before = files(&lab.work());
    let ran = lab.fail(1, &["install", "claude"]);
    ran.stderr("alluvium: nothing was written\nhint: answer `y` on a terminal, or give `--yes`\n");
    ran.stdout_has("\"args\": [").stdout_has("+name: alluvium");
    lab.ok(&["install", "claude", "--dry-run"]).stdout(&ran.out);
    assert_eq!(files(&lab.work()), before);
}

#[cfg(unix)]
#[test]
fn files_of_every_sort_come_back_to_the_byte() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let lab = Lab::empty();
    let settings = ".claude/settings.json";
    let path = lab.work().join(settings);
    for text in [
        "{\r\n\t\"model\": \"opus\",\r\n\t\"hooks\": {}\r\n}\r\n",
        "\u{feff}{\"x\":[1,2]}",
        "",
        " \n",
        "{\"hooks\":{\"Stop\":[]}}",
    ] {
        put(&lab, settings, text);
        let ran = lab.run(&["install", "claude", "--yes"]);
        assert_eq!(ran.code, 0, "{text:?}: {}", ran.err);
        let with = std::fs::read_to_string(&path).unwrap();
        assert_eq!(with.contains("\r\n"), with.matches('\n').count() == with.matches("\r\n").count(), "{with:?}");
        assert_eq!(lab.run(&["uninstall", "claude", "--yes"]).code, 0);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }
    // A link stays a link, its target is edited, and its mode stays.
    put(&lab, "dotfiles/s.json", "{\"a\": 1}\n");
    let target = lab.work().join("dotfiles/s.json");
    std::fs::set_permissions(&target, std::fs::Permissions::from_mode(0o640)).unwrap();
    std::fs::remove_file(&path).unwrap();
    symlink("../dotfiles/s.json", &path).unwrap();
    assert_eq!(lab.run(&["install", "claude", "--yes"]).code, 0);
    assert!(path.is_symlink() && std::fs::read_to_string(&target).unwrap().contains("alluvium"));
    assert_eq!(lab.run(&["uninstall", "claude", "--yes"]).code, 0);
    assert!(path.is_symlink());
    assert_eq!(std::fs::read_to_string(&target).unwrap(), "{\"a\": 1}\n");
    assert_eq!(std::fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o640);
    // What somebody made read-only is not touched, nor is anything else then.
    std::fs::set_permissions(&target, std::fs::Permissions::from_mode(0o440)).unwrap();
    let before = files(&lab.work());
    let ran = lab.run(&["install", "claude", "--yes"]);
    assert_eq!(ran.code, 1);
    // Who is not root is told by the system itself.
    assert!(
        ran.err.contains("it is read-only\nhint: nothing was written") || ran.err.contains("ermission denied"),
        "{}",
        ran.err
    );
    assert_eq!(files(&lab.work()), before);
    // Links that lead nowhere, folders and bad bytes are named.
    std::fs::remove_file(&target).unwrap();
    lab.fail(1, &["install", "claude", "--yes"]).stderr_has("cannot follow the link `");
    std::fs::remove_file(&path).unwrap();
    std::fs::write(&path, b"\xff{}").unwrap();
    lab.fail(1, &["install", "claude", "--yes"]).stderr_has("it is not UTF-8");
    std::fs::remove_file(&path).unwrap();
    std::fs::create_dir(&path).unwrap();
    lab.fail(1, &["install", "claude", "--yes"]).stderr_has("cannot read `");
}

#[test]
fn settings_that_are_not_understood_are_refused_as_they_are() {
    let lab = Lab::empty();
    put(&lab, ".claude/settings.json", "{ // mine\n}\n");
    let before = files(&lab.work());
    let ran = lab.fail(1, &["install", "claude", "--yes"]);
    ran.stderr_has("alluvium: cannot edit `").stderr_has("it is not strict JSON: ").stderr_has("docs/hosts.md");
    assert_eq!(files(&lab.work()), before);
    let homeless = lab.command(&["install", "claude", "--user"]).env_remove("HOME").output().unwrap();
    assert_eq!(String::from_utf8_lossy(&homeless.stderr), "alluvium: no home folder: `$HOME` is not set\n");
    lab.fail(64, &["install", "emacs"]).stderr_has("one of claude, codex, gemini, cursor, copilot, goose");
}

#[test]
fn what_is_installed_is_a_command_that_works() {
    let lab = Lab::new();
    lab.ok(&["add", "Decision", "Reports are tables"]);
    lab.run(&["install", "codex", "--user", "--yes"]).stderr_has("hint: approve the hooks once with `/hooks`");
    let home = lab.work().parent().unwrap().join("home");
    let text = std::fs::read_to_string(home.join(".codex/hooks.json")).unwrap();
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    let line = value["hooks"]["SessionStart"][0]["hooks"][0]["command"].as_str().unwrap().to_owned();
    let program = lab.command(&[]).get_program().to_owned();
    let arguments = line.strip_prefix(program.to_str().unwrap()).unwrap();
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    lab.ok_with(&arguments, br#"{"hook_event_name":"SessionStart"}"#).stdout_has("Reports are tables");
}
