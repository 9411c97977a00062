//! The profile: made by rules, stored on request or by `distill`, at the head of the context.

use crate::lab::Lab;

const SEDIMENT: &str = "## Preferences and constraints

- Replies are to be written in German. [topic:: user/reply-language] [since:: 2025-03-02] ^aaaa

## Context

- The user is a backend engineer at a ferry line. [since:: 2025-03-01] ^bbbb
- ferry-api is due by the end of May. [topic:: ferry-api/deadline] [since:: 2025-03-03] ^cccc

## Decisions

- ferry-api stores its data in PostgreSQL. [topic:: ferry-api/db] [since:: 2025-03-04] ^dddd
";

const BODY: &str = "- Role: The user is a backend engineer at a ferry line. ^bbbb
- Stack: ferry-api stores its data in PostgreSQL. ^dddd
- Style: Replies are to be written in German. ^aaaa
- Focus: ferry-api is due by the end of May. ^cccc
";

#[test]
fn a_profile_is_shown_stored_and_put_at_the_head() {
    let lab = Lab::new();
    lab.write("sediment.md", SEDIMENT);
    assert!(
        lab.changed(|| {
            let ran = lab.run(&["profile"]);
            ran.stdout(BODY).stderr("hint: this is not stored yet: `alluvium profile --update`\n");
        })
        .is_empty()
    );
    assert_eq!(lab.changed(|| drop(lab.ok(&["profile", "--update", "--quiet"]))), ["A profile.md"]);
    assert!(lab.read("profile.md").starts_with("---\nprofile: 1\nupdated: 2025-03-14\nmade-of: "));
    lab.ok(&["profile"]).stdout(BODY);
    lab.ok(&["inject", "--task", "simple"]).stdout_has(
        "[Long-term memory]\n- About the user: The user is a backend engineer at a ferry line.\n\
         - Stack: ferry-api stores its data in PostgreSQL.\n\
         - User preference: Replies are to be written in German.\n\
         - Current focus: ferry-api is due by the end of May.\n",
    );
}

#[test]
fn it_is_made_again_only_when_the_entries_behind_it_changed() {
    let lab = Lab::new();
    lab.write("sediment.md", SEDIMENT);
    lab.ok(&["profile", "--update", "--quiet"]);
    lab.at("2025-03-20T09:00:00+01:00");
    lab.write("sediment.md", SEDIMENT.replace("## Decisions", "- The office has a green door. ^eeee\n\n## Decisions"));
    assert!(lab.changed(|| drop(lab.ok(&["profile", "--update", "--quiet"]))).is_empty());
    lab.write("sediment.md", SEDIMENT.replace("German", "English"));
    lab.ok(&["profile", "--update", "--quiet"]);
    let stored = lab.read("profile.md");
    assert!(stored.starts_with("---\nprofile: 2\nupdated: 2025-03-20\n") && stored.contains("English"), "{stored}");
}

#[test]
fn distill_keeps_it_fresh_and_begins_one_when_there_is_enough_to_say() {
    let lab = Lab::new();
    lab.ok(&["add", "Preference", "Replies are to be written in German.", "--topic", "user/reply-language"]);
    lab.ok(&["distill", "--quiet"]);
    assert_eq!(lab.read("profile.md"), "", "one preference is no person");
    lab.ok(&["add", "Fact", "ferry-api is due by the end of May.", "--topic", "ferry-api/deadline"]);
    lab.ok(&["add", "Decision", "ferry-api stores its data in PostgreSQL.", "--topic", "ferry-api/db"]);
    lab.ok(&["distill", "--quiet"]);
    assert!(lab.read("profile.md").contains("- Stack: ferry-api stores its data in PostgreSQL."));
}

#[test]
fn what_a_person_rewrote_stays() {
    let lab = Lab::new();
    lab.write("sediment.md", SEDIMENT);
    lab.write("profile.md", "I sail.\n");
    let ran = lab.run(&["profile", "--update"]);
    ran.stdout("I sail.\n").stderr("profile.md was rewritten by hand and stays as it is\n");
    assert_eq!(lab.read("profile.md"), "I sail.\n");
    lab.ok(&["inject", "--task", "simple"]).stdout_has("- About the user: I sail.\n");
}

#[test]
fn it_can_be_switched_off() {
    let lab = Lab::new();
    lab.write("alluvium.toml", "[features]\nprofile = false\n");
    lab.write("sediment.md", SEDIMENT);
    lab.write("profile.md", "I sail.\n");
    lab.fail(1, &["profile"])
        .stderr("alluvium: profiles are switched off\nhint: set `features.profile = true` in the settings\n");
    assert!(!lab.ok(&["inject"]).out.contains("I sail"));
}

#[test]
fn json_tells_what_it_is_made_of() {
    let lab = Lab::new();
    lab.write("sediment.md", SEDIMENT);
    let value: serde_json::Value = serde_json::from_str(&lab.ok(&["profile", "--json"]).out).unwrap();
    assert_eq!((value["stored"].as_bool(), value["version"].as_u64()), (Some(false), Some(0)));
    assert_eq!(value["lines"][0]["facet"], "role");
    assert_eq!(value["lines"][0]["entry"], "^bbbb");
}

#[test]
fn a_mistake_in_the_word_lists_is_named() {
    let lab = Lab::new();
    lab.write("templates/profile.toml", "[role]\nwords = []\n");
    lab.fail(1, &["profile"]).stderr_has("alluvium: cannot read `templates/profile.toml`: ");
}
