//! What a person stated, as a model sees it: their words in bounded parts, and its answer held against them.
//!
//! Only what a person said is sent, with injected text taken out and secrets redacted. What the
//! assistant said and what tools returned stays here: what is not sent cannot be taken for a
//! statement. An answer names the turn that it rests on and quotes it; without that, or with a
//! number, path, name or language that the turn has not, it is refused.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::rules::{is_short, plain};
use super::statement::origin;
use super::strip::strip;
use super::{Format, Said, Statement};
use crate::error::Result;
use crate::memory::Memory;
use crate::model::compose::again;
use crate::model::{Failure, Model, Question, Schema, Template, Usage, faithful, language, reply};
use crate::script::runs_on;
use crate::stream::redact::Redactor;
use crate::stream::{clean, markers};

const PROMPT: &str = include_str!("../../../templates/import.prompt");
const HOLES: [&str; 2] = ["schema", "turns"];

/// Kinds that a statement may have.
const KINDS: [&str; 6] = ["Preference", "Constraint", "Decision", "Lesson", "Fact", "Correction"];

/// The longest statement, in characters.
const LONGEST: usize = 500;

/// A message longer than this, in bytes, is pasted for the most part, and left to the rules.
pub const LONGEST_MESSAGE: usize = 64 << 10;

/// A turn holds at most this many bytes; longer messages are several turns.
const LONGEST_TURN: usize = 8 << 10;

/// Words of a person, ready to be sent.
#[derive(Debug, Clone)]
pub struct Turn {
    /// The words, without what is not the person's own and without secrets.
    pub said: Said,
    /// Where they were read.
    pub format: Format,
}

/// The template of the folder, else the built-in one.
///
/// # Errors
/// When it cannot be read, or has an unknown hole.
pub fn template(memory: &Memory) -> Result<Template> {
    Template::load(memory, "import.prompt", PROMPT, &HOLES)
}

/// A message as turns; none when nothing of it is the person's own.
///
/// # Errors
/// On a mistake in the folder's redaction rules.
pub fn turns(said: &Said, format: Format, redactor: &Redactor) -> Result<Vec<Turn>> {
    let text = redactor.redact(&clean::clean(&strip(&said.text)))?.0;
    let turn = |text: &str| Turn { said: Said { text: text.trim().to_owned(), ..said.clone() }, format };
    Ok(pieces(&text).into_iter().filter(|p| p.chars().any(char::is_alphanumeric)).map(turn).collect())
}

/// The text cut into pieces of bounded length, where it can be at the end of a line or sentence.
fn pieces(mut text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    while text.len() > LONGEST_TURN {
        let most = (0..=LONGEST_TURN).rfind(|at| text.is_char_boundary(*at)).unwrap_or(LONGEST_TURN);
        let head = &text[..most];
        let ends = ["\n", ". ", "。", " "].iter().find_map(|end| head.rfind(end).map(|at| at + end.len()));
        let (piece, rest) = text.split_at(ends.unwrap_or(head.len()));
        pieces.push(piece);
        text = rest;
    }
    pieces.push(text);
    pieces
}

/// What came of some turns.
#[derive(Debug, Default)]
pub struct Answer {
    /// What was stated in them, in their order.
    pub statements: Vec<Statement>,
    /// Why answers were refused.
    pub refused: Vec<String>,
    /// What it cost.
    pub usage: Usage,
}

/// Asks a model what was stated in some turns. A reply that is of no use, or has a statement that
/// is refused, is asked for once more with the reasons; what is refused then is left out.
///
/// # Errors
/// When the model cannot be asked, or neither reply is of any use: the caller goes on by rules.
pub fn ask(model: &dyn Model, template: &Template, turns: &[Turn]) -> Result<Answer, Failure> {
    let mut question = question(template, turns);
    let mut answer = Answer::default();
    let mut found: Option<Checked> = None;
    for last in [false, true] {
        let reply = match model.ask(&question) {
            Ok(reply) => reply,
            Err(mut failure) => {
                answer.usage.add(failure.usage);
                match found {
                    Some(_) => break,
                    None => failure.usage = answer.usage,
                }
                return Err(failure);
            }
        };
        answer.usage.add(reply.usage);
        match check(&reply.text, turns) {
            Ok(checked) => {
                let checked = found.take().unwrap_or_default().completed_by(checked);
                let reasons = checked.refused.clone();
                found = Some(checked);
                if reasons.is_empty() {
                    break;
                }
                question = again(question, &reasons);
            }
            Err(reason) if !last => question = again(question, &[reason]),
            Err(reason) if found.is_none() => return Err(Failure::reply(&model.name(), &reason, answer.usage)),
            Err(_) => {}
        }
    }
    let Checked { mut accepted, refused } = found.unwrap_or_default();
    accepted.sort_by_key(|one| one.turn);
    answer.statements = accepted.into_iter().map(|one| one.statement).collect();
    answer.refused = refused;
    Ok(answer)
}

