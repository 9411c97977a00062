//! A distillation that is killed at any moment leaves a state from which the next one continues.

use std::process::Stdio;
use std::time::{Duration, Instant};

use super::lab::Lab;

/// The `n`-th record and, every third, a new value for an earlier one.
fn day(n: usize) -> String {
    let mut text = format!("- 09:00 [Fact] Codeword {n} is alder. [topic:: words/{n}]\n");
    if n.is_multiple_of(3) {
        text.push_str(&format!("- 10:00 [Fact] Codeword {} is birch. [topic:: words/{}]\n", n / 3, n / 3));
    }
    text
}

/// What the sediment must hold after `n` days, each line once.
fn expected(n: usize) -> Vec<String> {
    let renewed = |k: usize| (k * 3) <= n;
    let mut lines: Vec<String> =
        (1..=n).map(|k| format!("Codeword {k} is {}.", if renewed(k) { "birch" } else { "alder" })).collect();
    lines.sort();
    lines
}

fn entries(text: &str) -> Vec<String> {
    let heads = text.lines().filter_map(|l| l.strip_prefix("- ")).filter_map(|l| l.split(" [topic::").next());
    let mut lines: Vec<String> = heads.map(str::to_owned).collect();
    lines.sort();
    lines
}

fn write_day(lab: &Lab, n: usize) {
    let date = chrono::NaiveDate::from_ymd_opt(2020, 1, 1).unwrap() + chrono::TimeDelta::days(n as i64);
    lab.write(&format!("stream/{}/{date}.md", date.format("%Y")), day(n));
}

#[test]
fn killed_at_any_moment() {
    let mut seed = 0x2545_f491_4f6c_dd1du64;
    let mut random = move |below: u64| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed % below.max(1)
    };
    let cut_off: usize = (0..10).map(|_| killed_on_twenty_days(&mut random)).sum();
    assert!(cut_off > 50, "the moments are well spread: {cut_off} of 200 were cut off");
}

