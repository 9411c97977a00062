//! Trial.
#![allow(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used, clippy::disallowed_methods)]
use alluvium::distill::{
    Board,
    rules::{Matcher, Rules},
};
use alluvium::memory::Settings;
use alluvium::stream::day::read_day;
use alluvium::time::Day;
use std::path::{Path, PathBuf};
fn walk(dir: &Path, out: &mut Vec<PathBuf>) {
    for e in std::fs::read_dir(dir).unwrap() {
        let p = e.unwrap().path();
        if p.is_dir() {
            walk(&p, out)
        } else if p.extension().is_some_and(|e| e == "md") {
            out.push(p)
        }
    }
}
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let verbose = args.iter().any(|a| a == "-v");
    let settings = Settings::default();
    let t0 = std::time::Instant::now();
    let rules = Rules::parse(None, &settings).unwrap();
    let t1 = t0.elapsed();
    let mut files = Vec::new();
    walk(Path::new(&args[0]), &mut files);
    files.sort();
    let mut records = Vec::new();
    for f in &files {
        let Some(day) = Day::parse(f.file_stem().unwrap().to_str().unwrap()) else { continue };
        records.extend(read_day(&std::fs::read(f).unwrap(), day, f, &settings).records);
    }
    let today = records.last().unwrap().day;
    let t2 = std::time::Instant::now();
    let mut board = Board::new(today);
    let mut m = Matcher::new(&rules, &board);
    for r in &records {
        let v = m.consider(r, &board);
        if verbose {
            if let Some(w) = &v.left_out {
                println!("{} [{}] {} => left out: {w}", r.day, r.kind, r.text);
            }
        }
        for c in &v.changes {
            let res = board.apply(c);
            if verbose {
                println!("{} [{}] {} => {:?} // {} {:?}", r.day, r.kind, r.text, c.what, c.why, res.as_ref().err());
            }
            if let Ok(id) = res {
                m.changed(&id, &board);
                if let alluvium::distill::change::What::Merge { from, .. } = &c.what {
                    for f in from {
                        m.changed(f, &board);
                    }
                }
            }
        }
    }
    eprintln!("parse {:?} match {:?} records {} entries {}", t1, t2.elapsed(), records.len(), board.slots.len());
    for (id, s) in &board.slots {
        println!(
            "- {} {} ^{}",
            s.state.text,
            if s.state.fields.get("conflicts").is_some() { "[conflicts]" } else { "" },
            id.0
        );
    }
}
