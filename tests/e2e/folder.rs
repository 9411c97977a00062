//! The folder: making it, finding it, its files, modes, links and locks, full disks and read-only ones.

use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::path::Path;
use std::process::Command;

use crate::lab::Lab;

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}

/// Every path below the laboratory.
fn everything(lab: &Lab) -> Vec<String> {
    let root = lab.work().parent().unwrap().to_path_buf();
    let mut found = Vec::new();
    let mut folders = vec![root];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            found.push(entry.path().display().to_string());
            if entry.file_type().unwrap().is_dir() {
                folders.push(entry.path());
            }
        }
    }
    found.sort();
    found
}

#[test]
fn init_makes_a_folder_once() {
    let lab = Lab::empty();
    let made = lab.changed(|| {
        let ran = lab.run(&["init"]);
        assert_eq!((ran.code, ran.out.as_str()), (0, ""));
        ran.stderr_has("made `").stderr_has("hint: write the first record: `alluvium add Decision");
        ran.stderr_has("`alluvium distill` (every night: `alluvium schedule cron`)\n")
            .stderr_has("`alluvium inject`\n");
    });
    assert_eq!(made, ["A .gitattributes", "A .gitignore", "A alluvium.toml", "A sediment.md"]);
    assert_eq!(
        lab.read("sediment.md"),
        "# Long-term memory\n\n## Preferences and constraints\n\n## Context\n\n## Decisions\n\n## Lessons learned\n\n## Procedures\n"
    );
    assert_eq!(lab.read(".gitignore"), ".alluvium/\n.*.alluvium-*.tmp\n");
    assert!(lab.read(".gitattributes").contains("stream/*/*.md merge=alluvium\n/sediment.md merge=alluvium\n"));
    assert_eq!(mode(&lab.memory()), 0o700);
    assert_eq!(mode(&lab.path("sediment.md")), 0o600);

    std::fs::remove_file(lab.path(".gitignore")).unwrap();
    let again = lab.changed(|| {
        lab.fail(0, &["init"]).stderr_has("nothing to do: `");
    });
    assert!(again.is_empty(), "what a person deleted stays deleted: {again:?}");
    lab.ok(&["init", "--quiet"]);
    lab.ok(&["init", "--json"]).stdout_has("\"files\":[]}");
}

#[test]
fn init_takes_a_folder_and_respects_the_umask() {
    let lab = Lab::empty();
    lab.ok(&["init", "a/b", "--quiet"]);
    assert!(lab.work().join("a/b/alluvium.toml").is_file());
    lab.ok(&["--memory", "c", "init", "--quiet"]);
    assert!(lab.work().join("c/alluvium.toml").is_file());
    lab.var("ALLUVIUM_MEMORY", "d").ok(&["init", "--quiet"]);
    assert!(lab.work().join("d/alluvium.toml").is_file());
    let strict = Command::new("sh")
        .args(["-c", "umask 0277; exec \"$0\" init e --quiet", env!("CARGO_BIN_EXE_alluvium")])
        .current_dir(lab.work())
        .status()
        .unwrap();
    // A folder that may not be written to cannot be filled, except by the superuser.
    if strict.success() {
        assert_eq!(mode(&lab.work().join("e/alluvium.toml")), 0o400);
    }
    assert_eq!(mode(&lab.work().join("e")), 0o500);
}

#[test]
fn init_uses_an_existing_workspace_in_place() {
    let lab = Lab::empty();
    let workspace = lab.work();
    std::fs::create_dir(workspace.join("memory")).unwrap();
    std::fs::write(workspace.join("MEMORY.md"), "# Mine\n\n- by hand\n").unwrap();
    std::fs::write(workspace.join("memory/2025-03-13.md"), "free text\n- [Fact] The host is db1.\n").unwrap();
    std::fs::write(workspace.join(".gitignore"), "target\n").unwrap();
    let ran = lab.run(&["init", "--layout", "openclaw"]);
    assert_eq!(ran.code, 0);
    ran.stderr_has("kept `MEMORY.md` as it is\nkept `.gitignore` as it is\nhint: add `.alluvium/` to `.gitignore`");
    assert_eq!(std::fs::read_to_string(workspace.join("MEMORY.md")).unwrap(), "# Mine\n\n- by hand\n");
    assert_eq!(std::fs::read_to_string(workspace.join(".gitignore")).unwrap(), "target\n");
    lab.ok(&["config", "layout.stream"]).stdout("memory/{date}.md\n");
    lab.ok(&["add", "Fact", "The host is db2."]);
    assert!(workspace.join("memory/2025-03-14.md").is_file());
    lab.ok(&["show", "-1d..today"]).stdout_has("db1").stdout_has("db2");
}

