//! What texts are made of, learned from the texts: which words are values, things and remarks.
//!
//! A *value* is what stands behind a relation or is named as old or new, and what stands where something else stood in
//! a text that is otherwise the same. A *thing* is found at such places as well, but beside many other values, since
//! many things are said of it. A *remark* stands behind many different statements and says nothing of any of them.
//! Names that every text spells with a capital are known as things from elsewhere (`named`).

use std::ops::Range;
use std::rc::Rc;

use super::accord::Accord;
use super::alternatives::Value;
use super::company::Company;
use super::cue::Cue;
use super::frame::{COPULA, Frame};
use super::lexicon::{ByHash, HashesOf};
use super::phrasing::{Cut, LONGEST, NOTHING, Said, Set, Stated, phrasing_of};
use super::reading::{Reading, both, fold};
use super::words::Kind;

/// Beside how many other values a thing is said at least; behind how many statements a remark stands.
const SEVERAL: u32 = 6;

/// How many values are looked at in one text.
const MOST: usize = 12;

/// The hash of no value.
const EMPTY: u64 = 3;

/// Words by what they are used for.
#[derive(Debug, Default)]
pub struct Vocabulary {
    values: ByHash<u64, u32>,
    /// By the first stem of values: of how many words the longest is, and how many values were known with the newest.
    begun: ByHash<u32, (usize, usize)>,
    /// Beside how many others each value was said.
    company: Vec<u32>,
    /// How often a value in several words was named as the new one.
    took: ByHash<u32, u32>,
    /// Pairs of values that were counted.
    together: HashesOf<u64>,
    /// Heads of the texts that were heard.
    heard: HashesOf<u64>,
    /// What stood last behind a beginning of a text, or before an end.
    edges: ByHash<u64, Value>,
    /// Behind how many statements each remark stood.
    remarks: Company,
    /// Subjects by their first stem.
    subjects: ByHash<u32, Vec<Vec<u32>>>,
    /// Counts what was learned.
    clock: u32,
    /// When it was learned of a word that it names a thing, or begins a subject. What a text says rests on that, on the
    /// values in it and their company, on its remark, and on phrasings where it names no thing.
    learned: ByHash<u32, u32>,
    /// When a remark was found out last: any text may end with it.
    remarked: u32,
}

impl Vocabulary {
    /// The number of a value.
    pub fn number(&self, value: &[u32]) -> Option<u32> {
        self.values.get(&value_hash(value)).copied()
    }

    /// Whether a value was said beside so many others that it is a thing of which they are said.
    pub fn is_thing(&self, value: u32) -> bool {
        self.company.get(value as usize).is_some_and(|company| *company >= SEVERAL * 2) && !self.is_told(value)
    }

    /// Takes in that a value was named as the new one, which so many words describe.
    pub fn note_taking(&mut self, value: u32, described: u32) {
        if described >= 2 {
            *self.took.entry(value).or_default() += 1;
        }
    }

    /// Whether a description was named as a new value again and again: it is no thing of which others are said.
    fn is_told(&self, value: u32) -> bool {
        self.took.get(&value).is_some_and(|times| *times >= 2)
    }

    /// Learns that some words are a value.
    pub fn learn(&mut self, value: &[u32]) {
        if value.is_empty() || value.len() > LONGEST || self.number(value).is_some() {
            return;
        }
        let number = self.company.len() as u32;
        self.values.insert(value_hash(value), number);
        self.company.push(0);
        let (longest, newest) = self.begun.entry(value[0]).or_default();
        (*longest, *newest) = (value.len().max(*longest), self.company.len());
    }

    /// Takes in that a word was learned to name a thing, or to begin a subject.
    pub fn note_news(&mut self, stem: u32) {
        self.clock += 1;
        self.learned.insert(stem, self.clock);
    }

    /// Whether values that may stand in a text were learned since so many were known.
    fn has_values(&self, r: &Reading, since: usize) -> bool {
        r.words.iter().any(|w| self.begun.get(&w.stem).is_some_and(|(_, newest)| *newest > since))
    }

    /// Whether such things were learned of the words of a text.
    fn has_news(&self, r: &Reading, since: u32) -> bool {
        let learned = |stem: u32| self.learned.get(&stem).is_some_and(|at| *at > since);
        self.remarked > since || self.clock > since && r.words.iter().any(|w| learned(w.stem))
    }

