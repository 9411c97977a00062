//! Counting tokens: an estimate that follows how a tokenizer splits text, fitted to `o200k_base`.
//!
//! A tokenizer needs 50 to 235 ms to start and megabytes of tables; `characters ÷ 4` is 40 % off on
//! dense text such as ids, times and Chinese. Tokenizers of the byte-pair family first split a text
//! by fixed rules into pieces (a word with the space before it, up to three digits, a run of
//! punctuation, line ends), and only then merge within a piece. The split is easily repeated, and
//! gives the exact count for digits, spaces and most punctuation. What a word costs is estimated
//! from its script, its length, its capitals and its pairs of letters. `docs/tokens.md` has the figures.

pub mod exact;
mod prices;
mod spelled;

use crate::memory::settings::Tokens;
use prices::Script;
use spelled::{Spelled, may_be_spelled};

/// About how many tokens a text is by the settings, rounded up: the estimate times `tokens.factor`.
pub fn count(text: &str, settings: &Tokens) -> usize {
    scaled(estimate_centi(text), settings)
}

/// Hundredths of a token, times `tokens.factor`, as whole tokens, rounded up.
pub fn scaled(centi: usize, settings: &Tokens) -> usize {
    // A factor that is no positive number would make every budget infinite.
    let factor = if settings.factor.is_finite() && settings.factor > 0.0 { settings.factor } else { 1.0 };
    (centi as f64 * factor / 100.0).ceil() as usize
}

/// About how many tokens a text is, in hundredths of a token. One walk over the text.
pub fn estimate_centi(text: &str) -> usize {
    let mut total = 0;
    let mut at = 0;
    let mut spelled = may_be_spelled(text).then(Spelled::default);
    while let Some(c) = char_at(text, at) {
        let (cost, length) = match class(c) {
            Class::Letter => word(&text[at..], Before::Nothing),
            Class::Digit => (100, text[at..].bytes().take(3).take_while(u8::is_ascii_digit).count()),
            Class::Space => space(&text[at..]),
            Class::Symbol => match char_at(text, at + c.len_utf8()).map(class) {
                Some(Class::Letter) if is_light(c) => {
                    let (cost, length) = word(&text[at + c.len_utf8()..], Before::Mark);
                    (cost, c.len_utf8() + length)
                }
                _ => symbols(&text[at..]),
            },
        };
        if let Some(spelled) = &mut spelled {
            total += spelled.take(&text.as_bytes()[at..at + length], cost);
        }
        total += cost;
        at += length;
    }
    total + spelled.map_or(0, |mut spelled| spelled.end())
}

fn char_at(text: &str, at: usize) -> Option<char> {
    // Almost all text is ASCII, where no decoding is needed.
    match text.as_bytes().get(at) {
        Some(&b) if b < 0x80 => Some(char::from(b)),
        Some(_) => text[at..].chars().next(),
        None => None,
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    Letter,
    Digit,
    Space,
    Symbol,
}

fn class(c: char) -> Class {
    match c {
        'a'..='z' | 'A'..='Z' => Class::Letter,
        '0'..='9' => Class::Digit,
        '\n' | ' ' | '\t' | '\r' => Class::Space,
        '\0'..='\x7f' => Class::Symbol,
        '\u{fe00}'..='\u{fe0f}' => Class::Symbol, // variation selectors, mostly behind a symbol
        _ if c.is_whitespace() => Class::Space,
        _ if script(c).is_some() => Class::Letter,
        _ => Class::Symbol,
    }
}

/// Symbols that merge with the word behind them at no great cost; others are tokens of their own.
fn is_light(c: char) -> bool {
    c.is_ascii() || symbol(c) <= 110
}

/// The script of a letter or of a mark that belongs to letters.
fn script(c: char) -> Option<Script> {
    Some(match c {
        'a'..='z' | 'A'..='Z' => Script::Latin,
        '\u{aa}' | '\u{b5}' | '\u{ba}' | '\u{c0}'..='\u{d6}' | '\u{d8}'..='\u{f6}' | '\u{f8}'..='\u{2af}' => {
            Script::Latin
        }
        '\u{300}'..='\u{36f}' | '\u{1e00}'..='\u{1eff}' => Script::Latin,
        '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => Script::Greek,
        'і' | 'ї' | 'є' | 'ґ' | 'І' | 'Ї' | 'Є' => Script::Ukrainian,
        '\u{400}'..='\u{52f}' => Script::Cyrillic,
        '\u{530}'..='\u{58f}' => Script::Armenian,
        '\u{590}'..='\u{5ff}' => Script::Hebrew,
        '\u{60c}' | '\u{61b}' | '\u{61f}' | '\u{660}'..='\u{66d}' | '\u{6d4}' | '\u{6f0}'..='\u{6f9}' => return None,
        '\u{600}'..='\u{77f}' | '\u{fb50}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}' => Script::Arabic,
        '\u{964}' | '\u{965}' => return None,
        '\u{900}'..='\u{97f}' => Script::Devanagari,
        '\u{980}'..='\u{dff}' => Script::Indic,
        '\u{e00}'..='\u{eff}' => Script::Thai,
        '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' => Script::Khmer,
        '\u{10a0}'..='\u{10ff}' => Script::Georgian,
        '\u{3005}' | '\u{3006}' | '\u{3041}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' | '\u{ff66}'..='\u{ff9d}' => {
            Script::Kana
        }
        '\u{ac00}'..='\u{d7a3}' | '\u{1100}'..='\u{11ff}' | '\u{3131}'..='\u{318e}' => Script::Hangul,
        '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}' => Script::Han,
        _ if c.is_alphabetic() && !('\u{2460}'..='\u{24ff}').contains(&c) => Script::Other,
        _ => return None,
    })
}

/// What stands before a word and is part of its piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Before {
    Nothing,
    Space,
    Mark,
}

