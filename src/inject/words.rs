//! Labels: how a line of each sort begins, by the settings and the built-in forms.

use std::collections::BTreeMap;

use super::pairs::Pairs;
use crate::time::Day;

/// How lines begin where `inject.lines` says nothing else. In those of records `{when}` is *Today's*,
/// *Yesterday's* or the day, `{day}` the day, `{kind}` the kind in lower case; `recent-anomaly` is
/// the form of one kind, `done` that of a task or to-do whose `{status}` says that it is over,
/// `recent` that of all others.
const FORMS: [(&str, &str); 14] = [
    ("preference", "User preference"),
    ("constraint", "Known constraint"),
    ("context", "Known fact"),
    ("decision", "Historical decision"),
    ("lesson", "Learned lesson"),
    ("procedure", "Learned procedure"),
    ("note", "Note"),
    ("profile", "About the user"),
    ("profile-stack", "Stack"),
    ("profile-style", "User preference"),
    ("profile-focus", "Current focus"),
    ("todo", "Open to-do (since {day})"),
    ("done", "{when} task ({status})"),
    ("recent", "{when} {kind}"),
];

/// The words of `templates/constraints.txt`.
const CONSTRAINTS: &str = include_str!("../../templates/constraints.txt");

/// How lines begin.
#[derive(Debug, Clone)]
pub struct Labels<'s> {
    own: &'s BTreeMap<String, String>,
    today: Day,
}

impl<'s> Labels<'s> {
    /// The forms of the settings over the built-in ones.
    pub fn new(own: &'s BTreeMap<String, String>, today: Day) -> Self {
        Self { own, today }
    }

    /// The form of a sort of line.
    pub fn of(&self, sort: &str) -> &'s str {
        let built_in = || FORMS.iter().find(|(name, _)| *name == sort).map_or("", |(_, form)| form);
        self.own.get(sort).map_or_else(built_in, String::as_str)
    }

    /// How the line of an open to-do begins.
    pub fn todo(&self, day: Day) -> String {
        self.filled(self.of("todo"), "todo", "open", day)
    }

    /// How the line of a record begins; `over` is the status of a task that is over and says so.
    pub fn record(&self, kind: &str, over: Option<&str>, day: Day) -> String {
        let kind = kind.to_lowercase();
        let form = match self.own.get(&format!("recent-{kind}")) {
            Some(own) => own,
            None if over.is_some() => self.of("done"),
            None => self.of("recent"),
        };
        self.filled(form, &kind, over.unwrap_or_default(), day)
    }

    fn filled(&self, form: &str, kind: &str, status: &str, day: Day) -> String {
        let mut label = String::with_capacity(form.len() + 16);
        let mut rest = form;
        while let Some(at) = rest.find('{') {
            label.push_str(&rest[..at]);
            rest = &rest[at..];
            if let Some(after) = rest.strip_prefix("{when}") {
                label.push_str(&self.when(day));
                rest = after;
            } else if let Some(after) = rest.strip_prefix("{day}") {
                label.push_str(&day.to_string());
                rest = after;
            } else if let Some(after) = rest.strip_prefix("{kind}") {
                label.push_str(kind);
                rest = after;
            } else if let Some(after) = rest.strip_prefix("{status}") {
                label.push_str(status);
                rest = after;
            } else {
                label.push('{');
                rest = &rest[1..];
            }
        }
        label.push_str(rest);
        label
    }

    /// `Today's`, `Yesterday's` or the day itself.
    fn when(&self, day: Day) -> String {
        match self.today.since(day) {
            0 => "Today's".to_owned(),
            1 => "Yesterday's".to_owned(),
            _ => day.to_string(),
        }
    }
}

/// Whether a preference is a constraint, by the words of `templates/constraints.txt`.
pub fn is_constraint(text: &str) -> bool {
    let text = text.to_lowercase();
    let pairs = Pairs::of(&text);
    CONSTRAINTS.lines().filter(|w| !w.is_empty() && !w.starts_with('#')).any(|word| match word.strip_prefix('^') {
        Some(start) => text.starts_with(start),
        None => pairs.may_hold(word) && text.contains(word),
    })
}

/// The remark on an entry whose last judgement was *wrong*.
pub const DENIED: &str = "judged wrong; may not hold";

/// What people do who have a preference.
const LIKING: [&str; 7] = ["prefers", "likes", "loves", "hates", "dislikes", "wants", "avoids"];
const LIKING_SIGNS: [&str; 4] = ["喜欢", "偏好", "讨厌", "希望"];

/// Whether a preference is told of somebody by name, who may or may not be the user.
pub fn is_of_somebody(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let named = first.starts_with(char::is_uppercase) && first != "User" && LIKING.contains(&second);
    let before = || LIKING_SIGNS.iter().find_map(|sign| text.split_once(sign)).map(|(before, _)| before);
    named
        || before()
            .is_some_and(|name| (2..=4).contains(&name.chars().count()) && !name.contains(['我', '用', '她', '他']))
}

/// The remark on something that came from a web page or a tool and that nobody confirmed.
pub fn unconfirmed(origin: Option<&str>) -> Option<&'static str> {
    match origin?.split([':', ' ', '/']).next()? {
        "web" => Some("seen on the web, not confirmed"),
        "tool" => Some("reported by a tool, not confirmed"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constraints_are_told_from_preferences() {
        for (text, constraint) in [
            ("No third-party dependency that costs money.", true),
            ("Reports are tables by default.", false),
            ("Secrets must not be logged.", true),
            ("Nothing fancy: short answers.", false),
            ("禁止直接推送到主分支", true),
            ("默认用表格汇报", false),
        ] {
            assert_eq!(is_constraint(text), constraint, "{text}");
        }
    }

    #[test]
    fn what_others_like_is_told_from_what_the_user_likes() {
        for (text, somebody) in [
            ("Boris prefers dark roast", true),
            ("李娜喜欢表格", true),
            ("The user prefers tables.", false),
            ("User prefers tables.", false),
            ("Reports are tables by default.", false),
            ("我喜欢表格", false),
            ("用户偏好表格", false),
        ] {
            assert_eq!(is_of_somebody(text), somebody, "{text}");
        }
    }

    #[test]
    fn only_unconfirmed_origins_are_remarked_on() {
        assert_eq!(unconfirmed(Some("web")), Some("seen on the web, not confirmed"));
        assert_eq!(unconfirmed(Some("tool:curl")), Some("reported by a tool, not confirmed"));
        assert_eq!(unconfirmed(Some("claude-code")), None);
        assert_eq!(unconfirmed(None), None);
    }
}
