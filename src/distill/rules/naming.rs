//! Texts that name what they replace: `no longer OLD; from now on NEW`, `NEW instead of OLD`, `from OLD to NEW`.

use std::ops::Range;

use super::cue::{Cue, any};
use super::dropped::dropped;
use super::frame::COPULA;
use super::reading::Reading;
use super::sort::Sort;
use super::words::Kind;

/// What a text says was, and what it says is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Naming {
    /// The words of the old value.
    pub old: Range<usize>,
    /// The words of the new value, when one is given.
    pub new: Option<Range<usize>>,
    /// Whether old and new stand side by side, so that one fits where the other stood: not in
    /// `no longer deploys with OLD, we use NEW`.
    pub parallel: bool,
}

impl Naming {
    /// What it says, for people.
    pub(super) fn why(&self, r: &Reading, new: &Range<usize>) -> String {
        format!("names what changed: “{}” → “{}”", r.shown(self.old.clone()), r.shown(new.clone()))
    }
}

/// The old and new value that a text names, if it names an old one.
pub fn naming(r: &Reading) -> Option<Naming> {
    let found = from_to(r)
        .or_else(|| replaced(r))
        .or_else(|| over(r))
        .or_else(|| was_and_is(r))
        .or_else(|| contrast(r))
        .or_else(|| instead(r))
        .or_else(|| dropped(r));
    found.filter(|n| {
        let size = |range: &Range<usize>| (1..=14).contains(&range.len());
        size(&n.old) && n.new.as_ref().is_none_or(size)
    })
}

/// The end of a value that begins at `from`: a pause, a cue that ends it, or the start of a new one.
pub(super) fn end(r: &Reading, from: usize, comma: bool) -> usize {
    let mark = (from..r.words.len()).find(|i| r.ends_clause(*i) || comma && !r.words[*i].quoted && r.is_comma(*i));
    let cue = r
        .hits
        .iter()
        .filter(|h| h.from > from && matches!(h.cue, Cue::End | Cue::New | Cue::NewClause | Cue::Correction))
        .map(|h| h.from)
        .min();
    mark.into_iter().chain(cue).min().unwrap_or(r.words.len())
}

/// Takes marks and openings such as `now` from the edges of a value.
pub(super) fn value(r: &Reading, range: Range<usize>) -> Option<Range<usize>> {
    let mut range = r.trim(range);
    let idle = |at: usize| r.is(at, Cue::Filler) && (r.is(at, Cue::Marker) || r.words[at].kind == Kind::Glyph);
    while range.start < range.end && idle(range.start) {
        range.start += 1;
    }
    let mut range = r.trim(range);
    while range.start < range.end && idle(range.end - 1) {
        range.end -= 1;
    }
    let range = r.trim(range);
    (!range.is_empty()).then_some(range)
}

fn from_to(r: &Reading) -> Option<Naming> {
    // `switched the client from A to B`, `replaced A with B`.
    let verb = |at: usize| {
        let clause = r.clauses.iter().find(|c| c.contains(&at));
        clause.is_some_and(|c| (c.start..at).any(|i| r.is(i, Cue::ChangeVerb)))
    };
    let plain = r.hits(Cue::Away).filter(|h| verb(h.from)).map(|h| (h, Cue::To));
    let swaps = r.hits(Cue::Swap).map(|h| (h, Cue::SwapFor));
    let barters = r.hits(Cue::Barter).map(|h| (h, Cue::BarterFor));
    for (from, until) in r.hits(Cue::From).map(|h| (h, Cue::To)).chain(plain).chain(swaps).chain(barters) {
        let to = r
            .hits(until)
            .filter(|t| t.from > from.to && t.from < from.to + 12)
            .find(|t| (from.to..t.from).all(|i| !matches!(r.text_of(i), ";" | "；" | "." | "。")));
        let Some(to) = to else { continue };
        let old = value(r, from.to..to.from)?;
        let new = value(r, to.to..end(r, to.to, true));
        return Some(Naming { old, new, parallel: true });
    }
    None
}

/// `OLD is replaced by NEW`.
fn replaced(r: &Reading) -> Option<Naming> {
    let cue = longest(r, Cue::OldBefore, |_| true)?;
    let start = clause_start(r, cue.0);
    let old = value(r, start..cue.0)?;
    // `The cache is replaced by Valkey` names what changes, not the value that it had.
    let named =
        old.clone().any(|i| r.words[i].capital && i > start || matches!(r.words[i].kind, Kind::Code | Kind::Number));
    if !named && r.is(old.end - 1, Cue::Attribute) {
        return None;
    }
    let new = value(r, cue.1..end(r, cue.1, true));
    Some(Naming { old, new, parallel: true })
}

