//! Routes: what a question is after, told by its words, and what is worth more for it.
//!
//! Lately is answered by what happened last, *why* by decisions, *how should we* by procedures and
//! lessons. A route only lifts what a search found, and hides nothing. Words of `templates/routes.txt`.

use crate::memory::Settings;
use crate::recall::{Found, Hit, Ranked};
use crate::sediment::Section;
use crate::time::Day;

/// The built-in words.
pub const WORDS: &str = include_str!("../../templates/routes.txt");

/// What is added to the score of a hit that the route leads to; the best similarity is 1.
const LIFT: f64 = 0.3;
/// Days after which a record is no more lifted for being recent than by 1/e.
const LATELY: f64 = 7.0;

/// What a question is after.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Route {
    /// What to do.
    Procedures,
    /// What was settled.
    Decisions,
    /// What happened lately.
    Recent,
}

impl Route {
    /// The route of a question, by word lists: the first line that has a word of it counts.
    pub fn of(question: &str, words: &str) -> Option<Self> {
        let question = question.to_lowercase();
        let lists = words.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(':'));
        for (name, words) in lists {
            let route = match name.trim() {
                "procedures" => Self::Procedures,
                "decisions" => Self::Decisions,
                "recent" => Self::Recent,
                _ => continue,
            };
            if words.split(',').map(str::trim).any(|word| !word.is_empty() && says(&question, &word.to_lowercase())) {
                return Some(route);
            }
        }
        None
    }

    /// Lifts the hits that the route leads to, and puts all in order again.
    pub fn lift(self, ranked: &mut Ranked, settings: &Settings, today: Day) {
        for hit in &mut ranked.hits {
            let lift = self.gain(hit, settings, today);
            if lift > 0.0 {
                hit.score.total += lift;
                hit.terms.push(("route".to_owned(), lift));
            }
        }
        // Stable: equal scores stay as the search put them.
        ranked.hits.sort_by(|a, b| b.score.total.total_cmp(&a.score.total));
    }

    fn gain(self, hit: &Hit, settings: &Settings, today: Day) -> f64 {
        let section = match &hit.found {
            Found::Entry(entry) => Some(entry.section),
            Found::Record(record) => {
                settings.kinds.get(&record.kind).and_then(|k| k.section.as_deref()).and_then(Section::of)
            }
            Found::Past { .. } | Found::Line(_) => None,
        };
        let leads = match self {
            Self::Procedures => matches!(section, Some(Section::Procedures | Section::Lessons)),
            Self::Decisions => section == Some(Section::Decisions),
            Self::Recent => {
                let age = hit.day.filter(|_| matches!(hit.found, Found::Record(_))).map(|day| today.since(day).max(0));
                return age.map_or(0.0, |age| LIFT * (-(age as f64) / LATELY).exp());
            }
        };
        if leads { LIFT } else { 0.0 }
    }
}

/// Whether a text has a phrase; one of letters only as whole words.
fn says(text: &str, phrase: &str) -> bool {
    let spaced = phrase.is_ascii();
    let inside = |c: Option<char>| spaced && c.is_some_and(char::is_alphanumeric);
    text.match_indices(phrase)
        .any(|(at, _)| !inside(text[..at].chars().next_back()) && !inside(text[at + phrase.len()..].chars().next()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_routed_by_their_words() {
        for (question, route) in [
            ("How should we deploy shop?", Some(Route::Procedures)),
            ("如何部署？", Some(Route::Procedures)),
            ("Why did we leave Jenkins?", Some(Route::Decisions)),
            ("上周为什么改部署？", Some(Route::Decisions)),
            ("What broke yesterday", Some(Route::Recent)),
            ("Where does Ana live?", None),
            ("undecided matters", None),
        ] {
            assert_eq!(Route::of(question, WORDS), route, "{question}");
        }
    }
}
