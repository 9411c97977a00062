//! The entries of the board, read and findable: by wording, by slot, by topic, by word, by how they begin.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, Hash};
use std::rc::Rc;

use super::accord::Accord;
use super::alternatives::{Alternatives, scope};
use super::cue::Cue;
use super::frame::SlotKey;
use super::known::{Known, later_statements, objects, unnamed};
use super::lexicon::{ByHash, HashesOf, Lexicon};
use super::lineage::{begins, exclusive, heir};
use super::naming::Naming;
use super::owners::Owners;
use super::reading::Reading;
use super::readings::Readings;
use super::remark::Remarks;
use super::vocabulary::Vocabulary;
use super::words::Kind;
use crate::distill::{Board, Slot};
use crate::sediment::EntryId;
use crate::stream::RecordId;

/// All living entries. The lists hold their numbers, in the order in which they came.
#[derive(Debug, Default)]
pub struct Index {
    pub(super) known: Vec<Option<Box<Known>>>,
    /// Of each entry the whole, then those of its statements that can be understood without it.
    pub(super) numbers: ByHash<EntryId, Vec<usize>>,
    wordings: ByHash<u64, Vec<usize>>,
    bares: ByHash<u64, Vec<usize>>,
    bags: ByHash<u64, Vec<usize>>,
    senses: ByHash<u64, Vec<usize>>,
    matters: ByHash<u64, Vec<usize>>,
    begins: ByHash<u64, Vec<usize>>,
    slots: ByHash<SlotKey, Vec<usize>>,
    topics: HashMap<String, Vec<usize>>,
    words: ByHash<u32, Vec<usize>>,
    /// By each word, in whatever form.
    forms: ByHash<u32, Vec<usize>>,
    /// How many entries have or had a content word.
    counts: ByHash<u32, usize>,
    /// Those written as a change, by what they are about.
    changes: BTreeMap<u128, Vec<usize>>,
    /// Wordings of entries that left.
    pub(super) lefts: ByHash<u64, Vec<EntryId>>,
    /// Wordings that an entry had in the past.
    pub(super) pasts: ByHash<u64, Vec<EntryId>>,
    /// Things that entries speak of, elsewhere than in their last words.
    pub(super) named: ByHash<u32, usize>,
    /// Values that took each other's place.
    pub alternatives: Alternatives,
    /// What the texts are made of.
    pub vocabulary: Vocabulary,
    /// Phrasings that mean one thing.
    pub accord: Accord,
    pub(super) records: ByHash<RecordId, Vec<EntryId>>,
    /// Names of what has several properties.
    pub owners: Owners,
    /// Remarks that stand behind many statements.
    pub remarks: Remarks,
    /// How much was known when it was last looked of which things the entries speak.
    pub(super) looked: usize,
    /// How many of the board's events are taken in.
    followed: usize,
}

impl Index {
    /// Indexes a board.
    pub fn new(board: &Board, lexicon: &Lexicon, readings: &Readings) -> Self {
        let mut index = Self { followed: board.events.len(), ..Self::default() };
        for (id, slot) in &board.slots {
            index.put(id, slot, lexicon, readings);
            index.note_versions(id, &slot.state, lexicon, readings);
        }
        for (id, state) in &board.gone {
            index.note_gone(id, state, board, lexicon, readings);
        }
        index.note_phrasings(board, lexicon, readings);
        index
    }

    /// Takes in what happened to the board since: changes that followed from the rules, judgements,
    /// pruning after each day of a backlog.
    pub fn follow(&mut self, board: &Board, lexicon: &Lexicon, readings: &Readings) {
        let new = board.events.get(self.followed..).unwrap_or_default();
        self.followed = board.events.len();
        for (at, event) in new.iter().enumerate() {
            let Some(id) = event.entry() else { continue };
            if !new[..at].iter().any(|before| before.entry() == Some(id)) {
                self.changed(id, board, lexicon, readings);
            }
        }
    }