#[test]
fn init_configures_git_where_there_is_a_repository() {
    let lab = Lab::empty();
    lab.fail(0, &["init", "--git", "--quiet"])
        .stderr("warning: there is no repository here; after `git init`, run `alluvium git setup`\n");
    let git = |args: &[&str]| {
        let output = Command::new("git").args(args).current_dir(lab.work()).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    git(&["init", "--quiet"]);
    lab.ok(&["init", "--git", "--quiet"]);
    assert!(git(&["config", "merge.alluvium.driver"]).ends_with(" merge %O %A %B %P\n"));
}

#[test]
fn init_uses_a_vault_of_daily_notes() {
    let lab = Lab::empty();
    lab.ok(&["init", "--layout", "obsidian", "vault", "--quiet"]);
    lab.ok(&["--memory", "vault", "add", "Fact", "The host is db2."]);
    assert!(lab.work().join("vault/2025-03-14.md").is_file());
}

#[test]
fn init_never_makes_a_memory_inside_of_a_memory() {
    let lab = Lab::new();
    lab.ok(&["add", "Fact", "The host is db2."]);
    for below in ["", "stream", "stream/2025"] {
        let before = everything(&lab);
        let output = lab.command(&["init"]).current_dir(lab.path(below)).output().unwrap();
        assert!(output.status.success());
        assert!(String::from_utf8_lossy(&output.stderr).starts_with("nothing to do: `"));
        assert_eq!(everything(&lab), before);
    }
}

#[test]
fn init_refuses_what_makes_no_sense() {
    let lab = Lab::empty();
    std::fs::create_dir_all(lab.work().join(".git")).unwrap();
    lab.fail(1, &["init", ".git/memory"]).stderr_has("/.git/memory` lies in git's own folder\nhint: name a folder");
    std::fs::write(lab.work().join("file"), "").unwrap();
    lab.fail(1, &["init", "file"]).stderr_has("alluvium: cannot ");
    lab.fail(64, &["--space", "a", "init"]).stderr_has("alluvium: `init` makes a folder, not a space\nhint: ");
    lab.fail(64, &["init", "--layout", "other"]).stderr_has("possible values: openclaw, obsidian");
    assert!(!lab.work().join("memory").exists());
}

#[test]
fn a_missing_memory_names_every_place() {
    let lab = Lab::empty();
    let ran = lab.fail(1, &["today"]);
    for place in
        [lab.work().join("memory"), lab.work(), lab.work().parent().unwrap().join("home/.local/share/alluvium")]
    {
        ran.stderr_has(&format!("`{}`", place.display()));
    }
    ran.stderr_has("alluvium: no memory folder; looked at `").stderr_has("\nhint: `alluvium init` makes one");
    lab.fail(1, &["--memory", "x", "today"]).stderr_has("/x`, which `--memory` names\nhint: `alluvium init ");
    lab.var("ALLUVIUM_MEMORY", "y");
    lab.fail(1, &["today"]).stderr_has("/y`, which `$ALLUVIUM_MEMORY` names\nhint: ");
}

#[test]
fn the_memory_is_found_from_below_and_in_the_users_data() {
    let lab = Lab::new();
    let deep = lab.work().join("src/deep");
    std::fs::create_dir_all(&deep).unwrap();
    let add = lab.command(&["add", "Fact", "The host is db2."]).current_dir(&deep).output().unwrap();
    assert!(add.status.success());
    lab.ok(&["show"]).stdout_has("db2");

    let lab = Lab::empty();
    let home = lab.work().parent().unwrap().join("home/.local/share/alluvium");
    lab.ok(&["init", home.to_str().unwrap(), "--quiet"]);
    lab.ok(&["add", "Fact", "The host is db3."]);
    assert!(home.join("stream/2025/2025-03-14.md").is_file());
}

/// F031: from anywhere, reading makes nothing, and a blank text neither.
#[test]
fn nothing_appears_where_nothing_was_asked_for() {
    let lab = Lab::new();
    let home = lab.work().parent().unwrap().join("home");
    let git = lab.work().join(".git");
    let deep = lab.work().join("src/deep");
    for folder in [&git, &deep] {
        std::fs::create_dir_all(folder).unwrap();
    }
    let before = everything(&lab);
    for place in [&home, &git, &deep, &lab.work()] {
        for args in [
            &["inject"][..],
            &["show"],
            &["search", "host"],
            &["doctor"],
            &["status"],
            &["config"],
            &["today"],
            &["add", "Note", " \n"],
        ] {
            lab.command(args).current_dir(place).output().unwrap();
        }
    }
    assert_eq!(everything(&lab), before);
}

#[test]
fn links_modes_and_other_file_systems_are_kept() {
    let lab = Lab::new();
    let elsewhere = lab.work().join("elsewhere");
    std::fs::create_dir(&elsewhere).unwrap();
    std::fs::rename(lab.path("sediment.md"), elsewhere.join("real.md")).unwrap();
    std::fs::set_permissions(elsewhere.join("real.md"), std::fs::Permissions::from_mode(0o664)).unwrap();
    symlink(elsewhere.join("real.md"), elsewhere.join("middle.md")).unwrap();
    symlink("../elsewhere/middle.md", lab.path("sediment.md")).unwrap();
    std::fs::create_dir(elsewhere.join("stream")).unwrap();
    symlink(elsewhere.join("stream"), lab.path("stream")).unwrap();

    lab.ok(&["add", "Preference", "Reports are tables by default.", "--topic", "user/report-format"]);
    lab.run(&["distill"]);
    assert!(lab.path("sediment.md").is_symlink() && elsewhere.join("middle.md").is_symlink());
    assert!(std::fs::read_to_string(elsewhere.join("real.md")).unwrap().contains("Reports are tables"));
    assert_eq!(mode(&elsewhere.join("real.md")), 0o664);
    assert!(elsewhere.join("stream/2025/2025-03-14.md").is_file());
    assert_eq!(lab.ok(&["show"]).out.matches("Reports").count(), 1);
}

#[test]
fn a_link_that_leads_nowhere_is_an_error() {
    let lab = Lab::new();
    lab.ok(&["add", "Preference", "Reports are tables by default."]);
    std::fs::remove_file(lab.path("sediment.md")).unwrap();
    symlink("nowhere.md", lab.path("sediment.md")).unwrap();
    lab.fail(1, &["distill"]).stderr_has("alluvium: cannot follow the link `").stderr_has("hint: make its target");
    assert!(!lab.path("nowhere.md").exists());
}

#[test]
fn a_lock_that_is_held_makes_others_wait_and_then_say_who_holds_it() {
    let lab = Lab::new();
    lab.write("alluvium.toml", "[stream]\nlock-seconds = 0\n");
    lab.ok(&["add", "Fact", "The host is db1."]);
    let held = |name: &str| {
        let path = lab.path(&format!(".alluvium/{name}"));
        let file = std::fs::OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).unwrap();
        fs2::FileExt::lock_exclusive(&file).unwrap();
        file
    };
    let stream = held("stream.lock");
    let unchanged = lab.changed(|| {
        let ran = lab.fail(75, &["add", "Fact", "The host is db2."]);
        ran.stderr_has("stream.lock`: process ")
            .stderr_has(" (`add`) has held it since 20")
            .stderr_has("\nhint: try again");
    });
    assert!(unchanged.is_empty());
    lab.write(".alluvium/stream.lock", "garbled \u{1b}[31m");
    lab.fail(75, &["add", "Fact", "The host is db2."]).stderr_has("stream.lock`: another process holds it\n");
    drop(stream);
    // What stands in the file never matters; only the kernel's lock does.
    lab.write(".alluvium/stream.lock", "4711 add 2025-03-14T08:14:00Z\n");
    lab.ok(&["add", "Fact", "The host is db2."]);

    let distill = held("distill.lock");
    lab.fail(75, &["distill"]).stderr_has("distill.lock`: another process holds it\n");
    drop(distill);
    std::fs::remove_dir_all(lab.path(".alluvium")).unwrap();
    lab.ok(&["add", "Fact", "The host is db3."]);
}

