//! Finding the one JSON object in a reply.
//!
//! Models put prose around it, code fences, thinking blocks, a byte order mark; none of these
//! matter, since each `{` in the text is tried as the beginning of an object, and prose in braces is
//! no JSON. What matters is that the answer is whole and one: an object that the text breaks off
//! in, or two that could be meant, are failures, never guesses.

use serde_json::{Map, Value};

/// The object that has the given key.
///
/// # Errors
///
/// Why there is not exactly one, in words that complete *the reply is …*.
pub fn object(text: &str, key: &str) -> Result<Map<String, Value>, String> {
    let text = without_thoughts(text)?;
    let mut found = None;
    let mut at = 0;
    while let Some(open) = text[at..].find('{').map(|i| at + i) {
        let mut stream = serde_json::Deserializer::from_str(&text[open..]).into_iter::<Value>();
        match stream.next() {
            Some(Ok(Value::Object(object))) => {
                at = open + stream.byte_offset();
                if object.contains_key(key) && found.replace(object).is_some() {
                    return Err(format!("ambiguous: it has two objects with `{key}`"));
                }
            }
            Some(Err(e)) if e.is_eof() => return Err("cut off: its JSON does not end".to_owned()),
            _ => at = open + 1,
        }
    }
    found.ok_or_else(|| format!("without a JSON object that has `{key}`"))
}

/// The text after the thinking blocks that it begins with.
pub fn without_thoughts(text: &str) -> Result<&str, String> {
    let mut text = text.trim_start_matches('\u{feff}').trim_start();
    'blocks: loop {
        for name in ["think", "thinking", "thought", "reasoning"] {
            let Some(rest) =
                text.strip_prefix('<').and_then(|t| t.strip_prefix(name)).and_then(|t| t.strip_prefix('>'))
            else {
                continue;
            };
            let end = format!("</{name}>");
            let Some(at) = rest.find(&end) else { return Err("cut off while thinking".to_owned()) };
            text = rest[at + end.len()..].trim_start();
            continue 'blocks;
        }
        return Ok(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BARE: &str = r#"{"operations": [{"op": "add", "text": "Run ```sh\nmake {all}\n``` first"}]}"#;

    #[test]
    fn what_stands_around_the_object_does_not_matter() {
        let bare = object(BARE, "operations").unwrap();
        for text in [
            format!("```json\n{BARE}\n```"),
            format!("Here are the {{curly words}} and {{{{holes}}}}:\n{BARE}"),
            format!("{BARE}\nI have added {{one}} entry."),
            format!("<think>maybe {{\"operations\": []}}?</think>\n{BARE}"),
            format!("\u{feff}{BARE}"),
            format!("{{\"note\": 1}} {BARE}"),
        ] {
            assert_eq!(object(&text, "operations").as_ref(), Ok(&bare), "{text}");
        }
    }

    #[test]
    fn what_is_not_whole_or_not_one_is_refused() {
        let cut = BARE.split_at(60).0;
        for (text, reason) in [
            (format!("For example {{\"operations\": []}}.\n{BARE}"), "ambiguous"),
            (cut.to_owned(), "cut off"),
            (format!("<think>{BARE}"), "cut off while thinking"),
            (format!("{{\"result\": {BARE}"), "cut off"),
            (format!("{{\"result\": {BARE}}}"), "without"),
            ("I cannot do that.".to_owned(), "without"),
            ("[1, 2]".to_owned(), "without"),
            ("{".repeat(50_000), "cut off"),
        ] {
            let found = object(&text, "operations").unwrap_err();
            assert!(found.starts_with(reason), "{found}");
        }
    }
}
