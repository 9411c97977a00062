//! Reading and editing held together: what is edited reads back as meant.

use std::path::Path;

use proptest::prelude::*;

use super::*;
use crate::memory::Settings;
use crate::stream::Fields;

fn sediment(text: &str) -> Sediment {
    read(text, Path::new("sediment.md"), &Settings::default())
}

fn head(text: &str, id: &str) -> Head {
    Head { text: text.into(), fields: Fields::default(), id: Some(EntryId(id.into())) }
}

fn texts(text: &str) -> Vec<(Section, String)> {
    sediment(text).entries.into_iter().map(|e| (e.section, e.text)).collect()
}

const FILE: &str = "# Long-term memory

Some prose.

## Preferences and constraints

- Reports are tables. [topic:: user/report] ^k3f9
  Further detail.

  ```
  code
  ```
* Another marker ^aaaa

## My own

- not an entry

## context
### Servers
+ db1 is the main one
1. ordered ^bbbb
";

#[test]
fn entries_are_top_level_items_below_the_sections() {
    let read = sediment(FILE);
    let found: Vec<_> =
        read.entries.iter().map(|e| (e.section, e.text.as_str(), e.line, &FILE[e.head.clone()])).collect();
    assert_eq!(
        found,
        [
            (Section::Preferences, "Reports are tables.", 7, "Reports are tables. [topic:: user/report] ^k3f9"),
            (Section::Preferences, "Another marker", 13, "Another marker ^aaaa"),
            (Section::Context, "db1 is the main one", 21, "db1 is the main one"),
            (Section::Context, "ordered", 22, "ordered ^bbbb"),
        ]
    );
    assert_eq!(read.entries[0].body, "Further detail.\n\n```\ncode\n```");
    let foreign: Vec<_> = read.foreign.iter().map(|r| FILE[r.clone()].trim()).collect();
    assert_eq!(foreign, ["# Long-term memory\n\nSome prose.", "## My own\n\n- not an entry", "### Servers"]);
}

#[test]
fn bom_front_matter_and_crlf_are_no_obstacle() {
    let plain = "## Context\n\n- one ^aaaa\n";
    let text = format!("\u{feff}---\ntitle: x\n---\n{plain}").replace('\n', "\r\n");
    let read = sediment(&text);
    assert_eq!(read.entries.len(), 1);
    assert_eq!(&text[read.entries[0].range.clone()], "- one ^aaaa\r\n");
    let after = edit(
        &read,
        &[Edit::Add { section: Section::Context, head: head("two", "bbbb"), body: String::new() }],
        &Settings::default(),
    );
    assert_eq!(after, format!("{text}- two ^bbbb\r\n"));
}

#[test]
fn prose_right_below_an_entry_is_not_swallowed() {
    let text = "## Context\n- one ^aaaa\nprose of a person\n- two\n  wrapped ^bbbb\n";
    assert_eq!(texts(text), [(Section::Context, "one".into()), (Section::Context, "two wrapped".into())]);
    let after = edit(&sediment(text), &[Edit::Remove { at: 0 }], &Settings::default());
    assert_eq!(after, "## Context\nprose of a person\n- two\n  wrapped ^bbbb\n");
}

#[test]
fn the_only_entry_of_a_section_goes_while_another_comes() {
    let add = |section| Edit::Add { section, head: head("two", "bbbb"), body: String::new() };
    let text = "## Decisions\n\n- one ^aaaa\n\n## Context\n\n- three ^cccc\n";
    let after = edit(&sediment(text), &[add(Section::Decisions), Edit::Remove { at: 0 }], &Settings::default());
    assert_eq!(after, "## Decisions\n\n- two ^bbbb\n\n## Context\n\n- three ^cccc\n");
    // The new section is made behind the entry that goes.
    let text = "## Preferences and constraints\n\n- one ^aaaa\n\nAn end.\n";
    let after = edit(&sediment(text), &[Edit::Remove { at: 0 }, add(Section::Context)], &Settings::default());
    assert!(after.contains("- two ^bbbb\n") && !after.contains("one") && after.contains("An end."), "{after}");
}

#[test]
fn rewriting_touches_the_first_paragraph_only() {
    let after = edit(&sediment(FILE), &[Edit::Rewrite { at: 0, head: head("New.", "k3f9") }], &Settings::default());
    assert_eq!(after, FILE.replace("Reports are tables. [topic:: user/report] ^k3f9", "New. ^k3f9"));
}

#[test]
fn a_missing_section_is_made_in_its_place() {
    let add = |section| Edit::Add { section, head: head("new", "zzzz"), body: String::new() };
    let cases = [
        ("", Section::Context, "## Context\n\n- new ^zzzz\n"),
        ("My notes\n", Section::Context, "My notes\n\n## Context\n\n- new ^zzzz\n"),
        ("My notes", Section::Context, "My notes\n\n## Context\n\n- new ^zzzz\n"),
        ("## Decisions\n\n- d\n", Section::Context, "## Context\n\n- new ^zzzz\n\n## Decisions\n\n- d\n"),
        (
            "## Context\n\n- c\n\n# Mine\n",
            Section::Decisions,
            "## Context\n\n- c\n\n## Decisions\n\n- new ^zzzz\n\n# Mine\n",
        ),
        ("## Context\n## Decisions\n", Section::Context, "## Context\n\n- new ^zzzz\n\n## Decisions\n"),
        ("## Context\n\n## Decisions\n", Section::Context, "## Context\n\n- new ^zzzz\n\n## Decisions\n"),
        ("## Context\n- a\n- b\n\n\n## X\n", Section::Context, "## Context\n- a\n- b\n- new ^zzzz\n\n\n## X\n"),
        ("## Context\n* a", Section::Context, "## Context\n* a\n* new ^zzzz\n"),
        ("## Context\nMine\n-\n", Section::Decisions, "## Context\n\n## Decisions\n\n- new ^zzzz\n\nMine\n-\n"),
        // Indented text that is not an entry's must not become the new one's.
        ("## Context\n\n  Mine.\n", Section::Context, "## Context\n\n- new ^zzzz\n\n<!-- -->\n\n  Mine.\n"),
        ("## Context\n\tMine.\n", Section::Context, "## Context\n\n- new ^zzzz\n\n<!-- -->\n\n\tMine.\n"),
        ("## Context\n1. a\n\n  Mine.\n", Section::Context, "## Context\n1. a\n- new ^zzzz\n\n<!-- -->\n\n  Mine.\n"),
    ];
    for (text, section, expected) in cases {
        assert_eq!(edit(&sediment(text), &[add(section)], &Settings::default()), expected, "{text:?}");
    }
}

