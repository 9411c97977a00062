//! `trim`: whatever the limit, the API takes what comes out.
#![allow(clippy::unwrap_used)]

use alluvium::chat::list;
use alluvium::chat::repair::Unanswered;
use alluvium::chat::shape::Shape;
use alluvium::chat::trim::{Options, Refusal, trim};
use serde_json::{Value, json};

use crate::api::refuses;
use crate::lab::Lab;
use crate::script::{SHAPES, Turn, calls, results, role_of, text_of, write};

fn shape(name: &str) -> Shape {
    match name.split('-').next() {
        Some("openai") => Shape::OpenAi,
        Some("responses") => Shape::Responses,
        Some("anthropic") => Shape::Anthropic,
        Some("langchain") => Shape::LangChain,
        _ => Shape::Gemini,
    }
}

fn options(limit: usize) -> Options {
    Options { limit: Some(limit), factor: 1.0, ..Options::default() }
}

fn run(source: &str, options: &Options) -> Result<(Vec<Value>, alluvium::chat::trim::Report), Refusal> {
    let trimmed = trim(&list::read(source).unwrap(), options)?;
    let text: String = trimmed.text.concat();
    Ok((serde_json::from_str(&text).unwrap(), trimmed.report))
}

fn ordinary() -> Vec<Turn> {
    let twenty: Vec<String> = (0..20).map(|n| format!("call_b{n}")).collect();
    let mut shuffled = twenty.clone();
    shuffled.rotate_left(7);
    vec![
        Turn::System("You help with a build."),
        Turn::User("Please look at the build."),
        Turn::Says("Gladly."),
        Turn::User("The build fails since noon."),
        calls("I look at three places.", &["call_a", "call_b", "call_c"]),
        results(&["call_c", "call_a", "call_b"], "nothing to see in this place, all is well"),
        Turn::Says("All is well there."),
        Turn::User("Then look everywhere."),
        Turn::Calls("Twenty places.", twenty),
        Turn::Results(shuffled, "empty".into()),
        calls("One more.", &["call_d"]),
        results(&["call_d"], "a broken link in the docs, which stops the build"),
        Turn::Says("It is the link in the docs."),
        Turn::User("Thanks, repair it."),
        calls("I repair it.", &["call_e", "call_f"]),
        results(&["call_e", "call_f"], "written"),
        Turn::Says("Done."),
    ]
}

/// Trims at every limit at which something changes, and checks each result.
fn at_every_cut(turns: &[Turn], base: &Options) {
    for name in SHAPES {
        let input = write(name, turns);
        let source = Value::from(input.clone()).to_string();
        let all = run(&source, &Options { shape: Some(shape(name)), limit: None, ..base.clone() });
        let Ok((_, report)) = all else { panic!("{name}: {all:?}") };
        let system = |m: &&Value| role_of(m) == "system";
        let speaks = |m: &&Value| is_user(m) && (name == "responses" || text_of(&mut (*m).clone()).is_string());
        let latest = input.iter().rfind(speaks);
        // The next limit that can change something is just below what came out.
        let (mut limit, mut outcomes) = (report.tokens, 0);
        loop {
            let options = Options { shape: Some(shape(name)), limit: Some(limit), ..base.clone() };
            let (output, report) = match run(&source, &options) {
                Err(refusal) => {
                    assert!(matches!(refusal, Refusal::TooLarge { .. }), "{name} at {limit}: {refusal:?}");
                    break;
                }
                Ok(trimmed) => trimmed,
            };
            assert!(report.tokens <= limit, "{name} at {limit}: {}", report.tokens);
            assert_eq!(refuses(name, &output), None, "{name} at {limit}:\n{}", Value::from(output));
            assert!(latest.is_none_or(|m| output.contains(m)), "{name} at {limit}: the latest user message is gone");
            assert!(
                input.iter().filter(system).all(|m| output.contains(m)),
                "{name} at {limit}: a system message is gone"
            );
            let first = output.iter().find(|m| !system(m));
            assert!(first.is_none_or(is_user), "{name} at {limit} begins with {first:?}");
            outcomes += 1;
            limit = report.tokens - 1;
        }
        assert!(outcomes > 2, "{name}: {outcomes}");
    }
}

fn is_user(message: &Value) -> bool {
    matches!(role_of(message).as_str(), "user" | "human")
}