    /// Takes in that an entry changed or left.
    fn changed(&mut self, id: &EntryId, board: &Board, lexicon: &Lexicon, readings: &Readings) {
        match board.slots.get(id) {
            Some(slot) => {
                let numbers = self.numbers.get(id).map_or(&[][..], Vec::as_slice);
                let same = numbers
                    .first()
                    .and_then(|n| self.known[*n].as_deref())
                    .is_some_and(|known| known.reading.text == slot.state.text && known.section == slot.state.section);
                if same {
                    for number in numbers {
                        self.known[*number].iter_mut().for_each(|known| known.stated = slot.state.stated);
                    }
                    if let Some(source) = slot.state.versions.last().and_then(|v| v.sources.last()) {
                        note(self.records.entry(*source).or_default(), id);
                    }
                    // What more was learned since may tell what it says.
                    if self.get(id).is_some_and(|known| known.said.is_empty()) {
                        self.note_said(id, &slot.state);
                    }
                    return;
                }
                let old = self.drop(id);
                if let Some(old) = &old {
                    note(self.pasts.entry(old.reading.norm).or_default(), id);
                }
                self.put(id, slot, lexicon, readings);
                if let Some((old, new)) = old.zip(self.get(id)) {
                    let learned = exclusive(&old.reading, &new.reading, &new.objects);
                    self.learn(learned);
                }
                self.note_said(id, &slot.state);
            }
            None => {
                self.accord.leave(id);
                if let Some(known) = self.drop(id) {
                    match board.gone.get(id).and_then(|s| heir(s, board)) {
                        Some(heir) => note(self.pasts.entry(known.reading.norm).or_default(), &heir),
                        None => note(self.lefts.entry(known.reading.norm).or_default(), id),
                    }
                }
            }
        }
    }

    /// Entries that left and said the same.
    pub fn left(&self, norm: u64) -> impl Iterator<Item = &EntryId> {
        self.lefts.get(&norm).into_iter().flatten()
    }

    /// Takes an entry out of all lists, so that long runs do not wade through what has left.
    fn drop(&mut self, id: &EntryId) -> Option<Box<Known>> {
        let mut whole = None;
        for number in self.numbers.remove(id)? {
            let Some(known) = self.known[number].take() else { continue };
            let r = &known.reading;
            strike(&mut self.wordings, &r.norm, number);
            strike(&mut self.bares, &r.bare, number);
            strike(&mut self.senses, &r.sense, number);
            begins(r).iter().for_each(|begin| strike(&mut self.begins, begin, number));
            if known.part {
                continue;
            }
            r.frames.iter().for_each(|frame| strike(&mut self.slots, &frame.slot(), number));
            known.topic.iter().for_each(|topic| strike(&mut self.topics, topic, number));
            r.content.iter().for_each(|word| strike(&mut self.words, word, number));
            forms(r).iter().for_each(|form| strike(&mut self.forms, form, number));
            if let Some(there) = self.changes.get_mut(&known.aspects) {
                there.retain(|n| *n != number);
            }
            whole = Some(known);
        }
        whole
    }