#[test]
fn markers_of_a_merge_and_double_ids_are_problems() {
    let read = sediment("## Context\n<<<<<<< HEAD\n- a ^aaaa\n=======\n- b ^aaaa\n>>>>>>> other\n");
    let codes: Vec<_> = read.problems.iter().map(|p| (p.line, p.code)).collect();
    assert_eq!(codes, [(2, "conflict-marker"), (5, "duplicate-id")]);
}

#[test]
fn both_sides_of_a_merge_are_read_and_its_markers_and_old_text_are_not() {
    for end in ["\n", "\r\n"] {
        let text =
            "Mine.\n<<<<<<< HEAD\nOurs.\n=======\nTheirs.\n>>>>>>> other\n\n## Context\n\n- a ^aaaa\n<<<<<<< HEAD\n\
                    - b ^bbbb\n  more\n||||||| base\n- old ^oooo\n=======\n- c ^cccc\n>>>>>>> other\n- d ^dddd\n"
                .replace('\n', end);
        let read = sediment(&text);
        let entries: Vec<_> = read.entries.iter().map(|e| (e.text.as_str(), e.body.as_str(), e.line)).collect();
        assert_eq!(entries, [("a", "", 10), ("b", "more", 12), ("c", "", 17), ("d", "", 19)]);
        let foreign: Vec<_> = read.foreign.iter().map(|r| text[r.clone()].trim()).collect();
        assert_eq!(foreign, ["Mine.", "Ours.", "Theirs."]);
        assert_eq!(read.problems.iter().map(|p| p.line).collect::<Vec<_>>(), [2, 11]);
    }
}

fn any_line() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        Just("## Context".into()),
        Just("## Decisions".into()),
        Just("## Mine".into()),
        Just("<!-- c -->".into()),
        Just("> quote".into()),
        "[-*+] [a-z]{1,6}( \\^[a-z]{4})?",
        "  [a-z]{1,6}",
        "[a-z #>-]{1,8}",
    ]
}

proptest! {
    /// Every byte outside the heads that were edited survives, and what is read again is what was meant.
    #[test]
    fn edits_do_what_was_meant_and_nothing_else(
        lines in proptest::collection::vec(any_line(), 0..20),
        eol in prop_oneof![Just("\n"), Just("\r\n")],
        text in "[#>*` -]{0,2}[a-z \\[\\]:]{1,12}",
        section in proptest::sample::select(Section::ALL.to_vec()),
        pick in any::<prop::sample::Index>(),
    ) {
        let source = lines.join(eol);
        let before = sediment(&source);
        let mut edits = vec![Edit::Add { section, head: head(&text, "new00"), body: String::new() }];
        if !before.entries.is_empty() {
            edits.push(Edit::Rewrite { at: pick.index(before.entries.len()), head: head(&text, "rewr") });
        }
        let after = sediment(&edit(&before, &edits, &Settings::default()));
        let mut expected: Vec<_> = before.entries.iter().map(|e| (e.text.clone(), e.id.clone(), e.body.clone())).collect();
        if edits.len() == 2 {
            let one = &mut expected[pick.index(before.entries.len())];
            *one = (head::one_line(&text), Some(EntryId("rewr".into())), one.2.clone());
        }
        let mut found: Vec<_> = after.entries.iter().map(|e| (e.text.clone(), e.id.clone(), e.body.clone())).collect();
        let at = found.iter().position(|e| e.1 == Some(EntryId("new00".into())));
        prop_assert!(at.is_some(), "{:?}\n{}", after.entries, after.text);
        prop_assert_eq!(after.entries[at.unwrap()].section, section);
        found.remove(at.unwrap());
        prop_assert_eq!(found, expected, "{}", after.text);
        let back: Vec<_> = after.entries.iter().enumerate().filter(|(_, e)| e.id == Some(EntryId("new00".into()))).map(|(at, _)| Edit::Remove { at }).collect();
        let again = sediment(&edit(&after, &back, &Settings::default()));
        prop_assert_eq!(again.entries.len(), before.entries.len());
    }

    #[test]
    fn reading_never_fails(text in "([-*#>` \t\r\n\u{feff}\\[\\]a-z:\\^<!0-9.]|---\n|- a \\^aaaa\n|## Context\n|```\n){0,60}") {
        let read = sediment(&text);
        for entry in &read.entries {
            prop_assert!(text.get(entry.range.clone()).is_some() && text.get(entry.head.clone()).is_some());
            prop_assert!(entry.range.start <= entry.head.start && entry.head.end <= entry.range.end);
        }
    }
}
