//! Which sentences are worth a record, and of which kind: phrases from `templates/import.toml`.

use std::collections::BTreeMap;
use std::path::Path;

use crate::error::{Error, Result};
use crate::script::runs_on;

const BUILT_IN: &str = include_str!("../../../templates/import.toml");

/// Kinds in the order in which they are tried, with the section of the template that describes them.
const KINDS: [(&str, &str); 6] = [
    ("constraint", "Constraint"),
    ("preference", "Preference"),
    ("decision", "Decision"),
    ("lesson", "Lesson"),
    ("fact", "Fact"),
    ("correction", "Correction"),
];

/// Every list that the template may hold.
const LISTS: [&str; 35] = [
    "openers.words",
    "openers.clauses",
    "leave-out.questions",
    "leave-out.has",
    "leave-out.points",
    "leave-out.states",
    "constraint.has",
    "preference.starts",
    "preference.has",
    "decision.starts",
    "decision.has",
    "lesson.starts",
    "lesson.has",
    "fact.starts",
    "fact.subjects",
    "fact.verbs",
    "correction.starts",
    "correction.verbs",
    "headings.constraint",
    "headings.preference",
    "headings.decision",
    "headings.lesson",
    "headings.fact",
    "headings.todo",
    "open.has",
    "asked.leads",
    "asked.clauses",
    "asked.has",
    "asked.starts",
    "asked.verbs",
    "asked.unless",
    "asked.objects",
    "stated.starts",
    "stated.leads",
    "stated.verbs",
];

/// The longest sentence that is taken, in bytes: longer ones are pasted, not said.
pub(super) const LONGEST: usize = 500;

type Template = BTreeMap<String, BTreeMap<String, BTreeMap<String, Vec<String>>>>;

/// The phrases, ready to be looked for.
#[derive(Debug, Clone)]
pub struct Rules {
    lists: BTreeMap<String, Vec<String>>,
}

impl Rules {
    /// The built-in phrases, with those of a template of the memory folder over them. `path` names it in errors.
    ///
    /// # Errors
    /// When the template is not TOML, or names a list that nothing reads.
    pub fn read(own: Option<(&Path, &str)>) -> Result<Self> {
        let parse = |path: &Path, text: &str| {
            toml::from_str::<Template>(text)
                .map_err(|e| Error::usage(format!("cannot read `{}`", path.display())).because(e))
        };
        let mut template = parse(Path::new("templates/import.toml"), BUILT_IN)?;
        if let Some((path, text)) = own {
            for (section, lists) in parse(path, text)? {
                for (list, languages) in lists {
                    let known = template.get_mut(&section).and_then(|lists| lists.get_mut(&list));
                    let known = known.ok_or_else(|| {
                        Error::usage(format!("cannot read `{}`: unknown list `{section}.{list}`", path.display()))
                            .hint(format!("lists: {}", LISTS.join(", ")))
                    })?;
                    known.extend(languages);
                }
            }
        }
        let lists = template.into_iter().flat_map(|(section, lists)| {
            lists.into_iter().map(move |(list, languages)| {
                let phrases = languages.into_values().flatten().map(|p| plain(&p)).collect();
                (format!("{section}.{list}"), phrases)
            })
        });
        Ok(Self { lists: lists.collect() })
    }

    pub(super) fn list(&self, section: &str, list: &str) -> &[String] {
        self.lists.get(&format!("{section}.{list}")).map_or(&[], Vec::as_slice)
    }

