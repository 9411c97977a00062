//! What git left of a merge: both sides in one file, between marker lines.

use std::path::Path;

use super::merge;
use crate::memory::Settings;

/// The file with what both sides have, without the marker lines: record by record, entry by entry,
/// run by run. None when the markers do not pair up, or the file is none of ours.
pub fn unite(path: &Path, bytes: &[u8], settings: &Settings) -> Option<Vec<u8>> {
    let [base, ours, theirs] = sides(bytes)?;
    merge(path, &base, &ours, &theirs, settings)
}

/// What both sides of every conflict share, and each side; none when the markers do not pair up.
///
/// The old text that some markers show stands in neither side and is left out of all: what a side
/// deleted is not brought back, and what it kept is in it.
fn sides(bytes: &[u8]) -> Option<[Vec<u8>; 3]> {
    #[derive(PartialEq)]
    enum At {
        Both,
        Ours,
        Old,
        Theirs,
    }
    let [mut base, mut ours, mut theirs] = [Vec::new(), Vec::new(), Vec::new()];
    let mut at = At::Both;
    for line in bytes.split_inclusive(|b| *b == b'\n') {
        let is = |marker: &[u8]| {
            let rest = line.strip_prefix(marker);
            rest.is_some_and(|rest| rest.is_empty() || matches!(rest[0], b' ' | b'\r' | b'\n'))
        };
        match at {
            At::Both if is(b"<<<<<<<") => at = At::Ours,
            At::Ours if is(b"|||||||") => at = At::Old,
            At::Ours | At::Old if is(b"=======") => at = At::Theirs,
            At::Theirs if is(b">>>>>>>") => at = At::Both,
            _ if is(b"<<<<<<<") || is(b">>>>>>>") => return None,
            At::Both => {
                for side in [&mut base, &mut ours, &mut theirs] {
                    side.extend_from_slice(line);
                }
            }
            At::Ours => ours.extend_from_slice(line),
            At::Theirs => theirs.extend_from_slice(line),
            At::Old => {}
        }
    }
    (at == At::Both).then_some([base, ours, theirs])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn united(text: &str) -> Option<String> {
        let path = Path::new("stream/2025/2025-03-14.md");
        unite(path, text.as_bytes(), &Settings::default()).map(|bytes| String::from_utf8(bytes).unwrap())
    }

    #[test]
    fn both_sides_stay_and_the_old_text_does_not_come_back() {
        let text = "- 09:00 [Note] a\n<<<<<<< ours\n- 09:20 [Note] c\n||||||| base\n- 09:15 [Note] old\n=======\n\
                    - 09:10 [Note] b\n- 09:20 [Note] c\n>>>>>>> theirs\n- 09:30 [Note] d\n";
        let expected = "- 09:00 [Note] a\n- 09:10 [Note] b\n- 09:20 [Note] c\n- 09:30 [Note] d\n";
        assert_eq!(united(text).as_deref(), Some(expected));
        assert_eq!(united(&text.replace('\n', "\r\n")).map(|t| t.replace("\r\n", "\n")).as_deref(), Some(expected));
    }

    #[test]
    fn markers_that_do_not_pair_up_are_left_to_a_person() {
        for text in [
            "<<<<<<< a\n- 09:00 [Note] a\n",
            "- 09:00 [Note] a\n>>>>>>> b\n",
            "<<<<<<< a\n<<<<<<< b\n=======\n>>>>>>> b\n=======\n>>>>>>> a\n",
        ] {
            assert_eq!(united(text), None, "{text}");
        }
    }
}
