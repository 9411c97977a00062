//! Which files are days: listing the stream by the pattern of `layout.stream`.
//!
//! A file is a day only when its path is exactly what the pattern gives for the day in its name.
//! Everything else that looks like one (a conflict copy, a backup, a wrong year) is a problem: never
//! read twice, never guessed into a day, never removed.

use std::path::{Path, PathBuf};

use super::{StreamFiles, files};
use crate::error::{Problem, Result};
use crate::time::Day;

/// Lists the days below `root` by a pattern such as `stream/{year}/{date}.md`, oldest first.
pub(super) fn list(root: &Path, pattern: &str) -> Result<StreamFiles> {
    let mut found = StreamFiles::default();
    let parts: Vec<&str> = pattern.split('/').filter(|p| !p.is_empty()).collect();
    walk(root, Path::new(""), pattern, &parts, &mut found)?;
    found.days.sort();
    Ok(found)
}

fn walk(root: &Path, rel: &Path, pattern: &str, parts: &[&str], found: &mut StreamFiles) -> Result<()> {
    let Some((first, rest)) = parts.split_first() else { return Ok(()) };
    if !first.contains('{') && !rest.is_empty() {
        return walk(root, &rel.join(first), pattern, rest, found);
    }
    for name in files::list(&root.join(rel))? {
        let Some(name) = name.to_str() else {
            found.problems.push(problem(&rel.join(&name), "its name is not UTF-8"));
            continue;
        };
        let path = rel.join(name);
        if !rest.is_empty() {
            if fits(first, name).is_some() {
                walk(root, &path, pattern, rest, found)?;
            } else if name.starts_with(|c: char| c.is_ascii_digit()) {
                found.problems.push(problem(&path, "its name does not fit `layout.stream`"));
            }
            continue;
        }
        match fits(first, name) {
            Some(Some(date)) => match Day::parse(date) {
                Some(day) if path_of(pattern, date) == path.to_str().unwrap_or_default() => {
                    found.days.push((day, root.join(&path)));
                }
                Some(_) => found.problems.push(problem(&path, "its folder does not fit its date")),
                None => found.problems.push(problem(&path, "there is no such date")),
            },
            _ if looks_dated(name) => {
                found.problems.push(problem(&path, "its name is not a plain day by `layout.stream`"));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Whether a name has the form of a pattern's part; with the date that stands in for `{date}`.
fn fits<'n>(part: &str, name: &'n str) -> Option<Option<&'n str>> {
    let Some((before, rest)) = part.split_once('{') else { return (part == name).then_some(None) };
    let (hole, after) = rest.split_once('}')?;
    let len = match hole {
        "date" => 10,
        "year" => 4,
        "month" => 2,
        _ => return None,
    };
    let rest = name.strip_prefix(before)?;
    let value = rest.get(..len)?;
    if !value.bytes().all(|b| b.is_ascii_digit() || b == b'-') {
        return None;
    }
    let tail = fits_tail(after, &rest[len..])?;
    Some(if hole == "date" { Some(value) } else { tail })
}

fn fits_tail<'n>(part: &str, name: &'n str) -> Option<Option<&'n str>> {
    if part.is_empty() { name.is_empty().then_some(None) } else { fits(part, name) }
}

fn path_of(pattern: &str, date: &str) -> String {
    let path = pattern.replace("{date}", date).replace("{year}", &date[..4]).replace("{month}", &date[5..7]);
    path.split('/').filter(|p| !p.is_empty()).collect::<Vec<_>>().join("/")
}

/// Whether a name holds something like a date: four digits, a dash, a digit.
fn looks_dated(name: &str) -> bool {
    name.as_bytes().windows(6).any(|w| w[..4].iter().all(u8::is_ascii_digit) && w[4] == b'-' && w[5].is_ascii_digit())
}

fn problem(path: &Path, reason: &str) -> Problem {
    Problem::new(&PathBuf::from(path), 0, "not-a-day", format!("not read as a day: {reason}"))
        .remedy("rename it to `YYYY-MM-DD.md` where `layout.stream` says, or move its records there")
}
