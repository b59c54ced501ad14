//! Spec 04 section 7: how long every operation of the memory controller keeps the processor busy, and when
//! the controller is idle again.

use sim_core::decode::MemoryOp;

use crate::support::bench::{Bench, Trace};
use crate::support::words::*;

use super::machines::{Target, closed_form, fastest_sram16, m, sram32};

/// A handle: its object starts at word `OBJECT` and, as an array, has five elements.
const HANDLE: u32 = 40;
const OBJECT: u32 = 200;
const LENGTH: u32 = 5;
/// Element or field used by the operations.
const INDEX: u32 = 3;
const VALUE: u32 = 0x5eed_0001;

/// Measured figures of one operation, counted from its strobe.
#[derive(Debug, PartialEq)]
struct Figures {
    /// First cycle after the strobe without `bsy`.
    busy_low: usize,
    /// Cycle in which the controller is back in `idl`; 0 if it never leaves.
    idle: usize,
}

/// A bench whose memory has a handle and its object; other words are distinguishable from them.
fn bench(target: &Target) -> Bench {
    let mut bench = Bench::new(&target.config);
    for (address, word) in bench.memory.iter_mut().enumerate() {
        *word = 0xdead_0000 | address as u32;
    }
    bench.store(HANDLE as usize, &[OBJECT, LENGTH]);
    bench.store((OBJECT + INDEX) as usize, &[VALUE]);
    bench
}

/// Runs a program that ends with the operation `op`; two waits and `ldmrd` follow it. Checks what holds for
/// every operation and returns its figures.
fn measure(target: &Target, op: MemoryOp, program: impl Fn(&mut Bench)) -> (Trace, Figures) {
    let mut bench = bench(target);
    program(&mut bench);
    bench.code(&[WAIT, WAIT, LDMRD]);
    let trace = bench.run(400);
    let start = trace.strobe(op);
    let from = |holds: fn(&crate::support::bench::Row) -> bool| {
        1 + trace.after(start + 1, holds).expect("the operation ends")
    };
    let busy_low = from(|row| !row.bsy);
    let left = trace[start + 1].state != "idl";
    let figures = Figures {
        busy_low,
        idle: if left {
            from(|row| row.state == "idl")
        } else {
            0
        },
    };
    let name = target.name();
    assert!(trace[start].bsy, "busy in its own cycle, {name}");
    assert!(
        trace.rows[start + busy_low..].iter().all(|row| !row.bsy),
        "not busy again, {name}"
    );
    let after_waits = from(|row| row.ir == LDMRD);
    assert_eq!(
        after_waits,
        busy_low + 2,
        "instruction after the waits, {name}"
    );
    (trace, figures)
}

/// The operation has these figures on every machine, and leaves the machine ready for the next one.
fn check(
    op: MemoryOp,
    program: impl Fn(&mut Bench),
    expected: impl Fn(usize, usize) -> (usize, usize),
) -> Vec<(Target, Trace)> {
    closed_form()
        .map(|target| {
            let (busy_low, idle) = expected(target.r, target.w);
            let (trace, figures) = measure(&target, op, &program);
            assert_eq!(figures, Figures { busy_low, idle }, "{}", target.name());
            (target, trace)
        })
        .collect()
}

/// As [`check`], for an operation that delivers `VALUE`: not before the controller is idle, to `ldmrd` in any case.
fn check_load(
    op: MemoryOp,
    program: impl Fn(&mut Bench),
    expected: impl Fn(usize, usize) -> (usize, usize),
) {
    for (target, trace) in check(op, program, expected) {
        let start = trace.strobe(op);
        let idle = 1 + trace
            .after(start + 1, |row| row.state == "idl")
            .unwrap_or(0);
        assert_ne!(trace[start + idle - 1].mem_dout, VALUE, "{}", target.name());
        assert_eq!(trace[start + idle].mem_dout, VALUE, "{}", target.name());
        assert_loaded(&target, &trace);
    }
}

/// As [`check`], for an operation that stores `VALUE` to `address`.
fn check_store(
    op: MemoryOp,
    address: u32,
    program: impl Fn(&mut Bench),
    expected: impl Fn(usize, usize) -> (usize, usize),
) {
    for (target, trace) in check(op, program, expected) {
        let memory = trace.machine.state.memory_system.memory.words.as_slice();
        assert_eq!(memory[address as usize], VALUE, "{}", target.name());
    }
}

