//! Facets: which entries tell about the user, and of what, by the word lists of `templates/profile.toml`.

use serde::Deserialize;

use super::pairs::Pairs;
use super::profile::Facet;
use crate::error::{Error, Result};
use crate::memory::Memory;
use crate::sediment::{Entry, Section};

/// The word lists of `templates/profile.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Lists {
    user: User,
    role: List,
    focus: List,
    style: List,
    stack: List,
}

/// The first segments of topics that concern the user.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct User {
    topics: Vec<String>,
    #[serde(default)]
    words: Vec<String>,
    #[serde(default)]
    others: Vec<String>,
    #[serde(default)]
    systems: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    topics: Vec<String>,
    words: Vec<String>,
}

impl Lists {
    /// Those of the folder, else the built-in ones.
    pub(super) fn load(memory: &Memory) -> Result<Self> {
        let own = memory.template("profile.toml")?;
        let text = own.as_ref().map_or(include_str!("../../templates/profile.toml"), |(_, text)| text.as_str());
        toml::from_str(text).map_err(|e| {
            Error::new(format!("cannot read `templates/profile.toml`: {}", e.message())).hint(
                "the built-in file has the tables user, role, focus, style and stack, each with `topics` and `words`",
            )
        })
    }

    /// The facet of the profile that an entry fills, if any.
    pub(super) fn facet(&self, entry: &Entry) -> Option<Facet> {
        let mut topic = entry.fields.get("topic").unwrap_or_default().split('/');
        let object = topic.next().unwrap_or_default();
        let names_user = self.user.topics.iter().any(|t| t.eq_ignore_ascii_case(object));
        // What a user does and how the user wants it said is no property of a project.
        let of_the_user = object.is_empty() || entry.section == Section::Preferences || names_user;
        let topic: Vec<&str> = topic.collect();
        let text = Lower::of(&entry.text);
        let about_user = names_user || self.user.words.is_empty() || self.user.words.iter().any(|w| text.says(w));
        if !about_user && self.is_of_another(&entry.text) {
            return None;
        }
        let order = [
            (Facet::Role, &self.role),
            (Facet::Focus, &self.focus),
            (Facet::Style, &self.style),
            (Facet::Stack, &self.stack),
        ];
        let order =
            order.map(|(facet, list)| (facet, list, of_the_user || matches!(facet, Facet::Focus | Facet::Stack)));
        let order: Vec<_> = order.iter().filter(|(_, _, fits)| *fits).collect();
        let by_topic = order.iter().find(|(_, list, _)| list.topics.iter().any(|t| topic.contains(&t.as_str())));
        let named = !object.is_empty() || entry.fields.get("about").is_some();
        let by_words = || {
            order.iter().find(|(facet, list, _)| {
                list.words.iter().any(|word| {
                    text.says(word)
                        && match facet {
                            Facet::Role => about_user || text.text.starts_with(word.as_str()),
                            Facet::Stack => about_user || named || self.is_of_a_system(&entry.text),
                            Facet::Style | Facet::Focus => true,
                        }
                })
            })
        };
        by_topic.or_else(by_words).map(|(f, _, _)| *f)
    }

    /// Whether a text begins with somebody's name and what that one does.
    fn is_of_another(&self, text: &str) -> bool {
        let Some(first) = text.split(|c: char| !c.is_alphanumeric() && c != '-').find(|w| !w.is_empty()) else {
            return false;
        };
        let lower = Lower::of(text);
        let does = |verb: &String| {
            let at = lower.find(verb).filter(|at| *at > 0);
            at.is_some_and(|at| {
                if verb.is_ascii() {
                    let before = lower.text[..at].trim();
                    first.starts_with(char::is_uppercase) && before.split_whitespace().count() <= 2 && lower.says(verb)
                } else {
                    lower.text[..at].chars().count() <= 4
                }
            })
        };
        self.user.others.iter().any(does)
    }

    /// Whether a text speaks of something that has a stack: by a word for it, or by a name like `ferry-api`.
    fn is_of_a_system(&self, text: &str) -> bool {
        let lower = Lower::of(text);
        let first = text.split_whitespace().next().unwrap_or_default();
        first.contains(['-', '_', '.', '/']) || self.user.systems.iter().any(|word| lower.says(word))
    }
}

/// A text in lower case, to be searched for many phrases.
struct Lower {
    text: String,
    pairs: Pairs,
}

impl Lower {
    fn of(text: &str) -> Self {
        let text = text.to_lowercase();
        Self { pairs: Pairs::of(&text), text }
    }

    /// Where the phrase first stands.
    fn find(&self, phrase: &str) -> Option<usize> {
        self.pairs.may_hold(phrase).then(|| self.text.find(phrase))?
    }

    /// Whether the text holds the phrase; one of ASCII letters only between word boundaries.
    fn says(&self, phrase: &str) -> bool {
        let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let apart = |at: usize| {
            !letter(self.text[..at].chars().next_back()) && !letter(self.text[at + phrase.len()..].chars().next())
        };
        self.pairs.may_hold(phrase) && self.text.match_indices(phrase).any(|(at, _)| !phrase.is_ascii() || apart(at))
    }
}
