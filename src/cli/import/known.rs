//! What the stream knows already, read once when it matters.

use std::collections::HashSet;

use crate::chat::import::statement::origin;
use crate::chat::import::{Format, Said, Statement};
use crate::error::Result;
use crate::memory::Memory;
use crate::stream;
use crate::time::{Clock, Days};

/// Kinds and texts of all records, and the moments of conversations that have one.
#[derive(Debug)]
pub(super) struct Known {
    texts: HashSet<String>,
    moments: HashSet<String>,
}

impl Known {
    /// Reads the whole stream.
    pub fn read(memory: &Memory) -> Result<Self> {
        let loaded = stream::read_days(memory, Days::default())?;
        let mut known = Self { texts: HashSet::new(), moments: HashSet::new() };
        for record in &loaded.records {
            known.texts.insert(text(&record.kind, &record.whole()));
            if let (Some(time), Some(origin)) = (record.time, record.fields.get("origin")) {
                known.moments.insert(format!("{origin} {} {}", record.day, time.format("%H:%M")));
            }
        }
        Ok(known)
    }

    /// Whether no day has a record of this kind and text; from then on it counts as there.
    pub fn is_new(&mut self, kind: &str, words: &str) -> bool {
        self.texts.insert(text(kind, words))
    }

    /// Whether the stream has a record of this moment of a conversation.
    pub fn has_moment(&self, moment: &str) -> bool {
        self.moments.contains(moment)
    }
}

/// The minute of a conversation at which something was said; none where either is not known.
pub(super) fn moment(said: &Said, format: Format, clock: &Clock) -> Result<Option<String>> {
    if said.session.is_none() {
        return Ok(None);
    }
    let statement = Statement::of(said, "", "", &origin(format, said.session.as_deref()));
    let (Some(origin), Some(at)) = (statement.fields.get("origin"), statement.record(clock)?.at) else {
        return Ok(None);
    };
    let now = clock.at(at.to_utc())?;
    Ok(Some(format!("{origin} {} {}", now.day, now.local.format("%H:%M"))))
}

fn text(kind: &str, text: &str) -> String {
    format!("{}\0{}", kind.to_lowercase(), text.split_whitespace().collect::<Vec<_>>().join(" "))
}