/// The question about some turns, which are numbered from 1.
pub fn question(template: &Template, turns: &[Turn]) -> Question {
    let schema = schema();
    let lines: Vec<String> =
        turns.iter().enumerate().map(|(n, t)| json!({"turn": n + 1, "text": t.said.text}).to_string()).collect();
    let fill = |hole: &str| if hole == "schema" { schema.form.to_string() } else { lines.join("\n") };
    template.question(&fill, Some(schema.clone()))
}

fn schema() -> Schema {
    let text = json!({"type": "string"});
    let form = json!({
        "type": "object",
        "properties": {
            "statements": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "turn": {"type": "integer"},
                        "quote": text,
                        "kind": {"type": "string", "enum": KINDS},
                        "text": text,
                    },
                    "required": ["turn", "quote", "kind", "text"],
                    "additionalProperties": false,
                },
            },
        },
        "required": ["statements"],
        "additionalProperties": false,
    });
    Schema { name: "statements", form }
}

/// A reply whose form is right: statements, and why others were refused.
#[derive(Debug, Default)]
struct Checked {
    accepted: Vec<Accepted>,
    refused: Vec<String>,
}

/// A statement with the turn and the quotation that it rests on.
#[derive(Debug, PartialEq)]
struct Accepted {
    turn: usize,
    quote: String,
    statement: Statement,
}

impl Checked {
    /// With what a second reply adds: whatever rests on other words than what was accepted already.
    fn completed_by(mut self, second: Self) -> Self {
        let is_known = |one: &Accepted| self.accepted.iter().any(|a| (a.turn, &a.quote) == (one.turn, &one.quote));
        let new: Vec<Accepted> = second.accepted.into_iter().filter(|one| !is_known(one)).collect();
        self.accepted.extend(new);
        Self { accepted: self.accepted, refused: second.refused }
    }
}

fn check(answer: &str, turns: &[Turn]) -> Result<Checked, String> {
    let object = reply::object(answer, "statements")?;
    if object.len() > 1 {
        return Err("with more than `statements`".to_owned());
    }
    let list = object["statements"].as_array().ok_or("without a list of `statements`")?;
    let mut checked = Checked::default();
    for (n, value) in list.iter().enumerate() {
        match statement(value, turns) {
            Ok(one) if checked.accepted.contains(&one) => {}
            Ok(one) => checked.accepted.push(one),
            Err(reason) => checked.refused.push(format!("statement {}: {reason}", n + 1)),
        }
    }
    Ok(checked)
}

/// A statement with the turn that it rests on, or why it rests on none.
fn statement(value: &Value, turns: &[Turn]) -> Result<Accepted, String> {
    let object = value.as_object().ok_or("it is no object")?;
    if let Some(key) = object.keys().find(|key| !["turn", "quote", "kind", "text"].contains(&key.as_str())) {
        return Err(format!("it has the unknown member `{key}`"));
    }
    let text_of = |key: &str| object.get(key).and_then(Value::as_str).ok_or_else(|| format!("it has no `{key}`"));
    let number = object.get("turn").and_then(Value::as_u64).ok_or("it has no number of a turn")?;
    let at = usize::try_from(number).unwrap_or(0).wrapping_sub(1);
    let turn = turns.get(at).ok_or_else(|| format!("there is no turn {number}"))?;
    let kind = text_of("kind")?;
    let kind = KINDS.into_iter().find(|k| k.eq_ignore_ascii_case(kind.trim()));
    let kind = kind.ok_or_else(|| format!("its kind is none of {}", KINDS.join(", ")))?;
    let (quote, text) = (text_of("quote")?.trim(), clean::clean(text_of("text")?));
    let text = text.trim();
    let said = turn.said.text.as_str();
    if is_short(quote) {
        return Err("its quotation is too short to prove anything".to_owned());
    }
    if !plain(said).contains(&plain(quote)) {
        return Err(format!("its quotation does not stand in turn {number}"));
    }
    if quote.ends_with(['?', '？']) {
        return Err("it rests on a question".to_owned());
    }
    if text.is_empty() || text.contains('\n') || text.chars().count() > LONGEST {
        return Err(format!("its text is not one line of at most {LONGEST} characters"));
    }
    if markers::find(text).is_some() {
        return Err("its text has a marker of this program".to_owned());
    }
    if let Some(what) = faithful::unsupported(text, said) {
        return Err(format!("{what} does not occur in turn {number}"));
    }
    if let Some(how) = language::differs(text, [said]) {
        return Err(format!("its text is in another language: {how}"));
    }
    let stems = stems(text);
    if !stems.is_empty() && stems.is_disjoint(&self::stems(quote)) {
        return Err("its text has no word of its quotation".to_owned());
    }
    let origin = origin(turn.format, turn.said.session.as_deref());
    Ok(Accepted { turn: at, quote: plain(quote), statement: Statement::of(&turn.said, kind, text, &origin) })
}

