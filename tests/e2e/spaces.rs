//! Spaces: memories of tenants and users, each apart from all others.

use std::os::unix::fs::symlink;

use crate::lab::Lab;

#[test]
fn spaces_are_made_listed_used_and_removed() {
    let lab = Lab::new();
    lab.ok(&["space", "list"]).stdout("");
    let made = lab.changed(|| {
        lab.fail(0, &["space", "add", "acme/ana"])
            .stderr_has("made the space `acme/ana`\nhint: use it with `--space acme/ana`");
    });
    assert_eq!(made, ["A spaces/acme/ana/alluvium.toml", "A spaces/acme/ana/sediment.md"]);
    lab.fail(0, &["space", "add", "acme/ana"]).stderr("nothing to do: there is a space `acme/ana` already\n");
    lab.ok(&["space", "add", "solo", "--json"]).stdout_has("\"space\":\"solo\",").stdout_has("\"made\":true}");
    lab.ok(&["space", "list"]).stdout("acme/ana\nsolo\n");
    lab.ok(&["space", "list", "--json"]).stdout("[\"acme/ana\",\"solo\"]\n");

    let written = lab.changed(|| {
        lab.ok(&["--space", "acme/ana", "add", "Fact", "The host is db2."]);
    });
    assert_eq!(written, ["A spaces/acme/ana/stream/2025/2025-03-14.md"]);
    lab.ok(&["show"]).stdout("");

    lab.fail(1, &["space", "remove", "acme/ana"]).stderr_has("the space `acme/ana` was not removed\nhint: answer `y`");
    let removed = lab.changed(|| {
        lab.fail(0, &["space", "remove", "acme/ana", "--yes"])
            .stderr_has("removed the space `acme/ana`\nhint: copies may");
    });
    assert_eq!(removed.len(), 3);
    assert!(!lab.path("spaces/acme").exists(), "an empty tenant goes, too");
    lab.ok(&["space", "list"]).stdout("solo\n");
}

#[test]
fn a_space_that_does_not_exist_is_an_error() {
    let lab = Lab::new();
    let untouched = lab.changed(|| {
        for args in [&["--space", "acme", "add", "Fact", "x y"][..], &["space", "remove", "acme", "--yes"]] {
            lab.fail(1, args)
                .stderr_has("alluvium: there is no space `acme` in `")
                .stderr_has("hint: `alluvium space add acme` makes it");
        }
        lab.var("ALLUVIUM_SPACE", "acme").fail(1, &["today"]).stderr_has("there is no space `acme`");
    });
    assert!(untouched.is_empty());
    lab.ok(&["space", "list"]);
}

#[test]
fn hostile_names_are_usage_errors() {
    let lab = Lab::new();
    for name in ["../x", "a/../../x", "/etc", ".", "a/b/c", "A", "a\\b", ".alluvium"] {
        for args in [&["space", "add", name][..], &["--space", name, "today"], &["space", "remove", name, "--yes"]] {
            lab.fail(64, args).stderr_has("cannot be the name of a space\nhint: one or two parts such as `acme`");
        }
    }
    lab.fail(64, &["--space", "a", "space", "list"])
        .stderr_has("alluvium: `space` works on the folder, not in a space\nhint: ");
}

#[test]
fn no_space_lies_in_another() {
    let lab = Lab::new();
    lab.ok(&["space", "add", "acme/ana", "--quiet"]);
    lab.fail(1, &["space", "add", "acme"])
        .stderr_has("the spaces `acme` and `acme/ana` would lie one inside of the other\nhint: ");
    lab.ok(&["space", "add", "solo", "--quiet"]);
    lab.fail(1, &["space", "add", "solo/stream"])
        .stderr_has("the spaces `solo/stream` and `solo` would lie one inside");
    lab.write("spaces/solo/ana/alluvium.toml", "");
    lab.fail(1, &["--space", "solo/ana", "today"]).stderr_has("would lie one inside of the other");
}

