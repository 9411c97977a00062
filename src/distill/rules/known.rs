//! An entry as the rules see it.

use std::rc::Rc;

use std::ops::Range;

use super::naming::Naming;
use super::phrasing::Said;
use super::reading::Reading;
use crate::sediment::{EntryId, Section};
use crate::stream::Fields;
use crate::time::Day;

/// An entry as the rules see it.
#[derive(Debug, Clone)]
pub struct Known {
    /// Its id.
    pub id: EntryId,
    /// Its section.
    pub section: Section,
    /// When it was last stated.
    pub stated: Day,
    /// Its topic, lower-case.
    pub topic: Option<String>,
    /// Objects it names: in the text, as `about`, as the head of its topic.
    pub objects: Vec<u32>,
    /// Those that its fields name and its text does not.
    pub about: Vec<u32>,
    /// Its text, read.
    pub reading: Rc<Reading>,
    /// What it says was and is, where it was written as a change.
    pub naming: Option<Naming>,
    /// Of one written as a change: what it is about, values aside.
    pub aspects: u128,
    /// What it says, cut into phrasing, things and value.
    pub said: Rc<[Said]>,
    /// The things of which it speaks, as the memory has shown, hashed.
    pub things: Vec<u64>,
    /// Whether this is but one statement of the entry, beside the whole.
    pub part: bool,
    /// Whether it may be merged away or removed.
    pub loose: bool,
}

impl Known {
    /// The places of its values: one, and what it names as old and new where it was written as a change.
    pub fn values<'s>(&'s self, place: &'s Range<usize>) -> Vec<&'s Range<usize>> {
        let naming = self.naming.iter().flat_map(|n| std::iter::once(&n.old).chain(&n.new));
        std::iter::once(place).chain(naming).collect()
    }

    /// Where it states a value as the present one.
    pub fn states(&self, stems: &[u32]) -> Option<Range<usize>> {
        match self.naming.as_ref().and_then(|n| n.new.clone()) {
            None => self.reading.find(stems),
            Some(new) => self.reading.reads(&new, stems).then_some(new),
        }
    }
}

/// The things that a text and its fields name, sorted.
pub fn objects(r: &Reading, fields: &Fields, topic: Option<&str>) -> Vec<u32> {
    let mut objects = r.objects.clone();
    objects.extend(named(fields, topic));
    objects.sort_unstable();
    objects.dedup();
    objects
}

/// Those of some objects that a text does not name.
pub(super) fn unnamed(objects: &[u32], r: &Reading) -> Vec<u32> {
    objects.iter().copied().filter(|o| !r.objects.contains(o)).collect()
}

/// Objects that fields name: `about`, and the head of the topic unless it is whoever speaks.
fn named(fields: &Fields, topic: Option<&str>) -> Vec<u32> {
    let head = topic
        .and_then(|t| t.split_once('/'))
        .map(|(head, _)| head)
        .filter(|h| !matches!(*h, "user" | "me" | "self" | "用户"));
    let about = fields.all("about").flat_map(|a| a.split(',')).map(str::trim);
    about.chain(head).filter(|o| !o.is_empty()).map(super::words::hash).collect()
}

/// The statements behind the first one of an entry, of which each speaks for itself. What has a topic fills one slot.
pub(super) fn later_statements(known: &Known) -> Vec<Range<usize>> {
    let r = &known.reading;
    let several = known.topic.is_none() && r.head < r.words.len();
    if several { r.statements().split_off(1) } else { Vec::new() }
}
