//! The multiplier, step by step.

use sim_core::multiplier::*;

use proptest::prelude::*;

proptest! {
    #[test]
    fn sixteen_steps_give_the_low_word_of_the_product(a: u32, b: u32) {
        let mut multiplier = Multiplier::default();
        multiplier.clock(true, a, b);
        for _ in 0..16 {
            multiplier.clock(false, 0, 0);
        }
        prop_assert_eq!(multiplier.product(), a.wrapping_mul(b));
    }
}
