//! Phrases that are each other's opposite: `enabled / disabled`, `is broken / works`, `开启 / 关闭`.
//!
//! Pairs that share a phrase form one group with two sides: `likes / dislikes` and `likes / hates` say
//! that `dislikes` and `hates` stand on one side. Two texts that read the same but for the side contradict
//! each other.

use super::cue::{Cue, any};
use super::lexicon::ByHash;
use super::reading::Reading;
use super::words;

/// A phrase and where it stands.
#[derive(Debug, Clone)]
struct Phrase {
    words: Box<[u32]>,
    group: u32,
    /// Whether it stands on the second side of its group.
    second: bool,
    /// Whether it is a property, which counts only where it is stated: `The API is public` and `The API is private`
    /// contradict each other, `The public API …` and `The private API …` are two things.
    property: bool,
}

/// All pairs, by the first word.
#[derive(Debug, Clone, Default)]
pub struct Opposites {
    starts: ByHash<u32, Vec<Phrase>>,
    /// Groups of which one side is a mere negation (`with / without`): a text may as well lack both.
    silent: Vec<u32>,
}

/// A phrase with an opposite, found in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Side {
    /// The word after its last.
    pub to: usize,
    /// Its group; none where one of the sides is a mere negation.
    pub group: Option<u32>,
    /// Whether it stands on the second side.
    pub second: bool,
}

impl Opposites {
    /// Takes in a pair: `a / b`; of properties or not.
    pub fn learn(&mut self, pair: &str, property: bool) {
        let sides: Vec<Box<[u32]>> = pair.split('/').map(|side| words::hashes(side).into()).collect();
        let [a, b] = sides.as_slice() else { return };
        if a.is_empty() || b.is_empty() {
            return;
        }
        match (self.known(a), self.known(b)) {
            (None, None) => {
                let group = a.iter().chain(b).fold(17, |g: u32, w| g.rotate_left(5) ^ w);
                self.put(a, group, false, property);
                self.put(b, group, true, property);
            }
            (Some((group, second)), None) => self.put(b, group, !second, property),
            (None, Some((group, second))) => self.put(a, group, !second, property),
            (Some((into, second)), Some((from, other))) if into != from => {
                let turned = second == other;
                for phrase in self.starts.values_mut().flatten().filter(|p| p.group == from) {
                    phrase.group = into;
                    phrase.second ^= turned;
                }
            }
            _ => {}
        }
    }

    fn known(&self, words: &[u32]) -> Option<(u32, bool)> {
        let found = self.starts.get(words.first()?)?.iter().find(|p| *p.words == *words)?;
        Some((found.group, found.second))
    }

    fn put(&mut self, words: &[u32], group: u32, second: bool, property: bool) {
        self.starts.entry(words[0]).or_default().push(Phrase { words: words.into(), group, second, property });
    }

    /// Groups in which a phrase is a negation by itself.
    pub fn denying(&self, negates: impl Fn(u32) -> bool) -> Vec<u32> {
        let all = self.starts.values().flatten();
        let mut groups: Vec<u32> = all.filter(|p| p.words.iter().any(|w| negates(*w))).map(|p| p.group).collect();
        groups.sort_unstable();
        groups.dedup();
        groups
    }

    /// Once all pairs and all negations are known: longest phrases first.
    pub fn settle(&mut self, silent: &[u32]) {
        self.silent = silent.to_vec();
        for phrases in self.starts.values_mut() {
            phrases.sort_by_key(|p| std::cmp::Reverse(p.words.len()));
        }
    }

    /// All phrases with an opposite that a text holds, stated or not: group and side.
    pub fn sides(&self, r: &Reading) -> Vec<(u32, bool)> {
        (0..r.words.len())
            .filter_map(|at| self.phrase(r, at))
            .map(|(phrase, _)| (phrase.group, phrase.second))
            .collect()
    }

    /// The phrase that begins at a word of a text, where it counts.
    pub fn at(&self, r: &Reading, at: usize) -> Option<Side> {
        let (phrase, to) = self.phrase(r, at)?;
        if phrase.property && !is_stated(r, at, to) {
            return None;
        }
        let group = (!self.silent.contains(&phrase.group)).then_some(phrase.group);
        Some(Side { to, group, second: phrase.second })
    }

    /// The longest phrase that begins at a word, fillers inside it allowed, and the word after its last.
    fn phrase(&self, r: &Reading, at: usize) -> Option<(&Phrase, usize)> {
        let phrases = self.starts.get(&r.words[at].hash).filter(|_| !r.words[at].quoted)?;
        phrases.iter().find_map(|phrase| {
            let mut to = at + 1;
            for word in &phrase.words[1..] {
                while to < r.words.len() && r.is(to, Cue::Filler) && r.words[to].hash != *word {
                    to += 1;
                }
                if to >= r.words.len() || r.words[to].hash != *word {
                    return None;
                }
                to += 1;
            }
            Some((phrase, to))
        })
    }
}

/// Whether a property is said of something: behind a form of being or a colon, or as the last word of a thought.
fn is_stated(r: &Reading, at: usize, to: usize) -> bool {
    let before = (0..at).rev().find(|i| !r.is(*i, Cue::Filler));
    let said_of = before.is_some_and(|i| r.cues[i] & any!(Copula | Negation | Auxiliary) != 0 || !r.words[i].says());
    let end = (to..r.head).find(|i| !r.words[*i].says()).unwrap_or(r.head);
    said_of || !r.has_content(to..end)
}

#[cfg(test)]
mod tests {
    use crate::distill::rules::lexicon::Lexicon;
    use crate::distill::rules::reading::Reading;

    #[test]
    fn texts_that_differ_in_the_side_only_are_recognised() {
        let lexicon = Lexicon::parse(None).unwrap();
        for (a, b) in [
            ("Backups are enabled", "Backups are disabled"),
            ("The lift is broken", "The lift works again"),
            ("The lift is now broken", "The lift works"),
            ("Deploys run with approval", "Deploys run without approval"),
            ("I like olives", "I don't like olives any more"),
            ("I like olives", "I hate olives"),
            ("The door is locked", "The door isn't locked"),
            ("The flag is on", "The flag is off"),
            ("自动备份已启用", "自动备份已禁用"),
            ("夜间模式已开启", "夜间模式已关闭"),
            ("用户喜欢喝茶", "用户不再喜欢喝茶"),
            ("不要在周五部署", "可以在周五部署"),
        ] {
            let (x, y) = (Reading::of(a, &lexicon), Reading::of(b, &lexicon));
            assert_eq!(x.bare, y.bare, "{a} / {b}");
            assert_ne!(x.negated, y.negated, "{a} / {b}");
        }
        for (a, b) in [
            ("The public API allows 100 calls", "The private API allows 100 calls"),
            ("Active users see the banner", "Inactive users see the banner"),
            ("深色主题用于夜间", "浅色主题用于夜间"),
        ] {
            assert_ne!(Reading::of(a, &lexicon).bare, Reading::of(b, &lexicon).bare, "{a} / {b}");
        }
        for (a, b) in [("I like olives", "I love olives"), ("Call me Ana", "Call me Ana from now on")] {
            let (x, y) = (Reading::of(a, &lexicon), Reading::of(b, &lexicon));
            assert_eq!(x.negated, y.negated, "{a} / {b}");
        }
    }
}
