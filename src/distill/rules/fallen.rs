//! What an entry states is said to have ended, and beside it what holds instead: `The Octavia gave up, the user drives a
//! Dacia Spring now`, `Since Prof. Okonkwo's retirement …`, 孙倩调去分公司了，财务现在找吴凡对接.

use std::ops::Range;

use super::cue::{Cue, any};
use super::pair::{Pair, RELATES, weight};
use super::reading::Reading;
use super::words::Kind;

/// The stretches of a text between its pauses, cut as well where two clauses are joined.
fn stretches(r: &Reading) -> Vec<Range<usize>> {
    let mut stretches = Vec::new();
    let mut at = r.lead;
    while at < r.words.len() {
        let segment = r.segment(at);
        at = segment.end + 1;
        let mut from = segment.start;
        let joins =
            |i: &usize| r.is(*i, Cue::Joiner) && r.words[*i].kind != Kind::Glyph && fallen(r, &segment).is_some();
        for joint in segment.clone().filter(joins) {
            // `salt and pepper` are no clauses: both sides have a verb or say that something is over.
            let verb =
                (joint + 1..segment.end).find(|i| r.words[*i].says() && !r.is(*i, Cue::Filler) && !r.is(*i, Cue::Own));
            let other = verb.is_some_and(|i| {
                r.cues[i] & (RELATES | Cue::Auxiliary.bit()) != 0
                    || fallen(r, &(joint + 1..segment.end)).is_some()
                    || r.words[i].kind == Kind::Plain && !r.words[i].capital && i + 1 < segment.end
            });
            if other && joint > from {
                stretches.push(from..joint);
                from = joint + 1;
            }
        }
        if from < segment.end {
            stretches.push(from..segment.end);
        }
    }
    stretches
}

/// The words that say of something that it ended, and those beside it that say what holds instead.
fn sides(r: &Reading) -> Vec<(Range<usize>, Vec<Range<usize>>)> {
    let mut sides = Vec::new();
    let all = stretches(r);
    for segment in &all {
        let Some(end) = fallen(r, segment) else { continue };
        // `Since he retired she …`: what holds follows without a pause.
        let led = r.hits.iter().any(|h| h.from == segment.start && matches!(h.cue, Cue::Reason | Cue::Subordinate));
        if led && r.has_content(end..segment.end) {
            sides.push((segment.start..end, std::iter::once(end..segment.end).collect()));
        } else {
            let remark = |s: &Range<usize>| {
                r.hits.iter().any(|h| {
                    h.from == s.start && matches!(h.cue, Cue::Reason | Cue::Subordinate | Cue::End | Cue::Because)
                })
            };
            let others = all.iter().filter(|other| *other != segment && fallen(r, other).is_none() && !remark(other));
            sides.push((segment.clone(), others.cloned().collect()));
        }
    }
    sides
}

/// Where the phrase ends that says in a stretch that something is over.
fn fallen(r: &Reading, segment: &Range<usize>) -> Option<usize> {
    let within = |h: &&super::lexicon::Hit| segment.start <= h.from && h.to <= segment.end;
    let told = |h: &&super::lexicon::Hit| matches!(h.cue, Cue::Fallen | Cue::GivenUp | Cue::Ended);
    let hit = r.hits.iter().filter(within).filter(told).map(|h| h.to).max();
    // 儿子不拉小提琴了
    let stopped = || {
        let last = r.hits(Cue::EndMark).find(|h| h.to == segment.end && segment.contains(&h.from))?;
        let denied = r.hits(Cue::Negation).any(|h| segment.start <= h.from && h.to < last.from);
        denied.then_some(segment.end)
    };
    hit.or_else(stopped)
}

/// The old value in an entry and the new one in a text that says that the old one is over.
pub(super) fn replaced(p: &Pair<'_>) -> Option<(Range<usize>, Range<usize>)> {
    sides(p.r).into_iter().find_map(|(ended, instead)| side(p, &ended, &instead))
}

