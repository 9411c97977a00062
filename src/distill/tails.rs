//! Tails: what several entries end in, such as `; agreed in the weekly call`, and what says nothing of any of them.
//!
//! When the file is over its cap, they are left off before an entry with a topic leaves: better to lose what was said of
//! many things than what is known of one. Of entries without a topic several may tell of the same; the least valuable
//! of those had better go. The stream and the history keep them.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::Board;
use super::gist::is_decisive;
use crate::sediment::{EntryId, Section};

/// Behind so many entries, of two sections at least, a tail must stand.
const SEVERAL: usize = 3;

/// With one of these a tail tells where or when the entry holds.
const SCOPES: [&str; 25] = [
    "in", "on", "at", "for", "with", "under", "during", "within", "outside", "inside", "from", "by", "to", "as", "if",
    "when", "while", "since", "until", "unless", "where", "every", "each", "all", "both",
];
/// The same in scripts without spaces.
const SCOPE_SIGNS: [char; 10] = ['在', '仅', '只', '除', '当', '每', '从', '到', '对', '給'];

/// Entries that could do without a tail that they share, each with the rest of its text. Nothing of a person's.
pub fn shared(board: &Board) -> Vec<(EntryId, String)> {
    let mut behind: HashMap<&str, (HashSet<&str>, BTreeSet<Section>)> = HashMap::new();
    let entries = || board.slots.iter().filter(|(_, slot)| !slot.pinned);
    for (_, slot) in entries() {
        let text = slot.state.text.as_str();
        let mut rest = text;
        while let Some((head, tail)) = last(rest) {
            let (heads, sections) = behind.entry(tail).or_default();
            heads.insert(first(text));
            sections.insert(slot.state.section);
            rest = head;
        }
    }
    behind.retain(|tail, (heads, sections)| heads.len() >= SEVERAL && sections.len() > 1 && says_nothing(tail));
    if behind.is_empty() {
        return Vec::new();
    }
    let shorter = entries().filter_map(|(id, slot)| {
        let text = slot.state.text.as_str();
        let mut rest = text;
        while let Some((head, _)) = last(rest).filter(|(_, tail)| behind.contains_key(tail)) {
            rest = head;
        }
        (rest.len() < text.len()).then(|| (id.clone(), rest.to_owned()))
    });
    shorter.collect()
}

/// A text without the last of its clauses or sentences, and that one without its stop.
fn last(text: &str) -> Option<(&str, &str)> {
    let end = text.trim_end_matches(['.', '。', '!', '！']);
    let clause = |mark: &str| end.rfind(mark).map(|at| (at, at + mark.len()));
    let sentence = |mark: &str, stop: usize| end.rfind(mark).map(|at| (at + stop, at + mark.len()));
    let cuts = [clause("; "), clause("；"), sentence(". ", 1), sentence("。", "。".len())];
    let (head, tail) = cuts.into_iter().flatten().max()?;
    let (head, tail) = (text[..head].trim_end(), end[tail..].trim());
    (head.contains(' ') || !head.is_ascii()).then_some((head, tail))
}

/// The first clause or sentence of a text.
fn first(mut text: &str) -> &str {
    while let Some((head, _)) = last(text) {
        text = head;
    }
    text
}

/// Whether a tail is plain words: no name, number or label, nothing that turns or narrows what stands before it.
fn says_nothing(tail: &str) -> bool {
    let letters = || tail.chars().filter(|c| c.is_alphabetic());
    let words = tail.split_whitespace().count();
    let plain =
        tail.chars().all(|c| c.is_alphabetic() || c.is_whitespace() || matches!(c, ',' | '，' | '\'' | '’' | '-'));
    let named = letters().skip(1).any(char::is_uppercase);
    let opening = tail.split_whitespace().next().unwrap_or_default().to_lowercase();
    let scoped = SCOPES.contains(&opening.as_str()) || tail.contains(SCOPE_SIGNS);
    let long = words >= 3 || !tail.is_ascii() && letters().count() >= 4;
    plain && long && !named && !scoped && !is_decisive(tail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tail_is_cut_at_semicolons_and_ends_of_sentences() {
        let cases = [
            (
                "The editor is Helix; agreed in the weekly call",
                Some(("The editor is Helix", "agreed in the weekly call")),
            ),
            ("Replies are in French. Please pass it on.", Some(("Replies are in French.", "Please pass it on"))),
            ("周会在周三；大家都同意了。", Some(("周会在周三", "大家都同意了"))),
            ("周会在周三。大家都同意了。", Some(("周会在周三。", "大家都同意了"))),
            ("The editor is Helix.", None),
            ("No; really not", None),
            ("", None),
        ];
        for (text, expected) in cases {
            assert_eq!(last(text), expected, "{text}");
        }
    }

    #[test]
    fn what_narrows_or_names_is_no_idle_tail() {
        for idle in
            ["agreed in the weekly call", "see the thread of that day", "Please tell the others", "大家都同意了"]
        {
            assert!(says_nothing(idle), "{idle}");
        }
        let telling = [
            "not in production",
            "only after the release",
            "in the staging cluster",
            "ask Mira about it",
            "kept for 30 days",
            "owner: the platform team",
            "if the queue is full",
            "uses Postgres",
            "下班后不要打扰",
            "在测试环境里",
        ];
        for telling in telling {
            assert!(!says_nothing(telling), "{telling}");
        }
    }
}
