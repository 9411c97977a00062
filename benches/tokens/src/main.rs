//! Compares the token estimator with `o200k_base`.
//!
//! ```text
//! cargo run --release --manifest-path benches/tokens/Cargo.toml              # the texts beside this file
//! cargo run --release --manifest-path benches/tokens/Cargo.toml -- FILE…     # other texts
//! ```
//!
//! Prints for each text the real count, the estimate's error over the whole, and the worst error
//! of any stretch of about 500 tokens.

use std::path::PathBuf;

fn main() {
    let bpe = tiktoken_rs::o200k_base().expect("the tables are built in");
    let mut files: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    if files.is_empty() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/texts");
        files = std::fs::read_dir(folder).expect(folder).flatten().map(|entry| entry.path()).collect();
        files.sort();
    }
    println!("{:24} {:>8} {:>9} {:>7} {:>7} {:>7}", "text", "o200k", "estimate", "error", "lowest", "highest");
    for file in files {
        let Ok(text) = std::fs::read_to_string(&file) else { continue };
        let error = |text: &str| {
            let real = bpe.encode_ordinary(text).len();
            let estimate = alluvium::tokens::estimate_centi(text) as f64 / 100.0;
            (real, estimate, 100.0 * (estimate / real.max(1) as f64 - 1.0))
        };
        let (real, estimate, whole) = error(&text);
        let parts: Vec<f64> = stretches(&text).iter().map(|part| error(part).2).collect();
        let lowest = parts.iter().copied().fold(whole, f64::min);
        let highest = parts.iter().copied().fold(whole, f64::max);
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        println!("{name:24} {real:8} {estimate:9.0} {whole:+6.1}% {lowest:+6.1}% {highest:+6.1}%");
    }
}

/// Whole lines, about 500 estimated tokens each; a shorter rest is left out.
fn stretches(text: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut part = String::new();
    for line in text.split_inclusive('\n') {
        part.push_str(line);
        if alluvium::tokens::estimate_centi(&part) > 50_000 {
            parts.push(std::mem::take(&mut part));
        }
    }
    parts
}
