//! The profile: who the user is, in a few lines, made by rules from what the sediment holds.
//!
//! `profile.md` belongs to the folder like the sediment: a person may read and rewrite it. Its front
//! matter tells which entries it was made of and what was written; it is made again only when those
//! entries changed, and never once a person rewrote it. `distill` and `profile --update` write it,
//! `inject` only reads it.

use std::fmt::Write as _;

use super::facets::Lists;
use super::line::{Item, Line, Part, Why};
use super::neutral;
use super::words::{Labels, unconfirmed};
use crate::error::Result;
use crate::memory::{Memory, Settings, files};
use crate::sediment::{Entry, Section, Sediment, read};
use crate::time::{Day, Now};
use crate::tokens;

/// A facet of the profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Facet {
    /// What the user does.
    Role,
    /// What the user works with.
    Stack,
    /// How the user wants to be talked to.
    Style,
    /// What the user is at now.
    Focus,
}

impl Facet {
    const ALL: [Self; 4] = [Self::Role, Self::Stack, Self::Style, Self::Focus];

    /// The name, as it begins a line of the file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Role => "Role",
            Self::Stack => "Stack",
            Self::Style => "Style",
            Self::Focus => "Focus",
        }
    }
}

impl Facet {
    /// The sort of its lines in a context.
    fn label(self) -> &'static str {
        match self {
            Self::Role => "profile",
            Self::Stack => "profile-stack",
            Self::Style => "profile-style",
            Self::Focus => "profile-focus",
        }
    }
}

/// A profile: some entries, each with the facet that it fills.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize)]
pub struct Profile {
    /// Counts the changes, from 1; 0 while it is not stored.
    pub version: usize,
    /// The day on which it was made.
    pub updated: Option<String>,
    /// Facet, text and id of the entry.
    pub lines: Vec<(Facet, String, String)>,
}

/// A profile needs so many facets before it is made unasked: one preference is no person.
const FACETS_TO_BEGIN: usize = 3;

impl Profile {
    /// Makes a profile of the sediment's entries: of each facet the newest, turn by turn, as long as
    /// the whole stays within `inject.profile-tokens`.
    fn of(sediment: &Sediment, lists: &Lists, settings: &Settings) -> Self {
        let of_facets: Vec<(Facet, &Entry)> = sediment
            .entries
            .iter()
            .filter(|e| !matches!(e.section, Section::Lessons | Section::Procedures))
            .filter(|e| unconfirmed(e.fields.get("origin")).is_none() && e.fields.get("conflicts").is_none())
            .filter_map(|e| Some((lists.facet(e)?, e)))
            .collect();
        let mut found = Facet::ALL.map(|facet| {
            let mut entries: Vec<&Entry> = of_facets.iter().filter(|(f, _)| *f == facet).map(|(_, e)| *e).collect();
            entries.sort_by_key(|e| std::cmp::Reverse(e.fields.get("since").and_then(Day::parse)));
            entries.reverse(); // popped from the end: the newest first
            entries
        });
        let mut lines: Vec<(Facet, String, String)> = Vec::new();
        let labels = Labels::new(&settings.inject.lines, Day(chrono::NaiveDate::MIN));
        let mut left = settings.inject.profile_tokens * 100;
        while found.iter().any(|entries| !entries.is_empty()) {
            for (facet, entries) in Facet::ALL.iter().zip(&mut found) {
                let Some(entry) = entries.pop() else { continue };
                let text = neutral::line(&entry.text).into_owned();
                let label = labels.of(facet.label());
                let cost = tokens::estimate_centi(&format!("- {label}: {text}\n"));
                if cost <= left {
                    left -= cost;
                    lines.push((*facet, text, entry.id.as_ref().map_or_else(String::new, ToString::to_string)));
                }
            }
        }
        lines.sort_by_key(|(facet, _, _)| *facet); // stable: the newest of each facet first
        Self { version: 0, updated: None, lines }
    }

    fn facets(&self) -> usize {
        Facet::ALL.iter().filter(|f| self.lines.iter().any(|(facet, _, _)| facet == *f)).count()
    }

    /// The list as it stands in the file.
    fn body(&self) -> String {
        let mut body = String::new();
        for (facet, text, id) in &self.lines {
            let id = if id.is_empty() { String::new() } else { format!(" {id}") };
            let _ = writeln!(body, "- {}: {text}{id}", facet.name());
        }
        body
    }

