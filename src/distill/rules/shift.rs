//! Changes told by their verb: `The quota was raised to 8 GB`, `Bumped the client to v2.4.0`, `评审会挪到周四`, `On call is now Tove`.
//!
//! The verbs are many and what they do is one thing, so they are recognised by their structure: who or what changes, a
//! verb of altering, perhaps its direction, the word before the new value, the value.

use std::ops::Range;

use super::cue::{Cue, Cues, any};
use super::frame::COPULA;
use super::lexicon::Hit;
use super::reading::Reading;
use super::words::Kind;

const VERBS: Cues = any!(Alter | AlterPlace | AlterOwner);

/// Words that say nothing of what changes.
const SILENT: Cues = any!(Moment | Beginning | Auxiliary | Fresh | Opener | Settled | Copula);

/// What kind of value a change is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// Whatever stands there.
    Value,
    /// Where or when something is.
    Place,
    /// Who has something.
    Owner,
}

/// A change: of what, and the new value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shift {
    /// The words that name what changes; none where the text leaves it out.
    pub subject: Vec<usize>,
    /// The new value.
    pub value: Range<usize>,
    /// What kind of value.
    pub turn: Turn,
    /// Whether the verb tells of what happened, rather than of what is usually done.
    pub told: bool,
    /// Whether a verb of altering says it, and not a mere `now`.
    pub altered: bool,
    /// The word that says what is done with the value: 喝 of 改喝茶.
    pub act: Option<usize>,
}

impl Shift {
    /// A change that a verb of altering tells.
    fn of(subject: Vec<usize>, value: Range<usize>, turn: Turn) -> Self {
        Self { subject, value, turn, told: true, altered: true, act: None }
    }
}

impl Reading {
    /// The change that a text tells, if it tells one.
    pub fn shift(&self) -> Option<Shift> {
        let mut verbs: Vec<Hit> = self
            .hits
            .iter()
            .copied()
            .filter(|h| matches!(h.cue, Cue::Alter | Cue::AlterPlace | Cue::AlterOwner | Cue::Turned))
            .filter(|h| h.from >= self.lead && h.to < self.head)
            .collect();
        // `Changes to X are approved by Y`: a noun, of which something else is said.
        let noun = |h: &Hit| {
            let around = self.segment(h.from);
            self.words[h.from].kind != Kind::Glyph
                && !self.has_content(around.start..h.from)
                && (h.to..around.end).any(|i| self.is(i, Cue::Copula) || self.is(i, Cue::Passive))
        };
        verbs.retain(|h| !noun(h));
        verbs.sort_by_key(|h| (h.from, std::cmp::Reverse(h.to)));
        let mut by_verb = verbs.into_iter().filter_map(|verb| match self.words[verb.from].kind {
            Kind::Glyph => self.shift_of_glyphs(verb),
            _ => self.shift_of_words(verb),
        });
        let first = by_verb.next();
        match first {
            Some(shift) if !shift.told => by_verb.find(|s| s.told).or(Some(shift)),
            Some(shift) => Some(shift),
            None => self.shift_of_now().or_else(|| self.shift_of_frame()),
        }
    }

    /// The marks-free stretch of a text around a word.
    pub fn segment(&self, at: usize) -> Range<usize> {
        self.stretch(at, |i| self.is_comma(i) || self.is_colon(i))
    }

    /// The same where a label belongs to what it stands before.
    pub(super) fn thought(&self, at: usize) -> Range<usize> {
        self.stretch(at, |i| self.is_comma(i))
    }

    fn stretch(&self, at: usize, pauses: impl Fn(usize) -> bool) -> Range<usize> {
        let pause =
            |i: &usize| !self.words[*i].says() && !self.words[*i].quoted && (self.ends_clause(*i) || pauses(*i));
        let from = (0..at).rev().find(pause).map_or(0, |i| i + 1);
        from.max(self.lead)..(at..self.words.len()).find(pause).unwrap_or(self.words.len())
    }

