//! No command that is given one space ever opens a file of another, told by the kernel.
//!
//! Every folder that does not belong to the space is watched with inotify: whoever opens, reads, lists or
//! changes something in it, for whatever reason, is seen. The watches are tried out first, so that a kernel
//! without them fails the test instead of passing it. On other systems than Linux only `spaces.rs` remains.

use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use inotify::{Inotify, WatchMask};

use super::lab::Lab;

const SPACES: [&str; 3] = ["acme/ana", "acme/bob", "zeta"];

/// Names and texts that would lead out of a space, were they taken for paths.
const HOSTILE: [&str; 14] = [
    "../bob",
    "../bob/sediment",
    "../../zeta",
    "../../../stream/2025/2025-03-14",
    "../../bob/sessions/s-1",
    "/etc/passwd",
    "spaces/acme/bob",
    "acme/bob",
    "acme\u{ff0f}bob",
    "\u{2025}/bob",
    "%2e%2e/bob",
    "..\\bob",
    "[[../bob/sediment]]",
    "![x](../bob/sediment.md)",
];

/// A folder with three spaces, each with something in every layer, and something in the folder itself.
fn lab() -> Lab {
    let lab = Lab::new();
    for space in SPACES {
        lab.ok(&["space", "add", space, "--quiet"]);
    }
    for space in ["", "acme/ana", "acme/bob", "zeta"] {
        let run = |args: &[&str], input: &[u8]| {
            let space: &[&str] = if space.is_empty() { &[] } else { &["--space", space] };
            lab.run_with(&[space, args].concat(), input)
        };
        for (kind, text) in [("Preference", "Reports are tables."), ("Todo", "Call the bank."), ("Log", "Job ran.")] {
            run(&["add", kind, text, "--topic", "shared/x", "--date", "2025-03-12", "--quiet"], b"");
        }
        run(&["distill", "--quiet"], b"");
        run(&["archive", "--kind", "log", "--quiet"], b"");
        run(&["session", "update", "s-1", "--now", "--quiet"], MESSAGES.as_bytes());
        run(&["profile", "--quiet"], b"");
        let root = if space.is_empty() { String::new() } else { format!("spaces/{space}/") };
        lab.write(&format!("{root}templates/words.txt"), "");
    }
    lab
}

const MESSAGES: &str =
    r#"[{"role":"user","content":"We decided to use Postgres."},{"role":"assistant","content":"Yes."}]"#;

/// Everything in the folder that is not the space's own, watched.
struct Watch(Inotify);

impl Watch {
    fn around(lab: &Lab, space: &str) -> Self {
        let watch = Self(Inotify::init().expect("inotify"));
        let own = lab.memory().join("spaces").join(space);
        let mut folders = vec![lab.memory()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(&folder).unwrap().flatten() {
                let path = entry.path();
                if path == own || path.is_symlink() {
                    continue;
                }
                // Settings and templates of the folder are inherited; on the way to the space lie folders.
                let shared = ["alluvium.toml", "templates"].iter().any(|name| path == lab.path(name));
                if path.is_dir() && !shared {
                    folders.push(path.clone());
                }
                if !shared && !own.starts_with(&path) {
                    watch.add(&path);
                }
            }
        }
        watch
    }

    fn add(&self, path: &Path) {
        let mask = WatchMask::OPEN | WatchMask::ACCESS | WatchMask::MODIFY | WatchMask::CREATE | WatchMask::DELETE;
        self.0.watches().add(path, mask | WatchMask::MOVE | WatchMask::ATTRIB | WatchMask::DONT_FOLLOW).unwrap();
    }

    /// What was done to what is watched since the last time.
    fn seen(&mut self) -> Vec<String> {
        let mut buffer = [0; 65_536];
        match self.0.read_events(&mut buffer) {
            Ok(events) => events.map(|e| format!("{:?} {:?}", e.mask, e.name)).collect(),
            Err(e) if e.kind() == std::io::ErrorKind::WouldBlock => Vec::new(),
            Err(e) => panic!("{e}"),
        }
    }

    /// The watches see a file being read, and a folder being listed.
    fn try_out(&mut self, file: PathBuf) {
        self.seen();
        std::fs::read(&file).unwrap();
        assert!(!self.seen().is_empty(), "nobody saw that {} was read", file.display());
        std::fs::read_dir(file.parent().unwrap()).unwrap().for_each(drop);
        assert!(!self.seen().is_empty(), "nobody saw that the folder of {} was listed", file.display());
    }
}

/// Command lines, in which `{}` stands for something hostile.
const COMMANDS: [&str; 62] = [
    "add Fact {} --topic {}",
    "add Decision {} --about {} --because {}",
    "add Note x --date {}",
    "add Note x --ref {}",
    "add {} x",
    "show",
    "show {}",
    "show sediment",
    "show sediment --as-of 2025-03-13",
    "show --about {}",
    "distill",
    "distill --dry-run --explain",
    "review",
    "review {} keep",
    "history shared/x",
    "history {}",
    "why {}",
    "undo --dry-run",
    "undo",
    "restore {}",
    "inject",
    "inject --for {} --cite",
    "inject --session {}",
    "inject --session s-1 --task recall",
    "inject --task {}",
    "inject --section {}",
    "inject --as-of 2025-03-12 --format json",
    "profile",
    "profile --rebuild",
    "search {}",
    "search tables --in stream,sediment,history,archive",
    "search {} --about {}",
    "about {}",
    "about shared",
    "feedback confirm {}",
    "feedback correct {} x",
    "outcome --when {} --did {} --worked",
    "session list",
    "session show {}",
    "session show s-1",
    "session update {} --now",
    "session update s-1 --now",
    "session end {}",
    "import chat.json",
    "hook claude",
    "doctor --secrets",
    "doctor --fix --yes",
    "status",
    "status --check",
    "stats",
    "stats --prometheus",
    "archive --older-than 0d",
    "archive --kind {}",
    "archive --routine",
    "archive --restore",
    "forget --match {} --yes",
    "forget --about {} --yes",
    "forget --topic {} --yes",
    "config",
    "config {}",
    "today",
    "git setup",
];