    /// Learns from a text: what stands at its edges, what stands together, its subject. The same words say so once.
    pub fn hear(&mut self, r: &Reading, named: impl Fn(u32) -> bool) {
        if !self.heard.insert(r.norm) {
            return;
        }
        self.hear_remarks(r);
        let end = self.end(r);
        self.hear_edges(r, end);
        self.hear_company(r, end);
        self.hear_subject(r, named);
    }

    fn hear_remarks(&mut self, r: &Reading) {
        for remark in r.behind_comma().into_iter().chain(r.bracketed()) {
            let hash = r.hash_of(&remark);
            let front = (r.lead..remark.start).fold(19, |h, i| fold(h, r.words[i].hash));
            if self.remarks.meet(hash, front) == Some(SEVERAL) {
                self.clock += 1;
                self.remarked = self.clock;
            }
        }
    }

    /// What stands in each other's place at the end or the beginning of texts that are else the same.
    fn hear_edges(&mut self, r: &Reading, end: usize) {
        let core: Vec<usize> = r.core.iter().copied().filter(|i| (r.lead..end).contains(i)).collect();
        let stems = |at: &[usize]| at.iter().map(|i| r.words[*i].stem).collect::<Vec<_>>();
        // Two characters make a word, about.
        let weight =
            |at: &[usize]| at.iter().map(|i| if r.words[*i].kind == Kind::Glyph { 1 } else { 2 }).sum::<usize>();
        for cut in 1..core.len() {
            let (front, tail) = core.split_at(cut);
            if weight(front) >= 4 && tail.len() <= LONGEST - 2 {
                let place = stems(front).into_iter().fold(13, fold);
                self.hear_edge(place, stems(tail), |value| value.first().copied());
            }
            // `The port of X`, `The owner of X`: properties, no things.
            if weight(tail) >= 4 && front.len() <= 3 && !r.is(tail[0], Cue::Preposition) {
                let place = stems(tail).into_iter().fold(17, fold);
                self.hear_edge(place, stems(front), |value| value.last().copied());
            }
        }
    }

    /// What stands at a place, and stood there last, unless they are alike at `side`: then the place is smaller.
    fn hear_edge(&mut self, place: u64, value: Value, side: impl Fn(&Value) -> Option<u32>) {
        let other = self.edges.insert(place, value.clone());
        if let Some(other) = other.filter(|other| side(other) != side(&value)) {
            self.learn(&value);
            self.learn(&other);
        }
    }

    fn hear_company(&mut self, r: &Reading, end: usize) {
        let stated = self.stated(r, end);
        for (at, (a, x)) in stated.iter().enumerate() {
            for (_, y) in stated[..at].iter().filter(|(b, _)| b.end <= a.start) {
                let Some((x, y)) = x.zip(*y) else { continue };
                if self.together.insert(both(u64::from(x), u64::from(y))) {
                    self.company[x as usize] += 1;
                    self.company[y as usize] += 1;
                }
            }
        }
    }

    fn hear_subject(&mut self, r: &Reading, named: impl Fn(u32) -> bool) {
        let apart = |f: &Frame| r.naming().is_none_or(|n| f.value.end <= n.old.start || n.old.end <= f.value.start);
        let frame = r.frames.iter().find(|f| apart(f)).filter(|f| f.class == COPULA && f.value.start < r.head);
        let Some(frame) = frame else { return };
        let mut words: Vec<u32> = frame.about.iter().copied().filter(|w| !named(*w)).collect();
        words.sort_unstable();
        words.dedup();
        if let Some(first) = words.first() {
            let there = self.subjects.entry(*first).or_default();
            if !there.contains(&words) {
                let first = *first;
                there.push(words);
                self.note_news(first);
            }
        }
    }

    /// What a text says, in each way in which it can be cut. `named` tells the names of things.
    pub fn said(&self, r: &Reading, named: impl Fn(u32) -> bool, accord: &Accord) -> Rc<[Said]> {
        let mut kept = r.asked.cut.borrow_mut();
        if let Some(cut) = kept.as_mut().filter(|cut| !cut.open && !self.has_news(r, cut.at)) {
            let same = || self.stated(r, self.end(r)) == cut.stated;
            if (!self.has_values(r, cut.values) || same()) && self.things(&cut.stated) == cut.things {
                (cut.at, cut.values) = (self.clock, self.company.len());
                return Rc::clone(&cut.said);
            }
        }
        let end = self.end(r);
        let stated = self.stated(r, end);
        let things = self.things(&stated);
        let mut open = false;
        let said: Rc<[Said]> = self.cuts(r, end, (&stated, things), named, (accord, &mut open)).into();
        let (at, values) = (self.clock, self.company.len());
        *kept = Some(Cut { at, values, stated, things, open, said: Rc::clone(&said) });
        said
    }

