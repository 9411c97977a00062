//! Cutting a text into words: hashed once, compared as numbers ever after.
//!
//! A word is a run of letters and digits with what joins them inside (`project-a`, `v1.10`,
//! `src/main.rs`, `don't`, `5,000`, `12:30`); each character of a script without spaces is a word of
//! its own, so that one phrase matcher serves every language. A number with a short unit stuck to it
//! is two words (`20GB` = `20 GB`), so is a possessive (`Ana's` = `Ana` + `'s`).

use xxhash_rust::xxh3::xxh3_64;

use crate::script::is_unspaced;

/// What a word is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Letters.
    Plain,
    /// Digits, with separators: numbers, times, dates.
    Number,
    /// Code-like: letters mixed with digits, `_`, `/`, `.`, `@` or inner capitals.
    Code,
    /// One character of a script without spaces.
    Glyph,
    /// Punctuation.
    Mark,
}

/// A word of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word {
    /// Hash of its lower-case form.
    pub hash: u32,
    /// Hash of its form without a plural or third-person `s`.
    pub stem: u32,
    /// Hash of its form without endings: `track` of `tracks` and `tracking`.
    pub form: u32,
    /// First byte in the text.
    pub start: u32,
    /// Byte after its last.
    pub end: u32,
    /// What it is made of.
    pub kind: Kind,
    /// Whether it begins with a capital letter.
    pub capital: bool,
    /// Whether it stands in quotation marks or backticks.
    pub quoted: bool,
}

impl Word {
    /// Its bytes in the text.
    pub fn range(&self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Its characters.
    pub fn of<'t>(&self, text: &'t str) -> &'t str {
        &text[self.range()]
    }

    /// Whether it is another one, in whatever form: `tracks`, `tracking`.
    pub fn is(&self, other: &Self) -> bool {
        self.stem == other.stem || self.form == other.form
    }

    /// Whether it is no punctuation.
    pub fn says(&self) -> bool {
        self.kind != Kind::Mark
    }
}

/// The hash of a word as written; case is folded, typographic apostrophes are plain ones.
pub fn hash(word: &str) -> u32 {
    if let Some(small) = small(word, &mut [0; LONG]) {
        return xxh3_64(small) as u32;
    }
    let lower: String = word.chars().map(|c| if c == '’' { '\'' } else { c }).flat_map(char::to_lowercase).collect();
    xxh3_64(lower.as_bytes()) as u32
}

/// Longer words are rare.
const LONG: usize = 64;

/// A plain word in lower case, as most are: without an allocation.
fn small<'b>(word: &str, buffer: &'b mut [u8; LONG]) -> Option<&'b [u8]> {
    let buffer = buffer.get_mut(..word.len()).filter(|_| word.is_ascii())?;
    buffer.copy_from_slice(word.as_bytes());
    buffer.make_ascii_lowercase();
    Some(buffer)
}

fn joins(c: char, before: char, after: char) -> bool {
    match c {
        '-' | '_' | '.' | '/' | '\'' | '’' | '@' | '\\' => true,
        '+' | '#' => after.is_alphanumeric(),
        ',' | ':' => before.is_ascii_digit() && after.is_ascii_digit(),
        _ => false,
    }
}

fn letter(c: char) -> bool {
    c.is_alphanumeric() && !is_unspaced(c)
}

/// The character at a byte. Almost all text is ASCII, where no decoding is needed.
fn char_at(text: &str, at: usize) -> Option<char> {
    match *text.as_bytes().get(at)? {
        b if b.is_ascii() => Some(char::from(b)),
        _ => text[at..].chars().next(),
    }
}

/// Where a word stands, and what it is made of.
struct Span {
    start: usize,
    end: usize,
    kind: Kind,
    quoted: bool,
}

/// Cuts a text into words.
pub fn split(text: &str) -> Vec<Word> {
    let mut words = Vec::with_capacity(text.len() / 5 + 4);
    cut(text, |span| words.push(word(text, span)));
    words
}

/// The hashes of the words of a text, for those who want nothing else of them.
pub fn hashes(text: &str) -> Vec<u32> {
    let mut hashes = Vec::with_capacity(4);
    cut(text, |span| hashes.push(hash(&text[span.start..span.end])));
    hashes
}

