//! What a query's text asks for: words, phrases, excluded words, identifiers, pairs of characters.

use std::collections::HashMap;

use super::fold::fold;
use super::han::unified;
use super::near::Spelling;
use super::words::{Lexicon, Stems, runs};
use crate::script::runs_on;

/// What a term is to the query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// It counts towards the score.
    Wanted,
    /// Without it there is no hit: a phrase in quotes.
    Required,
    /// With it there is no hit: `-word`.
    Excluded,
}

/// How a term is found in folded text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A word with one of these stems.
    Stems(Vec<String>),
    /// These characters between word boundaries: an identifier.
    Whole(String),
    /// These characters anywhere: a phrase, a pair of Han characters.
    Piece(String),
}

/// One way to say a term.
#[derive(Debug, Clone)]
pub struct Form {
    /// How it is found.
    pub shape: Shape,
    /// How much it counts, 0…1: 1 for the term itself, less for a word alike.
    pub factor: f64,
    /// Beginnings of words that may have this form.
    pub triggers: Vec<String>,
}

/// One thing a query asks for.
#[derive(Debug, Clone)]
pub struct Term {
    /// As it is shown.
    pub text: String,
    /// What it is to the query.
    pub role: Role,
    /// How much it counts, 0…1.
    pub weight: f64,
    /// Ways to say it; the first is its own.
    pub forms: Vec<Form>,
}

impl Term {
    /// Whether it is a word that is wanted, rather than a phrase, an identifier or a pair of characters.
    pub fn is_word(&self) -> bool {
        self.role == Role::Wanted && matches!(self.forms[0].shape, Shape::Stems(_))
    }
}

/// The terms of a query, and the stemmers with which they were made.
pub struct Terms {
    /// In the order of the query.
    pub all: Vec<Term>,
    /// The stemmers.
    pub stems: Stems,
    /// The language besides English.
    language: Option<String>,
}

/// More words than this are not looked for: a pasted log is no question.
const MOST: usize = 48;
/// How much a word alike counts.
const ALIKE: f64 = 0.5;
/// How much the parts of an identifier count besides the whole.
const PART: f64 = 0.5;
/// How much function words count where they count at all.
const LITTLE: f64 = 0.2;
/// How much a longer word counts that a word is a part of.
const COMPOUND: f64 = 0.6;
/// Languages that write compounds as one word, and the length from which on a word is looked for in them.
const COMPOUNDING: [&str; 7] = ["german", "dutch", "swedish", "danish", "norwegian", "finnish", "hungarian"];
const LONG: usize = 5;

impl Terms {
    /// Reads a query's text; with `operators`, `"phrases"` and `-excluded` words are what they seem.
    /// Whatever is no operator is text, and no text is an error.
    pub fn parse(text: &str, operators: bool, lexicon: &Lexicon<'_>) -> Self {
        let tokens = if operators { tokens(text) } else { plain_tokens(text) };
        let words: Vec<String> = tokens.iter().flat_map(|(_, t)| runs(&fold(t))).collect();
        let (language, sure) = lexicon.language(&words).unzip();
        let stems = Stems::new(language);
        let irregular = lexicon.irregular(&stems);
        let mut reader = Reader { lexicon, language, sure: sure == Some(true), stems, irregular, terms: Vec::new() };
        for (role, token) in &tokens {
            reader.token(*role, token, false);
        }
        if !reader.terms.iter().any(|t| t.role != Role::Excluded) {
            // Nothing but function words, signs or exclusions: then these are what is looked for.
            reader.terms.clear();
            for (_, token) in plain_tokens(text) {
                reader.token(Role::Wanted, &token, true);
            }
        }
        for pair in tokens.windows(2) {
            if let [(Role::Wanted, first), (Role::Wanted, second)] = pair {
                reader.joined(&fold(first), &fold(second));
            }
        }
        reader.terms.truncate(MOST);
        Self { all: reader.terms, stems: reader.stems, language: language.map(str::to_owned) }
    }

    /// Adds other spellings to a word that nothing has.
    pub fn widen(&mut self, word: &str, spellings: &[Spelling], lexicon: &Lexicon<'_>) {
        let stems = Stems::new(self.language.as_deref());
        let irregular = lexicon.irregular(&stems);
        let reader = Reader { lexicon, language: None, sure: false, stems, irregular, terms: Vec::new() };
        let forms = spellings.iter().map(|spelling| {
            let text = spelling.text.as_str();
            let form = reader.form(text, spelling.nearness);
            if text.contains(|c: char| !c.is_alphanumeric()) {
                Form { shape: Shape::Piece(text.to_owned()), triggers: vec![text.to_owned()], ..form }
            } else {
                form
            }
        });
        let forms: Vec<Form> = forms.collect();
        for term in self.all.iter_mut().filter(|term| term.is_word() && term.text == word) {
            term.forms.extend(forms.iter().cloned());
        }
    }