    /// The file of what a model made of it.
    pub(super) fn print_composed(&self, text: &str) -> String {
        format!(
            "---\nprofile: {}\nupdated: {}\nmade-of: {:016x}\ncomposed-from: {:016x}\n---\n\n{}\n",
            self.version + 1,
            self.updated.as_deref().unwrap_or_default(),
            hash(text),
            hash(&self.body()),
            text.trim(),
        )
    }

    /// The file.
    fn print(&self) -> String {
        let body = self.body();
        format!(
            "---\nprofile: {}\nupdated: {}\nmade-of: {:016x}\n---\n\n{body}",
            self.version,
            self.updated.as_deref().unwrap_or_default(),
            hash(&body),
        )
    }
}

fn hash(text: &str) -> u64 {
    xxhash_rust::xxh3::xxh3_64(text.trim().as_bytes())
}

/// The profile file as found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Stored {
    version: usize,
    made_of: Option<String>,
    /// A model wrote it, from the profile by rules that has this hash.
    composed_from: Option<String>,
    /// What stands below the front matter.
    pub body: String,
}

impl Stored {
    /// Reads a profile's file.
    pub fn parse(text: &str) -> Self {
        let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
        let (head, body) = match text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n")) {
            Some((head, body)) => (head, body),
            None => ("", text.as_str()),
        };
        let value = |key: &str| {
            head.lines().find_map(|l| l.strip_prefix(key)?.strip_prefix(':')).map(|value| value.trim().to_owned())
        };
        Self {
            version: value("profile").and_then(|v| v.parse().ok()).unwrap_or(0),
            made_of: value("made-of"),
            composed_from: value("composed-from"),
            body: body.trim().to_owned(),
        }
    }

    /// Whether a person rewrote it: then it is theirs.
    pub fn is_by_hand(&self) -> bool {
        self.made_of.as_deref() != Some(&format!("{:016x}", hash(&self.body)))
    }

    /// Whether a model wrote it.
    pub fn is_composed(&self) -> bool {
        self.composed_from.is_some()
    }

    /// Whether a model wrote it from what is still the profile by rules.
    pub(super) fn is_composed_from(&self, profile: &Profile) -> bool {
        self.composed_from.as_deref() == Some(&format!("{:016x}", hash(&profile.body())))
    }
}

/// The stored profile, if there is one.
pub fn stored(memory: &Memory) -> Result<Option<Stored>> {
    Ok(files::read(&memory.root.join("profile.md"))?.map(|bytes| Stored::parse(&String::from_utf8_lossy(&bytes))))
}

/// What became of a profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refreshed {
    /// It was written.
    Written,
    /// The entries behind it are the same.
    Unchanged,
    /// A person rewrote it, so it stays as it is.
    ByHand,
    /// There is not enough to say, or profiles are switched off.
    Nothing,
}

/// The profile that the sediment gives now, with the version of the stored one.
pub fn make(memory: &Memory, now: &Now) -> Result<Profile> {
    let path = memory.sediment_file();
    let bytes = files::read(&path)?.unwrap_or_default();
    let sediment = read(&String::from_utf8_lossy(&bytes), memory.shown(&path), &memory.settings);
    let mut profile = Profile::of(&sediment, &Lists::load(memory)?, &memory.settings);
    profile.version = stored(memory)?.map_or(0, |stored| stored.version);
    profile.updated = Some(now.day.to_string());
    Ok(profile)
}

/// Writes the profile if the entries behind it changed. Unless it was asked for, one begins only
/// when there is enough to say.
pub fn refresh(memory: &Memory, now: &Now, asked: bool) -> Result<Refreshed> {
    if !memory.settings.features.profile {
        return Ok(Refreshed::Nothing);
    }
    let stored = stored(memory)?;
    if stored.as_ref().is_some_and(Stored::is_by_hand) {
        return Ok(Refreshed::ByHand);
    }
    let mut profile = make(memory, now)?;
    let enough = if asked || stored.is_some() { 1 } else { FACETS_TO_BEGIN };
    match &stored {
        Some(stored) if stored.body == profile.body().trim() => return Ok(Refreshed::Unchanged),
        Some(stored) if stored.is_composed_from(&profile) => return Ok(Refreshed::Unchanged),
        None if profile.facets() < enough => return Ok(Refreshed::Nothing),
        _ => profile.version += 1,
    }
    files::replace(&memory.root.join("profile.md"), profile.print().as_bytes())?;
    Ok(Refreshed::Written)
}