/// `ldmrd` brought `VALUE` to the top of the stack.
fn assert_loaded(target: &Target, trace: &Trace) {
    let last = trace.rows.last().expect("the program ran");
    assert_eq!(last.a, VALUE, "{}", target.name());
}

#[test]
fn a_plain_read_is_busy_for_its_wait_states_and_idle_two_cycles_later() {
    for (op, word) in [
        (MemoryOp::Read, STMRA),
        (MemoryOp::ReadConstant, STMRAC),
        (MemoryOp::ReadAssociative, STMRAF),
    ] {
        let program = |bench: &mut Bench| {
            bench.push(OBJECT + INDEX).code(&[word]);
        };
        check_load(op, program, |r, _| (m(r), r + 2));
    }
}

#[test]
fn a_plain_write_is_busy_for_its_wait_states_and_idle_two_cycles_later() {
    for (op, word) in [
        (MemoryOp::Write, STMWD),
        (MemoryOp::WriteAssociative, STMWDF),
    ] {
        let program = |bench: &mut Bench| {
            bench.push(VALUE).push(777).code(&[STMWA, word]);
        };
        check_store(op, 777, program, |_, w| (m(w), w + 2));
    }
}

#[test]
fn what_only_sets_a_register_is_busy_in_its_own_cycle_only() {
    for (op, word) in [
        (MemoryOp::WriteAddress, STMWA),
        (MemoryOp::Index, STIDX),
        (MemoryOp::Invalidate, CINVAL),
        (MemoryOp::AtomicStart, ATMSTART),
        (MemoryOp::AtomicEnd, ATMEND),
    ] {
        for target in closed_form() {
            let (_, figures) = measure(&target, op, |bench| {
                bench.push(777).code(&[word]);
            });
            assert_eq!(
                figures,
                Figures {
                    busy_low: 1,
                    idle: 0
                },
                "{op:?}"
            );
        }
    }
}

#[test]
fn the_atomic_level_lasts_from_atmstart_to_atmend() {
    for (words, level) in [
        (&[ATMEND][..], false),
        (&[ATMSTART], true),
        (&[ATMSTART, NOP, ATMEND], false),
    ] {
        let mut bench = bench(&sram32(2));
        let trace = bench.code(words).run(20);
        let controller = &trace.machine.state.memory_system.controller;
        assert_eq!(controller.atomic, level, "{words:x?}");
    }
}

#[test]
fn the_multiplier_and_the_undefined_codes_beside_atmend_are_busy_for_one_cycle() {
    for word in (0x114..0x120).chain([STMUL]) {
        let mut bench = bench(&sram32(2));
        let trace = bench.code(&[word]).run(20);
        let busy = trace.cycles(|row| row.bsy);
        let ir = trace.cycles(|row| row.ir == word)[0];
        assert_eq!(busy, [ir + 1], "{word:#x}");
    }
    for word in (0x050..0x080).chain(0x103..0x110).chain(0x120..0x180) {
        let mut bench = bench(&sram32(2));
        let trace = bench.code(&[word]).run(20);
        assert!(trace.rows.iter().all(|row| !row.bsy), "{word:#x}");
    }
}

#[test]
fn a_static_read_takes_one_cycle_more_than_a_plain_read() {
    let program = |bench: &mut Bench| {
        bench.push(OBJECT + INDEX).code(&[STIDX, STGS]);
    };
    check_load(MemoryOp::GetStatic, program, |r, _| (1 + m(r), r + 3));
}

#[test]
fn a_static_write_takes_one_cycle_more_than_a_plain_write() {
    let program = |bench: &mut Bench| {
        bench.push(VALUE).push(777).code(&[STIDX, STPS]);
    };
    check_store(MemoryOp::PutStatic, 777, program, |_, w| (1 + m(w), w + 3));
}

#[test]
fn getfield_takes_two_reads() {
    let program = |bench: &mut Bench| {
        bench.push(HANDLE).push(INDEX).code(&[STIDX, STGF]);
    };
    check_load(MemoryOp::GetField, program, |r, _| {
        (r + 4 + m(r), 2 * r + 6)
    });
}

