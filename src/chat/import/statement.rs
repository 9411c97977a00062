//! From what somebody said to records.

use std::borrow::Cow;

use super::rules::{Rules, sentences};
use super::strip::strip;
use super::{Format, Said, When, Who};
use crate::error::Result;
use crate::stream::append::NewRecord;
use crate::stream::{Fields, markers};
use crate::time::Clock;

/// A summary is cut to this many bytes, at a sentence.
const SUMMARY_BYTES: usize = 2000;

/// Something worth a record.
#[derive(Debug, Clone, PartialEq)]
pub struct Statement {
    /// The kind of record.
    pub kind: String,
    /// The words.
    pub text: String,
    /// When they were said.
    pub when: When,
    /// Fields; the origin is among them.
    pub fields: Fields,
}

impl Statement {
    /// What was said in some words, with the origin where they name none themselves.
    pub fn of(said: &Said, kind: &str, text: &str, origin: &str) -> Self {
        let mut fields = said.fields.clone();
        if fields.get("origin").is_none() {
            fields.set("origin", origin);
        }
        Self { kind: kind.to_owned(), text: text.to_owned(), when: said.when, fields }
    }

    /// The record to be appended. Where nobody knows when, it is filed under the present day, without a time.
    ///
    /// # Errors
    /// When the zone has no rules for the time.
    pub fn record(&self, clock: &Clock) -> Result<NewRecord> {
        let (at, day) = match self.when {
            When::At(at) => (Some(at), None),
            When::Clock(day, time) => {
                // The zone's offset at about that time; the day is the note's whatever the offset.
                let wall = day.0.and_time(time);
                let offset = clock.at(wall.and_utc())?.offset;
                (wall.and_local_timezone(offset).single(), Some(day))
            }
            When::On(day) => (None, Some(day)),
            When::Unknown => (None, None),
        };
        Ok(NewRecord {
            kind: self.kind.clone(),
            text: self.text.clone(),
            fields: self.fields.clone(),
            day,
            at,
            untimed: at.is_none(),
        })
    }
}

/// What of the words is worth a record, by the rules.
pub fn statements(said: &Said, format: Format, rules: &Rules) -> Vec<Statement> {
    let text = match said.who {
        Who::User | Who::Summary => strip(&said.text),
        Who::Notes | Who::Memory => Cow::Borrowed(said.text.as_str()),
    };
    let found: Vec<(&str, &str)> = match said.who {
        Who::User => sentences(&text).into_iter().filter_map(|s| rules.kind(s).map(|kind| (kind, s))).collect(),
        Who::Summary => vec![("Summary", cut(text.trim()))],
        Who::Notes => vec![(said.kind.as_deref().or_else(|| rules.kind_of_note(&text)).unwrap_or("Note"), text.trim())],
        Who::Memory => {
            vec![(said.kind.as_deref().or_else(|| rules.kind_of_note(&text)).unwrap_or("Fact"), text.trim())]
        }
    };
    let origin = origin(format, said.session.as_deref());
    let worth = |text: &&(&str, &str)| !text.1.is_empty() && markers::find(text.1).is_none();
    found
        .iter()
        .filter(worth)
        .map(|(kind, text)| Statement::of(said, kind, &tidy(text, said.who, rules), &origin))
        .collect()
}

/// `claude-code/1b2c3d4e`: the host, and the beginning of the session's id.
pub fn origin(format: Format, session: Option<&str>) -> String {
    let id: String = session.unwrap_or_default().chars().filter(|c| c.is_ascii_alphanumeric()).take(8).collect();
    if id.is_empty() { format.name().to_owned() } else { format!("{}/{id}", format.name()) }
}

/// Without the mark of a list that a sentence of a message may begin with, and without `Also, `.
fn tidy(text: &str, who: Who, rules: &Rules) -> String {
    let text = text.trim();
    let text = ["- ", "* ", "+ "].iter().find_map(|mark| text.strip_prefix(mark)).unwrap_or(text).trim();
    if who != Who::User {
        return text.to_owned();
    }
    let rest = rules.without_lead(text);
    let mut chars = rest.chars();
    match chars.next().filter(|_| rest.len() < text.len()) {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => text.to_owned(),
    }
}

fn cut(text: &str) -> &str {
    if text.len() <= SUMMARY_BYTES {
        return text;
    }
    let mut end = SUMMARY_BYTES;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let head = &text[..end];
    let stop = head.rfind(['\n', '。']).into_iter().chain(head.rfind(". ")).max();
    head[..stop.unwrap_or(end)].trim_end()
}
