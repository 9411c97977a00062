//! The only place that prints: answers on standard output, talk on standard error.
//!
//! Writers by purpose: [`Ui::answer`] and [`Ui::json`] are what a program reads; [`Ui::status`],
//! [`Ui::warn`], [`Ui::hint`] and [`Ui::error`] are for people. A closed pipe is remembered in the
//! error and counts as success.

use std::io::{BufWriter, IsTerminal as _, Write as _};
use std::path::Path;
use std::process::ExitCode;

use super::Globals;
use crate::env::Env;
use crate::error::{Error, Result};

/// Standard output and standard error, with what was asked about them.
#[derive(Debug)]
pub struct Ui {
    out: BufWriter<std::io::Stdout>,
    json: bool,
    quiet: bool,
    color: bool,
}

impl Ui {
    /// Writers for the options and the environment (`NO_COLOR`).
    pub fn new(globals: &Globals, env: &Env) -> Self {
        Self {
            out: BufWriter::with_capacity(1 << 16, std::io::stdout()),
            json: globals.json,
            quiet: globals.quiet,
            color: std::io::stderr().is_terminal() && env.get("NO_COLOR").is_none(),
        }
    }

    /// Whether `--json` was given.
    pub fn wants_json(&self) -> bool {
        self.json
    }

    /// Whether talk is wanted: not with `--quiet`.
    pub fn talks(&self) -> bool {
        !self.quiet
    }

    /// Whether a person can answer a question: both standard input and standard error are a terminal.
    pub fn can_ask(&self) -> bool {
        std::io::stdin().is_terminal() && std::io::stderr().is_terminal()
    }

    /// Whether standard error is a terminal, for progress bars.
    pub fn shows_progress(&self) -> bool {
        !self.quiet && std::io::stderr().is_terminal()
    }

    /// Writes the answer as it is.
    pub fn answer(&mut self, text: &str) -> Result<()> {
        self.out.write_all(text.as_bytes()).map_err(stdout_error)
    }

    /// Writes one line of the answer.
    pub fn line(&mut self, text: &str) -> Result<()> {
        self.answer(text)?;
        self.answer("\n")
    }

    /// Writes a value as one line of JSON.
    pub fn json(&mut self, value: &impl serde::Serialize) -> Result<()> {
        let text = serde_json::to_string(value).map_err(|e| Error::new("cannot write JSON").because(e))?;
        self.line(&text)
    }

    /// Says what was done; nothing with `--quiet`.
    pub fn status(&mut self, text: &str) {
        if !self.quiet {
            self.say("", text);
        }
    }

    /// Warns; also with `--quiet`, since something may be lost.
    pub fn warn(&mut self, text: &str) {
        self.say("warning: ", text);
    }

    /// Tells what could be done next; nothing with `--quiet`.
    pub fn hint(&mut self, text: &str) {
        if !self.quiet {
            self.say("hint: ", text);
        }
    }

    /// Reports why the command stops, with its hints.
    pub fn error(&mut self, error: &Error) {
        self.say("alluvium: ", &error.to_string());
        for hint in error.hints() {
            self.say("hint: ", hint);
        }
    }

    /// Asks a yes-or-no question on the terminal; *no* without one.
    pub fn confirm(&mut self, question: &str) -> Result<bool> {
        if !self.can_ask() {
            return Ok(false);
        }
        self.out.flush().map_err(stdout_error)?;
        let mut err = std::io::stderr().lock();
        let _ = write!(err, "{question} [y/N] ");
        let _ = err.flush();
        let mut reply = String::new();
        std::io::stdin().read_line(&mut reply).map_err(|e| Error::io("read", Path::new("standard input"), e))?;
        Ok(matches!(reply.trim(), "y" | "Y" | "yes" | "Yes"))
    }

    /// Writes out what is still buffered, and drops it where nobody takes it. For answers whose reader
    /// must not be told of a failure.
    pub fn finish_or_drop(&mut self) {
        if self.out.flush().is_err() {
            let failed = std::mem::replace(&mut self.out, BufWriter::new(std::io::stdout()));
            drop(failed.into_parts());
        }
    }

    /// Writes out what is still buffered.
    pub fn finish(&mut self) -> Result<()> {
        self.out.flush().map_err(stdout_error)
    }

    /// A line on standard error, after what was already answered. Nobody is left to tell when that fails.
    fn say(&mut self, label: &str, text: &str) {
        let _ = self.out.flush();
        let mut err = std::io::stderr().lock();
        let _ = if self.color && !label.is_empty() {
            let code = if label == "hint: " { "36" } else { "1;31" };
            writeln!(err, "\x1b[{code}m{label}\x1b[0m{text}")
        } else {
            writeln!(err, "{label}{text}")
        };
    }
}

fn stdout_error(e: std::io::Error) -> Error {
    Error::io("write", Path::new("standard output"), e)
}

/// Prints clap's message: help and version on standard output with success, mistakes with exit code 64.
pub(super) fn usage(error: &clap::Error) -> ExitCode {
    let printed = error.print();
    if error.use_stderr() {
        ExitCode::from(64)
    } else if printed.is_err_and(|e| e.kind() != std::io::ErrorKind::BrokenPipe) {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}