fn side(p: &Pair<'_>, ended: &Range<usize>, instead: &[Range<usize>]) -> Option<(Range<usize>, Range<usize>)> {
    let (r, k) = (p.r, p.k);
    let kept: Vec<usize> = instead.iter().flat_map(|s| p.shared(s.clone())).filter_map(|i| p.there(i)).collect();
    let named = p.shared(ended.clone()).into_iter().filter_map(|i| p.there(i)).filter(|i| !kept.contains(i));
    // 儿子不拉小提琴了: the subject of the entry is what both speak of.
    let subject = k.relation_in(k.segment(k.lead)).unwrap_or(k.lead);
    let (spoken, named): (Vec<usize>, Vec<usize>) = named.partition(|i| *i < subject);
    // Whose name is the value is named in full: of 网关的审批人是赵主任 is nothing said by 网关的巡检日已经没有了.
    let inverse = named.is_empty();
    let last = spoken.last().map_or(subject, |i| i + 1);
    if inverse && !p.left(last.min(subject)..subject).is_empty() {
        return None;
    }
    let (spoken, named) = if inverse { (named, spoken) } else { (spoken, named) };
    let kept: Vec<usize> = kept.into_iter().chain(spoken).collect();
    let told =
        |s: &&Range<usize>| !p.news((*s).clone()).is_empty() && !(s.start..s.end).any(|i| r.is(i, Cue::Negation));
    let holds =
        instead.iter().find(|s| told(s) && !p.shared((*s).clone()).is_empty()).or_else(|| instead.iter().find(told))?;
    let news = p.news(holds.clone());
    // The value goes as far as no relation parts it from what is named: `a 2012 Skoda Octavia`.
    let first = *named.iter().min()?;
    let segment = k.segment(first);
    // 别忘了 stands in both.
    if segment.clone().any(|i| k.is(i, Cue::Negation)) || k.frames.is_empty() && segment.start > k.lead + 1 {
        return None;
    }
    let parts = |i: usize| k.cues[i] & (RELATES | Cue::Own.bit()) != 0 || kept.contains(&i) || !k.words[i].says();
    let start = (segment.start..first).rev().find(|i| parts(*i)).map_or(segment.start, |i| i + 1);
    let last = named.iter().copied().filter(|i| segment.contains(i)).max()?;
    let end = (last + 1..segment.end).find(|i| parts(*i)).unwrap_or(segment.end);
    let old = k.trim(start..end);
    let said = |i: &usize| k.words[*i].capital || k.words[*i].kind != Kind::Plain || *i > k.lead + 1;
    if !named.iter().any(said) || k.is_listed(&old) || k.negated {
        return None;
    }
    let left: Vec<usize> = p.left(0..k.words.len()).into_iter().filter(|i| !old.contains(i)).collect();
    let telling = |i: &usize| k.words[*i].capital || matches!(k.words[*i].kind, Kind::Code | Kind::Number);
    // Without a word in common beside what ended, both are of whoever speaks.
    let own = |t: &Reading, range: Range<usize>| {
        range.clone().find(|i| !t.is(*i, Cue::Filler)).is_some_and(|i| t.is(i, Cue::Own))
    };
    // What stands behind it belongs to it.
    let left: Vec<usize> = left.into_iter().filter(|i| *i < old.end).collect();
    let alone = kept.is_empty() && weight(k, &left) <= 4 && own(k, k.lead..k.head) && {
        let timely = |i: usize| {
            r.is(i, Cue::Month) || r.is_number(i) || r.is_weekday(i) || r.is(i, Cue::Beginning) || r.is(i, Cue::Moment)
        };
        let first = (holds.start..holds.end).find(|i| r.is(*i, Cue::Own) || p.named(*i..*i + 1).any(|n| !timely(n)));
        first.is_some_and(|i| r.is(i, Cue::Own) && !r.is(i, Cue::Possessive))
    };
    let enough = weight(k, &kept) >= 2 && weight(k, &left) <= weight(k, &kept);
    if !(enough || alone) || left.iter().any(telling) {
        return None;
    }
    let (from, to) = (*news.first()?, *news.last()? + 1);
    Some((old, from..to))
}

/// The old value in an entry and the new one in a text that names both: `Carla took over the search service from Ben`,
/// `We replaced Jenkins with Buildkite`.
pub(super) fn named(p: &Pair<'_>) -> Option<(Range<usize>, Range<usize>)> {
    let (r, k) = (p.r, p.k);
    let naming = r.naming();
    let plain = naming.is_some();
    let said = naming.map(|n| n.old.clone()).or_else(|| left_behind(p))?;
    let named: Vec<usize> = p.named(said.clone()).collect();
    let there: Vec<usize> = named.iter().filter_map(|i| p.there(*i)).collect();
    if named.is_empty() || there.len() != named.len() || k.negated {
        return None;
    }
    let old = *there.iter().min()?..*there.iter().max()? + 1;
    // `Doctor put the user on …`: who makes it so.
    let object =
        |at: usize| at < r.words.len() && (r.is(at, Cue::Own) || r.is(at, Cue::Article) || p.there(at).is_some());
    let made = r.hits(Cue::Making).filter(|h| object(h.to) && !r.is(h.to, Cue::Preposition) && !said.contains(&h.to));
    let making = made.map(|h| h.to).min().unwrap_or(r.lead);
    let news: Vec<usize> = p.news(making..r.head).into_iter().filter(|i| !said.contains(i)).collect();
    let (first, last) = (*news.first()?, *news.last()? + 1);
    let together = (first..last).all(|i| news.contains(&i) || r.is(i, Cue::Filler) || !r.words[i].says());
    let rest: Vec<usize> = p.shared(r.lead..r.words.len()).into_iter().filter(|i| !said.contains(i)).collect();
    let left: Vec<usize> = p.left(k.lead..k.words.len()).into_iter().filter(|i| !old.contains(i)).collect();
    let acronym = |i: usize| k.text_of(i).len() <= 4 && k.text_of(i).chars().all(char::is_uppercase);
    let somebody = |i: &usize| k.words[*i].capital && !acronym(*i) || k.is(*i, Cue::Somebody);
    let contrast = |t: &Reading, i: usize| {
        t.is(i, Cue::Contrast) && t.content_in(i + 1..(i + 2).min(t.words.len())).next().is_some()
    };
    let apart = left.iter().any(|i| contrast(k, *i)) || !left.is_empty() && (r.lead..r.head).any(|i| contrast(r, i));
    let behind = |i: &usize| {
        (k.lead..*i)
            .rev()
            .find(|w| k.words[*w].says() && !k.is(*w, Cue::Filler))
            .is_some_and(|w| k.is(w, Cue::Preposition) && k.words[w].kind != Kind::Glyph)
    };
    if apart || !plain && !left.is_empty() || !rest.is_empty() && left.iter().any(behind) {
        return None;
    }
    let fits = if rest.is_empty() {
        plain && !left.iter().any(somebody)
    } else {
        weight(k, &left) <= 2 && !left.iter().any(somebody)
    };
    let sized = old.len() <= 6 && last - first <= 8 && !k.is_listed(&old) && !k.is_part(&old);
    (together && fits && sized && !r.segment(first).any(|i| r.is(i, Cue::Negation))).then_some((old, first..last))
}

