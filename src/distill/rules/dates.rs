//! Days that a text gives relative to its own: `tomorrow`, `until Friday`, `下周一`.

use super::cue::{Cue, WEEK};
use super::lexicon::Hit;
use super::reading::Reading;
use super::words::Kind;
use crate::time::Day;
use chrono::Datelike;

/// A day that a text names, and the words that name it.
struct Named {
    day: Day,
    from: usize,
    to: usize,
}

/// The text with each relative day followed by its date, when there is one.
pub fn resolved(r: &Reading, day: Day) -> Option<String> {
    let mut named: Vec<Named> = r.hits.iter().filter_map(|h| relative(r, *h, day)).collect();
    named.sort_by_key(|n| (n.from, std::cmp::Reverse(n.to)));
    let mut text = String::new();
    let (mut at, mut past) = (0, 0);
    for n in named {
        if n.from < past {
            continue;
        }
        past = n.to;
        let end = r.words[n.to - 1].end as usize;
        text.push_str(&r.text[at..end]);
        text.push_str(&format!(" ({})", n.day));
        at = end;
    }
    (at > 0).then(|| text + &r.text[at..])
}

/// The day until which a text says that it holds: `until Friday`, `until 2025-03-20`. What was `until yesterday` tells of
/// the past.
pub fn until(r: &Reading, day: Day) -> Option<Day> {
    until_when(r, day).filter(|last| *last >= day)
}

fn until_when(r: &Reading, day: Day) -> Option<Day> {
    let until = r.hits(Cue::Until).next()?;
    if let Some(word) = r.words.get(until.to).filter(|w| !w.quoted)
        && let Some(date) = Day::parse(word.of(&r.text))
    {
        return Some(date);
    }
    r.hits
        .iter()
        .filter(|h| h.from == until.to)
        .find_map(|h| relative(r, *h, day).map(|n| n.day).or_else(|| weekday(h.cue).map(|n| coming(day, n))))
}

/// The day of an appointment (`meets the client tomorrow at 3`), until which it is worth knowing; nothing for what is
/// done again and again, or was moved.
pub fn appointment(r: &Reading, day: Day) -> Option<Day> {
    let again = (0..r.words.len()).any(|i| r.is(i, Cue::Habit));
    // `Tomorrow's standup is cancelled`: this one only.
    let called_off = || r.has(Cue::Ended) && r.hits.iter().any(|h| h.from == r.lead && relative(r, *h, day).is_some());
    if !r.has(Cue::Appointment) && !called_off() || again || r.has(Cue::Marker) || r.has(Cue::ChangeVerb) || r.is_past()
    {
        return None;
    }
    let written = r.words.iter().filter(|w| !w.quoted).find_map(|w| Day::parse(w.of(&r.text)));
    let named = written.or_else(|| r.hits.iter().find_map(|h| relative(r, *h, day)).map(|n| n.day));
    named.filter(|on| *on >= day)
}

fn weekday(cue: Cue) -> Option<i64> {
    WEEK.iter().position(|c| *c == cue).and_then(|n| i64::try_from(n).ok())
}

/// The next such weekday after a day.
fn coming(day: Day, weekday: i64) -> Day {
    let ahead = (weekday - i64::from(day.0.weekday().num_days_from_monday())).rem_euclid(7);
    day.plus(if ahead == 0 { 7 } else { ahead })
}

fn relative(r: &Reading, hit: Hit, day: Day) -> Option<Named> {
    let named = |day, to| Some(Named { day, from: hit.from, to });
    let longer =
        |cue: Cue| r.hits(cue).any(|h| h.from <= hit.from && hit.to <= h.to && h.to - h.from > hit.to - hit.from);
    match hit.cue {
        Cue::Tomorrow if !longer(Cue::AfterTomorrow) => named(day.plus(1), hit.to),
        Cue::AfterTomorrow => named(day.plus(2), hit.to),
        Cue::Yesterday if !longer(Cue::BeforeYesterday) => named(day.plus(-1), hit.to),
        Cue::BeforeYesterday => named(day.plus(-2), hit.to),
        Cue::Next | Cue::Last => {
            let (of, to) = r.hits.iter().filter(|h| h.from == hit.to).find_map(|h| Some((weekday(h.cue)?, h.to)))?;
            // `the last Friday of the month`: one that comes again.
            let recurs = (to..r.words.len().min(to + 4)).any(|i| r.is(i, Cue::Span))
                || hit.from.checked_sub(1).is_some_and(|i| r.is(i, Cue::Article));
            if recurs && r.words[hit.from].kind == Kind::Plain {
                return None;
            }
            let next = hit.cue == Cue::Next;
            // `下周一` counts weeks, `next Monday` counts Mondays.
            let monday = day.plus(-i64::from(day.0.weekday().num_days_from_monday()));
            let date = match (r.words[hit.from].of(&r.text).is_ascii(), next) {
                (true, true) => coming(day, of),
                (true, false) => coming(day, of).plus(if coming(day, of) == day.plus(7) { -14 } else { -7 }),
                (false, true) => monday.plus(7 + of),
                (false, false) => monday.plus(of - 7),
            };
            named(date, to)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distill::rules::lexicon::Lexicon;

    #[test]
    fn relative_days_are_resolved_against_the_records_own_day() {
        let lexicon = Lexicon::parse(None).unwrap();
        let friday = Day::parse("2025-03-14").unwrap();
        for (text, want) in [
            ("The release moved to tomorrow", "The release moved to tomorrow (2025-03-15)"),
            ("The demo is next Monday.", "The demo is next Monday (2025-03-17)."),
            ("The audit was last Friday", "The audit was last Friday (2025-03-07)"),
            ("发布改到下周一", "发布改到下周一 (2025-03-17)"),
            ("发布改到后天", "发布改到后天 (2025-03-16)"),
        ] {
            let r = Reading::of(text, &lexicon);
            assert_eq!(resolved(&r, friday).as_deref(), Some(want));
        }
        for (text, want) in
            [("Until Monday the API is read-only", "2025-03-17"), ("The freeze holds until 2025-03-20", "2025-03-20")]
        {
            assert_eq!(until(&Reading::of(text, &lexicon), friday), Day::parse(want), "{text}");
        }
        for text in [
            "Backups run on Mondays",
            "Stock is taken on the last Friday of the month",
            "We meet last Monday of each quarter",
        ] {
            assert_eq!(resolved(&Reading::of(text, &lexicon), friday), None, "{text}");
        }
    }
}