    /// The key of a folded word, by which forms are found: its stems after irregular forms are resolved.
    pub fn keys(&self, word: &str, lexicon: &Lexicon<'_>) -> Vec<String> {
        keys(word, lexicon, &self.stems)
    }
}

/// The stems of a word whose irregular forms are resolved.
fn keys(word: &str, lexicon: &Lexicon<'_>, stems: &Stems) -> Vec<String> {
    let mut keys: Vec<String> = stems.of(lexicon.base(word)).into_iter().map(|s| s.into_owned()).collect();
    keys.dedup();
    keys
}

/// Pieces of the query between spaces, with what their signs make of them.
fn tokens(text: &str) -> Vec<(Role, String)> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let (minus, body) = match rest.strip_prefix('-') {
            Some(body) => (true, body),
            None => (false, rest),
        };
        if let Some((phrase, after)) = body.strip_prefix('"').and_then(|b| b.split_once('"'))
            && (after.is_empty() || after.starts_with(char::is_whitespace))
            && !phrase.trim().is_empty()
        {
            found.push((if minus { Role::Excluded } else { Role::Required }, phrase.trim().to_owned()));
            rest = after.trim_start();
            continue;
        }
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let word = &rest[..end];
        // `-rf` and `--force` are what someone looks for; `-draft` is what someone does not want.
        let excluded = minus
            && (word[1..].chars().count() >= 3 || word[1..].starts_with(runs_on))
            && word[1..].starts_with(char::is_alphanumeric)
            && word[1..].chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '/'));
        found.push(if excluded { (Role::Excluded, word[1..].to_owned()) } else { (Role::Wanted, word.to_owned()) });
        rest = rest[end..].trim_start();
    }
    found
}

fn plain_tokens(text: &str) -> Vec<(Role, String)> {
    text.split_whitespace().map(|t| (Role::Wanted, t.to_owned())).collect()
}

/// Arabic article, conjunctions and prepositions, and what they are together.
const PARTICLES: [&str; 13] = ["", "ال", "و", "وال", "ف", "فال", "ب", "بال", "ك", "كال", "ل", "لل", "ولل"];

struct Reader<'l, 't> {
    lexicon: &'l Lexicon<'t>,
    language: Option<&'t str>,
    /// Whether that is sure.
    sure: bool,
    stems: Stems,
    /// Irregular forms by the stem of their base.
    irregular: HashMap<String, Vec<&'t str>>,
    terms: Vec<Term>,
}

