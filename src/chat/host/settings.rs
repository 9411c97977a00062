//! Putting entries into a host's settings, and taking them out, in the source text.
//!
//! The settings are a person's: order, spacing and whatever we know nothing of stay as they are. So
//! nothing is parsed and printed again; each edit inserts or cuts one value where it stands. What is
//! not strict JSON is refused, comments included: an edit could land in one.

use std::ops::Range;

use serde_json::Value;

use super::{Host, place};
use crate::chat::raw::{self, Object};

/// The settings with the host's entries in them, in place of older ones. `Err` says why they are refused.
pub fn install(text: &str, host: Host, program: &str) -> Result<String, String> {
    if is_installed(text, host, program) {
        return Ok(text.to_owned());
    }
    let mut edit = Edit::of(&uninstall(text, host)?);
    if edit.text.trim().is_empty() {
        edit.text = "{}\n".to_owned();
    }
    if place::has_version(host) && edit.root()?.get("version").is_none() {
        let root = edit.whole();
        edit.add(root, Some("version"), &Value::from(1), 1)?;
    }
    if edit.root()?.get("hooks").is_none() {
        let root = edit.whole();
        edit.add(root, Some("hooks"), &Value::Object(serde_json::Map::new()), 1)?;
    }
    for (event, entry) in place::entries(host, program) {
        let root = edit.root()?;
        let raw = root.get("hooks").unwrap_or_default();
        let hooks = Object::read(raw).ok_or("`hooks` is no object")?;
        match hooks.get(event) {
            Some(list) if raw::elements(list).is_some() => {
                let at = raw::range(&edit.text, list);
                edit.add(at, None, &entry, 3)?;
            }
            Some(_) => return Err(format!("`hooks.{event}` is no list")),
            None => {
                let at = raw::range(&edit.text, raw);
                edit.add(at, Some(event), &Value::Array(vec![entry]), 2)?;
            }
        }
    }
    Ok(edit.done())
}

/// Whether the entries stand there as they would be written, and no other of ours.
fn is_installed(text: &str, host: Host, program: &str) -> bool {
    let Ok(value) = serde_json::from_str::<Value>(text.trim_start_matches('\u{feff}')) else { return false };
    let entries = place::entries(host, program);
    let lists = value.get("hooks").and_then(Value::as_object).into_iter().flatten();
    let elements = lists.filter_map(|(event, list)| Some((event, list.as_array()?)));
    let ours =
        elements.flat_map(|(event, list)| list.iter().map(move |element| (event, element))).filter(|(_, element)| {
            let handlers = element.get("hooks").and_then(Value::as_array);
            let mut handlers = handlers.into_iter().flatten().chain([*element]);
            handlers.any(|handler| place::is_ours(handler, host))
        });
    let (mut count, mut known) = (0, true);
    for (event, element) in ours {
        count += 1;
        known &= entries.iter().any(|(name, entry)| name == event && entry == element);
    }
    known && count == entries.len()
}

/// The settings without the host's entries, and without what they alone filled.
pub fn uninstall(text: &str, host: Host) -> Result<String, String> {
    let mut edit = Edit::of(text);
    if !edit.text.trim().is_empty() {
        edit.root()?;
        while let Some(cut) = edit.next_of_ours(host) {
            edit.text.replace_range(cut, "");
        }
    }
    Ok(edit.done())
}

/// The settings while they are edited.
struct Edit {
    mark: &'static str,
    text: String,
    line_end: &'static str,
    indent: String,
}

impl Edit {
    fn of(text: &str) -> Self {
        let (mark, text) = text.strip_prefix('\u{feff}').map_or(("", text), |rest| ("\u{feff}", rest));
        let indent = text.lines().skip(1).find_map(|line| {
            let indent: String = line.chars().take_while(|c| matches!(c, ' ' | '\t')).collect();
            (!indent.is_empty()).then_some(indent)
        });
        Self {
            mark,
            text: text.to_owned(),
            line_end: if text.contains("\r\n") { "\r\n" } else { "\n" },
            indent: indent.unwrap_or_else(|| "  ".to_owned()),
        }
    }

    fn done(self) -> String {
        self.mark.to_owned() + &self.text
    }

    /// Where the outermost object stands.
    fn whole(&self) -> Range<usize> {
        raw::range(&self.text, self.text.trim())
    }

