//! The gist of a conversation by rules: decisions, what else was stated, figures, names, open questions
//! and what was asked for, in the speakers' own words.

use std::collections::BTreeMap;

use super::talk::Talk;
use crate::chat::import::rules::{Rules, sentences};
use crate::chat::import::strip::strip;
use crate::chat::message::Role;
use crate::tokens::estimate_centi;

/// Sections in the order in which they stand, the dearest first: what does not fit is cut from the last.
const SECTIONS: [&str; 6] = ["Decisions", "Open questions", "Stated", "Figures", "Names", "Asked for"];

const DECISIONS: usize = 0;
const OPEN: usize = 1;
const STATED: usize = 2;
const FIGURES: usize = 3;
const NAMES: usize = 4;
const ASKED: usize = 5;

/// The longest sentence that is kept, in characters.
const LONGEST: usize = 240;

/// A summary: lines by section, and what a person wrote into the file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Gist {
    lines: BTreeMap<usize, Vec<String>>,
    /// Text that is no line of a known section; kept as it is, in front.
    own: String,
}

impl Gist {
    /// Reads a summary that was written before.
    pub fn read(body: &str) -> Self {
        let mut gist = Self::default();
        let mut section = None;
        for line in body.lines() {
            let named = line.strip_prefix("## ").map(|title| SECTIONS.iter().position(|s| *s == title.trim()));
            match (named, section, line.strip_prefix("- ")) {
                (Some(known), ..) => {
                    section = known;
                    if known.is_none() {
                        gist.own += line;
                        gist.own.push('\n');
                    }
                }
                (None, Some(section), Some(text)) => gist.add(section, text),
                (None, Some(_), None) if line.trim().is_empty() => {}
                _ => {
                    gist.own += line;
                    gist.own.push('\n');
                }
            }
        }
        gist
    }

    /// The summary of a conversation that is read again from its beginning: no question stands before it.
    pub fn again(mut self) -> Self {
        self.lines.entry(OPEN).or_default().retain(|line| !is_question(line));
        self
    }

    /// Merges what was said since. A question at the end of the earlier part was followed by this one, so
    /// it no longer stands open.
    pub fn merge(&mut self, talk: &[Talk], rules: &Rules) {
        let mut question = None;
        if let Some(open) = self.lines.get_mut(&OPEN) {
            question = open.last().filter(|line| is_question(line)).cloned();
            open.retain(|line| !is_question(line));
        }
        let last = talk.iter().rposition(|t| !t.text.trim().is_empty());
        for (n, t) in talk.iter().enumerate().filter(|(_, t)| matches!(t.role, Role::User | Role::Assistant)) {
            let text = strip(&t.text);
            let by_user = t.role == Role::User;
            let mut answers = question.take().filter(|_| by_user);
            let mut asked = false;
            for sentence in sentences(&text) {
                let sentence = sentence.trim_start_matches(['-', '*', '+', ' ']).trim();
                if sentence.chars().count() > LONGEST {
                    continue;
                }
                let asks = is_question(sentence);
                let answer = answers.take().filter(|_| !asks && rules.is_answer(sentence));
                let kind = rules.kind(sentence).filter(|_| by_user);
                if if asks { Some(n) == last } else { rules.is_open(sentence) } {
                    self.add(OPEN, sentence);
                } else if kind == Some("Decision") {
                    self.add(DECISIONS, sentence);
                } else if let Some(question) = answer {
                    self.add(STATED, &format!("{question} {sentence}"));
                } else if kind.is_some() || by_user && !asks && rules.is_stated(sentence) {
                    self.add(STATED, sentence);
                } else if by_user && !asked && rules.says_something(sentence) {
                    asked = true;
                    self.add(ASKED, sentence);
                } else if has_figure(sentence) && !asks {
                    self.add(FIGURES, sentence);
                }
                for name in names(sentence) {
                    self.add(NAMES, &name);
                }
                question = (!by_user && asks).then(|| sentence.to_owned());
            }
        }
    }

