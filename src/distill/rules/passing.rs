//! What passes: an operation just done, the report of a run, a question that somebody asked, an appointment.

use super::cue::Cue;
use super::gate::starts_clause;
use super::lexicon::Hit;
use super::reading::Reading;
use super::words::Kind;

/// Why a text tells only of something that passes, or `None`.
pub fn reason(r: &Reading) -> Option<String> {
    let idle = |i: usize| !r.words[i].says() || r.cues[i] & (Cue::LeadIn.bit() | Cue::Filler.bit()) != 0;
    if (0..r.words.len()).all(idle) {
        return Some("it says nothing".to_owned());
    }
    if let Some(hit) = asked(r) {
        return Some(r.said("a question that was asked", hit));
    }
    if r.has(Cue::Marker) && !r.hits(Cue::Marker).all(|h| r.is(h.from, Cue::Filler)) {
        return None;
    }
    just_done(r)
        .or_else(|| run_report(r))
        .or_else(|| counted(r))
        .map(|hit| r.said("routine, done and over", hit))
        .or_else(|| of_the_day(r).map(|hit| r.said("an appointment of that day", hit)))
}

/// `The user asked how …`, 用户问怎么…, and nothing behind it.
fn asked(r: &Reading) -> Option<Hit> {
    let clause = r.clauses.first().filter(|_| r.clauses.len() == 1)?;
    let pause = |i: &usize| r.is_comma(*i);
    let question = |h: &Hit| r.hits(Cue::Interrogative).any(|q| h.to <= q.from && q.from < h.to + 8);
    let usual = clause.clone().any(|i| r.is(i, Cue::Habit) || pause(&i) || r.is(i, Cue::Circumstance));
    let own = |h: &Hit| r.is(h.from, Cue::Negation) && !starts_clause(r, h.from);
    r.hits(Cue::Asking).find(|h| question(h) && !usual && !own(h))
}

/// `Just restarted the worker`, 刚跑完单测.
fn just_done(r: &Reading) -> Option<Hit> {
    let begins =
        |h: &Hit| (0..h.from).all(|i| r.words[i].kind == Kind::Mark || r.is(i, Cue::Own) || r.is(i, Cue::Filler));
    let just = r.hits(Cue::JustNow).filter(begins).max_by_key(|h| h.to)?;
    let next = (just.to..r.words.len()).find(|i| !r.is(*i, Cue::Filler))?;
    r.hits(Cue::Operation).find(|h| h.from == next)
}

/// `Committed 3 files`: an operation, and on how many.
fn counted(r: &Reading) -> Option<Hit> {
    let done = r.hits(Cue::Operation).find(|h| h.from == r.lead && r.words[h.from].kind != Kind::Glyph)?;
    (done.to < r.words.len() && r.words[done.to].kind == Kind::Number).then_some(done)
}

/// `Build 771 finished in 4 min`, `The test run took 3 minutes`, 构建 #881 用时 4 分.
fn run_report(r: &Reading) -> Option<Hit> {
    let idle = |i: usize| r.words[i].kind == Kind::Mark || r.is(i, Cue::Filler) || r.is_number(i);
    let begins = |h: &Hit| (0..h.from).all(idle);
    let run = r.hits(Cue::Run).filter(begins).max_by_key(|h| h.to)?;
    let passed = r.hits(Cue::Passed).find(|h| h.from >= run.to && h.from <= run.to + 3)?;
    let number = |range: std::ops::Range<usize>| {
        range.into_iter().any(|i| i < r.words.len() && (r.is_number(i) || r.words[i].kind == Kind::Code))
    };
    let to = r.hits(Cue::Passed).filter(|h| h.from == passed.from).map(|h| h.to).max().unwrap_or(passed.to);
    // Numbered, or of a length: that tells of one run.
    (number(0..passed.from) || number(to..to + 1)).then_some(passed)
}

/// `Lunch with Ben at noon`, 中午和小本吃饭: no day is named, so it is that of the record.
fn of_the_day(r: &Reading) -> Option<Hit> {
    let meets = r.hits(Cue::Appointment).next()?;
    let habit = (0..r.words.len()).any(|i| r.is(i, Cue::Habit) || r.is_weekday(i) || r.is(i, Cue::Month));
    let clock = r.sort(meets.to..r.words.len().min(meets.to + 10)) == super::sort::Sort::Clock;
    let first = r.hits(Cue::Daytime).any(|h| h.from == r.lead && h.to < meets.from);
    (!habit && r.clauses.len() == 1 && (first || clock && meets.from == r.lead)).then_some(meets)
}
