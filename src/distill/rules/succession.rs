//! What takes the place of what: the last look at a text in which no other step found that it concerns an entry.
//!
//! Entries that share a word are looked at one by one, side by side with the text. One is concerned where both speak of
//! the same thing in full, and the text has a value for it of the same sort: another amount ([`super::amount`]), another
//! state ([`super::stage`]), another one by the same relation ([`super::turning`]), or one beside the news that the old one
//! is over ([`super::fallen`]). Where two entries of different values fit, nobody can tell which, and all stand.

use std::ops::Range;

use super::amount::{amount, own_amount};
use super::claim::Claim;
use super::cue::Cue;
use super::exchange::exchanged;
use super::known::Known;
use super::matcher::{Decision, Matcher};
use super::pair::{Pair, forms};
use super::reading::Reading;
use super::restated::{gist, same_order};
use super::stage::stage;
use super::turning::turned;
use super::{fallen, glyphs};
use crate::distill::change::What;
use crate::sediment::Section;

/// Why an entry ends.
const OVER: &str = "is over";

/// Whether a text says that something comes beside what there is; `, too many` does not.
fn adds_to(r: &Reading) -> bool {
    let too = |h: &super::lexicon::Hit| r.text_of(h.to - 1) == "too" && r.words.get(h.to).is_some_and(|w| w.says());
    r.hits(Cue::Additive).any(|h| !too(&h))
}

/// Whether a text says what somebody wants.
fn wish(t: &Reading) -> bool {
    t.has(Cue::Choice)
        || t.words.iter().any(|w| matches!(w.of(&t.text), "please" | "Please"))
        || t.frames.is_empty() && t.relation_in(t.lead..t.head).is_none()
}

/// Two texts that say the same but for a word and its contrary: `likes the dark theme`, `wants a light theme`.
fn opposed(p: &Pair<'_>, lexicon: &super::lexicon::Lexicon) -> Option<(Range<usize>, Range<usize>)> {
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

impl Reading {
    /// Whether a text tells that something is not as it was.
    pub(super) fn tells_of_change(&self) -> bool {
        let told = |h: &super::lexicon::Hit| {
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
        let glyph =
            |h: &super::lexicon::Hit| h.cue == Cue::Altered && self.words[h.from].kind == super::words::Kind::Glyph;
        self.hits.iter().any(|h| told(h) && !glyph(h)) || self.hits.iter().any(glyph) && self.shift().is_some()
    }
}

impl Matcher<'_> {
    /// What was decided, or, where that changed nothing, what the text succeeds.
    pub(super) fn or_succession(
        &self,
        claim: &Claim<'_>,
        board: &crate::distill::Board,
        decided: Decision,
    ) -> Decision {
        let adds = |changes: &Vec<crate::distill::Change>| matches!(changes.as_slice(), [one] if matches!(one.what, What::Add { .. }));
        match &decided {
            Some(Ok(changes)) if !adds(changes) => decided,
            Some(Err(_)) => decided,
            _ if claim.topic.is_some() || !self.rules.similarity => decided,
            _ => self
                .by_return(claim, board)
                .or_else(|| self.by_restatement(claim))
                .or_else(|| self.by_succession(claim))
                .or(decided),
        }
    }

    /// Entries that share a telling word with a text, each once.
    fn neighbours<'s>(&'s self, claim: &'s Claim<'s>) -> Vec<&'s Known> {
        let mut found: Vec<&Known> = Vec::new();
        for word in &claim.reading.content {
            for known in self.index.with_word(*word).take(LOOKED_AT) {
                if !found.iter().any(|k| std::ptr::eq(*k, known)) {
                    found.push(known);
                }
            }
        }
        found
    }

    /// The same in another order or voice.
    fn by_restatement(&self, claim: &Claim<'_>) -> Decision {
        let r = &claim.reading;
        let lexicon = &self.rules.lexicon;
        let mine = gist(r, &forms(r, lexicon), lexicon)?;
        let same = |known: &&&Known| {
            let k = &known.reading;
            known.section == claim.section
                && self.may_meet(claim, known)
                && gist(k, &forms(k, lexicon), lexicon).is_some_and(|theirs| theirs == mine)
                && same_order(r, k)
        };
        let all = self.neighbours(claim);
        let known = all.iter().find(same)?;
        Some(Ok(vec![claim.seen(known, "the same in another order")]))
    }

    /// What takes the place of what an entry says of the same thing.
    fn by_succession(&self, claim: &Claim<'_>) -> Decision {
        let r = &claim.reading;
        if adds_to(r) || r.has(Cue::Adding) || r.has(Cue::Measure) || claim.section == Section::Lessons {
            return None;
        }
        let changed = r.tells_of_change() || claim.correction;
        let mine = forms(r, &self.rules.lexicon);
        let mut fits: Vec<(&Known, Range<usize>, Range<usize>, &str)> = Vec::new();
        for known in self.neighbours(claim) {
            if !self.may_change(claim, known) {
                continue;
            }
            let k = &known.reading;
            let theirs = forms(k, &self.rules.lexicon);
            let pair = Pair::new((r, &mine), (k, &theirs));
            let lexicon = &self.rules.lexicon;
            let found =
                amount(&pair, changed).filter(|_| changed || !r.is_past()).map(|f| (f, "another amount of the same"));
            let found = found
                .or_else(|| changed.then(|| own_amount(&pair)).flatten().map(|f| (f, "another amount of its kind")));
            let found = found.or_else(|| stage(&pair, lexicon).map(|f| (f, "another state of the same")));
            let found = found
                .or_else(|| fallen::replaced(&pair).or_else(|| fallen::named(&pair)).map(|f| (f, "what was is over")));
            let found = found.or_else(|| opposed(&pair, lexicon).map(|f| (f, "the contrary")));
            let found = found.or_else(|| fallen::ended(&pair).map(|old| ((old, 0..0), OVER)));
            let found = found.or_else(|| {
                changed
                    .then(|| turned(&pair, (&mine, &theirs), lexicon))
                    .flatten()
                    .map(|f| (f, "another by the same relation"))
            });
            let found = found.or_else(|| {
                exchanged(&pair, changed, wish(r) && wish(k) && claim.section == Section::Preferences)
                    .map(|f| (f, "the same but for the name"))
            });
            let found = found.or_else(|| glyphs::succeeded(&pair, lexicon).map(|f| (f, "another of the same")));
            fits.extend(found.map(|((old, new), why)| (known, old, new, why)));
        }
        // One statement of an entry rather than the whole of it.
        let parts: Vec<_> = fits.iter().filter(|(k, ..)| k.part).map(|(k, ..)| k.id.clone()).collect();
        fits.retain(|(k, ..)| k.part || !parts.contains(&k.id));
        let (known, old, new, why) = fits.iter().max_by_key(|(known, ..)| known.stated)?.clone();
        let stems = known.reading.stems(old.clone());
        let strict = |why: &str| matches!(why, "what was is over" | OVER);
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
