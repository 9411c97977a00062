//! The scanner and pulldown-cmark find the same items: a property test on generated files.

use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::block::{Blocks, Line};
use super::lines;

/// The lines on which items begin at the top level, as pulldown-cmark sees it.
fn theirs(text: &str) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut depth = 0;
    for (event, range) in Parser::new_ext(text, Options::empty()).into_offset_iter() {
        match event {
            Event::Start(Tag::Item) => {
                if depth == 0 {
                    starts.push(text[..range.start].matches('\n').count());
                }
                depth += 1;
            }
            Event::Start(Tag::BlockQuote(_)) => depth += 1,
            Event::End(TagEnd::Item | TagEnd::BlockQuote(_)) => depth -= 1,
            _ => {}
        }
    }
    starts
}

fn ours(text: &str) -> Vec<usize> {
    let mut blocks = Blocks::new();
    let is_item = |(n, line): (usize, &[u8])| matches!(blocks.read(line), Line::Item { .. }).then_some(n);
    lines::split(text.as_bytes()).enumerate().filter_map(is_item).collect()
}

const INDENTS: [&str; 10] = ["", "", "", " ", "  ", "   ", "    ", "      ", "\t", " \t"];

#[rustfmt::skip]
const CONTENTS: [&str; 56] = [
    "", "", "text", "more text", "- 09:14 [Fact] a", "- 09:14 [Fact] b", "* [Note] c", "+ d", "- ", "-", "1. one",
    "2. two", "1) x", "- - nested", "-   wide", "-     code", "```", "~~~", "````", "``` info", "# head",
    "## 2025-03-14", "#no", "> quote", ">", "> - item", "---", "***", "===", "- - -", "<div>", "</div>", "<!-- a -->",
    "<!-- open", "-->", "<b>", "<b>x", "<script>", "</script>", "<?x", "?>", "  ", "`` ` ``", "- ```", "- # h",
    "- > q", "- <div>", "-\ttab", "\\- no", "10. ten", "- \tx", "<x-y a=\"b\">", "</b>", "<p", ">> deep", "- 1. x",
];

fn line() -> impl Strategy<Value = String> {
    (prop::sample::select(&INDENTS[..]), prop::sample::select(&CONTENTS[..])).prop_map(|(i, c)| format!("{i}{c}"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_scanner_finds_the_items_that_pulldown_cmark_finds(lines in prop::collection::vec(line(), 0..12)) {
        let text = lines.join("\n") + "\n";
        prop_assert_eq!(ours(&text), theirs(&text), "\n{}", text);
    }
}
