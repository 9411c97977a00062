//! Where the blocks of a Markdown file begin and end, line by line: the part of CommonMark that
//! decides whether a line opens a top-level list item, continues one, or is neither.
//!
//! Containers (list items, quotes) form a stack; one leaf may be open in the innermost. Everything
//! that does not bear on these two is left out: inline syntax, link definitions, tight and loose
//! lists. A property test holds the answer to pulldown-cmark's.

use super::cursor::Cursor;
use super::html::{holds, html};

/// A block that holds others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Container {
    /// A list item, whose content is indented by so many columns.
    Item { indent: usize },
    /// A block quote.
    Quote,
}

/// The block in which the text of a line stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Leaf {
    /// None is open.
    None,
    /// A paragraph, which a line without indent may continue.
    Paragraph,
    /// Code that is indented by four columns.
    Indented,
    /// A code fence of so many characters of a kind.
    Fence { char: u8, length: usize },
    /// Raw HTML that ends on the line that holds the text; at a blank line when that is empty.
    Html { end: &'static [u8] },
}

/// What a line does at the top level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Line {
    /// It opens a list item there, whose content begins at this byte of the line.
    Item { content: usize },
    /// It belongs to the list item that is open there.
    Inside,
    /// A heading of the level, outside of any item or quote; its text begins at this byte.
    Heading { text: usize },
    /// It opens a code fence or raw HTML that only a certain text ends, outside of any container.
    Opens,
    /// Anything else: prose, code, quotes, blank lines.
    Other,
}

/// The blocks that are open after the lines that were read.
#[derive(Debug, Clone)]
pub(super) struct Blocks {
    stack: Vec<Container>,
    leaf: Leaf,
    /// An item was opened by a line with nothing after the marker.
    empty_item: bool,
    /// The last line was code.
    verbatim: bool,
}

impl Blocks {
    /// At the start of a file.
    pub(super) fn new() -> Self {
        Self { stack: Vec::new(), leaf: Leaf::None, empty_item: false, verbatim: false }
    }

    /// At the first line of an item whose content is indented by so many columns, after its text.
    pub(super) fn in_item(indent: usize) -> Self {
        Self { stack: vec![Container::Item { indent }], leaf: Leaf::Paragraph, empty_item: false, verbatim: false }
    }

    /// Closes everything, as a line of git's conflict markers does.
    pub(super) fn close(&mut self) {
        self.stack.clear();
        self.leaf = Leaf::None;
        self.empty_item = false;
    }

    /// Whether the last line was code: within a fence, the line that closed one, or indented code.
    pub(super) fn is_verbatim(&self) -> bool {
        self.verbatim
    }

    /// The open leaf.
    pub(super) fn leaf(&self) -> Leaf {
        self.leaf
    }

    /// How many items and quotes are open.
    pub(super) fn depth(&self) -> usize {
        self.stack.len()
    }

    /// The columns by which the content of the item at the top level is indented.
    pub(super) fn item_indent(&self) -> usize {
        match self.stack.first() {
            Some(Container::Item { indent }) => *indent,
            _ => 0,
        }
    }

    /// Opens an item at the top level by a line that was recognised without reading it again.
    pub(super) fn open_item(&mut self, indent: usize) {
        self.stack.clear();
        self.stack.push(Container::Item { indent });
        self.leaf = Leaf::Paragraph;
        self.empty_item = false;
    }

    /// Reads one line, without its end.
    pub(super) fn read(&mut self, line: &[u8]) -> Line {
        let mut cursor = Cursor::new(line);
        let matched = self.matching(&mut cursor);
        let all = matched == self.stack.len();
        let blank = cursor.indent().1 == line.len();
        self.verbatim = false;

        if all && let Some(result) = self.raw(&cursor, blank) {
            return result;
        }
        if blank {
            return self.blank(matched);
        }
        self.begin(cursor, matched)
    }

