//! `sync`: commit our own paths, take in what others pushed, push.
//!
//! Hand edits are noted in the history before anything is merged, so that the merged history says
//! everything that people did. After a merge the sediment is made to agree with it (two clones may
//! each have given one slot a value). Then everybody who syncs ends with the same bytes.

use super::{Work, setup};
use crate::care::forget;
use crate::distill::settle;
use crate::error::{Error, Result};
use crate::inject::profile;
use crate::memory::Memory;
use crate::time::Now;

/// How often a push is tried again because the remote moved meanwhile.
const TRIES: usize = 5;

/// What a sync did.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize)]
pub struct Synced {
    /// A commit was made.
    pub committed: bool,
    /// Commits of others were taken in.
    pub pulled: usize,
    /// Commits were pushed.
    pub pushed: usize,
    /// Of those, the ones that touch other files than the memory's: hash and first line.
    pub others: Vec<String>,
    /// There is a remote to speak to.
    pub remote: bool,
}

/// Syncs the memory with its repository and remote.
///
/// # Errors
///
/// When the folder is in no repository; in the middle of a merge or rebase; *busy* when the index is
/// locked, the remote is out of reach or keeps moving (what was committed stays).
pub fn sync(memory: &Memory, now: &Now, message: Option<&str>, program: &str) -> Result<Synced> {
    let work = Work::need(&memory.root)?;
    refuse_unfinished(&work)?;
    setup::setup(memory, &work, program)?;
    let mut done = Synced::default();
    let message = message.map_or_else(|| format!("memory: {}", now.day), str::to_owned);
    forget::finish(memory, now)?;
    settle(memory, now, false)?;
    done.committed = commit(&work, &message)?;
    let git = &memory.settings.git;
    let known = work.git(&["remote"])?;
    if !known.lines().any(|r| r == git.remote) {
        return Ok(done);
    }
    done.remote = true;
    let head = work.try_git(&["symbolic-ref", "--quiet", "--short", "HEAD"])?;
    if !head.status.success() {
        return Err(Error::new("the repository is on no branch")
            .hint("go to one (`git switch main`), take the last commit along (`git merge`), then sync again"));
    }
    let head = String::from_utf8_lossy(&head.stdout).trim().to_owned();
    let branch = git.branch.clone().unwrap_or(head);
    let upstream = format!("refs/remotes/{}/{branch}", git.remote);
    for _ in 0..TRIES {
        fetch(&work, &git.remote)?;
        let there = work.try_git(&["rev-parse", "--verify", "--quiet", &upstream])?.status.success();
        if there {
            let behind = count(&work, &format!("HEAD..{upstream}"))?;
            if behind > 0 {
                rebase(&work, &upstream)?;
                done.pulled += behind;
                forget::again(memory, now)?;
                settle(memory, now, true)?;
                // Of two profiles the further one stands; now it says what the merged entries say.
                let _ = profile::refresh(memory, now, false);
                done.committed |= commit(&work, &message)?;
            }
        }
        let ahead = if there { count(&work, &format!("{upstream}..HEAD"))? } else { count(&work, "HEAD")? };
        if ahead == 0 {
            return Ok(done);
        }
        let range = if there { format!("{upstream}..HEAD") } else { "HEAD".to_owned() };
        let others = others(&work, &range)?;
        let args = ["push", "--quiet", &git.remote, &format!("HEAD:refs/heads/{branch}")];
        let pushed = work.try_git(&args)?;
        if pushed.status.success() {
            done.pushed += ahead;
            done.others = others;
            return Ok(done);
        }
        let said = String::from_utf8_lossy(&pushed.stderr).into_owned();
        if !["non-fast-forward", "fetch first", "cannot lock ref", "failed to update ref"]
            .iter()
            .any(|s| said.contains(s))
        {
            return Err(Error::busy("cannot push").because(reason(&said)).hint(KEPT));
        }
    }
    Err(Error::busy(format!("cannot push: `{}` moved {TRIES} times meanwhile", git.remote)).hint(KEPT))
}

const KEPT: &str = "the commit stays; `alluvium sync` goes on from there";

