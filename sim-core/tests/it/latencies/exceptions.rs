//! Spec 04 section 8 and spec 03 section 5: when the memory controller reports an exception, how long it stays
//! busy, and which bytecode gives way.

use sim_core::decode::MemoryOp;

use crate::support::bench::{Bench, Trace};
use crate::support::words::*;

use super::machines::{Target, closed_form, fastest_sram16, sram32};

const HANDLE: u32 = 40;
const ARRAY: u32 = 200;
const LENGTH: u32 = 5;
/// Index bit 22: negative, seen through 23 bits.
const INDEX_BIT_22: u32 = 1 << 22;

fn bench(target: &Target) -> Bench {
    let mut bench = Bench::new(&target.config);
    bench.store(HANDLE as usize, &[ARRAY, LENGTH]);
    bench
}

fn getfield(bench: &mut Bench, handle: u32) {
    bench.push(handle).code(&[STGF]);
}

fn putfield(bench: &mut Bench, handle: u32) {
    bench.push(handle).push(1).code(&[STPF]);
}

fn array_load(bench: &mut Bench, handle: u32, index: u32) {
    bench.push(handle).push(index).code(&[STALD]);
}

fn array_store(bench: &mut Bench, handle: u32, index: u32) {
    bench.push(handle).push(index).push(0x5eed).code(&[STAST]);
}

/// What a faulting operation shows, counted from its strobe.
#[derive(Debug, PartialEq)]
struct Figures {
    /// Cycle of the controller's exception strobe.
    strobe: usize,
    /// Cycle in which the controller is idle again.
    idle: usize,
    /// Cycles up to `idle` without `bsy`.
    not_busy: Vec<usize>,
}

#[derive(Clone, Copy)]
enum Fault {
    NullPointer,
    Bounds,
    Assignment,
}

/// Runs a faulting operation on a machine; exactly one strobe of the kind, and no other, must come.
fn measure(target: &Target, op: MemoryOp, fault: Fault, program: &dyn Fn(&mut Bench)) -> Figures {
    let mut bench = bench(target);
    program(&mut bench);
    bench.code(&[WAIT, WAIT]);
    let trace = bench.run(300);
    let start = trace.strobe(op);
    let strobes = [
        trace.cycles(|row| row.null_pointer),
        trace.cycles(|row| row.bounds_error),
        trace.cycles(|row| row.illegal_assignment),
    ];
    let kind = fault as usize;
    for (other, strobes) in strobes.iter().enumerate() {
        assert_eq!(
            strobes.len(),
            usize::from(other == kind),
            "{}",
            target.name()
        );
    }
    let idle = 1 + trace
        .after(start + 1, |row| row.state == "idl")
        .expect("it ends");
    Figures {
        strobe: strobes[kind][0] - start,
        idle,
        not_busy: (0..=idle).filter(|&k| !trace[start + k].bsy).collect(),
    }
}

/// The strobe and the idle cycle on every machine; busy until idle.
fn check(
    op: MemoryOp,
    fault: Fault,
    program: &dyn Fn(&mut Bench),
    expected: impl Fn(usize) -> (usize, usize),
) {
    for target in closed_form() {
        let (strobe, idle) = expected(target.r);
        let figures = Figures {
            strobe,
            idle,
            not_busy: vec![idle],
        };
        assert_eq!(
            measure(&target, op, fault, program),
            figures,
            "{}",
            target.name()
        );
    }
}

#[test]
fn a_null_handle_of_getfield_is_reported_in_cycle_2() {
    for null in [0, 0xff80_0000] {
        check(
            MemoryOp::GetField,
            Fault::NullPointer,
            &|bench| getfield(bench, null),
            |r| (2, r + 4),
        );
    }
}

#[test]
fn a_null_handle_of_putfield_is_reported_in_cycle_3() {
    check(
        MemoryOp::PutField,
        Fault::NullPointer,
        &|bench| putfield(bench, 0),
        |r| (3, r + 5),
    );
}

#[test]
fn a_null_array_or_a_negative_index_of_a_load_is_reported_in_cycle_2() {
    for (handle, index, fault) in [
        (0, 1, Fault::NullPointer),
        (0, u32::MAX, Fault::NullPointer), // the handle is checked before the index
        (HANDLE, INDEX_BIT_22, Fault::Bounds),
    ] {
        let program = |bench: &mut Bench| array_load(bench, handle, index);
        check(MemoryOp::ArrayLoad, fault, &program, |r| {
            (2, (r + 3).max(4))
        });
    }
}

