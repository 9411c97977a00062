//! What ended: `The guitar lessons have ended`, `Nora quit the choir`, 瑜伽课停了, 不用再附翻译了.
//!
//! A predicate of ending and a thing. The entry that is about this thing, of the same subject, then says that it ended
//! (its old text stays in the history). One of a list, another thing, another's thing, or what only stands in passing
//! in an entry (`Backups run before the nightly report`) is not concerned.

use std::ops::Range;

use super::claim::Claim;
use super::cover::{covered, forms};
use super::cue::{Cue, PREDICATE, any};
use super::frame::{COPULA, Frame};
use super::known::Known;
use super::matcher::{Decision, Matcher};
use super::reading::Reading;
use super::words::Kind;
use crate::sediment::Section;

/// What a clause says has ended.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Ending {
    /// Words of whoever ended it, where somebody is named.
    subject: Vec<usize>,
    /// Words of the thing.
    thing: Vec<usize>,
    /// Words of earlier clauses: of what it ended, or for whom.
    scope: Vec<usize>,
    /// Whether a rule is lifted, rather than an action given up: `the ban on Friday deploys`.
    rule: bool,
    /// Whether the thing itself is said to be over: it stands before the predicate.
    over: bool,
    /// Whether something forbidden is allowed, which ends the prohibition.
    permits: bool,
}

/// Where an entry speaks of the thing.
struct Place {
    /// Its clause, by number.
    clause: usize,
    /// Whether the thing is what the clause is about.
    subject: bool,
}

impl Matcher<'_> {
    /// The entry about a thing that ended says so from now on.
    pub(super) fn by_ending(&self, claim: &Claim<'_>) -> Decision {
        let r = &claim.reading;
        let for_now = any!(Temporary | Today | Additive | Until);
        if r.naming().is_some_and(|n| n.new.is_some()) || (r.lead..r.words.len()).any(|i| r.cues[i] & for_now != 0) {
            return None;
        }
        let clauses = clauses(r);
        let told: Vec<Option<Ending>> = clauses.iter().map(|c| ending(r, c)).collect();
        let before = told.iter().take_while(|e| e.is_none()).count();
        let mut endings: Vec<Ending> = told.into_iter().flatten().collect();
        // `For docs, approvals are no longer needed`: what stands before says of which.
        if let Some(first) = endings.first_mut() {
            first.scope = clauses[..before].iter().flat_map(|c| content(r, c.clone())).collect();
        }
        let first = endings.first().filter(|e| !e.permits)?;
        let glyphs = first.thing.iter().filter(|i| r.words[**i].kind == Kind::Glyph).count();
        if first.thing.len() == glyphs && glyphs < 2 {
            return None;
        }
        let mut found: Vec<(&Known, Vec<Place>)> = Vec::new();
        for known in self.index.with_any(first.thing.iter().flat_map(|at| forms(r, *at))) {
            let k = &known.reading;
            let open = known.stated <= claim.day() && known.section != Section::Lessons && !k.is_past();
            if !open || !self.may_meet(claim, known) {
                continue;
            }
            let Some(of_first) = place(r, first, known) else { continue };
            if !clauses_of(k).iter().any(|c| ending(k, c).is_some_and(|e| !e.permits)) {
                let others = endings[1..].iter().filter_map(|e| place(r, e, known));
                found.push((known, std::iter::once(of_first).chain(others).collect()));
            }
        }
        found.sort_by(|(a, _), (b, _)| b.stated.cmp(&a.stated).then_with(|| a.id.cmp(&b.id)));
        let shown = r.shown(first.thing[0]..first.thing[first.thing.len() - 1] + 1);
        let why = format!("“{shown}” ended");
        // Several entries: only where all of them speak of nothing but this thing.
        if found.len() > 1 && !found.iter().all(|(k, places)| places[0].subject && clauses_of(&k.reading).len() == 1) {
            return None;
        }
        let Some((known, places)) = found.first() else {
            // What it ends was never known: that says nothing of anything else.
            return first.over.then(|| Ok(vec![claim.add(format!("{why}; nothing is known of it"))]));
        };
        let k = &known.reading;
        let parts = clauses_of(k);
        let remark = |n: usize| n > 0 && self.index.remarks.are(k, &parts[n]);
        if !(0..parts.len()).all(|n| remark(n) || places.iter().any(|p| p.clause == n)) {
            let text = without_sentence(k, &parts[places[0].clause])?;
            let kept = claim.update(known, &text, format!("{why}; the rest stands"));
            return Some(Ok(vec![kept, claim.add(why)]));
        }
        let mut changes = vec![claim.update(known, &r.text, why)];
        changes.extend(self.merged(claim, known, &r.text, found[1..].iter().map(|(k, _)| *k)));
        Some(Ok(changes))
    }
}

