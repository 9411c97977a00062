//! Folding: lower case, accents away, compatibility forms unified, so that texts can be compared as bytes.
//!
//! Folding keeps every line break, so line numbers of folded text are those of the file.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::compose;

use super::han::simplified;

/// Text folded for comparison, and where in it a capital follows a small letter (`parseConfig`).
#[derive(Debug, Default)]
pub struct Folded {
    /// The folded text; bytes that are no UTF-8 became U+FFFD.
    pub bytes: Vec<u8>,
    /// Offsets in `bytes` where a word begins inside a run of letters, ascending.
    pub humps: Vec<u32>,
}

/// Bytes that are looked at together.
const STRETCH: usize = 32;

impl Folded {
    /// Folds a text into this buffer, replacing what was in it. Traditional characters become simplified ones.
    pub fn set(&mut self, text: &[u8]) {
        self.put(text, simplified);
    }

    /// The same with another form of Han characters.
    fn put(&mut self, text: &[u8], han: fn(char) -> char) {
        self.bytes.clear();
        self.humps.clear();
        self.bytes.reserve(text.len());
        if text.is_ascii() {
            self.ascii(text);
            return;
        }
        for chunk in text.utf8_chunks() {
            self.chunk(chunk.valid(), han);
            if !chunk.invalid().is_empty() {
                self.bytes.extend_from_slice("\u{fffd}".as_bytes());
            }
        }
    }

    fn ascii(&mut self, text: &[u8]) {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(text);
        self.bytes[start..].make_ascii_lowercase();
        // Most stretches have no capital at all.
        for (n, chunk) in text.chunks(STRETCH).enumerate() {
            if chunk.iter().fold(false, |any, b| any | b.is_ascii_uppercase()) {
                let from = (n * STRETCH).max(1);
                let humps = (from..n * STRETCH + chunk.len())
                    .filter(|i| text[*i].is_ascii_uppercase() && text[i - 1].is_ascii_lowercase());
                self.humps.extend(humps.map(|i| (start + i) as u32));
            }
        }
    }

    fn chunk(&mut self, text: &str, han: fn(char) -> char) {
        let mut rest = text;
        while let Some(at) = rest.bytes().position(|b| b >= 0x80) {
            self.ascii(&rest.as_bytes()[..at]);
            let mut chars = rest[at..].chars();
            let Some(c) = chars.next() else { break };
            fold_char(c, han, &mut self.bytes);
            rest = chars.as_str();
        }
        self.ascii(rest.as_bytes());
    }

    /// Whether a word begins at this offset although a letter stands before it.
    pub fn is_hump(&self, at: usize) -> bool {
        self.humps.binary_search(&(at as u32)).is_ok()
    }
}

/// A short text, folded; its Han characters are as they were.
pub fn fold(text: &str) -> String {
    let mut folded = Folded::default();
    folded.put(text.as_bytes(), |c| c);
    String::from_utf8(folded.bytes).unwrap_or_default()
}