    /// The same of a text that ends at `end` and states some values, of which some are things.
    fn cuts(
        &self,
        r: &Reading,
        end: usize,
        (stated, things): (&[Stated], Set),
        named: impl Fn(u32) -> bool,
        (accord, open): (&Accord, &mut bool),
    ) -> Vec<Said> {
        let mut found = Vec::new();
        if r.head == 0 || r.has(Cue::Withdraw) || r.has(Cue::Release) {
            return found;
        }
        let thing = |(at, _): &(usize, &Stated)| things >> at & 1 == 1;
        let things: Vec<Range<usize>> =
            stated.iter().enumerate().filter(thing).map(|(_, (range, _))| range.clone()).collect();
        let around = |value: &Range<usize>| things.iter().any(|t| value.start <= t.start && t.end <= value.end);
        let mut values: Vec<Range<usize>> =
            stated.iter().map(|(range, _)| range.clone()).filter(|range| !around(range)).collect();
        // Of an identifier and something else the identifier is the thing: `project-a has a Redis cache`.
        let identifies = |i: usize| named(r.words[i].stem) && !r.words[i].capital && r.words[i].kind != Kind::Glyph;
        let is_named = |value: &Range<usize>| r.says_in(value.clone()).all(identifies);
        if !values.iter().all(is_named) {
            values.retain(|value| !is_named(value));
        }
        let stems: Vec<u32> = things.iter().cloned().flatten().map(|i| r.words[i].stem).collect();
        let thing = |stem: u32| stems.contains(&stem) || named(stem);
        if let Some(naming) = r.naming() {
            let old = &naming.old;
            let after = |f: &&Frame| f.value.start >= old.end || f.value.end <= old.start;
            let framed = || r.frames.iter().find(after).map(|f| f.value.clone());
            let said = naming.new.clone().or_else(framed).and_then(|new| self.changed(r, old, r.trim(new), &thing));
            found.extend(said.map(|said| Said { old: r.stems(old.clone()), ..said }));
            if !found.is_empty() {
                return found;
            }
            // `Credentials belong into the vault, never in notes` only reads like a change.
            values.retain(|value| value.end <= old.start || old.end <= value.start);
        }
        // The label of `Availability: pings at any hour` is what it speaks of.
        let label = r.label_end();
        values.retain(|value| label.is_none_or(|colon| value.end > colon || r.described(value) == 0));
        let frame = r.frames.first().filter(|f| !r.is_past() && f.value.start < end);
        let whole = frame.map(|f| r.trim(f.value.start..f.value.end.min(end)));
        if let Some((frame, value)) = frame.zip(whole.clone()).filter(|(_, value)| !r.denies_around(value)) {
            found.extend(match frame.class {
                // `Please amend your lists: the dose is …`
                COPULA if !frame.functional && (r.lead..value.start).any(|i| r.is_colon(i)) => None,
                COPULA => Said::of_subject(r, frame.about.iter().copied(), value, thing),
                _ => self.cut(r, end, &value, &thing, (accord, open)),
            });
        }
        for value in values.iter().filter(|value| whole.as_ref() != Some(*value)) {
            found.extend(self.cut(r, end, value, &thing, (accord, open)));
        }
        found
    }

    /// Where a text names things of which this and that is said. What it names as a value is none.
    pub fn things_of(&self, r: &Reading) -> Vec<Range<usize>> {
        let kept = r.asked.cut.borrow();
        let lasts = |cut: &&Cut| self.remarked <= cut.at && !self.has_values(r, cut.values);
        let found;
        let stated = match kept.as_ref().filter(lasts) {
            Some(cut) => &cut.stated,
            None => {
                found = self.stated(r, self.end(r));
                &found
            }
        };
        let set = self.things(stated);
        if set == 0 {
            return Vec::new();
        }
        let named = stated.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
        let mut things: Vec<Range<usize>> = named.map(|(_, (range, _))| range.clone()).collect();
        let values = r.stated_values();
        things.retain(|thing| !values.contains(thing));
        // `Ana's garden` is of Ana.
        let all = things.clone();
        things.retain(|t| !all.iter().any(|o| t != o && t.start <= o.start && o.end <= t.end));
        things
    }

    /// How much was learned of what is said beside what.
    pub fn size(&self) -> usize {
        self.together.len() + self.remarks.pairs()
    }

