//! Faults that trying the program found; each stays mended.

use crate::lab::Lab;

#[test]
fn a_field_inside_the_value_of_a_field_blocks_nothing() {
    let lab = Lab::new();
    lab.ok(&["add", "Fact", "The sky is blue.", "--because", "we said [a:: b] so", "--quiet"]);
    lab.ok(&["add", "Fact", "The sea is green.", "--topic", "x [y:: z]", "--quiet"]);
    lab.ok(&["distill", "--quiet"]);
    let sediment = lab.read("sediment.md");
    assert!(sediment.contains("The sky is blue.") && sediment.contains("The sea is green."), "{sediment}");
}

#[test]
fn an_oversized_record_pushes_nothing_out() {
    let lab = Lab::new();
    lab.ok(&["add", "Decision", "Logs are JSON.", "--topic", "p/logs"]);
    lab.ok(&["distill", "--quiet"]);
    let long: String = (0..1500).map(|n| format!("word{n} ")).collect();
    lab.ok_with(&["add", "Fact", "-"], long.as_bytes());
    assert!(lab.changed(|| drop(lab.ok(&["distill", "--quiet"]))).iter().all(|line| !line.contains("sediment.md")));
    lab.ok(&["distill"]).stdout("");
}

#[test]
fn what_was_replaced_is_no_news() {
    let lab = Lab::new();
    for value in ["SQLite", "PostgreSQL", "MySQL"] {
        lab.ok(&["add", "Decision", &format!("The api stores bookings in {value}."), "--topic", "api/db"]);
    }
    lab.ok(&["distill", "--quiet"]);
    for now in ["2025-03-14T20:00:00+01:00", "2025-03-15T09:00:00+01:00"] {
        let context = lab.at(now).ok(&["inject"]).out;
        assert!(
            context.contains("MySQL") && !context.contains("SQLite") && !context.contains("PostgreSQL"),
            "{context}"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_file_size_limit_is_an_error_and_tears_no_record() {
    let lab = Lab::new();
    let day = "stream/2025/2025-03-14.md";
    lab.write(day, format!("- 08:00 [Note] {}\n", "x".repeat(1500)));
    let before = lab.read(day);
    let program = env!("CARGO_BIN_EXE_alluvium");
    let script = format!("ulimit -f 2; exec {program} add Decision '{} unless approved'", "y".repeat(600));
    let command = lab.command(&[]);
    let mut limited = std::process::Command::new("sh");
    limited.args(["-c", &script]).current_dir(lab.work()).env_clear();
    limited.envs(command.get_envs().filter_map(|(k, v)| Some((k, v?))));
    let output = limited.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("cannot append to"), "{said}");
    assert_eq!(lab.read(day), before);
}

#[cfg(unix)]
#[test]
fn import_passes_over_what_is_no_file() {
    let lab = Lab::new();
    let folder = lab.work().join("notes");
    std::fs::create_dir(&folder).unwrap();
    let made = std::process::Command::new("mkfifo").arg(folder.join("pipe.md")).status().unwrap();
    assert!(made.success());
    assert_eq!(lab.run(&["import", "--dry-run", "notes"]).code, 0);
}

#[cfg(unix)]
#[test]
fn a_pipe_in_the_place_of_a_file_is_named_and_nobody_waits_for_it() {
    let lab = Lab::new();
    let pipe = |name: &str| {
        let path = lab.memory().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        let _ = std::fs::remove_file(&path);
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        path
    };
    let day = pipe("stream/2025/2025-03-14.md");
    lab.fail(1, &["add", "Note", "x"]).stderr_has("2025-03-14.md`: it is no regular file\n");
    lab.run(&["distill"]).stderr_has("it is no regular file");
    lab.run(&["search", "word"]).stderr_has("it is no regular file");
    std::fs::remove_file(day).unwrap();
    pipe("sediment.md");
    lab.fail(1, &["inject"]).stderr_has("sediment.md`: it is no regular file\n");
    lab.fail(1, &["distill"]).stderr_has("sediment.md`: it is no regular file\n");
    let sediment = lab.path("sediment.md");
    std::fs::remove_file(&sediment).unwrap();
    let socket = std::os::unix::net::UnixListener::bind(&sediment).unwrap();
    lab.fail(1, &["inject"]).stderr_has("sediment.md`: it is no regular file\n");
    drop(socket);
    std::fs::remove_file(&sediment).unwrap();
    std::os::unix::fs::symlink("/dev/zero", &sediment).unwrap();
    lab.fail(1, &["inject"]).stderr_has("sediment.md`: it is no regular file\n");
    std::fs::remove_file(&sediment).unwrap();
    std::fs::create_dir(&sediment).unwrap();
    lab.fail(1, &["inject"]).stderr_has("sediment.md`: Is a directory");
}
