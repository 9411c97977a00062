//! The built-in table of kinds, and the user's rows on top of it.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer};

use super::Kind;

/// A row as the user writes it: what is absent stays as it is.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Row {
    /// The empty text routes a kind to no section.
    section: Option<String>,
    importance: Option<f64>,
    aliases: Option<Vec<String>>,
    private: Option<bool>,
    routine: Option<bool>,
}

/// Reads `[kinds]` and merges it into the built-in table, key by key, names regardless of case.
pub(super) fn merged<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<String, Kind>, D::Error> {
    let rows = BTreeMap::<String, Row>::deserialize(deserializer)?;
    let mut kinds = built_in();
    for (name, row) in rows {
        let known = kinds.keys().find(|k| k.to_lowercase() == name.to_lowercase()).cloned();
        let kind = kinds.entry(known.unwrap_or(name)).or_default();
        if let Some(section) = row.section {
            kind.section = Some(section).filter(|s| !s.is_empty());
        }
        kind.importance = row.importance.unwrap_or(kind.importance);
        kind.aliases = row.aliases.unwrap_or_else(|| std::mem::take(&mut kind.aliases));
        kind.private = row.private.unwrap_or(kind.private);
        kind.routine = row.routine.unwrap_or(kind.routine);
    }
    Ok(kinds)
}

/// The kinds that the program knows without any settings.
pub(super) fn built_in() -> BTreeMap<String, Kind> {
    let kind = |section: Option<&str>, importance: f64, aliases: &[&str], routine: bool| Kind {
        section: section.map(String::from),
        importance,
        aliases: aliases.iter().map(|a| (*a).to_owned()).collect(),
        private: false,
        routine,
    };
    [
        ("Decision", kind(Some("decisions"), 0.8, &["决策", "决定"], false)),
        ("Fact", kind(Some("context"), 0.6, &["事实"], false)),
        ("Preference", kind(Some("preferences"), 0.8, &["偏好"], false)),
        ("Constraint", kind(Some("preferences"), 0.9, &["约束", "限制"], false)),
        ("Lesson", kind(Some("lessons"), 0.7, &["教训", "经验"], false)),
        ("Task", kind(None, 0.5, &["任务"], false)),
        ("Todo", kind(None, 0.6, &["待办"], false)),
        ("Done", kind(None, 0.5, &["完成", "已完成"], false)),
        ("Anomaly", kind(None, 0.7, &["异常"], false)),
        ("Correction", kind(Some("context"), 0.9, &["更正", "纠正"], false)),
        ("Outcome", kind(None, 0.4, &["结果"], false)),
        ("Feedback", kind(None, 0.3, &["反馈"], false)),
        ("Summary", kind(None, 0.5, &["总结", "摘要"], false)),
        ("Note", kind(None, 0.3, &["笔记"], false)),
        ("Log", kind(None, 0.1, &["日志"], true)),
    ]
    .map(|(name, k)| (name.to_owned(), k))
    .into()
}
