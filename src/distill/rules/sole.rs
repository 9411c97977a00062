//! The one entry that can be meant: `The kitchen crew asked for more time, dinner at the camp has slid to 19:15`.
//!
//! A text in somebody's own words tells of a change, and has a value known by its form ([`super::figure`]). What it says
//! the value of may be named shorter than in the entry (`my session`, of `my physio session with Kareem`), and by a verb that
//! no list has. So what counts is what the text does not say: nothing in it names another thing, and no other entry
//! with such a value shares as much with it. Where two could be meant, nothing is replaced.

use std::ops::Range;

use super::claim::Claim;
use super::counterpart::owners_differ;
use super::cue::{CHANGE, Cue, Cues, VERBAL, any};
use super::figure::{Figure, Of, figures};
use super::known::Known;
use super::matcher::{Decision, Matcher};
use super::pair::{Pair, weight};
use super::reading::Reading;
use super::succession::{adds_to, names_the_same};
use super::words::Kind;
use crate::distill::change::What;
use crate::sediment::Section;

/// Words that only hold a verb: `has been`, `got`.
const HELPS: Cues = any!(Auxiliary | Copula | Having | Filler | Binding);

/// Words that move a value, whatever it is.
const MOVES: Cues = CHANGE | any!(Alter | AlterPlace | AlterOwner | AlterWay | AlterInto | Turned | Settled);

/// An entry with a figure of the form of the new one.
struct Rival<'k> {
    known: &'k Known,
    /// The words of the text that it has.
    shared: Vec<usize>,
    /// The figures that change places, where all fits.
    fit: Option<(Range<usize>, Range<usize>)>,
}

impl Matcher<'_> {
    /// A figure that takes the place of one in the one entry that can be meant.
    pub(super) fn by_sole(&self, claim: &Claim<'_>, near: &[&Known]) -> Decision {
        let r = &claim.reading;
        let corrects = claim.correction || r.has(Cue::Correction);
        if !(corrects || r.tells_of_change() || has_moved(r)) || claim.section == Section::Lessons {
            return None;
        }
        if adds_to(r) || r.has(Cue::Adding) || r.has(Cue::Measure) || r.has(Cue::Condition) {
            return None;
        }
        let mine = figures(r);
        mine.iter().find_map(|new| self.sole(claim, near, new, &mine))
    }

    fn sole(&self, claim: &Claim<'_>, near: &[&Known], new: &Figure, mine: &[Figure]) -> Decision {
        let r = &claim.reading;
        if !is_stated(r, new) {
            return None;
        }
        let relation = relation(r, new);
        let mut rivals: Vec<Rival<'_>> = Vec::new();
        for known in near.iter().copied() {
            let k = &known.reading;
            let theirs = figures(k);
            if !theirs.iter().any(|f| f.of == new.of) {
                continue;
            }
            let pair = Pair::new(r, k, &self.rules.lexicon);
            let said = |i: &usize| !new.whole.contains(i) && Some(*i) != relation;
            let shared: Vec<usize> = pair.shared(r.lead..r.words.len()).into_iter().filter(said).collect();
            if shared.is_empty() {
                continue;
            }
            let fit = fit(&pair, (new, mine), &theirs).filter(|(old, new)| {
                self.may_be_corrected(claim, known)
                    && names_the_same((r, new), (k, old))
                    && self.are_values((r, new), (k, old))
            });
            rivals.push(Rival { known, shared, fit });
        }
        // One statement of an entry rather than the whole of it.
        let parts: Vec<_> = rivals.iter().filter(|o| o.known.part).map(|o| o.known.id.clone()).collect();
        rivals.retain(|o| o.known.part || !parts.contains(&o.known.id));
        let best = rivals.iter().filter(|o| o.fit.is_some()).max_by_key(|o| weight(r, &o.shared))?;
        // Whoever shares something that this one does not, or as much, could be meant as well.
        let other = |o: &&Rival<'_>| !std::ptr::eq(*o, best);
        let less =
            |o: &Rival<'_>| o.shared.len() < best.shared.len() && o.shared.iter().all(|i| best.shared.contains(i));
        if !rivals.iter().filter(other).all(less) {
            return None;
        }
        let (old, new) = best.fit.clone()?;
        let (from, to) = (best.known.reading.shown(old.clone()), r.shown(new.clone()));
        let why = format!("“{to}” instead of “{from}”, of the only one that can be meant");
        let mut changes = self.replaced(claim, best.known, old, new, &[], why);
        changes.retain(|change| !matches!(change.what, What::Merge { .. }));
        Some(Ok(changes))
    }

    /// Whether a text may change an entry; of what is past only where it corrects.
    fn may_be_corrected(&self, claim: &Claim<'_>, known: &Known) -> bool {
        let corrects = claim.correction || claim.reading.has(Cue::Correction);
        let loose = known.loose && known.stated <= claim.day() && self.may_meet(claim, known);
        loose && (corrects || self.may_change(claim, known))
    }
}