/// What stands behind `from` or `off` in a text that tells of a change, as far as the entry has it.
fn left_behind(p: &Pair<'_>) -> Option<Range<usize>> {
    let r = p.r;
    let away = (r.lead..r.head).find(|i| r.is(*i, Cue::Away) || matches!(r.text_of(*i), "off"))?;
    let end = (away + 1..r.head)
        .find(|i| !r.words[*i].says() || r.cues[*i] & RELATES != 0 || r.is(*i, Cue::AlterInto))
        .unwrap_or(r.head);
    // `took over from`, `off … onto`: and not merely `restored from`.
    let taken = r.hits(Cue::Marker).any(|h| h.to <= away)
        || (r.lead..r.head).any(|i| r.is(i, Cue::AlterInto) && r.words[i].kind != Kind::Glyph);
    (taken && away + 1 < end).then_some(away + 1..end)
}

/// Whether a text says of what an entry states that it is over, and nothing else: `We cancelled HelloFresh`.
pub(super) fn ended(p: &Pair<'_>) -> Option<Range<usize>> {
    let (r, k) = (p.r, p.k);
    let first = k.segment(k.lead);
    let told = |h: &super::lexicon::Hit| matches!(h.cue, Cue::Ended | Cue::Ends | Cue::GivenUp | Cue::Withdraw);
    let hit = r.hits.iter().copied().find(|h| told(h) && h.from >= r.lead)?;
    let segment = stretches(r).into_iter().find(|s| s.contains(&hit.from)).unwrap_or_else(|| r.segment(hit.from));
    let unsaid = any!(Future | Condition | Temporary | Until);
    let denied = (segment.start..hit.from).any(|i| r.is(i, Cue::Negation) && r.words[i].kind != Kind::Glyph);
    if segment.clone().any(|i| r.cues[i] & unsaid != 0) || denied || k.negated || k.is_past() || k.hits.iter().any(told)
    {
        return None;
    }
    let thing: Vec<usize> = p.named(segment.clone()).filter(|i| !(hit.from..hit.to).contains(i)).collect();
    let there: Vec<usize> = thing.iter().filter_map(|i| p.there(*i)).collect();
    let specific = |i: &usize| k.words[*i].capital || k.words[*i].kind != Kind::Plain;
    if there.len() != thing.len() || weight(k, &there) < 2 || !there.iter().any(specific) && weight(k, &there) < 4 {
        return None;
    }
    let old = *there.iter().min()?..*there.iter().max()? + 1;
    // Who or what the entry speaks of is whoever speaks, or what the text names.
    let relation = k.relation_in(first.clone()).unwrap_or(old.start);
    let subject = first.start..relation.min(old.start.max(first.start + 1));
    let own = subject.clone().any(|i| k.is(i, Cue::Own));
    let mine = segment.clone().find(|i| r.words[*i].says()).is_some_and(|i| r.is(i, Cue::Own))
        || !r.has_content(segment.start..hit.from);
    let lost = p.left(subject.clone());
    let verb = lost.len() == 1
        && own
        && k.words[lost[0]].kind == Kind::Plain
        && !k.words[lost[0]].capital
        && lost[0] + 1 == subject.end;
    let same = (lost.is_empty() || verb) && (own || there.iter().any(|i| subject.contains(i)));
    let over = hit.cue == Cue::Ended || mine == own;
    let listed = there.iter().any(|i| k.is_listed(&(*i..*i + 1)));
    (same && over && !listed && !k.is_part(&old) && !k.is_in_passing(old.start)).then_some(old)
}
