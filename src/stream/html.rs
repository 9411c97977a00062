//! Raw HTML in Markdown: where a block of it begins and what ends it.

pub(super) fn holds(line: &[u8], part: &[u8]) -> bool {
    line.len() >= part.len() && line.windows(part.len()).any(|w| w.eq_ignore_ascii_case(part))
}

/// Tags that open raw HTML up to a blank line, in order.
const TAGS: [&str; 62] = [
    "address",
    "article",
    "aside",
    "base",
    "basefont",
    "blockquote",
    "body",
    "caption",
    "center",
    "col",
    "colgroup",
    "dd",
    "details",
    "dialog",
    "dir",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "frame",
    "frameset",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "hr",
    "html",
    "iframe",
    "legend",
    "li",
    "link",
    "main",
    "menu",
    "menuitem",
    "nav",
    "noframes",
    "ol",
    "optgroup",
    "option",
    "p",
    "param",
    "search",
    "section",
    "summary",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "title",
    "tr",
    "track",
    "ul",
];

/// Raw HTML that begins here: what ends it, and whether that stands on the same line.
pub(super) fn html(rest: &[u8], continues: bool) -> Option<(&'static [u8], bool)> {
    if rest[0] != b'<' {
        return None;
    }
    let until = |end: &'static [u8], from: usize| Some((end, holds(rest.get(from..).unwrap_or(b""), end)));
    if rest.starts_with(b"<!--") {
        return until(b"-->", 4);
    }
    if rest.starts_with(b"<?") {
        return until(b"?>", 2);
    }
    if rest.starts_with(b"<![CDATA[") {
        return until(b"]]>", 9);
    }
    if rest.starts_with(b"<!") && rest.get(2).is_some_and(u8::is_ascii_alphabetic) {
        return until(b">", 2);
    }
    let closing = rest.get(1) == Some(&b'/');
    let name = &rest[1 + usize::from(closing)..];
    let length = name.iter().take_while(|c| c.is_ascii_alphanumeric()).count();
    let (name, after) = name.split_at(length);
    let name = String::from_utf8_lossy(name).to_ascii_lowercase();
    let apart = matches!(after.first(), None | Some(b' ' | b'\t' | b'>'));
    if !closing && apart {
        let end: Option<&'static [u8]> = match name.as_str() {
            "script" => Some(b"</script>"),
            "pre" => Some(b"</pre>"),
            "style" => Some(b"</style>"),
            "textarea" => Some(b"</textarea>"),
            _ => None,
        };
        if let Some(end) = end {
            return until(end, 1);
        }
    }
    if (apart || after.starts_with(b"/>")) && TAGS.binary_search(&name.as_str()).is_ok() {
        return Some((b"", false));
    }
    (!continues && whole_tag(rest)).then_some((b"", false))
}

/// A complete tag and nothing else on the line.
fn whole_tag(rest: &[u8]) -> bool {
    let end = rest.iter().rposition(|c| !matches!(c, b' ' | b'\t')).map_or(0, |n| n + 1);
    let Some(inner) = rest[..end].strip_prefix(b"<").and_then(|r| r.strip_suffix(b">")) else { return false };
    let closing = inner.first() == Some(&b'/');
    let inner = if closing { &inner[1..] } else { inner };
    if !inner.first().is_some_and(u8::is_ascii_alphabetic) {
        return false;
    }
    let name = inner.iter().take_while(|c| c.is_ascii_alphanumeric() || **c == b'-').count();
    attributes(&inner[name..], closing)
}

/// The rest of a tag: attributes, or only white space in a closing one.
fn attributes(mut rest: &[u8], closing: bool) -> bool {
    let space = |r: &[u8]| r.iter().take_while(|c| matches!(c, b' ' | b'\t')).count();
    loop {
        let spaces = space(rest);
        let after = &rest[spaces..];
        if after.is_empty() || !closing && after == b"/" {
            return true;
        }
        if closing || spaces == 0 || !matches!(after[0], b'a'..=b'z' | b'A'..=b'Z' | b'_' | b':') {
            return false;
        }
        let name = after.iter().take_while(|c| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'.' | b':' | b'-'));
        rest = &after[name.count()..];
        let Some(value) = rest[space(rest)..].strip_prefix(b"=") else { continue };
        let value = &value[space(value)..];
        let length = match value.first() {
            Some(quote @ (b'"' | b'\'')) => value[1..].iter().position(|c| c == quote).map_or(0, |n| n + 2),
            _ => value.iter().take_while(|c| !b" \t\"'=<>`".contains(c)).count(),
        };
        if length == 0 {
            return false;
        }
        rest = &value[length..];
    }
}
