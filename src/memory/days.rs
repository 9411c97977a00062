//! Which files are days: listing the stream by the pattern of `layout.stream`, and the archive by its own.
//!
//! A file is a day only when its path is exactly what the pattern gives for the day in its name.
//! Everything else that looks like one (a conflict copy, a backup, a wrong year) is a problem: never
//! read twice, never guessed into a day, never removed.

use std::path::Path;

use super::{DayFiles, files};
use crate::error::{Problem, Result};
use crate::time::{Day, Days};

/// A range of at most this many days is looked up day by day instead of listing folders.
const FEW: i64 = 62;

/// The days of the range below `root` by a pattern such as `stream/{year}/{date}.md`, oldest first.
///
/// A short closed range is looked up by path, whatever the size of the stream; near-miss names are
/// then not looked for.
pub(super) fn find(root: &Path, pattern: &str, days: Days) -> Result<DayFiles> {
    if let Days { from: Some(from), to: Some(to) } = days
        && to.since(from) < FEW
    {
        let path = |day| (day, root.join(path_of(pattern, day)));
        let days = (0..=to.since(from)).map(|n| path(from.plus(n))).filter(|(_, path)| path.is_file());
        return Ok(DayFiles { days: days.collect(), problems: Vec::new() });
    }
    let mut found = list(root, pattern)?;
    found.days.retain(|(day, _)| days.contains(*day));
    Ok(found)
}

/// All days below `root`, oldest first. Lists each folder once and asks nothing about single files.
pub(super) fn list(root: &Path, pattern: &str) -> Result<DayFiles> {
    let mut walk = Walk { root, pattern, found: DayFiles::default() };
    let parts: Vec<&str> = pattern.split('/').filter(|p| !p.is_empty()).collect();
    walk.folder(Path::new(""), &parts, Seen::default())?;
    walk.found.days.sort();
    Ok(walk.found)
}

/// The path of a day by the pattern.
pub(super) fn path_of(pattern: &str, day: Day) -> String {
    let date = day.to_string();
    pattern.replace("{date}", &date).replace("{year}", &date[..4]).replace("{month}", &date[5..7])
}

/// What the parts of a path say about the day so far.
#[derive(Debug, Clone, Copy, Default)]
struct Seen<'n> {
    year: Option<&'n str>,
    month: Option<&'n str>,
    date: Option<&'n str>,
}

impl Seen<'_> {
    /// Whether year and month of the folders are those of the date.
    fn agrees(&self, date: &str) -> bool {
        self.year.is_none_or(|y| y == &date[..4]) && self.month.is_none_or(|m| m == &date[5..7])
    }
}

struct Walk<'a> {
    root: &'a Path,
    pattern: &'a str,
    found: DayFiles,
}

impl Walk<'_> {
    fn folder(&mut self, rel: &Path, parts: &[&str], seen: Seen<'_>) -> Result<()> {
        let Some((part, rest)) = parts.split_first() else { return Ok(()) };
        if !part.contains('{') && !rest.is_empty() {
            return self.folder(&rel.join(part), rest, seen);
        }
        let folder = self.root.join(rel);
        for name in files::list(&folder)? {
            let Some(name) = name.to_str() else {
                self.problem(&rel.join(&name), "its name is not UTF-8");
                continue;
            };
            let fit = fits(part, name, seen);
            match fit {
                Some(seen) if !rest.is_empty() => self.folder(&rel.join(name), rest, seen)?,
                Some(Seen { date: Some(date), .. }) => match Day::parse(date) {
                    Some(day) if fit.is_some_and(|seen| seen.agrees(date)) => {
                        self.found.days.push((day, folder.join(name)));
                    }
                    Some(_) => self.problem(&rel.join(name), "its folder does not fit its date"),
                    None => self.problem(&rel.join(name), "there is no such date"),
                },
                _ if files::is_temporary(name) => {}
                _ if looks_dated(name) => {
                    self.problem(&rel.join(name), &format!("its name is not a plain day by `{}`", self.pattern));
                }
                // The root of a workspace is full of folders that are none of ours.
                _ if rel.as_os_str().is_empty() || name.starts_with('.') || looks_like_a_file(name) => {}
                _ => self.stray(&rel.join(name)),
            }
        }
        Ok(())
    }

    /// A folder in the stream that the pattern does not lead to: said when there are days in it.
    fn stray(&mut self, rel: &Path) {
        let names = files::list(&self.root.join(rel)).unwrap_or_default();
        let dated = names.iter().filter(|n| n.to_str().is_some_and(looks_dated)).count();
        if dated > 0 {
            self.problem(rel, &format!("`{}` does not lead to it; {dated} of its files have a date", self.pattern));
        }
    }

    /// The path is relative to the memory folder.
    fn problem(&mut self, path: &Path, reason: &str) {
        self.found.problems.push(
            Problem::new(path, 0, "not-a-day", format!("not read as a day: {reason}"))
                .remedy(format!("rename it as `{}` says, or move its records there", self.pattern)),
        );
    }
}

