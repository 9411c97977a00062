//! What takes the place of what: the last look at a text in which no other step found that it concerns an entry.
//!
//! Entries that share a word are looked at one by one, side by side with the text. One is concerned where both speak of
//! the same thing in full, and the text has a value for it of the same sort: another amount ([`super::amount`]), another
//! state ([`super::stage`]), another one by the same relation ([`super::turning`]), or one beside the news that the old one
//! is over ([`super::fallen`]). Where two entries of different values fit, nobody can tell which, and all stand.

use std::ops::Range;

use super::amount::{amount, own_amount, spans};
use super::claim::Claim;
use super::compare::shared;
use super::cue::{Cue, PROPERTY};
use super::exchange::exchanged;
use super::known::Known;
use super::lexicon::{Hit, Lexicon};
use super::matcher::{Decision, Matcher};
use super::pair::Pair;
use super::reading::Reading;
use super::restated::same_order;
use super::stage::stage;
use super::turning::turned;
use super::{fallen, glyphs};
use crate::distill::change::What;
use crate::distill::{Board, Change};
use crate::sediment::Section;

/// What a text has that can make it succeed an entry: most have none of it, and need not be compared with any.
struct Signs {
    /// It tells that something is not as it was.
    changed: bool,
    /// It has a day, time or number, of the present or of a change.
    counted: bool,
    /// It names a state of which there is one at a time.
    stated: bool,
    /// It says that something is over, or names what was.
    over: bool,
    /// It has a word that has a contrary.
    contrary: bool,
    /// It says what somebody wants.
    wished: bool,
    /// It names a property.
    held: bool,
}

impl Signs {
    fn of(claim: &Claim<'_>, lexicon: &Lexicon) -> Self {
        let r = &claim.reading;
        let changed = r.tells_of_change() || claim.correction;
        let over = |h: &Hit| {
            matches!(h.cue, Cue::Fallen | Cue::GivenUp | Cue::Ended | Cue::Ends | Cue::Withdraw | Cue::EndMark)
        };
        Self {
            changed,
            counted: !spans(r).is_empty() && (changed || !r.is_past()),
            stated: !lexicon.states.found(&r.words).is_empty(),
            over: r.hits.iter().any(over)
                || r.naming().is_some()
                || changed && (r.lead..r.head).any(|i| r.is(i, Cue::Away)),
            contrary: (r.lead..r.head).any(|i| lexicon.opposites.at(r, i).is_some()),
            wished: claim.section == Section::Preferences && wish(r),
            held: (r.lead..r.head).any(|i| r.cues[i] & PROPERTY != 0),
        }
    }

    fn any(&self) -> bool {
        self.changed || self.counted || self.stated || self.over || self.contrary || self.wished || self.held
    }

    /// The old value in an entry, the new one in the text, and how they were found.
    fn found(&self, p: &Pair<'_>, lexicon: &Lexicon) -> Option<(Range<usize>, Range<usize>, &'static str)> {
        let told = |why: &'static str| move |(old, new): (Range<usize>, Range<usize>)| (old, new, why);
        let counted = || amount(p, self.changed).map(told(AMOUNT));
        let own = || own_amount(p).map(told("another amount of its kind"));
        let stated = || stage(p, lexicon).map(told("another state of the same"));
        let over = || fallen::replaced(p).or_else(|| fallen::named(p)).map(told(INSTEAD));
        let contrary = || opposed(p, lexicon).map(told("the contrary"));
        let ended = || fallen::ended(p).map(|old| (old, 0..0, OVER));
        let related = || turned(p, lexicon).map(told(RELATED));
        let wished = || self.wished && wish(p.k);
        let named = || exchanged(p, self.changed, wished()).map(told("the same but for the name"));
        let spoken = || glyphs::succeeded(p, lexicon).map(told("another of the same"));
        let found = self.counted.then(counted).flatten();
        let found = found.or_else(|| (self.counted && self.changed).then(own).flatten());
        let found = found.or_else(|| self.stated.then(stated).flatten());
        let found = found.or_else(|| self.over.then(over).flatten());
        let found = found.or_else(|| self.contrary.then(contrary).flatten());
        let found = found.or_else(|| self.over.then(ended).flatten());
        let found = found.or_else(|| self.changed.then(related).flatten());
        let found = found.or_else(|| (self.changed || self.held || self.wished).then(named).flatten());
        found.or_else(|| (self.changed || self.over).then(spoken).flatten())
    }
}