/// `OLD is over, the calendar is NEW now`.
fn over(r: &Reading) -> Option<Naming> {
    let ended = r
        .hits(Cue::Ended)
        .find(|h| h.to < r.words.len() && (r.is_comma(h.to) || matches!(r.text_of(h.to), ";" | "；")))?;
    let start = clause_start(r, ended.from);
    let old = value(r, start..ended.from)?;
    let frame = r.frames.iter().find(|f| f.value.start > ended.to && f.value.start < ended.to + 14)?;
    let now = r.hits(Cue::Marker).any(|h| h.from > ended.to);
    let new = value(r, frame.value.clone()).filter(|_| now)?;
    Some(Naming { old, new: Some(new), parallel: false })
}

/// `The quota: was OLD, is NEW now`.
fn was_and_is(r: &Reading) -> Option<Naming> {
    if ![" was ", " were "].iter().any(|was| r.text.contains(was)) {
        return None;
    }
    let said =
        |at: usize, words: [&str; 2]| at < r.words.len() && words.iter().any(|w| r.text_of(at).eq_ignore_ascii_case(w));
    let was = (r.lead..r.words.len()).find(|i| said(*i, ["was", "were"]))?;
    let comma = (was + 1..r.words.len().min(was + 14)).find(|i| !r.words[*i].says())?;
    if !matches!(r.text_of(comma), "," | ";") || !said(comma + 1, ["is", "are"]) {
        return None;
    }
    let (old, new) = (value(r, was + 1..comma)?, value(r, comma + 2..end(r, comma + 2, true))?);
    Some(Naming { old, new: Some(new), parallel: true })
}

/// `Not OLD, NEW`; `机房不在OLD，在NEW`, `不是OLD，是NEW`: what is denied and what is said begin with the same word.
fn contrast(r: &Reading) -> Option<Naming> {
    let spaced =
        |h: &super::lexicon::Hit| h.from == r.lead && h.to == h.from + 1 && r.words[h.from].kind == Kind::Plain;
    if let Some(not) = r.hits(Cue::Old).filter(|h| r.is(h.from, Cue::Negation)).find(spaced)
        && let Some(comma) = (not.to..r.words.len().min(not.to + 8)).find(|i| r.text_of(*i) == ",")
        && (comma + 1..r.words.len()).take_while(|i| r.words[*i].says()).count() + comma + 2 >= r.words.len()
    {
        let (old, new) = (value(r, not.to..comma)?, value(r, comma + 1..r.words.len()));
        // `Never let the dog near the stove, the vet wants it that way`: two clauses name no two values.
        let related = |range: &Range<usize>| r.relations(range).any(|h| h.from > range.start);
        if !new.as_ref().is_some_and(related) {
            return Some(Naming { old, new, parallel: true });
        }
    }
    if let Some(naming) = but(r) {
        return Some(naming);
    }
    let glyph = |at: usize| r.words.get(at).is_some_and(|w| w.kind == Kind::Glyph && !w.quoted);
    r.hits(Cue::Negation).find_map(|denied| {
        let relation = denied.from + 1;
        if denied.to > relation + 1 || !glyph(denied.from) || !glyph(relation) {
            return None;
        }
        let pause = (relation + 1..r.words.len().min(relation + 12))
            .find(|i| matches!(r.text_of(*i), "," | "，" | "、" | ";" | "；" | "。"))?;
        let again = (pause + 1..r.words.len().min(pause + 4)).find(|i| r.words[*i].hash == r.words[relation].hash)?;
        let between = !r.has_content(pause + 1..again);
        let old = value(r, relation + 1..pause)?;
        let new = value(r, again + 1..end(r, again + 1, true));
        between.then_some(Naming { old, new, parallel: true })
    })
}

/// `doesn't choke on OLD but on NEW`: what is denied and what is said stand behind the same word.
fn but(r: &Reading) -> Option<Naming> {
    let but = r.hits(Cue::New).find(|h| r.words[h.from].kind == Kind::Plain && r.text_of(h.from) == "but")?;
    let denied = r.hits(Cue::Negation).filter(|h| h.to <= but.from).map(|h| h.to).max()?;
    let leads = r.words.get(but.to).filter(|w| w.says())?;
    let again = (denied..but.from).rev().find(|i| r.words[*i].hash == leads.hash)?;
    let old = value(r, again + 1..but.from)?;
    let new = value(r, but.to + 1..end(r, but.to + 1, true));
    Some(Naming { old, new, parallel: true })
}

