//! The program's own context markers: a memory must not eat its own output.

/// Lines that only a context made by `inject` has: the section titles of its text form.
pub const MARKERS: [&str; 4] =
    ["[Long-term memory]", "[Recent activity]", "[Relevant memory]", "[Conversation so far]"];

/// The same in its Markdown and XML forms.
const OTHER_FORMS: [&str; 7] = [
    "## Long-term memory",
    "## Recent activity",
    "## Relevant memory",
    "## Conversation so far",
    "<long-term>",
    "<recent>",
    "<relevant>",
];

/// The marker that stands on a line of its own in the text, if one does. A text that only mentions
/// one inside a sentence is not a context.
pub fn find(text: &str) -> Option<&'static str> {
    text.lines().map(str::trim).find_map(|line| {
        let bare = line.trim_matches(|c: char| c.is_whitespace() || matches!(c, '#' | '>' | '*' | '_'));
        let text_form = MARKERS.into_iter().find(|m| bare.eq_ignore_ascii_case(m));
        text_form.or_else(|| OTHER_FORMS.into_iter().find(|m| line.eq_ignore_ascii_case(m)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_marker_counts_only_on_a_line_of_its_own() {
        assert_eq!(find("x\n  [long-term memory]\r\n- a"), Some("[Long-term memory]"));
        assert_eq!(find("## [Recent activity]"), Some("[Recent activity]"));
        assert_eq!(find("a\n## long-term memory\n- b"), Some("## Long-term memory"));
        assert_eq!(find("# Long-term memory"), None);
        assert_eq!(find("  <long-term>"), Some("<long-term>"));
        assert_eq!(find("The block [Recent activity] is empty"), None);
    }
}