#[test]
fn no_link_leads_out_of_a_space() {
    let lab = Lab::new();
    for name in ["acme/ana", "acme/bob"] {
        lab.ok(&["space", "add", name, "--quiet"]);
        lab.ok(&["--space", name, "add", "Fact", &format!("Known only to {name}.")]);
    }
    let refused = |link: &str| {
        let unchanged = lab.changed(|| {
            for args in [&["inject"][..], &["show"], &["add", "Fact", "Anything."], &["distill"]] {
                let args: Vec<&str> = ["--space", "acme/ana"].iter().chain(args).copied().collect();
                lab.fail(1, &args)
                    .stderr_has(&format!("{link}` leads out of the space `acme/ana`\nhint: remove the link"));
            }
        });
        assert!(unchanged.is_empty(), "{unchanged:?}");
    };
    for (link, target) in [
        ("stream/2024", "../../bob/stream/2025"),
        ("stream/2025/2025-03-13.md", "../../../bob/stream/2025/2025-03-14.md"),
        ("history", "../../../../../home"),
        ("templates", "nowhere"),
    ] {
        let path = lab.path("spaces/acme/ana").join(link);
        symlink(target, &path).unwrap();
        refused(&format!("ana/{link}"));
        std::fs::remove_file(&path).unwrap();
    }
    // Links that stay inside are the owner's business.
    symlink("sediment.md", lab.path("spaces/acme/ana/MEMORY.md")).unwrap();
    lab.ok(&["--space", "acme/ana", "inject"]).stdout_has("Known only to acme/ana.");
    symlink("ana", lab.path("spaces/acme/eve")).unwrap();
    lab.fail(1, &["--space", "acme/eve", "inject"]).stderr_has("acme/eve` leads out of the space `acme/eve`");
}

#[test]
fn no_command_reads_or_writes_across_spaces() {
    let lab = Lab::new();
    let whose = |space: &str| {
        if space.is_empty() { "ROOTWORD".to_owned() } else { format!("{}WORD", space.to_uppercase().replace('/', "")) }
    };
    let spaces = ["", "acme/ana", "acme/bob", "zeta"];
    for space in spaces {
        let base: &[&str] = if space.is_empty() { &[] } else { &["--space", space] };
        if !space.is_empty() {
            lab.ok(&["space", "add", space, "--quiet"]);
        }
        let word = whose(space);
        for (kind, text) in
            [("Preference", "is the default"), ("Task", "is to be done"), ("Lesson", "breaks the build")]
        {
            let text = format!("{word} {text}.");
            let args: Vec<&str> =
                base.iter().copied().chain(["add", kind, &text, "--about", "shared", "--topic", "shared/x"]).collect();
            lab.ok(&args);
        }
        lab.run(&base.iter().copied().chain(["distill"]).collect::<Vec<_>>());
    }
    let commands: &[&[&str]] = &[
        &["show"],
        &["show", "sediment"],
        &["inject", "--for", "WORD default"],
        &["search", "default"],
        &["about", "shared"],
        &["history", "shared/x"],
        &["review"],
        &["doctor"],
        &["status"],
        &["stats"],
        &["config"],
        &["profile"],
        &["add", "Fact", "Something new."],
        &["distill"],
        &["archive", "--older-than", "0d"],
        &["forget", "--match", "WORD", "--yes"],
    ];
    for space in ["acme/ana", "zeta"] {
        let prefix = format!("spaces/{space}/");
        for command in commands {
            let args: Vec<&str> = ["--space", space].iter().chain(*command).copied().collect();
            let mut ran = None;
            let changed = lab.changed(|| ran = Some(lab.run(&args)));
            let ran = ran.unwrap();
            for other in spaces.iter().filter(|other| **other != space) {
                let word = whose(other);
                assert!(!ran.out.contains(&word) && !ran.err.contains(&word), "{args:?} shows {word}:\n{}", ran.out);
            }
            assert!(changed.iter().all(|line| line[2..].starts_with(&prefix)), "{args:?} changed {changed:?}");
        }
    }
    // The folder itself does not look into its spaces.
    for command in commands {
        let ran = lab.run(command);
        assert!(!ran.out.contains("ACMEBOBWORD"), "{command:?} shows a space's record:\n{}", ran.out);
    }
}
