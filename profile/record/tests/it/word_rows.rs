//! Rows with microinstructions on superblocks: those that the reference counts cycle by cycle, on random ROMs with random cuts.

use record::{VerticalRow, WordRows};
use sim_core::Statistics;
use superblock::BlockMachine;
use superblock_kit::{Begin, Case, Sources, Start};
use tests::draw::Draw;

/// Cases of the short part, and of the long one.
const CASES: u64 = 500;
const MANY: u64 = 20_000;

/// The rows of a start, and the cycles that ran as superblocks.
fn rows(case: &Case, start: &Start, mut engine: BlockMachine) -> (Vec<VerticalRow>, u64) {
    let mut probe = (Statistics::default(), WordRows::new(&case.program()));
    for cut in start.cuts(engine.machine().state.cycle) {
        // Output stops it before.
        while engine.machine().state.cycle < cut {
            engine.run(cut, &mut probe);
        }
    }
    (probe.1.finish(), engine.block_cycles())
}

fn compare(begin: Begin) -> u64 {
    let sources = Sources::ours();
    let mut blocks = 0;
    for number in Draw::of_environment(CASES, MANY).numbers() {
        let case = sources.case(number, begin);
        for (n, start, engine) in case.engines().expect("a machine") {
            let reference = BlockMachine::reference(engine.machine().clone());
            let (found, block_cycles) = rows(&case, start, engine);
            let (expected, _) = rows(&case, start, reference);
            assert_eq!(found, expected, "case {number}, start {n}");
            blocks += block_cycles;
        }
    }
    blocks
}

#[test]
fn superblocks_of_random_roms_have_the_words_of_the_reference() {
    compare(Begin::Reset);
}

#[test]
fn bytecodes_of_random_roms_have_the_words_of_the_reference() {
    let blocks = compare(Begin::Bytecodes);
    assert!(blocks > 10_000, "{blocks} cycles ran as superblocks");
}
