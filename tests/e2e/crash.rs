//! What a crash, a full disk, a read-only folder and other processes may not do to the stream.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::lab::{Lab, Ran};

const DAY: &str = "stream/2025/2025-03-14.md";

/// A memory that does not wait for the disk: these tests are about processes, not about power cuts.
fn lab() -> Lab {
    let lab = Lab::new();
    lab.write("alluvium.toml", "[stream]\nsync = false\nmax-bytes = 300000\nwarn-lines = 100000\n");
    lab
}

fn run(mut command: Command, input: &[u8]) -> Ran {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    Ran {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// The records of the day as `show --json` gives them.
fn records(json: &str) -> Vec<serde_json::Value> {
    serde_json::from_str(json).unwrap()
}

#[test]
fn eight_writers_lose_and_tear_nothing() {
    let lab = lab();
    let long = format!("writer 0 record 190 {}", "x".repeat(200_000));
    let text = |writer: usize, n: usize| match (writer, n) {
        (0, 190) => long.clone(),
        _ => format!("writer {writer} record {n}\nand its second line"),
    };
    let add = || lab.command(&["add", "Note", "-"]);
    let commands: Vec<Vec<Command>> = (0..8).map(|_| (0..200).map(|_| add()).collect()).collect();
    let readers: Vec<Vec<Command>> = [&["show", "--json"][..], &["inject"], &["distill", "--quiet"]]
        .iter()
        .map(|args| (0..40).map(|_| lab.command(args)).collect())
        .collect();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let writers: Vec<_> = commands
            .into_iter()
            .enumerate()
            .map(|(writer, commands)| {
                let text = &text;
                scope.spawn(move || {
                    for (n, command) in commands.into_iter().enumerate() {
                        let ran = run(command, text(writer, n).as_bytes());
                        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
                    }
                })
            })
            .collect();
        for (reader, commands) in readers.into_iter().enumerate() {
            let done = &done;
            scope.spawn(move || {
                for command in commands {
                    if done.load(Ordering::Relaxed) {
                        break;
                    }
                    let ran = run(command, b"");
                    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
                    if reader == 0 {
                        let whole = |r: &serde_json::Value| {
                            r["body"] == "and its second line" || r["text"].as_str().unwrap().len() > 200_000
                        };
                        assert!(records(&ran.out).iter().all(whole), "a reader saw half a record");
                    }
                }
            });
        }
        let failed = writers.into_iter().any(|w| w.join().is_err());
        done.store(true, Ordering::Relaxed);
        assert!(!failed);
    });
    let shown = records(&lab.ok(&["show", "--json"]).out);
    assert_eq!(shown.len(), 1600);
    let read: BTreeSet<String> = shown
        .iter()
        .map(|r| [r["text"].as_str().unwrap(), r["body"].as_str().unwrap()].join("\n").trim_end().to_owned())
        .collect();
    let written = (0..8).flat_map(|w| (0..200).map(move |n| (w, n))).map(|(w, n)| text(w, n)).collect();
    assert!(read == written);
}

#[test]
fn killed_writers_lose_and_tear_and_double_no_record_that_was_acknowledged() {
    let lab = lab();
    let mut random = 42_u64;
    let mut acknowledged = BTreeSet::new();
    let mut killed = 0;
    let padding = "y".repeat(12_000); // several pages: a write that the kernel may cut
    for n in 0.. {
        if killed == 200 {
            break;
        }
        assert!(n < 2000, "hardly any writer is killed in time");
        let text = format!("record {n} {padding} end");
        let mut child = lab.command(&["add", "Fact", &text]).stdout(Stdio::piped()).spawn().unwrap();
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        std::thread::sleep(Duration::from_micros((random >> 33) % 9_000));
        let _ = child.kill();
        let output = child.wait_with_output().unwrap();
        killed += usize::from(!output.status.success());
        if output.stdout.ends_with(b"\n") {
            acknowledged.insert(format!("record {n}"));
        }
    }
    lab.ok(&["add", "Note", "the next one"]);
    let shown = records(&lab.ok(&["show", "--json"]).out);
    let mut seen = BTreeSet::new();
    for record in shown.iter().filter(|r| r["kind"] == "Fact") {
        let text = record["text"].as_str().unwrap();
        let name = text.split(" y").next().unwrap().to_owned();
        // The kernel may stop a write of several pages for a kill: what nobody was told is written may be cut.
        let whole = text.ends_with(&format!("{padding} end"));
        assert!(whole || !acknowledged.contains(&name), "`{name}` is torn");
        assert!(seen.insert(name), "a record stands there twice");
    }
    assert!(acknowledged.is_subset(&seen));
}

