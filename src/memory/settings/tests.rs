//! Reading the settings: layers, the template, mistakes.

use std::collections::BTreeSet;

use super::*;

fn layer(text: &str) -> Layer {
    Layer { path: "alluvium.toml".into(), text: text.into() }
}

fn read(text: &str) -> Settings {
    Settings::read(&[layer(text)]).unwrap()
}

fn refused(text: &str) -> String {
    let error = Settings::read(&[layer(text)]).unwrap_err();
    assert_eq!(error.exit_code(), 64);
    std::iter::once(error.to_string())
        .chain(error.hints().iter().map(|h| format!("hint: {h}")))
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn the_template_says_nothing() {
    assert_eq!(read(TEMPLATE), Settings::default());
}

#[test]
fn the_template_is_complete_and_tells_the_defaults() {
    let full = mistake::uncommented();
    let all = read(&full);
    let shown: std::collections::BTreeMap<_, _> = values(&all, &[]).into_iter().map(|v| (v.key, v.value)).collect();
    for Value { key, value, .. } in values(&Settings::default(), &[]) {
        assert!(shown[&key].is_some(), "{key} cannot be set");
        assert!(value.is_none() || value == shown[&key], "the template shows another default of {key}");
    }
    // What the types know is what the template names: the types list their fields when they refuse one.
    let mut tables: BTreeSet<String> = [String::new()].into();
    mistake::visit(&full, |key, _, leaf| {
        let own_names = ["kinds", "inject.tasks", "inject.lines"].iter().any(|map| key.starts_with(map));
        if leaf.is_none() && (!own_names || ["kinds.Risk", "inject.tasks.weekly"].contains(&key)) {
            tables.insert(key.to_owned());
        }
    });
    let named: BTreeSet<String> = mistake::all_keys().into_iter().collect();
    let mut missing = Vec::new();
    for table in tables {
        let text = if table.is_empty() { "zz = 1".to_owned() } else { format!("[{table}]\nzz = 1") };
        let message = toml::from_str::<Settings>(&text).unwrap_err().message().to_owned();
        for field in message.split('`').skip(3).step_by(2) {
            let key = mistake::dotted(&table, field);
            let is_table = named.iter().any(|k| k.starts_with(&format!("{key}.")));
            if !named.contains(&key) && !is_table {
                missing.push(key);
            }
        }
    }
    assert!(missing.is_empty(), "templates/alluvium.toml does not name {missing:?}");
}

#[test]
fn every_key_is_explained_in_the_docs() {
    let page = include_str!("../../../docs/settings.md");
    let mut keys = mistake::all_keys();
    keys.retain(|key| !origin::is_example(key) && !page.contains(&format!("| `{key}` |")));
    assert!(keys.is_empty(), "docs/settings.md has no row for {keys:?}");
    for value in values(&Settings::default(), &[]) {
        let row = page.lines().find(|l| l.starts_with(&format!("| `{}` |", value.key)));
        if let (Some(row), Some(default)) = (row, value.value) {
            let shown = row.split('|').nth(2).unwrap_or_default().trim().trim_matches('`');
            let shown: toml::Table = format!("x = {shown}").parse().unwrap();
            assert_eq!(shown["x"], default, "{row}");
        }
    }
}

#[test]
fn the_users_rows_of_kinds_are_merged_key_by_key() {
    let s =
        read("[kinds.decision]\nimportance = 1.0\n[kinds.Risk]\nsection = \"lessons\"\n[kinds.Lesson]\nsection = \"\"");
    let built_in = Settings::default();
    assert_eq!(s.kinds["Decision"].importance, 1.0);
    assert_eq!(s.kinds["Decision"].aliases, built_in.kinds["Decision"].aliases);
    assert_eq!(s.kinds["Risk"].section.as_deref(), Some("lessons"));
    assert_eq!(s.kinds["Lesson"].section, None);
    assert_eq!(s.kinds.len(), built_in.kinds.len() + 1);
}

#[test]
fn a_later_layer_wins_key_by_key() {
    let root = layer("zone = \"Asia/Tokyo\"\n[inject]\nbudget = 1000\nshare = 0.5\n[kinds.Fact]\nprivate = true");
    let space = Layer {
        path: "spaces/a/alluvium.toml".into(),
        ..layer("[inject]\nbudget = 500\n[kinds.Fact]\nroutine = true")
    };
    let layers = [root, space];
    let s = Settings::read(&layers).unwrap();
    assert_eq!((s.zone.as_deref(), s.inject.budget, s.inject.share), (Some("Asia/Tokyo"), 500, 0.5));
    assert!(s.kinds["Fact"].private && s.kinds["Fact"].routine);
    let from = |key: &str| values(&s, &layers).into_iter().find(|v| v.key == key).unwrap().origin.to_string();
    assert_eq!(from("inject.budget"), "spaces/a/alluvium.toml:2");
    assert_eq!(from("inject.share"), "alluvium.toml:4");
    assert_eq!(from("kinds.Fact.private"), "alluvium.toml:6");
    assert_eq!(from("inject.hours"), "built in");
}

#[test]
fn mistakes_name_file_line_and_key() {
    let cases = [
        ("\nzome = \"UTC\"", "cannot read `alluvium.toml:2`: there is no setting `zome`\nhint: `zone` is one"),
        (
            "[inject]\nbudgte = 1",
            "cannot read `alluvium.toml:2`: there is no setting `inject.budgte`\nhint: `inject.budget` is one",
        ),
        (
            "warn_lines = 1",
            "cannot read `alluvium.toml:1`: there is no setting `warn_lines`\nhint: `stream.warn-lines` is one",
        ),
        (
            "[qqqqqqqq]",
            "cannot read `alluvium.toml:1`: there is no setting `qqqqqqqq`\nhint: `alluvium config` lists all of them",
        ),
        (
            "[inject]\nbudget = \"a\"",
            "cannot read `alluvium.toml:2`: `inject.budget`: string \"a\", expected a whole number, 0 or more",
        ),
        (
            "inject.budget = -1",
            "cannot read `alluvium.toml:1`: `inject.budget`: the number `-1`, expected a whole number, 0 or more",
        ),
        ("[inject]\nshare = 1.5", "cannot use `inject.share` in `alluvium.toml:2`: 1.5 is not in 0…1"),
        (
            "[inject]\norder = \"up\"",
            "cannot use `inject.order` in `alluvium.toml:2`: \"up\" is none of sediment-first, stream-first",
        ),
        (
            "[distill]\nengine = \"gpt\"",
            "cannot use `distill.engine` in `alluvium.toml:2`: \"gpt\" is none of rules, llm",
        ),
        (
            "[distill]\non = [\"Pancake\"]",
            "cannot use `distill.on` in `alluvium.toml:2`: there is no kind \"Pancake\"; a table `[kinds.Pancake]` makes one",
        ),
        ("session.rounds = 0", "cannot use `session.rounds` in `alluvium.toml:1`: it must be in 1…1000000000"),
        ("decay.max-age-days = -1", "cannot use `decay.max-age-days` in `alluvium.toml:1`: it must be in 0…1000000"),
        (
            "search.alpha = nan",
            "cannot use `search.alpha` in `alluvium.toml:1`: NaN is not a number from 0 to 1000000000",
        ),
        ("tokens.factor = 0.0", "cannot use `tokens.factor` in `alluvium.toml:1`: 0 is not in 0.01…100"),
        (
            "day-starts = \"25:00\"",
            "cannot use `day-starts` in `alluvium.toml:1`: \"25:00\" is no clock time; write it as `HH:MM`",
        ),
        (
            "layout.stream = \"log.md\"",
            "cannot use `layout.stream` in `alluvium.toml:1`: its last part must contain `{date}`, once, so that a file's name says its day",
        ),
        (
            "layout.stream = \"{week}/{date}.md\"",
            "cannot use `layout.stream` in `alluvium.toml:1`: it knows only `{date}`, `{year}` and `{month}`",
        ),
        (
            "layout.stream = \"../{date}.md\"",
            "cannot use `layout.stream` in `alluvium.toml:1`: it must be a path inside of the memory folder; a symbolic link may lead elsewhere",
        ),
        (
            "layout.sediment = \".alluvium/x\"",
            "cannot use `layout.sediment` in `alluvium.toml:1`: the program keeps something else there",
        ),
        (
            "layout.sediment = \"alluvium.toml\"",
            "cannot use `layout.sediment` in `alluvium.toml:1`: the program keeps something else there",
        ),
        (
            "layout.stream = \"archive/{year}/{date}.md\"",
            "cannot use `layout.stream` in `alluvium.toml:1`: the program keeps something else there",
        ),
        (
            "layout.sediment = \"stream/2025/2025-03-14.md\"",
            "cannot use `layout.sediment` in `alluvium.toml:1`: it would be a day file of `layout.stream`",
        ),
        (
            "inject.hours = 9223372036854775807",
            "cannot use `inject.hours` in `alluvium.toml:1`: it must be in 0…1000000",
        ),
        (
            "sediment.sections.context = \"Decisions\"",
            "cannot use `sediment.sections.decisions` in `alluvium.toml`: two sections cannot both be called \"Decisions\"",
        ),
        (
            "sediment.sections.context = \" \"",
            "cannot use `sediment.sections.context` in `alluvium.toml:1`: a heading is one line that is not empty",
        ),
        (
            "kinds.X.importance = 1.0",
            "cannot use `kinds.X` in `alluvium.toml:1`: a kind has at least two characters, none of them a bracket or a line break",
        ),
        ("kinds.Fact.importance = 2.0", "cannot use `kinds.Fact.importance` in `alluvium.toml:1`: 2 is not in 0…1"),
        (
            "kinds.Fact.section = \"attic\"",
            "cannot use `kinds.Fact.section` in `alluvium.toml:1`: \"attic\" is none of preferences, context, decisions, lessons, procedures, or empty",
        ),
        (
            "inject.tasks.night.layers = [\"dream\"]",
            "cannot use `inject.tasks.night.layers` in `alluvium.toml:1`: \"dream\" is none of sediment, stream, relevant",
        ),
        (
            "inject.tasks.night.days = \"soon\"",
            "cannot use `inject.tasks.night.days` in `alluvium.toml:1`: cannot read the date `soon`",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(refused(text), message, "{text}");
    }
    assert!(refused("zone = UTC").starts_with("cannot read `alluvium.toml:1`: "));
    assert!(refused("zone = \"UTC\"\nzone = \"UTC\"").starts_with("cannot read `alluvium.toml:2`: "));
}
