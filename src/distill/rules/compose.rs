//! An entry's own wording with another value in it.
//!
//! An entry's text is either a record's own words or a sentence that certainly is one. This is the only place that
//! writes text of its own, and it refuses whenever a piece might not fit: then the newer record's words stand.

use std::ops::Range;

use super::cue::{Cue, RELATION, any};
use super::reading::Reading;
use super::words::Kind;

/// The text of an entry with a new value, of which another text says it at `new`, in place of the one at `old`. `None`
/// where it is not certain that a sentence comes out.
pub fn composed((r, new): (&Reading, &Range<usize>), (k, old): (&Reading, &Range<usize>)) -> Option<String> {
    let (new, old) = (with_article(r, new), with_article(k, old));
    // What an entry says of a correction is true of the value that was corrected only.
    let certain = !k.has(Cue::Correction)
        && is_value(r, &new)
        && r.sort(new.clone()) == k.sort(old.clone())
        && !is_said_already(r, &new, k, &old)
        && (follows_the_same(r, &new, k, &old) || fits(k, &old) && is_alike(r, &new, k, &old));
    certain.then(|| substituted(k, &old, &fresh(r, &new, k, &old)))
}

/// The same of a day, time, number or version in place of one of its sort, which fits wherever one stood.
pub fn exchanged((r, new): (&Reading, &Range<usize>), (k, old): (&Reading, &Range<usize>)) -> String {
    let (from, to) = (k.words[old.start].start as usize, k.words[old.end - 1].end as usize);
    format!("{}{}{}", &k.text[..from], r.shown(new.clone()), &k.text[to..])
}

/// A value with the article before it: they come and go together.
fn with_article(r: &Reading, value: &Range<usize>) -> Range<usize> {
    match value.start.checked_sub(1).filter(|i| r.is(*i, Cue::Article)) {
        Some(article) => article..value.end,
        None => value.clone(),
    }
}

/// Whether words are a value and nothing else: no verb, no pronoun, nothing that tells of the change.
fn is_value(r: &Reading, value: &Range<usize>) -> bool {
    let holds = any!(Preposition | Joiner | Possessive | Filler);
    value.clone().all(|i| {
        let named = r.objects.contains(&r.words[i].stem);
        let pronoun = r.is(i, Cue::Own) && !r.is(i, Cue::Possessive)
            || r.words[i].kind != Kind::Glyph && r.is(i, Cue::Binding) && r.cues[i] & holds == 0;
        named || r.cues[i] & RELATION == 0 && !pronoun && !r.is_contraction(i)
    })
}

/// Whether both values stand behind the same words, so that the new one is read as it was written.
fn follows_the_same(r: &Reading, new: &Range<usize>, k: &Reading, old: &Range<usize>) -> bool {
    let before =
        |r: &Reading, at: usize| r.says_in(r.lead..at).rev().map(|i| r.words[i].hash).take(2).collect::<Vec<_>>();
    let (a, b) = (before(r, new.start), before(k, old.start));
    a.len() == 2 && a == b
}

/// Whether two values are built alike: both behind a preposition of their own or neither, one as long a phrase as the
/// other, a common noun with its article.
fn is_alike(r: &Reading, new: &Range<usize>, k: &Reading, old: &Range<usize>) -> bool {
    let preposition = |r: &Reading, i: usize| r.words[i].kind != Kind::Glyph && r.is(i, Cue::Preposition);
    let leads = |r: &Reading, value: &Range<usize>| preposition(r, value.start);
    let goes_on = |r: &Reading, value: &Range<usize>| (value.start + 1..value.end).any(|i| preposition(r, i));
    let article = |r: &Reading, value: &Range<usize>| value.clone().any(|i| r.is(i, Cue::Article));
    let common = |r: &Reading, value: &Range<usize>| {
        value.clone().all(|i| !r.words[i].capital && matches!(r.words[i].kind, Kind::Plain | Kind::Mark))
    };
    leads(r, new) == leads(k, old)
        && (goes_on(k, old) || !goes_on(r, new))
        && (article(r, new) || !article(k, old) || !common(r, new))
}

/// Whether another value may be put where one stands: at the beginning, or behind a word that a value follows. A value
/// that begins with its verb (`We deploy with Ansible`) can only be replaced by one that does, which nobody can tell.
fn fits(r: &Reading, place: &Range<usize>) -> bool {
    let framed = r.frames.iter().any(|f| place.contains(&f.value.start) && f.value.end == place.end);
    if r.is_agent(place) && !framed {
        return false;
    }
    let follows = any!(Copula | Many | Means | Preposition | Attribute | Settled | Binding);
    let before = (0..place.start).rev().find(|i| !r.is(*i, Cue::Filler));
    match before {
        Some(at) if r.words[at].says() && !r.clauses.iter().any(|c| c.start == place.start) => {
            r.cues[at] & follows != 0 || r.frames.iter().any(|f| place.contains(&f.value.start))
        }
        _ => true,
    }
}

