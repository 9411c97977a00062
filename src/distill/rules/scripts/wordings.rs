//! Wordings that have meant one thing again and again are one entry, whatever their words; others never become one.

use super::story;

/// Each value told `times` times by both wordings, in turn.
fn in_turn(wordings: [&str; 2], values: &[&str], times: usize) -> Vec<String> {
    let told = values.iter().flat_map(|value| std::iter::repeat_n(value, times));
    told.flat_map(|value| wordings.map(|w| format!("Fact: {}", w.replace("{v}", value)))).collect()
}

fn ends_as(lines: &[String], more: &[&str]) -> Vec<String> {
    let lines: Vec<&str> = lines.iter().map(String::as_str).chain(more.iter().copied()).collect();
    story(&lines)
}

#[test]
fn what_changed_together_again_and_again_changes_together() {
    let both = in_turn(["Wake Milo at {v}", "The rooster clock of Milo rings at {v}"], &["6:10", "6:45", "7:30"], 3);
    assert_eq!(ends_as(&both, &["Fact: Wake Milo at 6:20"]), ["Wake Milo at 6:20"]);
    let both = in_turn(["小明六点起床，别迟到", "闹钟六点叫小明"], &["六点"], 6);
    assert_eq!(ends_as(&both, &[]).len(), 2, "one common value shows nothing");
}

#[test]
fn what_was_learned_of_one_holds_of_another() {
    let mut both =
        in_turn(["Wake Milo at {v}", "The rooster clock of Milo rings at {v}"], &["6:10", "6:45", "7:30"], 3);
    both.extend(in_turn(["Call Ada, then wake Vera at {v}", "Vera sings at {v}"], &["8:00"], 1));
    let ends = ends_as(&both, &["Fact: Wake Vera at 6:00", "Fact: The rooster clock of Vera rings at 6:30"]);
    assert!(!ends.iter().any(|text| text.contains("Vera at 6:00")), "{ends:?}");
    assert!(ends.iter().any(|text| text.contains("Milo") && text.contains("7:30")), "{ends:?}");
}

#[test]
fn what_has_other_values_at_the_same_time_stays_apart() {
    let mut lines = Vec::new();
    for (dentist, doctor) in [("Hofer", "Wimmer"), ("Wimmer", "Wimmer"), ("Wimmer", "Hofer"), ("Hofer", "Hofer")] {
        for _ in 0..3 {
            lines.push(format!("Fact: About the teeth of Milo ask Dr {dentist}"));
            lines.push(format!("Fact: Prescriptions for Milo come from Dr {doctor}"));
        }
    }
    let ends = ends_as(&lines, &["Fact: About the teeth of Milo ask Dr Lang"]);
    assert!(ends.iter().any(|text| text == "Prescriptions for Milo come from Dr Hofer"), "{ends:?}");
    assert!(ends.iter().any(|text| text == "About the teeth of Milo ask Dr Lang"), "{ends:?}");
}

#[test]
fn a_value_in_several_words_that_both_take_up_tells_more_than_a_common_one() {
    let wordings = ["Scones come to the table {v}", "Guests of the tea room get their pastry {v}"];
    let both = in_turn(wordings, &["warm with clotted cream", "cold with a spoon of honey", "hot without any jam"], 2);
    let ends = ends_as(&both, &["Fact: Scones come to the table warm with clotted cream"]);
    assert_eq!(ends, ["Scones come to the table warm with clotted cream"]);
    let both = in_turn(["The choir meets on {v}", "Brass practice is {v}"], &["Monday", "Tuesday"], 2);
    assert_eq!(ends_as(&both, &["Fact: The choir meets on Monday"]).len(), 2);
}

#[test]
fn what_moves_together_but_is_named_apart_stays_apart() {
    let wordings = ["Backups are kept on {v}", "Invoices are kept on {v}"];
    let both =
        in_turn(wordings, &["the old file server downstairs", "the new storage cluster", "the old tape robot"], 3);
    let ends = ends_as(&both, &["Fact: Invoices are kept on the new storage cluster"]);
    assert_eq!(ends.len(), 2, "{ends:?}");
    let once = in_turn(
        ["Backups are kept on {v}", "For invoices look at {v}"],
        &["the old file server downstairs", "the new storage cluster"],
        1,
    );
    assert_eq!(ends_as(&once, &["Fact: For invoices look at the old tape robot"]).len(), 2);
}

#[test]
fn what_says_again_what_it_said_before_has_a_value_of_its_own() {
    let mut lines = Vec::new();
    for (hall, cellar) in [("warm", "warm"), ("cool", "warm"), ("cool", "cool"), ("warm", "cool"), ("warm", "warm")] {
        for _ in 0..2 {
            lines.push(format!("Fact: Guests find the hall {hall} and quiet all day"));
            lines.push(format!("Fact: Our wine in the cellar is {cellar} and quiet all day"));
        }
    }
    let ends = ends_as(&lines, &["Fact: Guests find the hall cool and quiet all day"]);
    assert!(ends.iter().any(|text| text == "Our wine in the cellar is warm and quiet all day"), "{ends:?}");
}

#[test]
fn what_reads_like_a_change_but_names_no_value_that_was_is_a_wording_like_any_other() {
    let wordings = ["Rosemary grows in {v}", "The gardener waters rosemary in {v}, never at noon"];
    let values =
        ["a clay pot by the door", "the raised bed behind the house", "an old zinc bucket", "half a wine barrel"];
    let ends = ends_as(&in_turn(wordings, &values, 3), &["Fact: Rosemary grows in an old zinc bucket"]);
    assert_eq!(ends, ["Rosemary grows in an old zinc bucket"]);
}
