//! A run that is restored from a file is the run that went straight on: state, output, statistics, collections.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::support::{Run, machine, microcode, program, start};
use proptest::prelude::*;
use run::checkpoint::Checkpoint;

/// Machines with each unit that has a state of its own.
const MACHINES: [&str; 8] = [
    "",
    "memory = \"sram16\"\nram_cnt = 3",
    "memory = \"ssram32\"",
    "object_cache = true",
    "data_cache = true\nspm_width = 8",
    "uart = \"timed\"\nuart_baud = 2_000_000\nuart_tx_depth = 8",
    "method_cache = \"two-block\"\njpc_width = 10",
    "method_cache = \"one-block\"\nstack_ram = \"new-data\"",
];

/// The run goes to each of these cycles and is saved, read back and checked against one that was never stopped.
fn same_as_straight(name: &str, length: u32, toml: &str, stops: &[u64]) {
    let config = machine(toml);
    let linked = program(name, length, &config);
    let mut straight = start(&linked, &config);
    let mut stopped = straight.clone();
    for stop in stops {
        stopped.run(*stop);
        let bytes = stopped
            .checkpoint(&linked, &microcode())
            .to_bytes()
            .unwrap();
        let mut restored = Run::resume(&Checkpoint::from_bytes(&bytes).unwrap());
        restored.output = stopped.output;
        stopped = restored;
    }
    straight.run(u64::MAX);
    stopped.run(u64::MAX);
    assert_eq!(straight.cycle(), stopped.cycle(), "{name} on {toml:?}");
    assert!(straight.machine.state == stopped.machine.state);
    assert_eq!(straight.figures(), stopped.figures(), "{name} on {toml:?}");
    assert_eq!(straight.output, stopped.output, "{name} on {toml:?}");
}

#[test]
fn every_machine_goes_on_as_if_nothing_had_happened() {
    for toml in MACHINES {
        same_as_straight("quick-sort", 1, toml, &[1, 100_003, 150_000, 150_001]);
    }
}

#[test]
fn threads_and_timer_interrupts_go_on() {
    same_as_straight("producer-consumer", 4, "", &[60_000, 120_500, 190_001]);
}

#[test]
fn a_collection_that_is_saved_in_its_middle_is_counted_once() {
    let config = machine("");
    let linked = program("gc-stress", 8, &config);
    let mut run = start(&linked, &config);
    run.run(u64::MAX);
    let collections = run.figures().1;
    assert_eq!(collections.count, 1);
    let middle = collections.longest_pause_start + collections.longest_pause / 2;
    same_as_straight("gc-stress", 8, "", &[middle]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]

    #[test]
    fn runs_saved_at_any_cycles_are_those_that_were_not(
        mut stops in prop::collection::vec(1u64..300_000, 1..6),
        which in 0..MACHINES.len(),
    ) {
        stops.sort_unstable();
        same_as_straight("recursion", 1, MACHINES[which], &stops);
    }
}
