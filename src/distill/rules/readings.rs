//! Readings that are kept: sentences come again word for word, and what a text says depends on nothing else.

use std::cell::RefCell;
use std::rc::Rc;

use xxhash_rust::xxh3::xxh3_64;

use super::lexicon::{ByHash, Lexicon};
use super::reading::Reading;

/// Half of the readings that are kept: some MB.
const HALF: usize = 4096;

/// Readings by a hash of their text.
type Kept = ByHash<u64, Rc<Reading>>;

/// The readings of the texts that came last. Whoever asks sees no difference but in time.
#[derive(Debug, Default)]
pub struct Readings {
    /// The younger half.
    young: RefCell<Kept>,
    /// What was the younger half before.
    old: RefCell<Kept>,
}

impl Readings {
    /// Reads a text, unless it was read lately.
    pub fn of(&self, text: &str, lexicon: &Lexicon) -> Rc<Reading> {
        let key = xxh3_64(text.as_bytes());
        let same = |kept: &&Rc<Reading>| kept.text == text;
        let mut young = self.young.borrow_mut();
        if let Some(kept) = young.get(&key).filter(same) {
            return Rc::clone(kept);
        }
        let kept = self.old.borrow().get(&key).filter(same).map(Rc::clone);
        let reading = kept.unwrap_or_else(|| Rc::new(Reading::of(text, lexicon)));
        if young.len() >= HALF {
            self.old.replace(std::mem::take(&mut *young));
        }
        young.insert(key, Rc::clone(&reading));
        reading
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_came_lately_is_not_read_again_and_not_all_are_kept() {
        let lexicon = Lexicon::parse(None).unwrap();
        let readings = Readings::default();
        let first = readings.of("Reports are tables.", &lexicon);
        assert!(Rc::ptr_eq(&first, &readings.of("Reports are tables.", &lexicon)));
        for n in 0..3 * HALF {
            readings.of(&format!("Port {n}"), &lexicon);
        }
        assert!(!Rc::ptr_eq(&first, &readings.of("Reports are tables.", &lexicon)));
        assert!(readings.young.borrow().len() + readings.old.borrow().len() <= 2 * HALF);
    }
}
