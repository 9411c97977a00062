//! What a scan of a day file finds wrong in it.

use std::path::Path;

use super::lines;
use crate::error::{Problem, Severity};

/// Something wrong on a line.
#[derive(Debug)]
pub(super) struct Note {
    pub line: usize,
    pub severity: Severity,
    pub code: &'static str,
    pub reason: String,
    pub remedy: &'static str,
}

/// Everything that was found, in the order in which it was.
#[derive(Debug, Default)]
pub(super) struct Notes(pub Vec<Note>);

impl Notes {
    /// As problems of a file, by line.
    pub(super) fn problems(&self, path: &Path, file: &[u8]) -> Vec<Problem> {
        let told = |note: &Note| {
            let problem = Problem::new(path, note.line, note.code, note.reason.clone()).severity(note.severity);
            match note.code {
                "utf-16" => problem.remedy(lines::conversion(path, file)),
                _ => problem.remedy(note.remedy),
            }
        };
        let mut problems: Vec<Problem> = self.0.iter().map(told).collect();
        problems.sort_by_key(|p| p.line);
        problems
    }

    /// What cannot be read as text, in words that follow the file's name.
    pub(super) fn unread(&self) -> Option<String> {
        let bad = self.0.iter().filter(|note| note.code == "bad-bytes").count();
        match bad {
            _ if self.0.iter().any(|note| note.code == "utf-16") => Some("is UTF-16 and is not read".to_owned()),
            0 => None,
            1 => Some("has a line that is not UTF-8 and is not read".to_owned()),
            n => Some(format!("has {n} lines that are not UTF-8 and are not read")),
        }
    }
}
