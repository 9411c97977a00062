//! Whether a text says what its sources say, as far as that can be checked without understanding:
//! every number, date, URL, path, quotation and identifier of it must occur in them.
//!
//! The text is not compared word by word; a summary may use its own. It may not bring its own facts.

use std::collections::BTreeSet;

use unicode_normalization::UnicodeNormalization as _;

/// The first literal of the text that its sources do not have.
pub fn unsupported(text: &str, sources: &str) -> Option<String> {
    let (text, sources) = (folded(text), folded(sources));
    let known: BTreeSet<String> =
        numbers(&sources).into_iter().flat_map(|n| parts(&n).into_iter().chain([n])).collect();
    for number in numbers(&text) {
        let has = |n: &String| known.contains(n);
        let split = parts(&number);
        if !has(&number) && (is_date(&number) || split.len() < 2 || !split.iter().all(has)) {
            return Some(format!("the number `{number}`"));
        }
    }
    let lower = sources.to_lowercase();
    for quoted in quotations(&text) {
        if !lower.contains(&quoted.to_lowercase()) {
            return Some(format!("the quotation `{quoted}`"));
        }
    }
    for word in text.split_whitespace().map(trimmed) {
        if (is_path(word) || is_identifier(word)) && !lower.contains(&word.to_lowercase()) {
            return Some(format!("`{word}`"));
        }
    }
    None
}

/// Full-width forms, ligatures and digits of other scripts as their plain ones.
fn folded(text: &str) -> String {
    text.nfkc()
        .map(|c| match c {
            '\u{660}'..='\u{669}' => char::from(b'0' + (c as u32 - 0x660) as u8),
            '\u{6f0}'..='\u{6f9}' => char::from(b'0' + (c as u32 - 0x6f0) as u8),
            '\u{966}'..='\u{96f}' => char::from(b'0' + (c as u32 - 0x966) as u8),
            '‐'..='―' | '−' => '-',
            c => c,
        })
        .collect()
}

/// Runs of digits with what joins them (`2025-03-14`, `09:14`, `3.12.1`, `10,000`, `1/2`); thousands
/// without their separators.
fn numbers(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let digit = |i: usize| chars.get(i).is_some_and(char::is_ascii_digit);
    let mut found = Vec::new();
    let mut i = 0;
    while i < chars.len() {
        if !digit(i) {
            i += 1;
            continue;
        }
        let start = i;
        while digit(i) || (matches!(chars.get(i), Some('.' | ',' | ':' | '-' | '/' | '_' | '\'')) && digit(i + 1)) {
            i += 1;
        }
        let number: String = chars[start..i].iter().collect();
        found.push(plain(&number));
    }
    found
}

/// Without separators of thousands: `10,000`, `10_000`, `1'000`.
fn plain(number: &str) -> String {
    let groups: Vec<&str> = number.split([',', '_', '\'']).collect();
    let thousands = groups.len() > 1 && groups[0].len() <= 3 && groups[1..].iter().all(|g| g.len() == 3);
    if thousands { groups.concat() } else { number.to_owned() }
}

/// What a joined number is made of: a range, a date, a fraction.
fn parts(number: &str) -> Vec<String> {
    number.split(['-', '/', ':', ',', '_']).map(str::to_owned).collect()
}

/// A date or a clock time: right as a whole or not at all.
fn is_date(number: &str) -> bool {
    let by = |c: char| number.split(c).map(str::len).collect::<Vec<_>>();
    matches!(by('-')[..], [4, 2, 2] | [4, 2] | [2, 2, 4])
        || matches!(by('/')[..], [_, _, _])
        || matches!(by(':')[..], [1 | 2, 2] | [1 | 2, 2, 2])
        || matches!(by('.')[..], [1 | 2, 1 | 2, 4])
}

