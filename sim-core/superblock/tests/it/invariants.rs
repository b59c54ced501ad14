//! What a superblock keeps (`lib.rs` lists it), each invariant by short microprograms that would show it broken.

use isa::MachineConfig;
use microcode::isa::Op;
use superblock_kit::{Case, Hex, Start};

use crate::microprograms::{
    NOP, NXT, OPD, WAIT, case, compare, constant, every_cut, machines, with_constants,
};

const DUP: u16 = Op::Dup.row().code;
const POP: u16 = Op::Pop.row().code;
const STVP: u16 = Op::StoreVp.row().code;
const STJPC: u16 = Op::StoreJpc.row().code;
const STAR: u16 = Op::StoreAr.row().code;
const STSP: u16 = Op::StoreSp.row().code;
const STMUL: u16 = Op::StartMultiply.row().code;
const STMWA: u16 = Op::StoreWriteAddress.row().code;
const STMRA: u16 = Op::StartRead.row().code;
const STGF: u16 = Op::StartGetField.row().code;
const STPF: u16 = Op::StartPutField.row().code;
const STCP: u16 = Op::StartCopy.row().code;
const STPS: u16 = Op::StartPutStatic.row().code;
const LDMRD: u16 = Op::LoadReadData.row().code;
const LDMUL: u16 = Op::LoadProduct.row().code;
const JBR: u16 = Op::JavaBranch.row().code;
const CINVAL: u16 = Op::InvalidateCaches.row().code;
const STIDX: u16 = Op::StoreIndex.row().code;

/// Cycles of a run that is cut at each of them.
const CYCLES: u64 = 70;

/// Compares from the first microprogram on, cut at every cycle, and in small steps.
fn check(case: &Case) -> u64 {
    let mut starts = every_cut(0, CYCLES);
    starts.extend([3, 17, 90, 400].map(|apart| Start {
        bytecode: Some(0),
        cycles: 400,
        cuts: Some(apart),
        apart,
        ..Start::default()
    }));
    compare(case, &starts).unwrap_or_else(|report| panic!("{report}"))
}

/// Checks on every kind of machine; some of it ran as superblocks.
fn check_all(origin: &str, constants: &[u32], microprograms: &[Vec<u16>]) {
    let block_cycles: u64 = machines()
        .iter()
        .map(|config| {
            let case = case(origin, config, microprograms);
            check(&with_constants(case, constants))
        })
        .sum();
    assert!(block_cycles > 0, "{origin} never comes to a superblock");
}

/// A bytecode of these words that pushes constants first and dispatches afterwards.
fn bytecode(constants: &[usize], words: &[u16]) -> Vec<u16> {
    let pushed = constants.iter().map(|n| constant(*n));
    let mut all: Vec<u16> = pushed.chain(words.iter().copied()).collect();
    all.extend([WAIT, WAIT, NOP, constant(15), NOP, STSP, DUP, DUP | NXT]);
    all
}

/// A bytecode that begins with a Java branch, which the reference has to run from before its dispatch on.
fn foreign() -> Vec<u16> {
    vec![JBR, NOP, NOP, NOP | NXT]
}

#[test]
fn a_product_right_after_its_operands_is_the_one_before_them() {
    for between in 0..3 {
        let mut words = vec![STMUL];
        words.extend(vec![NOP; between]);
        words.push(LDMUL);
        let first = bytecode(&[0, 1], &words);
        let second = bytecode(&[1, 2], &words);
        check_all("product", &[77, 0x1234_5679, 3, 100], &[first, second]);
    }
}

#[test]
fn a_wait_that_is_held_after_a_new_java_pc_brings_its_bytes_nearer() {
    for busy in [CINVAL, 0x114, STMUL, STMRA] {
        for after in [NOP, OPD | NOP, 0xF4, OPD | 0xF6, 0xEC, 0x14] {
            for gap in 0..3 {
                let mut words = vec![STJPC];
                words.extend(vec![NOP; gap]);
                words.extend([busy, WAIT, WAIT, after, OPD | 0xF7, NOP]);
                let words = bytecode(&[1, 0], &words);
                check_all("Java PC", &[33, 70, 3, 100], &[words]);
            }
        }
    }
}

