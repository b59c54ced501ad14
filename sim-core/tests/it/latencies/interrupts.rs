//! Spec 06 section 2 and spec 03 section 5: timer, software interrupts, masks, priorities and the acknowledge.

use isa::MachineConfig;
use sim_core::decode::MemoryOp;
use sim_core::simpcon::Command;
use sim_core::system_device::Events;

use crate::support::bench::{Bench, Trace};
use crate::support::words::*;

const ENABLE: u32 = 0x7f_ff80;
const TIMER: u32 = ENABLE + 1;
/// Read: number of the last interrupt. Write: software interrupt.
const NUMBER: u32 = ENABLE + 2;
const MASK: u32 = ENABLE + 8;
const CLEAR_ALL: u32 = ENABLE + 9;

/// A machine of 20 MHz, so that a microsecond has 20 cycles. The timer's compare value and the microsecond
/// counter are both 0 after reset, which leaves source 0 pending; it is cleared here.
fn bench() -> Bench {
    let mut bench = Bench::new(&MachineConfig {
        clk_freq_hz: 20_000_000,
        ..MachineConfig::default()
    });
    write(&mut bench, CLEAR_ALL, 0);
    bench
}

fn write(bench: &mut Bench, address: u32, value: u32) {
    bench
        .push(value)
        .push(address)
        .code(&[STMWA, STMWD, WAIT, WAIT]);
}

/// Appends a stream of the bytecode 0, one microinstruction each, and a handler that reads the number of the
/// interrupt and stays.
fn run(mut bench: Bench) -> Trace {
    bench.code(&[NOP | NXT]);
    bench.table[0] = bench.here();
    bench.code(&[NOP | NXT]);
    handler(&mut bench);
    bench.run(600)
}

fn handler(bench: &mut Bench) {
    bench.interrupt = bench.here();
    bench.push(NUMBER).code(&[STMRA, WAIT, WAIT, LDMRD]);
}

/// The number that the handler has read.
fn number(trace: &Trace) -> u32 {
    trace.rows[599].a
}

/// The cycles with a write to `address`.
fn writes(trace: &Trace, address: u32) -> Vec<usize> {
    trace.cycles(|row| row.command.wr && row.command.address == address)
}

#[test]
fn the_timer_example_holds_cycle_by_cycle() {
    let mut bench = bench();
    write(&mut bench, TIMER, 10);
    write(&mut bench, MASK, 1);
    write(&mut bench, ENABLE, 1);
    let trace = run(bench);
    let c = trace.cycles(|row| row.us_cnt == 10)[0];
    assert_eq!(c, 200);
    assert_eq!(trace.cycles(|row| row.irq), [c + 1]);
    assert!(!trace[c + 1].int_pend && !trace[c + 1].int_req);
    assert!(trace[c + 2].int_pend && trace[c + 2].int_req);
    assert_eq!(
        trace.cycles(|row| row.ack_irq),
        [c + 2],
        "the next nxt takes it"
    );
    assert!(trace[c + 2].irq_ena);
    assert!(!trace[c + 3].irq_ena && !trace[c + 3].int_pend);
    assert_eq!(number(&trace), 0);
}

#[test]
fn an_interrupt_waits_for_the_next_nxt() {
    let mut bench = bench();
    write(&mut bench, MASK, 2);
    write(&mut bench, ENABLE, 1);
    write(&mut bench, NUMBER, 1);
    bench.code(&[NOP; 50]);
    let trace = run(bench);
    assert_eq!(
        trace.cycles(|row| row.ack_irq),
        [trace.cycles(|row| row.nxt)[0]]
    );
    assert_eq!(number(&trace), 1);
}

#[test]
fn a_software_interrupt_pulses_two_cycles_after_its_write() {
    let mut bench = bench();
    write(&mut bench, MASK, 4);
    write(&mut bench, ENABLE, 1);
    write(&mut bench, NUMBER, 2);
    let trace = run(bench);
    let e = writes(&trace, NUMBER)[0];
    assert_eq!(trace.cycles(|row| row.irq), [e + 2]);
    assert!(!trace[e + 2].int_pend && trace[e + 3].int_pend);
    assert_eq!(number(&trace), 2);
}

#[test]
fn a_software_interrupt_of_a_source_that_does_not_exist_is_ignored() {
    for source in [3, 4, 31, 32, u32::MAX] {
        let mut bench = bench();
        write(&mut bench, MASK, u32::MAX);
        write(&mut bench, ENABLE, 1);
        write(&mut bench, NUMBER, source);
        let trace = run(bench);
        assert!(trace.rows.iter().all(|row| !row.irq), "source {source}");
    }
}

#[test]
fn the_timer_is_pending_after_reset_since_its_value_equals_the_counter() {
    let mut bench = Bench::new(&MachineConfig::default());
    write(&mut bench, MASK, 1);
    write(&mut bench, ENABLE, 1);
    let trace = run(bench);
    let e = writes(&trace, ENABLE)[0];
    assert_eq!(trace.cycles(|row| row.irq), [e + 1]);
    assert_eq!(trace.cycles(|row| row.ack_irq).len(), 1);
}

