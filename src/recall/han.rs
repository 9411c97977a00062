//! Traditional and simplified characters as one: each Han character in the form that is simplified of it.
//!
//! Only comparing needs this; what is shown keeps its characters. `han.txt` says where the forms come
//! from. It becomes a table when the program is compiled, so that nothing is read or built at run time,
//! and a character is looked up in one step. Characters that have one simplified form each are told
//! apart by no dictionary of words (髮 and 發 are both 发): more is found, and hardly what is not meant,
//! since characters are looked for in pairs.

/// The first character of the table.
const FIRST: u32 = 0x4e00;
/// How many the table has: up to U+9FFF.
const LENGTH: usize = 0x5200;

/// By character, the simplified one; 0 where that is the same.
static SIMPLIFIED: [u16; LENGTH] = table(include_bytes!("han.txt"));

/// A character as its simplified form; any other as it is.
pub fn simplified(c: char) -> char {
    let place = (c as usize).wrapping_sub(FIRST as usize);
    match SIMPLIFIED.get(place) {
        None | Some(0) => c,
        Some(form) => char::from_u32(u32::from(*form)).unwrap_or(c),
    }
}

/// A folded text with simplified characters.
pub fn unified(text: &str) -> String {
    text.chars().map(simplified).collect()
}

/// Reads lines of one simplified character and the traditional ones behind it, all of three bytes.
const fn table(text: &[u8]) -> [u16; LENGTH] {
    let mut table = [0; LENGTH];
    let (mut at, mut form, mut in_remark) = (0, 0, false);
    while at < text.len() {
        let byte = text[at];
        in_remark = byte == b'#' || in_remark && byte != b'\n';
        if in_remark || byte == b'\n' {
            (at, form) = (at + 1, 0);
            continue;
        }
        let c = (byte as u32 & 0x0f) << 12 | (text[at + 1] as u32 & 0x3f) << 6 | text[at + 2] as u32 & 0x3f;
        if form == 0 {
            form = c as u16;
        } else {
            table[(c - FIRST) as usize] = form;
        }
        at += 3;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traditional_and_simplified_forms_are_one() {
        assert_eq!(unified("資料庫遷移後,頭髮發現 API 設定"), unified("资料库迁移后,头发发现 API 设定"));
        assert_eq!(unified("薴苧乾淨裡裏"), "苎苎干净里里");
        assert_eq!(unified("naïve かな 데이터 𠀀"), "naïve かな 데이터 𠀀");
    }

    #[test]
    fn the_table_is_the_file_and_a_simplified_form_stays() {
        let lines = include_str!("han.txt").lines().filter(|line| !line.starts_with('#'));
        let mut pairs = 0;
        for line in lines {
            let form = line.chars().next().unwrap();
            assert_eq!(simplified(form), form);
            for c in line.chars().skip(1) {
                assert_eq!((simplified(c), c.len_utf8()), (form, 3), "{line}");
                pairs += 1;
            }
        }
        assert_eq!(pairs, SIMPLIFIED.iter().filter(|form| **form != 0).count());
    }
}
