//! Spec 06: exceptions of the system device, the delay register, holes of the register map, the instant UART.

use isa::Output;
use sim_core::decode::MemoryOp;

use crate::support::bench::{Bench, Trace, run};
use crate::support::words::*;

use super::machines::sram32;

const SYSTEM: u32 = 0x7f_ff80;
const EXCEPTION: u32 = SYSTEM + 4;
const DELAY: u32 = SYSTEM + 10;
const UART_STATUS: u32 = SYSTEM + 16;
const UART_DATA: u32 = SYSTEM + 17;

fn bench() -> Bench {
    Bench::new(&sram32(2).config)
}

fn write(bench: &mut Bench, address: u32, value: u32) {
    bench
        .push(value)
        .push(address)
        .code(&[STMWA, STMWD, WAIT, WAIT]);
}

fn read(bench: &mut Bench, address: u32) {
    bench.push(address).code(&[STMRA, WAIT, WAIT, LDMRD]);
}

/// A write of `value` to the delay register.
fn delay(value: u32) -> (Trace, usize) {
    let mut bench = bench();
    write(&mut bench, DELAY, value);
    let trace = bench.run(3000);
    let start = trace.strobe(MemoryOp::Write);
    (trace, start)
}

/// The clock counter in the cycle of the write, whatever is written.
fn clock_of_the_write() -> u32 {
    let (trace, start) = delay(0);
    trace[start].clock_cnt
}

#[test]
fn a_delay_ends_in_the_cycle_after_the_clock_counter_equals_its_value() {
    let now = clock_of_the_write();
    for ahead in [1, 2, 3, 4, 50, 1000] {
        let (trace, start) = delay(now + ahead);
        assert_eq!(trace[start].clock_cnt, now);
        let ready = start
            + 1
            + trace
                .after(start + 1, |row| row.bus.rdy_cnt == 0)
                .expect("it ends");
        assert_eq!(
            trace[ready].clock_cnt,
            now + ahead + 1,
            "{ahead} cycles ahead"
        );
        for cycle in start + 1..ready {
            assert_eq!(trace[cycle].bus.rdy_cnt, 3, "{ahead} cycles ahead");
            assert!(trace[cycle].bsy, "{ahead} cycles ahead");
        }
        assert_eq!(trace[ready + 1].state, "idl", "{ahead} cycles ahead");
    }
}

#[test]
fn a_delay_until_now_or_the_past_waits_for_the_wrap_of_the_counter() {
    let now = clock_of_the_write();
    for value in [now, now - 1, 0] {
        let (trace, start) = delay(value);
        assert_eq!(trace[start].clock_cnt, now);
        assert!(
            trace.rows[start + 1..].iter().all(|row| row.bsy),
            "until {value}"
        );
    }
}

#[test]
fn a_register_without_a_read_function_shows_what_was_read_before() {
    for hole in [3, 8, 9, 10, 12, 13, 14, 15] {
        let mut bench = bench();
        write(&mut bench, EXCEPTION, 0xa5);
        read(&mut bench, EXCEPTION);
        bench.push(0).code(&[STMRA, WAIT, WAIT]);
        read(&mut bench, SYSTEM + hole);
        assert_eq!(bench.run(200).rows[199].a, 0xa5, "offset {hole}");
    }
}

#[test]
fn select_2_reads_0_and_select_3_shows_the_register_of_the_system_device() {
    for (address, expected) in [(SYSTEM + 0x20, 0), (SYSTEM + 0x30 + 6, 0xa5)] {
        let mut bench = bench();
        write(&mut bench, EXCEPTION, 0xa5);
        read(&mut bench, EXCEPTION);
        read(&mut bench, address);
        assert_eq!(bench.run(200).rows[199].a, expected, "{address:#x}");
    }
}

#[test]
fn a_processor_alone_has_number_0_of_1_and_an_idle_sync_unit() {
    for (offset, expected) in [(5, 0), (6, 0), (7, 0), (11, 1)] {
        let mut bench = bench();
        write(&mut bench, EXCEPTION, 0xa5);
        read(&mut bench, EXCEPTION);
        read(&mut bench, SYSTEM + offset);
        assert_eq!(bench.run(200).rows[199].a, expected, "offset {offset}");
    }
}

#[test]
fn the_clock_counter_is_read_as_of_the_cycle_of_the_strobe() {
    let mut bench = bench();
    read(&mut bench, SYSTEM);
    let trace = bench.run(100);
    let start = trace.strobe(MemoryOp::Read);
    assert_eq!(trace.rows[99].a, trace[start].clock_cnt);
}

#[test]
fn a_write_to_the_exception_register_sets_all_8_bits_and_raises_the_exception() {
    let mut bench = bench();
    write(&mut bench, EXCEPTION, 0xffff_ffa5);
    read(&mut bench, EXCEPTION);
    let trace = bench.run(100);
    let start = trace.strobe(MemoryOp::Write);
    assert_eq!(trace.cycles(|row| row.exc), [start + 1]);
    assert!(!trace[start + 1].exc_pend && trace[start + 2].exc_pend);
    assert_eq!(trace.rows[99].a, 0xa5);
}

