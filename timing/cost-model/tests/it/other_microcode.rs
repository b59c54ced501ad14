//! Microcode that is not ours: small programs, and random words.

use cost_model::{CostTable, Scenario, derive};
use microcode::{Options, Program, ROM_WORDS, assemble_str};
use proptest::prelude::*;

fn table(source: &str) -> CostTable {
    let assembly = assemble_str("test.asm", source, &Options::default());
    let assembly = assembly.unwrap_or_else(|error| panic!("{error}"));
    derive(&assembly, "test")
}

/// Cycles of `nop` with this microcode, or why there are none.
fn nop(microcode: &str) -> Result<String, String> {
    let table = table(&format!(
        "version = 1\n nop\n nop\nsys_noim: nop nxt\nsys_int: nop nxt\nsys_exc: nop nxt\nnop: {microcode}"
    ));
    let row = &table.bytecodes[usize::from(isa::op::NOP)];
    match row.underivable_reason(Scenario::Usual) {
        Some(reason) => Err(reason.to_owned()),
        None => Ok(row.paths[0].cycles.to_string()),
    }
}

#[test]
fn words_between_a_start_and_its_waits_hide() {
    let read = |between: &str| nop(&format!("stmra\n{between} wait\n wait\n ldmrd nxt"));
    assert_eq!(read(""), Ok("5 + max(0, r-1)".to_owned()));
    assert_eq!(read(" nop\n"), Ok("5 + max(0, r-1)".to_owned()));
    assert_eq!(read(" nop\n nop\n nop\n"), Ok("7 + max(0, r-3)".to_owned()));
    assert_eq!(
        nop("stmwa\n stmwd\n wait\n wait\n nop nxt"),
        Ok("5 + w".to_owned())
    );
}

#[test]
fn a_wait_with_nothing_under_way_is_one_cycle() {
    assert_eq!(nop("wait\n wait\n wait\n nop nxt"), Ok("4".to_owned()));
}

#[test]
fn the_slots_of_a_branch_run_and_nxt_in_the_second_one_wins() {
    assert_eq!(
        nop("jmp far\n nop\n nop\n nop\n nop\nfar: nop nxt"),
        Ok("4".to_owned())
    );
    assert_eq!(
        nop("jmp far\n nop\n nop nxt\n nop\n nop\nfar: nop nxt"),
        Ok("3".to_owned())
    );
}

#[test]
fn a_branch_in_the_slot_of_a_branch_follows_it() {
    // The second jump is fetched before the first takes effect: one word of the first target runs, then the second target.
    let source = "jmp one\n jmp two\n nop\n nop\none: nop\n nop nxt\ntwo: nop\n nop\n nop nxt";
    assert_eq!(nop(source), Ok("7".to_owned()));
}

#[test]
fn what_has_no_formula_says_why_and_where() {
    assert_eq!(
        nop("jmp far\n nop nxt\n nop\nfar: nop nxt").unwrap_err(),
        "the branch at address 5 takes effect after the first word of the next bytecode: put nxt after its second slot"
    );
    assert_eq!(
        nop("stmra\n stmra\n wait\n wait\n ldmrd nxt").unwrap_err(),
        "the memory operation at address 6 may begin while another is under way, which the hardware does not support: put two waits before it"
    );
    assert_eq!(
        nop("stmra\n wait\n ldmrd\n nop nxt").unwrap_err(),
        "the word at address 7 runs once for each cycle that the wait before it is held: put a second wait before it"
    );
    assert!(
        nop("nop\nhere: jmp here\n nop\n nop\n")
            .unwrap_err()
            .starts_with("the microcode from address 5 does not end within")
    );
}

#[test]
fn a_bytecode_that_leaves_the_memory_busy_says_for_how_long() {
    let source = "version = 1\n nop\n nop\nsys_noim: nop nxt\nsys_int: nop nxt\nsys_exc: nop nxt\nnop: stmra nxt";
    let path = &table(source).bytecodes[usize::from(isa::op::NOP)].paths[0];
    assert_eq!(
        (path.cycles.to_string(), path.overhang.to_string()),
        ("1".to_owned(), "1 + r".to_owned())
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Random words under random entries: each row has formulas or reasons, none of them panics.
    #[test]
    fn random_words_give_a_table_or_reasons(
        words in prop::collection::vec(0_u16..1 << 12, 128),
        plain in prop::collection::vec(prop::sample::select(vec![0x100_u16, 0x900, 0x101, 0x042, 0x043, 0x0e0, 0x8e0, 0x044, 0x049, 0x182, 0x203]), 128),
        random in any::<bool>(),
    ) {
        let words = if random { words } else { plain };
        let program = microcode::jvm(microcode::Build::Jop);
        let mut rom: Vec<u16> = words.iter().copied().cycle().take(ROM_WORDS).collect();
        rom[1] = 0x100;
        let entries = (0..256).map(|opcode| (opcode * 7 % ROM_WORDS) as u16).collect();
        let jump_table = microcode::JumpTable { bytecodes: entries, interrupt: 3, exception: 2047 };
        let table = derive(&Program { rom, jump_table, ..program }, "random");
        for row in table.all_rows() {
            prop_assert!(!(row.paths.is_empty() && row.underivable.is_empty()), "{}", row.name);
        }
        prop_assert_eq!(table.check(), Ok(()));
    }
}
