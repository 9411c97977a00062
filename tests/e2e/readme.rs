//! The examples of the README are run: its `console` blocks are one session in an empty place. A line `$ command` must succeed; lines below it, when there are
//! any, are exactly what it prints. A line `…` stands for any lines.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::lab::Lab;

fn pages() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages = vec![("README.md".to_owned(), std::fs::read_to_string(root.join("README.md")).unwrap())];
    for entry in std::fs::read_dir(root.join("docs")).unwrap().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(".md") {
            pages.push((format!("docs/{name}"), std::fs::read_to_string(entry.path()).unwrap()));
        }
    }
    pages.sort();
    pages
}

/// Commands and what they are said to print, of all `console` blocks of a page.
fn sessions(page: &str) -> Vec<(String, Vec<String>)> {
    let mut commands: Vec<(String, Vec<String>)> = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        if line.starts_with("```") {
            inside = line.trim() == "```console";
        } else if inside {
            match (line.strip_prefix("$ "), line.strip_prefix("> "), commands.last_mut()) {
                (Some(command), _, _) => commands.push((command.to_owned(), Vec::new())),
                (None, Some(more), Some((command, printed))) if printed.is_empty() && command.ends_with('\\') => {
                    command.push('\n');
                    command.push_str(more);
                }
                (None, _, Some((_, printed))) => printed.push(line.to_owned()),
                (None, _, None) => {}
            }
        }
    }
    commands
}

fn matches(expected: &[String], actual: &[&str]) -> bool {
    match expected.split_first() {
        None => actual.is_empty(),
        Some((first, rest)) if first == "…" => (0..=actual.len()).any(|n| matches(rest, &actual[n..])),
        Some((first, rest)) => actual.first().is_some_and(|a| a == first) && matches(rest, &actual[1..]),
    }
}

#[test]
fn console_examples_do_what_they_say() {
    let program = Path::new(env!("CARGO_BIN_EXE_alluvium"));
    for (name, page) in pages().into_iter().filter(|(name, _)| name == "README.md") {
        let lab = Lab::empty();
        let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
        for (command, expected) in sessions(&page) {
            let output = Command::new("sh")
                .args(["-ec", &command])
                .current_dir(lab.work())
                .env_clear()
                .env("HOME", lab.work().join("../home"))
                .env("PATH", &path)
                .env("ALLUVIUM_NOW", "2025-03-14T09:14:00+01:00")
                .env("ALLUVIUM_ZONE", "Europe/Berlin")
                .stdin(Stdio::null())
                .output()
                .unwrap();
            let printed = String::from_utf8_lossy(&output.stdout).into_owned();
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(output.status.success(), "{name}: `{command}` failed:\n{printed}{said}");
            if !expected.is_empty() {
                let lines: Vec<&str> = printed.lines().chain(said.lines()).collect();
                assert!(
                    matches(&expected, &lines),
                    "{name}: `{command}` printed:\n{printed}{said}\ninstead of:\n{}",
                    expected.join("\n")
                );
            }
        }
    }
}

#[test]
fn links_in_the_pages_lead_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (name, page) in pages() {
        // Code is no link.
        let prose: String = page.split("```").step_by(2).flat_map(|text| text.split('`').step_by(2)).collect();
        for part in prose.split("](").skip(1) {
            let target = part.split([')', '#']).next().unwrap_or("");
            if target.is_empty() || target.contains("://") || target.contains(char::is_whitespace) {
                continue;
            }
            let base = root.join(&name);
            assert!(base.parent().unwrap().join(target).exists(), "{name} links to `{target}`, which is not there");
        }
    }
}