    /// 挪到周四, 延长至 10 分钟, 移交给罗峰, 换 Grace.
    fn shift_of_glyphs(&self, verb: Hit) -> Option<Shift> {
        let segment = self.segment(verb.from);
        let glyph = |i: usize| i < segment.end && self.words[i].kind == Kind::Glyph;
        let mut at = verb.to;
        let mut into = verb.cue == Cue::Turned;
        let mut owner = verb.cue == Cue::AlterOwner;
        let mut place = verb.cue == Cue::AlterPlace;
        while !into && glyph(at) && at < verb.to + 2 && self.cues[at] & (Cue::AlterWay.bit() | VERBS) != 0 {
            if self.is(at, Cue::AlterInto) && !self.is(at, Cue::AlterWay) {
                break;
            }
            place |= self.is(at, Cue::AlterPlace);
            at += 1;
        }
        if glyph(at) && self.text_of(at) == "了" {
            at += 1;
        }
        // One such word, or 回到, 成为: what follows may be 成都.
        let whole = |at: usize| at == 0 || !self.is(at - 1, Cue::AlterInto) || matches!(self.text_of(at), "到" | "为");
        let from = at;
        while glyph(at)
            && self.is(at, Cue::AlterInto)
            && verb.cue != Cue::Turned
            && (at == from || at == from + 1 && whole(at))
        {
            owner |= matches!(self.text_of(at), "给" | "由");
            into = true;
            at += 1;
        }
        into |= self.is(verb.from, Cue::AlterBare) && at <= verb.to + 1;
        // 换了辆…
        let bare = self.is(at.saturating_sub(1), Cue::AlterBare) || self.text_of(at - 1) == "了";
        while glyph(at) && (self.is(at, Cue::Filler) || bare && self.is(at, Cue::Measured)) {
            at += 1;
        }
        let act = Some(at).filter(|at| bare && glyph(*at) && self.is(*at, Cue::AlterAct));
        if let Some(does) = act {
            at = does + 1;
            place |= matches!(self.text_of(does), "放" | "存" | "住");
        }
        let tail =
            self.hits(Cue::AlterTail).find(|h| h.from > at && h.to <= segment.end && self.rests(h.to, segment.end));
        let mut value = self.stripped(at..tail.map_or(segment.end, |h| h.from));
        // 限流放宽，每个用户每分钟 120 次: the value follows the pause.
        let ends = value.is_empty() && at == segment.end && segment.end + 1 < self.head;
        let mut beside = Vec::new();
        if ends && self.is(verb.from, Cue::Altered) {
            let next = self.present_segment(segment.end + 1)?;
            let span = self.spans(next.clone()).into_iter().next()?;
            into = true;
            beside = self.subject_words(next.start..span.range.start);
            value = self.stripped(span.range.start..next.end);
        }
        if !into || value.is_empty() {
            return None;
        }
        // 把缓存换成…: what is taken in hand.
        let taken = (segment.start..verb.from).find(|i| matches!(self.text_of(*i), "把" | "将"));
        let from = taken.map_or(segment.start, |at| at + 1);
        let mut subject = self.subject_words(from..verb.from);
        if subject.is_empty() && segment.start > self.lead {
            subject = self.subject_words(self.segment(segment.start - 1));
        }
        subject.extend(beside);
        let turn = match () {
            () if owner => Turn::Owner,
            () if place => Turn::Place,
            () => Turn::Value,
        };
        Some(Shift { act, ..Shift::of(subject, value, turn) })
    }

    /// The next stretch that tells what is, not what was: 现在九点 of 原来八点，现在九点.
    fn present_segment(&self, from: usize) -> Option<Range<usize>> {
        let past = any!(Old | Past | Opener | Negation);
        let mut at = from;
        while at < self.head {
            let segment = self.segment(at);
            if !segment.clone().any(|i| self.cues[i] & past != 0) {
                return Some(segment);
            }
            at = segment.end + 1;
        }
        None
    }

    /// Whether only fillers stand between a word and the end of a stretch.
    fn rests(&self, from: usize, to: usize) -> bool {
        (from..to).all(|i| self.is(i, Cue::Filler) || self.is(i, Cue::AlterTail))
    }

