//! The programming rules stay silent where code may mean what it says; the golden files have what they warn of.

use microcode::{Assembly, Options};

/// Warnings for the words behind two `nop`.
fn warnings(source: &str) -> Vec<String> {
    let source = format!("version = 1\na ?\n\tnop\n\tnop\n{source}\n");
    let assembly = Assembly::of_str("test.asm", &source, &Options::default());
    let assembly = assembly.unwrap_or_else(|error| panic!("{error}"));
    assembly
        .warnings()
        .iter()
        .map(|warning| warning.kind.to_string())
        .collect()
}

fn assert_silent(source: &str) {
    assert_eq!(warnings(source), Vec::<String>::new(), "{source}");
}

#[test]
fn two_waits_are_enough_and_so_is_one_before_a_nop() {
    assert_silent("stmra\nwait\nwait\nldmrd nxt");
    assert_silent("stmwd\nwait\nnop nxt");
}

#[test]
fn a_wait_in_a_delay_slot_may_have_its_partner_at_the_target() {
    assert_silent("stmra\njmp read\nnop\nwait\nadd nxt\nread: wait\nldmrd nxt");
}

#[test]
fn a_store_before_a_branch_may_uncover_a_duplicate() {
    assert_silent("here: dup\nnop\nstm a\nbz here\npop\nnop");
    assert_silent("here: dup\nbz here\nnop\nnop");
}

#[test]
fn one_instruction_between_is_enough() {
    assert_silent("here: sub\nnop\nbz here\nnop\nnop\nldi 5\nnop\nstsp\nadd opd\nnop opd\njbr opd");
}

#[test]
fn the_word_behind_a_finished_bytecode_or_a_jump_has_other_predecessors() {
    assert_silent("here: add nxt\nbz here\nnop\nnop");
    assert_silent("here: jmp here\nnop\nadd\nstsp");
}

#[test]
fn a_value_that_is_used_too_early_is_noticed_in_straight_code() {
    assert_eq!(
        warnings("ldm a\nstsp"),
        ["`stsp` does not see the result of `ldm`"]
    );
    assert_eq!(
        warnings("here: xor\nbz here\nnop\nnop"),
        ["`bz` does not see the result of `xor`"]
    );
    assert_eq!(warnings("stmra\nwait\nldmrd"), ["`wait` stands alone"]);
}

#[test]
fn the_first_two_words_are_plain_nops() {
    for start in ["nop\nnop nxt", "nop\nadd", "wait\nwait"] {
        let source = format!("version = 1\n{start}\n");
        let assembly = Assembly::of_str("test.asm", &source, &Options::default()).unwrap();
        let kinds: Vec<_> = assembly
            .warnings()
            .iter()
            .map(|warning| warning.kind.to_string())
            .collect();
        assert_eq!(kinds, ["the first two words should be `nop`"], "{start}");
    }
}
