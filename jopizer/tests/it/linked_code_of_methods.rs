//! Linked code, instruction by instruction.

use jopizer::linked_code::*;

fn places(code: &[u8]) -> Vec<(usize, u8)> {
    instructions(code).map(|it| (it.pc, it.opcode)).collect()
}

#[test]
fn instructions_follow_each_other_by_their_lengths() {
    // iconst_1, bipush, goto, invokeinterface, wide iload, wide iinc, return
    let code = [
        4, 16, 9, 167, 0, 3, 185, 0, 1, 2, 0, 196, 21, 0, 1, 196, 132, 0, 1, 0, 5, 177,
    ];
    assert_eq!(
        places(&code),
        [
            (0, 4),
            (1, 16),
            (3, 167),
            (6, 185),
            (11, 196),
            (15, 196),
            (21, 177)
        ]
    );
}

#[test]
fn switches_are_padded_to_words_and_as_long_as_they_say() {
    let mut table = vec![170, 0, 0, 0];
    table.extend([0, 0, 0, 20, 0, 0, 0, 1, 0, 0, 0, 2]);
    table.extend([0, 0, 0, 20, 0, 0, 0, 20, 177]);
    assert_eq!(places(&table), [(0, 170), (24, 177)]);
    let mut lookup = vec![0, 171, 0, 0];
    lookup.extend([0, 0, 0, 19, 0, 0, 0, 1]);
    lookup.extend([0, 0, 0, 7, 0, 0, 0, 19, 177]);
    assert_eq!(places(&lookup), [(0, 0), (1, 171), (20, 177)]);
}

#[test]
fn jumps_and_switches_tell_where_they_go() {
    assert_eq!(targets(&[0, 167, 255, 255], 1), [0]);
    let mut table = vec![170, 0, 0, 0];
    table.extend([0, 0, 0, 20, 0, 0, 0, 1, 0, 0, 0, 2]);
    table.extend([0, 0, 0, 24, 0, 0, 0, 28, 177]);
    assert_eq!(targets(&table, 0), [20, 24, 28]);
    let mut lookup = vec![0, 171, 0, 0];
    lookup.extend([0, 0, 0, 19, 0, 0, 0, 1]);
    lookup.extend([0, 0, 0, 7, 0, 0, 0, 21, 177]);
    assert_eq!(targets(&lookup, 1), [20, 22]);
    assert_eq!(targets(&[177], 0), [] as [i64; 0]);
    let switch = |code: &[u8], pc| switch(code, pc).map(|it| (it.default, it.keys));
    assert_eq!(switch(&table, 0), Some((20, vec![(1, 24), (2, 28)])));
    assert_eq!(switch(&lookup, 1), Some((20, vec![(7, 22)])));
    assert_eq!(switch(&[177], 0), None);
}

#[test]
fn a_switch_that_claims_to_be_endless_ends_the_code() {
    let code = [170, 0, 0, 0, 0, 0, 0, 0, 128, 0, 0, 0, 127, 255, 255, 255];
    assert_eq!(places(&code), [(0, 170)]);
}
