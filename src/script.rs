//! Scripts: which characters are written without spaces between words, which run on from one word to
//! the next, and between which of them the end of a line stands for nothing.
//!
//! By the properties of the Unicode Character Database: `Script` and `Script_Extensions` say what a
//! letter, mark or digit belongs to (a prolonged sound mark is of all kana); UAX #14 names the scripts
//! of South-East Asia in which words are not set apart (line breaking class SA), CSS Text 3 those of
//! East Asia. Punctuation is of no word. The ranges below are held to the tables that the regex crate
//! brings, for every character there is; the planes that Unicode keeps for ideographs are taken whole.

/// Whether words of this character's script are written without spaces between them: Han, kana,
/// bopomofo and Yi; Thai, Lao, Khmer, Burmese and the Tai scripts.
pub fn is_unspaced(c: char) -> bool {
    c >= '\u{e00}' && (is_east_asian(c) || is_south_east_asian(c))
}

/// Whether a word of this character's script may stand next to another one without a space: the
/// unspaced scripts, and Hangul, which has spaces but writes particles onto its words.
pub fn runs_on(c: char) -> bool {
    c >= '\u{e00}' && (is_unspaced(c) || is_hangul(c))
}

/// Whether a line that ends in one character and goes on with another was broken where no space
/// stands: both are wide and neither is Hangul (CSS Text 3, *segment break transformation rules*),
/// or one of them is, and the other a quotation mark or dash of no width of its own.
pub fn meet(before: char, after: char) -> bool {
    let either = |c: char| matches!(c, '‘'..='”' | '…' | '—' | '·');
    is_wide(before) && (is_wide(after) || either(after)) || either(before) && is_wide(after)
}

/// Han characters, with their iteration marks and numerals.
pub fn is_han(c: char) -> bool {
    matches!(c, '\u{4e00}'..='\u{9fff}' | '\u{3400}'..='\u{4dbf}' | '\u{20000}'..='\u{2fffd}' | '\u{30000}'..='\u{3fffd}'
        | '\u{f900}'..='\u{fa6d}' | '\u{fa70}'..='\u{fad9}' | '\u{3005}'..='\u{3007}' | '\u{3021}'..='\u{302d}'
        | '\u{3038}'..='\u{303c}' | '\u{16fe3}' | '\u{16ff0}' | '\u{16ff1}')
}

/// Han, kana, bopomofo, Yi.
fn is_east_asian(c: char) -> bool {
    is_han(c)
        || matches!(c, '\u{3031}'..='\u{3035}' | '\u{3041}'..='\u{3096}' | '\u{3099}' | '\u{309a}'
            | '\u{309d}'..='\u{309f}' | '\u{30a1}'..='\u{30fa}' | '\u{30fc}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}'
            | '\u{ff66}'..='\u{ff9f}' | '\u{1aff0}'..='\u{1aff3}' | '\u{1aff5}'..='\u{1affb}' | '\u{1affd}'
            | '\u{1affe}' | '\u{1b000}'..='\u{1b122}' | '\u{1b132}' | '\u{1b150}'..='\u{1b152}' | '\u{1b155}'
            | '\u{1b164}'..='\u{1b167}' | '\u{3105}'..='\u{312f}' | '\u{31a0}'..='\u{31bf}' | '\u{a000}'..='\u{a48c}')
}

/// Thai, Lao, Khmer, Burmese, Tai Le, New Tai Lue, Tai Tham, Tai Viet, Ahom.
fn is_south_east_asian(c: char) -> bool {
    matches!(c, '\u{e01}'..='\u{e3a}' | '\u{e40}'..='\u{e4e}' | '\u{e50}'..='\u{e59}' | '\u{e81}' | '\u{e82}' | '\u{e84}'
        | '\u{e86}'..='\u{e8a}' | '\u{e8c}'..='\u{ea3}' | '\u{ea5}' | '\u{ea7}'..='\u{ebd}' | '\u{ec0}'..='\u{ec4}'
        | '\u{ec6}' | '\u{ec8}'..='\u{ece}' | '\u{ed0}'..='\u{ed9}' | '\u{edc}'..='\u{edf}' | '\u{1000}'..='\u{1049}'
        | '\u{1050}'..='\u{109d}' | '\u{1780}'..='\u{17d3}' | '\u{17d7}' | '\u{17dc}' | '\u{17dd}' | '\u{17e0}'..='\u{17e9}'
        | '\u{1950}'..='\u{196d}' | '\u{1970}'..='\u{1974}' | '\u{1980}'..='\u{19ab}' | '\u{19b0}'..='\u{19c9}'
        | '\u{19d0}'..='\u{19d9}' | '\u{1a20}'..='\u{1a5e}' | '\u{1a60}'..='\u{1a7c}' | '\u{1a7f}'..='\u{1a89}'
        | '\u{1a90}'..='\u{1a99}' | '\u{1aa7}' | '\u{a9e0}'..='\u{a9fe}' | '\u{aa60}'..='\u{aa76}'
        | '\u{aa7a}'..='\u{aac2}' | '\u{aadb}'..='\u{aadd}' | '\u{116d0}'..='\u{116e3}' | '\u{11700}'..='\u{1171a}'
        | '\u{1171d}'..='\u{1172b}' | '\u{11730}'..='\u{11739}' | '\u{11740}'..='\u{11746}')
}

