//! Whether one of two texts names a narrower thing than the other: `the backup region`, `the region`; 告警渠道, 日报渠道.
//!
//! A word of its own that stands right before one by which both name what they speak of says of which: the second
//! contact is not the contact.

use std::ops::Range;

use super::cue::{Cue, PROPERTY, any};
use super::lexicon::Lexicon;
use super::pair::{Pair, RELATES};
use super::reading::Reading;
use super::words::Kind;

/// Whether a text or an entry names by its subject a narrower thing than the other; values are no part of a subject.
pub(super) fn narrower(
    (r, mine): (&Reading, &[Range<usize>]),
    (k, theirs): (&Reading, &[Range<usize>]),
    lexicon: &Lexicon,
) -> bool {
    let p = Pair::new(r, k, lexicon);
    let within = |values: &[Range<usize>], i: usize| values.iter().any(|v| v.contains(&i));
    let (news, left) = (p.news(r.lead..r.words.len()), p.left(k.lead..k.head));
    // A word that both have counts where it is no value in either.
    let both = |at: usize| !within(mine, at) && p.there(at).is_some_and(|there| !within(theirs, there));
    let back = |at: usize| !within(theirs, at) && p.here(at).is_some_and(|here| !within(mine, here));
    // `Command examples` is one phrase for the shell, of which the other text speaks as well, and no kind of examples.
    let phrase = |t: &Reading, at: usize, own: &[usize], other: &Reading| {
        let aspects = |from: usize| lexicon.scan(&t.words[from..at + 2]).2;
        let matter = |bits: u128| bits != 0 && bits & !other.aspects == 0;
        t.is(at, Cue::Aspect) && at + 1 < t.words.len() && aspects(at + 1) == 0 && matter(aspects(begin(at, own)))
    };
    // What is said of a withdrawal belongs to no name.
    let own = |i: &usize| !within(mine, *i) && !r.is(*i, Cue::Hollow) && !phrase(r, *i, &news, k);
    let other = |i: &usize| !within(theirs, *i) && !k.is(*i, Cue::Hollow) && !phrase(k, *i, &left, r);
    news.iter().filter(|i| own(i)).any(|i| singles_out(r, *i, &news, both))
        || left.iter().filter(|i| other(i)).any(|i| names_subject(k, *i, &left) && singles_out(k, *i, &left, back))
}

/// Whether a word that only one text has stands right before one that both have, as a part of its name.
fn singles_out(t: &Reading, at: usize, own: &[usize], shared: impl Fn(usize) -> bool) -> bool {
    let glyphs = t.words[at].kind == Kind::Glyph;
    let content = |i: usize| i < t.words.len() && t.words[i].says() && t.is_content(i);
    // A character between them may look like a verb: 会 of 早会.
    let inner = |i: usize| {
        let glyph = i < t.words.len() && t.words[i].kind == Kind::Glyph;
        glyphs && glyph && !shared(i) && t.cues[i] & any!(Copula | Preposition | Filler | Joiner) == 0
    };
    let next = if inner(at + 1) { at + 2 } else { at + 1 };
    if !content(next) || !shared(next) || t.cues[next] & RELATES != 0 {
        return false;
    }
    // `our cat Pixel`; what is counted or comes on a day.
    let named = t.words[next].capital && !t.words[at].capital;
    let counts = t.is_number(at) || t.is_weekday(at) || t.is(at, Cue::Functional) || t.is(at, Cue::Month);
    let from = begin(at, own);
    let leads = from.checked_sub(1).filter(|i| t.words[*i].says());
    // `I misheard the contact`, `Noted contact …`: what is done, and no part of a name.
    let done = match leads {
        Some(i) => !glyphs && t.is(i, Cue::Own) && !t.is(i, Cue::Possessive),
        None => !glyphs && t.words[from].stem != t.words[from].hash,
    };
    // A character alone is no word, unless it tells two things apart.
    let short = glyphs && from + 1 == next && !t.is(at, Cue::Contrast);
    !named && !counts && !done && !short
}

/// Where the run of words begins that ends at one.
fn begin(at: usize, own: &[usize]) -> usize {
    (0..at).rev().take_while(|i| own.contains(i)).last().unwrap_or(at)
}

/// Whether the name that a word of its own begins is what an entry speaks of: it stands before what is said
/// (`The backup region is …`), or behind `is the` as a property (`… is the backup region`).
fn names_subject(k: &Reading, at: usize, own: &[usize]) -> bool {
    let clause = k.clauses.iter().find(|c| c.contains(&at)).cloned().unwrap_or(k.lead..k.head);
    let end = (clause.start..clause.end).find(|i| k.is_colon(*i)).or_else(|| k.relation_in(clause.clone()));
    let article = begin(at, own).checked_sub(1).filter(|i| k.is(*i, Cue::Article));
    let is_the = article.and_then(|i| i.checked_sub(1)).is_some_and(|i| k.is(i, Cue::Copula));
    at < end.unwrap_or(clause.start) || is_the && k.words.get(at + 1).is_some_and(|_| k.cues[at + 1] & PROPERTY != 0)
}