/// The command under a limit on the size of files, as a full disk would set it.
fn limited(lab: &Lab, blocks: u32, args: &[&str]) -> Command {
    let plain = lab.command(args);
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("ulimit -f {blocks}; trap '' XFSZ; exec \"$0\" \"$@\""));
    command.arg(plain.get_program()).args(plain.get_args()).current_dir(lab.work()).env_clear();
    command.envs(plain.get_envs().filter_map(|(k, v)| v.map(|v| (k, v))));
    command
}

#[test]
fn a_full_disk_leaves_the_old_content_and_says_why() {
    let lab = lab();
    lab.write(DAY, format!("{}\n", "prose ".repeat(600)));
    let before = lab.files();
    let ran = run(limited(&lab, 8, &["add", "Fact", &"z".repeat(20_000)]), b"");
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    ran.stderr_has("alluvium: cannot append to `").stderr_has("2025-03-14.md`: File too large");
    assert_eq!(lab.files(), before);

    // A batch over two days: the first is taken back when the second does not fit.
    let batch = format!(
        "{{\"kind\":\"Fact\",\"text\":\"fits\",\"at\":\"2025-03-13T10:00:00Z\"}}\n{{\"kind\":\"Fact\",\"text\":\"{}\"}}\n",
        "z".repeat(20_000)
    );
    let ran = run(limited(&lab, 8, &["add", "--jsonl"]), batch.as_bytes());
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert_eq!(lab.files(), before);
    lab.ok(&["add", "Fact", "small"]);
}

#[test]
fn a_read_only_folder_is_read_and_an_add_fails_at_once() {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
    use std::os::unix::process::CommandExt as _;
    let lab = lab();
    lab.ok(&["add", "Fact", "x"]);
    let mode = |path: &std::path::Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    let entries = || walk(&lab.memory());
    entries().iter().for_each(|p| mode(p, if p.is_dir() { 0o555 } else { 0o444 }));
    mode(lab.work().parent().unwrap(), 0o755);
    let root = lab.memory().metadata().unwrap().uid() == 0;
    let as_user = |args: &[&str]| {
        let mut command = lab.command(args);
        if root {
            command.uid(65_534).gid(65_534); // modes do not bind root
        }
        command.stdin(Stdio::null()).output()
    };
    let before = lab.files();
    // Where another user may not run the program, there is nothing to be seen here.
    if let Ok(shown) = as_user(&["show"]) {
        assert_eq!((shown.status.code(), shown.stdout), (Some(0), b"- 09:14 [Fact] x\n".to_vec()));
        let added = as_user(&["add", "Fact", "y"]).unwrap();
        let err = String::from_utf8_lossy(&added.stderr).into_owned();
        assert_eq!(added.status.code(), Some(1), "{err}");
        assert!(err.contains("/memory/") && err.contains("Permission denied"), "{err}");
    } else {
        eprintln!("skipped: another user may not run the program here");
    }
    entries().iter().for_each(|p| mode(p, if p.is_dir() { 0o755 } else { 0o644 }));
    assert_eq!(lab.files(), before);
}

fn walk(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let mut found = vec![folder.to_path_buf()];
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        if entry.path().is_dir() {
            found.extend(walk(&entry.path()));
        } else {
            found.push(entry.path());
        }
    }
    found
}

#[test]
fn a_lock_file_of_any_content_stops_nobody() {
    let lab = lab();
    for content in [&b""[..], b"99999999\n", b"\0\xff garbled"] {
        lab.write(".alluvium/stream.lock", content);
        lab.run(&["add", "Fact", "x", "--quiet"]).stderr("");
    }
    assert_eq!(lab.ok(&["show"]).out, "- 09:14 [Fact] x\n");
}
