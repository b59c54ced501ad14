//! Spec 01 section 4: the first cycles. Row 0 is cycle 9 of the specification, the first without reset.

use isa::MachineConfig;

use crate::support::bench::{Bench, run};
use crate::support::words::*;

/// Words with which the machine starts instead of the two `nop` of every bench.
fn machine(words: &[u16]) -> sim_core::Machine {
    let program = microcode::Program {
        rom: [words, &vec![NOP; 2048 - words.len()]].concat(),
        stack_ram: vec![0; 256],
        jump_table: microcode::JumpTable {
            bytecodes: vec![0; 256],
            interrupt: 0,
            exception: 0,
        },
        symbols: Default::default(),
    };
    sim_core::Machine::new(&MachineConfig::default(), &program, &[]).expect("a machine")
}

#[test]
fn the_first_rows_are_those_of_the_specification() {
    // Four instructions that can be told apart and change nothing.
    let rom = [jmp(0), NOP, CINVAL, ATMEND, ATMSTART];
    let trace = run(machine(&rom), 4);
    let found: Vec<_> = trace
        .rows
        .iter()
        .map(|row| (row.pc, row.rom, row.ir))
        .collect();
    assert_eq!(
        found,
        [
            (0, rom[1], rom[1]), // cycle 9
            (1, rom[1], rom[1]), // cycle 10
            (2, rom[2], rom[1]), // cycle 11
            (3, rom[3], rom[2]), // cycle 12
        ]
    );
}

#[test]
fn word_1_is_executed_three_times_and_word_0_never() {
    let trace = run(machine(&[POP, DUP, NOP, NOP]), 12);
    let sp: Vec<_> = trace.rows.iter().map(|row| row.sp).collect();
    assert_eq!(sp[..5], [128, 129, 130, 131, 131]);
    assert!(trace.rows.iter().all(|row| row.ir != POP));
}

#[test]
fn registers_start_at_their_reset_values() {
    let trace = Bench::new(&MachineConfig::default()).run(1);
    let row = &trace[0];
    assert_eq!((row.a, row.b, row.sp), (0, 0, 128));
    assert_eq!((row.jpc, row.jopd), (0, 0));
    assert_eq!((row.state, row.bsy), ("idl", false));
    assert_eq!((row.bus.rdy_cnt, row.bus.rd_data), (0, 0));
    assert!(row.mc_rdy && !row.mc_in_cache);
    assert!(!row.int_pend && !row.exc_pend && !row.irq_ena && !row.sp_ov);
    let machine = Bench::new(&MachineConfig::default()).machine();
    assert_eq!((machine.state.stack.vp(), machine.state.stack.ar()), (0, 0));
}

#[test]
fn the_counters_start_at_0_and_count_every_cycle_and_every_microsecond() {
    for mhz in [1, 2, 20, 100, 255] {
        let config = MachineConfig {
            clk_freq_hz: mhz * 1_000_000,
            ..MachineConfig::default()
        };
        let trace = Bench::new(&config).run(600);
        for (cycle, row) in trace.rows.iter().enumerate() {
            assert_eq!(row.clock_cnt, cycle as u32);
            assert_eq!(row.us_cnt, cycle as u32 / mhz, "{mhz} MHz, cycle {cycle}");
        }
    }
}