#[test]
fn a_register_operation_leaves_the_bus_at_the_slave_that_it_shows() {
    // The device is the slave before main memory; a bytecode after which the reference goes on makes it read the bus's data.
    let device = bytecode(&[2, 0], &[STMRA, WAIT, WAIT, LDMRD]);
    for register in [STMWA, STIDX, CINVAL, 0x112, 0x113] {
        for after in [vec![LDMRD], vec![LDMRD, NOP], vec![NOP, LDMRD]] {
            let read = [constant(2), constant(1), STMRA, WAIT, WAIT, register];
            let mut read = [&read[..], &after].concat();
            if let Some(last) = read.last_mut() {
                *last |= NXT;
            }
            let constants = [0x7F_FF82, 70, 9, 100];
            check_all("bus", &constants, &[device.clone(), read, foreign()]);
        }
    }
}

#[test]
fn outputs_of_the_data_caches_stay_where_nothing_is_clocked() {
    // A copy that is given before a write has ended moves the window, and with it the address on the bus, when all is at rest.
    for gap in 0..16 {
        let copy = bytecode(&[3, 1, 0], &[STCP]);
        let mut words = vec![STPS, constant(4), constant(5)];
        words.extend(vec![NOP; gap]);
        words.extend([STCP, NOP, NOP, NOP, NOP, NOP, NOP]);
        let write = bytecode(&[1], &words);
        let idle = vec![NOP, NOP, NOP | NXT];
        check_all(
            "window",
            &[5, 100, 9, 300, 0, 0x7F_FFFF],
            &[copy, write, idle.clone(), idle],
        );
    }
}

#[test]
fn a_getfield_right_after_an_invalidation_still_finds_its_object() {
    // Fields from 4 on are not in main memory, so that the reference reads them. Two operand bytes follow each getfield, and then
    // comes nothing that would hide what the object cache keeps of it.
    let bytes = [0, 0, 1, 1, 0, 5, 2, 2, 2, 2, 2, 2];
    let mut idle = vec![NOP; 30];
    idle.push(NOP | NXT);
    for invalidation in [CINVAL, STIDX] {
        for gap in 0..3 {
            let fill = bytecode(&[0], &[OPD | STGF, OPD | NOP, WAIT, WAIT, LDMRD]);
            let mut words = vec![invalidation];
            words.extend(vec![NOP; gap]);
            words.extend([OPD | STGF, OPD | NOP, WAIT, WAIT, LDMRD]);
            let read = bytecode(&[0, 0], &words);
            for config in machines() {
                let case = case(
                    "invalidation",
                    &config,
                    &[fill.clone(), read.clone(), idle.clone()],
                );
                let mut case = with_constants(case, &[70, 2]);
                case.memory.0[70] = 0x3F_FFFC;
                case.bytes = Hex(bytes.into_iter().cycle().take(256).collect());
                assert!(check(&case) > 0);
            }
        }
    }
}

#[test]
fn words_that_sample_a_and_b_early_see_those_of_the_word_before() {
    let writers = [NOP, 0x004, 0x005, DUP, 0xC1, 0xA0, 0x103, LDMRD, POP, 0x60];
    for writer in writers {
        for second in writers {
            let branches = [0x183, 0x1C3].map(|branch| {
                bytecode(&[0, 1, 2], &[second, writer, branch, NOP, NOP, 0x04, 0x04])
            });
            let java = bytecode(
                &[0, 1, 2],
                &[second, OPD | writer, OPD | JBR, NOP, NOP, NOP, NOP],
            );
            let stack = bytecode(&[0, 1, 2, 3], &[second, writer, STSP, DUP, DUP]);
            let constants = [100, 0, 101, 102];
            let [zero, not_zero] = branches;
            check_all("early", &constants, &[zero, not_zero, java, stack]);
        }
    }
}

#[test]
fn pointers_count_from_the_second_word_on_and_of_the_operand_from_the_third() {
    for load in [STVP, STAR] {
        for uses in [0xE8, 0xEB, 0xEC, 0xED, 0xF1, 0x10, 0x13, 0x14, 0x15] {
            for gap in 0..4 {
                let mut words = vec![load];
                words.extend(vec![NOP; gap]);
                words.extend([uses, uses, POP, uses, NOP]);
                let words = bytecode(&[1, 0, 2, 3], &words);
                check_all("pointers", &[70, 80, 75, 90], &[words]);
            }
        }
    }
}

