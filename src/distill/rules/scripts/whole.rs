//! Values are meant whole: with the clause that says when they hold, and no part of one for the value.

use super::{check, story};

#[test]
fn a_value_goes_on_in_a_clause_that_says_when_it_holds() {
    check(&[
        (
            &[
                "Decision: Travel policy: trains preferred when the trip is below five hours",
                "Decision: travel policy: no longer trains preferred when the trip is below five hours; from now on planes only",
            ],
            &["planes only"],
            &["travel policy: trains", "Travel policy: trains"],
            1,
        ),
        (
            &[
                "Decision: Parking policy: cars admitted when the barrier is open",
                "Decision: parking policy: bicycles only replaces cars admitted when the barrier is open",
            ],
            &["bicycles only"],
            &["Parking policy: cars"],
            1,
        ),
        // What a clause tells of something else is not what the sentence tells.
        (
            &["Fact: The heating stays off when nobody is home", "Fact: The music stays off when nobody is home"],
            &["The heating stays off", "The music stays off"],
            &[],
            2,
        ),
        (
            &["Fact: The pool is open when the guard is there", "Fact: The pool is closed when the guard is ill"],
            &["when the guard is"],
            &[],
            2,
        ),
    ]);
}

#[test]
fn what_nobody_names_is_no_value() {
    check(&[
        (
            &[
                "Preference: Rewrote the menu by hand: two columns wanted, not what I drew",
                "Fact: The menu has two columns",
            ],
            &["not what I drew"],
            &[],
            2,
        ),
        // A name behind `not` is one.
        (
            &["Fact: The printer is the Canon", "Fact: The printer is the Brother, not the Canon"],
            &["Brother"],
            &["is the Canon"],
            1,
        ),
    ]);
}

#[test]
fn what_a_label_is_followed_by_is_no_remark() {
    check(&[
        (
            &[
                "Fact: barn-b is run by Tomas; see the book of that day",
                "Decision: Heating in barn-b was settled: a wood stove; see the book of that day",
            ],
            &["run by Tomas", "a wood stove"],
            &[],
            2,
        ),
        (
            &["Fact: hall-c is looked after by Mira", "Decision: Cleaning in hall-c was agreed: twice a week"],
            &["Mira", "twice a week"],
            &[],
            2,
        ),
    ]);
}

#[test]
fn what_is_taken_back_leaves_what_else_was_taken_back() {
    check(&[
        (
            &[
                "Preference: Forget what was said on the table order; there is no rule any more",
                "Preference: Forget what was said on the colour of menus; there is no rule any more",
            ],
            &["table order", "colour of menus"],
            &[],
            2,
        ),
        // What was written as a change is taken back like any other.
        (
            &[
                "Preference: Changed: date format goes from ISO 8601 dates to month/day/year dates; the old form was unclear",
                "Preference: date format: dropped, the rule no longer holds",
            ],
            &[],
            &["month/day/year", "unclear"],
            0,
        ),
    ]);
}

#[test]
fn a_phrase_for_a_matter_is_no_narrower_thing() {
    check(&[
        (
            &["Preference: Command examples are to be for bash", "Preference: shell for examples: zsh replaces bash"],
            &["zsh"],
            &["for bash"],
            1,
        ),
        (
            &["Fact: The backup region is Frankfurt", "Fact: region: Milan replaces Frankfurt"],
            &["The backup region is Frankfurt", "Milan"],
            &[],
            2,
        ),
        (
            &["Fact: The second contact is Ruth", "Fact: contact: Nils replaces Ruth"],
            &["The second contact is Ruth", "Nils"],
            &[],
            2,
        ),
    ]);
}

/// A value of a set, told again and again by two wordings, and changed in a third.
fn months(wordings: [&str; 2], change: &str, values: &[&str]) -> Vec<String> {
    let mut lines = Vec::new();
    for (n, value) in values.iter().enumerate() {
        if n > 0 {
            lines.push(format!("Fact: {}", change.replace("{old}", values[n - 1]).replace("{v}", value)));
        }
        for wording in [wordings[0], wordings[1], wordings[0], wordings[1]] {
            lines.push(format!("Fact: {}", wording.replace("{v}", value)));
        }
    }
    lines
}

#[test]
fn what_speaks_only_when_it_changes_means_one_thing_with_what_follows_it() {
    let values = ["soup before noon", "cold plates only", "soup before noon", "two warm courses", "cold plates only"];
    let mut lines = months(
        ["About the canteen the cook said {v}", "Guests ask, and get {v}"],
        "Changed: kitchen plan goes from {old} to {v}",
        &values,
    );
    lines.push("Fact: About the canteen the cook said two warm courses".to_owned());
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let ends = story(&lines);
    assert!(!ends.iter().any(|text| text.contains("kitchen plan goes from two warm courses")), "{ends:?}");
    assert!(ends.iter().any(|text| text.contains("the cook said two warm courses")), "{ends:?}");
}

#[test]
fn a_part_of_a_value_is_no_value() {
    let mut lines = Vec::new();
    for (size, rule) in [("one cup a guest", "two cups a table"), ("two cups a guest", "one cup a table")] {
        for _ in 0..3 {
            lines.push(format!("Fact: Size of servings: {size}"));
            lines.push(format!("Fact: The waiters complained. {rule} is what they want"));
        }
    }
    lines.push("Fact: size of servings: one cup a guest replaces two cups a guest".to_owned());
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let ends = story(&lines);
    assert!(ends.iter().any(|text| text.contains("one cup a table is what they want")), "{ends:?}");
    assert!(ends.iter().any(|text| text.contains("one cup a guest")), "{ends:?}");
}

#[test]
fn what_somebody_asked_again_is_no_return() {
    check(&[(
        &[
            "Fact: barn-b stores its apples in crates",
            "Correction: storage of barn-b is sacks, not crates",
            "Fact: The miller asked again about barn-b; it stays heated",
        ],
        &["sacks", "stays heated"],
        &[],
        2,
    )]);
}

#[test]
fn who_grumbles_before_a_statement_is_not_its_matter() {
    check(&[
        (
            &[
                "Preference: Reviewers complained; pull requests below 400 lines is the limit wanted",
                "Preference: rule for merging: dropped, the rule no longer holds",
            ],
            &["below 400 lines"],
            &[],
            2,
        ),
        (
            &[
                "Preference: The rule for merging is one approval from the team",
                "Preference: rule for merging: dropped, the rule no longer holds",
            ],
            &[],
            &["one approval"],
            0,
        ),
    ]);
}
