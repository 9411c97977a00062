//! What git left of a merge: the marker lines are no text, both sides are.

use std::borrow::Cow;
use std::ops::Range;

/// A text in which the marker lines are blank.
pub(super) struct Masked<'t> {
    /// As long as before; the same where there are no markers.
    pub text: Cow<'t, str>,
    /// The blanked lines, line ends included: the markers, and the old text that some of them show.
    pub blanked: Vec<Range<usize>>,
    /// The lines on which a conflict begins, or a marker stands alone, from 1.
    pub lines: Vec<usize>,
}

/// Blanks the marker lines of unfinished merges. A text without any is not copied.
pub(super) fn masked(text: &str) -> Masked<'_> {
    let mut masked = Masked { text: Cow::Borrowed(text), blanked: Vec::new(), lines: Vec::new() };
    if !text.contains("<<<<<<<") && !text.contains(">>>>>>>") {
        return masked;
    }
    #[derive(PartialEq)]
    enum At {
        Outside,
        Side,
        Old,
    }
    let mut at = At::Outside;
    let mut start = 0;
    for (n, line) in text.split_inclusive('\n').enumerate() {
        let range = start..start + line.len();
        start = range.end;
        let is = |marker: &str| {
            let rest = line.trim_end_matches(['\n', '\r']).strip_prefix(marker);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        };
        let next = if is("<<<<<<<") {
            masked.lines.push(n + 1);
            At::Side
        } else if is(">>>>>>>") {
            if at == At::Outside {
                masked.lines.push(n + 1);
            }
            At::Outside
        } else if at != At::Outside && is("=======") {
            At::Side
        } else if at == At::Old || at == At::Side && is("|||||||") && text[range.end..].contains("\n=======") {
            At::Old
        } else {
            continue;
        };
        at = next;
        masked.blanked.push(range);
    }
    if !masked.blanked.is_empty() {
        let mut bytes = text.as_bytes().to_vec();
        for byte in masked.blanked.iter().flat_map(|range| range.clone()) {
            if !matches!(bytes[byte], b'\n' | b'\r') {
                bytes[byte] = b' ';
            }
        }
        // Whole lines were blanked, so that no character was cut.
        masked.text = Cow::Owned(String::from_utf8_lossy(&bytes).into_owned());
    }
    masked
}
