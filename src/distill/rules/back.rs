//! A return: `Reverted: formatting is done with Black again`, of an entry that said so before it said Ruff.

use super::claim::Claim;
use super::cue::Cue;
use super::known::Known;
use super::lexicon::Hit;
use super::matcher::{Decision, Matcher};
use super::pair::{Pair, weight};
use super::reading::Reading;
use super::words::Kind;
use crate::distill::Board;

impl Matcher<'_> {
    /// The entry that said before what a text says is so again.
    pub(super) fn by_return(&self, claim: &Claim<'_>, near: &[&Known], board: &Board) -> Decision {
        let r = &claim.reading;
        // `…; to be looked at again next quarter`, `asked again about it` are no return.
        let asked = |h: &Hit| r.hits(Cue::Asking).any(|a| a.to == h.from);
        if !r.hits(Cue::Return).any(|h| h.to <= r.head && !asked(&h)) {
            return None;
        }
        let mut found: Option<&Known> = None;
        for known in near.iter().copied().filter(|k| !k.part && self.may_change(claim, k)) {
            let Some(slot) = board.slots.get(&known.id) else { continue };
            let earlier = slot.state.versions.iter().filter(|v| v.text != slot.state.text);
            if earlier.into_iter().any(|v| self.says_again(r, &v.text, &known.reading)) {
                if found.is_some() {
                    return None;
                }
                found = Some(known);
            }
        }
        Some(Ok(vec![claim.update(found?, &r.text, "back to an earlier value, in other words")]))
    }

    /// Whether the subject of what was said once, and that of what is said again, each have a word that the other text lacks.
    fn subjects_part(&self, r: &Reading, once: &Reading) -> bool {
        let Some((mine, theirs)) = r.whole_subject().zip(once.whole_subject()) else { return false };
        let returns = |w: u32| r.hits(Cue::Return).any(|h| (h.from..h.to).any(|i| r.words[i].stem == w));
        let own = |words: &[u32], other: &Reading| words.iter().any(|w| !other.has_stem(*w) && !returns(*w));
        own(&mine.words, once) && own(&theirs.words, r)
    }

    /// Whether a text says what an entry said once, and no longer says.
    fn says_again(&self, r: &Reading, earlier: &str, now: &Reading) -> bool {
        let once = self.read(earlier);
        let named = |a: &Reading, b: &Reading| a.objects.iter().all(|o| b.has_stem(*o));
        if !named(r, &once) && !named(&once, r) {
            return false;
        }
        if self.subjects_part(r, &once) {
            return false;
        }
        let p = Pair::new(r, &once, &self.rules.lexicon);
        let kept = p.kept(0..once.words.len());
        let exact = |t: &Reading, i: usize| {
            t.words[i].capital && i > t.lead
                || matches!(t.words[i].kind, Kind::Code | Kind::Number)
                || t.is_number(i)
                || t.is_weekday(i)
        };
        let left = p.left(0..once.words.len());
        // What has been given up since is what is so again.
        let value = kept.iter().any(|i| !now.words.iter().any(|w| w.stem == once.words[*i].stem));
        let glyphs = kept.iter().any(|i| once.words[*i].kind == Kind::Glyph);
        let enough = weight(&once, &kept) >= if glyphs { 3 } else { 4 };
        value && enough && !left.iter().any(|i| exact(&once, *i)) && weight(&once, &left) <= weight(&once, &kept)
    }
}