impl Reading {
    /// Whether a word is only spoken of in passing: `before the nightly report`.
    pub(super) fn is_in_passing(&self, at: usize) -> bool {
        let passing = any!(Over | Condition | Circumstance);
        let leads = self.says_in(self.lead..at).next_back();
        leads.is_some_and(|i| self.words[i].kind != Kind::Glyph && self.cues[i] & passing != 0 && i > self.lead)
    }
}

/// Clauses, cut at commas as well.
fn clauses(r: &Reading) -> Vec<Range<usize>> {
    let comma = |i: &usize| !r.words[*i].quoted && r.is_comma(*i);
    let mut parts = Vec::new();
    for clause in &r.clauses {
        let mut from = clause.start;
        for at in (clause.start..clause.end).filter(comma).chain([clause.end]) {
            let part = r.trim(from..at);
            if !part.is_empty() {
                parts.push(part);
            }
            from = at + 1;
        }
    }
    parts
}

/// The clauses of an entry that state something; a mark within a list makes no clause.
fn clauses_of(k: &Reading) -> Vec<Range<usize>> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    for part in clauses(k) {
        let listed = parts.last().is_some_and(|last| {
            let joined = k.is_comma(last.end) && k.is_listed(&(last.end - 1..last.end));
            joined && k.content_in(part.clone()).count() < 4
        });
        match parts.last_mut() {
            Some(last) if listed => last.end = part.end,
            _ => parts.push(part),
        }
    }
    parts
}

/// What a clause says has ended, if it does.
fn ending(r: &Reading, clause: &Range<usize>) -> Option<Ending> {
    let rule = clause.clone().any(|i| r.is(i, Cue::Rule));
    let Some(predicate) = predicate(r, clause) else {
        let permit = r.hits(Cue::Permit).find(|h| clause.contains(&h.from))?;
        let thing = content(r, clause.clone()).into_iter().filter(|i| !(permit.from..permit.to).contains(i)).collect();
        let ending = Ending { thing, rule, permits: true, ..Ending::default() };
        return (!ending.thing.is_empty()).then_some(ending);
    };
    let cue = |cue: Cue| r.hits(cue).any(|h| h.from == predicate.start && h.to == predicate.end);
    // `is not cancelled`, `will be cancelled`; but `the no-meeting rule is cancelled`.
    let unsaid = |i: usize| r.is(i, Cue::Future) || r.is(i, Cue::Condition) || r.is(i, Cue::Negation) && !rule;
    if (clause.start..predicate.start).any(|i| !r.words[i].quoted && unsaid(i)) {
        return None;
    }
    let (head, tail) = (content(r, clause.start..predicate.start), content(r, predicate.end..clause.end));
    let denied = r.is(predicate.start, Cue::Negation) && r.words[predicate.start].kind == Kind::Glyph;
    let needless = cue(Cue::Release) || denied;
    // `The lease ended`, 课停了: nothing follows but a remark. 附件不用加了: what needs not be done stands before.
    let over = !head.is_empty()
        && says_no_more(r, &(predicate.end..clause.end))
        && (cue(Cue::Ended) || cue(Cue::Withdraw) || tail.is_empty() && needless);
    if !over && cue(Cue::Ended) && !cue(Cue::Ends) && !cue(Cue::Withdraw) {
        return None;
    }
    let (subject, thing) = if over { (Vec::new(), head) } else { (head, tail) };
    (!thing.is_empty()).then_some(Ending { subject, thing, rule, over, ..Ending::default() })
}

/// The words that say that something ended.
fn predicate(r: &Reading, clause: &Range<usize>) -> Option<Range<usize>> {
    let said = |h: &&super::lexicon::Hit| {
        let cue = matches!(h.cue, Cue::Ended | Cue::Ends | Cue::Withdraw | Cue::GivenUp | Cue::Release);
        let inside = clause.start <= h.from && h.to <= clause.end;
        cue && inside && (h.cue != Cue::Withdraw && h.cue != Cue::Ends || !r.is_part_of_change(h))
    };
    let from = r.hits.iter().filter(said).map(|h| h.from).min();
    let to = |from: usize| r.hits.iter().filter(said).filter(|h| h.from == from).map(|h| h.to).max();
    from.and_then(|from| Some(from..to(from)?)).or_else(|| stopped(r, clause))
}

