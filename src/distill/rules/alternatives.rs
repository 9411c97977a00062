//! Values that took each other's place: what the memory itself has shown to exclude each other.
//!
//! When an entry went from `zsh` to `fish`, the two are alternatives, for the things that the entry speaks of.
//! Another text about the same things that still states `zsh` is then known to be stale, where structure
//! alone could not tell. Learned from the versions of entries, so from the history; nothing is kept elsewhere.

use std::ops::Range;

use super::lexicon::{ByHash, HashesOf};
use super::reading::{Reading, fold};

/// A value: stems of its words.
pub type Value = Vec<u32>;

/// Where a known value stands, the value, and the group of those that exclude each other to which it belongs.
type Stated<'s> = (Range<usize>, &'s Value, &'s [Value]);

/// Groups of values, for each set of things spoken of.
#[derive(Debug, Default)]
pub struct Alternatives {
    groups: Vec<Vec<Value>>,
    /// By scope and first stem: values and their group.
    starts: ByHash<u64, Vec<(Value, usize)>>,
    /// First stems, whatever the scope: most words of a text begin no value.
    firsts: HashesOf<u32>,
}

/// Words of a scope: the things spoken of, values aside.
pub fn scope(objects: &[u32], values: &[&[u32]]) -> u64 {
    objects.iter().filter(|o| !values.iter().any(|v| v.contains(o))).fold(7, |s, o| fold(s, *o))
}

impl Alternatives {
    /// Learns that two values took each other's place.
    pub fn learn(&mut self, scope: u64, a: &[u32], b: &[u32]) {
        if a.is_empty() || b.is_empty() || a == b || a.len() > 10 || b.len() > 10 {
            return;
        }
        match (self.group(scope, a), self.group(scope, b)) {
            (Some(x), Some(y)) if x != y => {
                let moved = std::mem::take(&mut self.groups[y]);
                for value in &moved {
                    let key = fold(scope, value[0]);
                    self.starts
                        .entry(key)
                        .or_default()
                        .iter_mut()
                        .filter(|(v, _)| v == value)
                        .for_each(|(_, g)| *g = x);
                }
                self.groups[x].extend(moved);
            }
            (Some(_), Some(_)) => {}
            (Some(x), None) => self.put(scope, b, x),
            (None, Some(y)) => self.put(scope, a, y),
            (None, None) => {
                self.groups.push(Vec::new());
                self.put(scope, a, self.groups.len() - 1);
                self.put(scope, b, self.groups.len() - 1);
            }
        }
    }

    fn put(&mut self, scope: u64, value: &[u32], group: usize) {
        self.groups[group].push(value.to_vec());
        self.firsts.insert(value[0]);
        self.starts.entry(fold(scope, value[0])).or_default().push((value.to_vec(), group));
    }

    fn group(&self, scope: u64, value: &[u32]) -> Option<usize> {
        self.starts.get(&fold(scope, *value.first()?))?.iter().find(|(v, _)| v == value).map(|(_, g)| *g)
    }

    /// Whether two values are known to exclude each other.
    pub fn exclude(&self, scope: u64, a: &[u32], b: &[u32]) -> bool {
        a != b && self.group(scope, a).is_some_and(|g| self.group(scope, b) == Some(g))
    }

    /// The known values that a text states, where, and the values that exclude them; no value within a longer one: the
    /// `two` of `two approvals` is none.
    pub fn stated<'s>(&'s self, r: &'s Reading, objects: &'s [u32]) -> Vec<Stated<'s>> {
        let mut found: Vec<Stated<'s>> = self.all_stated(r, objects).collect();
        let ranges: Vec<Range<usize>> = found.iter().map(|(range, ..)| range.clone()).collect();
        let within = |a: &Range<usize>, b: &Range<usize>| a != b && b.start <= a.start && a.end <= b.end;
        found.retain(|(range, ..)| !ranges.iter().any(|other| within(range, other)));
        found
    }

    /// The same, values within longer ones as well. The scope is that of the text without the value.
    fn all_stated<'s>(&'s self, r: &'s Reading, objects: &'s [u32]) -> impl Iterator<Item = Stated<'s>> + 's {
        let whole = scope(objects, &[]);
        (0..r.words.len()).filter(|at| self.firsts.contains(&r.words[*at].stem)).flat_map(move |at| {
            let stem = r.words[at].stem;
            let narrower = if objects.contains(&stem) { scope(objects, &[&[stem]]) } else { whole };
            let keys = [Some(whole), (narrower != whole).then_some(narrower)];
            keys.into_iter().flatten().filter_map(move |s| self.starts.get(&fold(s, stem))).flatten().filter_map(
                move |(value, group)| {
                    let range = r.find_from(value, at)?;
                    Some((range, value, self.groups[*group].as_slice()))
                },
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_replaced_each_other_form_a_group_within_their_scope() {
        let mut known = Alternatives::default();
        known.learn(1, &[10], &[20]);
        known.learn(1, &[20], &[30, 31]);
        assert!(known.exclude(1, &[10], &[30, 31]));
        assert!(!known.exclude(2, &[10], &[20]), "another thing's values are not concerned");
        known.learn(1, &[40], &[50]);
        assert!(!known.exclude(1, &[10], &[40]));
        known.learn(1, &[50], &[10]);
        assert!(known.exclude(1, &[40], &[30, 31]), "groups that meet become one");
    }
}
