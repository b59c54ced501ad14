//! Division of cycles among allocators.

use memory_profile::blame::shares;
use proptest::prelude::*;

#[test]
fn equal_weights_get_equal_parts_and_the_first_the_rest() {
    assert_eq!(shares(10, &[1, 1, 1]), [4, 3, 3]);
    assert_eq!(shares(0, &[1, 2]), [0, 0]);
    assert_eq!(shares(7, &[0, 5, 0]), [0, 7, 0]);
    assert_eq!(shares(7, &[]), [0; 0]);
    assert_eq!(shares(7, &[0, 0]), [0, 0]);
}

#[test]
fn the_largest_remainder_is_rounded_up() {
    // Exact parts: 1.4, 2.8, 2.8.
    assert_eq!(shares(7, &[1, 2, 2]), [1, 3, 3]);
    // Exact parts: 0.5, 1.75, 2.75.
    assert_eq!(shares(5, &[2, 7, 11]), [0, 2, 3]);
}

proptest! {
    #[test]
    fn shares_add_up_and_are_exact_parts_rounded(whole: u64, weights in prop::collection::vec(any::<u64>(), 1..40)) {
        let sum: u128 = weights.iter().map(|it| u128::from(*it)).sum();
        prop_assume!(sum > 0);
        let shares = shares(whole, &weights);
        prop_assert_eq!(shares.iter().map(|it| u128::from(*it)).sum::<u128>(), u128::from(whole));
        for (share, weight) in shares.iter().zip(&weights) {
            let exact = u128::from(whole) * u128::from(*weight);
            let below = exact / sum;
            prop_assert!(u128::from(*share) == below || u128::from(*share) == below + 1);
            prop_assert!(exact % sum != 0 || u128::from(*share) == below);
        }
    }
}
