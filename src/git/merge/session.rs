//! Sessions and the profile: each is made anew as a whole; the one that has come further wins.

use crate::inject::profile::Stored;

/// Of two summaries of one conversation, the one with the higher version, then the later end; none when
/// neither has a version: the program did not write them, and nothing says which came further.
pub fn merge(ours: &[u8], theirs: &[u8]) -> Option<Vec<u8>> {
    if number(ours, "version") == 0 && number(theirs, "version") == 0 {
        return None;
    }
    let rank = |bytes: &[u8]| (number(bytes, "version"), number(bytes, "end"), bytes.to_vec());
    Some(if rank(ours) >= rank(theirs) { ours.to_vec() } else { theirs.to_vec() })
}

/// Of two profiles the one that a person wrote, else the one with the higher version; none when two
/// people wrote one each.
pub fn profile(ours: &[u8], theirs: &[u8]) -> Option<Vec<u8>> {
    let by_hand = |bytes: &[u8]| Stored::parse(&String::from_utf8_lossy(bytes)).is_by_hand();
    let rank = |bytes: &[u8]| (number(bytes, "profile"), bytes.to_vec());
    match (by_hand(ours), by_hand(theirs)) {
        (true, true) => None,
        (true, false) => Some(ours.to_vec()),
        (false, true) => Some(theirs.to_vec()),
        (false, false) => Some(if rank(ours) >= rank(theirs) { ours.to_vec() } else { theirs.to_vec() }),
    }
}

/// A number of the front matter.
fn number(bytes: &[u8], key: &str) -> u64 {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = text.trim_start_matches('\u{feff}').lines();
    if lines.next().map(str::trim_end) != Some("---") {
        return 0;
    }
    let value = lines.take_while(|l| l.trim_end() != "---").find_map(|l| l.strip_prefix(key)?.strip_prefix(':'));
    value.and_then(|v| v.trim().parse().ok()).unwrap_or(0)
}
