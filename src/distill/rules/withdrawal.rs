//! Records that take something back.

use super::claim::Claim;
use super::compare::{shared, shared_edge};
use super::cover::cover;
use super::cue::{Cue, PREDICATE, any};
use super::known::Known;
use super::lexicon::Hit;
use super::matcher::{Decision, Matcher};
use super::narrower::narrower;
use super::reading::Reading;
use super::words::Kind;

impl Reading {
    /// Whether a text under a topic takes back only a value that an entry has, or states behind it what that is about:
    /// `Jest got dropped; the test runner is Vitest`.
    pub(super) fn states_behind(&self, known: &Known, topic: &str) -> bool {
        let takes = |h: &&Hit| matches!(h.cue, Cue::Withdraw | Cue::Ended);
        let Some(taken) = self.hits.iter().filter(takes).min_by_key(|h| h.from) else { return false };
        let mut segment = self.segment(taken.from);
        // A label says who speaks or to whom.
        if let Some(colon) = (segment.start..taken.from).rfind(|i| self.is_colon(*i)) {
            segment.start = colon + 1;
        }
        let there = |stem: &u32| known.reading.words.iter().any(|word| word.stem == *stem);
        let named = |i: usize| {
            let word = self.text_of(i).to_lowercase();
            topic
                .to_lowercase()
                .split(|c: char| !c.is_alphanumeric())
                .any(|part| part.len() > 2 && word.len() > 2 && (part.starts_with(&word) || word.starts_with(part)))
        };
        let given_up = || self.content_in(segment.clone()).filter(|i| !self.is(*i, Cue::Hollow));
        let value = given_up().any(|i| there(&self.words[i].stem)) && !given_up().any(named);
        self.frames.iter().filter(|f| f.value.start > segment.end && !f.about.is_empty()).any(|f| {
            let reason = self.is_reason(&self.segment(f.value.start));
            f.functional && f.about.iter().all(there) || value && !reason
        })
    }
}