    /// A text without a value. Where it names no known thing, but would be a known phrasing if some words of it were
    /// one, they are.
    fn cut(
        &self,
        r: &Reading,
        end: usize,
        value: &Range<usize>,
        thing: &impl Fn(u32) -> bool,
        (accord, open): (&Accord, &mut bool),
    ) -> Option<Said> {
        let whole = Said::cut(r, end, value, |i| thing(r.words[i].stem))?;
        if whole.about != NOTHING || accord.is_known(whole.phrasing) {
            return Some(whole);
        }
        *open = true;
        let places = (r.lead..end).filter(|i| r.words[*i].says() && !value.contains(i));
        let mut spans = places.flat_map(|i| (1..=3).map(move |n| i..i + n)).filter(|span| span.end <= end);
        let known = |span: &Range<usize>| {
            phrasing_of(r, end, value, |i| span.contains(&i)).is_some_and(|phrasing| accord.is_of_several(phrasing))
        };
        let masked = spans.find(known).and_then(|span| Said::cut(r, end, value, |i| span.contains(&i)));
        Some(masked.unwrap_or(whole))
    }

    /// A text that names the old value as well: `We moved ‹the docs› from A to B`. Its subject is the longest one that
    /// is known, or all that is left.
    fn changed(
        &self,
        r: &Reading,
        old: &Range<usize>,
        new: Range<usize>,
        thing: &impl Fn(u32) -> bool,
    ) -> Option<Said> {
        let words = r.beside(old, &new);
        let stem = |i: usize| r.words[i].stem;
        let known = words.iter().flat_map(|i| self.subjects.get(&stem(*i)).into_iter().flatten());
        let known = known.filter(|s| !s.iter().any(|w| thing(*w)) && r.stands_alone(s, &words, thing));
        let near = [r.thought(old.start), r.thought(new.start)];
        let subject: Vec<u32> = match known.max_by_key(|s| s.len()) {
            Some(longest) => {
                longest.iter().copied().chain(words.iter().map(|i| stem(*i)).filter(|w| thing(*w))).collect()
            }
            None => words.iter().filter(|i| near.iter().any(|n| n.contains(i))).map(|i| stem(*i)).collect(),
        };
        Said::of_subject(r, subject.into_iter(), new, thing)
    }

    /// Where known values stand in a statement that ends at `end`, and bare numbers.
    fn stated(&self, r: &Reading, end: usize) -> Vec<Stated> {
        let mut found: Vec<Stated> = Vec::new();
        for from in r.says_in(r.lead..end) {
            let (mut hash, before) = (EMPTY, found.len());
            let longest = self.begun.get(&r.words[from].stem).map_or(0, |(longest, _)| *longest);
            // A value goes over fillers, not over marks.
            let reach = (from..end).take_while(|i| r.words[*i].says()).filter(|i| !r.is(*i, Cue::Filler));
            for at in reach.take(longest) {
                hash = fold(hash, r.words[at].stem);
                found.extend(self.values.get(&hash).map(|number| (from..at + 1, Some(*number))));
            }
            if r.words[from].kind == Kind::Number && found.len() == before {
                found.push((from..from + 1, None));
            }
        }
        found.truncate(MOST);
        found
    }

    /// Which of the known words of a text are things of which this and that is said (they were said beside many others,
    /// more than any beside which they stand here), and which are values.
    fn things(&self, stated: &[Stated]) -> Set {
        let company = |n: Option<u32>| n.map_or(0, |n| self.company[n as usize]);
        let thing = |(range, n): &Stated| {
            if company(*n) < SEVERAL || n.is_some_and(|n| self.is_told(n)) {
                return false;
            }
            let beside = stated.iter().filter(|(other, _)| other.end <= range.start || range.end <= other.start);
            match beside.map(|(_, n)| company(*n)).max() {
                Some(most) => company(*n) >= most * 2,
                None => company(*n) >= SEVERAL * 2,
            }
        };
        stated.iter().enumerate().fold(0, |set, (at, s)| set | Set::from(thing(s)) << at)
    }

    /// Where the statement of a text ends: before a remark that stands behind many others.
    pub(super) fn end(&self, r: &Reading) -> usize {
        let last = [r.bracketed(), r.behind_comma()].into_iter().flatten().find(|range| self.is_remark(r, range));
        last.map_or(r.head, |range| range.start)
    }

    fn is_remark(&self, r: &Reading, range: &Range<usize>) -> bool {
        self.remarks.of(r.hash_of(range)) >= SEVERAL
    }
}

fn value_hash(value: &[u32]) -> u64 {
    value.iter().fold(EMPTY, |h, w| fold(h, *w))
}
