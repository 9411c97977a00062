//! A mistake in a settings file, said with file, line and key, and what may have been meant.

use toml::de::{DeTable, DeValue};

use super::{Layer, Settings, TEMPLATE};
use crate::error::Error;

/// What the TOML reader or the types refuse.
pub(super) fn of(layer: &Layer, error: &toml::de::Error) -> Error {
    let span = error.span();
    let line = span.as_ref().map_or(1, |s| line_of(&layer.text, s.start));
    let key = span.and_then(|s| key_at(&layer.text, s.start));
    let at = Error::usage(format!("cannot read `{}:{line}`", layer.path));
    let message = error.message();
    if let Some(rest) = message.strip_prefix("unknown field `") {
        let name = rest.split('`').next().unwrap_or_default();
        let key = key.unwrap_or_else(|| name.to_owned());
        let at = at.because(format!("there is no setting `{key}`"));
        return match nearest(&key) {
            Some(meant) => at.hint(format!("`{meant}` is one")),
            None => at.hint("`alluvium config` lists all of them"),
        };
    }
    match key {
        Some(key) => at.because(format!("`{key}`: {}", plain(message))),
        None => at.because(plain(message).replace('\n', "; ")),
    }
}

/// A value that the types allow and that makes no sense: the line is that of the last layer with the key.
pub(super) fn value(layers: &[Layer], key: &str, wrong: &str) -> Error {
    let found = layers.iter().rev().find_map(|layer| Some((layer, span_of(&layer.text, key)?)));
    let place = match found {
        Some((layer, at)) => format!("{}:{}", layer.path, line_of(&layer.text, at)),
        None => layers.last().map(|l| l.path.clone()).unwrap_or_default(),
    };
    Error::usage(format!("cannot use `{key}` in `{place}`")).because(wrong.to_owned())
}

/// The number of the line, from 1, in which the byte stands.
pub(super) fn line_of(text: &str, at: usize) -> usize {
    1 + text.as_bytes().iter().take(at).filter(|b| **b == b'\n').count()
}

/// Where the dotted key stands, in bytes.
pub(super) fn span_of(text: &str, key: &str) -> Option<usize> {
    let mut found = None;
    visit(text, |name, span, _| {
        if name == key {
            found = Some(span.start);
        }
    });
    found
}

/// The innermost key whose name or value covers the byte.
fn key_at(text: &str, at: usize) -> Option<String> {
    let mut found = None;
    visit(text, |name, span, _| {
        if span.contains(&at) {
            found = Some(name.to_owned());
        }
    });
    found
}

/// Calls back for every key, outer ones first: its dotted name, the bytes from its name to the end of
/// its value, and the value when it is no table.
pub(super) fn visit(text: &str, mut each: impl FnMut(&str, std::ops::Range<usize>, Option<&DeValue<'_>>)) {
    type Each<'a> = &'a mut dyn FnMut(&str, std::ops::Range<usize>, Option<&DeValue<'_>>);
    fn inner(table: &DeTable<'_>, prefix: &str, each: Each<'_>) {
        for (key, value) in table {
            let name = dotted(prefix, key.get_ref());
            let span = key.span().start..value.span().end.max(key.span().end);
            let leaf = Some(value.get_ref()).filter(|v| !v.is_table());
            each(&name, span, leaf);
            if let DeValue::Table(table) = value.get_ref() {
                inner(table, &name, each);
            }
        }
    }
    let (table, _) = DeTable::parse_recoverable(text);
    inner(table.get_ref(), "", &mut each);
}

/// `prefix.key`, the key in quotes where TOML asks for them.
pub(super) fn dotted(prefix: &str, key: &str) -> String {
    let bare = !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    let key = if bare { key.to_owned() } else { format!("{key:?}") };
    if prefix.is_empty() { key } else { format!("{prefix}.{key}") }
}

/// Every key that the template names.
pub(super) fn all_keys() -> Vec<String> {
    let mut keys = Vec::new();
    visit(&uncommented(), |name, _, leaf| {
        if leaf.is_some() {
            keys.push(name.to_owned());
        }
    });
    keys
}

/// The template with every key set: keys are commented out without a space, prose with one.
pub(super) fn uncommented() -> String {
    let line = |line: &'static str| match line.strip_prefix('#') {
        Some(key) if !key.starts_with([' ', '#']) => key,
        _ => line,
    };
    TEMPLATE.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// The setting that may have been meant: the same name in another section, else the most similar one.
fn nearest(key: &str) -> Option<String> {
    let last = |k: &str| k.rsplit('.').next().unwrap_or_default().replace('_', "-");
    let mut keys = all_keys();
    if let Ok(toml::Value::Table(table)) = toml::Value::try_from(Settings::default()) {
        keys.extend(table.keys().cloned());
    }
    let same = keys.iter().find(|k| last(k) == last(key));
    let similar = || {
        let near = |k: &&String| 2 * distance(k, key).min(distance(&last(k), &last(key))) <= last(key).len().min(6);
        keys.iter().filter(near).min_by_key(|k| distance(k, key))
    };
    same.or_else(similar).cloned()
}

/// How many letters must be put in, taken out or changed to come from one word to the other.
pub(crate) fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut corner = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let change = corner + usize::from(x != *y);
            corner = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(corner + 1);
        }
    }
    row[b.len()]
}

/// The words of the types library in plain English.
fn plain(message: &str) -> String {
    let mut text = message.replace("invalid type: ", "");
    for (theirs, ours) in [
        ("expected usize", "expected a whole number, 0 or more"),
        ("expected u64", "expected a whole number, 0 or more"),
        ("expected i64", "expected a whole number"),
        ("expected f64", "expected a number"),
        ("expected a boolean", "expected true or false"),
        ("expected a string", "expected a text in quotes"),
        ("expected a sequence", "expected a list"),
        ("expected a map", "expected a table"),
        ("invalid value: integer", "the number"),
    ] {
        text = text.replace(theirs, ours);
    }
    text
}
