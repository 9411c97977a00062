//! Which pairs of bytes stand in a text: nearly every phrase of a word list is ruled out by one that does not.

/// The pairs of neighbouring bytes of a text, some of them taken for one another.
#[derive(Debug, Clone, Default)]
pub(super) struct Pairs([u64; 16]);

impl Pairs {
    /// The pairs of a text.
    pub(super) fn of(text: &str) -> Self {
        let mut pairs = Self::default();
        for pair in text.as_bytes().windows(2) {
            let (word, bit) = place(pair);
            pairs.0[word] |= bit;
        }
        pairs
    }

    /// Whether the text may hold a phrase; never wrong when it says no.
    pub(super) fn may_hold(&self, phrase: &str) -> bool {
        phrase.as_bytes().windows(2).map(place).all(|(word, bit)| self.0[word] & bit != 0)
    }
}

fn place(pair: &[u8]) -> (usize, u64) {
    let at = usize::from(pair[0] & 31) << 5 | usize::from(pair[1] & 31);
    (at >> 6, 1 << (at & 63))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_a_text_holds_it_may_hold(before in ".*", phrase in ".*", after in ".*") {
            let text = format!("{before}{phrase}{after}");
            prop_assert!(Pairs::of(&text).may_hold(&phrase));
        }
    }

    #[test]
    fn most_phrases_are_ruled_out() {
        let pairs = Pairs::of("reports are tables by default.");
        assert!(pairs.may_hold("by default") && !pairs.may_hold("must not") && !pairs.may_hold("禁止"));
    }
}