/// Finds the words of a text, from left to right.
fn cut(text: &str, mut take: impl FnMut(Span)) {
    let mut at = 0;
    let mut previous = ' ';
    let mut quotes: Vec<char> = Vec::new();
    while let Some(c) = char_at(text, at) {
        let start = at;
        at += c.len_utf8();
        if c == ' ' {
            previous = c;
            continue;
        }
        let rest = &text[at..];
        let next = char_at(text, at).unwrap_or(' ');
        let leads = matches!(c, '/' | '.' | '-' | '@' | '~' | '$' | '_' | '#')
            && !letter(previous)
            && (letter(next) || (matches!(next, '-' | '/' | '_') && rest.chars().nth(1).is_some_and(letter)))
            && !(c == '-' && rest.len() > 1 && previous != ' ');
        if letter(c) || leads {
            at = word_end(text, at);
            cut_run(text, start, at, !quotes.is_empty(), &mut take);
            previous = text[start..at].chars().next_back().unwrap_or(' ');
            continue;
        }
        if is_unspaced(c) {
            take(Span { start, end: at, kind: Kind::Glyph, quoted: !quotes.is_empty() });
        } else if !c.is_whitespace() {
            mind_quotes(c, previous, next, &mut quotes);
            take(Span { start, end: at, kind: Kind::Mark, quoted: !quotes.is_empty() });
        }
        previous = c;
    }
}

/// Keeps track of quotations. An apostrophe opens one only after a space or bracket.
fn mind_quotes(c: char, previous: char, next: char, quotes: &mut Vec<char>) {
    if quotes.last() == Some(&c) && !letter(next) {
        quotes.pop();
        return;
    }
    let opens =
        previous.is_whitespace() || matches!(previous, '(' | '[' | ':' | '：' | '，' | '。') || is_unspaced(previous);
    let closer = match c {
        '"' | '`' => c,
        '\'' | '‘' if opens && !next.is_whitespace() => {
            if c == '\'' {
                '\''
            } else {
                '’'
            }
        }
        '“' => '”',
        '「' => '」',
        '『' => '』',
        '«' => '»',
        _ => return,
    };
    if closer != c || opens || c == '`' {
        quotes.push(closer);
    }
}

fn word_end(text: &str, from: usize) -> usize {
    let mut end = from;
    let mut before = text[..from].chars().next_back().unwrap_or(' ');
    loop {
        // Plain letters and digits go on, whatever stands around them.
        let plain = text.as_bytes()[end..].iter().take_while(|b| b.is_ascii_alphanumeric()).count();
        if plain > 0 {
            end += plain;
            before = char::from(text.as_bytes()[end - 1]);
        }
        let mut rest = text[end..].chars();
        let Some(c) = rest.next() else { return end };
        let after = rest.next().unwrap_or(' ');
        let goes_on = letter(c)
            || (joins(c, before, after) && (letter(after) || (c == '/' && before == ':')))
            || (c == ':' && after == '/' && text[end..].starts_with("://"))
            || (matches!(c, '+' | '#') && before.is_alphabetic() && !letter(after))
            || (c == '+' && before == '+');
        if !goes_on {
            return end;
        }
        end += c.len_utf8();
        before = c;
    }
}

fn word(text: &str, Span { start, end, kind, quoted }: Span) -> Word {
    let shown = &text[start..end];
    let mut buffer = [0; LONG];
    let small = small(shown, &mut buffer);
    // The hash of its first bytes.
    let of = |len: usize| small.map_or_else(|| hash(&shown[..len]), |small| xxh3_64(&small[..len]) as u32);
    let hash = of(shown.len());
    let part = |len: usize| if len == shown.len() { hash } else { of(len) };
    let stem = if kind == Kind::Plain { stem(shown).map_or(hash, |stem| part(stem.len())) } else { hash };
    let form = match small {
        _ if matches!(kind, Kind::Glyph | Kind::Mark) => hash,
        Some(small) => part(root_end(small)),
        None => self::hash(root(&shown.to_lowercase())),
    };
    let capital = shown.chars().next().is_some_and(char::is_uppercase);
    Word { hash, stem, form, start: start as u32, end: end as u32, kind, capital, quoted }
}

/// Takes a run of letters as one word, or as two when a unit or a possessive sticks to it.
fn cut_run(text: &str, start: usize, end: usize, quoted: bool, mut take: impl FnMut(Span)) {
    let shown = &text[start..end];
    let mut two = |at: usize, first: Kind| {
        take(Span { start, end: at, kind: first, quoted });
        take(Span { start: at, end, kind: Kind::Plain, quoted });
    };
    let possessives: &[&str] = if shown.ends_with(['s', 'S']) { &["'s", "’s", "'S"] } else { &[] };
    for possessive in possessives {
        if let Some(stem) = shown
            .strip_suffix(*possessive)
            .filter(|s| !s.is_empty() && !matches!(*s, "it" | "It" | "that" | "That" | "let" | "Let"))
        {
            return two(start + stem.len(), kind_of(stem));
        }
    }
    let digits = shown.bytes().take_while(|b| b.is_ascii_digit() || matches!(b, b'.' | b',')).count();
    let unit = &shown[digits..];
    let counts = digits > 0 && shown.as_bytes()[digits - 1].is_ascii_digit();
    if counts
        && !unit.is_empty()
        && unit.chars().count() <= 3
        && unit.chars().all(char::is_alphabetic)
        && !matches!(unit, "st" | "nd" | "rd" | "th")
    {
        return two(start + digits, Kind::Number);
    }
    take(Span { start, end, kind: kind_of(shown), quoted });
}

