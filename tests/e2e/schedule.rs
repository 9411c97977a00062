//! Nightly jobs, ready to be pasted.

use super::lab::Lab;

const ODD: &str = "it's 100% \"me\" & $HOME";

/// A memory in a folder with every character that some format takes for its own.
fn odd() -> Lab {
    let lab = Lab::empty();
    lab.ok(&["init", ODD, "--quiet"]);
    lab.ok(&["add", "Fact", "The port is 8080", "--memory", ODD]);
    lab.zone("");
    lab
}

#[test]
fn a_line_for_cron_runs_as_it_stands_and_says_nothing() {
    let lab = odd();
    let line = lab.ok(&["schedule", "cron", "--memory", ODD, "--zone", "UTC", "--at", "2:05"]).out;
    let command = line.strip_prefix("5 2 * * * ").unwrap().strip_suffix('\n').unwrap();
    assert!(command.starts_with('/') && command.ends_with(" --zone UTC distill --quiet"), "{command}");
    assert!(command.contains("100\\%") && !command.replace("\\%", "").contains('%'), "{command}");
    // What cron hands to the shell.
    let command = command.replace("\\%", "%");
    let ran = lab
        .command(&[])
        .get_envs()
        .fold(std::process::Command::new("/bin/sh"), |mut sh, (name, value)| {
            if name != "ALLUVIUM_NOW" {
                value.map(|value| sh.env(name, value));
            }
            sh
        })
        .args(["-c", &command])
        .env("ALLUVIUM_NOW", "2025-03-15T03:30:00Z")
        .current_dir("/")
        .output()
        .unwrap();
    assert!(ran.status.success() && ran.stdout.is_empty() && ran.stderr.is_empty(), "{ran:?}");
    let sediment = std::fs::read_to_string(lab.work().join(ODD).join("sediment.md")).unwrap();
    assert!(sediment.contains("The port is 8080"), "{sediment}");
}

#[test]
fn units_and_property_lists_escape_what_is_theirs() {
    let lab = odd();
    let path = lab.work().join("it's 100").display().to_string();
    let units = lab.ok(&["schedule", "systemd", "--memory", ODD]).out;
    assert!(
        units.contains(&format!("\"--memory\" \"{path}%% \\\"me\\\" & $$HOME\" \"distill\" \"--quiet\"\n")),
        "{units}"
    );
    assert!(units.contains("\nOnCalendar=*-*-* 03:30:00\nPersistent=true\n"));
    let list = lab.ok(&["schedule", "launchd", "--memory", ODD]).out;
    assert!(list.contains(&format!("<string>{path}% \"me\" &amp; $HOME</string>\n")), "{list}");
    assert!(list.contains("<integer>3</integer>") && list.contains("<integer>30</integer>"));
    for text in [units, list] {
        let checked = std::process::Command::new("/bin/sh").args(["-n", "-c", &text]).output().unwrap();
        assert!(checked.status.success(), "{checked:?}");
    }
}

/// systemd itself starts no program with a quote or a backslash in its name.
#[cfg(unix)]
#[test]
fn a_unit_starts_a_program_of_any_name_through_a_shell() {
    let lab = odd();
    let program = lab.work().join(ODD).join("al\\luvium");
    std::os::unix::fs::symlink(lab.command(&[]).get_program(), lab.work().join("plain")).unwrap();
    // By another process: one that another test starts while this one writes would keep the file busy.
    let copied = std::process::Command::new("cp").arg(lab.command(&[]).get_program()).arg(&program).status();
    assert!(copied.unwrap().success());
    let said = |program: &std::path::Path| {
        let mut command = std::process::Command::new(program);
        command.args(["schedule", "systemd", "--memory", ODD]).current_dir(lab.work());
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    let units = said(&program);
    let line = units.lines().find_map(|line| line.strip_prefix("ExecStart=")).unwrap();
    assert!(line.starts_with("/bin/sh -c \"exec \\\"$$0\\\" \\\"$$@\\\"\" \"/"), "{line}");
    assert!(line.contains("/al\\\\luvium\" \"--memory\" ") && line.contains("100%% "), "{line}");
    assert!(!said(&lab.work().join("plain")).contains("/bin/sh"));
}

#[test]
fn two_memories_have_two_jobs() {
    let lab = Lab::new();
    lab.ok(&["init", "other", "--quiet"]);
    let name = |memory: &str| {
        let text = lab.ok(&["schedule", "systemd", "--memory", memory]).out;
        text.split("enable --now ").nth(1).unwrap().lines().next().unwrap().to_owned()
    };
    assert_ne!(name("memory"), name("other"));
}

#[test]
fn what_is_no_time_of_the_day_is_refused() {
    for at in ["24:00", "3", "3:60", "-1:30", "+3:30"] {
        let ran = Lab::new().fail(64, &["schedule", "cron", &format!("--at={at}")]);
        ran.stderr(&format!("alluvium: `{at}` is no time of the day\nhint: write it as `HH:MM`, such as `03:30`\n"));
    }
}

#[cfg(unix)]
#[test]
fn a_path_that_no_job_can_say_is_refused() {
    let lab = Lab::empty();
    lab.ok(&["init", "a\nb", "--quiet"]);
    lab.fail(1, &["schedule", "cron", "--memory", "a\nb"]).stderr_has("the path cannot stand in a job\nhint: name");
}