impl Reader<'_, '_> {
    fn token(&mut self, role: Role, token: &str, with_stops: bool) {
        if role == Role::Required {
            let phrase = fold(token).split_whitespace().collect::<Vec<_>>().join(" ");
            // The phrase decides what is a hit, its words how good the hit is.
            self.literal(role, token, Shape::Piece, &phrase, 1.0);
            for run in runs(&fold(token)) {
                self.run(Role::Wanted, &run, PART, false);
            }
            return;
        }
        if role == Role::Excluded && token.contains(char::is_whitespace) {
            self.literal(role, token, Shape::Piece, &fold(token), 1.0);
            return;
        }
        let trimmed = token.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '+' | '#' | '$' | '@' | '_'));
        let humps = split_humps(trimmed);
        let folded = fold(trimmed);
        let parts = runs(&folded);
        let joined = humps.len() > 1 || parts.len() > 1 && !parts.iter().any(|p| p.chars().any(runs_on));
        // Signs that belong to a name: C++, C#, @scope, $1. A possessive does not.
        let signs = folded.contains(['+', '#', '$', '@', '_']);
        let possessive = parts.len() == 2 && folded.contains('\'');
        if (joined || signs) && !possessive && !folded.is_empty() {
            self.literal(role, trimmed, Shape::Whole, &folded, 1.0);
            if role == Role::Excluded {
                return;
            }
            let weight = if parts.len() > 1 || humps.len() > 1 { PART } else { 0.2 };
            let pieces = if humps.len() > 1 { humps.iter().flat_map(|h| runs(&fold(h))).collect() } else { parts };
            for part in pieces {
                self.run(role, &part, weight, false);
            }
            return;
        }
        if parts.is_empty() && with_stops && !token.is_empty() {
            self.literal(role, token, Shape::Piece, &fold(token), 1.0);
        }
        for part in parts {
            self.run(role, &part, 1.0, with_stops);
        }
    }

    /// A run of word characters: one word, or the pairs of a script without spaces.
    fn run(&mut self, role: Role, run: &str, weight: f64, with_stops: bool) {
        let chars: Vec<char> = run.chars().collect();
        if chars.first().is_some_and(|c| runs_on(*c)) {
            let pairs =
                if chars.len() == 1 { vec![run.to_owned()] } else { chars.windows(2).map(String::from_iter).collect() };
            for pair in pairs {
                let weight = if self.lexicon.is_stop(&unified(&pair), self.language) { LITTLE } else { weight };
                self.literal(role, &pair, Shape::Piece, &pair, weight);
            }
            return;
        }
        if !with_stops && self.lexicon.is_stop(run, self.language.filter(|_| self.sure)) {
            return;
        }
        // Where the language is not sure its function words count a little.
        let weight = if !with_stops && self.lexicon.is_stop(run, self.language) { weight * LITTLE } else { weight };
        let own = self.form(run, 1.0);
        if self.terms.iter().any(|t| t.role == role && t.forms.first().is_some_and(|f| f.shape == own.shape)) {
            return;
        }
        let mut forms = vec![own];
        if weight >= 1.0 && role == Role::Wanted {
            let base = self.lexicon.base(run);
            let singular = self.lexicon.alike_key(base, &self.stems);
            for other in singular.iter().flat_map(|key| self.lexicon.alike(key)) {
                let form = self.form(other, ALIKE);
                if !forms.iter().any(|f| f.shape == form.shape) {
                    forms.push(form);
                }
            }
            if self.language.is_some_and(|l| COMPOUNDING.contains(&l)) && run.chars().count() >= LONG {
                let shape = Shape::Piece(run.to_owned());
                forms.push(Form { shape, factor: COMPOUND, triggers: vec![run.to_owned()] });
            }
        }
        self.terms.push(Term { text: run.to_owned(), role, weight, forms });
    }

    /// Lets two words that stand one behind the other be written as one as well: `time stamp`, `timestamp`.
    fn joined(&mut self, first: &str, second: &str) {
        let is_plain = |word: &str| word.len() > 2 && word.chars().all(|c| c.is_alphanumeric() && !runs_on(c));
        if !is_plain(first) || !is_plain(second) {
            return;
        }
        let form = self.form(&format!("{first}{second}"), 1.0);
        let at = |word: &str| self.terms.iter().position(|t| t.is_word() && t.weight >= 1.0 && t.text == word);
        if let (Some(a), Some(b)) = (at(first), at(second)) {
            self.terms[a].forms.push(form.clone());
            self.terms[b].forms.push(form);
        }
    }

    fn form(&self, word: &str, factor: f64) -> Form {
        let base = self.lexicon.base(word);
        let stems = keys(word, self.lexicon, &self.stems);
        let mut triggers: Vec<String> = stems.iter().map(|s| beginning(base, s)).collect();
        for stem in &stems {
            triggers.extend(self.irregular.get(stem).into_iter().flatten().map(|f| (*f).to_owned()));
            triggers.extend(behind_particles(stem));
        }
        Form { shape: Shape::Stems(stems), factor, triggers }
    }

    /// Looks for characters as they are, whatever the form of Han characters; `text` is what is shown of them.
    fn literal(&mut self, role: Role, text: &str, shape: fn(String) -> Shape, characters: &str, weight: f64) {
        let trigger = unified(characters);
        let shape = shape(trigger.clone());
        if self.terms.iter().any(|t| t.role == role && t.forms[0].shape == shape) {
            return;
        }
        let form = Form { shape, factor: 1.0, triggers: vec![trigger] };
        self.terms.push(Term { text: text.to_owned(), role, weight, forms: vec![form] });
    }
}

/// What every word with this stem begins with: stem and word as far as they agree, less the end that
/// suffix rules rewrite (happy → happi, hoping → hope, possible ← possibility).
fn beginning(word: &str, stem: &str) -> String {
    let shared = word.chars().zip(stem.chars()).take_while(|(a, b)| a == b).count();
    let mut begin: Vec<char> = word.chars().take(shared).collect();
    if begin.len() > 2 && matches!(begin.last(), Some('e' | 'i' | 'y')) {
        begin.pop();
    }
    if begin.len() > 4 && begin.ends_with(&['b', 'l']) {
        begin.pop();
    }
    begin.into_iter().collect()
}

/// How Arabic words with this stem may begin: particles are written together with their word.
fn behind_particles(stem: &str) -> Vec<String> {
    let root: String = stem.chars().take(3).collect();
    if !root.starts_with(|c| matches!(c, '\u{0600}'..='\u{06ff}')) {
        return Vec::new();
    }
    PARTICLES.iter().map(|particle| format!("{particle}{root}")).collect()
}

/// The words of a camel-case identifier; one when it is none.
fn split_humps(word: &str) -> Vec<&str> {
    let mut starts = vec![0];
    let mut small = false;
    for (i, c) in word.char_indices() {
        if c.is_uppercase() && small {
            starts.push(i);
        }
        small = c.is_lowercase();
    }
    let ends = starts[1..].iter().copied().chain([word.len()]);
    starts.iter().zip(ends).map(|(&a, b)| &word[a..b]).collect()
}