/// Another amount of the same thing; `by 10 minutes` is none.
const AMOUNT: &str = "another amount of the same";

/// What else holds in the place of what is over.
const INSTEAD: &str = "what was is over";

/// Another value by the same relation of the same subject.
const RELATED: &str = "another by the same relation";

/// Why an entry ends.
const OVER: &str = "is over";

/// Whether a text says that something comes beside what there is; `, too many` does not.
pub(super) fn adds_to(r: &Reading) -> bool {
    let too = |h: &Hit| r.text_of(h.to - 1) == "too" && r.words.get(h.to).is_some_and(|w| w.says());
    r.hits(Cue::Additive).any(|h| !too(&h))
}

/// Whether a text says what somebody wants.
fn wish(t: &Reading) -> bool {
    t.has(Cue::Choice)
        || t.words.iter().any(|w| matches!(w.of(&t.text), "please" | "Please"))
        || t.frames.is_empty() && t.relation_in(t.lead..t.head).is_none()
}

/// Two texts that say the same but for a word and its contrary: `likes the dark theme`, `wants a light theme`.
fn opposed(p: &Pair<'_>, lexicon: &Lexicon) -> Option<(Range<usize>, Range<usize>)> {
    let (r, k) = (p.r, p.k);
    let (news, left) = (p.news(r.lead..r.head), p.left(k.lead..k.head));
    let ([new], [old]) = (news.as_slice(), left.as_slice()) else { return None };
    let (a, b) = (lexicon.opposites.at(r, *new)?, lexicon.opposites.at(k, *old)?);
    let contrary = a.group.is_some() && a.group == b.group && a.second != b.second;
    let same = super::pair::weight(k, &p.kept(k.lead..k.head)) >= 2 && r.negated == k.negated;
    (contrary && same && !k.is_past() && !r.is_past()).then(|| (*old..old + 1, *new..new + 1))
}

/// Entries looked at for one word, at most.
const LOOKED_AT: usize = 24;

/// Words by which entries are looked for, at most.
const WORDS: usize = 6;

impl Reading {
    /// Whether a text tells that something is not as it was.
    pub(super) fn tells_of_change(&self) -> bool {
        let told = |h: &Hit| {
            matches!(
                h.cue,
                Cue::Marker
                    | Cue::Altered
                    | Cue::Turned
                    | Cue::Switch
                    | Cue::OldBefore
                    | Cue::From
                    | Cue::Turning
                    | Cue::NewClause
            )
        };
        // 提 of 提交 is no verb of altering: only where a change is told by it.
        let glyph = |h: &Hit| h.cue == Cue::Altered && self.words[h.from].kind == super::words::Kind::Glyph;
        self.hits.iter().any(|h| told(h) && !glyph(h)) || self.hits.iter().any(glyph) && self.shift().is_some()
    }
}

/// Whether one of two texts tells when something begins, and the other when it is over.
pub(super) fn both_ends_told(a: &Reading, b: &Reading) -> bool {
    let tells = |t: &Reading, of: Cue, not: Cue| t.has(of) && !t.has(not);
    let apart = |a: &Reading, b: &Reading| tells(a, Cue::Onset, Cue::Finish) && tells(b, Cue::Finish, Cue::Onset);
    apart(a, b) || apart(b, a)
}

/// Whether not each of two texts names a thing beside its value that the other does not.
pub(super) fn names_the_same((r, new): (&Reading, &Range<usize>), (k, old): (&Reading, &Range<usize>)) -> bool {
    let lacks = |t: &Reading, value: &Range<usize>, other: &Reading| {
        t.objects.iter().any(|o| !other.has_stem(*o) && !value.clone().any(|i| t.words[i].stem == *o))
    };
    let labelled = new.clone().any(|i| r.is_colon(i));
    !(labelled || lacks(r, new, k) && lacks(k, old, r))
}