/// Whether a name has the form of a pattern's part; with what stands in its holes.
fn fits<'n>(mut part: &str, mut name: &'n str, mut seen: Seen<'n>) -> Option<Seen<'n>> {
    while let Some((before, rest)) = part.split_once('{') {
        let (hole, after) = rest.split_once('}')?;
        name = name.strip_prefix(before)?;
        let length = match hole {
            "date" => 10,
            "year" => 4,
            "month" => 2,
            _ => return None,
        };
        let value = name.get(..length)?;
        let form =
            |(n, b): (usize, u8)| if hole == "date" && (n == 4 || n == 7) { b == b'-' } else { b.is_ascii_digit() };
        if !value.bytes().enumerate().all(form) {
            return None;
        }
        *match hole {
            "date" => &mut seen.date,
            "year" => &mut seen.year,
            _ => &mut seen.month,
        } = Some(value);
        (part, name) = (after, &name[length..]);
    }
    (part == name).then_some(seen)
}

/// Whether a name holds something like a date: four digits, a dash, a digit.
fn looks_dated(name: &str) -> bool {
    name.as_bytes().windows(6).any(|w| w[..4].iter().all(u8::is_ascii_digit) && w[4] == b'-' && w[5].is_ascii_digit())
}

fn looks_like_a_file(name: &str) -> bool {
    Path::new(name).extension().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(pattern: &str, names: &[&str]) -> (Vec<String>, Vec<String>) {
        let dir = tempfile::tempdir().unwrap();
        for name in names {
            files::replace(&dir.path().join(name), b"x").unwrap();
        }
        let found = list(dir.path(), pattern).unwrap();
        let days = found.days.iter().map(|(day, path)| {
            assert_eq!(path.strip_prefix(dir.path()).unwrap(), Path::new(&path_of(pattern, *day)));
            day.to_string()
        });
        (days.collect(), found.problems.iter().map(|p| p.path.display().to_string()).collect())
    }

    #[test]
    fn near_misses_are_problems_and_never_days() {
        let misses = [
            "2026-02-30.md",
            "2026-04-11 (conflicted copy).md",
            "2026-04-11-0815.md",
            "2026-04-11.md.bak",
            "2026-04-11.sync-conflict-1.md",
            "2026-04-11_2.md",
            "2026-04-11~.md",
            "2026-4-1.md",
            "_2026-04-11.md",
        ]
        .map(|name| format!("stream/{name}"));
        let mut names: Vec<&str> = misses.iter().map(String::as_str).collect();
        names.extend(["stream/2026-04-11.md", "stream/archive/2025-01-02.md", "stream/notes.md", "stream/img/a.png"]);
        names.push("stream/.2026-04-11.md.alluvium-Ab12.tmp");
        let (days, mut problems) = found("stream/{date}.md", &names);
        assert_eq!(days, ["2026-04-11"]);
        problems.sort();
        let mut expected = misses.to_vec();
        expected.push("stream/archive".to_owned());
        expected.sort();
        assert_eq!(problems, expected);
    }

    #[test]
    fn a_day_in_the_folder_of_another_year_is_no_day() {
        let names =
            ["stream/2025/2025-12-31.md", "stream/2026/2025-12-30.md", "stream/2025-12-29.md", "stream/99/a.md"];
        let (days, problems) = found("stream/{year}/{date}.md", &names);
        assert_eq!(days, ["2025-12-31"]);
        assert_eq!(problems, ["stream/2025-12-29.md", "stream/2026/2025-12-30.md"]);
        let (days, problems) = found("{year}/{month}/{date}.md", &["2025/12/2025-12-31.md", "2025/11/2025-12-30.md"]);
        assert_eq!((days.len(), problems), (1, vec!["2025/11/2025-12-30.md".to_owned()]));
    }

    #[test]
    fn the_root_of_a_workspace_may_hold_the_days() {
        let (days, problems) =
            found("{date}.md", &["2025-03-14.md", "README.md", "notes/2025-03-13.md", "history/2025-03.md"]);
        assert_eq!((days.len(), problems.len()), (1, 0));
        assert_eq!(found("log-{date}.md", &["log-2025-03-14.md"]).0, ["2025-03-14"]);
    }

    #[test]
    fn a_short_range_is_looked_up_and_agrees_with_the_list() {
        let dir = tempfile::tempdir().unwrap();
        let day = |text| Day::parse(text).unwrap();
        for date in ["2024-12-31", "2025-01-01", "2025-01-03", "2025-06-01"] {
            files::replace(&dir.path().join(path_of("{year}/{date}.md", day(date))), b"x").unwrap();
        }
        let range = Days { from: Some(day("2024-12-31")), to: Some(day("2025-01-03")) };
        let few = find(dir.path(), "{year}/{date}.md", range).unwrap();
        assert_eq!(few.days.len(), 3);
        let open = find(dir.path(), "{year}/{date}.md", Days { to: range.to, ..Days::default() }).unwrap();
        assert_eq!(few.days, open.days);
        let backwards = Days { from: range.to, to: range.from };
        assert!(find(dir.path(), "{year}/{date}.md", backwards).unwrap().days.is_empty());
    }
}
