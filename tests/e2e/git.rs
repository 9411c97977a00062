//! Git for real: clones that add, distill, edit by hand and delete, through a bare remote.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A bare remote and clones of it, each with the memory in `memory/`.
struct Clones {
    dir: tempfile::TempDir,
    names: Vec<&'static str>,
    minute: std::cell::Cell<u32>,
}

impl Clones {
    fn new(names: &[&'static str]) -> Self {
        let dir = tempfile::Builder::new().prefix("alluvium-git-").tempdir().unwrap();
        std::fs::create_dir(dir.path().join("home")).unwrap();
        let clones = Self { dir, names: names.to_vec(), minute: 0.into() };
        clones.git(clones.dir.path(), &["init", "--quiet", "--bare", "-b", "main", "remote.git"]);
        for (i, name) in names.iter().enumerate() {
            clones.git(clones.dir.path(), &["clone", "--quiet", "remote.git", name]);
            clones.git(&clones.at(name), &["symbolic-ref", "HEAD", "refs/heads/main"]);
            if i == 0 {
                clones.ok(name, &["init", "memory", "--quiet"]);
                clones.ok(name, &["sync", "--quiet"]);
            } else {
                clones.git(&clones.at(name), &["pull", "--quiet", "origin", "main"]);
                clones.ok(name, &["git", "setup", "--quiet"]);
            }
        }
        clones
    }

    fn at(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn memory(&self, name: &str) -> PathBuf {
        self.at(name).join("memory")
    }

    fn environment(&self, command: &mut Command) {
        command.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.env("HOME", self.dir.path().join("home")).env("ALLUVIUM_ZONE", "UTC");
        for who in ["AUTHOR", "COMMITTER"] {
            command.env(format!("GIT_{who}_NAME"), "Test").env(format!("GIT_{who}_EMAIL"), "test@localhost");
        }
        let minute = self.minute.get();
        self.minute.set(minute + 1);
        let now = format!("2025-03-{:02}T{:02}:{:02}:00Z", 1 + minute / 1440, minute / 60 % 24, minute % 60);
        command.env("ALLUVIUM_NOW", now);
    }

    #[track_caller]
    fn git(&self, at: &Path, args: &[&str]) -> String {
        let mut command = Command::new("git");
        command.args(args).current_dir(at).stdin(Stdio::null());
        self.environment(&mut command);
        let output = command.output().unwrap();
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "git {args:?}: {out}{err}");
        out.into_owned()
    }

    fn run(&self, name: &str, args: &[&str]) -> (i32, String, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_alluvium"));
        command.args(args).current_dir(self.at(name)).stdin(Stdio::null());
        self.environment(&mut command);
        let output = command.output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
    }

    #[track_caller]
    fn ok(&self, name: &str, args: &[&str]) -> String {
        let (code, out, err) = self.run(name, args);
        assert_eq!(code, 0, "in {name}: alluvium {args:?}: {out}{err}");
        out
    }

    /// Everybody syncs until nobody has anything left to say.
    fn sync_all(&self) {
        for _ in 0..2 {
            for name in &self.names {
                self.ok(name, &["sync", "--quiet"]);
            }
        }
    }

    fn files(&self, name: &str) -> std::collections::BTreeMap<String, Vec<u8>> {
        let listed = self.git(&self.at(name), &["ls-files"]);
        listed.lines().map(|f| (f.to_owned(), std::fs::read(self.at(name).join(f)).unwrap())).collect()
    }

    fn sediment(&self, name: &str) -> String {
        std::fs::read_to_string(self.memory(name).join("sediment.md")).unwrap()
    }

    fn edit(&self, name: &str, change: impl FnOnce(String) -> String) {
        let path = self.memory(name).join("sediment.md");
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(path, change(text)).unwrap();
    }

    #[track_caller]
    fn all_equal(&self) {
        let first = self.files(self.names[0]);
        for name in &self.names[1..] {
            let other = self.files(name);
            assert_eq!(first.keys().collect::<Vec<_>>(), other.keys().collect::<Vec<_>>());
            for (file, bytes) in &first {
                assert_eq!(
                    String::from_utf8_lossy(bytes),
                    String::from_utf8_lossy(&other[file]),
                    "{file} of {} and {name}",
                    self.names[0]
                );
            }
        }
    }
}

#[test]
fn the_later_value_of_a_slot_wins_whoever_learned_it() {
    let clones = Clones::new(&["ana", "ben"]);
    clones.ok("ana", &["add", "Decision", "Queue is Redis.", "--topic", "p/queue"]);
    clones.ok("ana", &["distill", "--quiet"]);
    clones.minute.set(2000);
    clones.ok("ben", &["add", "Decision", "Queue is Postgres.", "--topic", "p/queue"]);
    clones.ok("ben", &["distill", "--quiet"]);
    clones.sync_all();
    clones.all_equal();
    let sediment = clones.sediment("ana");
    assert!(sediment.contains("Queue is Postgres."), "{sediment}");
    assert!(!sediment.contains("Queue is Redis."), "{sediment}");
    let history = clones.ok("ben", &["history", "p/queue"]);
    assert!(history.contains("Queue is Redis.") && history.contains("Queue is Postgres."), "{history}");
    // Nothing is left to do, and nobody is taken for having edited by hand.
    let (code, out, err) = clones.run("ben", &["distill"]);
    assert_eq!((code, out.as_str(), err.as_str()), (0, "", ""));
    assert!(!sediment.contains("pin"), "{sediment}");
}

/// On one day the record that stands later in it holds, not the clone that distilled later.
#[test]
fn of_one_day_the_later_record_wins() {
    let clones = Clones::new(&["ana", "ben"]);
    let slots = ["queue", "port", "host", "region"];
    let say = |name: &str, value: &str| {
        for slot in slots {
            clones.ok(name, &["add", "Decision", &format!("The {slot} is {value}."), "--topic", &format!("p/{slot}")]);
        }
    };
    for (day, known) in [(0, false), (1, true)] {
        let value = |word: &str| format!("{word}{day}");
        clones.minute.set(day * 1440 + 60);
        say("ana", &value("early"));
        clones.minute.set(day * 1440 + 120);
        say("ben", &value("late"));
        clones.ok("ben", &["distill", "--quiet"]);
        clones.minute.set(day * 1440 + 180);
        clones.ok("ana", &["distill", "--quiet"]);
        clones.sync_all();
        clones.all_equal();
        let sediment = clones.sediment("ana");
        assert_eq!(sediment.matches(&value("late")).count(), slots.len(), "known: {known}:\n{sediment}");
        assert!(!sediment.contains("early") && !sediment.contains("pin"), "known: {known}:\n{sediment}");
        let (code, out, err) = clones.run("ana", &["distill"]);
        assert_eq!((code, out.as_str(), err.as_str()), (0, "", ""));
    }
    let history = clones.ok("ben", &["history", "p/queue"]);
    for value in ["early0", "late0", "early1", "late1"] {
        assert!(history.contains(value), "{history}");
    }
}

/// Ana updates her entry; ben, who does not know of it, takes the old value out for his own, which is
/// older. Whoever of them did it first.
#[test]
fn an_update_that_a_merge_did_not_know_of_is_carried_over() {
    for (update, removal) in [(2, 3), (4, 3)] {
        let clones = Clones::new(&["ana", "ben"]);
        let decide = |name: &str, day: u32, text: &str| {
            clones.minute.set(day * 1440);
            clones.ok(name, &["add", "Decision", text, "--topic", "p/queue"]);
            clones.ok(name, &["distill", "--quiet"]);
        };
        decide("ana", 0, "Queue is Redis.");
        decide("ben", 1, "Queue is Kafka.");
        clones.ok("ana", &["sync", "--quiet"]);
        if update < removal {
            decide("ana", update, "Queue is Postgres.");
        }
        clones.minute.set(removal * 1440);
        clones.ok("ben", &["sync", "--quiet"]);
        if update > removal {
            decide("ana", update, "Queue is Postgres.");
        }
        clones.sync_all();
        clones.all_equal();
        let sediment = clones.sediment("ben");
        assert!(sediment.contains("Queue is Postgres. [topic:: p/queue]"), "{update}, {removal}: {sediment}");
        assert_eq!(sediment.matches("p/queue").count(), 1, "{sediment}");
        let history = clones.ok("ana", &["history", "p/queue"]);
        assert!(history.contains("Redis") && history.contains("Kafka"), "{history}");
    }
}

/// Both clones have a profile of their own; the merged one says what both have learned.
#[test]
fn profiles_of_two_clones_merge() {
    let clones = Clones::new(&["ana", "ben"]);
    clones.ok("ana", &["add", "Preference", "Replies are to be written in German.", "--topic", "user/reply-language"]);
    clones.ok("ana", &["distill", "--quiet"]);
    clones.ok("ana", &["profile", "--update", "--quiet"]);
    clones.sync_all();
    for (name, kind, text, topic) in [
        ("ana", "Fact", "The user is a backend engineer at a ferry line.", "user/role"),
        ("ben", "Decision", "ferry-api stores its data in PostgreSQL.", "ferry-api/db"),
    ] {
        clones.ok(name, &["add", kind, text, "--topic", topic]);
        clones.ok(name, &["distill", "--quiet"]);
        clones.ok(name, &["profile", "--update", "--quiet"]);
    }
    clones.sync_all();
    clones.all_equal();
    let profile = std::fs::read_to_string(clones.memory("ben").join("profile.md")).unwrap();
    assert!(profile.contains("ferry line") && profile.contains("PostgreSQL"), "{profile}");
    // What a person wrote stays.
    std::fs::write(clones.memory("ben").join("profile.md"), "Ana is a tester.\n").unwrap();
    clones.ok("ana", &["add", "Preference", "Units are metric.", "--topic", "user/units"]);
    clones.ok("ana", &["distill", "--quiet"]);
    clones.sync_all();
    clones.all_equal();
    assert_eq!(std::fs::read_to_string(clones.memory("ana").join("profile.md")).unwrap(), "Ana is a tester.\n");
}

#[test]
fn commits_of_the_project_that_go_along_are_named() {
    let clones = Clones::new(&["ana"]);
    let at = clones.at("ana");
    std::fs::write(at.join("main.rs"), "fn main() {}").unwrap();
    clones.git(&at, &["add", "main.rs"]);
    clones.git(&at, &["commit", "--quiet", "-m", "begin the program"]);
    clones.ok("ana", &["add", "Note", "hello"]);
    let (code, _, err) = clones.run("ana", &["sync"]);
    assert_eq!(code, 0, "{err}");
    assert!(
        err.starts_with("committed\npushed 2 commits\namong them 1 commit of yours outside of the memory: "),
        "{err}"
    );
    assert!(err.ends_with(" begin the program\n"), "{err}");
}

#[test]
fn what_one_clone_deletes_does_not_come_back_from_another() {
    let clones = Clones::new(&["ana", "ben"]);
    clones.ok("ana", &["add", "Decision", "Builds run at noon.", "--topic", "p/builds"]);
    clones.ok("ana", &["add", "Decision", "Logs are JSON.", "--topic", "p/logs"]);
    clones.ok("ana", &["distill", "--quiet"]);
    clones.sync_all();
    clones.edit("ana", |text| text.lines().filter(|l| !l.contains("noon")).map(|l| format!("{l}\n")).collect());
    clones.ok("ben", &["add", "Fact", "The port is 8080.", "--topic", "p/port"]);
    clones.ok("ben", &["distill", "--quiet"]);
    clones.sync_all();
    clones.ok("ben", &["distill", "--quiet"]);
    clones.sync_all();
    clones.all_equal();
    for name in ["ana", "ben"] {
        let sediment = clones.sediment(name);
        assert!(!sediment.contains("noon"), "{name}: {sediment}");
        assert!(sediment.contains("8080") && sediment.contains("JSON"), "{name}: {sediment}");
    }
}

#[test]
fn the_same_record_distilled_in_two_clones_is_one_entry() {
    let clones = Clones::new(&["ana", "ben"]);
    clones.ok("ana", &["add", "Lesson", "The parser drops the last line."]);
    clones.ok("ana", &["sync", "--quiet"]);
    clones.ok("ben", &["sync", "--quiet"]);
    clones.ok("ana", &["distill", "--quiet"]);
    clones.ok("ben", &["distill", "--quiet"]);
    clones.sync_all();
    clones.all_equal();
    assert_eq!(clones.sediment("ana").matches("drops the last line").count(), 1);
}

#[test]
fn days_that_one_clone_archives_and_another_takes_back_are_lost_in_none() {
    let clones = Clones::new(&["a", "b"]);
    for day in ["2025-01-01", "2025-01-02", "2025-02-11", "2025-02-12", "2025-02-13", "2025-02-14"] {
        clones.ok("a", &["add", "Fact", &format!("Widget {day} is blue"), "--date", day]);
    }
    clones.ok("a", &["archive", "--older-than", "25d"]);
    clones.ok("a", &["sync"]);
    clones.ok("b", &["sync"]);
    clones.ok("a", &["archive", "--restore"]);
    clones.ok("a", &["add", "Note", "late", "--date", "2025-02-14"]);
    clones.ok("a", &["sync"]);
    clones.ok("b", &["archive", "--older-than", "7d"]);
    clones.ok("b", &["add", "Note", "news"]);
    clones.ok("b", &["sync"]);
    clones.ok("a", &["sync"]);
    for name in ["a", "b"] {
        let found = clones.ok(name, &["search", "Widget", "-n", "50", "--in", "stream,archive"]);
        assert_eq!(found.matches("is blue").count(), 6, "{name}: {found}");
    }
}

#[test]
fn sync_commits_only_its_own_paths() {
    let clones = Clones::new(&["ana"]);
    let at = clones.at("ana");
    std::fs::write(at.join("mine.txt"), "staged").unwrap();
    std::fs::write(at.join("other.txt"), "untracked").unwrap();
    clones.git(&at, &["add", "mine.txt"]);
    clones.ok("ana", &["add", "Note", "hello"]);
    clones.ok("ana", &["sync", "--quiet"]);
    assert_eq!(clones.git(&at, &["status", "--porcelain"]), "A  mine.txt\n?? other.txt\n");
    let names = clones.git(&at, &["show", "--name-only", "--format=", "HEAD"]);
    assert!(names.lines().all(|n| n.starts_with("memory/")), "{names}");
}

#[test]
fn sync_refuses_in_the_middle_of_a_merge_and_waits_for_no_lock() {
    let clones = Clones::new(&["ana"]);
    let at = clones.at("ana");
    clones.ok("ana", &["add", "Note", "hello"]);
    let head = clones.git(&at, &["rev-parse", "HEAD"]);
    std::fs::write(at.join(".git/MERGE_HEAD"), &head).unwrap();
    let (code, _, err) = clones.run("ana", &["sync"]);
    assert_eq!(code, 1);
    assert!(err.contains("the repository is in the middle of a merge"), "{err}");
    std::fs::remove_file(at.join(".git/MERGE_HEAD")).unwrap();
    std::fs::write(at.join(".git/index.lock"), "").unwrap();
    let (code, _, err) = clones.run("ana", &["sync"]);
    assert_eq!(code, 75, "{err}");
    std::fs::remove_file(at.join(".git/index.lock")).unwrap();
    clones.ok("ana", &["sync", "--quiet"]);
}

#[test]
fn sync_refuses_in_the_middle_of_anything() {
    let clones = Clones::new(&["ana"]);
    let at = clones.at("ana");
    let head = clones.git(&at, &["rev-parse", "HEAD"]);
    clones.ok("ana", &["add", "Note", "hello"]);
    for (name, what) in [
        ("CHERRY_PICK_HEAD", "a cherry-pick"),
        ("REVERT_HEAD", "a revert"),
        ("rebase-merge", "a rebase"),
        ("rebase-apply", "a rebase"),
    ] {
        let path = at.join(".git").join(name);
        if what == "a rebase" { std::fs::create_dir(&path) } else { std::fs::write(&path, &head) }.unwrap();
        let (code, _, err) = clones.run("ana", &["sync"]);
        assert_eq!(code, 1);
        let expected = format!(
            "alluvium: the repository is in the middle of {what}\nhint: finish it with git, or give it up, then sync again\n"
        );
        assert_eq!(err, expected);
        if what == "a rebase" { std::fs::remove_dir(&path) } else { std::fs::remove_file(&path) }.unwrap();
    }
    assert_eq!(clones.git(&at, &["rev-parse", "HEAD"]), head);
    clones.ok("ana", &["sync", "--quiet"]);
}

/// Somebody pushes between our fetch and our push: once, then every time.
#[test]
fn sync_tries_again_when_the_remote_moved() {
    use std::os::unix::fs::PermissionsExt as _;
    let clones = Clones::new(&["ana", "ben"]);
    let bin = clones.dir.path().join("bin");
    std::fs::create_dir(&bin).unwrap();
    let real = std::env::split_paths(&std::env::var_os("PATH").unwrap()).map(|p| p.join("git")).find(|p| p.is_file());
    let (real, ben) = (real.unwrap(), clones.memory("ben"));
    let script = format!(
        "#!/bin/sh\ncase \" $* \" in *\" push \"*) if [ -s '{moves}' ]; then\n\
         n=$(cat '{moves}'); [ $n -gt 1 ] && echo $((n - 1)) > '{moves}' || : > '{moves}'\n\
         (cd '{ben}' && echo \"- 09:0$n [Note] from ben\" >> stream/2025/2025-03-09.md && '{git}' add . \
         && '{git}' commit -q -m ben && '{git}' push -q origin HEAD:main) >/dev/null 2>&1\nfi;; esac\nexec '{git}' \"$@\"\n",
        moves = clones.dir.path().join("moves").display(),
        ben = ben.display(),
        git = real.display(),
    );
    std::fs::write(bin.join("git"), script).unwrap();
    std::fs::set_permissions(bin.join("git"), std::fs::Permissions::from_mode(0o755)).unwrap();
    std::fs::create_dir_all(ben.join("stream/2025")).unwrap();
    let path = std::env::join_paths([bin].into_iter().chain(std::env::split_paths(&std::env::var_os("PATH").unwrap())))
        .unwrap();
    let sync = |times: &str| {
        std::fs::write(clones.dir.path().join("moves"), times).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_alluvium"));
        clones.environment(&mut command);
        let output =
            command.arg("sync").current_dir(clones.at("ana")).env("PATH", &path).stdin(Stdio::null()).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    clones.ok("ana", &["add", "Note", "from ana"]);
    let (code, err) = sync("1\n");
    assert_eq!(code, Some(0), "{err}");
    let shown = clones.ok("ana", &["show", "2025-03-01..2025-03-09"]);
    assert!(shown.contains("from ana") && shown.contains("from ben"), "{shown}");
    clones.git(&ben, &["pull", "--quiet", "--rebase", "origin", "main"]);
    clones.ok("ana", &["add", "Note", "again from ana"]);
    let (code, err) = sync("9\n");
    assert_eq!(code, Some(75), "{err}");
    assert_eq!(
        err,
        "alluvium: cannot push: `origin` moved 5 times meanwhile\nhint: the commit stays; `alluvium sync` goes on from there\n"
    );
    let (code, err) = sync("");
    assert_eq!(code, Some(0), "{err}");
    clones.git(&ben, &["pull", "--quiet", "--rebase", "origin", "main"]);
    clones.all_equal();
}

#[test]
fn sync_without_repository_remote_or_network_says_so() {
    let clones = Clones::new(&["ana"]);
    let outside = clones.dir.path().join("outside");
    std::fs::create_dir(&outside).unwrap();
    clones.ok("outside", &["init", "--quiet"]);
    for args in [&["sync"][..], &["git", "setup"], &["git", "setup", "--json"]] {
        let (code, out, err) = clones.run("outside", args);
        assert_eq!((code, out.as_str()), (1, ""));
        assert!(
            err.ends_with(
                "outside/memory` is not in a git repository\nhint: `git init` there, then `alluvium git setup`\n"
            ),
            "{err}"
        );
    }
    clones.git(&outside, &["init", "--quiet", "-b", "main"]);
    let (code, _, err) = clones.run("outside", &["sync"]);
    assert_eq!(code, 0, "{err}");
    assert!(err.contains("there is no remote"), "{err}");
    clones.git(&outside, &["remote", "add", "origin", "../nowhere.git"]);
    clones.ok("outside", &["add", "Note", "kept"]);
    let (code, _, err) = clones.run("outside", &["sync"]);
    assert_eq!(code, 75, "{err}");
    let why =
        "cannot fetch from `origin`: '../nowhere.git' does not appear to be a git repository\nhint: the commit stays;";
    assert!(err.contains(why), "{err}");
    assert_eq!(clones.git(&outside, &["status", "--porcelain"]), "", "the commit stays");
    clones.git(&outside, &["checkout", "--quiet", "--detach"]);
    let (code, _, err) = clones.run("outside", &["sync"]);
    assert_eq!(code, 1, "{err}");
    assert!(err.starts_with("alluvium: the repository is on no branch\nhint: go to one (`git switch main`)"), "{err}");
}

#[test]
fn setup_a_second_time_changes_nothing() {
    let clones = Clones::new(&["ana"]);
    clones.ok("ana", &["git", "setup", "--quiet"]);
    let before = (clones.files("ana"), std::fs::read(clones.at("ana").join(".git/config")).unwrap());
    let (code, _, err) = clones.run("ana", &["git", "setup"]);
    assert_eq!((code, err.as_str()), (0, "nothing to do\n"));
    assert_eq!(before, (clones.files("ana"), std::fs::read(clones.at("ana").join(".git/config")).unwrap()));
}

/// F029: the union driver, git's plain merge and ours; each record counts once, none is missing.
#[test]
fn every_way_of_merging_keeps_each_record_once() {
    for way in ["alluvium", "union", "plain"] {
        let clones = Clones::new(&["ana", "ben"]);
        for name in ["ana", "ben"] {
            let attributes = clones.memory(name).join(".gitattributes");
            let text = std::fs::read_to_string(&attributes).unwrap();
            let text = match way {
                "union" => text.replace("merge=alluvium", "merge=union"),
                "plain" => String::new(),
                _ => text,
            };
            std::fs::write(attributes, text).unwrap();
        }
        clones.git(&clones.at("ana"), &["commit", "--quiet", "--allow-empty", "-am", "attributes"]);
        let day = clones.memory("ana").join("stream/2025/2025-03-05.md");
        std::fs::create_dir_all(day.parent().unwrap()).unwrap();
        std::fs::write(&day, "- 09:00 [Note] base\n- 09:10 [Note] edited later\n").unwrap();
        clones.git(&clones.at("ana"), &["add", "."]);
        clones.git(&clones.at("ana"), &["commit", "--quiet", "-m", "day"]);
        clones.git(&clones.at("ana"), &["push", "--quiet", "origin", "main"]);
        clones.git(&clones.at("ben"), &["checkout", "--quiet", "."]);
        clones.git(&clones.at("ben"), &["pull", "--quiet", "origin", "main"]);
        let imported = "- 10:00 [Note] imported\n";
        std::fs::write(&day, format!("- 09:00 [Note] base\n- 09:10 [Note] edited later, by ana\n{imported}- 10:30 [Note] ana\n- 10:31 [Note] ana\n")).unwrap();
        let bens = clones.memory("ben").join("stream/2025/2025-03-05.md");
        std::fs::write(
            &bens,
            format!("- 09:00 [Note] base\n- 09:10 [Note] edited later\n{imported}- 10:40 [Note] ben\n"),
        )
        .unwrap();
        for name in ["ana", "ben"] {
            clones.git(&clones.at(name), &["commit", "--quiet", "-am", name]);
        }
        clones.git(&clones.at("ana"), &["push", "--quiet", "origin", "main"]);
        // A plain merge leaves conflict markers; the reader copes with them.
        let mut pull = Command::new("git");
        pull.args(["pull", "--quiet", "--no-rebase", "--no-edit", "origin", "main"]).current_dir(clones.at("ben"));
        clones.environment(&mut pull);
        pull.stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap();
        let shown = clones.ok("ben", &["show", "2025-03-05", "--json"]);
        let count = |text: &str| shown.matches(&format!("\"{text}\"")).count();
        for (text, times) in [("base", 1), ("imported", 1), ("ana", 2), ("ben", 1), ("edited later, by ana", 1)] {
            assert_eq!(count(text), times, "{way}: {text} in {shown}");
        }
    }
}

/// F068: neither an old clone nor one that pushes it again brings back what was forgotten.
#[test]
fn what_one_clone_forgot_is_forgotten_in_all() {
    let clones = Clones::new(&["ana", "ben", "cleo"]);
    clones.ok("ana", &["add", "Fact", "Ana's desk number is 555-0100.", "--topic", "ana/desk"]);
    clones.ok("ana", &["add", "Decision", "Logs are JSON.", "--topic", "p/logs"]);
    clones.ok("ana", &["distill", "--quiet"]);
    clones.sync_all();
    let old: Vec<(String, String)> = clones
        .files("cleo")
        .into_iter()
        .flat_map(|(file, bytes)| {
            let lines: Vec<_> = String::from_utf8(bytes).unwrap().lines().map(str::to_owned).collect();
            lines.into_iter().filter(|l| l.contains("555-0100")).map(move |l| (file.clone(), l))
        })
        .collect();
    assert_eq!(old.len(), 3, "a record, an entry, a line of the history: {old:?}");

    // Git still holds it, which is said.
    let (code, _, err) = clones.run("ana", &["forget", "--match", "555-0100", "--yes"]);
    assert_eq!(code, 1);
    assert!(err.contains("still in git history: ") && err.contains("still in git remote `origin`"), "{err}");
    clones.ok("ana", &["sync", "--quiet"]);
    // An old clone goes on writing to the same day, sediment and history.
    clones.ok("ben", &["add", "Decision", "Builds run at noon.", "--topic", "p/builds"]);
    clones.ok("ben", &["distill", "--quiet"]);
    clones.sync_all();
    let nowhere = |when: &str| {
        for name in &clones.names {
            for (file, bytes) in clones.files(name) {
                assert!(!String::from_utf8_lossy(&bytes).contains("555-0100"), "{when}: {file} of {name}");
            }
        }
    };
    nowhere("after an old clone");
    // Another one brings the lines back from a backup and pushes them.
    for (file, line) in &old {
        let path = clones.at("cleo").join(file);
        let text = std::fs::read_to_string(&path).unwrap();
        let begins = line.split_inclusive(' ').take(3).collect::<String>();
        let text = match text.lines().find(|l| file.contains("history") && l.starts_with(&begins)) {
            Some(blanked) => text.replace(blanked, line),
            None if file.ends_with("sediment.md") => text.replace("## Context\n", &format!("## Context\n\n{line}\n")),
            None => text + line + "\n",
        };
        assert!(text.contains("555-0100"));
        std::fs::write(path, text).unwrap();
    }
    clones.sync_all();
    clones.ok("cleo", &["distill", "--quiet"]);
    clones.sync_all();
    clones.all_equal();
    nowhere("after it was pushed again");
    let sediment = clones.sediment("ana");
    assert!(sediment.contains("Logs are JSON.") && sediment.contains("Builds run at noon."), "{sediment}");
}

/// A small generator of numbers, so that a seed gives the same story again.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

/// The seeds of the stories; `ALLUVIUM_SEEDS=5..205` tries others.
fn seeds() -> std::ops::Range<u64> {
    let given = std::env::var("ALLUVIUM_SEEDS").ok();
    let given = given.as_deref().and_then(|range| range.split_once(".."));
    given.map_or(1..4, |(from, to)| from.parse().unwrap()..to.parse().unwrap())
}

/// Two or three clones add, distill, delete, reword and write by hand, archive and sync, in any order.
#[test]
fn clones_that_work_in_any_order_end_with_the_same_bytes() {
    for seed in seeds() {
        let clones = Clones::new(if seed % 3 == 0 { &["ana", "ben"] } else { &["ana", "ben", "cleo"] });
        let mut dice = Dice(seed);
        let mut notes = 0;
        let mut deleted: Vec<String> = Vec::new();
        let mut written: Vec<String> = Vec::new();
        let mut latest = std::collections::BTreeMap::new();
        for _ in 0..24 {
            let name = clones.names[usize::try_from(dice.roll(clones.names.len() as u64)).unwrap()];
            clones.minute.set(clones.minute.get() + 700);
            match dice.roll(11) {
                0..=2 => {
                    let slot = dice.roll(5);
                    let (topic, text) = (format!("p/slot-{slot}"), format!("Slot {slot} is value {notes}."));
                    clones.ok(name, &["add", "Decision", &text, "--topic", &topic]);
                    latest.insert(slot, text);
                    notes += 1;
                }
                3 => {
                    clones.ok(name, &["add", "Log", &format!("note number {notes}")]);
                    notes += 1;
                }
                4 => {
                    clones.ok(name, &["add", "Lesson", &format!("Lesson {notes}: gears of kind {} grind.", notes * 7)]);
                    clones.ok(name, &["distill", "--quiet"]);
                    notes += 1;
                }
                5 => drop(clones.ok(name, &["distill", "--quiet"])),
                6 => clones.edit(name, |text| {
                    let Some(line) = text.lines().find(|l| l.contains("Lesson ")).map(str::to_owned) else {
                        return text;
                    };
                    deleted.push(line.split(':').next().unwrap().trim_start_matches("- ").to_owned());
                    text.replace(&format!("{line}\n"), "")
                }),
                7 => clones.edit(name, |text| match text.rfind(" grind.") {
                    Some(at) => format!("{} do grind, says {name}.{}", &text[..at], &text[at + 7..]),
                    None => text,
                }),
                8 => {
                    let line = format!("- Rule {notes}, written by {name}.");
                    clones.edit(name, |text| text.replacen("## Context\n", &format!("## Context\n\n{line}\n"), 1));
                    written.push(line);
                    notes += 1;
                }
                9 => drop(clones.run(name, &["archive", "--kind", "log", "--quiet"])),
                _ => drop(clones.ok(name, &["sync", "--quiet"])),
            }
        }
        clones.sync_all();
        clones.ok("ben", &["distill", "--quiet"]);
        clones.sync_all();
        clones.all_equal();
        let files = clones.files("ana");
        let layer = |folder: &str| -> String {
            let of_it = files.iter().filter(|(name, _)| name.starts_with(&format!("memory/{folder}/")));
            of_it.map(|(_, bytes)| String::from_utf8_lossy(bytes).into_owned()).collect()
        };
        let records = layer("stream") + &layer("archive");
        let sediment = clones.sediment("ben");
        for n in 0..notes {
            let times = [format!("number {n}\n"), format!("value {n}. "), format!("Lesson {n}:")];
            let times = times.iter().map(|t| records.matches(t.as_str()).count()).sum::<usize>();
            let by_hand = sediment.matches(&format!("Rule {n}, ")).count();
            assert_eq!(times + by_hand, 1, "seed {seed}: record {n}:\n{records}\n{sediment}");
            assert!(sediment.matches(&format!("Lesson {n}:")).count() <= 1, "seed {seed}:\n{sediment}");
        }
        for line in &written {
            assert!(sediment.contains(line), "seed {seed}: `{line}` is lost:\n{sediment}");
        }
        for gone in &deleted {
            assert!(!sediment.contains(&format!("{gone}:")), "seed {seed}: `{gone}` came back:\n{sediment}");
        }
        for (slot, text) in &latest {
            let told = || format!("{sediment}\n{}", layer("history"));
            assert!(sediment.contains(text.as_str()), "seed {seed}: slot {slot} should be `{text}`:\n{}", told());
            assert_eq!(sediment.matches(&format!("Slot {slot} is")).count(), 1, "seed {seed}:\n{sediment}");
        }
    }
}

/// What another clone learned meanwhile for the same slot was never forgotten.
#[test]
fn a_newer_value_outlives_the_forgetting_of_the_older_one() {
    let clones = Clones::new(&["ana", "ben"]);
    clones.ok("ana", &["add", "Fact", "The host is heron.", "--topic", "prod/host"]);
    clones.ok("ana", &["distill", "--quiet"]);
    clones.sync_all();
    clones.minute.set(1440);
    clones.run("ana", &["forget", "--topic", "prod/host", "--yes"]);
    clones.ok("ana", &["sync", "--quiet"]);
    clones.minute.set(2880);
    clones.ok("ben", &["add", "Fact", "The host is crane.", "--topic", "prod/host"]);
    clones.ok("ben", &["distill", "--quiet"]);
    clones.ok("ben", &["sync", "--quiet"]);
    assert!(clones.ok("ben", &["distill"]).contains("to Context: The host is crane.\n"));
    clones.sync_all();
    clones.all_equal();
    let sediment = clones.sediment("ana");
    assert!(sediment.contains("- The host is crane. [topic:: prod/host]") && !sediment.contains("heron"), "{sediment}");
    assert_eq!(clones.ok("ana", &["distill"]), "");
}

/// A history that was cut off on one side keeps the runs of the other.
#[test]
fn a_history_cut_off_by_one_side_keeps_the_other() {
    let clones = Clones::new(&["ana", "ben"]);
    clones.ok("ana", &["add", "Fact", "The host is heron.", "--topic", "prod/host"]);
    clones.ok("ana", &["distill", "--quiet"]);
    clones.sync_all();
    let month = |name: &str| {
        let folder = clones.memory(name).join("history");
        let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        names.filter(|path| !path.ends_with("forgotten.md")).min().unwrap()
    };
    std::fs::write(month("ben"), "").unwrap();
    clones.git(&clones.at("ben"), &["commit", "--quiet", "-am", "cut off"]);
    clones.minute.set(10);
    clones.ok("ana", &["add", "Fact", "The port is 80.", "--topic", "prod/port"]);
    clones.ok("ana", &["distill", "--quiet"]);
    let whole = std::fs::read(month("ana")).unwrap();
    clones.ok("ana", &["sync", "--quiet"]);
    clones.git(&clones.at("ben"), &["pull", "--quiet", "--rebase", "origin", "main"]);
    assert!(std::fs::read(month("ben")).unwrap().starts_with(&whole));
}
