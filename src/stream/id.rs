//! Identity: derived from what a record says, written `2025-03-14#k7q2m9`, accepted shortened.

use super::RecordId;
use super::base32::{base32, is_base32, read_base32};
use super::head::Clock;
use crate::time::Day;

/// The 30 bits of a record's hash: the lowest of xxh3-64 over day, time as written (`HH:MM[:SS]`),
/// kind in lower case and the rest with its white space collapsed, each but the last followed by a
/// zero byte. The offset is left out, so that a zone added by hand does not make a new record.
///
/// `buffer` is only room to work in, so that a scan allocates once.
pub(super) fn hash(buffer: &mut Vec<u8>, day: &[u8; 10], time: Option<Clock>, kind: &[u8], rest: &[u8]) -> u32 {
    buffer.clear();
    buffer.extend_from_slice(day);
    buffer.push(0);
    if let Some(clock) = time {
        let two = |n: u8| [b'0' + n / 10, b'0' + n % 10];
        buffer.extend_from_slice(&two(clock.hour));
        buffer.push(b':');
        buffer.extend_from_slice(&two(clock.minute));
        if let Some(second) = clock.second {
            buffer.push(b':');
            buffer.extend_from_slice(&two(second));
        }
    }
    buffer.push(0);
    if kind.is_ascii() {
        let start = buffer.len();
        buffer.extend_from_slice(kind);
        buffer[start..].make_ascii_lowercase();
    } else {
        buffer.extend_from_slice(String::from_utf8_lossy(kind).to_lowercase().as_bytes());
    }
    buffer.push(0);
    let rest = rest.trim_ascii();
    // Nearly every record is one line with single spaces: one look without branches, one copy.
    let pairs = rest.iter().zip(rest.get(1..).unwrap_or_default());
    if pairs.fold(false, |found, (a, b)| found | (*b < b' ') | (*a == b' ' && *b == b' ')) {
        let start = buffer.len();
        for word in rest.split(u8::is_ascii_whitespace).filter(|w| !w.is_empty()) {
            if buffer.len() > start {
                buffer.push(b' ');
            }
            buffer.extend_from_slice(word);
        }
    } else {
        buffer.extend_from_slice(rest);
    }
    (xxhash_rust::xxh3::xxh3_64(buffer) & 0x3fff_ffff) as u32
}

/// An id as a person types it: with or without the day, the hash in full or shortened.
///
/// It matches records; whoever has them decides whether it is unambiguous, with [`IdPattern::pick`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdPattern {
    day: Option<Day>,
    hash: String,
}

impl IdPattern {
    /// Reads `2025-03-14#k7q2m9`, `2025-03-14#k7`, `#k7q`, `k7q2m9`; at least two characters of the
    /// hash, upper or lower case. None when it cannot be an id.
    pub fn parse(text: &str) -> Option<Self> {
        let (day, hash) = match text.split_once('#') {
            Some(("", hash)) => (None, hash),
            Some((day, hash)) => (Some(Day::parse(day)?), hash),
            None => (None, text),
        };
        let hash = hash.to_ascii_lowercase();
        let fits = (2..=6).contains(&hash.len()) && is_base32(&hash);
        fits.then_some(Self { day, hash })
    }

    /// The day, when it was given: then only that day needs to be read.
    pub fn day(&self) -> Option<Day> {
        self.day
    }

    /// Whether it may mean this record.
    pub fn matches(&self, id: RecordId) -> bool {
        self.day.is_none_or(|d| d == id.day) && id.short().starts_with(&self.hash)
    }

    /// The one record among these that it means, or how many it could mean.
    pub fn pick(&self, ids: impl IntoIterator<Item = RecordId>) -> Result<RecordId, usize> {
        let mut found: Vec<RecordId> = ids.into_iter().filter(|id| self.matches(*id)).collect();
        found.sort_unstable();
        found.dedup();
        match found[..] {
            [id] => Ok(id),
            _ => Err(found.len()),
        }
    }
}

/// As it was given: `2025-03-14#k7`, `#k7q`.
impl std::fmt::Display for IdPattern {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(day) = self.day {
            write!(f, "{day}")?;
        }
        write!(f, "#{}", self.hash)
    }
}

impl RecordId {
    /// Reads a full id, `2025-03-14#k7q2m9`, as the program writes it.
    pub fn parse(text: &str) -> Option<Self> {
        let (day, hash) = text.split_once('#')?;
        Some(Self { day: Day::parse(day)?, hash: Self::parse_hash(hash)? })
    }

    /// Reads the six characters after the `#`.
    pub fn parse_hash(text: &str) -> Option<u32> {
        read_base32(text).filter(|_| text.len() == 6).and_then(|bits| u32::try_from(bits).ok())
    }

    /// The six characters after the `#`.
    pub fn short(self) -> String {
        base32(self.hash, 6)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_reads_back_as_itself() {
        let day = Day::parse("2025-03-14").unwrap();
        for hash in [0, 1, 31, 0x3fff_ffff, 0x1234_5678 & 0x3fff_ffff] {
            let id = RecordId { day, hash };
            assert_eq!(RecordId::parse(&id.to_string()), Some(id));
        }
        for text in ["", "2025-03-14", "2025-03-14#", "2025-03-14#k7q2m", "2025-3-14#k7q2m9", "2025-03-14#k7q2mu"] {
            assert_eq!(RecordId::parse(text), None, "{text}");
        }
    }

    #[test]
    fn shortened_forms_match_and_ambiguity_is_counted() {
        let day = Day::parse("2025-03-14").unwrap();
        let one = RecordId::parse("2025-03-14#k7q2m9").unwrap();
        let two = RecordId::parse("2025-03-15#k7q2xx").unwrap();
        let pick = |text: &str| IdPattern::parse(text).unwrap().pick([one, two, one]);
        assert_eq!(pick("k7q2m9"), Ok(one));
        assert_eq!(pick("#K7Q2M"), Ok(one));
        assert_eq!(pick("k7"), Err(2));
        assert_eq!(pick("zz"), Err(0));
        assert_eq!(pick("2025-03-15#k7"), Ok(two));
        assert_eq!(IdPattern::parse("2025-03-14#k7").unwrap().day(), Some(day));
        assert_eq!(IdPattern::parse("k"), None);
        assert_eq!(IdPattern::parse("k7q2m9x"), None);
    }
}