/// What the other tests rely on: the checker takes what is right, and refuses each thing that is wrong.
#[test]
fn the_checker_refuses_what_the_apis_refuse() {
    let begin = || vec![Turn::User("Begin."), calls("I look.", &["a"]), results(&["a"], "found"), Turn::Says("So.")];
    let with = |more: &[Turn]| [&begin(), more].concat();
    for name in SHAPES {
        let says = |turns: &[Turn]| refuses(name, &write(name, turns));
        assert_eq!(says(&begin()), None, "{name}");
        assert_eq!(
            says(&with(&[Turn::User("Go on."), calls("Again.", &["c"]), results(&["c"], "found")])),
            None,
            "{name}"
        );
        for wrong in [
            vec![Turn::User("Go on."), results(&["z"], "without a call")],
            vec![Turn::User("Go on."), calls("Unanswered.", &["c"])],
            vec![Turn::User("Go on."), calls("Unanswered.", &["c"]), Turn::User("Go on.")],
            vec![Turn::User("Go on."), calls("Split.", &["c", "d"]), results(&["c"], "found"), Turn::User("Go on.")],
            vec![Turn::User("Go on."), calls("Twice.", &["c"]), results(&["c", "c"], "found")],
        ] {
            // Of the Responses API it is not known whether it minds a second output.
            let twice = name == "responses" && matches!(&wrong[1], Turn::Calls("Twice.", _));
            assert!(twice || says(&with(&wrong)).is_some(), "{name}: {wrong:?}");
        }
        let begins_wrong = matches!(shape(name), Shape::Anthropic | Shape::Gemini);
        assert_eq!(says(&begin()[3..]).is_some(), begins_wrong, "{name}");
        // An id that is used again: only Gemini does not mind.
        let again = says(&with(&[Turn::User("Go on."), calls("Again.", &["a"]), results(&["a"], "found")]));
        let minds = !matches!(shape(name), Shape::Gemini) && name != "openai-functions";
        assert_eq!(again.is_some(), minds, "{name}: {again:?}");
    }
}

#[test]
fn every_cut_of_an_ordinary_conversation_is_valid() {
    at_every_cut(&ordinary(), &options(0));
}

#[test]
fn every_cut_with_shortened_results_is_valid() {
    let mut turns = ordinary();
    turns.insert(11, results(&[], ""));
    turns[12] = results(&["call_d"], &"a long line of a log that nobody will read again; ".repeat(20));
    at_every_cut(
        &turns[..11].iter().chain(&turns[12..]).cloned().collect::<Vec<_>>(),
        &Options { shrink: true, ..options(0) },
    );
}

fn broken() -> Vec<Turn> {
    vec![
        Turn::System("You help."),
        results(&["call_lost"], "left behind by a cut elsewhere"),
        Turn::User("Begin."),
        calls("Interrupted in the middle.", &["call_1", "call_2"]),
        results(&["call_2"], "only the second came"),
        Turn::User("Go on."),
        calls("The same id again.", &["call_x"]),
        results(&["call_x"], "first"),
        Turn::Says("And"),
        Turn::User("Again."),
        calls("The same id again.", &["call_x"]),
        results(&["call_x"], "second"),
        results(&["call_x"], "second, doubled by a retry"),
        Turn::Says("So."),
        Turn::User("And now?"),
        calls("Unanswered.", &["call_y"]),
    ]
}

#[test]
fn every_cut_of_a_broken_conversation_is_valid() {
    at_every_cut(&broken(), &options(0));
    at_every_cut(&broken(), &Options { unanswered: Unanswered::Drop, ..options(0) });
}

/// Trims a list whole, and checks it; gives what came out and what was said about it.
#[track_caller]
fn whole(name: &str, list: &Value) -> (Vec<Value>, Vec<String>) {
    let (output, report) = run(&list.to_string(), &Options { shape: Some(shape(name)), ..options(100_000) }).unwrap();
    assert_eq!(refuses(name, &output), None, "{}", Value::from(output));
    (output, report.repaired.iter().map(ToString::to_string).collect())
}

