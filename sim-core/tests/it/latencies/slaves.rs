//! Spec 04 sections 2 and 3: `rdy_cnt` and data of the memories, the scratchpad and the I/O devices.

use sim_core::decode::MemoryOp;

use crate::support::bench::{Bench, Trace};
use crate::support::words::*;

use super::machines::{Target, closed_form, fastest_sram16, sram32};

const VALUE: u32 = 0x5eed_0002;
const SCRATCHPAD: u32 = 0x40_0000;
/// The system device's register of the processor number, which reads 0.
const CPU_ID: u32 = 0x7f_ff80 + 6;
/// The system device's exception type.
const EXCEPTION_TYPE: u32 = 0x7f_ff80 + 4;

/// A plain read of word 100, which holds `VALUE`.
fn read(target: &Target) -> (Trace, usize) {
    let mut bench = Bench::new(&target.config);
    bench.store(100, &[VALUE]);
    bench.push(100).code(&[STMRA]);
    let trace = bench.run(100);
    let start = trace.strobe(MemoryOp::Read);
    (trace, start)
}

/// A plain write of `VALUE` to word 100, run for `cycles` cycles.
fn write(target: &Target, cycles: usize) -> (Trace, usize) {
    let mut bench = Bench::new(&target.config);
    bench.push(VALUE).push(100).code(&[STMWA, STMWD]);
    let trace = bench.run(cycles);
    let start = trace.strobe(MemoryOp::Write);
    (trace, start)
}

/// `rdy_cnt` of the main memory in cycles 1 to `last`.
fn rdy_cnt(trace: &Trace, start: usize, last: usize) -> Vec<u8> {
    (1..=last)
        .map(|k| trace[start + k].main_memory.rdy_cnt)
        .collect()
}

/// min(3, latency - k) in cycles 1 to `last`.
fn count_down(latency: usize, last: usize) -> Vec<u8> {
    (1..=last)
        .map(|k| latency.saturating_sub(k).min(3) as u8)
        .collect()
}

#[test]
fn a_read_counts_down_to_its_data() {
    for target in closed_form() {
        let (trace, start) = read(&target);
        let latency = target.r + 2;
        assert_eq!(
            rdy_cnt(&trace, start, 40),
            count_down(latency, 40),
            "{}",
            target.name()
        );
        let valid = trace.after(start, |row| row.main_memory.rd_data == VALUE);
        assert_eq!(valid, Some(latency), "{}", target.name());
    }
}

#[test]
fn a_write_counts_down_to_its_end_and_is_done_then() {
    for target in closed_form() {
        let (trace, start) = write(&target, 100);
        let latency = target.w + 2;
        assert_eq!(
            rdy_cnt(&trace, start, 40),
            count_down(latency, 40),
            "{}",
            target.name()
        );
        let (trace, start) = write(&target, start + latency);
        assert_eq!(trace.rows.len(), start + latency);
        let memory = trace.machine.state.memory_system.memory.words.as_slice();
        assert_eq!(memory[100], VALUE, "{}", target.name());
    }
}

#[test]
fn the_fastest_16_bit_sram_skips_the_value_2() {
    let (trace, start) = read(&fastest_sram16());
    assert_eq!(rdy_cnt(&trace, start, 5), [3, 1, 0, 0, 0]);
    assert_ne!(trace[start + 2].main_memory.rd_data, VALUE);
    assert_eq!(trace[start + 3].main_memory.rd_data, VALUE);
    let (trace, start) = write(&fastest_sram16(), 100);
    assert_eq!(rdy_cnt(&trace, start, 7), count_down(5, 7));
}

#[test]
fn rdy_cnt_of_the_command_cycle_belongs_to_the_access_before() {
    let (trace, start) = read(&sram32(4));
    assert!(trace[start].command.rd);
    assert_eq!(trace[start].main_memory.rdy_cnt, 0);
}

#[test]
fn data_stays_on_the_bus_until_the_next_read_has_its_own() {
    for target in closed_form() {
        let mut bench = Bench::new(&target.config);
        bench.store(100, &[VALUE, 0xffff_ffff]);
        bench.push(100).code(&[STMRA, WAIT, WAIT]);
        bench.push(5).push(300).code(&[STMWA, STMWD, WAIT, WAIT]);
        bench.push(101).code(&[STMRA]);
        let trace = bench.run(300);
        let reads = trace.strobes(MemoryOp::Read);
        let shown = &trace.rows[reads[0] + target.r + 2..reads[1] + target.r + 2];
        assert!(
            shown.iter().all(|row| row.main_memory.rd_data == VALUE),
            "{}",
            target.name()
        );
        let next = &trace[reads[1] + target.r + 2];
        assert_eq!(next.main_memory.rd_data, 0xffff_ffff, "{}", target.name());
    }
}

