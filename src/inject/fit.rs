//! Fitting lines into a budget: whole lines or none, each section with its share, nothing wasted.

/// A section's lines, as far as the budget is concerned.
#[derive(Debug, Clone, PartialEq)]
pub struct Pool {
    /// Its share in proportion to the other pools', above 0.
    pub weight: f64,
    /// The most it may take, in the unit of the costs.
    pub cap: usize,
    /// Cost and value of each line. The higher value stays; of equals the earlier one.
    pub lines: Vec<(usize, f64)>,
}

impl Pool {
    fn cost(&self) -> usize {
        self.lines.iter().map(|(cost, _)| cost).sum()
    }

    /// What it could make use of.
    fn demand(&self) -> usize {
        self.cost().min(self.cap)
    }
}

/// Which lines of each pool stay within `available`. What a pool does not use of its share goes to
/// the others in proportion; a line that is too large is passed over, the smaller ones after it stay.
pub fn fit(pools: &[Pool], available: usize) -> Vec<Vec<bool>> {
    let allotted = shares(pools, available);
    let mut chosen: Vec<Vec<bool>> = pools.iter().map(|p| vec![false; p.lines.len()]).collect();
    let mut used = vec![0; pools.len()];
    for (i, pool) in pools.iter().enumerate() {
        used[i] = take(pool, allotted[i], &mut chosen[i]);
    }
    // Whole lines leave gaps; what is left of them together may hold a few more.
    let mut left = available.saturating_sub(used.iter().sum());
    for (i, pool) in pools.iter().enumerate() {
        let more = take(pool, left.min(pool.cap.saturating_sub(used[i])), &mut chosen[i]);
        left -= more;
    }
    chosen
}

/// Takes lines of the highest value within the limit; returns what they cost.
fn take(pool: &Pool, limit: usize, chosen: &mut [bool]) -> usize {
    let mut order: Vec<usize> = (0..pool.lines.len()).filter(|&i| !chosen[i]).collect();
    order.sort_by(|&a, &b| pool.lines[b].1.total_cmp(&pool.lines[a].1).then(a.cmp(&b)));
    let mut used = 0;
    for i in order {
        if used + pool.lines[i].0 <= limit {
            used += pool.lines[i].0;
            chosen[i] = true;
        }
    }
    used
}

/// Max-min fair shares: a pool that needs less than its part gets what it needs, the others divide the rest.
fn shares(pools: &[Pool], available: usize) -> Vec<usize> {
    let mut given = vec![0; pools.len()];
    let mut open: Vec<usize> = (0..pools.len()).collect();
    let mut left = available;
    loop {
        let weight: f64 = open.iter().map(|&i| pools[i].weight).sum();
        let part = |i: usize, left: usize| (left as f64 * pools[i].weight / weight) as usize;
        let Some(at) = open.iter().position(|&i| pools[i].demand() <= part(i, left)) else {
            for &i in &open {
                given[i] = part(i, left);
            }
            return given;
        };
        let i = open.remove(at);
        given[i] = pools[i].demand();
        left -= given[i];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn pool(weight: f64, lines: &[(usize, f64)]) -> Pool {
        Pool { weight, cap: usize::MAX, lines: lines.to_vec() }
    }

    #[test]
    fn all_stay_where_all_fit() {
        assert_eq!(fit(&[pool(0.6, &[(3, 0.1), (4, 0.2)])], 7), [[true, true]]);
    }

    #[test]
    fn the_higher_value_stays() {
        assert_eq!(fit(&[pool(1.0, &[(5, 0.1), (5, 0.9), (5, 0.5)])], 10), [[false, true, true]]);
    }

    #[test]
    fn of_equals_the_earlier_stays() {
        assert_eq!(fit(&[pool(1.0, &[(5, 0.5), (5, 0.5)])], 5), [[true, false]]);
    }

    #[test]
    fn one_oversized_line_does_not_empty_the_rest() {
        assert_eq!(fit(&[pool(1.0, &[(1000, 0.9), (5, 0.1)])], 10), [[false, true]]);
    }

    #[test]
    fn an_unused_share_is_passed_on() {
        let long: Vec<_> = (0..9).map(|_| (10, 0.5)).collect();
        let chosen = fit(&[pool(0.6, &[(10, 0.5)]), pool(0.4, &long)], 100);
        assert_eq!(chosen[1].iter().filter(|c| **c).count(), 9);
    }

    #[test]
    fn a_share_is_held_against_a_greedy_neighbour() {
        let many: Vec<_> = (0..100).map(|_| (10, 0.9)).collect();
        let chosen = fit(&[pool(0.6, &many), pool(0.4, &many)], 100);
        let count = |i: usize| chosen[i].iter().filter(|c| **c).count();
        assert_eq!((count(0), count(1)), (6, 4));
    }

    #[test]
    fn a_cap_holds_although_there_is_room() {
        let mut relevant = pool(1.0, &[(10, 0.9), (10, 0.8)]);
        relevant.cap = 15;
        assert_eq!(fit(&[relevant], 1000), [[true, false]]);
    }

    proptest! {
        #[test]
        fn the_budget_and_the_caps_always_hold(
            pools in prop::collection::vec(
                (1u32..10, 0usize..500, prop::collection::vec((1usize..200, 0u32..100), 0..30)), 0..5),
            available in 0usize..2000,
        ) {
            let pools: Vec<Pool> = pools.into_iter().map(|(weight, cap, lines)| Pool {
                weight: f64::from(weight),
                cap,
                lines: lines.into_iter().map(|(cost, value)| (cost, f64::from(value))).collect(),
            }).collect();
            let chosen = fit(&pools, available);
            let mut total = 0;
            for (pool, chosen) in pools.iter().zip(&chosen) {
                let used: usize = pool.lines.iter().zip(chosen).filter(|(_, c)| **c).map(|((cost, _), _)| cost).sum();
                prop_assert!(used <= pool.cap);
                total += used;
            }
            prop_assert!(total <= available);
            // Nothing that would still fit is left behind.
            for (pool, chosen) in pools.iter().zip(&chosen) {
                let used: usize = pool.lines.iter().zip(chosen).filter(|(_, c)| **c).map(|((cost, _), _)| cost).sum();
                let room = (available - total).min(pool.cap - used);
                prop_assert!(pool.lines.iter().zip(chosen).all(|((cost, _), c)| *c || *cost > room));
            }
        }
    }
}
