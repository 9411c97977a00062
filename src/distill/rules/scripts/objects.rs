//! Whatever is said of one thing leaves what is known of another alone.

use proptest::prelude::*;

use super::story;

const THINGS: [&str; 6] = ["ledger-api", "parcel-ui", "mail-gate", "depot-a", "depot-b", "tide-tool"];
const VALUES: [&str; 6] = ["Lisbon", "Turku", "7001", "9822", "Ravi", "Ines"];

/// A statement of a thing with a value, and what tells that the value is another one.
const SHAPES: [&str; 9] = [
    "The port of {s} is {v}",
    "{s} listens on port {v}",
    "{s} is owned by {v}",
    "{s} runs in {v}",
    "{s} now runs in {v}",
    "Owner of {s}: {v}",
    "{v} took over {s}",
    "{s} no longer depends on {v}",
    "{s} 的负责人是 {v}",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn a_record_about_one_thing_leaves_the_others_alone(
        said in proptest::collection::vec((0..THINGS.len(), 0..SHAPES.len(), 0..VALUES.len()), 1..6),
        next in (0..THINGS.len(), 0..SHAPES.len(), 0..VALUES.len()),
    ) {
        let line = |(thing, shape, value): (usize, usize, usize)| {
            format!("Fact: {}", SHAPES[shape].replace("{s}", THINGS[thing]).replace("{v}", VALUES[value]))
        };
        let mut lines: Vec<String> = said.iter().map(|s| line(*s)).collect();
        let before = story(&lines.iter().map(String::as_str).collect::<Vec<_>>());
        lines.push(line(next));
        let after = story(&lines.iter().map(String::as_str).collect::<Vec<_>>());
        for text in before.iter().filter(|t| !t.contains(THINGS[next.0])) {
            prop_assert!(after.contains(text), "{lines:?}: “{text}” is gone, left: {after:?}");
        }
    }
}