/// Every limit gives a valid list, and items that the test names together are there together or not at all.
#[track_caller]
fn together(name: &str, list: &Value, groups: &[&[usize]]) {
    let input = list.as_array().unwrap();
    let source = list.to_string();
    for limit in 0..run(&source, &Options { limit: None, ..options(0) }).unwrap().1.tokens {
        let Ok((output, _)) = run(&source, &Options { shape: Some(shape(name)), ..options(limit) }) else { continue };
        assert_eq!(refuses(name, &output), None, "{limit}: {}", Value::from(output));
        for group in groups {
            let there = group.iter().filter(|at| output.contains(&input[**at])).count();
            assert!([0, group.len()].contains(&there), "{name} at {limit}: {there} of {group:?}");
        }
    }
}

#[test]
fn items_of_the_responses_api_stay_with_what_they_need() {
    let user = |text: &str| json!({"type":"message","role":"user","content":[{"type":"input_text","text":text}]});
    let list = json!([
        user("Begin."),
        {"type":"reasoning","id":"rs_1","summary":[]},
        {"type":"web_search_call","id":"ws_1","status":"completed","action":{"type":"search","query":"ferries"}},
        {"type":"file_search_call","id":"fs_1","status":"completed","queries":["ferries"],"results":null},
        {"type":"code_interpreter_call","id":"ci_1","code":"1+1","container_id":"c","outputs":[],"status":"completed"},
        {"type":"image_generation_call","id":"ig_1","result":"aGk=","status":"completed"},
        {"type":"message","role":"assistant","content":[{"type":"output_text","text":"Found.","annotations":[]}]},
        user("And the screen?"),
        {"type":"reasoning","id":"rs_2","summary":[]},
        {"type":"computer_call","id":"cu_1","call_id":"call_c","action":{"type":"screenshot"},"pending_safety_checks":[],"status":"completed"},
        {"type":"computer_call_output","call_id":"call_c","output":{"type":"computer_screenshot","image_url":"data:image/png;base64,aGk="}},
        {"type":"local_shell_call","id":"lsh_1","call_id":"call_l","action":{"type":"exec","command":["ls"],"env":{}},"status":"completed"},
        {"type":"local_shell_call_output","id":"call_l","output":"a b c"},
        {"type":"custom_tool_call","call_id":"call_k","name":"patch","input":"x"},
        {"type":"custom_tool_call_output","call_id":"call_k","output":"done"},
        user("Ask the server."),
        {"type":"mcp_list_tools","id":"mcpl_1","server_label":"s","tools":[]},
        {"type":"mcp_approval_request","id":"mcpr_1","name":"n","arguments":"{}","server_label":"s"},
        {"type":"mcp_approval_response","approval_request_id":"mcpr_1","approve":true},
        {"type":"mcp_call","id":"mcp_1","name":"n","arguments":"{}","server_label":"s","output":"ok"},
        {"type":"brand_new_call","call_id":"call_n","x":1},
        {"type":"brand_new_call_output","call_id":"call_n","y":2},
        {"type":"brand_new_thing","z":3},
        user("Thanks."),
    ]);
    let (output, told) = whole("responses", &list);
    assert_eq!((Value::from(output), told), (list.clone(), vec![]));
    together("responses", &list, &[&[1, 2, 3, 4, 5, 6], &[8, 9, 10], &[11, 12], &[13, 14], &[17, 18], &[20, 21]]);
}

#[test]
fn broken_items_of_the_responses_api_are_put_right() {
    let user = json!({"role":"user","content":"Begin."});
    for (list, kept, told) in [
        // Reasoning whose item is gone.
        (
            json!([user, {"type":"reasoning","id":"rs_1","summary":[]}]),
            1,
            "message 1: reasoning without what it led to; left out",
        ),
        (
            json!([user, {"type":"reasoning","id":"rs_1","summary":[]}, {"role":"user","content":"Go on."}]),
            2,
            "message 1: reasoning without what it led to; left out",
        ),
        // A screenshot cannot be made up: its turn goes.
        (
            json!([user, {"type":"computer_call","id":"cu_1","call_id":"c","action":{}}, {"role":"user","content":"Go on."}]),
            2,
            "message 1: the call `c` has no result; left out with its turn",
        ),
        (
            json!([user, {"type":"mcp_approval_response","approval_request_id":"gone","approve":true}]),
            1,
            "message 1: a result `gone` has no call; left out",
        ),
        (
            json!([user, {"type":"local_shell_call","id":"l","call_id":"c","action":{}}]),
            3,
            "message 1: the call `c` has no result; marked as interrupted",
        ),
    ] {
        let (output, said) = whole("responses", &list);
        assert_eq!((output.len(), said), (kept, vec![told.to_owned()]), "{list}");
    }
}

