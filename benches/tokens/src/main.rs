//! Counts.
use std::io::Read;
fn main() {
    let bpe = tiktoken_rs::o200k_base().unwrap();
    for f in std::env::args().skip(1) {
        let mut s = String::new();
        std::fs::File::open(&f).unwrap().read_to_string(&mut s).unwrap();
        for chunk in s.split("\u{1}") { println!("{}", bpe.encode_ordinary(chunk).len()); }
    }
}
