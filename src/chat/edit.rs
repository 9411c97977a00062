//! How a changed message is written: what is not changed is its source, byte for byte.

use std::borrow::Cow;
use std::ops::Range;

use super::message::Message;
use super::raw;

/// What changes in one message.
#[derive(Debug, Clone, Default)]
pub struct Changes {
    /// It is left out.
    pub gone: bool,
    /// Ranges of its source that are written otherwise.
    pub edits: Vec<(Range<usize>, String)>,
    /// Blocks that are left out, by their range.
    pub removed: Vec<Range<usize>>,
    /// Answers that are added to its blocks.
    pub added: Vec<String>,
    /// Blocks of other messages that are put behind its own answers: message and range.
    pub brought: Vec<(usize, Range<usize>)>,
    /// Whether answers must be put before its other blocks.
    pub answers_first: bool,
}

impl Changes {
    /// Whether the message is written as it is.
    pub fn is_none(&self) -> bool {
        self.edits.is_empty() && !self.is_rebuilt()
    }

    /// Whether its list of blocks is another one.
    fn is_rebuilt(&self) -> bool {
        !self.removed.is_empty() || !self.added.is_empty() || !self.brought.is_empty() || self.answers_first
    }
}

/// The text of a message with its changes. `changes` are those of all messages, one for each.
pub fn write<'a>(messages: &[Message<'a>], changes: &[Changes], m: usize) -> Cow<'a, str> {
    let message = &messages[m];
    let own = &changes[m];
    if own.is_none() {
        return Cow::Borrowed(message.raw);
    }
    let edited = |range| part(message, own, range);
    let Some(list) = message.blocks.filter(|_| own.is_rebuilt()) else {
        return edited(0..message.raw.len()).into();
    };
    let mut blocks: Vec<(bool, String)> = Vec::new();
    for block in raw::elements(list).unwrap_or_default() {
        let range = raw::range(message.raw, block);
        if !own.removed.contains(&range) {
            blocks.push((message.is_answer(block), edited(range)));
        }
    }
    if own.answers_first || !own.added.is_empty() || !own.brought.is_empty() {
        blocks.sort_by_key(|(is_answer, _)| !is_answer);
    }
    let answers = blocks.iter().take_while(|(is_answer, _)| *is_answer).count();
    let mut texts: Vec<String> = blocks.into_iter().map(|(_, text)| text).collect();
    let brought = own.brought.iter().map(|(m, range)| part(&messages[*m], &changes[*m], range.clone()));
    texts.splice(answers..answers, brought.chain(own.added.iter().cloned()));
    let range = raw::range(message.raw, list);
    format!("{}[{}]{}", edited(0..range.start), texts.join(","), edited(range.end..message.raw.len())).into()
}

/// A range of a message with the edits that lie in it.
fn part(message: &Message<'_>, changes: &Changes, range: Range<usize>) -> String {
    let inside = |r: &Range<usize>| range.start <= r.start && r.end <= range.end;
    let mut edits: Vec<_> = changes.edits.iter().filter(|(r, _)| inside(r)).collect();
    edits.sort_by_key(|(r, _)| r.start);
    let (mut text, mut at) = (String::with_capacity(range.len()), range.start);
    for (r, new) in edits {
        text.push_str(&message.raw[at..r.start]);
        text.push_str(new);
        at = r.end;
    }
    text + &message.raw[at..range.end]
}
