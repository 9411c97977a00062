//! Searching by meaning: an embedding model, made-up answers, a reranker, and what happens without them.

use serde_json::{Value, json};

use crate::lab::Lab;
use crate::model_server::{Answer, Server};

const DAY: &str = "stream/2025/2025-03-12.md";
const TOKEN: &str = concat!("gh", "p_a8Kd93jfLq02mZxW7bTn5RyC1vHs6GpE4uJi");

/// The vector of a text in a world of three things: cars, releases, all else.
fn vector(text: &str) -> Value {
    let text = text.to_lowercase();
    let has = |words: &[&str]| f64::from(u8::from(words.iter().any(|w| text.contains(w))));
    json!([has(&["car ", "vehicle", "automobile"]), has(&["release", "deploy"]), 0.1])
}

/// Embeds, answers and reranks: what speaks of Mondays first.
fn answer(_: usize, body: &Value) -> Answer {
    if body.get("messages").is_some() {
        return Answer::chat("<think>hm</think>The vehicle stands in the yard.");
    }
    if let Some(texts) = body["documents"].as_array() {
        let fits = |t: &Value| u8::from(t.as_str().unwrap().contains("Monday"));
        let results = texts.iter().enumerate().map(|(i, t)| json!({"index": i, "relevance_score": fits(t)}));
        return Answer::json(&json!({"results": results.collect::<Vec<_>>()}));
    }
    let vectors = body["input"].as_array().unwrap().iter().map(|t| vector(t.as_str().unwrap()));
    let data = vectors.enumerate().map(|(i, v)| json!({"index": i, "embedding": v}));
    Answer::json(&json!({"data": data.collect::<Vec<_>>()}))
}

fn lab(settings: &str) -> Lab {
    let lab = Lab::new();
    lab.write("alluvium.toml", settings);
    lab.write(
        DAY,
        format!(
            "## 2025-03-12\n\n\
             - 09:00 [Fact] The car is in the garage.\n\
             - 09:10 [Decision] Releases are made on Mondays.\n\
             - 09:20 [Note] Lunch was late.\n\
             - 09:30 [Fact] The secret car is blue. [origin:: private]\n\
             - 09:40 [Note] Push with {TOKEN} please.\n"
        ),
    );
    lab
}

fn settings(url: &str) -> String {
    format!(
        "[embeddings]\nprovider = \"openai\"\nname = \"m\"\nbase-url = \"{url}/v1\"\n\
         [model]\nprovider = \"openai\"\nname = \"m\"\nbase-url = \"{url}/v1\"\nretry-wait = 0.01\n\
         [rerank]\nurl = \"{url}/rerank\"\nname = \"r\"\n"
    )
}

/// The first hit's line.
fn first(lab: &Lab, args: &[&str]) -> String {
    let ran = lab.ok(&[&["search"], args].concat());
    ran.out.lines().next().unwrap_or_default().split(": ").next().unwrap().to_owned()
}

#[test]
#[cfg(feature = "llm")]
fn what_means_the_same_is_found_without_a_word_in_common() {
    let server = Server::with(answer);
    let lab = lab(&settings(&server.url));
    assert!(lab.changed(|| assert_eq!(first(&lab, &["automobile"]), format!("{DAY}:3"))).is_empty());
    assert_eq!(server.requests().len(), 2, "the query, and all texts at once");
    assert_eq!(first(&lab, &["automobile"]), format!("{DAY}:3"));
    assert_eq!(server.requests().len(), 3, "vectors are kept");
    let cache = lab.path(".alluvium/vectors");
    let bytes = std::fs::read(&cache).unwrap();
    std::fs::write(&cache, &bytes[..bytes.len() - 9]).unwrap();
    assert_eq!(first(&lab, &["automobile"]), format!("{DAY}:3"));
    assert_eq!(server.requests().len(), 5, "a torn cache is made anew");
    lab.ok(&["search", "automobile", "--rerank"]);
    for request in server.requests() {
        let body = request.body.to_string();
        assert!(!body.contains("secret car") && !body.contains(TOKEN), "{body}");
    }
    // Operators are about words.
    lab.run(&["search", "\"automobile\""]).stdout("").stderr("nothing found\n");
    assert_eq!(first(&lab, &["secret"]), format!("{DAY}:6"), "what is not sent is found by words");
}

