//! Counting tokens: an estimate by runs of one class of characters, fitted to `o200k_base`.
//!
//! A tokenizer needs 50 to 235 ms to start and megabytes of tables; `characters ÷ 4` is 40 % off on
//! dense text such as ids, times and Chinese. Tokenizers of the byte-pair family first split a text
//! into runs of letters, digits, punctuation and space, and only then merge within a run. So the
//! expected number of tokens is, closely, a sum over runs of a price that depends on the class and
//! the length. The prices were fitted by least squares; `docs/tokens.md` has the figures and
//! `benches/tokens/` measures them again.

use crate::memory::settings::Tokens;

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

/// What a class of characters costs, in hundredths of a token: `first` for a run of one, `next` for each further step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    Letters,
    Digits,
    Punctuation,
    Space,
    Newline,
    Ideograph,
    Wide,
    Other,
}

fn class(c: char) -> Class {
    match c {
        'a'..='z' | 'A'..='Z' => Class::Letters,
        '0'..='9' => Class::Digits,
        '\n' => Class::Newline,
        ' ' | '\t' | '\r' => Class::Space,
        '\0'..='\x7f' => Class::Punctuation,
        '\u{3000}'..='\u{303f}' | '\u{ff00}'..='\u{ffef}' => Class::Wide,
        '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}' => {
            Class::Ideograph
        }
        _ => Class::Other,
    }
}

/// About how many tokens a text is, in hundredths of a token. One walk over the text, no tables.
pub fn estimate_centi(text: &str) -> usize {
    let mut total = 0;
    let mut rest = text.chars().peekable();
    while let Some(first) = rest.next() {
        let kind = class(first);
        let (mut n, mut capitals) = (1, usize::from(first.is_ascii_uppercase()));
        while let Some(c) = rest.next_if(|&c| class(c) == kind) {
            n += 1;
            capitals += usize::from(c.is_ascii_uppercase());
        }
        total += match kind {
            Class::Letters => 97 + 43 * ((n - 1) / 6) + 15 * capitals.saturating_sub(1),
            Class::Digits => 119 * n.div_ceil(3),
            Class::Punctuation => 72 + 6 * (n - 1),
            Class::Space => 64 * usize::from(n > 1),
            Class::Newline => 94 * n,
            Class::Ideograph => 65 + 71 * n,
            Class::Wide => 75 * n,
            Class::Other => 103 * n,
        };
    }
    total
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
        assert_eq!(count("hi", &Tokens::default()), 1);
    }

    #[test]
    fn the_factor_scales_and_a_senseless_one_is_ignored() {
        let text = "one two three four";
        let doubled = Tokens { factor: 2.0, ..Tokens::default() };
        assert_eq!(count(text, &doubled), 8);
        let senseless = Tokens { factor: f64::NAN, ..Tokens::default() };
        assert_eq!(count(text, &senseless), count(text, &Tokens::default()));
    }
}