/// `NEW instead of OLD`, `NEW, not OLD`, `no longer OLD; from now on NEW`, `not OLD but NEW`.
fn instead(r: &Reading) -> Option<Naming> {
    let old_cue = longest(r, Cue::Old, |h| {
        let bare_not = h.1 - h.0 == 1 && matches!(r.text_of(h.0).to_ascii_lowercase().as_str(), "not" | "never");
        let glyph_not = r.shown(h.0..h.1) == "不是";
        let but = || r.hits(Cue::New).any(|n| n.from > h.1 && n.from < h.1 + 10);
        !(bare_not || glyph_not) || h.0 > r.lead && r.after_pause(h.0) || but()
    });
    let given_up = longest(r, Cue::GivenUp, |_| true);
    let (from, to) = match (old_cue, given_up) {
        (Some(old), Some(given)) => old.min(given),
        (old, given) => old.or(given)?,
    };
    let mut old = value(r, to..end(r, to, true))?;
    // `two spaces, not what I wrote` names no value.
    if r.hits(Cue::Interrogative).any(|h| h.from == old.start && r.words[h.from].kind == Kind::Plain) {
        return None;
    }
    let reach = old.end;
    let replaces = given_up.is_none_or(|given| given.0 != from);
    // `instead of Jenkins for CI`, `replaces Ben as owner`, `gave up Jenkins as our CI in favour of Buildkite`: what it is
    // for goes with the whole.
    let role = |i: usize| r.text_of(i) == "as" && (replaces || r.hits(Cue::New).any(|h| h.from > i));
    // `when the licence is MIT` says what the value is.
    let clausal = |i: usize| (i + 1..old.end).any(|o| r.is(o, Cue::Copula) && r.is_subordinate(o));
    if let Some(scope) = (old.start + 1..old.end).find(|i| r.is(*i, Cue::Scope) && !clausal(*i) || role(*i)) {
        old.end = scope;
    }
    let follows = |h: &super::lexicon::Hit| h.from >= reach && h.from < reach + 6;
    let after = r.hits(Cue::New).filter(follows).map(|n| n.to).max();
    let clause = r.hits(Cue::NewClause).filter(follows).map(|n| n.to).max().filter(|_| after.is_none());
    let new = match after.or(clause).or_else(|| being(r, reach)) {
        Some(at) => value(r, at..end(r, at, true)),
        // What is given up has nothing in its place: what stands before it is who gave it up.
        None if given_up.is_some_and(|given| given.0 == from) => None,
        None if r.is(r.lead, Cue::Cleft) => cleft(r, from),
        None => before(r, if r.after_pause(from) { from - 1 } else { from }, &old),
    };
    Some(Naming { old, new, parallel: clause.is_none() })
}

/// Behind the form of being that follows an old value at once: `the dose, formerly OLD, is NEW`, 成本以前是OLD，往后是NEW.
fn being(r: &Reading, old: usize) -> Option<usize> {
    let pause = old < r.words.len() && r.is_comma(old);
    let idle = |i: usize| {
        r.is(i, Cue::Filler)
            || r.words[i].kind == Kind::Glyph && r.hits(Cue::LeadIn).any(|h| (h.from..h.to).contains(&i))
    };
    let follows = |h: &super::lexicon::Hit| h.from > old && h.from <= old + 3 && (old + 1..h.from).all(idle);
    r.hits(Cue::Copula).filter(follows).filter(|_| pause).map(|h| h.to).max()
}

/// `It's NEW who …, not OLD`.
fn cleft(r: &Reading, to: usize) -> Option<Range<usize>> {
    let from = r.hits(Cue::Cleft).filter(|h| h.from == r.lead).map(|h| h.to).max()?;
    let ends = |i: &usize| r.cues[*i] & (Cue::Own.bit() | Cue::Binding.bit()) != 0 && !r.is(*i, Cue::Possessive);
    let inner = (from + 1..to).find(|i| ends(i) || r.is(*i, Cue::Article));
    value(r, from..inner.unwrap_or(to))
}

