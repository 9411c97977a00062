//! Help, manual pages and completions come from one definition.

use crate::lab::Lab;

fn commands(lab: &Lab) -> Vec<String> {
    let help = lab.ok(&["--help"]).out;
    let list = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap().to_owned();
    let names = list.lines().filter(|l| l.starts_with("  ") && !l.starts_with("   "));
    names.map(|l| l.split_whitespace().next().unwrap().to_owned()).collect()
}

#[test]
fn every_command_has_help_with_an_example() {
    let lab = Lab::empty();
    let commands = commands(&lab);
    assert!(commands.len() > 30, "{commands:?}");
    for command in commands {
        let help = lab.ok(&[&command, "--help"]).out;
        let example = format!("alluvium {command}");
        let examples = help.split("Examples:").nth(1).unwrap_or_else(|| panic!("`{command}` has no examples"));
        assert!(examples.contains(&example) || command == "merge", "`{command}` has no example:\n{help}");
    }
}

#[test]
fn help_is_a_word_as_well() {
    let lab = Lab::new();
    assert_eq!(lab.ok(&["help"]).out, lab.ok(&["--help"]).out);
    assert_eq!(lab.ok(&["help", "add"]).out, lab.ok(&["add", "--help"]).out);
    lab.fail(64, &["help", "ad"]).stderr_has("unrecognized subcommand 'ad'");
}

#[test]
fn manual_pages_are_printed_and_written() {
    let lab = Lab::empty();
    lab.ok(&["man"]).stdout_has(".TH alluvium 1");
    lab.ok(&["man", "distill"]).stdout_has("distill");
    lab.fail(64, &["man", "nonsense"])
        .stderr("alluvium: there is no command `nonsense`\nhint: `alluvium --help` lists them\n");
    lab.ok(&["man", "--dir", "man1", "--quiet"]);
    lab.ok(&["man", "session", "update"]).stdout_has(".TH alluvium-session-update 1");
    for name in commands(&lab) {
        let page = std::fs::read_to_string(lab.work().join(format!("man1/alluvium-{name}.1"))).unwrap();
        assert!(
            page.contains(&format!(".TH alluvium-{name} 1")) && page.contains(".SH EXAMPLES\n.nf\n"),
            "{name}:\n{page}"
        );
        // Every page that another one refers to is there.
        for word in page.replace("\\-", "-").split_whitespace().filter_map(|word| word.strip_suffix("(1)")) {
            assert!(lab.work().join(format!("man1/{word}.1")).is_file(), "{name} refers to {word}");
        }
    }
}

#[test]
fn completions_know_the_commands() {
    let lab = Lab::empty();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = lab.ok(&["completions", shell]).out;
        for name in commands(&lab) {
            assert!(script.contains(&name), "{shell} does not know `{name}`");
        }
        for values in [["claude", "codex"], ["Decision", "Lesson"], ["continue", "recall"], ["stream", "archive"]] {
            // These two know of commands and options only.
            let knows = !["powershell", "elvish"].contains(&shell);
            assert!(!knows || values.iter().all(|value| script.contains(value)), "{shell} completes no {values:?}");
        }
        // Where the shell is there, it reads what it is given.
        let file = lab.work().join("completions");
        std::fs::write(&file, script).unwrap();
        let arguments: &[&str] = if shell == "elvish" { &["-compileonly"] } else { &["-n"] };
        let read = std::process::Command::new(shell).args(arguments).arg(&file).output();
        assert!(read.is_err() || read.unwrap().status.success() || shell == "powershell", "{shell} cannot read them");
    }
    lab.fail(64, &["completions", "nonsense"]).stderr_has("invalid value 'nonsense'");
}
