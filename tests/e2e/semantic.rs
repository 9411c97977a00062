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