    /// `was raised to 8 GB`, `Bumped the client to v2.4.0`.
    fn shift_of_words(&self, verb: Hit) -> Option<Shift> {
        let segment = self.segment(verb.from);
        let first = segment.clone().find(|i| !self.is(*i, Cue::Filler)).unwrap_or(segment.start);
        let subject_before = || self.subject_words(segment.start..verb.from);
        if verb.cue == Cue::Turned {
            let value = self.stripped(verb.to..self.value_end(verb.to..segment.end));
            let value = self.before_aside(value);
            let mut subject = subject_before();
            if verb.from <= first || subject.is_empty() {
                subject = self.subject_words(value.end..segment.end); // `Back to spaces for indentation`
            }
            // `I'm back in Ghent`
            let turn = if self.text_of(verb.to - 1) == "in" { Turn::Place } else { Turn::Value };
            return (!value.is_empty()).then_some(Shift::of(subject, value, turn));
        }
        let leads = |i: &usize| self.is(*i, Cue::AlterInto) && self.words[*i].kind != Kind::Glyph;
        let into = (verb.to..segment.end.min(verb.to + 9)).find(leads)?;
        let object = (verb.to..into).find(|i| self.is(*i, Cue::Away)).unwrap_or(into);
        let object: Vec<usize> =
            self.subject_words(verb.to..object).into_iter().filter(|i| !self.is(*i, Cue::AlterWay)).collect();
        let value = self.stripped(into + 1..self.value_end(into + 1..segment.end));
        let value = self.before_aside(value);
        if value.is_empty() {
            return None;
        }
        let turn = match verb.cue {
            Cue::AlterPlace => Turn::Place,
            Cue::AlterOwner => Turn::Owner,
            _ => Turn::Value,
        };
        let told = self.is(verb.from, Cue::Altered) || verb.from <= first;
        let subject = match object.is_empty() {
            true => Some(subject_before()).filter(|s| !s.is_empty()),
            false => Some(object),
        };
        // `We switched to bun for the scripts`
        let subject = subject.unwrap_or_else(|| self.subject_words(value.end..segment.end));
        Some(Shift { told, ..Shift::of(subject, value, turn) })
    }

    /// `Session expiry is now 45 minutes`, `Now on call: Stefan`.
    fn shift_of_now(&self) -> Option<Shift> {
        let fresh = self.has(Cue::Fresh) || self.hits(Cue::Marker).any(|h| h.to <= self.head);
        let mut at = self.lead;
        let mut before: Option<Vec<usize>> = None;
        while fresh && at < self.head {
            let segment = self.segment(at);
            at = segment.end + 1;
            let label = self.words.get(segment.end).is_some_and(|_| self.is_colon(segment.end));
            let marks = |r: &Range<usize>| {
                self.hits.iter().any(|h| matches!(h.cue, Cue::Fresh | Cue::Marker) && r.contains(&h.from))
            };
            if label {
                // `Now on call: Stefan`; `cache: was Redis, is Valkey now`.
                let subject = self.subject_words(segment.clone());
                let value = self.before_aside(self.stripped(at..self.value_end(at..self.segment(at).end)));
                if marks(&segment) && !value.is_empty() && !subject.is_empty() {
                    return Some(Shift { altered: false, ..Shift::of(subject, value, Turn::Value) });
                }
                before = Some(subject);
                continue;
            }
            let copula = self
                .hits(Cue::Copula)
                .filter(|h| h.from >= segment.start && h.to < segment.end && !self.is(h.from, Cue::Bound))
                .map(|h| (h.from, h.to))
                .reduce(|a, b| if b.0 == a.0 && b.1 > a.1 || b.0 < a.0 { b } else { a });
            let Some((from, to)) = copula.filter(|_| marks(&segment)) else { continue };
            let value = self.before_aside(self.stripped(to..self.value_end(to..segment.end)));
            let subject = Some(self.subject_words(segment.start..from)).filter(|s| !s.is_empty()).or(before.take());
            if let Some(subject) = subject.filter(|s| !s.is_empty() && !value.is_empty()) {
                return Some(Shift { altered: false, ..Shift::of(subject, value, Turn::Value) });
            }
        }
        None
    }

    /// `Omar took over as tech lead from Bea`: a relation that tells of a change by itself.
    fn shift_of_frame(&self) -> Option<Shift> {
        let frame = self.frames.first().filter(|f| f.class == COPULA && f.functional && self.has(Cue::Marker))?;
        let named = |i: &usize| frame.about.contains(&self.words[*i].stem) && !frame.value.contains(i);
        let until = (self.lead..self.head).find(|i| self.is(*i, Cue::Away)).unwrap_or(self.head);
        let subject: Vec<usize> = (self.lead..until).filter(named).collect();
        let value = frame.value.clone();
        (!subject.is_empty()).then_some(Shift::of(subject, value, Turn::Value))
    }

