//! A program as a model: the prompt on its standard input, its standard output is the reply. So any
//! agent's command line can serve.
//!
//! It is told by an environment variable that it was asked by this program, so that the hooks of an
//! agent do not ask it again. When its time is over it is killed.

use std::io::{Read as _, Write as _};
use std::process::{Child, Stdio};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use super::{Failure, INSIDE, Model, Question, Reply, Usage};
use crate::error::{Error, Result};
use crate::memory::settings;

/// The most that is read of what it prints, in bytes.
const LARGEST: u64 = 8 * 1024 * 1024;

/// A program that answers.
#[derive(Debug)]
pub struct Command {
    program: String,
    arguments: Vec<String>,
    timeout: Duration,
}

impl Command {
    /// The program of `model.command`.
    ///
    /// # Errors
    ///
    /// When none is named.
    pub fn new(settings: &settings::Model) -> Result<Self> {
        let [program, arguments @ ..] = settings.command.as_slice() else {
            return Err(Error::usage("the model's command is not set")
                .hint("set `model.command = [\"program\", \"argument\"]` in `alluvium.toml`"));
        };
        let timeout = Duration::from_secs(settings.timeout);
        Ok(Self { program: program.clone(), arguments: arguments.to_vec(), timeout })
    }

    fn cannot(&self) -> String {
        format!("cannot ask `{}`", self.program)
    }
}

impl Model for Command {
    fn name(&self) -> String {
        let name = std::path::Path::new(&self.program).file_name().unwrap_or_default().to_string_lossy();
        format!("command {name}")
    }

    fn ask(&self, question: &Question) -> Result<Reply, Failure> {
        let mut child = std::process::Command::new(&self.program)
            .args(&self.arguments)
            .env(INSIDE, "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|e| {
                let hint = "see `model.command` in `alluvium.toml`";
                Failure::model(Error::new(self.cannot()).because(e).hint(hint))
            })?;
        let prompt = question.plain();
        let mut input = child.stdin.take();
        // A program need not read all of its prompt; that it does not is no error.
        std::thread::spawn(move || input.as_mut().map(|pipe| pipe.write_all(prompt.as_bytes())));
        let (send, receive) = channel();
        let pipes = (child.stdout.take(), child.stderr.take());
        let talk = send.clone();
        std::thread::spawn(move || send.send((true, drain(pipes.0))));
        std::thread::spawn(move || talk.send((false, drain(pipes.1))));
        let (mut out, mut err) = (None, Vec::new());
        let begin = Instant::now();
        // Standard error counts only as far as it is there when the program has ended.
        let status = loop {
            let left = self.timeout.saturating_sub(begin.elapsed());
            match receive.recv_timeout(left.min(Duration::from_millis(20))) {
                Ok((true, bytes)) => out = Some(bytes),
                Ok((false, bytes)) => err = bytes,
                Err(_) => {}
            }
            if out.is_some()
                && let Ok(Some(status)) = child.try_wait()
            {
                break status;
            }
            if begin.elapsed() >= self.timeout {
                end(&mut child);
                let late = format!("{}: no reply within {} seconds", self.cannot(), self.timeout.as_secs());
                return Err(Failure::request(Error::busy(late)));
            }
        };
        if !status.success() {
            if let Ok((false, bytes)) = receive.recv_timeout(Duration::from_millis(200)) {
                err = bytes;
            }
            let talk = String::from_utf8_lossy(&err).into_owned();
            let last = super::http::clean(talk.lines().rfind(|l| !l.trim().is_empty()).unwrap_or_default(), &[]);
            let because = if last.is_empty() { status.to_string() } else { format!("{status}: {last}") };
            return Err(Failure::request(Error::busy(self.cannot()).because(because)));
        }
        let usage = Usage::default();
        let text =
            String::from_utf8(out.unwrap_or_default()).map_err(|_| Failure::reply(&self.name(), "not UTF-8", usage))?;
        if text.trim().is_empty() {
            return Err(Failure::reply(&self.name(), "empty", usage));
        }
        Ok(Reply { text, usage })
    }

    fn shown(&self, question: &Question) -> String {
        let arguments: Vec<String> = self.arguments.iter().map(|a| format!(" {a:?}")).collect();
        format!("{INSIDE}=1 {}{}\n\n{}\n", self.program, arguments.concat(), question.plain())
    }
}

fn drain(pipe: Option<impl std::io::Read>) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(pipe) = pipe {
        // What came before a broken pipe is judged like any other reply.
        let _ = pipe.take(LARGEST).read_to_end(&mut bytes);
    }
    bytes
}

fn end(child: &mut Child) {
    // It may have ended by itself just now.
    let _ = child.kill();
    let _ = child.wait();
}
