//! Hardware objects: fields and arrays whose data stand in the scratchpad or are registers of a device
//! (spec 04 sections 7 and 8).

use sim_core::decode::MemoryOp;

use crate::support::bench::{Bench, Trace};
use crate::support::words::*;

use super::machines::{Target, closed_form};

const HANDLE: u32 = 40;
const SCRATCHPAD: u32 = 0x40_0000;
/// Base of the system device; field 4 is the exception type.
const SYSTEM_DEVICE: u32 = 0x7f_ff80;
const FIELD: u32 = 4;
const VALUE: u32 = 0x5e;
const LENGTH: u32 = 8;

/// The two places, as data pointers with the mark of a hardware object.
const POINTERS: [u32; 2] = [SCRATCHPAD | 1 << 31, SYSTEM_DEVICE | 1 << 31];

/// Writes `VALUE` to the field, then runs the operation; two waits and `ldmrd` follow.
fn run(target: &Target, pointer: u32, program: impl Fn(&mut Bench)) -> Trace {
    let mut bench = Bench::new(&target.config);
    bench.store(HANDLE as usize, &[pointer, LENGTH]);
    bench.push(VALUE).push((pointer & 0x7f_ffff) + FIELD);
    bench.code(&[STMWA, STMWD, WAIT, WAIT]);
    bench.push(0).code(&[STMRA, WAIT, WAIT]); // the memory is the selected slave again
    program(&mut bench);
    bench.code(&[WAIT, WAIT, LDMRD]);
    bench.run(400)
}

fn idle(trace: &Trace, op: MemoryOp) -> usize {
    let start = trace.strobe(op);
    1 + trace
        .after(start + 1, |row| row.state == "idl")
        .expect("it ends")
}

/// Every memory behind, both places.
fn targets() -> impl Iterator<Item = (Target, u32)> {
    let targets = closed_form().map(Target::with_scratchpad);
    targets.flat_map(|target| POINTERS.map(|pointer| (target.clone(), pointer)))
}

#[test]
fn getfield_replaces_its_second_read_by_one_cycle() {
    for (target, pointer) in targets() {
        let trace = run(&target, pointer, |bench| {
            bench.push(HANDLE).push(FIELD).code(&[STIDX, STGF]);
        });
        let name = format!("{pointer:#x}, {}", target.name());
        assert_eq!(idle(&trace, MemoryOp::GetField), target.r + 6, "{name}");
        let start = trace.strobe(MemoryOp::GetField);
        assert_ne!(trace[start + target.r + 4].mem_dout, VALUE, "{name}");
        assert_eq!(trace[start + target.r + 5].mem_dout, VALUE, "{name}");
        assert_eq!(trace.rows[399].a, VALUE, "{name}");
    }
}

#[test]
fn putfield_replaces_its_write_by_one_cycle() {
    for (target, pointer) in targets() {
        let trace = run(&target, pointer, |bench| {
            bench
                .push(HANDLE)
                .push(0x21)
                .push(FIELD)
                .code(&[STIDX, STPF, WAIT, WAIT]);
            bench.push((pointer & 0x7f_ffff) + FIELD).code(&[STMRA]);
        });
        let name = format!("{pointer:#x}, {}", target.name());
        assert_eq!(idle(&trace, MemoryOp::PutField), target.r + 7, "{name}");
        assert_eq!(trace.rows[399].a, 0x21, "{name}");
    }
}

#[test]
fn an_array_load_ends_two_cycles_after_its_third_command() {
    // Ialrb sees rdy_cnt 0 at once: of the old slave if the third command falls into the last cycle of the second
    // read, which the bus shows for one cycle more, and of the new one if the second read is over.
    for (target, pointer) in targets() {
        let trace = run(&target, pointer, |bench| {
            bench.push(HANDLE).push(FIELD).code(&[STALD]);
        });
        let name = format!("{pointer:#x}, {}", target.name());
        let pipelined = target.r > 0;
        let third = if pipelined { 2 * target.r + 2 } else { 4 };
        let start = trace.strobe(MemoryOp::ArrayLoad);
        let shown = if pipelined { LENGTH } else { VALUE };
        assert_eq!(trace[start + third + 1].mem_dout, shown, "{name}");
        assert_eq!(trace[start + third + 2].mem_dout, VALUE, "{name}");
        assert_eq!(idle(&trace, MemoryOp::ArrayLoad), third + 2, "{name}");
        assert_eq!(trace.rows[399].a, VALUE, "{name}");
    }
}

#[test]
fn an_array_load_does_not_check_the_length() {
    for (target, pointer) in targets() {
        let trace = run(&target, pointer, |bench| {
            bench.store(HANDLE as usize + 1, &[0]);
            bench.push(HANDLE).push(FIELD).code(&[STALD]);
        });
        assert!(
            trace.rows.iter().all(|row| !row.bounds_error),
            "{pointer:#x}, {}",
            target.name()
        );
    }
}

#[test]
fn an_array_store_does_check_the_length() {
    for (target, pointer) in targets() {
        for (length, errors) in [(FIELD + 1, 0), (FIELD, 1)] {
            let trace = run(&target, pointer, |bench| {
                bench.store(HANDLE as usize + 1, &[length]);
                bench.push(HANDLE).push(FIELD).push(0x21).code(&[STAST]);
            });
            let found = trace.cycles(|row| row.bounds_error).len();
            assert_eq!(found, errors, "{pointer:#x}, {}", target.name());
        }
    }
}