/// Whether the entry says a word of the new value beside the old one already.
fn is_said_already(r: &Reading, new: &Range<usize>, k: &Reading, old: &Range<usize>) -> bool {
    let clause = k.clauses.iter().find(|c| c.contains(&old.start)).cloned().unwrap_or(0..k.head);
    let said = |stem: u32| clause.clone().any(|i| !old.contains(&i) && k.words[i].stem == stem);
    let before = k.says_in(0..old.start).next_back();
    let again = before.is_some_and(|i| new.clone().any(|n| r.words[n].stem == k.words[i].stem));
    again || r.content_in(new.clone()).any(|i| said(r.words[i].stem))
}

/// The new value as it is written where the old one stood: an article that opened a sentence no longer does.
fn fresh(r: &Reading, new: &Range<usize>, k: &Reading, old: &Range<usize>) -> String {
    let shown = r.shown(new.clone());
    let opens = |r: &Reading, at: usize| at <= r.lead || r.clauses.iter().any(|c| c.start == at);
    let article = r.is(new.start, Cue::Article);
    if article && opens(r, new.start) && !opens(k, old.start) {
        let (first, rest) = shown.split_at(shown.chars().next().map_or(0, char::len_utf8));
        return first.to_lowercase() + rest;
    }
    shown.to_owned()
}

/// A text with another value in place of one; explanations behind a semicolon belonged to the old value and go.
fn substituted(r: &Reading, value: &Range<usize>, fresh: &str) -> String {
    let from = r.words[value.start].start as usize;
    // The date that was put behind a relative day goes with it.
    let mut end = value.end;
    let mark = |at: usize| r.words.get(at).map_or("", |w| w.of(&r.text));
    if mark(end) == "(" && mark(end + 2) == ")" && r.words[end + 1].kind == Kind::Number {
        end += 3;
    }
    let to = r.words[end - 1].end as usize;
    // What explains the old value goes with it; a sentence of its own stays, whatever it says.
    let begins = (end..r.words.len()).find(|i| r.ends_head(*i)).filter(|i| !r.ends_sentence(*i));
    let closes = |at: &usize| r.ends_sentence(*at) || *at + 1 == r.words.len() && !r.words[*at].says();
    let explained = begins.map(|from| from..(from + 1..r.words.len()).find(closes).unwrap_or(r.words.len()));
    let explained = explained.filter(|e| !r.clauses.iter().any(|c| e.contains(&c.start) && is_fact(r, c)));
    let at = |word: usize| r.words.get(word).map_or(r.text.len(), |w| w.start as usize);
    let rest = match explained {
        Some(e) => format!("{}{}", r.text[to..at(e.start)].trim_end(), &r.text[at(e.end)..]),
        None => r.text[to..].to_owned(),
    };
    let (before, after) = (&r.text[..from], rest.trim_end());
    // No blank stands between two characters of a script without spaces.
    let glyph = |c: Option<char>| c.is_some_and(crate::script::is_unspaced);
    let before = match before.trim_end() {
        tight if glyph(tight.chars().next_back()) && glyph(fresh.chars().next()) => tight,
        _ => before,
    };
    let after = match after.trim_start() {
        tight if glyph(fresh.chars().next_back()) && glyph(tight.chars().next()) => tight,
        _ => after,
    };
    format!("{before}{fresh}{after}")
}

/// Whether a text states something beside the clauses in which some values stand.
pub fn has_facts_beside(r: &Reading, values: &[&Range<usize>]) -> bool {
    r.clauses.iter().any(|c| !values.iter().any(|v| c.contains(&v.start)) && is_fact(r, c))
}

/// Whether a clause states a fact of its own, not a reason, a remark or how it was before.
fn is_fact(r: &Reading, clause: &Range<usize>) -> bool {
    let past = r.hits(Cue::Past).any(|h| clause.contains(&h.from));
    // `customers asked for it`: a remark on what was said.
    let on_it = clause.end.checked_sub(1).filter(|i| clause.start > r.lead && r.words[*i].kind == Kind::Plain);
    let remark = on_it.is_some_and(|i| r.is(i, Cue::Binding) && !r.is(i, Cue::Preposition));
    let framed =
        r.frames.iter().any(|f| clause.contains(&f.value.start) && (f.class != super::frame::COPULA || f.functional));
    let relates = |h: super::lexicon::Hit| clause.contains(&h.from) && r.has_content(clause.start..h.from);
    !r.is_reason(clause) && !past && !remark && (framed || r.hits(Cue::Many).any(relates))
}
