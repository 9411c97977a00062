//! What is not confirmed stays out: questions, ideas, plans, proposals, hypotheses, what holds today only,
//! and the program's own output that came back.

use std::ops::Range;

use super::cue::Cue;
use super::lexicon::Hit;
use super::passing;
use super::reading::Reading;

/// Which lists apply to a kind of record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stance {
    /// A lesson tells of effects: what may happen is its content.
    Lesson,
    /// A decision or constraint prescribes: its conditions and futures are part of it.
    Rule,
    /// Anything else states what is.
    Statement,
}

impl Reading {
    /// Why a text is left out, with the phrase that says so.
    pub(super) fn said(&self, why: &str, hit: Hit) -> String {
        format!("{why}: “{}”", self.shown(hit.from..hit.to))
    }
}

/// Why a text is left out, or `None`. One that names a topic may ask for a change of it.
pub fn reason(r: &Reading, body: &str, stance: Stance, topic: bool, lasts: bool) -> Option<String> {
    let first = |cue: Cue| r.hits(cue).next();
    if let Some(why) = echo(r, body) {
        return Some(why);
    }
    if !topic || asked_away(r).is_none() {
        if is_question(r) {
            return Some("a question".to_owned());
        }
        let asks = |h: &Hit| starts_clause(r, h.from) || !r.words[h.from].of(&r.text).is_ascii();
        if let Some(hit) = r.hits(Cue::Question).chain(r.hits(Cue::Request)).find(asks) {
            return Some(r.said("a question", hit));
        }
    }
    if let Some(hit) = r.hits(Cue::Unverified).find(|h| !is_circumstance(r, *h)) {
        return Some(r.said("not confirmed", hit));
    }
    // `While I think of it. …`
    let opens = |h: &Hit| r.hits(Cue::LeadIn).any(|l| l.from <= h.from && h.to <= l.to);
    let doubts =
        |h: &Hit| !opens(h) && (stance != Stance::Lesson || starts_clause(r, h.from)) && !is_circumstance(r, *h);
    if let Some(hit) = r.hits(Cue::Hedge).find(doubts) {
        return Some(r.said("not certain", hit));
    }
    if stance != Stance::Lesson {
        if let Some(hit) = first(Cue::Plan) {
            return Some(r.said("a plan", hit));
        }
        if let Some(hit) = first(Cue::Proposal).filter(|_| !r.has(Cue::Settled)) {
            return Some(r.said("a proposal", hit));
        }
    }
    if stance == Stance::Statement
        && let (Some(condition), Some(_)) = (first(Cue::Condition), first(Cue::Future))
    {
        return Some(r.said("hypothetical", condition));
    }
    if stance == Stance::Statement
        && !r.has(Cue::Marker)
        && let Some(hit) = r.hits(Cue::Routine).find(|h| (0..h.from).all(|at| !r.words[at].says()))
    {
        return Some(r.said("routine, done and over", hit));
    }
    if stance == Stance::Statement
        && let Some(why) = passing::reason(r)
    {
        return Some(why);
    }
    if lasts || r.has(Cue::Lasting) || r.has(Cue::Earlier) {
        return None;
    }
    if let Some(hit) = r.hits(Cue::Temporary).find(|h| !is_circumstance(r, *h)) {
        return Some(r.said("for a while only, and no `until`", hit));
    }
    // `from this month`, 这个月起: a beginning.
    let begins = |h: &Hit| {
        let near = |at: usize| r.words.get(at).is_some_and(|w| w.says()) && r.is(at, Cue::Beginning);
        near(h.to) || h.from > 0 && near(h.from - 1)
    };
    if let Some(hit) =
        first(Cue::Today).filter(|h| !begins(h)).filter(|_| stance != Stance::Lesson && !r.has(Cue::Settled))
    {
        return Some(r.said("for that day only, and no `until`", hit));
    }
    None
}

/// The old value that a text asks to be changed, if it names both: `Can you swap Monday for Tuesday?`
pub(super) fn asked_away(r: &Reading) -> Option<&Range<usize>> {
    let hit = r.hits(Cue::Request).find(|h| starts_clause(r, h.from))?;
    let named = r.naming().filter(|n| n.old.start >= hit.to && n.new.is_some())?;
    Some(&named.old)
}

/// Whether a phrase tells when something else holds: `if unsure, ask`, `不确定的时候先问`.
fn is_circumstance(r: &Reading, hit: Hit) -> bool {
    let apart = |from: usize| r.clauses.iter().any(|c| c.start > from && c.start <= hit.from);
    // 时间 is no 时.
    let bound = |c: &Hit| r.hits(Cue::Bound).any(|b| b.from <= c.from && c.to <= b.to);
    r.hits(Cue::Circumstance).any(|c| !bound(&c) && (c.from == hit.to || c.to <= hit.from && !apart(c.from)))
}

pub(super) fn starts_clause(r: &Reading, at: usize) -> bool {
    at == 0 || r.clauses.iter().any(|c| c.start == at) || !r.words[at - 1].says()
}

/// It ends in a question mark outside quotation marks.
fn is_question(r: &Reading) -> bool {
    let last = r.words.iter().rev().find(|w| !matches!(w.of(&r.text), "." | ")" | "…" | "!"));
    last.is_some_and(|w| !w.quoted && matches!(w.of(&r.text), "?" | "？"))
}

/// What `inject`, `distill` or the history printed, written down as if it were news. A text that
/// merely names a block of the context is none.
fn echo(r: &Reading, body: &str) -> Option<String> {
    if let Some(hit) = r.hits(Cue::EchoBlock).find(|h| h.from == 0 && (h.to < r.words.len() || !body.is_empty())) {
        return Some(r.said("the program's own output", hit));
    }
    // At the very beginning, or as a line of a list that was taken along within another line.
    let heads = |h: &Hit| (0..h.from).all(|at| !r.words[at].says()) || r.words[h.from - 1].of(&r.text) == "-";
    if let Some(hit) = r.hits(Cue::EchoLabel).find(heads) {
        return Some(r.said("the program's own output", hit));
    }
    // Each of them holds one of these characters, which is soon looked for.
    if !r.text.contains(['^', '#', ':', '←']) {
        return None;
    }
    let marks = r.text.contains(" ← 2") || (r.text.contains(" ^") && r.text.contains("(was: "));
    let verb = [
        "read 2",
        "added ^",
        "seen ^",
        "updated ^",
        "removed ^",
        "rejected ^",
        "past ^",
        "moved ^",
        "judged ^",
        "conflict ^",
    ];
    (marks || verb.iter().any(|v| r.text.starts_with(v) && r.text.contains(['^', '#', ':'])))
        .then(|| "a line of the program's own history".to_owned())
}