/// What the API holds is not in the list: a result may answer a call of an earlier response.
#[test]
fn a_result_whose_call_only_the_api_has_stays() {
    let output = json!({"type":"function_call_output","call_id":"call_1","output":"found it"});
    let referred = json!([{"role":"user","content":"Begin."}, {"type":"item_reference","id":"fc_1"}, output, {"role":"user","content":"Go on."}]);
    let (kept, told) = whole("responses", &referred);
    assert_eq!((Value::from(kept), told), (referred.clone(), vec![]));
    together("responses", &referred, &[&[1, 2]]);
    let twice = json!([{"role":"user","content":"Begin."}, {"type":"item_reference","id":"rs_1"},
        {"type":"function_call","call_id":"call_1","name":"f","arguments":"{}"}, output, output]);
    let (_, told) = whole("responses", &twice);
    assert_eq!(told, ["message 4: a result `call_1` has no call; left out"]);
    let body = json!({"previous_response_id":"resp_1","input":[output, {"role":"user","content":"Go on, then."}]});
    let lab = Lab::empty();
    let ran = lab.run_with(&["trim", "--keep-last", "1"], body.to_string().as_bytes());
    assert_eq!((ran.code, ran.out, ran.err), (0, body.to_string(), String::new()));
}

#[test]
fn calls_that_the_api_itself_answers_keep_both_halves() {
    let ask = |id: &str| json!({"type":"server_tool_use","id":id,"name":"web_search","input":{}});
    let result = |id: &str| json!({"type":"web_search_tool_result","tool_use_id":id,"content":[]});
    let text = |t: &str| json!({"type":"text","text":t});
    // A program of the model calls a tool of the client: its own result comes a turn later.
    let list = json!([
        {"role":"user","content":"Begin."},
        {"role":"assistant","content":[text("I search."), ask("srvtoolu_1"), result("srvtoolu_1")]},
        {"role":"user","content":"And now compute."},
        {"role":"assistant","content":[ask("srvtoolu_2"), {"type":"tool_use","id":"toolu_1","name":"f","input":{},"caller":{"type":"code_execution_20250825","tool_id":"srvtoolu_2"}}]},
        {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"7"}]},
        {"role":"assistant","content":[{"type":"code_execution_tool_result","tool_use_id":"srvtoolu_2","content":{}}, text("It is 7.")]},
        {"role":"user","content":"Thanks."},
        {"role":"assistant","content":[ask("srvtoolu_3")]},
    ]);
    let (output, told) = whole("anthropic", &list);
    assert_eq!((Value::from(output), told), (list.clone(), vec![]));
    together("anthropic", &list, &[&[3, 4, 5]]);
    let broken = json!([
        {"role":"user","content":"Begin."},
        {"role":"assistant","content":[text("I search."), ask("srvtoolu_1")]},
        {"role":"user","content":"Go on."},
        {"role":"assistant","content":[result("srvtoolu_0")]},
        {"role":"user","content":"Go on."},
    ]);
    let (output, told) = whole("anthropic", &broken);
    assert_eq!(output[1], json!({"role":"assistant","content":[text("I search.")]}));
    assert_eq!(
        (output.len(), told),
        (
            4,
            ["1: one half of the API's own call `srvtoolu_1`", "3: one half of the API's own call `srvtoolu_0`"]
                .map(|s| format!("message {s} is missing; the other left out"))
                .to_vec()
        )
    );
}

#[test]
fn older_langchain_messages_have_their_calls_as_the_provider_sent_them() {
    let call = json!({"id":"call_1","type":"function","function":{"name":"f","arguments":"{}"}});
    let again = |text: &str| {
        json!([
            {"type":"human","content":text},
            {"type":"ai","content":"","additional_kwargs":{"tool_calls":[call]}},
            {"type":"tool","content":"found","tool_call_id":"call_1"},
            {"type":"ai","content":"","additional_kwargs":{"tool_calls":[call]},"tool_calls":[{"name":"f","args":{},"id":"call_1"}]},
            {"type":"tool","content":"found again","tool_call_id":"call_1"},
            {"type":"ai","content":"","additional_kwargs":{"function_call":{"name":"g","arguments":"{}"}}},
            {"type":"function","content":"old","name":"g"},
            {"type":"ai","content":"","additional_kwargs":{"function_call":{"name":"g","arguments":"{}"}}},
        ])
    };
    let (output, told) = whole("langchain", &again("Begin."));
    assert_eq!(
        told,
        [
            "message 1: the id `call_1` is used again later; renamed here",
            "message 7: the call without an id has no result; marked as interrupted"
        ]
    );
    assert_eq!(output[1]["additional_kwargs"]["tool_calls"][0]["id"], "call_1_2");
    assert_eq!(output[8]["type"], "function");
}