#[test]
fn a_null_array_or_a_negative_index_of_a_store_is_reported_in_cycle_3() {
    for (handle, index, fault) in [
        (0, 1, Fault::NullPointer),
        (HANDLE, u32::MAX, Fault::Bounds),
    ] {
        let program = |bench: &mut Bench| array_store(bench, handle, index);
        check(MemoryOp::ArrayStore, fault, &program, |r| (3, r + 5));
    }
}

#[test]
fn an_index_beyond_the_length_of_a_load_is_reported_when_the_length_is_there() {
    for target in closed_form() {
        let r = target.r;
        let figures = measure(&target, MemoryOp::ArrayLoad, Fault::Bounds, &|bench| {
            array_load(bench, HANDLE, LENGTH);
        });
        let expected = if r == 0 {
            Figures {
                strobe: 6,
                idle: 8,
                not_busy: vec![5, 8], // busy falls and rises again
            }
        } else {
            Figures {
                strobe: 2 * r + 4,
                idle: 3 * r + 5,
                not_busy: if r == 1 { vec![5, 8] } else { vec![3 * r + 5] },
            }
        };
        assert_eq!(figures, expected, "{}", target.name());
    }
}

#[test]
fn an_index_beyond_the_length_of_a_store_is_reported_before_the_write() {
    let program = |bench: &mut Bench| array_store(bench, HANDLE, LENGTH);
    check(MemoryOp::ArrayStore, Fault::Bounds, &program, |r| {
        if r == 0 {
            (8, 10)
        } else {
            (2 * r + 6, 2 * r + 8)
        }
    });
    for target in closed_form() {
        let mut bench = bench(&target);
        program(&mut bench);
        let trace = bench.run(300);
        assert!(
            trace.rows.iter().all(|row| !row.command.wr),
            "{}",
            target.name()
        );
    }
}

#[test]
fn the_last_element_is_within_bounds_and_an_empty_array_has_none() {
    for (length, index, fails) in [(5, 4, false), (5, 5, true), (1, 0, false), (0, 0, true)] {
        let mut bench = bench(&sram32(3));
        bench.store(HANDLE as usize + 1, &[length]);
        array_load(&mut bench, HANDLE, index);
        bench.code(&[WAIT, WAIT]);
        array_store(&mut bench, HANDLE, index);
        let trace = bench.run(200);
        let errors = trace.cycles(|row| row.bounds_error).len();
        assert_eq!(errors, if fails { 2 } else { 0 }, "[{index}] of {length}");
    }
}

#[test]
fn the_element_is_read_before_its_index_is_checked() {
    let mut bench = bench(&sram32(2));
    array_load(&mut bench, HANDLE, LENGTH);
    let trace = bench.run(100);
    let start = trace.strobe(MemoryOp::ArrayLoad);
    let element = &trace[start + 4].command;
    assert!(element.rd);
    assert_eq!(element.address, ARRAY + LENGTH);
}

#[test]
fn a_reference_store_to_a_longer_lived_object_is_suppressed_without_an_exception() {
    let store = |handle_level: u32, value_level: u32| {
        move |bench: &mut Bench| {
            bench.push(HANDLE | handle_level << 25);
            bench.push(0x5eed | value_level << 25).code(&[STPFR]);
        }
    };
    check(
        MemoryOp::PutFieldReference,
        Fault::Assignment,
        &store(3, 4),
        |r| (3, r + 5),
    );
    for (handle_level, value_level, written) in [(3, 4, false), (4, 4, true), (5, 4, true)] {
        let mut bench = bench(&sram32(2));
        store(handle_level, value_level)(&mut bench);
        bench.code(&[WAIT, WAIT]);
        let trace = bench.run(100);
        let word = trace.machine.state.memory_system.memory.words.as_slice()[ARRAY as usize];
        assert_eq!(word != 0, written, "{handle_level} < {value_level}");
        assert!(trace.rows.iter().all(|row| !row.exc));
    }
}

#[test]
fn the_fastest_16_bit_sram_reports_a_bounds_error_of_a_load_in_cycle_8_and_stays_busy() {
    // ialrb sees rdy_cnt = 3 in cycle 7, abexc in 8, excw in 9: no gap in bsy, other than with r = 1.
    let figures = measure(
        &fastest_sram16(),
        MemoryOp::ArrayLoad,
        Fault::Bounds,
        &|bench| {
            array_load(bench, HANDLE, LENGTH);
        },
    );
    let expected = Figures {
        strobe: 8,
        idle: 10,
        not_busy: vec![10],
    };
    assert_eq!(figures, expected);
}