/// Whether a figure is what a text says holds, and neither what was, nor by how much something moved.
fn is_stated(r: &Reading, new: &Figure) -> bool {
    let segment = r.segment(new.range.start);
    let past = |h: &super::lexicon::Hit| {
        segment.contains(&h.from) && !(h.from..h.to).any(|i| r.cues[i] & (MOVES | Cue::Marker.bit()) != 0)
    };
    let denied = segment.clone().any(|i| r.is(i, Cue::Negation));
    let before = new.whole.start.checked_sub(1).filter(|i| *i >= r.lead);
    // `by 10 minutes`, 推迟 10 分钟
    let moved = before.is_some_and(|i| match r.words[i].kind {
        Kind::Glyph => r.cues[i] & any!(Alter | AlterPlace | AlterWay) != 0 && !r.is(i, Cue::AlterBare),
        _ => r.text_of(i) == "by",
    });
    let relative = r.hits(Cue::Relative).any(|h| h.from == new.whole.end);
    let bound = r.hits(Cue::Least).any(|h| segment.contains(&h.from));
    // Another figure beside it may be what it holds of: `19:15 on Fridays`.
    !(denied || moved || relative || bound || r.hits(Cue::Past).any(|h| past(&h)))
}

/// The old value in an entry and the new one in a text, where nothing in either says that they are of two things.
/// `mine` are all figures of the text.
fn fit(p: &Pair<'_>, (new, mine): (&Figure, &[Figure]), theirs: &[Figure]) -> Option<(Range<usize>, Range<usize>)> {
    let (r, k) = (p.r, p.k);
    let same = |a: &Figure, b: &Figure| r.stems(a.range.clone()) == k.stems(b.range.clone());
    if theirs.iter().any(|f| same(new, f)) || k.negated {
        return None;
    }
    // What both have is no value; what the text has beside its value may be the old one.
    let segment = r.segment(new.range.start);
    let beside = |f: &&Figure| mine.iter().any(|m| same(m, f) && segment.contains(&m.range.start));
    let at = |f: &Figure| weight(k, &p.kept(k.segment(f.range.start)));
    let mut olds: Vec<&Figure> = theirs.iter().filter(|f| f.of == new.of && !beside(f)).collect();
    let most = olds.iter().map(|f| at(f)).max()?;
    olds.retain(|f| at(f) == most);
    let [old] = olds.as_slice() else { return None };
    let joins = |t: &Reading, i: usize| t.is(i, Cue::Joiner) || matches!(t.text_of(i), "、" | "/" | "-");
    let listed = |t: &Reading, f: &Figure| {
        f.whole.start > t.lead && joins(t, f.whole.start - 1) || f.whole.end < t.words.len() && joins(t, f.whole.end)
    };
    if listed(k, old) || listed(r, new) || k.is_part(&old.range) || r.is_part(&new.range) || k.has(Cue::Least) {
        return None;
    }
    // `19:15 on Fridays`: when or of what it holds, of which the entry says nothing.
    let scoped = |m: &Figure| {
        segment.contains(&m.range.start) && m.range != new.range && !theirs.iter().any(|f| same(m, f) || f.of == m.of)
    };
    if mine.iter().any(scoped) {
        return None;
    }
    let glyphs = |t: &Reading, f: &Figure| {
        t.words[f.range.start].kind == Kind::Glyph || t.words.get(f.whole.end).is_some_and(|w| w.kind == Kind::Glyph)
    };
    if glyphs(r, new) || glyphs(k, old) { fit_glyphs(p, new, old) } else { fit_words(p, new, old) }
}

