//! Two who changed places: `Noor and Piet have traded places`, 小周和小吴对调了.
//!
//! Of each an entry says the same but for the value; each has the value of the other from then on. Where more than one
//! entry of either fits, nobody can tell what they traded.

use std::ops::Range;

use super::claim::Claim;
use super::cue::{Cue, any};
use super::known::Known;
use super::matcher::{Decision, Matcher};
use super::reading::Reading;

/// Words of a value, at most.
const LONGEST: usize = 5;

impl Matcher<'_> {
    /// What the entries of two say of them, when they changed places.
    pub(super) fn by_trade(&self, claim: &Claim<'_>, near: &[&Known]) -> Decision {
        let r = &claim.reading;
        let hit = r.hits(Cue::Trade).next()?;
        let segment = r.segment(hit.from);
        let denied = any!(Negation | Condition | Future | Temporary | Until);
        if segment.clone().any(|i| r.cues[i] & denied != 0) || r.hits(Cue::Plan).next().is_some() {
            return None;
        }
        let joint = (segment.start + 1..hit.from).find(|i| r.is(*i, Cue::Joiner))?;
        let (one, other) = (name(r, segment.start..joint)?, name(r, joint + 1..hit.from)?);
        let of = |name: &Range<usize>, without: &Range<usize>| -> Vec<(&Known, Range<usize>)> {
            let whole = near.iter().copied().filter(|k| !k.part && k.loose && self.may_change(claim, k));
            let named = whole.filter_map(|k| Some((k, run(r, name, &k.reading)?)));
            named.filter(|(k, _)| run(r, without, &k.reading).is_none()).collect()
        };
        let (mine, theirs) = (of(&one, &other), of(&other, &one));
        let all = mine.iter().flat_map(|a| theirs.iter().map(move |b| (a, b)));
        let mut fits = all.filter_map(|((a, n), (b, m))| {
            let (old, new) = values((&a.reading, n), (&b.reading, m))?;
            Some((*a, old, *b, new))
        });
        let (a, old, b, new) = fits.next().filter(|_| fits.next().is_none())?;
        let put = |k: &Reading, at: &Range<usize>, value: &str| {
            let (from, to) = (k.words[at.start].start as usize, k.words[at.end - 1].end as usize);
            format!("{}{value}{}", &k.text[..from], &k.text[to..])
        };
        let why = format!("{} and {} changed places", r.shown(one), r.shown(other));
        let first = put(&a.reading, &old, b.reading.shown(new.clone()));
        let second = put(&b.reading, &new, a.reading.shown(old));
        Some(Ok(vec![claim.update(a, &first, why.clone()), claim.update(b, &second, why)]))
    }
}

/// The words of a name in a range.
fn name(r: &Reading, range: Range<usize>) -> Option<Range<usize>> {
    let words: Vec<usize> = r.content_in(range).filter(|i| !r.is(*i, Cue::Auxiliary)).collect();
    let name = *words.first()?..*words.last()? + 1;
    (name.len() <= LONGEST).then_some(name)
}

/// Where a text has the words of another in a row.
fn run(r: &Reading, name: &Range<usize>, k: &Reading) -> Option<Range<usize>> {
    let alike = |at: &usize| name.clone().enumerate().all(|(n, i)| k.words[at + n].hash == r.words[i].hash);
    let last = k.words.len().checked_sub(name.len())?;
    let at = (k.lead..=last).find(alike)?;
    Some(at..at + name.len())
}

/// The values of two texts that say the same of two but for one place.
fn values(
    (a, n): (&Reading, &Range<usize>),
    (b, m): (&Reading, &Range<usize>),
) -> Option<(Range<usize>, Range<usize>)> {
    let told = |t: &Reading, name: &Range<usize>| -> Vec<usize> {
        (t.lead..t.words.len()).filter(|i| !name.contains(i) && t.words[*i].says()).collect()
    };
    let (x, y) = (told(a, n), told(b, m));
    let same = |i: usize, o: usize| a.words[i].hash == b.words[o].hash;
    let least = x.len().min(y.len());
    let from = (0..least).find(|i| !same(x[*i], y[*i]))?;
    let to = (0..least - from).find(|i| !same(x[x.len() - 1 - i], y[y.len() - 1 - i])).unwrap_or(least - from);
    let (old, new) = (&x[from..x.len() - to], &y[from..y.len() - to]);
    let relates = x[..from].iter().chain(&x[x.len() - to..]).any(|i| !a.is(*i, Cue::Article));
    let place = |at: &[usize]| Some(*at.first()?..*at.last()? + 1);
    let (old, new) = (place(old)?, place(new)?);
    let whole =
        |t: &Range<usize>, name: &Range<usize>| t.len() <= LONGEST && (t.end <= name.start || name.end <= t.start);
    (relates && whole(&old, n) && whole(&new, m)).then_some((old, new))
}