#[test]
fn a_timer_value_equal_to_the_counter_fires_once_and_the_same_value_again_does_not() {
    let mut bench = bench();
    write(&mut bench, MASK, 1);
    write(&mut bench, ENABLE, 1);
    bench.code(&[NOP; 20]);
    let dry = run(bench.clone());
    let now = dry[dry.cycles(|row| row.nxt)[0]].us_cnt;
    // Padding starts the writes right behind the microsecond's edge, so that both fall into it.
    let edge = dry.cycles(|row| row.us_cnt == now + 1)[0];
    let padding = edge + 1 - dry.cycles(|row| row.nxt)[0];
    bench.code(&vec![NOP; padding]);
    write(&mut bench, TIMER, now + 1);
    write(&mut bench, TIMER, now + 1);
    bench.code(&[NOP; 40]);
    let trace = run(bench);
    let [first, second] = writes(&trace, TIMER)[..] else {
        panic!("two writes");
    };
    assert_eq!(
        (trace[first].us_cnt, trace[second + 2].us_cnt),
        (now + 1, now + 1)
    );
    // The new value stands in first + 1: request; flag and pulse in first + 2.
    assert_eq!(trace.cycles(|row| row.irq), [first + 2]);
}

#[test]
fn a_timer_value_in_the_past_does_not_fire() {
    let mut bench = bench();
    write(&mut bench, MASK, 1);
    write(&mut bench, ENABLE, 1);
    bench.code(&[NOP; 40]);
    write(&mut bench, TIMER, 1);
    let trace = run(bench);
    assert!(trace[writes(&trace, TIMER)[0]].us_cnt > 1);
    assert!(trace.rows.iter().all(|row| !row.irq));
}

#[test]
fn a_masked_request_stays_pending_until_the_mask_lets_it_through() {
    let mut bench = bench();
    write(&mut bench, MASK, 0);
    write(&mut bench, ENABLE, 1);
    write(&mut bench, NUMBER, 1);
    bench.code(&[NOP; 20]);
    write(&mut bench, MASK, 2);
    let trace = run(bench);
    let unmasked = writes(&trace, MASK)[1];
    assert_eq!(trace.cycles(|row| row.irq), [unmasked + 1]);
    assert_eq!(number(&trace), 1);
}

#[test]
fn of_several_sources_the_highest_is_acknowledged_and_the_others_stay() {
    let mut bench = bench();
    write(&mut bench, MASK, 7);
    for source in 0..3 {
        write(&mut bench, NUMBER, source);
    }
    write(&mut bench, ENABLE, 1);
    bench.code(&[NOP | NXT]);
    bench.table[0] = bench.here();
    bench.code(&[NOP | NXT]);
    handler(&mut bench);
    write(&mut bench, ENABLE, 1); // the handler lets the next one in
    bench.code(&[NOP, NOP, NOP, NOP | NXT]);
    let trace = bench.run(600);
    let taken = trace.cycles(|row| row.ack_irq);
    assert_eq!(taken.len(), 3);
    assert_eq!(
        trace.cycles(|row| row.irq).len(),
        3,
        "one pulse for each enable"
    );
    let numbers: Vec<_> = taken
        .iter()
        .map(|&cycle| {
            let load = cycle + trace.after(cycle, |row| row.ir == LDMRD).expect("it reads");
            trace[load].mem_dout
        })
        .collect();
    assert_eq!(numbers, [2, 1, 0]);
}

#[test]
fn a_higher_request_that_comes_while_one_waits_is_acknowledged_in_its_place() {
    let mut bench = bench();
    write(&mut bench, MASK, 7);
    write(&mut bench, ENABLE, 1);
    write(&mut bench, NUMBER, 1);
    write(&mut bench, NUMBER, 2);
    let trace = run(bench);
    assert_eq!(trace.cycles(|row| row.irq).len(), 1);
    assert_eq!(number(&trace), 2);
}

#[test]
fn an_interrupt_that_was_disabled_before_it_was_taken_is_eligible_at_once_when_enabled_again() {
    let mut bench = bench();
    write(&mut bench, MASK, 2);
    write(&mut bench, ENABLE, 1);
    write(&mut bench, NUMBER, 1);
    write(&mut bench, ENABLE, 0);
    bench.code(&[NOP; 5]);
    write(&mut bench, ENABLE, 1);
    let trace = run(bench);
    let [_, off, on] = writes(&trace, ENABLE)[..] else {
        panic!("three writes");
    };
    assert!(trace[off + 1].int_pend && !trace[off + 1].int_req);
    assert!(!trace[on].int_req && trace[on + 1].int_req);
    assert!(
        trace[on + 1].irq,
        "a new pulse, as the request is still pending"
    );
    assert_eq!(number(&trace), 1);
}