#[test]
fn a_read_of_scratchpad_or_device_has_its_data_after_one_cycle_and_is_idle_after_two() {
    for target in closed_form().map(Target::with_scratchpad) {
        for address in [SCRATCHPAD + 7, EXCEPTION_TYPE] {
            let mut bench = Bench::new(&target.config);
            bench
                .push(0x5e)
                .push(address)
                .code(&[STMWA, STMWD, WAIT, WAIT]);
            bench.push(100).code(&[STMRA, WAIT, WAIT]);
            bench.push(address).code(&[STMRA, WAIT, WAIT, LDMRD]);
            let trace = bench.run(200);
            let start = trace.strobe(MemoryOp::Read);
            let name = format!("{address:#x}, {}", target.name());
            assert_ne!(trace[start].mem_dout, 0x5e, "{name}");
            assert_eq!(trace[start + 1].mem_dout, 0x5e, "{name}");
            assert_eq!(trace.after(start + 1, |row| !row.bsy), Some(0), "{name}");
            let idle = trace.after(start + 1, |row| row.state == "idl");
            assert_eq!(idle, Some(1), "{name}");
            assert_eq!(trace.rows[199].a, 0x5e, "{name}");
        }
    }
}

#[test]
fn a_write_to_scratchpad_or_device_is_idle_after_two_cycles() {
    for target in closed_form().map(Target::with_scratchpad) {
        for address in [SCRATCHPAD + 7, EXCEPTION_TYPE] {
            let mut bench = Bench::new(&target.config);
            bench
                .push(VALUE)
                .push(address)
                .code(&[STMWA, STMWD, WAIT, WAIT]);
            let trace = bench.run(100);
            let start = trace.strobe(MemoryOp::Write);
            let name = format!("{address:#x}, {}", target.name());
            assert_eq!(trace.after(start + 1, |row| !row.bsy), Some(0), "{name}");
            let idle = trace.after(start + 1, |row| row.state == "idl");
            assert_eq!(idle, Some(1), "{name}");
        }
    }
}

#[test]
fn scratchpad_and_devices_are_mirrored() {
    let target = sram32(2).with_scratchpad();
    let mut bench = Bench::new(&target.config);
    bench
        .push(VALUE)
        .push(SCRATCHPAD + 7)
        .code(&[STMWA, STMWD, WAIT, WAIT]);
    bench
        .push(SCRATCHPAD + 7 + 0x12_3400)
        .code(&[STMRA, WAIT, WAIT, LDMRD]);
    bench
        .push(0x5e)
        .push(EXCEPTION_TYPE)
        .code(&[STMWA, STMWD, WAIT, WAIT]);
    bench
        .push(0x60_0004)
        .code(&[STMRA, WAIT, WAIT, LDMRD, NOP, NOP]);
    let trace = bench.run(200);
    let last = &trace.rows[199];
    assert_eq!((last.b, last.a), (VALUE, 0x5e));
}

#[test]
fn without_a_scratchpad_its_region_reads_0_at_once() {
    let mut bench = Bench::new(&sram32(2).config);
    bench
        .push(VALUE)
        .push(SCRATCHPAD)
        .code(&[STMWA, STMWD, WAIT, WAIT]);
    bench.push(SCRATCHPAD).code(&[STMRA, WAIT, WAIT, LDMRD]);
    let trace = bench.run(100);
    let start = trace.strobe(MemoryOp::Read);
    assert_eq!(trace[start + 1].bus.rdy_cnt, 0);
    assert_eq!(trace.rows[99].a, 0);
}

#[test]
fn the_controller_looks_at_the_device_until_the_next_access_elsewhere() {
    let mut bench = Bench::new(&sram32(4).config);
    bench.store(100, &[VALUE]);
    bench.push(100).code(&[STMRA, WAIT, WAIT]);
    bench.push(CPU_ID).code(&[STMRA, WAIT, WAIT, NOP, NOP, NOP]);
    bench
        .push(VALUE)
        .push(300)
        .code(&[STMWA, STMWD, WAIT, WAIT]);
    let trace = bench.run(200);
    let device = trace.strobe(MemoryOp::Read);
    let write = trace.strobe(MemoryOp::Write);
    for cycle in device + 1..=write {
        assert_eq!(trace[cycle].mem_dout, 0, "the device's register");
    }
    assert_eq!(
        trace[write + 1].mem_dout,
        VALUE,
        "the memory's last data again"
    );
}