#[test]
fn gemini_calls_without_ids_are_paired_by_name_and_order() {
    let call = |name: &str, id: Value| json!({"functionCall":{"id":id,"name":name,"args":{}}});
    let answer = |name: &str, id: Value, text: &str| json!({"functionResponse":{"id":id,"name":name,"response":{"output":text}}});
    let user = |text: &str| json!({"role":"user","parts":[{"text":text}]});
    let none = Value::Null;
    let list = json!([
        user("Begin."),
        {"role":"model","parts":[call("f", none.clone()), call("g", none.clone()), call("f", none.clone())]},
        {"role":"user","parts":[answer("g", none.clone(), "G"), answer("f", none.clone(), "F1"), answer("f", none.clone(), "F2")]},
        {"role":"model","parts":[call("f", json!("id-1"))]},
        {"role":"function","parts":[answer("f", none.clone(), "by its name")]},
        user("Go on."),
        {"role":"model","parts":[call("f", none.clone())]},
        user("It was interrupted."),
        {"role":"model","parts":[call("f", none.clone())]},
        {"role":"user","parts":[answer("f", none.clone(), "the latest")]},
        {"role":"user","parts":[answer("f", none.clone(), "whose?")]},
    ]);
    let (output, told) = whole("gemini", &list);
    assert_eq!(
        told,
        [
            "message 6: the call without an id has no result; marked as interrupted",
            "message 10: a result without an id has no call; left out",
        ]
    );
    assert_eq!(output[..6], list.as_array().unwrap()[..6]);
    assert_eq!(output[10], list[9]);
}

#[test]
fn a_gemini_result_that_no_place_names_any_more_gets_the_id_of_its_call() {
    let call = |id: &str| json!({"functionCall":{"id":id,"name":"f","args":{}}});
    let answer = |id: Value, text: &str| json!({"functionResponse":{"id":id,"name":"f","response":{"output":text}}});
    let user = |text: &str| json!({"role":"user","parts":[{"text":text}]});
    // The late result of `a` brings two turns together; before, the nameless one stood behind `b`.
    for nothing in [Value::Null, json!("")] {
        let list = json!([
            user("Begin."),
            {"role":"model","parts":[call("a"), call("x")]},
            user("Go on."),
            {"role":"model","parts":[call("b")]},
            {"role":"user","parts":[answer(json!("a"), "late"), answer(nothing, "of b")]},
        ]);
        let (output, told) = whole("gemini", &list);
        let marked = "[no result was recorded: the call was interrupted, and whether it took effect is unknown]";
        let interrupted = json!({"functionResponse":{"id":"x","name":"f","response":{"error":marked}}});
        assert_eq!(
            output,
            [
                user("Begin."),
                json!({"role":"model","parts":[call("a"), call("x")]}),
                json!({"role":"model","parts":[call("b")]}),
                json!({"role":"user","parts":[answer(json!("a"), "late"), answer(json!("b"), "of b"), interrupted]}),
                user("Go on."),
            ]
        );
        assert_eq!(
            told,
            [
                "message 1: the call `x` has no result; marked as interrupted",
                "message 3: a result stood apart from its call; moved up to it",
                "message 4: a result had no id; given that of its call, `b`",
                "message 4: a result stood apart from its call; moved up to it",
            ]
        );
    }
}

#[test]
fn no_result_goes_to_the_wrong_call_and_none_claims_success() {
    let source = Value::from(write("openai", &broken())).to_string();
    let (output, report) = run(&source, &options(100_000)).unwrap();
    let result =
        |id: &str| output.iter().find(|m| m["tool_call_id"] == id).unwrap()["content"].as_str().unwrap().to_owned();
    assert_eq!(result("call_x_2"), "first");
    assert_eq!(result("call_x"), "second");
    assert_eq!(result("call_2"), "only the second came");
    for id in ["call_1", "call_y"] {
        assert_eq!(
            result(id),
            "[no result was recorded: the call was interrupted, and whether it took effect is unknown]"
        );
    }
    let told: Vec<String> = report.repaired.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "message 1: a result `call_lost` has no call; left out",
            "message 3: the call `call_1` has no result; marked as interrupted",
            "message 6: the id `call_x` is used again later; renamed here",
            "message 12: a result `call_x` has no call; left out",
            "message 15: the call `call_y` has no result; marked as interrupted",
        ]
    );
}

