//! Words that were met before: maps by the bytes of short words. The standard hasher withstands chosen
//! keys, which nobody chooses here, and takes longer than a scan takes to find the word.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A map by the bytes of a word.
pub type Met<V> = HashMap<Vec<u8>, V, BuildHasherDefault<Quick>>;

/// A multiplicative hash of eight bytes at a time.
#[derive(Debug, Default)]
pub struct Quick(u64);

impl Quick {
    fn take(&mut self, n: u64) {
        self.0 = (self.0.rotate_left(5) ^ n).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Hasher for Quick {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().for_each(|word| self.take(u64::from_le_bytes(*word)));
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        self.take(u64::from_le_bytes(last));
    }

    fn write_usize(&mut self, n: usize) {
        self.take(n as u64);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}
