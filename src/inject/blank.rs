//! What a section says that has no line. It is true in every case: *nothing yet* only where nothing ever was.

use super::line::LeftOut;

/// Nothing went into it so far.
const NOTHING: &str = "(nothing yet)";
/// What was looked at stands in other sections.
const ELSEWHERE: &str = "(nothing beyond what the other sections say)";
/// There are records, of other days.
const OTHER_DAYS: &str = "(nothing in these days)";
/// What was looked at does not hold, or is not meant to be shown.
const LEFT_OUT: &str = "(nothing to show)";
/// It cannot be read.
const UNREADABLE: &str = "(nothing that can be read)";
/// A search found nothing.
const NOT_FOUND: &str = "(nothing found for this question)";

/// The words for each section.
#[derive(Debug, Clone, Copy)]
pub struct Blank {
    /// The long-term section.
    pub long_term: &'static str,
    /// The summary of a conversation.
    pub session: &'static str,
    /// Recent activity.
    pub recent: &'static str,
    /// What a search found.
    pub relevant: &'static str,
}

impl Default for Blank {
    fn default() -> Self {
        Self { long_term: NOTHING, session: NOTHING, recent: NOTHING, relevant: NOT_FOUND }
    }
}

/// For a section in whose place these were left out; `otherwise` when none were.
fn where_left_out(left_out: &[LeftOut], otherwise: &'static str) -> &'static str {
    match left_out {
        [] => otherwise,
        some if some.iter().any(|left| left.elsewhere) => ELSEWHERE,
        _ => LEFT_OUT,
    }
}

impl Blank {
    /// The long-term section, of whose entries these were left out, from a file that `is_readable` or not.
    pub fn long_term(&mut self, left_out: &[LeftOut], is_readable: bool) {
        self.long_term = where_left_out(left_out, if is_readable { NOTHING } else { UNREADABLE });
    }

    /// Recent activity, of whose records these were left out, in a memory that `is_unused` or not.
    pub fn recent(&mut self, left_out: &[LeftOut], is_unused: bool) {
        self.recent = where_left_out(left_out, if is_unused { NOTHING } else { OTHER_DAYS });
    }

    /// What a search found, of which these were left out.
    pub fn relevant(&mut self, left_out: &[LeftOut]) {
        self.relevant = if left_out.iter().any(|left| left.elsewhere) { ELSEWHERE } else { NOT_FOUND };
    }
}
