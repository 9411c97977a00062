//! Values that the types allow and that make no sense.

use super::Settings;
use crate::time::Day;

/// What lies in a memory folder beside the stream and the sediment.
const OWN: [&str; 11] = [
    ".alluvium",
    ".git",
    ".gitattributes",
    ".gitignore",
    "alluvium.toml",
    "archive",
    "history",
    "profile.md",
    "sessions",
    "spaces",
    "templates",
];

/// The sections of the sediment, as kinds name them.
const SECTIONS: [&str; 5] = ["preferences", "context", "decisions", "lessons", "procedures"];

/// The first value that is out of range: its dotted key and what is wrong.
pub(super) fn check(s: &Settings) -> Option<(String, String)> {
    let shares = [
        ("distill.max-loss", s.distill.max_loss),
        ("decay.factor", s.decay.factor),
        ("decay.min-confidence", s.decay.min_confidence),
        ("inject.share", s.inject.share),
        ("tokens.reserve", s.tokens.reserve),
        ("search.past", s.search.past),
        ("embeddings.same", s.embeddings.same),
        ("embeddings.related", s.embeddings.related),
    ];
    let weights = [
        ("decay.lambda", s.decay.lambda),
        ("search.alpha", s.search.alpha),
        ("search.beta", s.search.beta),
        ("search.gamma", s.search.gamma),
        ("search.lambda", s.search.lambda),
        ("model.retry-wait", s.model.retry_wait),
        ("model.temperature", s.model.temperature.unwrap_or(0.0)),
        ("model.price-in", s.model.price_in.unwrap_or(0.0)),
        ("model.price-out", s.model.price_out.unwrap_or(0.0)),
        ("model.price-cached", s.model.price_cached.unwrap_or(0.0)),
    ];
    let at_least_one = [
        ("stream.max-bytes", s.stream.max_bytes as u64),
        ("sediment.max-entries", s.sediment.max_entries as u64),
        ("sediment.max-tokens", s.sediment.max_tokens as u64),
        ("distill.batch-tokens", s.distill.batch_tokens as u64),
        ("distill.promote-days", s.distill.promote_days as u64),
        ("search.limit", s.search.limit as u64),
        ("session.rounds", s.session.rounds as u64),
        ("session.tokens", s.session.tokens as u64),
        ("model.connect-timeout", s.model.connect_timeout),
        ("model.timeout", s.model.timeout),
        ("model.max-output-tokens", s.model.max_output_tokens as u64),
        ("model.num-ctx", s.model.num_ctx as u64),
        ("embeddings.timeout", s.embeddings.timeout),
        ("rerank.timeout", s.rerank.timeout),
    ];
    let days = [
        ("decay.max-age-days", s.decay.max_age_days),
        ("inject.hours", s.inject.hours),
        ("inject.todo-days", s.inject.todo_days),
    ];
    let words = [
        ("distill.engine", Some(&s.distill.engine), &["rules", "llm"][..]),
        ("distill.fallback", Some(&s.distill.fallback), &["rules", "keep"]),
        ("inject.order", Some(&s.inject.order), &["sediment-first", "stream-first"]),
        ("model.provider", s.model.provider.as_ref(), &["openai", "anthropic", "ollama", "command", "canned"]),
        ("model.response-format", Some(&s.model.response_format), &["auto", "json_schema", "json_object", "text"]),
        ("embeddings.provider", s.embeddings.provider.as_ref(), &["openai", "ollama"]),
    ];
    let share = |v: f64| (!(0.0..=1.0).contains(&v)).then(|| format!("{v} is not in 0…1"));
    let weight = |v: f64| (!(0.0..=1e9).contains(&v)).then(|| format!("{v} is not a number from 0 to 1000000000"));
    let one = |v: u64| (!(1..=1_000_000_000).contains(&v)).then(|| "it must be in 1…1000000000".to_owned());
    let day = |v: i64| (!(0..=1_000_000).contains(&v)).then(|| "it must be in 0…1000000".to_owned());
    let word = |v: Option<&String>, known: &[&str]| {
        v.filter(|v| !known.contains(&v.as_str())).map(|v| format!("{v:?} is none of {}", known.join(", ")))
    };
    let mut found = shares.iter().map(|(k, v)| (*k, share(*v))).chain(weights.iter().map(|(k, v)| (*k, weight(*v))));
    let found = found
        .find(|(_, wrong)| wrong.is_some())
        .or_else(|| at_least_one.iter().map(|(k, v)| (*k, one(*v))).find(|(_, wrong)| wrong.is_some()))
        .or_else(|| days.iter().map(|(k, v)| (*k, day(*v))).find(|(_, wrong)| wrong.is_some()))
        .or_else(|| words.iter().map(|(k, v, known)| (*k, word(*v, known))).find(|(_, wrong)| wrong.is_some()));
    if let Some((key, Some(wrong))) = found {
        return Some((key.to_owned(), wrong));
    }
    let factor = s.tokens.factor;
    if !(0.01..=100.0).contains(&factor) {
        return Some(("tokens.factor".into(), format!("{factor} is not in 0.01…100")));
    }
    start_of_day(s).or_else(|| layout(s)).or_else(|| sections(s)).or_else(|| kinds(s)).or_else(|| tasks(s))
}

