//! The three-way merge of lists of units.

use std::collections::{BTreeMap, HashSet};

use similar::{MergeResolution, TextMerge};

/// A piece of a file that is kept or dropped as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// What it is: equal names are the same unit. Without a name it is a plain line of text.
    pub name: Option<String>,
    /// Its place in time among others that were added at the same spot.
    pub order: String,
    /// Its bytes, line end included.
    pub bytes: Vec<u8>,
}

impl Unit {
    /// A plain line.
    pub fn line(bytes: &[u8]) -> Self {
        Self { name: None, order: String::new(), bytes: bytes.to_vec() }
    }

    /// A unit with a name.
    pub fn named(name: String, order: String, bytes: &[u8]) -> Self {
        Self { name: Some(name), order, bytes: bytes.to_vec() }
    }

    /// The line that stands for the unit while the order is merged.
    fn sign(&self) -> String {
        match &self.name {
            Some(name) => format!("={}\n", name.replace('\n', " ")),
            None => format!(" {}\n", String::from_utf8_lossy(&self.bytes).trim_end_matches(['\r', '\n'])),
        }
    }
}

/// The plain lines of a text, line ends included.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = Unit> + '_ {
    bytes.split_inclusive(|b| *b == b'\n').map(Unit::line)
}

/// Merges. `choose` decides between two versions of a unit that both sides changed.
pub(super) fn merge(base: &[Unit], ours: &[Unit], theirs: &[Unit], choose: impl Fn(&Unit, &Unit) -> Unit) -> Vec<Unit> {
    let signs = |units: &[Unit]| units.iter().map(Unit::sign).collect::<String>();
    let (b, o, t) = (signs(base), signs(ours), signs(theirs));
    let merged = TextMerge::from_lines(b.as_str(), o.as_str(), t.as_str());
    let names = |units: &[Unit]| units.iter().filter_map(|u| u.name.clone()).collect::<HashSet<_>>();
    let (in_base, in_ours, in_theirs) = (names(base), names(ours), names(theirs));
    let deleted = |name: &String| in_base.contains(name) && !(in_ours.contains(name) && in_theirs.contains(name));

    let mut out: Vec<Unit> = Vec::new();
    for region in merged.regions() {
        let o = &ours[region.ours_range()];
        let t = &theirs[region.theirs_range()];
        match region.resolution() {
            MergeResolution::Theirs => out.extend_from_slice(t),
            MergeResolution::Conflict => out.extend(both(&base[region.base_range()], o, t)),
            _ => out.extend_from_slice(o),
        }
    }
    // A named unit comes once, and not at all when a side deleted it, wherever it moved meanwhile.
    let mut seen = HashSet::new();
    out.retain(|u| u.name.as_ref().is_none_or(|n| !deleted(n) && seen.insert(n.clone())));
    for unit in ours.iter().chain(theirs) {
        if let Some(name) = &unit.name
            && !deleted(name)
            && seen.insert(name.clone())
        {
            out.push(unit.clone());
        }
    }
    let by_name = |units: &[Unit]| {
        units.iter().filter_map(|u| Some((u.name.clone()?, u.clone()))).collect::<BTreeMap<String, Unit>>()
    };
    let (of_base, of_ours, of_theirs) = (by_name(base), by_name(ours), by_name(theirs));
    for unit in &mut out {
        let Some(name) = &unit.name else { continue };
        if let (Some(o), Some(t)) = (of_ours.get(name), of_theirs.get(name)) {
            *unit = match of_base.get(name) {
                _ if o.bytes == t.bytes => o.clone(),
                Some(b) if b.bytes == o.bytes => t.clone(),
                Some(b) if b.bytes == t.bytes => o.clone(),
                _ => choose(o, t),
            };
        }
    }
    out
}

/// Both sides changed the same place: what is common at both ends once, then what each side has.
fn both(base: &[Unit], ours: &[Unit], theirs: &[Unit]) -> Vec<Unit> {
    let same = |(a, b): &(&Unit, &Unit)| a.sign() == b.sign();
    let head = ours.iter().zip(theirs).take_while(same).count();
    let tail = ours[head..].iter().rev().zip(theirs[head..].iter().rev()).take_while(same).count();
    let (o, t) = (&ours[head..ours.len() - tail], &theirs[head..theirs.len() - tail]);
    // A plain line that one side took out and the other left is taken out.
    let left = |unit: &&Unit, other: &[Unit]| {
        unit.name.is_some()
            || !base.iter().any(|b| b.sign() == unit.sign())
            || other.iter().any(|u| u.sign() == unit.sign())
    };
    let o: Vec<Unit> = o.iter().filter(|u| left(u, t)).cloned().collect();
    let t: Vec<Unit> = t.iter().filter(|u| left(u, ours)).cloned().collect();
    let mut middle: Vec<Unit> = if o.iter().chain(&t).all(|u| u.name.is_some()) {
        let mut all = [o, t].concat();
        all.sort_by(|a, b| (&a.order, &a.name).cmp(&(&b.order, &b.name)));
        all
    } else {
        // Lines of text keep the company they came in; which side is first must not depend on its name.
        let text = |units: &[Unit]| units.iter().map(Unit::sign).collect::<String>();
        if text(&o) <= text(&t) { [o, t].concat() } else { [t, o].concat() }
    };
    middle.dedup();
    [&ours[..head], &middle, &ours[ours.len() - tail..]].concat()
}

/// The bytes of the units; a unit that had no line end gets one unless it is the last.
pub(super) fn join(units: &[Unit]) -> Vec<u8> {
    let mut out: Vec<u8> = Vec::new();
    for unit in units {
        if !out.is_empty() && !out.ends_with(b"\n") && !unit.bytes.is_empty() {
            out.push(b'\n');
        }
        out.extend_from_slice(&unit.bytes);
    }
    out
}