    /// The words that name something: content without what tells when or that it changed.
    fn subject_words(&self, range: Range<usize>) -> Vec<usize> {
        // 这个月起…, `Since March …`: the days that say since when.
        let since = range.clone().rev().find(|i| self.words[*i].kind == Kind::Glyph && self.text_of(*i) == "起");
        let timely = |i: usize| self.is_number(i) || self.is_weekday(i) || self.is(i, Cue::Month);
        let before = since
            .filter(|s| (range.start..*s).all(|i| timely(i) || self.cues[i] & SILENT != 0 || !self.words[i].says()));
        let from = before.map_or(range.start, |s| s + 1);
        self.content_in(from..range.end).filter(|i| self.cues[*i] & SILENT == 0).collect()
    }

    /// A range without marks, fillers and `now` at its edges.
    fn stripped(&self, range: Range<usize>) -> Range<usize> {
        let idle = |i: usize| {
            !self.words[i].says() && self.text_of(i) != "%" || self.is(i, Cue::Filler) && !self.is(i, Cue::Numeral)
        };
        let mut range = range;
        while range.start < range.end && idle(range.start) {
            range.start += 1;
        }
        while range.start < range.end && idle(range.end - 1) {
            range.end -= 1;
        }
        range
    }

    /// A value without what follows it: `spaces` of `spaces for indentation`.
    fn before_aside(&self, value: Range<usize>) -> Range<usize> {
        let aside = |i: usize| {
            self.words[i].kind != Kind::Glyph
                && self.cues[i] & (Cue::Scope.bit() | Cue::Preposition.bit()) != 0
                && !matches!(self.text_of(i), "of" | "at")
        };
        let end = (value.start + 1..value.end).find(|i| aside(*i)).unwrap_or(value.end);
        self.stripped(value.start..end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distill::rules::lexicon::Lexicon;

    #[test]
    fn verbs_of_altering_tell_what_changes_and_the_new_value() {
        let lexicon = Lexicon::parse(None).unwrap();
        for (text, subject, value, turn) in [
            ("The upload quota was bumped to 8 GB", "upload quota", "8 GB", Turn::Value),
            ("We shrank the worker pool to 4 threads", "worker pool", "4 threads", Turn::Value),
            (
                "Choir practice got pushed back to Wednesday at 19:30",
                "Choir practice",
                "Wednesday at 19:30",
                Turn::Place,
            ),
            ("The release notes were reassigned to Tove", "release notes", "Tove", Turn::Owner),
            ("Back to spaces for indentation", "indentation", "spaces", Turn::Value),
            ("Now on call: Stefan", "call", "Stefan", Turn::Value),
            ("Session expiry is now 45 minutes", "Session expiry", "45 minutes", Turn::Value),
            ("评审会挪到周四下午三点。", "评 审", "周四下午三点", Turn::Place),
            ("验证码有效期延长至 10 分钟。", "验 证 码 效 期", "10 分钟", Turn::Value),
            ("结算模块移交给罗峰了。", "结 算 模 块", "罗峰", Turn::Owner),
            ("上个月搬到重庆了。", "", "重庆", Turn::Place),
            ("图表库换成 AntV。", "图 表 库", "AntV", Turn::Value),
            ("值班人这个月起换程蕊。", "值 班 人", "程蕊", Turn::Value),
        ] {
            let r = Reading::of(text, &lexicon);
            let s = r.shift().unwrap_or_else(|| panic!("{text}"));
            let said: Vec<_> = s.subject.iter().map(|i| r.text_of(*i)).collect();
            assert_eq!((said.join(" ").as_str(), r.shown(s.value.clone()), s.turn), (subject, value, turn), "{text}");
        }
        for text in ["The office is open to guests", "用户喜欢喝茶", "We use npm for the web client"] {
            assert_eq!(Reading::of(text, &lexicon).shift(), None, "{text}");
        }
    }
}