#[test]
fn no_command_opens_a_file_of_another_space() {
    for (space, seed) in [("acme/ana", 1_u64), ("acme/bob", 2), ("zeta", 3)] {
        let lab = lab();
        std::fs::write(lab.work().join("chat.json"), MESSAGES).unwrap();
        let mut watch = Watch::around(&lab, space);
        let other = if space == "zeta" { "acme/ana" } else { "zeta" };
        watch.try_out(lab.path(&format!("spaces/{other}/sediment.md")));
        watch.try_out(lab.path("stream/2025/2025-03-12.md"));
        let mut dice = seed;
        let mut roll = |sides: usize| {
            dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(dice >> 33).unwrap() % sides
        };
        let mut order: Vec<&str> = COMMANDS.to_vec();
        for at in (1..order.len()).rev() {
            order.swap(at, roll(at + 1));
        }
        order.extend(["forget --all --yes", "add Fact {}", "inject"]);
        for command in order {
            let hostile = HOSTILE[roll(HOSTILE.len())];
            let words: Vec<String> = command.split(' ').map(|word| word.replace("{}", hostile)).collect();
            let args: Vec<&str> = ["--space", space].into_iter().chain(words.iter().map(String::as_str)).collect();
            let input = if command.starts_with("hook") {
                format!(r#"{{"session_id":"{}","hook_event_name":"SessionStart","source":"startup"}}"#, "s-1")
            } else {
                MESSAGES.to_owned()
            };
            let ran = lab.run_with(&args, input.as_bytes());
            assert!([0, 1, 64].contains(&ran.code), "{args:?}: {}", ran.err);
            assert_eq!(watch.seen(), [""; 0], "`alluvium {}` looked into another space", args.join(" "));
        }
    }
}

#[test]
fn neither_names_nor_links_nor_settings_lead_into_another_space() {
    let lab = lab();
    let mut watch = Watch::around(&lab, "acme/ana");
    watch.try_out(lab.path("spaces/acme/bob/sediment.md"));
    for name in HOSTILE.iter().filter(|name| **name != "acme/bob") {
        lab.fail(64, &["--space", name, "show"]).stdout("");
        lab.fail(64, &["space", "remove", name, "--yes"]).stdout("");
    }
    let ana = lab.path("spaces/acme/ana");
    let all =
        [&["show"][..], &["inject"], &["add", "Fact", "x"], &["distill"], &["doctor"], &["forget", "--all", "--yes"]];
    let refused = |watch: &mut Watch, why: &str, code| {
        for args in all {
            let ran = lab.fail(code, &[&["--space", "acme/ana"], args].concat());
            assert_eq!(watch.seen(), [""; 0], "{why}: {args:?}: {}", ran.err);
        }
    };
    for (link, target) in [
        ("stream/2024", "../../bob/stream/2025"),
        ("stream/2025/2025-03-13.md", "../../../bob/stream/2025/2025-03-12.md"),
        ("sessions/s-2.md", "../../bob/sessions/s-1.md"),
        ("archive/2024", "../../../zeta/archive"),
        ("templates/rules.toml", "../../../../stream/2025/2025-03-12.md"),
        ("way", "../../zeta"),
    ] {
        symlink(target, ana.join(link)).unwrap();
        watch.seen();
        refused(&mut watch, link, 1);
        std::fs::remove_file(ana.join(link)).unwrap();
    }
    let settings = ana.join("alluvium.toml");
    for line in [
        "stream = \"../bob/stream/{year}/{date}.md\"",
        "sediment = \"../bob/sediment.md\"",
        "sediment = \"/etc/passwd\"",
    ] {
        std::fs::write(&settings, format!("[layout]\n{line}\n")).unwrap();
        refused(&mut watch, line, 64);
    }
    #[cfg(feature = "llm")]
    for file in ["../bob/sediment.md", "../../zeta/../acme/bob/sediment.md"] {
        let model = format!(
            "[model]\nprovider = \"openai\"\nname = \"m\"\nbase-url = \"http://127.0.0.1:9\"\napi-key-file = \"{file}\"\n"
        );
        std::fs::write(&settings, model).unwrap();
        let ran = lab.fail(64, &["--space", "acme/ana", "distill", "--llm"]);
        ran.stderr_has(&format!("alluvium: `{file}` leads into another space\nhint: see `api-key-file`"));
        assert_eq!(watch.seen(), [""; 0], "{file}");
    }
    std::fs::write(&settings, "").unwrap();
    lab.ok(&["--space", "acme/ana", "show", "2025-03-12"]).stdout_has("Reports are tables.");
    assert_eq!(watch.seen(), [""; 0]);
}
