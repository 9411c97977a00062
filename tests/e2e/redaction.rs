//! Secrets on their way into the stream.

use crate::lab::Lab;

const DAY: &str = "stream/2025/2025-03-14.md";
const TOKEN: &str = concat!("gh", "p_a8Kd93jfLq02mZxW7bTn5RyC1vHs6GpE4uJi");

#[test]
fn a_secret_is_replaced_and_never_repeated() {
    let lab = Lab::new();
    let ran = lab.run(&["add", "Note", &format!("deploy with {TOKEN} please"), "--because", "password=hunter22"]);
    assert_eq!(ran.code, 0);
    ran.stderr(
        "warning: a secret was replaced by `[redacted:github-token]` (keep it with `--allow-secret`)\n\
         warning: a secret was replaced by `[redacted:password]` (keep it with `--allow-secret`)\n",
    );
    let text = lab.read(DAY);
    assert!(
        text.ends_with(
            "- 09:14 [Note] deploy with [redacted:github-token] please [because:: password=\\[redacted:password\\]]\n"
        ),
        "{text}"
    );
    assert!(!lab.files().values().any(|bytes| String::from_utf8_lossy(bytes).contains(TOKEN)));
}

#[test]
fn it_is_kept_on_request() {
    let lab = Lab::new();
    lab.ok(&["add", "Note", TOKEN, "--allow-secret"]);
    assert!(lab.read(DAY).contains(TOKEN));
    for section in [
        "[redact]\noff = [\"github-token\"]\n".to_owned(),
        format!("[redact]\nallow = [\"{TOKEN}\"]\n"),
        "[features]\ngovernance = false\n".to_owned(),
    ] {
        let lab = Lab::new();
        lab.write("alluvium.toml", &section);
        lab.ok(&["add", "Note", TOKEN]);
        assert!(lab.read(DAY).contains(TOKEN), "{section}");
    }
}

#[test]
fn a_key_block_of_many_lines_goes_as_a_whole() {
    let lab = Lab::new();
    let block = format!(
        "the key:\n-----BEGIN {} KEY-----\nMIIEvQIBADANBgkqhkiG9w0\nBAQEFAASCBKcwggSjAgEAAo\n-----END {} KEY-----\nend",
        "PRIVATE", "PRIVATE"
    );
    let ran = lab.run_with(&["add", "Note", "-"], block.as_bytes());
    ran.stderr_has("[redacted:private-key]");
    assert!(
        lab.read(DAY).ends_with("- 09:14 [Note] the key:\\\n  [redacted:private-key]\n  end\n"),
        "{}",
        lab.read(DAY)
    );
}

#[test]
fn the_folder_adds_rules_and_a_mistake_in_them_is_named() {
    let lab = Lab::new();
    lab.write(
        "templates/redact.toml",
        "[[rule]]\nid = \"badge\"\nkeywords = [\"badge\"]\nregex = 'badge (\\d{6})'\nentropy = 0.0\n",
    );
    lab.run(&["add", "Note", &format!("badge 123456, {TOKEN}")])
        .stderr_has("[redacted:badge]")
        .stderr_has("github-token");
    assert!(
        lab.read(DAY).ends_with("- 09:14 [Note] badge [redacted:badge], [redacted:github-token]\n"),
        "{}",
        lab.read(DAY)
    );
    let path = lab.path("templates/redact.toml").canonicalize().unwrap();
    lab.write("templates/redact.toml", "[[rule]]\nid = \"badge\"\nkeywords = [\"badge\"]\nregex = '('\n");
    lab.fail(1, &["add", "Note", "badge"])
        .stderr(&format!("alluvium: cannot read `{}`: the regex of rule `badge`: unclosed group\n", path.display()));
    lab.write("templates/redact.toml", "[[rules]]\n");
    lab.fail(1, &["add", "Note", "x"])
        .stderr_has(&format!("alluvium: cannot read `{}`: unknown field `rules`", path.display()));
}
