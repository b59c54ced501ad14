//! The arithmetic of the two topmost words.

use sim_core::alu::*;

const MINIMUM: u32 = i32::MIN as u32;

#[test]
fn less_is_the_sign_of_the_wide_difference() {
    assert!(flags(1, MINIMUM, true).less);
    assert!(!flags(MINIMUM, 1, true).less);
    assert!(!flags(5, 5, true).less);
}

#[test]
fn less_is_the_sign_of_the_sum_while_the_adder_adds() {
    assert!(!flags(1, 1, false).less);
    assert!(flags(MINIMUM, MINIMUM, false).less);
}

#[test]
fn sums_wrap_and_b_is_on_the_left() {
    assert_eq!(add(u32::MAX, 2), 1);
    assert_eq!(subtract(3, 5), u32::MAX - 1);
    assert_eq!([and(12, 10), or(12, 10), xor(12, 10)], [8, 14, 6]);
}