/// Price and length in bytes of the word at the beginning of the text. A word ends before a capital
/// that follows a small letter.
fn word(text: &str, before: Before) -> (usize, usize) {
    let bytes = text.as_bytes();
    // Nearly every word is of plain letters, capitals first.
    let capitals = bytes.iter().take_while(|b| b.is_ascii_uppercase()).count();
    let n = capitals + bytes[capitals..].iter().take_while(|b| b.is_ascii_lowercase()).count();
    if n > 0 && !matches!(bytes.get(n), Some(b'\'' | 0x80..)) {
        let mut places = bytes[..n].iter().map(|b| usize::from((b | 0x20) - b'a'));
        let mut last = places.next().unwrap_or_default();
        let pairs = places.map(|place| pair_price(std::mem::replace(&mut last, place), place)).sum();
        return (latin(n, capitals, 0, pairs, before), n);
    }
    let (mut n, mut capitals, mut accented, mut pairs, mut last) = (0, 0usize, 0, 0, usize::MAX);
    let mut at = 0;
    let mut small = false;
    while let Some(c) = char_at(text, at) {
        let place = match c {
            'a'..='z' => {
                small = true;
                c as usize - 'a' as usize
            }
            'A'..='Z' => {
                if small {
                    break;
                }
                capitals += 1;
                c as usize - 'A' as usize
            }
            '\'' if at > 0 && contraction(&bytes[at..]) => 26,
            _ if c.is_ascii() => break,
            _ => match script(c) {
                Some(Script::Latin) => {
                    if c.is_uppercase() {
                        if small {
                            break;
                        }
                        capitals += 1;
                    } else {
                        small = true;
                    }
                    accented += 1;
                    27
                }
                Some(_) if class(c) == Class::Letter => return foreign(text, before),
                _ => break,
            },
        };
        if last != usize::MAX {
            pairs += pair_price(last, place);
        }
        last = place;
        n += 1;
        at += c.len_utf8();
    }
    (latin(n, capitals, accented, pairs, before), at)
}

/// What a pair of letters adds; letters by their place in the alphabet.
fn pair_price(first: usize, second: usize) -> i32 {
    (i32::from(prices::PAIRS[first][second]) - i32::from(b'?')) * 2
}

