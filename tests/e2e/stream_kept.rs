//! The stream is append-only: whatever looks at it leaves every byte of it as it was.

use std::collections::BTreeMap;

use serde_json::json;

use crate::lab::Lab;

fn stream(lab: &Lab) -> BTreeMap<String, Vec<u8>> {
    lab.files().into_iter().filter(|(path, _)| path.contains("stream/")).collect()
}

#[test]
fn views_and_distillations_change_no_byte_of_the_stream() {
    let lab = Lab::new();
    lab.write(
        "stream/2025/2025-03-12.md",
        "- 9:00 [decision] Queue: Redis\r\n\r\nprose  \r\n* [Fact] Ana lives in Lyon\r\n",
    );
    lab.write("stream/2025/2025-03-13.md", "\u{feff}- 09:00 [Fact] torn line without an end [topic:: a/b");
    let before = stream(&lab);
    let messages = br#"[{"role":"user","content":"hello"},{"role":"assistant","content":"hi"}]"#;
    // An obedient model that returns the day's text rewritten, as an operation and around it.
    let edited = json!({"operations": [{"op": "add", "targets": [], "sources": ["2025-03-12#zzzzzz"],
        "section": "context", "topic": null, "text": "- 09:00 [Decision] Queue: Kafka", "reason": "rewritten"}],
        "stream": {"2025-03-12": "- 09:00 [Decision] Queue: Kafka\n"}});
    lab.write("answer.txt", format!("```markdown\n- 09:00 [Decision] Queue: Kafka\n```\n{edited}\n---\n{edited}\n"));
    lab.write("alluvium.toml", "[model]\nprovider = \"canned\"\ncommand = [\"answer.txt\"]\n");
    lab.run(&["distill", "--llm"]);
    for args in [
        &["inject"][..],
        &["inject", "--as-of", "2025-03-13"],
        &["search", "Redis"],
        &["doctor"],
        &["status"],
        &["stats"],
        &["distill", "--rules"],
        &["distill", "--dry-run"],
        &["show", "sediment"],
        &["review"],
        &["about", "Ana"],
        &["profile"],
    ] {
        lab.run(args);
        assert_eq!(stream(&lab), before, "{args:?}");
    }
    lab.run_with(&["trim", "--max-tokens", "50"], messages);
    lab.run_with(&["session", "update", "s1"], messages);
    assert_eq!(stream(&lab), before);
    // A judgement is a record of its own, at the end of today's file.
    let id = lab.read("sediment.md").lines().find_map(|l| l.rsplit_once('^')).unwrap().1.to_owned();
    lab.run(&["feedback", "confirm", &id]);
    let mut after = stream(&lab);
    after.retain(|path, _| before.contains_key(path));
    assert_eq!(after, before);
}