/// The value that stands before a cue: one that looks like the old one, of the frame that ends there, else back to the
/// clause's beginning or its verb.
fn before(r: &Reading, cue: usize, old: &Range<usize>) -> Option<Range<usize>> {
    let start = clause_start(r, cue);
    if r.sort(old.clone()) != Sort::Name {
        let alike = |from: usize| {
            (0..old.len()).all(|n| {
                let (a, b) = (old.start + n, from + n);
                r.words[a].stem == r.words[b].stem
                    || r.words[a].kind == Kind::Number && r.words[b].kind == Kind::Number
                    || r.is_weekday(a) && r.is_weekday(b)
                    || r.is(a, Cue::Month) && r.is(b, Cue::Month)
            })
        };
        if let Some(from) = (start..cue.saturating_sub(old.len() - 1)).rev().find(|from| alike(*from)) {
            return value(r, from..from + old.len());
        }
    }
    let framed = r.frames.iter().rev().find(|f| f.value.start < cue && f.class != COPULA || f.value.end <= cue);
    if let Some(frame) = framed {
        return value(r, frame.value.start..frame.value.end.min(cue));
    }
    let verbs = any!(Many | Means | Verb);
    let verb = (start..cue).rev().find(|i| r.cues[*i] & verbs != 0 && !r.words[*i].quoted);
    value(r, verb.map_or(start, |verb| verb + 1)..cue)
}

/// Where the clause around a word begins, after a label if it has one.
fn clause_start(r: &Reading, at: usize) -> usize {
    (0..at)
        .rev()
        .find(|i| matches!(r.text_of(*i), ":" | "：" | ";" | "；" | "." | "。" | "—" | "–" | "," | "，"))
        .map_or(0, |i| i + 1)
}

/// The first phrase of a list that will do; at its place the longest one. First and last word + 1.
fn longest(r: &Reading, cue: Cue, fits: impl Fn((usize, usize)) -> bool) -> Option<(usize, usize)> {
    let mut found: Option<(usize, usize)> = None;
    for hit in r.hits(cue).filter(|h| fits((h.from, h.to))) {
        if found.is_none_or(|(from, to)| hit.from == from && hit.to > to) {
            found = Some((hit.from, hit.to));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distill::rules::lexicon::Lexicon;

    #[test]
    fn old_and_new_are_found_in_many_wordings() {
        let lexicon = Lexicon::parse(None).unwrap();
        for (text, old, new) in [
            ("port of api: no longer 8080; from now on 9000; cost was the main argument", "8080", "9000"),
            ("Changed: port of api goes from 8080 to 9000", "8080", "9000"),
            ("port of api: 9000 replaces 8080", "8080", "9000"),
            ("Correction: port of api is 9000, not 8080 as noted before", "8080", "9000"),
            ("I had this wrong. port of api: 9000; the earlier 8080 was a mistake", "8080", "9000"),
            ("Fix of an earlier entry — port of api is 9000 (not 8080)", "8080", "9000"),
            ("Dana is now support lead instead of release manager", "release manager", "support lead"),
            ("Redis is replaced by Valkey", "Redis", "Valkey"),
            ("The build uses not Make but Just", "Make", "Just"),
            ("The timeout was raised from 30 s to 60 s", "30 s", "60 s"),
            ("数据库不再使用MySQL，改用PostgreSQL", "MySQL", "PostgreSQL"),
            ("端口从8080改为9000", "8080", "9000"),
            ("负责人不是李娜，而是王伟", "李娜", "王伟"),
            ("We no longer deploy with Ansible, we use Terraform now", "deploy with Ansible", "Terraform"),
            ("Jenkins is over, our CI is Buildkite now", "Jenkins", "Buildkite"),
            ("The quota of mail: was 2 GB, is 5 GB now", "2 GB", "5 GB"),
            ("We gave up Jenkins as our CI in favour of Buildkite", "Jenkins", "Buildkite"),
            ("The vet is Dr Hofer and never was Dr Lang", "Dr Lang", "Dr Hofer"),
            ("We've dropped Pylint, so the linter of api will be Ruff in future", "Pylint", "Ruff"),
            ("Scrap Pylint, we go with Ruff for the linter", "Pylint", "Ruff"),
            ("食堂的颜色定为绿色，蓝色作废", "蓝色", "绿色"),
        ] {
            let r = Reading::of(text, &lexicon);
            let n = naming(&r).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((r.shown(n.old.clone()), n.new.clone().map(|n| r.shown(n))), (old, Some(new)), "{text}");
        }
        for text in [
            "Nightly mirror is not running",
            "The office is open from 9 to 5",
            "Deploys need no approval",
            "Backups do not include logs",
            "The colour of the canteen is green, the newsletter is cancelled",
            "The newsletter was dropped",
            "瑜伽课取消了，改天再说",
        ] {
            assert_eq!(naming(&Reading::of(text, &lexicon)), None, "{text}");
        }
    }
}
