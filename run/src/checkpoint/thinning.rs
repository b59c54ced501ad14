//! Choice of the snapshot to drop when there are too many: dense near the present, sparse far from it.

/// Index of the snapshot whose loss makes the gap around it smallest for its distance from `now`; never the first, from which
/// all can be replayed, and none of fewer than three. `cycles` is sorted.
pub(crate) fn victim(cycles: &[u64], now: u64) -> Option<usize> {
    let gap = |i: usize| cycles[i + 1] - cycles[i - 1];
    let distance = |i: usize| cycles[i].abs_diff(now).max(1);
    // Compares gap / distance without dividing.
    let cheaper = |i: usize, j: usize| {
        u128::from(gap(i)) * u128::from(distance(j)) < u128::from(gap(j)) * u128::from(distance(i))
    };
    (1..cycles.len().saturating_sub(1)).reduce(|best, i| if cheaper(i, best) { i } else { best })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Snapshots at 0, 1, 2, ... with at most `most` of them at any time.
    fn after(count: u64, most: usize) -> Vec<u64> {
        let mut cycles = Vec::new();
        for now in 0..count {
            cycles.push(now);
            if cycles.len() > most {
                cycles.remove(victim(&cycles, now).unwrap());
            }
        }
        cycles
    }

    #[test]
    fn the_first_and_the_last_snapshot_stay() {
        let cycles = after(10_000, 20);
        assert_eq!((cycles[0], cycles[19]), (0, 9_999));
    }

    #[test]
    fn the_gap_before_a_snapshot_grows_with_its_age_and_no_faster() {
        let cycles = after(100_000, 64);
        for pair in cycles.windows(2) {
            let age = 100_000 - pair[0];
            assert!((pair[1] - pair[0]) <= age / 3 + 1, "{cycles:?}");
        }
    }

    #[test]
    fn two_snapshots_are_too_few_to_give_one_up() {
        assert_eq!(victim(&[0, 5], 5), None);
    }
}