/// A day's records, a distillation that is killed, mostly one that is not, and again.
fn killed_on_twenty_days(random: &mut impl FnMut(u64) -> u64) -> usize {
    let lab = Lab::new();
    write_day(&lab, 1);
    let started = Instant::now();
    lab.ok(&["distill"]);
    let mut whole = started.elapsed();
    let mut cut_off = 0;
    for n in 2..=21 {
        write_day(&lab, n);
        let before = entries(&lab.read("sediment.md"));
        let mut child = lab.command(&["distill"]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let moment = Duration::from_micros(random(whole.as_micros() as u64 * 11 / 10));
        let started = Instant::now();
        while started.elapsed() < moment {
            std::hint::spin_loop();
        }
        child.kill().unwrap();
        cut_off += usize::from(!child.wait().unwrap().success());
        let after = entries(&lab.read("sediment.md"));
        assert!(after == before || after == expected(n), "day {n}: neither the old file nor the new one");
        if random(3) > 0 {
            let started = Instant::now();
            let ran = lab.run(&["distill"]);
            assert_eq!((ran.code, ran.err.as_str()), (0, ""), "day {n}");
            whole = (whole * 7 + started.elapsed()) / 8;
            assert_eq!(entries(&lab.read("sediment.md")), expected(n), "day {n}");
        }
    }
    lab.ok(&["distill"]);
    assert_eq!(entries(&lab.read("sediment.md")), expected(21));
    assert_eq!(lab.changed(|| assert_eq!(lab.ok(&["distill"]).out, "")), [""; 0]);
    // Nothing was learned twice: each codeword came into being once, and no value was stated again.
    for k in [1, 7, 21] {
        let told = lab.ok(&["history", &format!("words/{k}"), "--json"]).out;
        let told: serde_json::Value = serde_json::from_str(&told).unwrap();
        let versions = if k * 3 <= 21 { 2 } else { 1 };
        assert_eq!((told.as_array().unwrap().len(), &told[0]["uses"]), (1, &0.into()), "{told}");
        assert_eq!(told[0]["versions"].as_array().unwrap().len(), versions, "{told}");
    }
    cut_off
}

/// A memory before and after its second distillation.
struct Moment {
    lab: Lab,
    old: String,
    new: String,
    history_before: String,
    history: String,
}

const HISTORY: &str = "history/2025-03.md";

impl Moment {
    fn new() -> Self {
        let lab = Lab::new();
        write_day(&lab, 1);
        write_day(&lab, 2);
        lab.ok(&["distill"]);
        let (old, history_before) = (lab.read("sediment.md"), lab.read(HISTORY));
        write_day(&lab, 3);
        lab.ok(&["distill"]);
        let (new, history) = (lab.read("sediment.md"), lab.read(HISTORY));
        Self { lab, old, new, history_before, history }
    }

    /// Everything is as it was meant to be, however often it is distilled again.
    #[track_caller]
    fn is_whole(&self) {
        assert_eq!(entries(&self.lab.read("sediment.md")), expected(3));
        self.lab.ok(&["distill"]);
        let nothing = self.lab.changed(|| assert_eq!(self.lab.ok(&["distill"]).out, ""));
        assert_eq!(nothing, [""; 0]);
        assert_eq!(entries(&self.lab.read("sediment.md")), expected(3));
        self.lab.ok(&["history", "words/1"]).stdout_has("alder").stdout_has("birch");
    }
}

#[test]
fn cut_off_within_the_block() {
    let moment = Moment::new();
    let end = moment.history.rfind(".\n- written").unwrap();
    for cut in (moment.history_before.len()..=end).step_by(23).chain([end - 1, end]) {
        let Some(torn) = moment.history.get(..cut) else { continue };
        moment.lab.write("sediment.md", &moment.old).write(HISTORY, torn);
        moment.lab.ok(&["distill"]);
        assert_eq!(moment.lab.read("sediment.md"), moment.new, "cut at byte {cut}");
        moment.is_whole();
    }
}

#[test]
fn cut_off_between_the_block_and_the_file() {
    let moment = Moment::new();
    moment.lab.write("sediment.md", &moment.old).write(HISTORY, moment.history.strip_suffix("- written\n").unwrap());
    moment.lab.ok(&["distill"]).stdout("the distill of 2025-03-14 09:14 was interrupted and is finished now\n");
    assert_eq!(moment.lab.read("sediment.md"), moment.new);
    moment.is_whole();
}

#[test]
fn cut_off_twice_in_a_row() {
    let moment = Moment::new();
    let lab = &moment.lab;
    let without_note = moment.history.strip_suffix("- written\n").unwrap();
    lab.write("sediment.md", &moment.old).write(HISTORY, without_note);
    write_day(lab, 4);
    lab.ok(&["distill"]);
    let again = lab.read(HISTORY);
    lab.write("sediment.md", &moment.old).write(HISTORY, again.strip_suffix("- written\n").unwrap());
    write_day(lab, 5);
    let told = lab.ok(&["distill"]).out;
    assert_eq!(told.matches("was interrupted and is finished now").count(), 2, "{told}");
    assert!(!told.contains("by hand"), "{told}");
    assert_eq!(entries(&lab.read("sediment.md")), expected(5));
}

#[test]
fn cut_off_before_it_was_noted_that_the_file_is_written() {
    let moment = Moment::new();
    moment.lab.write(HISTORY, moment.history.strip_suffix("- written\n").unwrap());
    moment.lab.ok(&["distill"]).stdout("");
    assert_eq!(moment.lab.read("sediment.md"), moment.new);
    assert_eq!(moment.lab.read(HISTORY), moment.history);
    moment.is_whole();
}

#[test]
fn edited_by_hand_after_a_cut() {
    let moment = Moment::new();
    let line = moment.old.lines().find(|l| l.contains("Codeword 2")).unwrap();
    moment.lab.write("sediment.md", moment.old.replace(&format!("{line}\n"), ""));
    moment.lab.write(HISTORY, moment.history.strip_suffix("- written\n").unwrap());
    moment.lab.ok(&["distill"]).stdout_has("by hand: Codeword 2 is alder.");
    let text = moment.lab.read("sediment.md");
    assert_eq!(entries(&text), ["Codeword 1 is birch.", "Codeword 3 is alder."]);
    moment.lab.ok(&["distill"]).stdout("");
}

/// The one entry that a run added is deleted: the bytes are the old ones again, and it is no crash.
#[test]
fn a_deletion_that_gives_the_old_bytes_is_no_crash() {
    let lab = Lab::new();
    write_day(&lab, 1);
    lab.ok(&["distill"]);
    let old = lab.read("sediment.md");
    write_day(&lab, 2);
    lab.ok(&["distill"]);
    lab.write("sediment.md", &old);
    lab.ok(&["distill"]).stdout_has("rejected").stdout_has("Codeword 2 is alder.");
    assert_eq!(lab.read("sediment.md"), old);
}

#[test]
fn a_read_only_folder_is_refused_before_anything_is_done() {
    use std::os::unix::fs::PermissionsExt as _;
    let lab = Lab::new();
    write_day(&lab, 1);
    let mode = |mode| std::fs::set_permissions(lab.path("history"), std::fs::Permissions::from_mode(mode)).unwrap();
    lab.ok(&["distill"]);
    write_day(&lab, 2);
    let before = lab.files();
    mode(0o500);
    let month = lab.path(HISTORY);
    std::fs::set_permissions(&month, std::fs::Permissions::from_mode(0o400)).unwrap();
    // Root may write anyway; what counts is that a failure changes nothing.
    let ran = lab.run(&["distill"]);
    mode(0o700);
    std::fs::set_permissions(&month, std::fs::Permissions::from_mode(0o600)).unwrap();
    if ran.code != 0 {
        assert_eq!(ran.code, 1);
        assert!(ran.err.contains("cannot append to `") && ran.err.contains(HISTORY), "{}", ran.err);
        assert_eq!(lab.files(), before);
        lab.ok(&["distill"]);
    }
    assert_eq!(entries(&lab.read("sediment.md")), expected(2));
}

#[test]
fn a_full_disk_leaves_the_old_file() {
    let lab = Lab::new();
    write_day(&lab, 1);
    lab.ok(&["distill"]);
    for n in 2..60 {
        write_day(&lab, n);
    }
    let before = lab.files();
    // A limit on the size of files: the block does not fit any more.
    let program = env!("CARGO_BIN_EXE_alluvium");
    let shell = format!("trap '' XFSZ; ulimit -f 1; exec {program} distill");
    let mut command = lab.command(&["distill"]);
    let vars: Vec<_> = command.get_envs().filter_map(|(k, v)| Some((k.to_owned(), v?.to_owned()))).collect();
    command = std::process::Command::new("sh");
    command.args(["-c", &shell]).current_dir(lab.work()).env_clear().envs(vars);
    let ran = command.output().unwrap();
    let err = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(1), "{err}");
    assert!(err.contains("cannot append to `") && err.contains(HISTORY), "{err}");
    assert_eq!(lab.files(), before, "nothing changed and nothing was left behind");
    lab.ok(&["distill", "--quiet"]);
    assert_eq!(entries(&lab.read("sediment.md")), expected(59));
}