#[test]
fn getfield_with_its_operand_takes_as_long_as_with_the_index_register() {
    let program = |bench: &mut Bench| {
        // The bytecode RAM is zero after reset: field 0.
        bench.store(OBJECT as usize, &[VALUE]);
        bench.push(HANDLE).code(&[STGF | OPD, NOP | OPD, WAIT]);
    };
    for target in closed_form() {
        let mut bench = bench(&target);
        program(&mut bench);
        bench.code(&[WAIT, LDMRD]);
        let trace = bench.run(400);
        let start = trace.strobe(MemoryOp::GetField);
        let idle = 1 + trace
            .after(start + 1, |row| row.state == "idl")
            .unwrap_or(0);
        assert_eq!(idle, 2 * target.r + 6, "{}", target.name());
        assert_loaded(&target, &trace);
    }
}

#[test]
fn putfield_takes_a_read_and_a_write() {
    for (op, word) in [
        (MemoryOp::PutField, STPF),
        (MemoryOp::PutFieldReference, STPFR),
    ] {
        let program = |bench: &mut Bench| {
            // The value's scope level must not exceed the handle's for a reference store.
            bench.push(HANDLE | 0x7f << 25).push(VALUE).push(INDEX + 1);
            bench.code(&[STIDX, word]);
        };
        check_store(op, OBJECT + INDEX + 1, program, |r, w| {
            (r + 5 + m(w), r + w + 7)
        });
    }
}

#[test]
fn an_array_load_takes_three_reads_of_which_two_overlap() {
    let program = |bench: &mut Bench| {
        bench.push(HANDLE).push(INDEX).code(&[STALD]);
    };
    check_load(MemoryOp::ArrayLoad, program, |r, _| {
        if r == 0 {
            (5, 6)
        } else {
            (3 * r + 2, 3 * r + 4)
        }
    });
}

#[test]
fn an_array_store_takes_two_reads_and_a_write() {
    let program = |bench: &mut Bench| {
        bench
            .push(HANDLE)
            .push(INDEX + 1)
            .push(VALUE)
            .code(&[STAST]);
    };
    check_store(MemoryOp::ArrayStore, OBJECT + INDEX + 1, program, |r, w| {
        if r == 0 {
            (9, 11)
        } else {
            (2 * r + 6 + m(w), 2 * r + w + 8)
        }
    });
}

#[test]
fn a_copy_step_takes_a_read_and_a_write() {
    let program = |bench: &mut Bench| {
        bench.push(770).push(OBJECT).push(INDEX).code(&[STCP]);
    };
    check_store(MemoryOp::Copy, 770 + INDEX, program, |r, w| {
        (r + 5 + m(w), r + w + 7)
    });
}

#[test]
fn the_stop_of_a_copy_takes_three_cycles_and_touches_no_memory() {
    let program = |bench: &mut Bench| {
        bench
            .push(770)
            .push(OBJECT)
            .push(1 << 31 | INDEX)
            .code(&[STCP]);
    };
    for (target, trace) in check(MemoryOp::Copy, program, |_, _| (3, 3)) {
        let accesses = trace.cycles(|row| row.command.rd || row.command.wr);
        assert!(accesses.is_empty(), "{}: {accesses:?}", target.name());
    }
}

#[test]
fn getfield_from_the_object_cache_is_busy_in_its_own_cycle_only() {
    for target in closed_form().map(Target::with_object_cache) {
        let (trace, figures) = measure(&target, MemoryOp::GetField, |bench| {
            bench.store(OBJECT as usize, &[VALUE]);
            bench.push(HANDLE).code(&[STGF, WAIT, WAIT]); // fills the line
            bench.push(777).code(&[STMRA, WAIT, WAIT]); // another word on the bus
            bench.push(HANDLE).code(&[STGF]);
        });
        assert_eq!(
            figures,
            Figures {
                busy_low: 1,
                idle: 0
            },
            "{}",
            target.name()
        );
        let hit = trace.strobe(MemoryOp::GetField);
        assert_ne!(trace[hit + 1].mem_dout, VALUE, "{}", target.name());
        assert_eq!(trace[hit + 2].mem_dout, VALUE, "{}", target.name());
        assert_loaded(&target, &trace);
    }
}