    /// The kind of record that a sentence is worth, said by a person in a conversation.
    pub fn kind(&self, sentence: &str) -> Option<&'static str> {
        if sentence.len() > LONGEST || sentence.trim_end().ends_with(['?', '？', ':', '：']) {
            return None;
        }
        let text = plain(sentence);
        let start = self.without_openers(&text);
        if is_short(start)
            || starts(start, self.list("leave-out", "questions")).is_some()
            || has(&text, self.list("leave-out", "has")).is_some()
        {
            return None;
        }
        self.stated(start)
    }

    /// The kind that the words of a note suggest; notes are taken whatever they say.
    pub fn kind_of_note(&self, text: &str) -> Option<&'static str> {
        let text = plain(text);
        if text.ends_with(['?', '？']) || has(&text, self.list("leave-out", "has")).is_some() {
            return None;
        }
        self.stated(self.without_openers(&text))
    }

    /// The kind that a heading gives to the notes below it.
    pub fn kind_of_heading(&self, heading: &str) -> Option<&'static str> {
        let heading = plain(heading);
        let kinds = KINDS.into_iter().chain([("todo", "Todo")]);
        // Of several, the one that is named first: what follows it is the longest.
        let named = kinds.filter_map(|(name, kind)| Some((has(&heading, self.list("headings", name))?.len(), kind)));
        named.reduce(|first, next| if next.0 > first.0 { next } else { first }).map(|(_, kind)| kind)
    }

    /// Whether a sentence says that something is still open.
    pub fn is_open(&self, sentence: &str) -> bool {
        sentence.len() <= LONGEST && has(&plain(sentence), self.list("open", "has")).is_some()
    }

    /// Whether a sentence can be the answer to a question right before it: it says yes or the like, or is short.
    pub fn is_answer(&self, sentence: &str) -> bool {
        let text = plain(sentence);
        starts(&text, self.list("openers", "words")).is_some()
            || text.split_whitespace().count() <= 4 && text.chars().filter(|c| !is_word(*c)).count() <= 20
    }

    /// Whether a sentence is more than a greeting, thanks or a nod.
    pub fn says_something(&self, sentence: &str) -> bool {
        self.without_openers(&plain(sentence)).contains(char::is_alphanumeric)
    }

    /// A sentence without the words before it that end in a comma: `Also, my name is Ana.`
    pub fn without_lead<'t>(&self, sentence: &'t str) -> &'t str {
        let comma = |(at, c): &(usize, char)| matches!(c, ',' | '，') && *at > 0;
        let Some((at, c)) = sentence.char_indices().find(comma) else { return sentence };
        let is_opener = self.list("openers", "words").contains(&plain(&sentence[..at]));
        if is_opener { sentence[at + c.len_utf8()..].trim_start() } else { sentence }
    }

    fn stated(&self, text: &str) -> Option<&'static str> {
        KINDS.into_iter().find(|(section, _)| self.matches(section, text)).map(|(_, kind)| kind)
    }

    fn matches(&self, section: &str, text: &str) -> bool {
        let points = |rest: &str| {
            let clause = starts(rest, self.list("openers", "clauses")).filter(|_| section != "preference");
            let rest = clause.filter(|clause| clause.split_whitespace().count() > 1).unwrap_or(rest);
            starts(rest, self.list("leave-out", "points")).is_some()
        };
        let begun = starts(text, self.list(section, "starts")).filter(|rest| !rest.is_empty());
        let phrase = begun.or_else(|| has(text, self.list(section, "has")));
        let found = phrase.is_some_and(|rest| !points(rest));
        match section {
            "fact" => {
                let own = starts(text, self.list("fact", "subjects"))
                    .is_some_and(|rest| has(rest, self.list("fact", "verbs")).is_some_and(|rest| !points(rest)));
                (found || own) && has(text, self.list("leave-out", "states")).is_none()
            }
            "correction" => found && phrase.is_some_and(|rest| has(rest, self.list(section, "verbs")).is_some()),
            _ => found,
        }
    }

    pub(super) fn without_openers<'t>(&self, mut text: &'t str) -> &'t str {
        while let Some(rest) = starts(text, self.list("openers", "words")) {
            text = rest;
        }
        text
    }
}

/// Fewer than three words, or four characters where words have no spaces.
pub(super) fn is_short(text: &str) -> bool {
    let wide = text.chars().filter(|c| !c.is_ascii() && c.is_alphabetic()).count();
    text.split_whitespace().count() < 3 && wide < 4
}

/// Lower case, plain apostrophes, single spaces.
pub(super) fn plain(text: &str) -> String {
    let text = text.trim().trim_start_matches(['-', '*', '+', '"', '“', '(']).trim_start();
    let mut plain = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !plain.is_empty() {
            plain.push(' ');
        }
        plain.extend(word.chars().flat_map(char::to_lowercase).map(|c| if matches!(c, '’' | '‘') { '\'' } else { c }));
    }
    plain
}

/// What follows the longest of the phrases that the text begins with.
pub(super) fn starts<'t>(text: &'t str, phrases: &[String]) -> Option<&'t str> {
    let rest = phrases.iter().filter_map(|p| text.strip_prefix(p.as_str()).filter(|rest| ends_word(p, rest)));
    rest.min_by_key(|rest| rest.len()).map(behind)
}

/// What follows the first phrase that the text holds.
pub(super) fn has<'t>(text: &'t str, phrases: &[String]) -> Option<&'t str> {
    phrases.iter().find_map(|phrase| {
        text.match_indices(phrase.as_str()).find_map(|(at, _)| {
            let rest = &text[at + phrase.len()..];
            let begins = !text[..at].ends_with(is_word) || !phrase.starts_with(is_word);
            (begins && ends_word(phrase, rest)).then(|| behind(rest))
        })
    })
}

pub(super) fn behind(rest: &str) -> &str {
    rest.trim_start_matches(|c: char| {
        c.is_whitespace() || matches!(c, ',' | '.' | '!' | ':' | ';' | '-' | '，' | '。' | '！' | '：')
    })
}

fn ends_word(phrase: &str, rest: &str) -> bool {
    !phrase.ends_with(is_word) || !rest.starts_with(is_word) && !rest.starts_with('\'')
}

/// Characters of words that are set apart by spaces; Chinese characters are not.
pub(super) fn is_word(c: char) -> bool {
    c.is_alphanumeric() && !runs_on(c) || c == '_'
}

