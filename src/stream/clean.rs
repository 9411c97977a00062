//! Cleaning a text on its way in: characters that carry no meaning and can hide one are taken out.
//!
//! Gone are control characters (terminal sequences as a whole), overrides of the writing direction,
//! zero-width characters, and tag and selector characters that follow nothing they could belong to
//! (text can be smuggled in them). What a script or an emoji needs stays: joiners between letters of
//! scripts that use them and inside emoji, one variation selector after a character, flags made of tags.

use std::borrow::Cow;

use crate::script::is_han;

/// The text without them, its lines ended by `\n`. Borrowed when there is nothing to do.
pub fn clean(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|c| c == b'\n' || c == b'\t' || (b' '..0x7f).contains(&c)) {
        return Cow::Borrowed(text);
    }
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while at < chars.len() {
        let c = chars[at];
        let last = out.chars().next_back();
        let next = chars.get(at + 1).copied();
        match c {
            '\r' => {
                if next != Some('\n') {
                    out.push('\n');
                }
            }
            '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => out.push('\n'),
            '\u{1b}' => at += sequence(&chars[at + 1..]),
            '\n' | '\t' => out.push(c),
            _ if c.is_control() => {}
            _ if is_invisible(c) && !is_needed(c, last, next) => {}
            _ => out.push(c),
        }
        at += 1;
    }
    if out == text { Cow::Borrowed(text) } else { Cow::Owned(out) }
}

/// The length of a terminal sequence after its escape character.
fn sequence(chars: &[char]) -> usize {
    match chars.first() {
        Some('[') => {
            let inner = chars[1..].iter().take_while(|c| (' '..='?').contains(*c)).count();
            1 + inner + usize::from(chars.get(1 + inner).is_some_and(|c| ('@'..='~').contains(c)))
        }
        Some(']') => {
            chars.iter().position(|c| *c == '\u{7}' || *c == '\n').map_or(0, |n| n + usize::from(chars[n] == '\u{7}'))
        }
        _ => 0,
    }
}

/// Characters without a shape of their own.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200d}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// Whether an invisible character does something between its neighbours.
fn is_needed(c: char, last: Option<char>, next: Option<char>) -> bool {
    let Some(last) = last else { return false };
    match c {
        // Joiners: between letters of scripts that shape them, and inside emoji.
        '\u{200c}' | '\u{200d}' => {
            let next_is = |f: fn(char) -> bool| next.is_some_and(f);
            (shapes(last) && (next_is(shapes) || c == '\u{200d}' || next_is(char::is_whitespace)))
                || (c == '\u{200d}' && is_emoji(last) && next_is(is_emoji))
        }
        '\u{fe00}'..='\u{fe0f}' | '\u{180b}'..='\u{180d}' => !is_invisible(last) && !last.is_whitespace(),
        // Variants of Han characters.
        '\u{e0100}'..='\u{e01ef}' => is_han(last),
        // Flags of regions: a black flag, tags, an end.
        '\u{e0020}'..='\u{e007f}' => last == '\u{1f3f4}' || ('\u{e0020}'..='\u{e007e}').contains(&last),
        _ => false,
    }
}

/// Letters and marks of scripts in which joiners change the shape: Arabic to Sinhala, Khmer, Mongolian.
fn shapes(c: char) -> bool {
    matches!(c, '\u{600}'..='\u{8ff}' | '\u{900}'..='\u{dff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{18af}'
        | '\u{fb50}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
}

fn is_emoji(c: char) -> bool {
    matches!(c, '\u{1f000}'..='\u{1faff}' | '\u{2190}'..='\u{21ff}' | '\u{2300}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}'
        | '\u{fe0f}' | '\u{20e3}' | '\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hides_is_taken_out() {
        for (text, expected) in [
            ("plain\ttext\n", "plain\ttext\n"),
            ("a\r\nb\rc\u{2028}d", "a\nb\nc\nd"),
            ("a\0b\u{7}c\u{7f}d\u{9b}", "abcd"),
            ("\u{1b}[1;31mred\u{1b}[0m", "red"),
            ("\u{1b}]0;title\u{7}x", "x"),
            ("ig\u{200b}no\u{2060}re\u{feff}", "ignore"),
            ("a\u{202e}b\u{2066}c", "abc"),
            ("a\u{e0069}\u{e0067}b", "ab"),
            ("a\u{fe0f}\u{fe00}\u{fe01}b", "a\u{fe0f}b"),
            ("a\u{200d}b\u{200c}c", "abc"),
        ] {
            assert_eq!(clean(text), expected, "{text:?}");
        }
    }

    #[test]
    fn what_scripts_and_emoji_need_stays() {
        for text in [
            "می\u{200c}خواهم",
            "क्\u{200d}ष",
            "👩\u{200d}👩\u{200d}👧",
            "❤\u{fe0f}\u{200d}🔥",
            "葛\u{e0100}城",
            "שלום \u{200f}x",
            "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
            "e\u{301}",
            "决策：使用容器",
        ] {
            assert_eq!(clean(text), text);
        }
    }
}