/// The price of a word of so many Latin letters, so many of them capitals and so many accented.
fn latin(n: usize, capitals: usize, accented: i32, pairs: i32, before: Before) -> usize {
    let mut cost = prices::LATIN[n.clamp(1, 3) - 1] + pairs + accented * prices::LATIN_ACCENTED;
    for (from, each) in prices::LATIN_LONGER {
        cost += n.saturating_sub(from) as i32 * each;
    }
    cost += match capitals {
        0 => 0,
        1 if n > 1 => prices::LATIN_CAPITALS.0,
        more => (more - 1) as i32 * prices::LATIN_CAPITALS.1,
    };
    cost += match before {
        Before::Nothing => prices::LATIN_BARE,
        Before::Space => 0,
        Before::Mark => prices::LATIN_PREFIXED,
    };
    cost.max(100) as usize
}

/// `'s`, `'t`, `'re`, `'ve`, `'m`, `'ll`, `'d` belong to the word before them.
fn contraction(bytes: &[u8]) -> bool {
    match bytes {
        [_, b'r', b'e', ..] | [_, b'v', b'e', ..] | [_, b'l', b'l', ..] => true,
        [_, b's' | b't' | b'm' | b'd', rest @ ..] => !rest.first().is_some_and(u8::is_ascii_alphabetic),
        _ => false,
    }
}

/// Price and length in bytes of a word that holds letters of other scripts than Latin.
fn foreign(text: &str, before: Before) -> (usize, usize) {
    let mut letters = [0i32; prices::SCRIPTS.len()];
    let mut at = 0;
    let mut small = false;
    for c in text.chars() {
        let Some(script) = script(c).filter(|_| class(c) == Class::Letter) else { break };
        if small && c.is_uppercase() {
            break;
        }
        small |= c.is_lowercase();
        let traditional = script == Script::Han && prices::TRADITIONAL.contains(c);
        letters[if traditional { Script::Traditional } else { script } as usize] += 1;
        at += c.len_utf8();
    }
    let with_kana = letters[Script::Kana as usize] > 0;
    let mut cost = match before {
        Before::Nothing => prices::OTHER_BARE,
        Before::Space => 0,
        Before::Mark => prices::OTHER_PREFIXED,
    };
    let mut first = true;
    for (script, (n, (being, each))) in letters.into_iter().zip(prices::SCRIPTS).enumerate() {
        if n > 0 {
            cost += if with_kana && script == Script::Han as usize { n * prices::HAN_IN_KANA } else { n * each };
            cost += if std::mem::take(&mut first) { being } else { 0 };
        }
    }
    (cost.max(100) as usize, at)
}

/// Price and length in bytes of what begins with white space: line ends and spaces of their own, or
/// a word or symbols with the space before them.
fn space(text: &str) -> (usize, usize) {
    // Nearly always one space between words.
    if let [b' ', next, ..] = *text.as_bytes()
        && next.is_ascii()
    {
        match class(char::from(next)) {
            Class::Letter => {
                let (cost, length) = word(&text[1..], Before::Space);
                return (cost, length + 1);
            }
            Class::Digit => return (100, 1),
            Class::Symbol => {
                let (cost, length) = symbols(&text[1..]);
                return (cost, length + 1);
            }
            Class::Space => {}
        }
    }
    let end = text.find(|c| class(c) != Class::Space).unwrap_or(text.len());
    let run = &text[..end];
    if let Some(newline) = run.rfind(['\n', '\r']) {
        return (100, newline + 1);
    }
    let last = run.char_indices().next_back().map_or(0, |(i, _)| i);
    match char_at(text, end).map(class) {
        None => (100, end),
        Some(Class::Digit) if last == 0 => (100, end),
        Some(Class::Letter) if last == 0 => {
            let before = if run == " " { Before::Space } else { Before::Mark };
            let (cost, length) = word(&text[end..], before);
            (cost, end + length)
        }
        Some(Class::Symbol) if run == " " => {
            let (cost, length) = symbols(&text[end..]);
            (cost, end + length)
        }
        _ if last == 0 => (100, end),
        // All but the last one, which goes with what follows.
        _ => (100, last),
    }
}

/// Price and length in bytes of a run of symbols, with the line ends behind it.
fn symbols(text: &str) -> (usize, usize) {
    let (mut n, mut cost, mut same) = (0, 0, true);
    let first = text.as_bytes()[0];
    let mut at = 0;
    for c in text.chars().take_while(|&c| class(c) == Class::Symbol) {
        if c.is_ascii() {
            n += 1;
            same &= c as u32 == u32::from(first);
        } else {
            cost += symbol(c);
        }
        at += c.len_utf8();
    }
    cost += match n {
        0 => 0,
        _ if same && at == n => 100 + 100 * (n / 8),
        1 => 100,
        2 => 104,
        3 => 164,
        _ => 190 + 70 * (n - 4),
    };
    let lines = text[at..].bytes().take_while(|b| matches!(b, b'\n' | b'\r')).count();
    (cost.max(100), at + lines)
}

