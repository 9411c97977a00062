//! A text by a model (a profile, a summary), held against what it was made from.

use serde_json::json;

use super::{Failure, Model, Question, Schema, Template, Usage, faithful, language, reply};
use crate::memory::Memory;
use crate::stream::markers;
use crate::stream::redact::Redactor;
use crate::tokens;

/// Asks for a text of at most `most` tokens, made from `sources` alone.
///
/// The template's holes are filled by `fill`; secrets are redacted before anything is sent. The
/// text that comes back is finished, within the limit, free of this program's markers, in the
/// language of the sources, and has no number, date, URL, path, quotation or identifier that they
/// have not. One that is not is asked for once more, with the reason.
///
/// # Errors
///
/// When the model cannot be asked, or the second reply is of no use either: the caller goes on by rules.
pub fn compose(
    memory: &Memory,
    model: &dyn Model,
    template: &Template,
    fill: &dyn Fn(&str) -> String,
    sources: &str,
    most: usize,
) -> Result<(String, Usage), Failure> {
    let redactor = Redactor::of(memory).map_err(Failure::model)?;
    let form = json!({
        "type": "object",
        "properties": {"text": {"type": "string"}},
        "required": ["text"],
        "additionalProperties": false,
    });
    let mut question = template.question(fill, Some(Schema { name: "text", form }));
    question.user = redactor.redact(&question.user).map_err(Failure::model)?.0;
    let mut used = Usage::default();
    let mut first = true;
    loop {
        let reply = match model.ask(&question) {
            Ok(reply) => reply,
            Err(mut failure) => {
                used.add(failure.usage);
                failure.usage = used;
                return Err(failure);
            }
        };
        used.add(reply.usage);
        match checked(&reply.text, sources, memory, most) {
            Ok(text) => return Ok((text, used)),
            Err(reason) if first => {
                first = false;
                question = again(question, &[reason]);
            }
            Err(reason) => return Err(Failure::reply(&model.name(), &reason, used)),
        }
    }
}

/// The same question with what was wrong with the first reply.
pub fn again(mut question: Question, reasons: &[String]) -> Question {
    question.user.push_str("\n\nYour previous reply was not accepted:\n");
    for reason in reasons {
        question.user.push_str(&format!("- {reason}\n"));
    }
    question.user.push_str("Reply again, with the whole JSON object.");
    question
}

fn checked(answer: &str, sources: &str, memory: &Memory, most: usize) -> Result<String, String> {
    let object = reply::object(answer, "text")?;
    let text = object["text"].as_str().map(str::trim).filter(|t| !t.is_empty()).ok_or("without a text")?.to_owned();
    let count = tokens::count(&text, &memory.settings.tokens);
    if count > most {
        return Err(format!("too long: {count} tokens, {most} are allowed"));
    }
    if let Some(marker) = markers::find(&text) {
        return Err(format!("not to be used: it has the marker {marker}"));
    }
    if let Some(what) = faithful::unsupported(&text, sources) {
        return Err(format!("not faithful: {what} does not occur in what it was made from"));
    }
    if let Some(how) = language::differs(&text, [sources]) {
        return Err(format!("in another language: {how}"));
    }
    Ok(text)
}