/// A null pointer at getfield, then a stream of the bytecode 0 with one microinstruction.
fn null_pointer_then_bytecodes() -> (Trace, usize) {
    let mut bench = bench(&sram32(2));
    getfield(&mut bench, 0);
    bench.code(&[WAIT, WAIT, NOP | NXT]);
    bench.table[0] = bench.here();
    bench.code(&[NOP | NXT]);
    bench.exception = bench.here();
    bench.idle_loop();
    let trace = bench.run(100);
    let start = trace.strobe(MemoryOp::GetField);
    (trace, start)
}

#[test]
fn an_exception_pulse_follows_the_strobe_and_the_fetch_unit_knows_one_cycle_later() {
    let (trace, start) = null_pointer_then_bytecodes();
    let e = trace.cycles(|row| row.null_pointer)[0];
    assert_eq!(e, start + 2);
    assert_eq!(trace.cycles(|row| row.exc), [e + 1]);
    assert!(!trace[e + 1].exc_pend);
    assert!(trace[e + 2].exc_pend);
}

#[test]
fn an_exception_takes_the_place_of_the_bytecode_that_the_faulting_one_dispatches() {
    let (trace, _) = null_pointer_then_bytecodes();
    let taken = trace.cycles(|row| row.ack_exc);
    let dispatches = trace.cycles(|row| row.nxt);
    assert_eq!(
        taken, dispatches,
        "the first nxt takes it; the handler has none"
    );
    assert!(!trace[taken[0] + 1].exc_pend);
    assert_eq!(
        trace[taken[0] + 1].jpc,
        trace[taken[0]].jpc + 1,
        "the Java PC still counts"
    );
}

/// A bounds error of a load with short memory; the next word dispatches or, without `nxt`, does not.
fn late_bounds_error(ram_cnt: u8, word: u16) -> (Trace, usize) {
    let mut bench = bench(&sram32(ram_cnt));
    array_load(&mut bench, HANDLE, LENGTH);
    bench.code(&[WAIT, WAIT, word, NOP | NXT]);
    bench.table[0] = bench.here();
    bench.code(&[NOP | NXT]);
    bench.exception = bench.here();
    bench.idle_loop();
    let trace = bench.run(100);
    let start = trace.strobe(MemoryOp::ArrayLoad);
    (trace, start)
}

#[test]
fn with_at_most_one_wait_state_a_bounds_error_of_a_load_is_reported_two_dispatches_late() {
    for ram_cnt in [1, 2] {
        let (trace, start) = late_bounds_error(ram_cnt, LDMRD | NXT);
        let dispatches = trace.cycles(|row| row.nxt);
        assert_eq!(
            dispatches,
            [start + 6, start + 7, start + 8],
            "ram_cnt {ram_cnt}"
        );
        assert_eq!(
            trace.cycles(|row| row.ack_exc),
            [start + 8],
            "ram_cnt {ram_cnt}"
        );
        assert_eq!(
            trace.cycles(|row| row.ir == LDMRD).len(),
            1,
            "ram_cnt {ram_cnt}"
        );
    }
}

#[test]
fn with_at_most_one_wait_state_the_word_after_the_waits_is_executed_twice_unless_it_dispatches() {
    for ram_cnt in [1, 2, 3] {
        let (trace, start) = late_bounds_error(ram_cnt, LDMRD);
        let executed = trace.cycles(|row| row.ir == LDMRD);
        if ram_cnt < 3 {
            assert_eq!(executed, [start + 7, start + 8], "ram_cnt {ram_cnt}");
        } else {
            assert_eq!(executed.len(), 1, "ram_cnt {ram_cnt}");
        }
    }
}

#[test]
fn with_more_wait_states_the_faulting_bytecode_is_the_one_reported() {
    for ram_cnt in 3..=14 {
        let (trace, _) = late_bounds_error(ram_cnt, LDMRD | NXT);
        let dispatches = trace.cycles(|row| row.nxt);
        assert_eq!(
            trace.cycles(|row| row.ack_exc),
            dispatches,
            "ram_cnt {ram_cnt}"
        );
    }
}

#[test]
fn an_exception_leaves_the_index_register_in_charge_of_the_next_field_access() {
    let mut bench = bench(&sram32(2));
    bench.store(ARRAY as usize, &[0x0a, 0x0b, 0x0c]);
    bench.push(0).push(2).code(&[STIDX, STGF, WAIT, WAIT]); // null: faults
    getfield(&mut bench, HANDLE); // operand 0, but index 2 is still valid
    bench.code(&[WAIT, WAIT, LDMRD]);
    getfield(&mut bench, HANDLE); // now operand 0
    bench.code(&[WAIT, WAIT, LDMRD]);
    let trace = bench.run(200);
    let last = &trace.rows[199];
    assert_eq!((last.b, last.a), (0x0c, 0x0a));
}