    /// Goes into the open containers as far as the line continues them.
    fn matching(&mut self, cursor: &mut Cursor<'_>) -> usize {
        let empty = std::mem::take(&mut self.empty_item);
        for (n, container) in self.stack.iter().enumerate() {
            let (indent, first) = cursor.indent();
            let blank = first == cursor.line.len();
            match container {
                Container::Item { indent: needed } => {
                    if blank && !(empty && n + 1 == self.stack.len()) {
                        cursor.skip(indent.min(*needed));
                    } else if !blank && indent >= *needed {
                        cursor.skip(*needed);
                    } else {
                        return n;
                    }
                }
                Container::Quote => {
                    if indent > 3 || cursor.line.get(first) != Some(&b'>') {
                        return n;
                    }
                    enter_quote(cursor, indent);
                }
            }
        }
        self.stack.len()
    }

    /// A line within an open fence or raw HTML.
    fn raw(&mut self, cursor: &Cursor<'_>, blank: bool) -> Option<Line> {
        let ends = match self.leaf {
            Leaf::Fence { char, length } => {
                self.verbatim = true;
                let (indent, first) = cursor.indent();
                let rest = &cursor.line[first..];
                let run = rest.iter().take_while(|c| **c == char).count();
                indent < 4 && run >= length && rest[run..].iter().all(|c| matches!(c, b' ' | b'\t'))
            }
            Leaf::Html { end: b"" } => blank,
            Leaf::Html { end } => holds(cursor.rest(), end),
            _ => return None,
        };
        if ends {
            self.leaf = Leaf::None;
        }
        Some(self.place())
    }

    fn blank(&mut self, matched: usize) -> Line {
        if matched < self.stack.len() {
            self.stack.truncate(matched);
            self.leaf = Leaf::None;
        } else if self.leaf == Leaf::Paragraph {
            self.leaf = Leaf::None;
        }
        if self.stack.is_empty() { Line::Other } else { self.place() }
    }

    /// Whether the line belongs to an item at the top level.
    fn place(&self) -> Line {
        if matches!(self.stack.first(), Some(Container::Item { .. })) { Line::Inside } else { Line::Other }
    }

    /// A line of text: which blocks it opens, or which paragraph it continues.
    fn begin(&mut self, mut cursor: Cursor<'_>, matched: usize) -> Line {
        let all = matched == self.stack.len();
        let paragraph = self.leaf == Leaf::Paragraph;
        let mut opened = false;
        let mut item_at = None;
        loop {
            let (indent, first) = cursor.indent();
            let rest = &cursor.line[first..];
            let continues = paragraph && !opened;
            if rest.is_empty() {
                self.leaf = Leaf::None;
                break;
            }
            if indent >= 4 {
                if !continues {
                    self.shut(matched, opened);
                    self.leaf = Leaf::Indented;
                    self.verbatim = true;
                }
                break; // else a paragraph goes on, lazily or not
            }
            if rest[0] == b'>' {
                self.shut(matched, opened);
                opened = true;
                enter_quote(&mut cursor, indent);
                self.stack.push(Container::Quote);
                self.leaf = Leaf::None;
                continue;
            }
            if let Some(text) = heading(rest) {
                self.shut(matched, opened);
                self.leaf = Leaf::None;
                if self.stack.is_empty() {
                    return Line::Heading { text: first + text };
                }
                break;
            }
            if let Some((char, length)) = fence(rest) {
                self.shut(matched, opened);
                self.leaf = Leaf::Fence { char, length };
                if self.stack.is_empty() {
                    return Line::Opens;
                }
                break;
            }
            if let Some((end, done)) = html(rest, continues) {
                self.shut(matched, opened);
                self.leaf = if done { Leaf::None } else { Leaf::Html { end } };
                if self.stack.is_empty() && !done && !end.is_empty() {
                    return Line::Opens;
                }
                break;
            }
            if continues && all && underline(rest) {
                self.leaf = Leaf::None;
                return self.place();
            }
            if rule(rest) {
                self.shut(matched, opened);
                self.leaf = Leaf::None;
                break;
            }
            if let Some(marker) = marker(rest) {
                let after = &rest[marker.length..];
                let empty = after.iter().all(|c| matches!(c, b' ' | b'\t'));
                // Only an item with text, and only number one, interrupts a paragraph.
                if !(continues && all) || (marker.first && !empty) {
                    self.shut(matched, opened);
                    opened = true;
                    cursor.skip(indent);
                    cursor.step(marker.length);
                    let (spaces, next) = cursor.indent();
                    let inner = if empty || spaces > 4 { 1 } else { spaces };
                    if self.stack.is_empty() {
                        item_at = Some(if spaces > 4 { cursor.line.len() } else { next });
                    }
                    if !empty {
                        cursor.skip(inner);
                    }
                    self.stack.push(Container::Item { indent: indent + marker.length + inner });
                    self.leaf = Leaf::None;
                    self.empty_item = empty;
                    if empty {
                        break;
                    }
                    continue;
                }
            }
            if !continues {
                self.shut(matched, opened);
                self.leaf = Leaf::Paragraph;
            }
            break;
        }
        match item_at {
            Some(content) => Line::Item { content },
            None => self.place(),
        }
    }