#[test]
fn a_null_pointer_and_a_bounds_error_set_the_low_3_bits_only() {
    for (handle, kind) in [(0, 2), (40, 3)] {
        let mut bench = bench();
        bench.store(40, &[200, 5]);
        write(&mut bench, EXCEPTION, 0x57);
        bench
            .push(handle)
            .push(9)
            .code(&[STALD, WAIT, WAIT, NOP, NOP, NOP]);
        read(&mut bench, EXCEPTION);
        assert_eq!(bench.run(200).rows[199].a, 0x50 | kind);
    }
}

/// Pushes from sp = 236 until the stack meets its limit, 239, and goes beyond it.
fn overflow(then: impl Fn(&mut Bench)) -> Trace {
    let mut bench = bench();
    bench.push(236).code(&[NOP, STSP]);
    bench.code(&[DUP, DUP, DUP, DUP, DUP, NOP, NOP, NOP]);
    bench.push(100).code(&[NOP, STSP, NOP]);
    then(&mut bench);
    bench.run(200)
}

#[test]
fn the_stack_overflow_is_sticky_and_raises_one_exception() {
    let trace = overflow(|_| {});
    let met = trace.cycles(|row| row.sp == 239)[0];
    assert_eq!(trace.after(0, |row| row.sp_ov), Some(met + 1));
    assert_eq!(trace.cycles(|row| row.exc), [met + 2]);
    assert!(!trace[met + 2].exc_pend && trace[met + 3].exc_pend);
    assert!(trace.rows[met + 1..].iter().all(|row| row.sp_ov));
}

#[test]
fn after_a_stack_overflow_no_further_exception_is_raised_and_the_type_stays_1() {
    let trace = overflow(|bench| {
        bench.push(0).code(&[STGF, WAIT, WAIT]);
        write(bench, EXCEPTION, 0xaa);
        read(bench, EXCEPTION);
    });
    assert_eq!(trace.cycles(|row| row.exc).len(), 1);
    assert_eq!(trace.rows[199].a, 0xa8 | 1);
}

#[test]
fn a_stack_pointer_that_jumps_over_the_limit_is_not_noticed() {
    let mut bench = bench();
    bench.push(237).code(&[NOP, STSP]);
    bench.push(241).code(&[NOP, STSP, DUP, DUP]); // meets 238 and 240
    let trace = bench.run(100);
    assert!(trace.rows.iter().any(|row| row.sp > 239));
    assert!(trace.rows.iter().all(|row| !row.sp_ov && !row.exc));
}

#[test]
fn a_byte_leaves_the_instant_uart_in_the_cycle_of_its_write() {
    let mut bench = bench();
    for byte in *b"JOP" {
        write(&mut bench, UART_DATA, 0xffff_ff00 | u32::from(byte));
    }
    let trace = bench.run(100);
    let sent: Vec<_> = trace.rows.iter().filter_map(|row| row.output).collect();
    assert_eq!(sent, b"JOP".map(Output::Uart));
    for start in trace.strobes(MemoryOp::Write) {
        assert!(trace[start].output.is_some());
        assert_eq!(trace[start + 1].bus.rdy_cnt, 0);
    }
}

#[test]
fn the_instant_uart_is_always_ready_to_send_and_has_received_nothing() {
    let mut bench = bench();
    read(&mut bench, UART_STATUS);
    write(&mut bench, UART_DATA, 1);
    write(&mut bench, UART_DATA, 2);
    read(&mut bench, UART_STATUS + 6); // only bit 0 of the address counts
    let trace = bench.run(200);
    let last = &trace.rows[199];
    assert_eq!((last.b, last.a), (1, 1));
}

#[test]
fn a_byte_from_the_host_is_shown_and_read_once() {
    let mut bench = bench();
    read(&mut bench, UART_STATUS);
    read(&mut bench, UART_DATA);
    read(&mut bench, UART_STATUS);
    let mut machine = bench.machine();
    machine.state.memory_system.io.uart.feed(b"J");
    let trace = run(machine, 200);
    let loads = trace.cycles(|row| row.ir == LDMRD);
    let read: Vec<_> = loads.iter().map(|&cycle| trace[cycle].mem_dout).collect();
    assert_eq!(read, [3, u32::from(b'J'), 1]);
}

#[test]
fn the_watchdog_and_the_signal_follow_bit_0_of_what_is_written() {
    for value in [0, 1, 0xffff_fffe, 0xffff_ffff] {
        let mut bench = bench();
        write(&mut bench, SYSTEM + 3, value);
        write(&mut bench, SYSTEM + 7, value);
        let trace = bench.run(100);
        let system = &trace.machine.state.memory_system.io.system;
        assert_eq!(
            (system.watchdog, system.signal),
            (value & 1 != 0, value & 1 != 0)
        );
    }
}