impl Matcher<'_> {
    /// Whether a text takes something back.
    pub(super) fn is_withdrawal(&self, claim: &Claim<'_>) -> bool {
        let r = &claim.reading;
        // 取消 is a verb of many sentences; it withdraws something where a clause begins or ends with it.
        let spaced = |h: &Hit| r.words[h.from].kind != Kind::Glyph;
        let edge = |h: &Hit| {
            let silent = |mut range: std::ops::Range<usize>| range.all(|i| r.is(i, Cue::Filler));
            r.clauses.iter().any(|c| {
                c.contains(&h.from) && (silent(c.start..h.from) || silent(h.to..c.end) || self.after_comma(r, h.from))
            })
        };
        // `was not cancelled` takes nothing back.
        let denied = |h: &Hit| {
            let clause = r.clauses.iter().find(|c| c.contains(&h.from));
            clause.is_some_and(|c| (c.start..h.from).rev().take(2).any(|i| r.is(i, Cue::Negation)))
        };
        // `A cancelled gig is announced on …` tells of whatever is cancelled.
        let attribute = |h: &Hit| {
            let noun = r.words.get(h.to).is_some_and(|w| w.says() && r.is_content(h.to));
            noun && h.from.checked_sub(1).is_some_and(|i| r.is(i, Cue::Article)) && r.words[h.from].kind != Kind::Glyph
        };
        let takes_back = |h: &Hit| !r.is_part_of_change(h) && !denied(h) && !attribute(h);
        r.hits(Cue::Withdraw).any(|h| takes_back(&h) && (spaced(&h) || edge(&h))) || r.has(Cue::Release)
    }

    /// Whether a clause says nothing but that something is taken back: `…; it is withdrawn`.
    fn only_hollow(&self, r: &Reading, clause: &std::ops::Range<usize>) -> bool {
        r.content_where(|i| clause.contains(&i) && !r.is(i, Cue::Hollow) && !r.is(i, Cue::Release)).is_empty()
    }

    /// Whether a text states something else before it takes something back: `The colour is green, the vote is cancelled`.
    fn states_before(&self, r: &Reading) -> bool {
        let Some(taken) = r.hits(Cue::Withdraw).map(|h| h.from).min() else { return false };
        let start = r.segment(taken).start;
        let hollow = |value: &std::ops::Range<usize>| r.content_in(value.clone()).all(|i| r.is(i, Cue::Hollow));
        r.frames.iter().any(|f| f.functional && f.value.end <= start && !f.about.is_empty() && !hollow(&f.value))
    }

    /// Whether a text states something else behind what it takes back: `We've dropped the newsletter, so the mailing
    /// budget will be 200 euros`.
    fn states_behind(&self, r: &Reading, end: usize) -> bool {
        let hollow = |value: &std::ops::Range<usize>| r.content_in(value.clone()).all(|i| r.is(i, Cue::Hollow));
        r.frames.iter().any(|f| f.value.start >= end && !f.about.is_empty() && !hollow(&f.value))
    }

    /// Whether an entry has a character that names what a text withdraws only within another word: 早 of 早会 in 早上.
    fn lacks_word(&self, r: &Reading, clause: &std::ops::Range<usize>, known: &Known) -> bool {
        let glyph = |i: usize| r.words.get(i).is_some_and(|w| w.kind == Kind::Glyph);
        let joined = |i: &usize| glyph(*i) && (glyph(i + 1) || *i > 0 && glyph(i - 1));
        let aspect = |i: usize| r.is(i, Cue::Aspect) || self.rules.lexicon.is_aspect(r.words[i].stem);
        let own: Vec<usize> =
            r.content_in(clause.clone()).filter(|i| joined(i) && !r.is(*i, Cue::Hollow) && !aspect(*i)).collect();
        cover(r, &own, &known.reading).iter().any(|(_, there)| there.is_none())
    }

    fn after_comma(&self, r: &Reading, at: usize) -> bool {
        at > 0 && !r.words[at - 1].says()
    }

    /// Whether a withdrawal says nothing but what it withdraws.
    pub(super) fn is_hollow_by_itself(&self, claim: &Claim<'_>) -> bool {
        claim.reading.naming().is_none_or(|n| {
            n.new.is_none() || claim.reading.content_in(n.old.clone()).all(|i| claim.reading.is(i, Cue::Hollow))
        })
    }

    /// Whether a text says nothing beyond ending an entry.
    pub(super) fn is_hollow(&self, claim: &Claim<'_>, known: &Known) -> bool {
        let r = &claim.reading;
        let own = r.content_where(|i| !r.is(i, Cue::Hollow) && !r.is(i, Cue::Negation));
        own.iter().all(|w| known.reading.content.contains(w))
    }

    /// Something is dropped: a text that names a value states so; one that names a topic only removes.
    pub(super) fn by_withdrawal(&self, claim: &Claim<'_>) -> Decision {
        let r = &claim.reading;
        if !self.is_withdrawal(claim) || !self.is_hollow_by_itself(claim) {
            return None;
        }
        if self.states_before(r) {
            return None;
        }
        let released = r.has(Cue::Release);
        // Further clauses give reasons and remarks.
        let takes_back = |c: &&std::ops::Range<usize>| {
            r.hits.iter().any(|h| matches!(h.cue, Cue::Withdraw | Cue::Release) && c.contains(&h.from))
        };
        let clause = r.clauses.iter().find(takes_back).cloned()?;
        // 别再提网店了，已经取消，因为省料: the reason stands behind many another text.
        let end = (clause.start + 1..clause.end).find(|i| r.begins_remark(*i)).unwrap_or(clause.end);
        let clause = clause.start..end;
        let clause = if self.only_hollow(r, &clause) { 0..clause.end } else { clause };
        let silent = any!(Hollow | Release | Negation);
        let topic = r.content_where(|i| clause.contains(&i) && r.cues[i] & silent == 0);
        // `log format` is one phrase for one matter; of `backup window` the window is not what `Backups of …` tell of.
        let generic = r.content_where(|i| r.is(i, Cue::Attribute) && r.is(i, Cue::Aspect));
        if topic.is_empty() {
            return None;
        }
        let mut best: Vec<(usize, &Known)> = Vec::new();
        for known in self.index.all() {
            let stated = values(known);
            let objects = claim.objects.iter().all(|o| known.objects.contains(o) || known.reading.content.contains(o))
                && known
                    .objects
                    .iter()
                    .all(|o| claim.objects.contains(o) || stated.contains(o) || known.reading.at_tail(*o));
            let first = (0..known.reading.words.len()).find(|i| topic.contains(&known.reading.words[*i].stem));
            let elsewhere = || first.is_some_and(|i| known.reading.is_in_passing(i)) || known.reading.is_longer(&topic);
            if !objects || !self.may_meet(claim, known) || elsewhere() {
                continue;
            }
            let covered = shared(&topic, &known.reading.content);
            // Of `Reviewers complained; 200 lines is the limit` the reviewers are not the matter.
            let behind = known.reading.told_behind();
            let told = behind.map(|clause| self.rules.lexicon.scan(&known.reading.words[clause]).2);
            let (mine, theirs) = (r.aspects, told.unwrap_or(known.reading.aspects));
            let aspect = mine != 0 && (mine == theirs || (mine.count_ones() == 1 && mine & theirs != 0));
            // Words that are no aspect name the thing concerned: the entry bears them all.
            let lexicon = &self.rules.lexicon;
            let told = |w: &u32| known.reading.content.contains(w) || lexicon.is_aspect(*w) || generic.contains(w);
            let specific = topic.iter().all(told);
            let all = covered == topic.len() || (aspect && specific && covered >= claim.objects.len());
            if all && !narrower((r, &[]), (&known.reading, &[]), lexicon) && !self.lacks_word(r, &clause, known) {
                best.push((covered, known));
            }
        }
        let most = best.iter().map(|(n, _)| *n).max()?;
        best.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| b.1.stated.cmp(&a.1.stated)).then_with(|| a.1.id.cmp(&b.1.id)));
        let (_, first) = best[0];
        // `date format` names no value of `date format goes from … to ISO dates`.
        let beside = first.reading.content_where(|i| !is_value(first, i));
        let named: Vec<u32> = values(first).into_iter().filter(|w| !beside.contains(w)).collect();
        // What is no longer needed was needed: the entry says so from now on.
        if released {
            let enough = topic.len() >= 2 || r.words.iter().any(|w| w.kind == Kind::Glyph);
            let holds = first.reading.negated == r.negated || first.reading.is_past();
            return (most == topic.len() && enough && !holds)
                .then(|| Ok(vec![claim.update(first, &r.text, "it is no longer needed")]));
        }
        if topic.iter().any(|w| named.contains(w)) && most == topic.len() {
            let said = |i: usize| clause.contains(&i) && r.words[i].kind == Kind::Glyph && r.cues[i] & silent == 0;
            if (0..r.words.len()).any(|i| said(i) && !r.is(i, Cue::Filler) && !first.reading.has_stem(r.words[i].stem))
            {
                return None; // 罗马之行 is not 罗马
            }
            let all = r.content_where(|i| clause.contains(&i) && r.cues[i] & silent == 0);
            let place = (0..first.reading.words.len())
                .find(|i| named.contains(&first.reading.words[*i].stem) && all.contains(&first.reading.words[*i].stem));
            if place.is_some_and(|i| first.reading.is_listed(&(i..i + 1))) {
                return Some(Ok(vec![claim.add("takes back one of several; the others stand")]));
            }
            return Some(Ok(vec![claim.update(first, &r.text, "takes back a value that it names")]));
        }
        // Removed: those that cover the topic best, and those that state the same value in other words.
        let mut gone: Vec<&Known> = best.iter().filter(|(n, _)| *n == most).map(|(_, k)| *k).collect();
        for (_, other) in &best {
            let states =
                |k: &Known| k.reading.frames.iter().any(|f| other.states(&k.reading.stems(f.value.clone())).is_some());
            let same = gone.iter().any(|k| shared_edge(&k.reading, &other.reading).is_some() || states(k));
            if same && !gone.iter().any(|k| k.id == other.id) {
                gone.push(other);
            }
        }
        let mut changes: Vec<_> =
            gone.into_iter().map(|k| claim.remove(k, "withdraws it".to_owned(), "withdrawn")).collect();
        if self.states_behind(r, clause.end) {
            changes.push(claim.add("states something else as well"));
        }
        Some(Ok(changes))
    }
}