/// What stands in backticks or quotation marks.
fn quotations(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (open, close) in [('`', '`'), ('"', '"'), ('“', '”'), ('„', '“'), ('«', '»'), ('「', '」'), ('『', '』')]
    {
        let mut rest = text;
        while let Some(start) = rest.find(open) {
            let inner = &rest[start + open.len_utf8()..];
            let Some(end) = inner.find(close) else { break };
            let quoted = inner[..end].trim().trim_end_matches(['.', ',', ';']);
            if !quoted.is_empty() {
                found.push(quoted);
            }
            rest = &inner[end + close.len_utf8()..];
        }
    }
    found
}

/// A word without the punctuation around it.
fn trimmed(word: &str) -> &str {
    let around = |c: char| !c.is_alphanumeric() && !matches!(c, '/' | '~' | '$' | '_' | '#' | '@' | '%');
    word.trim_start_matches(around).trim_end_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '/' | '_'))
}

/// A URL, a path or an address. `and/or` is none: it has neither a dot nor a second slash.
fn is_path(word: &str) -> bool {
    let ascii = word.is_ascii();
    word.contains("://")
        || (ascii && word.starts_with(['/', '~', '$']) && word.len() > 1)
        || (ascii && word.matches('/').count() >= 2)
        || (ascii && word.contains('\\'))
        || (ascii && word.contains('/') && word.contains('.'))
        || (ascii && word.split_once('@').is_some_and(|(a, b)| !a.is_empty() && b.contains('.')))
}

/// A name of code or a host: `snake_case`, `a::b`, `camelCase`, `example.org`, `main()`.
fn is_identifier(word: &str) -> bool {
    if !word.is_ascii() {
        return false;
    }
    let inner = |c: char| {
        word.char_indices().any(|(i, x)| {
            x == c
                && i > 0
                && word[..i].ends_with(|b: char| b.is_ascii_alphanumeric())
                && word[i + 1..].starts_with(|a: char| a.is_ascii_alphanumeric())
        })
    };
    let camel = word.as_bytes().windows(2).any(|w| w[0].is_ascii_lowercase() && w[1].is_ascii_uppercase());
    let dotted = inner('.') && word.split('.').all(|p| p.len() > 1);
    inner('_') || word.contains("::") || camel || dotted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_sources_have_is_supported() {
        for (text, sources) in [
            ("Batches of 200 rows.", "lower it to 200"),
            ("At most 10000 rows, 3.5 s each", "10,000 rows take 3.5s each"),
            ("Ports 80 and 443", "ports 80/443"),
            ("Ports 80-443", "from 80 to 443"),
            ("Frozen since 2025-03-14.", "2025-03-14: frozen"),
            ("Run `make all` in src/main.rs.", "we run `make all` (see src/main.rs)"),
            ("See https://example.org/a?b=1.", "from https://example.org/a?b=1"),
            ("批量为200。", "批量改为２００"),
            ("The setting max_rows and/or its default", "MAX_ROWS"),
            ("Nothing to check here", ""),
        ] {
            assert_eq!(unsupported(text, sources), None, "{text}");
        }
    }

    #[test]
    fn what_they_have_not_is_named() {
        for (text, sources, named) in [
            ("Batches of 20 rows", "lower it to 200", "the number `20`"),
            ("Since 2025-03-15", "2025-03-14 and 15", "the number `2025-03-15`"),
            ("At 14:09", "at 09:14", "the number `14:09`"),
            ("Version 3.12.2", "version 3.12.1", "the number `3.12.2`"),
            ("Calls `make install`", "calls make all", "the quotation `make install`"),
            ("See https://example.org/x", "https://example.org/y", "`https://example.org/x`"),
            ("Kept in /etc/shop", "kept in /etc/store", "`/etc/shop`"),
            ("Set maxRows", "set minRows", "`maxRows`"),
            ("Ask ops@example.org", "ask ops@example.com", "`ops@example.org`"),
            ("Hosted on db2.example.org", "hosted on db1.example.org", "the number `2`"),
        ] {
            assert_eq!(unsupported(text, sources).as_deref(), Some(named), "{text}");
        }
    }
}