    fn put(&mut self, id: &EntryId, slot: &Slot, lexicon: &Lexicon, readings: &Readings) {
        let reading = readings.of(&slot.state.text, lexicon);
        let state = &slot.state;
        let number = self.known.len();
        let topic = state.fields.slot();
        let mut objects = objects(&reading, &state.fields, topic.as_deref());
        let naming = reading.naming().cloned();
        let mut aspects = 0;
        if let Some(Naming { old, new: Some(new), .. }) = &naming {
            let was = reading.stems(old.clone());
            objects.retain(|o| !was.contains(o));
            let rest = |i: &usize| !old.contains(i) && !new.contains(i);
            let rest: Vec<_> = (0..reading.words.len()).filter(rest).map(|i| reading.words[i]).collect();
            aspects = lexicon.scan(&rest).2;
        }
        self.put_wording(&reading, number);
        for frame in &reading.frames {
            self.slots.entry(frame.slot()).or_default().push(number);
        }
        if let Some(topic) = &topic {
            self.topics.entry(topic.clone()).or_default().push(number);
        }
        let tail = reading.core.last().map_or(0, |i| reading.words[*i].stem);
        for object in objects.iter().filter(|o| **o != tail) {
            let times = self.named.entry(*object).or_default();
            *times += 1;
            if *times == 1 {
                self.vocabulary.note_news(*object);
            }
        }
        // Of scripts without spaces each character as well: a value is looked up by its rarest one.
        let mut words: Vec<u32> = reading.words.iter().filter(|w| w.kind == Kind::Glyph).map(|w| w.stem).collect();
        words.extend(&reading.content);
        words.sort_unstable();
        words.dedup();
        for word in words {
            self.words.entry(word).or_default().push(number);
            *self.counts.entry(word).or_default() += 1;
        }
        for form in forms(&reading) {
            self.forms.entry(form).or_default().push(number);
        }
        if let Some(source) = state.versions.last().and_then(|v| v.sources.last()) {
            self.records.entry(*source).or_default().push(id.clone());
        }
        let loose = !slot.pinned && !state.by_hand;
        let (id, section, stated) = (id.clone(), state.section, state.stated);
        if let Some(Naming { old, new: Some(new), .. }) = &naming {
            let (a, b) = (reading.stems(old.clone()), reading.stems(new.clone()));
            self.learn(Some((scope(&objects, &[&a, &b]), a, b)));
        }
        if aspects != 0 {
            self.changes.entry(aspects).or_default().push(number);
        }
        let known = Known {
            id,
            section,
            stated,
            topic,
            about: unnamed(&objects, &reading),
            objects,
            naming,
            aspects,
            reading,
            said: Rc::default(),
            things: Vec::new(),
            part: false,
            loose,
        };
        let (mut numbers, mut parts_of) = (vec![number], Vec::new());
        for statement in later_statements(&known) {
            let number = number + numbers.len();
            let reading = readings.of(known.reading.shown(statement), lexicon);
            self.put_wording(&reading, number);
            numbers.push(number);
            let about = unnamed(&known.objects, &reading);
            parts_of.push(Some(Box::new(Known { reading, about, part: true, ..known.clone() })));
        }
        self.numbers.insert(known.id.clone(), numbers);
        self.known.push(Some(Box::new(known)));
        self.known.append(&mut parts_of);
    }

    /// Makes a reading findable by how it reads.
    fn put_wording(&mut self, reading: &Reading, number: usize) {
        self.wordings.entry(reading.norm).or_default().push(number);
        self.bares.entry(reading.bare).or_default().push(number);
        self.senses.entry(reading.sense).or_default().push(number);
        if let Some(matter) = reading.matter() {
            self.matters.entry(matter).or_default().push(number);
        }
        if reading.has(Cue::Over) {
            self.bags.entry(reading.bag).or_default().push(number);
        }
        for begin in begins(reading) {
            self.begins.entry(begin).or_default().push(number);
        }
    }