/// The form without a plural or third-person `s`, when there is one to take.
fn stem(shown: &str) -> Option<&str> {
    let bare = shown.strip_suffix('s').filter(|b| {
        // `PRs`, `IDs`, but not `has`, `is`.
        b.is_ascii() && (b.len() > 2 || b.len() == 2 && b.bytes().all(|c| c.is_ascii_uppercase()))
    })?;
    match bare.as_bytes()[bare.len() - 1] {
        b's' | b'u' | b'i' => None,
        b'e' if bare.ends_with("sse") || bare.ends_with("she") || bare.ends_with("che") || bare.ends_with("xe") => {
            bare.strip_suffix('e')
        }
        _ => Some(bare),
    }
}

/// A word without the ending that makes it plural, a participle or a gerund: a rough cut, for comparing whole texts.
pub fn root(word: &str) -> &str {
    &word[..root_end(word.as_bytes())]
}

fn root_end(word: &[u8]) -> usize {
    let mut root = word;
    for end in [&b"s"[..], b"ing", b"ed", b"e"] {
        root = root.strip_suffix(end).filter(|root| root.len() >= 3).unwrap_or(root);
    }
    match root {
        [.., a, b] if a == b && b.is_ascii() && root.len() < word.len() && root.len() > 3 => root.len() - 1,
        _ => root.len(),
    }
}

fn kind_of(shown: &str) -> Kind {
    let (first, rest) = shown.as_bytes().split_first().unwrap_or((&b' ', b""));
    if first.is_ascii_alphabetic() && rest.iter().all(|b| b.is_ascii_lowercase() || *b == b'-') {
        return Kind::Plain;
    }
    let mut digits = false;
    let mut letters = false;
    let mut code = false;
    let mut inner_capital = false;
    let mut lower_before = false;
    for c in shown.chars() {
        digits |= c.is_ascii_digit();
        letters |= c.is_alphabetic();
        code |= matches!(c, '_' | '/' | '.' | '@' | '\\' | '~' | '$' | '#' | '+');
        inner_capital |= lower_before && c.is_uppercase();
        lower_before = c.is_lowercase();
    }
    if digits && !letters {
        Kind::Number
    } else if digits || code || inner_capital {
        Kind::Code
    } else {
        Kind::Plain
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<&str> {
        split(text).iter().map(|w| w.of(text)).collect()
    }

    #[test]
    fn words_are_cut_where_a_reader_would() {
        for (text, want) in [
            ("project-a listens on port 8080", &["project-a", "listens", "on", "port", "8080"][..]),
            ("ends in :8443.", &["ends", "in", ":", "8443", "."]),
            ("20GB, 1.2 s and 5,000", &["20", "GB", ",", "1.2", "s", "and", "5,000"]),
            ("Ana's v1.10 don't", &["Ana", "'s", "v1.10", "don't"]),
            ("改为 Rust，不再用C++", &["改", "为", "Rust", "，", "不", "再", "用", "C++"]),
            ("src/main.rs at 12:30 on https://a.b/c", &["src/main.rs", "at", "12:30", "on", "https://a.b/c"]),
            ("ใช้ v2 ㄅㄆ", &["ใ", "ช", "\u{e49}", "v2", "ㄅ", "ㄆ"]),
            ("run --fast in /tmp", &["run", "--fast", "in", "/tmp"]),
        ] {
            assert_eq!(shown(text), want, "{text}");
        }
    }

    #[test]
    fn a_character_of_two_equal_last_bytes_is_not_cut() {
        assert_eq!(root("가퀀s"), "가퀀");
        assert_eq!(shown("the 가퀀s plan"), ["the", "가퀀s", "plan"]);
    }

    #[test]
    fn quotations_are_marked() {
        let text = "Whenever I write 'hppy' instead of \"happy\", don't say it";
        let quoted: Vec<_> = split(text).iter().filter(|w| w.quoted && w.says()).map(|w| w.of(text)).collect();
        assert_eq!(quoted, ["hppy", "happy"]);
    }
}