/// Hangul, as syllables and as letters.
fn is_hangul(c: char) -> bool {
    matches!(c, '\u{ac00}'..='\u{d7a3}' | '\u{1100}'..='\u{11ff}' | '\u{302e}' | '\u{302f}' | '\u{3131}'..='\u{318e}'
        | '\u{a960}'..='\u{a97c}' | '\u{d7b0}'..='\u{d7c6}' | '\u{d7cb}'..='\u{d7fb}' | '\u{ffa0}'..='\u{ffbe}'
        | '\u{ffc2}'..='\u{ffc7}' | '\u{ffca}'..='\u{ffcf}' | '\u{ffd2}'..='\u{ffd7}' | '\u{ffda}'..='\u{ffdc}')
}

/// East Asian width wide, full or half (EastAsianWidth.txt), Hangul left out.
fn is_wide(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{302d}' | '\u{3030}'..='\u{303e}' | '\u{3041}'..='\u{3130}' | '\u{3190}'..='\u{31ff}'
        | '\u{3220}'..='\u{325f}' | '\u{3280}'..='\u{a4c6}' | '\u{f900}'..='\u{faff}' | '\u{fe10}'..='\u{fe19}'
        | '\u{fe30}'..='\u{fe6b}' | '\u{ff01}'..='\u{ff9f}' | '\u{ffe0}'..='\u{ffe6}' | '\u{16fe0}'..='\u{18cff}'
        | '\u{1aff0}'..='\u{1b2ff}' | '\u{1f200}'..='\u{1f265}' | '\u{1f300}'..='\u{1faff}' | '\u{20000}'..='\u{3fffd}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use regex::Regex;

    use super::*;

    /// The first characters for which the two answers differ.
    fn differing(is: fn(char) -> bool, class: &str) -> Vec<char> {
        let class = Regex::new(class).unwrap();
        let differs = |c: &char| is(*c) != class.is_match(c.encode_utf8(&mut [0; 4]));
        // The planes of ideographs are taken whole, whatever has been given a place there by now.
        let free = |c: &char| is(*c) && ('\u{20000}'..='\u{3fffd}').contains(c);
        ('\0'..=char::MAX).filter(differs).filter(|c| !free(c)).take(9).collect()
    }

    #[test]
    fn the_ranges_are_those_of_unicode() {
        let none: Vec<char> = Vec::new();
        assert_eq!(differing(is_han, r"[\p{scx=Han}&&\w]"), none);
        let class = r"[[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{Yi}]&&\w&&[\u{2e80}-\u{10ffff}]]";
        assert_eq!(differing(is_east_asian, class), none, "tone marks that Latin has as well are left out");
        let class = r"[[\p{Thai}\p{Lao}\p{Khmer}\p{Mymr}\p{Tale}\p{Talu}\p{Lana}\p{Tavt}\p{Ahom}]&&\w]";
        assert_eq!(differing(is_south_east_asian, class), none);
        assert_eq!(differing(is_hangul, r"[\p{Hangul}&&\w]"), none);
    }

    #[test]
    fn scripts_with_spaces_and_without() {
        for c in "部々〇ひカーｶﾞㄅㆠ\u{31f0}ꀀไ\u{e31}๕ກខក\u{17b6}မ\u{102c}ᥐ豈𠀀𮯰\u{31350}".chars()
        {
            assert!(is_unspaced(c) && runs_on(c) && !is_hangul(c), "{c} {:x}", c as u32);
        }
        for c in "한글ㄱ각\u{1100}".chars() {
            assert!(!is_unspaced(c) && runs_on(c), "{c}");
        }
        for c in "aé5жשعहअ、。「・ー฿၊។，".chars().filter(|c| *c != 'ー') {
            assert!(!runs_on(c), "{c}");
        }
    }

    #[test]
    fn lines_meet_where_no_space_stands() {
        for (before, after, meets) in [
            ('部', '署', true),
            ('，', '改', true),
            ('ひ', 'ア', true),
            ('ㄅ', 'ㄆ', true),
            ('𠀀', '署', true),
            ('”', '改', true),
            ('改', '“', true),
            ('👍', '好', true),
            ('部', 'a', false),
            ('한', '글', false),
            ('ไ', 'ท', false),
            ('”', 'a', false),
            ('—', '…', false),
        ] {
            assert_eq!(meet(before, after), meets, "{before}{after}");
        }
    }

    proptest! {
        #[test]
        fn what_is_east_asian_meets_its_like_and_no_latin(
            a in r"[[\p{Han}\p{Hira}\p{Kana}\p{Bopo}\p{Yi}]&&[\u{2e80}-\u{10ffff}]]",
            b in r"[\p{Han}\p{Hira}\p{Kana}]",
            c in r"[\p{Latin}\p{Thai}\p{Hangul}]",
        ) {
            let [a, b, c] = [a, b, c].map(|text| text.chars().next().unwrap());
            prop_assert!(meet(a, b) && meet(b, a));
            // Latin letters of full width are set like Han.
            prop_assert!(is_wide(c) || !meet(a, c) && !meet(c, b));
        }
    }
}
