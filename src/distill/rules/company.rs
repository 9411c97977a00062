//! In how much company something was met: a remark behind how many statements, a name with how many properties.

use super::lexicon::{ByHash, HashesOf};
use super::reading::pair;

/// Counts beside how many different others each thing was met. All by their hashes.
#[derive(Debug, Default)]
pub struct Company {
    times: ByHash<u64, u32>,
    /// Pairs that are counted.
    pairs: HashesOf<u64>,
}

impl Company {
    /// Something was met beside another. Beside how many it was now, if beside this one for the first time.
    pub fn meet(&mut self, thing: u64, other: u64) -> Option<u32> {
        if !self.pairs.insert(pair(other, thing)) {
            return None;
        }
        let times = self.times.entry(thing).or_default();
        *times += 1;
        Some(*times)
    }

    /// Beside how many others it was met.
    pub fn of(&self, thing: u64) -> u32 {
        self.times.get(&thing).copied().unwrap_or_default()
    }

    /// How many pairs were met.
    pub fn pairs(&self) -> usize {
        self.pairs.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_company_counts_once() {
        let mut company = Company::default();
        assert_eq!([1, 2, 1, 3].map(|other| company.meet(7, other)), [Some(1), Some(2), None, Some(3)]);
        assert_eq!(company.meet(8, 1), Some(1));
        assert_eq!((company.of(7), company.of(8), company.of(9), company.pairs()), (3, 1, 0, 4));
    }
}