fn refuse_unfinished(work: &Work) -> Result<()> {
    for (name, what) in [
        ("MERGE_HEAD", "a merge"),
        ("rebase-merge", "a rebase"),
        ("rebase-apply", "a rebase"),
        ("CHERRY_PICK_HEAD", "a cherry-pick"),
        ("REVERT_HEAD", "a revert"),
    ] {
        if work.private(name)?.exists() {
            return Err(Error::new(format!("the repository is in the middle of {what}"))
                .hint("finish it with git, or give it up, then sync again"));
        }
    }
    Ok(())
}

/// Commits what is below the memory folder and nothing else, whatever else the index holds.
fn commit(work: &Work, message: &str) -> Result<bool> {
    let ours = ["--", "."];
    let status = work.git(&[&["status", "--porcelain", "--untracked-files=all"], &ours[..]].concat())?;
    if status.trim().is_empty() {
        return Ok(false);
    }
    work.git(&[&["add", "--all"], &ours[..]].concat())?;
    let mut args = identity(work);
    args.extend(["commit", "--quiet", "--only", "-m", message]);
    args.extend(ours);
    let output = work.try_git(&args)?;
    if output.status.success() {
        return Ok(true);
    }
    let said = String::from_utf8_lossy(&output.stdout);
    if said.contains("nothing to commit") || said.contains("nothing added to commit") {
        return Ok(false);
    }
    Err(super::work::failure(&["commit"], &output))
}

/// Options that name a committer where git knows none.
fn identity(work: &Work) -> Vec<&'static str> {
    let known = |key: &&str| work.try_git(&["config", "--get", key]).is_ok_and(|o| o.status.success());
    if ["user.name", "user.email"].iter().all(known) {
        return Vec::new();
    }
    vec!["-c", "user.name=alluvium", "-c", "user.email=alluvium@localhost"]
}

fn fetch(work: &Work, remote: &str) -> Result<()> {
    let fetched = work.try_git(&["fetch", "--quiet", remote])?;
    if fetched.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&fetched.stderr).into_owned();
    Err(Error::busy(format!("cannot fetch from `{remote}`")).because(reason(&said)).hint(KEPT))
}

/// Takes others' commits in; given up without a trace when git cannot merge a file of the person's.
fn rebase(work: &Work, upstream: &str) -> Result<()> {
    let mut args = identity(work);
    // A day that moved to the archive here is no new name for what others still write to it.
    args.extend(["-c", "merge.renames=false", "-c", "merge.directoryRenames=false"]);
    args.extend(["rebase", "--quiet", "--autostash", upstream]);
    let rebased = work.try_git(&args)?;
    if rebased.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&rebased.stdout).into_owned() + &String::from_utf8_lossy(&rebased.stderr);
    let _ = work.try_git(&["rebase", "--abort"]);
    let conflict = said.lines().find(|l| l.contains("CONFLICT")).unwrap_or_else(|| said.lines().next().unwrap_or(""));
    Err(Error::new("cannot take in what others pushed").because(conflict.trim().to_owned()).hint(
        "the commit stays; `git pull --rebase` stops at the files that git cannot merge: mend them, `git add` them, \
             `git rebase --continue`, then `alluvium sync`",
    ))
}

fn count(work: &Work, range: &str) -> Result<usize> {
    let count = work.git(&["rev-list", "--count", range])?;
    Ok(count.trim().parse().unwrap_or(0))
}

/// Commits that go along although they are not the memory's: a branch is pushed as a whole.
fn others(work: &Work, range: &str) -> Result<Vec<String>> {
    let outside = ["log", "--format=%h %s", range, "--", ":(top)", ":(exclude)."];
    Ok(work.git(&outside)?.lines().map(str::to_owned).collect())
}

/// The line that says why: the first that git calls fatal, else the last.
fn reason(said: &str) -> String {
    let fatal = said.lines().find_map(|line| line.strip_prefix("fatal: "));
    let last = said.lines().rev().find(|line| !line.trim().is_empty());
    fatal.or(last).unwrap_or("no reason given").trim().to_owned()
}