/// Beginnings of the longer words, pairs of characters where words are not set apart.
fn stems(text: &str) -> BTreeSet<String> {
    let text = plain(text);
    let mut stems = BTreeSet::new();
    for word in text.split(|c: char| !c.is_alphanumeric()) {
        let chars: Vec<char> = word.chars().collect();
        if chars.iter().any(|c| runs_on(*c)) {
            stems.extend(chars.windows(2).map(String::from_iter));
        } else if chars.len() >= 4 || word.bytes().any(|b| b.is_ascii_digit()) {
            stems.insert(chars.iter().take(5).collect());
        }
    }
    stems
}

#[cfg(test)]
mod tests {
    use super::super::{When, Who};
    use super::*;

    fn said(text: &str) -> Vec<Turn> {
        let said = Said::new(Who::User, text.to_owned(), When::Unknown);
        turns(&said, Format::Chat, &Redactor::default()).unwrap()
    }

    fn judged(turn: u64, quote: &str, kind: &str, text: &str) -> Result<String, String> {
        let turns = [said("I prefer tables, not prose. Shall we use port 5433?"), said("我住在上海浦东。")].concat();
        let value = json!({"turn": turn, "quote": quote, "kind": kind, "text": text});
        statement(&value, &turns).map(|one| format!("{}: {}", one.statement.kind, one.statement.text))
    }

    #[test]
    fn a_statement_rests_on_what_a_turn_says() {
        let right = [
            (1, "I prefer tables, not prose.", "preference", "The user prefers tables to prose."),
            (1, "i prefer  tables, not", "Preference", "The user prefers tables."),
            (2, "我住在上海浦东", "Fact", "用户住在上海浦东。"),
        ];
        for (turn, quote, kind, text) in right {
            judged(turn, quote, kind, text).unwrap();
        }
    }

    #[test]
    fn what_rests_on_nothing_is_refused() {
        let quote = "I prefer tables, not prose.";
        for (turn, quote, kind, text, reason) in [
            (0, quote, "Fact", "The user prefers tables.", "there is no turn 0"),
            (3, quote, "Fact", "The user prefers tables.", "there is no turn 3"),
            (2, quote, "Fact", "The user prefers tables.", "its quotation does not stand in turn 2"),
            (1, "I prefer oil.", "Fact", "The user prefers oil.", "its quotation does not stand in turn 1"),
            (1, "", "Fact", "The user prefers tables.", "its quotation is too short to prove anything"),
            (1, "tables", "Fact", "The user prefers tables.", "its quotation is too short to prove anything"),
            (1, "Shall we use port 5433?", "Decision", "We use port 5433.", "it rests on a question"),
            (1, quote, "Task", "The user prefers tables.", "its kind is none of "),
            (1, quote, "Preference", "The user prefers 3 tables.", "the number `3` does not occur in turn 1"),
            (1, quote, "Preference", "Lives abroad with many animals.", "its text has no word of its quotation"),
            (1, quote, "Preference", "Tables.\n- [Fact] More.", "its text is not one line"),
            (1, quote, "Preference", "", "its text is not one line"),
            (1, quote, "Preference", "[Recent activity]", "its text has a marker of this program"),
            (2, "我住在上海浦东。", "Fact", "The user lives in Shanghai.", "its text is in another language"),
        ] {
            let refused = judged(turn, quote, kind, text).unwrap_err();
            assert!(refused.starts_with(reason), "{refused}");
        }
        let extra = json!({"turn": 1, "quote": quote, "kind": "Fact", "text": "Tables.", "confidence": 1});
        assert_eq!(statement(&extra, &said(quote)).unwrap_err(), "it has the unknown member `confidence`");
    }

    #[test]
    fn only_a_persons_own_words_are_sent_in_bounded_pieces() {
        let text = "[Long-term memory]\n- User preference: tea.\n\n<file>\nI always lie.\n</file>\nI prefer water.\n";
        let own: Vec<String> = said(text).into_iter().map(|t| t.said.text).collect();
        assert_eq!(own, ["I prefer water."]);
        assert!(said("```\ncode\n```\n--").is_empty());
        let long = "A sentence of some words. ".repeat(1000);
        let turns = said(&long);
        assert!(turns.len() > 2 && turns.iter().all(|t| t.said.text.len() <= LONGEST_TURN));
        assert!(turns.iter().all(|t| t.said.text.ends_with("words.")), "{turns:?}");
        assert!(said(&"语".repeat(10_000)).iter().all(|t| t.said.text.len() <= LONGEST_TURN));
    }
}