#[test]
fn ids_that_are_empty_or_numbers() {
    let source = json!([
        {"role": "user", "content": "Begin."},
        {"role": "assistant", "content": "", "tool_calls": [{"id": 7, "type": "function", "function": {"name": "f", "arguments": "{}"}}]},
        {"role": "tool", "tool_call_id": "7", "content": "seven"},
        {"role": "assistant", "content": "", "tool_calls": [{"id": "", "type": "function", "function": {"name": "f", "arguments": "{}"}}]},
        {"role": "tool", "tool_call_id": "", "content": "whose?"},
        {"role": "tool", "tool_call_id": null, "content": "whose?"},
        {"role": "assistant", "content": "Done."},
    ]);
    let (output, report) = run(&source.to_string(), &options(10_000)).unwrap();
    assert_eq!(refuses("openai", &output), None);
    assert_eq!(output.len(), 4);
    assert_eq!(output[1]["tool_calls"][0]["id"], "7");
    assert_eq!(report.repaired.len(), 4);
}

#[test]
fn results_are_moved_to_their_call_and_before_text() {
    let source = json!([
        {"role": "user", "content": "Begin."},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "f", "input": {}}]},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "b", "name": "f", "input": {}}]},
        {"role": "user", "content": [{"type": "text", "text": "wait"}, {"type": "tool_result", "tool_use_id": "b", "content": "B"}, {"type": "tool_result", "tool_use_id": "gone", "content": "?"}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": "A"}]},
    ]);
    let (output, _) = run(&source.to_string(), &options(10_000)).unwrap();
    assert_eq!(refuses("anthropic", &output), None);
    let last = json!({"role": "user", "content": [
        {"type": "tool_result", "tool_use_id": "b", "content": "B"},
        {"type": "tool_result", "tool_use_id": "a", "content": "A"},
        {"type": "text", "text": "wait"},
    ]});
    assert_eq!((output.len(), &output[3]), (4, &last));
}

#[test]
fn what_is_kept_is_kept_byte_for_byte() {
    let first = r#"{"role":"user","content":"old","n":1}"#;
    let second = "{ \"role\":\"user\",\"content\":\"caf\\u00e9 \\ud83d\",\"n\":1.10e2,\"n\":12345678901234567890123 , \"x\":{} }";
    let source = format!(
        "[\n  {first},\n  {{\"role\":\"assistant\",\"content\":\"{}\"}},\n  {second}\n]\n",
        "words ".repeat(50)
    );
    let trimmed = trim(&list::read(&source).unwrap(), &options(50)).unwrap();
    assert_eq!(trimmed.text.concat(), format!("[\n  {second}\n]\n"));
    let whole = trim(&list::read(&source).unwrap(), &options(1000)).unwrap();
    assert_eq!(whole.text.concat(), source);
}

#[test]
fn a_summary_takes_the_place_of_an_older_one() {
    for name in SHAPES {
        let source = Value::from(write(name, &ordinary())).to_string();
        let base = Options { shape: Some(shape(name)), summary: Some("They repair a build.".into()), ..options(150) };
        let (output, _) = run(&source, &base).unwrap();
        assert_eq!(refuses(name, &output), None, "{name}");
        let again = Options { summary: Some("They repaired it.".into()), ..base };
        let (output, _) = run(&Value::from(output).to_string(), &again).unwrap();
        let text = Value::from(output.clone()).to_string();
        assert_eq!(text.matches("[Summary of the earlier conversation, ").count(), 1, "{name}: {text}");
        assert!(text.contains("They repaired it."), "{name}");
        assert_eq!(refuses(name, &output), None, "{name}");
    }
}

