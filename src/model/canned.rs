//! Replies from a file: to try settings and templates, to show a model's run to somebody, to test.
//!
//! The file holds replies as a model would give them, set apart by lines of three hyphens. Every
//! run begins with the first; when none is left the model is out of reach.

use std::cell::Cell;

use super::{Failure, Model, Question, Reply, Usage};
use crate::error::{Error, Result};
use crate::memory::{Memory, files};

/// A file of replies.
#[derive(Debug)]
pub struct Canned {
    file: String,
    replies: Vec<String>,
    next: Cell<usize>,
}

impl Canned {
    /// The file of `model.command`, relative to the memory folder.
    ///
    /// # Errors
    ///
    /// When none is named or it cannot be read.
    pub fn new(memory: &Memory) -> Result<Self> {
        let [file] = memory.settings.model.command.as_slice() else {
            return Err(Error::usage("the file of canned replies is not set")
                .hint("set `model.command = [\"replies.txt\"]` in `alluvium.toml`"));
        };
        let path = memory.root.join(file);
        let bytes = files::read(&path)?
            .ok_or_else(|| Error::new(format!("cannot read `{}`: there is no such file", path.display())))?;
        let text = String::from_utf8_lossy(&bytes);
        let mut replies = vec![String::new()];
        for line in text.split_inclusive('\n') {
            match replies.last_mut() {
                Some(_) if line.trim_end() == "---" => replies.push(String::new()),
                Some(last) => last.push_str(line),
                None => {}
            }
        }
        Ok(Self { file: file.clone(), replies, next: Cell::new(0) })
    }
}

impl Model for Canned {
    fn name(&self) -> String {
        format!("canned {}", self.file)
    }

    fn ask(&self, _: &Question) -> Result<Reply, Failure> {
        let at = self.next.replace(self.next.get() + 1);
        match self.replies.get(at) {
            None => Err(Failure::model(Error::busy(format!("`{}` has no more replies", self.file)))),
            Some(text) if text.trim().is_empty() => Err(Failure::reply(&self.name(), "empty", Usage::default())),
            Some(text) => Ok(Reply { text: text.clone(), usage: Usage::default() }),
        }
    }

    fn shown(&self, question: &Question) -> String {
        format!("nothing is sent; `{}` is read in its place\n\n{}\n", self.file, question.plain())
    }
}
