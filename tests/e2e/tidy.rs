//! The shape of the code, held by a test: sizes, doors, words.

use std::path::{Path, PathBuf};

fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    let mut folders: Vec<PathBuf> = vec![root.join("src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let name = path.strip_prefix(root).unwrap().to_string_lossy().into_owned();
                files.push((name, std::fs::read_to_string(path).unwrap()));
            }
        }
    }
    files.sort();
    files
}

/// The code of a file without its unit tests, which stand last.
fn code(text: &str) -> &str {
    text.split("\n#[cfg(test)]").next().unwrap_or(text)
}

#[test]
fn files_stay_small_enough_to_read() {
    let long: Vec<String> = sources()
        .iter()
        .map(|(name, text)| (name, code(text).lines().count()))
        .filter(|(_, lines)| *lines > 400)
        .map(|(name, lines)| format!("{name}: {lines} lines"))
        .collect();
    assert!(long.is_empty(), "split by noun:\n{}", long.join("\n"));
}

#[test]
fn no_file_is_a_drawer() {
    for (name, _) in sources() {
        let stem = Path::new(&name).file_stem().unwrap().to_string_lossy().into_owned();
        let drawers = ["util", "utils", "common", "types", "manager", "handler", "helper", "helpers", "misc"];
        assert!(!drawers.contains(&stem.as_str()), "{name} names no noun of the program");
    }
}

/// Each crate and effect has one door: the files that may name it.
#[test]
fn effects_come_through_their_doors() {
    let doors: &[(&str, &[&str])] = &[
        ("clap::", &["src/cli/"]),
        ("clap_", &["src/cli/"]),
        ("reqwest::", &["src/model/http.rs"]),
        ("rustls::", &["src/model/http.rs"]),
        ("fs2::", &["src/memory/lock.rs"]),
        ("Utc::now", &["src/time.rs", "src/time/"]),
        ("Local::now", &["src/time.rs", "src/time/"]),
        ("SystemTime::now", &["src/time.rs", "src/time/"]),
        ("env::var", &["src/env.rs"]),
        ("process::exit", &[]),
        ("println!", &["src/cli/ui.rs"]),
        ("pulldown_cmark::", &["src/sediment/", "src/stream/"]),
    ];
    let mut wrong = Vec::new();
    for (name, text) in sources() {
        for (line, content) in code(&text).lines().enumerate() {
            let content = content.split("//").next().unwrap_or("");
            for (word, files) in doors {
                if content.contains(word) && !files.iter().any(|f| name.starts_with(f)) {
                    wrong.push(format!("{name}:{}: `{word}` has its door elsewhere", line + 1));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Data flows one way: a folder knows those below it in this list, never those above.
#[test]
fn nothing_points_back() {
    let layers: &[&[&str]] = &[
        &["cli"],
        &["distill", "inject", "recall", "chat", "care", "git"],
        &["model"],
        &["stream", "sediment", "history"],
        &["memory", "tokens"],
        &["time", "env", "error", "script"],
    ];
    let rank = |module: &str| layers.iter().position(|l| l.contains(&module));
    let mut wrong = Vec::new();
    for (name, text) in sources() {
        let module = name.trim_start_matches("src/").split(['/', '.']).next().unwrap().to_owned();
        let Some(own) = rank(&module) else { continue };
        for (line, content) in code(&text).lines().enumerate() {
            let content = content.split("//").next().unwrap_or("");
            for used in content.split("crate::").skip(1) {
                let other: String = used.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                if rank(&other).is_some_and(|r| r < own) {
                    wrong.push(format!("{name}:{}: `{module}` must not know `{other}`", line + 1));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_module_says_what_it_is() {
    for (name, text) in sources() {
        assert!(text.trim_start().starts_with("//!"), "{name} begins with no module documentation");
    }
}

#[test]
fn every_folder_has_its_page_in_the_architecture() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap();
    for entry in std::fs::read_dir(root.join("src")).unwrap().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        assert!(
            page.contains(&format!("`{name}`")) || page.contains(&format!("`{name}/`")),
            "{name} is not on the map"
        );
    }
}