/// Only what an earlier run put there is replaced, never what somebody wrote under the same title.
#[test]
fn a_persons_message_is_never_taken_for_a_summary() {
    for name in SHAPES {
        let mark = "[Summary of the earlier conversation";
        let base =
            Options { shape: Some(shape(name)), summary: Some("They repair a build.".into()), ..options(10_000) };
        let turns =
            [Turn::User("[Summary of the earlier conversation]\nWe want tea."), Turn::Says("Tea."), Turn::User("Yes.")];
        let input = write(name, &turns);
        let (output, report) = run(&Value::from(input.clone()).to_string(), &base).unwrap();
        assert_eq!((output.len(), report.kept), (input.len() + 1, input.len()), "{name}");
        assert_eq!(refuses(name, &output), None, "{name}");
        // A summary that a person wrote into is theirs from then on.
        let mut output = output;
        let at = output.iter().position(|m| m.to_string().contains("They repair")).unwrap();
        let text = text_of(&mut output[at]);
        let own = format!("{}\nAnd I add: no milk.", text.as_str().unwrap());
        *text = own.clone().into();
        let again = Options { summary: Some("They repaired it.".into()), ..base };
        let (output, _) = run(&Value::from(output).to_string(), &again).unwrap();
        let text = Value::from(output.clone()).to_string();
        assert!(text.contains("no milk") && text.contains("They repaired it."), "{name}: {text}");
        assert_eq!(text.matches(mark).count(), 3, "{name}: {text}");
    }
}