    fn living<'s>(&'s self, numbers: Option<&'s Vec<usize>>) -> impl Iterator<Item = &'s Known> + 's {
        numbers.into_iter().flatten().filter_map(|n| self.known[*n].as_deref())
    }

    /// All living entries.
    pub fn all(&self) -> impl Iterator<Item = &Known> {
        self.known.iter().flatten().map(Box::as_ref).filter(|known| !known.part)
    }

    /// An entry by id.
    pub fn get(&self, id: &EntryId) -> Option<&Known> {
        self.numbers.get(id)?.first().and_then(|n| self.known[*n].as_deref())
    }

    /// Entries written as a change, about exactly this (values aside).
    pub fn changed_about(&self, aspects: u128) -> impl Iterator<Item = &Known> {
        self.living(self.changes.get(&aspects))
    }

    /// Entries whose head reads the same.
    pub fn worded(&self, norm: u64) -> impl Iterator<Item = &Known> {
        self.living(self.wordings.get(&norm))
    }

    /// Entries whose head reads the same but for negations and opposites.
    pub fn bare(&self, bare: u64) -> impl Iterator<Item = &Known> {
        self.living(self.bares.get(&bare))
    }

    /// Entries of the same sense.
    pub fn in_other_words(&self, sense: u64) -> impl Iterator<Item = &Known> {
        self.living(self.senses.get(&sense))
    }

    /// Entries that permit or forbid a matter.
    pub fn about(&self, matter: u64) -> impl Iterator<Item = &Known> {
        self.living(self.matters.get(&matter))
    }

    /// Entries that compare things, of whose head the words are the same in any order.
    pub fn in_any_order(&self, bag: u64) -> impl Iterator<Item = &Known> {
        self.living(self.bags.get(&bag))
    }

    /// Entries in a frame's slot.
    pub fn in_slot(&self, slot: SlotKey) -> impl Iterator<Item = &Known> {
        self.living(self.slots.get(&slot))
    }

    /// Entries with a topic (lower-case).
    pub fn on_topic(&self, topic: &str) -> impl Iterator<Item = &Known> {
        self.living(self.topics.get(topic))
    }

    /// Entries with a content word.
    pub fn with_word(&self, word: u32) -> impl Iterator<Item = &Known> {
        self.living(self.words.get(&word))
    }

    /// Entries with some content words, at most so many for each word, each entry once.
    pub fn with_words(&self, words: impl Iterator<Item = u32>, most: usize) -> Vec<&Known> {
        let (mut seen, mut found) = (HashesOf::<u64>::default(), Vec::new());
        for numbers in words.filter_map(|word| self.words.get(&word)) {
            let living = numbers.iter().filter_map(|n| Some((*n, self.known[*n].as_deref()?)));
            found.extend(living.take(most).filter(|(n, _)| seen.insert(*n as u64)).map(|(_, known)| known));
        }
        found
    }

    /// Entries with any of some words, by their forms, in the order in which they came.
    pub fn with_any(&self, forms: impl Iterator<Item = u32>) -> Vec<&Known> {
        let mut numbers: Vec<usize> = forms.filter_map(|form| self.forms.get(&form)).flatten().copied().collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers.into_iter().filter_map(|n| self.known[n].as_deref()).collect()
    }

    /// Whether entries speak of this thing, elsewhere than in their last words.
    pub fn is_named(&self, object: u32) -> bool {
        self.named.contains_key(&object)
    }

    /// How many entries have (or had, in this run) a content word.
    pub fn count(&self, word: u32) -> usize {
        self.counts.get(&word).copied().unwrap_or(0)
    }

    /// Entries that begin with the same words, the longest beginning first.
    pub fn beginning(&self, reading: &Reading) -> impl Iterator<Item = &Known> {
        let begins = begins(reading);
        begins.into_iter().rev().filter_map(|b| self.begins.get(&b)).flat_map(|n| self.living(Some(n)))
    }

    /// Living entries that once had this wording.
    pub fn once(&self, norm: u64) -> impl Iterator<Item = &Known> {
        self.pasts.get(&norm).into_iter().flatten().filter_map(|id| self.get(id))
    }

    /// Entries that rest on a record.
    pub fn resting_on<'s>(&'s self, fits: impl Fn(&RecordId) -> bool + 's) -> impl Iterator<Item = &'s EntryId> + 's {
        self.records.iter().filter(move |(r, _)| fits(r)).flat_map(|(_, ids)| ids)
    }
}

/// The forms of the words of a text, each once.
fn forms(r: &Reading) -> Vec<u32> {
    let mut forms: Vec<u32> = r.words.iter().filter(|w| w.says()).map(|w| w.form).collect();
    forms.sort_unstable();
    forms.dedup();
    forms
}

/// Adds an id to a list that names each once.
pub(super) fn note(ids: &mut Vec<EntryId>, id: &EntryId) {
    if !ids.contains(id) {
        ids.push(id.clone());
    }
}

/// Takes a number out of the list of a key.
fn strike<K: Eq + Hash, S: BuildHasher>(lists: &mut HashMap<K, Vec<usize>, S>, key: &K, number: usize) {
    if let Some(there) = lists.get_mut(key) {
        there.retain(|n| *n != number);
        if there.is_empty() {
            lists.remove(key);
        }
    }
}
