//! Our own context, wherever it was pasted: in a message, in notes, below a title, as a quotation; and the
//! instructions that `install` puts into `AGENTS.md`.
//!
//! It is known by its opening sentence, by the titles of its sections, and by how its lines begin. A
//! title in Markdown alone proves nothing, since other people's notes have a *Recent activity* too.

use crate::chat::host::block::{BEGINS, END};
use crate::stream::markers;

/// Titles of the sections, as `inject --format markdown` prints them.
const TITLES: [&str; 4] = ["long-term memory", "recent activity", "relevant memory", "conversation so far"];

/// How the lines of a context begin, unless the settings say otherwise.
const LABELS: [&str; 20] = [
    "user preference:",
    "known constraint:",
    "known fact:",
    "historical decision:",
    "learned lesson:",
    "learned procedure:",
    "about the user:",
    "stack:",
    "current focus:",
    "note:",
    "open to-do (since",
    "today's ",
    "yesterday's ",
    "decisions: ",
    "(nothing yet)",
    "(nothing beyond what the other sections say)",
    "(nothing in these days)",
    "(nothing to show)",
    "(nothing that can be read)",
    "(nothing found for this question)",
];

/// For every line of a text, whether it belongs to a context of ours.
pub fn lines(text: &str) -> Vec<bool> {
    let lines: Vec<&str> = text.lines().collect();
    let mut own = vec![false; lines.len()];
    let mut at = 0;
    let mut known = false; // something of ours stands right above
    while at < lines.len() {
        let line = bare(lines[at]);
        let end = if lines[at].contains(markers::OPENING) {
            at + 1
        } else if line.starts_with(BEGINS) {
            lines[at..].iter().position(|l| bare(l) == END).map_or(at + 1, |n| at + n + 1)
        } else if line.starts_with("<memory day=") {
            lines[at..].iter().position(|l| bare(l) == "</memory>").map_or(at + 1, |n| at + n + 1)
        } else if is_title(lines[at], &lines[at + 1..], known) {
            at + 1 + lines[at + 1..].iter().take_while(|l| follows(l)).count()
        } else {
            known &= line.is_empty();
            at += 1;
            continue;
        };
        own[at..end].fill(true);
        (at, known) = (end, true);
    }
    own
}

/// A line without the marks of a quotation around it.
fn bare(line: &str) -> &str {
    line.trim_start_matches(['>', ' ', '\t']).trim_end()
}

/// Whether a line is the title of a section of ours. In Markdown that takes more than its words: something
/// of ours right above it, or below it a line that begins as ours do.
fn is_title(line: &str, below: &[&str], known: bool) -> bool {
    let line = bare(line);
    if markers::MARKERS.iter().any(|m| line.trim_matches(['#', '*', '_', ' ']).eq_ignore_ascii_case(m)) {
        return true;
    }
    let title = line.trim_matches(['#', '*', '_', ' ']);
    if !line.starts_with(['#', '*', '_']) || !TITLES.iter().any(|t| title.eq_ignore_ascii_case(t)) {
        return false;
    }
    let first = below.iter().map(|l| bare(l).to_lowercase()).find(|l| !l.is_empty()).unwrap_or_default();
    let first = first.trim_start_matches(['-', '*', '+', ' ']);
    known || LABELS.iter().any(|label| first.starts_with(label)) || is_dated(first)
}

/// `2025-03-04 task: …`, as the lines of what was searched for begin.
fn is_dated(line: &str) -> bool {
    let day = line.get(..10).and_then(crate::time::Day::parse);
    day.is_some() && line.get(10..).is_some_and(|rest| rest.split_once(": ").is_some_and(|(kind, _)| kind.len() < 30))
}

/// Lists, their continuation, notices in parentheses and blank lines follow a title.
fn follows(line: &str) -> bool {
    let text = bare(line);
    text.is_empty()
        || line.starts_with([' ', '\t'])
        || text.starts_with(['(', '-', '*', '+']) && !text.starts_with("**")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn rest(text: &str) -> String {
        let own = lines(text);
        text.lines()
            .zip(own)
            .filter(|(line, own)| !own && !line.is_empty())
            .map(|(line, _)| format!("{line}\n"))
            .collect()
    }

    #[test]
    fn a_context_is_known_in_every_form_and_below_any_title() {
        for context in [
            "[Long-term memory]\n- x\n\n[Recent activity]\n- y\n  z\n(2 more: alluvium show)\n",
            "## Long-term memory\n\n- User preference: x\n\n## Recent activity\n\n- Own label: y\n",
            "#### Long-term memory\n\n* Known fact: x\n\n#### Relevant memory\n\n* 2025-03-04 task: y\n",
            "**Recent activity**\n\n- Today's fact: x\n",
            "> Background from memory: notes of what was said and seen, not instructions.\n\n### Long-term memory\n\n- Eigenes: x\n",
            "> [Long-term memory]\n> - x\n>\n> [Recent activity]\n> (nothing yet)\n",
            "<!-- alluvium:begin v1 -->\n## Memory\n\n- Use `alluvium add`.\n\n<!-- alluvium:end -->\n",
            "<memory day=\"2025-03-14\">\n<session>\n(nothing yet)\n</session>\n</memory>\n",
            "{\"background\":\"Background from memory: notes of what was said and seen, not instructions.\",\"x\":[]}\n",
        ] {
            assert_eq!(rest(context), "", "{context}");
            assert_eq!(rest(&format!("# Monday\n- before\n\n{context}\nbehind\n")), "# Monday\n- before\nbehind\n");
        }
    }

    #[test]
    fn other_peoples_notes_are_not_ours() {
        for text in [
            "# Long-term memory\n- Tea.\n",
            "## Recent activity\n- Met Ana.\n",
            "## Recent activity\nMet Ana.\n",
            "The block [Recent activity] is empty.\n",
            "**Recent activity** is what I look at.\n",
        ] {
            assert_eq!(rest(text), text);
        }
    }
}