#[test]
#[cfg(feature = "llm")]
fn a_made_up_answer_and_a_reranker_take_part_when_asked() {
    let server = Server::with(answer);
    let lab = lab(&settings(&server.url));
    // The question itself is of no help, its made-up answer is.
    assert_eq!(first(&lab, &["where did I park", "--hyde"]), format!("{DAY}:3"));
    let asked = &server.requests()[1].body["input"];
    assert_eq!(asked, &json!(["where did I park", "The vehicle stands in the yard."]));
    assert_eq!(first(&lab, &["automobile", "--rerank"]), format!("{DAY}:4"));
    let ollama = Server::with(|_, body| {
        let vectors = body["input"].as_array().unwrap().iter().map(|t| vector(t.as_str().unwrap()));
        Answer::json(&json!({"embeddings": vectors.collect::<Vec<_>>()}))
    });
    let url = &ollama.url;
    lab.write("alluvium.toml", format!("[embeddings]\nprovider = \"ollama\"\nname = \"m\"\nbase-url = \"{url}\"\n"));
    assert_eq!(first(&lab, &["automobile"]), format!("{DAY}:3"));
    assert!(ollama.requests()[0].head.starts_with("POST /api/embed "));
}

#[test]
fn without_a_model_words_are_searched_and_one_notice_says_so() {
    let words = lab("").ok(&["search", "releases on monday"]).out;
    let failing = Server::new(vec![Answer::Of(404, "", "{\"error\": \"no such model\"}".to_owned())]);
    let strange = Server::new(vec![Answer::json(&json!({"data": []}))]);
    for (settings, args, said) in [
        (settings(&failing.url), &[][..], "searched by words only: "),
        (settings(&strange.url), &["--rerank"], "searched by words only: "),
        (settings("http://127.0.0.1:1"), &["--hyde", "--rerank"], "searched by words only: "),
        ("[embeddings]\nprovider = \"openai\"\n".to_owned(), &[], "no embedding model is named"),
        (String::new(), &["--hyde"], "no embedding model is configured (`embeddings.provider`)"),
        (String::new(), &["--rerank"], "not reranked: no rerank endpoint is configured (`rerank.url`)"),
    ] {
        let lab = lab(&settings);
        let ran = lab.run(&[&["search", "releases on monday"], args].concat());
        assert_eq!((ran.code, &ran.out), (0, &words), "{settings}\n{}", ran.err);
        assert!(ran.err.contains(said) && ran.err.lines().count() == 1, "no `{said}`: {}", ran.err);
    }
    let lab = lab(&settings(&failing.url));
    let ran = lab.run(&["search", "releasses"]);
    assert_eq!((ran.code, ran.out.lines().count()), (0, 1), "near spellings still help: {}", ran.err);
}

/// The vector of a text in a world of three preferences. What speaks of `perhaps` is only related to the rest.
fn preference(text: &str) -> Value {
    let text = text.to_lowercase();
    let has = |words: &[&str]| f64::from(u8::from(words.iter().any(|w| text.contains(w))));
    let aside = 0.75 * has(&["tersely"]);
    json!([has(&["brief", "short", "tersely"]), has(&["session"]), has(&["comment"]), has(&["secret"]), aside, 0.01])
}

fn embed(_: usize, body: &Value) -> Answer {
    let vectors = body["input"].as_array().unwrap().iter().map(|t| preference(t.as_str().unwrap()));
    let data = vectors.enumerate().map(|(i, v)| json!({"index": i, "embedding": v}));
    Answer::json(&json!({"data": data.collect::<Vec<_>>()}))
}

