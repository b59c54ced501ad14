//! Blocks of the method cache.

use isa::Geometry;

#[test]
fn a_method_of_exactly_one_block_occupies_two() {
    let geometry = Geometry::new(12, 4).unwrap();
    assert_eq!(geometry.further_blocks(63), 0);
    assert_eq!(geometry.further_blocks(64), 1);
}

#[test]
fn the_number_of_blocks_is_truncated_to_a_block_number() {
    let geometry = Geometry::new(11, 4).unwrap();
    assert_eq!(geometry.further_blocks(32 * 16), 0);
    assert_eq!(geometry.further_blocks(32 * 17), 1);
}

#[test]
fn blocks_without_a_word_are_refused() {
    assert!(Geometry::new(10, 8).is_ok());
    assert!(Geometry::new(10, 9).is_err());
}
