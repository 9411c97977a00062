//! Why a command stops ([`Error`]) and what is wrong in a file while reading goes on ([`Problem`]).
//!
//! Nothing here prints: `cli/ui.rs` renders both, in one grammar.
//!
//! ```text
//! alluvium: cannot read `stream/2025/2025-03-14.md`: permission denied
//! hint: …
//! ```

use std::fmt;
use std::path::{Path, PathBuf};

/// The result of everything that can stop a command.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// How a command ended, as the shell sees it. Never 2, which agent hosts read as "block".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// Done, or nothing to do.
    Done,
    /// A check found something: not an error, but exit code 1.
    Found,
}

/// The kind of an error, which decides the exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// It failed: exit code 1.
    Failed,
    /// The command line or a setting makes no sense: exit code 64.
    Usage,
    /// Try again later (a lock is held, a model is out of reach): exit code 75.
    Busy,
}

/// Why a command stops: one sentence, its cause, and what the user can do.
#[derive(Debug)]
pub struct Error {
    kind: ErrorKind,
    message: String,
    cause: Option<Box<dyn std::error::Error + Send + Sync>>,
    hints: Vec<String>,
    broken_pipe: bool,
}

impl Error {
    /// An error that ends with exit code 1.
    pub fn new(message: impl Into<String>) -> Self {
        Self::of(ErrorKind::Failed, message)
    }

    /// A mistake on the command line or in a setting: exit code 64.
    pub fn usage(message: impl Into<String>) -> Self {
        Self::of(ErrorKind::Usage, message)
    }

    /// Something that may work later: exit code 75.
    pub fn busy(message: impl Into<String>) -> Self {
        Self::of(ErrorKind::Busy, message)
    }

    /// An I/O error with what was attempted and where: ``cannot <verb> `<path>`: <reason>``.
    ///
    /// A closed pipe is remembered as such, since it counts as success.
    pub fn io(verb: &str, path: &Path, cause: std::io::Error) -> Self {
        let broken_pipe = cause.kind() == std::io::ErrorKind::BrokenPipe;
        let mut error = Self::new(format!("cannot {verb} `{}`", path.display())).because(cause);
        error.broken_pipe = broken_pipe;
        error
    }

    fn of(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), cause: None, hints: Vec::new(), broken_pipe: false }
    }

    /// Adds the cause, printed after a colon.
    #[must_use]
    pub fn because(mut self, cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        self.cause = Some(cause.into());
        self
    }

    /// Adds a hint: a command, flag, key or file that helps.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// The kind.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The hints, in the order in which they were added.
    pub fn hints(&self) -> &[String] {
        &self.hints
    }

    /// Whether the reader of a pipe went away, which is no failure.
    pub fn is_broken_pipe(&self) -> bool {
        self.broken_pipe
    }

    /// The exit code: 1, 64 or 75.
    pub fn exit_code(&self) -> u8 {
        match self.kind {
            ErrorKind::Failed => 1,
            ErrorKind::Usage => 64,
            ErrorKind::Busy => 75,
        }
    }
}

/// The message and the whole chain of causes, on one line.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        let mut cause: Option<&(dyn std::error::Error + 'static)> =
            self.cause.as_deref().map(|c| c as &(dyn std::error::Error + 'static));
        while let Some(c) = cause {
            let reason = c.to_string();
            // Rust appends the code of an I/O error, which says nothing more to a person.
            write!(f, ": {}", reason.split(" (os error ").next().unwrap_or(&reason))?;
            cause = c.source();
        }
        Ok(())
    }
}

impl std::error::Error for Error {}

/// How bad a problem is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing; nothing is lost.
    Note,
    /// Something is not read, or not as its author meant it.
    Warning,
    /// Something is unreadable, lost, or dangerous.
    Error,
}

/// Something wrong in a file. Reading goes on.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Problem {
    /// The file, relative to the memory folder.
    pub path: PathBuf,
    /// The line, from 1; 0 when it concerns the whole file.
    pub line: usize,
    /// How bad it is.
    pub severity: Severity,
    /// A stable name for the sort of problem, such as `conflict-marker`.
    pub code: &'static str,
    /// What is wrong, in a sentence without a full stop.
    pub reason: String,
    /// What the user can do about it.
    pub remedy: Option<String>,
}

impl Problem {
    /// A problem of severity *warning* without a remedy.
    pub fn new(path: &Path, line: usize, code: &'static str, reason: impl Into<String>) -> Self {
        Self { path: path.to_path_buf(), line, severity: Severity::Warning, code, reason: reason.into(), remedy: None }
    }

    /// The same with another severity.
    #[must_use]
    pub fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// The same with a remedy.
    #[must_use]
    pub fn remedy(mut self, remedy: impl Into<String>) -> Self {
        self.remedy = Some(remedy.into());
        self
    }
}

/// `path:line: reason`, or `path: reason` for a whole file.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line == 0 {
            write!(f, "{}: {}", self.path.display(), self.reason)
        } else {
            write!(f, "{}:{}: {}", self.path.display(), self.line, self.reason)
        }
    }
}
