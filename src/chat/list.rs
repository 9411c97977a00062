//! Where a list of messages stands in its input: an array, JSON Lines, or the body of a request.

use std::ops::Range;

use super::raw::{self, Object};
use super::shape::Shape;

/// A list of messages in its source.
#[derive(Debug, Clone)]
pub struct List<'a> {
    /// The whole input.
    pub source: &'a str,
    /// The messages, each as its source text.
    pub messages: Vec<&'a str>,
    /// What stands between two messages.
    pub separator: &'a str,
    /// From the first byte of the first message to the last of the last one.
    pub range: Range<usize>,
    /// The rest of a request's body, which is sent along and counts: system prompt, tools.
    pub around: Vec<&'a str>,
    /// Whether the API has an earlier part of the conversation, by what the body says.
    pub held: bool,
    /// The shape that the body gives away.
    pub hint: Option<Shape>,
    /// Why reading stopped early, where the rest could be read: a last line that was cut off.
    pub torn: Option<String>,
}

/// Reads the input.
///
/// # Errors
/// What is wrong and where, when the input is no list of messages or ends in the middle of one.
pub fn read(source: &str) -> Result<List<'_>, String> {
    let text = source.trim_start_matches('\u{feff}');
    let start = source.len() - text.len();
    let mut list = List {
        source,
        messages: Vec::new(),
        separator: ",",
        range: start..source.len(),
        around: Vec::new(),
        held: false,
        hint: None,
        torn: None,
    };
    match text.trim_start().bytes().next() {
        None => list.range = source.len()..source.len(),
        Some(b'[') => list.array(text.trim())?,
        Some(b'{') => {
            let (values, error) = raw::values(text);
            match (values.as_slice(), error) {
                ([], Some(error)) => return Err(said(&error)),
                ([one], None) if list.body(one)? => {}
                (_, error) => list.lines(values, error)?,
            }
        }
        Some(_) => return Err("expected a JSON array of messages".into()),
    }
    Ok(list)
}

impl<'a> List<'a> {
    fn array(&mut self, text: &'a str) -> Result<(), String> {
        let values: Vec<&serde_json::value::RawValue> = serde_json::from_str(text).map_err(|e| said(&e))?;
        self.messages = values.into_iter().map(serde_json::value::RawValue::get).collect();
        self.range = match (self.messages.first(), self.messages.last()) {
            (Some(first), Some(last)) => raw::range(self.source, first).start..raw::range(self.source, last).end,
            _ => {
                let open = raw::range(self.source, text).start + 1;
                open..open
            }
        };
        if let [first, second, ..] = self.messages[..] {
            self.separator = &self.source[raw::range(self.source, first).end..raw::range(self.source, second).start];
        }
        self.objects()
    }

    fn lines(&mut self, values: Vec<&'a str>, error: Option<serde_json::Error>) -> Result<(), String> {
        if let Some(error) = error {
            if !error.is_eof() {
                return Err(said(&error));
            }
            self.torn = Some(said(&error));
        }
        self.messages = values;
        self.separator = "\n";
        // A torn end is left out with the range, so that what is printed can be read.
        let first = self.messages.first().map_or(0, |m| raw::range(self.source, m).start);
        let last = self.messages.last().map_or(0, |m| raw::range(self.source, m).end);
        self.range = if self.torn.is_some() { first..self.source.len() } else { first..last };
        self.objects()
    }

    /// The body of a request, when the object is one.
    fn body(&mut self, text: &'a str) -> Result<bool, String> {
        let Some(body) = Object::read(text) else { return Ok(false) };
        let Some((key, messages)) =
            ["messages", "contents", "input"].into_iter().find_map(|k| body.get(k).map(|m| (k, m)))
        else {
            return Ok(false);
        };
        if !messages.starts_with('[') {
            return Ok(false);
        }
        self.hint = match key {
            "contents" => Some(Shape::Gemini),
            "input" => Some(Shape::Responses),
            _ => body.any(&["system", "anthropic_version", "anthropic_beta"]).map(|_| Shape::Anthropic),
        };
        self.held = body.any(&["previous_response_id", "conversation"]).is_some();
        self.around = body.members().filter(|(k, _)| *k != key).map(|(_, v)| v).collect();
        self.array(messages)?;
        Ok(true)
    }

    fn objects(&self) -> Result<(), String> {
        if let Some(at) = self.messages.iter().position(|m| !m.starts_with('{')) {
            return Err(format!("message {at} is no object"));
        }
        let keys = ["role", "type", "content", "parts", "kwargs"];
        let is_message = |raw: &&str| Object::read(raw).is_some_and(|message| message.any(&keys).is_some());
        if self.messages.is_empty() || self.messages.iter().any(is_message) {
            return Ok(());
        }
        Err("it has objects, but none with a `role`, `type`, `content` or `parts`".into())
    }
}

fn said(error: &serde_json::Error) -> String {
    if error.is_eof() {
        format!("it ends in the middle of a message, at line {} column {}", error.line(), error.column())
    } else {
        error.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_found() {
        assert_eq!(read(" [ {\"role\":1} ,\n {\"b\":2} ] ").unwrap().messages, [r#"{"role":1}"#, r#"{"b":2}"#]);
        assert_eq!(read(" [ {\"role\":1} ,\n {\"b\":2} ] ").unwrap().separator, " ,\n ");
        assert_eq!(read("{\"role\":1}\r\n{\"b\":2}\r\n").unwrap().messages, [r#"{"role":1}"#, r#"{"b":2}"#]);
        assert_eq!(read(r#"{"model":"m","messages":[{"role":1}]}"#).unwrap().messages, [r#"{"role":1}"#]);
        assert_eq!(read("\u{feff}[]").unwrap().messages, [""; 0]);
        assert_eq!(read("").unwrap().messages, [""; 0]);
    }

    #[test]
    fn a_torn_line_is_left_out_and_a_torn_array_is_refused() {
        let list = read("{\"role\":1}\n{\"b\":").unwrap();
        assert_eq!((list.messages, list.torn.is_some()), (vec![r#"{"role":1}"#], true));
        assert_eq!(read("[{\"role\":1},{").unwrap_err(), "it ends in the middle of a message, at line 1 column 13");
    }

    #[test]
    fn what_is_no_list_is_refused() {
        assert_eq!(read("hello").unwrap_err(), "expected a JSON array of messages");
        assert_eq!(read("[1]").unwrap_err(), "message 0 is no object");
        for text in ["{}", "{\"a\":1}", "[{\"a\":1},{}]", "{\"input\":\"hello\"}", "{\"messages\":null}"] {
            let reason = "it has objects, but none with a `role`, `type`, `content` or `parts`";
            assert_eq!(read(text).unwrap_err(), reason);
        }
    }
}
