//! The program's own context markers: a memory must not eat its own output.

/// Lines that only a context made by `inject` has: its section titles, and the tags of its XML form.
pub const MARKERS: [&str; 4] =
    ["[Long-term memory]", "[Conversation so far]", "[Recent activity]", "[Relevant memory]"];

/// The marker that stands on a line of its own in the text, if one does. A text that only mentions
/// one inside a sentence is not a context.
pub fn find(text: &str) -> Option<&'static str> {
    text.lines().find_map(|line| {
        let line = line.trim_matches(|c: char| c.is_whitespace() || matches!(c, '#' | '>' | '*' | '_'));
        MARKERS.into_iter().find(|m| line.eq_ignore_ascii_case(m))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_marker_counts_only_on_a_line_of_its_own() {
        assert_eq!(find("x\n  [long-term memory]\r\n- a"), Some("[Long-term memory]"));
        assert_eq!(find("## [Recent activity]"), Some("[Recent activity]"));
        assert_eq!(find("The block [Recent activity] is empty"), None);
    }
}