/// The lines of a stored profile: its list items and paragraphs, without the names of the facets.
pub fn lines(stored: &Stored, labels: &Labels<'_>) -> Vec<Item> {
    let mut items = Vec::new();
    for line in stored.body.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with(['#', '<'])) {
        let line = line.trim_start_matches(['-', '*', '+', ' ']);
        let named = |facet: &Facet| Some((facet.label(), line.strip_prefix(facet.name())?.strip_prefix(':')?.trim()));
        let (label, line) = Facet::ALL.iter().find_map(named).unwrap_or(("profile", line.trim()));
        let (text, id) = match line.rsplit_once(" ^") {
            Some((text, id)) if !id.is_empty() && id.bytes().all(|b| b.is_ascii_alphanumeric()) => (text, Some(id)),
            _ => (line, None),
        };
        let place = id.map_or_else(|| "profile.md".to_owned(), |id| format!("profile.md ^{id}"));
        items.push(Item {
            part: Part::Profile,
            line: Line {
                kind: "profile".into(),
                label: labels.of(label).to_owned(),
                text: neutral::line(text).into_owned(),
                ..Line::default()
            },
            // In the order of the file: what stands first stays longest.
            value: -(items.len() as f64),
            place,
            why: Why::Told("profile".into()),
            entry: id.map(|id| crate::sediment::EntryId(id.into())),
        });
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    fn profile(text: &str) -> Profile {
        let lists: Lists = toml::from_str(include_str!("../../templates/profile.toml")).unwrap();
        let settings = Settings::default();
        Profile::of(&read(text, std::path::Path::new("sediment.md"), &settings), &lists, &settings)
    }

    const SEDIMENT: &str = "## Preferences and constraints\n\n\
        - Reports are tables by default. [topic:: user/report-format] [since:: 2025-03-14] ^aaaa\n\
        - 回答要简洁 [since:: 2025-03-15] ^aaab\n\n\
        ## Context\n\n\
        - The user is a backend engineer at a ferry line. [since:: 2025-03-01] ^bbbb\n\
        - ferry-api is due by the end of May. [topic:: ferry-api/deadline] [since:: 2025-03-02] ^cccc\n\
        - The office has a green door. ^dddd\n\n\
        ## Decisions\n\n\
        - ferry-api stores its data in PostgreSQL. [since:: 2025-03-03] ^eeee\n\
        - Everything is built with Ignore. [origin:: web] ^ffff\n";

    #[test]
    fn rules_fill_role_stack_style_and_focus() {
        let lines: Vec<String> = profile(SEDIMENT).lines.iter().map(|(f, t, _)| format!("{}: {t}", f.name())).collect();
        assert_eq!(
            lines,
            [
                "Role: The user is a backend engineer at a ferry line.",
                "Stack: ferry-api stores its data in PostgreSQL.",
                "Style: 回答要简洁",
                "Style: Reports are tables by default.",
                "Focus: ferry-api is due by the end of May.",
            ]
        );
    }

    #[test]
    fn others_are_not_the_user() {
        let text = "## Preferences and constraints\n\n- Boris prefers dark roast in his reports. ^aaa1\n\n## Context\n\n\
            - 李娜负责翻译。 ^aaa2\n- My name is Ana and I am the product owner. ^aaa3\n- 我负责后端。 ^aaa4\n\
            - The printer runs on Windows XP. ^aaa5\n- The backend runs on Debian. ^aaa6\n- Works as a nurse. ^aaa7\n";
        let ids: Vec<String> = profile(text).lines.into_iter().map(|(_, _, id)| id).collect();
        assert_eq!(ids, ["^aaa3", "^aaa4", "^aaa7", "^aaa6"]);
    }

    #[test]
    fn it_stays_within_its_tokens() {
        let many: String =
            (0..200).map(|i| format!("- Report number {i} is a table with many columns. ^a{i:03}\n")).collect();
        let profile = profile(&format!("## Preferences and constraints\n\n{many}"));
        let text: String = profile.lines.iter().map(|(_, text, _)| format!("- User preference: {text}\n")).collect();
        assert!(tokens::count(&text, &Settings::default().tokens) <= 200);
        assert!(profile.lines.len() > 5);
    }

    #[test]
    fn a_file_that_a_person_rewrote_is_theirs() {
        let printed = Profile { version: 1, ..profile(SEDIMENT) }.print();
        assert!(!Stored::parse(&printed).is_by_hand());
        assert!(Stored::parse(&printed.replace("green", "red").replace("backend", "frontend")).is_by_hand());
        assert!(Stored::parse("- Role: whatever I say\n").is_by_hand());
    }
}