    fn root(&self) -> Result<Object<'_>, String> {
        let text = self.text.trim();
        Object::read(text).ok_or_else(|| match serde_json::from_str::<Value>(text) {
            Err(error) => format!("it is not strict JSON: {error}"),
            Ok(_) => "it is no JSON object".to_owned(),
        })
    }

    /// Adds a value behind the last one of an object or list at a depth.
    fn add(&mut self, at: Range<usize>, key: Option<&str>, value: &Value, depth: usize) -> Result<(), String> {
        let container = &self.text[at.clone()];
        let parts = parts(container);
        let key = key.map(|key| format!("{}: ", raw::quote(key))).unwrap_or_default();
        let own = format!("{}{}", self.line_end, self.indent.repeat(depth));
        let value = self.printed(value)?.replace('\n', &own);
        let (range, text) = match parts.last() {
            Some(last) => (at.start + last.end..at.start + last.end, format!(",{own}{key}{value}")),
            None => {
                let outer = format!("{}{}", self.line_end, self.indent.repeat(depth - 1));
                (at.start + 1..at.end - 1, format!("{own}{key}{value}{outer}"))
            }
        };
        self.text.replace_range(range, &text);
        Ok(())
    }

    fn printed(&self, value: &Value) -> Result<String, String> {
        let mut bytes = Vec::new();
        let form = serde_json::ser::PrettyFormatter::with_indent(self.indent.as_bytes());
        let mut to = serde_json::Serializer::with_formatter(&mut bytes, form);
        serde::Serialize::serialize(value, &mut to).map_err(|e| e.to_string())?;
        String::from_utf8(bytes).map_err(|e| e.to_string())
    }

    /// The range to be cut for the first of our entries, or for a container that one leaves empty.
    fn next_of_ours(&self, host: Host) -> Option<Range<usize>> {
        let root = self.text.trim();
        let hooks = Object::read(root)?.get("hooks")?;
        for (_, list) in Object::read(hooks)?.members() {
            let elements = raw::elements(list).unwrap_or_default();
            for (n, element) in elements.iter().enumerate() {
                let inner = Object::read(element).and_then(|group| group.get("hooks")).unwrap_or("[]");
                let handlers = raw::elements(inner).unwrap_or_default();
                let ours = |raw: &str| serde_json::from_str(raw).is_ok_and(|value| place::is_ours(&value, host));
                let found = handlers.iter().position(|handler| ours(handler));
                let whole = match found {
                    Some(_) if handlers.len() == 1 => true,
                    Some(k) => return Some(self.cut(inner, k)),
                    None => ours(element),
                };
                if !whole {
                    continue;
                }
                // A list, and an object of lists, that nothing else is in goes with it.
                if elements.len() > 1 {
                    return Some(self.cut(list, n));
                }
                let all = Object::read(hooks)?;
                if all.members().count() > 1 {
                    let at = all.members().position(|(_, other)| std::ptr::eq(other, list))?;
                    return Some(self.cut(hooks, at));
                }
                let at = Object::read(root)?.members().position(|(key, _)| key == "hooks")?;
                return Some(self.cut(root, at));
            }
        }
        None
    }

    /// The range of a container's n-th part with the comma that it no longer needs.
    fn cut(&self, container: &str, n: usize) -> Range<usize> {
        let start = raw::range(&self.text, container).start;
        let parts = parts(container);
        let range = match (n.checked_sub(1).and_then(|before| parts.get(before)), parts.get(n), parts.get(n + 1)) {
            (Some(before), Some(part), _) => before.end..part.end,
            (None, Some(part), Some(_)) => {
                let comma = container[part.end..].find(',').unwrap_or_default();
                1..part.end + comma + 1
            }
            _ => 1..container.len() - 1,
        };
        start + range.start..start + range.end
    }
}

/// Where the values of an object or list stand in it.
fn parts(container: &str) -> Vec<Range<usize>> {
    let values: Vec<&str> = match Object::read(container) {
        Some(object) => object.members().map(|(_, value)| value).collect(),
        None => raw::elements(container).unwrap_or_default(),
    };
    values.into_iter().map(|value| raw::range(container, value)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const REAL: &str = r#"{
    "model": "opus",
    "permissions": { "allow": ["Bash(ls:*)"], "deny": [] },
    "hooks": {
        "Stop": [ { "hooks": [ { "type": "command", "command": "say done" } ] } ],
        "PreToolUse": []
    },
    "number": 1.0e2,
    "last": null
}
"#;

    #[test]
    fn what_was_installed_comes_out_without_a_trace() {
        let texts = [REAL.to_owned(), REAL.replace('\n', "\r\n"), format!("\u{feff}{REAL}"), "{\"a\":1}".to_owned()];
        for text in texts {
            for host in Host::ALL.into_iter().filter(|host| !place::has_version(*host)) {
                let with = install(&text, host, "alluvium").unwrap();
                let value: Value = serde_json::from_str(with.trim_start_matches('\u{feff}')).unwrap();
                for (event, entry) in place::entries(host, "alluvium") {
                    let list = value["hooks"][event].as_array().unwrap();
                    assert_eq!(list.iter().filter(|e| **e == entry).count(), 1, "{with}");
                }
                assert_eq!(install(&with, host, "alluvium").unwrap(), with, "installing twice is installing once");
                assert_eq!(uninstall(&with, host).unwrap(), text);
            }
        }
    }

    #[test]
    fn a_new_file_is_printed_as_a_person_would() {
        let text = install("", Host::Cursor, "alluvium").unwrap();
        let head = "{\n  \"version\": 1,\n  \"hooks\": {\n    \"sessionStart\": [\n      {\n        \"command\": \"alluvium hook cursor\"\n      }\n    ],\n";
        assert!(text.starts_with(head) && text.ends_with("    ]\n  }\n}\n"), "{text}");
    }

    #[test]
    fn an_older_entry_is_replaced_and_a_neighbour_in_its_group_stays() {
        let text = r#"{"hooks":{"Stop":[{"hooks":[{"command":"/old/alluvium hook codex"},{"command":"x"}]}]}}"#;
        assert_eq!(uninstall(text, Host::Codex).unwrap(), r#"{"hooks":{"Stop":[{"hooks":[{"command":"x"}]}]}}"#);
        let new = install(text, Host::Codex, "alluvium").unwrap();
        assert!(!new.contains("/old/") && new.contains(r#"{"command":"x"}"#), "{new}");
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        let refused = |text: &str| install(text, Host::Claude, "alluvium").unwrap_err();
        assert!(refused("{ // a comment\n}").starts_with("it is not strict JSON: "));
        assert!(refused("{\"a\": 1,}").starts_with("it is not strict JSON: "));
        assert_eq!(refused("[]"), "it is no JSON object");
        assert_eq!(refused("{\"hooks\": []}"), "`hooks` is no object");
        assert_eq!(refused("{\"hooks\": {\"Stop\": {}}}"), "`hooks.Stop` is no list");
    }
}