    /// The summary without what a person wrote.
    pub fn lines_only(&self) -> String {
        Self { lines: self.lines.clone(), own: String::new() }.text()
    }

    /// Takes the lines of another summary in place of its own; what a person wrote stays.
    pub fn replace_lines(&mut self, other: Self) {
        self.lines = other.lines;
    }

    /// Adds a line that is not there yet, at the end.
    fn add(&mut self, section: usize, line: &str) {
        let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
        let lines = self.lines.entry(section).or_default();
        if section == NAMES {
            // Names stand on one line.
            if lines.is_empty() {
                lines.push(String::new());
            }
            for name in line.split(", ").filter(|name| !name.is_empty()) {
                if !lines[0].split(", ").any(|known| known == name) {
                    let comma = if lines[0].is_empty() { "" } else { ", " };
                    lines[0] += &format!("{comma}{name}");
                }
            }
        } else if !line.is_empty() && !lines.contains(&line) {
            lines.push(line);
        }
    }

    /// The summary within a number of tokens (about). The oldest lines of the last section go first; what a
    /// person wrote stays.
    pub fn print(mut self, tokens: usize) -> String {
        loop {
            let text = self.text();
            let over = estimate_centi(&text).saturating_sub(tokens * 100);
            // Half of what is too much goes at once, so that a long summary is rendered a few times only.
            let mut gone = 0;
            while over > 0 && gone * 2 < over {
                match self.cut() {
                    Some(line) => gone += estimate_centi(&line).max(1),
                    None => break,
                }
            }
            if gone == 0 {
                return text;
            }
        }
    }

    /// Takes the oldest line (or name) of the last section that has one; gives what went.
    fn cut(&mut self) -> Option<String> {
        let (section, lines) = self.lines.iter_mut().rev().find(|(_, lines)| !lines.is_empty())?;
        let names = lines[0].split_once(", ").filter(|_| *section == NAMES);
        let Some((name, rest)) = names.map(|(name, rest)| (name.to_owned(), rest.to_owned())) else {
            return Some(lines.remove(0));
        };
        lines[0] = rest;
        Some(name)
    }

    fn text(&self) -> String {
        let mut text = self.own.trim().to_owned();
        for (section, lines) in self.lines.iter().filter(|(_, lines)| !lines.is_empty()) {
            if !text.is_empty() {
                text.push_str("\n\n");
            }
            text += &format!("## {}\n", SECTIONS[*section]);
            lines.iter().for_each(|line| text += &format!("\n- {line}"));
        }
        text
    }
}

fn is_question(sentence: &str) -> bool {
    sentence.ends_with(['?', '？'])
}

/// A number that says something: of two digits or more, or with a unit, a currency or a point.
fn has_figure(sentence: &str) -> bool {
    let bytes = sentence.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    (0..bytes.len()).any(|at| {
        digit(at) && (digit(at + 1) || matches!(bytes.get(at + 1), Some(b'%' | b'.' | b':')) && digit(at + 2))
    })
}

