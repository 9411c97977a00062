//! The scanner and pulldown-cmark find the same items: a property test on generated files.

use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::block::{Blocks, Line};
use super::{Kinds, Scan, lines};
use crate::memory::Settings;
use crate::time::Day;

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
    let line = (prop::sample::select(&INDENTS[..]), prop::sample::select(&CONTENTS[..]));
    // pulldown-cmark 0.13 takes a lazy line that begins with a tab and `>` for a quote; the reference
    // implementation (cmark 0.30) takes it for text, as the scanner does.
    line.prop_filter("a judge that errs", |(i, c)| !(i.ends_with('\t') && c.starts_with('>')))
        .prop_map(|(i, c)| format!("{i}{c}"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, max_global_rejects: 1_000_000, max_local_rejects: 1_000_000, ..ProptestConfig::default() })]

    #[test]
    fn the_scanner_finds_the_items_that_pulldown_cmark_finds(lines in prop::collection::vec(line(), 0..12)) {
        let text = lines.join("\n") + "\n";
        prop_assert_eq!(ours(&text), theirs(&text), "\n{}", text);
    }

    /// The same through the door that everybody uses, with its quick way for plain records: every item
    /// with a kind, unless a fence or comment is never closed, which only other programs read to the end.
    #[test]
    fn the_records_are_the_items_with_a_kind(lines in prop::collection::vec(line(), 0..12)) {
        let number = |(n, line): (usize, &String)| line.replace("] ", &format!("] {n} ")); // no two are the same
        let text = lines.iter().enumerate().map(number).collect::<Vec<_>>().join("\n") + "\n";
        prop_assume!(!text.starts_with("---")); // front matter, which pulldown-cmark does not know
        let kinds = Kinds::of(&Settings::default());
        let mut scan = Scan::new(text.as_bytes(), Day::parse("2025-03-14").unwrap(), &kinds);
        let found: Vec<usize> = scan.by_ref().map(|raw| raw.line - 1).collect();
        prop_assume!(scan.problems(std::path::Path::new("x")).iter().all(|p| !p.code.starts_with("unclosed")));
        let has_kind = |n: &usize| {
            let line = text.lines().nth(*n).unwrap().trim_start();
            line.contains('[') && !line.contains("- - ")
        };
        let items: Vec<usize> = theirs(&text).into_iter().filter(has_kind).collect();
        prop_assert_eq!(found, items, "\n{}", text);
    }
}