fn fit_words(p: &Pair<'_>, new: &Figure, old: &Figure) -> Option<(Range<usize>, Range<usize>)> {
    let (r, k) = (p.r, p.k);
    let segment = r.segment(new.range.start);
    let around = |i: &usize| !new.whole.contains(i);
    let kept: Vec<usize> = p.shared(segment.clone()).into_iter().filter(around).collect();
    let before = kept.iter().copied().filter(|i| *i < new.whole.start).max();
    // What the value is of stands beside it, or before, where a pronoun takes it up.
    let spoken = match before.or(kept.first().copied()) {
        Some(_) => kept.clone(),
        None => antecedent(p, segment.start)?,
    };
    // What the text names beside its value and the entry lacks is another thing, unless it is the verb.
    let verb = |i: &usize| is_verb(r, *i, &|o| p.there(o).is_some());
    let since = opening(r, &segment);
    let timely = |i: &usize| r.is(*i, Cue::DayTime) || since.contains(i);
    let mut news = p.news(segment.clone()).into_iter().filter(|i| around(i) && !timely(i));
    if news.any(|i| i >= new.whole.end || !verb(&i)) {
        return None;
    }
    let theirs = k.segment(old.range.start);
    let named: Vec<usize> = p.kept(theirs.clone()).into_iter().filter(|i| !old.whole.contains(i)).collect();
    let last = named.iter().copied().filter(|i| *i < old.whole.start).max();
    let (mine_verbs, their_verbs) =
        (verbs(r, before.map_or(segment.start, |i| i + 1), new), verbs(k, last.map_or(theirs.start, |i| i + 1), old));
    let alike = mine_verbs.iter().any(|i| p.there(*i).is_some_and(|o| their_verbs.contains(&o)));
    let moved = r.text_of(new.whole.start.saturating_sub(1)) == "to" && !mine_verbs.is_empty();
    let led = |t: &Reading, f: &Figure| {
        f.whole.start.checked_sub(1).filter(|i| t.is(*i, Cue::Preposition)).map(|i| t.words[i].hash)
    };
    let labelled = matches!(new.of, Of::Named(_) | Of::Rank(_)) && led(r, new) == led(k, old);
    if !(mine_verbs.is_empty() || their_verbs.is_empty() || alike || moved || labelled) {
        return None;
    }
    let said: Vec<usize> = p.shared(r.lead..r.words.len()).into_iter().filter(around).collect();
    let name = |i: usize| k.words[i].capital && i > k.lead;
    let proper = said.iter().any(|i| p.there(*i).is_some_and(name));
    let left: Vec<usize> = p
        .left(theirs.clone())
        .into_iter()
        .filter(|i| !old.whole.contains(i) && !their_verbs.contains(i) && *i != old.whole.end)
        .collect();
    let object = |i: usize| k.is(i, Cue::Article) || k.is_number(i);
    let opens = |i: usize| i == theirs.start && i + 1 < k.words.len() && object(i + 1);
    let telling = |i: &usize| {
        let owner = k.words.get(i + 1).is_some_and(|w| w.says()) && k.is(i + 1, Cue::Possessive);
        let beside = k.words.get(i + 1).is_some_and(|w| w.says()) && p.here(i + 1).is_some();
        let apposed = beside && k.words[i + 1].capital;
        let named = k.words[*i].capital && !opens(*i) && !(owner && weight(r, &spoken) >= 4);
        named || k.is(*i, Cue::Contrast) || k.words[*i].kind != Kind::Plain || beside && !apposed && !proper
    };
    let label = usize::from(matches!(new.of, Of::Named(_) | Of::Rank(_) | Of::Count(_)));
    let enough = left.is_empty() || left.len() <= 2 && weight(r, &said) + 2 * label >= 4;
    if !enough || left.iter().any(telling) || narrows(p, &spoken) {
        return None;
    }
    let others = owners_differ((r, std::slice::from_ref(&new.range)), (k, std::slice::from_ref(&old.range)));
    (!others).then(|| (old.whole.clone(), new.whole.clone()))
}

