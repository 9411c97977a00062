//! What may be wrong with the text of any file: its bytes, characters that hide something, secrets.

use std::path::Path;

use super::Visit;
use crate::error::{Problem, Result, Severity};
use crate::memory::{Memory, files};
use crate::stream::redact::Redactor;
use crate::stream::{clean, conversion, is_utf16};

/// The checks, with the rules for secrets where they are asked for.
pub(super) struct Text(Option<Redactor>);

impl Text {
    pub(super) fn of(visit: &Visit<'_>) -> Result<Self> {
        Ok(Self(if visit.secrets { Some(Redactor::of(visit.memory)?) } else { None }))
    }

    /// Looks at a file that no reader has looked at: its bytes, then its lines. Gives its text.
    pub(super) fn file(&self, memory: &Memory, path: &Path, problems: &mut Vec<Problem>) -> Result<Option<String>> {
        let shown = memory.shown(path);
        let bytes = match files::read(path) {
            Ok(Some(bytes)) => bytes,
            Ok(None) => return Ok(None),
            Err(error) => {
                problems.push(unreadable(shown, &error));
                return Ok(None);
            }
        };
        if is_utf16(&bytes) {
            problems.push(utf16(shown, &bytes));
            return Ok(None);
        }
        for (i, line) in bytes.split(|b| *b == b'\n').enumerate() {
            if std::str::from_utf8(line).is_err() {
                let reason = "bytes that are not UTF-8";
                problems.push(Problem::new(shown, i + 1, "bad-bytes", reason).remedy("save the file as UTF-8"));
            }
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        self.lines(&text, shown, problems)?;
        Ok(Some(text))
    }

    /// Invisible characters and, where asked for, secrets, line by line.
    pub(super) fn lines(&self, text: &str, shown: &Path, problems: &mut Vec<Problem>) -> Result<()> {
        let text = text.trim_start_matches('\u{feff}');
        if !text.is_ascii() || text.bytes().any(|b| b < b' ' && !matches!(b, b'\n' | b'\r' | b'\t')) {
            for (i, line) in text.split('\n').enumerate() {
                let line = line.trim_end_matches('\r');
                // Bytes that are no text are named as such.
                if !line.contains(['\r', '\u{fffd}']) && clean::clean(line) != line {
                    problems.push(
                        Problem::new(
                            shown,
                            i + 1,
                            "invisible",
                            "characters that cannot be seen and may hide something",
                        )
                        .remedy("retype the line; `add` takes such characters out"),
                    );
                }
            }
        }
        for finding in self.0.as_ref().map(|rules| rules.scan(text)).transpose()?.unwrap_or_default() {
            let line = text[..finding.range.start].matches('\n').count() + 1;
            problems.push(
                Problem::new(shown, line, "secret", format!("looks like a secret ({})", finding.rule))
                    .severity(Severity::Error)
                    .remedy("revoke it, then erase it with `alluvium forget`"),
            );
        }
        Ok(())
    }
}

/// A file that cannot be read at all.
pub(super) fn unreadable(shown: &Path, error: &crate::error::Error) -> Problem {
    Problem::new(shown, 0, "unreadable", error.to_string())
        .severity(Severity::Error)
        .remedy("make the file readable for you")
}

/// A file in UTF-16, said once, with the command that converts it.
pub(super) fn utf16(shown: &Path, bytes: &[u8]) -> Problem {
    Problem::new(shown, 0, "utf-16", "is UTF-16, not UTF-8, and is not read")
        .severity(Severity::Error)
        .remedy(conversion(shown, bytes))
}

/// Lines that git leaves where two sides disagree: where a conflict begins.
pub(super) fn conflicts(text: &str, shown: &Path, problems: &mut Vec<Problem>) {
    for (i, line) in text.lines().enumerate() {
        if line.strip_prefix("<<<<<<<").is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')) {
            problems.push(
                Problem::new(shown, i + 1, "conflict-marker", "a conflict of a merge")
                    .severity(Severity::Error)
                    .remedy("`alluvium doctor --fix` keeps the side that has come further"),
            );
        }
    }
}
