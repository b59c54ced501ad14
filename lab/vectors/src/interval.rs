//! How far a new prediction may be off, by how far known ones are: conformal prediction, which needs no distribution.
//!
//! Of n known distances and a new one, each has the same chance to be the largest. So the new one exceeds the one of rank
//! ⌈0.95 (n + 1)⌉ in 5 % of cases. With fewer than 19 there is no such rank.

/// Distances of known predictions that tell of 95 % of new ones.
pub(crate) const ENOUGH: u64 = 19;
const COVERED: f64 = 0.95;
/// Standard deviations to each side of the middle that hold as much of the normal distribution.
const NORMAL: f64 = 1.959_964;

/// The distance that 95 % of new predictions do not exceed, by distances with their numbers. From fewer than [`ENOUGH`], the
/// largest, times what Student's t for so many has more than the normal distribution.
pub(crate) fn conformal(mut distances: Vec<(f64, u64)>) -> f64 {
    distances.sort_by(|one, other| one.0.total_cmp(&other.0));
    let number: u64 = distances.iter().map(|(_, times)| times).sum();
    let rank = (COVERED * (number + 1) as f64).ceil() as u64;
    let largest = distances.last().map_or(0.0, |it| it.0);
    if rank > number {
        return largest * calibration::quantile(number as usize) / NORMAL;
    }
    let mut seen = 0;
    let found = distances.iter().find(|(_, times)| {
        seen += times;
        seen >= rank
    });
    found.map_or(largest, |it| it.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nineteen_distances_tell_of_ninety_five_percent() {
        let distances = |number: u64| (1..=number).map(|it| (it as f64, 1)).collect::<Vec<_>>();
        assert_eq!(conformal(distances(ENOUGH)), 19.0);
        assert_eq!(conformal(distances(99)), 95.0);
        assert_eq!(conformal(vec![(2.0, 98), (7.0, 1)]), 2.0);
        assert!(conformal(distances(18)) > 18.0);
        assert!(conformal(distances(2)) > 4.0);
    }
}