/// Words in capitals inside a sentence, and runs of them: names of people, products, places.
fn names(sentence: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut run: Vec<&str> = Vec::new();
    for (n, word) in sentence.split_whitespace().enumerate() {
        let plain = word.trim_matches(|c: char| !c.is_alphanumeric());
        let plain = plain.strip_suffix("'s").unwrap_or(plain);
        let inner = plain.chars().skip(1).any(|c| c.is_uppercase() || c.is_ascii_digit());
        let capital = plain.chars().next().is_some_and(char::is_uppercase);
        let is_name = capital && plain.chars().count() > 1 && (n > 0 || inner) && !plain.starts_with("I'");
        if is_name {
            run.push(plain);
        }
        if (!is_name || word.ends_with([',', '.', ';', ':', ')', '!', '?'])) && !run.is_empty() {
            names.push(std::mem::take(&mut run).join(" "));
        }
    }
    if !run.is_empty() {
        names.push(run.join(" "));
    }
    names.retain(|name| !name.contains(','));
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(role: Role, text: &str) -> Talk {
        Talk { role, text: text.to_owned() }
    }

    fn gist(body: &str, talk: &[Talk], tokens: usize) -> String {
        let mut gist = Gist::read(body);
        gist.merge(talk, &Rules::read(None).unwrap());
        gist.print(tokens)
    }

    fn conversation() -> Vec<Talk> {
        vec![
            said(Role::User, "Look at the export. We decided to lower the batch size with Ana Silva."),
            said(Role::Assistant, "The export took 412 seconds. I changed export.toml."),
            said(Role::User, "I prefer tables. What remains?"),
            said(Role::Assistant, "The alert is still open. Shall I set it to 30 minutes?"),
        ]
    }

    #[test]
    fn decisions_figures_names_and_open_questions_stay() {
        assert_eq!(
            gist("", &conversation(), 500),
            "## Decisions\n\n- We decided to lower the batch size with Ana Silva.\n\n\
             ## Open questions\n\n- The alert is still open.\n- Shall I set it to 30 minutes?\n\n\
             ## Stated\n\n- I prefer tables.\n\n\
             ## Figures\n\n- The export took 412 seconds.\n\n\
             ## Names\n\n- Ana Silva\n\n\
             ## Asked for\n\n- Look at the export.\n- What remains?"
        );
    }

    #[test]
    fn the_same_again_changes_nothing_but_answers_close_questions() {
        let first = gist("", &conversation(), 500);
        let mut again = Gist::read(&first).again();
        again.merge(&conversation(), &Rules::read(None).unwrap());
        assert_eq!(again.print(500), first);
        let next = gist(&first, &[said(Role::User, "Yes, 45 minutes.")], 500);
        assert!(next.contains("## Open questions\n\n- The alert is still open.\n\n"), "{next}");
        assert!(next.contains("- Shall I set it to 30 minutes? Yes, 45 minutes.\n"), "{next}");
    }

    #[test]
    fn an_answered_question_is_not_open_and_a_courtesy_is_no_request() {
        let talk = [
            said(
                Role::User,
                "I want to add CSV export to the page. The file must be UTF-8 with BOM because Excel needs it.",
            ),
            said(Role::Assistant, "I will add an endpoint. Should it stream?"),
            said(Role::User, "Yes, stream it. The budget is 500 EUR a month."),
            said(Role::Assistant, "Done. One open question: which time zone should the stamps use?"),
            said(Role::User, "Use UTC. Also the old PDF export is broken. Is 90 days enough?"),
            said(Role::Assistant, "It fails because the font path changed."),
            said(Role::User, "Great. Now deploy it to staging."),
            said(Role::Assistant, "Deployed build 1.4.2. Do you want me to announce it?"),
        ];
        assert_eq!(
            gist("", &talk, 500),
            "## Open questions\n\n- Do you want me to announce it?\n\n\
             ## Stated\n\n- The file must be UTF-8 with BOM because Excel needs it.\n- Should it stream? Yes, stream it.\n\
             - The budget is 500 EUR a month.\n- One open question: which time zone should the stamps use? Use UTC.\n\
             - Also the old PDF export is broken.\n\n\
             ## Figures\n\n- Deployed build 1.4.2.\n\n\
             ## Names\n\n- CSV, UTF-8, BOM, Excel, EUR, UTC, PDF\n\n\
             ## Asked for\n\n- I want to add CSV export to the page.\n- Is 90 days enough?\n- Now deploy it to staging."
        );
    }

    #[test]
    fn a_summary_keeps_within_its_tokens_and_a_persons_text_stays() {
        let short = gist("My own note.\n", &conversation(), 40);
        assert!(short.starts_with("My own note.\n\n## Decisions"), "{short}");
        assert!(estimate_centi(&short) <= 4000 && !short.contains("Asked for"), "{short}");
    }
}