impl Matcher<'_> {
    /// What was decided, or, where that changed nothing, what the text succeeds.
    pub(super) fn or_succession(&self, claim: &Claim<'_>, board: &Board, decided: Decision) -> Decision {
        let adds = |changes: &Vec<Change>| matches!(changes.as_slice(), [one] if matches!(one.what, What::Add { .. }));
        match &decided {
            Some(Ok(changes)) if !adds(changes) => decided,
            Some(Err(_)) => decided,
            _ if claim.topic.is_some() || !self.rules.similarity => decided,
            _ => {
                let near = self.neighbours(claim);
                self.by_trade(claim, &near)
                    .or_else(|| self.by_return(claim, &near, board))
                    .or_else(|| self.by_restatement(claim, &near))
                    .or_else(|| self.by_renewal(claim, &near))
                    .or_else(|| self.by_succession(claim, &near))
                    .or_else(|| self.by_leave(claim, &near))
                    .or_else(|| self.by_sole(claim, &near))
                    .or(decided)
            }
        }
    }

    /// Entries that share one of a text's rarest words, each once.
    fn neighbours(&self, claim: &Claim<'_>) -> Vec<&Known> {
        let counted = claim.reading.content.iter().map(|word| (self.index.count(*word), *word));
        let mut words: Vec<(usize, u32)> = counted.filter(|(count, _)| *count > 0).collect();
        words.sort_unstable();
        self.index.with_words(words.into_iter().take(WORDS).map(|(_, word)| word), LOOKED_AT)
    }

    /// The same in another order or voice.
    fn by_restatement(&self, claim: &Claim<'_>, near: &[&Known]) -> Decision {
        let r = &claim.reading;
        let lexicon = &self.rules.lexicon;
        let mine = r.gist(lexicon)?;
        let same = |known: &&&Known| {
            let k = &known.reading;
            // As many words, about, and a third of them as they are.
            let (a, b) = (r.content.len(), k.content.len());
            let near = a.abs_diff(b) <= 3 && shared(&r.content, &k.content) * 3 + 1 >= a.min(b);
            known.section == claim.section
                && near
                && self.may_meet(claim, known)
                && k.gist(lexicon).is_some_and(|theirs| theirs == mine)
                && same_order(r, k)
        };
        let known = near.iter().find(same)?;
        Some(Ok(vec![claim.seen(known, "the same in another order")]))
    }

    /// What takes the place of what an entry says of the same thing.
    fn by_succession(&self, claim: &Claim<'_>, near: &[&Known]) -> Decision {
        let r = &claim.reading;
        if adds_to(r) || r.has(Cue::Adding) || r.has(Cue::Measure) || claim.section == Section::Lessons {
            return None;
        }
        let lexicon = &self.rules.lexicon;
        let signs = Signs::of(claim, lexicon);
        if !signs.any() {
            return None;
        }
        // Who names what was speaks of what is known to have been.
        let names_both = r.naming().is_some_and(|n| n.new.is_some());
        let mut fits: Vec<(&Known, Range<usize>, Range<usize>, &str)> = Vec::new();
        for known in near.iter().copied().filter(|k| self.may_change(claim, k)) {
            let pair = Pair::new(r, &known.reading, lexicon);
            if pair.two_of_a_kind() {
                continue;
            }
            let found = signs.found(&pair, lexicon);
            let found = found.filter(|(old, new, why)| {
                let role = |t: &Reading, v: &Range<usize>| v.clone().any(|i| t.text_of(i) == "as");
                let other = names_both || role(r, new) || role(&known.reading, old);
                let by = |i: usize| r.text_of(i) == "by" && *why == AMOUNT;
                !new.start.checked_sub(1).is_some_and(by)
                    && names_the_same((r, new), (&known.reading, old))
                    && !(other && *why == RELATED)
                    && self.are_values((r, new), (&known.reading, old))
            });
            fits.extend(found.map(|(old, new, why)| (known, old, new, why)));
        }
        // One statement of an entry rather than the whole of it.
        let parts: Vec<_> = fits.iter().filter(|(k, ..)| k.part).map(|(k, ..)| k.id.clone()).collect();
        fits.retain(|(k, ..)| k.part || !parts.contains(&k.id));
        let (known, old, new, why) = fits.iter().max_by_key(|(known, ..)| known.stated)?.clone();
        let stems = known.reading.stems(old.clone());
        let strict = |why: &str| matches!(why, INSTEAD | OVER);
        if fits
            .iter()
            .any(|(other, place, _, why)| other.reading.stems(place.clone()) != stems || strict(why) && fits.len() > 1)
        {
            return None;
        }
        if why == OVER {
            return Some(Ok(vec![claim.update(known, &r.text, format!("“{}” {OVER}", known.reading.shown(old)))]));
        }
        let why = format!("{why}: “{}” instead of “{}”", r.shown(new.clone()), known.reading.shown(old.clone()));
        // What else stated the old value is left to what is said of it: another wording may speak of another thing.
        let mut changes = self.replaced(claim, known, old, new, &[], why);
        changes.retain(|change| !matches!(change.what, What::Merge { .. }));
        Some(Ok(changes))
    }
}
