//! Stretches of letters and digits that are no words: base64 and the like, of which more is spelled.

/// Whether any stretch is as long as those of which more is spelled; hardly any text has one.
pub(super) fn may_be_spelled(text: &str) -> bool {
    let mut rest = text.as_bytes();
    // From the end of what would be a stretch: what ends one there rules out all that begin before it.
    while let Some(stretch) = rest.get(..LONG) {
        match stretch.iter().rposition(|b| SPELLED[usize::from(*b)] == 0) {
            Some(end) => rest = &rest[end + 1..],
            None => return true,
        }
    }
    false
}

/// Bytes from which on a stretch may be no word.
const LONG: usize = 24;

/// A stretch that may be base64 or the like: random text, of which more is spelled than of words.
#[derive(Debug, Default)]
pub(super) struct Spelled {
    length: usize,
    cost: usize,
    /// Which of [`SMALL`], [`CAPITAL`], [`DIGIT`] occur.
    sorts: u8,
}

const SMALL: u8 = 1;
const CAPITAL: u8 = 2;
const DIGIT: u8 = 4;

/// What of such a stretch a byte is; 0 where it ends the stretch.
const SPELLED: [u8; 256] = {
    let mut sorts = [0; 256];
    let mut b = 0;
    while b < 128 {
        sorts[b] = match b as u8 {
            b'a'..=b'z' => SMALL,
            b'A'..=b'Z' => CAPITAL,
            b'0'..=b'9' => DIGIT,
            b'+' | b'/' | b'=' | b'_' | b'-' => 8,
            _ => 0,
        };
        b += 1;
    }
    sorts
};

impl Spelled {
    /// Takes a piece in; returns what the stretch that it ends costs besides its pieces.
    pub(super) fn take(&mut self, piece: &[u8], cost: usize) -> usize {
        let begins = matches!(piece.first(), Some(b' ' | b'\n'));
        let body = if begins { &piece[1..] } else { piece };
        let more = if begins { self.end() } else { 0 };
        for b in body {
            match SPELLED[usize::from(*b)] {
                0 => return more + self.end(),
                sort => self.sorts |= sort,
            }
        }
        self.length += body.len();
        self.cost += cost;
        more
    }

    /// Ends the stretch.
    pub(super) fn end(&mut self) -> usize {
        let ended = std::mem::take(self);
        let all = SMALL | CAPITAL | DIGIT;
        let random = ended.length >= LONG && ended.sorts & all == all;
        if random { ended.cost / 8 } else { 0 }
    }
}