/// The sentences of a text. A full stop ends one only before white space, and not after an abbreviation.
pub fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for line in text.lines() {
        let mut start = 0;
        let mut chars = line.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            let end = at + c.len_utf8();
            let next = chars.peek().map(|(_, n)| *n);
            let stop = match c {
                '。' | '！' | '？' | '；' => true,
                '.' => next.is_none_or(char::is_whitespace) && !is_abbreviation(&line[start..at]),
                '!' | '?' => next.is_none_or(|n| n.is_whitespace() || !n.is_ascii()),
                ';' => next.is_none_or(char::is_whitespace),
                _ => false,
            };
            if stop {
                found.push(line[start..end].trim());
                start = end;
            }
        }
        found.push(line[start..].trim());
    }
    found.retain(|s| s.chars().any(char::is_alphanumeric));
    found
}

fn is_abbreviation(before: &str) -> bool {
    let word = before.rsplit(|c: char| c.is_whitespace() || c == '(').next().unwrap_or_default();
    matches!(word, "e.g" | "i.e" | "etc" | "vs" | "approx" | "Dr" | "Mr" | "Ms" | "Mrs" | "St" | "No")
        || !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit()) && before.trim() == word
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(text: &str) -> Option<&'static str> {
        Rules::read(None).unwrap().kind(text)
    }

    #[test]
    fn statements_are_taken() {
        for (text, expected) in [
            ("I prefer reports as tables.", "Preference"),
            ("Please always use tabs in Makefiles.", "Preference"),
            ("Reports go out as PDF by default.", "Preference"),
            ("I don’t like long answers.", "Preference"),
            ("We decided to stay on RabbitMQ.", "Decision"),
            ("Let's go with Postgres for the ledger.", "Decision"),
            ("Secrets must not end up in the log.", "Constraint"),
            ("I'm allergic to peanuts.", "Constraint"),
            ("It turned out that the proxy strips the header.", "Lesson"),
            ("My name is Ana Silva.", "Fact"),
            ("Our staging host is db2.", "Fact"),
            ("Remember that the release is on Thursdays.", "Fact"),
            ("Actually, the port is 5433.", "Correction"),
            ("不要用制表符缩进。", "Preference"),
            ("Don't use tabs for indentation.", "Preference"),
            ("我更喜欢用表格写报告。", "Preference"),
            ("我们决定采用 Postgres。", "Decision"),
            ("以后都用中文回答。", "Preference"),
            ("我住在上海浦东。", "Fact"),
            ("严禁把密钥写进日志。", "Constraint"),
        ] {
            assert_eq!(kind(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn requests_questions_ideas_and_moments_are_not() {
        for text in [
            "Should we move to Kafka?",
            "I like that, can you write it to the temp folder instead?",
            "I like that.",
            "Maybe drop Windows support.",
            "If the audit fails we will switch to Azure.",
            "I want you to fix the tests.",
            "Fix the failing test.",
            "Let's use the second one.",
            "No, do that again.",
            "Use tabs for now.",
            "I prefer this.",
            "Let's go with that.",
            "I like that option.",
            "Our tests are failing.",
            "I'm a bit lost here.",
            "You said we always use tabs.",
            "What we decided:",
            "Never mind.",
            "要不要用 Kafka？",
            "帮我把报告默认改成表格。",
            "也许我们决定用 Redis。",
        ] {
            assert_eq!(kind(text), None, "{text}");
        }
    }

    #[test]
    fn a_lead_before_a_comma_goes() {
        let rules = Rules::read(None).unwrap();
        for (text, rest) in [
            ("Also, my name is Ana.", "my name is Ana."),
            ("By the way, I use vim, not nano.", "I use vim, not nano."),
            ("另外，我住在上海。", "我住在上海。"),
            ("In May, we moved.", "In May, we moved."),
            ("And I prefer tea, not coffee.", "And I prefer tea, not coffee."),
        ] {
            assert_eq!(rules.without_lead(text), rest);
        }
    }

    #[test]
    fn sentences_end_where_they_end() {
        assert_eq!(
            sentences("A is 1.5. B, e.g. this one! 好的。对"),
            ["A is 1.5.", "B, e.g. this one!", "好的。", "对"]
        );
        assert_eq!(sentences("1. First\n\n---\nlast"), ["1. First", "last"]);
    }

    #[test]
    fn a_template_of_the_folder_replaces_single_lists() {
        let own = (Path::new("templates/import.toml"), "[preference.starts]\nde = [\"ich bevorzuge\"]\n");
        let rules = Rules::read(Some(own)).unwrap();
        assert_eq!(rules.kind("Ich bevorzuge kurze Antworten."), Some("Preference"));
        assert_eq!(rules.kind("I prefer short answers."), Some("Preference"));
        let wrong = Rules::read(Some((Path::new("templates/import.toml"), "[fact.begins]\nen = []\n"))).unwrap_err();
        assert_eq!(wrong.to_string(), "cannot read `templates/import.toml`: unknown list `fact.begins`");
    }
}