impl Reading {
    /// Whether a text begins with a longer name than these words: `API key rotation happens …`, of the words `API key`.
    fn is_longer(&self, topic: &[u32]) -> bool {
        let plain = |i: usize| self.words[i].kind != Kind::Glyph && self.words[i].says();
        let mut words = (self.lead..self.head).skip_while(|i| self.is(*i, Cue::Filler));
        let named = words.by_ref().take_while(|i| topic.contains(&self.words[*i].stem)).count();
        let next = (self.lead..self.head).filter(|i| !self.is(*i, Cue::Filler)).nth(named).filter(|_| named > 0);
        next.is_some_and(|i| {
            let verb = self.words[i].stem != self.words[i].hash || self.cues[i] & (PREDICATE | Cue::Past.bit()) != 0;
            plain(i)
                && !verb
                && self.words[i].kind == Kind::Plain
                && self.is_content(i)
                && !self.is(i, Cue::Attribute)
                && !self.is(i, Cue::Aspect)
                && !self.is(i, Cue::Rule)
        })
    }
}

/// The content words of an entry's values.
fn values(known: &Known) -> Vec<u32> {
    known.reading.content_where(|i| is_value(known, i))
}

/// Whether a word stands in a value of an entry: of a frame, or what it says was and is.
fn is_value(known: &Known, at: usize) -> bool {
    let named = known.naming.iter().flat_map(|n| std::iter::once(&n.old).chain(&n.new));
    known.reading.frames.iter().map(|f| &f.value).chain(named).any(|value| value.contains(&at))
}
