//! Words of one text that stand where other words stand in another: `Flights to *Iceland* leave …`, `Flights to
//! *Japan* leave …`.
//!
//! Two texts that read alike around a value speak of two things where each has, at one place, words of its own. What
//! one of them lacks tells nothing: `Blur, not Pulp` may well speak of what `My favourite band is Pulp` does.

use std::ops::Range;

use super::cue::{CHANGE, Cue, PROPERTY, VERBAL, any};
use super::reading::Reading;
use super::sort::Sort;
use super::words::Kind;

impl Reading {
    /// Whether a word is a pronoun and its verb in one: `it's`, `we're`.
    pub fn is_contraction(&self, at: usize) -> bool {
        let shown = self.text_of(at);
        let mark = shown.find(['\'', '’']).filter(|at| *at > 0);
        mark.is_some_and(|at| shown[at..].chars().nth(1).is_some_and(char::is_lowercase))
    }
}

/// Whether two texts that state values (some words each) say so of two things: around the values they read alike, but
/// at one place each has words of its own, or what they speak of belongs to different ones (`my car`, `my father's car`).
pub fn other_thing((r, mine): (&Reading, &[Range<usize>]), (k, theirs): (&Reading, &[Range<usize>])) -> bool {
    let (a, b) = (around(r, mine), around(k, theirs));
    let pairs = aligned(r, &a, k, &b);
    let owners = |(x, y): &(usize, usize)| Some((r.owner(a[*x], mine)?, k.owner(b[*y], theirs)?));
    if pairs.iter().filter_map(owners).any(|(x, y)| x != y) {
        return true;
    }
    let (mut x, mut y) = (0, 0);
    for (to_x, to_y) in pairs.iter().copied().chain([(a.len(), b.len())]).filter(|_| !pairs.is_empty()) {
        let (left, right) = (&a[x..to_x], &b[y..to_y]);
        let names = |r: &Reading, at: &[usize]| at.iter().any(|i| r.cues[*i] & VERBAL == 0 || opens(r, *i));
        if names(r, left) && names(k, right) && !one_matter(r, left, mine, k, right, theirs) {
            return true;
        }
        (x, y) = (to_x + 1, to_y + 1);
    }
    false
}

/// Whether what two texts speak of around their values belongs to different ones: `my car`, `my father's car`.
pub fn owners_differ((r, mine): (&Reading, &[Range<usize>]), (k, theirs): (&Reading, &[Range<usize>])) -> bool {
    let (a, b) = (around(r, mine), around(k, theirs));
    let owners = |(x, y): (usize, usize)| Some((r.owner(a[x], mine)?, k.owner(b[y], theirs)?));
    aligned(r, &a, k, &b).into_iter().filter_map(owners).any(|(x, y)| x != y)
}

/// Whether one text says around its values nothing that another does not say around its own.
pub fn says_no_more((r, mine): (&Reading, &[Range<usize>]), k: &Reading) -> bool {
    around(r, mine).into_iter().all(|i| k.has_word(&r.words[i]))
}

/// Whether two texts that differ between their first and last words read alike in between, so that they differ at two
/// places, the thing and its value: `Reviews for backend changes go to Mina`, `Reviews for mobile changes go to Otis`.
pub fn differ_twice((r, new): (&Reading, &Range<usize>), (k, old): (&Reading, &Range<usize>)) -> bool {
    if new.len() < 3 || old.len() < 3 {
        return false;
    }
    let silent = |r: &Reading, i: usize| r.is(i, Cue::Filler) || r.is_number(i);
    // Most have no word in common but at the edges, which is much cheaper to see.
    let inner = |range: &Range<usize>| range.start + 1..range.end - 1;
    let common = |i: usize| inner(old).any(|o| r.words[i].form == k.words[o].form);
    if !inner(new).any(|i| !silent(r, i) && common(i)) {
        return false;
    }
    let days = r.sort(new.clone()) == Sort::Day && k.sort(old.clone()) == Sort::Day;
    let said = |r: &Reading, range: &Range<usize>| -> Vec<usize> {
        let colon = |i: usize| r.is_colon(i);
        // `the first week of December`, `end of March`
        let counts = |i: usize| !(silent(r, i) || days && r.is(i, Cue::Whose));
        range.clone().filter(|i| (r.words[*i].says() || colon(*i)) && counts(*i)).collect()
    };
    let (a, b) = (said(r, new), said(k, old));
    let pairs = aligned(r, &a, k, &b);
    // A character alone is no word.
    let relation = VERBAL | Cue::Preposition.bit();
    let word = |(x, y): &(usize, usize)| {
        let glyph = |i: usize| r.words[i].kind == Kind::Glyph && r.cues[i] & relation == 0;
        let beside = |n: &(usize, usize)| *n == (x + 1, y + 1) || (n.0 + 1, n.1 + 1) == (*x, *y);
        !glyph(a[*x]) || pairs.iter().any(beside)
    };
    let mut shared = pairs.iter().filter(|pair| word(pair));
    let Some((x, y)) = shared.next() else { return false };
    let (to_x, to_y) = shared.next_back().map_or((*x, *y), |pair| *pair);
    new.start < a[*x] && old.start < b[*y] && a[to_x] + 1 < new.end && b[to_y] + 1 < old.end
}

