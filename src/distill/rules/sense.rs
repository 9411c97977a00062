//! The sense of a text: the same for texts that differ in synonyms only, or in where adverbs and times stand.
//!
//! `禁止在主干上提交` and `不得在主干提交`; `The team meets every Tuesday at 10` and `There is a team meeting at 10 each
//! Tuesday`. Everything else must be equal and in the same order: `Ana reports to Ben` is not `Ben reports to Ana`.

use super::claim::Claim;
use super::cue::{Cue, any};
use super::lexicon::Lexicon;
use super::matcher::{Decision, Matcher};
use super::reading::{Reading, fold};
use super::words::Kind;

impl Reading {
    /// A hash of what it says; 0 where it says too little.
    pub(super) fn sense_of(&self, lexicon: &Lexicon) -> u64 {
        let (mut order, mut times, mut numbers) = (1u64, 2u64, 3u64);
        let mut free: Vec<u32> = Vec::new();
        let mut last = 0;
        let mut said = 0;
        let mut at = 0;
        while at < self.words.len() {
            let word = self.words[at];
            let idle = any!(Filler | Article | Own | Idle | LightVerb);
            let synonym = lexicon.synonym(&self.words[at..]);
            let (token, len) = synonym.map_or((0, 1), |s| (s.sense, s.words));
            let here = at;
            at += len;
            if !word.says() || synonym.is_none() && self.cues[here] & idle != 0 && !word.quoted {
                continue;
            }
            said += 1;
            let time = self.is_weekday(here) || self.cues[here] & (Cue::Habit.bit() | Cue::Daytime.bit()) != 0;
            match synonym {
                Some(synonym) if synonym.free => {
                    if !free.contains(&token) {
                        free.push(token);
                    }
                }
                _ if time => times = fold(times, if synonym.is_some() { token } else { word.stem }),
                Some(_) if token == last => {}
                Some(_) => order = fold(order, token),
                None if word.kind == Kind::Number => numbers = fold(numbers, word.hash),
                None if self.is(here, Cue::Manner) => free.push(word.hash),
                None if word.kind == Kind::Plain => order = fold(order, word.form),
                None => order = fold(order, word.hash),
            }
            last = token;
        }
        free.sort_unstable();
        let all = free.into_iter().fold(order ^ times.rotate_left(21) ^ numbers.rotate_left(42), fold);
        if said < 2 { 0 } else { all }
    }
}

impl Matcher<'_> {
    /// The same in synonyms.
    pub(super) fn by_sense(&self, claim: &Claim<'_>) -> Decision {
        let r = &claim.reading;
        let found = self.index.in_other_words(r.sense).find(|known| {
            let near = known.section == claim.section && self.begins_so(claim, known, false);
            near && self.rules.similarity && r.sense != 0 && self.may_meet(claim, known)
        })?;
        Some(Ok(vec![claim.seen(found, "the same in other words")]))
    }
}
