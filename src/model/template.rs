//! Templates of questions: text with `{{holes}}`, overridable in the folder's `templates/`.
//!
//! What stands above a line of three equals signs goes to the model as instructions, what stands
//! below it as data. Without such a line all of it is data.

use std::path::Path;

use super::{Question, Schema};
use crate::error::{Error, Result};
use crate::memory::Memory;

/// A template, read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    system: Vec<Piece>,
    user: Vec<Piece>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Text(String),
    Hole(String),
}

impl Template {
    /// The folder's template of this name (`distill.prompt`), else the built-in text.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, or as [`Template::parse`].
    pub fn load(memory: &Memory, name: &str, built_in: &str, holes: &[&str]) -> Result<Self> {
        match memory.template(name)? {
            Some((path, text)) => Self::parse(&text, memory.shown(&path), holes),
            None => Self::parse(built_in, Path::new(name), holes),
        }
    }

    /// Reads a template; `path` is named where it is wrong.
    ///
    /// # Errors
    ///
    /// A hole that is none of `holes`, or is not closed.
    pub fn parse(text: &str, path: &Path, holes: &[&str]) -> Result<Self> {
        let text = text.replace("\r\n", "\n");
        let (system, user, from) = match text.split_once("\n===\n") {
            Some((system, user)) => (system, user, system.matches('\n').count() + 3),
            None => ("", text.as_str(), 1),
        };
        Ok(Self { system: pieces(system, 1, path, holes)?, user: pieces(user, from, path, holes)? })
    }

    /// The question with the holes filled. What is filled in is not read again.
    pub fn question(&self, fill: &dyn Fn(&str) -> String, schema: Option<Schema>) -> Question {
        let render = |pieces: &[Piece]| -> String {
            let texts = pieces.iter().map(|piece| match piece {
                Piece::Text(text) => text.clone(),
                Piece::Hole(name) => fill(name),
            });
            texts.collect::<String>().trim().to_owned()
        };
        Question { system: render(&self.system), user: render(&self.user), schema }
    }
}

fn pieces(text: &str, first_line: usize, path: &Path, holes: &[&str]) -> Result<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    let mut line = first_line;
    while let Some(at) = rest.find("{{") {
        let (before, hole) = rest.split_at(at);
        line += before.matches('\n').count();
        let wrong = |what: String| {
            Error::new(format!("{}:{line}: {what}", path.display())).hint(format!("known are {}", holes.join(", ")))
        };
        let end = hole.find("}}").filter(|end| !hole[..*end].contains('\n'));
        let end = end.ok_or_else(|| wrong("a hole is not closed with `}}`".to_owned()))?;
        let name = hole[2..end].trim();
        if !holes.contains(&name) {
            return Err(wrong(format!("unknown hole `{name}`")));
        }
        pieces.push(Piece::Text(before.to_owned()));
        pieces.push(Piece::Hole(name.to_owned()));
        rest = &hole[end + 2..];
    }
    pieces.push(Piece::Text(rest.to_owned()));
    Ok(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_filled_in_is_not_read_again() {
        let template = Template::parse("Do {{a}}.\n===\n{{ b }}\n", Path::new("x.prompt"), &["a", "b"]).unwrap();
        let question = template.question(&|name| format!("<{name}> {{{{a}}}}"), None);
        assert_eq!((question.system.as_str(), question.user.as_str()), ("Do <a> {{a}}.", "<b> {{a}}"));
    }

    #[test]
    fn mistakes_name_file_and_line() {
        for (text, message) in [
            ("a\n===\nb\n{{c}}", "x.prompt:4: unknown hole `c`"),
            ("{{a", "x.prompt:1: a hole is not closed with `}}`"),
        ] {
            assert_eq!(Template::parse(text, Path::new("x.prompt"), &["a"]).unwrap_err().to_string(), message);
        }
    }
}
