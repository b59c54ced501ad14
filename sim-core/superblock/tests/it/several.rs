//! Several processors: the engine may leave, but not be wrong, on any microcode, arbiter and number of processors.

use superblock_kit::{Begin, SeveralCase, Sources};
use tests::draw::Draw;

/// Cases of the short part, and of the long one.
const CASES: u64 = 1500;
const MANY: u64 = 10_000;

fn search(begin: Begin) -> [u64; 3] {
    let Draw { seed, cases } = Draw::of_environment(CASES, MANY);
    let sources = Sources::ours();
    let mut sum = [0; 3];
    let mut number = seed;
    for _ in 0..cases {
        number = number
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let case = SeveralCase::of(sources.case(number, begin), number);
        let done = case.check().unwrap_or_else(|report| {
            panic!(
                "{begin:?}, case {number}, {:?}: {report}\n{}",
                case.processors,
                case.case.text()
            )
        });
        sum = [0, 1, 2].map(|n| sum[n] + done[n]);
    }
    println!("{begin:?}, seed {seed}: cycles, those in blocks, cuts {sum:?}, no difference");
    sum
}

#[test]
fn several_processors_take_the_same_states_at_any_cut_from_reset_on() {
    let [cycles, _, cuts] = search(Begin::Reset);
    assert!(cycles > 0 && cuts > 0);
}

#[test]
fn several_processors_take_the_same_states_at_any_cut_from_bytecodes_on() {
    let [cycles, blocks, _] = search(Begin::Bytecodes);
    assert!(blocks > cycles / 50, "{blocks} of {cycles}");
}

/// Each of these differed once.
#[test]
fn cases_of_several_processors_that_differed_once_take_the_same_states() {
    let sources = Sources::ours();
    for number in [
        // A run that an access holds up past the end of the slice, and past the timer's request.
        4_910_245_338_489_892_320,
        4_334_594_775_810_048_654,
        // Outputs of another processor, in the cycle in which the slice ends.
        14_330_582_905_459_775_124,
        // A read and a write in one cycle, whose strobe stays.
        17_935_156_718_851_385_580,
        // A device is accessed while a read of memory waits.
        16_383_530_280_397_776_118,
        // The address of a load changes while the method is loaded.
        4_215_275_461_909_524_758,
        // A method of many words while others wait.
        18_370_010_535_079_348_359,
        8_942_334_291_921_770_122,
        11_476_207_892_020_656_794,
    ] {
        let case = SeveralCase::of(sources.case(number, Begin::Bytecodes), number);
        let difference = case.check().err();
        assert_eq!(difference, None, "{number}");
    }
}