fn start_of_day(s: &Settings) -> Option<(String, String)> {
    let wrong = chrono::NaiveTime::parse_from_str(&s.day_starts, "%H:%M").is_err();
    wrong.then(|| ("day-starts".into(), format!("{:?} is no clock time; write it as `HH:MM`", s.day_starts)))
}

fn layout(s: &Settings) -> Option<(String, String)> {
    let inside = |path: &str| {
        let parts: Vec<&str> = path.split(['/', '\\']).collect();
        if path.is_empty() || path.starts_with('/') || path.contains(':') || parts.contains(&"..") {
            Some("it must be a path inside of the memory folder; a symbolic link may lead elsewhere")
        } else if path.ends_with('/') || parts.contains(&"") {
            Some("it must name a file")
        } else if OWN.contains(&parts[0].to_lowercase().as_str()) {
            Some("the program keeps something else there")
        } else {
            None
        }
    };
    if let Some(wrong) = inside(&s.layout.sediment) {
        return Some(("layout.sediment".into(), wrong.into()));
    }
    let stream = &s.layout.stream;
    let without = stream.replace("{date}", "").replace("{year}", "").replace("{month}", "");
    if is_day_of(stream, &s.layout.sediment) {
        return Some(("layout.sediment".into(), "it would be a day file of `layout.stream`".into()));
    }
    let wrong = inside(stream).or_else(|| {
        if without.contains(['{', '}']) {
            Some("it knows only `{date}`, `{year}` and `{month}`")
        } else if stream.matches("{date}").count() != 1 || !stream.rsplit('/').next()?.contains("{date}") {
            Some("its last part must contain `{date}`, once, so that a file's name says its day")
        } else {
            None
        }
    })?;
    Some(("layout.stream".into(), wrong.into()))
}

/// Whether a path is that of some day in a layout.
fn is_day_of(layout: &str, path: &str) -> bool {
    let Some((before, _)) = layout.split_once("{date}") else { return false };
    let name = before.rsplit('/').next().unwrap_or_default().len();
    let file = path.rsplit('/').next().unwrap_or_default();
    let Some(date) = file.get(name..name + 10).filter(|date| Day::parse(date).is_some()) else { return false };
    let of_day = layout.replace("{date}", date).replace("{year}", &date[..4]).replace("{month}", &date[5..7]);
    of_day.eq_ignore_ascii_case(path)
}

fn sections(s: &Settings) -> Option<(String, String)> {
    let h = &s.sediment.sections;
    let all = [&h.preferences, &h.context, &h.decisions, &h.lessons, &h.procedures];
    for (n, heading) in all.iter().enumerate() {
        let key = || format!("sediment.sections.{}", SECTIONS[n]);
        if heading.trim().is_empty() || heading.contains(['\n', '\r']) {
            return Some((key(), "a heading is one line that is not empty".into()));
        }
        if all[..n].iter().any(|other| other.trim().to_lowercase() == heading.trim().to_lowercase()) {
            return Some((key(), format!("two sections cannot both be called {heading:?}")));
        }
    }
    None
}

fn kinds(s: &Settings) -> Option<(String, String)> {
    for (name, kind) in &s.kinds {
        let key = |last: &str| format!("{}.{last}", super::mistake::dotted("kinds", name));
        if name.chars().count() < 2 || name.contains(['[', ']', '\n', '\r']) {
            let wrong = "a kind has at least two characters, none of them a bracket or a line break";
            return Some((super::mistake::dotted("kinds", name), wrong.into()));
        }
        if !(0.0..=1.0).contains(&kind.importance) {
            return Some((key("importance"), format!("{} is not in 0…1", kind.importance)));
        }
        if let Some(section) = kind.section.as_ref().filter(|s| !SECTIONS.contains(&s.as_str())) {
            return Some((key("section"), format!("{section:?} is none of {}, or empty", SECTIONS.join(", "))));
        }
    }
    let known = |name: &String| {
        let same = |other: &String| other.to_lowercase() == name.to_lowercase();
        s.kinds.iter().any(|(kind, k)| same(kind) || k.aliases.iter().any(same))
    };
    let stranger = s.distill.on.iter().find(|name| !known(name))?;
    Some(("distill.on".into(), format!("there is no kind {stranger:?}; a table `[kinds.{stranger}]` makes one")))
}

fn tasks(s: &Settings) -> Option<(String, String)> {
    let some_day = Day(chrono::NaiveDate::default());
    s.inject.tasks.iter().find_map(|(name, task)| {
        let key = |last: &str| format!("{}.{last}", super::mistake::dotted("inject.tasks", name));
        let known = ["sediment", "stream", "relevant"];
        let layer = task.layers.iter().flatten().find(|l| !known.contains(&l.as_str()));
        if let Some(layer) = layer {
            return Some((key("layers"), format!("{layer:?} is none of {}", known.join(", "))));
        }
        let days = task.days.as_ref()?;
        let error = crate::time::parse_days(days, some_day).err()?;
        Some((key("days"), error.to_string()))
    })
}