#[test]
fn a_word_right_after_two_loads_of_a_pointer_sees_the_one_that_counts_for_it() {
    for [first, second] in [[STVP, STVP], [STAR, STAR], [STVP, STAR]] {
        for uses in [0xE8, 0xEB, 0xEC, 0xED, 0xF1, 0x10, 0x13, 0x14, 0x15] {
            for (between, behind) in [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (2, 0)] {
                let mut words = vec![first];
                words.extend(vec![NOP; between]);
                words.push(second);
                words.extend(vec![NOP; behind]);
                words.extend([uses, NOP, NOP, uses, NOP]);
                let words = bytecode(&[1, 0, 2, 3, 4], &words);
                check_all("two pointers", &[70, 80, 75, 90, 85], &[words]);
            }
        }
    }
}

#[test]
fn a_timer_interrupts_in_every_cycle_as_on_the_reference() {
    let work = bytecode(&[0, 1], &[STMRA, WAIT, WAIT, LDMRD, STMUL, NOP, LDMUL]);
    let call = bytecode(&[2], &[0x49, NOP, WAIT, WAIT, 0xE2, NOP]);
    let handler = bytecode(&[0, 1], &[0x04, STSP, 0xF2, NOP]);
    for config in machines() {
        // One cycle is a microsecond.
        let config = MachineConfig {
            clk_freq_hz: 1_000_000,
            ..config
        };
        let programs = [work.clone(), handler.clone(), call.clone()];
        let case = with_constants(case("timer", &config, &programs), &[70, 72, 20 << 10 | 4]);
        let case = Case {
            interrupt: case.table.0[1],
            ..case
        };
        let starts = (1..200).map(|microseconds| Start {
            bytecode: Some(0),
            timer: Some(microseconds),
            cycles: 300,
            cuts: Some(microseconds.into()),
            apart: [7, 100, 1000][microseconds as usize % 3],
            quiet: microseconds % 2 == 0,
        });
        let starts: Vec<Start> = starts.collect();
        let block_cycles = compare(&case, &starts).unwrap_or_else(|report| panic!("{report}"));
        assert!(block_cycles > 0);
    }
}

#[test]
fn operations_that_raise_exceptions_are_those_of_the_reference() {
    // Null, a negative index, an index out of bounds, a scope that is left, a device, no main memory.
    let elements = [
        0,
        0x40_0001,
        0xFFFF_FFFF,
        5000,
        0xFE00_0046,
        0x7F_FF80,
        0x40_0000,
    ];
    for (n, bad) in elements.into_iter().enumerate() {
        for operation in [0x41..=0x4F, 0x110..=0x113].into_iter().flatten() {
            let words = [operation, OPD | NOP, OPD | NOP, WAIT, WAIT, LDMRD];
            let programs = [[0, 0, 1], [0, 1, 0], [1, 0, 0]]
                .map(|[third, b, a]| bytecode(&[third, b, a], &words));
            let machines = machines();
            let config = &machines[(n + usize::from(operation)) % machines.len()];
            let case = case("exceptions", config, &programs);
            let case = with_constants(case, &[70, bad]);
            let case = Case {
                exception: case.table.0[2],
                ..case
            };
            check(&case);
        }
    }
}

#[test]
fn a_stack_that_meets_its_limit_does_so_as_on_the_reference() {
    for top in [0, 1, 2, 3, 234, 235, 236, 237, 238, 239, 240, 241, 254, 255] {
        let middle = constant(0);
        let pushes = [middle, NOP, STSP, DUP, DUP, DUP, DUP, POP, POP];
        let pops = [middle, NOP, STSP, POP, POP, POP, DUP, DUP, DUP];
        let programs = [pushes, pops].map(|words| bytecode(&[1], &words));
        check_all("limit", &[top, 3, 4, 5], &programs);
    }
}

#[test]
fn what_is_under_way_is_not_left_in_the_middle() {
    // A memory operation that nobody waits for, up to a branch, a dispatch, another operation or a single wait.
    let tails: [&[u16]; 7] = [
        &[NOP | NXT],
        &[0x182, NOP, NOP, WAIT, WAIT],
        &[0x201, NOP, NOP, WAIT, WAIT],
        &[STMWA, WAIT, WAIT],
        &[WAIT, LDMRD],
        &[LDMRD, WAIT, WAIT],
        &[OPD | NOP, OPD | JBR, NOP, NOP],
    ];
    for operation in [STMRA, 0x43, 0x44, 0x45, STGF, STPF, STCP, 0x49, STPS, 0x110] {
        let programs = tails.map(|tail| {
            let words = [&[operation, OPD | NOP][..], tail].concat();
            bytecode(&[0, 1, 2], &words)
        });
        check_all("under way", &[70, 72, 74, 76], &programs);
    }
}