/// Runs the program with a limit on the size of files, as a full disk would: the write that crosses
/// it is cut short.
fn limited(lab: &Lab, bytes: usize, args: &[&str]) -> (i32, String) {
    let real = lab.command(args);
    let mut command = Command::new("bash");
    command.args(["-c", &format!("trap '' XFSZ; ulimit -f {}; exec \"$0\" \"$@\"", bytes / 1024)]);
    command.arg(real.get_program()).args(real.get_args()).current_dir(lab.work()).env_clear();
    command.envs(real.get_envs().filter_map(|(k, v)| Some((k, v?))));
    let output = command.output().unwrap();
    (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn a_full_disk_leaves_the_old_content_and_no_temporary_file() {
    let lab = Lab::new();
    lab.ok(&["add", "Note", &"x".repeat(3000)]);
    let before = everything(&lab);
    let unchanged = lab.changed(|| {
        let (code, err) = limited(&lab, 4096, &["add", "Note", &"y".repeat(3000)]);
        assert_eq!(code, 1, "{err}");
        assert!(err.starts_with("alluvium: cannot append to `"), "{err}");
        assert!(err.ends_with("hint: nothing was added; the file is as it was before\n"), "{err}");
        let (code, err) = limited(&lab, 1024, &["add", "Note", &"z".repeat(3000), "--date", "2025-03-13"]);
        assert_eq!(code, 1, "{err}");
    });
    assert!(unchanged.is_empty(), "{unchanged:?}");
    assert_eq!(everything(&lab), before);
    lab.ok(&["add", "Note", "afterwards"]);

    let lab = Lab::empty();
    let (code, err) = limited(&lab, 1024, &["init"]);
    assert_eq!(code, 1);
    assert!(err.starts_with("alluvium: cannot write `") && err.contains("alluvium.toml`: "), "{err}");
    assert!(everything(&lab).iter().all(|path| !path.ends_with(".tmp")));
    lab.ok(&["init", "--quiet"]);
}

/// Runs the program without the superuser's rights, which know no read-only folder.
fn unprivileged(lab: &Lab, args: &[&str]) -> (i32, String, String) {
    let real = lab.command(args);
    let mut command = if std::fs::metadata("/proc/self").unwrap().uid() == 0 {
        let mut command = Command::new("setpriv");
        command.args(["--reuid=65534", "--regid=65534", "--clear-groups", "--inh-caps=-all"]).arg(real.get_program());
        command
    } else {
        Command::new(real.get_program())
    };
    command.args(real.get_args()).current_dir(lab.work()).env_clear();
    command.envs(real.get_envs().filter_map(|(k, v)| Some((k, v?))));
    let output = command.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

#[test]
fn a_read_only_folder_can_be_read_and_says_so_when_written_to() {
    let lab = Lab::new();
    lab.ok(&["add", "Preference", "Reports are tables by default."]);
    std::fs::remove_dir_all(lab.path(".alluvium")).unwrap();
    std::fs::set_permissions(lab.work().parent().unwrap(), std::fs::Permissions::from_mode(0o755)).unwrap();
    for path in everything(&lab) {
        let mode = if Path::new(&path).is_dir() { 0o555 } else { 0o444 };
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
    }
    let before = everything(&lab);
    for args in [&["inject"][..], &["show"], &["today"], &["config"]] {
        let (code, out, err) = unprivileged(&lab, args);
        assert_eq!((code, err.as_str(), out.is_empty()), (0, "", false), "{args:?}");
    }
    for args in [&["add", "Fact", "The host is db2."][..], &["distill"], &["space", "add", "acme"]] {
        let (code, out, err) = unprivileged(&lab, args);
        assert_eq!((code, out.as_str()), (1, ""), "{args:?} {err}");
        assert!(err.contains(&format!("{}", lab.memory().display())) && err.contains("ermission denied"), "{err}");
    }
    assert_eq!(everything(&lab), before);
    for path in before {
        let mode = if Path::new(&path).is_dir() { 0o755 } else { 0o644 };
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
    }
}