    /// Closes what the line did not continue, once, before it opens something.
    fn shut(&mut self, matched: usize, opened: bool) {
        if !opened {
            self.stack.truncate(matched);
        }
    }
}

fn enter_quote(cursor: &mut Cursor<'_>, indent: usize) {
    cursor.skip(indent);
    cursor.step(1);
    if cursor.indent().0 > 0 {
        cursor.skip(1);
    }
}

/// `# text`: where the text begins.
fn heading(rest: &[u8]) -> Option<usize> {
    let level = rest.iter().take_while(|c| **c == b'#').count();
    let after = rest.get(level);
    ((1..=6).contains(&level) && matches!(after, None | Some(b' ' | b'\t')))
        .then(|| level + rest[level..].iter().take_while(|c| matches!(c, b' ' | b'\t')).count())
}

/// Three or more back-ticks or tildes that open a fence.
fn fence(rest: &[u8]) -> Option<(u8, usize)> {
    let char = *rest.first().filter(|c| matches!(c, b'`' | b'~'))?;
    let length = rest.iter().take_while(|c| **c == char).count();
    (length >= 3 && (char == b'~' || !rest[length..].contains(&b'`'))).then_some((char, length))
}

/// `===` or `---` below a paragraph.
fn underline(rest: &[u8]) -> bool {
    let end = rest.iter().rposition(|c| !matches!(c, b' ' | b'\t')).map_or(0, |n| n + 1);
    let rest = &rest[..end];
    matches!(rest.first(), Some(b'=' | b'-')) && rest.iter().all(|c| *c == rest[0])
}

/// A rule across the page: three or more of one of `*-_`, with any white space.
fn rule(rest: &[u8]) -> bool {
    let char = rest[0];
    matches!(char, b'*' | b'-' | b'_')
        && rest.iter().all(|c| *c == char || matches!(c, b' ' | b'\t'))
        && rest.iter().filter(|c| **c == char).count() >= 3
}

struct Marker {
    length: usize,
    /// A bullet, or the number one.
    first: bool,
}

/// A list marker that is followed by white space or the end of the line.
fn marker(rest: &[u8]) -> Option<Marker> {
    let marker = match rest[0] {
        b'-' | b'*' | b'+' => Marker { length: 1, first: true },
        b'0'..=b'9' => {
            let digits = rest.iter().take_while(|c| c.is_ascii_digit()).count();
            if digits > 9 || !matches!(rest.get(digits), Some(b'.' | b')')) {
                return None;
            }
            let first = rest[..digits].iter().rev().enumerate().all(|(n, c)| *c == if n == 0 { b'1' } else { b'0' });
            Marker { length: digits + 1, first }
        }
        _ => return None,
    };
    matches!(rest.get(marker.length), None | Some(b' ' | b'\t')).then_some(marker)
}