/// The price of a symbol outside ASCII.
fn symbol(c: char) -> usize {
    match c {
        '\u{2013}' | '\u{2014}' | '\u{2018}' | '\u{2019}' | '\u{201c}' | '\u{201d}' | '\u{2022}' | '\u{2026}' => 100,
        '\u{3001}' | '\u{3002}' | '\u{ff0c}' | '\u{ff1a}' | '\u{ff08}' | '\u{ff09}' | '\u{300c}' | '\u{300d}' => 90,
        '\u{3000}'..='\u{303f}' | '\u{ff00}'..='\u{ffef}' => 110,
        '\u{60c}' | '\u{61b}' | '\u{61f}' | '\u{6d4}' | '\u{964}' | '\u{a0}'..='\u{bf}' => 110,
        '\u{fe00}'..='\u{fe0f}' => 60,
        '\u{200d}' => 120,
        '\u{2190}'..='\u{25ff}' => 150,
        _ => 190,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_costs_nothing() {
        assert_eq!(count("", &Tokens::default()), 0);
    }

    #[test]
    fn a_count_is_rounded_up() {
        assert_eq!(count("a word and 12.", &Tokens::default()), 6);
    }

    #[test]
    fn the_factor_scales_and_a_senseless_one_is_ignored() {
        let text = "1 2 3 4";
        let doubled = Tokens { factor: 2.0, ..Tokens::default() };
        assert_eq!(count(text, &doubled), 2 * count(text, &Tokens::default()));
        let senseless = Tokens { factor: f64::NAN, ..Tokens::default() };
        assert_eq!(count(text, &senseless), count(text, &Tokens::default()));
    }

    /// Texts with the number of tokens that `o200k_base` makes of them, counted by `benches/tokens`.
    const COUNTED: [(&str, usize, &str); 14] = [
        ("english", 250, include_str!("../../benches/tokens/texts/english.txt")),
        ("log", 238, include_str!("../../benches/tokens/texts/log.txt")),
        ("code", 301, include_str!("../../benches/tokens/texts/code.txt")),
        ("chinese", 284, include_str!("../../benches/tokens/texts/chinese.txt")),
        ("traditional", 205, include_str!("../../benches/tokens/texts/traditional.txt")),
        ("japanese", 296, include_str!("../../benches/tokens/texts/japanese.txt")),
        ("korean", 174, include_str!("../../benches/tokens/texts/korean.txt")),
        ("russian", 161, include_str!("../../benches/tokens/texts/russian.txt")),
        ("arabic", 152, include_str!("../../benches/tokens/texts/arabic.txt")),
        ("thai", 172, include_str!("../../benches/tokens/texts/thai.txt")),
        ("german", 155, include_str!("../../benches/tokens/texts/german.txt")),
        ("emoji", 166, include_str!("../../benches/tokens/texts/emoji.txt")),
        ("base64", 600, include_str!("../../benches/tokens/texts/base64.txt")),
        ("hex", 383, include_str!("../../benches/tokens/texts/hex.txt")),
    ];

    #[test]
    fn the_estimate_is_close_to_the_real_count_in_every_script() {
        let wrong: Vec<String> = COUNTED
            .iter()
            .map(|(name, real, text)| (name, 100.0 * (estimate_centi(text) as f64 / 100.0 / *real as f64 - 1.0)))
            .filter(|(_, error)| error.abs() > 8.0)
            .map(|(name, error)| format!("{name} {error:+.1} %"))
            .collect();
        assert!(wrong.is_empty(), "{wrong:?}");
    }

    #[test]
    fn a_text_is_never_much_more_than_its_parts() {
        for (name, _, text) in COUNTED {
            let parts: usize = text.split_inclusive('\n').map(estimate_centi).sum();
            assert!(estimate_centi(text) <= parts, "{name}");
        }
    }
}
