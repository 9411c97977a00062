//! Crockford's base32 in lower case: no `i`, `l`, `o`, `u`, so that nobody takes one character for another.

const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// So many characters of 5 bits each, highest first; higher bits are left out.
pub fn base32(bits: impl Into<u64>, n: u32) -> String {
    let bits = bits.into();
    (0..n).rev().map(|i| char::from(ALPHABET[(bits >> (5 * i)) as usize & 31])).collect()
}

/// The 30 bits of a record's hash.
pub(super) fn six(bits: u32) -> [u8; 6] {
    std::array::from_fn(|i| ALPHABET[(bits >> (25 - 5 * i)) as usize & 31])
}

/// Writes the hash of a record, six characters.
pub fn push_base32(to: &mut String, bits: u32) {
    to.push_str(std::str::from_utf8(&six(bits)).unwrap_or_default());
}

/// Whether every character of a text is one of these.
pub(super) fn is_base32(text: &str) -> bool {
    text.bytes().all(|b| ALPHABET.contains(&b))
}

/// The bits of a text of up to 13 characters, in either case; none for any other text.
pub fn read_base32(text: &str) -> Option<u64> {
    let digit = |b: u8| {
        Some(match b.to_ascii_lowercase() {
            b @ b'0'..=b'9' => b - b'0',
            b @ b'a'..=b'h' => b - b'a' + 10,
            b @ (b'j' | b'k') => b - b'j' + 18,
            b @ (b'm' | b'n') => b - b'm' + 20,
            b @ b'p'..=b't' => b - b'p' + 22,
            b @ b'v'..=b'z' => b - b'v' + 27,
            _ => return None,
        })
    };
    let add = |bits: u64, b: u8| Some(bits << 5 | u64::from(digit(b)?));
    if text.len() > 13 { None } else { text.bytes().try_fold(0, add) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_reads_back() {
        for bits in 0..32u32 {
            assert_eq!(read_base32(&base32(bits, 1)), Some(u64::from(bits)));
        }
        assert_eq!(read_base32(&base32(u64::MAX, 13)), Some(u64::MAX));
        assert_eq!((read_base32("K7Q2M9"), read_base32("k7q2mu")), (read_base32("k7q2m9"), None));
        assert_eq!(read_base32("00000000000000"), None);
    }
}