/// 读书会最后定在周四晚上: between what both name and the value stands a verb; before it nothing else.
fn fit_glyphs(p: &Pair<'_>, new: &Figure, old: &Figure) -> Option<(Range<usize>, Range<usize>)> {
    let (r, k) = (p.r, p.k);
    let segment = r.segment(new.range.start);
    let theirs = k.segment(old.range.start);
    let silent = any!(Filler | Moment | Own | Marker | Beginning | Lately | Preposition | Binding);
    let said = |t: &Reading, i: usize| t.words[i].says() && t.cues[i] & silent == 0;
    let within = |range: &Range<usize>, at: Option<usize>| at.is_some_and(|i| range.contains(&i));
    let (mine, other) = (segment.start..new.range.start, theirs.start..old.range.start);
    let kept: Vec<usize> = mine.clone().filter(|i| r.words[*i].says() && within(&other, p.there(*i))).collect();
    let named: Vec<usize> = other.clone().filter(|i| k.words[*i].says() && within(&mine, p.here(*i))).collect();
    let (last, there) = (*kept.last()?, *named.last()?);
    let news = (mine.start..last).any(|i| said(r, i) && !kept.contains(&i));
    let lost: Vec<usize> = (other.start..there).filter(|i| said(k, *i) && !named.contains(i)).collect();
    let verb = |t: &Reading, range: Range<usize>| range.filter(|i| said(t, *i) && t.cues[*i] & MOVES == 0).count();
    let (my_verb, their_verb) = (verb(r, last + 1..new.range.start), verb(k, there + 1..old.range.start));
    let apart = |i: &usize| k.is(*i, Cue::Contrast) || k.words[*i].kind != Kind::Glyph;
    // 九点开门, 八点关门: what stands behind the value relates it as well.
    let behind = (new.whole.end..segment.end).filter(|i| said(r, *i) && p.there(*i).is_none()).count();
    let beyond = (old.whole.end..theirs.end).filter(|i| said(k, *i) && p.here(*i).is_none()).count();
    let enough = weight(r, &kept) >= 2 && (weight(r, &kept) >= 4 || lost.is_empty()) && lost.len() <= 4;
    let related = my_verb <= 2 && their_verb <= 2 && (my_verb == 0 || their_verb == 0) && behind <= 1 && beyond <= 1;
    (!news && related && enough && !lost.iter().any(apart)).then(|| (old.range.clone(), new.range.clone()))
}

/// What a pronoun takes up: the words of the nearest stretch before that begins with what both texts name.
fn antecedent(p: &Pair<'_>, before: usize) -> Option<Vec<usize>> {
    let r = p.r;
    let mut at = before;
    while at > r.lead {
        let segment = r.segment(at - 1);
        let shared = p.shared(segment.clone());
        if let Some(first) = p.named(segment.clone()).next() {
            return (shared.first() == Some(&first)).then_some(shared);
        }
        at = segment.start.min(at - 1);
    }
    None
}

/// Whether a text tells that something has come to be otherwise, by whatever verb: `has slid to`, `have crept up to`.
fn has_moved(r: &Reading) -> bool {
    let verb = |i: usize| r.words[i].kind == Kind::Plain && !r.words[i].capital && r.cues[i] & (HELPS | VERBAL) == 0;
    let moved = |i: usize| {
        let mut next = i + 2;
        next += usize::from(next < r.words.len() && r.is(next, Cue::AlterWay));
        next < r.words.len() && r.is(next, Cue::AlterInto)
    };
    (r.lead..r.words.len().saturating_sub(2))
        .any(|i| matches!(r.text_of(i), "has" | "have") && verb(i + 1) && r.text_of(i + 1).len() > 3 && moved(i))
}