/// Appends the folded form of a character beyond ASCII.
fn fold_char(c: char, han: fn(char) -> char, out: &mut Vec<u8>) {
    match c {
        '\u{4e00}'..='\u{9fff}' => push(han(c), out),
        '\u{3099}' | '\u{309a}' | '\u{1161}'..='\u{11c2}' => join(c, out),
        // Kana, Hangul syllables and most scripts: as they are.
        '\u{0900}'..='\u{1dff}'
        | '\u{3001}'..='\u{a63f}'
        | '\u{a960}'..='\u{f8ff}'
        | '\u{20000}'..='\u{2f7ff}'
        | '\u{2fa20}'..='\u{3ffff}' => push(c, out),
        // Combining accents, Arabic and Hebrew vowel points, joiners and other invisible characters.
        '\u{0300}'..='\u{036f}'
        | '\u{0591}'..='\u{05c7}'
        | '\u{064b}'..='\u{0652}'
        | '\u{0670}'
        | '\u{00ad}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2060}'
        | '\u{feff}' => {}
        'ß' | 'ẞ' => out.extend_from_slice(b"ss"),
        'æ' | 'Æ' => out.extend_from_slice(b"ae"),
        'œ' | 'Œ' => out.extend_from_slice(b"oe"),
        'ø' | 'Ø' => out.push(b'o'),
        'ł' | 'Ł' => out.push(b'l'),
        'đ' | 'Đ' | 'ð' | 'Ð' => out.push(b'd'),
        'ı' | 'İ' => out.push(b'i'),
        'þ' | 'Þ' => out.extend_from_slice(b"th"),
        // A letter of its own, on which the endings of Russian words rest.
        'й' | 'Й' => push('й', out),
        '\u{2018}' | '\u{2019}' | '\u{02bc}' => out.push(b'\''),
        '\u{201c}' | '\u{201d}' => out.push(b'"'),
        '\u{2010}'..='\u{2015}' => out.push(b'-'),
        '\u{3000}' | '\u{00a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' => out.push(b' '),
        // Line breaks of other alphabets must not become one of ours.
        '\u{0085}' | '\u{2028}' | '\u{2029}' => out.push(b' '),
        _ => {
            for part in c.nfkd().flat_map(char::to_lowercase) {
                match part {
                    '\u{0300}'..='\u{036f}' | '\n' | '\r' => {}
                    '\u{3099}' | '\u{309a}' | '\u{1161}'..='\u{11c2}' => join(part, out),
                    part => push(han(part), out),
                }
            }
        }
    }
}

/// Appends a sound mark of kana or a letter of Hangul to the character before it, where they are one.
fn join(c: char, out: &mut Vec<u8>) {
    let last = out.iter().rposition(|b| *b & 0xc0 != 0x80).unwrap_or(0);
    let before = std::str::from_utf8(&out[last..]).ok().and_then(|text| text.chars().next());
    match before.and_then(|before| compose(before, c)) {
        Some(whole) => {
            out.truncate(last);
            push(whole, out);
        }
        None => push(c, out),
    }
}

fn push(c: char, out: &mut Vec<u8>) {
    out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_accents_and_compatibility_forms_are_folded() {
        assert_eq!(fold("Café CRÈME Straße Łódź"), "cafe creme strasse lodz");
        assert_eq!(fold("e\u{301}te\u{301}"), "ete");
        assert_eq!(fold("ＡＢＣ　１２３"), "abc 123");
        assert_eq!(fold("Ёлка Ели мой"), "елка ели мой");
        assert_eq!(fold("部署は한국ไทย"), "部署は한국ไทย");
        assert_eq!(fold("don’t — “x”"), "don't - \"x\"");
        assert_eq!(fold("ｶﾞｲﾄﾞ か\u{3099} \u{1112}\u{1161}\u{11ab}글 \u{f900}"), "ガイド が 한글 \u{8c48}");
    }

    #[test]
    fn han_characters_are_one_where_texts_are_compared_only() {
        let mut folded = Folded::default();
        folded.set("資料庫 𠀀 Ü".as_bytes());
        assert_eq!(folded.bytes, "资料库 𠀀 u".as_bytes());
        assert_eq!(fold("資料庫"), "資料庫");
    }

    #[test]
    fn lines_stay_lines_and_bad_bytes_cost_only_themselves() {
        let mut folded = Folded::default();
        folded.set(b"Gr\xfc\xdfe\nzwei\xe2\x80\xa8\n");
        assert_eq!(folded.bytes.iter().filter(|b| **b == b'\n').count(), 2);
        assert!(folded.bytes.starts_with(b"gr"));
    }

    #[test]
    fn humps_mark_words_inside_identifiers() {
        let mut folded = Folded::default();
        folded.set("parseConfig über myHTTPServer É".as_bytes());
        assert!(folded.is_hump(5));
        assert_eq!(folded.humps.len(), 2);
    }
}