#[test]
fn the_fastest_16_bit_sram_waits_one_cycle_more_where_rdy_cnt_skips_2() {
    // Reads show 3, 1, 0, so that a decision at rdy_cnt < 3 falls one cycle later than with r = 1.
    let figures = |op, program: fn(&mut Bench)| {
        let (_, figures) = measure(&fastest_sram16(), op, program);
        (figures.busy_low, figures.idle)
    };
    let read = figures(MemoryOp::Read, |bench| {
        bench.push(OBJECT).code(&[STMRA]);
    });
    assert_eq!(read, (2, 3));
    let write = figures(MemoryOp::Write, |bench| {
        bench.push(VALUE).push(777).code(&[STMWA, STMWD]);
    });
    assert_eq!(write, (3, 5), "writes follow the closed form with w = 3");
    let getfield = figures(MemoryOp::GetField, |bench| {
        bench.push(HANDLE).push(INDEX).code(&[STIDX, STGF]);
    });
    assert_eq!(getfield, (7, 8));
    // rd in 0, 3 and 6 instead of 0, 2 and 4; ialrb sees 3 in cycle 7 and 1 in cycle 8.
    let array_load = figures(MemoryOp::ArrayLoad, |bench| {
        bench.push(HANDLE).push(INDEX).code(&[STALD]);
    });
    assert_eq!(array_load, (8, 9));
}

/// States of the controller from the strobe to its return to `idl`.
fn states(op: MemoryOp, program: impl Fn(&mut Bench)) -> String {
    let (trace, figures) = measure(&sram32(2), op, program);
    let start = trace.strobe(op);
    let states = trace.rows[start..=start + figures.idle].iter();
    states.map(|row| row.state).collect::<Vec<_>>().join(",")
}

#[test]
fn the_controller_walks_through_the_states_of_the_specification_with_one_wait_state() {
    let getfield = states(MemoryOp::GetField, |bench| {
        bench.push(HANDLE).push(INDEX).code(&[STIDX, STGF]);
    });
    assert_eq!(getfield, "idl,gf0,gf1,gf1,gf2,gf3,gf4,gf4,idl");
    let putfield = states(MemoryOp::PutField, |bench| {
        bench
            .push(HANDLE)
            .push(VALUE)
            .push(INDEX)
            .code(&[STIDX, STPF]);
    });
    assert_eq!(putfield, "idl,pf0,pf1,pf2,pf2,pf3,pf4,last,last,last,idl");
    let array_load = states(MemoryOp::ArrayLoad, |bench| {
        bench.push(HANDLE).push(INDEX).code(&[STALD]);
    });
    assert_eq!(array_load, "idl,iald0,iald2,iald3,iasrd,ialrb,ialrb,idl");
    let array_store = states(MemoryOp::ArrayStore, |bench| {
        bench.push(HANDLE).push(INDEX).push(VALUE).code(&[STAST]);
    });
    assert_eq!(
        array_store,
        "idl,iast0,iald0,iald1,iald2,iald3,iaswb,iasrb,iasst,last,last,last,idl"
    );
    let load = states(MemoryOp::MethodLoad, |bench| {
        bench.push(OBJECT << 10 | 2).code(&[STBCRD]);
    });
    assert_eq!(
        load,
        "idl,bc_cc,bc_cc,bc_cc,bc_cc,bc_r1,bc_w,bc_rn,bc_wr,bc_rn,bc_wr,bc_wl,idl"
    );
}

#[test]
fn an_array_load_with_one_wait_state_reads_in_cycles_0_2_and_4() {
    let (trace, _) = measure(&sram32(2), MemoryOp::ArrayLoad, |bench| {
        bench.push(HANDLE).push(INDEX).code(&[STALD]);
    });
    let start = trace.strobe(MemoryOp::ArrayLoad);
    let reads: Vec<_> = trace
        .cycles(|row| row.command.rd)
        .iter()
        .map(|&cycle| (cycle - start, trace[cycle].command.address))
        .collect();
    assert_eq!(reads, [(0, HANDLE), (2, HANDLE + 1), (4, OBJECT + INDEX)]);
}