/// `不学德语了`, `don't eat meat any more`: a negation, and the mark of a change at the end.
fn stopped(r: &Reading, clause: &Range<usize>) -> Option<Range<usize>> {
    let end = r.hits(Cue::EndMark).filter(|h| h.to == clause.end).map(|h| h.from).min()?;
    let hit = r.hits(Cue::Negation).filter(|h| clause.start <= h.from && h.to < end).min_by_key(|h| h.from)?;
    let to = r.hits(Cue::Negation).filter(|h| h.from == hit.from).map(|h| h.to).max()?;
    (to < end).then_some(hit.from..to)
}

/// Content words of a range that name things: no remarks on time, light verbs, names for rules.
fn content(r: &Reading, range: Range<usize>) -> Vec<usize> {
    let silent = any!(Rule | Lately | EndMark | Auxiliary | LightVerb);
    let stop = range.clone().find(|i| r.hits(Cue::End).any(|h| h.from == *i)).unwrap_or(range.end);
    r.content_in(range.start..stop).filter(|i| r.cues[*i] & silent == 0).collect()
}

/// Whether nothing stands in a range but a remark: when, or why.
fn says_no_more(r: &Reading, range: &Range<usize>) -> bool {
    let opens = any!(Joiner | Lately | EndMark);
    let first = range.clone().find(|i| !r.is(*i, Cue::Filler) || r.cues[*i] & opens != 0);
    first.is_none_or(|i| r.cues[i] & opens != 0) || r.is_reason(range) || content(r, range.clone()).is_empty()
}

/// Where an entry speaks of what ended, as what it is about: its clause.
fn place(r: &Reading, ending: &Ending, known: &Known) -> Option<Place> {
    let k = &known.reading;
    let clauses = clauses_of(k);
    // `Don't call me Captain any more`: the same relation and value, denied.
    let same = |f: &Frame, g: &Frame| {
        f.slot() == g.slot() && f.class != COPULA && r.stems(f.value.clone()) == k.stems(g.value.clone())
    };
    let mine = r.frames.iter().filter(|f| ending.thing.iter().any(|i| f.value.contains(i)));
    let theirs = mine.filter_map(|f| k.frames.iter().find(|g| same(f, g))).next();
    let told = theirs.filter(|_| !ending.over && r.negated && !k.negated);
    if let Some(n) = told.and_then(|g| clauses.iter().position(|c| c.contains(&g.value.start))) {
        return Some(Place { clause: n, subject: true });
    }
    clauses.iter().enumerate().find_map(|(n, clause)| {
        let subject = about(r, ending, known, clause)?;
        Some(Place { clause: n, subject })
    })
}

