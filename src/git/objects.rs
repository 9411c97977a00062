//! Every object of a repository, packed, loose or unreachable.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead as _, BufReader, Read as _};
use std::process::Stdio;

use super::work::{Work, command};
use crate::error::{Error, Result};

/// Hands on name and bytes of every blob, commit and tag.
///
/// # Errors
///
/// When `git` cannot be run or what it prints cannot be read.
pub fn each(work: &Work, tell: &mut dyn FnMut(&str, &[u8])) -> Result<()> {
    let failed = |e: std::io::Error| Error::new("cannot read the objects of git").because(e);
    let mut child = command(&work.folder, &["cat-file", "--batch-all-objects", "--batch", "--unordered"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(failed)?;
    if let Some(out) = child.stdout.take() {
        let mut out = BufReader::new(out);
        let (mut head, mut bytes) = (String::new(), Vec::new());
        while out.read_line(&mut head).map_err(failed)? > 0 {
            let mut words = head.split_whitespace();
            if let (Some(name), Some(sort), Some(Ok(size))) = (words.next(), words.next(), words.next().map(str::parse))
            {
                bytes.clear();
                out.by_ref().take(size).read_to_end(&mut bytes).map_err(failed)?;
                out.read_exact(&mut [0]).map_err(failed)?;
                if sort != "tree" {
                    tell(name, &bytes);
                }
            }
            head.clear();
        }
    }
    let ended = child.wait().map_err(failed)?;
    if ended.success() { Ok(()) } else { Err(Error::new("`git cat-file` failed")) }
}

/// Objects that branches, tags and the like lead to, with a path under which each is known.
///
/// # Errors
///
/// What git said.
pub fn reachable(work: &Work) -> Result<BTreeMap<String, String>> {
    let list = work.git(&["rev-list", "--objects", "--all"])?;
    let split = |line: &str| match line.split_once(' ') {
        Some((name, path)) => (name.to_owned(), path.to_owned()),
        None => (line.to_owned(), String::new()),
    };
    Ok(list.lines().map(split).collect())
}

/// The names of all files that a commit ever touched, deleted and renamed ones as well.
///
/// # Errors
///
/// What git said.
pub fn names(work: &Work) -> Result<BTreeSet<String>> {
    let list = work.git(&["log", "--all", "--no-renames", "--name-only", "--format=", "-z"])?;
    Ok(list.split(['\0', '\n']).filter(|name| !name.is_empty()).map(str::to_owned).collect())
}

/// The names of the remotes.
///
/// # Errors
///
/// What git said.
pub fn remotes(work: &Work) -> Result<Vec<String>> {
    Ok(work.git(&["remote"])?.lines().map(str::to_owned).collect())
}