/// The content words around some values, as far as the thought goes that holds them.
fn around(r: &Reading, values: &[Range<usize>]) -> Vec<usize> {
    let (Some(from), Some(to)) = (values.iter().map(|v| v.start).min(), values.iter().map(|v| v.end).max()) else {
        return Vec::new();
    };
    let pause = |i: &usize| r.is_comma(*i) || r.ends_clause(*i);
    let start = (r.lead..from).rev().find(pause).map_or(r.lead, |i| i + 1);
    let end = (to..r.words.len()).find(pause).unwrap_or(r.words.len());
    let end = r.hits(Cue::End).map(|h| h.from).filter(|i| *i >= to).min().map_or(end, |cut| cut.min(end));
    let silent = CHANGE | Cue::Label.bit();
    let content = r.content_in(start..end).filter(|i| !r.is_contraction(*i));
    content.filter(|i| r.cues[*i] & silent == 0 && !values.iter().any(|v| v.contains(i))).collect()
}

/// The longest common run of words, in order, as positions in both lists.
fn aligned(r: &Reading, a: &[usize], k: &Reading, b: &[usize]) -> Vec<(usize, usize)> {
    let (x, y): (Vec<u32>, Vec<u32>) =
        (a.iter().map(|i| r.words[*i].form).collect(), b.iter().map(|i| k.words[*i].form).collect());
    let width = y.len() + 1;
    let mut longest = vec![0_usize; (x.len() + 1) * width];
    for i in (0..x.len()).rev() {
        for j in (0..y.len()).rev() {
            longest[i * width + j] = if x[i] == y[j] {
                longest[(i + 1) * width + j + 1] + 1
            } else {
                longest[(i + 1) * width + j].max(longest[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j, mut pairs) = (0, 0, Vec::new());
    while i < x.len() && j < y.len() {
        if x[i] == y[j] {
            pairs.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if longest[(i + 1) * width + j] >= longest[i * width + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}

/// Whether words that stand in each other's place tell of one matter (`database`, `storage`), or one of them names the
/// property of which the other text has a verb (`log retention`, `logs live for …`).
fn one_matter(
    r: &Reading,
    left: &[usize],
    mine: &[Range<usize>],
    k: &Reading,
    right: &[usize],
    theirs: &[Range<usize>],
) -> bool {
    let all = |r: &Reading, at: &[usize]| at.iter().all(|i| r.cues[*i] & (PROPERTY | VERBAL) != 0);
    let verb = |r: &Reading, at: &[usize], values: &[Range<usize>]| match at {
        [i] => verb_before(r, values) == Some(*i),
        _ => false,
    };
    let aspect = |r: &Reading, at: &[usize]| {
        at.iter().any(|i| r.is(*i, Cue::Aspect)) && !at.iter().any(|i| r.is(*i, Cue::Individual))
    };
    let matter = r.aspects & k.aspects != 0;
    if matter && aspect(r, left) && aspect(k, right) {
        return true;
    }
    let named = |r: &Reading, at: &[usize]| all(r, at) || matter && aspect(r, at);
    match (named(r, left), named(k, right)) {
        (true, false) => verb(k, right, theirs),
        (false, true) => verb(r, left, mine),
        _ => false,
    }
}

/// Whether a word that may be a verb is none, since it opens a clause that has another: `Drinks are paid in cash`.
fn opens(r: &Reading, at: usize) -> bool {
    let other = any!(Copula | Means | Verb);
    let clause = r.clauses.iter().find(|c| c.contains(&at));
    clause.is_some_and(|c| !r.has_content(c.start..at) && (at + 1..c.end).any(|i| r.cues[i] & other != 0))
}

/// The word that must be the verb by where it stands: the last one before a value, behind the subject, where no known
/// relation stands between.
fn verb_before(r: &Reading, values: &[Range<usize>]) -> Option<usize> {
    let value = values.iter().map(|v| v.start).min()?;
    let clause = r.clauses.iter().find(|c| c.contains(&value))?;
    let mut before = r.content_in(clause.start..value);
    let first = before.next()?;
    let last = before.last()?;
    let related = (clause.start..value).any(|i| r.cues[i] & VERBAL != 0);
    (last > first && !related).then_some(last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distill::rules::lexicon::Lexicon;

    #[test]
    fn things_are_told_apart_by_the_words_at_one_place() {
        let lexicon = Lexicon::parse(None).unwrap();
        let apart = |a: &str, b: &str| {
            let (mut readings, mut values) = (Vec::new(), Vec::new());
            for text in [a, b] {
                let r = Reading::of(&text.replace(['[', ']'], ""), &lexicon);
                let (from, to) = (text.find('[').unwrap(), text.find(']').unwrap() - 1);
                let inside = |i: &usize| (from..to).contains(&(r.words[*i].start as usize));
                let within: Vec<usize> = (0..r.words.len()).filter(inside).collect();
                let value = within[0]..within[within.len() - 1] + 1;
                values.push([value]);
                readings.push(r);
            }
            other_thing((&readings[0], &values[0]), (&readings[1], &values[1]))
        };
        for (a, b) in [
            ("Flights to Iceland leave from [Munich]", "Flights to Japan leave from [Frankfurt]"),
            ("My car is [a Fiat]", "My father's car is [a Volvo]"),
            ("The cat sleeps [on the sofa]", "The dog sleeps [in the basket]"),
            ("Write commit messages in [English]", "Write release notes in [German]"),
            ("The museum is [free] for students", "The museum is [free] for children"),
            ("发往巴西的包裹走[空运]", "发往日本的包裹走[海运]"),
        ] {
            assert!(apart(a, b), "{a} / {b}");
        }
        for (a, b) in [
            ("My car is [a Fiat]", "My car is [a Volvo]"),
            ("[Blur]", "My favourite band is [Pulp]"),
            ("We report errors to [GlitchTip]", "Error tracking goes through [Sentry]"),
            ("The admin's name is [Tomas]", "The staging admin's name is [Ravi]"),
            ("Log retention is [90 days]", "Logs live for [30 days]"),
        ] {
            assert!(!apart(a, b), "{a} / {b}");
        }
    }
}
