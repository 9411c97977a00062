//! The laboratory: a temporary folder with a memory in it, a fixed clock and zone, a cleared environment.
//!
//! ```ignore
//! let lab = Lab::new();                       // an initialised memory, now = 2025-03-14T09:14:00+01:00
//! lab.ok(&["add", "Fact", "…"]).stdout("2025-03-14#……\n");
//! lab.fail(64, &["add"]).stderr_has("usage");
//! assert_eq!(lab.changed(|| …), ["A stream/2025/2025-03-14.md"]);
//! ```

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A temporary place with a memory folder, for one test.
pub struct Lab {
    dir: tempfile::TempDir,
    now: std::cell::RefCell<String>,
    zone: std::cell::RefCell<String>,
    vars: std::cell::RefCell<Vec<(String, String)>>,
}

/// What a run of the program gave back.
#[derive(Debug)]
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Lab {
    /// An empty place without a memory.
    pub fn empty() -> Self {
        let dir = tempfile::Builder::new().prefix("alluvium-test-").tempdir().unwrap();
        std::fs::create_dir(dir.path().join("home")).unwrap();
        std::fs::create_dir(dir.path().join("work")).unwrap();
        Self {
            dir,
            now: "2025-03-14T09:14:00+01:00".to_owned().into(),
            zone: "Europe/Berlin".to_owned().into(),
            vars: Vec::new().into(),
        }
    }

    /// A place with an initialised memory.
    pub fn new() -> Self {
        let lab = Self::empty();
        lab.ok(&["init", "--quiet"]);
        lab
    }

    /// The memory folder (`work/memory`).
    pub fn memory(&self) -> PathBuf {
        self.dir.path().join("work/memory")
    }

    /// A path in the memory folder.
    pub fn path(&self, rel: &str) -> PathBuf {
        self.memory().join(rel)
    }

    /// The working directory of the runs.
    pub fn work(&self) -> PathBuf {
        self.dir.path().join("work")
    }

    /// Sets the clock (RFC 3339).
    pub fn at(&self, now: &str) -> &Self {
        *self.now.borrow_mut() = now.to_owned();
        self
    }

    /// Sets the zone; empty for none.
    pub fn zone(&self, zone: &str) -> &Self {
        *self.zone.borrow_mut() = zone.to_owned();
        self
    }

    /// Sets a further environment variable for all later runs.
    pub fn var(&self, name: &str, value: &str) -> &Self {
        self.vars.borrow_mut().push((name.to_owned(), value.to_owned()));
        self
    }

    /// The command, with the environment cleared but for what is fixed here.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_alluvium"));
        command.args(args).current_dir(self.work()).env_clear();
        command.env("HOME", self.dir.path().join("home")).env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.env("ALLUVIUM_NOW", &*self.now.borrow());
        if !self.zone.borrow().is_empty() {
            command.env("ALLUVIUM_ZONE", &*self.zone.borrow());
        }
        command.envs(self.vars.borrow().iter().map(|(k, v)| (k, v)));
        command
    }

    /// Runs with the given standard input and returns whatever came of it.
    pub fn run_with(&self, args: &[&str], stdin: &[u8]) -> Ran {
        let mut child =
            self.command(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut pipe = child.stdin.take().unwrap();
        let input = stdin.to_vec();
        let writer = std::thread::spawn(move || {
            let _ = pipe.write_all(&input);
        });
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        Ran {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).expect("standard output is UTF-8"),
            err: String::from_utf8(output.stderr).expect("standard error is UTF-8"),
        }
    }

    /// Runs without input.
    pub fn run(&self, args: &[&str]) -> Ran {
        self.run_with(args, b"")
    }

    /// Runs; exit code 0 and an empty standard error are expected.
    #[track_caller]
    pub fn ok(&self, args: &[&str]) -> Ran {
        self.ok_with(args, b"")
    }

    /// The same with standard input.
    #[track_caller]
    pub fn ok_with(&self, args: &[&str], stdin: &[u8]) -> Ran {
        let ran = self.run_with(args, stdin);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "`alluvium {}` printed:\n{}", args.join(" "), ran.out);
        ran
    }

    /// Runs; the given exit code is expected.
    #[track_caller]
    pub fn fail(&self, code: i32, args: &[&str]) -> Ran {
        let ran = self.run(args);
        assert_eq!(ran.code, code, "`alluvium {}`:\n{}\n{}", args.join(" "), ran.out, ran.err);
        ran
    }

    /// Writes a file of the memory folder.
    pub fn write(&self, rel: &str, text: impl AsRef<[u8]>) -> &Self {
        let path = self.path(rel);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
        self
    }

    /// Reads a file of the memory folder; empty when it does not exist.
    pub fn read(&self, rel: &str) -> String {
        std::fs::read(self.path(rel)).map(|b| String::from_utf8_lossy(&b).into_owned()).unwrap_or_default()
    }

    /// Every file below the memory folder with its bytes, `.alluvium/` left out.
    pub fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let mut files = BTreeMap::new();
        collect(&self.memory(), &self.memory(), &mut files);
        files
    }

    /// Which files the action added (`A path`), changed (`M`) or removed (`D`).
    pub fn changed(&self, action: impl FnOnce()) -> Vec<String> {
        let before = self.files();
        action();
        let after = self.files();
        let mut lines = Vec::new();
        for name in before.keys().chain(after.keys()).collect::<std::collections::BTreeSet<_>>() {
            match (before.get(name), after.get(name)) {
                (None, Some(_)) => lines.push(format!("A {name}")),
                (Some(_), None) => lines.push(format!("D {name}")),
                (Some(a), Some(b)) if a != b => lines.push(format!("M {name}")),
                _ => {}
            }
        }
        lines
    }
}

impl Ran {
    /// Standard output is exactly this.
    #[track_caller]
    pub fn stdout(&self, expected: &str) -> &Self {
        assert_eq!(self.out, expected);
        self
    }

    /// Standard output holds this.
    #[track_caller]
    pub fn stdout_has(&self, part: &str) -> &Self {
        assert!(self.out.contains(part), "no `{part}` in:\n{}", self.out);
        self
    }

    /// Standard error is exactly this.
    #[track_caller]
    pub fn stderr(&self, expected: &str) -> &Self {
        assert_eq!(self.err, expected);
        self
    }

    /// Standard error holds this.
    #[track_caller]
    pub fn stderr_has(&self, part: &str) -> &Self {
        assert!(self.err.contains(part), "no `{part}` in:\n{}", self.err);
        self
    }
}

fn collect(root: &Path, dir: &Path, files: &mut BTreeMap<String, Vec<u8>>) {
    let Ok(entries) = std::fs::read_dir(dir) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.file_name().is_some_and(|n| n == ".alluvium" || n == ".git") {
            continue;
        }
        let rel = path.strip_prefix(root).unwrap().to_string_lossy().into_owned();
        // A linked folder is a link: it may lead anywhere, and to a lot.
        if path.is_symlink() && path.is_dir() {
            files.insert(rel, std::fs::read_link(&path).unwrap().into_os_string().into_encoded_bytes());
        } else if path.is_dir() {
            collect(root, &path, files);
        } else {
            files.insert(rel, std::fs::read(&path).unwrap_or_default());
        }
    }
}