/// Whether a clause of an entry is about what ended; whether that is its subject.
fn about(r: &Reading, ending: &Ending, known: &Known, clause: &Range<usize>) -> Option<bool> {
    let k = &known.reading;
    let thing = covered(r, &ending.thing, k, clause.clone())?;
    let (start, end) = (*thing.iter().min()?, *thing.iter().max()? + 1);
    let by = covered(r, &ending.subject, k, k.lead..if ending.rule { clause.end } else { end })?;
    covered(r, &ending.scope, k, 0..k.words.len())?;
    let mine = |i: usize| thing.contains(&i) || by.contains(&i);
    let silent = if ending.permits { Cue::Forbid.bit() } else { 0 }
        | any!(Daytime | Habit | Having | Numeral | Copula | Auxiliary);
    let others = |range: Range<usize>| -> Vec<usize> {
        k.content_in(range).filter(|i| !mine(*i) && k.cues[*i] & silent == 0).collect()
    };
    let glyph = |i: &usize| k.words[*i].kind == Kind::Glyph;
    // One of a list.
    if thing.iter().any(|i| k.is_listed(&run_around(k, &thing, *i))) {
        return None;
    }
    // What is forbidden is not given up when it is not done.
    let denies = |i: usize| !mine(i) && (k.is(i, Cue::Negation) || k.is(i, Cue::Forbid));
    let denied = (clause.start..end).any(denies);
    if !ending.rule && denied != ending.permits {
        return None;
    }
    let gaps = others(start..end);
    if gaps.iter().filter(|i| !glyph(i)).count() > 2 || gaps.iter().filter(|i| glyph(i)).count() > 6 {
        return None;
    }
    let prefix = others(clause.start..start);
    // A longer name: `the cache warmer` is no cache.
    let relates = PREDICATE | any!(Preposition | Habit | Negation | Numeral | Daytime | Scope);
    let next = (end..clause.end).find(|i| !k.is(*i, Cue::Filler) && !k.is(*i, Cue::Rule) || !k.words[*i].says());
    let possessed = k.words.get(end).is_some_and(|_| k.is(end, Cue::Possessive));
    let joined = possessed
        || next.is_some_and(|i| {
            let verb = k.words[i].stem != k.words[i].hash || k.words[i].kind == Kind::Number;
            k.words[i].says() && k.cues[i] & (relates | Cue::Binding.bit() | Cue::Own.bit()) == 0 && !verb
        });
    if prefix.is_empty() {
        return (!joined).then_some(true);
    }
    let somebody =
        |i: &usize| k.is(*i, Cue::Somebody) || k.objects.contains(&k.words[*i].stem) || k.is_weekday(*i) && !glyph(i);
    if !ending.rule && prefix.iter().any(somebody) || joined && glyph(&start) && !ending.rule {
        return None;
    }
    // Only in passing: `before the nightly report`.
    let leads = k.says_in(clause.start..start).next_back();
    let preposition = leads.is_some_and(|i| !glyph(&i) && k.is(i, Cue::Preposition));
    // 接口文档在 Confluence: what is there is not the place.
    if ending.over && prefix.len() >= 2 && leads.is_some_and(|i| glyph(&i) && k.is(i, Cue::Preposition)) {
        return None;
    }
    if k.is_in_passing(start) {
        return None;
    }
    let own = (clause.start..start).any(|i| k.is(i, Cue::Own)) || known.section == Section::Preferences;
    let plain = prefix.iter().filter(|i| !glyph(i)).count();
    let (limit, glyphs) = (2, if ending.over { 4 } else { 6 });
    let fits = plain <= limit && prefix.iter().filter(|i| glyph(i)).count() <= glyphs;
    // `Feature flag beta-search exists`: a word more in its name.
    let named = thing.len() >= 2 && (clause.start..start).all(|i| prefix.contains(&i) || k.is(i, Cue::Filler));
    let of_same = own || ending.rule || !by.is_empty() || plain == 0 || named;
    (fits && of_same && (!preposition || plain == 1 && (own || !by.is_empty()))).then_some(false)
}

/// The words around one of them that stand side by side, joiners between them included.
fn run_around(k: &Reading, words: &[usize], at: usize) -> Range<usize> {
    let goes_on = |i: usize| words.contains(&i) || k.is(i, Cue::Filler) && k.words[i].says();
    let joins = |i: usize| goes_on(i) || k.is(i, Cue::Joiner) || k.text_of(i) == "、";
    let mut run = at..at + 1;
    for i in at + 1..k.words.len() {
        match () {
            () if words.contains(&i) => run.end = i + 1,
            () if joins(i) => {}
            () => break,
        }
    }
    for i in (0..at).rev() {
        match () {
            () if words.contains(&i) => run.start = i,
            () if joins(i) => {}
            () => break,
        }
    }
    run
}

/// A text without one of its sentences; nothing where the clause is only a part of one.
fn without_sentence(k: &Reading, clause: &Range<usize>) -> Option<String> {
    let ends = |at: usize| matches!(k.text_of(at), "." | "。" | ";" | "；" | "!" | "！");
    let first = clause.start == 0 || ends(clause.start - 1);
    let last = k.words.get(clause.end).is_none_or(|_| ends(clause.end));
    if !first || !last {
        return None;
    }
    let from = k.words[clause.start].start as usize;
    let to = k.words.get(clause.end).map_or(k.text.len(), |mark| mark.end as usize);
    let (before, after) = (k.text[..from].trim_end(), k.text[to..].trim_start());
    // What refers to the sentence before would lose it.
    let gap = if before.is_empty() || after.is_empty() || !after.is_ascii() { "" } else { " " };
    let text = format!("{before}{gap}{after}");
    (!text.is_empty()).then_some(text)
}
