//! Links the optimised program for Linux at a fixed address, and reads the word lists that it is built with.
//!
//! `add` and `inject` run in a millisecond, of which a fifth went to moving the program's tables of
//! pointers to a random address, page by page. `ALLUVIUM_PIE=1` keeps the linker's default; see
//! `docs/decisions.md`.
//!
//! Of the lists in `templates/rules.toml` two tables without pointers are made: their text, a phrase a line, and the hashes
//! of the phrases' words. Both are read by the modules that read them in the program.
#![expect(clippy::disallowed_methods, reason = "cargo speaks to a build script through the environment and files")]
#![allow(dead_code, reason = "the modules serve the program as well")]

use std::fmt::Write;
use std::path::Path;

#[path = "src/distill/rules/lists.rs"]
mod lists;
#[path = "src/script.rs"]
mod script;
#[path = "src/distill/rules/words.rs"]
mod words;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=ALLUVIUM_PIE");
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|v| v == value);
    if is("PROFILE", "release")
        && is("CARGO_CFG_TARGET_OS", "linux")
        && is("CARGO_CFG_TARGET_ENV", "gnu")
        && is("CARGO_CFG_TARGET_ARCH", "x86_64")
        && std::env::var_os("ALLUVIUM_PIE").is_none()
    {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
    for source in [RULES, "src/script.rs", "src/distill/rules/lists.rs", "src/distill/rules/words.rs"] {
        println!("cargo::rerun-if-changed={source}");
    }
    let packed = packed(&std::fs::read_to_string(RULES)?)?;
    std::fs::write(Path::new(&std::env::var("OUT_DIR")?).join("rules.rs"), packed)?;
    Ok(())
}

const RULES: &str = "templates/rules.toml";

/// The lists of a file as the source of a `Packed`.
fn packed(file: &str) -> Result<String, Box<dyn std::error::Error>> {
    let lists = lists::Lists::read(file).map_err(|misread| format!("{RULES}: {misread:?}"))?;
    let mut text = String::new();
    let mut words = Vec::new();
    for (key, languages) in &lists.by_key {
        writeln!(text, "{}{key}", lists::KEY)?;
        for (language, list) in languages {
            writeln!(text, "{}{language}", lists::LANGUAGE)?;
            for phrase in list {
                writeln!(text, "{}", phrase.text)?;
                words.push(u32::try_from(phrase.words.len())?);
                words.extend(phrase.words.iter());
            }
        }
    }
    Ok(format!("Packed {{ text: {text:?}, words: &{words:?}, window: {:?} }}\n", lists.window))
}
