//! What stands beside the clause that changed: where only a part of an entry changed, the rest of it survives.
//!
//! Every change that gives an entry another text, takes it away or merges it into another passes through
//! `Matcher::spared`, whatever step of the matching it came from. Of the entry's sentences and clauses, those that
//! the record answers give way to the record's words, and what explained them goes with them; all others stay in
//! their order. Where they could not stay without meaning something else, both texts stand and the older one is marked.

use std::ops::Range;

use super::anaphora::{Antecedent, Meant};
use super::claim::Claim;
use super::compare::difference;
use super::joining::{MARKS, ends_in_glyph, joined};
use super::known::Known;
use super::matcher::Matcher;
use super::place::{Place, place};
use super::reading::Reading;
use super::sort::Sort;
use super::statement::{Joint, Part};
use crate::distill::change::What;
use crate::distill::{Board, Change};
use crate::sediment::EntryId;

/// The clause of an entry that a record answers.
struct Touched {
    /// Which sentence, and which of its clauses.
    sentence: usize,
    /// The clauses of that sentence.
    parts: Vec<Part>,
    part: usize,
    /// The value that gives way, when it is known.
    value: Range<usize>,
    /// Whether there is more to tell it by than words in common.
    certain: bool,
}

impl Matcher<'_> {
    /// The same changes with all that the entries and the record say beside what changed.
    pub(super) fn spared(&self, claim: &Claim<'_>, changes: Vec<Change>, board: &Board) -> Vec<Change> {
        let mut spared = Vec::with_capacity(changes.len());
        let mut texts: Vec<(EntryId, Option<String>)> = Vec::new();
        for mut change in changes {
            match &mut change.what {
                What::Update { id, text, .. } => {
                    let Some(known) = self.index.get(id).filter(|k| k.stated <= claim.day()) else {
                        spared.push(change);
                        continue;
                    };
                    let whole = self.united(claim, known, text);
                    texts.push((id.clone(), whole.clone()));
                    match whole {
                        Some(whole) => *text = whole,
                        None => {
                            spared.extend(self.beside(claim, known, &change.why, board));
                            continue;
                        }
                    }
                }
                What::Seen { id, fuller } => {
                    let known = self.index.get(id).filter(|k| k.stated <= claim.day());
                    let more = known.filter(|k| fuller.is_some() || claim.reading.adds(&k.reading));
                    if let Some(known) = more {
                        let text = fuller.take().unwrap_or_else(|| claim.reading.text.clone());
                        *fuller = self.united(claim, known, &text);
                        if fuller.is_none() {
                            spared.extend(self.beside(claim, known, &change.why, board));
                            continue;
                        }
                    }
                }
                What::Merge { into, from, text } => {
                    match texts.iter().find(|(id, _)| id == into) {
                        Some((_, None)) => continue,
                        Some((_, Some(whole))) => text.clone_from(whole),
                        None => {}
                    }
                    let (partly, wholly): (Vec<_>, Vec<_>) =
                        from.drain(..).map(|id| (self.left_of(claim, &id), id)).partition(|(rest, _)| rest.is_some());
                    for (rest, id) in partly {
                        spared.extend(rest.and_then(|rest| self.reduced(claim, &id, rest, board)));
                    }
                    *from = wholly.into_iter().map(|(_, id)| id).collect();
                    if from.is_empty() {
                        continue;
                    }
                }
                What::Remove { id, .. } => {
                    if let Some(rest) = self.left_of(claim, id) {
                        spared.extend(self.reduced(claim, id, rest, board));
                        continue;
                    }
                }
                _ => {}
            }
            spared.push(change);
        }
        spared
    }

    /// Both stand, the older one marked.
    fn beside(&self, claim: &Claim<'_>, known: &Known, why: &str, board: &Board) -> [Change; 2] {
        let newer = board.new_id(claim.section, &claim.reading.text, Some(&claim.record.id));
        let conflict = What::Conflict { older: known.id.clone(), newer };
        [
            claim.add(format!("{why}; the entry says more, which cannot stand without it")),
            claim.change(conflict, format!("may contradict {} in part", known.id)),
        ]
    }

    /// An entry loses what the claim answers and keeps the rest, with its fields.
    fn reduced(&self, claim: &Claim<'_>, id: &EntryId, rest: String, board: &Board) -> Option<Change> {
        let known = self.index.get(id)?;
        let mut fields = crate::stream::Fields::default();
        for key in ["until", "because", "origin"] {
            if let Some(value) = board.slots.get(id).and_then(|slot| slot.state.fields.get(key)) {
                fields.set(key, value);
            }
        }
        let what = What::Update { id: known.id.clone(), text: rest, fields, confidence: claim.confidence() };
        Some(claim.change(what, "only a part of it is concerned; the rest stands"))
    }

    /// What an entry says beyond what the claim answers; nothing when that is all it says.
    fn left_of(&self, claim: &Claim<'_>, id: &EntryId) -> Option<String> {
        let known = self.index.get(id)?;
        let k = &known.reading;
        let sentences = k.sentences();
        if sentences.len() < 2 {
            return None;
        }
        let touched = self.touched(claim, k, &claim.reading, None);
        let gone = self.antecedent(k, &touched, &Reading::default());
        let mut kept: Vec<String> = Vec::new();
        for (at, stays) in self.surviving(claim, k, sentences, &touched, &claim.reading).into_iter().enumerate() {
            if stays {
                let last = (touched.sentence + 1..at).all(|i| k.depends(&sentences[i]));
                kept.push(match k.meant(&gone, &sentences[at]) {
                    Meant::Named(name, at_words) if last => k.renamed(&sentences[at], &name, &at_words),
                    _ => k.shown_closed(sentences[at].clone()).to_owned(),
                });
            }
        }
        let remark = |s: &Range<usize>| self.index.remarks.are(k, s);
        let told =
            sentences.iter().any(|s| k.tells(s) && !remark(s) && kept.iter().any(|text| text == k.shown(s.clone())));
        told.then(|| joined(kept))
    }

    /// The text of an entry once a record (in the words of `text`) answered a part of it; nothing when both must stand.
    fn united(&self, claim: &Claim<'_>, known: &Known, text: &str) -> Option<String> {
        let (k, r) = (&known.reading, &claim.reading);
        let mut own = if text == r.text { None } else { Some(self.read(text)) };
        let sentences = k.sentences();
        let mut pieces: Vec<String> = Vec::new();
        // Of the entry's own wording with another value in it, the sentence in which that stands.
        let mut changed = None;
        if let Some(whole) = own.as_ref().filter(|_| sentences.len() > 1) {
            let spoken = whole.sentences();
            let mut other = (0..sentences.len()).filter(|i| !whole.says(k, &sentences[*i]));
            if let (Some(at), None, true) = (other.next(), other.next(), spoken.len() == sentences.len()) {
                own = Some(self.read(whole.shown(spoken[at].clone())));
                changed = Some(at);
            }
        }
        let n = own.as_deref().unwrap_or(r);
        let touched = self.touched(claim, k, n, changed);
        let slot = known.topic.is_some() && known.topic == claim.topic;
        if slot && !touched.certain {
            return Some(text.to_owned());
        }
        let gone = self.antecedent(k, &touched, r);
        let survivors = self.surviving(claim, k, sentences, &touched, n);
        for (at, sentence) in sentences.iter().enumerate() {
            if at == touched.sentence {
                pieces.extend(self.answered(k, n, &touched, &gone)?);
                continue;
            }
            if !survivors[at] {
                continue;
            }
            let follows = at > touched.sentence && (touched.sentence + 1..at).all(|i| k.depends(&sentences[i]));
            match if follows { k.meant(&gone, sentence) } else { Meant::Same } {
                Meant::Same => pieces.push(k.shown_closed(sentence.clone()).to_owned()),
                Meant::Named(name, pronoun) => pieces.push(k.renamed(sentence, &name, &pronoun)),
                Meant::Lost => return None,
            }
        }
        if own.is_some() {
            pieces.extend(r.news(n));
        }
        Some(joined(pieces))
    }

    /// Which clause of an entry a record answers: the one of the same slot, with the old value that the record names, the
    /// same but for one place, or else with the most words in common.
    fn touched(&self, claim: &Claim<'_>, k: &Reading, n: &Reading, only: Option<usize>) -> Touched {
        let r = &claim.reading;
        let sentences = k.sentences();
        let mut places: Vec<(usize, Range<usize>)> = Vec::new();
        for (mine, theirs) in r.frames.iter().flat_map(|f| k.frames.iter().map(move |g| (f, g))) {
            if mine.slot() == theirs.slot() {
                let alike = r.sort(mine.value.clone()) == k.sort(theirs.value.clone());
                let weight = match theirs.functional {
                    true if alike => 4,
                    true => 2,
                    false => 1,
                };
                places.push((weight, theirs.value.clone()));
            }
        }
        if let Some(old) = r.naming().map(|named| r.stems(named.old.clone())) {
            places.extend(k.find(&old).map(|place| (3, place)));
        }
        for sentence in sentences {
            let old = self.read(k.shown(sentence.clone()));
            let there = |range: Range<usize>| range.start + sentence.start..range.end + sentence.start;
            if r.norm == old.norm || r.bare == old.bare && r.bare != 0 {
                places.push((6, there(old.lead..old.lead)));
            } else if let Some(d) = difference(r, &old) {
                let apart = place(r, &old, &d, claim.section, &self.rules.lexicon) == Place::Several;
                places.push((if apart { 1 } else { 5 }, there(d.old)));
            }
        }
        let within = |at: usize| only.is_none_or(|i| sentences[i].contains(&at)) && !self.index.remarks.hold(k, at);
        places.retain(|(_, place)| within(place.start));
        let best = places.into_iter().max_by_key(|(weight, place)| (*weight, std::cmp::Reverse(place.start)));
        let (value, certain) = match best {
            Some((weight, value)) if weight > 1 => (value, true),
            _ => {
                // Remarks that happen to be the same tell nothing of what is meant.
                let (mine, news) = (r.content_where(|i| i < r.head), n.content_where(|i| i < n.head));
                let common = |s: &Range<usize>| {
                    let words = k.content_where(|i| s.contains(&i));
                    words.iter().filter(|w| mine.contains(w)).count() * 2
                        + words.iter().filter(|w| news.contains(w)).count()
                };
                let parts = sentences.iter().flat_map(|s| k.parts(s)).filter(|p| match p.joint {
                    Joint::Aside => false,
                    Joint::Semicolon => k.is_stated(&p.words),
                    _ => true,
                });
                let parts = parts.map(|p| p.words).filter(|p| within(p.start));
                let best = parts.max_by_key(|p| (common(p), std::cmp::Reverse(p.start)));
                let start = best.map_or(0, |p| p.start);
                (start..start, false)
            }
        };
        let sentence = sentences.iter().position(|s| s.contains(&value.start)).unwrap_or(0);
        let mut parts = sentences.get(sentence).map_or_else(Vec::new, |s| k.parts(s));
        // `no longer OLD; from now on NEW` is one statement.
        let told = k.naming().is_some_and(|n| sentences.get(sentence).is_some_and(|s| s.contains(&n.old.start)));
        if told && let Some(whole) = sentences.get(sentence) {
            parts = vec![Part { words: k.trim(whole.clone()), joint: Joint::First }];
        }
        let mut part = parts.iter().rposition(|p| p.words.start <= value.start).unwrap_or(0);
        // `signed with Best, Kim`: what stands behind `with` may be the value itself.
        while part > 0 && matches!(parts[part].joint, Joint::With | Joint::Aside) {
            parts[part - 1].words.end = parts[part].words.end;
            parts.remove(part);
            part -= 1;
        }
        Touched { sentence, parts, part, value, certain }
    }

    /// Which sentences of an entry stay as they are.
    fn surviving(
        &self,
        claim: &Claim<'_>,
        k: &Reading,
        sentences: &[Range<usize>],
        touched: &Touched,
        n: &Reading,
    ) -> Vec<bool> {
        let mut stays: Vec<bool> = Vec::with_capacity(sentences.len());
        for (at, sentence) in sentences.iter().enumerate() {
            let explains = at > 0 && !stays[at - 1] && (k.is_reason(sentence) || k.is_remark(sentence));
            stays
                .push(at != touched.sentence && !explains && !n.says(k, sentence) && !self.answers(claim, k, sentence));
        }
        stays
    }

    /// Whether a further sentence of a claim says what takes the place of a sentence.
    fn answers(&self, claim: &Claim<'_>, k: &Reading, sentence: &Range<usize>) -> bool {
        let r = &claim.reading;
        let spoken = r.sentences();
        if spoken.len() < 2 {
            return false;
        }
        let theirs = k.frames.iter().filter(|f| sentence.contains(&f.value.start));
        let framed = theirs.clone().any(|g| {
            r.frames
                .iter()
                .any(|f| f.slot() == g.slot() && f.functional && r.sort(f.value.clone()) == k.sort(g.value.clone()))
        });
        let lexicon = &self.rules.lexicon;
        let old = self.read(k.shown(sentence.clone()));
        framed
            || spoken.iter().any(|s| {
                let new = self.read(r.shown(s.clone()));
                let single = |d| place(&new, &old, &d, claim.section, lexicon) != Place::Several;
                new.norm == old.norm || difference(&new, &old).is_some_and(single)
            })
    }

    /// The clause that gives way, as far as others refer to it.
    fn antecedent(&self, k: &Reading, touched: &Touched, r: &Reading) -> Antecedent {
        let parts = &touched.parts;
        let mut subject = parts.get(touched.part).map_or(0..0, |p| k.spoken_of(&p.words));
        let own = |range: &Range<usize>| k.has_content(range.clone()) || k.speaks_itself(range);
        if touched.part > 0 && !own(&subject) {
            subject = k.spoken_of(&parts[0].words);
        }
        // `周敏负责结算`: what comes first is whom it speaks of, although the relation is that of the second.
        let first = parts.get(touched.part).and_then(|p| k.frames.iter().find(|f| f.value.start == p.words.start));
        if let Some(frame) = first {
            subject = frame.value.clone();
        }
        let words: Vec<u32> = k.content_in(subject.clone()).map(|i| k.words[i].stem).collect();
        let stays =
            words.iter().all(|w| r.has_stem(*w)) && (!words.is_empty() || !k.speaks_itself(&subject) || r.is_own());
        Antecedent { subject, value: touched.value.clone(), stays }
    }

    /// A sentence of which one clause is answered: the record's words with the other clauses, or nothing where those
    /// cannot be joined to them.
    fn answered(&self, k: &Reading, n: &Reading, touched: &Touched, gone: &Antecedent) -> Option<Vec<String>> {
        let (parts, at) = (&touched.parts, touched.part);
        let lost = |p: &Part| !n.says(k, &p.words);
        let mut pieces = Vec::new();
        if parts[..at].iter().any(lost) {
            pieces.push(k.shown_closed(parts[0].words.start..parts[at - 1].words.end).to_owned());
        }
        let mut new = n.text.trim().to_owned();
        let mut further = Vec::new();
        let mut explained = false;
        for part in &parts[at + 1..] {
            // `with …` belongs to the clause before it.
            let kept = match part.joint {
                Joint::Aside => false,
                Joint::With => !explained,
                Joint::Semicolon => k.is_stated(&part.words) && !told_anew(k, &part.words, n),
                _ => true,
            };
            explained = !kept;
            if !kept || !lost(part) {
                continue;
            }
            let text = k.shown_closed(part.words.clone());
            let before = part.words.start.checked_sub(1).map_or(0, |i| k.joint_start(i));
            let from = k.words[before].start as usize;
            let to = k.words[part.words.start].start as usize;
            match k.meant(gone, &part.words) {
                Meant::Lost => return None,
                Meant::Named(name, pronoun) => further.push(k.renamed(&part.words, &name, &pronoun)),
                Meant::Same if part.joint == Joint::Semicolon || gone.stays && n.takes_more() => {
                    new.truncate(new.trim_end_matches(MARKS).len());
                    let gap = if k.text[..from].ends_with(' ') { " " } else { "" };
                    new.push_str(gap);
                    new.push_str(&k.text[from..to]);
                    new.push_str(text);
                }
                Meant::Same => {
                    let subject = k.shown(gone.subject.clone());
                    if subject.is_empty() || part.joint == Joint::With || !k.is_silent(&part.words) {
                        return None;
                    }
                    let gap = if ends_in_glyph(subject) { "" } else { " " };
                    further.push(format!("{subject}{gap}{text}"));
                }
            }
        }
        let mark = n.text.trim_end().chars().next_back().filter(|c| MARKS.contains(c));
        new.extend(mark.filter(|_| !new.ends_with(MARKS)));
        pieces.push(new);
        pieces.extend(further);
        Some(pieces)
    }
}

/// Whether a text has another value where a clause of an entry has one: `…; two reviews are the limit`, `…; one review is
/// the limit`.
pub(super) fn told_anew(k: &Reading, clause: &Range<usize>, n: &Reading) -> bool {
    let timed = |sort: Sort| matches!(sort, Sort::Day | Sort::Clock);
    let theirs = k.frames.iter().filter(|f| f.functional && clause.contains(&f.value.start));
    theirs.into_iter().any(|f| {
        n.in_slot(f).is_some_and(|g| {
            let (a, b) = (k.sort(f.value.clone()), n.sort(g.value.clone()));
            let other = k.stems(f.value.clone()) != n.stems(g.value.clone());
            g.functional && other && (a == b || !timed(a) && !timed(b))
        })
    })
}