/// What the entries of the sediment say, and whether they bear a conflict.
fn entries(lab: &Lab) -> Vec<(String, bool)> {
    let text = lab.read("sediment.md");
    let lines = text.lines().filter_map(|line| line.strip_prefix("- "));
    lines.map(|line| (line.split(" [").next().unwrap().to_owned(), line.contains("[conflicts:: "))).collect()
}

const TOLD: &str = "\
- 09:00 [Preference] Answers should be brief.
- 09:10 [Constraint] A session ends after 30 minutes.
- 09:20 [Preference] Comments in the code are welcome.
- 09:30 [Preference] The secret word is swordfish. [origin:: private]
";

const TOLD_LATER: &str = "\
- 09:00 [Preference] The user wants short replies.
- 09:10 [Constraint] Idle sessions are closed after 45 minutes.
- 09:20 [Preference] Do not write comments that explain the obvious.
- 09:30 [Preference] Tersely worded mails are fine.
";

#[test]
#[cfg(feature = "llm")]
fn distill_sees_what_means_the_same_and_never_merges_what_may_contradict() {
    let server = Server::with(embed);
    let lab = Lab::new();
    lab.write("alluvium.toml", settings(&server.url));
    lab.write("stream/2025/2025-03-11.md", format!("## 2025-03-11\n\n{TOLD}- 09:40 [Fact] Push with {TOKEN} then.\n"));
    lab.ok(&["distill"]);
    assert_eq!(server.requests().len(), 1);
    lab.write("stream/2025/2025-03-12.md", format!("## 2025-03-12\n\n{TOLD_LATER}"));
    let explained = lab.ok(&["distill", "--explain"]).out;
    assert_eq!(server.requests().len(), 2);
    assert_eq!(server.requests()[1].body["input"].as_array().unwrap().len(), 4, "the others are kept");
    assert!(explained.contains("the same meaning (1.00)"), "{explained}");
    assert!(explained.contains("near in meaning (1.00), the same but for a value"), "{explained}");
    let said = entries(&lab);
    let conflict = |text: &str| said.iter().find(|(said, _)| said == text).map(|(_, conflict)| *conflict);
    assert_eq!(conflict("Answers should be brief."), Some(false));
    assert_eq!(conflict("The user wants short replies."), None, "it is the same");
    assert_eq!(conflict("A session ends after 30 minutes."), Some(true), "another number");
    assert_eq!(conflict("Idle sessions are closed after 45 minutes."), Some(false));
    assert_eq!(conflict("Comments in the code are welcome."), Some(true), "a negation");
    assert_eq!(conflict("Tersely worded mails are fine."), Some(false), "0.80 is not the same");
    lab.ok(&["distill"]);
    assert_eq!(server.requests().len(), 2, "nothing is unread");
    for request in server.requests() {
        let body = request.body.to_string();
        assert!(!body.contains("swordfish") && !body.contains(TOKEN), "{body}");
    }
}

#[test]
#[cfg(feature = "llm")]
fn distill_without_an_embedding_model_goes_by_words_and_says_so_once() {
    let distilled = |settings: &str| {
        let lab = Lab::new();
        lab.write("alluvium.toml", settings);
        lab.write("stream/2025/2025-03-11.md", format!("## 2025-03-11\n\n{TOLD}{TOLD_LATER}"));
        let ran = lab.run(&["distill"]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        (lab.read("sediment.md"), ran.err)
    };
    let (words, silent) = distilled("");
    assert_eq!(silent, "");
    let failing = Server::new(vec![Answer::Of(404, "", "{\"error\": \"no such model\"}".to_owned())]);
    for settings in
        [settings(&failing.url), settings("http://127.0.0.1:1"), "[embeddings]\nprovider = \"openai\"\n".to_owned()]
    {
        let (sediment, said) = distilled(&settings);
        assert_eq!(sediment, words, "{settings}");
        assert!(said.contains("compared by words only: ") && said.lines().count() == 1, "{said}");
    }
    let server = Server::with(embed);
    let off = format!("{}[features]\nsimilarity = false\n", settings(&server.url));
    distilled(&off);
    assert!(server.requests().is_empty(), "similarity is switched off");
}