#[cfg(test)]
mod tests {
    use super::super::words::WORDS;
    use super::*;

    fn parse(text: &str) -> Vec<(Role, String)> {
        let lexicon = Lexicon::parse(WORDS);
        Terms::parse(text, true, &lexicon).all.into_iter().map(|t| (t.role, t.text)).collect()
    }

    fn wanted(text: &str) -> Vec<String> {
        parse(text).into_iter().filter(|(r, _)| *r == Role::Wanted).map(|(_, t)| t).collect()
    }

    #[test]
    fn function_words_count_only_when_there_is_nothing_else() {
        assert_eq!(wanted("What did Ana say about the deployment?"), ["ana", "deployment"]);
        assert_eq!(wanted("who is it"), ["who", "is", "it"]);
        assert_eq!(wanted("NOT"), ["not"]);
        assert_eq!(wanted("Ana's dog"), ["ana", "dog"]);
    }

    #[test]
    fn identifiers_are_looked_for_whole_and_in_parts() {
        assert_eq!(wanted("max_retry_count"), ["max_retry_count", "max", "retry", "count"]);
        assert_eq!(wanted("parseConfig"), ["parseConfig", "parse", "config"]);
        assert_eq!(wanted("v3.12,"), ["v3.12", "v3", "12"]);
        assert_eq!(wanted("src/main.rs:12"), ["src/main.rs:12", "src", "main", "rs", "12"]);
        assert_eq!(wanted("C++"), ["C++", "c"]);
        assert_eq!(wanted("roll-back"), ["roll-back", "roll", "back"]);
    }

    #[test]
    fn quotes_and_minus_are_operators_and_everything_else_is_text() {
        assert_eq!(parse("\"blue green\" deploy -canary")[0], (Role::Required, "blue green".into()));
        assert!(parse("\"blue green\" deploy -canary").contains(&(Role::Excluded, "canary".into())));
        assert_eq!(wanted("-rf"), ["rf"]);
        assert_eq!(wanted("-canary"), ["canary"], "excluding alone finds nothing, so it is text");
        assert_eq!(wanted("an \"open quote"), ["open", "quote"]);
        assert_eq!(wanted(".*"), [".*"]);
        assert_eq!(wanted("(a"), ["a"]);
        assert_eq!(wanted("$1"), ["$1", "1"]);
        assert_eq!(wanted("owner: ops"), ["owner", "ops"]);
        assert!(wanted("").is_empty());
        assert_eq!(parse(&"word ".repeat(2500)).len(), 1);
    }

    #[test]
    fn scripts_without_spaces_are_looked_for_in_pairs() {
        assert_eq!(wanted("部署方式"), ["部署", "署方", "方式"]);
        assert_eq!(wanted("猫"), ["猫"]);
        assert_eq!(wanted("使用Docker部署"), ["使用", "docker", "部署"]);
        assert_eq!(wanted("데이터를"), ["데이", "이터", "터를"], "Hangul has spaces, and particles without");
        let lexicon = Lexicon::parse(WORDS);
        let terms = Terms::parse("資料庫 资料", true, &lexicon).all;
        assert_eq!(terms.iter().map(|t| t.text.as_str()).collect::<Vec<_>>(), ["資料", "料庫"], "shown as typed, once");
        assert_eq!(terms[1].forms[0].shape, Shape::Piece("料库".into()));
    }

    #[test]
    fn words_of_one_stem_share_the_beginning_that_is_scanned_for() {
        let lexicon = Lexicon::parse(WORDS);
        let families: &[&[&str]] = &[
            &["happy", "happily", "happiness", "happier"],
            &["hope", "hoping", "hoped"],
            &["possible", "possibility", "possibilities"],
            &["study", "studies", "studying", "studied"],
            &["run", "running", "ran", "runs"],
            &["organize", "organization", "organizer", "organizing"],
            &["sky", "skies"],
            &["use", "using", "used", "uses"],
            &["agree", "agreed", "agrees", "agreeing"],
            &["relate", "relational", "relating"],
            &["child", "children"],
            &["جدول", "الجدول", "والجدول", "للجدول"],
        ];
        for family in families {
            for word in *family {
                let terms = Terms::parse(word, false, &lexicon);
                let form = &terms.all[0].forms[0];
                let Shape::Stems(stems) = &form.shape else { panic!("{word}") };
                for other in *family {
                    if terms.keys(other, &lexicon).iter().any(|k| stems.contains(k)) {
                        assert!(form.triggers.iter().any(|t| other.starts_with(t)), "{word} misses {other}: {form:?}");
                    }
                }
            }
        }
    }
}