/// The event with which a stretch begins: `Since the fire at the mill`, `After the rewiring`.
fn opening(r: &Reading, segment: &Range<usize>) -> Range<usize> {
    let first = segment.start;
    let opens = matches!(r.text_of(first).to_lowercase().as_str(), "since" | "after" | "following");
    if !opens || first + 2 >= segment.end || !r.is_definite(first + 1) && !r.is(first + 1, Cue::Possessive) {
        return first..first;
    }
    let ends = |i: &usize| r.is(*i, Cue::Article) || r.is(*i, Cue::Own) || r.is(*i, Cue::Pronoun);
    first..(first + 3..segment.end.min(first + 6)).find(ends).unwrap_or(first)
}

/// The word that must be the verb before a figure by where it stands.
fn relation(r: &Reading, new: &Figure) -> Option<usize> {
    let segment = r.segment(new.whole.start);
    let silent = HELPS | any!(Preposition | Moment | AlterWay | AlterInto);
    let last = (segment.start..new.whole.start).rev().find(|i| r.words[*i].says() && r.cues[*i] & silent == 0)?;
    let led = (segment.start..last).rev().find(|i| r.words[*i].says())?;
    // `The projector in the club room is on …`
    let helps = |i: usize| r.words[i].kind != Kind::Glyph && r.cues[i] & any!(Auxiliary | Copula) != 0;
    let noun = r.cues[led] & any!(Article | Possessive | Preposition) != 0 || (last + 1..new.whole.start).any(helps);
    (!noun && r.words[last].kind == Kind::Plain && !r.words[last].capital).then_some(last)
}

/// Whether one of the texts has a word of its own right before one that names what both speak of.
fn narrows(p: &Pair<'_>, spoken: &[usize]) -> bool {
    let r = p.r;
    spoken.iter().any(|i| {
        let before = i.checked_sub(1).filter(|b| *b >= r.lead && r.words[*b].kind == Kind::Plain);
        before.is_some_and(|b| p.there(b).is_none() && (r.is(b, Cue::Contrast) && !r.is(b, Cue::Fresh)))
    })
}

/// Whether a word that an entry lacks may be a verb by where it stands: behind what both name, whoever speaks or a helping
/// word, and before none of these.
fn is_verb(r: &Reading, at: usize, shared: &dyn Fn(usize) -> bool) -> bool {
    let plain = r.words[at].kind == Kind::Plain && !r.words[at].capital;
    let helps = |i: usize| r.cues[i] & any!(Auxiliary | Copula | Having) != 0;
    let before = (r.lead..at).rev().find(|i| !r.is(*i, Cue::Filler) || r.is(*i, Cue::Article));
    let follows = before.is_some_and(|i| {
        r.words[i].says()
            && !r.is(i, Cue::Article)
            && !r.is(i, Cue::Possessive)
            && !r.is(i, Cue::Preposition)
            && (shared(i) || helps(i) || r.is(i, Cue::Own) || r.is(i, Cue::Pronoun) || r.is(i, Cue::Demonstrative))
    });
    // Behind a verb stands what it governs.
    let governs = any!(Preposition | Article | Possessive | Own | AlterWay | AlterInto | Pronoun | Functional);
    let next = r.words.get(at + 1).is_none_or(|w| {
        !w.says() || r.cues[at + 1] & governs != 0 && !helps(at + 1) || r.is_number(at + 1) || shared(at + 1)
    });
    plain && follows && next
}

/// The verbs from a word on that relate a thing to a figure, those of being and of altering aside.
fn verbs(t: &Reading, from: usize, figure: &Figure) -> Vec<usize> {
    let relation = relation(t, figure).filter(|i| t.cues[*i] & MOVES == 0);
    let silent = MOVES | HELPS | any!(Preposition | Own | Moment | Generic | Article | Pronoun | Demonstrative);
    let noun = |i: usize| i > t.lead && t.cues[i - 1] & any!(Article | Possessive | Preposition) != 0;
    let verb = |i: &usize| t.cues[*i] & VERBAL != 0 && t.cues[*i] & silent == 0 && !t.words[*i].capital && !noun(*i);
    (from..figure.whole.start)
        .filter(|i| t.words[*i].kind == Kind::Plain && (Some(*i) == relation || verb(i)))
        .collect()
}