#[test]
fn the_hard_cases_end_well() {
    let lab = Lab::empty();
    let go = |input: &str, args: &[&str]| lab.run_with(&[&["trim"], args].concat(), input.as_bytes());
    for (input, output) in [
        ("", ""),
        ("[]\n", "[]\n"),
        (r#"[{"role":"system","content":"Hi."}]"#, r#"[{"role":"system","content":"Hi."}]"#),
    ] {
        let ran = go(input, &["--max-tokens", "50"]);
        assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, output, ""));
    }
    let ran = go("[]", &["--max-tokens", "0"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "[]"));
    let large = format!(r#"[{{"role":"user","content":"{}"}}]"#, "word ".repeat(500));
    let ran = go(&large, &["--max-tokens", "100", "--reserve", "20"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    ran.stderr_has(
        "alluvium: cannot trim to 80 tokens: what must stay (system messages and the latest user message) has about ",
    );
    ran.stderr_has("hint: raise `--max-tokens`");
    let ran = go("[{\"role\":\"user\",\"content\":\"a\"},{\"ro", &["--max-tokens", "100"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    ran.stderr("alluvium: cannot read the messages in standard input: it ends in the middle of a message, at line 1 column 35\n");
    let ran = go("{\"role\":\"user\",\"content\":\"a\"}\n{\"ro", &["--max-tokens", "100"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "{\"role\":\"user\",\"content\":\"a\"}\n"));
    ran.stderr_has("the last line is cut off");
    let ran = go("nonsense", &["--max-tokens", "100"]);
    assert_eq!(ran.code, 1);
    ran.stderr("alluvium: cannot read the messages in standard input: expected a JSON array of messages\n");
    let ran = go(r#"[{"role":"model","parts":[{"text":"Hi"}]}]"#, &["--max-tokens", "100"]);
    assert_eq!(ran.code, 1);
    ran.stderr_has("there is no user message");
    assert_eq!(go("[]", &[]).code, 64);
    let ran = lab.run_with(&["trim", "--max-tokens", "9"], b"[\"\xff\"]");
    assert_eq!(ran.code, 1);
    ran.stderr_has("not UTF-8 from byte 2");
}

#[test]
fn what_was_left_out_is_told() {
    let lab = Lab::empty();
    let source = Value::from(write("openai", &ordinary())).to_string();
    let ran = lab.run_with(&["trim", "--keep-last", "5"], source.as_bytes());
    assert_eq!(ran.code, 0);
    ran.stderr_has("kept 6 of 39 messages (about ").stderr_has("left out: messages 1-33");
    let ran = lab.run_with(&["trim", "--keep-last", "5", "--json"], source.as_bytes());
    let report: Value = serde_json::from_str(&ran.err).unwrap();
    assert_eq!((report["shape"].as_str(), report["kept"].as_u64()), (Some("openai"), Some(6)));
    let ran = lab.run_with(&["trim", "--keep-last", "5", "--quiet"], source.as_bytes());
    assert_eq!(ran.err, "");
}

#[test]
fn a_result_that_is_too_large_becomes_a_placeholder_with_its_id() {
    for name in SHAPES {
        let turns = [
            Turn::User("Read the log."),
            calls("I read it.", &["call_a", "call_b"]),
            Turn::Results(vec!["call_a".into(), "call_b".into()], "line of the log\n".repeat(400)),
        ];
        let source = Value::from(write(name, &turns)).to_string();
        let base = Options { shape: Some(shape(name)), ..options(300) };
        let (output, report) = run(&source, &base).unwrap();
        assert!(!report.dropped.is_empty() && output.len() == 1, "{name}");
        let (output, report) = run(&source, &Options { shrink: true, ..base }).unwrap();
        assert_eq!((report.dropped.len(), report.shrunk.len()), (0, 2), "{name}");
        assert_eq!(refuses(name, &output), None);
        assert!(Value::from(output).to_string().contains("[result left out to save space: about "), "{name}");
    }
}

#[test]
fn the_body_of_a_request_stays_around_its_messages() {
    let lab = Lab::empty();
    let long = "word ".repeat(200);
    let body = format!(
        r#"{{"model":"m","system":"Be brief.","messages":[{{"role":"user","content":"{long}"}},{{"role":"assistant","content":"ok"}},{{"role":"user","content":"now"}}],"max_tokens":1e2}}"#
    );
    let ran = lab.run_with(&["trim", "--max-tokens", "100", "--quiet"], body.as_bytes());
    ran.stdout(r#"{"model":"m","system":"Be brief.","messages":[{"role":"user","content":"now"}],"max_tokens":1e2}"#);
}

#[test]
fn fifty_megabytes_with_a_picture_pass() {
    let lab = Lab::empty();
    let picture = "A".repeat(50 << 20);
    let source = format!(
        r#"[{{"role":"user","content":"old"}},{{"role":"user","content":[{{"type":"image_url","image_url":{{"url":"data:image/png;base64,{picture}"}}}}]}}]"#
    );
    let ran = lab.run_with(&["trim", "--max-tokens", "5000", "--keep-last", "1", "--quiet"], source.as_bytes());
    assert_eq!((ran.code, ran.out.len()), (0, source.len() - r#"{"role":"user","content":"old"},"#.len()));
}

fn any_turn() -> impl proptest::strategy::Strategy<Value = Turn> {
    use proptest::prelude::*;
    let ids = || prop::collection::vec(prop::sample::select(vec!["a", "b", "c", "d", ""]), 1..4);
    prop_oneof![
        1 => Just(Turn::System("Be kind.")),
        4 => Just(Turn::User("Go on, please.")),
        2 => Just(Turn::Says("Here it is.")),
        4 => ids().prop_map(|ids| calls("I look.", &ids)),
        2 => ids().prop_map(|ids| Turn::Mixed("Wait.", ids.into_iter().map(str::to_owned).collect())),
        5 => (ids(), 1..80usize).prop_map(|(ids, n)| results(&ids, &"found it ".repeat(n))),
    ]
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig { cases: 250, failure_persistence: None, ..Default::default() })]

    /// Whatever went wrong before, what comes out is valid, within the limit, and ends as the input ends.
    #[test]
    fn any_conversation_becomes_valid(
        turns in proptest::collection::vec(any_turn(), 0..14),
        limit in 0..400usize,
        shrink: bool,
        mode in 0..2usize,
        keep_last in proptest::option::of(0..6usize),
    ) {
        for name in SHAPES {
            let input = write(name, &turns);
            let options = Options {
                shape: Some(shape(name)),
                shrink,
                keep_last,
                unanswered: [Unanswered::Mark, Unanswered::Drop][mode],
                ..options(limit)
            };
            let source = Value::from(input.clone()).to_string();
            match run(&source, &options) {
                Err(Refusal::NoUser) => assert!(!input.iter().any(is_user) || matches!(shape(name), Shape::Anthropic | Shape::Gemini)),
                Err(Refusal::TooLarge { needed, limit }) => assert!(needed > limit),
                Ok((output, report)) => {
                    assert!(report.tokens <= limit);
                    assert_eq!(refuses(name, &output), None, "{name}: {source}\n→ {}", Value::from(output.clone()));
                    // Trimming what was trimmed changes nothing.
                    let text = Value::from(output.clone()).to_string();
                    let (again, _) = run(&text, &Options { keep_last: None, ..options }).unwrap();
                    assert_eq!(output, again, "{name}: {source}");
                }
            }
        }
    }
}