#[test]
fn clearing_all_after_the_pulse_leaves_a_spurious_interrupt_with_number_0() {
    let mut bench = bench();
    write(&mut bench, MASK, 7);
    write(&mut bench, ENABLE, 1);
    write(&mut bench, NUMBER, 2);
    write(&mut bench, CLEAR_ALL, 0);
    let trace = run(bench);
    assert_eq!(trace.cycles(|row| row.irq).len(), 1);
    assert_eq!(trace.cycles(|row| row.ack_irq).len(), 1);
    assert_eq!(number(&trace), 0);
}

#[test]
fn a_request_in_the_cycle_of_clearing_all_is_lost() {
    let program = |padding: usize, clear: bool| {
        let mut bench = bench();
        write(&mut bench, TIMER, 10);
        write(&mut bench, MASK, 1);
        write(&mut bench, ENABLE, 1);
        bench.code(&vec![NOP; padding]);
        write(&mut bench, if clear { CLEAR_ALL } else { MASK }, 1);
        run(bench)
    };
    // The clear register is set in the cycle after its write: the write goes one cycle before the request.
    let dry = program(0, true);
    let request = dry.cycles(|row| row.us_cnt == 10)[0];
    let padding = request - 1 - writes(&dry, CLEAR_ALL)[1];
    for (clear, pulses) in [(true, 0), (false, 1)] {
        let trace = program(padding, clear);
        assert_eq!(trace.strobe(MemoryOp::Write), request - 1);
        assert_eq!(trace.cycles(|row| row.irq).len(), pulses, "clear: {clear}");
    }
}

/// Enables source 1 and raises it; while it waits, starts another write so that the dispatch that takes the
/// interrupt falls `after` cycles behind that write.
fn dispatch_after_a_write(address: u32, value: u32, after: usize) -> (Trace, usize) {
    let mut bench = bench();
    write(&mut bench, MASK, 2);
    write(&mut bench, ENABLE, 1);
    write(&mut bench, NUMBER, 1);
    bench.push(value).push(address).code(&[STMWA, STMWD]);
    // The EX cycle of the write is the ROM cycle of the second word behind it.
    bench.code(&vec![NOP; 1 + after]).code(&[NOP | NXT]);
    bench.table[0] = bench.here();
    bench.idle_loop();
    bench.interrupt = bench.here();
    bench.code(&[NOP; 10]);
    bench.push(NUMBER).code(&[STMRA, WAIT, WAIT, LDMRD]);
    let trace = bench.run(600);
    let write = trace.strobe(MemoryOp::Write);
    assert_eq!(trace.cycles(|row| row.ack_irq), [write + after]);
    (trace, write)
}

#[test]
fn a_write_to_the_enable_in_the_cycle_of_the_acknowledge_wins() {
    for (value, enabled) in [(0, false), (1, true)] {
        let (trace, write) = dispatch_after_a_write(ENABLE, value, 0);
        assert_eq!(trace[write + 1].irq_ena, enabled);
    }
}

/// Whether enabling interrupts at the end of a run brings a pulse: whether a request is still pending.
fn is_pending(trace: Trace) -> bool {
    let mut system = trace.machine.state.memory_system.io.system;
    let enable = Command {
        wr: true,
        address: ENABLE,
        wr_data: 1,
        ..Command::IDLE
    };
    system.clock(&enable, Events::default());
    system.irq()
}

#[test]
fn a_request_in_the_cycle_of_its_acknowledge_is_lost() {
    let (trace, _) = dispatch_after_a_write(NUMBER, 1, 1);
    assert_eq!(number(&trace), 1);
    assert!(!is_pending(trace));
}

#[test]
fn a_request_one_cycle_after_its_acknowledge_is_kept() {
    let (trace, _) = dispatch_after_a_write(NUMBER, 1, 0);
    assert!(is_pending(trace));
}

#[test]
fn of_an_exception_and_an_interrupt_at_one_dispatch_the_exception_is_entered_and_the_interrupt_lost()
 {
    let mut bench = bench();
    write(&mut bench, MASK, 2);
    write(&mut bench, ENABLE, 1);
    write(&mut bench, NUMBER, 1);
    write(&mut bench, ENABLE + 4, 0x80);
    bench.code(&[NOP, NOP | NXT]);
    bench.table[0] = bench.here();
    bench.code(&[NOP | NXT]);
    bench.exception = bench.here();
    bench.code(&[NOP, NOP, NOP]);
    bench.push(NUMBER).code(&[STMRA, WAIT, WAIT, LDMRD]);
    write(&mut bench, ENABLE, 1);
    bench.code(&[NOP, NOP, NOP, NOP | NXT]);
    let trace = bench.run(600);
    let both = trace.cycles(|row| row.ack_irq);
    assert_eq!(both, trace.cycles(|row| row.ack_exc));
    assert_eq!(both.len(), 1);
    let next = &trace[both[0] + 1];
    assert_eq!(next.pc, bench.exception);
    assert!(!next.int_pend && !next.exc_pend && !next.irq_ena);
    let load = both[0]
        + trace
            .after(both[0], |row| row.ir == LDMRD)
            .expect("it reads");
    assert_eq!(
        trace[load].mem_dout, 1,
        "the system device took it for acknowledged"
    );
}
